import * as p2 from 'p2-es';
import { packageVersion } from './package-version.mjs';
import { Unsupported } from './unsupported.mjs';

export const version = packageVersion('p2-es');

/** Nothing collides: no pairs. */
class NoPairs extends p2.Broadphase {
  getCollisionPairs() {
    return [];
  }
}

/** `settings`: iterations, split. */
export function build(scene, { iterations = 10, split = 1 } = {}) {
  if (scene.collide) throw new Unsupported('contacts are not compared');
  const world = new p2.World({ gravity: scene.gravity, broadphase: new NoPairs() });
  world.solver.iterations = iterations;
  world.applyDamping = false;
  const add = ({ x, y, angle, vx, vy, w, mass, inertia }) => {
    const body = new p2.Body({
      mass,
      position: [x, y],
      angle,
      velocity: [vx, vy],
      angularVelocity: w,
      damping: 0,
      angularDamping: 0,
      allowSleep: false,
    });
    world.addBody(body);
    if (mass > 0) {
      // p2 takes the inertia from shapes; without any it has to be told.
      body.inertia = inertia;
      body.invInertia = 1 / inertia;
      body.updateSolveMassProperties();
    }
    return body;
  };
  const ground = add({ x: 0, y: 0, angle: 0, vx: 0, vy: 0, w: 0, mass: 0 });
  const bodies = scene.bodies.map(add);
  for (const joint of scene.joints)
    world.addConstraint(makeJoint(bodies[joint.a] ?? ground, bodies[joint.b] ?? ground, joint));
  return {
    step(dt) {
      for (let i = 0; i < split; i++) world.step(dt / split);
    },
    read(out) {
      bodies.forEach((body, i) =>
        out.set([...body.position, body.angle, ...body.velocity, body.angularVelocity], 6 * i),
      );
    },
    destroy: () => world.clear(),
  };
}

function makeJoint(a, b, { type, la, lb, limits, motor, axis, length, ratio }) {
  if (type === 'pivot') {
    const joint = new p2.RevoluteConstraint(a, b, { localPivotA: la, localPivotB: lb, collideConnected: false });
    if (limits) joint.setLimits(...limits);
    if (motor) {
      joint.enableMotor();
      joint.setMotorSpeed(motor.speed);
    }
    return joint;
  }
  if (type === 'prismatic') {
    return new p2.PrismaticConstraint(a, b, {
      localAnchorA: la,
      localAnchorB: lb,
      localAxisA: axis,
      disableRotationalLock: false,
      collideConnected: false,
    });
  }
  if (type === 'distance')
    return new p2.DistanceConstraint(a, b, {
      distance: length,
      localAnchorA: la,
      localAnchorB: lb,
      collideConnected: false,
    });
  if (type === 'gear') return new p2.GearConstraint(a, b, { ratio: -1 / ratio });
  throw new Unsupported(`no ${type} joint`);
}
