import { type Body, box, capsule, chain, disc, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { car, crate, crowd, gapOf, ground, pyramid, ragdoll, speedOf, stack, worldOf } from './scenes';

const FRAME = 1 / 60;

function play(world: World, seconds: number, each: () => void = () => {}): void {
  for (let i = 0; i < Math.round(seconds * 60); i++) {
    world.step(FRAME);
    each();
  }
}

/** Seconds after which no body is faster than 10 mm/s (0.05 rad/s) any more. */
function restsAfter(world: World, bodies: readonly Body[], seconds: number): number {
  let last = 0;
  play(world, seconds, () => {
    if (speedOf(bodies) > 0.01) last = world.time;
  });
  return last;
}

/** How far the lowest corner or end of these boxes is below the ground. */
function depthOf(bodies: readonly Body[]): number {
  return Math.max(
    ...bodies.flatMap((body) => [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].map((y) => -body.toWorld([x, y]).y))),
  );
}

/** How far a disc or capsule is below the ground. */
function belowGround(body: Body): number {
  const { shape } = body;
  if (shape?.type !== 'disc' && shape?.type !== 'capsule') return 0;
  const half = shape.type === 'capsule' ? shape.length / 2 : 0;
  return shape.radius - Math.min(body.toWorld([-half, 0]).y, body.toWorld([half, 0]).y);
}

describe('what rests', () => {
  test('a stack of 5 is at rest within 0.5 s, and none is deeper than 2.5 mm', () => {
    const world = worldOf();
    const boxes = stack(world, 5);
    expect(restsAfter(world, boxes, 2)).toBeLessThan(0.5);
    boxes.forEach((body, i) => {
      const below = i === 0 ? -0.5 : boxes[i - 1].y;
      expect(below + 1 - body.y).toBeLessThan(2.5e-3);
    });
  });

  test('a stack of 10 is below 5 mm/s after 2 s', () => {
    const world = worldOf();
    const boxes = stack(world, 10);
    play(world, 2);
    expect(speedOf(boxes)).toBeLessThan(5e-3);
  });

  test('a pyramid of 210 boxes is below 0.1 mm/s after 3 s, and no box of its lowest row deeper than 5 mm', () => {
    const world = worldOf();
    const boxes = pyramid(world);
    play(world, 3);
    expect(speedOf(boxes)).toBeLessThan(1e-4);
    expect(depthOf(boxes)).toBeLessThan(5e-3);
  });

  test('a stack falls asleep, wakes when what it stands on goes, and sleeps again', () => {
    const world = worldOf({ sleeping: true });
    const boxes = stack(world, 3);
    play(world, 2);
    expect(boxes.every(({ isSleeping }) => isSleeping)).toBe(true);
    boxes[0].remove();
    expect(boxes.slice(1).every(({ isSleeping }) => !isSleeping)).toBe(true);
    play(world, 4);
    expect(boxes.slice(1).every(({ isSleeping }) => isSleeping)).toBe(true);
    expect(boxes[1].y).toBeCloseTo(0.5, 2);
  });

  test('what sleeps on a kinematic body that stands still is left alone, and wakes as that moves on', () => {
    const world = worldOf({ sleeping: true });
    const lift = world.addBody({ type: 'kinematic', shape: box(4, 0.2), collides: true });
    const body = crate(world, 0, 0.61);
    play(world, 2);
    expect(body.isSleeping).toBe(true);
    const { y } = body;
    play(world, 1);
    expect([body.isSleeping, body.y, body.velocity.y]).toEqual([true, y, 0]);
    lift.velocity = [0, 0.5];
    play(world, 1);
    expect(body.isSleeping).toBe(false);
    expect(body.y - lift.y).toBeCloseTo(0.6, 2);
  });

  test('what falls on a sleeping stack wakes it', () => {
    const world = worldOf({ sleeping: true });
    const boxes = stack(world, 3);
    play(world, 2);
    crate(world, 0, 5);
    play(world, 0.3);
    expect(boxes[0].isSleeping).toBe(true);
    play(world, 0.3);
    expect(boxes[0].isSleeping).toBe(false);
  });

  test.each([0, 0.4, -0.9, 1.4, 2.5, 3.1])('a ragdoll dropped with a tilt of %d sleeps within 5 s', (tilt) => {
    const world = worldOf({ sleeping: true });
    ground(world);
    const bodies = ragdoll(world, [0, 2.2], tilt);
    let worst = 0;
    let deepest = 0;
    play(world, 5, () => {
      worst = Math.max(worst, gapOf(world));
      deepest = Math.max(deepest, ...bodies.map(belowGround));
    });
    expect(bodies.every(({ isSleeping }) => isSleeping)).toBe(true);
    expect(worst).toBeLessThan(30e-3);
    expect(deepest).toBeLessThan(25e-3);
    expect(Math.max(...bodies.map(belowGround))).toBeLessThan(4e-3);
    expect(gapOf(world)).toBeLessThan(1.2e-3);
  });

  test('five ragdolls come to rest on each other', () => {
    const world = worldOf({ solver: 'iterative' });
    const bodies = crowd(world, 5);
    // Without friction a forearm that dangles from its elbow swings for ever.
    for (const { coordinates } of world.joints)
      for (const c of coordinates) if ('friction' in c && c.unit === 'angle') c.friction = { torque: 0.005 };
    expect(restsAfter(world, bodies, 6)).toBeLessThan(4);
  });
});

