import { Body } from '../body/body';
import { ANGLE, BODY } from '../body/body-store';
import { finite, knownKeys } from '../check';
import type { ScalarKind } from '../coordinates/coordinate';
import { VALUE } from '../coordinates/scalar';
import { angleSum, JACOBIAN, lengthSum, SUM_COLUMN, turnsAt } from '../coordinates/sum';
import { refuse } from '../error';
import type { DefinedJoint, JointOf } from '../joint/define-joint';
import { fixed } from '../joint/describe';
import { defineLinkage, distinct } from '../joint/define-linkage';
import type { Joint } from '../joint/joint';
import type { JointBatch } from '../joint/joint-batch';
import type { JointType } from '../joint/joint-type';
import { measureMean } from '../joint/measure';
import { COLUMN_B, FRAME_SIZE } from '../joint/record';
import { ScalarCoordinate } from '../joint/scalar-coordinate';
import { placeOfBody } from '../view/place-coordinate';
import type { World } from '../world';

/** A coordinate of another joint, or the angle of a body, and how much of it is in the sum. */
export interface GearTerm {
  readonly of: ScalarCoordinate | Body;
  readonly weight: number;
}

/** What the handle of a gear has beside its coordinate. */
export interface Geared {
  /** Coordinates, bodies and their weights. */
  readonly terms: readonly GearTerm[];
}

/** Options of a gear beside those of every joint: terms, or two bodies with ratio and phase. */
export interface GearOptions {
  terms: readonly GearTerm[];
  /** What the sum is at creation; default 0. */
  value: number;
  /** Of two bodies: ratio·θB − θA = phase. Default 1. */
  ratio: number;
  /** rad; default: as it is at creation. */
  phase: number;
}

/** A term as it is measured: of a joint, or of a body alone; `columns` say where its bodies sit in the sum. */
interface Source {
  readonly term: GearTerm;
  readonly joint: Joint | null;
  readonly columns: readonly number[];
}

/** Own number of a record: what is subtracted from the weighted sum. */
const OFFSET = FRAME_SIZE;

const sources = new WeakMap<Joint, readonly Source[]>();
const given = new WeakMap<Joint, readonly GearTerm[]>();
const scratch = new Float64Array(64);
/** Bodies and impulse of a source, on their way to its stiffness. */
const tied = new Int32Array(64);
const impulse = new Float64Array(1);

/**
 * A weighted sum of coordinates of other joints and of body angles, held at 0: gears, rack and pinion, differential.
 *
 *   sum  q = Σ wᵢqᵢ − offset = 0   (rad; of lengths alone, m)
 *
 * Where a source is disabled the gear rests; where one is removed it leaves with reason `source-removed`.
 */
export const GearJoint: DefinedJoint<
  'gear',
  { sum: typeof angleSum },
  Record<never, never>,
  GearOptions,
  Geared
> = /* @__PURE__ */ defineGear(angleSum, (options) => (measuresLengths(options) ? GearOfLengths : GearJoint));

/** The same where every term is a length: its forces are N. */
const GearOfLengths: JointType = /* @__PURE__ */ defineGear(lengthSum);

export type GearJoint = JointOf<typeof GearJoint>;

