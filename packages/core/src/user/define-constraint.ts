import type { Body } from '../body/body';
import { deepFrozen, finite, isObject } from '../check';
import type { CoordinateUnit, ScalarKind } from '../coordinates/coordinate';
import { generalRow } from '../coordinates/general';
import { VALUE } from '../coordinates/scalar';
import { actedAt, JACOBIAN } from '../coordinates/sum-fields';
import { refuse } from '../error';
import { COLUMN_B, FRAME_SIZE } from '../joint/batch/record';
import type { JointBatch } from '../joint/batch/joint-batch';
import { givenOr, placeParameters } from '../joint/create-joint';
import { type DefinedJoint, facadeOf, labelOf, layOut } from '../joint/define-joint';
import { distinct, linkageRate, slotsOf } from '../joint/define-linkage';
import { describeParameters } from '../joint/describe';
import type { Joint } from '../joint/joint';
import type { JointType } from '../joint/joint-type';
import { rebind } from '../joint/rebind';
import { readVec, type MutableImpulse, type VecLike, VecView } from '../math/vec2';
import { END, ROW, Slope, SlopeBody, SlopePool, START } from './slope';
import { failIn, refuseNumber } from './user-code';

/** Most bodies of one constraint. */
export const MOST_BODIES = 8;
const SLOTS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
type SlotName = (typeof SLOTS)[number];

/** A number or a vector of a constraint beside its bodies: the default that tells which, and what it is measured in. */
export interface ConstraintParameter<T extends number | readonly [x: number, y: number]> {
  /** What it is where it is left out. */
  readonly default: T;
  /** What a number is measured in; default `number`. Vectors are lengths. */
  readonly unit?: CoordinateUnit;
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

type Units<R> = { readonly [K in keyof R]: CoordinateUnit };
type RowKinds<R extends Units<R>> = { readonly [K in keyof R]: ScalarKind<R[K]> };

/** How a constraint of one's own is described. */
export interface ConstraintDefinition<N extends string, R extends Units<R>, P extends Parameters<P>> {
  /** What `joints.create` calls it. */
  readonly name: N;
  /** How many bodies it is of, 1 to 8: `bodyA`, `bodyB` … of its options. One that is left out, or null, is the world itself. */
  readonly bodies: number;
  /** Its rows by name, and what each is measured in. Each is a coordinate with every law, and held at 0 from the start. */
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
type BodyKey = `body${SlotName}`;

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
  readonly unit: CoordinateUnit | 'vector';
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
  const label = labelOf(name);
  const names = Object.keys(rows);
  if (names.length === 0) refuse('param-invalid', `defineConstraint '${name}'.rows`, 'have a row', rows);
  const kinds = Object.fromEntries(
    Object.entries<CoordinateUnit>(rows).map(([row, unit]) => [row, generalRow(count, unit)]),
  );
  let own = FRAME_SIZE + count;
  const places = Object.entries(parameters as Parameters<Record<string, unknown>>).map(
    ([key, { default: usual, least = -Infinity, unit = 'number' }]) => {
      const entry: Place = { name: key, at: own, usual, least, unit: typeof usual === 'number' ? unit : 'vector' };
      own += typeof usual === 'number' ? 1 : 2;
      return entry;
    },
  );
  const layout = layOut(kinds, names, {}, own);
  const keys = SLOTS.slice(0, count).map((slot) => `body${slot}` as const);
  const COLUMNS = FRAME_SIZE;
  const pool = new SlopePool(count);
  const shown = Array.from({ length: count }, () => new SlopeBody(pool));
  const values: Record<string, number | [number, number]> = {};
  for (const { name: key, usual } of places) values[key] = typeof usual === 'number' ? usual : [...usual];

  /** Measures from `start` to `end`; of one pose, where they are the same. */
  function evaluate(batch: JointBatch, j: number, start: Float64Array, end: Float64Array): unknown {
    const { rows: d, bodies, columns, stride } = batch;
    const r = j * stride;
    pool.reset();
    for (let i = 0; i < count; i++) shown[i].read(start, end, bodies[j * columns + d[r + COLUMNS + i]], 3 * i);
    for (let k = 0; k < places.length; k++) {
      const { name: key, at } = places[k];
      const known = values[key];
      if (typeof known === 'number') values[key] = d[r + at];
      else {
        known[0] = d[r + at];
        known[1] = d[r + at + 1];
      }
    }
    return value(shown, values as ParameterValues<P>);
  }

  /** Values, half way, and gradients into the record; bodies in several slots add up. Rows of what failed move nothing. */
  function measure(batch: JointBatch, j: number, start: Float64Array, end: Float64Array): void {
    const { rows: d, columns, stride } = batch;
    const r = j * stride;
    for (let k = 0; k < names.length; k++) {
      const o = r + layout.coordinates[k].at;
      for (let c = -1; c < 3 * columns; c++) d[o + (c < 0 ? VALUE : JACOBIAN + c)] = 0;
    }
    const joint = batch.handles[j];
    if (joint === null) return;
    try {
      const measured = evaluate(batch, j, start, end);
      for (let k = 0; k < names.length; k++) requireNumbers(joint, names[k], rowOf(measured, names[k]));
      for (let k = 0; k < names.length; k++) write(batch, r, layout.coordinates[k].at, rowOf(measured, names[k]));
    } catch (error) {
      failIn(joint, error);
    }
  }

