import { X, Y } from '../../body/body-store';
import { goalFrom, towards, writeEndRate } from '../../coordinates/laws/end-rate';
import { LIMITS_EQUAL, LOCK, MOTOR_CAPPED, MOTOR_SPEED } from '../../coordinates/laws/law-fields';
import { isFreeMotor, wayIntoStop } from '../../coordinates/laws/motor';
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
  writeEndRate(d, o, w, p, flags, ctx);
  out[i] = (rate + towards[0]) / 2;
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
