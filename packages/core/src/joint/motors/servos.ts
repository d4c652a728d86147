import { type BodyStore, OMEGA, VX, VY } from '../../body/body-store';
import {
  LIMITS_SUM,
  LOCK,
  LOCK_APART,
  MOTOR_ASKED,
  MOTOR_BEARS,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_LOAD,
  MOTOR_LOADED,
  MOTOR_MASS,
  MOTOR_MEAN,
  MOTOR_RATE,
  MOTOR_SEEN,
  MOTOR_SUM,
  MOTOR_SWINGS,
  MOTOR_TARGET,
  MOTOR_TURNED,
  MOTOR_WEIGHT,
  RATCHET,
  RATCHET_SUM,
  SERVO_SPEED,
  STOPS,
} from '../../coordinates/laws/law-fields';
import { isHeld } from '../../coordinates/laws/lock';
import { answer, isCappedServo, isServo, LAG, measureLag } from '../../coordinates/laws/motor';
import { FLAGS, VALUE } from '../../coordinates/scalar';
import type { Gravity, StepContext } from '../../coordinates/step-context';
import { type Arms, FALLS, SIDE } from '../../islands/arms';
import { cosSin } from '../../math/trig';
import { found, measureInverseMass, ownRow } from '../batch/inverse-mass';
import type { JointBatch } from '../batch/joint-batch';
import type { CoordinateSpec } from '../joint-type';
import type { LoopedServos } from './looped-servos';
import type { ServosTogether } from './servos-together';

/**
 * What a servo has to know to brake in time: the mass that its joint's own locks make it move (a rod on a hinge weighs four times as
 * much as about its centre), with all that hangs on either body, what loads it, and what it gives of late.
 */

/** J of a servo's row, and J v. */
let J = new Float64Array(6);
/** As the last of them was measured. */
export const rate = new Float64Array(1);
/** What is no load of a servo though it acted on it in the step: stops at which it stood, and others as they changed their rates (servos-together.ts). */
export const pushed = new Float64Array(1);
/** Length of the step that ends, s: a double handed to a call would be allocated. */
export const stepLength = new Float64Array(1);
/** cos and sin of an angle. */
const turn = new Float64Array(2);

/** The servos of the joints that the iterative step visits, at the start of a step. */
export function beginServos(
  batch: JointBatch,
  bodies: BodyStore,
  arms: Arms,
  together: ServosTogether,
  loops: LoopedServos,
  gravity: Gravity,
): void {
  const { rows: d, coordinates, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++)
    for (const spec of coordinates) {
      const flags = d[active[i] * stride + spec.at + spec.kind.flagsAt] | 0;
      if (!spec.kind.scalar || !isServo(flags)) continue;
      beginServo(batch, active[i], spec, bodies, arms, gravity);
      if (flags & LOCK) continue;
      const bears = bearWeight(batch, active[i], spec, bodies, arms, gravity);
      const isAlone = !(flags & MOTOR_CAPPED) || together.add(batch, active[i], spec, arms, bodies);
      if (!bears || !isAlone) loops.note(batch, active[i]);
    }
}

/** Of the servo that was begun last: what it holds of the weight that is known to hang on it; false if the rows of its island are to tell. */
function bearWeight(
  batch: JointBatch,
  j: number,
  own: CoordinateSpec,
  bodies: BodyStore,
  arms: Arms,
  gravity: Gravity,
): boolean {
  const { laws: w, lawsStride } = batch;
  const p = j * lawsStride + own.law;
  w[p + MOTOR_BEARS] = 0;
  if (!(w[p + MOTOR_MASS] > 0) || !arms.knows(batch, j, bodies)) return false;
  w[p + MOTOR_SEEN] = 0;
  w[p + MOTOR_ASKED] = w[p + MOTOR_RATE];
  measurePull(arms.sides, w, p, gravity);
  const most = w[p + MOTOR_CAP] > 0 ? w[p + MOTOR_CAP] : Infinity;
  w[p + MOTOR_BEARS] = Math.max(-most, Math.min(most, -sine[0]));
  return true;
}

/** At its end, before the others are asked: how far their rates have changed. */
export function noteServos(batch: JointBatch, v: Float64Array, together: ServosTogether): void {
  const { rows: d, coordinates, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++)
    for (const spec of coordinates) {
      const o = active[i] * stride + spec.at;
      if (!spec.kind.scalar || !isCappedServo(d[o + spec.kind.flagsAt] | 0)) continue;
      measureRate(batch, active[i], spec, v);
      together.note(together.find(batch, o));
    }
}

