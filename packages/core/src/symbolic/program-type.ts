import type { Body } from '../body/body';
import { finite, flag, knownKeys } from '../base/check';
import { refuse } from '../base/error';
import type { Joint } from '../joint/joint';
import type { JointType } from '../joint/joint-type';
import { rebind } from '../joint/rebind';
import { VecView } from '../math/vec2';
import { ConstraintInstance } from '../user/constraint-instance';
import { encoded } from '../user/infinities';
import { generalType, MOST_BODIES, OWN, rowName } from '../user/general-type';
import { type Held, RIGID } from '../user/row-laws';
import type { SymbolicParameter } from './4-derive';
import type { SymbolicProgram } from './program';
import { ProgramLaws } from './program-laws';
import { ProgramRecord, readValue } from './program-record';

/** What they are called in scenes, and by errors. */
export const TYPE_NAME = 'symbolic';
export const LABEL = 'SymbolicConstraint';

const known = new WeakMap<SymbolicProgram, ProgramType>();

/** The type of all constraints of a program. Throws `param-invalid` for one of more than eight bodies. */
export function programType(program: SymbolicProgram): ProgramType {
  const found = known.get(program) ?? new ProgramType(program);
  known.set(program, found);
  return found;
}

/** A program as a joint type: its names are options and properties. */
export class ProgramType {
  readonly program: SymbolicProgram;
  readonly type: JointType;
  readonly #record: ProgramRecord;
  readonly #laws: ProgramLaws;

