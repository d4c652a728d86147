import { ANGLE, type BodyStore, COS, INV_INERTIA, INV_MASS, OMEGA, SIN, VX, VY, X, Y } from '../../state/body-store';
import type { IntList } from '../../contacts/int-list';
import {
  ROW,
  ROW_FRICTION,
  ROW_LOCAL,
  ROW_NX,
  ROW_NY,
  ROW_POINT,
  ROW_POINTS,
  ROW_RADIUS_A,
  ROW_RADIUS_B,
  ROW_RESTITUTION,
  ROW_ROLLING,
  ROW_SPEED,
  TIE_A,
  TIE_B,
  TIE_DIRECT,
  TIES,
} from '../../contacts/layout';
import { grown } from '../../math/short-arrays';
import { cosSinAt } from '../../math/trig';
import type { ContactPoints } from '../../simulation/parts';
import type { DirectIsland } from '../island/island-system';

/** Rows of a point: normal, tangent, and what rolls. */
export const KINDS = 3,
  NORMAL = 0,
  TANGENT = 1,
  ROLL = 2;

/** Of a point: anchors in A and B, normal, radii, friction, restitution, rolling, speed of the surface. */
const NX = 4,
  NY = 5,
  RADIUS_A = 6,
  RADIUS_B = 7,
  POINT = 12;
export const FRICTION = 8,
  RESTITUTION = 9,
  ROLLING = 10,
  SPEED = 11;

/** Ints of a point: its bodies, and where it lies in the rows of the contacts. */
const AT_A = 0,
  AT_B = 1,
  AT_ROW = 2,
  PLACES = 3;

/** Of a row: direction, and what the arms of A and B turn of it. */
const GRADIENT = 4;

const turned = new Float64Array(1);

/**
 * The points at which bodies of an island touch each other, or others, which do not answer: where they are, and how rows change with the bodies. Row
 * `r` is one of the `KINDS` of point r / KINDS. The normal is that of the start of the frame; anchors turn with their bodies.
 */
export class TouchingPoints {
  count = 0;
  /** What `findRate` has found, and `findMobility`. */
  readonly found = new Float64Array(1);
  #data: Float64Array = new Float64Array(0);
  #places = new Int32Array(0);
  #gradient: Float64Array = new Float64Array(0);
  /** Bodies of the island; the others come after them. */
  #bodies = 0;
  /** Offsets of those in the store; their poses at the start, the mean and the end of the step; their velocities. */
  #others = new Int32Array(8);
  #otherCount = 0;
  #start: Float64Array = new Float64Array(4 * 8);
  #mean: Float64Array = new Float64Array(4 * 8);
  #end: Float64Array = new Float64Array(4 * 8);
  #velocity: Float64Array = new Float64Array(3 * 8);

  /** Takes up the points of the manifolds in a list. */
  enter(island: DirectIsland, { values: d, ties }: ContactPoints, manifolds: IntList): void {
    this.#bodies = island.bodies.length;
    this.#otherCount = this.count = 0;
    for (let m = 0; m < manifolds.count; m++) {
      const i = manifolds.items[m];
      const o = i * ROW;
      const a = this.#find(island, ties[i * TIES + TIE_A]);
      const b = this.#find(island, ties[i * TIES + TIE_B]);
      const end = o + ROW_POINTS + ties[i * TIES + TIE_DIRECT] * ROW_POINT;
      for (let p = o + ROW_POINTS; p < end; p += ROW_POINT) {
        const k = this.count++;
        if (this.count * POINT > this.#data.length) this.#grow();
        const at = k * POINT;
        for (let n = 0; n < 4; n++) this.#data[at + n] = d[p + ROW_LOCAL + n];
        this.#data[at + NX] = d[o + ROW_NX];
        this.#data[at + NY] = d[o + ROW_NY];
        this.#data[at + RADIUS_A] = d[o + ROW_RADIUS_A];
        this.#data[at + RADIUS_B] = d[o + ROW_RADIUS_B];
        this.#data[at + FRICTION] = d[o + ROW_FRICTION];
        this.#data[at + RESTITUTION] = d[o + ROW_RESTITUTION];
        this.#data[at + ROLLING] = d[o + ROW_ROLLING];
        this.#data[at + SPEED] = d[o + ROW_SPEED];
        this.#places[k * PLACES + AT_A] = a;
        this.#places[k * PLACES + AT_B] = b;
        this.#places[k * PLACES + AT_ROW] = p;
      }
    }
  }

  #grow(): void {
    const room = 2 * this.count;
    this.#data = grown(this.#data, room * POINT);
    this.#gradient = new Float64Array(room * KINDS * GRADIENT);
    this.#places = grown(this.#places, room * PLACES);
  }

