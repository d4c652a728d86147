import type { Body, World } from '@tenon/core';
import type { Coordinate, Demand, MovingBody, Problem, Push, Vec } from './newton-euler';

/** A mechanism twice: as joints, and as what they ask of coordinates that are written down here without them. */
export interface Mechanism extends Problem {
  readonly name: string;
  readonly seconds: number;
  /** One joint, between two bodies: what moves the second one is its reaction. */
  readonly single?: boolean;
  build(world: World, bodies: readonly Body[]): void;
}

const EARTH: Vec = [0, -9.81];

function moving(position: Vec, angle: number, velocity: Vec, spin: number, mass = 1, inertia = 0.1): MovingBody {
  return { position, angle, velocity, angularVelocity: spin, mass, inertia };
}

/** −1 is the world. */
function angleOf(q: Float64Array, body: number): number {
  return body < 0 ? 0 : q[3 * body + 2];
}

function turned(q: Float64Array, body: number, [x, y]: Vec): Vec {
  const [c, s] = [Math.cos(angleOf(q, body)), Math.sin(angleOf(q, body))];
  return [c * x - s * y, s * x + c * y];
}

function at(q: Float64Array, body: number, local: Vec): Vec {
  const [x, y] = turned(q, body, local);
  return body < 0 ? local : [q[3 * body] + x, q[3 * body + 1] + y];
}

function local({ position, angle }: MovingBody, place: Vec): Vec {
  return seenFrom(Float64Array.of(...position, angle), 0, place);
}

function seenFrom(q: Float64Array, body: number, [x, y]: Vec): Vec {
  if (body < 0) return [x, y];
  const [dx, dy] = [x - q[3 * body], y - q[3 * body + 1]];
  const [c, s] = [Math.cos(angleOf(q, body)), Math.sin(angleOf(q, body))];
  return [c * dx + s * dy, -s * dx + c * dy];
}

interface Pair {
  readonly a: number;
  readonly la: Vec;
  readonly b: number;
  readonly lb: Vec;
}

/** pB − pA. */
function gap(q: Float64Array, { a, la, b, lb }: Pair): Vec {
  const [ax, ay] = at(q, a, la);
  const [bx, by] = at(q, b, lb);
  return [bx - ax, by - ay];
}

const along =
  (pair: Pair, axis: Vec): Coordinate =>
  (q) => {
    const [ux, uy] = turned(q, pair.a, axis);
    const [x, y] = gap(q, pair);
    return ux * x + uy * y;
  };
const across = (pair: Pair, [x, y]: Vec): Coordinate => along(pair, [-y, x]);
const distance =
  (pair: Pair, rest = 0): Coordinate =>
  (q) =>
    Math.hypot(...gap(q, pair)) - rest;
const between =
  ({ a, b }: Pair, rest = 0, ratio = 1): Coordinate =>
  (q) =>
    ratio * angleOf(q, b) - angleOf(q, a) - rest;
const world =
  (pair: Pair, axis: 0 | 1): Coordinate =>
  (q) =>
    gap(q, pair)[axis];

const held = (...coordinates: readonly Coordinate[]): Demand[] => coordinates.map((of) => ({ of, rate: 0 }));
const pinned = (pair: Pair): Demand[] => held(world(pair, 0), world(pair, 1));
const spring = (of: Coordinate, stiffness: number, damping: number, rest = 0): Demand => ({
  of,
  force: (value, rate) => -stiffness * (value - rest) - damping * rate,
});
const pushed = (of: Coordinate, force: number): Demand => ({ of, force: () => force });

/**
 * What a point does at one place of both bodies: on the line between its anchors, `ofA` of the way from that of A. Its laws are friction of
 * `cap` N, and of `viscous` N·s/m.
 */
