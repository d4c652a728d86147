import type { JointBatch } from '../batches/joint-batch';
import { refuse } from '../base/error';
import type { Joint } from '../joint/joint';
import {
  ANGLE,
  BODY,
  type BodyStore,
  COS,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  MASS,
  SIN,
  TIME,
  X,
  Y,
} from '../state/body-store';
import { readVec } from '../math/vec2';
import { driveRow, type Measured } from '../user/general-type';
import type { World } from '../world/world';
import { decoded, encoded } from '../user/infinities';
import { LAW_NUMBERS } from '../user/row-laws';
import type { SymbolicParameter } from './4-derive';
import { POSE } from './layout';
import { createMemory, type SymbolicProgram } from './program';

/** What a joint has beside its record: what `prepare` was given last, and what it made of that. */
interface Own {
  readonly params: Float64Array;
  readonly memory: Float64Array;
}

/**
 * The numbers of a program in the record of a joint, and how it is measured from them. From `at` on:
 *
 *     side        −1 of one that was mirrored: its program sees the world as it was written, y turned over, and so vectors
 *     broken      1 while its parameters break one of its limits
 *     given       its parameters, those that move last
 *     gone        how far `bias` has brought each row
 *     directions  that vectors had last
 *     rates       how fast the moving parameters and `bias` go in the step to come
 *     bounds      how fast the bound goes that each row is at
 *     laws        what its rows were given (row-laws.ts)
 */
export class ProgramRecord {
  readonly program: SymbolicProgram;
  readonly size: number;
  /** How many numbers are given, and where they and the laws lie. */
  readonly given: number;
  readonly givenAt: number;
  readonly lawsAt: number;
  /** Rows with a `bias`, and where what it has brought them by lies. */
  readonly biased: number;
  readonly goneAt: number;
  /** What `measureLaws` wrote last. */
  readonly laid: Float64Array;
  readonly #side: number;
  /** Given numbers that stay; numbers that move by themselves: parameters, and what `bias` adds to each row. */
  readonly #fixed: number;
  readonly #moving: number;
  readonly #directionsAt: number;
  readonly #ratesAt: number;
  readonly #boundsAt: number;
  /** −1 of what is turned over with y, by its place among the given. */
  readonly #turns: Int8Array;
  readonly #own = new WeakMap<Joint, Own>();
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  readonly #out: Float64Array;
  readonly #offsets: Int32Array;

  constructor(program: SymbolicProgram, at: number) {
    const { bodies, parameters, rows, paramsSize, stateSize, directions, laws, outSize } = program;
    const n = bodies.length;
    this.program = program;
    this.#fixed = paramsSize - 1 - 2 * n;
    this.given = this.#fixed + stateSize - POSE * n;
    this.biased = laws.size - laws.bias;
    this.#moving = stateSize - POSE * n + this.biased;
    this.#side = at;
    this.givenAt = at + 2;
    this.goneAt = this.givenAt + this.given;
    this.#directionsAt = this.goneAt + this.biased;
    this.#ratesAt = this.#directionsAt + directions;
    this.#boundsAt = this.#ratesAt + this.#moving;
    this.lawsAt = this.#boundsAt + (this.movesParameters ? program.positionRows : 0);
    this.size = this.lawsAt + LAW_NUMBERS * rows.length - at;
    this.#turns = new Int8Array(this.given).fill(1);
    for (const parameter of parameters)
      if (parameter.type === 'vector') this.#turns[this.placeOf(parameter) + 1 - this.givenAt] = -1;
    this.#start = new Float64Array(stateSize);
    this.#end = new Float64Array(stateSize);
    this.#out = new Float64Array(outSize);
    this.#offsets = new Int32Array(n);
    this.laid = new Float64Array(laws.size);
  }

  /** True if it has numbers that move by themselves; parameters among them. */
  get moves(): boolean {
    return this.#moving > 0;
  }

  get movesParameters(): boolean {
    return this.#moving > this.biased;
  }

