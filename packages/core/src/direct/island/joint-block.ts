import { BODY } from '../../state/body-store';
import { ANY_LAW, LOCK } from '../../coordinates/laws/law-fields';
import type { JointBatch } from '../../batches/joint-batch';
import type { CoordinateSpec } from '../../joint/joint-type';
import type { Packing } from './island-system';
import { hasSumLevers } from '../motion/sums';

/** A joint as its island is laid out for it: its coordinates under laws. */
export interface JointBlock {
  readonly batch: JointBatch;
  readonly slot: number;
  readonly bodies: readonly number[];
  readonly lawful: readonly CoordinateSpec[];
  readonly packing: Packing;
  /** As of `RowBlock`. */
  readonly hasLevers: boolean;
  readonly hasTurns: boolean;
}

/** `index` numbers the bodies of the island by their slots. */
export function blockOf(batch: JointBatch, slot: number, index: ReadonlyMap<number, number>): JointBlock {
  const bodies: number[] = [];
  for (let c = 0; c < batch.columns; c++) bodies.push(index.get(batch.bodies[slot * batch.columns + c] / BODY) ?? 0);
  const lawful = lawfulOf(batch, slot);
  return {
    batch,
    slot,
    bodies,
    lawful,
    packing: packingOf(batch, slot, lawful),
    hasLevers: lawful.some((spec) => !turnsAlone(batch, slot, spec)),
    hasTurns: lawful.some((spec) => turnsAlone(batch, slot, spec)),
  };
}

/** The coordinates of a joint under some law. */
export function lawfulOf(batch: JointBatch, slot: number): readonly CoordinateSpec[] {
  const { coordinates, rows, stride } = batch;
  return coordinates.filter(({ kind, at }) => (rows[slot * stride + at + kind.flagsAt] & ANY_LAW) !== 0);
}

/** Rows of these coordinates. */
export function rowsOf(lawful: readonly CoordinateSpec[]): number {
  let rows = 0;
  for (const { kind } of lawful) rows += kind.rowCount;
  return rows;
}

/** True where a row moves its bodies by nothing but their angles, at every pose: angles, and sums of them. */
function turnsAlone({ rows, columns, stride }: JointBatch, slot: number, { kind, at }: CoordinateSpec): boolean {
  if (kind.kind === 'angle') return true;
  return kind.ofMany === true && !hasSumLevers(rows, columns, slot * stride + at);
}

/** Which loops see to a joint with laws on these coordinates. */
export function packingOf(
  { columns, rows, stride }: JointBatch,
  slot: number,
  lawful: readonly CoordinateSpec[],
): Packing {
  let points = 0;
  let axes = 0;
  let angles = 0;
  for (const { kind, at } of lawful) {
    if (kind.kind === 'point' && rows[slot * stride + at + kind.flagsAt] === LOCK) points++;
    else if (kind.kind === 'axis' && kind.turnsWithA === true) axes++;
    else if (kind.kind === 'angle') angles++;
    else return 'other';
  }
  if (columns !== 2 || angles > 1) return 'other';
  if (axes === 0) return points <= 1 ? 'hinge' : 'other';
  return points === 0 ? 'slider' : 'other';
}

/** Where the point and the angle of a hinge are in its block, −1 for none. */
export function packedRows(lawful: readonly CoordinateSpec[]): { point: number; turn: number } {
  const at = { point: -1, turn: -1 };
  let row = 0;
  for (const { kind } of lawful) {
    at[kind.kind === 'point' ? 'point' : 'turn'] = row;
    row += kind.rowCount;
  }
  return at;
}
