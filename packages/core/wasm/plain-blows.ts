import {
  A,
  AT_UPPER,
  BODY_OF,
  CHANGE,
  COLUMN,
  entry,
  FIRST_ROW,
  gather,
  gradient,
  isBlockStiffened,
  J,
  JOINT_OF,
  joints,
  LEFT_OUT,
  LIST,
  MASS,
  number,
  ROW_IMPULSE,
  rows,
  SPARE,
  STOP_OF,
  stops,
  TIED,
  TURNED,
  wayOf,
  WHOLE,
  WHOLE_TIED,
  word,
} from './plain-blow-block';
import {
  ANGLE_IMPULSE,
  ARM_B,
  H,
  JOINT,
  LIMITS_SUM,
  LOWER_IMPULSE,
  LOWER_STRUCK,
  MOMENT_A,
  MOMENT_B,
  NOW_TORQUE,
  OMEGA,
  PEAK,
  PEAK_TORQUE,
  STOPS_HIT,
  SUM,
  SUM_TORQUE,
  V,
} from './plain-fields';

/** What becomes of those that the blow of a hinge's stop strikes (src/joint/blows/blow.ts), by the same operations. */

const REDUNDANT: f64 = 1e-9,
  ROUNDING: f64 = 1e-9;
export const TRACE: f64 = 1e-9,
  LEFT: f64 = 0.01;

/** By how much a blow has changed the rate of the stop, and the impulse of the stop. */
export let struckRate: f64 = 0;
export let struckImpulse: f64 = 0;
let relaxes: bool = false;
/** The first row that is booked: a stop that strikes as it is visited does it itself. */
let firstBooked: i32 = 1;

/** J v of a row of the joint whose bodies these are. */
function rateOf(row: i32, a: usize, b: usize): f64 {
  const i = gradient(row);
  let rate: f64 = 0;
  rate +=
    load<f64>(i, J) * load<f64>(a, V) +
    load<f64>(i, J + 8) * load<f64>(a, V + 8) +
    load<f64>(i, J + 16) * load<f64>(a, OMEGA);
  rate +=
    load<f64>(i, J + 24) * load<f64>(b, V) +
    load<f64>(i, J + 32) * load<f64>(b, V + 8) +
    load<f64>(i, J + 40) * load<f64>(b, OMEGA);
  return rate;
}

/** The changes of rate that are asked for: those of stops, and the end of what points have. */
function readChanges(): void {
  for (let k = 0; k < joints; k++) {
    const a: usize = load<u32>(word(2 * k), BODY_OF);
    const b: usize = load<u32>(word(2 * k + 1), BODY_OF);
    const end = load<i32>(word(k), FIRST_ROW + 4);
    for (let row = load<i32>(word(k), FIRST_ROW); row < end; row++) {
      let change = -rateOf(row, a, b);
      if (load<i32>(word(row), STOP_OF) !== 0)
        change = load<i32>(word(row), LEFT_OUT) === 1 ? 0 : load<f64>(number(row), CHANGE);
      store<f64>(number(row), change, ROW_IMPULSE);
    }
  }
}

function keepMatrix(): void {
  for (let row = 0; row < rows; row++) {
    store<i32>(word(row), load<i32>(word(row), TIED), WHOLE_TIED);
    for (let m = 0; m <= row; m += 2) v128.store(entry(row, m), v128.load(entry(row, m), A), WHOLE);
  }
}

/** Takes back the matrix that was kept, but for the pivots of rows that are left out. */
function takeMatrixBack(): void {
  for (let row = 0; row < rows; row++) {
    store<i32>(word(row), load<i32>(word(row), WHOLE_TIED), TIED);
    for (let m = 0; m <= row; m += 2) v128.store(entry(row, m), v128.load(entry(row, m), WHOLE), A);
    if (load<i32>(word(row), LEFT_OUT) === 1) store<f64>(entry(row, row), 0, A);
  }
}

