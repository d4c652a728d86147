import { INV_INERTIA, INV_MASS } from '../body/body-store';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y, LOCAL_AX, LOCAL_AY, LOCAL_BX, LOCAL_BY } from '../joint/record';
import { LOCK, LOCK_APART, LOCK_APART_HUNG, LOCK_CAPPED, LOCK_CORRECTION, LOCK_SOFT, NOT_PLAIN } from './law-fields';
import { I11, I12, I22, P_SHARE_A, P_SHARE_B } from './point-fields';
import type { StepContext } from './step-context';

/** Of a K of rank 1 rounding leaves a determinant below this share of the square of its trace. */
const REDUNDANT = 1e-14;

/** Writes the inverse of K into the record of a point at `o`. */
export function writeInverse(d: Float64Array, o: number, k11: number, k12: number, k22: number): void {
  d[o + I11] = k11;
  d[o + I12] = k12;
  d[o + I22] = k22;
  invert(d, o);
}

/** Inverts what is at `o`, xx, xy, yy. Two bodies that only turn have a K of rank 1: its pseudo-inverse is K / trace², and back again. */
export function invert(d: Float64Array, o: number): void {
  const k11 = d[o + I11];
  const k12 = d[o + I12];
  const k22 = d[o + I22];
  const det = k11 * k22 - k12 * k12;
  const trace = k11 + k22;
  const full = det > REDUNDANT * trace * trace;
  const scale = full ? 1 / det : trace > 0 ? 1 / (trace * trace) : 0;
  d[o + I11] = scale * (full ? k22 : k11);
  d[o + I12] = scale * (full ? -k12 : k12);
  d[o + I22] = scale * (full ? k11 : k22);
}

/** True of a K, xx, xy, yy, that answers in every direction. */
export function isFull(k: Float64Array): boolean {
  const trace = k[0] + k[2];
  return k[0] * k[2] - k[1] * k[1] > REDUNDANT * trace * trace;
}

/** Reads K, xx, xy, yy, from its inverse in the record of a point at `o`. */
export function readMass(d: Float64Array, o: number, out: Float64Array): void {
  out[I11] = d[o + I11];
  out[I12] = d[o + I12];
  out[I22] = d[o + I22];
  invert(out, 0);
}

/**
 * A point half a step ahead: by how much A and B turn until then, how far towards the other anchor their arms go, the gap x, y, the inverse mass
 * of both together, the inverse inertias of A and B.
 */
export const ahead = new Float64Array(9);

/** Reads K, xx, xy, yy, of the point of the record at `r`, as it will be by what is in `ahead`, into out[o]. */
export function readMassAhead(d: Float64Array, r: number, out: Float64Array, o: number): void {
  const rAx = d[r + ARM_AX] - ahead[0] * d[r + ARM_AY] + ahead[2] * ahead[4];
  const rAy = d[r + ARM_AY] + ahead[0] * d[r + ARM_AX] + ahead[2] * ahead[5];
  const rBx = d[r + ARM_BX] - ahead[1] * d[r + ARM_BY] - ahead[3] * ahead[4];
  const rBy = d[r + ARM_BY] + ahead[1] * d[r + ARM_BX] - ahead[3] * ahead[5];
  out[o + I11] = ahead[6] + ahead[7] * rAy * rAy + ahead[8] * rBy * rBy;
  out[o + I12] = -ahead[7] * rAx * rAy - ahead[8] * rBx * rBy;
  out[o + I22] = ahead[6] + ahead[7] * rAx * rAx + ahead[8] * rBx * rBx;
}

