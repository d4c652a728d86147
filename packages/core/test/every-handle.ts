import { box, path, World } from '@tenon/core';

/** One handle of each kind, for tests of what can be set on them. */
export function everyHandle() {
  const world = new World();
  const bodyA = world.addBody({ shape: box(1, 1) });
  const bodyB = world.addBody({ position: [1, 0] });
  const hinge = world.joints.create('pivot', {
    bodyA,
    bodyB,
    angle: { lock: true, limits: [0, 1], spring: { hertz: 1 }, motor: { speed: 1 }, friction: { torque: 1 } },
    point: { spring: { hertz: 1 }, friction: { force: 1 } },
    break: { force: 1 },
  });
  const ratchet = world.joints.create('ratchet', { bodyA, bodyB, tooth: 1 });
  const curve = path([[0, 0], [9, 0]]); // prettier-ignore
  const rail = world.joints.create('path', { bodyA, bodyB, path: curve });
  const gear = world.joints.create('gear', { terms: [{ of: hinge.angle, weight: 1 }] });
  return { world, bodyA, bodyB, hinge, ratchet, curve, rail, gear };
}
