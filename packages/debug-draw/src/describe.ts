import type { JointView } from '@tenon/core/view';
import { wordCoordinate, wordLoad, wordStates } from './wording';

/** One line of plain text on a joint, for screen readers and tests: name, type, values, states, load. */
export function describeJoint(view: JointView, lengthName = ''): string {
  const values: string[] = [];
  for (let i = 0; i < view.coordinateCount; i++) values.push(wordCoordinate(view.coordinates[i], lengthName));
  const facts = [...values, ...wordStates(view), wordLoad(view)].filter((fact) => fact !== '');
  return facts.length > 0 ? `${view.name} (${view.type}): ${facts.join(', ')}` : `${view.name} (${view.type})`;
}
