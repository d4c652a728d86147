import { type Body, box, capsule, chain as line, compound, disc, polygon, World } from '@tenon/core';

/**
 * Fixed worlds that between them hold every joint and every law, stepped for two seconds with changes in between.
 * Nothing here uses mathematics that differs between engines.
 */
export function hashes(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const solver of ['iterative', 'direct', 'auto'] as const) {
    for (const [name, build] of Object.entries(scenes))
      found[`${name} ${solver}`] = hashOf(build(new World({ gravity: [0, -9.81], solver })));
  }
  return found;
}

function hashOf(world: World): string {
  for (let i = 0; i < 120; i++) {
    world.step(i % 3 === 0 ? 1 / 60 : 1 / 75);
    if (i === 40) [...world.bodies][0]?.applyImpulse([0.3, 0.1], [0.2, 0.7]);
    if (i === 80) [...world.joints].at(-1)?.remove();
  }
  return world.hash();
}

const scenes = { chain, heap, machines, vehicle, pile } satisfies Record<string, (world: World) => World>;

function chain(world: World): World {
  let last: Body | null = null;
  for (let i = 0; i < 12; i++) {
    const link: Body = world.addBody({
      position: [0.25 * i + 0.125, 0.01 * i],
      shape: box(0.25, 0.05),
      density: i === 11 ? 500 : 1,
    });
    world.joints.create('pivot', {
      bodyA: last,
      bodyB: link,
      anchor: [0.25 * i, 0.01 * i],
      angle: { limits: { lower: -0.7, upper: 0.7, restitution: 0.3 }, friction: { torque: 0.01, viscous: 0.02 } },
    });
    last = link;
  }
  world.joints.create('rope', { bodyB: last, localAnchorA: [0, 0], max: 2.9 });
  return world;
}

function heap(world: World): World {
  const bodies = Array.from({ length: 10 }, (_, i) =>
    world.addBody({
      position: [i % 4, 0.7 * i],
      angle: 0.3 * i,
      velocity: [0.2 * i, 1 - 0.3 * i],
      angularVelocity: 2 - 0.4 * i,
      shape: disc(0.3 + 0.02 * i),
    }),
  );
  const pair = (i: number): { bodyA: Body; bodyB: Body } => ({ bodyA: bodies[i], bodyB: bodies[i + 1] });
  world.joints.create('weld', { ...pair(0), anchor: [0.5, 0.4], softness: { hertz: 4, dampingRatio: 0.5 } });
  world.joints.create('distance', { ...pair(1), min: 0.4, max: 3 });
  world.joints.create('angle', { ...pair(2), ratio: -1.5, angle: { wrapped: true, limits: [-1, 1] } });
  world.joints.create('line', {
    ...pair(3),
    anchor: [3, 2.2],
    axis: [1, 2],
    slide: { friction: { coefficient: 0.4 } },
  });
  world.joints.create('pose', { ...pair(4), hertz: 3, maxForce: 40 });
  world.joints.create('friction', { ...pair(5), maxForce: 3, maxTorque: 0.5 });
  world.joints.create('damped-spring', { ...pair(6), stiffness: 30, damping: 0.4, restLength: 0.5 });
  world.joints.create('rotary-spring', { ...pair(7), stiffness: 4, damping: 0.1 });
  world.joints.create('pin', { ...pair(8) });
  world.joints.create('filter', { bodyA: bodies[0], bodyB: bodies[9] });
  world.joints.create('drag', { bodyB: bodies[5], target: [1, 1], weights: 10 });
  return world;
}