  constructor(program: SymbolicProgram) {
    const { source, bodies, parameters, rows } = program;
    const n = bodies.length;
    if (n < 1 || n > MOST_BODIES) refuse('param-invalid', `${LABEL}.bodies`, `be 1 to ${MOST_BODIES}`, n);
    this.program = program;
    this.#record = new ProgramRecord(program, OWN + n);
    this.#laws = new ProgramLaws(LABEL, this.#record);
    const kinds = this.#laws.rows;
    this.type = generalType({
      name: TYPE_NAME,
      label: LABEL,
      bodies: n,
      rows: Object.fromEntries(kinds.map(({ unit }, i) => [rowName(i, rows.length), unit])),
      locked: false,
      isRate: (row) => kinds[row].isRate,
      own: this.#record.size,
      measuresMean: true,
      measure: (batch, j, start, end, offsets, out) => {
        const joint = batch.handles[j];
        const world = joint?.world;
        if (joint === null || world === undefined || world === null || !this.#record.isOf(joint)) return;
        this.#laws.checkMoved(batch, j, joint, world, offsets);
        this.#record.measure(batch, j, joint, world, start, end, offsets, out);
      },
      flat: ['source', 'values', 'bias', 'mirrored', 'instance'],
      measures: {
        source: 'program',
        values: Object.fromEntries(
          parameters.map(({ name, type, length }) => [
            name,
            type === 'scalar' ? length : length === 0 ? 'direction' : 'vector',
          ]),
        ),
        bias: rows.slice(0, this.#record.biased).map(({ length }) => length),
        mirrored: 'mirrored',
      },
      unfold: (options, { lengthUnit }) => {
        const bodies = this.type.bodyKeys.map((key) => (options[key] ?? null) as Body | null);
        const given = this.#read(options['values']);
        const laws = this.#laws.of(given, sideOf(options), bodies, lengthUnit, heldOf(options['instance']));
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
      ...(this.#record.moves && { passTime: (joint, dt) => this.#passTime(joint, dt) }),
      matches: (_, options) => options['source'] === source,
    });
  }

  /** The numbers of the parameters by name; what is left out is as the program says. Throws `option-missing` where that says nothing. */
  readValues(values: Readonly<Record<string, unknown>>): Float64Array {
    const given = new Float64Array(this.#record.given);
    for (const parameter of this.program.parameters) {
      const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
      const path = `${LABEL}.${parameter.name}`;
      const numbers = value === undefined ? parameter.default : readValue(path, parameter, value);
      if (numbers === null)
        refuse('option-missing', path, `be given: it is a ${parameter.type} without a default`, value);
      given.set(numbers, this.#record.placeOf(parameter) - this.#record.givenAt);
    }
    return given;
  }

  /** A parameter of a joint: a number, or one of both of a vector. */
  valueAt(joint: Joint, parameter: SymbolicParameter, axis: 0 | 1 = 0): number {
    return this.#record.valueAt(joint, parameter, axis);
  }

  /** Sets a parameter of a joint. What is refused leaves it as it was; where limits are broken already, it may mend them. */
  setValue(joint: Joint, parameter: SymbolicParameter, value: unknown): void {
    const numbers = readValue(`${LABEL}.${parameter.name}`, parameter, value);
    const at = this.#record.placeOf(parameter);
    const { batch, slot } = joint.record();
    const given = this.#record.givenOf(batch, slot);
    given.set(numbers, at - this.#record.givenAt);
    const wasBroken = this.#record.isBroken(batch, slot);
    if (!wasBroken) this.#laws.check(joint, given);
    numbers.forEach((number, i) => joint.writeFrame(at + i, encoded(number)));
    if (wasBroken) this.#laws.follow(joint);
    else this.#laws.apply(joint);
  }

  /** What holds the rows of a joint has become other. */
  hold(joint: Joint): void {
    this.#laws.apply(joint, true);
  }

  #place(joint: Joint, options: Record<string, unknown>): void {
    const { values, bias = [], instance, source } = options;
    if (source !== undefined && source !== this.program.source)
      refuse('source-invalid', `${LABEL}.source`, 'stay: another program is another constraint', source);
    if (instance instanceof ConstraintInstance) instance.attach(joint);
    const { biased, goneAt } = this.#record;
    if (!Array.isArray(bias) || bias.length > biased)
      refuse('param-invalid', `${LABEL}.bias`, `be a list of up to ${biased} numbers`, bias);
    this.#record.begin(joint, sideOf(options), this.#read(values));
    bias.forEach((number, k) => joint.initialize(goneAt + k, finite(`${LABEL}.bias[${k}]`, number)));
    this.#laws.begin(joint, heldOf(instance));
  }

  /** Parameters and biases have gone on, and bounds follow. What moves leads what it holds, and keeps its bodies awake. */
  #passTime(joint: Joint, dt: number): void {
    this.#record.advance(joint, dt);
    if (!(this.#record.movesParameters ? this.#laws.follow(joint) : this.#record.layNow(joint))) return;
    joint.lead();
    joint.wake();
  }

  #read(values: unknown): Float64Array {
    const names = this.program.parameters.map(({ name }) => name);
    return this.readValues(knownKeys(`${LABEL}.values`, values ?? {}, names));
  }

  #describe(joint: Joint): Record<string, unknown> {
    const values = Object.fromEntries(
      this.program.parameters.flatMap((parameter) => {
        const { name, type, length, default: usual } = parameter;
        const numbers =
          type === 'scalar'
            ? [this.valueAt(joint, parameter)]
            : [0, 1].map((axis) => this.valueAt(joint, parameter, axis as 0 | 1));
        // A default is as the program is written, whatever a scene is scaled by, and from which side it is seen.
        const stays = (number: number): boolean => number === 0 || (type === 'scalar' && length === 0);
        if (usual !== null && numbers.every((number, i) => number === usual[i] && stays(number))) return [];
        const shown = numbers.map((number) => (number === Infinity ? 'inf' : number === -Infinity ? '-inf' : number));
        return [[name, type === 'scalar' ? shown[0] : shown]];
      }),
    );
    const bias = Array.from({ length: this.#record.biased }, (_, k) => joint.read(this.#record.goneAt + k));
    const { batch, slot } = joint.record();
    const isMirrored = this.#record.sideOf(batch, slot) === -1;
    return { values, ...(bias.some((number) => number !== 0) && { bias }), ...(isMirrored && { mirrored: true }) };
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
}

/** A constraint that is made with `new` says how its rows are held. */
function heldOf(instance: unknown): Held {
  return instance instanceof ConstraintInstance ? instance : RIGID;
}

function sideOf({ mirrored = false }: Record<string, unknown>): 1 | -1 {
  return flag(`${LABEL}.mirrored`, mirrored) ? -1 : 1;
}
