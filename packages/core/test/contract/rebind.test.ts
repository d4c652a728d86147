import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { FRAME, run } from '../rigs';

/** A hook on the ground that holds one of two crates. */
function crane() {
  const world = new World({ gravity: [0, -9.81] });
  const crates = [1, 2].map((x) => world.addBody({ id: `crate${x}`, position: [x, -1], mass: 1, inertia: 0.1 }));
  const hook = world.joints.create('pivot', { bodyB: crates[0], localAnchorA: [1, 0], localAnchorB: [0, 1] });
  return { world, crates, hook };
}

describe('another body for a joint', () => {
  test('the joint goes on with its identity, frames and laws, and wakes both bodies', () => {
    const { world, crates, hook } = crane();
    hook.angle.motor = { speed: 1, maxTorque: 2 };
    for (const crate of crates) crate.sleep();
    hook.bodyB = crates[1];
    expect(hook.bodyB).toBe(crates[1]);
    expect(hook.bodies).toEqual([null, crates[1]]);
    expect(hook.id).toBe('j1');
    expect(hook.angle.motor).toMatchObject({ speed: 1, maxTorque: 2 });
    expect([...hook.localAnchorB]).toEqual([0, 1]);
    expect(crates.map(({ isSleeping }) => isSleeping)).toEqual([false, false]);
    run(world, 2);
    expect(crates[0].y).toBeLessThan(-10);
    expect(hook.error['point']).toBeLessThan(1e-5);
  });

  test('it comes there no faster than maxCorrectionSpeed', () => {
    const { world, crates, hook } = crane();
    crates[1].position = [5, -1];
    crates[1].gravityScale = 0;
    hook.maxCorrectionSpeed = 2;
    hook.bodyB = crates[1];
    run(world, 1);
    expect(crates[1].x).toBeGreaterThan(2.5);
    run(world, 2);
    expect(hook.error['point']).toBeLessThan(1e-5);
  });

  test('the world may take the place of a body, and a body that of the world', () => {
    const { world, crates, hook } = crane();
    hook.bodyA = crates[1];
    hook.bodyB = null;
    expect(hook.bodies).toEqual([crates[1], null]);
    run(world, 1);
    expect(crates[1].toWorld(hook.localAnchorA)).toMatchObject({ x: expect.closeTo(0, 4), y: expect.closeTo(1, 4) });
    crates[0].remove();
    expect(hook.world).toBe(world);
    crates[1].remove();
    expect(hook.world).toBeNull();
  });

  test('a pulley ties four bodies, three or two, as one made so', () => {
    const [rebound, made] = [0, 1].map(() => {
      const { world, crates } = crane();
      const [a, b] = crates;
      const other = world.addBody({ position: [3, 0], mass: 1, inertia: 1 });
      const ropes = [a, b].map((bodyB) =>
        world.joints.create('pulley', { bodyB, bodyD: b, localAnchorA: [0, 5], localAnchorC: [2, 5], max: 12 }),
      );
      return { world, a, b, other, ropes };
    });
    const [four, two] = rebound.ropes;
    four.bodyC = rebound.other;
    four.bodyD = rebound.a;
    four.bodyA = rebound.b;
    two.bodyD = rebound.a;
    expect([four.bodyA, four.bodyB, four.bodyC, four.bodyD]).toEqual([rebound.b, rebound.a, rebound.other, rebound.a]);
    const [first, second] = made.ropes;
    first.clone({ bodyC: made.other, bodyD: made.a, bodyA: made.b });
    second.clone({ bodyD: made.a });
    for (const rope of made.ropes) rope.remove();
    for (const { world } of [rebound, made]) run(world, 0.5);
    for (const key of ['a', 'b', 'other'] as const) {
      expect(rebound[key].x).toBeCloseTo(made[key].x, 9);
      expect(rebound[key].y).toBeCloseTo(made[key].y, 9);
    }
  });

  test('a path is followed from the place nearest to the new body', () => {
    const world = new World();
    const [under, over] = [0.1, 0.9].map((y) => world.addBody({ position: [0.5, y], mass: 1, inertia: 1 }));
    const points: [number, number][] = [
      [0, 0],
      [10, 0],
      [10, 1],
      [0, 1],
    ];
    const path = world.joints.create('path', { bodyB: under, path: { points } });
    expect(path.travel.value).toBeCloseTo(0.5, 2);
    path.bodyB = over;
    expect(path.travel.value).toBeCloseTo(path.path.length - 0.5, 2);
  });

  test('a snapshot brings the old body back', () => {
    const { world, crates, hook } = crane();
    const pulley = world.joints.create('pulley', { bodyB: crates[0], bodyD: crates[1], localAnchorA: [0, 5], max: 9 });
    run(world, 0.2);
    for (const snapshot of [world.snapshot(), world.snapshot({ portable: true })]) {
      const hash = world.hash();
      world.joints.create('filter', { bodyA: crates[0], bodyB: crates[1] }).remove();
      hook.bodyB = crates[1];
      pulley.bodyD = null;
      run(world, 0.2);
      world.restore(snapshot);
      expect(world.joint('j1')?.bodyB).toBe(crates[0]);
      expect(world.joint('j2')?.bodies[3]).toBe(crates[1]);
      expect([...crates[1].joints].map(({ id }) => id)).toEqual(['j2']);
      expect(world.hash()).toBe(hash);
    }
  });

  test('what cannot be is refused where it is set, and changes nothing', () => {
    const { world, crates, hook } = crane();
    const [a, b] = crates;
    const gone = world.addBody();
    gone.remove();
    const before = world.hash();
    expect(codeOf(() => (hook.bodyB = null))).toBe('same-body');
    expect(codeOf(() => (hook.bodyA = a))).toBe('same-body');
    expect(codeOf(() => (hook.bodyB = gone))).toBe('body-removed');
    expect(codeOf(() => (hook.bodyB = new World().addBody()))).toBe('other-world');
    expect(codeOf(() => (hook.bodyB = undefined as never))).toBe('option-missing');
    expect(world.hash()).toBe(before);
    const gear = world.joints.create('gear', {
      terms: [
        { of: hook.angle, weight: 1 },
        { of: b, weight: 2 },
      ],
    });
    expect(codeOf(() => (gear.bodyA = b))).toBe('source-invalid');
    expect(codeOf(() => (hook.bodyB = b))).toBe('source-invalid');
    gear.remove();
    hook.remove();
    expect(codeOf(() => (hook.bodyB = b))).toBe('joint-removed');
  });

  test('inside a step the world is busy', () => {
    const { world, crates, hook } = crane();
    let code = '';
    world.on('beforesubstep', () => (code = codeOf(() => (hook.bodyB = crates[1]))));
    world.step(FRAME);
    expect(code).toBe('world-busy');
    expect(hook.bodyB).toBe(crates[0]);
  });
});