function machines(world: World): World {
  const crank = world.addBody({ position: [0.25, 0], shape: box(0.5, 0.1) });
  const rod = world.addBody({ position: [1.25, 0], shape: box(1.5, 0.1) });
  const piston = world.addBody({ position: [2, 0], shape: box(0.3, 0.3) });
  const hinge = world.joints.create('pivot', {
    bodyB: crank,
    anchor: [0, 0],
    angle: { motor: { speed: 6, maxTorque: 30 } },
  });
  world.joints.create('pivot', { bodyA: crank, bodyB: rod, anchor: [0.5, 0] });
  world.joints.create('pivot', { bodyA: rod, bodyB: piston, anchor: [2, 0] });
  const guide = world.joints.create('prismatic', { bodyB: piston, anchor: [2, 0], axis: [1, 0] });
  const wheel = world.addBody({ position: [4, 2], shape: disc(0.5) });
  const axle = world.joints.create('hinge', { bodyB: wheel, anchor: [4, 2], angle: { ratchet: { tooth: 0.2 } } });
  world.joints.create('gear', {
    terms: [
      { of: axle.angle, weight: 1 },
      { of: hinge.angle, weight: -0.5 },
    ],
  });
  world.joints.create('gear', {
    terms: [
      { of: guide.slide, weight: 1 },
      { of: wheel, weight: 0.01 },
    ],
    value: 0,
    sum: { lock: null, spring: { stiffness: 5, target: 0 } },
  });
  const light = world.addBody({ position: [6, -1], mass: 1 });
  const heavy = world.addBody({ position: [8, -1], mass: 2.5 });
  world.joints.create('pulley', { bodyB: light, bodyD: heavy, localAnchorA: [6, 2], localAnchorC: [8, 2], max: 6.2 });
  const bead = world.addBody({ position: [-4, 1], mass: 0.5 });
  world.joints.create('path', {
    bodyB: bead,
    path: {
      points: [
        [-4, 1],
        [-3, -0.5],
        [-2, 0.2],
        [-1, 1],
      ],
    },
  });
  return world;
}

function vehicle(world: World): World {
  const car = world.addBody({ position: [0, 1], shape: box(2, 0.4) });
  for (const x of [-0.7, 0.7]) {
    const wheel = world.addBody({ position: [x, 0.6], shape: disc(0.3) });
    world.joints.create('wheel', {
      bodyA: car,
      bodyB: wheel,
      anchor: [x, 0.6],
      axis: [0, 1],
      suspension: { spring: { hertz: 4, dampingRatio: 0.7 }, limits: [-0.3, 0.3] },
      spin: { motor: { speed: -10, maxTorque: 5 } },
    });
    world.joints.create('groove', { bodyB: wheel, grooveA: [-9, 0.6], grooveB: [9, 0.6], localAnchorB: [0, 0] });
  }
  const arm = world.addBody({ position: [0, 2], shape: box(0.2, 1) });
  world.joints.create('pivot', {
    bodyA: car,
    bodyB: arm,
    anchor: [0, 1.5],
    angle: { motor: { target: 1, speed: 2, maxTorque: 20 } },
    break: { force: 500 },
  });
  world.joints.create('rotary-limit', { bodyA: car, bodyB: arm, min: -0.8, max: 0.8 });
  world.joints.create('motor', { bodyA: car, bodyB: arm, rate: 0.1, maxTorque: 0.2 });
  return world;
}

/** What touches: every shape, joined and loose, on ground, on a lift, through a one-way ledge and past a sensor. */
function pile(world: World): World {
  const shapes = [
    box(0.5, 0.5),
    disc(0.25),
    capsule(0.4, 0.12),
    polygon([[0, 0], [0.6, 0], [0.3, 0.5]], 0.03), // prettier-ignore
    polygon([[0, 0], [0.6, 0], [0.6, 0.6], [0.3, 0.2]]), // prettier-ignore
    compound([{ shape: box(0.6, 0.15) }, { shape: disc(0.15), position: [0.3, 0.2], friction: 0.2 }]),
  ];
  const bodies = Array.from({ length: 18 }, (_, i) =>
    world.addBody({
      position: [0.5 * (i % 6) - 1.2, 1 + 0.7 * Math.floor(i / 6)],
      angle: 0.4 * i,
      velocity: [0.3 * (i % 3), -1],
      shape: shapes[i % 6],
      collides: { friction: 0.3 + 0.05 * i, restitution: 0.1 * (i % 4), rolling: 0.02 * (i % 2) },
    }),
  );
  world.joints.create('pivot', { bodyA: bodies[1], bodyB: bodies[2], anchor: [-0.5, 1] });
  world.joints.create('distance', { bodyA: bodies[7], bodyB: bodies[13], max: 1 });
  world.addBody({ type: 'static', shape: line([[-6, 1], [-2, 0], [0, 0.1], [2, 0], [6, 1]]), collides: true }); // prettier-ignore
  world.addBody({ type: 'static', position: [1, 0.6], shape: box(1, 0.1), collides: { oneWay: [0, 1] } });
  world.addBody({ type: 'static', position: [0, 0.5], shape: disc(0.5), collides: { sensor: true } });
  world.addBody({ type: 'kinematic', position: [-1, -0.1], shape: box(1, 0.5), velocity: [0, 0.2], angularVelocity: 0.1, collides: { surfaceSpeed: 1 } }); // prettier-ignore
  return world;
}
