import {
  ANGLE_IMPULSE,
  ARM_A,
  ARM_B,
  BODY_A,
  BODY_B,
  FLAGS,
  GAP,
  INV_INERTIA,
  INV_MASS,
  JOINT,
  LOWER,
  LOWER_BOUND,
  OMEGA,
  PER_SECOND,
  REACH_HIGH,
  REACH_LOW,
  STOP_SLOP,
  TIES_END,
  TIES_LAST,
  TIES_START,
  TIES_STIFF,
  UPPER,
  UPPER_BOUND,
  VALUE,
} from './plain-fields';

/**
 * Who is struck by the blow of a hinge's stop (src/joint/blows/blow-block.ts), among joints that hold points and stop angles: the same rows in
 * the same order, by the same operations. Why so, is said there. What becomes of them, says plain-blows.ts.
 */

const MOST_ROWS: i32 = 16;
/** Bytes of a row of the matrices, and of the Jacobian of a row: three numbers for either body. */
const LINE: i32 = 128;
export const COLUMN: i32 = 24;
const GRADIENT: i32 = 48;

/** Tables of the last blow, behind the constants of the module: J M⁻¹ Jᵀ, the same before it was solved, J and M⁻¹ Jᵀ. */
export const A: usize = 512,
  WHOLE: usize = A + 2048,
  J: usize = WHOLE + 2048,
  TURNED: usize = J + 768;
/** Of each row: impulse, change of rate that is asked for, room in rates, inverse of what is left of its inverse mass. */
export const ROW_IMPULSE: usize = TURNED + 768,
  CHANGE: usize = ROW_IMPULSE + 128,
  SPARE: usize = CHANGE + 128,
  MASS: usize = SPARE + 128;
/** Words of each row: those before it that it is tied to, as bits, and before it was solved; which stop it is; 1 once it is left out. */
export const TIED: usize = MASS + 128,
  WHOLE_TIED: usize = TIED + 64,
  STOP_OF: usize = WHOLE_TIED + 64,
  LEFT_OUT: usize = STOP_OF + 64;
/** Words: the rows that one is tied to; the joints, and the first row of each; of each column its body, and the one before it there. */
export const LIST: usize = LEFT_OUT + 64,
  JOINT_OF: usize = LIST + 64,
  FIRST_ROW: usize = JOINT_OF + 64,
  BODY_OF: usize = FIRST_ROW + 128,
  BEFORE: usize = BODY_OF + 128,
  REACHED: usize = BEFORE + 128;

export const AT_LOWER: i32 = 1,
  AT_UPPER: i32 = 2;

const LIGHTER: f64 = 1.2,
  TOO_LIGHT: f64 = 10,
  NEARLY: f64 = 0.1;

export let rows: i32 = 0;
export let joints: i32 = 0;
let bodies: i32 = 0;
/** Rows of stops beside the first. */
export let stops: i32 = 0;

/** The first body of the block, and what is tied to it. */
let firstBody: usize = 0;
let firstTies: usize = 0;

export function openBlows(bodies: usize, ties: usize): void {
  firstBody = bodies;
  firstTies = ties;
}

/** What is tied to a body that moves. */
export function tiesOf(b: usize): usize {
  return firstTies + ((b - firstBody) >> 3);
}

export function number(row: i32): usize {
  return row << 3;
}

export function word(row: i32): usize {
  return row << 2;
}

export function entry(row: i32, m: i32): usize {
  return row * LINE + (m << 3);
}

export function gradient(row: i32): usize {
  return row * GRADIENT;
}

export function wayOf(stop: i32): f64 {
  return stop === AT_UPPER ? -1 : 1;
}

function isImmovable(b: usize): bool {
  return load<f64>(b, INV_MASS) === 0 && load<f64>(b, INV_INERTIA) === 0;
}

