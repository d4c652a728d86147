import { BODY, type BodyStore, INV_INERTIA, INV_MASS, OMEGA, VX, VY, X, Y } from '../body/body-store';
import type { SlotList } from '../body/integrate';
import { LOCK_APART, LOCK_DRAWN } from '../coordinates/laws/law-fields';
import { isHeld } from '../coordinates/laws/lock';
import { TARGET, UX, UY, VALUE } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { GAP_X, GAP_Y, MAX_CORRECTION } from '../joint/batch/record';
import type { CoordinateSpec } from '../joint/joint-type';
import type { Island, Islands, JointRef } from './islands';

/** A point or an axis far apart, and the parts that it joins. */
interface Join extends JointRef {
  readonly place: CoordinateSpec;
  readonly a: number;
  readonly b: number;
}

/** One that hands on a motion from one part to another: to that of B, 1, or to that of A, −1. */
interface Link extends Join {
  readonly from: number;
  readonly to: number;
  readonly sign: number;
}

/** Parts that links join, in the order in which motions are handed on. */
interface Tree {
  readonly parts: readonly number[];
  readonly links: readonly Link[];
  /** False if its first part is not moved. */
  readonly isFree: boolean;
}

type Joins = ReadonlyMap<number, readonly Join[]>;

/**
 * What points and axes that are far apart (joint/blows/put-apart.ts) move: islands fall without them into parts, which move as a whole; what is held on the
 * world stays where it is, and of what is free the centre of mass. Parts that they join to a closed chain would have to turn: they
 * are not moved.
 */
export class PartsApart {
  readonly #trees: Tree[] = [];
  /** Of each body slot: the oldest of its part; and the next, −1 of the last. */
  #first = new Int32Array(0);
  #next = new Int32Array(0);
  /** Of the oldest of each part: x, y of its motion. */
  #moves = new Float64Array(0);

  clear(): void {
    this.#trees.length = 0;
  }

  /** Finds the parts anew, and marks what moves them. */
  find({ list, ofBody }: Islands, { count, motion }: BodyStore): void {
    this.#first = Int32Array.from({ length: count }, (_, slot) => slot);
    this.#next = new Int32Array(count).fill(-1);
    this.#moves = new Float64Array(2 * count);
    for (const island of list) {
      if (!island.joints.some(placeApart)) continue;
      const stays = new Set<number>();
      for (const joint of island.joints)
        if (placeApart(joint) === undefined && holdsPlace(joint)) this.#tie(joint, ofBody, stays);
      this.#listParts(island, motion, stays);
      this.#growTrees(island, ofBody, stays);
    }
  }

  /** Moves those parts of a block towards each other, as far in a substep as locks would pull them. */
  draw(bodies: BodyStore, awake: SlotList, ctx: StepContext): void {
    for (let i = 0; i < this.#trees.length; i++) {
      const tree = this.#trees[i];
      const part = tree.links[0].to;
      if (!isListed(awake, part)) continue;
      ctx.holdBy(ctx.lockSteps.length > 1 ? ctx.locksOf[part] : 0);
      this.#drawTree(tree, bodies, ctx);
    }
  }