function rubbing(pair: Pair, ofA: number, cap: number, viscous: number): Push {
  return {
    at(q) {
      const [x, y] = at(q, pair.a, pair.la);
      const [gapX, gapY] = gap(q, pair);
      const place: Vec = [x + ofA * gapX, y + ofA * gapY];
      const there = { ...pair, la: seenFrom(q, pair.a, place), lb: seenFrom(q, pair.b, place) };
      return [world(there, 0), world(there, 1)];
    },
    push(rate) {
      const speed = Math.hypot(...rate);
      const rubs = viscous + (speed > 0 ? cap / speed : 0);
      return [-rubs * rate[0], -rubs * rate[1]];
    },
  };
}

const hull = moving([0, 0], 0.3, [0.2, 0.1], 1.5, 2, 0.4);
const rider = moving([0.6, 0.35], 0.1, [0.5, 0.3], 0.7);
const meet: Vec = [0.48, 0.15];
const pair: Pair = { a: 0, la: local(hull, meet), b: 1, lb: local(rider, meet) };
const apart: Pair = { a: 0, la: [-0.3, 0.1], b: 1, lb: [0.1, 0.2] };
const x: Vec = [1, 0];
const y: Vec = [0, 1];
const anchors = ({ la, lb }: Pair) => ({ localAnchorA: la, localAnchorB: lb });
const turn = rider.angle - hull.angle;

/** Two free bodies and one joint. */
function free(name: string, type: string, options: object, demands: readonly Demand[], seconds = 1): Mechanism {
  return {
    name,
    seconds,
    single: true,
    gravity: [0, -3],
    bodies: [hull, rider],
    demands,
    build: (scene, [bodyA, bodyB]) => void scene.joints.createNamed(type, { bodyA, bodyB, ...options }),
  };
}

const onLine = held(across(pair, x));
const lineWith = (slide: object) => ({ ...anchors(pair), localAxisA: x, slide });
const stiff = { stiffness: 20, damping: 0.3, target: 0.1 };

/** Of two free bodies the place is nearer to the one that is easier to turn. */
const ofA = hull.inertia / (hull.inertia + rider.inertia);
const rubbed: Pair = { a: 0, la: [0.4, 0.1], b: 1, lb: [-0.2, 0.2] };

/** One body on the world. */
function alone(name: string, pair: Pair, body: MovingBody, point: object, demands: readonly Demand[]): Mechanism {
  return {
    name,
    seconds: 0.5,
    gravity: [1.5, 0],
    bodies: [body],
    demands,
    build: (scene, [bodyB]) => void scene.joints.create('friction', { bodyB, ...anchors(pair), point }),
  };
}

const ground: Pair = { a: -1, la: [0, 0], b: 0, lb: [0, 0] };
const offCentre: Pair = { ...ground, lb: [0.4, 0.1] };
const pulled = (of: Pair, stiffness: number): Demand[] =>
  ([0, 1] as const).map((k) => spring(world(of, k), stiffness, 0));

/** A point on a spring by hertz: of what both bodies weigh against each other, kg. */
function swinging(of: Pair, ofA: number, mass: number, hertz: number, ratio: number): Demand[] {
  const omega = 2 * Math.PI * hertz;
  return [...pulled(of, mass * omega * omega), rubbing(of, ofA, 0, 2 * ratio * mass * omega)];
}

const arms = [moving([0.5, 0], 0, [0, 0], 0), moving([2, -0.5], -Math.PI / 2, [0, 0], 0, 1.3, 0.2)];
const shoulders: readonly Pair[] = [
  { a: -1, la: [0, 0], b: 0, lb: [-0.5, 0] },
  { a: -1, la: [2, 0], b: 1, lb: [-0.5, 0] },
];

function onTwoArms(name: string, connect: (world: World, bodies: readonly Body[]) => void, demand: Demand): Mechanism {
  return {
    name,
    seconds: 1,
    gravity: EARTH,
    bodies: arms,
    demands: [...shoulders.flatMap(pinned), demand],
    build(scene, bodies) {
      bodies.forEach((bodyB, i) => scene.joints.create('pivot', { bodyB, ...anchors(shoulders[i]) }));
      connect(scene, bodies);
    },
  };
}

