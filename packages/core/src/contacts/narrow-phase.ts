import type { Hulls } from './hulls';
import {
  CORNER,
  FAR,
  GAP,
  MARGIN,
  NONE,
  NORMAL,
  NORMAL_X,
  NORMAL_Y,
  ON_A,
  ON_B,
  POINT,
  POINTS,
  POINT_GAP,
  TIE,
} from './layout';

/** What `collide` found. In arrays, because numbers that are handed to a function, or come from it, may be allocated. */
export const found = new Float64Array(POINTS + 2 * POINT);
/** Which features met, per point: the same two are the same point in the next step. */
export const features = new Int32Array(2);
/** What `collide` is told. */
export const asked = new Float64Array(3);

/** Corners below this; more would only make features alike. */
const FEATURES = 4096;
/** Sine below which two normals are the same, or a corner of a chain is flat. */
const FLAT = 0.01;
/** Times `TIE`: by so much a segment of a chain has to be nearer than its neighbour to be met alone. */
const MUCH = 10;
/** Closer points have no direction from one to the other. */
const SAME = 1e-12;

/** Points where hull `b` touches hull `a`, or comes within the margin: 0, 1 or 2. After Box2D's b2CollidePolygons (Erin Catto, MIT). */
export function collide(hulls: Hulls, a: number, b: number): number {
  // A segment comes first, a disc second.
  if (hulls.isSegment(b) || (hulls.corners[a] === 1 && hulls.corners[b] > 1)) {
    const count = collideOrdered(hulls, b, a);
    turnRound(count);
    return count;
  }
  return collideOrdered(hulls, a, b);
}

function collideOrdered(hulls: Hulls, a: number, b: number): number {
  if (hulls.isSegment(a) && isBehind(hulls, a, b)) {
    found[GAP] = Infinity;
    return 0;
  }
  if (hulls.corners[a] === 1) return collideDiscs(hulls, a, b);
  return hulls.corners[b] === 1 ? collideDisc(hulls, a, b) : collidePolygons(hulls, a, b);
}

/** What was found, seen from the other hull. */
function turnRound(count: number): void {
  found[NORMAL_X] = -found[NORMAL_X];
  found[NORMAL_Y] = -found[NORMAL_Y];
  for (let k = 0; k < count; k++) {
    const o = POINTS + k * POINT;
    const x = found[o + ON_A];
    const y = found[o + ON_A + 1];
    found[o + ON_A] = found[o + ON_B];
    found[o + ON_A + 1] = found[o + ON_B + 1];
    found[o + ON_B] = x;
    found[o + ON_B + 1] = y;
    const corner = features[k] % FEATURES;
    features[k] = corner * FEATURES + (features[k] - corner) / FEATURES;
  }
}

/** Chains have one side: true if the middle of hull `b` is beyond segment `a`. */
function isBehind(hulls: Hulls, a: number, b: number): boolean {
  const { placed } = hulls;
  const first = hulls.start[b];
  const count = hulls.corners[b];
  const p = hulls.start[a];
  let x = 0;
  let y = 0;
  for (let i = first; i < first + CORNER * count; i += CORNER) {
    x += placed[i];
    y += placed[i + 1];
  }
  return placed[p + NORMAL] * (x / count - placed[p]) + placed[p + NORMAL + 1] * (y / count - placed[p + 1]) < 0;
}

function collideDiscs(hulls: Hulls, a: number, b: number): number {
  return pointAt(hulls, a, b, hulls.start[a], hulls.start[b], hulls.start[a], 0);
}

