import { type BodyStore, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
import { isStiffened } from '../body/stiffen-masses';
import {
  ACCELERATION,
  LIMITS_BOUNCE,
  LIMITS_SUM,
  LOCK,
  LOWER_APPROACH,
  LOWER_BOUND,
  MET_IN,
  NOT_PLAIN,
  RESTITUTION,
  STOPS_HIT,
  UPPER_APPROACH,
  UPPER_BOUND,
} from '../coordinates/law-fields';
import { isHeld } from '../coordinates/lock';
import { P_SHARE_A, P_SHARE_B, P_SUM_X } from '../coordinates/point-fields';
import { LOCK_SUM, VALUE } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { LEAST_APPROACH, rateAfter } from '../coordinates/stops';
import type { JointBatch } from './joint-batch';
import type { JointType } from './joint-type';
import { bookMoments, columnOfB } from './measure';
import { ARM_BX, ARM_BY, GAP_X, GAP_Y, NOW_TORQUE, NOW_X, NOW_Y } from './record';

/**
 * After the last relax: a stop that was met in this step throws back `restitution` of the rate it met, once. It is solved
 * as one block with the locks of its joint: a hinge would else take back what its stop gives, three quarters of it at the
 * end of a rod. The impulses count in the reactions and are not warm started. Where a body weighs more for this step, the rate is not
 * what it would have been, and nothing is thrown back: a light slider between heavy ones and its stops gained without end.
 */
export function restituteBatch(batch: JointBatch, bodies: BodyStore, ctx: StepContext): void {
  for (let i = 0; i < batch.activeCount; i++) {
    const j = batch.active[i];
    if (!listRows(batch, j, ctx) || isAnyStiffened(batch, j, bodies)) continue;
    readMatrix(batch, j, bodies.motion);
    solveRows();
    if (pushesApart()) applyRows(batch, j, bodies.motion);
  }
}

function isAnyStiffened(batch: JointBatch, j: number, bodies: BodyStore): boolean {
  for (let c = 0; c < batch.columns; c++) if (isStiffened(bodies, batch.bodies[j * batch.columns + c])) return true;
  return false;
}

/** Rows that a joint may have; one of a user with more gives its stops less to lean on. */
const MOST_ROWS = 6;

/** Of each row its coordinate, the rate that is asked for, which way it pushes (±1 from a stop, 0 of a lock), its impulse. */
const owner = new Int32Array(MOST_ROWS);
const target = new Float64Array(MOST_ROWS);
const way = new Int8Array(MOST_ROWS);
const impulse = new Float64Array(MOST_ROWS);
const A = new Float64Array(MOST_ROWS * MOST_ROWS);
let J = new Float64Array(MOST_ROWS * 6);
let rows = 0;

/** Lists the rows of slot `j`: rigid locks with rate 0, stops with what they throw back. True if there is one of those. */
function listRows(
  { rows: d, laws: w, columns, type, stride, lawsStride }: JointBatch,
  j: number,
  ctx: StepContext,
): boolean {
  const r = j * stride;
  if (J.length < MOST_ROWS * 3 * columns) J = new Float64Array(MOST_ROWS * 3 * columns);
  rows = 0;
  let found = false;
  const first = firstPass(d, w, type, r, j * lawsStride);
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at, law } = type.coordinates[c];
    const flags = d[r + at + kind.flagsAt] | 0;
    if (rows + kind.rowCount > MOST_ROWS) break;
    way[rows] = target[rows] = 0;
    if (flags & LIMITS_BOUNCE) {
      if (readStop(d, r + at, w, j * lawsStride + law, rows, kind.unit === 'angle', first, ctx)) found = true;
    }
    if (way[rows] === 0 && !isHeld(flags)) continue;
    for (let k = 0; k < kind.rowCount; k++, rows++) {
      kind.jacobian(d, r, r + at, columns, k, J, 3 * columns * rows);
      owner[rows] = c;
      if (kind.scalar) continue;
      way[rows] = target[rows] = 0;
      moveArms(d, r, k, J, 3 * columns * rows, flags, w, j * lawsStride + law);
    }
  }
  return found;
}

/**
 * The pass in which a stop of the joint was met first, 0 if none was. One met later may owe its approach to the first, which has not
 * thrown back yet: it is left to the next step.
 */
function firstPass(d: Float64Array, w: Float64Array, type: JointType, r: number, p: number): number {
  let first = 0;
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at, law } = type.coordinates[c];
    if (!(d[r + at + kind.flagsAt] & LIMITS_BOUNCE)) continue;
    const met = w[p + law + MET_IN];
    if (met > 0 && (first === 0 || met < first)) first = met;
  }
  return first;
}

/**
 * Rate that a stop throws back, if it pushed in this step and was met fast enough; forgets it. Where the bound is still some way off, or
 * passed, the rate there is the one that it would have left the bound with.
 */
function readStop(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  row: number,
  isAngle: boolean,
  first: number,
  { lengthUnit }: StepContext,
): boolean {
  const hit = w[p + STOPS_HIT] | 0;
  const approach = hit & 1 ? w[p + LOWER_APPROACH] : hit & 2 ? w[p + UPPER_APPROACH] : 0;
  const met = w[p + MET_IN];
  w[p + LOWER_APPROACH] = w[p + UPPER_APPROACH] = w[p + MET_IN] = 0;
  if (met !== first || !(approach > LEAST_APPROACH * (isAngle ? 1 : lengthUnit))) return false;
  way[row] = hit & 1 ? 1 : -1;
  const bound = w[p + (hit & 1 ? LOWER_BOUND : UPPER_BOUND)];
  target[row] = way[row] * rateAfter(w[p + RESTITUTION] * approach, w[p + ACCELERATION], d[o + VALUE] - bound);
  return true;
}

