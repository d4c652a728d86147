import { type Body, type ScalarCoordinate, type ScalarOptions, World } from '@tenon/core';
import { Chance } from '../random-world';

/**
 * Runs in a process of its own, from a bundle: random trees of joints without gravity, made apart by some tenths of a metre, whose
 * bodies are then put elsewhere, turned, kicked and made lighter or heavier, and whose limits are drawn in. Prints how many trees had
 * a body faster than 60 m/s, and the seed of one.
 */
const [, , solver, count] = process.argv;
const FAST = 60;
let many = 0;
let seed = 0;
for (let next = 1; next <= Number(count); next++) {
  if (fastestOf(new Chance(next)) <= FAST) continue;
  many++;
  seed = next;
}
process.stdout.write(JSON.stringify({ many, seed }));

function fastestOf(chance: Chance): number {
  const world = new World({ solver: solver === 'direct' ? 'direct' : 'iterative', sleeping: false });
  const bodies: Body[] = [];
  const freedoms: ScalarCoordinate[] = [];
  const size = 1 + chance.integer(5);
  for (let i = 0; i < size; i++) {
    const bodyB = world.addBody({
      position: [i + chance.between(-0.3, 0.3), chance.between(-0.3, 0.3)],
      angle: chance.between(-1, 1),
      mass: chance.magnitude(0.1, 10),
      inertia: chance.magnitude(0.01, 1),
    });
    addJoint(world, chance, bodies.at(-1) ?? null, bodyB, freedoms);
    bodies.push(bodyB);
  }
  let fastest = 0;
  for (let frame = 0; frame < 300; frame++) {
    if (frame % 45 === 44) befall(chance, chance.pick(bodies), freedoms);
    world.step(1 / 60);
    for (const { velocity, angularVelocity } of bodies) {
      const speed = Math.abs(velocity.x) + Math.abs(velocity.y) + 0.3 * Math.abs(angularVelocity);
      if (!(speed <= fastest)) fastest = speed;
    }
  }
  return fastest;
}

function addJoint(world: World, chance: Chance, bodyA: Body | null, bodyB: Body, freedoms: ScalarCoordinate[]): void {
  const place = {
    bodyA,
    bodyB,
    localAnchorA: [0.5, 0] as const,
    localAnchorB: [chance.between(-0.7, -0.3), chance.between(-0.2, 0.2)] as const,
  };
  chance.pick<() => void>([
    () => freedoms.push(world.joints.create('pivot', { ...place, angle: someLaws(chance) }).angle),
    () => freedoms.push(world.joints.create('prismatic', { ...place, slide: someLaws(chance) }).slide),
    () => {
      const joint = world.joints.create('wheel', { ...place, suspension: someLaws(chance), spin: someLaws(chance) });
      freedoms.push(joint.suspension, joint.spin);
    },
    () => world.joints.create('weld', place),
    () => world.joints.create('distance', place),
  ])();
}

function someLaws(chance: Chance): ScalarOptions {
  return {
    ...chance.pick<ScalarOptions>([
      {},
      { spring: { hertz: chance.magnitude(0.5, 10), dampingRatio: chance.pick([0.1, 1]) } },
      { friction: { viscous: chance.magnitude(0.1, 10) } },
    ]),
    ...(chance.next() < 0.5 && { limits: [-chance.between(0.1, 1), chance.between(0.1, 1)] }),
    ...(chance.next() < 0.2 && { ratchet: { tooth: chance.pick([0.2, -0.2]) } }),
  };
}

function befall(chance: Chance, body: Body, freedoms: readonly ScalarCoordinate[]): void {
  chance.pick<() => void>([
    () => (body.position = [body.x + chance.between(-1, 1), body.y + chance.between(-1, 1)]),
    () => (body.angle += chance.between(-2, 2)),
    () => (body.mass *= chance.magnitude(0.1, 10)),
    () => (body.velocity = [chance.between(-5, 5), chance.between(-5, 5)]),
    () => {
      const middle = chance.between(-1, 1);
      for (const freedom of freedoms) if (freedom.limits !== null) freedom.limits = [middle - 0.05, middle + 0.05];
    },
  ])();
}
