import { describe, expect, it } from 'vitest';
import { type Body, disc, World } from '@tenon/core';
import { Chance } from '../random-world';
import { momenta } from '../rigs';

const STEP = 1 / 60;

/** Bodies welded in a row, each driven along the same rail by a motor of 900 N. */
function driven(speeds: readonly number[]) {
  const world = new World({ solver: 'direct' });
  const bodies = speeds.map((_, i) => world.addBody({ position: [i, 0], shape: disc(0.3), mass: 100 }));
  const sliders = bodies.map((body, i) =>
    world.joints.create('prismatic', {
      bodyB: body,
      anchor: [i, 0],
      axis: [1, 0],
      slide: { motor: { speed: speeds[i], maxForce: 900 } },
    }),
  );
  for (let i = 1; i < bodies.length; i++)
    world.joints.create('weld', { bodyA: bodies[i - 1], bodyB: bodies[i], anchor: [i - 0.5, 0] });
  return { world, bodies, sliders };
}

describe('motors that contradict each other', () => {
  it.each([
    [[2, 2, 2, 2], 2],
    [[2, -2], 0],
    [[2, 3], 2],
  ])('at %j m/s stay within their caps and come to an end', (speeds, slowest) => {
    const { world, bodies, sliders } = driven(speeds);
    for (let i = 0; i < 120; i++) {
      world.step(STEP);
      for (const { slide } of sliders) expect(Math.abs(slide.motor?.force ?? NaN)).toBeLessThan(901);
      for (const { solver, ...island } of world.stats.islands) {
        expect(solver).toBe('direct');
        expect(island).toMatchObject({ lastResorts: 0, halvings: 0 });
      }
    }
    expect(Math.abs(bodies[0].velocity.x)).toBeGreaterThan(slowest - 0.01);
    expect(Math.abs(bodies[0].velocity.x)).toBeLessThan(3.01);
  });
});

it('a motor whose axle is locked twice over lets the rest of its mechanism fall', () => {
  const world = new World({ solver: 'direct', gravity: [0, -10] });
  const sledge = world.addBody({ mass: 2, inertia: 0.05 });
  const rider = world.addBody({ position: [0.2, 0.5], mass: 0.5, inertia: 0.03 });
  const rail = world.joints.create('line', { bodyB: sledge, anchor: [0, 0], axis: [0, 1] });
  const motor = world.joints.create('motor', { bodyB: sledge, rate: 5, maxTorque: 5 });
  world.joints.create('prismatic', { bodyA: sledge, bodyB: rider, anchor: [-0.4, 0.4], axis: [0.9, 0.2] });
  // Difference and sum of both angles are held, and so is each.
  world.joints.create('gear', { bodyA: sledge, bodyB: rider, ratio: -1 });
  for (let i = 0; i < 30; i++) {
    world.step(STEP);
    for (const island of world.stats.islands) expect(island).toMatchObject({ lastResorts: 0, halvings: 0 });
  }
  expect(rail.slide.rate).toBeLessThan(-4);
  expect(motor.angle.motor?.force).toBeCloseTo(5, 9);
});

it.each([
  ['a motor', { motor: { speed: 3, maxTorque: 8 } }],
  ['a motor with friction', { motor: { speed: 3, maxTorque: 8 }, friction: { torque: 3 } }],
  ['a servo', { motor: { target: -0.5, maxTorque: 8 } }],
] as const)('%s on one of two hinges, or beside a weld, lets what they join swing', (_, angle) => {
  for (const second of ['pivot', 'weld'] as const) {
    const world = new World({ solver: 'direct', gravity: [0, -10] });
    const bodyA = world.addBody({ mass: 0.6, inertia: 0.03 });
    const bodyB = world.addBody({ position: [0.7, 0.05], mass: 0.85, inertia: 0.05 });
    const swing = world.joints.create('pivot', { bodyB: bodyA, anchor: [-1, 0] });
    const driven = world.joints.create('pivot', { bodyA, bodyB, anchor: [0.36, 0.03], angle });
    world.joints.create(second, { bodyA, bodyB, anchor: [-0.18, -0.23] });
    for (let i = 0; i < 60; i++) {
      world.step(STEP);
      for (const island of world.stats.islands) expect(island).toMatchObject({ lastResorts: 0 });
      expect(driven.angle.value).toBeCloseTo(0, 4);
    }
    // Half a swing or so: it hangs 1.4 m below its pivot, and does not stand still.
    expect(swing.angle.value).toBeLessThan(-2);
  }
});

