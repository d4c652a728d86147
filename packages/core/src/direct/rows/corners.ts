import { type BodyStore, COS, SIN } from '../../body/body-store';
import {
  BEARING,
  FRICTION,
  FRICTION_COEFFICIENT,
  FRICTION_RADIUS,
  FRICTION_SUM,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK_CAP,
  LOCK_CAPPED,
  LOWER_BOUND,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_SUM,
} from '../../coordinates/laws/law-fields';
import { isHardLock, isRigidLock } from '../../coordinates/laws/lock';
import { wantedOf } from '../../coordinates/laws/motor';
import { FLAGS, LOCK_SUM, RATE, TARGET, VALUE, WARM } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { HELD_AT_CORNER, JOINT_FLAGS } from '../../joint/batch/record';
import {
  AFTER_X,
  AFTER_Y,
  BEFORE_X,
  BEFORE_Y,
  BEND,
  CORNER,
  CORNER_SIZE,
  PIECE_AFTER,
  PIECE_BEFORE,
  SHIFT_AFTER,
  SHIFT_BEFORE,
} from '../../math/polyline';
import type { DirectCoordinate, DirectIsland, DirectJoint } from '../island/island-system';
import { measureJoint, writeRate } from '../motion/measure-rows';
import { ALL_BESIDE, beside, measureBeside } from './book-row';
import type { TrialPoses } from '../motion/move-bodies';
import { isPlain } from './plain-rows';
import { decideRow } from './row-laws';
import { AT_CORNER, AT_EQUAL, DRIVEN, NO_STOP, OFF, POSITION, PROJECTED, TELEPORT } from './row-modes';

/*
 * What is pressed into a corner of a curve, a bead in a V, has no gradient there: each piece lets it slide onto the other, without end. Where the
 * step does not converge so it is held at the corner, along the curve as well as across it, for as long as the pieces bear it: what they give
 * together, beside what springs and motors along the curve do, pulls on neither by more than friction gives. Held, it is measured as if the piece
 * before the corner went on. So is what a lock, or bounds that are one, hold at the corner itself: there it is held at a point, whatever pulls on it.
 */

/** A larger error, per lengthUnit, is of an iteration that is lost: it does not tell what is to be found yet. */
const ASTRAY = 0.05;

/** What goes farther in a step, per lengthUnit, passes a corner. */
const PASSES = 0.01;

/** As near to a corner, per lengthUnit, what a lock asks is the corner. */
const THERE = 1e-9;

/** A lock with a cap does not hold what is farther from where it should, in tolerances. */
const HELD = 10;

/** Since when it is, or was, held in this attempt; the piece along which it leaves that has been held from the start. */
const FROM_START = 1;
export const STUCK = 2;
const LEFT_BACK = 3,
  LEFT_ON = 4;

/** As it was read last (math/polyline.ts). */
export const corner = new Float64Array(CORNER_SIZE);
const local = new Float64Array(2);

/** Measures all as it is again: an attempt begins, or a step has ended. */
export function forgetCorners({ others, cornered, hasCorners }: DirectIsland): void {
  if (!hasCorners) return;
  for (let i = 0; i < others.length; i++) {
    const { batch, slot, coordinates } = others[i];
    if (batch.type.goStraight === undefined) continue;
    batch.type.goStraight(batch, slot, null, 0);
    for (let k = 0; k < coordinates.length; k++) cornered[coordinates[k].row] = 0;
  }
}

/** Begins a step of a joint that was just measured. */
export function beginAtCorner(island: DirectIsland, joint: DirectJoint, store: BodyStore): void {
  const { batch, slot } = joint;
  if (!isAtCorner(island, joint)) return;
  if (!isLockedAtCorner(island, joint)) {
    if (batch.laws[slot * batch.lawsStride + JOINT_FLAGS] & HELD_AT_CORNER) leaveCorner(island, joint, store);
    return;
  }
  batch.type.goStraight?.(batch, slot, corner, PIECE_BEFORE);
  measureJoint(island, joint, store.pose, island.before);
}