/** Writes J of a row for one of its bodies, and M⁻¹ Jᵀ. */
function writeGradient(i: usize, b: usize, x: f64, y: f64, turn: f64): void {
  const m = load<f64>(b, INV_MASS);
  store<f64>(i, x, J);
  store<f64>(i, y, J + 8);
  store<f64>(i, turn, J + 16);
  store<f64>(i, m * x, TURNED);
  store<f64>(i, m * y, TURNED + 8);
  store<f64>(i, load<f64>(b, INV_INERTIA) * turn, TURNED + 16);
}

function beginRow(stop: i32): void {
  store<i32>(word(rows), 0, TIED);
  store<i32>(word(rows), stop, STOP_OF);
  store<i32>(word(rows), 0, LEFT_OUT);
  for (let m = 0; m <= rows; m++) store<f64>(entry(rows, m), 0, A);
}

function addStopRow(a: usize, b: usize, stop: i32): void {
  beginRow(stop);
  const i = gradient(rows);
  writeGradient(i, a, -0.0, -0.0, -1);
  writeGradient(i + COLUMN, b, 0, 0, 1);
  rows++;
}

/** The impulse of a point acts half way between its anchors. */
function addPointRows(j: usize, a: usize, b: usize): void {
  const alongX = load<f64>(j, GAP + 8) / 2;
  beginRow(0);
  const x = gradient(rows++);
  writeGradient(x, a, -1, 0, load<f64>(j, ARM_A + 8) + alongX);
  writeGradient(x + COLUMN, b, 1, 0, -load<f64>(j, ARM_B + 8) + alongX);
  const alongY = -load<f64>(j, GAP) / 2;
  beginRow(0);
  const y = gradient(rows++);
  writeGradient(y, a, 0, -1, -load<f64>(j, ARM_A) + alongY);
  writeGradient(y + COLUMN, b, 0, 1, load<f64>(j, ARM_B) + alongY);
}

/** Adds the row of the stop of an angle that is met, or may be by this blow. */
function addStop(j: usize, a: usize, b: usize): void {
  const g = j + JOINT;
  const flags = load<i32>(g, FLAGS);
  if (rows >= MOST_ROWS || !(flags & (LOWER | UPPER))) return;
  const rate = load<f64>(b, OMEGA) - load<f64>(a, OMEGA);
  if (load<f64>(g, ANGLE_IMPULSE) === 0 && rate >= load<f64>(g, REACH_LOW) && rate <= load<f64>(g, REACH_HIGH)) return;
  const perSecond = load<f64>(PER_SECOND);
  const least = load<f64>(STOP_SLOP) * perSecond;
  const value = load<f64>(g, VALUE);
  let closing: f64 = -NEARLY * Math.PI;
  const row = rows;
  for (let stop = AT_LOWER; stop <= AT_UPPER; stop++) {
    if (!(flags & (stop === AT_LOWER ? LOWER : UPPER))) continue;
    const way = wayOf(stop);
    const bound = stop === AT_LOWER ? load<f64>(g, LOWER_BOUND) : load<f64>(g, UPPER_BOUND);
    const room = Math.max(0, way * (value - bound)) * perSecond;
    const standsThere = room <= least && row === rows;
    if (-way * rate - room <= closing && !standsThere) continue;
    if (row === rows) addStopRow(a, b, stop);
    closing = -way * rate - room;
    store<i32>(word(row), stop, STOP_OF);
    store<f64>(number(row), way * closing, CHANGE);
    store<f64>(number(row), room, SPARE);
  }
  stops += rows - row;
}

