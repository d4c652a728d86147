import {
  Box,
  Circle,
  DistanceJoint,
  GearJoint,
  PrismaticJoint,
  PulleyJoint,
  RevoluteJoint,
  Settings,
  Vec2,
  WheelJoint,
  World,
} from 'planck';
import { packageVersion } from './package-version.mjs';

export const version = packageVersion('planck');

// Box2D's caps on the motion of a step would bend the scenes.
Settings.maxTranslation = 1e3;
Settings.maxRotation = 1e3;

/** `settings`: velocityIterations, positionIterations, split (world steps per frame). */
export function build(scene, { velocityIterations = 8, positionIterations = 3, split = 1 } = {}) {
  const world = new World({ gravity: new Vec2(...scene.gravity), allowSleep: false });
  const ground = world.createBody();
  const bodies = scene.bodies.map(({ x, y, angle, vx, vy, w, mass, inertia, shape }) => {
    const body = world.createBody({
      type: mass > 0 ? 'dynamic' : 'static',
      position: new Vec2(x, y),
      angle,
      linearVelocity: new Vec2(vx, vy),
      angularVelocity: w,
    });
    if (shape) for (const part of partsOf(shape)) body.createFixture({ shape: part, friction: 0.6 });
    if (mass > 0) body.setMassData({ mass, center: new Vec2(0, 0), I: inertia });
    return body;
  });
  // Gears join the pivots that hold their wheels.
  const hinges = new Map();
  for (const joint of scene.joints) {
    const made = world.createJoint(makeJoint(bodies[joint.a] ?? ground, bodies[joint.b] ?? ground, joint, hinges));
    if (joint.type === 'pivot' && joint.a < 0) hinges.set(bodies[joint.b], made);
  }
  return {
    step(dt) {
      for (let i = 0; i < split; i++) world.step(dt / split, velocityIterations, positionIterations);
    },
    read(out) {
      bodies.forEach((body, i) => {
        const at = body.getPosition();
        const velocity = body.getLinearVelocity();
        out.set([at.x, at.y, body.getAngle(), velocity.x, velocity.y, body.getAngularVelocity()], 6 * i);
      });
    },
    destroy() {},
  };
}

/** It has no capsules: a box between two discs. */
function partsOf({ box, disc, capsule }) {
  if (box) return [new Box(box[0] / 2, box[1] / 2)];
  if (disc) return [new Circle(disc)];
  const [length, radius] = capsule;
  const ends = [-length / 2, length / 2].map((x) => new Circle(new Vec2(x, 0), radius));
  return length > 0 ? [new Box(length / 2, radius), ...ends] : [ends[0]];
}

function makeJoint(bodyA, bodyB, { type, la, lb, limits, motor, axis, length, ratio, ga, gb, spring }, hinges) {
  const pair = { bodyA, bodyB, localAnchorA: la && new Vec2(...la), localAnchorB: lb && new Vec2(...lb) };
  if (type === 'pivot') {
    return new RevoluteJoint({
      ...pair,
      referenceAngle: limits ? 0 : bodyB.getAngle() - bodyA.getAngle(),
      ...(limits && { enableLimit: true, lowerAngle: limits[0], upperAngle: limits[1] }),
      ...(motor && { enableMotor: true, motorSpeed: motor.speed, maxMotorTorque: motor.maxTorque }),
    });
  }
  if (type === 'prismatic') return new PrismaticJoint({ ...pair, localAxisA: new Vec2(...axis), referenceAngle: 0 });
  if (type === 'wheel')
    return new WheelJoint({
      ...pair,
      localAxisA: new Vec2(...axis),
      frequencyHz: spring.hertz,
      dampingRatio: spring.dampingRatio,
      enableMotor: true,
      motorSpeed: motor.speed,
      maxMotorTorque: motor.maxTorque,
    });
  if (type === 'distance') return new DistanceJoint({ ...pair, length });
  if (type === 'gear')
    return new GearJoint({ bodyA, bodyB, joint1: hinges.get(bodyA), joint2: hinges.get(bodyB), ratio: -ratio });
  const lengthTo = (body, local, [x, y]) => Vec2.distance(body.getWorldPoint(new Vec2(...local)), new Vec2(x, y));
  return new PulleyJoint({
    ...pair,
    groundAnchorA: new Vec2(...ga),
    groundAnchorB: new Vec2(...gb),
    lengthA: lengthTo(bodyA, la, ga),
    lengthB: lengthTo(bodyB, lb, gb),
    ratio,
  });
}
