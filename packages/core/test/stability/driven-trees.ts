import { type Body, type ScalarCoordinate, World } from '@tenon/core';
import { Chance } from '../random-world';

/**
 * Runs in a process of its own, from a bundle: random trees on ground whose joints are driven by motors that are told another speed every
 * second, with a cap or none. Prints the fastest that a body was in five seconds, m/s, and the seed of its tree.
 */
const [, , seeds] = process.argv;
let worst = { fastest: 0, seed: 0 };
for (const seed of JSON.parse(seeds) as number[]) {
  const fastest = fastestOf(seed);
  if (!(fastest <= worst.fastest)) worst = { fastest, seed };
}
process.stdout.write(JSON.stringify(worst));

function fastestOf(seed: number): number {
  const chance = new Chance(seed);
  const gravity = chance.chance(0.7) ? 10 : 0;
  const world = new World({ solver: 'iterative', gravity: [0, -gravity], sleeping: false });
  const isUneven = chance.chance(0.5);
  const bodies: Body[] = [];
  const driven: ScalarCoordinate[] = [];
  let weight = 0;
  for (let i = 0, count = 2 + chance.integer(7); i < count; i++) {
    const mass = isUneven ? chance.magnitude(0.1, 10) : 1;
    weight += 10 * mass;
    const bodyA = i === 0 ? null : chance.chance(0.7) ? bodies[i - 1] : chance.pick(bodies);
    const anchor: [number, number] = bodyA ? [bodyA.x + 0.5 * bodyA.cos, bodyA.y + 0.5 * bodyA.sin] : [0, 0];
    const angle = chance.between(-Math.PI, Math.PI);
    const along: [number, number] = [Math.cos(angle), Math.sin(angle)];
    const position: [number, number] = [anchor[0] + 0.5 * along[0], anchor[1] + 0.5 * along[1]];
    const bodyB = world.addBody({ position, angle, mass, inertia: mass / 12 });
    bodies.push(bodyB);
    const moving = addJoint(world, chance, { bodyA, bodyB, anchor }, along);
    if (moving && chance.chance(0.75)) driven.push(moving);
  }
  let fastest = 0;
  for (let frame = 0; frame < 300; frame++) {
    if (frame % 60 === 10)
      for (const coordinate of driven) {
        const speed = chance.pick([-1, 1]) * chance.between(0.3, 3.3);
        const cap = chance.chance(0.3) ? Infinity : weight * chance.magnitude(0.1, 3);
        coordinate.motor = coordinate.unit === 'angle' ? { speed, maxTorque: cap } : { speed, maxForce: cap };
      }
    world.step(1 / 60);
    for (const { velocity } of bodies) fastest = Math.max(fastest, Math.hypot(velocity.x, velocity.y));
  }
  return fastest;
}

interface Place {
  readonly bodyA: Body | null;
  readonly bodyB: Body;
  readonly anchor: [number, number];
}

/** Adds some joint. The coordinate that may be driven, null if there is none. */
function addJoint(world: World, chance: Chance, place: Place, along: [number, number]): ScalarCoordinate | null {
  const kind = chance.next();
  if (kind < 0.45) {
    const limits: [number, number] = [chance.between(-2, 0), chance.between(0, 2)];
    const angle = chance.chance(0.4) ? { limits } : {};
    return world.joints.create('pivot', { ...place, angle }).angle;
  }
  if (kind < 0.65)
    return world.joints.create('prismatic', { ...place, axis: along, slide: { limits: [-0.5, 0.5] } }).slide;
  if (kind < 0.75) {
    const suspension = { spring: { hertz: 3, dampingRatio: 0.5 } };
    return world.joints.create('wheel', { ...place, axis: [0, 1], suspension }).spin;
  }
  world.joints.create('weld', place);
  return null;
}
