import { BODY, type BodyStore, DYNAMIC } from '../state/body-store';
import {
  LIMITS_LED,
  LIMITS_SOFT,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  STOPS,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from '../coordinates/laws/law-fields';
import { holdsRigidly } from '../coordinates/laws/holding';
import { VALUE } from '../coordinates/scalar';
import type { JointBatch } from './joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { FOLLOWED, JOINT_FLAGS, LED, LED_LATELY, LED_STEP, PUT_APART, SETTINGS_SIZE } from '../state/record';

/**
 * Joints that hold something rigidly where their owner has moved it since the last step: a target, a bound, an anchor, a ratio. What they do then
 * is work from outside, as that of a motor, and the direct step must not take it for energy that it has made.
 *
 * One that is moved again, not long after the last time, drives: its target has the rate (new − old)/dt in the step. What is moved once is an
 * error, as what was put elsewhere is.
 */

/** The joint in this slot was made, or what may have moved one of its anchors. */
export function noteApart(batch: JointBatch, slot: number): void {
  note(batch, slot, PUT_APART);
}

/** The joint in this slot holds elsewhere than in the last step. */
export function noteLed(batch: JointBatch, slot: number): void {
  note(batch, slot, LED);
}

function note(batch: JointBatch, slot: number, bit: number): void {
  const i = slot * SETTINGS_SIZE + JOINT_FLAGS;
  batch.settings[i] = batch.settings[i] | bit;
  batch.mayBeLed = true;
}

/** Bodies that hang on such joints. */
export class LedBodies {
  #any = false;
  /** 1 for each body slot that does. Of use only if there are any. */
  #has = new Uint8Array(16);

  /** Before a step: finds those that are there, and forgets the notes. */
  find(batches: readonly JointBatch[], bodies: BodyStore): void {
    if (this.#any) this.#has.fill(0);
    this.#any = false;
    if (this.#has.length < bodies.type.length) this.#has = new Uint8Array(bodies.type.length);
    for (let i = 0; i < batches.length; i++) if (batches[i].mayBeLed) this.#take(batches[i], bodies);
  }

  /** True if one of the first `count` bodies, by their places in the store, hangs on a joint that is led. */
  isLed(bodies: Int32Array, count: number): boolean {
    if (this.#any) for (let i = 0; i < count; i++) if (this.#has[bodies[i] / BODY]) return true;
    return false;
  }

  #take(batch: JointBatch, { type, pose }: BodyStore): void {
    const { settings, columns, settled, bodies } = batch;
    let isLatelyLed = false;
    for (let j = 0; j < settled; j++) {
      const i = j * SETTINGS_SIZE + JOINT_FLAGS;
      let flags = settings[i] | 0;
      if (!(flags & (LED | PUT_APART | FOLLOWED | LED_LATELY))) continue;
      if (flags & LED && !holdsAny(batch, j, pose)) flags &= ~LED;
      settings[i] = passed(flags);
      if (settings[i] & LED_LATELY) isLatelyLed = true;
      if (!(flags & LED) && !wasLed(flags)) continue;
      for (let c = j * columns; c < (j + 1) * columns; c++) {
        const slot = bodies[c] / BODY;
        if (type[slot] !== DYNAMIC) continue;
        this.#has[slot] = 1;
        this.#any = true;
      }
    }
    // Those made since the last settle wait for the next.
    batch.mayBeLed = isLatelyLed || settled < batch.count;
  }
}

/** True of a joint that holds something rigidly at poses `q`. */
function holdsAny(batch: JointBatch, j: number, q: Float64Array): boolean {
  const { coordinates } = batch;
  batch.measure(j, q);
  for (let c = 0; c < coordinates.length; c++) if (holds(batch, j, coordinates[c])) return true;
  return false;
}

/** True of a coordinate, as it was measured last: a stop holds what stands at it, or beyond. A slack rope leads nothing, whoever lets it out. */
export function holds(batch: JointBatch, j: number, { kind, at, index }: CoordinateSpec): boolean {
  const { rows: d, laws: w, stride } = batch;
  const o = j * stride + at;
  const flags = d[o + kind.flagsAt] | 0;
  if (holdsRigidly(flags & ~STOPS)) return true;
  if (!kind.scalar || !holdsRigidly(flags)) return false;
  const p = batch.lawsAt(j, index);
  const value = d[o + VALUE];
  if (flags & LOWER && (w[p + LOWER_IMPULSE] > 0 || value <= w[p + LOWER_BOUND])) return true;
  return (flags & UPPER) !== 0 && (w[p + UPPER_IMPULSE] > 0 || value >= w[p + UPPER_BOUND]);
}

/** True of what was led in the last step: it may have the motion of that yet. */
function wasLed(flags: number): boolean {
  return (flags & LED_LATELY) === LED_LATELY;
}

/** What is left of the notes of a joint as a step begins. */
function passed(flags: number): number {
  const left = flags & ~(LED | PUT_APART | FOLLOWED);
  if (!(flags & LED)) return left & LED_LATELY ? left - LED_STEP : left;
  return left | LED_LATELY | (left & LED_LATELY ? FOLLOWED : 0);
}

/** Before a step: marks the stops of what is followed, of the joints that the iterative step visits. */
export function markLedStops({ active, activeCount, coordinates, rows: d, settings, stride }: JointBatch): void {
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    if (!(settings[j * SETTINGS_SIZE + JOINT_FLAGS] & FOLLOWED)) continue;
    for (let c = 0; c < coordinates.length; c++) {
      const { kind, at } = coordinates[c];
      const flags = j * stride + at + kind.flagsAt;
      if (kind.scalar && d[flags] & STOPS && !(d[flags] & LIMITS_SOFT)) d[flags] = d[flags] | LIMITS_LED;
    }
  }
}

/** After a step: nobody else sees the marks. */
export function forgetLedStops({ coordinates, count, rows: d, stride }: JointBatch): void {
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
    if (kind.scalar)
      for (let flags = at + kind.flagsAt; flags < count * stride; flags += stride) d[flags] = d[flags] & ~LIMITS_LED;
  }
}