/** At its end, when what they did to each other is known. */
export function endServos(batch: JointBatch, v: Float64Array, together: ServosTogether, ctx: StepContext): void {
  const { rows: d, laws: w, coordinates, active, activeCount, stride, lawsStride } = batch;
  for (let i = 0; i < activeCount; i++)
    for (const spec of coordinates) {
      const o = active[i] * stride + spec.at;
      if (!spec.kind.scalar || !isServo(d[o + spec.kind.flagsAt] | 0)) continue;
      pushed[0] = 0;
      if (isCappedServo(d[o + spec.kind.flagsAt] | 0)) together.readPushed(together.find(batch, o));
      endServo(batch, active[i], spec, v);
      const p = active[i] * lawsStride + spec.law;
      rememberForce(d, o, w, p, ctx);
      if (!(d[o + spec.kind.flagsAt] & LOCK)) {
        ctx.setUnit(spec.kind.unit === 'angle');
        noteSwing(d, o, w, p, ctx);
      }
    }
}

/** At the start of a step: the inverse mass of the servo on `own`, its rate, and the load of the weight that hangs on it. */
export function beginServo(
  batch: JointBatch,
  j: number,
  own: CoordinateSpec,
  bodies: BodyStore,
  arms: Arms,
  gravity: Gravity,
): void {
  const { rows: d, laws: w, columns, stride, lawsStride } = batch;
  const { motion: v } = bodies;
  const p = j * lawsStride + own.law;
  const isPair = columns === 2;
  if (isPair) arms.measureSides(batch, j, bodies);
  measureRate(batch, j, own, v);
  w[p + MOTOR_RATE] = rate[0];
  measureInverseMass(batch, j, own, -1, isHeld, v, isPair ? arms.sides : null);
  w[p + MOTOR_MASS] = found[0];
  w[p + MOTOR_WEIGHT] = 0;
  if (isApart(batch, j)) w[p + MOTOR_LOAD] = Math.max(w[p + MOTOR_LOAD], CLOSING * w[p + MOTOR_CAP]);
  if (isPair && own.kind.unit === 'angle' && w[p + MOTOR_CAP] > 0 && found[0] > 0)
    foreseeWeight(arms.sides, d, j * stride + own.at, w, p, gravity);
}

/** Share of its cap that a servo leaves for what the locks of its joint do as a gap that was made from outside is closed. */
const CLOSING = 0.3;

/** True while some place of the joint in slot `j` is drawn together (joint/blows/put-apart.ts). */
function isApart({ rows: d, coordinates, stride }: JointBatch, j: number): boolean {
  for (const { kind, at } of coordinates) if ((d[j * stride + at + kind.flagsAt] & LOCK_APART) !== 0) return true;
  return false;
}

/** The load of the weight that hangs on a joint, as it turns by the angle δ: a cos δ + b sin δ. */
export const sine = new Float64Array(2);

/** Finds the most that this is on the way, of what hangs on either side. */
function foreseeWeight(
  sides: Float64Array,
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  gravity: Gravity,
): void {
  measurePull(sides, w, p, gravity);
  writeMostOfSine(d, o, w, p);
}

/** Leaves in `sine` what weight pulls the servo whose row was measured last with. */
function measurePull(sides: Float64Array, w: Float64Array, p: number, { gravityX, gravityY }: Gravity): void {
  sine[0] = sine[1] = 0;
  for (let c = 0; c < 2; c++) {
    const falls = sides[SIDE * c + FALLS] / w[p + MOTOR_MASS];
    const x = ownRow[3 * c];
    const y = ownRow[3 * c + 1];
    sine[0] += falls * (x * gravityX + y * gravityY);
    // As B turns by δ, gravity turns by −δ against it; A turns the other way.
    sine[1] += (c === 1 ? falls : -falls) * (x * gravityY - y * gravityX);
  }
}

/** The most of it on the turn to the target counts, also where it comes after a top that it is against at first. */
export function writeMostOfSine(d: Float64Array, o: number, w: Float64Array, p: number): void {
  const now = sine[0];
  const turned = sine[1];
  const gap = w[p + MOTOR_TARGET] - d[o + VALUE];
  cosSin(gap, turn, 0);
  const then = now * turn[0] + turned * turn[1];
  const isPassed = Math.abs(gap) >= Math.PI || turned * (turned * turn[0] - now * turn[1]) < 0;
  const most = isPassed ? Math.sqrt(now * now + turned * turned) : Math.max(Math.abs(now), Math.abs(then));
  w[p + MOTOR_WEIGHT] = most;
}

/** A servo forgets so much slower than it answers what it gave. */
const SLOWER = 12;

/**
 * Follows the mean force of a servo, beside what bears a weight that is known; of one with a speed also beside what changed its rate, which
 * does not last.
 */
function rememberForce(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const dt = stepLength[0];
  const flags = d[o + FLAGS] | 0;
  measureLag(d, o, w, p);
  const borne = flags & LOCK ? 0 : w[p + MOTOR_BEARS];
  const share = Math.min(1, dt / (SLOWER * answer[LAG] * ctx.h));
  let beside = w[p + MOTOR_SUM] / dt - borne - w[p + MOTOR_MEAN];
  if (flags & SERVO_SPEED && w[p + MOTOR_MASS] > 0) {
    const gained = (rate[0] - w[p + MOTOR_RATE]) / (w[p + MOTOR_MASS] * dt);
    beside = Math.max(Math.min(0, beside), Math.min(Math.max(0, beside), beside - gained));
  }
  w[p + MOTOR_MEAN] += share * beside;
}

