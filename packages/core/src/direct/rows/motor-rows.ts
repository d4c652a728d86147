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