/** What was held at a corner in the last step, and leaves it along a piece since it was kicked, is on that piece: by the other's lock it could not. */
function leaveCorner(island: DirectIsland, joint: DirectJoint, store: BodyStore): void {
  const { batch, slot, coordinates } = joint;
  const [along, across] = coordinates;
  const { system, rate, v0, start, attempt, before } = island;
  const { jacobian: J, entryStart } = system;
  writeRate(island, along.row, v0);
  writeRate(island, across.row, v0);
  const e = 3 * entryStart[along.row] + 3;
  const f = 3 * entryStart[across.row] + 3;
  const speed = rate[along.row] / (J[e] * J[e] + J[e + 1] * J[e + 1]);
  local[0] = speed * J[e] + rate[across.row] * J[f];
  local[1] = speed * J[e + 1] + rate[across.row] * J[f + 1];
  toLocal(start, joint.bodies[0]);
  const back = -(local[0] * corner[BEFORE_X] + local[1] * corner[BEFORE_Y]);
  const on = local[0] * corner[AFTER_X] + local[1] * corner[AFTER_Y];
  if (!(Math.max(back, on) * attempt.h > PROJECTED * attempt.lengthUnit)) return;
  batch.rows[along.o + WARM] = 0;
  batch.type.goStraight?.(batch, slot, corner, back > on ? PIECE_BEFORE : PIECE_AFTER);
  measureJoint(island, joint, store.pose, before);
}

/** Goes on to hold at its corner what was held there in the last step. */
export function startAtCorner(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { coordinates, batch, slot } = c.joint;
  if (coordinates[0] !== c || !(batch.laws[slot * batch.lawsStride + JOINT_FLAGS] & HELD_AT_CORNER)) return;
  if (!isAtCorner(island, c.joint) || !mayBeHeld(island, c, ctx) || !isFree(island, c)) return;
  hold(island, c.joint, FROM_START, ctx);
  island.impulse[c.row] = c.joint.batch.rows[c.o + WARM];
}

/** Notes what was held at a corner in the step, and by which laws. */
export function noteCorners(island: DirectIsland, ctx: StepContext): void {
  const { others, stopAt, hasCorners } = island;
  if (!hasCorners) return;
  for (let i = 0; i < others.length; i++) {
    const { batch, slot, coordinates } = others[i];
    if (batch.type.writeCorner === undefined || coordinates.length !== 2) continue;
    const { laws, lawsStride } = batch;
    const at = slot * lawsStride + JOINT_FLAGS;
    const isHeld = stopAt[coordinates[0].row] === AT_CORNER;
    laws[at] = isHeld ? laws[at] | HELD_AT_CORNER : laws[at] & ~HELD_AT_CORNER;
    if (isHeld) bookHeld(island, others[i], ctx);
  }
}

/** True of what is at a corner: that is in `corner` then. */
function isAtCorner({ attempt }: DirectIsland, joint: DirectJoint): boolean {
  if (joint.coordinates.length !== 2 || !readCorner(joint)) return false;
  const { o } = joint.coordinates[0];
  return Math.abs(joint.batch.rows[o + VALUE] - corner[CORNER]) <= TELEPORT * attempt.lengthUnit;
}

/**
 * Reads a corner into `corner`: that nearest to a joint as last measured, or the next that way after the one in there. What is beside the path is there
 * short of the one piece's end.
 */
export function readCorner({ batch, slot, coordinates }: DirectJoint, way: -1 | 0 | 1 = 0): boolean {
  if (batch.type.writeCorner?.(batch, slot, corner, way) !== true) return false;
  const inside = batch.rows[coordinates[1].o + TARGET] * corner[BEND];
  // Beside a tip, which is given without its bend, the way goes round in a wider one.
  if (corner[BEND] === 0 && batch.rows[coordinates[1].o + TARGET] !== 0) return false;
  corner[SHIFT_BEFORE] = inside;
  corner[SHIFT_AFTER] = -inside;
  return true;
}

