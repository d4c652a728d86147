import { type BodyStore, INV_INERTIA, INV_MASS } from '../../state/body-store';
import { LIMITS_BOUNCE, LOCK_CAPPED, MOTOR_SPEED } from '../../coordinates/laws/law-fields';
import { towards, writeMotorSpeed } from '../../coordinates/laws/end-rate';
import { findGoal, goal, isFreeMotor } from '../../coordinates/laws/motor';
import { NO_FIELD } from '../../coordinates/laws/soft-laws';
import { FLAGS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { zero } from '../../math/short-arrays';
import { mayFactorise } from '../budget';
import { measureKinetic } from '../energy/energy';
import { solve } from '../factor/ldlt';
import { factoriseIsland, leaveUnborne } from '../factor/redundant-rows';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { KINETIC } from '../island/outcomes';
import { joinAll } from '../island/parts';
import { pushRows } from '../mean-pose';
import { writeRates } from '../motion/measure-rows';
import { passesPointCap } from '../points/point-impulses';
import { isCapped, passesCap, writeOwnImpulse } from '../rows/row-impulses';
import { rubProjected } from '../rows/load-bearings';
import { stopCap } from '../rows/stop-caps';
import { DRIVEN, isPressed, isRate, POSITION, wayOf } from '../rows/row-modes';
import { findRebounds, limitRebounds } from './rebounds';

/*
 * Velocities that the rows allow, with bounds on the impulses that bring them there: a mixed linear complementarity problem (Moreau 1988).
 *
 *   v⁺ = v + M⁻¹Jᵀμ        J v⁺ = asked of locks and drives
 *                           J v⁺ ≥ asked, λ ≥ 0, λ (J v⁺ − asked) = 0 of stops, counted away from them
 *
 * asked is 0 of locks, the speed of drives, e·a of a stop that is met with a. λ is all that a stop gives in the step: what it gave to hold its
 * position is taken out of v first, so that what turns round within the step leaves it. What would pass its cap is left to the next step. By an
 * active set: solve, then let go what pulls and take back what is passed, until nothing changes.
 */

/** Which rows take part: locks; locks and stops; at the end of a step drives, too. */
export const LOCKS_ONLY = 0,
  WITH_STOPS = 1,
  AT_END = 2;
type Rows = typeof LOCKS_ONLY | typeof WITH_STOPS | typeof AT_END;

/** Rounds in which all that are wrong are exchanged; then one at a time, which ends (Murty 1974); and at most. */
const ROUNDS_OF_ALL = 4,
  MOST_ROUNDS = 16;
/** Share of the tolerance by which what is let go may pass its stop in a step. */
const PASSED = 1e-3;

/** Brings `v0` to what the rows allow, by the gradient in the system. Leaves μ in `dImpulse`, and what was lost in `parts`. */
export function projectVelocity(island: DirectIsland, store: BodyStore, rows: Rows, ctx: StepContext): void {
  const { coordinates, v0: v, dImpulse: mu, rateBefore, target: taken, lawRows, mode, held, stopAt } = island;
  const { attempt, parts } = island;
  zero(mu);
  if (!mayFactorise(island, 1)) return;
  weighByMass(island, store);
  setAside(island);
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    const holds = mode[row] === POSITION && (rows !== LOCKS_ONLY || !isPressed(stopAt[row]));
    held[row] = holds || (rows === AT_END && isRate(mode[row])) ? 0 : 1;
  }
  if (parts.count > 1) leaveIdle(island);
  if (rows !== AT_END) for (let i = 0; i < coordinates.length; i++) leaveCapped(island, coordinates[i]);
  zero(taken);
  zero(island.thrown);
  const contacts = rows === AT_END ? island.contacts : null;
  const hasStops = rows === AT_END && letStopsGo(island, ctx);
  contacts?.letGo(island);
  const rebounds = hasStops && (attempt.laws & LIMITS_BOUNCE) !== 0;
  if (rebounds) {
    findImpulses(island, rows, ctx);
    writeRatesAfter(island);
    findRebounds(island, ctx);
  }
  if (hasStops) holdStops(island);
  for (let round = 0; ; round++) {
    findImpulses(island, rows, ctx);
    if (rows === LOCKS_ONLY || round === MOST_ROUNDS || !mayFactorise(island, 1)) break;
    if (!exchange(island, rows, round, ctx)) break;
  }
  for (let part = 0; part < parts.count; part++) {
    if (parts.driven[part] === 1 || (parts.stopped[part] === 1 && rows === AT_END)) continue;
    let lost = 0;
    for (let row = part * parts.rows, end = row + parts.rows; row < end; row++) lost -= (mu[row] * rateBefore[row]) / 2;
    parts.lost[part] = lost;
  }
  island.passes?.pushHinges(mu, v);
  pushRows(island, mu, v);
  contacts?.pushTo(island, v);
  contacts?.book(island);
  if (rows === AT_END && attempt.bears && rubProjected(island, v, ctx)) answerFriction(island, v);
  if (rebounds) limitRebounds(island);
  if (hasStops) endStops(island);
  putBack(island);
  if (parts.count > 1) joinAll(parts);
}

