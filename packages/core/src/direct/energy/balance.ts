import { type BodyStore, OMEGA, VX, VY, X, Y } from '../../body/body-store';
import {
  FRICTIONS,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_ROW,
  LIMITS_SOFT,
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_ROW,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  MOTOR,
  RATCHET_CAPPED,
  S_STIFFNESS,
  SPRING,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_COMPLIANCE,
  SPRING_FORCE,
  SPRING_HERTZ,
  SPRING_ROW,
  SPRING_TARGET,
  STOPS,
  UPPER,
  UPPER_BOUND,
} from '../../coordinates/laws/law-fields';
import {
  P_FLAGS,
  P_LOCK_CAP,
  P_LOCK_ROW,
  P_SPRING_A,
  P_SPRING_CAP,
  P_SPRING_ROW,
  V_STIFFNESS,
} from '../../coordinates/points/point-fields';
import { FLAGS, TARGET, VALUE } from '../../coordinates/scalar';
import { GAP_X, GAP_Y } from '../../joint/batch/record';
import { LEFT, measureKinetic, scaleVelocities } from './energy';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { FACTOR, KINETIC } from '../island/outcomes';
import { isTooth, NO_STOP, POSITION, wayOf } from '../rows/row-modes';

/*
 * The balance of a step, however it came about: what bodies have of motion and of height, and laws have stored, at its end less what they had at
 * its start. Where nothing drives an island that is never above 0. What `measureEnergyMade` finds is what Newton makes; stops, projections, gaps
 * that are closed and a start from rest after a last resort make energy by the way, too.
 */

/** What is gained of this share of the motion is rounding. */
const ROUNDING = 1e-9;
/** What is lifted, or moved, by this share of the tolerance is not asked for. */
const ROUNDED_LIFT = 1e-3;
/** What a step has left open comes home, and may lift or store by that: no body goes farther for it than so many tolerances. */
const HOMEWARD = 16;

/** Laws whose work is told by no pose. */
const UNTOLD = MOTOR | SPRING_FORCE | RATCHET_CAPPED;
/** Laws that take some away. */
const LOSING = FRICTIONS | LOCK_CAPPED | LIMITS_CAPPED;
/** Laws that store some. */
const STORING = SPRING | LOCK_SOFT | LOCK_CAPPED | LIMITS_SOFT | LIMITS_CAPPED;

/** What is to be known of a part before it is audited. */
const ASKED = UNTOLD | LOSING | STORING;

/** Energy that is being added up, and a law on its way to `addStored`: doubles handed from call to call would be allocated. */
const sum = new Float64Array(1);
const law = new Float64Array(4);
const STIFFNESS = 0,
  CAP = 1,
  FROM = 2,
  TO = 3;

/**
 * True if a part is to be audited, that is if laws of it take energy away, or something unusual happened: and if all that does work on it is told by
 * its poses. What hangs on nothing keeps what its joints are read to have done.
 */
export function isAudited(island: DirectIsland, part: number, isUnusual: boolean): boolean {
  const { coordinates, grounded, attempt, parts } = island;
  if (!grounded || attempt.isCarried || attempt.isLed || parts.driven[part] === 1) return false;
  if (!(isUnusual || attempt.laws & LOSING) || movesForEver(island, part)) return false;
  if (!(attempt.laws & ASKED)) return true;
  let laws = 0;
  for (let i = part * parts.coordinates, last = i + parts.coordinates; i < last; i++) {
    const { scalar, joint, o } = coordinates[i];
    const flags = joint.batch.rows[o + (scalar ? FLAGS : P_FLAGS)] | 0;
    // A point that turns at its cap gains and loses by turns: without what it gains it would lose.
    if (!scalar && !isUnusual && flags & (SPRING | LOCK_SOFT)) return false;
    laws |= flags;
  }
  return !(laws & UNTOLD) && (isUnusual || (laws & LOSING) !== 0);
}

/** True if something moves for ever, with a mass or an inertia that no impulse changes. */
function movesForEver({ mass, v0, parts }: DirectIsland, part: number): boolean {
  for (let k = 3 * part * parts.bodies, last = k + 3 * parts.bodies; k < last; k++)
    if (mass[k] === 0 && v0[k] !== 0) return true;
  return false;
}

/**
 * True if none of the gaps that were closed is from outside, of an island where some may be: those of laws with caps store what they are closed
 * with, and of teeth, or of what yields, the step itself has left them.
 */
export function closesItsOwn({ gap, coordinates, heldBy, pins, attempt }: DirectIsland): boolean {
  if (attempt.yields) return true;
  for (let i = 0; i < pins.length; i++) {
    const { points } = pins[i];
    for (let k = 0; k < points.length; k++) if (gap[points[k].row] !== 0 || gap[points[k].row + 1] !== 0) return false;
  }
  for (let i = 0; i < coordinates.length; i++) {
    const { row, o, scalar, joint } = coordinates[i];
    if ((gap[row] === 0 && (scalar || gap[row + 1] === 0)) || isTooth(heldBy[row])) continue;
    const cap = heldBy[row] === NO_STOP ? LOCK_CAPPED : LIMITS_CAPPED;
    if (!(joint.batch.rows[o + (scalar ? FLAGS : P_FLAGS)] & cap)) return false;
  }
  return true;
}