/** Two bodies, the first of them hung up by a pivot of its own, and what ties the second to it. */
function swing(tie: (world: World, bodyA: Body, bodyB: Body) => void) {
  const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
  const bodyA = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
  const bodyB = world.addBody({ position: [1.5, 0], mass: 1, inertia: 0.1 });
  const hinge = world.joints.create('pivot', { bodyB: bodyA, anchor: [0, 0] });
  tie(world, bodyA, bodyB);
  return { world, hinge };
}

/** Three seconds of it: iterations a frame, largest change of energy, largest force of a joint, halvings and last resorts. */
function watch(world: World) {
  let iterations = 0;
  let force = 0;
  let change = 0;
  let trouble = 0;
  const start = world.energy.total;
  for (let i = 0; i < 180; i++) {
    world.step(STEP);
    for (const island of world.stats.islands) {
      iterations += island.iterations / 180;
      trouble += island.halvings + island.lastResorts + island.acceptedGaps;
    }
    change = Math.max(change, Math.abs(world.energy.total - start));
    for (const { reaction } of world.joints) force = Math.max(force, reaction.force);
  }
  return { iterations, change, force, trouble };
}

describe('locks that are there twice', () => {
  const anchors = [
    [1, 0],
    [1.2, 0.1],
    [0.7, -0.1],
    [2, 0.4],
  ] as const;
  const once = watch(
    swing((world, bodyA, bodyB) => world.joints.create('weld', { bodyA, bodyB, anchor: [1, 0] })).world,
  );

  it.each([
    ['a weld and a hinge', ['weld', 'pivot']],
    ['a weld and two hinges', ['weld', 'pivot', 'pivot']],
    ['two hinges', ['pivot', 'pivot']],
    ['four hinges', ['pivot', 'pivot', 'pivot', 'pivot']],
    ['four welds', ['weld', 'weld', 'weld', 'weld']],
  ] as const)('%s swing as one weld does', (_, types) => {
    const { world } = swing((world, bodyA, bodyB) =>
      types.forEach((type, i) => world.joints.create(type, { bodyA, bodyB, anchor: anchors[i] })),
    );
    const { iterations, change, force, trouble } = watch(world);
    expect(trouble).toBe(0);
    expect(iterations).toBeLessThan(once.iterations + 0.2);
    expect(change).toBeLessThan(1e-6);
    expect(force).toBeLessThan(2 * once.force);
  });

  it('in a mesh of hinges that folds cost three iterations', () => {
    const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
    const bodies = Array.from({ length: 9 }, (_, i) =>
      world.addBody({ position: [i % 3, -Math.floor(i / 3)], mass: 1, inertia: 0.1 }),
    );
    world.joints.create('pivot', { bodyB: bodies[0], anchor: [-0.5, 0] });
    bodies.forEach((bodyB, i) => {
      if (i % 3 > 0) world.joints.create('pivot', { bodyA: bodies[i - 1], bodyB, anchor: [bodyB.x - 0.5, bodyB.y] });
      if (i >= 3) world.joints.create('pivot', { bodyA: bodies[i - 3], bodyB, anchor: [bodyB.x, bodyB.y + 0.5] });
    });
    const { iterations, change, force, trouble } = watch(world);
    expect(trouble).toBe(0);
    expect(iterations).toBeLessThan(3.5);
    expect(change).toBeLessThan(1e-5);
    expect(force).toBeLessThan(1000);
  });

  it.each([1e-3, 1e-11, 1e-15])('swing as one does, whatever light thing hangs on them (%d kg·m²)', (inertia) => {
    const world = new World({ solver: 'direct', gravity: [0, -10] });
    const door = world.addBody({ position: [1, 0], mass: 1000, inertia: 1000 });
    const needle = world.addBody({ position: [1, 0], mass: 1e-3, inertia });
    const hinge = world.joints.create('pivot', { bodyB: door, anchor: [0, 0] });
    world.joints.create('pivot', { bodyB: door, anchor: [0, 0] });
    world.joints.create('weld', { bodyA: door, bodyB: needle, anchor: [1, 0] });
    const { iterations, change, trouble } = watch(world);
    expect(trouble).toBe(0);
    expect(iterations).toBeLessThan(3.5);
    // Of 10 kJ that it falls by.
    expect(change).toBeLessThan(0.01);
    expect(Math.abs(hinge.angle.value)).toBeGreaterThan(0.1);
  });
});