/** True of a stop without a cap that acts, in a part that is projected: one that may be let go. */
function isStop({ mode, stopAt, parts }: DirectIsland, i: number, c: DirectCoordinate): boolean {
  const { row, o, spec, joint } = c;
  if (mode[row] !== POSITION || wayOf(stopAt[row]) === 0) return false;
  if (parts.count > 1 && parts.projects[Math.floor(i / parts.coordinates)] === 0) return false;
  return stopCap(joint.batch.rows[o + spec.kind.flagsAt] | 0, stopAt[row], 0) === NO_FIELD;
}

/** Takes what the stops gave out of the velocities, and notes it in `target`; false if there are none. Notes the energy before in `lost`. */
function letStopsGo(island: DirectIsland, ctx: StepContext): boolean {
  const { coordinates, held, v0: v, target: taken, parts, out } = island;
  let any = false;
  for (let i = 0; i < coordinates.length; i++) {
    if (!isStop(island, i, coordinates[i])) continue;
    const { row } = coordinates[i];
    writeOwnImpulse(island, coordinates[i], ctx, taken);
    taken[row] *= -1;
    held[row] = 1;
    any = true;
  }
  if (!any) return false;
  for (let part = 0; part < parts.count; part++) {
    if (parts.stopped[part] === 0) continue;
    measureKinetic(island, part);
    parts.lost[part] = out[KINETIC];
  }
  pushRows(island, taken, v);
  return true;
}

/** All stops take part: those that pull are let go afterwards. */
function holdStops(island: DirectIsland): void {
  const { coordinates, held } = island;
  for (let i = 0; i < coordinates.length; i++) if (isStop(island, i, coordinates[i])) held[coordinates[i].row] = 0;
}

/** What the stops gave for their positions is part of what they give; what their parts lost. */
function endStops(island: DirectIsland): void {
  const { dImpulse: mu, target: taken, parts, out } = island;
  for (let row = 0; row < mu.length; row++) mu[row] += taken[row];
  for (let part = 0; part < parts.count; part++) {
    if (parts.stopped[part] === 0) continue;
    measureKinetic(island, part);
    parts.lost[part] -= out[KINETIC];
  }
}

/** Lets go what pulls or would pass its cap, and takes back what is passed; true if any did. */
function exchange(island: DirectIsland, rows: Rows, round: number, ctx: StepContext): boolean {
  const { coordinates, held, dImpulse: mu, stopAt, rate, thrown, ledRate, isAngle, attempt, parts } = island;
  const isOneByOne = round >= ROUNDS_OF_ALL;
  let any = false;
  for (let i = 0; i < coordinates.length && !(any && isOneByOne); i++) {
    const c = coordinates[i];
    const { row } = c;
    if (held[row] === 1) continue;
    const lets = isStop(island, i, c)
      ? wayOf(stopAt[row]) * mu[row] < 0
      : rows === AT_END && (c.scalar ? passesCap(island, c, ctx) : passesPointCap(island, c, ctx));
    if (!lets) continue;
    for (let k = row; k < row + c.spec.kind.rowCount; k++) held[k] = 2;
    parts.renews[Math.floor(i / parts.coordinates)] = 1;
    any = true;
  }
  let isMeasured = false;
  for (let i = 0; i < coordinates.length && !(any && isOneByOne); i++) {
    const { row } = coordinates[i];
    if (held[row] !== 1 || !isStop(island, i, coordinates[i])) continue;
    if (!isMeasured) writeRatesAfter(island);
    isMeasured = true;
    const led = attempt.isLed ? ledRate[row] : 0;
    const passed =
      -wayOf(stopAt[row]) * (rate[row] - thrown[row] - led) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
    if (passed * attempt.h <= PASSED * attempt.tolerance) continue;
    held[row] = 0;
    parts.renews[Math.floor(i / parts.coordinates)] = 1;
    any = true;
  }
  for (let i = 0; i < coordinates.length; i++)
    for (let k = coordinates[i].row, end = k + coordinates[i].spec.kind.rowCount; k < end; k++)
      if (held[k] === 2) held[k] = 1;
  return any;
}

/** Rates that rows have with μ. */
function writeRatesAfter(island: DirectIsland): void {
  movedBy(island);
  island.contacts?.pushTo(island, island.du);
  writeRates(island, island.du);
}

/** Leaves in `du` the velocities that μ leads to. */
function movedBy(island: DirectIsland): void {
  const { v0, du, dImpulse: mu } = island;
  du.set(v0);
  island.passes?.pushHinges(mu, du);
  pushRows(island, mu, du);
}

/** Sets aside which rows the factor leaves out and how soft they are, and makes all rigid. Of hinges none is ever held, or soft. */
export function setAside({ lawRows, held, savedHeld, softness, savedSoftness }: DirectIsland): void {
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    savedHeld[row] = held[row];
    savedSoftness[row] = softness[row];
    softness[row] = 0;
  }
}

/** Puts back what was set aside. */
export function putBack({ lawRows, held, savedHeld, softness, savedSoftness }: DirectIsland): void {
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    held[row] = savedHeld[row];
    softness[row] = savedSoftness[row];
  }
}

