import { ANGLE, COS, SIN, X, Y } from '../state/body-store';
import { absSlope, atan2, cosSlope, expSlope, sinSlope, tanSlope, turnOverCross } from '../math/divided-differences';
import { atan, cos, exp, log, sin } from '../math/trig';
import type { VecLike } from '../math/vec2';

/** Where a number keeps its values at both poses, and from where on its row: x, y, turn and angle per body. */
export const START = 0,
  END = 1,
  ROW = 2;
export const PER_BODY = 4,
  TURN = 2,
  TURNED = 3;

/** What `combine` multiplies two rows by. Handed over, doubles would be allocated. */
const by = new Float64Array(2);

/**
 * A number of a constraint at two poses of its bodies, with the row of slopes by which the move from one to the other changes it:
 *
 *   row · (moves of the bodies) = end − start, exactly
 *
 * Every operation is a divided difference, such as Δ(ab) = ā·Δb + b̄·Δa with the means ā and b̄. Where both poses are the same the slopes are
 * derivatives, and this is the ordinary arithmetic of dual numbers. The direct step keeps momentum and energy by that
 * (docs/adr/mean-pose-step.md). Numbers are used again in the next evaluation: keep none.
 */
export class Slope {
  /** @internal Value at the first pose, at the second one, then its row. */
  readonly data: Float64Array;
  readonly #pool: SlopePool;

  /** @internal */
  constructor(pool: SlopePool) {
    this.#pool = pool;
    this.data = new Float64Array(ROW + pool.size);
  }

  /** Its value at the first of both poses; at the pose at hand where there is one. */
  get value(): number {
    return this.data[START];
  }

  /** this + other */
  plus(other: Slope | number): Slope {
    by[0] = by[1] = 1;
    if (typeof other === 'number') return this.#shifted(other, 1);
    const out = this.#combined(other);
    out.data[START] = this.data[START] + other.data[START];
    out.data[END] = this.data[END] + other.data[END];
    return out;
  }

  /** this − other */
  minus(other: Slope | number): Slope {
    by[0] = 1;
    by[1] = -1;
    if (typeof other === 'number') return this.#shifted(other, -1);
    const out = this.#combined(other);
    out.data[START] = this.data[START] - other.data[START];
    out.data[END] = this.data[END] - other.data[END];
    return out;
  }

  /** this · other */
  times(other: Slope | number): Slope {
    const a = this.data;
    if (typeof other === 'number') {
      by[0] = other;
      return this.#scaled();
    }
    const b = other.data;
    by[0] = (b[START] + b[END]) / 2;
    by[1] = (a[START] + a[END]) / 2;
    const out = this.#combined(other);
    out.data[START] = a[START] * b[START];
    out.data[END] = a[END] * b[END];
    return out;
  }

  /** this / other; Δ(a/b) = (Δa − q̄·Δb)/b̄ with the mean q̄ of both quotients. */
  over(other: Slope | number): Slope {
    const a = this.data;
    if (typeof other === 'number') {
      by[0] = 1 / other;
      return this.#scaled();
    }
    const b = other.data;
    by[0] = 2 / (b[START] + b[END]);
    by[1] = (-by[0] * (a[START] / b[START] + a[END] / b[END])) / 2;
    const out = this.#combined(other);
    out.data[START] = a[START] / b[START];
    out.data[END] = a[END] / b[END];
    return out;
  }

  /** −this */
  negative(): Slope {
    by[0] = -1;
    return this.#scaled();
  }

  /** Of what is not below 0; its slope at 0 is taken as 0. */
  sqrt(): Slope {
    const { data: a } = this;
    const sum = Math.sqrt(a[START]) + Math.sqrt(a[END]);
    by[0] = sum === 0 ? 0 : 1 / sum;
    const out = this.#scaled();
    out.data[START] = Math.sqrt(a[START]);
    out.data[END] = Math.sqrt(a[END]);
    return out;
  }

  /** |this|; its slope at 0 is 0. */
  abs(): Slope {
    const { data: a } = this;
    by[0] = absSlope(a[START], a[END]);
    const out = this.#scaled();
    out.data[START] = Math.abs(a[START]);
    out.data[END] = Math.abs(a[END]);
    return out;
  }

  /** The smaller of both. */
  min(other: Slope | number): Slope {
    return this.plus(other).minus(this.minus(other).abs()).times(0.5);
  }

  /** The larger of both. */
  max(other: Slope | number): Slope {
    return this.plus(other).plus(this.minus(other).abs()).times(0.5);
  }

  /** Of an angle, rad. */
  sin(): Slope {
    const { data: a } = this;
    by[0] = sinSlope(a[START], a[END]);
    const out = this.#scaled();
    out.data[START] = sin(a[START]);
    out.data[END] = sin(a[END]);
    return out;
  }

