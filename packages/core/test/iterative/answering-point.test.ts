import { describe, expect, test } from 'vitest';
import { type Body, type ScalarOptions, World } from '@tenon/core';

/** The most that holds one end of a beam of 1 kg and 1 m. */
function loadOfBeam(substeps: number, angle: ScalarOptions): { force: number; torque: number } {
  const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false, substeps });
  const body = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
  const joint = world.joints.create('weld', { bodyB: body, anchor: [0, 0], angle });
  const load = { force: 0, torque: 0 };
  for (let i = 0; i < 120; i++) {
    world.step(1 / 60);
    load.force = Math.max(load.force, joint.reaction.peakForce);
    load.torque = Math.max(load.torque, joint.reaction.peakTorque);
  }
  return load;
}

describe('the angle of a hinge foresees what its point will answer, in the iterative step', () => {
  test.each([1, 2, 4, 8])('a weld never bears more than its load (%d substeps)', (substeps) => {
    for (const angle of [{}, { lock: { maxTorque: 50 } }]) {
      const load = loadOfBeam(substeps, angle);
      expect(load.force).toBeCloseTo(10, 9);
      expect(load.torque).toBeCloseTo(5, 5);
    }
  });

  test('a weld that breaks just above its load holds', () => {
    const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
    const body = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
    const weld = world.joints.create('weld', { bodyB: body, anchor: [0, 0], break: { force: 10.1, torque: 5.05 } });
    for (let i = 0; i < 120; i++) world.step(1 / 60);
    expect([...world.joints]).toEqual([weld]);
  });

  test.each<[string, ScalarOptions, 1 | -1]>([
    ['B', { motor: { speed: 30 } }, 1],
    ['B, with a cap', { motor: { speed: 30, maxTorque: 1e4 } }, 1],
    ['A', { motor: { speed: 30 } }, -1],
  ])('a motor on a lever turns as fast as it is told: %s', (_, angle, way) => {
    const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false });
    const lever = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
    const post = world.addBody({ type: 'static' });
    const [bodyA, bodyB] = way === 1 ? [post, lever] : [lever, post];
    const joint = world.joints.create('pivot', { bodyA, bodyB, anchor: [0, 0], angle });
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(joint.angle.value).toBeCloseTo(30, 9);
    expect(lever.angularVelocity).toBeCloseTo(way * 30, 9);
  });

  test('the last motor of an arm turns as fast as it is told', () => {
    const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false });
    let before: Body | null = null;
    const joints = [0, 1].map((x) => {
      const body = world.addBody({ position: [x + 0.5, 0], mass: 1, inertia: 1 / 12 });
      const angle = { motor: { speed: 6 } };
      const joint = world.joints.create('pivot', { bodyA: before, bodyB: body, anchor: [x, 0], angle });
      before = body;
      return joint;
    });
    for (let i = 0; i < 120; i++) world.step(1 / 60);
    expect(joints[1].angle.value).toBeCloseTo(12, 9);
    // What the first gives is undone in part by the second, which comes after it.
    expect(joints[0].angle.value).toBeCloseTo(12, 1);
  });

  test.each<[string, ScalarOptions]>([
    ['motors', { motor: { speed: 1 } }],
    ['locks', { lock: true }],
    ['locks with a cap', { lock: { maxTorque: 1 } }],
    ['friction', { friction: { torque: 0.1 } }],
    ['stops', { limits: [-0.2, 0.3] }],
  ])('a soft point elsewhere changes nothing: %s', (_, angle) => {
    const [short, long] = [false, true].map((isSoft) => {
      const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
      let before: Body | null = null;
      for (let i = 0; i < 4; i++) {
        const body: Body = world.addBody({ position: [0.25 * i + 0.125, 0], mass: 1, inertia: 0.02 });
        world.joints.create('pivot', { bodyA: before, bodyB: body, anchor: [0.25 * i, 0], angle });
        before = body;
      }
      const apart = world.addBody({ position: [100, 0], mass: 1, inertia: 1 });
      const point = isSoft ? { point: { lock: { softness: { hertz: 5 } } } } : {};
      world.joints.create('pivot', { bodyB: apart, anchor: [100, 0], ...point });
      return world;
    });
    for (let i = 0; i < 30; i++) {
      short.step(1 / 60);
      long.step(1 / 60);
    }
    const other = long.poses;
    // Without the body apart, which is the last.
    short.poses.slice(0, -3).forEach((value, i) => expect(value).toBeCloseTo(other[i], 9));
  });
});
