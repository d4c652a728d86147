import { X, Y } from '../../body/body-store';
import { approach, limitApproach, readBraking } from '../../coordinates/laws/braking';
import { LIMITS_EQUAL, LOCK, MOTOR_CAPPED, MOTOR_SPEED } from '../../coordinates/laws/law-fields';
import { findGoal, goal, isCappedServo, isFreeMotor, wayIntoStop } from '../../coordinates/laws/motor';
import { RATE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';

/** What a motor asks of a row, and when it stands back. */

/** 1 or −1 where a motor without a cap has come as far as a stop lets it; else 0. */
export function stopReached(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): number {
  return wayIntoStop(island.before, c.row, c.joint.batch.laws, c.p, flags, ctx);
}

/** A motor without a cap gives way to a lock, and to bounds that are one, also where those have a cap. */
export function isMotorIdle(flags: number): boolean {
  return !(flags & MOTOR_CAPPED) && (flags & (LOCK | LIMITS_EQUAL)) !== 0;
}

/** Writes the mean rate that brings the rate at the end to what the motor asks; it never passes where it goes. */
export function writeMotorRate(
  island: DirectIsland,
  c: DirectCoordinate,
  flags: number,
  ctx: StepContext,
  out: Float64Array,
  i: number,
): void {
  const { o, p, row } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const rate = d[o + RATE];
  if (isFreeMotor(flags)) {
    out[i] = (rate + w[p + MOTOR_SPEED]) / 2;
    return;
  }
  goalFrom[0] = island.before[row];
  goalFrom[1] = rate;
  writeEndRate(island, c, flags, ctx);
  if (isCappedServo(flags)) speedUp(island, row, ctx);
  out[i] = (rate + towards[0]) / 2;
}

/** Value and rate at the start of a step. */
export const goalFrom = new Float64Array(2);

/** From those in `goalFrom` leaves in `towards` the rate to which what is told where to stop comes by the end of the step, if nothing else forbids it. */
export function writeEndRate(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { o, p, row } = c;
  const { rows: d, laws: w } = c.joint.batch;
  findGoal(w, p, flags, ctx);
  const gap = goal[0] - goalFrom[0];
  // The move of this step is the mean of both rates, and the next step still moves half of what is left of the rate.
  const left = gap - (ctx.h * goalFrom[1]) / 2;
  towards[0] = left;
  if (gap * left > 0) writeMotorSpeed(d, o, w, p, flags, ctx, island.brakes, row);
  else towards[0] = 0;
}

/** Speeds up to what is in `towards` no faster than other servos can bear. */
function speedUp(island: DirectIsland, row: number, { h }: StepContext): void {
  const rate = towards[0] < 0 ? -goalFrom[1] : goalFrom[1];
  island.fastest[row] = Math.max(0, rate) + island.speedsUp[row] * h;
  keepToFastest(island, row);
}

/** What is in `towards` is no more than others can bear in this step. */
export function keepToFastest({ fastest }: DirectIsland, row: number): void {
  towards[0] = Math.max(-fastest[row], Math.min(fastest[row], towards[0]));
}

/** The way that is left to where a motor goes, then the rate towards it: a double handed to a call would be allocated. */
export const towards = new Float64Array(1);

/** From the way in `towards` the rate which does not pass its end, however long the next step is, by what it brakes at most. */
export function writeMotorSpeed(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  flags: number,
  { h, longest }: StepContext,
  brakes: Float64Array,
  row: number,
): void {
  const way = towards[0];
  const next = Math.max(h, longest);
  readBraking(d, o, w, p, false);
  approach[0] = Math.abs(way) / next;
  // A little less than the cap, so that braking never saturates.
  approach[1] = 0.98 * Math.min(approach[1], brakes[row]) * next;
  limitApproach(w, p, flags);
  const speed = Math.min(approach[0], approach[2]);
  towards[0] = way < 0 ? -speed : speed;
}

/** Speed that a motor whose cap is made up gives all of its island within a step, in lengthUnits a second. */
const START = 1;

/**
 * Writes to `motorCap[row]` what a motor without a cap gives at most where its island could not be solved otherwise: what bears all loads on
 * the island, and sets it in motion.
 */
export function writeStrength(
  { mass, load, start, movable, isAngle, motorCap, attempt }: DirectIsland,
  row: number,
): void {
  const { h, lengthUnit } = attempt;
  let reach = lengthUnit;
  for (let p = 4; p < 4 * movable; p += 4)
    reach = Math.max(reach, Math.abs(start[p + X] - start[X]), Math.abs(start[p + Y] - start[Y]));
  let momentum = 0;
  for (let k = 0; k < 3 * movable; k += 3)
    momentum +=
      Math.abs(load[k]) + Math.abs(load[k + 1]) + Math.abs(load[k + 2]) / reach + mass[k] * START * lengthUnit;
  motorCap[row] = (momentum * (isAngle[row] === 1 ? reach : 1)) / h;
}