function defineGear<K extends ScalarKind>(
  kind: K,
  variant?: (options: Record<string, unknown>) => JointType,
): DefinedJoint<'gear', { sum: K }, Record<never, never>, GearOptions, Geared> {
  return defineLinkage<'gear', 'sum', K, Record<never, never>, GearOptions, Geared>({
    name: 'gear',
    coordinate: 'sum',
    kind,
    locked: true,
    bodyKeys: ['bodyA', 'bodyB'],
    anchorKeys: [],
    flat: ['terms', 'value', 'ratio', 'phase'],
    ...(variant === undefined ? {} : { variant }),
    own: 1,
    columnsOf: distinct,

    checkBodies(label, slots) {
      if (slots.every((body) => body === null))
        refuse('same-body', `${label}.terms`, 'name at least one body beside the world', null);
    },

    readBodies(world, options) {
      return bodiesOf(readTerms(world, options));
    },

    facade: (base) =>
      class extends base {
        /** Coordinates, bodies and their weights. */
        get terms(): readonly GearTerm[] {
          return given.get(this) ?? [];
        }

        override get sources(): readonly Joint[] {
          return (sources.get(this) ?? []).flatMap(({ joint }) => joint ?? []);
        }
      },

    place(joint, options) {
      const terms = readTerms(joint.requireWorld(), options);
      const slots = distinct(joint.bodies.map((body) => body?.slot ?? 0));
      given.set(joint, terms);
      sources.set(
        joint,
        terms.map((term) => {
          const of = term.of instanceof Body ? [term.of] : term.of.joint.bodies;
          const distinctSlots = distinct(of.map((body) => body?.slot ?? 0));
          return {
            term,
            joint: term.of instanceof Body ? null : term.of.joint,
            columns: distinctSlots.map((slot) => slots.indexOf(slot)),
          };
        }),
      );
      joint.measure();
      const [sum] = joint.coordinates;
      joint.initialize(OFFSET, offsetOf(options, sum.row(VALUE)));
    },

    parts: (joint, poses) =>
      (sources.get(joint) ?? []).map(({ term, joint: owner }) => {
        const { of, weight } = term;
        if (of instanceof Body)
          return {
            kind: 'angle',
            weight,
            value: poses[of.slot * BODY + ANGLE],
            fixedEnd: 'a',
            source: null,
            place: placeOfBody(of.slot, poses),
          };
        const { kind } = of.spec.kind;
        owner?.measure();
        return {
          kind: kind === 'length' || kind === 'angle' ? kind : 'axis',
          weight,
          value: of.row(VALUE),
          fixedEnd: 'a',
          source: of,
          place: {},
        };
      }),

    describe(joint) {
      const terms = given.get(joint) ?? [];
      const raw = terms.reduce((sum, { of, weight }) => sum + weight * (of instanceof Body ? of.angle : of.value), 0);
      return { terms, value: fixed(raw - joint.read(OFFSET), (value) => raw - (raw - value)) };
    },

    measure(batch, j, r, o, q) {
      const { rows: d, bodies, columns } = batch;
      const joint = batch.handles[j];
      d.fill(0, o + JACOBIAN, o + JACOBIAN + SUM_COLUMN * columns);
      d[o + VALUE] = 0;
      d[r + COLUMN_B] = columns - 1;
      const list = sourcesOf(joint);
      for (let i = 0; i < list.length; i++) {
        const source = list[i];
        if (source.joint === null) addBody(d, o, q, bodies, j * columns, columns, source);
        else {
          const { batch: from, slot } = source.joint.record();
          from.measure(slot, q);
          addCoordinate(d, o, columns, from, slot, source);
        }
      }
      // Last, so that a gear saved by its value is measured to the same bit again.
      d[o + VALUE] -= d[r + OFFSET];
    },

    measureMean(batch, j, _r, o, start, end, mean) {
      const { rows: d, bodies, columns } = batch;
      d.fill(0, o + JACOBIAN, o + JACOBIAN + SUM_COLUMN * columns);
      const list = sourcesOf(batch.handles[j]);
      for (let i = 0; i < list.length; i++) {
        const source = list[i];
        if (source.joint === null) addBody(d, o, mean, bodies, j * columns, columns, source);
        else {
          const { batch: from, slot } = source.joint.record();
          measureMean(from, slot, start, end, mean);
          addCoordinate(d, o, columns, from, slot, source);
        }
      }
    },

    stiffen(batch, j, _spec, q, impulses, at, bodies, out) {
      const list = sourcesOf(batch.handles[j]);
      for (let i = 0; i < list.length; i++) {
        const { joint: owner, term, columns } = list[i];
        if (owner === null) continue;
        const { batch: from, slot } = owner.record();
        const { spec } = term.of as ScalarCoordinate;
        for (let k = 0; k < columns.length; k++) tied[k] = bodies[columns[k]];
        impulse[0] = term.weight * impulses[at];
        from.measure(slot, q);
        if (from.type.stiffen !== undefined) from.type.stiffen(from, slot, spec, q, impulse, 0, tied, out);
        else if (spec.kind.stiffen !== null) {
          const r = slot * from.stride;
          spec.kind.stiffen(from.rows, r, r + spec.at, impulse, 0, out, 3 * tied[0], 3 * tied[columns.length - 1]);
        }
      }
    },
  });
}

const NONE: readonly Source[] = [];

function sourcesOf(joint: Joint | null): readonly Source[] {
  return joint === null ? NONE : (sources.get(joint) ?? NONE);
}

function addBody(
  d: Float64Array,
  o: number,
  q: Float64Array,
  bodies: Int32Array,
  first: number,
  width: number,
  { term, columns }: Source,
): void {
  const c = columns[0];
  d[o + VALUE] += term.weight * q[bodies[first + c] + ANGLE];
  d[o + JACOBIAN + 3 * c + 2] += term.weight;
  d[o + turnsAt(width) + c] += term.weight;
}

