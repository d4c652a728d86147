import { type Body, defineConstraint, type MotorLaw, path, type ScalarOptions, World } from '@tenon/core';
import { Simulation } from '../../src/simulation/simulation';

/** Runs in a process of its own, from a bundle: prints the bytes of heap that a settled step allocates. */
const [, , kind] = process.argv;
const solver = kind === 'iterative' || kind === 'in blocks' || kind === 'own' ? 'iterative' : 'direct';
/** Steps of one length, or of these. */
const LENGTHS = [1 / 60, 1 / 75, 1 / 50, 1 / 64];
if (kind === 'in blocks') Simulation.blockSize = 1;
const world = new World({ gravity: [0, -9.81], solver, sleeping: false });
const isOwn = kind === 'own' || kind === 'own, direct';
if (isOwn) addOwn();
else if (solver === 'direct' && kind !== 'driven') addApart();
const servos = kind === 'driven' || (solver === 'iterative' && !isOwn) ? [...addArm(), ...addFiveBar()] : [];
// By itself, too: what V8 inlines depends on all that there is.
const carts = kind === 'far apart' || kind === 'driven' || isOwn ? [] : addOthers();

// What runs once per step takes thousands of steps to be compiled.
for (let i = 0; i < 9000; i++) step(i);
let least = Infinity;
for (let round = 0; round < 10; round++) {
  // The first object after a collection counts as the whole block that it begins: every other round goes on in it.
  if (round % 2 === 0) gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 400; i++) step(i);
  const bytes = (process.memoryUsage().heapUsed - before) / 400;
  // Less than before there is where a collection came in between.
  if (bytes >= 0) least = Math.min(least, bytes);
}
process.stdout.write(String(least));

function step(i: number): void {
  if (i % 100 === 0) for (const motor of servos) motor.target = -(motor.target ?? 0);
  if (i % 400 === 0) for (const motor of carts) motor.speed = -(motor.speed ?? 0);
  world.step(kind === 'iterative' ? 1 / 60 : LENGTHS[i % LENGTHS.length]);
}

/** Constraints from their values: strings over two blocks. */
function addOwn(): void {
  const [left, right] = [
    [-0.5, 1],
    [0.5, 1],
  ] as const;
  const string = defineConstraint({
    name: 'string',
    bodies: 3,
    rows: { length: 'length' },
    parameters: { rest: { default: 2, unit: 'length' }, rim: { default: [0, 0.25] } },
    value: ([a, b, c], { rest, rim }) => {
      const length = a.toWorld(rim).minus(c.toWorld(left)).length();
      return length.plus(b.toWorld(rim).minus(c.toWorld(right)).length()).minus(rest);
    },
  });
  for (let i = 0; i < 3; i++) {
    const [bodyA, bodyB] = [-0.5, 0.6].map((x) => world.addBody({ position: [4 * i + x, 0], mass: 1, inertia: 0.1 }));
    const bodyC = world.addBody({ position: [4 * i, 0], type: 'static' });
    world.joints.create(string, { bodyA, bodyB, bodyC });
  }
}

function addOthers(): MotorLaw[] {
  addOneOfEach();
  addBreakables();
  return addCarts();
}

/** Carts driven to and fro on a curve and, softly held, beside straight pieces; and round and round on closed ones. */
function addCarts(): MotorLaw[] {
  return [true, false].flatMap((smooth) =>
    [false, true].flatMap((closed) => {
      const { travel } = world.joints.create('path', {
        bodyB: world.addBody({ position: [1.1, 0.4], mass: 0.1, inertia: 0.01 }),
        path: path(
          [
            [0, 0],
            [1, 0.5],
            [2, 0.4],
            [2.5, 1.5],
            [0.5, 2],
          ],
          { smooth, closed },
        ),
        travel: { motor: { speed: 0.8, maxForce: 10 } },
        offset: { lock: smooth ? true : { softness: { hertz: 2 } } },
      });
      return closed ? [] : (travel.motor ?? []);
    }),
  );
}

