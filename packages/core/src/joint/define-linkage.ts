import type { Body } from '../body/body';
import { actedAt, SUM_COLUMN } from '../coordinates/sum-fields';
import type { ScalarKind } from '../coordinates/coordinate';
import { deepFrozen, withoutUndefined } from '../base/check';
import { refuse } from '../base/error';
import type { MutableImpulse } from '../math/vec2';
import { type DefinedJoint, facadeOf, labelOf, layOut, type Numbers, type Parameters } from './define-joint';
import type { Joint } from './joint';
import type { JointBatch } from '../batches/joint-batch';
import type { Frame, JointType } from './joint-type';
import { FRAME_SIZE } from '../state/record';

type ScalarKinds<C> = { readonly [K in keyof C]: ScalarKind };

/** How a joint of one row over several bodies is described. */
export interface LinkageDefinition<N extends string, C extends ScalarKinds<C>, P extends Numbers<P>, F> extends Pick<
  JointType,
  'seat' | 'variant' | 'readBodies' | 'parts' | 'describe' | 'numbers' | 'matches'
> {
  readonly name: N;
  /** The name of its coordinate, and whether it is held from the start. */
  readonly coordinate: keyof C & string;
  readonly kind: C[keyof C];
  readonly locked: boolean;
  readonly parameters?: Parameters<P>;
  readonly bodyKeys: readonly string[];
  readonly anchorKeys: readonly string[];
  readonly flat?: readonly (keyof F & string)[];
  readonly unfold?: JointType['unfold'];
  /** What options under flat names are called on a joint; `null` for what is of creation alone. */
  readonly homes?: Readonly<Record<string, string | null>>;
  /** Class of its handles, made from the one with the properties. */
  readonly facade?: (base: JointType['facade']) => JointType['facade'];
  /** Numbers of its own in a row record, from FRAME_SIZE on. */
  readonly own: number;
  readonly checkBodies: JointType['checkBodies'];
  readonly columnsOf: JointType['columnsOf'];
  readonly place: JointType['place'];
  /** Writes value and Jacobian of the coordinate at `o`, and the column of B. */
  readonly measure: (batch: JointBatch, j: number, r: number, o: number, q: Float64Array) => void;
  /** The same half way between two poses, with the gradient by which the move from one to the other changes the value. */
  readonly measureMean: (
    batch: JointBatch,
    j: number,
    r: number,
    o: number,
    start: Float64Array,
    end: Float64Array,
    mean: Float64Array,
  ) => void;
  readonly stiffen: NonNullable<JointType['stiffen']>;
}

/** A joint with one scalar coordinate over any number of bodies. `F`: its options, with anchors; `X`: properties of its handles, likewise. */
export function defineLinkage<
  N extends string,
  C extends ScalarKinds<C>,
  P extends Numbers<P> = object,
  F = unknown,
  X = unknown,
>(definition: LinkageDefinition<N, C, P, F>): DefinedJoint<N, C, never, P, F, X> {
  const { coordinate, kind, measure, measureMean } = definition;
  const { seat, variant, readBodies, describe, numbers, matches, parts } = definition;
  const layout = layOut(
    { [coordinate]: kind },
    definition.locked ? [coordinate] : [],
    definition.parameters ?? {},
    FRAME_SIZE + definition.own,
  );
  const { at } = layout.coordinates[0];
  const frames: readonly Frame[] = definition.anchorKeys.length > 0 ? ['anchors'] : [];
  const label = labelOf(definition.name);
  return deepFrozen<DefinedJoint<N, C, never, P, F, X>>({
    name: definition.name,
    label,
    coordinates: layout.coordinates,
    parameters: layout.parameters,
    frames,
    bodyKeys: definition.bodyKeys,
    anchorKeys: definition.anchorKeys,
    checkBodies: definition.checkBodies,
    columnsOf: definition.columnsOf,
    facade: facadeOf(label, definition.facade, layout, frames, definition.homes),
    place: definition.place,
    strideFor: (columns) => layout.stride + SUM_COLUMN * columns,
    flat: definition.flat ?? [],
    unfold: definition.unfold ?? (() => ({})),
    ...withoutUndefined({ seat, variant, readBodies, describe, numbers, matches, parts }),
    measure(batch: JointBatch, j: number, q: Float64Array): void {
      measure(batch, j, j * batch.stride, j * batch.stride + at, q);
    },
    measureMean(batch, j, start, end, mean) {
      measureMean(batch, j, j * batch.stride, j * batch.stride + at, start, end, mean);
    },
    stiffen: definition.stiffen,
    isHinge: false,
    findsArcByMeasuring: true,
    impulseOn: linkageImpulseOn,
  });
}

/** What the row did to the body in the last step. */
function linkageImpulseOn(joint: Joint, body: Body | null, out: MutableImpulse): MutableImpulse {
  const { batch, slot } = joint.record();
  const { lengthUnit: unit } = joint.requireWorld();
  const columns = joint.definition.columnsOf(slotsOf(joint.bodies));
  const c = columns.indexOf(body?.slot ?? 0);
  const [coordinate] = joint.coordinates;
  if (c < 0) refuse('param-invalid', `${joint.label}.impulseOn`, 'be called with one of its bodies', body?.id ?? null);
  const i = slot * batch.stride + coordinate.spec.at + actedAt(batch.columns) + 3 * c;
  out.x = batch.rows[i] / unit;
  out.y = batch.rows[i + 1] / unit;
  out.angular = batch.rows[i + 2] / (unit * unit);
  return out;
}

/** The slot of each body; that of the world, 0, where there is none. */
export function slotsOf(bodies: readonly (Body | null)[]): readonly number[] {
  return bodies.map((body) => body?.slot ?? 0);
}

/** Index of each distinct slot in order of first use. */
export function distinct(slots: readonly number[]): readonly number[] {
  return [...new Set(slots)];
}