/** Solves A · impulse = impulse from the outside inwards; redundant rows get none. */
function solveRows(): void {
  for (let row = 0; row < rows; row++) store<f64>(number(row), REDUNDANT * load<f64>(entry(row, row), A), MASS);
  for (let row = rows - 1; row >= 0; row--) {
    const pivot = load<f64>(entry(row, row), A);
    if (!(pivot > load<f64>(number(row), MASS))) {
      store<f64>(number(row), 0, MASS);
      continue;
    }
    const mass = 1 / pivot;
    store<f64>(number(row), mass, MASS);
    let count = 0;
    for (let bits = load<i32>(word(row), TIED); bits !== 0; count++) {
      const i = 31 - clz(bits);
      bits ^= 1 << i;
      store<i32>(word(i), load<i32>(word(i), TIED) | bits, TIED);
      store<i32>(word(count), i, LIST);
    }
    const impulse = load<f64>(number(row), ROW_IMPULSE);
    for (let n = 0; n < count; n++) {
      const i = load<i32>(word(n), LIST);
      const factor = load<f64>(entry(row, i), A) * mass;
      for (let m = n; m < count; m++) {
        const l = load<i32>(word(m), LIST);
        store<f64>(entry(i, l), load<f64>(entry(i, l), A) - factor * load<f64>(entry(row, l), A), A);
      }
      store<f64>(number(i), load<f64>(number(i), ROW_IMPULSE) - factor * impulse, ROW_IMPULSE);
    }
  }
  for (let row = 0; row < rows; row++) {
    let sum = load<f64>(number(row), ROW_IMPULSE);
    for (let bits = load<i32>(word(row), TIED); bits !== 0;) {
      const i = 31 - clz(bits);
      bits ^= 1 << i;
      sum -= load<f64>(entry(row, i), A) * load<f64>(number(i), ROW_IMPULSE);
    }
    store<f64>(number(row), sum * load<f64>(number(row), MASS), ROW_IMPULSE);
  }
}

/** Leaves out the stops that would pull. The number of those that push, −1 if some were left out. */
function leaveOut(): i32 {
  let pushing = 0;
  let changed = false;
  for (let row = 0; row < rows; row++) {
    const stop = load<i32>(word(row), STOP_OF);
    if (stop === 0 || load<i32>(word(row), LEFT_OUT) === 1) continue;
    pushing++;
    if (load<f64>(number(row), ROW_IMPULSE) * wayOf(stop) > 0) continue;
    store<i32>(word(row), 1, LEFT_OUT);
    changed = true;
  }
  return changed ? -1 : pushing;
}

/** By how much the impulses change the rate of a row. */
function changeOf(row: i32): f64 {
  let sum: f64 = 0;
  for (let m = 0; m < rows; m++)
    sum += load<f64>(entry(max(row, m), min(row, m)), WHOLE) * load<f64>(number(m), ROW_IMPULSE);
  return sum;
}

/** Takes in again the stops that were left out and would be passed; true if there are any. */
function takeInAgain(): bool {
  let any = false;
  for (let row = 0; row < rows; row++) {
    if (load<i32>(word(row), LEFT_OUT) === 0) continue;
    const asked = load<f64>(number(row), CHANGE);
    const changed = changeOf(row);
    const missing = wayOf(load<i32>(word(row), STOP_OF)) * (asked - changed);
    if (missing <= ROUNDING * (Math.abs(asked) + Math.abs(changed))) continue;
    store<i32>(word(row), 0, LEFT_OUT);
    any = true;
  }
  return any;
}

/** Solves the block with those of its stops that push, and returns their number. */
function solveBlow(): i32 {
  readChanges();
  if (stops > 0) keepMatrix();
  for (let round = 0; ; round++) {
    solveRows();
    const left = leaveOut();
    if (stops === 0) return max(left, 0);
    if (left >= 0 && !(round < 2 * stops && takeInAgain())) return left;
    readChanges();
    takeMatrixBack();
  }
  return 0;
}

/** Books what another stop gave in the blow. */
function bookStop(g: usize, row: i32): void {
  const impulse = load<f64>(number(row), ROW_IMPULSE);
  if (impulse === 0) return;
  const stop = load<i32>(word(row), STOP_OF);
  const at = g + ((stop - 1) << 3);
  store<f64>(g, load<f64>(g, LIMITS_SUM) + impulse, LIMITS_SUM);
  store<i32>(g, load<i32>(g, STOPS_HIT) | stop, STOPS_HIT);
  const spare = load<f64>(number(row), SPARE);
  if (!(relaxes ? spare < LEFT * Math.abs(load<f64>(number(row), CHANGE)) : spare === 0)) return;
  store<f64>(at, 1, LOWER_STRUCK);
  if (load<f64>(at, LOWER_IMPULSE) !== 0) return;
  store<f64>(at, TRACE * (stop === AT_UPPER ? -impulse : impulse), LOWER_IMPULSE);
  store<f64>(g, load<f64>(g, ANGLE_IMPULSE) + TRACE * impulse, ANGLE_IMPULSE);
}