  /** Where a parameter lies in a record. */
  placeOf({ in: where, at }: SymbolicParameter): number {
    return this.givenAt + (where === 'params' ? at : this.#fixed + at - POSE * this.program.bodies.length);
  }

  /** Fills the record of a joint that is made. */
  begin(joint: Joint, side: 1 | -1, given: Float64Array): void {
    joint.initialize(this.#side, side);
    given.forEach((number, i) => joint.initialize(this.givenAt + i, encoded(number)));
    const memory = createMemory(this.program);
    for (let i = 0; i < this.program.directions; i++) joint.initialize(this.#directionsAt + i, memory[i]);
    this.#own.set(joint, { params: new Float64Array(this.program.paramsSize).fill(NaN), memory });
  }

  sideOf({ rows, stride }: JointBatch, j: number): 1 | -1 {
    return rows[j * stride + this.#side] === -1 ? -1 : 1;
  }

  isBroken({ rows, stride }: JointBatch, j: number): boolean {
    return rows[j * stride + this.#side + 1] !== 0;
  }

  setBroken(joint: Joint, broken: boolean): void {
    joint.initialize(this.#side + 1, broken ? 1 : 0);
  }

  /** A parameter of a joint: a number, or one of both of a vector. */
  valueAt(joint: Joint, parameter: SymbolicParameter, axis: 0 | 1 = 0): number {
    return decoded(joint.read(this.placeOf(parameter) + axis));
  }

  givenOf({ rows, stride }: JointBatch, j: number): Float64Array {
    const at = j * stride + this.givenAt;
    return rows.slice(at, at + this.given).map(decoded);
  }

  /** Given numbers as the program sees them. */
  turned(given: Float64Array, side: 1 | -1): Float64Array {
    return side === 1 ? given : given.map((number, i) => number * this.#turns[i]);
  }

  /** Leaves in `laid` what its laws are, by the numbers of its record. */
  lay(
    { rows: d, stride }: JointBatch,
    j: number,
    joint: Joint,
    { store, lengthUnit }: World,
    offsets: Int32Array,
  ): void {
    const own = this.#ownOf(joint);
    this.#prepare(d, j * stride, own, store, offsets, lengthUnit);
    this.#readState(d, j * stride, store.pose, offsets, this.#start);
    this.program.measureLaws(this.#start, own.memory, this.laid);
  }

  /** The same of a joint that is not being measured; and writes how fast numbers move that do so by themselves: true if some do. */
  layNow(joint: Joint): boolean {
    const { batch, slot } = joint.record();
    joint.bodies.forEach((body, i) => (this.#offsets[i] = (body?.slot ?? 0) * BODY));
    this.lay(batch, slot, joint, joint.requireWorld(), this.#offsets);
    const { rows: d, stride } = batch;
    const r = slot * stride;
    const parameters = this.#moving - this.biased;
    let moves = false;
    for (let k = 0; k < this.#moving; k++) {
      const turn = k < parameters && d[r + this.#side] === -1 ? this.#turns[this.#fixed + k] : 1;
      const rate = turn * this.laid[this.program.laws.rates + k];
      if (rate !== 0) moves = true;
      d[r + this.#ratesAt + k] = rate;
    }
    if (this.movesParameters) this.#findBounds(d, r, this.#ownOf(joint), joint.requireWorld().fixedStep);
    return moves;
  }

  /** Writes how fast the bounds go that rows are at, or may be at the end of a step: within it they are measured from there. */
  #findBounds(d: Float64Array, r: number, { memory }: Own, step: number): void {
    const { positionRows, laws } = this.program;
    let isMeasured = false;
    for (let k = 0; k < positionRows; k++) {
      const [lower, upper] = [this.laid[laws.lower + k], this.laid[laws.upper + k]];
      const [below, above] = [this.laid[laws.lowerRate + k], this.laid[laws.upperRate + k]];
      let rate = lower === upper ? below : 0;
      if (lower !== upper && (below !== 0 || above !== 0)) {
        if (!isMeasured) this.#look(d, r, memory);
        isMeasured = true;
        const value = this.#out[k];
        if (value - lower <= REACH * step * Math.abs(below)) rate = below;
        else if (upper - value <= REACH * step * Math.abs(above)) rate = above;
      }
      d[r + this.#boundsAt + k] = rate;
    }
  }

  /** Leaves in `#out` what the state that was read last is measured as, and directions as they were. */
  #look(d: Float64Array, r: number, memory: Float64Array): void {
    for (let i = 0; i < this.program.directions; i++) memory[i] = d[r + this.#directionsAt + i];
    this.program.measure(this.#start, memory, this.#out);
  }

  /** What moves has gone on for `dt`. */
  advance(joint: Joint, dt: number): void {
    const { batch, slot } = joint.record();
    const r = slot * batch.stride;
    const to = r + this.givenAt + this.#fixed;
    for (let k = 0; k < this.#moving; k++) batch.rows[to + k] += dt * batch.rows[r + this.#ratesAt + k];
  }

  /** False of one whose record is not filled yet. */
  isOf(joint: Joint): boolean {
    return this.#own.has(joint);
  }

  measure(
    batch: JointBatch,
    j: number,
    joint: Joint,
    world: World,
    start: Float64Array,
    end: Float64Array,
    offsets: Int32Array,
    out: Measured,
  ): void {
    const { program } = this;
    const own = this.#ownOf(joint);
    const { memory } = own;
    const { directions } = program;
    const { rows: d } = batch;
    const r = j * batch.stride;
    const remembered = r + this.#directionsAt;
    this.#prepare(d, r, own, world.store, offsets, world.lengthUnit);
    for (let i = 0; i < directions; i++) memory[i] = d[remembered + i];
    this.#readState(d, r, start, offsets, this.#start);
    if (start === end) program.measure(this.#start, memory, this.#out);
    else {
      this.#readState(d, r, end, offsets, this.#end);
      program.measureMean(this.#start, this.#end, memory, this.#out);
    }
    for (let i = 0; i < directions; i++) d[remembered + i] = memory[i];
    this.#handOut(batch, j, end[TIME], out);
  }

  #ownOf(joint: Joint): Own {
    const own = this.#own.get(joint);
    if (own === undefined) throw new Error(`${joint.id} is of another program`);
    return own;
  }

  /** Anew where parameters or masses are others. */
  #prepare(
    d: Float64Array,
    r: number,
    { params, memory }: Own,
    { motion: v, load: f }: BodyStore,
    offsets: Int32Array,
    lengthUnit: number,
  ): void {
    const isMirrored = d[r + this.#side] === -1;
    let isSame = params[params.length - 1] === lengthUnit;
    for (let i = 0; i < this.#fixed; i++) {
      const value = decoded(d[r + this.givenAt + i]) * (isMirrored ? this.#turns[i] : 1);
      if (params[i] === value) continue;
      params[i] = value;
      isSame = false;
    }
    for (let k = 0, i = this.#fixed; k < offsets.length; k++, i += 2) {
      const b = offsets[k];
      const mass = v[b + INV_MASS] > 0 ? f[b + MASS] : Infinity;
      const inertia = v[b + INV_INERTIA] > 0 ? f[b + INERTIA] / (lengthUnit * lengthUnit) : Infinity;
      if (params[i] === mass && params[i + 1] === inertia) continue;
      params[i] = mass;
      params[i + 1] = inertia;
      isSame = false;
    }
    if (isSame) return;
    params[params.length - 1] = lengthUnit;
    this.program.prepare(params, memory);
  }

  #readState(d: Float64Array, r: number, q: Float64Array, offsets: Int32Array, state: Float64Array): void {
    const side = d[r + this.#side];
    let i = 0;
    for (let k = 0; k < offsets.length; k++, i += POSE) {
      const b = offsets[k];
      state[i] = q[b + X];
      state[i + 1] = side * q[b + Y];
      state[i + 2] = q[b + COS];
      state[i + 3] = side * q[b + SIN];
      state[i + 4] = side * q[b + ANGLE];
    }
    const moving = r + this.givenAt + this.#fixed;
    for (let k = 0; i < state.length; k++, i++) {
      const number = d[moving + k] + q[TIME] * d[r + this.#ratesAt + k];
      state[i] = side === -1 ? number * this.#turns[this.#fixed + k] : number;
    }
  }

  #handOut(batch: JointBatch, j: number, time: number, { values, jacobian, turns, rates }: Measured): void {
    const { rows, positionRows } = this.program;
    const out = this.#out;
    const m = rows.length;
    const { rows: d, stride } = batch;
    const r = j * stride;
    const side = d[r + this.#side];
    for (let k = 0; k < m; k++) values[k] = out[k];
    for (let k = 0, from = 2 * m; k < jacobian.length; k += 3, from += 3) {
      jacobian[k] = out[from];
      jacobian[k + 1] = side * out[from + 1];
      jacobian[k + 2] = side * out[from + 2];
    }
    for (let k = 0, from = 2 * m + jacobian.length; k < turns.length; k++) turns[k] = side * out[from + k];
    for (let k = 0; k < positionRows; k++) rates[k] = out[m + k];
    for (let k = 0; this.movesParameters && k < positionRows; k++) {
      const rate = d[r + this.#boundsAt + k];
      values[k] -= time * rate;
      rates[k] -= rate;
    }
    const bias = r + this.#ratesAt + this.#moving - this.biased;
    for (let k = 0; k < this.biased; k++) values[k] += d[r + this.goneAt + k] + time * d[bias + k];
    for (let k = positionRows; k < m; k++) driveRow(batch, j, k, -out[m + k]);
  }
}

/** Steps within which a row reaches a bound that comes towards it. */
const REACH = 2;

/** The numbers of a parameter: `inf` and `-inf` stand for themselves where no file holds them. */
export function readValue(path: string, { type }: SymbolicParameter, value: unknown): readonly number[] {
  if (type === 'vector') {
    const { x, y } = readVec(path, value);
    return [x, y];
  }
  if (value === 'inf') return [Infinity];
  if (value === '-inf') return [-Infinity];
  if (typeof value !== 'number' || Number.isNaN(value)) refuse('param-invalid', path, 'be a number', value);
  return [value];
}
