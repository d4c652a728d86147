import { flag, frozen, knownKeys, positive } from '../base/check';
import { refuse } from '../base/error';
import { readOnly } from '../base/read-only';
import { NODES, WEIGHTS } from './gauss';
import { RoundedPolyline } from './rounded-polyline';
import { AT_S, AT_T, AT_X, AT_Y, D_X, D_Y, DD_X, DD_Y, SPOT_SIZE } from './spot';
import { readVec, type VecLike } from './vec2';

/** How a path runs through its points. */
export interface PathOptions {
  /** The last point leads back to the first. Default false. */
  readonly closed?: boolean;
  /** A Catmull-Rom curve; false: straight from point to point, with corners rounded by a 20th of the shorter neighbour. Default true. */
  readonly smooth?: boolean;
}

/** A path as it is drawn. */
export interface PathOutline {
  /** x, y of each point (world units). */
  readonly points: Float64Array;
  /** Arc length at each point (world units). */
  readonly lengths: Float64Array;
  /** How many points there are. */
  readonly pointCount: number;
}

/** A path as data: what scenes hold. */
export interface PathData extends PathOptions {
  /** The points it runs through, of A's frame (world units): two at least, of a closed path three. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

const SPEED = SPOT_SIZE,
  FROM = SPOT_SIZE + 1,
  TO = SPOT_SIZE + 2,
  ARC = SPOT_SIZE + 3;

const spot = new Float64Array(SPOT_SIZE);
/** Where a speed was measured last, and that behind it; between which parameters an arc was, and how long it is. */
const node = new Float64Array(SPOT_SIZE + 4);

/** Where halves of a stretch are together as long as the whole to this share of it, its rule is exact to rounding. */
const EXACT = 1e-13;
/** Halvings of a piece at most: about a cusp, where no rule is exact, what is left is a millionth of it. */
const HALVINGS = 20;

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
  /** Stretches of a curve, of each the parameter where it begins and the arc of its piece up to there; and where those of each piece begin. */
  readonly #stretches: Float64Array;
  readonly #firsts: Int32Array;
  readonly #polyline: RoundedPolyline | null;
  #outline: PathOutline | null = null;

  /** Throws on fewer than two points, or on two neighbours in one place. */
  constructor(points: readonly VecLike[], { closed = false, smooth = true }: PathOptions = {}) {
    if (!Array.isArray(points)) refuse('param-invalid', 'path.points', 'be a list of points', points);
    readOnly(Path.prototype, () => 'Path');
    this.#closed = flag('path.closed', closed);
    this.#smooth = flag('path.smooth', smooth);
    // A hole in a list is a missing point.
    const read = Array.from(points as unknown[], (point, i) => readVec(`path.points[${i}]`, point));
    if (read.length < (closed ? 3 : 2))
      refuse('param-invalid', 'path.points', `hold at least ${closed ? 3 : 2} points`, read.length);
    this.#pieces = closed ? read.length : read.length - 1;
    this.#x = Float64Array.from(read, ({ x }) => x);
    this.#y = Float64Array.from(read, ({ y }) => y);
    this.#polyline = this.#smooth ? null : new RoundedPolyline(this.#x, this.#y, this.#closed);
    this.#starts = new Float64Array(this.pieces + 1);
    const stretches: number[] = [];
    this.#firsts = new Int32Array(this.pieces + 1);
    for (let i = 0; this.#smooth && i < this.pieces; i++) {
      this.#divide(i, 0, 1, HALVINGS, EXACT * this.#arcBetween(i, 0, 1), stretches);
      this.#firsts[i + 1] = stretches.length;
    }
    this.#stretches = Float64Array.from(stretches);
    for (let i = 0; i < this.pieces; i++) {
      spot[AT_T] = 1;
      this.#measureArc(i, spot);
      this.#starts[i + 1] = this.#starts[i] + positive(`path.points[${i}] to the next`, spot[AT_S]);
    }
    this.#length = this.#starts[this.pieces];
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
  get outline(): PathOutline {
    return (this.#outline ??= this.#draw());
  }

  #draw(): { points: Float64Array; lengths: Float64Array; pointCount: number } {
    const perPiece = 8;
    const pointCount = this.pieces * perPiece + 1;
    const points = new Float64Array(2 * pointCount);
    const lengths = new Float64Array(pointCount);
    for (let i = 0; i < pointCount; i++) {
      const piece = Math.min(this.pieces - 1, Math.floor(i / perPiece));
      spot[AT_T] = i / perPiece - piece;
      this.locate(piece, spot);
      this.measureTravel(piece, spot);
      points[2 * i] = spot[AT_X];
      points[2 * i + 1] = spot[AT_Y];
      lengths[i] = spot[AT_S];
    }
    return frozen({ points, lengths, pointCount });
  }

  /** As scenes hold it: what `create` takes for a path, too. */
  toJSON(): PathData {
    return { points: this.points, closed: this.closed, smooth: this.smooth };
  }

  /** Point and derivatives at parameter `t` of a piece. Beyond the ends of an open path it goes on straight. */
  at(piece: number, t: number, out: Float64Array): void {
    spot[AT_T] = t;
    this.locate(piece, spot);
    for (let i = AT_X; i <= DD_Y; i++) out[i] = spot[i];
  }

  /** Arc length from the first point to parameter `t` of a piece; negative before it. */
  travelAt(piece: number, t: number): number {
    spot[AT_T] = t;
    this.measureTravel(piece, spot);
    return spot[AT_S];
  }

  /** @internal Writes point and derivatives at the parameter in `out`. */
  locate(piece: number, out: Float64Array): void {
    const t = out[AT_T];
    if (!this.#isBeyond(piece, out)) {
      this.#locateInside(piece, out);
      return;
    }
    const end = t < 0 ? 0 : 1;
    out[AT_T] = end;
    this.#locateInside(piece, out);
    out[AT_T] = t;
    const beyond = t - end;
    out[AT_X] += beyond * out[D_X];
    out[AT_Y] += beyond * out[D_Y];
    out[DD_X] = out[DD_Y] = 0;
  }

  /** @internal Writes the arc length from the first point to the parameter in `out`. */
  measureTravel(piece: number, out: Float64Array): void {
    const t = out[AT_T];
    if (!this.#isBeyond(piece, out)) {
      this.#measureArc(piece, out);
      out[AT_S] += this.#starts[piece];
      return;
    }
    node[AT_T] = t < 0 ? 0 : 1;
    this.#measureSpeed(piece);
    out[AT_S] = t < 0 ? t * node[SPEED] : this.#starts[this.#pieces] + (t - 1) * node[SPEED];
  }

  #isBeyond(piece: number, out: Float64Array): boolean {
    const t = out[AT_T];
    return !this.#closed && ((piece === 0 && t < 0) || (piece === this.#pieces - 1 && t > 1));
  }

