import RAPIER from '@dimforge/rapier2d-compat';
import { packageVersion } from './package-version.mjs';
import { Unsupported } from './unsupported.mjs';

export const version = packageVersion('@dimforge/rapier2d-compat');

await RAPIER.init();

/** `settings`: iterations (solver iterations, which are substeps), split (world steps per frame). */
export function build(scene, { iterations = 4, split = 1 } = {}) {
  const vector = ([x, y]) => ({ x, y });
  for (const { type } of scene.joints)
    if (type !== 'pivot' && type !== 'prismatic') throw new Unsupported(`no ${type} joint`);
  const world = new RAPIER.World(vector(scene.gravity));
  world.integrationParameters.numSolverIterations = iterations;
  const ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
  const bodies = scene.bodies.map(({ x, y, angle, vx, vy, w, mass, inertia, shape }) => {
    const kind = mass > 0 ? RAPIER.RigidBodyDesc.dynamic() : RAPIER.RigidBodyDesc.fixed();
    kind.setTranslation(x, y).setRotation(angle);
    if (mass > 0)
      kind.setLinvel(vx, vy).setAngvel(w).setCanSleep(false).setAdditionalMassProperties(mass, { x: 0, y: 0 }, inertia);
    const body = world.createRigidBody(kind);
    if (shape) world.createCollider(colliderOf(shape).setDensity(0).setFriction(0.6), body);
    return body;
  });
  for (const { type, a, b, la, lb, limits, motor, axis } of scene.joints) {
    const data =
      type === 'pivot'
        ? RAPIER.JointData.revolute(vector(la), vector(lb))
        : RAPIER.JointData.prismatic(vector(la), vector(lb), vector(axis));
    const joint = world.createImpulseJoint(data, bodies[a] ?? ground, bodies[b] ?? ground, true);
    joint.setContactsEnabled(false);
    if (limits) joint.setLimits(...limits);
    if (motor) joint.configureMotorVelocity(motor.speed, motor.maxTorque);
  }
  return {
    step(dt) {
      world.integrationParameters.dt = dt / split;
      for (let i = 0; i < split; i++) world.step();
    },
    read(out) {
      bodies.forEach((body, i) => {
        const at = body.translation();
        const velocity = body.linvel();
        out.set([at.x, at.y, body.rotation(), velocity.x, velocity.y, body.angvel()], 6 * i);
      });
    },
    destroy: () => world.free(),
  };
}

function colliderOf({ box, disc, capsule }) {
  if (box) return RAPIER.ColliderDesc.cuboid(box[0] / 2, box[1] / 2);
  if (disc) return RAPIER.ColliderDesc.ball(disc);
  // Its capsules stand up.
  return RAPIER.ColliderDesc.capsule(capsule[0] / 2, capsule[1]).setRotation(Math.PI / 2);
}
