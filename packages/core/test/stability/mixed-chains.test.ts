import { type Body, type ScalarOptions, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { Chance } from '../random-world';

/** Chains, open and closed, in which locks, motors and friction stand side by side, by the iterative step. */

type Link = 'weld' | 'motor' | 'friction' | 'pivot';

const angles: Record<Exclude<Link, 'weld'>, ScalarOptions> = {
  motor: { motor: { speed: 0 } },
  friction: { friction: { torque: 1e6 } },
  pivot: {},
};

interface Mass {
  readonly mass: number;
  readonly inertia: number;
}

function connect(world: World, kind: Link, bodyA: Body, bodyB: Body, anchor: [number, number]): void {
  const pair = { bodyA, bodyB, anchor };
  if (kind === 'weld') world.joints.create('weld', pair);
  else world.joints.create('pivot', { ...pair, angle: angles[kind] });
}

/** Kinetic energy of a row of bodies, 1 m apart, at its most over five seconds, against that which it is stirred with. */
function gainOf(masses: readonly Mass[], links: readonly Link[], substeps: number): number {
  const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false, substeps });
  const bodies = masses.map((mass, x) => world.addBody({ ...mass, position: [x, 0] }));
  links.forEach((kind, i) => connect(world, kind, bodies[i], bodies[i + 1], [i + 0.5, 0]));
  bodies[0].velocity = [0.01, 0.02];
  const before = world.energy.kinetic;
  let most = 0;
  for (let i = 0; i < 300; i++) {
    world.step(1 / 60);
    most = Math.max(most, world.energy.kinetic);
  }
  return most / before;
}

test.each<Link>(['motor', 'friction'])('two welded pairs with a %s between them do not stir each other', (kind) => {
  const masses = [0.5, 6.5, 0.02, 0.26].map((inertia, i) => ({ mass: i % 2 === 0 ? 1 : 13, inertia }));
  for (const substeps of [1, 4]) expect(gainOf(masses, ['weld', kind, 'weld'], substeps)).toBeLessThan(1);
});

test('chains of any such links and masses gain no energy', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const chance = new Chance(seed * 7919);
    const masses = Array.from({ length: 3 + chance.integer(6) }, () => {
      const mass = chance.magnitude(0.1, 10);
      return { mass, inertia: mass * chance.pick([0.02, 0.1, 0.5]) };
    });
    const links = masses.slice(1).map(() => chance.pick<Link>(['weld', 'weld', 'motor', 'friction', 'pivot']));
    expect(gainOf(masses, links, chance.pick([1, 4])), `seed ${seed}`).toBeLessThan(1.02);
  }
});

test('rings of welds hang as still as they began', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const chance = new Chance(seed * 104729);
    const world = new World({ solver: 'iterative', sleeping: false, substeps: chance.pick([1, 2, 4]) });
    const n = 3 + chance.integer(2);
    const other = chance.magnitude(0.1, 10);
    const bodies = Array.from({ length: n }, (_, i) => {
      const mass = i % 2 === 0 ? 1 : other;
      const turn = (2 * Math.PI * i) / n;
      const position: [number, number] = [0.16 * n * Math.cos(turn), 0.16 * n * Math.sin(turn)];
      return world.addBody({ position, mass, inertia: mass * chance.pick([0.02, 0.1, 0.5]) });
    });
    bodies.forEach((bodyA, i) => {
      const bodyB = bodies[(i + 1) % n];
      connect(world, 'weld', bodyA, bodyB, [(bodyA.x + bodyB.x) / 2, (bodyA.y + bodyB.y) / 2]);
    });
    // A post beside the first body, or also one beside the last.
    for (const bodyB of chance.chance(0.5) ? [bodies[0]] : [bodies[0], bodies[n - 1]])
      world.joints.create('weld', { bodyB, anchor: [bodyB.x + (bodyB === bodies[0] ? -0.5 : 0.5), bodyB.y] });
    bodies[0].velocity = [0.01, 0.02];
    for (let i = 0; i < 240; i++) world.step(1 / 60);
    expect(world.energy.kinetic, `seed ${seed}`).toBeLessThan(1e-3);
  }
});

test.each([1, 4])('a welded pair that a motor holds on ground is not stirred in %i substeps', (substeps) => {
  const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false, substeps });
  const bodyA = world.addBody({ mass: 1, inertia: 0.02 });
  const bodyB = world.addBody({ position: [1, 0], mass: 3.5, inertia: 1.75 });
  connect(world, 'weld', bodyA, bodyB, [0.5, 0]);
  world.joints.create('pivot', { bodyB: bodyA, anchor: [-0.5, 0], angle: angles.motor });
  bodyA.velocity = [0.01, 0.02];
  const before = world.energy.kinetic;
  for (let i = 0; i < 300; i++) world.step(1 / 60);
  expect(world.energy.kinetic).toBeLessThan(before);
});

test('a ring of four bars that a motor holds is not stirred', () => {
  const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false, substeps: 4 });
  const inertias = [0.5, 0.02, 0.02, 0.5, 0.5, 0.5, 0.5];
  const bodies = [2.4, 0.45, 0.78, 1.3, 2.4, 0.5, 0.56].map((mass, i) => {
    const turn = (2 * Math.PI * i) / 7;
    return world.addBody({
      position: [1.12 * Math.cos(turn), 1.12 * Math.sin(turn)],
      mass,
      inertia: mass * inertias[i],
    });
  });
  const links: readonly Link[] = ['weld', 'motor', 'weld', 'weld', 'pivot', 'pivot', 'pivot'];
  links.forEach((kind, i) => {
    const bodyA = bodies[i];
    const bodyB = bodies[(i + 1) % 7];
    connect(world, kind, bodyA, bodyB, [(bodyA.x + bodyB.x) / 2, (bodyA.y + bodyB.y) / 2]);
  });
  bodies[0].velocity = [0.01, 0.02];
  const before = world.energy.kinetic;
  for (let i = 0; i < 300; i++) world.step(1 / 60);
  expect(world.energy.kinetic).toBeLessThan(before);
});
