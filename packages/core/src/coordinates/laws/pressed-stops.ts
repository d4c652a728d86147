import { MAX_CORRECTION } from '../../joint/batch/record';
import { MOST_PASSED, NEARLY_PASSED } from '../../joint/blows/passed-stops';
import { after, correction, takeOnce } from './accumulate';
import {
  LIMITS_BOUNCE,
  LIMITS_EQUAL,
  LIMITS_LED,
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_SOFT,
  LOWER_IMPULSE,
  MOTOR,
  MOTOR_CAP,
  MOTOR_IMPULSE,
  MOTOR_SPEED,
  MOTOR_SUM,
  SERVO,
  STOPS,
  STOPS_HIT,
} from './law-fields';
import { rigid } from './lock';
import { hardStops, measureSag, sag, wantedOf } from './motor';
import {
  DELTA,
  EFFECTIVE_MASS,
  INVERSE_MASS,
  LOCK_IMPULSE,
  LOCK_SUM,
  RATE,
  TARGET,
  TOTAL,
  VALUE,
  WARM,
} from '../scalar';
import { SLOP, type StepContext } from '../step-context';
import { JUMP } from './stops';
import {
  AT_TOOTH,
  pushesTo,
  STOP_BIT,
  STOP_BOUND,
  STOP_COUNT,
  STOP_IMPULSE,
  STOP_STRUCK,
  STOP_SUM,
} from './stop-fields';

/**
 * A lock or motor with a cap that would go beyond a stop, or a tooth, without one pushes against that with all it has. Both are one row that holds
 * the coordinate at the stop, from one side with the cap of what presses at most. Solved one after the other they threw what gives way otherwise than its
 * bodies alone, as a lever does, to and fro.
 */

/** The stop (stop-fields.ts) of those with bits in `seen` that keeps a lock with a cap from its value: of two the one that is met first. 0 if there is none. */
export function stopBefore(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  { unit }: StepContext,
  flags: number,
  seen: number,
): number {
  let found = 0;
  if ((flags & (LOCK | LOCK_SOFT | LOCK_CAPPED)) !== (LOCK | LOCK_CAPPED)) return found;
  let most = SLOP * unit;
  for (let stop = 1; stop < STOP_COUNT; stop++) {
    if (!(seen & STOP_BIT[stop])) continue;
    const off = pushesTo(stop, w, p) * (w[p + STOP_BOUND[stop]] - d[o + TARGET]);
    if (off <= most) continue;
    most = off;
    found = stop;
  }
  return found;
}

/**
 * The bits of the stops that a lock or motor is pressed against: of those without a cap. Bounds with restitution are none: at those it goes on to its
 * value, or it would brake before it is thrown back. Nor does one press that is drawn together without a velocity.
 */
export function pressable(flags: number): number {
  return hardStops(flags) & ~(flags & LIMITS_BOUNCE ? STOPS : 0);
}

/** The stop that a motor with a cap presses against, where there is no lock; 0 if there is none. */
export function stopOfMotor(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): number {
  if ((flags & (MOTOR | LOCK)) !== MOTOR) return 0;
  const seen = pressable(flags);
  for (let stop = 1; stop < STOP_COUNT; stop++) {
    if (!(seen & STOP_BIT[stop])) continue;
    if (wantedOf(w, p + STOP_BOUND[stop], w, p, flags, ctx) !== -pushesTo(stop, w, p)) continue;
    if (isPressed(d, o, w, p, ctx, flags, stop)) return stop;
  }
  return 0;
}

/**
 * How far, times lengthUnit or rad, a load sinks what is pressed into its stop at most: deeper than `NEARLY_PASSED` the row gives off less and less of what it
 * bears. It would sink on until it was struck again and again (joint/blows/passed-stops.ts), and never rest.
 */
const SINKS = 0.9 * MOST_PASSED;

/** What a motor presses sways by so many times of what it would sag by under its cap. */
const SWAYS = 6;
/** What would go there so many times as fast as its motor is on its way, and does not sag: as it relaxes it keeps its speed. */
const COMES = 3;

/**
 * True of a lock, or of a motor where there is none, that stands against that stop, or sags off it under its load: not of one that comes to it by a
 * blow. A motor that has hopped off goes on with all it has, and let go of for that it would strike for ever. So one that was pressed in the last
 * pass is pressed until it is farther off than it may sway, or comes back by more than its cap stops.
 */
