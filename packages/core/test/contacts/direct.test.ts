import { type Body, box, capsule, disc, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { car, crate, gapOf, ground, ragdoll, speedOf, stack, worldOf } from './scenes';

const FRAME = 1 / 60;

function play(world: World, seconds: number, each: () => void = () => {}): void {
  for (let i = 0; i < Math.round(seconds * 60); i++) {
    world.step(FRAME);
    each();
  }
}

/** How far the lowest point of these discs and capsules is below the ground. */
function depthOf(bodies: readonly Body[]): number {
  return Math.max(
    ...bodies.map((body) => {
      const { shape } = body;
      if (shape?.type === 'disc') return shape.radius - body.y;
      if (shape?.type !== 'capsule') return 0;
      return shape.radius - Math.min(...[-0.5, 0.5].map((end) => body.toWorld([end * shape.length, 0]).y));
    }),
  );
}

function kineticOf(bodies: readonly Body[]): number {
  return bodies.reduce(
    (sum, { mass, inertia, velocity: { x, y }, angularVelocity: turn }) =>
      sum + (mass * (x * x + y * y) + inertia * turn * turn) / 2,
    0,
  );
}

/** Twelve links of 1 kg, held out to the left, and a ball of 200 kg at their end. */
function wreckingBall(world: World): { links: Body[]; ball: Body } {
  ground(world);
  const links: Body[] = [];
  for (let i = 0; i < 12; i++) {
    const link = world.addBody({ position: [-0.5 * i - 0.25, 7], shape: box(0.5, 0.1), mass: 1, collides: true });
    world.joints.create('pivot', { bodyA: links.at(-1) ?? null, bodyB: link, anchor: [-0.5 * i, 7] });
    links.push(link);
  }
  const ball = world.addBody({ position: [-6.5, 7], shape: disc(0.5), mass: 200, collides: true });
  world.joints.create('pivot', { bodyA: links.at(-1) ?? null, bodyB: ball, anchor: [-6, 7] });
  return { links, ball };
}

describe('the direct step with contacts', () => {
  test('six ragdolls fall, keep together to 10 μm, lie 0.1 mm deep at most, and sleep within 5 s', () => {
    let lastResorts = 0;
    for (const tilt of [0, 0.4, -0.9, 1.4, 2.5, 3.1]) {
      const world = worldOf({ sleeping: true, solver: 'direct' });
      ground(world);
      const bodies = ragdoll(world, [0, 2.2], tilt);
      const factorisations: number[] = [];
      let gap = 0;
      play(world, 5, () => {
        const [island] = world.stats.islands;
        expect(island.solver).toBe('direct');
        gap = Math.max(gap, gapOf(world));
        lastResorts += island.lastResorts;
        if (!bodies[0].isSleeping) factorisations.push(island.factorisations);
      });
      expect(bodies.every(({ isSleeping }) => isSleeping)).toBe(true);
      expect(gap).toBeLessThan(1e-5);
      expect(depthOf(bodies)).toBeLessThan(1e-4);
      factorisations.sort((a, b) => a - b);
      expect(factorisations[Math.floor(0.9 * factorisations.length)]).toBeLessThanOrEqual(6);
    }
    expect(lastResorts).toBe(0);
  });

  test('boxes stand on each other, also one a hundred times as heavy as the one under it', () => {
    const world = worldOf({ solver: 'direct' });
    const boxes = stack(world, 5);
    play(world, 2);
    expect(speedOf(boxes)).toBeLessThan(1e-4);
    boxes.forEach((body, i) => expect(body.y - i).toBeCloseTo(0.5, 4));

    const other = worldOf({ solver: 'direct' });
    ground(other);
    const lower = crate(other, 0, 0.5);
    const upper = crate(other, 0, 1.52, { density: 100 });
    let sunk = 0;
    play(other, 4, () => (sunk = Math.max(sunk, 0.5 - lower.y, lower.y + 1 - upper.y)));
    expect(sunk).toBeLessThan(1e-4);
    expect(speedOf([lower, upper])).toBeLessThan(1e-4);
  });

  test('the chain of a wrecking ball does not stretch as it runs into six boxes', () => {
    const world = worldOf();
    wreckingBall(world);
    const boxes = Array.from({ length: 6 }, (_, i) => crate(world, 0.6, 0.5 + i));
    let gap = 0;
    play(world, 7, () => (gap = Math.max(gap, gapOf(world))));
    expect(gap).toBeLessThan(1e-4);
    expect(boxes.some(({ x }) => x > 3)).toBe(true);
  });

  test('more than forty points are solved iteratively, and the chain is whole again once there are fewer', () => {
    const world = worldOf();
    const { ball } = wreckingBall(world);
    for (let i = 0; i < 60; i++) crate(world, 0.6 + 1.01 * Math.floor(i / 6), 0.5 + (i % 6));
    const solvers = new Set<string>();
    let isWhole = false;
    play(world, 5, () => {
      const [{ solver }] = world.stats.islands;
      solvers.add(solver);
      if (solvers.size === 2 && solver === 'direct' && gapOf(world) < 1e-4) isWhole = true;
    });
    expect(solvers).toEqual(new Set(['direct', 'iterative']));
    expect(isWhole).toBe(true);
    expect(ball.y).toBeGreaterThan(0.49);
  });

  test('what a rod ties to a post touches the ground that the post stands on', () => {
    const world = worldOf({ solver: 'direct' });
    const floor = ground(world);
    const post = world.addBody({ position: [0, 1], shape: box(0.2, 1), mass: 5 });
    world.joints.create('pivot', { bodyA: floor, bodyB: post, anchor: [0, 0.5] });
    const ball = world.addBody({ position: [1.5, 0.3], shape: disc(0.3), collides: true, mass: 2 });
    world.joints.create('pin', { bodyA: post, bodyB: ball, localAnchorA: [0, 0.4], localAnchorB: [0, 0] });
    let lastResorts = 0;
    play(world, 3, () => (lastResorts += world.stats.islands.reduce((sum, island) => sum + island.lastResorts, 0)));
    expect(ball.y).toBeGreaterThan(0.299);
    expect(lastResorts).toBe(0);
    expect(gapOf(world)).toBeLessThan(1e-4);
  });

  test('ragdolls in a heap keep together without a last resort; where more than forty points touch they are iterative', () => {
    for (const count of [3, 8]) {
      const world = worldOf({ solver: count === 3 ? 'direct' : 'auto' });
      ground(world);
      for (let i = 0; i < count; i++) ragdoll(world, [0, 1 + i], 1.5);
      const solvers = new Set<string>();
      let lastResorts = 0;
      let gap = 0;
      play(world, 5, () => {
        gap = Math.max(gap, gapOf(world));
        for (const island of world.stats.islands) {
          solvers.add(island.solver);
          lastResorts += island.lastResorts;
        }
      });
      expect(lastResorts).toBe(0);
      expect(solvers.has('iterative')).toBe(count === 8);
      if (count === 3) expect(gap).toBeLessThan(1e-5);
    }
  });

  test('a world spends no more on what touches than its budget: of two heaps one is solved directly', () => {
    const world = worldOf({ directBudget: 1e6 });
    ground(world);
    for (let i = 0; i < 6; i++) ragdoll(world, [i < 3 ? -5 : 5, 1 + 0.5 * (i % 3)], 1.5);
    play(world, 2);
    const direct = world.stats.islands.filter(({ solver }) => solver === 'direct');
    expect(direct).toHaveLength(3);
    expect(world.stats.contacts).toBeGreaterThan(40);
  });

  test.each([0, 1])('what slides stops where it should, and what rolls rolls on (direct steps: auto, %d)', (steps) => {
    const make = (options = {}) => worldOf({ solver: 'direct', directSubsteps: steps || 'auto', ...options });
    const world = make();
    ground(world);
    const body = crate(world, 0, 0.5, { velocity: [2, 0] });
    const roller = world.addBody({ position: [-9, 0.5], shape: disc(0.5), collides: true, velocity: [-3, 0] });
    play(world, 2);
    expect(body.x / (4 / (2 * 0.6 * 9.81))).toBeCloseTo(1, 2);
    expect(roller.velocity.x).toBeCloseTo(-2, 6);
    expect(roller.angularVelocity).toBeCloseTo(4, 6);

    const angle = Math.atan(0.5);
    const slope = make({ gravity: [9.81 * Math.sin(angle), -9.81 * Math.cos(angle)] });
    ground(slope);
    const stays = crate(slope, 0, 0.5);
    const slides = crate(slope, 0, 0.5, { collides: { friction: 0.45 ** 2 / 0.6 } });
    slides.position = [4, 0.5];
    play(slope, 2);
    expect(Math.abs(stays.x)).toBeLessThan(1e-3);
    expect((slides.x - 4) / 0.8774).toBeCloseTo(1, 1);
  });

  test('what bounces comes up to the height that restitution leaves it', () => {
    for (const shape of [disc(0.5), box(1, 1)]) {
      const world = worldOf({ solver: 'direct' });
      ground(world);
      const body = world.addBody({ position: [0, 1.5], shape, collides: { restitution: 0.5 } });
      let top = 0;
      play(world, 1, () => (top = body.velocity.y > 0 ? Math.max(top, body.y - 0.5) : top));
      expect(Math.abs(top / 0.25 - 1)).toBeLessThan(0.06);
    }
  });

  test('a lift reads the weight of what it carries, and a kinematic one carries', () => {
    const world = worldOf({ solver: 'direct' });
    const lift = world.addBody({ position: [0, -0.1], shape: box(2, 0.2), mass: 2, collides: true });
    const slide = world.joints.create('prismatic', { bodyB: lift, axis: [0, 1] });
    slide.slide.motor = { speed: 0.5, maxForce: 1000 };
    for (const y of [0.5, 1.5, 2.5]) crate(world, 0, y, { mass: 10 });
    const other = world.addBody({ type: 'kinematic', position: [9, 0], shape: box(4, 0.2), velocity: [0.3, 0.7], collides: true }); // prettier-ignore
    const load = crate(world, 9, 0.6);
    play(world, 3);
    expect(slide.slide.force / 313.92).toBeCloseTo(1, 4);
    expect([other.velocity.x, other.velocity.y]).toEqual([0.3, 0.7]);
    expect(load.velocity.x).toBeCloseTo(0.3, 6);
    expect(load.y - other.y).toBeCloseTo(0.6, 4);
  });

  test.each([20, 60, 200])('nothing of 0.1 m passes a wall of 20 mm at %d m/s', (speed) => {
    for (const shape of [disc(0.1), box(0.2, 0.2), capsule(0.1, 0.05)]) {
      const world = new World({ sleeping: false, solver: 'direct' });
      world.addBody({ type: 'static', shape: box(0.02, 14), collides: true });
      const bullets = Array.from(
        { length: 20 },
        (_, i) =>
        world.addBody({ position: [-5 - 0.037 * i, 0.5 * i - 5], angle: 0.3 * i, velocity: [speed, 0], shape, collides: true }), // prettier-ignore
      );
      play(world, 1);
      expect(Math.max(...bullets.map(({ x }) => x))).toBeLessThan(0);
    }
  });

  test('the change to the iterative step and back moves no pose, and costs or gains 1 % of the energy at most', () => {
    for (const at of [40, 70, 95]) {
      const [changed, kept] = [true, false].map((changes) => {
        const world = worldOf();
        const { links, ball } = wreckingBall(world);
        crate(world, 0.6, 1.2);
        const bodies = [...links, ball];
        for (let i = 0; i < at; i++) world.step(FRAME);
        if (changes) world.solver = 'iterative';
        world.step(FRAME);
        const there = { kinetic: kineticOf(bodies), y: ball.y };
        world.solver = 'auto';
        world.step(FRAME);
        return { there, back: { kinetic: kineticOf(bodies), y: ball.y } };
      });
      for (const when of ['there', 'back'] as const) {
        expect(Math.abs(changed[when].kinetic / kept[when].kinetic - 1)).toBeLessThan(0.01);
        expect(Math.abs(changed[when].y - kept[when].y)).toBeLessThan(6e-3);
      }
    }
  });

  test('a joint that holds a body in the ground is not pressed to pieces', () => {
    const world = worldOf();
    ground(world);
    const held = crate(world, 0, 0.485, { mass: 1 });
    const weld: Joint = world.joints.create('weld', { bodyB: held, anchor: [0, 0.485], break: { force: 2000 } });
    play(world, 2);
    expect(weld.world).toBe(world);
    expect(held.y).toBeCloseTo(0.485, 6);
  });

  test('a bridge that is as long as its gap lets a ball roll over it', () => {
    const world = worldOf();
    const planks: Body[] = [];
    for (let i = 0; i < 12; i++) {
      const plank = world.addBody({ position: [i + 0.5, 0], shape: box(1, 0.2), density: 5, collides: true });
      world.joints.create('pivot', { bodyA: planks.at(-1) ?? null, bodyB: plank, anchor: [i, 0] });
      planks.push(plank);
    }
    world.joints.create('pivot', { bodyA: planks[11], anchor: [12, 0] });
    for (const x of [-10, 22]) world.addBody({ type: 'static', position: [x, -0.5], shape: box(20, 1.2), collides: true }); // prettier-ignore
    const ball = world.addBody({ position: [-3, 0.5], velocity: [4, 0], angularVelocity: -10, shape: disc(0.4), density: 5, collides: true }); // prettier-ignore
    play(world, 4);
    expect(ball.x).toBeGreaterThan(10);
    expect(gapOf(world)).toBeLessThan(1e-4);
  });

  test('what lies deep in each other is put apart without a blow, by the iterative step', () => {
    const world = worldOf({ gravity: [0, 0] });
    const bodies: Body[] = [];
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 6; i++) {
        const link = world.addBody({ position: [0.5 * i, 0.06 * k], angle: 0.1 * k, shape: capsule(0.4, 0.08), collides: true }); // prettier-ignore
        if (i > 0) world.joints.create('pivot', { bodyA: bodies.at(-1) ?? null, bodyB: link, anchor: [0.5 * i - 0.25, 0.06 * k] }); // prettier-ignore
        bodies.push(link);
      }
    }
    let lastResorts = 0;
    let fastest = 0;
    play(world, 3, () => {
      fastest = Math.max(fastest, speedOf(bodies));
      lastResorts += world.stats.islands.reduce((sum, island) => sum + island.lastResorts, 0);
    });
    expect(lastResorts).toBe(0);
    expect(fastest).toBeLessThan(4);
    for (const body of bodies) for (const { depth } of world.contacts(body)) expect(depth).toBeLessThan(0.01);
  });

  test('what joints connect makes no energy as it is thrown back', () => {
    const world = worldOf();
    ground(world);
    const collides = { restitution: 0.5 };
    const heavy = world.addBody({ position: [0, 3], angle: 0.6, shape: box(0.5, 0.3), density: 100, collides });
    const bodies = [heavy];
    for (let i = 0; i < 4; i++) {
      const [x, y] = [0.5 * Math.cos(i), 3 + 0.5 * Math.sin(i)];
      const body = world.addBody({ position: [x, y], angle: i, shape: capsule(0.4, 0.06), collides });
      world.joints.create('pivot', { bodyA: heavy, bodyB: body, anchor: [0.6 * x, 3 + 0.6 * (y - 3)] });
      bodies.push(body);
    }
    let most = 0;
    const { total } = world.energy;
    play(world, 5, () => (most = Math.max(most, world.energy.total - total)));
    expect(most).toBeLessThan(0.02 * total);
  });

  test('a car drives as far as it does in steps of a millisecond', () => {
    const world = worldOf({ solver: 'direct' });
    const chassis = car(world);
    play(world, 10);
    expect(Math.abs(chassis.x / 37.15 - 1)).toBeLessThan(0.01);
  });

  test('stats tell of each island what it has, and what the step of all that touch has cost', () => {
    const world = worldOf({ solver: 'direct' });
    ground(world);
    ragdoll(world, [0, 1]);
    crate(world, 4, 0.5);
    crate(world, 4, 1.5);
    play(world, 1);
    const { islands } = world.stats;
    expect(islands.map(({ solver, bodies, joints }) => [solver, bodies, joints])).toEqual([
      ['direct', 11, 10],
      ['direct', 1, 0],
      ['direct', 1, 0],
    ]);
    expect(islands[1].iterations).toBe(islands[2].iterations);
    expect(islands[1].iterations).toBeGreaterThan(0);
  });
});