/** Servos that never rest: with a cap, a speed, and neither. */
function addArm(): MotorLaw[] {
  let last: Body | null = null;
  return [{ maxTorque: 10 }, { speed: 2 }, {}].flatMap((options, i) => {
    const body = world.addBody({ position: [i + 0.5, 5], mass: 0.1 });
    const { angle } = world.joints.create('pivot', {
      bodyA: last,
      bodyB: body,
      anchor: [i, 5],
      angle: { motor: { target: 0.5, ...options } },
    });
    last = body;
    return angle.motor ?? [];
  });
}

/** Two cranks in a loop. */
function addFiveBar(): MotorLaw[] {
  const rods = [0.4, 1.1].map((x) => world.addBody({ position: [x, 6.5], mass: 0.1, inertia: 0.01 }));
  world.joints.create('pivot', { bodyA: rods[0], bodyB: rods[1], anchor: [0.75, 7] });
  return rods.flatMap((rod, i) => {
    const crank = world.addBody({ position: [1.5 * i, 5.5], mass: 0.1, inertia: 0.01 });
    world.joints.create('pivot', { bodyA: crank, bodyB: rod, anchor: [1.5 * i, 6] });
    const motor = { target: 0.2, speed: 2, maxTorque: 10 };
    return world.joints.create('pivot', { bodyB: crank, anchor: [1.5 * i, 5], angle: { motor } }).angle.motor ?? [];
  });
}

/** Links with two laws each, and springs of limited length beside them. */
function addChain(): void {
  let last: Body | null = null;
  for (let i = 0; i < 40; i++) {
    const body: Body = world.addBody({ position: [i * 0.25 + 0.125, 0], mass: 0.1 });
    const angle: ScalarOptions =
      i % 2 === 0
        ? { limits: [-0.5, 0.5], spring: { hertz: 2 }, friction: { torque: 0.1 } }
        : { motor: { speed: 1, maxTorque: 0.1 }, ratchet: { tooth: 0.2 } };
    world.joints.create('pivot', { bodyA: last, bodyB: body, anchor: [i * 0.25, 0], angle });
    if (last !== null)
      world.joints.create('distance', { bodyA: last, bodyB: body, length: { spring: { hertz: 1 }, limits: [0, 2] } });
    last = body;
  }
}

function link(): Body {
  return world.addBody({ position: [0.5, 0], mass: 0.1, inertia: 0.01 });
}

/** A light body on which locks of every kind hold more than it weighs. */
function addHub(): void {
  const bodyA = link();
  for (let i = 0; i < 3; i++) {
    world.joints.create('pivot', { bodyA, bodyB: link(), anchor: [0.2 * i, 0.1] });
    world.joints.create('weld', { bodyA, bodyB: link(), anchor: [0.2 * i, 0] });
    world.joints.create('distance', { bodyA, bodyB: link(), localAnchorA: [0.2 * i, 0.1], length: { lock: true } });
    world.joints.create('prismatic', { bodyA, bodyB: link(), anchor: [0.2 * i, 0], slide: { limits: [-0.1, 0.1] } });
  }
  world.joints.create('pivot', { bodyB: bodyA, anchor: [0, 0] });
}

/** Free bodies in rows, one on the world, whose gaps take for ever to be closed. */
function addApart(): void {
  const rows = [['pivot', 'weld'], ['prismatic']] as const;
  rows.forEach((types, k) => {
    let last: Body | null = null;
    for (let i = 0; i < 12; i++) {
      const bodyB: Body = world.addBody({
        position: [1.2 * i, 9 + 10 * k],
        mass: 1,
        gravityScale: 0,
        angularVelocity: (i % 3) - 1,
      });
      const anchors = { localAnchorA: [0.5, k], localAnchorB: [-0.4, 0], maxCorrectionSpeed: 1e-9 } as const;
      if (i + k > 0) world.joints.create(types[i % types.length], { bodyA: last, bodyB, ...anchors });
      last = bodyB;
    }
  });
}

