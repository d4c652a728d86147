import { Body } from '../body/body';
import { ANGLE, BODY } from '../state/body-store';
import { finite, frozen } from '../base/check';
import type { ScalarKind } from '../coordinates/coordinate';
import { VALUE } from '../coordinates/scalar';
import { angleSum, lengthSum } from '../coordinates/sum';
import { JACOBIAN, MEASURED_COLUMN, turnsAt } from '../coordinates/sum-fields';
import { refuse } from '../base/error';
import type { DefinedJoint, JointOf } from '../joint/define-joint';
import { fixed } from '../joint/describe';
import { defineLinkage, distinct, slotsOf } from '../joint/define-linkage';
import type { Joint } from '../joint/joint';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateSpec, JointType, SumPart } from '../joint/joint-type';
import { measureMean } from '../batches/measure';
import { COLUMN_B, FRAME_SIZE } from '../state/record';
import { ScalarCoordinate } from '../joint/scalar-coordinate';
import { readOnly } from '../base/read-only';
import { placeOfBody } from '../view/place-coordinate';
import { bodiesOf, type GearTerm, measuresLengths, readTerms } from './gear-terms';

/** What a gear measures. */
export interface GearCoordinates {
  /** Sum of its terms less what it was at creation, rad, of lengths alone world units; held from the start. */
  readonly sum: ScalarKind;
}

/** What the handle of a gear has beside its coordinate. */
export interface Geared {
  /**
   * Coordinates, bodies and their weights, live; of two bodies A with weight −1 and B with the ratio, without the world. A changed
   * weight wakes, and the teeth mesh anew where they are: the sum keeps its value. The list is frozen.
   */
  readonly terms: readonly GearTerm[];
}

/** Options of a gear beside those of every joint: terms, or two bodies with ratio and phase. Throws `option-conflict` for some of both. */
export interface GearOptions {
  /** Coordinates of other joints and bodies, which stand for their angles, with their weights. */
  readonly terms?: readonly GearTerm[];
  /** What the sum is at creation, rad, of lengths alone world units; default 0. */
  readonly value?: number;
  /** Of two bodies: ratio·θB − θA = phase. Default 1. */
  readonly ratio?: number;
  /** Of two bodies, rad; default: as it is at creation. */
  readonly phase?: number;
}

/** A term as it is measured: of a joint, of a body alone, or of the world; `columns` say where its bodies sit in the sum. */
interface Source {
  readonly of: ScalarCoordinate | Body | null;
  readonly joint: Joint | null;
  readonly columns: readonly number[];
}

/** What a gear keeps beside its record. */
interface Gear {
  readonly sources: readonly Source[];
  /** Whose coordinates they are. */
  readonly joints: readonly Joint[];
  /** One per source. */
  readonly weights: Float64Array;
  /** Those of its sources that are not the world. */
  readonly terms: readonly GearTerm[];
  /** Given as two bodies. */
  readonly isPair: boolean;
}

/** Own number of a record: what is subtracted from the weighted sum. */
const OFFSET = FRAME_SIZE;

const gears = new WeakMap<Joint, Gear>();
const BARE: Gear = { sources: [], joints: [], weights: new Float64Array(0), terms: [], isPair: false };
const scratch = new Float64Array(64);
/** Bodies and impulse of a source, on their way to its stiffness. */
const tied = new Int32Array(64);
const impulse = new Float64Array(1);

/**
 * A weighted sum of coordinates of other joints and of body angles, held at 0: gears, rack and pinion, differential.
 *
 *   sum  q = Σ wᵢqᵢ − offset = 0   (rad; of lengths alone, m)
 *
 * A is what its first term measures, B what its last does; where that is one body, A is what it is measured against.
 * Where a source is disabled the gear rests; where one is removed it leaves with reason `source-removed`.
 */
export const GearJoint: DefinedJoint<'gear', GearCoordinates, never, object, GearOptions, Geared> =
  /* @__PURE__ */ defineGear(angleSum, (options) => (measuresLengths(options) ? GearOfLengths : GearJoint));

/** The same where every term is a length: its forces are N. */
const GearOfLengths: JointType = /* @__PURE__ */ defineGear(lengthSum);

export interface GearJoint extends JointOf<typeof GearJoint> {}

