import type { Body } from '../body/body';
import { deepFrozen, withoutUndefined } from '../base/check';
import { type CoordinateUnit, isRowUnit, lengthsOf, type RowUnit } from '../coordinates/coordinate';
import { generalRow } from '../coordinates/general';
import { MOTOR_SPEED } from '../coordinates/laws/law-fields';
import { BETA, GAUGE, VALUE } from '../coordinates/scalar';
import { actedAt, JACOBIAN, turnsAt } from '../coordinates/sum-fields';
import { refuse } from '../base/error';
import { COLUMN_B, FRAME_SIZE } from '../state/record';
import type { JointBatch } from '../batches/joint-batch';
import { facadeOf, labelOf, layOut } from '../joint/define-joint';
import { distinct, slotsOf } from '../joint/define-linkage';
import { Joint } from '../joint/joint';
import type { JointType } from '../joint/joint-type';
import { rebind } from '../joint/rebind';
import type { MutableImpulse } from '../math/vec2';
import { failIn, refuseNumber } from './user-code';

/** Most bodies of one constraint, and what its options call them. */
export const MOST_BODIES = 8;
export type SlotName = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H';
export type BodyKey = `body${SlotName}`;
const SLOTS: readonly SlotName[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

/** What a measurement writes, for each slot of a body, whether others have the same body or not. */
export interface Measured {
  /** Of each row. */
  readonly values: Float64Array;
  /** Of each row x, y and angle for each slot. */
  readonly jacobian: Float64Array;
  /** Of each row how much of the last is by the angle of the slot's body alone, beside what its levers move. */
  readonly turns: Float64Array;
  /** Of each row how fast it changes by itself. */
  readonly rates: Float64Array;
}

/** How a joint of m rows over n bodies is described. */
export interface GeneralDefinition extends Partial<
  Pick<
    JointType,
    | 'flat'
    | 'measures'
    | 'unfold'
    | 'describe'
    | 'numbers'
    | 'matches'
    | 'variant'
    | 'passTime'
    | 'checkBodies'
    | 'show'
  >
> {
  /** What `joints.create` calls it, and what errors do; default: its name. */
  readonly name: string;
  readonly label?: string;
  /** How many slots for bodies it has. */
  readonly bodies: number;
  /** Its rows by name, what each is measured in, and whether it is held at 0 from the start. */
  readonly rows: Readonly<Record<string, RowUnit>>;
  readonly locked: boolean;
  /** Whether a row is a rate and has no value. */
  readonly isRate?: (row: number) => boolean;
  /** Numbers of its own in a row record, at `OWN + bodies`. */
  readonly own: number;
  /**
   * Writes what its rows are from the poses `start` to `end`: values half way, and slopes that give the change between both; derivatives where both
   * are the same. What it throws, and what is no number, is told of, and the rows rest. `offsets`: of its bodies in the poses.
   */
  readonly measure: (
    batch: JointBatch,
    j: number,
    start: Float64Array,
    end: Float64Array,
    offsets: Int32Array,
    out: Measured,
  ) => void;
  /** Whether it does so between two poses; else it is asked for its derivatives at the pose half way. */
  readonly measuresMean: boolean;
  /** Class of its handles, made from the one with the properties. */
  readonly facade: (base: JointType['facade']) => JointType['facade'];
  /** Reads its own options into the record. Its bodies are seated. */
  readonly place: JointType['place'];
}

/** How its rows bend; where each of its bodies has its column; and behind those its own numbers. */
const BEND = FRAME_SIZE;
const COLUMNS = FRAME_SIZE + 1;
export const OWN = FRAME_SIZE + 1;

/** A joint type whose rows somebody's code measures: one kind of row, `general`, whatever that code is. */
export function generalType(definition: GeneralDefinition): JointType {
  const { name, label = labelOf(name), bodies: count, rows, locked, measuresMean, isRate, flat = [] } = definition;
  const names = Object.keys(rows);
  for (const key of [...names, ...flat])
    if (key in Joint.prototype) refuse('param-invalid', `${label}.${key}`, 'have a name that no joint has', key);
  const kinds = Object.fromEntries(
    Object.entries(rows).map(([row, measured], i) => {
      const { unit, lengths } = lengthsOf(measured);
      return [row, generalRow(count, unit, isRate?.(i), lengths)];
    }),
  );
  const layout = layOut(kinds, locked ? names : [], {}, OWN + count + definition.own);
  const keys = SLOTS.slice(0, count).map((slot): BodyKey => `body${slot}`);
  const offsets = new Int32Array(count);
  const out: Measured = {
    values: new Float64Array(names.length),
    jacobian: new Float64Array(3 * count * names.length),
    turns: new Float64Array(count * names.length),
    rates: new Float64Array(names.length),
  };

  /** Into the record; bodies in several slots add up. Rows of what failed move nothing. */
  function measure(batch: JointBatch, j: number, start: Float64Array, end: Float64Array): void {
    const { rows: d, bodies, columns, stride } = batch;
    const r = j * stride;
    for (let k = 0; k < names.length; k++) {
      const o = r + layout.coordinates[k].at;
      d[o + VALUE] = d[o + BETA] = 0;
      for (let i = o + JACOBIAN, last = o + actedAt(columns); i < last; i++) d[i] = 0;
    }
    const joint = batch.handles[j];
    const world = joint?.world;
    if (joint === null || world === undefined || world === null) return;
    for (let i = 0; i < count; i++) offsets[i] = bodies[j * columns + d[r + COLUMNS + i]];
    out.values.fill(0);
    out.jacobian.fill(0);
    out.turns.fill(0);
    out.rates.fill(0);
    try {
      world.setMeasuring(true);
      definition.measure(batch, j, start, end, offsets, out);
      requireNumbers(joint);
    } catch (error) {
      world.setMeasuring(false);
      failIn(joint, error);
      return;
    }
    world.setMeasuring(false);
    for (let k = 0; k < names.length; k++) write(batch, r, k);
  }

  function write({ rows: d, columns }: JointBatch, r: number, k: number): void {
    const { values, jacobian, turns, rates } = out;
    const o = r + layout.coordinates[k].at;
    const gauge = d[o + GAUGE];
    d[o + VALUE] = gauge * values[k];
    d[o + BETA] = gauge * rates[k];
    for (let i = 0; i < count; i++) {
      const c = d[r + COLUMNS + i];
      const from = 3 * (k * count + i);
      for (let a = 0; a < 3; a++) d[o + JACOBIAN + 3 * c + a] += gauge * jacobian[from + a];
      d[o + turnsAt(columns) + c] += gauge * turns[k * count + i];
    }
  }

  function requireNumbers(joint: Joint): void {
    const { values, jacobian, rates } = out;
    for (let k = 0; k < names.length; k++) {
      if (!Number.isFinite(values[k])) refuseNumber(joint, names[k], -1, values[k]);
      if (!Number.isFinite(rates[k])) refuseNumber(joint, names[k], -1, rates[k]);
      for (let i = 0; i < 3 * count; i++) {
        const number = jacobian[3 * k * count + i];
        if (!Number.isFinite(number)) refuseNumber(joint, names[k], i, number);
      }
    }
  }

  /** Which column each of its bodies has: one for those that are the same. */
  function seat(joint: Joint): void {
    const slots = slotsOf(joint.bodies);
    const columns = distinct(slots);
    slots.forEach((slot, i) => joint.initialize(COLUMNS + i, columns.indexOf(slot)));
    joint.initialize(COLUMN_B, columns.indexOf(slots[Math.min(1, count - 1)]));
  }

  function impulseOn(joint: Joint, body: Body | null, impulse: MutableImpulse): MutableImpulse {
    const { batch, slot } = joint.record();
    const { lengthUnit } = joint.requireWorld();
    const c = distinct(slotsOf(joint.bodies)).indexOf(body?.slot ?? 0);
    if (c < 0) refuse('param-invalid', `${label}.impulseOn`, 'be called with one of its bodies', body?.id ?? null);
    impulse.x = impulse.y = impulse.angular = 0;
    for (const { at } of layout.coordinates) {
      const i = slot * batch.stride + at + actedAt(batch.columns) + 3 * c;
      impulse.x += batch.rows[i] / lengthUnit;
      impulse.y += batch.rows[i + 1] / lengthUnit;
      impulse.angular += batch.rows[i + 2] / (lengthUnit * lengthUnit);
    }
    return impulse;
  }

  const { unfold = () => ({}), describe, numbers, matches, variant, passTime, measures, show } = definition;
  return deepFrozen<JointType>({
    name,
    label,
    coordinates: layout.coordinates,
    parameters: layout.parameters,
    frames: [],
    bodyKeys: keys,
    anchorKeys: [],
    flat,
    unfold,
    checkBodies:
      definition.checkBodies ??
      ((path, slots) => {
        if (slots.every((body) => body === null))
          refuse('same-body', `${path}.bodyA`, 'be a body unless another one is: left out, all are the world', null);
      }),
    columnsOf: distinct,
    facade: facadeOf(label, (base) => definition.facade(withBodies(base, keys)), layout, []),
    seat,
    place(joint, options) {
      seat(joint);
      for (const { at } of layout.coordinates) joint.initialize(at + GAUGE, 1);
      definition.place(joint, options);
      joint.follow();
      for (const { at, kind } of layout.coordinates) joint.initialize(at + GAUGE, gaugeOf(joint, at, kind.unit));
    },
    strideFor: () => layout.stride,
    measure: (batch, j, q) => measure(batch, j, q, q),
    ...(measuresMean ? { measureMean: (batch, j, start, end) => measure(batch, j, start, end) } : {}),
    bendAt: BEND,
    isHinge: false,
    findsArcByMeasuring: true,
    impulseOn,
    ...withoutUndefined({ describe, numbers, matches, variant, passTime, measures, show }),
  });
}

/** Checks what something is measured in. */
export function readUnit(path: string, unit: unknown): RowUnit {
  if (isRowUnit(unit)) return unit;
  refuse('param-invalid', path, "be 'length', 'angle', 'number', or a power as 'length^2'", unit);
}

/** What the rows of a constraint are called that gives them no names. */
export function rowName(i: number, count: number): string {
  return count === 1 ? 'value' : `row${i}`;
}

/** Lets a row that is a rate be driven at so much per second; it has been measured. */
export function driveRow(batch: JointBatch, j: number, k: number, speed: number): void {
  const { rows: d, laws, stride, coordinates } = batch;
  const p = batch.lawsAt(j, k);
  // A row without laws has no motor.
  if (p > 0) laws[p + MOTOR_SPEED] = speed * d[j * stride + coordinates[k].at + GAUGE];
}

/** A property for each body beyond the second. */
function withBodies(base: JointType['facade'], keys: readonly BodyKey[]): JointType['facade'] {
  const facade = class extends base {};
  for (let i = 2; i < keys.length; i++) {
    Object.defineProperty(facade.prototype, keys[i], {
      get(this: Joint) {
        return this.bodies[i];
      },
      set(this: Joint, body: Body | null) {
        rebind(this, i, body);
      },
    });
  }
  return facade;
}

/**
 * The power of two that brings the largest slope of a row, as last measured, near 1: a length along x and y, an angle about an arm of one metre. What
 * solvers count as small is the same then, whatever its author multiplied it by.
 */
function gaugeOf(joint: Joint, at: number, unit: CoordinateUnit): number {
  const { batch, slot } = joint.record();
  const { lengthUnit } = joint.requireWorld();
  const from = slot * batch.stride + at + JACOBIAN;
  let size = 0;
  for (let k = 0; k < 3 * batch.columns; k++) {
    const arm = (k % 3 === 2) === (unit === 'angle') ? 1 : unit === 'angle' ? lengthUnit : 1 / lengthUnit;
    size = Math.max(size, Math.abs(batch.rows[from + k]) * arm);
  }
  let gauge = 1;
  if (!(size > LEAST_SLOPE && size < 1 / LEAST_SLOPE)) return gauge;
  while (size * gauge > Math.SQRT2) gauge /= 2;
  while (size * gauge < Math.SQRT1_2) gauge *= 2;
  return gauge;
}

/** A row with slopes below this has next to none where it is made. */
const LEAST_SLOPE = 1e-12;
