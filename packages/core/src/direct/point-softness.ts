import { SPRING_COMPLIANCE, SPRING_HERTZ } from '../coordinates/law-fields';
import {
  I11,
  I12,
  I22,
  P_FLAGS,
  P_LOCK_HERTZ,
  P_LOCK_RATIO,
  P_LOCK_ROW,
  P_SPRING_A,
  P_SPRING_B,
  P_SPRING_ROW,
  P_VISCOUS,
} from '../coordinates/point-fields';
import { softTheta } from '../coordinates/softness';
import type { StepContext } from '../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { meanInverse } from './point-inverse';

/** Springs, viscous friction and soft locks of a point as if they had no cap. */

/**
 * A soft law: its force x, y at the start of the step, then the slope xx, xy, yy: P = h·force − slope·(C₁ − C₀); what its stiffness and its
 * damping are multiplied by, xx, xy, yy, for a gap and for what it changes by; stiffness, damping, θ.
 */
export const soft = new Float64Array(14);

/** Offsets in `soft`. */
export const BY_GAP = 5,
  BY_CHANGE = 8,
  STIFFNESS = 11,
  DAMPING = 12,
  THETA = 13;

/**
 * Reads the soft law whose row begins at `law` as if it had no cap. The gap at the start is turned along by half of the step, whatever θ: the
 * mean gap then does as much work as is stored less of it, and what θ gives beyond ½ is damping of what the gap does not only turn along.
 */
export function readSoft(island: DirectIsland, { row, o, p, joint }: DirectCoordinate, law: number): void {
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const { before, lag, attempt } = island;
  const { h } = attempt;
  const spring = law === P_SPRING_ROW;
  if (law === P_LOCK_ROW || (spring && flags & SPRING_HERTZ)) {
    const omega = 2 * Math.PI * w[p + (spring ? P_SPRING_A : P_LOCK_HERTZ)];
    const ratio = w[p + (spring ? P_SPRING_B : P_LOCK_RATIO)];
    const theta = softTheta(h * h * omega * omega);
    const slope = theta * h * omega * omega + 2 * ratio * omega;
    const x = before[row] + lag[row] / 2;
    const y = before[row + 1] + lag[row + 1] / 2;
    const i11 = d[o + I11];
    const i12 = d[o + I12];
    const i22 = d[o + I22];
    // Bodies that only turn leave one direction unmoved: there any slope will do.
    const full = i11 * i22 - i12 * i12 > 1e-14 * (i11 + i22) * (i11 + i22);
    soft[0] = -omega * omega * (i11 * x + i12 * y);
    soft[1] = -omega * omega * (i12 * x + i22 * y);
    soft[BY_GAP] = i11;
    soft[BY_GAP + 1] = i12;
    soft[BY_GAP + 2] = i22;
    soft[BY_CHANGE] = full ? i11 : i11 + i22;
    soft[BY_CHANGE + 1] = full ? i12 : 0;
    soft[BY_CHANGE + 2] = full ? i22 : i11 + i22;
    for (let k = 0; k < 3; k++) soft[2 + k] = slope * soft[BY_CHANGE + k];
    soft[STIFFNESS] = omega * omega;
    soft[DAMPING] = 2 * ratio * omega;
    soft[THETA] = theta;
    return;
  }
  const given = w[p + P_SPRING_A];
  const k = !spring ? 0 : flags & SPRING_COMPLIANCE ? 1 / given : given;
  const damping = spring ? w[p + P_SPRING_B] : w[p + P_VISCOUS];
  const inverseMass = meanInverse(d[o + I11], d[o + I12], d[o + I22]);
  const theta = k > 0 ? softTheta(h * h * k * inverseMass) : h * damping * inverseMass > 2 ? 1 : 0.5;
  soft[0] = -k * (before[row] + lag[row] / 2);
  soft[1] = -k * (before[row + 1] + lag[row + 1] / 2);
  soft[2] = soft[4] = theta * h * k + damping;
  soft[3] = 0;
  for (let from = BY_GAP; from <= BY_CHANGE; from += 3) {
    soft[from] = soft[from + 2] = 1;
    soft[from + 1] = 0;
  }
  soft[STIFFNESS] = k;
  soft[DAMPING] = damping;
  soft[THETA] = theta;
}

/** Leaves in `soft` the impulse x, y of a soft law without its cap. */
export function pullSoft(island: DirectIsland, c: DirectCoordinate, law: number, ctx: StepContext): void {
  const { h } = ctx;
  const { row } = c;
  const { before, after, lag } = island;
  const x = after[row] - before[row] - lag[row];
  const y = after[row + 1] - before[row + 1] - lag[row + 1];
  readSoft(island, c, law);
  soft[0] = h * soft[0] - soft[2] * x - soft[3] * y;
  soft[1] = h * soft[1] - soft[3] * x - soft[4] * y;
}
