import { box, capsule, disc, World } from '@tenon/core';
import { packageVersion } from './package-version.mjs';

export const version = packageVersion('@tenon/core');

/** `settings`: solver, substeps, directSubsteps, tolerance, directBudget. */
export function build(scene, settings) {
  const world = new World({ gravity: scene.gravity, sleeping: false, ...settings });
  const bodies = scene.bodies.map(({ x, y, angle, vx, vy, w, mass, inertia, shape }) => {
    const collides = shape && { shape: makeShape(shape), collides: true };
    return mass === 0
      ? world.addBody({ type: 'static', position: [x, y], angle, ...collides })
      : world.addBody({ position: [x, y], angle, velocity: [vx, vy], angularVelocity: w, mass, inertia, ...collides });
  });
  for (const joint of scene.joints) addJoint(world, bodies, joint);
  const turned = scene.bodies.flatMap(({ torque }, i) => (torque ? [[bodies[i], torque]] : []));
  return {
    step(dt) {
      for (const [body, torque] of turned) body.applyTorque(torque);
      world.step(dt);
    },
    read(out) {
      bodies.forEach((body, i) => {
        const { velocity } = body;
        out.set([body.x, body.y, body.angle, velocity.x, velocity.y, body.angularVelocity], 6 * i);
      });
    },
    destroy: () => world.destroy(),
    world,
  };
}

function addJoint(world, bodies, joint) {
  const { type, a, b, la, lb, limits, motor, axis, length, ratio, ga, gb } = joint;
  const bodyA = bodies[a] ?? null;
  const bodyB = bodies[b] ?? null;
  const pair = { bodyA, bodyB, localAnchorA: la, localAnchorB: lb };
  if (type === 'pivot') {
    world.joints.create('pivot', { ...pair, angle: { ...(limits && { limits }), ...(motor && { motor }) } });
  } else if (type === 'prismatic') {
    world.joints.create('prismatic', { ...pair, localAxisA: axis });
  } else if (type === 'wheel') {
    world.joints.create('wheel', {
      ...pair,
      localAxisA: axis,
      suspension: { spring: { ...joint.spring, target: 0 } },
      spin: { motor },
    });
  } else if (type === 'distance') {
    world.joints.create('distance', { ...pair, length: { limits: [length, length] } });
  } else if (type === 'spring') {
    world.joints.create('damped-spring', { ...pair, stiffness: joint.stiffness, damping: 0, restLength: length });
  } else if (type === 'path') {
    world.joints.create('path', { bodyB, localAnchorB: lb, path: { points: joint.points } });
  } else if (type === 'gear') {
    world.joints.create('gear', { bodyA, bodyB, ratio });
  } else if (type === 'pulley') {
    world.joints.create('pulley', {
      length: { lock: true },
      bodyB: bodyA,
      bodyD: bodyB,
      localAnchorA: ga,
      localAnchorB: la,
      localAnchorC: gb,
      localAnchorD: lb,
      ratio,
    });
  }
}

function makeShape(shape) {
  if (shape.box) return box(...shape.box);
  return shape.capsule ? capsule(...shape.capsule) : disc(shape.disc);
}