describe('a motor without a cap', () => {
  it.each([
    ['on one of two hinges', 'pivot', {}],
    ['beside a weld', 'weld', {}],
    ['that comes to the stop of another joint', 'angle', { min: -0.5, max: 0.5 }],
  ] as const)('%s gives way, and lets what they join swing', (_, type, options) => {
    for (const motor of [{ speed: 3 }, { speed: -3 }, { target: 1 }]) {
      let turn = (): number => 0;
      const { world, hinge } = swing((world, bodyA, bodyB) => {
        const driven = world.joints.create('pivot', { bodyA, bodyB, anchor: [1, 0], angle: { motor } });
        const ends = type === 'angle' ? options : { anchor: [1.2, 0.1] as const };
        world.joints.createNamed(type, { bodyA, bodyB, ...ends });
        turn = () => driven.angle.value;
      });
      for (let i = 0; i < 120; i++) {
        world.step(STEP);
        for (const island of world.stats.islands) expect(island).toMatchObject({ lastResorts: 0, halvings: 0 });
        expect(Math.abs(turn())).toBeLessThan((type === 'angle' ? 0.5 : 0) + 3e-5);
        if (i === 30) expect(Math.abs(hinge.angle.rate)).toBeGreaterThan(1);
      }
    }
  });

  it('where two ask for what a third cannot follow stands still no more', () => {
    const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
    const bodyA = world.addBody({ position: [0, -0.5], mass: 1, inertia: 0.1 });
    const bodyB = world.addBody({ position: [1, -1], mass: 1, inertia: 0.1 });
    const bodyC = world.addBody({ position: [2, -0.5], mass: 1, inertia: 0.1 });
    const motor = (speed: number) => ({ angle: { motor: { speed } } });
    world.joints.create('pivot', { bodyB: bodyA, anchor: [0, 0], ...motor(3) });
    world.joints.create('pivot', { bodyA, bodyB, anchor: [0, -1], ...motor(2) });
    world.joints.create('pivot', { bodyA: bodyB, bodyB: bodyC, anchor: [2, -1], ...motor(-3) });
    world.joints.create('pivot', { bodyB: bodyC, anchor: [2, 0] });
    let moved = 0;
    for (let i = 0; i < 120; i++) {
      const before = bodyA.angle;
      world.step(STEP);
      if (bodyA.angle !== before) moved++;
      for (const { lastResorts } of world.stats.islands) expect(lastResorts).toBe(0);
    }
    expect(moved).toBeGreaterThan(100);
  });
});

describe('a law without force', () => {
  it('lets go, beside other laws, too', () => {
    const world = new World({ solver: 'direct' });
    const body = world.addBody({ shape: disc(1), mass: 10 });
    const { slide } = world.joints.create('prismatic', {
      bodyB: body,
      anchor: [0, 0],
      axis: [1, 0],
      slide: { motor: { speed: 2, maxForce: 0 }, friction: { force: 0 } },
    });
    body.applyImpulse([30, 0]);
    for (let i = 0; i < 30; i++) world.step(STEP);
    expect(slide.rate).toBeCloseTo(3, 9);
  });

  it.each([
    ['pivot', { maxForce: 0 }],
    ['weld', { maxForce: 0, maxTorque: 0 }],
  ] as const)('a %s whose locks have none lets its body fall', (type, caps) => {
    const world = new World({ solver: 'direct', gravity: [0, -10] });
    const body = world.addBody({ shape: disc(1), mass: 2 });
    world.joints.create(type, { bodyB: body, anchor: [0, 0], ...caps });
    for (let i = 0; i < 30; i++) world.step(STEP);
    expect(body.velocity.y).toBeCloseTo(-5, 9);
  });
});

