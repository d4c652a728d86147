import { expect, test } from 'vitest';
import { angle } from '../../src/coordinates/angle';
import { point } from '../../src/coordinates/points/point';

test.each([point, angle])('a $kind that forgets its impulses keeps no sign of them', (kind) => {
  const rows = new Float64Array(kind.size).fill(-1);
  const laws = new Float64Array(kind.lawsSize).fill(-1);
  kind.scaleImpulses(rows, 0, laws, 0, 0);
  // A world that never had them has 0 there, and the hash knows it from −0.
  for (const number of [...rows, ...laws]) expect(Object.is(number, -0)).toBe(false);
});