  #drawTree({ parts, links, isFree }: Tree, { motion: v, pose: q }: BodyStore, ctx: StepContext): void {
    const moves = this.#moves;
    moves[2 * parts[0]] = moves[2 * parts[0] + 1] = 0;
    for (const { batch, slot, place, from, to, sign } of links) {
      const { rows: d } = batch;
      const r = slot * batch.stride;
      const o = r + place.at;
      const error = place.kind.scalar ? d[o + VALUE] - d[o + TARGET] : 0;
      const x = place.kind.scalar ? error * d[o + UX] : d[r + GAP_X];
      const y = place.kind.scalar ? error * d[o + UY] : d[r + GAP_Y];
      const rate = ctx.biasRate * (batch.sweeps ? batch.ease[slot] : 1);
      const pull = rate * Math.sqrt(x * x + y * y);
      const most = d[r + MAX_CORRECTION];
      const share = sign * ctx.h * ctx.massScale * (pull > most ? (rate * most) / pull : rate);
      moves[2 * to] = moves[2 * from] - share * x;
      moves[2 * to + 1] = moves[2 * from + 1] - share * y;
    }
    if (isFree) this.#keepCentre(parts, v);
    for (const part of parts) {
      for (let slot = part; slot >= 0; slot = this.#next[slot]) {
        q[slot * BODY + X] += moves[2 * part];
        q[slot * BODY + Y] += moves[2 * part + 1];
      }
    }
  }

  /** Of free parts the centre of mass stays, and so does angular momentum: what flies past each other turns as it comes nearer. */
  #keepCentre(parts: readonly number[], v: Float64Array): void {
    const moves = this.#moves;
    let mass = 0;
    let x = 0;
    let y = 0;
    for (const part of parts) {
      for (let slot = part; slot >= 0; slot = this.#next[slot]) {
        const m = 1 / v[slot * BODY + INV_MASS];
        mass += m;
        x += m * moves[2 * part];
        y += m * moves[2 * part + 1];
      }
    }
    let turned = 0;
    let inertia = 0;
    for (const part of parts) {
      moves[2 * part] -= x / mass;
      moves[2 * part + 1] -= y / mass;
      for (let slot = part; slot >= 0; slot = this.#next[slot]) {
        const b = slot * BODY;
        turned += (moves[2 * part] * v[b + VY] - moves[2 * part + 1] * v[b + VX]) / v[b + INV_MASS];
        if (v[b + INV_INERTIA] > 0) inertia += 1 / v[b + INV_INERTIA];
      }
    }
    if (inertia === 0) return;
    for (const part of parts)
      for (let slot = part; slot >= 0; slot = this.#next[slot])
        if (v[slot * BODY + INV_INERTIA] > 0) v[slot * BODY + OMEGA] -= turned / inertia;
  }

  /** Bodies that do not move, and what a part of them holds, stay. */
  #tie({ batch: { bodies, columns }, slot }: JointRef, ofBody: Int32Array, stays: Set<number>): void {
    let part = -1;
    for (let c = 0; c < columns; c++) {
      const body = bodies[slot * columns + c] / BODY;
      if (ofBody[body] < 0) continue;
      const other = this.#oldest(body);
      const low = part < 0 ? other : Math.min(part, other);
      const high = Math.max(part, other);
      if (stays.has(high)) stays.add(low);
      this.#first[high] = part = low;
    }
    for (let c = 0; c < columns; c++) if (ofBody[bodies[slot * columns + c] / BODY] < 0) stays.add(part);
  }

  #oldest(body: number): number {
    let top = body;
    while (this.#first[top] !== top) top = this.#first[top] = this.#first[this.#first[top]];
    return top;
  }

  #listParts({ bodies }: Island, motion: Float64Array, stays: Set<number>): void {
    for (let i = bodies.length - 1; i >= 0; i--) {
      const slot = bodies[i];
      const part = (this.#first[slot] = this.#oldest(slot));
      if (motion[slot * BODY + INV_MASS] === 0) stays.add(part);
      if (slot === part) continue;
      this.#next[slot] = this.#next[part];
      this.#next[part] = slot;
    }
  }

  #growTrees({ joints }: Island, ofBody: Int32Array, stays: Set<number>): void {
    const joins = new Map<number, Join[]>();
    for (const { batch, slot } of joints) {
      const place = placeApart({ batch, slot });
      if (place === undefined) continue;
      const [a, b] = [0, 1].map((side) => this.#first[batch.bodies[2 * slot + side] / BODY]);
      const join = { batch, slot, place, a, b };
      for (const part of [a, b]) {
        if (ofBody[part] < 0) stays.add(part);
        const others = joins.get(part);
        if (others === undefined) joins.set(part, [join]);
        else others.push(join);
      }
    }
    const reached = new Set(stays);
    for (const part of joins.keys()) if (!reached.has(part)) this.#grow(part, joins, stays, reached);
  }

  /** Of all that hangs together with a part, not by way of one that stays: a tree, if it is none of a closed chain. */
  #grow(part: number, joins: Joins, stays: ReadonlySet<number>, reached: Set<number>): void {
    const parts = [part];
    const all = new Set<Join>();
    reached.add(part);
    for (const from of parts) {
      for (const join of joins.get(from) ?? []) {
        all.add(join);
        const to = join.a === from ? join.b : join.a;
        if (reached.has(to)) continue;
        reached.add(to);
        parts.push(to);
      }
    }
    const root = [...all].flatMap(({ a, b }) => [a, b]).find((end) => stays.has(end));
    if (all.size === parts.length - (root === undefined ? 1 : 0))
      this.#plant(root ?? part, root === undefined, joins, all);
  }

  #plant(root: number, isFree: boolean, joins: Joins, all: Set<Join>): void {
    const parts = [root];
    const links: Link[] = [];
    for (const from of parts) {
      for (const join of joins.get(from) ?? []) {
        if (!all.delete(join)) continue;
        const to = join.a === from ? join.b : join.a;
        parts.push(to);
        links.push({ ...join, from, to, sign: to === join.b ? 1 : -1 });
        const flags = join.slot * join.batch.stride + join.place.at + join.place.kind.flagsAt;
        join.batch.rows[flags] = join.batch.rows[flags] | LOCK_DRAWN;
      }
    }
    this.#trees.push({ parts, links, isFree });
  }
}

/** True of a slot in a list, whose slots rise. */
function isListed({ slots, count }: SlotList, slot: number): boolean {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle] < slot) low = middle + 1;
    else high = middle;
  }
  return low < count && slots[low] === slot;
}

/** What of a joint is far apart. */
function placeApart({ batch, slot }: JointRef): CoordinateSpec | undefined {
  return batch.coordinates.find(
    ({ kind, at }) => (batch.rows[slot * batch.stride + at + kind.flagsAt] & LOCK_APART) !== 0,
  );
}

/** True of a joint that holds a point or a length from both sides. */
function holdsPlace({ batch, slot }: JointRef): boolean {
  return batch.coordinates.some(
    ({ kind, at }) => kind.unit === 'length' && isHeld(batch.rows[slot * batch.stride + at + kind.flagsAt]),
  );
}