/** One point between two corners, at `p` and `q`, with the normal from one to the other; where they are the same, that at `edge`, or up. */
function pointAt(hulls: Hulls, a: number, b: number, p: number, q: number, edge: number, feature: number): number {
  const { placed } = hulls;
  const dx = placed[q] - placed[p];
  const dy = placed[q + 1] - placed[p + 1];
  const distance = Math.sqrt(dx * dx + dy * dy);
  const gap = distance - hulls.radius[a] - hulls.radius[b];
  const apart = distance > SAME;
  const isDisc = hulls.edges[a] === 0;
  found[NORMAL_X] = apart ? dx / distance : isDisc ? 0 : placed[edge + NORMAL];
  found[NORMAL_Y] = apart ? dy / distance : isDisc ? 1 : placed[edge + NORMAL + 1];
  found[GAP] = gap;
  if (gap > asked[MARGIN]) return 0;
  found[POINTS + ON_A] = placed[p];
  found[POINTS + ON_A + 1] = placed[p + 1];
  found[POINTS + ON_B] = placed[q];
  found[POINTS + ON_B + 1] = placed[q + 1];
  found[POINTS + POINT_GAP] = gap;
  features[0] = feature;
  return 1;
}

function collideDisc(hulls: Hulls, a: number, b: number): number {
  const { placed } = hulls;
  const R = hulls.radius[a] + hulls.radius[b];
  const edge = farthestEdge(hulls, a, b);
  const s = found[GAP];
  const p = hulls.start[a] + CORNER * edge;
  const q = hulls.start[a] + CORNER * after(hulls, a, edge);
  const c = hulls.start[b];
  const nx = placed[p + NORMAL];
  const ny = placed[p + NORMAL + 1];
  found[NORMAL_X] = nx;
  found[NORMAL_Y] = ny;
  found[GAP] = s - R;
  if (s - R > asked[MARGIN]) return 0;
  const x = placed[c];
  const y = placed[c + 1];
  const isBefore = (y - placed[p + 1]) * nx - (x - placed[p]) * ny < 0;
  if (isBefore || (y - placed[q + 1]) * nx - (x - placed[q]) * ny > 0) {
    const count = pointAt(hulls, a, b, isBefore ? p : q, c, p, 0);
    return count === 0 || !hulls.isSegment(a) || meets(hulls, a) === OWN ? count : 0;
  }
  found[POINTS + ON_A] = x - s * nx;
  found[POINTS + ON_A + 1] = y - s * ny;
  found[POINTS + ON_B] = x;
  found[POINTS + ON_B + 1] = y;
  found[POINTS + POINT_GAP] = s - R;
  features[0] = 0;
  return 1;
}

/** The edge of `a` from which all corners of `b` are farthest, and how far, radii not counted, at `GAP`. */
function farthestEdge(hulls: Hulls, a: number, b: number): number {
  const { placed } = hulls;
  const p = hulls.start[a];
  const q = hulls.start[b];
  const edges = hulls.edges[a];
  const end = q + CORNER * hulls.corners[b];
  let best = 0;
  let most = -Infinity;
  for (let e = 0; e < edges; e++) {
    const i = p + CORNER * e;
    const x = placed[i];
    const y = placed[i + 1];
    const nx = placed[i + NORMAL];
    const ny = placed[i + NORMAL + 1];
    let least = Infinity;
    for (let j = q; j < end; j += CORNER) {
      const s = nx * (placed[j] - x) + ny * (placed[j + 1] - y);
      if (s < least) least = s;
    }
    if (least > most) {
      most = least;
      best = e;
    }
  }
  found[GAP] = most;
  return best;
}

function after(hulls: Hulls, hull: number, corner: number): number {
  return corner + 1 === hulls.corners[hull] ? 0 : corner + 1;
}

function collidePolygons(hulls: Hulls, a: number, b: number): number {
  const reach = hulls.radius[a] + hulls.radius[b] + asked[MARGIN];
  const edgeA = farthestEdge(hulls, a, b);
  const sA = found[GAP];
  if (sA > reach) return tooFar(hulls, a, b, edgeA, 1);
  const edgeB = farthestEdge(hulls, b, a);
  const sB = found[GAP];
  if (sB > reach) return tooFar(hulls, b, a, edgeB, -1);
  // Of two as near the first, or which it is would change with rounding.
  const second = sB > sA + asked[TIE];
  if (!second) found[GAP] = sA;
  const count = second ? touch(hulls, b, a, edgeB, true) : touch(hulls, a, b, edgeA, true);
  if (second) turnRound(count);
  if (count === 0 || !hulls.isSegment(a)) return count;
  const side = meets(hulls, a);
  if (side === OWN) return count;
  found[GAP] = sA;
  // Where a chain is flat or bends inwards, there is no end that it could be met at; past one that bends outwards there is the neighbour.
  return side === NEIGHBOUR && neighbourIsFarther(hulls, a, b) ? 0 : touch(hulls, a, b, 0, false);
}

