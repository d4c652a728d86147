import type { JointBatch } from './joint-batch';

/**
 * The order in which batches are measured and solved. What is solved last has the last word, so sums come last: what ties other joints
 * together is undone by any of them. The others come in the order of how many numbers their types lock: drags, ropes and motors, which lock
 * none, then lines and wheels, then hinges and sliders, then welds; those that lock as many in the order of their names, then the ones with
 * more bodies first. A constraint of one's own between two bodies is no sum: it stands with those that lock as many, a class or a program with
 * those that lock none. None of this depends on when joints were made, nor on what else is in the world.
 */
export function byLastWord(a: JointBatch, b: JointBatch): number {
  return (
    Number(isSum(a)) - Number(isSum(b)) ||
    lockedBy(a) - lockedBy(b) ||
    inOrder(a.type.name, b.type.name) ||
    b.columns - a.columns ||
    inOrder(unitsOf(a), unitsOf(b))
  );
}

function isSum({ coordinates, columns }: JointBatch): boolean {
  return coordinates.some(({ kind }) => kind.ofMany === true && (kind.kind !== 'general' || columns > 2));
}

/** How many numbers joints of its type lock from the start. */
function lockedBy({ coordinates }: JointBatch): number {
  return coordinates.reduce((sum, { locked, kind }) => (locked ? sum + kind.rowCount : sum), 0);
}

/** A gear of lengths has the name of one of angles. */
function unitsOf({ coordinates }: JointBatch): string {
  return coordinates.map(({ kind }) => kind.unit).join();
}

/** By code units, which are the same everywhere. */
function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
