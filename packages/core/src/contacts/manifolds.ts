import { BODY, COS, SIN, VX, VY, X, Y } from '../state/body-store';
import { castHull, way } from './cast';
import { combine } from './collides';
import type { Hulls } from './hulls';
import { asked, collide, features, found } from './narrow-phase';
import { type Pairs } from './pairs';
import {
  BODY_A,
  BODY_B,
  CONTACT_POINT,
  FAR,
  FEATURE,
  FIRST_POINT,
  GAP,
  GOES_X,
  GOES_Y,
  HEAD,
  HULL_A,
  HULL_B,
  LOCAL_A,
  LOCAL_B,
  MARGIN,
  MATERIAL,
  MIXED,
  NORMAL_IMPULSE,
  NORMAL_X,
  NORMAL_Y,
  NX,
  NY,
  ON_A,
  ON_B,
  POINT,
  POINTS,
  POINT_COUNT,
  POINT_GAP,
  RADIUS_A,
  RADIUS_B,
  RECORD,
  ROLLING,
  ROLLING_IMPULSE,
  SEPARATION,
  SHARE,
  TANGENT_IMPULSE,
} from './layout';

/** Bodies as the store of a world has them: poses and motions of 8 numbers each, by slot. */
export interface Motions {
  readonly pose: Float64Array;
  readonly motion: Float64Array;
}

/** Of at most two points each: share of the impulses that a point had in the last step. */
const impulses = new Float64Array(6);

/**
 * Writes where the hulls of a pair touch, within `asked[MARGIN]`, to its record; or, if they come together within `dt` seconds, as they are
 * going, where they will. Points that were there keep their impulses. Returns how many there are.
 */
export function findPoints(
  pairs: Pairs,
  pair: number,
  hulls: Hulls,
  materials: Float64Array,
  bodies: Motions,
  dt: number,
): number {
  const { heads, records } = pairs;
  const h = pair * HEAD;
  const o = pair * RECORD;
  const hullA = heads[h + HULL_A];
  const hullB = heads[h + HULL_B];
  const a = heads[h + BODY_A] * BODY;
  const b = heads[h + BODY_B] * BODY;
  const { motion } = bodies;
  way[GOES_X] = (motion[b + VX] - motion[a + VX]) * dt;
  way[GOES_Y] = (motion[b + VY] - motion[a + VY]) * dt;
  // What comes down on one end will turn: the other end has room as well.
  asked[FAR] = asked[MARGIN] + Math.sqrt(way[GOES_X] * way[GOES_X] + way[GOES_Y] * way[GOES_Y]);
  const count = lookAhead(hulls, hullA, hullB, bodies, b, collide(hulls, hullA, hullB));
  if (count > 0) {
    records[o + NX] = found[NORMAL_X];
    records[o + NY] = found[NORMAL_Y];
    records[o + RADIUS_A] = hulls.radius[hullA];
    records[o + RADIUS_B] = hulls.radius[hullB];
    combine(materials, hullA * MATERIAL, hullB * MATERIAL, records, o + MIXED);
    records[o + MIXED + ROLLING] *= Math.max(hulls.radius[hullA], hulls.radius[hullB]);
    for (let k = 0; k < count; k++) recall(pairs, pair, k);
    for (let k = 0; k < count; k++) {
      const at = o + FIRST_POINT + k * CONTACT_POINT;
      const from = POINTS + k * POINT;
      toLocal(bodies.pose, a, from + ON_A, records, at + LOCAL_A);
      toLocal(bodies.pose, b, from + ON_B, records, at + LOCAL_B);
      records[at + SEPARATION] = found[from + POINT_GAP];
      records[at + NORMAL_IMPULSE] = impulses[3 * k];
      records[at + TANGENT_IMPULSE] = impulses[3 * k + 1];
      records[at + ROLLING_IMPULSE] = impulses[3 * k + 2];
      heads[h + FEATURE + k] = features[k];
    }
  }
  heads[h + POINT_COUNT] = count;
  return count;
}

/** `count` points were found; of hulls that rush together, those where they will meet: seen from where they are now, they have room. */
function lookAhead(hulls: Hulls, hullA: number, hullB: number, { pose }: Motions, b: number, count: number): number {
  const approach = -(way[GOES_X] * found[NORMAL_X] + way[GOES_Y] * found[NORMAL_Y]);
  const margin = asked[MARGIN];
  if (count > 0 ? approach <= margin : found[GAP] <= margin || found[GAP] - margin > approach) return count;
  const ahead = castHull(hulls, hullA, hullB);
  hulls.place(hullB, pose, b);
  const x = way[SHARE] * way[GOES_X];
  const y = way[SHARE] * way[GOES_Y];
  for (let k = 0; k < ahead; k++) {
    const o = POINTS + k * POINT;
    found[o + ON_B] -= x;
    found[o + ON_B + 1] -= y;
    found[o + POINT_GAP] -= x * found[NORMAL_X] + y * found[NORMAL_Y];
  }
  return ahead;
}

/** The impulses that point k had, if it was there; else 0. */
function recall({ heads, records }: Pairs, pair: number, k: number): void {
  impulses[3 * k] = impulses[3 * k + 1] = impulses[3 * k + 2] = 0;
  const h = pair * HEAD;
  for (let i = 0; i < heads[h + POINT_COUNT]; i++) {
    if (heads[h + FEATURE + i] !== features[k]) continue;
    const at = pair * RECORD + FIRST_POINT + i * CONTACT_POINT;
    impulses[3 * k] = records[at + NORMAL_IMPULSE];
    impulses[3 * k + 1] = records[at + TANGENT_IMPULSE];
    impulses[3 * k + 2] = records[at + ROLLING_IMPULSE];
  }
}

function toLocal(pose: Float64Array, b: number, from: number, out: Float64Array, o: number): void {
  const x = found[from] - pose[b + X];
  const y = found[from + 1] - pose[b + Y];
  out[o] = pose[b + COS] * x + pose[b + SIN] * y;
  out[o + 1] = pose[b + COS] * y - pose[b + SIN] * x;
}
