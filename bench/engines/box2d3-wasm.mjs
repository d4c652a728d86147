import createModule from 'box2d3-wasm';
import { packageVersion } from './package-version.mjs';
import { Unsupported } from './unsupported.mjs';

export const version = packageVersion('box2d3-wasm');

/** Box2D 3 in WebAssembly; Node takes the SIMD build (`deluxe`). One thread. */
const b2 = await createModule();

/**
 * `settings`: substeps; split (world steps per frame); hertz (of joints, 60 by default: it is in the C structs but not in
 * the bindings, so it is written into the definition's memory).
 */
export function build(scene, { substeps = 4, hertz, split = 1 } = {}) {
  const worldDef = b2.b2DefaultWorldDef();
  worldDef.gravity.Set(...scene.gravity);
  worldDef.enableSleep = false;
  worldDef.maximumLinearSpeed = 1e6;
  const world = b2.b2CreateWorld(worldDef);
  worldDef.delete();

  const mass = new b2.b2MassData();
  const make = (spec) => {
    const def = b2.b2DefaultBodyDef();
    def.type = spec.mass > 0 ? b2.b2BodyType.b2_dynamicBody : b2.b2BodyType.b2_staticBody;
    def.position.Set(spec.x, spec.y);
    def.rotation.SetAngle(spec.angle);
    def.linearVelocity.Set(spec.vx, spec.vy);
    def.angularVelocity = spec.w;
    def.allowFastRotation = true;
    const id = b2.b2CreateBody(world, def);
    def.delete();
    if (spec.shape) addShape(id, spec.shape);
    if (spec.mass > 0) {
      mass.mass = spec.mass;
      mass.rotationalInertia = spec.inertia;
      b2.b2Body_SetMassData(id, mass);
    }
    return id;
  };
  const ground = make({ x: 0, y: 0, angle: 0, vx: 0, vy: 0, w: 0, mass: 0 });
  const bodies = scene.bodies.map(make);
  mass.delete();
  for (const joint of scene.joints) addJoint(world, bodies[joint.a] ?? ground, bodies[joint.b] ?? ground, joint, hertz);

  return {
    step(dt) {
      for (let i = 0; i < split; i++) b2.b2World_Step(world, dt / split, substeps);
    },
    read(out) {
      bodies.forEach((id, i) => {
        const at = b2.b2Body_GetPosition(id);
        const rotation = b2.b2Body_GetRotation(id);
        const velocity = b2.b2Body_GetLinearVelocity(id);
        out.set(
          [at.x, at.y, Math.atan2(rotation.s, rotation.c), velocity.x, velocity.y, b2.b2Body_GetAngularVelocity(id)],
          6 * i,
        );
        at.delete();
        rotation.delete();
        velocity.delete();
      });
    },
    destroy: () => b2.b2DestroyWorld(world),
  };
}

function addShape(body, { box, disc, capsule }) {
  const def = b2.b2DefaultShapeDef();
  if (box) {
    b2.b2CreatePolygonShape(body, def, b2.b2MakeBox(box[0] / 2, box[1] / 2));
  } else if (capsule) {
    const shape = new b2.b2Capsule();
    shape.center1.Set(-capsule[0] / 2, 0);
    shape.center2.Set(capsule[0] / 2, 0);
    shape.radius = capsule[1];
    b2.b2CreateCapsuleShape(body, def, shape);
    shape.delete();
  } else {
    const shape = new b2.b2Circle();
    shape.radius = disc;
    b2.b2CreateCircleShape(body, def, shape);
    shape.delete();
  }
  def.delete();
}

function addJoint(world, a, b, { type, la, lb, limits, motor, axis, length, spring }, hertz) {
  if (type === 'pivot') {
    const def = b2.b2DefaultRevoluteJointDef();
    place(def, a, b, la, lb, hertz);
    if (limits) {
      def.enableLimit = true;
      [def.lowerAngle, def.upperAngle] = limits;
    }
    if (motor) {
      def.enableMotor = true;
      def.motorSpeed = motor.speed;
      def.maxMotorTorque = motor.maxTorque;
    }
    b2.b2CreateRevoluteJoint(world, def);
    def.delete();
  } else if (type === 'prismatic') {
    const def = b2.b2DefaultPrismaticJointDef();
    place(def, a, b, la, lb, hertz);
    def.base.localFrameA.q.SetAngle(Math.atan2(axis[1], axis[0]));
    def.base.localFrameB.q.SetAngle(Math.atan2(axis[1], axis[0]));
    b2.b2CreatePrismaticJoint(world, def);
    def.delete();
  } else if (type === 'wheel') {
    const def = b2.b2DefaultWheelJointDef();
    place(def, a, b, la, lb, hertz);
    def.base.localFrameA.q.SetAngle(Math.atan2(axis[1], axis[0]));
    def.enableSpring = true;
    def.hertz = spring.hertz;
    def.dampingRatio = spring.dampingRatio;
    def.enableMotor = true;
    def.motorSpeed = motor.speed;
    def.maxMotorTorque = motor.maxTorque;
    b2.b2CreateWheelJoint(world, def);
    def.delete();
  } else if (type === 'distance') {
    const def = b2.b2DefaultDistanceJointDef();
    place(def, a, b, la, lb, hertz);
    def.length = length;
    b2.b2CreateDistanceJoint(world, def);
    def.delete();
  } else {
    throw new Unsupported(`no ${type} joint`);
  }
}

function place(def, a, b, la, lb, hertz) {
  const { base } = def;
  base.bodyIdA = a;
  base.bodyIdB = b;
  base.localFrameA.p.Set(...la);
  base.localFrameB.p.Set(...lb);
  if (hertz !== undefined) setHertz(def, hertz);
}

/** The 60.0f of `constraintHertz` is the only one in a default definition. */
function setHertz(def, hertz) {
  const bytes = new DataView(b2.HEAPU8.buffer, def.$$.ptr, 128);
  for (let at = 0; at < 128; at += 4) {
    if (bytes.getFloat32(at, true) === 60) {
      bytes.setFloat32(at, hertz, true);
      return;
    }
  }
  throw new Unsupported('constraintHertz not found');
}