/** Notes the kinetic energy of a part at the start of a step, while the store has the velocities of that. */
export function noteKinetic({ bodies, mass, parts }: DirectIsland, { motion: v }: BodyStore, part: number): void {
  let kinetic = 0;
  for (let i = part * parts.bodies, last = i + parts.bodies; i < last; i++) {
    const b = bodies[i];
    const linear = v[b + VX] * v[b + VX] + v[b + VY] * v[b + VY];
    kinetic += (mass[3 * i] * linear + mass[3 * i + 2] * v[b + OMEGA] * v[b + OMEGA]) / 2;
  }
  parts.had[part] = kinetic;
}

/** Takes away of a part on ground what it has gained in the step, by its velocities `v0`, poses and values at the end. */
export function takeGain(island: DirectIsland, part: number): void {
  const { out } = island;
  measureGain(island, part);
  const kinetic = out[KINETIC];
  if (kinetic === 0 || !(sum[0] > ROUNDING * kinetic)) return;
  out[FACTOR] = Math.sqrt(1 - Math.min(1, sum[0] / kinetic));
  scaleVelocities(island, part);
}

/** True if all of the motion that an island had does not pay for what it has been lifted and has stored, by poses and values of its end. */
export function isGained(island: DirectIsland): boolean {
  const { load, mass, parts, attempt } = island;
  const { h, tolerance, lengthUnit } = attempt;
  let least = 0;
  for (let k = 0; k < load.length; k++) {
    const speed = tolerance / (k % 3 === 2 ? h * lengthUnit : h);
    least += (Math.abs(load[k]) + mass[k] * speed) * speed;
  }
  sum[0] = -parts.had[0];
  addAllStored(island, 0);
  takeWork(island, 0);
  takeReturn(island, 0);
  return sum[0] > ROUNDING * parts.had[0] + ROUNDED_LIFT * least;
}

/** True if not even that pays for a step that was found, which then leads to another place than motion does. */
export function isUnpaid(island: DirectIsland, store: BodyStore): boolean {
  // As yet it is of the step before, or of another island. What drives is a motor, whose work no pose tells.
  island.parts.driven[0] = 0;
  if (island.attempt.isOpened || !isAudited(island, 0, false) || !moves(island)) return false;
  noteKinetic(island, store, 0);
  return isGained(island);
}

/** True if some body goes farther than home. */
function moves({ u, movable, attempt }: DirectIsland): boolean {
  const { h, tolerance, lengthUnit } = attempt;
  for (let k = 0; k < 3 * movable; k++)
    if (h * Math.abs(u[k]) * (k % 3 === 2 ? lengthUnit : 1) > HOMEWARD * tolerance) return true;
  return false;
}

/** Leaves in `sum` what a part has gained, and in `out` its kinetic energy. */
function measureGain(island: DirectIsland, part: number): void {
  const { out, parts } = island;
  measureKinetic(island, part);
  sum[0] = out[KINETIC] - parts.had[part];
  addAllStored(island, part);
  takeWork(island, part);
  takeReturn(island, part);
}

/** Takes from `sum` the work of what pulls on bodies from outside. */
function takeWork({ load, start, end, u, attempt, parts }: DirectIsland, part: number): void {
  const perStep = 1 / attempt.h;
  for (let i = part * parts.bodies, last = i + parts.bodies; i < last; i++) {
    const x = end[4 * i + X] - start[4 * i + X];
    const y = end[4 * i + Y] - start[4 * i + Y];
    sum[0] -= perStep * (load[3 * i] * x + load[3 * i + 1] * y) + load[3 * i + 2] * u[3 * i + 2];
  }
}

/** Takes from `sum` what stops do on bodies that they bring back, where these were put elsewhere. */
function takeReturn(island: DirectIsland, part: number): void {
  const { lawRows, mode, stopAt, before, after, goal, gap, impulse, softForce, slope, isAngle, attempt, parts } =
    island;
  const { h, lengthUnit, tolerance } = attempt;
  if (parts.stopped[part] === 0 || !attempt.isOpened || attempt.yields) return;
  for (let k = part * parts.lawRows, last = k + parts.lawRows; k < last; k++) {
    const row = lawRows[k];
    const way = isTooth(stopAt[row]) ? 0 : wayOf(stopAt[row]);
    const beyond = way * (goal[row] - before[row]) * (isAngle[row] === 1 ? lengthUnit : 1);
    if (mode[row] !== POSITION || way === 0 || gap[row] !== 0 || beyond < LEFT * tolerance) continue;
    const more = after[row] - before[row];
    const beside = h * softForce[row] - slope[row] * more;
    sum[0] -= Math.max(0, ((impulse[row] - beside) * more) / h);
  }
}