/** Adds to `v` what friction changes it by, in `du`, and what the rows that are not held answer, to μ too. */
function answerFriction(island: DirectIsland, v: Float64Array): void {
  const { system, passes, lawRows, before, attempt, du, dImpulse: mu, rateBefore: answer, rate, held } = island;
  passes?.askHinges(before, before, du, answer);
  writeRates(island, du);
  for (let k = 0; k < lawRows.length; k++) answer[lawRows[k]] = held[lawRows[k]] === 1 ? 0 : -rate[lawRows[k]];
  solve(system.factor, answer);
  if (attempt.redundant) leaveUnborne(island, answer);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) answer[lawRows[k]] = 0;
  passes?.pushHinges(answer, du);
  pushRows(island, answer, du);
  for (let i = 0; i < v.length; i++) v[i] += du[i];
  for (let row = 0; row < mu.length; row++) mu[row] += answer[row];
}

/** μ of the rows that are not held. */
function findImpulses(island: DirectIsland, rows: Rows, ctx: StepContext): void {
  const { system, v0: v, dImpulse: mu, rateBefore, rate, ledRate, thrown, held } = island;
  const { coordinates, lawRows, before, attempt, parts } = island;
  // Of hinges the rates alone: a gap less itself is 0, which at the start no trial pose has made overflow.
  island.passes?.askHinges(before, before, v, mu);
  writeRates(island, v);
  for (let k = 0; k < lawRows.length; k++) mu[lawRows[k]] = held[lawRows[k]] === 1 ? 0 : -rate[lawRows[k]];
  if (attempt.isLed) for (let row = 0; row < mu.length; row++) mu[row] += held[row] === 1 ? 0 : ledRate[row];
  if (parts.count > 1) askNothingOfIdle(island);
  for (let row = 0; row < mu.length; row++) rateBefore[row] = -mu[row];
  if (rows === AT_END) for (let i = 0; i < coordinates.length; i++) addTarget(island, coordinates[i], ctx);
  for (let k = 0; k < lawRows.length; k++)
    mu[lawRows[k]] = held[lawRows[k]] === 1 ? 0 : mu[lawRows[k]] + thrown[lawRows[k]];
  factoriseIsland(island, null);
  solve(system.factor, mu);
  if (attempt.redundant) leaveUnborne(island, mu);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) mu[lawRows[k]] = 0;
  if (rows !== AT_END || island.contacts === null) return;
  movedBy(island);
  island.contacts.project(island);
}

/** Of a batch of islands only the parts that ask for it are projected: of the others nothing takes part. */
function leaveIdle({ lawRows, held, parts }: DirectIsland): void {
  for (let part = 0, k = 0; part < parts.count; part++) {
    const idle = 1 - parts.projects[part];
    parts.idle[part] = parts.keeps[part] = idle;
    parts.renews[part] = 1 - idle;
    parts.redundant[part] = 0;
    for (const end = k + parts.lawRows; k < end; k++) if (idle === 1) held[lawRows[k]] = 1;
  }
}

function askNothingOfIdle({ dImpulse: mu, parts }: DirectIsland): void {
  for (let part = 0; part < parts.count; part++) {
    parts.factorisations[part] += parts.renews[part];
    parts.renews[part] = 0;
    if (parts.idle[part] === 0) continue;
    for (let row = part * parts.rows, end = row + parts.rows; row < end; row++) mu[row] = 0;
  }
}

export function weighByMass({ bodies, movable, weight }: DirectIsland, { motion: v }: BodyStore): void {
  for (let i = 3 * movable; i < weight.length; i++) weight[i] = 0;
  for (let i = 0; i < movable; i++) {
    weight[3 * i] = weight[3 * i + 1] = v[bodies[i] + INV_MASS];
    weight[3 * i + 2] = v[bodies[i] + INV_INERTIA];
  }
}

/** A law with a cap is not to take out more than it: what moves against it is left to the dynamics. */
function leaveCapped(island: DirectIsland, { spec, joint, o, row }: DirectCoordinate): void {
  const { held, mode } = island;
  const flags = joint.batch.rows[o + spec.kind.flagsAt] | 0;
  if (spec.kind.scalar ? !isCapped(island, row, flags) : mode[row] === POSITION && !(flags & LOCK_CAPPED)) return;
  for (let i = row; i < row + spec.kind.rowCount; i++) held[i] = 1;
}

/** Adds to what is asked of a scalar row its rate at the end of the step. */
function addTarget(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p, spec } = c;
  if (!spec.kind.scalar || island.held[row] === 1) return;
  const { dImpulse: asked, after, yielded, attempt } = island;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + FLAGS] | 0;
  if (island.mode[row] !== DRIVEN) return;
  // What the row yielded of its way is missing of its mean rate.
  asked[row] += (2 * yielded[row]) / attempt.h;
  if (isFreeMotor(flags)) {
    asked[row] += w[p + MOTOR_SPEED];
    return;
  }
  findGoal(w, p, flags, ctx);
  towards[0] = goal[0] - after[row];
  writeMotorSpeed(d, o, w, p, flags, ctx);
  asked[row] += towards[0];
}