/** True if a lock without a cap, or bounds that are one, hold at the corner what is locked to its curve: by a lock with a cap while that holds. */
function isLockedAtCorner(island: DirectIsland, { batch, coordinates }: DirectJoint): boolean {
  const [along, across] = coordinates;
  const d = batch.rows;
  const { o } = across;
  const flags = d[o + FLAGS] | 0;
  const isHeld = isHardLock(flags) && Math.abs(d[o + VALUE] - d[o + TARGET]) <= HELD * island.attempt.tolerance;
  return (isHeld || isRigidLock(flags)) && d[o + TARGET] * corner[BEND] >= 0 && isAimedAtCorner(island, along, 0);
}

/** True if a lock, or bounds that are one where there is none, with or without a cap, hold along a curve at what is in `corner`. */
function isAimedAtCorner({ attempt }: DirectIsland, { o, p, joint }: DirectCoordinate, cap: 0 | 1): boolean {
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + FLAGS] | 0;
  const isLock = isHardLock(flags);
  if (!isLock && (flags & (LIMITS_EQUAL | LIMITS_SOFT)) !== LIMITS_EQUAL) return false;
  if (((flags & (isLock ? LOCK_CAPPED : LIMITS_CAPPED)) !== 0) !== (cap === 1)) return false;
  const goal = isLock ? d[o + TARGET] : w[p + LOWER_BOUND];
  return Math.abs(goal - corner[CORNER]) <= THERE * attempt.lengthUnit;
}

/** True of a curve along which nothing without a cap holds, or leads on whatever comes. */
function mayBeHeld({ before }: DirectIsland, { row, o, p, joint }: DirectCoordinate, ctx: StepContext): boolean {
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + FLAGS] | 0;
  if (isRigidLock(flags)) return false;
  return (flags & (MOTOR | MOTOR_CAPPED)) !== MOTOR || wantedOf(before, row, w, p, flags, ctx) === 0;
}

/** What `followCorners` did: nothing; something; it let go what it had taken for stuck, which has led the iteration astray. */
export const UNCHANGED = 0,
  TAKEN_BACK = 2;
const CHANGED = 1;

/** Holds what is stuck at a corner, or lets go what is held there and would be pulled on. */
export function followCorners(island: DirectIsland, { end }: TrialPoses, isStuck: boolean, ctx: StepContext): number {
  if (!island.hasCorners) return UNCHANGED;
  return isStuck ? holdNearest(island, end, ctx) : letGoPulled(island, ctx);
}

/** Of what may be stuck the one that is nearest to its corner: held at theirs, too, others would be taken far off, and pull on it. */
function holdNearest(island: DirectIsland, end: Float64Array, ctx: StepContext): number {
  const { others, stopAt, before } = island;
  let nearest: DirectJoint | null = null;
  let least = Infinity;
  for (let i = 0; i < others.length; i++) {
    const joint = others[i];
    const { batch, slot, coordinates } = joint;
    if (batch.type.writeCorner === undefined || coordinates.length !== 2) continue;
    const { row } = coordinates[0];
    if (stopAt[row] === AT_CORNER || !canBeHeld(island, joint, ctx)) continue;
    batch.measure(slot, end);
    if (!readCorner(joint) || !isReached(island, joint)) continue;
    const way = Math.abs(before[row] - corner[CORNER]);
    if (way >= least) continue;
    least = way;
    nearest = joint;
  }
  if (nearest === null || !readCorner(nearest)) return UNCHANGED;
  hold(island, nearest, STUCK, ctx);
  return CHANGED;
}

