import type { Body } from '../body/body';
import { BODY, COS, SIN, X, Y } from '../state/body-store';
import type { MutableVec } from '../math/vec2';
import type { ContactSpace } from './contact-space';
import {
  BODY_A,
  BODY_B,
  CONTACT_POINT,
  FIRST_POINT,
  HEAD,
  LOCAL_A,
  LOCAL_B,
  NORMAL_SUM,
  NX,
  NY,
  POINT_COUNT,
  RADIUS_A,
  RADIUS_B,
  RECORD,
  TANGENT_SUM,
} from './layout';

/** Where two bodies touch, and how hard. */
interface Touch {
  /** Where they touch, world units: one point, or two. */
  readonly points: readonly Readonly<MutableVec>[];
  /** How far they overlap there along the normal, world units; 0 where they do not. */
  readonly depth: number;
  /** With which they push each other, the mean of the last step, N. */
  readonly force: number;
  /** With which they rub, the mean of the last step, N, 0 or more. */
  readonly friction: number;
}

/** What a body touches with one of its convex pieces, and how. */
export interface BodyContact extends Touch {
  /** The other body. */
  readonly other: Body;
  /** Direction of unit length in which the other one pushes it. */
  readonly normal: Readonly<MutableVec>;
}

/** Two convex pieces of bodies that touch, as an overlay shows them. */
export interface ContactView extends Touch {
  /** The older body. */
  readonly bodyA: Body;
  /** The newer body. */
  readonly bodyB: Body;
  /** Direction of unit length in which A pushes B. */
  readonly normal: Readonly<MutableVec>;
}

/** One that is filled anew at each use. */
export interface ContactRecord extends BodyContact, ContactView {
  bodyA: Body;
  bodyB: Body;
  other: Body;
  readonly normal: MutableVec;
  readonly points: MutableVec[];
  depth: number;
  force: number;
  friction: number;
  /** Two points, of which `points` has as many as there are. */
  readonly pool: readonly [MutableVec, MutableVec];
}

export function contactRecord(bodyA: Body, bodyB: Body): ContactRecord {
  const pool: [MutableVec, MutableVec] = [{ x: 0, y: 0 }, { x: 0, y: 0 }]; // prettier-ignore
  return { bodyA, bodyB, other: bodyA, normal: { x: 0, y: 0 }, points: [], depth: 0, force: 0, friction: 0, pool };
}

/** Fills in where the bodies of a pair touch, at these poses, and the impulses of the last step, `perForce` to a newton. */
export function fillContact(
  { pairs: { heads, records } }: ContactSpace,
  pair: number,
  pose: Float64Array,
  perForce: number,
  out: ContactRecord,
): void {
  const r = pair * RECORD;
  const count = heads[pair * HEAD + POINT_COUNT];
  out.normal.x = records[r + NX];
  out.normal.y = records[r + NY];
  out.points.length = 0;
  out.depth = out.force = out.friction = 0;
  for (let k = 0; k < count; k++) {
    const from = r + FIRST_POINT + k * CONTACT_POINT;
    placePoint(heads, records, pair, k, pose, out.pool[k]);
    out.points.push(out.pool[k]);
    noteDepth(heads, records, pair, k, pose, out);
    out.force += records[from + NORMAL_SUM] / perForce;
    out.friction += Math.abs(records[from + TANGENT_SUM]) / perForce;
  }
}

/** On the surface of the older body of a pair. */
export function placePoint(
  heads: Int32Array,
  records: Float64Array,
  pair: number,
  k: number,
  pose: Float64Array,
  out: MutableVec,
): MutableVec {
  const r = pair * RECORD;
  const from = r + FIRST_POINT + k * CONTACT_POINT + LOCAL_A;
  const a = heads[pair * HEAD + BODY_A] * BODY;
  const radius = records[r + RADIUS_A];
  out.x = pose[a + X] + pose[a + COS] * records[from] - pose[a + SIN] * records[from + 1] + radius * records[r + NX];
  out.y = pose[a + Y] + pose[a + SIN] * records[from] + pose[a + COS] * records[from + 1] + radius * records[r + NY];
  return out;
}

/** How far its point k, which is in `pool`, lies within the newer body: its depth is the largest. */
function noteDepth(
  heads: Int32Array,
  records: Float64Array,
  pair: number,
  k: number,
  pose: Float64Array,
  out: ContactRecord,
): void {
  const r = pair * RECORD;
  const from = r + FIRST_POINT + k * CONTACT_POINT + LOCAL_B;
  const b = heads[pair * HEAD + BODY_B] * BODY;
  const { x, y } = out.pool[k];
  const dx = pose[b + X] + pose[b + COS] * records[from] - pose[b + SIN] * records[from + 1] - x;
  const dy = pose[b + Y] + pose[b + SIN] * records[from] + pose[b + COS] * records[from + 1] - y;
  out.depth = Math.max(out.depth, records[r + RADIUS_B] - dx * records[r + NX] - dy * records[r + NY]);
}

/** The slot of the other body of a pair. */
export function otherOf(heads: Int32Array, pair: number, slot: number): number {
  const a = heads[pair * HEAD + BODY_A];
  return a === slot ? heads[pair * HEAD + BODY_B] : a;
}
