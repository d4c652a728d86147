import { expect, it } from 'vitest';
import { World } from '@tenon/core';

const STEP = 1 / 60;
const PLANKS = 10;
const LENGTH = 0.5;

/** Planks in line between two posts that are that much farther apart than the planks are long, and what hangs on their middle (kg). */
function bridge(missing: number, load = 0) {
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
  const middle = planks[PLANKS / 2];
  if (load > 0) {
    const weight = world.addBody({ position: [0, 0], mass: load, inertia: load / 10 });
    hinges.push(world.joints.create('pivot', { bodyA: middle, bodyB: weight, localAnchorA: left }));
  }
  const frames = (count: number) => {
    for (let i = 0; i < count; i++) {
      world.step(STEP);
      for (const island of world.stats.islands) expect(island.solver).toBe('direct');
    }
  };
  const gap = () => Math.max(...hinges.map(({ point }) => point.value));
  return { world, middle, hinges, frames, gap };
}

it.each([0, 1e-4, 1e-3, 5e-3])(
  'a bridge that is %f m shorter than its gap bears its planks and swings when kicked',
  (missing) => {
    const { world, middle, hinges, frames, gap } = bridge(missing);
    let factorisations = 0;
    let lastResorts = 0;
    for (let i = 0; i < 120; i++) {
      frames(1);
      for (const island of world.stats.islands) {
        if ('factorisations' in island) factorisations += island.factorisations;
        lastResorts += island.lastResorts;
      }
    }
    expect(lastResorts).toBeLessThan(3);
    expect(factorisations / 120).toBeLessThan(10);
    expect(gap()).toBeLessThan(missing / 2 + 1e-4);
    const rest = middle.y;
    expect(Math.abs(rest)).toBeLessThan(0.05);
    // Half of the planks hang on either end.
    expect(hinges[0].reaction.y).toBeCloseTo((PLANKS / 2) * 9.81, -1);
    middle.applyImpulse([0, -5]);
    frames(1);
    expect(middle.y).toBeLessThan(rest - 1e-3);
  },
);

it.each([
  [1e-3, 0],
  [3e-3, 0],
  [1e-3, 3],
  [1.5e-3, 300],
  [1e-2, 1000],
])('one that is %f m longer hangs as low as that lets it, with %f kg on it', (slack, load) => {
  const { world, middle, frames, gap } = bridge(-slack, load);
  let lastResorts = 0;
  for (let i = 0; i < 600; i++) {
    frames(1);
    for (const island of world.stats.islands) lastResorts += island.lastResorts;
  }
  expect(lastResorts).toBeLessThan(10);
  // A shallow arc is longer than its chord by 8/3 sag²/chord.
  const sag = Math.sqrt((3 / 8) * slack * PLANKS * LENGTH);
  expect(middle.y).toBeLessThan(-0.7 * sag);
  expect(middle.y).toBeGreaterThan(-1.2 * sag);
  expect(gap()).toBeLessThan(1e-4);
});

it('one that is as long as its gap bears a thousand times its weight and stays closed', () => {
  const { middle, frames, gap } = bridge(0, 10_000);
  frames(600);
  expect(middle.y).toBeGreaterThan(-0.1);
  expect(gap()).toBeLessThan(1e-3);
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
