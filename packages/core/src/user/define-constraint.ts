import type { Body } from '../body/body';
import { BODY } from '../state/body-store';
import { finite, isObject } from '../base/check';
import { type CoordinateUnit, lengthsOf, type RowUnit, type ScalarKind } from '../coordinates/coordinate';
import { refuse } from '../base/error';
import { givenOr } from '../joint/create-joint';
import type { DefinedJoint } from '../joint/define-joint';
import type { JointBatch } from '../batches/joint-batch';
import type { Joint } from '../joint/joint';
import type { JointType, Measure } from '../joint/joint-type';
import { readVec, type VecLike, VecView } from '../math/vec2';
import { type BodyKey, generalType, type Measured, MOST_BODIES, OWN, readUnit } from './general-type';
import { END, PER_BODY, ROW, Slope, SlopeBody, SlopePool, START, TURN, TURNED } from './slope';

/** A number or a vector of a constraint beside its bodies: the default that tells which, and what it is measured in. */
export interface ConstraintParameter<T extends number | readonly [x: number, y: number]> {
  /** What it is where it is left out. */
  readonly default: T;
  /** What a number is measured in; default `number`, which no scene scales. Vectors are lengths. */
  readonly unit?: RowUnit;
  /** Smallest number that is accepted; default: any. */
  readonly least?: number;
}

type Parameters<P> = {
  readonly [K in keyof P]: ConstraintParameter<number> | ConstraintParameter<readonly [number, number]>;
};

/** What `value` is handed of a parameter: a number, or a vector. */
export type ParameterValues<P extends Parameters<P>> = {
  readonly [K in keyof P]: P[K]['default'] extends number ? number : readonly [x: number, y: number];
};

type Units<R> = { readonly [K in keyof R]: RowUnit };
type RowKinds<R extends Units<R>> = {
  readonly [K in keyof R]: ScalarKind<R[K] extends CoordinateUnit ? R[K] : 'number'>;
};

/** How a constraint of one's own is described. */
export interface ConstraintDefinition<N extends string, R extends Units<R>, P extends Parameters<P>> {
  /** What `joints.create` calls it. */
  readonly name: N;
  /** How many bodies it is of, 1 to 8: `bodyA`, `bodyB` … of its options. One that is left out, or null, is the world itself. */
  readonly bodies: number;
  /**
   * Its rows by name, and what each is measured in: `length`, `angle`, or another power of a length, as `length^2` of an area, by which forces,
   * gaps and scenes follow; `number` where nobody knows. Each is a coordinate with every law, and held at 0 from the start.
   */
  readonly rows: R;
  /** Its numbers and vectors: options, and properties of its handles. */
  readonly parameters?: P;
  /**
   * Measures its rows at the poses of its bodies: of a single row its value, else an object with the value of each. It sees nothing but what
   * it is handed, and keeps none of it.
   */
  readonly value: (
    bodies: readonly SlopeBody[],
    parameters: ParameterValues<P>,
  ) => Slope | Readonly<Record<keyof R, Slope>>;
  /** Parameters that are left out at creation, from where the bodies are then: lengths at rest and the like. */
  readonly place?: (
    bodies: readonly SlopeBody[],
    parameters: ParameterValues<P>,
  ) => { readonly [K in keyof P]?: number | VecLike };
}

type Assigned<P extends Parameters<P>> = {
  -readonly [K in keyof P]: P[K]['default'] extends number ? number : VecLike;
};
type Shown<P extends Parameters<P>> = {
  -readonly [K in keyof P as P[K]['default'] extends number ? K : never]: number;
} & { readonly [K in keyof P as P[K]['default'] extends number ? never : K]: VecView };

/** The joint type of a constraint: for `joints.create`, `joints.register` and `loadScene`. */
export type DefinedConstraint<N extends string, R extends Units<R>, P extends Parameters<P>> = DefinedJoint<
  N,
  RowKinds<R>,
  never,
  object,
  Partial<Assigned<P>> & { readonly [K in BodyKey]?: Body | null },
  Shown<P> & { [K in BodyKey]: Body | null }