describe('what slides, rolls and bounces', () => {
  test('a box pushed at 2 m/s slides v²/2μg', () => {
    const world = worldOf();
    ground(world);
    const body = crate(world, 0, 0.5, { velocity: [2, 0] });
    play(world, 2);
    expect(body.x / (4 / (2 * 0.6 * 9.81))).toBeCloseTo(1, 2);
  });

  test.each([
    [0.6, 10, 0, 1e-3],
    [0.45, 2, 0.8774, 0.02 * 0.8774],
  ])('on a slope of tan 0.5 at μ %d a box moves as far as friction says', (friction, seconds, way, tolerance) => {
    const slope = Math.atan(0.5);
    const world = worldOf({ gravity: [9.81 * Math.sin(slope), -9.81 * Math.cos(slope)] });
    ground(world, 60, { friction });
    const body = crate(world, 0, 0.5, { collides: { friction } });
    play(world, seconds);
    expect(Math.abs(body.x - way)).toBeLessThan(tolerance);
  });

  test.each([
    ['disc', disc(0.5)],
    ['box', box(1, 1)],
  ])('a %s of restitution 0.5 bounces a quarter of its height', (_, shape) => {
    const world = worldOf();
    ground(world);
    const body = world.addBody({ position: [0, 1.5], shape, collides: { restitution: 0.5 } });
    let top = 0;
    play(world, 1, () => (top = body.velocity.y > 0 ? Math.max(top, body.y - 0.5) : top));
    expect(Math.abs(top / 0.25 - 1)).toBeLessThan(0.06);
  });

  test('a disc thrown at 3 m/s rolls on at 2 m/s for ever', () => {
    const world = worldOf();
    ground(world);
    const body = world.addBody({ position: [0, 0.5], shape: disc(0.5), collides: true, velocity: [3, 0] });
    play(world, 5);
    expect(body.velocity.x).toBeCloseTo(2, 9);
    expect(body.angularVelocity).toBeCloseTo(-4, 9);
  });

  test('rolling friction stops a disc', () => {
    const world = worldOf();
    ground(world);
    const body = world.addBody({ position: [0, 0.5], shape: disc(0.5), collides: { rolling: 0.05 }, velocity: [2, 0], angularVelocity: -4 }); // prettier-ignore
    // Torque 0.05·r·N about the point where it touches, where its inertia is 3/2 m r².
    play(world, 1);
    expect(body.velocity.x).toBeCloseTo(2 - (0.05 * 9.81) / 1.5, 2);
    play(world, 6);
    expect(Math.abs(body.velocity.x)).toBeLessThan(1e-6);
  });

  test('a conveyor carries', () => {
    const world = worldOf();
    ground(world, 60, { surfaceSpeed: -1 });
    const body = crate(world, 0, 0.5);
    play(world, 2);
    expect(body.velocity.x).toBeCloseTo(1, 6);
  });

  test('a kinematic body pushes and carries, and keeps its velocity to the bit', () => {
    const world = worldOf();
    const lift = world.addBody({ type: 'kinematic', shape: box(4, 0.2), velocity: [0.3, 0.7], collides: true });
    const body = crate(world, 0, 0.6);
    play(world, 3);
    expect([lift.velocity.x, lift.velocity.y]).toEqual([0.3, 0.7]);
    expect(body.velocity.x).toBeCloseTo(0.3, 6);
    expect(body.y - lift.y).toBeCloseTo(0.6, 2);
  });

  test.each([20, 60, 200])('nothing of 0.1 m passes a wall of 20 mm at %d m/s', (speed) => {
    for (const shape of [disc(0.1), box(0.2, 0.2)]) {
      const world = new World({ sleeping: false });
      world.addBody({ type: 'static', shape: box(0.02, 12), collides: true });
      const bullets = Array.from(
        { length: 40 },
        (_, i) =>
        world.addBody({ position: [-5 - 0.037 * i, 0.25 * i - 5], angle: 0.3 * i, velocity: [speed, 0], shape, collides: true }), // prettier-ignore
      );
      play(world, 1);
      expect(Math.max(...bullets.map(({ x }) => x))).toBeLessThan(0);
    }
  });

  test('a box that slides to a wall stays there', () => {
    for (const speed of [0.5, 1, 3, 20]) {
      for (const x of [0, 0.003, 0.006, 0.011]) {
        const world = worldOf({ gravity: [0, 0] });
        world.addBody({ type: 'static', position: [5, 0], shape: box(1, 4), collides: true });
        const body = world.addBody({ position: [x, 0], velocity: [speed, 0], shape: box(1, 1), collides: true });
        play(world, 4 / speed + 0.5);
        expect(-body.velocity.x).toBeLessThan(0.03 + 0.02 * speed);
      }
    }
  });

  test.each([1, 0.3, 0.12])(
    'who walks against a crate of %f kg/m² does not press it into the wall behind',
    (density) => {
      const world = worldOf();
      ground(world);
      const wall = world.addBody({ type: 'static', position: [2, 1], shape: box(0.4, 2), collides: true });
      const hero = { shape: box(0.56, 0.88), fixedRotation: true, collides: { friction: 0 } };
      const walker = world.addBody({ position: [0, 0.44], ...hero });
      const load = world.addBody({ position: [0.8, 0.4], shape: box(0.8, 0.8), density, collides: true });
      let deepest = 0;
      play(world, 5, () => {
        walker.velocity.x = 4;
        deepest = Math.max(deepest, load.x + 0.4 - (wall.x - 0.2), walker.x + 0.28 - (load.x - 0.4));
      });
      expect(load.x).toBeGreaterThan(1.35);
      expect(deepest).toBeLessThan(0.05);
    },
  );

  test('what is shot at a box on the ground throws neither of them up', () => {
    for (const x of [0, 0.2]) {
      const world = worldOf();
      ground(world);
      const body = crate(world, 0, 0.5);
      const ball = world.addBody({ position: [x, 50], velocity: [0, -200], shape: disc(0.5), collides: true });
      let top = 0;
      play(world, 2, () => (top = ball.velocity.y > 0 ? Math.max(top, ball.y) : top));
      expect(top).toBeLessThan(2);
      expect(body.y).toBeCloseTo(0.5, 2);
    }
  });

  test('discs that lose nothing where they meet do not gain energy, however many meet at once', () => {
    const world = worldOf({ gravity: [0, 0] });
    const collides = { restitution: 1, friction: 0 };
    world.addBody({ type: 'static', shape: chain([[-3, -3], [3, -3], [3, 3], [-3, 3]], { closed: true }), collides }); // prettier-ignore
    const discs = Array.from(
      { length: 25 },
      (_, i) =>
      world.addBody({ position: [(i % 5) - 2, Math.floor(i / 5) - 2], velocity: [((i * 7) % 9) - 4, ((i * 5) % 9) - 4], shape: disc(0.25), collides }), // prettier-ignore
    );
    const energy = () => discs.reduce((sum, { velocity: { x, y } }) => sum + x * x + y * y, 0);
    const atFirst = energy();
    play(world, 10, () => expect(energy()).toBeLessThan(1.02 * atFirst));
    expect(energy()).toBeGreaterThan(0.3 * atFirst);
  });

  test('a bar that comes down on one end has room at the other', () => {
    for (let i = 0; i < 40; i++) {
      const world = worldOf();
      ground(world);
      const bar = world.addBody({ position: [0, 0.3 + 0.005 * i], angle: 0.6, shape: capsule(0.3, 0.06), collides: true, velocity: [1, -3], angularVelocity: -16 }); // prettier-ignore
      play(world, 0.2, () => {
        const lowest = Math.min(...[-0.15, 0.15].map((x) => bar.toWorld([x, 0]).y - 0.06));
        expect(lowest).toBeGreaterThan(-5e-3);
      });
    }
  });

  test('a car drives over sixty segments as far as it does in steps of a millisecond', () => {
    const world = worldOf();
    const chassis = car(world);
    play(world, 10);
    // 37.15 at 960 Hz, on this chain and on blocks side by side.
    expect(Math.abs(chassis.x / 37.15 - 1)).toBeLessThan(0.01);
  });

  test('nothing catches on a flat chain of 100 segments', () => {
    const world = worldOf();
    const points = Array.from({ length: 101 }, (_, i) => [0.3 * i - 5, 0] as const);
    world.addBody({ type: 'static', shape: chain(points), collides: true });
    const body = crate(world, 0, 0.5, { velocity: [10, 0], collides: { friction: 0.2 } });
    play(world, 2);
    const lost = 0.2 ** 0.5 * 0.6 ** 0.5 * 9.81 * 2;
    expect(Math.abs(body.velocity.x - (10 - lost))).toBeLessThan(0.02 * lost);
    expect(Math.abs(body.angle)).toBeLessThan(1e-3);
  });

  test('a motor that lifts three boxes reads their weight', () => {
    const world = worldOf();
    const lift = world.addBody({ position: [0, -0.1], shape: box(2, 0.2), mass: 2, collides: true });
    const slide = world.joints.create('prismatic', { bodyB: lift, axis: [0, 1] });
    slide.slide.motor = { speed: 0.5, maxForce: 1000 };
    for (const y of [0.5, 1.5, 2.5]) crate(world, 0, y, { mass: 10 });
    play(world, 3);
    expect(slide.slide.force / 313.92).toBeCloseTo(1, 3);
    slide.slide.motor = { speed: 0.5, maxForce: 0.9 * 313.92 };
    play(world, 2);
    expect(slide.slide.rate).toBeLessThan(0);
  });
});

