import type { JointView } from '@tenon/core/view';
import { type AngleUnit, wordCoordinate, wordLoad, wordStates } from './wording';

/**
 * One line of plain text on a joint, for screen readers and tests: name, type, values, states, load. `lengthUnit`: the
 * world's; a two-thousandth of it is told as 0. Angles are told in radians unless degrees are asked for.
 */
export function describeJoint(view: JointView, lengthName = '', lengthUnit = 1, angles: AngleUnit = 'radians'): string {
  const units = { lengthName, lengthUnit, angles };
  const values: string[] = [];
  for (let i = 0; i < view.coordinateCount; i++) values.push(wordCoordinate(view.coordinates[i], units));
  const facts = [...values, ...wordStates(view), wordLoad(view)].filter((fact) => fact !== '');
  return facts.length > 0 ? `${view.name} (${view.type}): ${facts.join(', ')}` : `${view.name} (${view.type})`;
}
