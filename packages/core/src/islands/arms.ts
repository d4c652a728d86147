import {
  BODY,
  type BodyStore,
  DYNAMIC,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  OMEGA,
  VX,
  VY,
  X,
  Y,
} from '../body/body-store';
import { isHeld } from '../coordinates/laws/lock';
import { isMotorBySpeed, isServo } from '../coordinates/laws/motor';
import type { JointBatch } from '../joint/batch/joint-batch';
import type { Island, JointRef } from './islands';

/**
 * Per body: mass, place of the centre, inertia, weight per g, momentum, and angular momentum about the centre, of it and all that hangs on it; 1 if
 * something that hangs there does not turn as it does.
 */
const HANGING = 9;
const MASS = 0,
  AT_X = 1,
  AT_Y = 2,
  INERTIA = 3,
  WEIGHT = 4,
  MOMENTUM_X = 5,
  MOMENTUM_Y = 6,
  SPIN = 7,
  UPRIGHT = 8;
/** Inverse mass and inertia of what cannot be moved, or turned. */
const IMMOVABLE = 1e-30;

/** Numbers per column in `sides`. */
export const SIDE = 8;
/**
 * Of what moves with a body: inverse mass and inertia, where the body lies from their centre, by how many g they fall against the other column,
 * and, of what hangs on a joint of ground, how fast it moves as a whole, by its momentum.
 */
export const SIDE_MASS = 0,
  SIDE_INERTIA = 1,
  FROM_X = 2,
  FROM_Y = 3,
  FALLS = 4,
  SIDE_VX = 5;
const SIDE_VY = 6,
  SIDE_OMEGA = 7;

/**
 * What hangs on what by joints that hold, in islands with servos, and in trees with motors by speed: what moves the first link of an arm
 * moves all others, too.
 * Bodies hang on the world, slot 0, or where nothing leads there, on the oldest of those that are tied to it.
 */
export class Arms {
  /** What each moves, as rigid as if it were welded, of the joint that `measureSides` was asked for last. */
  readonly sides = new Float64Array(2 * SIDE);
  /** Of each body slot: on which it hangs, −1 on none; and the first of all. */
  #above = new Int32Array(0);
  #top = new Int32Array(0);
  /** Of each body slot: 1 if nothing but that ties it, and what hangs on it, to the rest. */
  #alone = new Uint8Array(0);
  /** Of each body slot: 1 if a gear or a rope over sheaves reaches it, or what hangs on it. */
  #geared = new Uint8Array(0);
  /** Of each body slot: 1 if something that hangs on it may move against it. */
  #loose = new Uint8Array(0);
  /** Of each body slot: 1 if it turns as the one on which it hangs. */
  #turnsAlong = new Uint8Array(0);
  /** Every slot after the one on which it hangs. */
  #order = new Int32Array(0);
  #hanging = new Float64Array(0);