/** Values of all rows whose laws store energy, where bodies were moved after the step. */
export function measureStored(
  { coordinates, after, attempt, parts }: DirectIsland,
  { pose }: BodyStore,
  part: number,
): void {
  if (!(attempt.laws & STORING)) return;
  for (let i = part * parts.coordinates, last = i + parts.coordinates; i < last; i++) {
    const { joint, row, o, scalar } = coordinates[i];
    const d = joint.batch.rows;
    if (!(d[o + (scalar ? FLAGS : P_FLAGS)] & STORING)) continue;
    joint.batch.measure(joint.slot, pose);
    if (scalar) after[row] = d[o + VALUE];
    else {
      after[row] = d[joint.r + GAP_X];
      after[row + 1] = d[joint.r + GAP_Y];
    }
  }
}

function addAllStored(island: DirectIsland, part: number): void {
  const { coordinates, attempt, parts } = island;
  if (!(attempt.laws & STORING)) return;
  for (let i = part * parts.coordinates, last = i + parts.coordinates; i < last; i++) {
    const c = coordinates[i];
    if (c.scalar) addAlong(island, c);
    else addOfPoint(island, c);
  }
}

/** Adds what springs, soft locks and soft stops have stored, and laws with caps will do on the way back to where they hold. */
function addAlong({ before, after }: DirectIsland, { row, o, p, joint }: DirectCoordinate): void {
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + FLAGS] | 0;
  if (flags & SPRING) {
    law[FROM] = Math.abs(before[row] - w[p + SPRING_TARGET]);
    law[TO] = Math.abs(after[row] - w[p + SPRING_TARGET]);
    law[STIFFNESS] = w[p + SPRING_ROW + S_STIFFNESS];
    law[CAP] = flags & SPRING_CAPPED ? w[p + SPRING_CAP] : Infinity;
    addStored();
  }
  if (flags & LOCK && flags & (LOCK_SOFT | LOCK_CAPPED)) {
    law[FROM] = Math.abs(before[row] - d[o + TARGET]);
    law[TO] = Math.abs(after[row] - d[o + TARGET]);
    law[STIFFNESS] = flags & LOCK_SOFT ? w[p + LOCK_ROW + S_STIFFNESS] : Infinity;
    law[CAP] = flags & LOCK_CAPPED ? w[p + LOCK_CAP] : Infinity;
    addStored();
  }
  if (flags & STOPS && flags & (LIMITS_SOFT | LIMITS_CAPPED)) {
    const lower = flags & LOWER ? w[p + LOWER_BOUND] : -Infinity;
    const upper = flags & UPPER ? w[p + UPPER_BOUND] : Infinity;
    law[FROM] = Math.max(0, lower - before[row], before[row] - upper);
    law[TO] = Math.max(0, lower - after[row], after[row] - upper);
    law[STIFFNESS] = flags & LIMITS_SOFT ? w[p + LIMITS_ROW + S_STIFFNESS] : Infinity;
    law[CAP] = flags & LIMITS_CAPPED ? w[p + LIMITS_CAP] : Infinity;
    addStored();
  }
}

/** Adds what a law has stored on its way from one stretch to another. */
function addStored(): void {
  const from = law[FROM];
  const to = law[TO];
  if (from === to || law[STIFFNESS] === 0) return;
  const knee = law[CAP] / law[STIFFNESS];
  const more = to - from;
  // Here, and not in a loop over both: their difference is next to nothing of either.
  if (from <= knee && to <= knee) sum[0] += (law[STIFFNESS] * more * (to + from)) / 2;
  else if (from > knee && to > knee) sum[0] += law[CAP] * more;
  else {
    const soft = Math.min(from, to);
    const past = Math.max(from, to) - knee;
    const stored = law[CAP] * past + (soft < knee ? (law[STIFFNESS] * (knee - soft) * (knee + soft)) / 2 : 0);
    sum[0] += to > from ? stored : -stored;
  }
}

/** The same of a point. */
function addOfPoint({ before, after }: DirectIsland, { row, o, p, joint }: DirectCoordinate): void {
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  law[FROM] = Math.sqrt(before[row] * before[row] + before[row + 1] * before[row + 1]);
  law[TO] = Math.sqrt(after[row] * after[row] + after[row + 1] * after[row + 1]);
  if (flags & SPRING) {
    const given = w[p + P_SPRING_A];
    law[STIFFNESS] = flags & SPRING_COMPLIANCE ? 1 / given : given;
    if (flags & SPRING_HERTZ) law[STIFFNESS] = w[p + P_SPRING_ROW + V_STIFFNESS];
    law[CAP] = flags & SPRING_CAPPED ? w[p + P_SPRING_CAP] : Infinity;
    addStored();
  }
  if (flags & LOCK && flags & (LOCK_SOFT | LOCK_CAPPED)) {
    law[STIFFNESS] = flags & LOCK_SOFT ? w[p + P_LOCK_ROW + V_STIFFNESS] : Infinity;
    law[CAP] = flags & LOCK_CAPPED ? w[p + P_LOCK_CAP] : Infinity;
    addStored();
  }
}
