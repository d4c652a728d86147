import {
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_SOFT,
  LOCK,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  MOTOR,
  RATCHET,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from '../../coordinates/laws/law-fields';
import { FLAGS, INVERSE_MASS, RATE, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { isPlain, stopAt } from './plain-rows';
import { decideRow } from './row-laws';
import { AT_LOWER, AT_UPPER, NO_STOP } from './row-modes';

/*
 * Of stops at which a mechanism stands, and which have borne nothing yet, rounding puts some beyond their bounds. Those would bear all, for good,
 * and the others nothing: where some of a part begin so, all of it do.
 */

/** What holds a row otherwise than a hard stop does, or drives it. */
const OTHERS = LOCK | LIMITS_SOFT | LIMITS_EQUAL | LIMITS_CAPPED | RATCHET | MOTOR;

export function startAlike(island: DirectIsland, ctx: StepContext): void {
  const { coordinates, parts } = island;
  for (let part = 0; part < parts.count; part++) {
    const from = part * parts.coordinates;
    const to = from + parts.coordinates;
    let leans = false;
    for (let i = from; i < to; i++) {
      const stop = standsAt(island, coordinates[i]);
      if (stop !== NO_STOP && island.stopAt[coordinates[i].row] === stop) leans = true;
    }
    for (let i = from; leans && i < to; i++) {
      const stop = standsAt(island, coordinates[i]);
      if (stop !== NO_STOP) startAt(island, coordinates[i], stop, ctx);
    }
  }
}

function startAt(island: DirectIsland, c: DirectCoordinate, stop: number, ctx: StepContext): void {
  if (isPlain(c.joint.batch.rows[c.o + FLAGS] | 0)) stopAt(island, c, stop);
  else {
    island.stopAt[c.row] = stop;
    decideRow(island, c, ctx);
  }
}

/** The stop at which a row stands, within what it may be passed by, and has not pushed; else `NO_STOP`. */
export function standsAt({ isAngle, attempt }: DirectIsland, { row, o, p, joint, scalar }: DirectCoordinate): number {
  const { rows: d, laws: w } = joint.batch;
  if (!scalar || d[o + INVERSE_MASS] === 0) return NO_STOP;
  const flags = d[o + FLAGS] | 0;
  if (!(flags & (LOWER | UPPER)) || flags & OTHERS) return NO_STOP;
  if (w[p + LOWER_IMPULSE] !== 0 || w[p + UPPER_IMPULSE] !== 0) return NO_STOP;
  const slop = attempt.tolerance / (isAngle[row] === 1 ? attempt.lengthUnit : 1);
  if (Math.abs(d[o + RATE]) * attempt.h > slop) return NO_STOP;
  const value = d[o + VALUE];
  if (flags & LOWER && Math.abs(value - w[p + LOWER_BOUND]) <= slop) return AT_LOWER;
  return flags & UPPER && Math.abs(value - w[p + UPPER_BOUND]) <= slop ? AT_UPPER : NO_STOP;
}