  /** Its number in the island, or, after those, among the others. */
  #find({ bodies }: DirectIsland, offset: number): number {
    for (let i = 0; i < bodies.length; i++) if (bodies[i] === offset) return i;
    let other = 0;
    while (other < this.#otherCount && this.#others[other] !== offset) other++;
    if (other === this.#otherCount) {
      if (other === this.#others.length) this.#growOthers();
      this.#others[this.#otherCount++] = offset;
    }
    return bodies.length + other;
  }

  #growOthers(): void {
    const room = 2 * this.#others.length;
    this.#others = grown(this.#others, room);
    this.#start = new Float64Array(4 * room);
    this.#mean = new Float64Array(4 * room);
    this.#end = new Float64Array(4 * room);
    this.#velocity = new Float64Array(3 * room);
  }

  /** Where the numbers of point k are in the rows of all contacts. */
  rowOf(k: number): number {
    return this.#places[k * PLACES + AT_ROW];
  }

  /** A number of point k: `FRICTION` and so on. */
  has(k: number, what: number): boolean {
    return this.#data[k * POINT + what] > 0;
  }

  /** Writes such a number to `found`. */
  read(k: number, what: number): void {
    this.found[0] = this.#data[k * POINT + what];
  }

  /** Where the other bodies are in a step that begins when so many seconds of the frame, `elapsed[0]`, are over. */
  begin({ attempt }: DirectIsland, { pose: q, motion: v }: BodyStore, elapsed: Float64Array): void {
    const { h, theta } = attempt;
    const start = this.#start;
    const end = this.#end;
    for (let i = 0; i < this.#otherCount; i++) {
      const b = this.#others[i];
      const at = 4 * i;
      for (let k = 0; k < 3; k++) this.#velocity[3 * i + k] = v[b + VX + k];
      turned[0] = q[b + ANGLE] + elapsed[0] * v[b + OMEGA];
      start[at + X] = q[b + X] + elapsed[0] * v[b + VX];
      start[at + Y] = q[b + Y] + elapsed[0] * v[b + VY];
      cosSinAt(turned, 0, start, at + COS);
      turned[0] += h * v[b + OMEGA];
      end[at + X] = start[at + X] + h * v[b + VX];
      end[at + Y] = start[at + Y] + h * v[b + VY];
      cosSinAt(turned, 0, end, at + COS);
      for (let k = at; k < at + 4; k++) this.#mean[k] = (1 - theta) * start[k] + theta * end[k];
    }
  }

  measureStart({ start }: DirectIsland, gaps: Float64Array): void {
    this.#measureGaps(start, this.#start, gaps);
    this.#writeGradient(start, this.#start);
  }

  /** Gaps at the end of the step, gradients at the mean. */
  measure({ mean, end }: DirectIsland, gaps: Float64Array): void {
    this.#measureGaps(end, this.#end, gaps);
    this.#writeGradient(mean, this.#mean);
  }

  measureEnd({ end }: DirectIsland, gaps: Float64Array): void {
    this.#measureGaps(end, this.#end, gaps);
    this.#writeGradient(end, this.#end);
  }