function letGoPulled(island: DirectIsland, ctx: StepContext): number {
  const { others, stopAt } = island;
  let done = UNCHANGED;
  for (let i = 0; i < others.length; i++) {
    const joint = others[i];
    const { batch, coordinates } = joint;
    if (batch.type.writeCorner === undefined || coordinates.length !== 2) continue;
    if (strays(island, joint)) {
      hold(island, joint, FROM_START, ctx);
      done = Math.max(done, CHANGED);
      continue;
    }
    if (stopAt[coordinates[0].row] !== AT_CORNER || !readCorner(joint)) continue;
    const pull = pullOf(island, joint, ctx);
    if (pull === 0) continue;
    letGo(island, joint, pull, ctx);
    done = Math.max(done, isAstray(island, joint) ? TAKEN_BACK : CHANGED);
  }
  return done;
}

/** True of what has left its corner along a piece, and would go off that the other way since other laws have changed. */
function strays({ cornered, stopAt, after, attempt }: DirectIsland, joint: DirectJoint): boolean {
  const { row } = joint.coordinates[0];
  const left = cornered[row];
  if (attempt.settled || (left !== LEFT_BACK && left !== LEFT_ON)) return false;
  if (stopAt[row] === AT_CORNER || !readCorner(joint)) return false;
  return (left === LEFT_ON ? 1 : -1) * (corner[CORNER] - after[row]) > attempt.tolerance;
}

/** True of what was on its way past a corner and was taken for stuck there. */
function isAstray({ cornered, attempt }: DirectIsland, { batch, coordinates }: DirectJoint): boolean {
  const { o, row } = coordinates[0];
  return cornered[row] === STUCK && Math.abs(batch.rows[o + RATE]) * attempt.h > PASSES * attempt.lengthUnit;
}

/** True of what is locked to its curve and held nowhere along it, unless by a servo that is where it goes, and was not held before in this attempt. */
function canBeHeld(island: DirectIsland, { batch, coordinates }: DirectJoint, ctx: StepContext): boolean {
  const { mode, stopAt, yielding, cornered, before } = island;
  const [along, across] = coordinates;
  const { row, o, p } = along;
  const { rows: d, laws: w } = batch;
  if (mode[row] === DRIVEN && wantedOf(before, row, w, p, d[o + FLAGS] | 0, ctx) !== 0) return false;
  if (stopAt[row] === NO_STOP && yielding[row] !== 0) return false;
  if (mode[across.row] !== POSITION || stopAt[across.row] !== NO_STOP) return false;
  return cornered[row] === 0 && mayBeHeld(island, along, ctx);
}

/** True of what no stop holds but at the corner itself with a cap, or elsewhere with all of it. */
function isFree(island: DirectIsland, along: DirectCoordinate): boolean {
  const { stopAt, yielding, slipping } = island;
  const { row } = along;
  if (stopAt[row] === NO_STOP || isAimedAtCorner(island, along, 1)) return true;
  return Math.abs(yielding[row]) === 1 && slipping[row] === 0;
}

/** True if the corner, where there is one so far across, is within twice the way of the step, or of what it has yet to find. */
function isReached(island: DirectIsland, { batch, coordinates }: DirectJoint): boolean {
  const { before, parts, attempt } = island;
  const [along, across] = coordinates;
  if (!isFree(island, along)) return false;
  if (batch.rows[across.o + TARGET] * corner[BEND] < 0) return false;
  const way = Math.abs(batch.rows[along.o + RATE]) * attempt.h + Math.min(parts.error[0], ASTRAY * attempt.lengthUnit);
  return Math.abs(before[along.row] - corner[CORNER]) <= 2 * way;
}

/**
 * The way along the curve in which what the joint gives pulls on one of the pieces, by more than friction there could, and a lock with a cap; 0
 * where it does not. What springs, motors and a lock that is elsewhere give is meant along either.
 */
