import { type Body, type ScalarOptions, World } from '@tenon/core';
import { Chance } from '../random-world';

/**
 * Runs in a process of its own, from a bundle: random trees of joints with random laws, none of which drives. Prints the largest energy
 * that a tree gained, in m·g·1 m of its bodies, and its seed.
 */
const [, , solver, count] = process.argv;
const GRAVITY = 10;
let worst = { gain: 0, seed: 0 };
for (let seed = 1; seed <= Number(count); seed++) {
  const gain = gainOf(new Chance(seed));
  if (!(gain <= worst.gain)) worst = { gain, seed };
}
process.stdout.write(JSON.stringify(worst));

function gainOf(chance: Chance): number {
  const world = new World({
    solver: solver === 'direct' ? 'direct' : 'iterative',
    gravity: [0, -GRAVITY],
    substeps: chance.pick([2, 4, 8]),
    sleeping: false,
  });
  // Heavy loads of light bodies are the direct step's alone: the iterative one makes bodies weigh more.
  const ratio = solver === 'direct' ? chance.pick([1, 10, 100]) : 1;
  const alike = chance.next() < 0.5 ? someJoint(chance) : null;
  let weight = 0;
  let last: Body | null = null;
  const count = 1 + chance.integer(6);
  for (let i = 0; i < count; i++) {
    const mass = ratio ** chance.between(-1, 1);
    const body: Body = world.addBody({ position: [i + 0.5, 0], mass, inertia: mass / 12 });
    const make = alike ?? someJoint(chance);
    make(world, { bodyA: last, bodyB: body, anchor: [i, 0] });
    weight += GRAVITY * mass;
    last = body;
  }
  // All springs are slack at first: without them, too, there can only be less.
  const start = energyOf(world);
  let most = 0;
  for (let frame = 0; frame < 300; frame++) {
    world.step(1 / 60);
    most = Math.max(most, energyOf(world) - start);
  }
  return most / weight;
}

function energyOf({ bodies }: World): number {
  let sum = 0;
  for (const body of bodies) sum += body.kineticEnergy + GRAVITY * body.mass * body.y;
  return sum;
}

interface Place {
  readonly bodyA: Body | null;
  readonly bodyB: Body;
  readonly anchor: readonly [number, number];
}
type Make = (world: World, place: Place) => void;

function someJoint(chance: Chance): Make {
  const first = someLaws(chance, 0);
  const second = someLaws(chance, 0);
  const length = someLaws(chance, 0.5);
  const within: ScalarOptions = { limits: [-1, 1], ...first };
  return chance.pick<Make>([
    (world, place) => world.joints.create('pivot', { ...place, angle: first }),
    (world, place) => world.joints.create('prismatic', { ...place, axis: [0.6, 0.8], slide: within }),
    (world, place) => world.joints.create('wheel', { ...place, axis: [0, 1], suspension: within, spin: second }),
    (world, { bodyA, bodyB }) =>
      world.joints.create('distance', {
        bodyA,
        bodyB,
        localAnchorA: [bodyA ? 0.5 : 0, 0],
        localAnchorB: [0, 0],
        length,
      }),
    (world, place) => world.joints.create('weld', place),
  ]);
}

/** Laws that hold, brake or give back, about `zero`. */
function someLaws(chance: Chance, zero: number): ScalarOptions {
  const reach = chance.between(0.02, 0.4);
  const [lower, upper] = [zero - reach, zero + reach];
  const laws: ScalarOptions[] = [
    {},
    { spring: { stiffness: chance.magnitude(1, 1e8), damping: chance.pick([0, 1, 1e4]) } },
    { spring: { hertz: chance.magnitude(20, 1000), dampingRatio: chance.pick([1, 5]) } },
  ];
  const stops: ScalarOptions[] = [
    { limits: [lower, upper] },
    { limits: { lower, upper, restitution: chance.pick([0.3, 1]) } },
    { ratchet: { tooth: chance.pick([0.1, -0.1, 0.5]) } },
  ];
  return {
    ...chance.pick(laws),
    ...(chance.next() < 0.4 && chance.pick(stops)),
    ...(chance.next() < 0.2 && { friction: { viscous: chance.magnitude(0.1, 100) } }),
  };
}