const tackles = [
  moving([-1, 2], 0, [0, 0], 0.5, 3, 0.4),
  moving([-1.3, 0.5], 0.2, [0.3, 0], 0),
  moving([1, 2], 0, [0, 0], -0.3, 3, 0.4),
  moving([1.2, 0.7], 0, [-0.2, 0], 1, 1.5, 0.2),
];
const ropes: readonly Pair[] = [
  { a: 0, la: [0.1, -0.2], b: 1, lb: [0.05, 0.2] },
  { a: 2, la: [-0.1, -0.15], b: 3, lb: [0, 0.3] },
];
const hooks: readonly Pair[] = [
  { a: -1, la: [-1, 2.3], b: 0, lb: [0, 0.3] },
  { a: -1, la: [1, 2.3], b: 2, lb: [0, 0.3] },
];
const startOfTackles = Float64Array.from(tackles.flatMap(({ position, angle }) => [...position, angle]));
const rope: Coordinate = (q) => distance(ropes[0])(q) + 1.4 * distance(ropes[1])(q);

const links: readonly Pair[] = [
  { a: -1, la: [0, 0], b: 0, lb: [-0.5, 0] },
  { a: 0, la: [0.5, 0], b: 1, lb: [-0.5, 0] },
];

const slope: Vec = [Math.cos(-0.4), Math.sin(-0.4)];
const rail: Pair = { a: -1, la: [1, -0.3], b: 1, lb: [0, 0] };
const axle: Pair = { a: -1, la: [0.1, 0], b: 0, lb: [0.1, 0] };

const wheels = [
  moving([0.3, 0], 0, [0, 0], 0),
  moving([1.4, 0], 0, [0, 0], 1),
  moving([2.5, 0.2], 0, [0, 0], -2, 1, 0.15),
];
const axles: readonly Pair[] = [
  { a: -1, la: [0, 0], b: 0, lb: [-0.3, 0] },
  { a: -1, la: [1, 0], b: 1, lb: [-0.4, 0] },
  { a: -1, la: [2, 0], b: 2, lb: [-0.5, -0.2] },
];