/** Joints that could break, one of them on a body that is led round and wakes what hangs on it in every step. */
function addBreakables(): void {
  const limit = { force: 1e6, torque: 1e6, energy: 1e6, error: { length: 1, angle: 1, after: 1 } };
  const bodyA = world.addBody({ type: 'kinematic', position: [5, 0], angularVelocity: 1 });
  for (const type of ['pivot', 'weld'] as const)
    for (let i = 0; i < 2; i++) world.joints.create(type, { bodyA, bodyB: link(), anchor: [5, i], break: limit });
  world.joints.create('pivot', { bodyB: link(), anchor: [0, 0], angle: { spring: { hertz: 1 } }, break: limit });
  world.joints.create('distance', { bodyB: link(), localAnchorA: [0, 1], length: { lock: true }, break: limit });
  // By some of their laws.
  const some = { force: 1e6, torque: 1e6, laws: ['lock', 'spring', 'friction'] } as const;
  world.joints.create('weld', { bodyA, bodyB: link(), anchor: [5, 0], break: some });
  world.joints.create('pivot', { bodyB: link(), anchor: [0, 0], angle: { spring: { hertz: 1 } }, break: some });
  world.joints.create('pivot', {
    bodyB: link(),
    anchor: [0, 0],
    point: { lock: null, spring: { hertz: 2 } },
    break: some,
  });
  const dragged = world.joints.create('pivot', { bodyB: link(), anchor: [5.3, 0], angle: { limits: [-1, 1] } }).bodyB;
  for (const point of [
    { friction: { force: 0.1 } },
    { lock: { maxForce: 0.1 } },
    { lock: null, spring: { hertz: 2, maxForce: 0.1 } },
  ])
    world.joints.create('pivot', { bodyA, bodyB: dragged, anchor: [5.5, 0.5], point });
  world.joints.create('friction', { bodyA, bodyB: dragged, maxForce: 0.1, maxTorque: 0.01 });
}

/** Every law alone and some together, on an angle, a slide, a length and a point; every joint type. */
function addOneOfEach(): void {
  addChain();
  const laws: ScalarOptions[] = [
    { limits: [-0.3, 0.3] },
    { limits: { lower: -0.3, upper: 0.3, hertz: 5 } },
    { limits: { lower: -0.3, upper: 0.3, restitution: 0.5 } },
    { limits: [0, 0] },
    { spring: { stiffness: 3, damping: 0.1 } },
    { friction: { viscous: 0.1 } },
    { lock: { softness: { hertz: 5 } } },
    { lock: { softness: { correction: 0.1 } } },
    { lock: true },
  ];
  for (const law of laws) {
    world.joints.create('pivot', { bodyB: link(), anchor: [0, 0], angle: law });
    world.joints.create('prismatic', { bodyB: link(), anchor: [0, 0], localAxisA: [0, 1], slide: law });
  }
  world.joints.create('pivot', {
    bodyB: link(),
    anchor: [0, 0],
    angle: { friction: { coefficient: 0.1, radius: 0.05 } },
  });
  world.joints.create('pivot', { bodyB: link(), anchor: [0, 0], point: { lock: { maxForce: 10 } } });
  world.joints.create('pivot', { bodyB: link(), anchor: [0, 0], point: { lock: null, spring: { hertz: 2 } } });
  world.joints.create('weld', { bodyB: link(), anchor: [0, 0] });
  world.joints.create('weld', { bodyB: link(), anchor: [0, 0], softness: { correction: 0.1 } });
  world.joints.create('wheel', { bodyB: link(), anchor: [0, 0] });
  world.joints.create('wheel', {
    bodyB: link(),
    anchor: [0, 0],
    suspension: { spring: { hertz: 3, dampingRatio: 0.2 } },
    spin: { motor: { speed: 1, maxTorque: 0.1 } },
  });
  world.joints.create('pose', { bodyB: link() });
  world.joints.create('drag', { bodyB: link() });
  addHub();
  addGears();
}

/** Gears that hold, and such as go somewhere. */
function addGears(): void {
  for (const sum of [
    {},
    { lock: null, motor: { target: 0.5 } },
    { lock: null, motor: { target: 0.5, speed: 0.01, maxTorque: 10 } },
    { lock: null, motor: { speed: 1 }, limits: [-0.3, 0.3] },
  ] satisfies ScalarOptions[]) {
    const [a, b] = [link(), link()];
    world.joints.create('pivot', { bodyB: a, anchor: [0, 0] });
    world.joints.create('pivot', { bodyB: b, anchor: [0, 0] });
    world.joints.create('gear', { bodyA: a, bodyB: b, ratio: 2, sum });
  }
}
