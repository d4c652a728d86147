import { World } from '@tenon/core';
import { everyHandle } from '../every-handle';
import { expect, test } from 'vitest';

/** Sets what the compiler would refuse, as plain JavaScript does. */
function misspell(handle: object, name: string): () => void {
  return () => {
    (handle as Record<string, unknown>)[name] = 2;
  };
}

const { world, bodyA, hinge, ratchet, curve, rail, gear } = everyHandle();
const { lock, limits, spring, motor, friction } = hinge.angle;

test.each(
  Object.entries({
    world,
    bodies: world.bodies,
    joints: world.joints,
    gravity: world.gravity,
    body: bodyA,
    position: bodyA.position,
    hinge,
    rail,
    gear,
    localAnchor: hinge.localAnchorA,
    angle: hinge.angle,
    point: hinge.point,
    lock,
    limits,
    spring,
    motor,
    friction,
    ratchet: ratchet.angle.ratchet,
    pointLock: hinge.point.lock,
    pointSpring: hinge.point.spring,
    pointFriction: hinge.point.friction,
    break: hinge.break,
    breakError: hinge.break?.error,
    debug: hinge.debug,
    curve,
    term: gear.terms[0],
  }),
)('%s: a misspelt property throws instead of setting nothing', (_, handle) => {
  expect(handle).toBeDefined();
  expect(misspell(handle as object, 'sped')).toThrow('sped');
});

test.each([
  ['motor', hinge, 'PivotJoint.motor must be set on a coordinate, as joint.angle.motor, got 5'],
  ['limits', rail, 'PathJoint.limits must be set on a coordinate, as joint.travel.limits, got 5'],
  ['spring', gear, 'GearJoint.spring must be set on a coordinate, as joint.sum.spring, got 5'],
  ['angle', hinge, 'PivotJoint.angle must be set law by law, as joint.angle.lock, got 5'],
])('%s, set on a joint, says where it goes', (name, joint, message) => {
  expect(() => Object.assign(joint, { [name]: 5 })).toThrow(message);
});

test('what extends a world has fields of its own', () => {
  class Game extends World {
    score = 5;
  }
  const game = new Game({ gravity: [0, -1] });
  expect([game.score, game.gravity.y]).toEqual([5, -1]);
});

test('what is one’s own goes to userData', () => {
  bodyA.userData = { isEnemy: true };
  hinge.userData = 5;
  expect([bodyA.userData, hinge.userData]).toEqual([{ isEnemy: true }, 5]);
});