export function isPressed(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
  stop: number,
): boolean {
  if (isOne(flags, stop)) return true;
  const way = pushesTo(stop, w, p);
  const drives = !(flags & LOCK);
  const pressing = way * (drives ? w[p + MOTOR_IMPULSE] : d[o + LOCK_IMPULSE]);
  const borne = Math.abs(w[p + STOP_IMPULSE[stop]]);
  const stands = drives && w[p + STOP_STRUCK[stop]] !== 0;
  const cap = (w[p + MOTOR_CAP] * ctx.h) / 2;
  const load = stands ? cap + borne : borne;
  const closing = -way * d[o + RATE];
  if (closing > ctx.leastBlow * ctx.correctionScale && d[o + EFFECTIVE_MASS] * closing > (JUMP - 1) * load)
    return false;
  if (borne > 0) return true;
  const room = way * (d[o + VALUE] - w[p + STOP_BOUND[stop]]);
  after[0] = stands ? cap : Math.max(0, -pressing);
  measureSag(d, o, after, 0, ctx);
  return room <= SLOP * ctx.unit + (stands ? SWAYS : 2) * sag[0];
}

/** True of bounds that are one, which hold from both sides. */
function isOne(flags: number, stop: number): boolean {
  return (flags & LIMITS_EQUAL) !== 0 && stop !== AT_TOOTH;
}

/** The bits of the stops that are left to be solved beside the one that is pressed. */
export function besidePressed(flags: number, stop: number): number {
  return flags & ~(isOne(flags, stop) ? STOPS | LIMITS_EQUAL : STOP_BIT[stop]);
}

/**
 * Holds what the lock or motor presses against the `stop`. It reads its cap, and the stop the rest; kept is what they do together, so that nothing is left
 * over when one of them lets go. What stands beyond the stop comes back no faster than stops bring it back (stops.ts), and what is off it, which may have
 * been moved away, comes there no faster than a motor by speed goes.
 */
export function holdPressed(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
  stop: number,
): void {
  const drives = !(flags & LOCK);
  const by = drives ? w : d;
  const from = drives ? p + MOTOR_IMPULSE : o + LOCK_IMPULSE;
  const isHeld = isOne(flags, stop);
  const at = p + (isHeld ? LOWER_IMPULSE : STOP_IMPULSE[stop]);
  const way = pushesTo(stop, w, p);
  const sign = isHeld || stop === AT_TOOTH ? 1 : way;
  const before = by[from] + sign * w[at];
  const most = (-way * w[p + (drives ? MOTOR_CAP : LOCK_CAP)] * ctx.h) / 2;
  const gap = d[o + VALUE] - w[p + STOP_BOUND[stop]];
  after[0] = before;
  after[1] = gap * ctx.biasRate;
  if (way * gap < 0 && !(flags & LIMITS_LED)) {
    const fast = Math.sqrt(-2 * way * gap * d[r + MAX_CORRECTION] * ctx.correctionScale);
    const carried = (ctx.impulseScale * Math.max(0, way * before) * d[o + INVERSE_MASS]) / ctx.massScale;
    const asked = -way * after[1];
    const depth = Math.min(SINKS, (-way * gap) / ctx.unit);
    const keeps = Math.max(0, depth - NEARLY_PASSED) / (SINKS - NEARLY_PASSED);
    const back = asked + keeps * Math.max(0, carried - asked);
    after[1] = -way * Math.min(back, Math.max(fast, carried));
  }
  let comes = false;
  if (way * gap > 0 && drives && !(flags & SERVO)) {
    const carried = (ctx.impulseScale * Math.max(0, -way * before) * d[o + INVERSE_MASS]) / ctx.massScale;
    const fastest = Math.abs(w[p + MOTOR_SPEED]) + carried;
    comes = way * after[1] > COMES * fastest;
    after[1] = way * Math.min(way * after[1], fastest);
  }
  if (way * gap < -NEARLY_PASSED * ctx.unit && !ctx.relax && !isHeld) ctx.ties.passed.note(ctx.visited, o, stop);
  const relax = ctx.relax && before !== most && !comes;
  rigid(d, r, o, ctx, false, relax);
  const left = isHeld ? 0 : Math.min(0, way * (after[0] - most));
  after[0] -= way * left;
  if (left !== 0) correction[0] = 0;
  const given = after[0] - before;
  d[o + RATE] += d[o + INVERSE_MASS] * given;
  d[o + DELTA] += given;
  d[o + WARM] += after[0];
  d[o + TOTAL] += after[0];
  const isBorne = isHeld || way * after[0] > 0;
  if (drives) w[p + STOP_STRUCK[stop]] = 1;
  w[at] = isBorne ? sign * after[0] : 0;
  by[from] = isBorne ? 0 : after[0];
  if (drives) w[p + MOTOR_SUM] += most;
  else d[o + LOCK_SUM] += most;
  w[p + STOP_SUM[stop]] += after[0] - most;
  if (after[0] !== most && stop !== AT_TOOTH) w[p + STOPS_HIT] = w[p + STOPS_HIT] | (way > 0 ? 1 : 2);
  if (left === 0 || !relax || way * gap > 0) return;
  after[0] = way * Math.max(left, way * (most - before));
  takeOnce(d, o, w, p + STOP_SUM[stop]);
}