/** True if all corners of `b` are farther from the neighbour of a segment, on the side where the normal leans, than `GAP`. */
function neighbourIsFarther(hulls: Hulls, segment: number, b: number): boolean {
  const { placed } = hulls;
  const o = hulls.start[segment];
  const isEnd = placed[o + NORMAL] * found[NORMAL_Y] - placed[o + NORMAL + 1] * found[NORMAL_X] < 0;
  const end = isEnd ? o : o + CORNER;
  const n = o + CORNER * (isEnd ? 2 : 3) + NORMAL;
  const first = hulls.start[b];
  let least = Infinity;
  for (let i = first; i < first + CORNER * hulls.corners[b]; i += CORNER)
    least = Math.min(least, placed[n] * (placed[i] - placed[end]) + placed[n + 1] * (placed[i + 1] - placed[end + 1]));
  return least > found[GAP] + MUCH * asked[TIE];
}

function tooFar(hulls: Hulls, a: number, b: number, edge: number, sign: number): number {
  const n = hulls.start[a] + CORNER * edge + NORMAL;
  found[NORMAL_X] = sign * hulls.placed[n];
  found[NORMAL_Y] = sign * hulls.placed[n + 1];
  found[GAP] -= hulls.radius[a] + hulls.radius[b];
  return 0;
}

/** Points of the edge of `b` that faces the given one of `a`, from which it is `GAP` away; or, if `ends` may meet, of their two ends. */
function touch(hulls: Hulls, a: number, b: number, edge: number, ends: boolean): number {
  const { placed } = hulls;
  const s = found[GAP];
  const R = hulls.radius[a] + hulls.radius[b];
  const p = hulls.start[a] + CORNER * edge;
  const p2 = hulls.start[a] + CORNER * after(hulls, a, edge);
  const nx = placed[p + NORMAL];
  const ny = placed[p + NORMAL + 1];
  const facing = facingEdge(hulls, b, p);
  const next = after(hulls, b, facing);
  const q = hulls.start[b] + CORNER * facing;
  const q2 = hulls.start[b] + CORNER * next;
  // How far along the edge of a: the other one leads back.
  const x = placed[p];
  const y = placed[p + 1];
  const length = (placed[p2 + 1] - y) * nx - (placed[p2] - x) * ny;
  const upper = (placed[q + 1] - y) * nx - (placed[q] - x) * ny;
  const lower = (placed[q2 + 1] - y) * nx - (placed[q2] - x) * ny;
  const beside = upper < 0 || lower > length;
  if (ends && (s > asked[TIE] || beside)) {
    const met = nearestEnds(placed, p, p2, q, q2);
    if (met !== NONE) {
      const i = met & 1 ? p2 : p;
      const j = met & 2 ? q2 : q;
      const aside = (placed[j + 1] - placed[i + 1]) * nx - (placed[j] - placed[i]) * ny;
      // Of edges side by side two ends may be as near as all that is between them.
      if (beside || aside > asked[TIE] || aside < -asked[TIE])
        return pointAt(hulls, a, b, i, j, p, featureOf(hulls, a, b, i, j));
    }
  }
  found[NORMAL_X] = nx;
  found[NORMAL_Y] = ny;
  found[GAP] = s - R;
  if (beside) return 0;
  const span = upper - lower;
  let count = 0;
  for (let k = 0; k < 2; k++) {
    // First the point at the beginning of the edge of a, then that at its end; where an end of b's edge is beyond, the edge is cut there.
    const beyond = k === 0 ? -lower : upper - length;
    const cutOff = beyond > 0 && span > SAME ? beyond / span : 0;
    const share = k === 0 ? cutOff : 1 - cutOff;
    const bx = placed[q2] + share * (placed[q] - placed[q2]);
    const by = placed[q2 + 1] + share * (placed[q + 1] - placed[q2 + 1]);
    const gap = (bx - x) * nx + (by - y) * ny;
    if (gap - R > asked[FAR]) continue;
    const o = POINTS + count * POINT;
    found[o + ON_A] = bx - gap * nx;
    found[o + ON_A + 1] = by - gap * ny;
    found[o + ON_B] = bx;
    found[o + ON_B + 1] = by;
    found[o + POINT_GAP] = gap - R;
    features[count++] = k === 0 ? featureOf(hulls, a, b, p, q2) : featureOf(hulls, a, b, p2, q);
  }
  return count;
}