function defineGear(
  kind: ScalarKind,
  variant?: (options: Record<string, unknown>) => JointType,
): DefinedJoint<'gear', GearCoordinates, never, object, GearOptions, Geared> {
  return defineLinkage<'gear', GearCoordinates, object, GearOptions, Geared>({
    name: 'gear',
    coordinate: 'sum',
    kind,
    locked: true,
    bodyKeys: ['bodyA', 'bodyB'],
    anchorKeys: [],
    flat: ['terms', 'value', 'ratio', 'phase'],
    ...(variant === undefined ? {} : { variant }),
    homes: { ratio: 'terms[1].weight', phase: null, value: null },
    own: 1,
    columnsOf: distinct,

    checkBodies(label, slots) {
      if (slots.every((body) => body === null))
        refuse('same-body', `${label}.terms`, 'name at least one body beside the world', null);
    },

    readBodies(world, options) {
      return bodiesOf(readTerms(world, options), options);
    },

    facade: (base) =>
      class extends base {
        get terms(): readonly GearTerm[] {
          this.record();
          return gearOf(this).terms;
        }

        override get sources(): readonly Joint[] {
          return gearOf(this).joints;
        }
      },

    place: placeGear,
    parts: partsOf,
    describe: describeGear,
    numbers: (joint) => gearOf(joint).weights,

    matches(joint, { terms: given, ratio }) {
      const { isPair, weights, terms } = gearOf(joint);
      if (given === undefined) return isPair && weights[0] === -1 && weights[1] === (ratio ?? 1);
      const saved = given as readonly (GearTerm | null)[];
      return (
        Array.isArray(given) &&
        saved.length === terms.length &&
        terms.every(({ of, weight }, i) => of === saved[i]?.of && weight === saved[i].weight)
      );
    },

    measure(batch, j, r, o, q) {
      const { rows: d, bodies, columns } = batch;
      d.fill(0, o + JACOBIAN, o + JACOBIAN + MEASURED_COLUMN * columns);
      d[o + VALUE] = 0;
      const { sources, weights } = gearOf(batch.handles[j]);
      for (let i = 0; i < sources.length; i++) {
        const source = sources[i];
        if (source.joint === null) addBody(d, o, q, bodies, j * columns, columns, source, weights, i);
        else {
          const { batch: from, slot } = source.joint.record();
          from.look(slot, q);
          addCoordinate(d, o, columns, from, slot, source, weights, i);
        }
      }
      // Last, so that a gear saved by its value is measured to the same bit again.
      d[o + VALUE] -= d[r + OFFSET];
    },

    measureMean(batch, j, _r, o, start, end, mean) {
      const { rows: d, bodies, columns } = batch;
      d.fill(0, o + JACOBIAN, o + JACOBIAN + MEASURED_COLUMN * columns);
      const { sources, weights } = gearOf(batch.handles[j]);
      for (let i = 0; i < sources.length; i++) {
        const source = sources[i];
        if (source.joint === null) addBody(d, o, mean, bodies, j * columns, columns, source, weights, i);
        else {
          const { batch: from, slot } = source.joint.record();
          measureMean(from, slot, start, end, mean);
          addCoordinate(d, o, columns, from, slot, source, weights, i);
        }
      }
    },

    stiffen: stiffenSources,
  });
}

/** Of a joint that is being made, nothing yet. */
function gearOf(joint: Joint | null): Gear {
  return (joint === null ? undefined : gears.get(joint)) ?? BARE;
}

/** Reads the terms, keeps them beside the record, and sets what the sum is now. */
function placeGear(joint: Joint, options: Record<string, unknown>): void {
  const given = readTerms(joint.requireWorld(), options);
  const slots = distinct(slotsOf(joint.bodies));
  const columnsOf = (bodies: readonly (Body | null)[]) => distinct(slotsOf(bodies)).map((slot) => slots.indexOf(slot));
  const sources = given.map(({ of }) =>
    of instanceof ScalarCoordinate
      ? { of, joint: of.joint, columns: columnsOf(of.joint.bodies) }
      : { of, joint: null, columns: columnsOf([of]) },
  );
  gears.set(joint, {
    sources,
    joints: sources.flatMap(({ joint: source }) => source ?? []),
    weights: Float64Array.from(given, ({ weight }) => weight),
    terms: frozen(sources.flatMap(({ of }, i) => (of === null ? [] : [frozen(new LiveTerm(joint, of, i))]))),
    isPair: options['terms'] === undefined,
  });
  joint.initialize(COLUMN_B, slots.indexOf(joint.bodyB?.slot ?? 0));
  joint.measure();
  const [sum] = joint.coordinates;
  joint.initialize(OFFSET, offsetOf(options, sum.row(VALUE)));
}

/** Two bodies with ratio and phase, or terms with the value they have now. */
function describeGear(joint: Joint): Record<string, unknown> {
  const { terms, weights, isPair } = gearOf(joint);
  if (isPair && weights[0] === -1) {
    const [, ratio] = weights;
    const { bodyA, bodyB } = joint;
    return { bodyA, bodyB, ...(ratio === 1 ? {} : { ratio }), phase: joint.read(OFFSET) };
  }
  const raw = terms.reduce((sum, { of, weight }) => sum + weight * (of instanceof Body ? of.angle : of.seen), 0);
  return {
    terms: terms.map(({ of, weight }) => ({ of, weight })),
    value: fixed(raw - joint.read(OFFSET), (value) => raw - (raw - value)),
  };
}

