import { after, keepWithin } from './accumulate';
import {
  BEARING,
  FRICTION,
  FRICTION_IMPULSE,
  FRICTION_SUM,
  LATCH,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_SPEED,
  MOTOR_SUM,
  MOTOR_TARGET,
  RATCHET,
  RATCHET_CAP,
  RATCHET_CAPPED,
  RATCHET_IMPULSE,
  RATCHET_SUM,
  SERVO,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from './law-fields';
import { measureSag, sag, wantedOf } from './motor';
import { LOCK_IMPULSE, LOCK_SUM, TARGET, VALUE } from '../scalar';
import { SLOP, type StepContext } from '../step-context';

/**
 * Where hard laws hold a coordinate together, the weaker gives way: what is stronger takes over what the weaker do beside it, as much as it
 * may give. All that they do together stays as it is, and with it the motion.
 */

/** The laws from the weakest to the strongest. */
const RUBBING = 0,
  DRIVING = 1,
  AT_TOOTH = 2,
  AT_LOWER = 3,
  AT_UPPER = 4,
  LOCKING = 5;

/** The bits of each, and that of its cap. */
const BITS = [FRICTION | BEARING, MOTOR, RATCHET, LOWER, UPPER, LOCK];
const CAPPED = [0, MOTOR_CAPPED, RATCHET_CAPPED, LIMITS_CAPPED, LIMITS_CAPPED, LOCK_CAPPED];
const HARD = FRICTION | BEARING | MOTOR | RATCHET | LOWER | UPPER | LOCK;
/** Where each keeps its impulse, that of a lock in the row record, the sum of its impulses, its cap, and the value at which it holds. */
const IMPULSE = [FRICTION_IMPULSE, MOTOR_IMPULSE, RATCHET_IMPULSE, LOWER_IMPULSE, UPPER_IMPULSE, LOCK_IMPULSE];
const SUM = [FRICTION_SUM, MOTOR_SUM, RATCHET_SUM, LIMITS_SUM, LIMITS_SUM, LOCK_SUM];
const CAP = [0, MOTOR_CAP, RATCHET_CAP, LIMITS_CAP, LIMITS_CAP, LOCK_CAP];
const PLACE = [0, MOTOR_TARGET, LATCH, LOWER_BOUND, UPPER_BOUND, TARGET];
/** The impulse of the upper stop is kept as its size. */
const SIGN = [1, 1, 1, 1, -1, 1];

export function giveWay(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  if (flags & LIMITS_SOFT) flags &= ~(LOWER | UPPER);
  else if (flags & LIMITS_EQUAL) flags &= ~UPPER;
  if (flags & LOCK_SOFT) flags &= ~LOCK;
  const hard = flags & HARD;
  if ((hard & (hard - 1)) === 0) return;
  for (let to = DRIVING; to <= LOCKING; to++) {
    if (!(flags & BITS[to]) || !holds(d, o, w, p, ctx, flags, to)) continue;
    for (let from = RUBBING; from < to; from++) {
      if (!(flags & BITS[from])) continue;
      // What drives to another place pushes against what holds here.
      const values = to === LOCKING ? d : w;
      const place = (to === LOCKING ? o : p) + PLACE[to];
      if (from === DRIVING && wantedOf(values, place, w, p, flags, ctx) !== 0) continue;
      handOver(d, o, w, p, ctx, flags, from, to);
    }
  }
}

/** True of a law that holds the coordinate where it is: at its cap it pushes to where it will, and what rubs or brakes works against it. */
function holds(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
  law: number,
): boolean {
  const impulse = law === LOCKING ? d[o + LOCK_IMPULSE] : w[p + IMPULSE[law]];
  if (flags & CAPPED[law] && Math.abs(impulse) >= (w[p + CAP[law]] * ctx.h) / 2) return false;
  if (law === LOCKING) return true;
  const slop = SLOP * ctx.unit;
  if (law === DRIVING) {
    if (!(flags & SERVO)) return w[p + MOTOR_SPEED] === 0;
    // As soft as it holds, a servo sags under a load, and stays away under friction.
    measureSag(d, o, w, p + MOTOR_IMPULSE, ctx);
    const byMotor = sag[0];
    measureSag(d, o, w, p + FRICTION_IMPULSE, ctx);
    const most = Math.max(byMotor, sag[0]);
    return Math.abs(w[p + MOTOR_TARGET] - d[o + VALUE]) <= slop + 2 * most;
  }
  if (impulse !== 0 || (law === AT_LOWER && flags & LIMITS_EQUAL)) return true;
  const room = d[o + VALUE] - w[p + PLACE[law]];
  return law === AT_TOOTH ? room * w[p + TOOTH] <= slop * Math.abs(w[p + TOOTH]) : SIGN[law] * room <= slop;
}

/** Moves as much of the impulse of one law to a stronger one as that may have. */
function handOver(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
  from: number,
  to: number,
): void {
  const given = p + IMPULSE[from];
  if (w[given] === 0) return;
  const taker = to === LOCKING ? d : w;
  const q = to === LOCKING ? o : p;
  const before = SIGN[to] * taker[q + IMPULSE[to]];
  after[0] = before + SIGN[from] * w[given];
  const isOneSided = to === AT_TOOTH || to === AT_UPPER || (to === AT_LOWER && !(flags & LIMITS_EQUAL));
  const way = to === AT_TOOTH ? w[p + TOOTH] : SIGN[to];
  if (isOneSided && way * after[0] < 0) after[0] = 0;
  if (flags & CAPPED[to]) keepWithin(w, p + CAP[to], ctx);
  const moved = after[0] - before;
  w[given] -= SIGN[from] * moved;
  w[p + SUM[from]] -= moved;
  taker[q + IMPULSE[to]] = SIGN[to] * after[0];
  taker[q + SUM[to]] += moved;
}
