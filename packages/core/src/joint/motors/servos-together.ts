import { type BodyStore, enlarged } from '../../body/body-store';
import { goalFrom, towards, writeEndRate } from '../../coordinates/laws/end-rate';
import {
  MOTOR_BRAKES,
  MOTOR_CAP,
  MOTOR_LOAD,
  MOTOR_MASS,
  MOTOR_RATE,
  MOTOR_SPEEDS_UP,
  MOTOR_WEIGHT,
} from '../../coordinates/laws/law-fields';
import { pushesTo, STOP_BIT, STOP_COUNT, STOP_IMPULSE } from '../../coordinates/laws/stop-fields';
import { FLAGS, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import type { Arms } from '../../islands/arms';
import { found, ownRow } from '../batch/inverse-mass';
import type { JointBatch } from '../batch/joint-batch';
import type { CoordinateSpec } from '../joint-type';
import { pushed, rate, stepLength } from './servos';

/**
 * Servos of an arm feel each other: what brakes its elbow turns its shoulder, too. With the inertia M of the arm in
 * their rates,
 *
 *   force of servo i = Σj Mij q̈j + what loads it
 *
 * They share what they have: none brakes, or speeds up, harder than all can bear. And what another one did is no load that stays.
 */

/** Numbers per servo. */
const SERVO = 13;
/** vx, vy and ω of what it moves, at the centre of that, for each unit of its rate. */
const MOTION = 0;
/** By how much it would change its rate by itself, per second; the share of that which all can bear; 1 if it waits for others. */
const ASKED = 3,
  SHARE = 4,
  WAITS = 5;
/** The forces that those ask of it, itself among them, that wait for others: those that raise it, and the size of those that lower it. */
const RAISED = 6,
  LOWERED = 7;
/** That of all that do not wait. */
const KEPT = 8;
/** What its load leaves of its cap. */
const SPARE = 9;
/** Change of its rate in the step, per second, and what others did to it by theirs. */
const GAIN = 10,
  PUSHED = 11;
/** 1 if it can hold what hangs on it on its way. */
const HOLDS = 12;

/** Each number of M is of two servos: what the rate of the second costs the first. */
const OF = 0,
  BY = 1;
/** Where the row of a servo begins, and its laws. */
const PLACE = 2;
const ROW = 0,
  LAWS = 1;

/** The servos of an island, or of some. */
export class ServosTogether {
  count = 0;
  /** True where one of them does not know what hangs on it: in the direct step the rows tell. */
  isLooped = false;
  /** How fast each may change its rate as it brakes, and as it speeds up, so that all can bear it, per second. */
  brakes = new Float64Array(8);
  speedsUp = new Float64Array(8);
  /** What M has beside zeros, and of which two servos. */
  entries = 0;
  inertia = new Float64Array(16);
  ends = new Int32Array(32);
  readonly #batches: JointBatch[] = [];
  #places = new Int32Array(8 * PLACE);
  #numbers = new Float64Array(8 * SERVO);
  /** Slot of the body that each moves with all that hangs on it, 0 if it does not know; and the first of its arm. */
  #lower = new Int32Array(8);
  #root = new Int32Array(8);
  /** The next one of the same arm, −1 after the last; and by the first body of an arm, the first and the last of its servos. */
  #after = new Int32Array(8);
  #firstOf = new Int32Array(8);
  #lastOf = new Int32Array(8);
  /** True if M has numbers of two servos. */
  #areTied = false;
  /** Where a servo is looked for first: they are asked for in the order in which they were added. */
  #next = 0;

  /** Forgets those of the step before. */
  clear(): void {
    this.count = this.entries = this.#next = 0;
    this.isLooped = this.#areTied = false;
  }

  /** Takes a servo whose inverse mass was measured last; false if it does not know what hangs on it. */
  add(batch: JointBatch, j: number, { at, law }: CoordinateSpec, arms: Arms, bodies: BodyStore): boolean {
    const i = this.count++;
    if (this.#lower.length < this.count) this.#grow();
    this.#batches[i] = batch;
    this.#places[PLACE * i + ROW] = j * batch.stride + at;
    this.#places[PLACE * i + LAWS] = j * batch.lawsStride + law;
    this.brakes[i] = this.speedsUp[i] = Number.MAX_VALUE;
    const slot = found[0] > 0 && arms.knows(batch, j, bodies) ? arms.hungBy(batch, j, bodies) : 0;
    const root = arms.root(slot);
    const isKnown = slot > 0 && !this.#moves(slot, root, i);
    this.#lower[i] = isKnown ? slot : 0;
    this.#root[i] = isKnown ? root : 0;
    if (!isKnown) {
      this.isLooped = true;
      return false;
    }
    this.#list(i, root);
    arms.writeMotion(batch, j, bodies, slot, ownRow, found, this.#numbers, SERVO * i + MOTION);
    return true;
  }

  /** Of the servo with this number the rows of its island tell what it moves: its arm does not know of all. */
  leaveArm(i: number): void {
    if (i >= 0) this.#lower[i] = 0;
  }

  /** The first servo of the arm of that first body; −1 if there is none among the first `count`: what is noted may be of the step before. */
  #firstIn(root: number, count: number): number {
    const first = root < this.#firstOf.length ? this.#firstOf[root] : 0;
    return first < count && this.#root[first] === root ? first : -1;
  }

  /** True if another of the first `count` moves the body in this slot, too. */
  #moves(slot: number, root: number, count: number): boolean {
    for (let k = this.#firstIn(root, count); k >= 0; k = this.#after[k]) if (this.#lower[k] === slot) return true;
    return false;
  }

  /** Adds servo `i` to those of its arm. */
  #list(i: number, root: number): void {
    while (this.#firstOf.length <= root) {
      this.#firstOf = longer(this.#firstOf);
      this.#lastOf = longer(this.#lastOf);
    }
    if (this.#firstIn(root, i) < 0) this.#firstOf[root] = i;
    else this.#after[this.#lastOf[root]] = i;
    this.#lastOf[root] = i;
    this.#after[i] = -1;
  }

  #grow(): void {
    this.brakes = enlarged(this.brakes, 2 * this.brakes.length);
    this.speedsUp = enlarged(this.speedsUp, 2 * this.speedsUp.length);
    this.#numbers = enlarged(this.#numbers, 2 * this.#numbers.length);
    this.#places = longer(this.#places);
    this.#lower = longer(this.#lower);
    this.#root = longer(this.#root);
    this.#after = longer(this.#after);
  }

  /** Finds how fast each may change its rate, so that all can bear it, by what hangs on what. */
  share(ctx: StepContext, arms: Arms): void {
    if (this.count < 2) return;
    this.#measureArms(arms);
    this.shareAll(ctx);
  }

  /** The same by M as it is. */
  shareAll(ctx: StepContext): void {
    if (!this.#areTied) return;
    const n = this.#numbers;
    const next = Math.max(ctx.h, ctx.longest);
    for (let i = 0; i < this.count; i++) {
      n[SERVO * i + ASKED] = -this.#batches[i].laws[this.#places[PLACE * i + LAWS] + MOTOR_RATE] / next;
      n[SERVO * i + WAITS] = 1;
    }
    this.#divide(this.brakes);
    for (let i = 0; i < this.count; i++) {
      const { rows: d, laws: w } = this.#batches[i];
      const o = this.#places[PLACE * i + ROW];
      const p = this.#places[PLACE * i + LAWS];
      const flags = d[o + FLAGS] | 0;
      const now = w[p + MOTOR_RATE];
      goalFrom[0] = d[o + VALUE];
      goalFrom[1] = now;
      writeEndRate(d, o, w, p, flags, ctx, this.brakes, i);
      n[SERVO * i + ASKED] = isStopped(w, p, flags) ? 0 : (towards[0] - now) / ctx.h;
      // What brakes does not wait for what speeds up.
      n[SERVO * i + WAITS] = towards[0] * now >= 0 && Math.abs(towards[0]) < Math.abs(now) ? 0 : 1;
    }
    this.#divide(this.speedsUp);
  }

  /** Writes that to their laws, where the iterative step reads it. */
  writeShares(): void {
    for (let i = 0; i < this.count; i++) {
      const { laws: w } = this.#batches[i];
      const p = this.#places[PLACE * i + LAWS];
      w[p + MOTOR_BRAKES] = this.brakes[i];
      w[p + MOTOR_SPEEDS_UP] = this.speedsUp[i];
    }
  }

  /** Finds M: two servos are in it together of which one hangs on the other, and all that float together. */
  #measureArms(arms: Arms): void {
    for (let i = 0; i < this.count; i++) {
      const slot = this.#lower[i];
      if (slot === 0) continue;
      const own = this.append(i, i);
      this.inertia[own] = 1 / this.#batches[i].laws[this.#places[PLACE * i + LAWS] + MOTOR_MASS];
      for (let j = this.#firstOf[this.#root[i]]; j < i; j = this.#after[j]) {
        const other = this.#lower[j];
        if (arms.top(slot) === 0 && !arms.hangsOn(slot, other) && !arms.hangsOn(other, slot)) continue;
        const k = this.append(i, j);
        arms.couple(this.#numbers, SERVO * i + MOTION, SERVO * j + MOTION, slot, other, this.inertia, k);
        const mirrored = this.append(j, i);
        this.inertia[mirrored] = this.inertia[k];
      }
    }
  }

  /** Room for a number of M: another array, perhaps, so that it is to be looked for before the array is. */
  append(of: number, by: number): number {
    const k = this.entries++;
    if (this.inertia.length < this.entries) {
      this.inertia = enlarged(this.inertia, 2 * this.inertia.length);
      this.ends = longer(this.ends);
    }
    this.ends[2 * k + OF] = of;
    this.ends[2 * k + BY] = by;
    if (of !== by) this.#areTied = true;
    return k;
  }

  /** Writes to `most` what of that which is asked all can bear, where that is less. */
  #divide(most: Float64Array): void {
    const n = this.#numbers;
    for (let i = 0; i < this.count; i++) {
      const w = this.#batches[i].laws;
      const p = this.#places[PLACE * i + LAWS];
      const s = SERVO * i;
      const cap = w[p + MOTOR_CAP];
      n[s + HOLDS] = w[p + MOTOR_WEIGHT] < cap ? 1 : 0;
      n[s + SPARE] = Math.max(LEAST_SPARE * cap, MOST * cap - Math.max(w[p + MOTOR_WEIGHT], w[p + MOTOR_LOAD]));
      const alone = w[p + MOTOR_MASS] * n[s + SPARE];
      n[s + ASKED] = Math.max(-alone, Math.min(alone, n[s + ASKED]));
      n[s + RAISED] = n[s + LOWERED] = n[s + KEPT] = 0;
      n[s + SHARE] = 1;
    }
    for (let k = 0; k < this.entries; k++) {
      const i = SERVO * this.ends[2 * k + OF];
      const j = SERVO * this.ends[2 * k + BY];
      const force = this.inertia[k] * n[j + ASKED];
      if (n[j + WAITS] === 0) n[i + KEPT] += force;
      else if (force > 0) n[i + RAISED] += force;
      else n[i + LOWERED] -= force;
    }
    for (let k = 0; k < this.entries; k++) {
      const i = SERVO * this.ends[2 * k + OF];
      const j = SERVO * this.ends[2 * k + BY];
      // What hangs down whatever others do, limp or too weak, they need not wait for.
      if (n[i + HOLDS] === 0) continue;
      const left = n[i + SPARE] - Math.abs(n[i + KEPT]);
      const asked = Math.max(n[i + RAISED], n[i + LOWERED]);
      if (asked - left > ROUNDING * n[i + SPARE])
        n[j + SHARE] = Math.max(LEAST_SHARE, Math.min(n[j + SHARE], left / asked));
    }
    for (let i = 0; i < this.count; i++)
      if (n[SERVO * i + SHARE] < 1) most[i] = n[SERVO * i + SHARE] * Math.abs(n[SERVO * i + ASKED]);
  }

  /** The number of the servo whose row begins at `o`; −1 if it is none of them. */
  find(batch: JointBatch, o: number): number {
    for (let k = 0; k < this.count; k++) {
      const i = (this.#next + k) % this.count;
      if (this.#batches[i] !== batch || this.#places[PLACE * i + ROW] !== o) continue;
      this.#next = i + 1;
      return i;
    }
    return -1;
  }

  /** Notes how far the rate of the servo with this number has changed, which was measured last. */
  note(i: number): void {
    if (i < 0) return;
    const before = this.#batches[i].laws[this.#places[PLACE * i + LAWS] + MOTOR_RATE];
    this.#numbers[SERVO * i + GAIN] = (rate[0] - before) / stepLength[0];
  }

  /** When all are noted: what others did to each by changing their rates. */
  push(): void {
    const n = this.#numbers;
    for (let i = 0; i < this.count; i++) n[SERVO * i + PUSHED] = 0;
    for (let k = 0; k < this.entries; k++) {
      const i = SERVO * this.ends[2 * k + OF];
      const j = SERVO * this.ends[2 * k + BY];
      if (i !== j) n[i + PUSHED] -= this.inertia[k] * n[j + GAIN];
    }
  }

  /** Leaves that of one in `pushed`. */
  readPushed(i: number): void {
    pushed[0] = i < 0 ? 0 : this.#numbers[SERVO * i + PUSHED];
  }
}

/** What a servo counts on of its cap beside its load, and what it has at least: else one that stalls would stop all others. */
const MOST = 0.95;
const LEAST_SPARE = 0.2;
/** However little others can bear, so much of what it asks each does. */
const LEAST_SHARE = 0.02;
/** Less of what it counts on is rounding: one that asks for all that it has itself asks for no more than it can bear. */
const ROUNDING = 1e-9;

/** True of one that a stop holds up. */
function isStopped(w: Float64Array, p: number, flags: number): boolean {
  for (let stop = 1; stop < STOP_COUNT; stop++)
    if (flags & STOP_BIT[stop] && w[p + STOP_IMPULSE[stop]] !== 0 && pushesTo(stop, w, p) * towards[0] < 0) return true;
  return false;
}

function longer(array: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * array.length);
  copy.set(array);
  return copy;
}
