import { flag, frozen, knownKeys, positive } from '../check';
import { refuse } from '../error';
import { readOnly } from '../read-only';
import { NODES, WEIGHTS } from './gauss';
import { Polyline } from './polyline';
import { readVec, type VecLike } from './vec2';

/** How a path runs through its points. */
export interface PathOptions {
  /** The last point leads back to the first. Default false. */
  readonly closed?: boolean;
  /** A Catmull-Rom curve; false: straight from point to point. Default true. */
  readonly smooth?: boolean;
}

/** A path as data: what scenes hold. */
export interface PathData extends PathOptions {
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Offsets in the numbers of a place on a path: point, first and second derivative by the parameter. */
export const AT_X = 0,
  AT_Y = 1,
  D_X = 2,
  D_Y = 3,
  DD_X = 4,
  DD_Y = 5;

const scratch = new Float64Array(6);

/** A curve through points, with its arc length. Immutable; any number of joints may share it. */
export class Path {
  readonly #closed: boolean;
  readonly #smooth: boolean;
  readonly #length: number;
  readonly #pieces: number;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  /** Arc length at the start of each piece, and at the end of the last. */
  readonly #starts: Float64Array;
  readonly #polyline: Polyline | null;
  #outline: { readonly points: Float64Array; readonly lengths: Float64Array; readonly pointCount: number } | null =
    null;

  /** Throws on fewer than two points, or on two neighbours in one place. */
  constructor(points: readonly VecLike[], { closed = false, smooth = true }: PathOptions = {}) {
    if (!Array.isArray(points)) refuse('param-invalid', 'path.points', 'be a list of points', points);
    readOnly(Path.prototype, () => 'Path');
    this.#closed = flag('path.closed', closed);
    this.#smooth = flag('path.smooth', smooth);
    const read = points.map((point, i) => readVec(`path.points[${i}]`, point));
    if (read.length < (closed ? 3 : 2))
      refuse('param-invalid', 'path.points', `hold at least ${closed ? 3 : 2} points`, read.length);
    this.#pieces = closed ? read.length : read.length - 1;
    this.#x = Float64Array.from(read, ({ x }) => x);
    this.#y = Float64Array.from(read, ({ y }) => y);
    this.#starts = new Float64Array(this.pieces + 1);
    for (let i = 0; i < this.pieces; i++) {
      this.#starts[i + 1] = this.#starts[i] + positive(`path.points[${i}] to the next`, this.#arc(i, 1));
    }
    this.#length = this.#starts[this.pieces];
    this.#polyline = this.smooth ? null : new Polyline(this.#x, this.#y, this.#starts, this.closed);
    Object.preventExtensions(this);
  }

  /** True if the last point leads back to the first. */
  get closed(): boolean {
    return this.#closed;
  }

  /** True if it is a Catmull-Rom curve. */
  get smooth(): boolean {
    return this.#smooth;
  }

  /** @internal What is beside straight pieces. */
  get polyline(): Polyline | null {
    return this.#polyline;
  }

  /** Arc length of the whole (world units). */
  get length(): number {
    return this.#length;
  }

  /** Pieces between points. */
  get pieces(): number {
    return this.#pieces;
  }

