import { type Joint, TenonError, World } from '@tenon/core';
import { everyHandle } from '../every-handle';
import { expect, test } from 'vitest';

/** Sets what the compiler would refuse, as plain JavaScript does. */
function misspell(handle: object, name: string): () => void {
  return () => {
    (handle as Record<string, unknown>)[name] = 2;
  };
}

const { world, bodyA, bodyB, hinge, ratchet, curve, rail, gear } = everyHandle();
const { joints } = world;
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

test.each<[make: () => Joint, name: string, home: string]>([
  [() => joints.create('rope', { bodyB: bodyA, max: 2 }), 'max', 'DistanceJoint.max is joint.length.limits.upper'],
  [() => joints.create('slide', { bodyB: bodyA, max: 2 }), 'min', 'DistanceJoint.min is joint.length.limits.lower'],
  [
    () => joints.create('damped-spring', { bodyB: bodyA, hertz: 2 }),
    'restLength',
    'DistanceJoint.restLength is joint.length.spring.target',
  ],
  [
    () => joints.create('damped-spring', { bodyB: bodyA, stiffness: 2 }),
    'stiffness',
    'DistanceJoint.stiffness is joint.length.spring.stiffness',
  ],
  [
    () => joints.create('damped-spring', { bodyB: bodyA, stiffness: 2 }),
    'maxForce',
    'DistanceJoint.maxForce must be set on its spring, as joint.length.spring.maxForce',
  ],
  [
    () => joints.create('rotary-spring', { bodyB: bodyA, hertz: 2 }),
    'restAngle',
    'AngleJoint.restAngle is joint.angle.spring.target',
  ],
  [() => joints.create('rotary-limit', { bodyB: bodyA, max: 2 }), 'max', 'AngleJoint.max is joint.angle.limits.upper'],
  [
    () => joints.create('ratchet', { bodyB: bodyA, tooth: 1 }),
    'tooth',
    'AngleJoint.tooth is joint.angle.ratchet.tooth',
  ],
  [
    () => joints.create('ratchet', { bodyB: bodyA, tooth: 1 }),
    'phase',
    'AngleJoint.phase is joint.angle.ratchet.phase',
  ],
  [() => joints.create('motor', { bodyB: bodyA, rate: 1 }), 'rate', 'MotorJoint.rate is joint.angle.motor.speed'],
  [
    () => joints.create('motor', { bodyB: bodyA, rate: 1 }),
    'maxTorque',
    'MotorJoint.maxTorque must be set on its motor, as joint.angle.motor.maxTorque',
  ],
  [() => joints.create('gear', { bodyA, bodyB }), 'ratio', 'GearJoint.ratio is joint.terms[1].weight'],
  [() => joints.create('gear', { bodyA, bodyB }), 'phase', 'GearJoint.phase is of creation alone'],
  [() => joints.create('drag', { bodyB: bodyA }), 'weights', 'DragJoint.weights is joint.point.spring.maxForce'],
  [
    () => joints.create('friction', { bodyB: bodyA, maxForce: 1 }),
    'maxForce',
    'FrictionJoint.maxForce must be set on its friction, as joint.point.friction.maxForce',
  ],
  [() => joints.create('pose', { bodyB: bodyA }), 'hertz', 'PoseJoint.hertz is joint.x.spring.hertz'],
  [
    () => joints.create('groove', { bodyB: bodyA, grooveA: [0, 0], grooveB: [1, 0] }),
    'grooveA',
    'LineJoint.grooveA is joint.localAnchorA',
  ],
  [() => joints.create('pulley', { bodyA, bodyB, max: 4 }), 'max', 'PulleyJoint.max is joint.length.limits.upper'],
  [() => hinge, 'anchor', 'PivotJoint.anchor is joint.localAnchorA and joint.localAnchorB'],
  [() => joints.create('prismatic', { bodyB: bodyA }), 'axis', 'PrismaticJoint.axis is joint.localAxisA'],
])('a flat name of creation, set on a joint, says what it is called there: %s %s', (make, name, home) => {
  const joint = make();
  const hash = world.hash();
  expect(misspell(joint, name)).toThrow(home);
  expect(() => Object.assign(joint, { [name]: 2 })).toThrow(TenonError);
  expect(world.hash()).toBe(hash);
});

test('the compiler refuses flat names on joints', () => {
  const rope = joints.create('rope', { bodyB: bodyA, max: 2 });
  // @ts-expect-error It is rope.length.limits.upper.
  expect(() => (rope.max = 3)).toThrow('joint.length.limits.upper');
  if (rope.length.limits !== null) rope.length.limits.upper = 3;
  expect(rope.length.limits?.upper).toBe(3);
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
