import { BODY, COS, DYNAMIC, OMEGA, SIN, STATIC, VX, VY } from '../state/body-store';
import type { Shape } from '../shapes/mass';
import { BoxTree } from './box-tree';
import { type Collides, materialOf, mayCollide } from './collides';
import { grown } from '../math/short-arrays';
import { Hulls } from './hulls';
import type { Motions } from './manifolds';
import { type Piece, piecesOf } from './pieces';
import { AT_X, AT_Y, BOX, CORNER, HALF_X, HALF_Y, MATERIAL, WAY_X, WAY_Y } from './layout';

/** How far a hull may come before its box in the tree moves, m (× lengthUnit). */
const LOOSE = 0.1;
/** Half the distance within which hulls are near each other, m (× lengthUnit). */
const HALF_MARGIN = 0.01;
/** rad: a corner that turns by more in a step goes no farther than across the body. */
const MOST_TURN = 2;

/** A body that collides. */
export interface Collider {
  readonly shape: Shape;
  collides: Collides;
  /** static 0, kinematic 1, dynamic 2 */
  readonly type: number;
  readonly hulls: Int32Array;
  /** How far it reaches from its centre, world units. */
  readonly reach: number;
}

/** The hulls of bodies, by slot, with a tight box each for the step at hand, and a loose one in a tree. */
export class Colliders {
  readonly hulls = new Hulls();
  readonly tree = new BoxTree();
  /** Per slot; null or undefined: it does not collide. */
  readonly bodies: (Collider | null)[] = [];
  /** slot of its body, per hull */
  body = new Int32Array(64);
  /** place in its body, per hull */
  place = new Int32Array(64);
  /** leaf of the tree, per hull */
  leaf = new Int32Array(64);
  /** friction, restitution, rolling, surface speed; per hull */
  materials = new Float64Array(64 * MATERIAL);
  /** least x, y and greatest x, y of where it is in the step at hand, and a half margin; per hull */
  tight = new Float64Array(64 * BOX);
  /** how far a corner comes by turning in the step at hand, world units; per slot */
  turn = new Float64Array(64);
  /** hulls whose loose boxes have moved, and how many */
  moved = new Int32Array(64);
  movedCount = 0;
  readonly lengthUnit: number;
  readonly #box = new Float64Array(BOX);

  constructor(lengthUnit: number) {
    this.lengthUnit = lengthUnit;
  }

