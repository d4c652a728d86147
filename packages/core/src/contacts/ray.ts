import { CORNER, type Hulls, NORMAL } from './hulls';

/** Offsets in `ray`: where it begins and how far it goes; the share of its way to what it met, and the normal of that. */
export const RAY_X = 0,
  RAY_SHARE = 4,
  NORMAL_AT = 5;

/** What `meetRay` is told and tells. */
export const ray = new Float64Array(7);

/** True if `ray` meets a placed hull from outside; also if it begins inside: then its share is −1. */
export function meetRay(hulls: Hulls, hull: number): boolean {
  const edges = hulls.edges[hull];
  const r = hulls.radius[hull];
  let inside = edges > 2;
  ray[RAY_SHARE] = Infinity;
  for (let e = 0; e < edges; e++) {
    const p = hulls.start[hull] + CORNER * e;
    const q = e + 1 === hulls.corners[hull] ? hulls.start[hull] : p + CORNER;
    if (meetEdge(hulls.placed, p, q, r)) ray[RAY_SHARE] = -1;
    inside &&= heightOver(hulls.placed, p) <= 0;
  }
  if (r > 0) for (let i = 0; i < hulls.corners[hull]; i++) meetCorner(hulls.placed, hulls.start[hull] + CORNER * i, r);
  if (inside) ray[RAY_SHARE] = -1;
  return ray[RAY_SHARE] <= 1;
}

/** How far the ray begins outside the edge at `p`. */
function heightOver(at: Float64Array, p: number): number {
  return at[p + NORMAL] * (ray[RAY_X] - at[p]) + at[p + NORMAL + 1] * (ray[RAY_X + 1] - at[p + 1]);
}

/** Meets the line `r` outside of an edge, if that is nearer than what was met. True if the ray begins between the two. */
function meetEdge(at: Float64Array, p: number, q: number, r: number): boolean {
  const nx = at[p + NORMAL];
  const ny = at[p + NORMAL + 1];
  const height = heightOver(at, p) - r;
  const length = (at[q + 1] - at[p + 1]) * nx - (at[q] - at[p]) * ny;
  const along = (ray[RAY_X + 1] - at[p + 1]) * nx - (ray[RAY_X] - at[p]) * ny;
  if (height < 0) return height >= -r && along >= 0 && along <= length;
  const approach = -(nx * ray[RAY_X + 2] + ny * ray[RAY_X + 3]);
  if (!(approach > 0)) return false;
  const share = height / approach;
  const there = along + share * (ray[RAY_X + 3] * nx - ray[RAY_X + 2] * ny);
  if (there >= 0 && there <= length) take(share, nx, ny);
  return false;
}

/** Meets the disc of radius `r` about a corner, if that is nearer than what was met. */
function meetCorner(at: Float64Array, p: number, r: number): void {
  const x = ray[RAY_X] - at[p];
  const y = ray[RAY_X + 1] - at[p + 1];
  const dx = ray[RAY_X + 2];
  const dy = ray[RAY_X + 3];
  const c = x * x + y * y - r * r;
  if (c < 0) {
    ray[RAY_SHARE] = -1;
    return;
  }
  const b = x * dx + y * dy;
  const dd = dx * dx + dy * dy;
  const root = b * b - dd * c;
  if (!(b < 0) || root < 0) return;
  const share = (-b - Math.sqrt(root)) / dd;
  take(share, (x + share * dx) / r, (y + share * dy) / r);
}

function take(share: number, nx: number, ny: number): void {
  if (share >= ray[RAY_SHARE]) return;
  ray[RAY_SHARE] = share;
  ray[NORMAL_AT] = nx;
  ray[NORMAL_AT + 1] = ny;
}