function partsOf(joint: Joint, poses: Float64Array): readonly SumPart[] {
  return gearOf(joint).terms.map(({ of, weight }) => {
    if (of instanceof Body) {
      const value = poses[of.slot * BODY + ANGLE];
      return { kind: 'angle', weight, value, fixedEnd: 'a', source: null, place: placeOfBody(of.slot, poses) };
    }
    const { kind } = of.spec.kind;
    const shown = kind === 'length' || kind === 'angle' ? kind : 'axis';
    return { kind: shown, weight, value: of.row(VALUE), fixedEnd: 'a', source: of, place: {} };
  });
}

/** A term of a gear that is there: its weight reads and writes the gear's. */
class LiveTerm implements GearTerm {
  readonly #gear: Joint;
  readonly #of: ScalarCoordinate | Body;
  readonly #source: number;

  constructor(gear: Joint, of: ScalarCoordinate | Body, source: number) {
    this.#gear = gear;
    this.#of = of;
    this.#source = source;
    readOnly(LiveTerm.prototype, (term) => term.#path);
  }

  get #path(): string {
    return `GearJoint.terms[${gearOf(this.#gear).terms.indexOf(this)}]`;
  }

  get of(): ScalarCoordinate | Body {
    return this.#of;
  }

  get weight(): number {
    return gearOf(this.#gear).weights[this.#source];
  }

  set weight(value: number) {
    const gear = this.#gear;
    const { weights } = gearOf(gear);
    const weight = finite(`${this.#path}.weight`, value);
    const [sum] = gear.coordinates;
    gear.measure();
    if (weight === this.weight) return;
    const before = sum.row(VALUE);
    weights[this.#source] = weight;
    gear.measure();
    gear.initialize(OFFSET, gear.read(OFFSET) + sum.row(VALUE) - before);
    gear.forgetStiffness();
    gear.wake();
  }
}

function addBody(
  d: Float64Array,
  o: number,
  q: Float64Array,
  bodies: Int32Array,
  first: number,
  width: number,
  { columns }: Source,
  weights: Float64Array,
  i: number,
): void {
  const c = columns[0];
  d[o + VALUE] += weights[i] * q[bodies[first + c] + ANGLE];
  add(d, o + JACOBIAN + 3 * c + 2, weights[i]);
  add(d, o + turnsAt(width) + c, weights[i]);
}

/** Adds weight × the row of a source as last measured, merged per body. */
function addCoordinate(
  d: Float64Array,
  o: number,
  width: number,
  { rows, stride, columns: count }: JointBatch,
  slot: number,
  { of, columns: into }: Source,
  weights: Float64Array,
  i: number,
): void {
  const { spec } = of as ScalarCoordinate;
  const r = slot * stride;
  spec.kind.jacobian(rows, r, r + spec.at, count, 0, scratch, 0);
  d[o + VALUE] += weights[i] * rows[r + spec.at + VALUE];
  for (let b = 0; b < into.length; b++) {
    const c = into[b];
    for (let k = 0; k < 3; k++) add(d, o + JACOBIAN + 3 * c + k, weights[i] * scratch[3 * b + k]);
    if (spec.kind.kind === 'angle') add(d, o + turnsAt(width) + c, weights[i] * scratch[3 * b + 2]);
  }
}

/** What is left of terms that cancel is rounding: a row that moves nobody by that much would push with any force. */
const CANCELLED = 1e-14;

function add(d: Float64Array, i: number, term: number): void {
  const sum = d[i] + term;
  d[i] = Math.abs(sum) > CANCELLED * Math.abs(term) ? sum : 0;
}

/** Each source turns its bodies back with its share of the impulse. */
function stiffenSources(
  batch: JointBatch,
  j: number,
  _spec: CoordinateSpec,
  q: Float64Array,
  impulses: Float64Array,
  at: number,
  bodies: ArrayLike<number>,
  out: Float64Array,
): void {
  const { sources, weights } = gearOf(batch.handles[j]);
  for (let i = 0; i < sources.length; i++) {
    const { joint: owner, of, columns } = sources[i];
    if (owner === null) continue;
    const { batch: from, slot } = owner.record();
    const { spec } = of as ScalarCoordinate;
    for (let k = 0; k < columns.length; k++) tied[k] = bodies[columns[k]];
    impulse[0] = weights[i] * impulses[at];
    from.measure(slot, q);
    if (from.type.stiffen !== undefined) from.type.stiffen(from, slot, spec, q, impulse, 0, tied, out);
    else if (spec.kind.stiffen !== null) {
      const r = slot * from.stride;
      spec.kind.stiffen(from.rows, r, r + spec.at, impulse, 0, out, 3 * tied[0], 3 * tied[columns.length - 1]);
    }
  }
}

/** What is subtracted so that the sum is as asked: `raw` is what it is now without an offset. */
function offsetOf(options: Record<string, unknown>, raw: number): number {
  if (options['phase'] !== undefined) return finite('GearJoint.phase', options['phase']);
  return raw - finite('GearJoint.value', options['value'] === undefined ? 0 : options['value']);
}
