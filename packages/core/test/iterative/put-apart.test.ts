import { type Joint, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { BLOCK_SIZE } from '../../src/islands/blocks';
import { PUT_APART } from '../../src/joint/batch/record';
import { cos, sin } from '../../src/math/trig';
import { Simulation } from '../../src/simulation';
import { addSomeBody, Chance } from '../random-world';
import { FRAME } from '../rigs';

/** A body of 1 kg, 1 m from the hinge that holds it to the world. */
function hung() {
  const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
  const body = world.addBody({ position: [1, 0], mass: 1, inertia: 1 });
  const hinge = world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
  for (let i = 0; i < 10; i++) world.step(FRAME);
  return { world, body, hinge };
}

test('a body that is put far from its hinge comes back at maxCorrectionSpeed, and falls no farther than from beside it', () => {
  for (const distance of [3, 10, 30, 100]) {
    const { world, body, hinge } = hung();
    body.position = [distance, 0];
    let frames = 0;
    let fastest = 0;
    for (; hinge.error.point > 0.01 && frames < 3600; frames++) {
      world.step(FRAME);
      fastest = Math.max(fastest, Math.abs(body.angularVelocity));
    }
    // 4 m/s, less the tenth that a lock is soft by.
    expect(frames * FRAME, `${distance} m`).toBeLessThan((1.15 * distance) / 4);
    // A rod of 1 m with this inertia that falls from level has √10 rad/s below.
    expect(fastest, `${distance} m`).toBeLessThan(1.7 * Math.sqrt(10));
  }
});

/** What takes a hinge from its place for the world, or the world from it, 30 m away. */
const parted: Record<string, (of: ReturnType<typeof hung>) => void> = {
  'its anchor on the world is set': ({ hinge }) => (hinge.localAnchorA = [-30, 0]),
  'its anchor on the world is set by its parts': ({ hinge }) => (hinge.localAnchorA.x = -30),
  'its anchor on the body is set': ({ hinge }) => (hinge.localAnchorB = [29, 0]),
  'it is switched on': ({ world, body, hinge }) => {
    hinge.enabled = false;
    body.position = [30, 0];
    world.step(FRAME);
    body.velocity = [0, 0];
    hinge.enabled = true;
  },
  'it is locked': ({ world, body, hinge }) => {
    hinge.point.lock = null;
    body.position = [30, 0];
    world.step(FRAME);
    body.velocity = [0, 0];
    hinge.point.lock = true;
  },
  'it is locked hard': ({ world, body, hinge }) => {
    hinge.softness = { hertz: 1e-3 };
    body.position = [30, 0];
    world.step(FRAME);
    body.velocity = [0, 0];
    hinge.softness = null;
  },
};

test.each(Object.keys(parted))('a hinge whose body is far from it once %s draws it in as gently', (what) => {
  const { world, body, hinge } = hung();
  parted[what]({ world, body, hinge });
  expect(hinge.error.point).toBeGreaterThan(28);
  let frames = 0;
  let fastest = 0;
  for (; hinge.error.point > 0.01 && frames < 3600; frames++) {
    world.step(FRAME);
    fastest = Math.max(fastest, Math.abs(body.angularVelocity));
  }
  expect(frames * FRAME).toBeLessThan((1.15 * 31) / 4);
  expect(fastest).toBeLessThan(1.7 * Math.sqrt(10));
});

test('a weld to the world that is made apart draws its body in no faster than that', () => {
  const world = new World({ solver: 'iterative', sleeping: false });
  const body = world.addBody({ mass: 1, inertia: 0.5, position: [3, 1], angle: 0.3 });
  const weld = world.joints.create('weld', {
    bodyB: body,
    localAnchorA: [0, 0],
    localAnchorB: [0, 0],
    referenceAngle: 1,
  });
  for (let i = 0; i < 90; i++) {
    const { x, y } = body;
    world.step(FRAME);
    expect(Math.hypot(body.x - x, body.y - y) / FRAME).toBeLessThan(4);
  }
  expect(weld.error.point).toBeLessThan(1e-6);
});

test.each(['the hinged one', 'the load', 'both'])(
  'of two welded bodies on a hinge %s can be put 30 m away, and they swing no faster than from where they are when they meet',
  (which) => {
    for (let seed = 1; seed <= 20; seed++) {
      const chance = new Chance(seed);
      const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
      const bodies = [addSomeBody(world, chance), addSomeBody(world, chance)];
      const [bodyA, bodyB] = bodies;
      bodyA.position = chance.vec(1);
      bodyB.position = [bodyA.x + chance.between(-1, 1), bodyA.y + chance.between(-1, 1)];
      const hinge = world.joints.create('pivot', { bodyB: bodyA, anchor: [0, 0] });
      const weld = world.joints.create('weld', { bodyA, bodyB, anchor: bodyB.position });
      for (let i = 0; i < 20; i++) world.step(FRAME);
      const angle = chance.between(-3, 3);
      for (const body of which === 'both' ? bodies : [which === 'the load' ? bodyB : bodyA])
        body.position = [body.x + 30 * cos(angle), body.y + 30 * sin(angle)];
      let fastest = 0;
      for (let i = 0; i < 600; i++) {
        world.step(FRAME);
        fastest = Math.max(fastest, Math.abs(bodyA.angularVelocity));
      }
      // 40 to 90 rad/s, and not home, when they hung together as if they were 30 m long.
      expect(fastest, `seed ${seed}`).toBeLessThan(10);
      expect(Math.max(hinge.error.point, weld.error.point), `seed ${seed}`).toBeLessThan(0.02);
    }
  },
);

test('what is apart is drawn together by as much in a world of several blocks as in one', () => {
  const hashes = [BLOCK_SIZE, 8].map((size) => {
    Simulation.blockSize = size;
    const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
    for (let x = 0; x < 6; x++) {
      const [bodyA, bodyB] = [0, 2].map((y) => world.addBody({ position: [5 * x, -y], mass: 1, inertia: 0.1 }));
      if (x % 2 === 0) world.joints.create('pivot', { bodyB: bodyA, anchor: [5 * x, 0] });
      world.joints.create('pivot', { bodyA, bodyB, localAnchorA: [0, -0.4], localAnchorB: [0.1 * x, 0.4] });
    }
    for (let i = 0; i < 20; i++) world.step(FRAME);
    return world.hash();
  });
  Simulation.blockSize = BLOCK_SIZE;
  expect(hashes[1]).toBe(hashes[0]);
});

test('free bodies that a ring holds apart are not waited for', () => {
  const world = new World({ solver: 'iterative', sleeping: false });
  const bodies = [0, 1, 2].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1 }));
  const ring = bodies.map((bodyA, i) =>
    world.joints.create('pivot', {
      bodyA,
      bodyB: bodies[(i + 1) % 3],
      localAnchorA: [0.1, 0],
      localAnchorB: [-0.2 - i, 0],
    }),
  );
  for (let i = 0; i < 90; i++) world.step(FRAME);
  const isWaitedFor = (pivot: Joint) => (pivot.settings & PUT_APART) !== 0;
  expect(ring.some(isWaitedFor)).toBe(true);
  for (let i = 0; i < 250; i++) world.step(FRAME);
  expect(Math.max(...ring.map(({ error }) => error.point))).toBeGreaterThan(0.1);
  expect(ring.some(isWaitedFor)).toBe(false);
});

test('one that was put elsewhere goes on from a snapshot bit by bit, before the next step and after it', () => {
  const { world, body } = hung();
  body.position = [3, 0];
  for (let late = 0; late < 2; late++) {
    const snapshots = [world.snapshot(), world.snapshot({ portable: true })];
    for (let i = 0; i < 20; i++) world.step(FRAME);
    const straight = world.hash();
    for (const snapshot of snapshots) {
      world.restore(snapshot);
      for (let i = 0; i < 20; i++) world.step(FRAME);
      expect(world.hash()).toBe(straight);
    }
  }
});
