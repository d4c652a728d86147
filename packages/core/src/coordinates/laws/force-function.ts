import { S_DAMPING, S_FORCE, S_STIFFNESS, S_STRETCH } from './law-fields';
import { INVERSE_MASS, RATE } from '../scalar';
import type { StepContext } from '../step-context';

/**
 * A spring given as a law: the force (N, or N·m on angles) that raises the coordinate, from how far it is
 * stretched beyond `target` (world units or rad) and how fast (per second).
 */
export interface ForceFunction {
  readonly force: (stretch: number, rate: number) => number;
  /** ∂force/∂stretch and ∂force/∂rate where known; else central differences. */
  readonly slope?: (stretch: number, rate: number) => readonly [stiffness: number, damping: number];
  /** Internal force units per N (or N·m): lengthUnit, or its square on angles. */
  readonly scale: number;
  /** What records multiply the value by (`GAUGE`). */
  readonly gauge: number;
  /** Set when a value was not finite: the law rests, and `force-not-finite` is thrown after the step. */
  failed: boolean;
  /** What the function threw, if it did: thrown again after the step. */
  thrown?: unknown;
}

/** Nothing is as long or as fast (m, m/s): a number on its way to an overflow. */
const BEYOND = 1e15;

/** (hω)² of the difference between two slopes from which on they are not the same within a step. */
const BENT = 0.01;

/**
 * Makes stiffness k = max(0, −∂F/∂stretch), damping c = max(0, −∂F/∂rate) and force F + c·q̇ of a soft row of a force function, so
 * that P = θh[F − θhk·q̇⁺ − c(q̇⁺ − q̇)]. A slope of the wrong sign is taken explicitly.
 * Where the function bends within the step, as that of a bump stop does, k is what its mean along the way falls by.
 */
export function linearizeForce(
  d: Float64Array,
  o: number,
  w: Float64Array,
  s: number,
  ctx: StepContext,
  index: number,
): void {
  const spring = ctx.forces[index];
  const { gauge } = spring;
  const stretch = w[s + S_STRETCH] / gauge;
  const rate = d[o + RATE] / gauge;
  w[s + S_STIFFNESS] = 0;
  w[s + S_DAMPING] = 0;
  w[s + S_FORCE] = 0;
  // What overflowed is forgotten after the substep: the function is not to blame.
  const most = BEYOND * ctx.lengthUnit;
  if (spring.failed || !(Math.abs(stretch) < most && Math.abs(rate) < most)) return;
  let force = NaN;
  let stiffness = 0;
  let damping = 0;
  try {
    force = spring.force(stretch, rate);
    [stiffness, damping] = slopes(spring, stretch, rate, ctx.lengthUnit);
  } catch (error) {
    spring.thrown = error;
  }
  if (!(Number.isFinite(force) && Number.isFinite(stiffness) && Number.isFinite(damping))) {
    spring.failed = true;
    return;
  }
  const along = slopeAlong(spring, stretch, rate, force, rate * ctx.h);
  const perValue = spring.scale / gauge;
  if (Math.abs(along - stiffness) * perValue * ctx.h * ctx.h * d[o + INVERSE_MASS] > BENT) stiffness = along;
  const c = Math.max(0, -damping * perValue);
  w[s + S_STIFFNESS] = Math.max(0, -stiffness * perValue);
  w[s + S_DAMPING] = c;
  w[s + S_FORCE] = force * spring.scale + c * d[o + RATE];
}

function slopes(spring: ForceFunction, stretch: number, rate: number, lengthUnit: number): readonly [number, number] {
  if (spring.slope !== undefined) return spring.slope(stretch, rate);
  const dx = 1e-6 * (lengthUnit + Math.abs(stretch));
  const dv = 1e-6 * (lengthUnit + Math.abs(rate));
  return [
    (spring.force(stretch + dx, rate) - spring.force(stretch - dx, rate)) / (2 * dx),
    (spring.force(stretch, rate + dv) - spring.force(stretch, rate - dv)) / (2 * dv),
  ];
}

/**
 * The slope of the straight line from `force` that has the mean of the function over `way` as its own mean, by Simpson's rule: what meets a
 * wall within the step is held back by it, not only when it stands in it, and what leaves it is not thrown off with more than it brought.
 * NaN where the function cannot be read there: it may never come so far.
 */
function slopeAlong({ force: read }: ForceFunction, stretch: number, rate: number, force: number, way: number): number {
  try {
    const slope = (4 * read(stretch + way / 2, rate) + read(stretch + way, rate) - 5 * force) / (3 * way);
    return Number.isFinite(slope) ? slope : NaN;
  } catch {
    return NaN;
  }
}