  #locateInside(piece: number, out: Float64Array): void {
    const n = this.#x.length;
    const i1 = piece;
    const i2 = (piece + 1) % n;
    if (this.#polyline !== null) {
      this.#polyline.locate(piece, out);
      return;
    }
    const i0 = this.#closed ? (piece + n - 1) % n : Math.max(0, piece - 1);
    const i3 = this.#closed ? (piece + 2) % n : Math.min(n - 1, piece + 2);
    writeTangent(this.#x, this.#y, i0, i2, i1, i2, 0);
    writeTangent(this.#x, this.#y, i1, i3, i1, i2, 2);
    writeCubic(this.#x, i1, i2, out, 0);
    writeCubic(this.#y, i1, i2, out, 1);
  }

  /** Measures the speed at the parameter in `node`. */
  #measureSpeed(piece: number): void {
    this.#locateInside(piece, node);
    node[SPEED] = Math.sqrt(node[D_X] * node[D_X] + node[D_Y] * node[D_Y]);
  }

  /** Writes the arc length of a piece up to the parameter in `out`. */
  #measureArc(piece: number, out: Float64Array): void {
    const t = out[AT_T];
    if (this.#polyline !== null) {
      out[AT_S] = t * this.#polyline.lengths[piece];
      return;
    }
    let k = this.#firsts[piece + 1] - 2;
    while (k > this.#firsts[piece] && this.#stretches[k] >= t) k -= 2;
    node[FROM] = this.#stretches[k];
    node[TO] = t;
    this.#measureStretch(piece);
    out[AT_S] = this.#stretches[k + 1] + node[ARC];
  }

  /** Halves a part of a piece until one rule tells how long each stretch of it is. */
  #divide(piece: number, start: number, end: number, halvings: number, error: number, stretches: number[]): void {
    const middle = (start + end) / 2;
    const whole = this.#arcBetween(piece, start, end);
    const halves = this.#arcBetween(piece, start, middle) + this.#arcBetween(piece, middle, end);
    if (halvings > 0 && Math.abs(halves - whole) > error) {
      this.#divide(piece, start, middle, halvings - 1, error, stretches);
      this.#divide(piece, middle, end, halvings - 1, error, stretches);
      return;
    }
    const [before, arc] = start > 0 ? stretches.slice(-2) : [0, 0];
    stretches.push(start, arc + this.#arcBetween(piece, before, start));
  }

  #arcBetween(piece: number, start: number, end: number): number {
    node[FROM] = start;
    node[TO] = end;
    this.#measureStretch(piece);
    return node[ARC];
  }

  /** Measures the arc between the parameters in `node`. */
  #measureStretch(piece: number): void {
    const half = (node[TO] - node[FROM]) / 2;
    const middle = node[FROM] + half;
    let sum = 0;
    for (let i = 0; i < NODES.length; i++) {
      node[AT_T] = middle + half * NODES[i];
      this.#measureSpeed(piece);
      const ahead = node[SPEED];
      node[AT_T] = middle - half * NODES[i];
      this.#measureSpeed(piece);
      sum += WEIGHTS[i] * (ahead + node[SPEED]);
    }
    node[ARC] = sum * half;
  }
}

/** Tangents at both ends of a piece, by its parameter: x, y of each. */
const tangents = new Float64Array(4);

/**
 * Writes the tangent of a point, half of the chord of its neighbours, of an open end the whole of its own; no longer than its piece from i1 to i2,
 * which it would else turn into a loop where the neighbour is much longer.
 */
function writeTangent(
  x: Float64Array,
  y: Float64Array,
  from: number,
  to: number,
  i1: number,
  i2: number,
  at: 0 | 2,
): void {
  const half = from === i1 && to === i2 ? 1 : 0.5;
  const mx = half * (x[to] - x[from]);
  const my = half * (y[to] - y[from]);
  const dx = x[i2] - x[i1];
  const dy = y[i2] - y[i1];
  const square = mx * mx + my * my;
  const most = dx * dx + dy * dy;
  const share = square > most ? Math.sqrt(most / square) : 1;
  tangents[at] = share * mx;
  tangents[at + 1] = share * my;
}

/** Cubic from c[i1] to c[i2] at the parameter in `out`: value, derivatives to out[axis], out[2 + axis], out[4 + axis]. */
function writeCubic(c: Float64Array, i1: number, i2: number, out: Float64Array, axis: 0 | 1): void {
  const t = out[AT_T];
  const p = c[i1];
  const q = c[i2];
  const m = tangents[axis];
  const k = tangents[2 + axis];
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