  /** A body begins to collide. */
  add(slot: number, shape: Shape, collides: Collides, type: number, at: Motions): void {
    const pieces = piecesOf(shape);
    const collider = {
      shape,
      collides,
      type,
      hulls: Int32Array.from(pieces, (piece) => this.hulls.add(piece)),
      reach: pieces.reduce((most, piece) => Math.max(most, reachOf(piece)), 0),
    };
    while (this.bodies.length <= slot) this.bodies.push(null);
    this.bodies[slot] = collider;
    this.#reserve(slot);
    collider.hulls.forEach((hull, i) => {
      this.body[hull] = slot;
      this.place[hull] = i;
      materialOf(shape, pieces[i].part, collides, this.materials, hull * MATERIAL);
      this.#fit(slot, hull, collider, at, 0);
      this.#loosen(hull);
      this.leaf[hull] = this.tree.insert(hull, this.#box, 0);
      this.#noteMoved(hull);
    });
  }

  /** A body collides no more. */
  remove(slot: number): void {
    const collider = this.bodies[slot];
    if (collider === null || collider === undefined) return;
    for (const hull of collider.hulls) {
      this.tree.remove(this.leaf[hull]);
      this.hulls.remove(hull);
    }
    this.bodies[slot] = null;
  }

  /** New numbers of its surface; everything else has to be as it was. */
  setMaterial(slot: number, collides: Collides): void {
    const collider = this.bodies[slot];
    if (collider === null || collider === undefined) return;
    collider.collides = collides;
    const pieces = piecesOf(collider.shape);
    collider.hulls.forEach((hull, i) => {
      materialOf(collider.shape, pieces[i].part, collides, this.materials, hull * MATERIAL);
    });
  }

  /** Places the hulls of a body for a step of `dt` seconds; where one leaves its loose box, or fills little of it, it gets a new one. */
  follow(slot: number, collider: Collider, at: Motions, dt: number): void {
    const { boxes } = this.tree;
    for (let i = 0; i < collider.hulls.length; i++) {
      const hull = collider.hulls[i];
      this.#fit(slot, hull, collider, at, dt);
      if (fits(this.tight, hull * BOX, boxes, this.leaf[hull] * BOX, 4 * LOOSE * this.lengthUnit)) continue;
      this.#loosen(hull);
      this.tree.move(this.leaf[hull], this.#box, 0);
      this.#noteMoved(hull);
    }
  }

  /** Whose loose boxes that of a hull meets: how many of `tree.found`. */
  findNear(hull: number): number {
    const { boxes, probe } = this.tree;
    const b = this.leaf[hull] * BOX;
    probe[AT_X] = (boxes[b] + boxes[b + 2]) / 2;
    probe[AT_Y] = (boxes[b + 1] + boxes[b + 3]) / 2;
    probe[HALF_X] = (boxes[b + 2] - boxes[b]) / 2;
    probe[HALF_Y] = (boxes[b + 3] - boxes[b + 1]) / 2;
    probe[WAY_X] = probe[WAY_Y] = 0;
    return this.tree.find();
  }

  /** Bodies have other slots now, in the same order: old slot → new slot, 0 for those that are gone. */
  renumber(moved: Int32Array, count: number): void {
    for (let old = 0; old < this.bodies.length; old++) {
      const collider = this.bodies[old];
      if (collider === null || moved[old] === old) continue;
      this.bodies[moved[old]] = collider;
      for (const hull of collider.hulls) this.body[hull] = moved[old];
      this.turn[moved[old]] = this.turn[old];
      this.bodies[old] = null;
    }
    if (this.bodies.length > count) this.bodies.length = count;
  }

  #reserve(slot: number): void {
    const { count } = this.hulls;
    if (count > this.body.length) {
      this.body = grown(this.body, 2 * count);
      this.place = grown(this.place, 2 * count);
      this.leaf = grown(this.leaf, 2 * count);
      this.materials = grown(this.materials, 2 * count * MATERIAL);
      this.tight = grown(this.tight, 2 * count * BOX);
    }
    if (slot >= this.turn.length) this.turn = grown(this.turn, 2 * slot);
  }

  /** Where a hull is in this step, from beginning to end. */
  #fit(slot: number, hull: number, { reach }: Collider, { pose, motion }: Motions, dt: number): void {
    const { tight } = this;
    const b = slot * BODY;
    const o = hull * BOX;
    this.hulls.place(hull, pose, b);
    this.hulls.bound(hull, tight, o);
    const x = motion[b + VX] * dt;
    const y = motion[b + VY] * dt;
    const turn = Math.min(Math.abs(motion[b + OMEGA]) * dt, MOST_TURN) * reach;
    this.turn[slot] = turn;
    const margin = HALF_MARGIN * this.lengthUnit + turn;
    tight[o] += Math.min(0, x) - margin;
    tight[o + 1] += Math.min(0, y) - margin;
    tight[o + 2] += Math.max(0, x) + margin;
    tight[o + 3] += Math.max(0, y) + margin;
  }

  #loosen(hull: number): void {
    const loose = LOOSE * this.lengthUnit;
    for (let k = 0; k < BOX; k++) this.#box[k] = this.tight[hull * BOX + k] + (k < 2 ? -loose : loose);
  }

  #noteMoved(hull: number): void {
    if (this.movedCount === this.moved.length) this.moved = grown(this.moved, 2 * this.movedCount);
    this.moved[this.movedCount++] = hull;
  }
}

/** True if the tight box lies in the loose one, which is larger by no more than `most` on any side. */
function fits(tight: Float64Array, t: number, loose: Float64Array, l: number, most: number): boolean {
  for (let k = 0; k < BOX; k++) {
    const room = k < 2 ? tight[t + k] - loose[l + k] : loose[l + k] - tight[t + k];
    if (room < 0 || room > most) return false;
  }
  return true;
}

/** How far a piece reaches from the origin of its body. */
function reachOf({ corners, cornerCount, radius }: Piece): number {
  let most = 0;
  for (let i = 0; i < CORNER * cornerCount; i += CORNER)
    most = Math.max(most, corners[i] * corners[i] + corners[i + 1] * corners[i + 1]);
  return Math.sqrt(most) + radius;
}

/** Cosine of the angle from a one-way body's direction, within which it is touched. */
const LEAST_ONE_WAY = 0.5;

/** One of them has to move, and one to be pushed, but for sensors. */
export function canMeet(a: Collider, b: Collider): boolean {
  const pushed = a.type === DYNAMIC || b.type === DYNAMIC;
  const sensed = (a.collides.sensor || b.collides.sensor) && (a.type !== STATIC || b.type !== STATIC);
  return (pushed || sensed) && mayCollide(a.collides, b.collides);
}

/** Whether a one-way body lets through what is met in the direction (x, y). */
export function letsThrough(
  collider: Collider | null,
  pose: Float64Array,
  slot: number,
  x: number,
  y: number,
): boolean {
  const way = collider?.collides.oneWay ?? null;
  if (way === null) return false;
  const c = pose[slot * BODY + COS];
  const s = pose[slot * BODY + SIN];
  return x * (c * way[0] - s * way[1]) + y * (s * way[0] + c * way[1]) < LEAST_ONE_WAY;
}