  /** How far apart they are along the normals, where the bodies are at the poses `q`. */
  #measureGaps(q: Float64Array, others: Float64Array, gaps: Float64Array): void {
    const n = this.#bodies;
    const d = this.#data;
    for (let k = 0; k < this.count; k++) {
      const a = this.#places[k * PLACES + AT_A];
      const b = this.#places[k * PLACES + AT_B];
      const qa = a < n ? q : others;
      const qb = b < n ? q : others;
      const i = 4 * (a < n ? a : a - n);
      const j = 4 * (b < n ? b : b - n);
      const p = k * POINT;
      const x = qb[j + X] + qb[j + COS] * d[p + 2] - qb[j + SIN] * d[p + 3];
      const y = qb[j + Y] + qb[j + SIN] * d[p + 2] + qb[j + COS] * d[p + 3];
      const dx = x - qa[i + X] - (qa[i + COS] * d[p] - qa[i + SIN] * d[p + 1]);
      const dy = y - qa[i + Y] - (qa[i + SIN] * d[p] + qa[i + COS] * d[p + 1]);
      gaps[k] = dx * d[p + NX] + dy * d[p + NY] - d[p + RADIUS_A] - d[p + RADIUS_B];
    }
  }

  #writeGradient(q: Float64Array, others: Float64Array): void {
    const n = this.#bodies;
    const d = this.#data;
    const J = this.#gradient;
    for (let k = 0; k < this.count; k++) {
      const a = this.#places[k * PLACES + AT_A];
      const b = this.#places[k * PLACES + AT_B];
      const qa = a < n ? q : others;
      const qb = b < n ? q : others;
      const i = 4 * (a < n ? a : a - n);
      const j = 4 * (b < n ? b : b - n);
      const p = k * POINT;
      const ax = qa[i + COS] * d[p] - qa[i + SIN] * d[p + 1];
      const ay = qa[i + SIN] * d[p] + qa[i + COS] * d[p + 1];
      const bx = qb[j + COS] * d[p + 2] - qb[j + SIN] * d[p + 3];
      const by = qb[j + SIN] * d[p + 2] + qb[j + COS] * d[p + 3];
      const nx = d[p + NX];
      const ny = d[p + NY];
      const g = k * KINDS * GRADIENT;
      J[g] = nx;
      J[g + 1] = ny;
      J[g + 2] = ax * ny - ay * nx;
      J[g + 3] = bx * ny - by * nx;
      // A radius along the normal turns nothing by the normal, and all by the tangent.
      J[g + 4] = -ny;
      J[g + 5] = nx;
      J[g + 6] = ax * nx + ay * ny + d[p + RADIUS_A];
      J[g + 7] = bx * nx + by * ny - d[p + RADIUS_B];
      J[g + 8] = J[g + 9] = 0;
      J[g + 10] = J[g + 11] = 1;
    }
  }

  /** Adds to the momenta of the island's bodies what `impulse[i]` of a row does to them, or takes it from them. */
  give(r: number, impulse: Float64Array, i: number, to: Float64Array, sign: 1 | -1 = 1): void {
    if (impulse[i] === 0) return;
    const J = this.#gradient;
    const k = (r - (r % KINDS)) / KINDS;
    const a = this.#places[k * PLACES + AT_A];
    const b = this.#places[k * PLACES + AT_B];
    const g = r * GRADIENT;
    const p = sign * impulse[i];
    if (a < this.#bodies) {
      to[3 * a] -= J[g] * p;
      to[3 * a + 1] -= J[g + 1] * p;
      to[3 * a + 2] -= J[g + 2] * p;
    }
    if (b < this.#bodies) {
      to[3 * b] += J[g] * p;
      to[3 * b + 1] += J[g + 1] * p;
      to[3 * b + 2] += J[g + 3] * p;
    }
  }

  /** Writes to `found` the rate of a row at the velocities `v`, or of changes of them, in which the other bodies have no part. */
  findRate(r: number, v: Float64Array, isChange = false): void {
    const J = this.#gradient;
    const k = (r - (r % KINDS)) / KINDS;
    const a = this.#places[k * PLACES + AT_A];
    const b = this.#places[k * PLACES + AT_B];
    const n = this.#bodies;
    const g = r * GRADIENT;
    const va = a < n ? v : this.#velocity;
    const vb = b < n ? v : this.#velocity;
    const i = 3 * (a < n ? a : a - n);
    const j = 3 * (b < n ? b : b - n);
    let rate = 0;
    if (a < n || !isChange) rate -= J[g] * va[i] + J[g + 1] * va[i + 1] + J[g + 2] * va[i + 2];
    if (b < n || !isChange) rate += J[g] * vb[j] + J[g + 1] * vb[j + 1] + J[g + 3] * vb[j + 2];
    this.found[0] = rate;
  }

  /** Writes to `found` by how much an impulse of a normal would change its rate, were the bodies free. */
  findMobility(k: number, { bodies }: DirectIsland, { motion: v }: BodyStore): void {
    const g = k * KINDS * GRADIENT;
    let sum = 0;
    for (let side = AT_A; side <= AT_B; side++) {
      const i = this.#places[k * PLACES + side];
      const b = i < this.#bodies ? bodies[i] : this.#others[i - this.#bodies];
      const arm = this.#gradient[g + 2 + side];
      sum += v[b + INV_MASS] + v[b + INV_INERTIA] * arm * arm;
    }
    this.found[0] = sum;
  }
}