it('a lock with a cap takes a fast body down with no more than that', () => {
  const world = new World({ solver: 'direct' });
  const body = world.addBody({ shape: disc(1), mass: 2 });
  const hinge = world.joints.create('pivot', { bodyB: body, anchor: [0, 0], maxForce: 7 });
  world.step(STEP);
  body.applyImpulse([12, 0]);
  for (let i = 0; i < 60; i++) world.step(STEP);
  expect(body.velocity.x).toBeCloseTo(6 - 7 / 2, 3);
  expect(hinge.reaction.force).toBeCloseTo(7, 6);
});

it('a triangle of rods that cannot meet stays together', () => {
  const world = new World({ solver: 'direct' });
  const corners = [
    [0, 0],
    [1, 0],
    [0.5, 0.8],
  ] as const;
  const bodies = corners.map((position) => world.addBody({ position, mass: 1, inertia: 0.1 }));
  const sides = [1, 1, 5].map((length, i) =>
    world.joints.create('pin', {
      bodyA: bodies[i],
      bodyB: bodies[(i + 1) % 3],
      localAnchorA: [0, 0],
      localAnchorB: [0, 0],
      length,
    }),
  );
  for (let i = 0; i < 600; i++) {
    world.step(STEP);
    for (const { length } of sides) expect(length.value).toBeLessThan(5.1);
  }
  expect(world.energy.kinetic).toBeLessThan(1e-9);
});

it('leaves free bodies the momentum that they have, by a last resort', () => {
  const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
  const bodyA = world.addBody({ mass: 6, inertia: 0.5, velocity: [0, -1] });
  const bodyB = world.addBody({ position: [0.5, -0.1], mass: 6, inertia: 0.5, velocity: [0, -0.6] });
  // Drawn through length 0, which no step can.
  world.joints.create('distance', { bodyA, bodyB, localAnchorA: [1.2, 0.06], length: { motor: { speed: -1 } } });
  const before = momenta([bodyA, bodyB]);
  let lastResorts = 0;
  for (let i = 0; i < 120; i++) {
    world.step(1 / 60);
    lastResorts += world.stats.islands[0].lastResorts;
  }
  expect(lastResorts).toBeGreaterThan(0);
  momenta([bodyA, bodyB]).forEach((momentum, i) => expect(momentum).toBeCloseTo(before[i], i < 2 ? 9 : 2));
});

describe('joints between free bodies that are made apart, or contradict each other, leave them the momentum that they have:', () => {
  const at = (random: () => number): [number, number] => [random() - 0.3, random() - 0.5];
  type Make = (world: World, bodies: { bodyA: Body; bodyB: Body }, random: () => number) => unknown;
  const ties = (random: () => number) => ({ localAnchorA: at(random), localAnchorB: at(random) });
  const makes = {
    pivot: (world, bodies, random) => world.joints.create('pivot', { ...bodies, ...ties(random) }),
    rod: (world, bodies, random) =>
      world.joints.create('pin', { ...bodies, ...ties(random), length: 0.2 + 1.5 * random() }),
  } satisfies Record<string, Make>;
  const choices: (keyof typeof makes)[][] = [['pivot'], ['rod', 'rod', 'rod']];

  it.each(choices.map((choice) => [choice.join(', '), choice] as const))('%s', (_, choice) => {
    const chance = new Chance(11);
    const random = (): number => chance.between(0, 1);
    for (let k = 0; k < 16; k++) {
      const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
      const bodyA = world.addBody({
        mass: 1,
        inertia: 0.2,
        velocity: [2 * random() - 1, random()],
        angularVelocity: 4 * random() - 2,
      });
      const bodyB = world.addBody({
        position: [1, 0.3 * random()],
        mass: 0.5 + random(),
        inertia: 0.1 + 0.3 * random(),
        velocity: [random() - 0.5, random() - 0.5],
        angularVelocity: 6 * random() - 3,
      });
      for (const name of choice) makes[name](world, { bodyA, bodyB }, random);
      const before = momenta([bodyA, bodyB]);
      for (let i = 0; i < 60; i++) world.step(1 / 60);
      momenta([bodyA, bodyB]).forEach((momentum, i) =>
        expect(momentum, `pair ${k}`).toBeCloseTo(before[i], i < 2 ? 9 : 4),
      );
    }
  });
});