/** Applies the impulses of a joint's rows to one of its bodies. */
function pushBody(first: i32, end: i32, at: usize, b: usize): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let turn: f64 = 0;
  for (let row = first; row < end; row++) {
    const i = gradient(row) + at;
    const impulse = load<f64>(number(row), ROW_IMPULSE);
    x += load<f64>(i, TURNED) * impulse;
    y += load<f64>(i, TURNED + 8) * impulse;
    turn += load<f64>(i, TURNED + 16) * impulse;
  }
  store<f64>(b, load<f64>(b, V) + x, V);
  store<f64>(b, load<f64>(b, V + 8) + y, V + 8);
  store<f64>(b, load<f64>(b, OMEGA) + turn, OMEGA);
}

/** Applies the impulses of a joint's rows, and books them but for that of a stop that does it itself. */
function push(k: i32): void {
  const j: usize = load<u32>(word(k), JOINT_OF);
  const g = j + JOINT;
  const first = load<i32>(word(k), FIRST_ROW);
  const end = load<i32>(word(k), FIRST_ROW + 4);
  pushBody(first, end, 0, load<u32>(word(2 * k), BODY_OF));
  pushBody(first, end, COLUMN, load<u32>(word(2 * k + 1), BODY_OF));
  const h = load<f64>(H);
  let nowX: f64 = 0;
  let nowY: f64 = 0;
  for (let row = max(first, firstBooked); row < end; row++) {
    const i = gradient(row);
    const p = load<f64>(number(row), ROW_IMPULSE);
    store<f64>(j, load<f64>(j, MOMENT_A) + load<f64>(i, J + 16) * p, MOMENT_A);
    store<f64>(j, load<f64>(j, MOMENT_B) + load<f64>(i, J + 40) * p, MOMENT_B);
    const x = load<f64>(i, J + 24) * p;
    const y = load<f64>(i, J + 32) * p;
    nowX += x;
    nowY += y;
    if (load<i32>(word(row), STOP_OF) === 0) {
      store<f64>(j, load<f64>(j, SUM) + x, SUM);
      store<f64>(j, load<f64>(j, SUM + 8) + y, SUM + 8);
    } else {
      bookStop(g, row);
      // What is summed up is what NOW_TORQUE would change by: to the bit, too.
      const before = load<f64>(g, NOW_TORQUE);
      const turn = before + (p - (load<f64>(j, ARM_B) * y - load<f64>(j, ARM_B + 8) * x)) - before;
      const torque = Math.abs(turn) / h;
      store<f64>(g, load<f64>(g, SUM_TORQUE) + turn, SUM_TORQUE);
      if (torque > load<f64>(g, PEAK_TORQUE)) store<f64>(g, torque, PEAK_TORQUE);
    }
  }
  const force = Math.sqrt(nowX * nowX + nowY * nowY) / h;
  if (force > load<f64>(j, PEAK)) store<f64>(j, force, PEAK);
}

/**
 * Strikes by `stop` of the angle of the joint at `j`, whose rate is to change by `change`, and by the others that are met there, in
 * either pass. False if points leave it nothing to strike, or less than `least`; that is −1 unless its bodies were kicked.
 */
export function strike(j: usize, stop: i32, change: f64, least: f64, relax: bool): bool {
  relaxes = relax;
  firstBooked = 1;
  gather(j, stop, false);
  if (isBlockStiffened()) {
    if (least >= 0) return false;
    gather(j, stop, true);
  }
  store<f64>(0, change, CHANGE);
  if (solveBlow() === 0) return false;
  struckImpulse = load<f64>(0, ROW_IMPULSE);
  if (struckImpulse * wayOf(stop) < least) return false;
  struckRate = stops > 0 ? changeOf(0) : change;
  for (let k = 0; k < joints; k++) push(k);
  return true;
}

/** Strikes by `stop` of the angle of the joint at `j`, which was passed, and whose rate is to change by `change`. False if that does not push. */
export function strikeAgain(j: usize, stop: i32, change: f64): bool {
  relaxes = false;
  firstBooked = 0;
  gather(j, stop, false);
  store<f64>(0, change, CHANGE);
  store<f64>(0, 0, SPARE);
  if (solveBlow() === 0) return false;
  for (let k = 0; k < joints; k++) push(k);
  return true;
}
