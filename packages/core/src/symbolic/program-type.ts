import type { Body } from '../body/body';
import {
  ANGLE,
  type BodyStore,
  BODY,
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
import { finite, knownKeys } from '../base/check';
import type { CoordinateUnit } from '../coordinates/coordinate';
import { refuse, TenonError } from '../base/error';
import type { JointBatch } from '../batches/joint-batch';
import type { Joint } from '../joint/joint';
import type { JointType } from '../joint/joint-type';
import type { SoftnessOptions } from '../joint/law-options';
import { rebind } from '../joint/rebind';
import type { ScalarCoordinate, ScalarOptions } from '../joint/scalar-coordinate';
import { readVec, VecView } from '../math/vec2';
import { ConstraintInstance } from '../user/constraint-instance';
import { driveRow, generalType, type Measured, MOST_BODIES, OWN, rowName } from '../user/general-type';
import { applyLaws, lawKey, rowLaws } from '../user/row-laws';
import type { SymbolicParameter, SymbolicRow } from './4-derive';
import { POSE } from './layout';
import { createMemory, type SymbolicProgram } from './program';

/** What they are called in scenes, and by errors. */
export const TYPE_NAME = 'symbolic';
export const LABEL = 'SymbolicConstraint';

/** What holds rows beside what their program says. */
export interface Held {
  readonly softness: SoftnessOptions | null;
  /** N, N·m */
  readonly maxForce: number;
  readonly maxTorque: number;
}

/** Rigidly, unless a constraint says otherwise. */
export function heldOf(instance: unknown): Held {
  return instance instanceof ConstraintInstance
    ? { softness: instance.softness, maxForce: instance.maxForce, maxTorque: instance.maxTorque }
    : { softness: null, maxForce: Infinity, maxTorque: Infinity };
}

/** What a joint has beside its record: what `prepare` was given last, what it made of that, and how rows are held. */
interface Own {
  readonly params: Float64Array;
  readonly memory: Float64Array;
  held: Held;
  laws: readonly string[];
}

/** Stands for an infinity, which no array of a world holds. */
const MOST = Number.MAX_VALUE;

const known = new WeakMap<SymbolicProgram, ProgramType>();

/** The type of all constraints of a program. Throws `param-invalid` for one of more than eight bodies. */
export function programType(program: SymbolicProgram): ProgramType {
  const found = known.get(program) ?? new ProgramType(program);
  known.set(program, found);
  return found;
}

/**
 * A program as a joint type. A record has the numbers of its parameters, those that move last; how far `bias` has brought each row; the
 * directions that vectors had last; and how fast the moving ones and `bias` go in the step to come. What the program makes of its parameters
 * is beside it, and follows when they or the masses are others.
 */
export class ProgramType {
  readonly program: SymbolicProgram;
  readonly type: JointType;
  readonly #at: number;
  /** How many numbers are given that stay, and how many in all. */
  readonly #fixed: number;
  readonly #given: number;
  /** Numbers of the record that move by themselves: parameters, and what `bias` adds to each row. */
  readonly #moving: number;
  readonly #biased: number;
  readonly #own = new WeakMap<Joint, Own>();
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  readonly #out: Float64Array;
  readonly #laid: Float64Array;

  constructor(program: SymbolicProgram) {
    const { source, bodies, parameters, rows, positionRows, paramsSize, stateSize, directions, laws, outSize } =
      program;
    const n = bodies.length;
    if (n < 1 || n > MOST_BODIES) refuse('param-invalid', `${LABEL}.bodies`, `be 1 to ${MOST_BODIES}`, n);
    this.program = program;
    this.#at = OWN + n;
    this.#fixed = paramsSize - 1 - 2 * n;
    this.#given = this.#fixed + stateSize - POSE * n;
    this.#start = new Float64Array(stateSize);
    this.#end = new Float64Array(stateSize);
    this.#biased = laws.size - laws.bias;
    this.#moving = stateSize - POSE * n + this.#biased;
    this.#out = new Float64Array(outSize);
    this.#laid = new Float64Array(laws.size);
    this.type = generalType({
      name: TYPE_NAME,
      label: LABEL,
      bodies: n,
      rows: Object.fromEntries(rows.map((row, i) => [rowName(i, rows.length), unitOf(row)])),
      locked: false,
      isRate: (row) => row >= positionRows,
      lengths: (row) => (unitOf(rows[row]) === 'number' ? rows[row].length : undefined),
      own: this.#given + this.#biased + directions + this.#moving,
      measuresMean: true,
      measure: (batch, j, start, end, offsets, out) => this.#measure(batch, j, start, end, offsets, out),
      flat: ['source', 'values', 'bias', 'instance'],
      measures: {
        source: 'program',
        values: Object.fromEntries(
          parameters.map(({ name, type, length }) => [
            name,
            type === 'scalar' ? length : length === 0 ? 'direction' : 'vector',
          ]),
        ),
        bias: rows.slice(0, this.#biased).map(({ length }) => length),
      },
      unfold: (options, { lengthUnit }) => {
        const bodies = this.type.bodyKeys.map((key) => (options[key] ?? null) as Body | null);
        const laws = this.rowLaws(this.#read(options['values']), bodies, lengthUnit, heldOf(options['instance']));
        return Object.fromEntries(
          laws.flatMap((law, i) => {
            const name = rowName(i, laws.length);
            return options[name] === undefined ? [[name, law]] : [];
          }),
        );
      },
      facade: (base) => this.#withNames(base),
      place: (joint, options) => this.#place(joint, options),
      describe: (joint) => ({
        source,
        ...Object.fromEntries(this.type.bodyKeys.map((key, i) => [key, joint.bodies[i]])),
        ...this.#describe(joint),
      }),
      ...(this.#moving > 0 && { passTime: (joint, dt) => this.#passTime(joint, dt) }),
      matches: (_, options) => options['source'] === source,
    });
  }

  /** The numbers of the parameters by name; what is left out is as the program says. Throws `option-missing` where that says nothing. */
  readValues(values: Readonly<Record<string, unknown>>): Float64Array {
    const given = new Float64Array(this.#given);
    for (const parameter of this.program.parameters) {
      const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
      const path = `${LABEL}.${parameter.name}`;
      const numbers = value === undefined ? parameter.default : readValue(path, parameter, value);
      if (numbers === null)
        refuse('option-missing', path, `be given: it is a ${parameter.type} without a default`, value);
      given.set(numbers, this.#placeOf(parameter));
    }
    return given;
  }

  /** The laws of its rows with these numbers. Throws `param-invalid` where they break a `limit`, and `limits-reversed`. */
  rowLaws(
    given: Float64Array,
    bodies: readonly (Body | null)[],
    lengthUnit: number,
    { softness, maxForce, maxTorque }: Held,
  ): ScalarOptions[] {
    const { program } = this;
    const { rows, positionRows, laws } = program;
    const laid = this.#layLaws(given, bodies, lengthUnit);
    return rows.map((row, i) => {
      const path = `${LABEL}.rows[${i}]`;
      const isRate = i >= positionRows;
      const unit = unitOf(row);
      const bounds = [laid[laws.forceLower + i], laid[laws.forceUpper + i]] as const;
      if (!(bounds[0] <= bounds[1]) || bounds[0] === Infinity || bounds[1] === -Infinity)
        refuse('limits-reversed', `${path}: limit force`, 'run from lower to upper', bounds);
      const hertz = laid[laws.hertz + i];
      return rowLaws(path, {
        unit,
        isRate,
        lower: isRate ? 0 : laid[laws.lower + i],
        upper: isRate ? 0 : laid[laws.upper + i],
        softness: hertz === Infinity ? softness : { hertz, dampingRatio: laid[laws.dampingRatio + i] },
        most: unit === 'angle' ? maxTorque : maxForce,
        bounds: bounds[0] === -Infinity && bounds[1] === Infinity ? null : bounds,
      });
    });
  }

  /** A parameter of a joint: a number, or one of both of a vector. */
  valueAt(joint: Joint, parameter: SymbolicParameter, axis: 0 | 1 = 0): number {
    return decoded(joint.read(this.#at + this.#placeOf(parameter) + axis));
  }

  /** Sets a parameter of a joint. What is refused leaves it as it was. */
  setValue(joint: Joint, parameter: SymbolicParameter, value: unknown): void {
    const numbers = readValue(`${LABEL}.${parameter.name}`, parameter, value);
    const given = this.#givenOf(joint);
    given.set(numbers, this.#placeOf(parameter));
    const laws = this.rowLaws(given, joint.bodies, joint.requireWorld().lengthUnit, this.#ownOf(joint).held);
    numbers.forEach((number, i) => joint.writeFrame(this.#at + this.#placeOf(parameter) + i, encoded(number)));
    this.#findRates(joint);
    this.#apply(joint, laws);
  }

  /** Holds the rows of a joint otherwise. */
  hold(joint: Joint, held: Held): void {
    const laws = this.rowLaws(this.#givenOf(joint), joint.bodies, joint.requireWorld().lengthUnit, held);
    this.#ownOf(joint).held = held;
    this.#apply(joint, laws);
  }

  #apply(joint: Joint, laws: readonly ScalarOptions[]): void {
    const own = this.#ownOf(joint);
    own.laws = applyLaws(joint.coordinates as readonly ScalarCoordinate[], laws, own.laws);
  }

  #place(joint: Joint, { values, bias = [], instance, source }: Record<string, unknown>): void {
    if (source !== undefined && source !== this.program.source)
      refuse('source-invalid', `${LABEL}.source`, 'stay: another program is another constraint', source);
    if (instance instanceof ConstraintInstance) instance.attach(joint);
    const given = this.#read(values);
    given.forEach((number, i) => joint.initialize(this.#at + i, encoded(number)));
    if (!Array.isArray(bias) || bias.length > this.#biased)
      refuse('param-invalid', `${LABEL}.bias`, `be a list of up to ${this.#biased} numbers`, bias);
    bias.forEach((number, k) => joint.initialize(this.#at + this.#given + k, finite(`${LABEL}.bias[${k}]`, number)));
    const memory = createMemory(this.program);
    for (let i = 0; i < this.program.directions; i++) joint.initialize(this.#remembered + i, memory[i]);
    const held = heldOf(instance);
    const laws = this.rowLaws(given, joint.bodies, joint.requireWorld().lengthUnit, held).map(lawKey);
    this.#own.set(joint, { params: new Float64Array(this.program.paramsSize).fill(NaN), memory, held, laws });
    this.#findRates(joint);
  }

  /** Where in a record the directions are, and behind those how fast numbers move. */
  get #remembered(): number {
    return this.#at + this.#given + this.#biased;
  }

  get #rates(): number {
    return this.#remembered + this.program.directions;
  }

  /** Writes how fast numbers move that do so by themselves; true if some do. */
  #findRates(joint: Joint): boolean {
    if (this.#moving === 0) return false;
    const { batch, slot } = joint.record();
    const { store, lengthUnit } = joint.requireWorld();
    const { rows: d, stride } = batch;
    const first = slot * stride + this.#at;
    const own = this.#ownOf(joint);
    const offsets = Int32Array.from(joint.bodies, (body) => (body?.slot ?? 0) * BODY);
    this.#prepare(d, first, own, store, offsets, lengthUnit);
    this.#readState(d, first, store.pose, offsets, this.#start);
    this.program.measureLaws(this.#start, own.memory, this.#laid);
    let moves = false;
    for (let k = 0; k < this.#moving; k++) {
      const rate = this.#laid[this.program.laws.rates + k];
      if (rate !== 0) moves = true;
      d[slot * stride + this.#rates + k] = rate;
    }
    return moves;
  }

  /** Parameters and biases have gone on, and bounds follow. What moves leads what it holds, and keeps its bodies awake. */
  #passTime(joint: Joint, dt: number): void {
    const { batch, slot } = joint.record();
    const { rows: d, stride } = batch;
    const to = slot * stride + this.#at + this.#fixed;
    const from = slot * stride + this.#rates;
    for (let k = 0; k < this.#moving; k++) d[to + k] += dt * d[from + k];
    if (!this.#findRates(joint)) return;
    joint.lead();
    joint.wake();
    if (this.#given === this.#fixed) return;
    this.#apply(
      joint,
      this.rowLaws(this.#givenOf(joint), joint.bodies, joint.requireWorld().lengthUnit, this.#ownOf(joint).held),
    );
  }

  #read(values: unknown): Float64Array {
    const names = this.program.parameters.map(({ name }) => name);
    return this.readValues(knownKeys(`${LABEL}.values`, values ?? {}, names));
  }

  #describe(joint: Joint): Record<string, unknown> {
    const values = Object.fromEntries(
      this.program.parameters.flatMap((parameter) => {
        const { name, type, default: usual } = parameter;
        const numbers =
          type === 'scalar'
            ? [this.valueAt(joint, parameter)]
            : [0, 1].map((axis) => this.valueAt(joint, parameter, axis as 0 | 1));
        if (usual !== null && numbers.every((number, i) => number === usual[i])) return [];
        const shown = numbers.map((number) => (number === Infinity ? 'inf' : number === -Infinity ? '-inf' : number));
        return [[name, type === 'scalar' ? shown[0] : shown]];
      }),
    );
    const bias = Array.from({ length: this.#biased }, (_, k) => joint.read(this.#at + this.#given + k));
    return { values, ...(bias.some((number) => number !== 0) && { bias }) };
  }

  /** A property for each body and parameter whose name is free. */
  #withNames(base: JointType['facade']): JointType['facade'] {
    const facade = class extends base {};
    const define = (name: string, property: PropertyDescriptor & ThisType<Joint>): void => {
      if (!(name in facade.prototype)) Object.defineProperty(facade.prototype, name, property);
    };
    this.program.bodies.forEach((name, i) => {
      define(name, {
        get() {
          return this.bodies[i];
        },
        set(body: unknown) {
          rebind(this, i, body);
        },
      });
    });
    const of = this as ProgramType;
    for (const parameter of this.program.parameters) {
      const views = new WeakMap<Joint, VecView>();
      define(parameter.name, {
        get() {
          if (parameter.type === 'scalar') return of.valueAt(this, parameter);
          const view = views.get(this) ?? of.viewOf(this, parameter);
          views.set(this, view);
          return view;
        },
        set(value: unknown) {
          of.setValue(this, parameter, value);
        },
      });
    }
    return facade;
  }

  viewOf(joint: Joint, parameter: SymbolicParameter): VecView {
    return new VecView(
      (axis) => this.valueAt(joint, parameter, axis),
      (x, y) => this.setValue(joint, parameter, [x, y]),
    );
  }

  #placeOf({ in: where, at }: SymbolicParameter): number {
    return where === 'params' ? at : this.#fixed + at - POSE * this.program.bodies.length;
  }

  #givenOf(joint: Joint): Float64Array {
    return Float64Array.from({ length: this.#given }, (_, i) => decoded(joint.read(this.#at + i)));
  }

  #ownOf(joint: Joint): Own {
    const own = this.#own.get(joint);
    if (own === undefined) throw new Error(`${joint.id} is of another program`);
    return own;
  }

  /** What `measureLaws` writes. Throws where a `limit` does not hold. */
  #layLaws(given: Float64Array, bodies: readonly (Body | null)[], lengthUnit: number): Float64Array {
    const { program } = this;
    const { laws, limits, paramsSize, stateSize } = program;
    const params = new Float64Array(paramsSize);
    params.set(given.subarray(0, this.#fixed));
    bodies.forEach((body, i) => params.set([body?.mass ?? Infinity, body?.inertia ?? Infinity], this.#fixed + 2 * i));
    params[paramsSize - 1] = lengthUnit;
    // Bounds are of parameters: where bodies are does not matter.
    const state = new Float64Array(stateSize);
    state.set(given.subarray(this.#fixed), POSE * bodies.length);
    const memory = createMemory(program);
    const laid = new Float64Array(laws.size);
    program.prepare(params, memory);
    program.measureLaws(state, memory, laid);
    let at = laws.limits;
    for (const { text, entries } of limits) {
      for (const end = at + 3 * entries; at < end; at += 3) {
        const [value, lower, upper] = laid.subarray(at, at + 3);
        if (lower <= value && value <= upper) continue;
        const message = `${LABEL}: '${text}' does not hold: ${value} is not between ${lower} and ${upper}`;
        throw new TenonError('param-invalid', message, LABEL, value);
      }
    }
    return laid;
  }

  #measure(
    batch: JointBatch,
    j: number,
    start: Float64Array,
    end: Float64Array,
    offsets: Int32Array,
    out: Measured,
  ): void {
    const joint = batch.handles[j];
    const own = joint === null ? undefined : this.#own.get(joint);
    const world = joint?.world;
    if (own === undefined || world === undefined || world === null) return;
    const { program } = this;
    const { memory } = own;
    const { directions } = program;
    const { rows: d } = batch;
    const first = j * batch.stride + this.#at;
    const remembered = j * batch.stride + this.#remembered;
    this.#prepare(d, first, own, world.store, offsets, world.lengthUnit);
    for (let i = 0; i < directions; i++) memory[i] = d[remembered + i];
    this.#readState(d, first, start, offsets, this.#start);
    if (start === end) program.measure(this.#start, memory, this.#out);
    else {
      this.#readState(d, first, end, offsets, this.#end);
      program.measureMean(this.#start, this.#end, memory, this.#out);
    }
    for (let i = 0; i < directions; i++) d[remembered + i] = memory[i];
    this.#handOut(batch, j, end[TIME], out);
  }

  /** Anew where parameters or masses are others. */
  #prepare(
    d: Float64Array,
    first: number,
    { params, memory }: Own,
    { motion: v, load: f }: BodyStore,
    offsets: Int32Array,
    lengthUnit: number,
  ): void {
    let isSame = params[params.length - 1] === lengthUnit;
    for (let i = 0; i < this.#fixed; i++) {
      const value = decoded(d[first + i]);
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

  #readState(d: Float64Array, first: number, q: Float64Array, offsets: Int32Array, state: Float64Array): void {
    let i = 0;
    for (let k = 0; k < offsets.length; k++, i += POSE) {
      const b = offsets[k];
      state[i] = q[b + X];
      state[i + 1] = q[b + Y];
      state[i + 2] = q[b + COS];
      state[i + 3] = q[b + SIN];
      state[i + 4] = q[b + ANGLE];
    }
    const rates = first - this.#at + this.#rates;
    for (let k = 0; i < state.length; k++, i++) state[i] = d[first + this.#fixed + k] + q[TIME] * d[rates + k];
  }

  #handOut(batch: JointBatch, j: number, time: number, { values, jacobian, turns, rates }: Measured): void {
    const { rows, positionRows } = this.program;
    const out = this.#out;
    const m = rows.length;
    for (let k = 0; k < m; k++) values[k] = out[k];
    for (let k = 0, from = 2 * m; k < jacobian.length; k++) jacobian[k] = out[from + k];
    for (let k = 0, from = 2 * m + jacobian.length; k < turns.length; k++) turns[k] = out[from + k];
    for (let k = 0; k < positionRows; k++) rates[k] = out[m + k];
    const { rows: d, stride } = batch;
    const gone = j * stride + this.#at + this.#given;
    const bias = j * stride + this.#rates + this.#moving - this.#biased;
    for (let k = 0; k < this.#biased; k++) values[k] += d[gone + k] + time * d[bias + k];
    for (let k = positionRows; k < m; k++) driveRow(batch, j, k, -out[m + k]);
  }
}

/** What its value is measured in: decides what its forces are. */
function unitOf({ length }: SymbolicRow): CoordinateUnit {
  return length === 0 ? 'angle' : length === 1 ? 'length' : 'number';
}

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

const encoded = (number: number): number => Math.max(-MOST, Math.min(MOST, number));
const decoded = (number: number): number => (number === MOST ? Infinity : number === -MOST ? -Infinity : number);
