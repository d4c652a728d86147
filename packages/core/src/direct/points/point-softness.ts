import { SPRING_COMPLIANCE, SPRING_HERTZ } from '../../coordinates/laws/law-fields';
import {
  P_FLAGS,
  P_INVERSE_MASS,
  P_LOCK_HERTZ,
  P_LOCK_ROW,
  P_SPRING_A,
  P_SPRING_B,
  P_SPRING_ROW,
  P_VISCOUS,
} from '../../coordinates/points/point-fields';
import { readByHertz } from '../../coordinates/points/point-mass';
import { softTheta } from '../../coordinates/laws/softness';
import type { StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';

/** Springs, viscous friction and soft locks of a point as if they had no cap. */

/** A soft law: its force x, y at the start of the step, then the slope: P = h·force − slope·(C₁ − C₀); stiffness, damping, θ. */
export const soft = new Float64Array(6);

/** Offsets in `soft`. */
export const SLOPE = 2,
  STIFFNESS = 3,
  DAMPING = 4,
  THETA = 5;

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
  const lock = law === P_LOCK_ROW;
  if (lock || (spring && flags & SPRING_HERTZ))
    readByHertz(w, p + law, p + (lock ? P_LOCK_HERTZ : P_SPRING_A), soft, STIFFNESS);
  else if (spring) {
    soft[STIFFNESS] = flags & SPRING_COMPLIANCE ? 1 / w[p + P_SPRING_A] : w[p + P_SPRING_A];
    soft[DAMPING] = w[p + P_SPRING_B];
  } else {
    soft[STIFFNESS] = 0;
    soft[DAMPING] = w[p + P_VISCOUS];
  }
  const k = soft[STIFFNESS];
  const damping = soft[DAMPING];
  const inverseMass = w[p + P_INVERSE_MASS];
  const theta = k > 0 ? softTheta(h * h * k * inverseMass) : h * damping * inverseMass > 2 ? 1 : 0.5;
  soft[0] = -k * (before[row] + lag[row] / 2);
  soft[1] = -k * (before[row + 1] + lag[row + 1] / 2);
  soft[SLOPE] = theta * h * k + damping;
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
  soft[0] = h * soft[0] - soft[SLOPE] * x;
  soft[1] = h * soft[1] - soft[SLOPE] * y;
}