  /** Of an angle, rad. */
  cos(): Slope {
    const { data: a } = this;
    by[0] = cosSlope(a[START], a[END]);
    const out = this.#scaled();
    out.data[START] = cos(a[START]);
    out.data[END] = cos(a[END]);
    return out;
  }

  /** rad, from −π/2 to π/2. */
  atan(): Slope {
    const { data: a } = this;
    const start = atan(a[START]);
    const end = atan(a[END]);
    by[0] = 1 / tanSlope(start, end);
    const out = this.#scaled();
    out.data[START] = start;
    out.data[END] = end;
    return out;
  }

  /** The angle of the vector (x, this), rad: from where it is at the first pose, the short way round. */
  atan2(x: Slope): Slope {
    const { data: b } = this;
    const { data: a } = x;
    const cross = a[START] * b[END] - b[START] * a[END];
    const share = turnOverCross(cross, a[START] * a[END] + b[START] * b[END]);
    by[0] = (share * (a[START] + a[END])) / 2;
    by[1] = (-share * (b[START] + b[END])) / 2;
    const out = this.#combined(x);
    out.data[START] = atan2(b[START], a[START]);
    out.data[END] = out.data[START] + share * cross;
    return out;
  }

  /** e to the power of this. */
  exp(): Slope {
    const { data: a } = this;
    by[0] = expSlope(a[START], a[END]);
    const out = this.#scaled();
    out.data[START] = exp(a[START]);
    out.data[END] = exp(a[END]);
    return out;
  }

  /** Of what is above 0. */
  log(): Slope {
    const { data: a } = this;
    const start = log(a[START]);
    const end = log(a[END]);
    by[0] = 1 / expSlope(start, end);
    const out = this.#scaled();
    out.data[START] = start;
    out.data[END] = end;
    return out;
  }

  /** this + sign · number */
  #shifted(number: number, sign: number): Slope {
    const out = this.#scaled();
    out.data[START] = this.data[START] + sign * number;
    out.data[END] = this.data[END] + sign * number;
    return out;
  }

  /** `by[0]` times this, values and row. */
  #scaled(): Slope {
    const { data: a } = this;
    const out = this.#pool.take();
    const { data: o } = out;
    for (let k = 0; k < o.length; k++) o[k] = by[0] * a[k];
    return out;
  }

  /** Its row is `by[0]` times this one and `by[1]` times the other. */
  #combined(other: Slope): Slope {
    const { data: a } = this;
    const { data: b } = other;
    const out = this.#pool.take();
    const { data: o } = out;
    for (let k = ROW; k < o.length; k++) o[k] = by[0] * a[k] + by[1] * b[k];
    return out;
  }
}

/** A point or a direction of a constraint. */
export class SlopeVec {
  /** Along x, world units. */
  x: Slope;
  /** Along y, world units. */
  y: Slope;
  readonly #pool: SlopePool;

  /** @internal */
  constructor(pool: SlopePool, x: Slope, y: Slope) {
    this.#pool = pool;
    this.x = x;
    this.y = y;
  }

  /** this + other */
  plus(other: SlopeVec): SlopeVec {
    return this.#pool.vector(this.x.plus(other.x), this.y.plus(other.y));
  }

  /** this − other */
  minus(other: SlopeVec): SlopeVec {
    return this.#pool.vector(this.x.minus(other.x), this.y.minus(other.y));
  }

  /** factor · this */
  times(factor: Slope | number): SlopeVec {
    return this.#pool.vector(this.x.times(factor), this.y.times(factor));
  }

  /** x·x + y·y */
  dot(other: SlopeVec): Slope {
    return this.x.times(other.x).plus(this.y.times(other.y));
  }

  /** x·y − y·x: positive where `other` points to the left of this. */
  cross(other: SlopeVec): Slope {
    return this.x.times(other.y).minus(this.y.times(other.x));
  }

  /** Its length; the slope of no length is 0. */
  length(): Slope {
    return this.dot(this).sqrt();
  }

  /** Its direction, rad. */
  angle(): Slope {
    return this.y.atan2(this.x);
  }
}

/** A body as a constraint measures it, at two poses of it. */
export class SlopeBody {
  readonly #pool: SlopePool;
  readonly #position: SlopeVec;
  readonly #angle: Slope;
  readonly #cos: Slope;
  readonly #sin: Slope;
  /** Its poses, where in a row its columns are, and which of the numbers above are of these. */
  readonly #poses = new Float64Array(2 * POSE_SIZE);
  #first = 0;
  #read = 0;

  /** @internal */
  constructor(pool: SlopePool) {
    this.#pool = pool;
    this.#position = new SlopeVec(pool, new Slope(pool), new Slope(pool));
    this.#angle = new Slope(pool);
    this.#cos = new Slope(pool);
    this.#sin = new Slope(pool);
  }

