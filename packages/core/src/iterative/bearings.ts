import type { Kind } from '../coordinates/coordinate';
import {
  BEARING,
  FRICTION_COEFFICIENT,
  FRICTION_IMPULSE,
  FRICTION_LOAD,
  FRICTION_RADIUS,
  FRICTION_SUM,
  LOCK,
  LOCK_CAPPED,
  LOCK_ROW,
  LOCK_SOFT,
  LOWER_IMPULSE,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  NOT_PLAIN,
  RATCHET_IMPULSE,
  S_IMPULSE,
  UPPER_IMPULSE,
} from '../coordinates/laws/law-fields';
import { isHeld } from '../coordinates/laws/holding';
import {
  P_FLAGS,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_LOCK_ROW,
  P_SUM_X,
  P_WARM_X,
  V_X,
  V_Y,
} from '../coordinates/points/point-fields';
import { ARC, EFFECTIVE_MASS, FLAGS, LOCK_IMPULSE, LOCK_SUM, WARM } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import {
  A,
  addRow,
  beginRows,
  factoriseRows,
  giveRow,
  impulse,
  MOST_ROWS,
  owner,
  rate,
  readRate,
  rows,
} from '../batches/row-block';

/** Sum of the squares of the impulses in the locks of a joint. An array: a double that is returned would be allocated. */
const load2 = new Float64Array(1);

/** The load on a bearing or slide as a pass begins: size of the impulse that the joint's own length and point locks gave in the last one. */
export function prepareBearings(batch: JointBatch): void {
  for (let i = 0; i < batch.activeCount; i++) readLoad(batch, batch.active[i]);
}

/** Brings friction to the load of this very pass, once the locks are solved. Solved before them by the last one alone it would be late. */
export function rubByLoad(batch: JointBatch, v: Float64Array, ctx: StepContext): void {
  const { active, activeCount, rows, stride, laws } = batch;
  const { coordinates } = batch.type;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    for (let c = 0; c < coordinates.length; c++) {
      const { kind, at, index } = coordinates[c];
      if (!kind.scalar || !rubs(rows, j * stride + at, laws, batch.lawsAt(j, index), ctx)) continue;
      readLoad(batch, j);
      rub(batch, j, coordinates[c], v, ctx);
    }
  }
}

/** Writes the load to the friction that follows it. */
function readLoad(batch: JointBatch, j: number): void {
  const { rows, stride, laws, coordinates } = batch;
  load2[0] = 0;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, index } = coordinates[c];
    addLoad(kind, rows, j * stride + at, laws, batch.lawsAt(j, index), load2);
  }
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, index } = coordinates[c];
    if (kind.scalar && rows[j * stride + at + FLAGS] & BEARING)
      laws[batch.lawsAt(j, index) + FRICTION_LOAD] = Math.sqrt(load2[0]);
  }
}

/** True of friction that follows the load where nothing stronger holds or drives its coordinate. */
function rubs(d: Float64Array, o: number, w: Float64Array, p: number, { h }: StepContext): boolean {
  const flags = d[o + FLAGS] | 0;
  if (!(flags & BEARING) || d[o + EFFECTIVE_MASS] === 0 || isHeld(flags)) return false;
  if (w[p + LOWER_IMPULSE] !== 0 || w[p + UPPER_IMPULSE] !== 0 || w[p + RATCHET_IMPULSE] !== 0) return false;
  return (
    !(flags & MOTOR) || (flags & MOTOR_CAPPED && Math.abs(w[p + MOTOR_IMPULSE]) >= (w[p + MOTOR_CAP] * h) / 2) !== 0
  );
}

/** What each lock takes back of friction. */
const share = new Float64Array(MOST_ROWS);

/**
 * Solves friction again together with the rigid locks of its joint, which go on as they do. Their load follows it: N = N₀ − λx, x what they
 * take back of it. It slips at the least |λ| with |λ| = μ|N|, or sticks by less; where there is none it jams, and sticks by what it takes.
 */
