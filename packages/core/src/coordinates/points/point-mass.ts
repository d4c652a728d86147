import { INERTIA, INV_INERTIA, INV_MASS, MASS } from '../../state/body-store';
import { GAP_X, GAP_Y, LOCAL_AX, LOCAL_AY, LOCAL_BX, LOCAL_BY } from '../../state/record';
import { LOCK, LOCK_CAPPED, LOCK_CORRECTION, LOCK_SOFT, NOT_PLAIN, SPRING_HERTZ } from '../laws/law-fields';
import {
  I11,
  I12,
  I22,
  P_FLAGS,
  P_LOCK_HERTZ,
  P_LOCK_ROW,
  P_SHARE_A,
  P_SHARE_B,
  P_SPRING_A,
  P_SPRING_ROW,
  V_STIFFNESS,
} from './point-fields';
import type { StepContext } from '../step-context';

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

/** Reads K, xx, xy, yy, from its inverse in the record of a point at `o`. */
export function readMass(d: Float64Array, o: number, out: Float64Array): void {
  out[I11] = d[o + I11];
  out[I12] = d[o + I12];
  out[I22] = d[o + I22];
  invert(out, 0);
}

/** Of a pair: the inverse mass of both together, the inverse inertias of A and B. */
export const inverses = new Float64Array(3);

/** Leaves there those of the bodies at `a` and `b`, whatever they weigh more for a step. */
export function weighPair(v: Float64Array, load: Float64Array, a: number, b: number): void {
  inverses[0] = (v[a + INV_MASS] > 0 ? 1 / load[a + MASS] : 0) + (v[b + INV_MASS] > 0 ? 1 / load[b + MASS] : 0);
  inverses[1] = v[a + INV_INERTIA] > 0 ? 1 / load[a + INERTIA] : 0;
  inverses[2] = v[b + INV_INERTIA] > 0 ? 1 / load[b + INERTIA] : 0;
}

/** Mass of a pair, kg. */
export const pairMass = new Float64Array(1);

/**
 * Leaves there what laws given by hertz are stiff by at the joint `r` of a pair whose `inverses` are known: what both weigh against each other
 * where they do not turn, in any pose and direction. Stiff by K⁻¹ they would be a force that no energy belongs to, and drive what whirls. Bodies
 * that only turn weigh what their arms do in line.
 */
export function measurePair(d: Float64Array, r: number): void {
  pairMass[0] = inverses[0];
  if (pairMass[0] === 0) {
    const lAx = d[r + LOCAL_AX];
    const lAy = d[r + LOCAL_AY];
    const lBx = d[r + LOCAL_BX];
    const lBy = d[r + LOCAL_BY];
    pairMass[0] = inverses[1] * (lAx * lAx + lAy * lAy) + inverses[2] * (lBx * lBx + lBy * lBy);
  }
  if (pairMass[0] > 0) pairMass[0] = 1 / pairMass[0];
}

/** Writes the stiffness of the laws at `p` that are given by hertz. */
export function writeStiffness(d: Float64Array, r: number, w: Float64Array, p: number, flags: number): void {
  measurePair(d, r);
  const spring = 2 * Math.PI * w[p + P_SPRING_A];
  const lock = 2 * Math.PI * w[p + P_LOCK_HERTZ];
  if (flags & SPRING_HERTZ) w[p + P_SPRING_ROW + V_STIFFNESS] = pairMass[0] * spring * spring;
  if (flags & LOCK_SOFT) w[p + P_LOCK_ROW + V_STIFFNESS] = pairMass[0] * lock * lock;
}

/** Reads stiffness and damping of a law at `s` whose hertz are at w[given], its damping ratio behind them, into out[i] and out[i + 1]. */
export function readByHertz(w: Float64Array, s: number, given: number, out: Float64Array, i: number): void {
  out[i] = w[s + V_STIFFNESS];
  out[i + 1] = (w[given + 1] * out[i]) / (Math.PI * w[given]);
}