test.each([1, 3, 5])(
  'a chain of %d that passes near the ground is solved directly all the way, and keeps its energy',
  (count) => {
    const swing = (floor: number | null, each: (links: readonly Body[], world: World) => void) => {
      const world = worldOf();
      const links: Body[] = [];
      for (let i = 0; i < count; i++) {
        const link = world.addBody({ position: [0.5 * i + 0.25, 0], shape: capsule(0.4, 0.05), collides: true });
        world.joints.create('pivot', { bodyA: links.at(-1) ?? null, bodyB: link, anchor: [0.5 * i, 0] });
        links.push(link);
      }
      if (floor !== null)
        world.addBody({ type: 'static', position: [0, floor - 0.5], shape: box(20, 1), collides: true });
      play(world, 1, () => each(links, world));
    };
    let lowest = 0;
    swing(null, (links) => {
      for (const link of links) lowest = Math.min(lowest, link.toWorld([0.2, 0]).y - 0.05);
    });
    const energies: number[] = [];
    let kinetic = 0;
    let steps = '';
    swing(lowest - 0.012, (links, world) => {
      kinetic = world.energy.kinetic;
      energies.push(kinetic + world.energy.potential);
      steps += world.stats.islands[0].solver[0];
      expect(links.every((link) => world.contacts(link).length === 0)).toBe(true);
      if (energies.length > 10) expect(Math.abs(energies[energies.length - 1] - energies[energies.length - 2])).toBeLessThan(0.01 * kinetic); // prettier-ignore
    });
    expect(steps).toMatch(/^d+$/);
  },
);

describe('a state with contacts', () => {
  test.each([0.2, 0.7, 2.5])('goes on with the same bits after restore, %d s after the drop', (seconds) => {
    const world = worldOf({ sleeping: true });
    ground(world);
    ragdoll(world);
    crate(world, 0.3, 3.5);
    play(world, seconds);
    const snapshot = world.snapshot();
    const portable = world.snapshot({ portable: true });
    const copy = worldOf();
    copy.restore(portable);
    expect(copy.hash()).toBe(world.hash());
    play(world, 1.5);
    const hash = world.hash();
    play(copy, 1.5);
    expect(copy.hash()).toBe(hash);
    world.restore(snapshot);
    play(world, 1.5);
    expect(world.hash()).toBe(hash);
  });
});