/** Adds what the rows of two columns' joints have in common by the body of both. */
function addProducts(column: i32, other: i32): void {
  const k = column >> 1;
  const m = other >> 1;
  const first = load<i32>(word(m), FIRST_ROW);
  const end = load<i32>(word(m), FIRST_ROW + 4);
  const at: usize = COLUMN * (column & 1);
  const to: usize = COLUMN * (other & 1);
  const bits = (1 << end) - (1 << first);
  for (let row = load<i32>(word(k), FIRST_ROW); row < rows; row++) {
    const i = gradient(row) + at;
    const x = load<f64>(i, TURNED);
    const y = load<f64>(i, TURNED + 8);
    const turn = load<f64>(i, TURNED + 16);
    const most = min(row + 1, end);
    for (let n = first; n < most; n++) {
      const e = gradient(n) + to;
      const sum = x * load<f64>(e, J) + y * load<f64>(e, J + 8) + turn * load<f64>(e, J + 16);
      store<f64>(entry(row, n), load<f64>(entry(row, n), A) + sum, A);
    }
    store<i32>(word(row), load<i32>(word(row), TIED) | (bits & ((1 << row) - 1)), TIED);
  }
}

function addColumn(column: i32, b: usize): void {
  store<u32>(word(column), b as u32, BODY_OF);
  if (isImmovable(b)) return;
  const ties = tiesOf(b);
  const before = load<i32>(ties, TIES_LAST) - 1;
  if (before < 0) store<u32>(word(bodies++), b as u32, REACHED);
  store<i32>(word(column), before, BEFORE);
  store<i32>(ties, column + 1, TIES_LAST);
  for (let other = column; other >= 0; other = load<i32>(word(other), BEFORE)) addProducts(column, other);
}

/** Appends the rows of a joint, first of all that of `stop`, if that is not 0, and what they share with those before. */
function addJoint(j: usize, stop: i32, alone: bool): void {
  const a: usize = load<u32>(j, BODY_A);
  const b: usize = load<u32>(j, BODY_B);
  const k = joints++;
  store<u32>(word(k), j as u32, JOINT_OF);
  store<i32>(word(k), rows, FIRST_ROW);
  if (stop !== 0) addStopRow(a, b, stop);
  addPointRows(j, a, b);
  if (stop === 0 && !alone) addStop(j, a, b);
  store<i32>(word(k), rows, FIRST_ROW + 4);
  addColumn(2 * k, a);
  addColumn(2 * k + 1, b);
}

/** True if the joint has one of the columns on a body, of which `last` is the last. */
function isListed(last: i32, j: usize): bool {
  for (let e = last; e >= 0; e = load<i32>(word(e), BEFORE)) if (load<u32>(word(e >> 1), JOINT_OF) === j) return true;
  return false;
}

/** True if a joint on body `b` belongs to the block. */
function isFelt(b: usize, j: usize): bool {
  const a: usize = load<u32>(j, BODY_A);
  const other = a === b ? (load<u32>(j, BODY_B) as usize) : a;
  const times = load<f64>(other, INV_MASS) / load<f64>(b, INV_MASS);
  return !(times > LIGHTER && times < TOO_LIGHT);
}

/** Lists the row of the stop, the points on its bodies with other stops there, and those farther away that are felt, nearest first. */
export function gather(j: usize, stop: i32, alone: bool): void {
  rows = joints = bodies = stops = 0;
  addJoint(j, stop, alone);
  const own = bodies;
  for (let k = 0; k < bodies && rows < MOST_ROWS - 1; k++) {
    const b: usize = load<u32>(word(k), REACHED);
    const ties = tiesOf(b);
    const end = load<u32>(ties, TIES_END);
    for (let i = load<u32>(ties, TIES_START); i < end && rows < MOST_ROWS - 1; i += 4) {
      const next: usize = load<u32>(i);
      if (isListed(load<i32>(ties, TIES_LAST) - 1, next)) continue;
      if (k < own || isFelt(b, next)) addJoint(next, 0, alone);
    }
  }
  for (let k = 0; k < bodies; k++) store<i32>(tiesOf(load<u32>(word(k), REACHED)), 0, TIES_LAST);
}

export function isBlockStiffened(): bool {
  for (let k = 0; k < bodies; k++) if (load<i32>(tiesOf(load<u32>(word(k), REACHED)), TIES_STIFF) !== 0) return true;
  return false;
}
