import * as b2 from 'phaser-box2d/dist/PhaserBox2D.js';
import { packageVersion } from './package-version.mjs';
import { Unsupported } from './unsupported.mjs';

export const version = packageVersion('phaser-box2d');

/** `settings`: substeps, split. */
export function build(scene, { substeps = 4, split = 1 } = {}) {
  if (scene.collide) throw new Unsupported('contacts are not compared');
  const vector = ([x, y]) => new b2.b2Vec2(x, y);
  b2.b2CreateWorldArray();
  const worldDef = b2.b2DefaultWorldDef();
  worldDef.gravity = vector(scene.gravity);
  worldDef.enableSleep = false;
  const world = b2.b2CreateWorld(worldDef);
  const make = ({ x, y, angle, vx, vy, w, mass, inertia }) => {
    const def = b2.b2DefaultBodyDef();
    def.type = mass > 0 ? b2.b2BodyType.b2_dynamicBody : b2.b2BodyType.b2_staticBody;
    def.position = vector([x, y]);
    def.rotation = b2.b2MakeRot(angle);
    def.linearVelocity = vector([vx, vy]);
    def.angularVelocity = w;
    def.allowFastRotation = true;
    const id = b2.b2CreateBody(world, def);
    if (mass > 0) b2.b2Body_SetMassData(id, { mass, center: new b2.b2Vec2(0, 0), rotationalInertia: inertia });
    return id;
  };
  const ground = make({ x: 0, y: 0, angle: 0, vx: 0, vy: 0, w: 0, mass: 0 });
  const bodies = scene.bodies.map(make);
  for (const { type, a, b, la, lb, limits, motor, axis, length } of scene.joints) {
    const defaults = {
      pivot: b2.b2DefaultRevoluteJointDef,
      prismatic: b2.b2DefaultPrismaticJointDef,
      distance: b2.b2DefaultDistanceJointDef,
    };
    if (defaults[type] === undefined) throw new Unsupported(`no ${type} joint`);
    const def = defaults[type]();
    def.bodyIdA = bodies[a] ?? ground;
    def.bodyIdB = bodies[b] ?? ground;
    def.localAnchorA = vector(la);
    def.localAnchorB = vector(lb);
    if (limits) {
      def.enableLimit = true;
      [def.lowerAngle, def.upperAngle] = limits;
    }
    if (motor) {
      def.enableMotor = true;
      def.motorSpeed = motor.speed;
      def.maxMotorTorque = motor.maxTorque;
    }
    if (type === 'pivot') b2.b2CreateRevoluteJoint(world, def);
    if (type === 'prismatic') b2.b2CreatePrismaticJoint(world, Object.assign(def, { localAxisA: vector(axis) }));
    if (type === 'distance') b2.b2CreateDistanceJoint(world, Object.assign(def, { length }));
  }
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
      });
    },
    destroy: () => b2.b2DestroyWorld(world),
  };
}
