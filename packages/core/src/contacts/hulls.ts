import { grown } from '../math/short-arrays';
import { COS, SIN, X, Y } from '../state/body-store';
import type { Piece } from './pieces';
import { CORNER } from './layout';

/** Pieces of all bodies in packed arrays, as they lie in their bodies and as they are placed in the world. */
export class Hulls {
  /** Numbers given out so far; of some of them, the hull may be gone. */
  count = 0;
  /** index of the first number of its corners, per hull */
  start = new Int32Array(64);
  /** 1 for a disc, 2 for a bar and a segment of a chain; per hull */
  corners = new Int32Array(64);
  /** 0 for a disc, 1 for a segment of a chain, which has one side, else as many as corners; per hull */
  edges = new Int32Array(64);
  /** what goes round its corners, world units; per hull */
  radius = new Float64Array(64);
  /** in the body's frame; 4 per corner, of segments two more for the normals of their neighbours */
  local = new Float64Array(1024);
  /** the same in the world */
  placed = new Float64Array(1024);
  #used = 0;
  /** Hulls that are gone, by the length of their numbers. */
  readonly #free = new Map<number, number[]>();

  /** Its number. */
  add({ corners, cornerCount, edgeCount, radius }: Piece): number {
    const hull = this.#free.get(corners.length)?.pop() ?? this.#append(corners.length);
    this.local.set(corners, this.start[hull]);
    this.corners[hull] = cornerCount;
    this.edges[hull] = edgeCount;
    this.radius[hull] = radius;
    return hull;
  }

  /** Its number may be given to another one. */
  remove(hull: number): void {
    const length = CORNER * (this.isSegment(hull) ? 4 : this.corners[hull]);
    const free = this.#free.get(length);
    if (free === undefined) this.#free.set(length, [hull]);
    else free.push(hull);
  }

  /** True for one side of a segment of a chain. */
  isSegment(hull: number): boolean {
    return this.edges[hull] === 1;
  }

  /** Where a body puts it whose numbers in `pose` begin at `b`. */
  place(hull: number, pose: Float64Array, b: number): void {
    const { local, placed } = this;
    const x = pose[b + X];
    const y = pose[b + Y];
    const c = pose[b + COS];
    const s = pose[b + SIN];
    const first = this.start[hull];
    const end = first + CORNER * (this.edges[hull] === 1 ? 4 : this.corners[hull]);
    for (let i = first; i < end; i += CORNER) {
      placed[i] = x + c * local[i] - s * local[i + 1];
      placed[i + 1] = y + s * local[i] + c * local[i + 1];
      placed[i + 2] = c * local[i + 2] - s * local[i + 3];
      placed[i + 3] = s * local[i + 2] + c * local[i + 3];
    }
  }

  /** Moves a placed one by by[0], by[1]. */
  shift(hull: number, by: Float64Array): void {
    const first = this.start[hull];
    for (let i = first; i < first + CORNER * this.corners[hull]; i += CORNER) {
      this.placed[i] += by[0];
      this.placed[i + 1] += by[1];
    }
  }

  /** Writes least x and y and greatest x and y of a placed one, its radius included, to `box` at `o`. */
  bound(hull: number, box: Float64Array, o: number): void {
    const { placed } = this;
    const first = this.start[hull];
    const end = first + CORNER * this.corners[hull];
    const r = this.radius[hull];
    let left = placed[first];
    let bottom = placed[first + 1];
    let right = left;
    let top = bottom;
    for (let i = first + CORNER; i < end; i += CORNER) {
      left = Math.min(left, placed[i]);
      right = Math.max(right, placed[i]);
      bottom = Math.min(bottom, placed[i + 1]);
      top = Math.max(top, placed[i + 1]);
    }
    box[o] = left - r;
    box[o + 1] = bottom - r;
    box[o + 2] = right + r;
    box[o + 3] = top + r;
  }

  #append(length: number): number {
    const hull = this.count++;
    if (hull >= this.start.length) {
      this.start = grown(this.start, 2 * hull);
      this.corners = grown(this.corners, 2 * hull);
      this.edges = grown(this.edges, 2 * hull);
      this.radius = grown(this.radius, 2 * hull);
    }
    this.start[hull] = this.#used;
    this.#used += length;
    if (this.#used > this.local.length) {
      this.local = grown(this.local, 2 * this.#used);
      this.placed = grown(this.placed, 2 * this.#used);
    }
    return hull;
  }
}