/** The edge of a hull whose normal is most against that of the corner at `p`. */
function facingEdge(hulls: Hulls, hull: number, p: number): number {
  const { placed } = hulls;
  const nx = placed[p + NORMAL];
  const ny = placed[p + NORMAL + 1];
  let best = 0;
  let least = Infinity;
  for (let e = 0; e < hulls.edges[hull]; e++) {
    const n = hulls.start[hull] + CORNER * e + NORMAL;
    const dot = nx * placed[n] + ny * placed[n + 1];
    if (dot < least) {
      least = dot;
      best = e;
    }
  }
  return best;
}

/** The corners at `i` of one hull and `j` of the other. */
function featureOf(hulls: Hulls, a: number, b: number, i: number, j: number): number {
  const p = (i - hulls.start[a]) / CORNER;
  const q = (j - hulls.start[b]) / CORNER;
  return p * FEATURES + q;
}

/** Of two segments that do not cross: which ends are nearest (1: the second of the first, 2: of the second), or NONE where one is between. */
function nearestEnds(at: Float64Array, p: number, p2: number, q: number, q2: number): number {
  const ux = at[p2] - at[p];
  const uy = at[p2 + 1] - at[p + 1];
  const vx = at[q2] - at[q];
  const vy = at[q2 + 1] - at[q + 1];
  const rx = at[p] - at[q];
  const ry = at[p + 1] - at[q + 1];
  const uu = ux * ux + uy * uy;
  const vv = vx * vx + vy * vy;
  const uv = ux * vx + uy * vy;
  const ur = ux * rx + uy * ry;
  const vr = vx * rx + vy * ry;
  const apart = uu * vv - uv * uv;
  let s = apart > SAME * uu * vv ? Math.max(0, Math.min(1, (uv * vr - ur * vv) / apart)) : 0;
  let t = (uv * s + vr) / vv;
  if (t < 0) {
    t = 0;
    s = Math.max(0, Math.min(1, -ur / uu));
  } else if (t > 1) {
    t = 1;
    s = Math.max(0, Math.min(1, (uv - ur) / uu));
  }
  return (s === 0 || s === 1) && (t === 0 || t === 1) ? s + 2 * t : NONE;
}

/** What a normal meets a segment of a chain at: itself, an end that bends away from it, or what its neighbour is there for. */
const OWN = 0,
  FACE = 1,
  NEIGHBOUR = 2;

/** Of the normal that was found, between which and that of the neighbour an end that bends outwards can be met. */
function meets(hulls: Hulls, segment: number): number {
  const { placed } = hulls;
  const o = hulls.start[segment];
  const nx = placed[o + NORMAL];
  const ny = placed[o + NORMAL + 1];
  const x = found[NORMAL_X];
  const y = found[NORMAL_Y];
  if (x * nx + y * ny < 0) return NEIGHBOUR;
  // Above 0 on the side of the segment's end, below on that of its beginning.
  const lean = nx * y - ny * x;
  const sign = lean < 0 ? 1 : -1;
  const m = o + CORNER * (lean < 0 ? 2 : 3) + NORMAL;
  const isConvex = sign * (nx * placed[m + 1] - ny * placed[m]) < -FLAT;
  if (!isConvex) return lean < FLAT && lean > -FLAT ? OWN : FACE;
  return sign * (x * placed[m + 1] - y * placed[m]) <= FLAT ? OWN : NEIGHBOUR;
}
