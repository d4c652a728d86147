import { LIMITS_BOUNCE, LOWER_BOUND, MOTOR_CAPPED, RESTITUTION, UPPER_BOUND } from '../../coordinates/laws/law-fields';
import { LEAST_APPROACH } from '../../coordinates/laws/approach';
import { FLAGS, RATE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { measureKinetic } from '../energy/energy';
import { solve } from '../factor/ldlt';
import { leaveUnborne } from '../factor/redundant-rows';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { ARRIVING, KINETIC } from '../island/outcomes';
import { pushRows } from '../mean-pose';
import { AT_LOWER, AT_UPPER, DRIVEN, POSITION, unitOf, wayOf } from '../rows/row-modes';

/*
 * Newton's law of impact: what meets a stop with the rate a leaves it with e·a. What an impact gives back is no more than what the stops took
 * out, −Σ P·(C₁ − C₀)/h, but where a kinematic body or a motor without a cap strikes.
 */

/** True of a stop that was not yet reached when the step began, or is run into. */
export function isStopMet(island: DirectIsland, { row, o, joint }: DirectCoordinate): boolean {
  const { stopAt, mode, before, goal, gap, ledRate, isAngle, attempt } = island;
  const way = wayOf(stopAt[row]);
  if (mode[row] !== POSITION || way === 0) return false;
  const { h, tolerance, projectedWay, lengthUnit } = attempt;
  const unit = isAngle[row] === 1 ? lengthUnit : 1;
  const led = attempt.isLed ? ledRate[row] : 0;
  const room = way * (before[row] - goal[row] - gap[row] + h * led) * unit;
  return room > tolerance || -way * (joint.batch.rows[o + RATE] - led) * h * unit > projectedWay;
}

/** Writes to `thrown` the rates with which stops are left that `rate`, had none of them pushed, brings their rows to. */
export function findRebounds(island: DirectIsland, ctx: StepContext): void {
  const { coordinates, mode, stopAt, parts, target: taken, before, after, goal, attempt, out } = island;
  out[ARRIVING] = attempt.isCarried ? Infinity : parts.lost[0];
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    const { row, o, scalar, joint } = c;
    const flags = scalar ? joint.batch.rows[o + FLAGS] | 0 : 0;
    if (scalar && mode[row] === DRIVEN && goal[row] !== 0 && !(flags & MOTOR_CAPPED)) out[ARRIVING] = Infinity;
    out[ARRIVING] += (taken[row] * (after[row] - before[row])) / attempt.h;
    if (mode[row] !== POSITION || !(flags & LIMITS_BOUNCE)) continue;
    if (stopAt[row] === AT_LOWER || stopAt[row] === AT_UPPER) throwBack(island, c, ctx);
  }
}

/** Its approach is the rate at the start of the step and what that gained up to the bound. */
function throwBack(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { stopAt, before, gap, rate, ledRate, thrown, attempt } = island;
  const { row, o, p, joint } = c;
  const { rows: d, laws: w } = joint.batch;
  const way = wayOf(stopAt[row]);
  // A stop that is led is what its row moves against, and comes in this step as far as the gap that it leaves.
  const led = attempt.isLed ? ledRate[row] : 0;
  const end = rate[row] - led;
  if (way * end >= 0) return;
  const start = d[o + RATE] - led;
  const room = w[p + (way > 0 ? LOWER_BOUND : UPPER_BOUND)] + gap[row] - before[row] - ctx.h * led;
  const gone = way * Math.min(0, way * room);
  // rateAfter of approach.ts, squared: a call would allocate its doubles.
  const square = start * start + (2 * (end - start) * gone) / ctx.h;
  const least = LEAST_APPROACH * unitOf(c, ctx);
  if (square > least * least) thrown[row] = way * w[p + RESTITUTION] * Math.sqrt(square);
}

/** Takes from velocities and μ what is thrown back beyond the energy that was brought, by the factor at hand. */
export function limitRebounds(island: DirectIsland): void {
  const { system, v0: v, thrown, held, rateBefore: answer, dImpulse: mu, attempt, out } = island;
  measureKinetic(island, 0);
  const excess = out[KINETIC] - Math.max(0, out[ARRIVING]);
  if (!(excess > 0)) return;
  for (let row = 0; row < answer.length; row++) answer[row] = held[row] === 1 ? 0 : thrown[row];
  solve(system.factor, answer);
  if (attempt.redundant) leaveUnborne(island, answer);
  let energy = 0;
  for (let row = 0; row < answer.length; row++) energy += (thrown[row] * answer[row]) / 2;
  if (!(energy > 0)) return;
  const less = 1 - Math.sqrt(Math.max(0, 1 - excess / energy));
  for (let row = 0; row < answer.length; row++) {
    answer[row] *= held[row] === 1 ? 0 : -less;
    mu[row] += answer[row];
  }
  island.passes?.pushHinges(answer, v);
  pushRows(island, answer, v);
}
