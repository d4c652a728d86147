import { type BodyStore, enlarged } from '../../body/body-store';
import {
  MOTOR_CAP,
  MOTOR_LOAD,
  MOTOR_MASS,
  MOTOR_PULL,
  MOTOR_PULL_SLOPE,
  MOTOR_PULLED_AT,
  MOTOR_RATE,
  MOTOR_SEEN,
  MOTOR_TARGET,
  MOTOR_WEIGHT,
} from '../../coordinates/laws/law-fields';
import { FLAGS, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { pushesTo, STOP_BIT, STOP_COUNT, STOP_IMPULSE } from '../../coordinates/laws/stop-fields';
import type { Arms } from '../../islands/arms';
import { found, ownRow } from '../../joint/batch/inverse-mass';
import { pushed, rate, sine, stepLength, writeMostOfSine } from '../../joint/motors/servos';
import type { Attempt, DirectCoordinate, DirectIsland } from '../island/island-system';
import { writeRate } from '../motion/measure-rows';
import { goalFrom, towards, writeEndRate } from '../rows/motor-rows';
import { decideRow } from '../rows/row-laws';
import { putBack } from '../impacts/project';
import { beginHolding, strikeRow } from './servo-inertia';

/**
 * Servos of an arm feel each other: what brakes its elbow turns its shoulder, too. With the inertia M of the arm in
 * their rates,
 *
 *   force of servo i = Σj Mij q̈j + what loads it
 *
 * They share what they have: none brakes, or speeds up, harder than all can bear. And what another one did is no load that stays.
 */

/** Numbers per servo. */
const SERVO = 16;
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
/** What an impulse on it changes its rate by, where the others let it. */
const FREE = 12;
/** What weight changes its rate by, where the others let it, per second; and loads it with. */
const FALLS = 13,
  PULL = 14;
/** 1 if it can hold what hangs on it on its way. */
const HOLDS = 15;

/** Numbers in M are added for two servos. */
const OF = 0,
  BY = 1;

/** The servos of an island. */
export class ServosTogether {
  #count = 0;
  readonly #servos: DirectCoordinate[] = [];
  #numbers = new Float64Array(8 * SERVO);
  /** Slot of the body that each moves with all that hangs on it. */
  #lower = new Int32Array(8);
  /** What M has beside zeros, and of which two servos. */
  #entries = 0;
  #inertia = new Float64Array(16);
  #ends = new Int32Array(32);
  /** What an impulse on one servo changes the rate of another by, of all pairs. */
  #answers = new Float64Array(16);
  /** True where some servo does not know what hangs on it: the rows tell, once they are measured. */
  #isLooped = false;

  /** Forgets those of the step before. */
  clear(): void {
    this.#count = this.#entries = 0;
    this.#isLooped = false;
  }

  /** Takes a servo whose inverse mass was measured last. */
  add(c: DirectCoordinate, arms: Arms, bodies: BodyStore): void {
    const { batch, slot: j } = c.joint;
    const isKnown = arms.knows(batch, j, bodies) && found[0] > 0;
    const slot = isKnown ? arms.hungBy(batch, j, bodies) : 0;
    const i = this.#count++;
    if (this.#lower.length < this.#count) {
      this.#numbers = enlarged(this.#numbers, 2 * this.#numbers.length);
      this.#lower = longer(this.#lower);
    }
    this.#servos[i] = c;
    this.#lower[i] = slot;
    for (let k = 0; k < i; k++) if (this.#lower[k] === slot) this.#isLooped = true;
    if (slot === 0) this.#isLooped = true;
    if (this.#isLooped) return;
    arms.writeMotion(batch, j, bodies, slot, ownRow, found, this.#numbers, SERVO * i + MOTION);
  }

  /** Before rows are measured: writes how fast each may change its rate, so that all can bear it, where that is known by then. */
  share(island: DirectIsland, ctx: StepContext, arms: Arms): void {
    if (this.#isLooped || this.#count < 2) return;
    this.#measureArms(arms);
    this.#shareAll(island, ctx);
  }

  /** The same as the island begins the first step of a frame. */
  shareLoops(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
    if (!this.#isLooped || this.#entries > 0) return;
    this.#measureRows(island, store);
    this.#shareAll(island, ctx);
    for (let i = 0; i < this.#count; i++) decideRow(island, this.#servos[i], ctx);
  }

  #shareAll(island: DirectIsland, ctx: StepContext): void {
    if (this.#entries === this.#count) return;
    const n = this.#numbers;
    const next = Math.max(ctx.h, ctx.longest);
    for (let i = 0; i < this.#count; i++) {
      const { p, joint } = this.#servos[i];
      n[SERVO * i + ASKED] = -joint.batch.laws[p + MOTOR_RATE] / next;
      n[SERVO * i + WAITS] = 1;
    }
    this.#divide(island.brakes);
    for (let i = 0; i < this.#count; i++) {
      const c = this.#servos[i];
      const { rows: d, laws: w } = c.joint.batch;
      const flags = d[c.o + FLAGS] | 0;
      const now = w[c.p + MOTOR_RATE];
      goalFrom[0] = d[c.o + VALUE];
      goalFrom[1] = now;
      writeEndRate(island, c, flags, ctx);
      n[SERVO * i + ASKED] = isStopped(w, c.p, flags) ? 0 : (towards[0] - now) / ctx.h;
      // What brakes does not wait for what speeds up.
      n[SERVO * i + WAITS] = towards[0] * now >= 0 && Math.abs(towards[0]) < Math.abs(now) ? 0 : 1;
    }
    this.#divide(island.speedsUp);
  }

  /** Finds M from what the rows answer: its inverse is what an impulse on one servo changes the rates of all by. */
  #measureRows(island: DirectIsland, store: BodyStore): void {
    const count = this.#count;
    if (this.#answers.length < count * count) this.#answers = new Float64Array(count * count);
    const answers = this.#answers;
    beginHolding(island, store);
    for (let i = 0; i < count; i++) {
      strikeRow(island, this.#servos[i].row);
      this.#noteFall(island, SERVO * i + FALLS);
      for (let j = 0; j < count; j++) {
        const { row } = this.#servos[j];
        writeRate(island, row, island.du);
        answers[i * count + j] = island.rate[row];
      }
    }
    putBack(island);
    for (let i = 0; i < count; i++) this.#numbers[SERVO * i + FREE] = Math.max(0, answers[i * count + i]);
    this.#invertAnswers();
    for (let i = 0; i < count; i++) {
      const { p, joint } = this.#servos[i];
      const own = answers[i * count + i];
      // What moves with others alone is moved by them, as far as it knows.
      const mass = own > 0 ? 1 / own : this.#numbers[SERVO * i + FREE];
      joint.batch.laws[p + MOTOR_MASS] = mass;
      const at = this.#append(i, i);
      this.#inertia[at] = mass > 0 ? 1 / mass : 0;
      for (let j = 0; j < count; j++) {
        if (j === i || answers[i * count + j] === 0) continue;
        const k = this.#append(i, j);
        this.#inertia[k] = answers[i * count + j];
      }
    }
    for (let i = 0; i < count; i++) this.#numbers[SERVO * i + PULL] = 0;
    for (let k = 0; k < this.#entries; k++)
      this.#numbers[SERVO * this.#ends[2 * k + OF] + PULL] +=
        this.#inertia[k] * this.#numbers[SERVO * this.#ends[2 * k + BY] + FALLS];
    for (let i = 0; i < count; i++) this.#foresee(i, island.attempt);
  }

  /** Writes how fast weight, and what else pushes bodies from outside, changes the rate of the servo that was struck last. */
  #noteFall({ load, du, attempt }: DirectIsland, at: number): void {
    let sum = 0;
    for (let k = 0; k < load.length; k++) sum += load[k] * du[k];
    this.#numbers[at] = sum / attempt.h;
  }

  /** Writes the most that weight loads a servo with on the way to its target: of an angle by a sine, else as it has grown of late. */
  #foresee(i: number, { lengthUnit }: Attempt): void {
    const { o, p, spec, joint } = this.#servos[i];
    const { rows: d, laws: w } = joint.batch;
    const pull = this.#numbers[SERVO * i + PULL];
    w[p + MOTOR_WEIGHT] = Math.abs(pull);
    // Others change it, too.
    if (this.#count > 1) return;
    const value = d[o + VALUE];
    const isAngle = spec.kind.unit === 'angle';
    const least = LEAST_MOVE * (isAngle ? 1 : lengthUnit);
    const moved = value - w[p + MOTOR_PULLED_AT];
    if (w[p + MOTOR_SEEN] === 0) w[p + MOTOR_PULL_SLOPE] = 0;
    else if (Math.abs(moved) > least) w[p + MOTOR_PULL_SLOPE] = (pull - w[p + MOTOR_PULL]) / moved;
    if (w[p + MOTOR_SEEN] === 0 || Math.abs(moved) > least) {
      w[p + MOTOR_SEEN] = 1;
      w[p + MOTOR_PULL] = pull;
      w[p + MOTOR_PULLED_AT] = value;
    }
    sine[0] = pull;
    sine[1] = w[p + MOTOR_PULL_SLOPE];
    const then = pull + sine[1] * (w[p + MOTOR_TARGET] - value);
    if (isAngle) writeMostOfSine(d, o, w, p);
    else w[p + MOTOR_WEIGHT] = Math.max(Math.abs(pull), Math.abs(then));
  }

  /** Turns them into their inverse, M; of a servo that others move along all become 0. */
  #invertAnswers(): void {
    const n = this.#count;
    const a = this.#answers;
    for (let k = 0; k < n; k++) {
      const pivot = a[k * n + k];
      const isDropped = !(pivot > REDUNDANT * this.#numbers[SERVO * k + FREE]);
      a[k * n + k] = isDropped ? 0 : 1;
      for (let j = 0; j < n; j++) a[k * n + j] = isDropped ? 0 : a[k * n + j] / pivot;
      for (let i = 0; i < n; i++) {
        if (i === k) continue;
        const factor = a[i * n + k];
        a[i * n + k] = 0;
        if (!isDropped) for (let j = 0; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      }
    }
  }

  /** Finds M: two servos are in it together of which one hangs on the other, and all that float together. */
  #measureArms(arms: Arms): void {
    for (let i = 0; i < this.#count; i++) {
      const { p, joint } = this.#servos[i];
      const slot = this.#lower[i];
      const own = this.#append(i, i);
      this.#inertia[own] = 1 / joint.batch.laws[p + MOTOR_MASS];
      for (let j = 0; j < i; j++) {
        const other = this.#lower[j];
        const floats = arms.top(slot) > 0 && arms.top(slot) === arms.top(other);
        if (!floats && !arms.hangsOn(slot, other) && !arms.hangsOn(other, slot)) continue;
        const k = this.#append(i, j);
        arms.couple(this.#numbers, SERVO * i + MOTION, SERVO * j + MOTION, slot, other, this.#inertia, k);
        const mirrored = this.#append(j, i);
        this.#inertia[mirrored] = this.#inertia[k];
      }
    }
  }

  /** Room for a number of M: another array, perhaps, so that it is to be looked for before the array is. */
  #append(of: number, by: number): number {
    const k = this.#entries++;
    if (this.#inertia.length < this.#entries) {
      this.#inertia = enlarged(this.#inertia, 2 * this.#inertia.length);
      this.#ends = longer(this.#ends);
    }
    this.#ends[2 * k + OF] = of;
    this.#ends[2 * k + BY] = by;
    return k;
  }

  /** Writes to `most` what of that which is asked all can bear, where that is less. */
  #divide(most: Float64Array): void {
    const n = this.#numbers;
    for (let i = 0; i < this.#count; i++) {
      const { p, joint } = this.#servos[i];
      const w = joint.batch.laws;
      const s = SERVO * i;
      const cap = w[p + MOTOR_CAP];
      n[s + HOLDS] = w[p + MOTOR_WEIGHT] < cap ? 1 : 0;
      n[s + SPARE] = Math.max(LEAST_SPARE * cap, MOST * cap - Math.max(w[p + MOTOR_WEIGHT], w[p + MOTOR_LOAD]));
      const alone = w[p + MOTOR_MASS] * n[s + SPARE];
      n[s + ASKED] = Math.max(-alone, Math.min(alone, n[s + ASKED]));
      n[s + RAISED] = n[s + LOWERED] = n[s + KEPT] = 0;
      n[s + SHARE] = 1;
    }
    for (let k = 0; k < this.#entries; k++) {
      const i = SERVO * this.#ends[2 * k + OF];
      const j = SERVO * this.#ends[2 * k + BY];
      const force = this.#inertia[k] * n[j + ASKED];
      if (n[j + WAITS] === 0) n[i + KEPT] += force;
      else if (force > 0) n[i + RAISED] += force;
      else n[i + LOWERED] -= force;
    }
    for (let k = 0; k < this.#entries; k++) {
      const i = SERVO * this.#ends[2 * k + OF];
      const j = SERVO * this.#ends[2 * k + BY];
      // What hangs down whatever others do, limp or too weak, they need not wait for.
      if (n[i + HOLDS] === 0) continue;
      const left = n[i + SPARE] - Math.abs(n[i + KEPT]);
      const asked = Math.max(n[i + RAISED], n[i + LOWERED]);
      if (asked - left > ROUNDING * n[i + SPARE])
        n[j + SHARE] = Math.max(LEAST_SHARE, Math.min(n[j + SHARE], left / asked));
    }
    for (let i = 0; i < this.#count; i++)
      if (n[SERVO * i + SHARE] < 1) most[this.#servos[i].row] = n[SERVO * i + SHARE] * Math.abs(n[SERVO * i + ASKED]);
  }

  /** Notes how far the rate has changed of a servo that was measured last. */
  note(c: DirectCoordinate): void {
    const i = this.#servos.indexOf(c);
    if (i < 0 || i >= this.#count) return;
    this.#numbers[SERVO * i + GAIN] = (rate[0] - c.joint.batch.laws[c.p + MOTOR_RATE]) / stepLength[0];
  }

  /** When all are noted: what others did to each by changing their rates. */
  push(): void {
    const n = this.#numbers;
    for (let i = 0; i < this.#count; i++) n[SERVO * i + PUSHED] = 0;
    for (let k = 0; k < this.#entries; k++) {
      const i = SERVO * this.#ends[2 * k + OF];
      const j = SERVO * this.#ends[2 * k + BY];
      if (i !== j) n[i + PUSHED] -= this.#inertia[k] * n[j + GAIN];
    }
  }

  /** Leaves that of one in `pushed`. */
  readPushed(c: DirectCoordinate): void {
    const i = this.#servos.indexOf(c);
    pushed[0] = i < 0 || i >= this.#count ? 0 : this.#numbers[SERVO * i + PUSHED];
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

/** Over less than this, rad or lengthUnit, it is not seen how a load grows. */
const LEAST_MOVE = 1e-3;

/** A servo to whose rate others leave a smaller share of its freedom has none. */
const REDUNDANT = 1e-5;
