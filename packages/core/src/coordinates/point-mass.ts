import { LOCK, LOCK_CAPPED, LOCK_CORRECTION, LOCK_SOFT } from './law-fields';
import { I11, I12, I22, P_SHARE_A, P_SHARE_B } from './point-fields';

/** Writes the inverse of K into the record of a point at `o`. Two bodies that only turn have a K of rank 1: its pseudo-inverse is K / trace². */
export function writeInverse(d: Float64Array, o: number, k11: number, k12: number, k22: number): void {
  const det = k11 * k22 - k12 * k12;
  const trace = k11 + k22;
  const full = det > 1e-14 * trace * trace;
  const scale = full ? 1 / det : trace > 0 ? 1 / (trace * trace) : 0;
  d[o + I11] = scale * (full ? k22 : k11);
  d[o + I12] = scale * (full ? -k12 : k12);
  d[o + I22] = scale * (full ? k11 : k22);
}

/**
 * Writes how far from either anchor to the other the impulses of the laws at `p` act, `iA` and `iB` being the bodies' inverse inertias:
 * at one point of both, which keeps angular momentum whatever gap is left. Where a rigid lock holds the anchors together that is
 * midway. What may leave them apart has it nearer to the body that is easier to turn, at its anchor where the other cannot be:
 * from midway, what stops that body would turn it.
 */
export function writeShares(w: Float64Array, p: number, flags: number, iA: number, iB: number): void {
  const holds = (flags & (LOCK | LOCK_SOFT | LOCK_CORRECTION | LOCK_CAPPED)) === LOCK;
  w[p + P_SHARE_A] = holds || iA + iB === 0 ? 0.5 : iB / (iA + iB);
  w[p + P_SHARE_B] = 1 - w[p + P_SHARE_A];
}