function pullOf(island: DirectIsland, joint: DirectJoint, ctx: StepContext): -1 | 0 | 1 {
  measurePull(island, joint, ctx);
  const [along] = joint.coordinates;
  let most = 0;
  if (isAimedAtCorner(island, along, 1)) most += capThere(along) * ctx.h;
  if (isBrake(island, along, ctx)) most += joint.batch.laws[along.p + MOTOR_CAP] * ctx.h;
  if (pulls[BACK] > most + pulls[RUBBED_BACK]) return 1;
  return pulls[ON] < -most - pulls[RUBBED_ON] ? -1 : 0;
}

/** What is given forwards along the piece before a corner, which must not pull there, and along the one after it, and how much friction may be of it. */
const pulls = new Float64Array(4);
const BACK = 0,
  ON = 1,
  RUBBED_BACK = 2,
  RUBBED_ON = 3;

function measurePull(island: DirectIsland, { batch, bodies, coordinates }: DirectJoint, ctx: StepContext): void {
  const { system, impulse, end, frictionCap, fixed } = island;
  const { entryStart, jacobian: J } = system;
  local[0] = local[1] = 0;
  for (let k = 0; k < 2; k++) {
    const { row } = coordinates[k];
    // The columns of B are the second ones.
    const e = 3 * entryStart[row] + 3;
    local[0] += J[e] * impulse[row];
    local[1] += J[e + 1] * impulse[row];
  }
  toLocal(end, bodies[0]);
  const [along] = coordinates;
  const { rows: d, laws: w } = batch;
  const { o, p, row } = along;
  measureBeside(island, along, ctx);
  const flags = d[o + FLAGS] | 0;
  const rubbed = (flags & (FRICTION | BEARING)) === FRICTION ? frictionCap[row] * ctx.h : 0;
  const coefficient = flags & BEARING ? w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS] : 0;
  const x = local[0];
  const y = local[1];
  const given = beside[ALL_BESIDE] + fixed[row];
  pulls[BACK] = x * corner[BEFORE_X] + y * corner[BEFORE_Y] - given;
  pulls[ON] = x * corner[AFTER_X] + y * corner[AFTER_Y] - given;
  pulls[RUBBED_BACK] = rubbed + coefficient * Math.abs(x * corner[BEFORE_Y] - y * corner[BEFORE_X]);
  pulls[RUBBED_ON] = rubbed + coefficient * Math.abs(x * corner[AFTER_Y] - y * corner[AFTER_X]);
}

/** The cap of a lock, or of bounds that are one. */
function capThere({ o, p, joint }: DirectCoordinate): number {
  return joint.batch.laws[p + (isHardLock(joint.batch.rows[o + FLAGS] | 0) ? LOCK_CAP : LIMITS_CAP)];
}

/** Adds to the read-outs of the laws along a curve what its pieces do not bear at the corner where they hold: the stronger law gives first. */
function bookHeld(island: DirectIsland, joint: DirectJoint, ctx: StepContext): void {
  if (!readCorner(joint)) return;
  measurePull(island, joint, ctx);
  const { rows: d, laws: w } = joint.batch;
  const [along] = joint.coordinates;
  const { o, p } = along;
  const isBack = pulls[BACK] > 0;
  unborne[0] = isBack ? pulls[BACK] : Math.min(0, pulls[ON]);
  if (isAimedAtCorner(island, along, 1)) {
    unborne[MOST] = capThere(along) * ctx.h;
    if (isHardLock(d[o + FLAGS] | 0)) giveUnborne(d, o + LOCK_SUM);
    else giveUnborne(w, p + LIMITS_SUM);
  }
  if (isBrake(island, along, ctx)) {
    unborne[MOST] = w[p + MOTOR_CAP] * ctx.h;
    giveUnborne(w, p + MOTOR_SUM);
  }
  unborne[MOST] = pulls[isBack ? RUBBED_BACK : RUBBED_ON];
  giveUnborne(w, p + FRICTION_SUM);
}

/** What is left to be given, and the most of the law at hand. */
const unborne = new Float64Array(2);
const MOST = 1;