/** The impulse of a point acts between its anchors where it does in its kernel: moves the arms of its row in `J` from `i` on. */
export function moveArms(
  d: Float64Array,
  r: number,
  axis: number,
  J: Float64Array,
  i: number,
  flags: number,
  w: Float64Array,
  p: number,
): void {
  const plain = (flags & NOT_PLAIN) === 0;
  const moment = axis === 0 ? d[r + GAP_Y] : -d[r + GAP_X];
  J[i + 2] += moment * (plain ? 0.5 : w[p + P_SHARE_A]);
  J[i + 5] += moment * (plain ? 0.5 : w[p + P_SHARE_B]);
}

/** A = J M⁻¹ Jᵀ; what is missing of the rates goes to `impulse`, which the solution takes the place of. */
function readMatrix({ bodies, columns }: JointBatch, j: number, v: Float64Array): void {
  for (let row = 0; row < rows; row++) {
    const g = 3 * columns * row;
    impulse[row] = target[row];
    for (let other = 0; other <= row; other++) A[row * MOST_ROWS + other] = 0;
    for (let c = 0; c < columns; c++) {
      const b = bodies[j * columns + c];
      const x = J[g + 3 * c];
      const y = J[g + 3 * c + 1];
      const turn = J[g + 3 * c + 2];
      impulse[row] -= x * v[b + VX] + y * v[b + VY] + turn * v[b + OMEGA];
      for (let other = 0; other <= row; other++) {
        const k = 3 * (columns * other + c);
        A[row * MOST_ROWS + other] +=
          v[b + INV_MASS] * (x * J[k] + y * J[k + 1]) + v[b + INV_INERTIA] * turn * J[k + 2];
      }
    }
  }
}

/** A smaller share of a row's own mass than this is left by the rows before it: it is one of them again. */
const REDUNDANT = 1e-9;

/** Solves A · impulse = impulse by LDLᵀ; redundant rows get none. */
function solveRows(): void {
  for (let row = 0; row < rows; row++) {
    const own = A[row * MOST_ROWS + row];
    let pivot = own;
    for (let k = 0; k < row; k++) {
      let sum = A[row * MOST_ROWS + k];
      for (let m = 0; m < k; m++) sum -= A[row * MOST_ROWS + m] * A[k * MOST_ROWS + m] * A[m * MOST_ROWS + m];
      const factor = A[k * MOST_ROWS + k] > 0 ? sum / A[k * MOST_ROWS + k] : 0;
      A[row * MOST_ROWS + k] = factor;
      pivot -= factor * factor * A[k * MOST_ROWS + k];
      impulse[row] -= factor * impulse[k];
    }
    A[row * MOST_ROWS + row] = pivot > REDUNDANT * own ? pivot : 0;
  }
  for (let row = rows - 1; row >= 0; row--) {
    const pivot = A[row * MOST_ROWS + row];
    let sum = pivot > 0 ? impulse[row] / pivot : 0;
    for (let k = row + 1; k < rows; k++) sum -= A[k * MOST_ROWS + row] * impulse[k];
    impulse[row] = pivot > 0 ? sum : 0;
  }
}

function pushesApart(): boolean {
  for (let row = 0; row < rows; row++) if (way[row] * impulse[row] < 0) return false;
  return true;
}

function applyRows(batch: JointBatch, j: number, v: Float64Array): void {
  const { rows: d, laws: w, bodies, columns, type, stride, lawsStride } = batch;
  const r = j * stride;
  const columnB = columnOfB(batch, r);
  for (let row = 0; row < rows; row++) {
    const p = impulse[row];
    const g = 3 * columns * row;
    for (let c = 0; c < columns; c++) {
      const b = bodies[j * columns + c];
      v[b + VX] += v[b + INV_MASS] * J[g + 3 * c] * p;
      v[b + VY] += v[b + INV_MASS] * J[g + 3 * c + 1] * p;
      v[b + OMEGA] += v[b + INV_INERTIA] * J[g + 3 * c + 2] * p;
    }
    const spec = type.coordinates[owner[row]];
    const { kind, at, law } = spec;
    bookMoments(batch, r, spec, J, g, impulse, row);
    kind.scaleImpulses(d, r + at, w, j * lawsStride + law, 0);
    if (!kind.scalar) d[r + at + P_SUM_X + (row > 0 && owner[row - 1] === owner[row] ? 1 : 0)] += p;
    else if (way[row] === 0 && d[r + at + kind.flagsAt] & LOCK) d[r + at + LOCK_SUM] += p;
    else w[j * lawsStride + law + LIMITS_SUM] += p;
    const x = J[g + 3 * columnB] * p;
    const y = J[g + 3 * columnB + 1] * p;
    d[r + NOW_X] += x;
    d[r + NOW_Y] += y;
    if (kind.scalar) d[r + NOW_TORQUE] += J[g + 3 * columnB + 2] * p - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
  }
}