export const mechanisms: readonly Mechanism[] = [
  free('a line', 'line', { ...anchors(pair), localAxisA: x }, onLine),
  free('a line with a spring', 'line', lineWith({ spring: stiff }), [...onLine, spring(along(pair, x), 20, 0.3, 0.1)]),
  free('a line whose motor is at its cap', 'line', lineWith({ motor: { speed: 100, maxForce: 3 } }), [
    ...onLine,
    pushed(along(pair, x), 3),
  ]),
  free('a line with a motor by speed', 'line', lineWith({ motor: { speed: 0.7 } }), [
    ...onLine,
    { of: along(pair, x), rate: 0.7 },
  ]),
  free('a line whose friction sticks', 'line', lineWith({ friction: { force: 1e4 } }), [
    ...onLine,
    ...held(along(pair, x)),
  ]),
  free('a line between bounds that are one', 'line', lineWith({ limits: [0, 0] }), [
    ...onLine,
    ...held(along(pair, x)),
  ]),
  free('a slider with a spring', 'prismatic', lineWith({ spring: stiff }), [
    ...onLine,
    ...held(between(pair, turn)),
    spring(along(pair, x), 20, 0.3, 0.1),
  ]),
  free(
    'a wheel with suspension and a motor at its cap',
    'wheel',
    {
      ...anchors(pair),
      localAxisA: y,
      suspension: { spring: { stiffness: 60, damping: 1, target: 0 } },
      spin: { motor: { speed: 1000, maxTorque: 0.4 } },
    },
    [...held(across(pair, y)), spring(along(pair, y), 60, 1), pushed(between(pair), 0.4)],
  ),
  free('a weld', 'weld', anchors(pair), [...pinned(pair), ...held(between(pair, turn))]),
  free(
    'a hinge with a spring',
    'pivot',
    { ...anchors(pair), angle: { spring: { stiffness: 5, damping: 0.1, target: 0.3 } } },
    [...pinned(pair), spring(between(pair, turn), 5, 0.1, 0.3)],
  ),
  free('a rod', 'distance', { ...anchors(apart), length: { lock: true } }, held(distance(apart, restOf(apart)))),
  free('a damped spring', 'damped-spring', { ...anchors(apart), restLength: 0.4, stiffness: 50, damping: 0.8 }, [
    spring(distance(apart), 50, 0.8, 0.4),
  ]),
  free(
    'a pose of springs',
    'pose',
    {
      localAnchorA: [0.5, 0.2],
      localAnchorB: [0.1, 0],
      referenceAngle: 0,
      ...Object.fromEntries(['x', 'y'].map((key) => [key, { spring: { stiffness: 30, damping: 0.4, target: 0 } }])),
      angle: { spring: { stiffness: 2, damping: 0.4, target: 0 } },
    },
    [
      ...([0, 1] as const).map((k) => spring(world({ ...pair, la: [0.5, 0.2], lb: [0.1, 0] }, k), 30, 0.4)),
      spring(between(pair), 2, 0.4),
    ],
  ),
  {
    name: 'a body dragged by a corner',
    seconds: 1,
    gravity: EARTH,
    bodies: [hull],
    demands: ([0, 1] as const).map((k) => spring(world({ a: -1, la: [1, 0.5], b: 0, lb: [0.2, 0.1] }, k), 40, 0.5)),
    build: (scene, [bodyB]) =>
      void scene.joints.create('drag', {
        bodyB,
        localAnchorA: [1, 0.5],
        localAnchorB: [0.2, 0.1],
        point: { spring: { stiffness: 40, damping: 0.5, maxForce: null } },
      }),
  },
  alone('a puck that slides across a slope', ground, moving([0, 0], 0, [0.5, 2], 0), { friction: { force: 2 } }, [
    rubbing(ground, 1, 2, 0),
  ]),
  alone('a body that spins as it slides', offCentre, moving([0, 0], 0, [2, 2], 3), { friction: { force: 2 } }, [
    rubbing(offCentre, 1, 2, 0),
  ]),
  alone(
    'a spring draws what slides',
    offCentre,
    moving([0.5, 0], 0, [0, 3], 1),
    { friction: { force: 1, viscous: 0.1 }, spring: { stiffness: 20, damping: 0.2 } },
    [...pulled(offCentre, 20), rubbing(offCentre, 1, 1, 0.3)],
  ),
  alone(
    'a body drawn by a corner at 1 Hz',
    offCentre,
    moving([0.5, 0], 0.3, [0, 3], 2),
    { spring: { hertz: 1, dampingRatio: 0.3 } },
    swinging(offCentre, 1, 1, 1, 0.3),
  ),
  free('two bodies that rub', 'friction', { ...anchors(rubbed), maxForce: 0.8 }, [rubbing(rubbed, ofA, 0.8, 0)], 0.5),
  free('two bodies in oil', 'friction', { ...anchors(rubbed), point: { friction: { viscous: 1 } } }, [
    rubbing(rubbed, ofA, 0, 1),
  ]),
  free(
    'two bodies that rub on a damped spring',
    'friction',
    { ...anchors(rubbed), point: { friction: { force: 0.3, viscous: 0.2 }, spring: { stiffness: 20, damping: 1 } } },
    [...pulled(rubbed, 20), rubbing(rubbed, ofA, 0.3, 1.2)],
    0.4,
  ),
  free(
    'two bodies that swing at 1 Hz',
    'friction',
    { ...anchors(rubbed), point: { spring: { hertz: 1, dampingRatio: 0.1 } } },
    swinging(rubbed, ofA, 2 / 3, 1, 0.1),
  ),
  {
    name: 'a pendulum whose end rubs',
    seconds: 0.6,
    gravity: EARTH,
    bodies: [moving([0.5, 0], 0, [0, -1], -2)],
    demands: [...pinned(shoulders[0]), rubbing({ a: -1, la: [1, 0], b: 0, lb: [0.5, 0.1] }, 1, 1, 0)],
    build(scene, [bodyB]) {
      scene.joints.create('pivot', { bodyB, ...anchors(shoulders[0]) });
      scene.joints.create('friction', { bodyB, localAnchorA: [1, 0], localAnchorB: [0.5, 0.1], maxForce: 1 });
    },
  },
  onTwoArms(
    'arms in gear',
    (scene, [bodyA, bodyB]) => scene.joints.create('gear', { bodyA, bodyB, ratio: -1.7, phase: 0.85 * Math.PI }),
    { of: between({ ...pair, a: 0, b: 1 }, 0.85 * Math.PI, -1.7), rate: 0 },
  ),
  onTwoArms(
    'arms tied by an angle of ratio 2',
    (scene, [bodyA, bodyB]) =>
      scene.joints.create('angle', {
        bodyA,
        bodyB,
        ratio: 2,
        angle: { spring: { stiffness: 8, damping: 0.2, target: -3 } },
      }),
    spring(between(pair, 0, 2), 8, 0.2, -3),
  ),
  {
    name: 'a chain of two in thick air',
    seconds: 1,
    gravity: EARTH,
    bodies: [
      { ...moving([0.5, 0], 0, [0, 0], 0), linearDamping: 0.8, angularDamping: 0.2 },
      { ...moving([1.5, 0], 0, [0, 0], 0, 2, 0.2), linearDamping: 0.1, angularDamping: 2 },
    ],
    demands: links.flatMap(pinned),
    build(scene, bodies) {
      bodies.forEach((bodyB, i) =>
        scene.joints.create('pivot', { bodyA: bodies[i - 1] ?? null, bodyB, ...anchors(links[i]) }),
      );
    },
  },
  {
    name: 'rack and pinion',
    seconds: 1,
    gravity: EARTH,
    bodies: [moving([0, 0], 0, [0, 0], 0, 1, 0.05), moving([1, -0.3], 0, [0, 0], 0, 2)],
    demands: [
      ...pinned(axle),
      ...held(across(rail, slope), between(rail), (q) => angleOf(q, 0) - 5 * along(rail, slope)(q)),
    ],
    build(scene, [wheel, rack]) {
      const hinge = scene.joints.create('pivot', { bodyB: wheel, ...anchors(axle) });
      const slider = scene.joints.create('prismatic', { bodyB: rack, ...anchors(rail), localAxisA: slope });
      scene.joints.create('gear', {
        terms: [
          { of: hinge.angle, weight: 1 },
          { of: slider.slide, weight: -5 },
        ],
      });
    },
  },
  {
    name: 'a differential of eccentric wheels',
    seconds: 1,
    gravity: EARTH,
    bodies: wheels,
    demands: [...axles.flatMap(pinned), ...held((q) => q[2] + q[5] - 2 * q[8])],
    build(scene, bodies) {
      bodies.forEach((bodyB, i) => scene.joints.create('pivot', { bodyB, ...anchors(axles[i]) }));
      scene.joints.create('gear', { terms: bodies.map((of, i) => ({ of, weight: i < 2 ? 1 : -2 })) });
    },
  },
  {
    name: 'a pulley of four bodies',
    seconds: 0.6,
    gravity: EARTH,
    bodies: tackles,
    demands: [...hooks.flatMap(pinned), ...held((q) => rope(q) - rope(startOfTackles))],
    build(scene, [bodyA, bodyB, bodyC, bodyD]) {
      scene.joints.create('pivot', { bodyB: bodyA, ...anchors(hooks[0]) });
      scene.joints.create('pivot', { bodyB: bodyC, ...anchors(hooks[1]) });
      const [one, other] = ropes;
      scene.joints.create('pulley', {
        ...{ bodyA, bodyB, bodyC, bodyD, ratio: 1.4, length: { lock: true } },
        ...{ localAnchorA: one.la, localAnchorB: one.lb, localAnchorC: other.la, localAnchorD: other.lb },
      });
    },
  },
];

function restOf(of: Pair): number {
  return distance(of)(Float64Array.from([hull, rider].flatMap(({ position, angle }) => [...position, angle])));
}
