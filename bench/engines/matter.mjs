import Matter from 'matter-js';
import { packageVersion } from './package-version.mjs';
import { Unsupported } from './unsupported.mjs';

export const version = packageVersion('matter-js');

const { Body, Composite, Constraint, Detector, Engine } = Matter;

/**
 * `settings`: iterations (of constraints), split. Pins are constraints of length 0. Inertia is four times the physical one,
 * which is Matter's own convention: with the physical one its constraints explode.
 */
export function build(scene, { iterations = 2, split = 1 } = {}) {
  if (scene.collide) throw new Unsupported('contacts are not compared');
  for (const { type, limits, motor } of scene.joints) {
    if (type !== 'pivot' && type !== 'distance') throw new Unsupported(`no ${type} joint`);
    if (limits || motor) throw new Unsupported(limits ? 'no angle limits' : 'no motors');
  }
  const engine = Engine.create({ constraintIterations: iterations, enableSleeping: false });
  engine.gravity.scale = 1e-6;
  engine.gravity.x = scene.gravity[0];
  engine.gravity.y = scene.gravity[1];
  const base = 1000 / 60;
  const bodies = scene.bodies.map(({ x, y, angle, vx, vy, w, mass, inertia }) => {
    const body = Body.create({
      position: { x, y },
      angle,
      isStatic: mass === 0,
      frictionAir: 0,
      friction: 0,
      collisionFilter: { mask: 0 },
    });
    if (mass > 0) {
      Body.setMass(body, mass);
      Body.setInertia(body, 4 * inertia);
      Body.setVelocity(body, { x: (vx * base) / 1000, y: (vy * base) / 1000 });
      Body.setAngularVelocity(body, (w * base) / 1000);
    }
    return body;
  });
  Composite.add(engine.world, bodies);
  Composite.add(
    engine.world,
    scene.joints.map(({ a, b, la, lb, length }) => {
      const point = (body, [x, y]) => {
        if (body === undefined) return { x, y };
        const c = Math.cos(body.angle);
        const s = Math.sin(body.angle);
        return { x: c * x - s * y, y: s * x + c * y };
      };
      const ends = { pointA: point(bodies[a], la), pointB: point(bodies[b], lb) };
      return Constraint.create({
        ...(bodies[a] && { bodyA: bodies[a] }),
        ...(bodies[b] && { bodyB: bodies[b] }),
        ...ends,
        length: length ?? 0,
      });
    }),
  );
  Detector.setBodies(engine.detector, []);
  return {
    step(dt) {
      for (let i = 0; i < split; i++) {
        Engine.update(engine, (1000 * dt) / split);
        Detector.setBodies(engine.detector, []);
      }
    },
    read(out) {
      bodies.forEach((body, i) => {
        const velocity = Body.getVelocity(body);
        const perSecond = 1000 / base;
        out.set(
          [
            body.position.x,
            body.position.y,
            body.angle,
            velocity.x * perSecond,
            velocity.y * perSecond,
            Body.getAngularVelocity(body) * perSecond,
          ],
          6 * i,
        );
      });
    },
    destroy: () => Engine.clear(engine),
  };
}