/**
 * Writes how far from either anchor to the other the impulses of the laws at `p` act, `v` holding the bodies' inverse masses and inertias:
 * at one point of both, which keeps angular momentum whatever gap is left. In the direct step, and for what a joint stores, that is midway
 * where a rigid lock holds the anchors together; the iterative step has `writePlainShares` for those. What may leave them apart has it
 * nearer to the body that is easier to turn, at its anchor where the other cannot be: from midway, what stops that body would turn it. Of two
 * that nothing turns it is nearer to the one that is easier to push. Of points far apart in what hangs on the world it is either anchor, for
 * there is no momentum to be kept (joint/put-apart.ts).
 */
export function writeShares(w: Float64Array, p: number, flags: number, v: Float64Array, a: number, b: number): void {
  const holds = (flags & (LOCK | LOCK_SOFT | LOCK_CORRECTION | LOCK_CAPPED | LOCK_APART)) === LOCK;
  const by = v[a + INV_INERTIA] + v[b + INV_INERTIA] > 0 ? INV_INERTIA : INV_MASS;
  const sum = v[a + by] + v[b + by];
  w[p + P_SHARE_A] = holds || sum === 0 ? 0.5 : v[b + by] / sum;
  w[p + P_SHARE_B] = 1 - w[p + P_SHARE_A];
  if (flags & LOCK_APART_HUNG) w[p + P_SHARE_A] = w[p + P_SHARE_B] = 0;
}

/**
 * The same of the plain rigid lock at the joint `r`. Softness is relative to K, so that a lock gives way along another line than it pulls, and
 * pull and gap have a moment: about the anchor of what does not turn it would drive what whirls there, or brake it the other way round. Of
 * the two arms K turns with the one of which r²/I is larger, to the anchor of the other body; between equal ones it is midway. Where a body
 * is held at its centre, it is there: nothing turns it then.
 */
export function writePlainShares(
  d: Float64Array,
  r: number,
  w: Float64Array,
  p: number,
  v: Float64Array,
  a: number,
  b: number,
): void {
  const lAx = d[r + LOCAL_AX];
  const lAy = d[r + LOCAL_AY];
  const lBx = d[r + LOCAL_BX];
  const lBy = d[r + LOCAL_BY];
  const iA = v[a + INV_INERTIA];
  const iB = v[b + INV_INERTIA];
  const easeA = iA * (lAx * lAx + lAy * lAy);
  const easeB = iB * (lBx * lBx + lBy * lBy);
  const ofB = easeA + easeB > 0 ? easeB / (easeA + easeB) : iA + iB > 0 ? iA / (iA + iB) : 0.5;
  w[p + P_SHARE_A] = 1 - ofB;
  w[p + P_SHARE_B] = ofB;
}

/** Gaps of less than this, times lengthUnit, have a lock that holds, whatever it may do at its cap. */
const TOGETHER = 0.1;

/**
 * True of a rigid lock that holds the anchors of the joint at `r` together: it is as a plain one, whatever other laws are beside it. With a cap,
 * or a correction of its own, by how far they are apart.
 */
export function holdsTogether(d: Float64Array, r: number, flags: number, { lengthUnit }: StepContext): boolean {
  if ((flags & (LOCK | LOCK_SOFT | LOCK_APART)) !== LOCK) return false;
  if (!(flags & (LOCK_CORRECTION | LOCK_CAPPED))) return true;
  const x = d[r + GAP_X];
  const y = d[r + GAP_Y];
  return x * x + y * y < TOGETHER * TOGETHER * lengthUnit * lengthUnit;
}

/** Moves the arms in row `k` of a point's exact gradient, at J[i], from the anchors to where its impulses act. */
export function moveArms(
  d: Float64Array,
  r: number,
  flags: number,
  w: Float64Array,
  p: number,
  k: number,
  J: Float64Array,
  i: number,
): void {
  const plain = (flags & NOT_PLAIN) === 0;
  const moment = k === 0 ? d[r + GAP_Y] : -d[r + GAP_X];
  J[i + 2] += moment * (plain ? 0.5 : w[p + P_SHARE_A]);
  J[i + 5] += moment * (plain ? 0.5 : w[p + P_SHARE_B]);
}