/**
 * Writes how far from either anchor to the other the impulses of the point at `o` act, `v` holding the bodies' inverse masses and inertias:
 * at one point of both, which keeps angular momentum whatever gap is left. In the direct step, and for what a joint stores, that is midway
 * where a rigid lock holds the anchors together; the iterative step has `writePlainShares` for those. What may leave them apart has it
 * nearer to the body that is easier to turn, at its anchor where the other cannot be: from midway, what stops that body would turn it. Of two
 * that nothing turns it is nearer to the one that is easier to push.
 */
export function writeShares(d: Float64Array, o: number, v: Float64Array, a: number, b: number): void {
  const flags = d[o + P_FLAGS] | 0;
  const holds = (flags & (LOCK | LOCK_SOFT | LOCK_CORRECTION | LOCK_CAPPED)) === LOCK;
  const by = v[a + INV_INERTIA] + v[b + INV_INERTIA] > 0 ? INV_INERTIA : INV_MASS;
  const sum = v[a + by] + v[b + by];
  d[o + P_SHARE_A] = holds || sum === 0 ? 0.5 : v[b + by] / sum;
  d[o + P_SHARE_B] = 1 - d[o + P_SHARE_A];
}

/**
 * The same of the plain rigid lock at the joint `r`. Softness is relative to K, so that a lock gives way along another line than it pulls, and
 * pull and gap have a moment: about the anchor of what does not turn it would drive what whirls there, or brake it the other way round. Of
 * the two arms K turns with the one of which r²/I is larger, to the anchor of the other body; between equal ones it is midway. Where a body
 * is held at its centre, it is there: nothing turns it then.
 */
export function writePlainShares(d: Float64Array, r: number, o: number, v: Float64Array, a: number, b: number): void {
  const lAx = d[r + LOCAL_AX];
  const lAy = d[r + LOCAL_AY];
  const lBx = d[r + LOCAL_BX];
  const lBy = d[r + LOCAL_BY];
  const iA = v[a + INV_INERTIA];
  const iB = v[b + INV_INERTIA];
  const easeA = iA * (lAx * lAx + lAy * lAy);
  const easeB = iB * (lBx * lBx + lBy * lBy);
  const ofB = easeA + easeB > 0 ? easeB / (easeA + easeB) : iA + iB > 0 ? iA / (iA + iB) : 0.5;
  d[o + P_SHARE_A] = 1 - ofB;
  d[o + P_SHARE_B] = ofB;
}

/** Gaps of less than this, times lengthUnit, have a lock that holds, whatever it may do at its cap. */
const TOGETHER = 0.1;

/**
 * True of a rigid lock that holds the anchors of the joint at `r` together: it is as a plain one, whatever other laws are beside it. With a cap,
 * or a correction of its own, by how far they are apart.
 */
export function holdsTogether(d: Float64Array, r: number, flags: number, { lengthUnit }: StepContext): boolean {
  if ((flags & (LOCK | LOCK_SOFT)) !== LOCK) return false;
  if (!(flags & (LOCK_CORRECTION | LOCK_CAPPED))) return true;
  const x = d[r + GAP_X];
  const y = d[r + GAP_Y];
  return x * x + y * y < TOGETHER * TOGETHER * lengthUnit * lengthUnit;
}

/** Moves the arms in row `k` of a point's exact gradient, at J[i], from the anchors to where its impulses act. */
export function moveArms(d: Float64Array, r: number, o: number, k: number, J: Float64Array, i: number): void {
  const plain = ((d[o + P_FLAGS] | 0) & NOT_PLAIN) === 0;
  const moment = k === 0 ? d[r + GAP_Y] : -d[r + GAP_X];
  J[i + 2] += moment * (plain ? 0.5 : d[o + P_SHARE_A]);
  J[i + 5] += moment * (plain ? 0.5 : d[o + P_SHARE_B]);
}
