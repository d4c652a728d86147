import type { Joint } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { gainsOf, type Law, undriven } from './undriven';

const kinds: readonly (readonly [laws: readonly Law[], seeds: readonly number[]])[] = [
  // Stops that end all motion, and what trembles at them: there is nothing to take from what Newton makes.
  [['limits'], [166, 565]],
  [['limits', 'restitution'], [288]],
  [['springs'], [49, 180]],
  // What a stop does beside a spring that presses on it, and motions that friction holds in part.
  [
    ['limits', 'springs', 'restitution'],
    [39, 124, 144],
  ],
  [['friction'], [71, 314]],
  [
    ['limits', 'friction'],
    [171, 180],
  ],
  [['limits', 'ratchets'], [766]],
  [
    ['limits', 'ratchets', 'friction', 'springs', 'restitution'],
    [270, 327, 347],
  ],
  // Effective masses that change while a soft stop is pressed.
  [['soft stops'], [558, 315, 390]],
  [
    ['soft stops', 'capped stops'],
    [435, 393],
  ],
  // From beyond one soft stop to beyond the other in one step.
  [['soft stops'], [374, 794]],
  [['soft stops', 'capped stops'], [419]],
  [
    ['limits', 'springs', 'breaking'],
    [245, 265],
  ],
  // What stands beyond its stops by less than the tolerance when it comes to rest.
  [
    ['limits', 'loops'],
    [574, 395, 513, 445],
  ],
  // Joints that a stop with a cap draws along on its way back.
  [['capped stops'], [408, 111]],
  [
    ['limits', 'capped stops'],
    [556, 201],
  ],
  // What starts from rest after a last resort, what yields, teeth that are passed, and what is left at stops where motions turn round.
  [['limits'], [398]],
  [
    ['limits', 'restitution'],
    [237, 355],
  ],
  [
    ['limits', 'loops'],
    [181, 73, 459],
  ],
  [['springs'], [301]],
  [
    ['limits', 'friction'],
    [361, 239],
  ],
  [
    ['limits', 'ratchets'],
    [179, 743],
  ],
  [
    ['limits', 'ratchets', 'friction', 'springs', 'restitution'],
    [237, 546, 444, 73],
  ],
  [['limits', 'springs', 'breaking'], [792]],
  // Gaps that a last resort, or a set that changed often, has left by more than a millimetre.
  [
    ['limits', 'ratchets', 'friction', 'springs', 'restitution'],
    [870, 907, 942, 1543, 1549, 894],
  ],
  [['friction'], [834]],
  // Corners of paths beside springs, friction and teeth.
  [['springs'], [1340, 1082, 1467]],
  [
    ['limits', 'springs', 'restitution'],
    [359, 876],
  ],
  [['friction'], [1279]],
  [['limits', 'ratchets'], [1047]],
  [['soft stops'], [1467]],
  // What leaves the tip of a smooth path is beside it at the end of the step.
  [['springs'], [942]],
  [['limits', 'springs', 'restitution'], [1082]],
  // What comes to rest on a stop with rows that say the same twice.
  [['limits', 'ratchets', 'friction', 'springs', 'restitution'], [1348]],
  // What next to stands against a stiff spring.
  [['limits', 'ratchets', 'friction', 'springs', 'restitution'], [592]],
  // A tooth before a bound.
  [['limits', 'ratchets', 'friction', 'springs', 'restitution'], [1455]],
  // What stands still on its curves after trials that led elsewhere on them.
  [['limits', 'restitution', 'loops'], [835]],
  // Locks that are pushed past their caps: what they push with times the way back is stored.
  [['capped locks'], [261, 155, 498, 614]],
  [
    ['limits', 'capped locks'],
    [352, 503, 532, 191],
  ],
  // Those that were pushed past their caps, and are drawn back between stops or pushed on.
  [
    ['limits', 'capped locks'],
    [89, 98, 196, 246, 276, 331, 357],
  ],
  [
    ['springs', 'capped locks'],
    [84, 99, 100, 150, 283, 304, 67],
  ],
  // Those that stops would throw to where even all of their motion does not take them.
  [
    ['restitution', 'capped locks'],
    [40, 121, 127],
  ],
  [
    ['limits', 'loops', 'capped locks'],
    [83, 201, 229, 250, 307, 314, 365, 386],
  ],
  [
    ['limits', 'capped stops', 'capped locks', 'loops'],
    [166, 229, 303],
  ],
];

/** How far apart locks without caps are, and what is beyond stops, at most. */
function openOf({ coordinates, maxForce, maxTorque }: Joint): number {
  let most = 0;
  for (const c of coordinates) {
    const cap = c.unit === 'angle' ? maxTorque : maxForce;
    if (c.lock !== null) {
      if (cap === Infinity) most = Math.max(most, Math.abs(c.error));
    } else if ('limits' in c && c.limits !== null)
      most = Math.max(most, c.value - c.limits.upper, c.limits.lower - c.value);
  }
  return most;
}

describe('a mechanism on ground that nothing drives gains no energy in a frame', () => {
  test.each(kinds.flatMap(([laws, seeds]) => seeds.map((seed) => [laws.join(', '), seed, laws] as const)))(
    'with %s (%i)',
    (_, seed, laws) => {
      const { gain, most } = gainsOf(undriven(seed, laws).world);
      expect(gain / most).toBeLessThan(1e-6);
    },
  );
});

test.each([44, 862, 1370, 1407])(
  'what a gear holds still against a stiff law gains no more than rounding (%i)',
  (seed) => {
    const { gain, most } = gainsOf(undriven(seed, ['limits', 'ratchets', 'friction', 'springs', 'restitution']).world);
    expect(most).toBeLessThan(1e-10);
    expect(gain).toBeLessThan(1e-9);
  },
);

test.each([89, 98, 196, 222, 276])(
  'what locks with caps draw back, once they hold again, opens no joint and passes no stop (%i)',
  (seed) => {
    const { world, joints } = undriven(seed, ['limits', 'capped locks']);
    for (let frame = 0; frame < 123; frame++) {
      world.step(1 / 60);
      for (const joint of joints) expect(openOf(joint)).toBeLessThan(1e-3);
    }
  },
);

test('what Newton swings about within a step is found half way, and does not stand still for ever', () => {
  const { lastResorts, iterations } = gainsOf(undriven(1279, ['soft stops']).world);
  expect(lastResorts).toBeLessThan(8);
  expect(iterations).toBeLessThan(1000);
});

test.each([
  [25, ['limits', 'capped locks']],
  [314, ['capped locks']],
  [150, ['limits', 'capped stops']],
  [150, ['soft stops', 'capped stops']],
  [25, ['limits', 'friction', 'capped stops']],
] as const)(
  'what gives up in all the pieces of a frame takes no more than 64 factorisations (%i, %j)',
  (seed, laws) => {
    const { world } = undriven(seed, laws);
    let most = 0;
    for (let i = 0; i < 123; i++) {
      world.step(1 / 60);
      for (const { factorisations } of world.stats.islands) most = Math.max(most, factorisations);
    }
    expect(most).toBeGreaterThan(58);
    expect(most).toBeLessThanOrEqual(64);
  },
);