/** Adds weight × the row of a source as last measured, merged per body. */
function addCoordinate(
  d: Float64Array,
  o: number,
  width: number,
  { rows, stride, columns: count }: JointBatch,
  slot: number,
  { term, columns }: Source,
): void {
  const { spec } = term.of as ScalarCoordinate;
  const r = slot * stride;
  spec.kind.jacobian(rows, r, r + spec.at, count, 0, scratch, 0);
  d[o + VALUE] += term.weight * rows[r + spec.at + VALUE];
  for (let i = 0; i < columns.length; i++) {
    const c = columns[i];
    for (let k = 0; k < 3; k++) d[o + JACOBIAN + 3 * c + k] += term.weight * scratch[3 * i + k];
    if (spec.kind.kind === 'angle') d[o + turnsAt(width) + c] += term.weight * scratch[3 * i + 2];
  }
}

/** Terms as given, or the two of a gear of two bodies. */
function readTerms(world: World, options: Record<string, unknown>): readonly GearTerm[] {
  const { terms, bodyA, bodyB, ratio } = options;
  for (const key of ['bodyA', 'bodyB', 'terms']) {
    if (key in options && options[key] === undefined)
      refuse('option-missing', `GearJoint.${key}`, 'be given, or be left out', undefined);
  }
  if (options['value'] !== undefined && options['phase'] !== undefined)
    refuse('option-conflict', 'GearJoint.value', 'be left out beside phase', options['value']);
  if (terms === undefined) {
    const weight = finite('GearJoint.ratio', ratio === undefined ? 1 : ratio);
    if (bodyA === bodyB)
      refuse('same-body', 'GearJoint.bodyB', 'differ from bodyA', bodyB instanceof Body ? bodyB.id : null);
    const list: GearTerm[] = [];
    if (bodyA !== undefined && bodyA !== null) list.push({ of: world.ownBody('GearJoint.bodyA', bodyA), weight: -1 });
    if (bodyB !== undefined && bodyB !== null) list.push({ of: world.ownBody('GearJoint.bodyB', bodyB), weight });
    return list;
  }
  for (const key of ['bodyA', 'bodyB', 'ratio', 'phase']) {
    if (options[key] !== undefined)
      refuse('option-conflict', `GearJoint.${key}`, 'be left out beside terms', options[key]);
  }
  if (!Array.isArray(terms) || terms.length === 0)
    refuse('param-invalid', 'GearJoint.terms', 'be a list of { of, weight }', terms);
  return terms.map((term: unknown, i) => readTerm(world, `GearJoint.terms[${i}]`, term));
}

function readTerm(world: World, path: string, value: unknown): GearTerm {
  const { of, weight } = knownKeys(path, value, ['of', 'weight']);
  const share = finite(`${path}.weight`, weight);
  if (of instanceof Body) return { of: world.ownBody(`${path}.of`, of), weight: share };
  if (!(of instanceof ScalarCoordinate))
    refuse('source-invalid', `${path}.of`, 'be a coordinate of a joint with one value (hinge.angle), or a body', of);
  if (of.joint.world === null) refuse('joint-removed', `${path}.of`, 'belong to a joint that was not removed', of.path);
  if (of.joint.world !== world) refuse('other-world', `${path}.of`, 'belong to a joint of this world', of.path);
  const kind = of.spec.kind.kind;
  if (kind === 'sum' && of.spec.name === 'sum')
    refuse('source-invalid', `${path}.of`, 'not be the sum of another gear', of.path);
  if (of.joint.type === 'pose') refuse('source-invalid', `${path}.of`, 'not be a coordinate of a pose', of.path);
  return { of, weight: share };
}

function bodiesOf(terms: readonly GearTerm[]): readonly (Body | null)[] {
  return [...new Set(terms.flatMap(({ of }) => (of instanceof Body ? [of] : of.joint.bodies)))];
}

/** What is subtracted so that the sum is as asked: `raw` is what it is now without an offset. */
function offsetOf(options: Record<string, unknown>, raw: number): number {
  if (options['phase'] !== undefined) return finite('GearJoint.phase', options['phase']);
  return raw - finite('GearJoint.value', options['value'] === undefined ? 0 : options['value']);
}

function measuresLengths({ terms }: Record<string, unknown>): boolean {
  return (
    Array.isArray(terms) &&
    terms.length > 0 &&
    terms.every((term: { of?: unknown } | null) => term?.of instanceof ScalarCoordinate && term.of.unit === 'length')
  );
}