function rub(batch: JointBatch, j: number, spec: CoordinateSpec, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, stride, coordinates } = batch;
  const o = j * stride + spec.at;
  const p = batch.lawsAt(j, spec.index);
  listRows(batch, j, spec);
  factoriseRows(batch, j, v);
  const n = rows - 1;
  const inverseMass = A[n * MOST_ROWS + n];
  if (inverseMass === 0) return;
  readRate(batch, j, n, v);
  const slip = rate[0] + (ctx.relax ? 0 : d[o + ARC] * ctx.perSecond);
  const now = w[p + FRICTION_IMPULSE];
  const free = now - slip / inverseMass;
  const way = free > 0 ? 1 : -1;
  const mu = w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS];

  for (let k = n - 1; k >= 0; k--) {
    share[k] = A[n * MOST_ROWS + k];
    for (let m = k + 1; m < n; m++) share[k] -= A[m * MOST_ROWS + k] * share[m];
  }
  // μ²N² = a + 2bt + ct² of friction t along its way.
  let a = mu * mu * w[p + FRICTION_LOAD] * w[p + FRICTION_LOAD];
  let b = 0;
  let c = 0;
  for (let k = 0; k < n; k++) {
    if (coordinates[owner[k]].kind.unit === 'angle') continue;
    const given = mu * impulse[k];
    const without = given + mu * share[k] * now;
    a += without * without - given * given;
    b -= way * without * mu * share[k];
    c += mu * mu * share[k] * share[k];
  }
  a = Math.max(0, a);
  const root = b * b + a * (1 - c);
  // Of both forms of the least root the one that divides by no difference.
  let most = Infinity;
  if (root >= 0 && Math.sqrt(root) > b) most = a / (Math.sqrt(root) - b);
  else if (root >= 0 && c < 1) most = (b + Math.sqrt(root)) / (1 - c);

  impulse[n] = way * Math.min(most, Math.abs(free)) - now;
  if (impulse[n] === 0) return;
  for (let k = 0; k < n; k++) impulse[k] = -share[k] * impulse[n];
  for (let k = 0; k <= n; k++) {
    giveRow(batch, j, k, v);
    book(batch, j, k, k === n);
  }
}

/** Lists the rows of the rigid locks of slot `j`, and that of the friction on `spec` last. */
function listRows(batch: JointBatch, j: number, spec: CoordinateSpec): void {
  const { rows: d, type, stride } = batch;
  const { coordinates } = type;
  beginRows(batch);
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
    const o = j * stride + at;
    if (coordinates[c] === spec || (d[o + kind.flagsAt] & (LOCK | LOCK_SOFT | LOCK_CAPPED)) !== LOCK) continue;
    if (rows + kind.rowCount >= MOST_ROWS) continue;
    for (let k = 0; k < kind.rowCount; k++) {
      impulse[rows] = d[o + (kind.scalar ? LOCK_IMPULSE : k === 0 ? P_IMPULSE_X : P_IMPULSE_Y)];
      addRow(batch, j, c, k);
    }
  }
  addRow(batch, j, coordinates.indexOf(spec), 0);
}

/** Books the impulse of a row where its law keeps it. */
function book(batch: JointBatch, j: number, row: number, isFriction: boolean): void {
  const { rows: d, laws: w, coordinates, stride } = batch;
  const p = impulse[row];
  const { kind, at, index } = coordinates[owner[row]];
  const o = j * stride + at;
  const l = batch.lawsAt(j, index);
  if (isFriction) {
    w[l + FRICTION_IMPULSE] += p;
    w[l + FRICTION_SUM] += p;
    d[o + WARM] += p;
  } else if (kind.scalar) {
    d[o + LOCK_IMPULSE] += p;
    d[o + LOCK_SUM] += p;
    d[o + WARM] += p;
  } else {
    const axis = row > 0 && owner[row - 1] === owner[row] ? 1 : 0;
    d[o + P_IMPULSE_X + axis] += p;
    d[o + P_SUM_X + axis] += p;
    if (d[o + P_FLAGS] & NOT_PLAIN) w[l + P_WARM_X + axis] += p;
  }
}

/** Adds to sum[0] the square of the impulse that a lock last gave, rigid or soft; one on an angle loads no bearing. */
export function addLoad(
  { scalar, unit }: Kind,
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  sum: Float64Array,
): void {
  if (unit === 'angle') return;
  if (scalar) {
    const x = d[o + FLAGS] & LOCK_SOFT ? w[p + LOCK_ROW + S_IMPULSE] : d[o + LOCK_IMPULSE];
    sum[0] += x * x;
  } else if (d[o + P_FLAGS] !== 0) {
    const soft = (d[o + P_FLAGS] & LOCK_SOFT) !== 0;
    const x = soft ? w[p + P_LOCK_ROW + V_X] : d[o + P_IMPULSE_X];
    const y = soft ? w[p + P_LOCK_ROW + V_Y] : d[o + P_IMPULSE_Y];
    sum[0] += x * x + y * y;
  }
}
