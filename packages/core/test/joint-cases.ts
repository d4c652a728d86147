import { builtInJoints, type Joint, type ScalarCoordinate } from '@tenon/core';
import { freePair } from './rigs';

/** One joint between two bodies. */
export interface Case {
  /** Options beside the bodies. */
  readonly options: object;
  /** The same joint seen from its other end: what else changes when the bodies change places. `null`: it has no other end. */
  readonly exchanged: object | null;
  /** True if its axis is fixed in A, and in the other body when they change places: it differs by what the locks leave of the angle. */
  readonly hasAxis?: boolean;
  /** True if it pulls towards the world. */
  readonly tiedToWorld?: boolean;
  /** True if it acts at two anchors that are apart, not along the line between them: it keeps linear momentum alone. */
  readonly actsApart?: boolean;
}

const anchor = [0.4, 0.1];
const ends = { localAnchorA: [0.2, 0.1], localAnchorB: [-0.2, 0] };
const otherEnds = { localAnchorA: [-0.2, 0], localAnchorB: [0.2, 0.1] };
const hinge: Case = {
  options: { anchor, angle: { limits: [-0.5, 0.4], motor: { speed: 3, maxTorque: 1 } } },
  exchanged: { anchor, angle: { limits: [-0.4, 0.5], motor: { speed: -3, maxTorque: 1 } } },
};
const slider: Case = {
  options: { anchor, axis: [1, 0.5], slide: { limits: [-0.2, 0.3], spring: { hertz: 2 } } },
  exchanged: { anchor, axis: [1, 0.5], slide: { limits: [-0.3, 0.2], spring: { hertz: 2 } } },
  hasAxis: true,
};

/** Joints between two free bodies. Where the axis belongs to A and B turns freely, the joint has no other end. */
const givenCases: Readonly<Record<string, Case>> = {
  pivot: hinge,
  revolute: hinge,
  hinge,
  weld: { options: { anchor }, exchanged: { anchor } },
  distance: {
    options: {
      ...ends,
      length: { spring: { stiffness: 20, damping: 0.3 }, limits: [0.2, 0.9], friction: { force: 0.2 } },
    },
    exchanged: {
      ...otherEnds,
      length: { spring: { stiffness: 20, damping: 0.3 }, limits: [0.2, 0.9], friction: { force: 0.2 } },
    },
  },
  angle: {
    options: { angle: { limits: [-0.2, 0.4], spring: { hertz: 2 } } },
    exchanged: { angle: { limits: [-0.4, 0.2], spring: { hertz: 2 } } },
  },
  motor: { options: { rate: 2, maxTorque: 0.3 }, exchanged: { rate: -2, maxTorque: 0.3 } },
  line: { options: { anchor, axis: [0.3, 1], slide: { friction: { force: 1 } } }, exchanged: null },
  prismatic: slider,
  slider,
  wheel: {
    options: {
      anchor: [1, 0.2],
      axis: [0, 1],
      suspension: { spring: { hertz: 3, dampingRatio: 0.4 } },
      spin: { motor: { speed: 9, maxTorque: 2 } },
    },
    exchanged: null,
  },
  pulley: {
    options: { localAnchorA: [0, 1], localAnchorB: [0, 0.2], bodyC: null, bodyD: null, localAnchorD: [1, 0], max: 2.2 },
    exchanged: {
      localAnchorA: [0, 0.2],
      localAnchorB: [0, 1],
      bodyC: null,
      bodyD: null,
      localAnchorD: [1, 0],
      max: 2.2,
    },
  },
  gear: { options: {}, exchanged: {} },
  path: {
    options: {
      path: {
        points: [
          [-1, 0.5],
          [0.5, 0],
          [1, 0.2],
          [2, 1],
        ],
      },
    },
    exchanged: null,
  },
  drag: { options: { target: [2, 2] }, exchanged: null, tiedToWorld: true },
  pose: { options: { x: { motor: { target: 0.5, speed: 1, maxForce: 5 } } }, exchanged: null, actsApart: true },
  friction: { options: { anchor, maxForce: 2, maxTorque: 0.5 }, exchanged: null, actsApart: true },
  filter: { options: {}, exchanged: {} },
  pin: { options: ends, exchanged: otherEnds },
  slide: { options: { ...ends, min: 0.4, max: 0.8 }, exchanged: { ...otherEnds, min: 0.4, max: 0.8 } },
  rope: { options: { ...ends, max: 0.8 }, exchanged: { ...otherEnds, max: 0.8 } },
  groove: { options: { grooveA: [0, 0.2], grooveB: [2, 0.2] }, exchanged: null },
  'damped-spring': {
    options: { ...ends, stiffness: 30, damping: 0.5, restLength: 0.5 },
    exchanged: { ...otherEnds, stiffness: 30, damping: 0.5, restLength: 0.5 },
  },
  'rotary-spring': {
    options: { stiffness: 3, damping: 0.2, restAngle: 0.1 },
    exchanged: { stiffness: 3, damping: 0.2, restAngle: -0.1 },
  },
  'rotary-limit': { options: { min: -0.3, max: 0.5 }, exchanged: { min: -0.5, max: 0.3 } },
  ratchet: { options: { tooth: 0.25 }, exchanged: { tooth: -0.25 } },
};

/** Of every registered name: a joint that was added is at once in the tests of all, at its anchor and with nothing else given. */
export const cases: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(Object.keys(builtInJoints).map((name) => [name, { options: { anchor }, exchanged: null }])),
  ...givenCases,
};

export const NAMES = Object.keys(cases);

/** Two free bodies that turn and fly, and the joint. */
export function pair(name: string, solver: 'iterative' | 'direct', exchanged = false, whirl = 0) {
  const { world, a, b } = freePair(solver, whirl);
  const [bodyA, bodyB] = exchanged ? [b, a] : [a, b];
  const { options, exchanged: other, tiedToWorld } = cases[name];
  const joint = world.joints.createNamed(name, {
    bodyA: tiedToWorld === true ? null : bodyA,
    bodyB,
    ...(exchanged ? other : options),
  });
  return { world, a, b, joint };
}

export function isScalar(c: Joint['coordinates'][number]): c is ScalarCoordinate {
  return 'limits' in c;
}