function giveUnborne(sums: Float64Array, i: number): void {
  const given = Math.max(-unborne[MOST], Math.min(unborne[MOST], unborne[0]));
  sums[i] += given;
  unborne[0] -= given;
}

/** True of a motor with a cap that has nowhere to go: it holds against what pulls either way. */
function isBrake({ after }: DirectIsland, { row, o, p, joint }: DirectCoordinate, ctx: StepContext): boolean {
  const flags = joint.batch.rows[o + FLAGS] | 0;
  return (flags & MOTOR_CAPPED) !== 0 && wantedOf(after, row, joint.batch.laws, p, flags, ctx) === 0;
}

/** Turns `local` from the world into the frame of a body at these poses. */
function toLocal(poses: Float64Array, body: number): void {
  const x = local[0];
  const y = local[1];
  const c = poses[4 * body + COS];
  const s = poses[4 * body + SIN];
  local[0] = c * x + s * y;
  local[1] = c * y - s * x;
}

function hold(
  island: DirectIsland,
  { batch, slot, coordinates }: DirectJoint,
  since: typeof FROM_START | typeof STUCK,
  ctx: StepContext,
): void {
  const { stopAt, mode, goal, held, fixed, softness, gap, target, cornered, lockAt, yielding, slipping } = island;
  const [along] = coordinates;
  const { row, o } = along;
  const d = batch.rows;
  const flags = d[o + FLAGS] | 0;
  batch.type.goStraight?.(batch, slot, corner, PIECE_BEFORE);
  const isAimed = isAimedAtCorner(island, along, 1);
  if (!isAimed && yielding[row] !== 0) slipping[row] = yielding[row] * stopAt[row];
  stopAt[row] = AT_CORNER;
  yielding[row] = 0;
  if (isHardLock(flags)) lockAt[row] = isAimed ? 0 : Math.sign(d[o + TARGET] - corner[CORNER]);
  if (isPlain(flags)) {
    mode[row] = POSITION;
    held[row] = fixed[row] = softness[row] = 0;
  } else decideRow(island, along, ctx);
  goal[row] = corner[CORNER];
  gap[row] = target[row] = 0;
  cornered[row] = since;
}

/**
 * Where friction or a lock with a cap held it along, that slips the way it gave. What has been there from the start leaves along the piece on which it
 * is pulled: in between, increments lead to and fro.
 */
function letGo(island: DirectIsland, { batch, slot, coordinates }: DirectJoint, pull: -1 | 1, ctx: StepContext): void {
  const { stopAt, mode, held, impulse, frictionAt, motorAt, lockAt, yielding, slipping, cornered } = island;
  const [along] = coordinates;
  const { row } = along;
  const flags = batch.rows[along.o + FLAGS] | 0;
  // The curve beside a tip bends away from how it goes some radii on, and Newton finds its way along that.
  const leavesStraight = cornered[row] === FROM_START && corner[BEND] !== 0;
  batch.type.goStraight?.(batch, slot, leavesStraight ? corner : null, pull > 0 ? PIECE_BEFORE : PIECE_AFTER);
  if (leavesStraight) cornered[row] = pull > 0 ? LEFT_BACK : LEFT_ON;
  if (isPlain(flags)) {
    stopAt[row] = NO_STOP;
    mode[row] = OFF;
    held[row] = 1;
    impulse[row] = 0;
    return;
  }
  stopAt[row] = Math.abs(slipping[row]);
  yielding[row] = Math.sign(slipping[row]);
  slipping[row] = 0;
  frictionAt[row] = pull;
  if (isBrake(island, along, ctx)) motorAt[row] = pull;
  if (isAimedAtCorner(island, along, 1)) {
    if (isHardLock(flags)) lockAt[row] = pull;
    else {
      stopAt[row] = AT_EQUAL;
      yielding[row] = pull;
    }
  }
  decideRow(island, along, ctx);
}
