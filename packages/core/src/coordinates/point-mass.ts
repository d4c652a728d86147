import { LOCK } from './law-fields';
import { I11, I12, I22 } from './point-fields';

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
 * How far from each anchor to the other the impulse acts: midway where the anchors are held together, which keeps angular
 * momentum whatever gap is left; at the anchors themselves where a spring or friction may let them be far apart, and
 * damping from midway would turn the bodies.
 */
export function midway(flags: number): number {
  return flags & LOCK ? 0.5 : 0;
}
