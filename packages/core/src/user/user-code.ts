import { TenonError } from '../base/error';
import type { Joint } from '../joint/joint';

/**
 * What to do about an error of what somebody wrote for this joint: outside a step it is thrown, inside one it waits until that is over, once
 * for each joint, and the rows rest meanwhile.
 */
export function failIn(joint: Joint, error: unknown): void {
  const failure =
    error instanceof TenonError
      ? error
      : new TenonError('constraint-failed', `${nameOf(joint)} failed: ${String(error)}`, joint.label, error);
  joint.requireWorld().failIn(joint, failure);
}

/** Refuses a number of a row that is none, naming the row and, of a gradient, the body: `column` is −1 for a value. */
export function refuseNumber(joint: Joint, row: string, column: number, value: number): never {
  const of = column < 0 ? 'value' : `slope by ${['x', 'y', 'the angle'][column % 3]} of ${bodyOf(joint, column)}`;
  throw new TenonError(
    'constraint-not-finite',
    `${nameOf(joint)} measured ${value} as ${of} of its row ${row}: it must be finite`,
    `${joint.label}.${row}`,
    value,
  );
}

function bodyOf(joint: Joint, column: number): string {
  return joint.definition.bodyKeys[Math.floor(column / 3)];
}

function nameOf(joint: Joint): string {
  return `${joint.label} '${joint.id}'`;
}
