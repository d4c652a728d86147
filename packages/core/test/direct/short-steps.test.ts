import { expect, test } from 'vitest';
import { type Body, World } from '../../src/index';
import { inspect } from '../../src/inspect';

/** A slider-crank under its weight: a loop, with a crank of 0.3 m at 1 rad and 8 rad/s. */
function sliderCrank(tolerance: number): { world: World; crank: Body } {
  const world = new World({ gravity: [0, -9.81], solver: 'direct', directSubsteps: 1, sleeping: false, tolerance });
  const [x, y] = [0.3 * Math.cos(1), 0.3 * Math.sin(1)];
  const reach = Math.sqrt(0.8 * 0.8 - y * y);
  const turn = (-8 * x) / reach;
  const slide = -8 * y + turn * y;
  const crank = world.addBody({
    position: [x / 2, y / 2],
    angle: 1,
    mass: 1,
    inertia: 0.02,
    velocity: [-4 * y, 4 * x],
    angularVelocity: 8,
  });
  const rod = world.addBody({
    position: [x + reach / 2, y / 2],
    angle: -Math.asin(y / 0.8),
    mass: 0.5,
    inertia: 0.03,
    velocity: [(slide - 8 * y) / 2, 4 * x],
    angularVelocity: turn,
  });
  const piston = world.addBody({ position: [x + reach, 0], mass: 0.7, inertia: 0.01, velocity: [slide, 0] });
  world.joints.create('pivot', { bodyB: crank, anchor: [0, 0] });
  world.joints.create('pivot', { bodyA: crank, bodyB: rod, anchor: [x, y] });
  world.joints.create('pivot', { bodyA: rod, bodyB: piston, anchor: [x + reach, 0] });
  world.joints.create('prismatic', { bodyB: piston, anchor: [x + reach, 0] });
  return { world, crank };
}

function fastestLock({ joints }: World): number {
  let fastest = 0;
  for (const joint of joints)
    for (const { state, Jv } of inspect(joint).rows) if (state === 'locked') fastest = Math.max(fastest, Math.abs(Jv));
  return fastest;
}

// A gap of a step is a rate of 1/h of it, and these alternate: they grew to 0.1 m/s at 960 Hz, 0.2 m/s at 1 920 Hz.
test.each([480, 960, 1920])(
  'at %i Hz locks have next to no rates, and the motion is that of a finer tolerance',
  (hertz) => {
    const { world, crank } = sliderCrank(1e-6);
    const fine = sliderCrank(1e-11);
    let fastest = 0;
    let off = 0;
    for (let i = 0; i < 1.5 * hertz; i++) {
      world.step(1 / hertz);
      fine.world.step(1 / hertz);
      fastest = Math.max(fastest, fastestLock(world));
      off = Math.max(off, Math.abs(crank.angle - fine.crank.angle));
    }
    expect(fastest).toBeLessThan(1e-3);
    expect(off).toBeLessThan(1e-6);
  },
);

// The gap that the impact left was a rate of the locks, and the forces alternated by more than 1 N from then on.
test('forces do not alternate after an impact at 960 Hz', () => {
  const world = new World({ gravity: [0, -9.81], solver: 'direct', directSubsteps: 1, sleeping: false });
  const [upper, lower] = [0.5, 1.5].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1 / 12 }));
  world.joints.create('pivot', { bodyB: upper, anchor: [0, 0] });
  const elbow = world.joints.create('pivot', {
    bodyA: upper,
    bodyB: lower,
    anchor: [1, 0],
    angle: { limits: { lower: -0.4, upper: 0.4, restitution: 0.6 } },
  });
  const forces: number[] = [];
  for (let i = 0; i < 280; i++) {
    world.step(1 / 960);
    if (i > 225) forces.push(elbow.reaction.x);
  }
  expect(elbow.angle.value).toBeLessThan(0.39);
  for (let i = 2; i < forces.length; i++)
    expect(Math.abs(forces[i] - 2 * forces[i - 1] + forces[i - 2])).toBeLessThan(0.05);
});