/**
 * What turns round at more than this, times rad or lengthUnit, per second, near its target, swings: from `SETTLING` times on, the most once it
 * is twice that.
 */
const SWINGING = 0.01;
const SETTLING = 10;
/** So many times are forgotten in a second, of what is not known to swing, or is farther from its target than so much. */
const FORGETS = 2;
const FAR = 0.5;

/** Notes that a servo turns round near its target: what does so again and again holds softer there. */
function noteSwing(d: Float64Array, o: number, w: Float64Array, p: number, { unit }: StepContext): void {
  const dt = stepLength[0];
  const now = rate[0];
  const isFar = Math.abs(w[p + MOTOR_TARGET] - d[o + VALUE]) > FAR * unit;
  const swings = w[p + MOTOR_SWINGS];
  if (!isFar && now * w[p + MOTOR_RATE] < 0 && Math.abs(now) > SWINGING * unit)
    w[p + MOTOR_SWINGS] = Math.min(2, swings + 1 / SETTLING);
  else if (swings < 1 || isFar) w[p + MOTOR_SWINGS] = Math.max(0, swings - (FORGETS * dt) / SETTLING);
}

/** What loaded a servo is remembered for so long, s: an arm that was lifted is lowered with the same weight. */
const MEMORY = 1;
/** After so much of a turn, rad, it is seen how the load grows with the angle: over less it is noise. */
const ENOUGH_TURN = 0.1;
/** Nor is a blow a load: at each look what is to come grows by this much at most. */
const MOST_GROWTH = 1.1;

/**
 * At its end: the most force of late that changed the rate beside the motor's own. What other joints throw about
 * loads it by a sine of the angle, whose height is known from its value and its slope: some of what is still to come counts, too.
 */
export function endServo(batch: JointBatch, j: number, own: CoordinateSpec, v: Float64Array): void {
  const dt = stepLength[0];
  const { laws: w, lawsStride } = batch;
  const p = j * lawsStride + own.law;
  measureRate(batch, j, own, v);
  const mass = w[p + MOTOR_MASS];
  const load = mass > 0 ? ((rate[0] - w[p + MOTOR_RATE]) / mass - w[p + MOTOR_SUM]) / dt - pushed[0] : 0;
  let most = Math.max(Math.abs(load), w[p + MOTOR_LOAD] * Math.max(0, 1 - dt / MEMORY));
  if (own.kind.unit === 'angle') w[p + MOTOR_TURNED] += ((rate[0] + w[p + MOTOR_RATE]) / 2) * dt;
  if (Math.abs(w[p + MOTOR_TURNED]) > ENOUGH_TURN) {
    const slope = (load - w[p + MOTOR_LOADED]) / w[p + MOTOR_TURNED];
    most = Math.max(most, Math.min(Math.sqrt(load * load + slope * slope), MOST_GROWTH * most));
    w[p + MOTOR_TURNED] = 0;
    w[p + MOTOR_LOADED] = load;
  }
  w[p + MOTOR_LOAD] = Math.min(w[p + MOTOR_CAP], most);
}

/** Adds to `pushed` what stops gave: to what goes away from them they give nothing. */
export function addStops({ rows: d, laws: w, stride, lawsStride }: JointBatch, j: number, own: CoordinateSpec): void {
  const flags = d[j * stride + own.at + own.kind.flagsAt] | 0;
  const p = j * lawsStride + own.law;
  if (flags & STOPS) pushed[0] += w[p + LIMITS_SUM] / stepLength[0];
  if (flags & RATCHET) pushed[0] += w[p + RATCHET_SUM] / stepLength[0];
}

/** What loaded the servos of the joint in slot `j` was of other bodies, or of another time. */
export function forgetLoads({ rows: d, coordinates, laws: w, stride, lawsStride }: JointBatch, j: number): void {
  for (const { kind, at, law } of coordinates) {
    const p = j * lawsStride + law;
    if (kind.scalar) w.fill(0, p + MOTOR_MASS, p + MOTOR_TURNED + 1);
    if (kind.scalar && isServo(d[j * stride + at + kind.flagsAt] | 0)) w[p + MOTOR_SEEN] = 0;
  }
}

/** Leaves J v of the coordinate in `rate`. */
export function measureRate(
  { rows: d, bodies, columns, stride }: JointBatch,
  j: number,
  own: CoordinateSpec,
  v: Float64Array,
): void {
  if (J.length < 3 * columns) J = new Float64Array(3 * columns);
  own.kind.jacobian(d, j * stride, j * stride + own.at, columns, 0, J, 0);
  let sum = 0;
  for (let c = 0; c < columns; c++) {
    const b = bodies[j * columns + c];
    sum += J[3 * c] * v[b + VX] + J[3 * c + 1] * v[b + VY] + J[3 * c + 2] * v[b + OMEGA];
  }
  rate[0] = sum;
}
