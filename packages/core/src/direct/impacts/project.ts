import { type BodyStore, INV_INERTIA, INV_MASS } from '../../body/body-store';
import { LOCK_CAPPED, MOTOR_SPEED } from '../../coordinates/laws/law-fields';
import { towards, writeMotorSpeed } from '../../coordinates/laws/end-rate';
import { findGoal, goal, isFreeMotor } from '../../coordinates/laws/motor';
import { FLAGS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { mayFactorise } from '../budget';
import { isCapped, passesCap } from '../rows/book-row';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { pushRows } from '../mean-pose';
import { zero } from '../../math/short-arrays';
import { writeRates } from '../motion/measure-rows';
import { rubProjected } from '../rows/load-bearings';
import { leaveMet } from './met-stops';
import { joinAll } from '../island/parts';
import { askPins, pushPins } from '../pins/pins';
import { findThrowingBlow, leaveStruck } from './blows';
import { passesPointCap } from '../points/book-point';
import { DRIVEN, isPressed, isRate, POSITION, wayOf } from '../rows/row-modes';
import { factoriseIsland, leaveUnborne } from '../factor/redundant-rows';

/**
 * What `projectVelocity` looks at: stops push one way only, so that those it takes must be known to push, and `WITH_STOPS` are left by no
 * rate: what one throws back goes on; driven rows `WITH_TARGETS`, of those `BEFORE_IMPACT` and `IN_IMPACT` the ones without a cap, because a
 * blow asks for more than any.
 */
export const LOCKS_ONLY = 0;
export const WITH_STOPS = 1;
export const WITH_TARGETS = 2;
export const BEFORE_IMPACT = 3;
export const IN_IMPACT = 4;
type Rows = typeof LOCKS_ONLY | typeof WITH_STOPS | typeof WITH_TARGETS | typeof BEFORE_IMPACT | typeof IN_IMPACT;

/**
 * Takes out of `v` what the rows do not allow, along M⁻¹Jᵀ for the gradient in the system: v += M⁻¹Jᵀμ with J v = target.
 * Rigid rows get rate 0, `WITH_TARGETS` driven rows keep their rate. Leaves μ in `dImpulse`, and what was lost in `parts`.
 */
export function projectVelocity(
  island: DirectIsland,
  store: BodyStore,
  v: Float64Array,
  rows: Rows,
  ctx: StepContext,
): void {
  const { dImpulse: mu, rateBefore, held, mode, stopAt, rate, ledRate } = island;
  const { coordinates, lawRows, attempt, parts } = island;
  const targets = rows >= WITH_TARGETS;
  weighByMass(island, store);
  setAside(island);
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    const way = wayOf(stopAt[row]);
    const led = attempt.isLed ? ledRate[row] : 0;
    const holds =
      mode[row] === POSITION &&
      (!isPressed(stopAt[row]) || (rows === WITH_STOPS ? way * (rate[row] - led) <= 0 : rows !== LOCKS_ONLY));
    held[row] = holds || (targets && isRate(mode[row])) ? 0 : 1;
  }
  if (parts.count > 1) leaveIdle(island);
  if (rows !== WITH_TARGETS) for (let i = 0; i < coordinates.length; i++) leaveCapped(island, coordinates[i]);
  let isFound = findImpulses(island, v, targets, ctx);
  while (isFound && rows === WITH_TARGETS && leavePastCaps(island, ctx))
    isFound = findImpulses(island, v, targets, ctx);
  if (!isFound) {
    zero(mu);
    putBack(island);
    return;
  }
  if (rows === IN_IMPACT && findThrowingBlow(island))
    while (mayFactorise(island, 1) && leaveStruck(island)) findImpulses(island, v, targets, ctx);
  for (let part = 0; part < parts.count; part++) {
    // What is driven asks for it at its stops alone.
    if (parts.driven[part] === 1 && parts.stopped[part] === 0) continue;
    let lost = 0;
    for (let row = part * parts.rows, end = row + parts.rows; row < end; row++) lost -= (mu[row] * rateBefore[row]) / 2;
    parts.lost[part] = lost;
  }
  if (rows === WITH_TARGETS) leaveMet(island, ctx);
  pushPins(island, mu, v);
  pushRows(island, mu, v);
  if (rows === WITH_TARGETS && attempt.bears && rubProjected(island, v, ctx)) answerFriction(island, v);
  putBack(island);
  if (parts.count > 1) joinAll(parts);
}

/** Sets aside which rows the factor leaves out and how soft they are, and makes all rigid. Of pins none is ever held, or soft. */
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
  const { system, lawRows, before, attempt, du, dImpulse: mu, rateBefore: answer, rate, held } = island;
  askPins(island, before, before, du, answer);
  writeRates(island, du);
  for (let k = 0; k < lawRows.length; k++) answer[lawRows[k]] = held[lawRows[k]] === 1 ? 0 : -rate[lawRows[k]];
  solve(system.factor, answer);
  if (attempt.redundant) leaveUnborne(island, answer);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) answer[lawRows[k]] = 0;
  pushPins(island, answer, du);
  pushRows(island, answer, du);
  for (let i = 0; i < v.length; i++) v[i] += du[i];
  for (let row = 0; row < mu.length; row++) mu[row] += answer[row];
}

/** μ of the rows that are not held; false if the frame has no factorisation left for it. */
function findImpulses(island: DirectIsland, v: Float64Array, targets: boolean, ctx: StepContext): boolean {
  const { system, dImpulse: mu, rateBefore, rate, ledRate, held } = island;
  const { coordinates, lawRows, before, attempt, parts } = island;
  if (!mayFactorise(island, 1)) return false;
  // Of pins the rates alone: a gap less itself is 0, which at the start no trial pose has made overflow.
  askPins(island, before, before, v, mu);
  writeRates(island, v);
  for (let k = 0; k < lawRows.length; k++) mu[lawRows[k]] = held[lawRows[k]] === 1 ? 0 : -rate[lawRows[k]];
  if (attempt.isLed) for (let row = 0; row < mu.length; row++) mu[row] += held[row] === 1 ? 0 : ledRate[row];
  if (parts.count > 1) askNothingOfIdle(island);
  for (let row = 0; row < mu.length; row++) rateBefore[row] = -mu[row];
  if (targets) for (let i = 0; i < coordinates.length; i++) addTarget(island, coordinates[i], ctx);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) mu[lawRows[k]] = 0;
  factoriseIsland(island, null);
  solve(system.factor, mu);
  if (attempt.redundant) leaveUnborne(island, mu);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) mu[lawRows[k]] = 0;
  return true;
}

/** Of a flock only the parts that ask for it are projected: of the others nothing takes part. */
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

/** What would take more than its cap to have the rate that is asked is left to the dynamics of the next step; true if there is any. */
function leavePastCaps(island: DirectIsland, ctx: StepContext): boolean {
  const { coordinates, held, parts } = island;
  let found = false;
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    const { row, spec } = c;
    if (held[row] === 1) continue;
    if (!(spec.kind.scalar ? passesCap(island, c, ctx) : passesPointCap(island, c, ctx))) continue;
    for (let k = row; k < row + spec.kind.rowCount; k++) held[k] = 1;
    parts.renews[Math.floor(i / parts.coordinates)] = 1;
    found = true;
  }
  return found;
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