  /** The points it runs through. */
  get points(): (readonly [x: number, y: number])[] {
    return Array.from(this.#x, (x, i) => [x, this.#y[i]] as const);
  }

  /** Points along the path with their arc lengths, for drawing: eight a piece. The same arrays at every read, only to be read. */
  get outline(): { readonly points: Float64Array; readonly lengths: Float64Array; readonly pointCount: number } {
    return (this.#outline ??= this.#draw());
  }

  #draw(): { points: Float64Array; lengths: Float64Array; pointCount: number } {
    const perPiece = this.smooth ? 8 : 1;
    const pointCount = this.pieces * perPiece + 1;
    const points = new Float64Array(2 * pointCount);
    const lengths = new Float64Array(pointCount);
    for (let i = 0; i < pointCount; i++) {
      const piece = Math.min(this.pieces - 1, Math.floor(i / perPiece));
      const t = i / perPiece - piece;
      this.at(piece, t, scratch);
      points[2 * i] = scratch[AT_X];
      points[2 * i + 1] = scratch[AT_Y];
      lengths[i] = this.travelAt(piece, t);
    }
    return frozen({ points, lengths, pointCount });
  }

  toJSON(): PathData {
    return { points: this.points, closed: this.closed, smooth: this.smooth };
  }

  /** Point and derivatives at parameter `t` of a piece. Beyond the ends of an open path it goes on straight. */
  at(piece: number, t: number, out: Float64Array): void {
    if (this.#isBeyond(piece, t)) {
      const end = t < 0 ? 0 : 1;
      this.#inside(piece, end, out);
      const beyond = t - end;
      out[AT_X] += beyond * out[D_X];
      out[AT_Y] += beyond * out[D_Y];
      out[DD_X] = out[DD_Y] = 0;
      return;
    }
    this.#inside(piece, t, out);
  }

  /** Arc length from the first point to parameter `t` of a piece; negative before it. */
  travelAt(piece: number, t: number): number {
    if (this.#isBeyond(piece, t)) return t < 0 ? t * this.#speed(0, 0) : this.length + (t - 1) * this.#speed(piece, 1);
    return this.#starts[piece] + this.#arc(piece, t);
  }

  #isBeyond(piece: number, t: number): boolean {
    return !this.closed && ((piece === 0 && t < 0) || (piece === this.pieces - 1 && t > 1));
  }

  #inside(piece: number, t: number, out: Float64Array): void {
    const n = this.#x.length;
    const i1 = piece;
    const i2 = (piece + 1) % n;
    const x1 = this.#x[i1],
      y1 = this.#y[i1],
      x2 = this.#x[i2],
      y2 = this.#y[i2];
    if (!this.smooth) {
      out[AT_X] = x1 + t * (x2 - x1);
      out[AT_Y] = y1 + t * (y2 - y1);
      out[D_X] = x2 - x1;
      out[D_Y] = y2 - y1;
      out[DD_X] = out[DD_Y] = 0;
      return;
    }
    const i0 = this.closed ? (piece + n - 1) % n : Math.max(0, piece - 1);
    const i3 = this.closed ? (piece + 2) % n : Math.min(n - 1, piece + 2);
    // Catmull-Rom: tangents are half of the chord of the neighbours; at an open end, the whole of the first chord.
    const half1 = i0 === i1 ? 1 : 0.5;
    const half2 = i3 === i2 ? 1 : 0.5;
    hermite(x1, x2, half1 * (x2 - this.#x[i0]), half2 * (this.#x[i3] - x1), t, out, 0);
    hermite(y1, y2, half1 * (y2 - this.#y[i0]), half2 * (this.#y[i3] - y1), t, out, 1);
  }

  #speed(piece: number, t: number): number {
    this.#inside(piece, t, scratch);
    return Math.sqrt(scratch[D_X] * scratch[D_X] + scratch[D_Y] * scratch[D_Y]);
  }

  /** Arc length of a piece up to `t`. */
  #arc(piece: number, t: number): number {
    if (!this.#smooth) return t * this.#speed(piece, 0);
    let sum = 0;
    for (let i = 0; i < NODES.length; i++)
      sum += WEIGHTS[i] * (this.#speed(piece, (t * (1 + NODES[i])) / 2) + this.#speed(piece, (t * (1 - NODES[i])) / 2));
    return (sum * t) / 2;
  }
}

/** Cubic from p with tangent m to q with tangent k: value, derivatives to out[axis], out[2 + axis], out[4 + axis]. */
function hermite(p: number, q: number, m: number, k: number, t: number, out: Float64Array, axis: 0 | 1): void {
  const a = 2 * p - 2 * q + m + k;
  const b = -3 * p + 3 * q - 2 * m - k;
  out[axis] = p + t * (m + t * (b + t * a));
  out[2 + axis] = m + t * (2 * b + t * 3 * a);
  out[4 + axis] = 2 * b + 6 * a * t;
}

/** A path through points of a body's frame: `joints.create('path', { path: path([[0, 0], [2, 1], …]) … })`. */
export function path(points: readonly VecLike[], options: PathOptions = {}): Path {
  knownKeys('path', options, ['closed', 'smooth']);
  return new Path(points, options);
}