>;

/** One parameter with its place in a record. */
interface Place {
  readonly name: string;
  readonly at: number;
  readonly usual: number | readonly [number, number];
  readonly least: number;
  readonly unit: RowUnit | 'vector';
}

/**
 * A joint type from what it holds at 0, C(q), alone: its gradient follows by the arithmetic of slopes (slope.ts). Every law, caps, breaking,
 * both solvers, scenes and snapshots are those of any joint. Throws `param-invalid` for a description that is none.
 */
export function defineConstraint<N extends string, R extends Units<R>, P extends Parameters<P> = Record<never, never>>(
  definition: ConstraintDefinition<N, R, P>,
): DefinedConstraint<N, R, P> {
  const { name, bodies: count, rows, parameters = {}, value, place } = definition;
  if (!Number.isInteger(count) || count < 1 || count > MOST_BODIES)
    refuse('param-invalid', `defineConstraint '${name}'.bodies`, `be a whole number from 1 to ${MOST_BODIES}`, count);
  const names = Object.keys(rows);
  if (names.length === 0) refuse('param-invalid', `defineConstraint '${name}'.rows`, 'have a row', rows);
  for (const [row, unit] of Object.entries<unknown>(rows)) readUnit(`defineConstraint '${name}'.rows.${row}`, unit);
  let own = OWN + count;
  const places = Object.entries(parameters as Parameters<Record<string, unknown>>).map(
    ([key, { default: usual, least = -Infinity, unit = 'number' }]) => {
      readUnit(`defineConstraint '${name}'.parameters.${key}.unit`, unit);
      const entry: Place = { name: key, at: own, usual, least, unit: typeof usual === 'number' ? unit : 'vector' };
      own += typeof usual === 'number' ? 1 : 2;
      return entry;
    },
  );
  const pool = new SlopePool(count);
  const shown = Array.from({ length: count }, () => new SlopeBody(pool));
  const values = new WeakMap<Joint, Record<string, number | [number, number] | null>>();
  /** Reads bodies as they are handed to the author's functions. */
  function read(start: Float64Array, end: Float64Array, offsets: ArrayLike<number>): void {
    pool.reset();
    for (let i = 0; i < count; i++) shown[i].read(start, end, offsets[i], PER_BODY * i);
  }

  /** Parameters as the author's functions are handed them: of each joint its own, written where they have changed. */
  function valuesOf({ rows: d, stride, handles }: JointBatch, j: number): ParameterValues<P> {
    const joint = handles[j];
    const known = joint === null ? blank() : (values.get(joint) ?? blank());
    if (joint !== null && !values.has(joint)) values.set(joint, known);
    for (let k = 0; k < places.length; k++) {
      const { name: key, at } = places[k];
      const number = d[j * stride + at];
      const shown = known[key];
      if (typeof shown === 'object' && shown !== null) {
        shown[0] = number;
        shown[1] = d[j * stride + at + 1];
      } else if (shown !== number) known[key] = number;
    }
    return known as ParameterValues<P>;
  }

  /** Numbers begin as null: V8 allocates a double at each read of a property that has only held such. */
  function blank(): Record<string, number | [number, number] | null> {
    return Object.fromEntries(
      places.map(({ name: key, usual }) => [key, typeof usual === 'number' ? null : [0.5, 0.5]]),
    );
  }

  function measure(
    batch: JointBatch,
    j: number,
    start: Float64Array,
    end: Float64Array,
    offsets: Int32Array,
    out: Measured,
  ): void {
    read(start, end, offsets);
    const measured = value(shown, valuesOf(batch, j));
    for (let k = 0; k < names.length; k++) {
      const { data } = rowOf(batch.type, measured, names[k]);
      out.values[k] = (data[START] + data[END]) / 2;
      for (let i = 0; i < count; i++) {
        const from = ROW + PER_BODY * i;
        const to = k * count + i;
        out.jacobian[3 * to] = data[from];
        out.jacobian[3 * to + 1] = data[from + 1];
        out.jacobian[3 * to + 2] = data[from + TURN] + data[from + TURNED];
        out.turns[to] = data[from + TURNED];
      }
    }
  }

  function rowOf({ label }: JointType, measured: unknown, row: string): Slope {
    const found = measured instanceof Slope ? measured : isObject(measured) ? measured[row] : undefined;
    if (!(found instanceof Slope) || (measured instanceof Slope && names.length > 1))
      refuse(
        'constraint-invalid',
        `${label}.value`,
        `return a Slope for each of its rows, ${names.join(', ')}`,
        measured,
      );
    return found;
  }

  return generalType({
    name,
    bodies: count,
    rows,
    locked: true,
    own: own - OWN - count,
    measure,
    measuresMean: true,
    flat: places.map(({ name: key }) => key),
    measures: Object.fromEntries(places.map(({ name: key, unit }) => [key, measureOf(unit)])),
    facade: withParameters,
    place(joint, options) {
      for (const { name: key, at, usual, least } of places)
        set(joint, key, at, usual, least, givenOr(options[key], usual));
      const left = places.filter(({ name: key }) => options[key] === undefined);
      if (place === undefined || left.length === 0) return;
      const { batch, slot } = joint.record();
      const { pose } = joint.requireWorld().store;
      read(
        pose,
        pose,
        joint.bodies.map((body) => (body?.slot ?? 0) * BODY),
      );
      const found: Record<string, unknown> = place(shown, valuesOf(batch, slot));
      for (const { name: key, at, usual, least } of left)
        if (found[key] !== undefined) set(joint, key, at, usual, least, found[key]);
    },
    describe: (joint) => ({
      ...Object.fromEntries(joint.definition.bodyKeys.map((key, i) => [key, joint.bodies[i]])),
      ...Object.fromEntries(
        places.map(({ name: key, at, usual }) => [
          key,
          typeof usual === 'number' ? joint.read(at) : [joint.read(at), joint.read(at + 1)],
        ]),
      ),
    }),
  }) as DefinedConstraint<N, R, P>;

  /** A property for each parameter. */
  function withParameters(base: JointType['facade']): JointType['facade'] {
    const facade = class extends base {};
    const views = new WeakMap<Joint, Map<number, VecView>>();
    for (const { name: key, at, usual, least } of places) {
      Object.defineProperty(facade.prototype, key, {
        get(this: Joint) {
          if (typeof usual === 'number') return this.read(at);
          const mine = views.get(this) ?? new Map<number, VecView>();
          views.set(this, mine);
          const view = mine.get(at) ?? viewOf(this, key, at);
          mine.set(at, view);
          return view;
        },
        set(this: Joint, given: unknown) {
          const numbers = check(this, key, usual, least, given);
          numbers.forEach((number, i) => this.writeFrame(at + i, number));
        },
      });
    }
    return facade;
  }
}

function measureOf(unit: RowUnit | 'vector'): Measure {
  return unit === 'vector' ? unit : (lengthsOf(unit).lengths ?? lengthsOf(unit).unit);
}

function viewOf(joint: Joint, key: string, at: number): VecView {
  const write = (x: number, y: number): void => {
    const point = readVec(`${joint.label}.${key}`, [x, y]);
    joint.writeFrame(at, point.x);
    joint.writeFrame(at + 1, point.y);
  };
  return new VecView((axis) => joint.read(at + axis), write);
}

function check(joint: Joint, key: string, usual: Place['usual'], least: number, given: unknown): readonly number[] {
  const path = `${joint.label}.${key}`;
  if (typeof usual !== 'number') {
    const { x, y } = readVec(path, given);
    return [x, y];
  }
  const number = finite(path, given);
  if (number < least) refuse(least === 0 ? 'param-negative' : 'param-invalid', path, `be ${least} or more`, given);
  return [number];
}

function set(joint: Joint, key: string, at: number, usual: Place['usual'], least: number, given: unknown): void {
  check(joint, key, usual, least, given).forEach((number, i) => joint.initialize(at + i, number));
}