  /** Finds anew what hangs on what. */
  find(islands: readonly Island[], { count, type }: BodyStore): void {
    const moved = islands.filter(isMoved);
    this.#order = new Int32Array(moved.reduce((sum, { bodies }) => sum + bodies.length, 0));
    this.#above = new Int32Array(count).fill(-1);
    if (moved.length === 0) return;
    this.#top = new Int32Array(count);
    this.#alone = new Uint8Array(count);
    this.#geared = new Uint8Array(count);
    this.#loose = new Uint8Array(count);
    this.#turnsAlong = new Uint8Array(count);
    this.#hanging = new Float64Array(count * HANGING);
    const ties: number[][] = Array.from({ length: count }, () => []);
    for (const { joints } of moved) {
      for (const joint of joints) {
        if (joint.batch.columns !== 2) this.#noteGear(joint);
        if (joint.batch.columns !== 2 || !holds(joint.batch, joint.slot)) continue;
        const a = tiedSlot(joint, 0, type);
        const b = tiedSlot(joint, 1, type);
        ties[a].push(b);
        ties[b].push(a);
      }
    }
    const walk = { ties, seen: new Int32Array(count), next: new Int32Array(count), earliest: new Int32Array(count) };
    let found = this.#walk(0, walk, 0);
    for (const { bodies } of moved)
      for (const slot of bodies) if (walk.seen[slot] === 0) found = this.#walk(slot, walk, found);
    for (const { joints } of moved)
      for (const joint of joints)
        if (joint.batch.columns === 2) {
          const a = tiedSlot(joint, 0, type);
          const b = tiedSlot(joint, 1, type);
          const isLoose = !isRigid(joint);
          const isTurned = holdsAngle(joint);
          if (this.#above[b] === a && isLoose) this.#loose[a] = 1;
          if (this.#above[a] === b && isLoose) this.#loose[b] = 1;
          if (this.#above[b] === a && isTurned) this.#turnsAlong[b] = 1;
          if (this.#above[a] === b && isTurned) this.#turnsAlong[a] = 1;
        }
    for (let k = found - 1; k >= 0; k--) {
      const above = Math.max(0, this.#above[this.#order[k]]);
      if (this.#geared[this.#order[k]] === 1) this.#geared[above] = 1;
      if (this.#loose[this.#order[k]] === 1) this.#loose[above] = 1;
    }
  }

  #noteGear({ batch, slot }: JointRef): void {
    for (let c = 0; c < batch.columns; c++) this.#geared[batch.bodies[slot * batch.columns + c] / BODY] = 1;
  }

  /** Depth first from `top`; what has no tie back to before itself hangs alone. Returns how many slots were found by now. */
  #walk(top: number, { ties, seen, next, earliest }: Walk, found: number): number {
    const path = [top];
    let time = (seen[top] = earliest[top] = 1);
    if (top > 0) this.#order[found++] = top;
    this.#top[top] = top;
    while (path.length > 0) {
      const slot = path[path.length - 1];
      const above = this.#above[slot];
      if (next[slot] < ties[slot].length) {
        const other = ties[slot][next[slot]++];
        if (seen[other] > 0) {
          if (other !== above) earliest[slot] = Math.min(earliest[slot], seen[other]);
          continue;
        }
        seen[other] = earliest[other] = ++time;
        this.#above[other] = slot;
        this.#top[other] = top;
        this.#order[found++] = other;
        path.push(other);
        continue;
      }
      path.pop();
      if (above < 0) continue;
      this.#alone[slot] = earliest[slot] === seen[slot] ? 1 : 0;
      earliest[above] = Math.min(earliest[above], earliest[slot]);
    }
    return found;
  }

  /** Sums up what hangs on each body, where it is now. */
  measure({ motion: v, pose: q, load, asleep }: BodyStore): void {
    const order = this.#order;
    const sum = this.#hanging;
    for (let k = 0; k < order.length; k++) {
      if (asleep[order[k]] === 1) continue;
      const b = order[k] * BODY;
      const i = order[k] * HANGING;
      sum[i + MASS] = 1 / Math.max(v[b + INV_MASS], IMMOVABLE);
      sum[i + AT_X] = q[b + X];
      sum[i + AT_Y] = q[b + Y];
      sum[i + INERTIA] = 1 / Math.max(v[b + INV_INERTIA], IMMOVABLE);
      sum[i + WEIGHT] = sum[i + MASS] * load[b + GRAVITY_SCALE];
      sum[i + MOMENTUM_X] = sum[i + MASS] * v[b + VX];
      sum[i + MOMENTUM_Y] = sum[i + MASS] * v[b + VY];
      sum[i + SPIN] = sum[i + INERTIA] * v[b + OMEGA];
      sum[i + UPRIGHT] = 0;
    }
    for (let k = order.length - 1; k >= 0; k--) {
      const above = this.#above[order[k]];
      if (above <= 0 || asleep[above] === 1) continue;
      const i = order[k] * HANGING;
      const a = above * HANGING;
      const x = sum[i + AT_X] - sum[a + AT_X];
      const y = sum[i + AT_Y] - sum[a + AT_Y];
      const mass = sum[a + MASS] + sum[i + MASS];
      const share = sum[i + MASS] / mass;
      const vx = sum[i + MOMENTUM_X] / sum[i + MASS] - sum[a + MOMENTUM_X] / sum[a + MASS];
      const vy = sum[i + MOMENTUM_Y] / sum[i + MASS] - sum[a + MOMENTUM_Y] / sum[a + MASS];
      // What never turns, on a hinge, is taken along as it stands.
      const isUpright = v[order[k] * BODY + INV_INERTIA] === 0 && this.#turnsAlong[order[k]] === 0;
      if (isUpright || sum[i + UPRIGHT] === 1) sum[a + UPRIGHT] = 1;
      sum[a + INERTIA] += (isUpright ? 0 : sum[i + INERTIA]) + sum[a + MASS] * share * (x * x + y * y);
      sum[a + SPIN] += (isUpright ? 0 : sum[i + SPIN]) + sum[a + MASS] * share * (x * vy - y * vx);
      sum[a + MOMENTUM_X] += sum[i + MOMENTUM_X];
      sum[a + MOMENTUM_Y] += sum[i + MOMENTUM_Y];
      sum[a + AT_X] += share * x;
      sum[a + AT_Y] += share * y;
      sum[a + MASS] = mass;
      sum[a + WEIGHT] += sum[i + WEIGHT];
    }
  }

  /**
   * True where the joint in slot `j` is all that ties what hangs on it to the rest, and all of that turns as one: of that alone is known what moves
   * with it.
   */
  knows(batch: JointBatch, j: number, { motion: v }: BodyStore): boolean {
    const { bodies, columns } = batch;
    if (columns !== 2 || !holds(batch, j)) return false;
    const slotA = slotOf(v, bodies[2 * j]);
    const slotB = slotOf(v, bodies[2 * j + 1]);
    const lower = this.#lowerOf(slotA, slotB);
    if (lower === 0 || this.#geared[lower] === 1) return false;
    const whole = this.#top[lower] > 0 ? this.#top[lower] : lower;
    return this.#hanging[whole * HANGING + UPRIGHT] === 0;
  }

  /** True where it moves that on ground, and as one rigid body. */
  knowsRigid(batch: JointBatch, j: number, bodies: BodyStore): boolean {
    if (!this.knows(batch, j, bodies)) return false;
    const slotA = slotOf(bodies.motion, batch.bodies[2 * j]);
    const slotB = slotOf(bodies.motion, batch.bodies[2 * j + 1]);
    return Math.min(slotA, slotB) === 0 && this.#loose[Math.max(slotA, slotB)] === 0;
  }

  /** The slot of what nothing but the joint in slot `j` ties to the rest, and 0 if there is none. */
  hungBy({ bodies, columns }: JointBatch, j: number, { motion: v }: BodyStore): number {
    return columns === 2 ? this.#lowerOf(slotOf(v, bodies[2 * j]), slotOf(v, bodies[2 * j + 1])) : 0;
  }

  /** The first on the way from the world to the body in this slot, or of all that floats with it. */
  root(slot: number): number {
    let at = slot;
    while (this.#above[at] > 0) at = this.#above[at];
    return at;
  }

  /** The first of all on which the body in this slot hangs: 0, the world, or one that floats. */
  top(slot: number): number {
    return this.#top[slot];
  }

  /**
   * Writes to out[i] vx, vy and ω of what hangs on the body in slot `lower`, at its centre and as the rest sees it, for each unit of the rate that has
   * this row and inverse mass, as they were measured with `sides`.
   */
  writeMotion(
    { bodies }: JointBatch,
    j: number,
    { motion: v, pose: q }: BodyStore,
    lower: number,
    row: Float64Array,
    inverse: Float64Array,
    out: Float64Array,
    i: number,
  ): void {
    const { sides } = this;
    const isB = slotOf(v, bodies[2 * j + 1]) === lower;
    const own = isB ? SIDE : 0;
    const rest = SIDE - own;
    const k = isB ? 3 : 0;
    const r = 3 - k;
    const upper = bodies[isB ? 2 * j : 2 * j + 1];
    const x = this.#hanging[lower * HANGING + AT_X] - q[upper + X] + sides[rest + FROM_X];
    const y = this.#hanging[lower * HANGING + AT_Y] - q[upper + Y] + sides[rest + FROM_Y];
    const turn = sides[rest + SIDE_INERTIA] * row[r + 2];
    out[i] = (sides[own + SIDE_MASS] * row[k] - sides[rest + SIDE_MASS] * row[r] + turn * y) / inverse[0];
    out[i + 1] = (sides[own + SIDE_MASS] * row[k + 1] - sides[rest + SIDE_MASS] * row[r + 1] - turn * x) / inverse[0];
    out[i + 2] = (sides[own + SIDE_INERTIA] * row[k + 2] - turn) / inverse[0];
  }

  /** True if the body in slot `other` is `slot`, or hangs on it. */
  hangsOn(slot: number, other: number): boolean {
    let at = other;
    while (at > 0 && at !== slot) at = this.#above[at];
    return at === slot;
  }

  /**
   * Writes to out[k] what two such motions, at v[i] and v[j], of what hangs on the bodies `a` and `b`, have of the kinetic energy together, while the
   * rest of it goes on with the momentum that it has.
   */
  couple(v: Float64Array, i: number, j: number, a: number, b: number, out: Float64Array, k: number): void {
    const sum = this.#hanging;
    const p = a * HANGING;
    const q = b * HANGING;
    out[k] = 0;
    if (this.hangsOn(a, b)) this.#addEnergy(v, i, j, p, q, out, k);
    else if (this.hangsOn(b, a)) this.#addEnergy(v, j, i, q, p, out, k);
    const t = this.#top[a] * HANGING;
    if (t === 0 || this.#top[b] * HANGING !== t) return;
    const spinA = spinOf(sum, v, i, p, t);
    const spinB = spinOf(sum, v, j, q, t);
    const momenta = sum[p + MASS] * sum[q + MASS] * (v[i] * v[j] + v[i + 1] * v[j + 1]);
    out[k] -= momenta / sum[t + MASS] + (spinA * spinB) / sum[t + INERTIA];
  }

  /** What hangs on `q` hangs on `p`, too. */
  #addEnergy(v: Float64Array, i: number, j: number, p: number, q: number, out: Float64Array, k: number): void {
    const sum = this.#hanging;
    const vx = v[i] - v[i + 2] * (sum[q + AT_Y] - sum[p + AT_Y]);
    const vy = v[i + 1] + v[i + 2] * (sum[q + AT_X] - sum[p + AT_X]);
    out[k] += sum[q + MASS] * (vx * v[j] + vy * v[j + 1]) + sum[q + INERTIA] * v[i + 2] * v[j + 2];
  }

  /** That of two slots which hangs on the other, and is tied to the rest by nothing else; 0 if neither does. */
  #lowerOf(slotA: number, slotB: number): number {
    const isB = slotB > 0 && this.#above[slotB] === slotA;
    const lower = isB ? slotB : slotA;
    return lower > 0 && this.#alone[lower] === 1 && this.#above[lower] === (isB ? slotA : slotB) ? lower : 0;
  }

  /**
   * Writes to `sides` what the joint in slot `j`, of two bodies, moves on either side: what hangs on its lower body, and the rest, which
   * the world holds or which is loose. Its bodies by themselves if something else ties both sides, or nothing.
   */
  measureSides({ bodies }: JointBatch, j: number, { motion: v, pose: q, load }: BodyStore): void {
    const { sides } = this;
    const a = bodies[2 * j];
    const b = bodies[2 * j + 1];
    const slotA = slotOf(v, a);
    const slotB = slotOf(v, b);
    sides.fill(0);
    for (let k = 0; k < 3; k++) {
      sides[SIDE_VX + k] = v[a + VX + k];
      sides[SIDE + SIDE_VX + k] = v[b + VX + k];
    }
    const lower = this.#lowerOf(slotA, slotB);
    if (lower === 0) {
      sides[SIDE_MASS] = v[a + INV_MASS];
      sides[SIDE_INERTIA] = v[a + INV_INERTIA];
      sides[SIDE + SIDE_MASS] = v[b + INV_MASS];
      sides[SIDE + SIDE_INERTIA] = v[b + INV_INERTIA];
      if (slotB === 0) sides[FALLS] = load[a + GRAVITY_SCALE];
      else if (slotA === 0) sides[SIDE + FALLS] = load[b + GRAVITY_SCALE];
      return;
    }
    const sum = this.#hanging;
    const i = lower * HANGING;
    const isB = lower === slotB;
    const at = isB ? SIDE : 0;
    const x = sum[i + AT_X];
    const y = sum[i + AT_Y];
    sides[at + SIDE_MASS] = 1 / sum[i + MASS];
    sides[at + SIDE_INERTIA] = 1 / sum[i + INERTIA];
    sides[at + FROM_X] = q[lower * BODY + X] - x;
    sides[at + FROM_Y] = q[lower * BODY + Y] - y;
    sides[at + SIDE_VX] = sum[i + MOMENTUM_X] / sum[i + MASS];
    sides[at + SIDE_VY] = sum[i + MOMENTUM_Y] / sum[i + MASS];
    sides[at + SIDE_OMEGA] = sum[i + SPIN] / sum[i + INERTIA];
    const top = this.#top[lower] * HANGING;
    if (top === 0) {
      sides[at + FALLS] = sum[i + WEIGHT] / sum[i + MASS];
      return;
    }
    const rest = SIDE - at;
    const upper = isB ? a : b;
    const mass = sum[top + MASS] - sum[i + MASS];
    const ahead = sum[i + MASS] / mass;
    const restX = sum[top + AT_X] + ahead * (sum[top + AT_X] - x);
    const restY = sum[top + AT_Y] + ahead * (sum[top + AT_Y] - y);
    const apart = (restX - x) * (restX - x) + (restY - y) * (restY - y);
    const inertia = sum[top + INERTIA] - sum[i + INERTIA] - ((sum[i + MASS] * mass) / sum[top + MASS]) * apart;
    sides[rest + SIDE_MASS] = 1 / mass;
    sides[rest + SIDE_INERTIA] = Math.min(v[upper + INV_INERTIA], 1 / Math.max(inertia, IMMOVABLE));
    sides[rest + FROM_X] = q[upper + X] - restX;
    sides[rest + FROM_Y] = q[upper + Y] - restY;
  }
}

interface Walk {
  readonly ties: readonly (readonly number[])[];
  readonly seen: Int32Array;
  readonly next: Int32Array;
  readonly earliest: Int32Array;
}

/** Motors by speed need to know it on trees alone: of what is tied by more than one joint nothing is known. */
function isMoved({ joints, bodies }: Island): boolean {
  const isTree = joints.length <= bodies.length;
  return joints.some((joint) => has(joint, isServo) || (isTree && has(joint, isMotorBySpeed)));
}

function has({ batch, slot }: JointRef, is: (flags: number) => boolean): boolean {
  return batch.coordinates.some(
    ({ kind, at }) => kind.scalar && is(batch.rows[slot * batch.stride + at + kind.flagsAt]),
  );
}

/** True if some coordinate is held, so that what one body does the other one feels at once. */
function holds({ coordinates, rows, stride }: JointBatch, slot: number): boolean {
  for (const { kind, at } of coordinates) if (isHeld(rows[slot * stride + at + kind.flagsAt])) return true;
  return false;
}

/** True if it holds the angle between two bodies. */
function holdsAngle({ batch, slot }: JointRef): boolean {
  const { coordinates, rows, stride } = batch;
  return coordinates.some(
    ({ kind, at }) => kind.scalar && kind.unit === 'angle' && isHeld(rows[slot * stride + at + kind.flagsAt]),
  );
}

/** True if it holds all that there is to hold between two bodies. */
function isRigid({ batch, slot }: JointRef): boolean {
  const { coordinates, rows, stride } = batch;
  let held = 0;
  for (const { kind, at } of coordinates) if (isHeld(rows[slot * stride + at + kind.flagsAt])) held += kind.rowCount;
  return held >= WHOLE;
}
const WHOLE = 3;

/** Angular momentum about the centre of what hangs on `t` of a motion, at v[i], of what hangs on `p`. */
function spinOf(sum: Float64Array, v: Float64Array, i: number, p: number, t: number): number {
  const x = sum[p + AT_X] - sum[t + AT_X];
  const y = sum[p + AT_Y] - sum[t + AT_Y];
  return sum[p + INERTIA] * v[i + 2] + sum[p + MASS] * (x * v[i + 1] - y * v[i]);
}

/** The slot of the body at `b`; that of the world where it cannot be moved. */
function slotOf(v: Float64Array, b: number): number {
  return v[b + INV_MASS] > 0 ? b / BODY : 0;
}

function tiedSlot({ batch, slot }: JointRef, c: number, type: Uint8Array): number {
  const body = batch.bodies[slot * batch.columns + c] / BODY;
  return type[body] === DYNAMIC ? body : 0;
}
