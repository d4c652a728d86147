import {
  LIMITS_SUM,
  MOTOR_ANSWER,
  MOTOR_CAP,
  MOTOR_FORCE,
  MOTOR_GAIN,
  MOTOR_LOAD,
  MOTOR_LOADED,
  MOTOR_MASS,
  MOTOR_MEAN,
  MOTOR_MEAN_GAIN,
  MOTOR_RATE,
  MOTOR_SIZE,
  MOTOR_SUM,
  MOTOR_TURNED,
  RATCHET,
  RATCHET_SUM,
  STOPS,
} from '../coordinates/laws/law-fields';
import { isServo } from '../coordinates/laws/motor';
import { found, measureInverseMass, measureRate, rate } from '../batches/row-block';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';

/** What a servo has to know to brake in time: the inverse mass that it moves, and the force that loads it. */

/** What it gave in the step, with its stops and teeth: what they give goes away with them. */
const given = new Float64Array(1);
/** Length of the step that ends, s: a double handed to a call would be allocated. */
export const stepLength = new Float64Array(1);

/** At the start of a step: the servos of the joints that the iterative step visits. */
export function beginServos(batch: JointBatch, v: Float64Array): void {
  const { rows: d, coordinates, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++)
    for (let c = 0; c < coordinates.length; c++) {
      const { kind, at } = coordinates[c];
      if (kind.scalar && isServo(d[active[i] * stride + at + kind.flagsAt] | 0))
        beginServo(batch, active[i], coordinates[c], v);
    }
}

/** At its end. */
export function endServos(batch: JointBatch, v: Float64Array): void {
  const { rows: d, laws: w, coordinates, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++)
    for (let c = 0; c < coordinates.length; c++) {
      const { kind, at, index } = coordinates[c];
      if (!kind.scalar || !isServo(d[active[i] * stride + at + kind.flagsAt] | 0)) continue;
      endServo(batch, active[i], coordinates[c], v);
      learn(w, batch.lawsAt(active[i], index));
    }
}

/** Times over which forces are averaged, and for which what they did to rates is remembered, s. */
const SHORT = 0.07,
  LONG = 0.5,
  KEPT = 0.5;

/**
 * Learns what inverse mass a servo moves, whatever hangs on its bodies by chains, ropes and gears: how much its rate changes with its force. Loads
 * change more slowly than its force does as it starts and brakes, so that both are taken beside their means.
 */
function learn(w: Float64Array, p: number): void {
  const dt = stepLength[0];
  seen[0] = given[0] / dt;
  follow(w, p + MOTOR_FORCE, p + MOTOR_MEAN);
  seen[0] = (rate[0] - w[p + MOTOR_RATE]) / dt;
  follow(w, p + MOTOR_GAIN, p + MOTOR_MEAN_GAIN);
  const force = w[p + MOTOR_FORCE] - w[p + MOTOR_MEAN];
  const gain = w[p + MOTOR_GAIN] - w[p + MOTOR_MEAN_GAIN];
  const kept = Math.max(0, 1 - dt / KEPT);
  const answer = kept * w[p + MOTOR_ANSWER] + force * gain;
  const size = kept * w[p + MOTOR_SIZE] + force * force;
  // What overflows tells nothing.
  if (!Number.isFinite(answer) || !Number.isFinite(size)) return;
  w[p + MOTOR_ANSWER] = answer;
  w[p + MOTOR_SIZE] = size;
}

/** What was seen in the step: a double handed to a call would be allocated. */
const seen = new Float64Array(1);

/** Brings the mean over the shorter and that over the longer time to it. */
function follow(w: Float64Array, short: number, long: number): void {
  w[short] += Math.min(1, stepLength[0] / SHORT) * (seen[0] - w[short]);
  w[long] += Math.min(1, stepLength[0] / LONG) * (seen[0] - w[long]);
}

/** A servo moves at least this share of the inverse mass that its joint alone tells: what other servos do at the same time may look like a mass. */
const LEAST_SHARE = 0.015;
/** The square of a force, N or N·m, below which it tells nothing. */
const FAINT = 1e-12;

/** Notes the rate of a servo, and the inverse mass that the locks of its own joint leave it: a rod on a hinge weighs four times as much as about its centre. */
export function beginServo(batch: JointBatch, j: number, own: CoordinateSpec, v: Float64Array): void {
  const { laws: w } = batch;
  const p = batch.lawsAt(j, own.index);
  measureRate(batch, j, own, v);
  w[p + MOTOR_RATE] = rate[0];
  measureInverseMass(batch, j, own, false, v);
  const alone = found[0];
  const learnt = w[p + MOTOR_SIZE] > FAINT ? w[p + MOTOR_ANSWER] / w[p + MOTOR_SIZE] : alone;
  w[p + MOTOR_MASS] = Math.max(LEAST_SHARE * alone, Math.min(alone, learnt));
}

/** What loaded a servo is remembered for so long, s: an arm that was lifted is lowered with the same weight. */
const MEMORY = 1;
/** After so much of a turn, rad, it is seen how the load grows with the angle: over less it is noise. */
const ENOUGH_TURN = 0.1;
/** A sudden change of the load says nothing of that: at each look the load to come grows by this factor at most. */
const MOST_GROWTH = 1.1;

/**
 * Finds the largest force of late that changed the rate beside the motor's own. A weight loads an angle by a sine of it, whose height is known from
 * its value and its slope, so that some of what is still to come counts, too.
 */
export function endServo(batch: JointBatch, j: number, own: CoordinateSpec, v: Float64Array): void {
  const dt = stepLength[0];
  const { rows: d, laws: w, stride } = batch;
  const p = batch.lawsAt(j, own.index);
  const flags = d[j * stride + own.at + own.kind.flagsAt] | 0;
  measureRate(batch, j, own, v);
  const mass = w[p + MOTOR_MASS];
  given[0] = w[p + MOTOR_SUM];
  if (flags & STOPS) given[0] += w[p + LIMITS_SUM];
  if (flags & RATCHET) given[0] += w[p + RATCHET_SUM];
  const load = mass > 0 ? ((rate[0] - w[p + MOTOR_RATE]) / mass - given[0]) / dt : 0;
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

/** What loaded the servos of the joint in slot `j` was of other bodies, or of another time. */
export function forgetLoads(batch: JointBatch, j: number): void {
  for (const { kind, index } of batch.coordinates)
    if (kind.scalar) for (const field of KNOWN) batch.laws[batch.lawsAt(j, index) + field] = 0;
}

/** What a servo knows. */
const KNOWN = [
  MOTOR_MASS,
  MOTOR_RATE,
  MOTOR_LOAD,
  MOTOR_LOADED,
  MOTOR_TURNED,
  MOTOR_FORCE,
  MOTOR_GAIN,
  MOTOR_MEAN,
  MOTOR_MEAN_GAIN,
  MOTOR_ANSWER,
  MOTOR_SIZE,
];