  function write({ rows: d }: JointBatch, r: number, at: number, { data }: Slope): void {
    const o = r + at;
    d[o + VALUE] = (data[START] + data[END]) / 2;
    for (let i = 0; i < count; i++) {
      const g = o + JACOBIAN + 3 * d[r + COLUMNS + i];
      for (let a = 0; a < 3; a++) d[g + a] += data[ROW + 3 * i + a];
    }
  }

  function rowOf(measured: unknown, row: string): Slope {
    const value = measured instanceof Slope ? measured : isObject(measured) ? measured[row] : undefined;
    if (!(value instanceof Slope) || (measured instanceof Slope && names.length > 1))
      refuse(
        'constraint-invalid',
        `${label}.value`,
        `return a Slope for each of its rows, ${names.join(', ')}`,
        measured,
      );
    return value;
  }

  return deepFrozen<DefinedConstraint<N, R, P>>({
    name,
    label,
    coordinates: layout.coordinates,
    parameters: layout.parameters,
    frames: [],
    bodyKeys: keys,
    anchorKeys: [],
    flat: places.map(({ name: key }) => key),
    measures: Object.fromEntries(places.map(({ name: key, unit }) => [key, unit])),
    unfold: () => ({}),
    checkBodies(path, slots) {
      if (slots.every((body) => body === null))
        refuse('same-body', `${path}.bodyA`, 'be a body unless another one is: left out, all are the world', null);
    },
    columnsOf: distinct,
    facade: facadeOf(label, withParameters, layout, []),
    seat,
    place(joint, options) {
      seat(joint);
      placeParameters(joint, options);
      for (const { name: key, at, usual, least } of places)
        set(joint, key, at, usual, least, givenOr(options[key], usual));
      const left = places.filter(({ name: key }) => options[key] === undefined);
      if (place === undefined || left.length === 0) return;
      const { batch, slot } = joint.record();
      const { pose } = joint.requireWorld().store;
      evaluate(batch, slot, pose, pose);
      pool.reset();
      const found: Record<string, unknown> = place(shown, values as ParameterValues<P>);
      for (const { name: key, at, usual, least } of left)
        if (found[key] !== undefined) set(joint, key, at, usual, least, found[key]);
    },
    describe: (joint) => ({
      ...Object.fromEntries(keys.map((key, i) => [key, joint.bodies[i]])),
      ...describeParameters(joint),
      ...Object.fromEntries(
        places.map(({ name: key, at, usual }) => [
          key,
          typeof usual === 'number' ? joint.read(at) : [joint.read(at), joint.read(at + 1)],
        ]),
      ),
    }),
    lawsStride: layout.lawsStride,
    strideFor: () => layout.stride,
    measure: (batch, j, q) => measure(batch, j, q, q),
    measureMean: (batch, j, start, end) => measure(batch, j, start, end),
    rate: linkageRate,
    isHinge: false,
    findsArcByMeasuring: true,
    impulseOn,
  });

  /** A property for each body beyond the second, and for each parameter. */
  function withParameters(base: JointType['facade']): JointType['facade'] {
    const facade = class extends base {};
    for (let i = 2; i < count; i++) {
      Object.defineProperty(facade.prototype, keys[i], {
        get(this: Joint) {
          return this.bodies[i];
        },
        set(this: Joint, body: Body | null) {
          rebind(this, i, body);
        },
      });
    }
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
          const numbers = read(this, key, usual, least, given);
          numbers.forEach((number, i) => this.writeFrame(at + i, number));
        },
      });
    }
    return facade;
  }

  function viewOf(joint: Joint, key: string, at: number): VecView {
    const write = (x: number, y: number): void => {
      const point = readVec(`${label}.${key}`, [x, y]);
      joint.writeFrame(at, point.x);
      joint.writeFrame(at + 1, point.y);
    };
    return new VecView((axis) => joint.read(at + axis), write);
  }

  function read(joint: Joint, key: string, usual: Place['usual'], least: number, given: unknown): readonly number[] {
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
    read(joint, key, usual, least, given).forEach((number, i) => joint.initialize(at + i, number));
  }

  /** Which column each of its bodies has: one for those that are the same. */
  function seat(joint: Joint): void {
    const slots = slotsOf(joint.bodies);
    const columns = distinct(slots);
    slots.forEach((slot, i) => joint.initialize(COLUMNS + i, columns.indexOf(slot)));
    joint.initialize(COLUMN_B, columns.indexOf(slots[Math.min(1, count - 1)]));
  }

  function impulseOn(joint: Joint, body: Body | null, out: MutableImpulse): MutableImpulse {
    const { batch, slot } = joint.record();
    const { lengthUnit } = joint.requireWorld();
    const c = distinct(slotsOf(joint.bodies)).indexOf(body?.slot ?? 0);
    if (c < 0) refuse('param-invalid', `${label}.impulseOn`, 'be called with one of its bodies', body?.id ?? null);
    out.x = out.y = out.angular = 0;
    for (const { at } of layout.coordinates) {
      const i = slot * batch.stride + at + actedAt(batch.columns) + 3 * c;
      out.x += batch.rows[i] / lengthUnit;
      out.y += batch.rows[i + 1] / lengthUnit;
      out.angular += batch.rows[i + 2] / (lengthUnit * lengthUnit);
    }
    return out;
  }
}

function requireNumbers(joint: Joint, row: string, { data }: Slope): void {
  for (let k = 0; k < data.length; k++) if (!Number.isFinite(data[k])) refuseNumber(joint, row, k - ROW, data[k]);
}