  /**
   * @internal Takes the poses at `b` of two body stores. Its slopes are in the columns of the row from `first` on. What a body has of levers turns
   * by the Cayley map in the direct step: cos and sin move along the mean of both, times 2·tan(Δθ/2). Its angle has a column of its own.
   */
  read(start: Float64Array, end: Float64Array, b: number, first: number): void {
    const q = this.#poses;
    for (let k = 0; k < POSE_SIZE; k++) {
      q[k] = start[b + k];
      q[POSE_SIZE + k] = end[b + k];
    }
    this.#first = first;
    this.#read = 0;
  }

  /** Centre of mass, world units. */
  get position(): SlopeVec {
    if (!this.#isRead(1)) {
      by[0] = 1;
      this.#fill(this.#position.x, X, 0);
      this.#fill(this.#position.y, Y, 1);
    }
    return this.#position;
  }

  /** rad, not wrapped. */
  get angle(): Slope {
    by[0] = 1;
    if (!this.#isRead(2)) this.#fill(this.#angle, ANGLE, TURNED);
    return this.#angle;
  }

  /** Of its angle. */
  get cos(): Slope {
    const q = this.#poses;
    by[0] = -(q[SIN] + q[POSE_SIZE + SIN]) / 2;
    if (!this.#isRead(4)) this.#fill(this.#cos, COS, TURN);
    return this.#cos;
  }

  /** Of its angle. */
  get sin(): Slope {
    const q = this.#poses;
    by[0] = (q[COS] + q[POSE_SIZE + COS]) / 2;
    if (!this.#isRead(8)) this.#fill(this.#sin, SIN, TURN);
    return this.#sin;
  }

  /** A point of the body, from its centre of mass along its axes, in the world. */
  toWorld(local: VecLike): SlopeVec {
    return this.#turned(local, 1);
  }

  /** A direction of the body in the world. */
  toWorldVector(local: VecLike): SlopeVec {
    return this.#turned(local, 0);
  }

  /** R(angle) of a local vector, plus `places` times its position. */
  #turned(local: VecLike, places: 0 | 1): SlopeVec {
    const x = 'x' in local ? local.x : local[0];
    const y = 'y' in local ? local.y : local[1];
    const q = this.#poses;
    const i = ROW + this.#first;
    const along = this.#pool.takeZero();
    const across = this.#pool.takeZero();
    const { data: u } = along;
    const { data: v } = across;
    u[START] = q[COS] * x - q[SIN] * y + places * q[X];
    u[END] = q[POSE_SIZE + COS] * x - q[POSE_SIZE + SIN] * y + places * q[POSE_SIZE + X];
    v[START] = q[SIN] * x + q[COS] * y + places * q[Y];
    v[END] = q[POSE_SIZE + SIN] * x + q[POSE_SIZE + COS] * y + places * q[POSE_SIZE + Y];
    u[i] = v[i + 1] = places;
    u[i + TURN] = (-(q[SIN] + q[POSE_SIZE + SIN]) * x - (q[COS] + q[POSE_SIZE + COS]) * y) / 2;
    v[i + TURN] = ((q[COS] + q[POSE_SIZE + COS]) * x - (q[SIN] + q[POSE_SIZE + SIN]) * y) / 2;
    return this.#pool.vector(along, across);
  }

  #isRead(bit: number): boolean {
    if (this.#read & bit) return true;
    this.#read |= bit;
    return false;
  }

  /** Writes a number of the poses that moves by `by[0]` per unit of one of its columns. */
  #fill({ data }: Slope, number: number, column: number): void {
    for (let k = ROW; k < data.length; k++) data[k] = 0;
    data[START] = this.#poses[number];
    data[END] = this.#poses[POSE_SIZE + number];
    data[ROW + this.#first + column] = by[0];
  }
}

/** Numbers of a pose that are read. */
const POSE_SIZE = ANGLE + 1;

/** Where the numbers of an evaluation come from: the same ones each time, so that nothing is allocated once the first is done. */
export class SlopePool {
  /** Numbers in a row. */
  readonly size: number;
  readonly #numbers: Slope[] = [];
  readonly #vectors: SlopeVec[] = [];
  #usedNumbers = 0;
  #usedVectors = 0;

  constructor(bodies: number) {
    this.size = PER_BODY * bodies;
  }

  /** All of them may be used again. */
  reset(): void {
    this.#usedNumbers = this.#usedVectors = 0;
  }

  /** A number that is still to be written. */
  take(): Slope {
    return (this.#numbers[this.#usedNumbers++] ??= new Slope(this));
  }

  /** The same with a row of 0. */
  takeZero(): Slope {
    const number = this.take();
    const { data } = number;
    for (let k = ROW; k < data.length; k++) data[k] = 0;
    return number;
  }

  vector(x: Slope, y: Slope): SlopeVec {
    const vector = (this.#vectors[this.#usedVectors++] ??= new SlopeVec(this, x, y));
    vector.x = x;
    vector.y = y;
    return vector;
  }
}
