import { type BodyStore } from '../../body/body-store';
import {
  LIMITS_BOUNCE,
  LOWER_BOUND,
  MOTOR_CAPPED,
  NOTED,
  RESTITUTION,
  UPPER_BOUND,
} from '../../coordinates/laws/law-fields';
import { FLAGS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { LEAST_APPROACH } from '../../coordinates/laws/approach';
import { mayFactorise } from '../budget';
import { writeOwnImpulse } from '../rows/book-row';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { pushRows } from '../mean-pose';
import { writeRates } from '../motion/measure-rows';
import { ARRIVING } from '../island/outcomes';
import { pushPins } from '../pins/pins';
import { BEFORE_IMPACT, IN_IMPACT, projectVelocity, weighByMass } from './project';
import { leaveUnborne } from '../factor/redundant-rows';
import { AT_LOWER, AT_UPPER, DRIVEN, OFF, POSITION, unitOf } from '../rows/row-modes';

/*
 * Newton's law of impact for all stops that were met in a step, at once: J v = −e·a after it, where a = J v⁻ is what they were met
 * with. The dynamics of the step has taken the approach out by the impulses P of the stops; v⁻ is what the island has without them. A
 * stop that only the impact at another one drives its row to is left out, and met in the next step. What an impact gives back is no
 * more than what P took out, −Σ P·(C₁ − C₀)/h, but where a kinematic body or a motor without a cap strikes; that keeps its rate in v⁻, too.
 */

/** True if stops that were met threw back: `v` is then what the island has after it, and `dImpulse` holds the impulses. */
export function bounce(island: DirectIsland, store: BodyStore, v: Float64Array, ctx: StepContext): boolean {
  // One before the impact, and one in it.
  if (!(island.attempt.laws & LIMITS_BOUNCE) || !mayFactorise(island, 2)) return false;
  if (!findBounces(island, store, v, ctx)) return false;
  projectVelocity(island, store, v, IN_IMPACT, ctx);
  return throwBack(island, v);
}

/**
 * Looks for stops that throw back; if there are any `v` becomes v⁻ (and `du` what `v` was), the impulses for that are in `target`, and the
 * rates after the impact in `thrown`. Else `v` is left as it is.
 */
function findBounces(island: DirectIsland, store: BodyStore, v: Float64Array, ctx: StepContext): boolean {
  const { coordinates, mode, du, thrown, dImpulse, target: taken, parts } = island;
  if (!letGo(island, store, v, ctx)) return false;
  thrown.fill(0);
  measureArriving(island, v);
  projectVelocity(island, store, du, BEFORE_IMPACT, ctx);
  writeRates(island, du);
  for (let row = 0; row < taken.length; row++) taken[row] += dImpulse[row];
  let any = false;
  for (let i = 0; i < coordinates.length; i++) {
    const { row } = coordinates[i];
    if (!isLetGo(island, coordinates[i]) || !isMet(island, coordinates[i], ctx)) continue;
    mode[row] = POSITION;
    if (thrown[row] !== 0) any = true;
  }
  if (!any) {
    holdAgain(island);
    dImpulse.fill(0);
    parts.lost[0] = 0;
    return false;
  }
  for (let i = 0; i < du.length; i++) {
    const before = v[i];
    v[i] = du[i];
    du[i] = before;
  }
  return true;
}

/** True for a stop with restitution that is met. */
function isBouncing({ stopAt }: DirectIsland, { scalar, row, o, joint }: DirectCoordinate): boolean {
  if (!scalar || !(joint.batch.rows[o + FLAGS] & LIMITS_BOUNCE)) return false;
  return stopAt[row] === AT_LOWER || stopAt[row] === AT_UPPER;
}

/** True for one that is left out of the system at the moment. */
function isLetGo(island: DirectIsland, c: DirectCoordinate): boolean {
  return island.mode[c.row] === OFF && isBouncing(island, c);
}

/** Takes the impulses of stops with restitution out of `v`, into `du`, and their rows out of the system; false if there are none. */
function letGo(island: DirectIsland, store: BodyStore, v: Float64Array, ctx: StepContext): boolean {
  const { coordinates, mode, du, target: taken } = island;
  let any = false;
  for (let i = 0; i < coordinates.length; i++) {
    const { row } = coordinates[i];
    if (mode[row] !== POSITION || !isBouncing(island, coordinates[i])) continue;
    if (!any) taken.fill(0);
    writeOwnImpulse(island, coordinates[i], ctx, taken);
    taken[row] *= -1;
    mode[row] = OFF;
    any = true;
  }
  if (!any) return false;
  du.set(v);
  weighByMass(island, store);
  pushRows(island, taken, du);
  return true;
}

function holdAgain(island: DirectIsland): void {
  const { coordinates, mode } = island;
  for (let i = 0; i < coordinates.length; i++) if (isLetGo(island, coordinates[i])) mode[coordinates[i].row] = POSITION;
}

/** Of `v`, from which the impulses of the stops are not yet taken, and what those took out. */
function measureArriving(island: DirectIsland, v: Float64Array): void {
  const { coordinates, target: taken, before, after, attempt, out } = island;
  addKineticEnergy(island, v, 1);
  for (let i = 0; i < coordinates.length; i++) {
    const { row } = coordinates[i];
    if (isLetGo(island, coordinates[i])) out[ARRIVING] += (taken[row] * (after[row] - before[row])) / attempt.h;
    else if (isDriven(island, coordinates[i])) out[ARRIVING] = Infinity;
  }
  if (attempt.isCarried) out[ARRIVING] = Infinity;
}

/** True of what a motor without a cap moves: it strikes as a kinematic body does. */
function isDriven(island: DirectIsland, { spec, row, o, joint }: DirectCoordinate): boolean {
  if (!spec.kind.scalar || island.goal[row] === 0) return false;
  const flags = joint.batch.rows[o + FLAGS] | 0;
  return !(flags & MOTOR_CAPPED) && island.mode[row] === DRIVEN;
}

/** To what is kept in `ARRIVING`, from 0 where `sign` is 1. */
function addKineticEnergy({ mass, movable, out }: DirectIsland, v: Float64Array, sign: 1 | -1): void {
  if (sign === 1) out[ARRIVING] = 0;
  for (let i = 0; i < 3 * movable; i++) out[ARRIVING] += (sign * mass[i] * v[i] * v[i]) / 2;
}

/** True if a stop was met by itself; its approach is the rate at the start of the step and what that gained up to the bound. */
function isMet(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { stopAt, before, gap, rate, ledRate, thrown, attempt } = island;
  const { row, p, joint } = c;
  const w = joint.batch.laws;
  const lower = stopAt[row] === AT_LOWER;
  // A stop that is led is what its row moves against, and comes in this step as far as the gap that it leaves.
  const led = attempt.isLed ? ledRate[row] : 0;
  const end = rate[row] - led;
  if (lower ? end >= 0 : end <= 0) return false;
  const start = w[p + NOTED] - led;
  const room = w[p + (lower ? LOWER_BOUND : UPPER_BOUND)] + gap[row] - before[row] - ctx.h * led;
  const way = lower ? Math.min(0, room) : Math.max(0, room);
  // rateAfter of approach.ts, squared: a call would allocate its doubles.
  const square = start * start + (2 * (end - start) * way) / ctx.h;
  const least = LEAST_APPROACH * unitOf(c, ctx);
  if (square > least * least) thrown[row] = (lower ? 1 : -1) * w[p + RESTITUTION] * Math.sqrt(square);
  return true;
}

/**
 * Adds to `v`, in which the stops that were met have no rate, what they throw back, by the factor of the projection; to `dImpulse` all
 * impulses of the impact. Where stiff springs answered the stops in the same step, v⁻ is none that was: then nothing is thrown back, and
 * `v` is what it was.
 */
function throwBack(island: DirectIsland, v: Float64Array): boolean {
  const { system, thrown, target: taken, rateBefore: response, dImpulse: mu, parts, out } = island;
  addKineticEnergy(island, v, -1);
  holdAgain(island);
  parts.lost[0] = 0;
  if (out[ARRIVING] < 0) {
    v.set(island.du);
    mu.fill(0);
    return false;
  }
  response.set(thrown);
  solve(system.factor, response);
  if (island.attempt.redundant) leaveUnborne(island, response);
  let leaving = 0;
  for (let row = 0; row < thrown.length; row++) leaving += (thrown[row] * response[row]) / 2;
  const share = Math.sqrt(Math.min(1, out[ARRIVING] / leaving));
  for (let row = 0; row < response.length; row++) {
    response[row] *= share;
    mu[row] += taken[row] + response[row];
  }
  pushPins(island, response, v);
  pushRows(island, response, v);
  return true;
}
