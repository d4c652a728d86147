import { expect, it } from 'vitest';
import { World } from '@tenon/core';

const STEP = 1 / 60;
const PLANKS = 10;
const LENGTH = 0.5;

/** Planks in line between two posts that are that much farther apart than the planks are long. */
function bridge(missing: number) {
  const world = new World({ gravity: [0, -9.81] });
  const end = (PLANKS * LENGTH) / 2;
  const planks = Array.from({ length: PLANKS }, (_, i) =>
    world.addBody({ position: [(i + 0.5) * LENGTH - end, 0], mass: 1, inertia: LENGTH ** 2 / 12 }),
  );
  const left = [-LENGTH / 2, 0] as const;
  const right = [LENGTH / 2, 0] as const;
  const ends = planks.flatMap((plank, i) => (i === 0 ? [] : [{ bodyA: planks[i - 1], bodyB: plank }]));
  const hinges = [
    world.joints.create('pivot', { bodyB: planks[0], localAnchorA: [-end - missing / 2, 0], localAnchorB: left }),
    ...ends.map((pair) => world.joints.create('pivot', { ...pair, localAnchorA: right, localAnchorB: left })),
    world.joints.create('pivot', {
      bodyB: planks[PLANKS - 1],
      localAnchorA: [end + missing / 2, 0],
      localAnchorB: right,
    }),
  ];
  const frames = (count: number) => {
    for (let i = 0; i < count; i++) {
      world.step(STEP);
      for (const island of world.stats.islands) expect(island.solver).toBe('direct');
    }
  };
  const gap = () => Math.max(...hinges.map(({ point }) => point.value));
  return { world, middle: planks[PLANKS / 2], hinges, frames, gap };
}

it.each([0, 1e-4, 1e-3, 5e-3])(
  'a bridge that is %f m shorter than its gap bears its planks and swings when kicked',
  (missing) => {
    const { world, middle, hinges, frames, gap } = bridge(missing);
    let factorisations = 0;
    for (let i = 0; i < 120; i++) {
      frames(1);
      for (const island of world.stats.islands) {
        if ('factorisations' in island) factorisations += island.factorisations;
        expect(island).toMatchObject({ lastResorts: 0 });
      }
    }
    expect(factorisations / 120).toBeLessThan(10);
    expect(gap()).toBeLessThan(missing / 2 + 1e-4);
    const rest = middle.y;
    expect(Math.abs(rest)).toBeLessThan(0.05);
    // Half of the planks hang on either end.
    expect(hinges[0].reaction.y).toBeCloseTo((PLANKS / 2) * 9.81, -1);
    middle.applyImpulse([0, -5]);
    frames(2);
    expect(middle.y).toBeLessThan(rest - 5e-3);
  },
);

it.each([1e-3, 3e-3])('one that is %f m longer hangs as low as that lets it', (slack) => {
  const { middle, frames, gap } = bridge(-slack);
  frames(240);
  // A shallow arc is longer than its chord by 8/3 sag²/chord.
  const sag = Math.sqrt((3 / 8) * slack * PLANKS * LENGTH);
  expect(middle.y).toBeLessThan(-0.7 * sag);
  expect(middle.y).toBeGreaterThan(-1.2 * sag);
  expect(gap()).toBeLessThan(1e-6);
});

it('a snapshot of one goes on bit for bit', () => {
  const { world, frames } = bridge(0);
  frames(30);
  const snapshot = world.snapshot();
  frames(30);
  const hash = world.hash();
  world.restore(snapshot);
  frames(30);
  expect(world.hash()).toBe(hash);
});
