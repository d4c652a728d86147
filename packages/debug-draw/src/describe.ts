import type { JointView } from '@tenon/core/view';
import { wordCoordinate, wordLoad, wordStates } from './wording';

/**
 * One line of plain text on a joint, for screen readers and tests: name, type, values, states, load. `lengthUnit`: the
 * world's; a ten-thousandth of it is told as 0.
 */
export function describeJoint(view: JointView, lengthName = '', lengthUnit = 1): string {
  const lengths = { lengthName, lengthUnit };
  const values: string[] = [];
  for (let i = 0; i < view.coordinateCount; i++) values.push(wordCoordinate(view.coordinates[i], lengths));
  const facts = [...values, ...wordStates(view), wordLoad(view)].filter((fact) => fact !== '');
  return facts.length > 0 ? `${view.name} (${view.type}): ${facts.join(', ')}` : `${view.name} (${view.type})`;
}
