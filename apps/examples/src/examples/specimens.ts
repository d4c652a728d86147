import { box, capsule, disc, path } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import type { BodyLook } from '../figures/looks';
import { railOf } from './rail';

/** What is moved by hand: a body, the anchor of a joint, or what a motor drives to. `turn`: rad, 2π each period. */
export interface Motion {
  readonly of: { readonly body: string } | { readonly drag: string } | { readonly servo: string };
  /** s */
  readonly period: number;
  readonly by: (turn: number) => { readonly x?: number; readonly y?: number; readonly angle?: number };
}

/** A joint at work, within a metre of the origin: all ids begin with its name. */
export interface Specimen {
  /** Of the joint type or preset. */
  readonly name: string;
  /** Other names, or what is made of it. */
  readonly note?: string;
  readonly bodies: readonly SceneBody[];
  readonly joints: readonly SceneJoint[];
  readonly motions?: readonly Motion[];
}

/** One specimen of every built-in joint type and preset. */
export const specimens: readonly Specimen[] = [
  {
    name: 'pivot',
    note: 'revolute · hinge',
    bodies: [mount('pivot-top', [0, 0.6]), arm('pivot-arm', [0, 0.6], [0.75, 0.1], 'coral')],
    joints: [{ type: 'pivot', id: 'pivot', bodyB: 'pivot-arm', anchor: [0, 0.6] }],
  },
  {
    name: 'weld',
    bodies: [held('weld-hand', [0, -0.15], disc(0.2), 'steel'), arm('weld-arm', [0, -0.15], [0.8, 0.15], 'brass')],
    joints: [{ type: 'weld', id: 'weld', bodyA: 'weld-hand', bodyB: 'weld-arm', anchor: [0, -0.15] }],
    motions: [{ of: { body: 'weld-hand' }, period: 3, by: (turn) => ({ angle: 0.8 * Math.sin(turn) }) }],
  },
  {
    name: 'distance',
    bodies: [mount('distance-top', [0, 0.6]), ball('distance-ball', [0, -0.1], 'teal')],
    joints: [
      {
        type: 'distance',
        id: 'distance',
        bodyB: 'distance-ball',
        localAnchorA: [0, 0.6],
        length: { motor: { target: 0.7, speed: 1.5, maxForce: 400 } },
        userData: { cord: 'rod' },
      },
    ],
    motions: [{ of: { servo: 'distance' }, period: 3, by: (turn) => ({ x: 0.35 * Math.sin(turn) }) }],
  },
  {
    name: 'angle',
    bodies: [
      mount('angle-left', [-0.5, 0.6]),
      mount('angle-right', [0.4, 0.4]),
      arm('angle-a', [-0.5, 0.6], [-0.02, 0.08], 'sky'),
      arm('angle-b', [0.4, 0.4], [0.67, 0.11], 'violet'),
    ],
    joints: [
      { type: 'pivot', bodyB: 'angle-a', anchor: [-0.5, 0.6], debug: { visible: false } },
      { type: 'pivot', bodyB: 'angle-b', anchor: [0.4, 0.4], debug: { visible: false } },
      { type: 'angle', id: 'angle', bodyA: 'angle-a', bodyB: 'angle-b', angle: { lock: true } },
    ],
  },
  {
    name: 'motor',
    bodies: [wheel('motor-wheel', [0, 0.05], 0.5, 'coral', { gravityScale: 0 })],
    joints: [{ type: 'motor', id: 'motor', bodyB: 'motor-wheel', rate: 3, maxTorque: 60 }],
  },
  {
    name: 'line',
    bodies: [bar('line-rail', [0, 0.45], 1.9, 0), arm('line-arm', [-0.3, 0.45], [-0.1, -0.3], 'brass')],
    joints: [
      {
        type: 'line',
        id: 'line',
        bodyB: 'line-arm',
        anchor: [-0.3, 0.45],
        axis: [1, 0],
        slide: { spring: { hertz: 0.7, dampingRatio: 0, target: 0.5 } },
      },
    ],
  },
  {
    name: 'prismatic',
    note: 'slider',
    bodies: [bar('prismatic-rail', [0, 0.1], 1.9, 0.25), crate('prismatic-block', [0, 0.1], 'teal', 0.25)],
    joints: [
      {
        type: 'prismatic',
        id: 'prismatic',
        bodyB: 'prismatic-block',
        anchor: [0, 0.1],
        axis: [Math.cos(0.25), Math.sin(0.25)],
        slide: { motor: { target: 0, speed: 2, maxForce: 600 }, limits: [-0.7, 0.7] },
      },
    ],
    motions: [{ of: { servo: 'prismatic' }, period: 4, by: (turn) => ({ x: 0.65 * Math.sin(turn) }) }],
  },
  {
    name: 'wheel',
    bodies: [
      held('wheel-car', [0, 0.5], box(1.2, 0.22), 'steel'),
      wheel('wheel-wheel', [0, -0.1], 0.36, 'coral', { userData: { paint: 'coral', disc: 'tyre', layer: 1 } }),
    ],
    joints: [
      {
        type: 'wheel',
        id: 'wheel',
        bodyA: 'wheel-car',
        bodyB: 'wheel-wheel',
        anchor: [0, -0.1],
        axis: [0, 1],
        suspension: { spring: { hertz: 2.2, dampingRatio: 0.15 }, limits: [-0.25, 0.25] },
        spin: { motor: { speed: -4, maxTorque: 30 } },
      },
    ],
    motions: [{ of: { body: 'wheel-car' }, period: 1.6, by: (turn) => ({ y: 0.08 * Math.sin(turn) }) }],
  },
  {
    name: 'pulley',
    bodies: [
      ...[-0.45, 0.45].map((x, i) => wheel(`pulley-block${i}`, [x, 0.5], 0.14, 'steel', { type: 'static' })),
      {
        id: 'pulley-rope',
        type: 'static',
        shape: disc(0.02),
        userData: {
          paint: 'rope',
          line: {
            points: [
              [-0.45, 0.64],
              [0.45, 0.64],
            ],
            width: 0.04,
          },
        },
      },
      held('pulley-hand', [-0.59, -0.1], box(0.3, 0.3), 'steel'),
      crate('pulley-load', [0.59, -0.1], 'coral'),
    ],
    joints: [
      {
        type: 'pulley',
        id: 'pulley',
        bodyB: 'pulley-hand',
        bodyD: 'pulley-load',
        localAnchorA: [-0.59, 0.5],
        localAnchorB: [0, 0.15],
        localAnchorC: [0.59, 0.5],
        localAnchorD: [0, 0.15],
        length: { lock: true },
      },
      strand('pulley-hand', [-0.59, 0.5]),
      strand('pulley-load', [0.59, 0.5]),
    ],
    motions: [{ of: { body: 'pulley-hand' }, period: 3, by: (turn) => ({ y: 0.3 * Math.sin(turn) }) }],
  },
  {
    name: 'gear',
    bodies: [
      gear('gear-driver', [-0.42, 0.05], 10, 'steel', { type: 'kinematic', angularVelocity: 1.6 }),
      gear('gear-driven', [0.33, 0.05], 15, 'brass', { gravityScale: 0, angle: Math.PI / 15 }),
    ],
    joints: [
      { type: 'pivot', bodyB: 'gear-driven', anchor: [0.33, 0.05], debug: { visible: false } },
      { type: 'gear', id: 'gear', bodyA: 'gear-driver', bodyB: 'gear-driven', ratio: -1.5 },
    ],
  },
  {
    name: 'gear',
    note: 'rack and pinion',
    bodies: [
      gear('rack-pinion', [0, 0.28], 12, 'steel', { type: 'kinematic' }),
      { ...crate('rack-bar', [0, -0.13], 'violet'), shape: box(0.9, 0.1) },
    ],
    joints: [
      { type: 'prismatic', id: 'rack-rail', bodyB: 'rack-bar', anchor: [0, -0.13], axis: [1, 0] },
      {
        type: 'gear',
        id: 'rack',
        terms: [
          { of: { joint: 'rack-rail', coordinate: 'slide' }, weight: 1 },
          { of: { body: 'rack-pinion' }, weight: -0.36 },
        ],
      },
    ],
    motions: [{ of: { body: 'rack-pinion' }, period: 4, by: (turn) => ({ angle: 1.3 * Math.sin(turn) }) }],
  },
  pathSpecimen(),
  {
    name: 'drag',
    bodies: [crate('drag-crate', [0.3, 0], 'teal', 0, 0.4)],
    joints: [
      {
        type: 'drag',
        id: 'drag',
        bodyB: 'drag-crate',
        anchor: [0.15, 0.15],
        target: [0.15, 0.15],
        spring: { hertz: 2, dampingRatio: 0.3 },
        userData: { cord: 'rope' },
      },
    ],
    motions: [
      {
        of: { drag: 'drag' },
        period: 4,
        by: (turn) => ({ x: 0.5 * Math.sin(turn), y: 0.25 * Math.sin(2 * turn) }),
      },
    ],
  },
  {
    name: 'pose',
    bodies: [held('pose-hand', [-0.1, 0.05], disc(0.1), 'steel'), crate('pose-crate', [-0.1, 0.05], 'sky', 0, 0.44)],
    joints: [{ type: 'pose', id: 'pose', bodyA: 'pose-hand', bodyB: 'pose-crate', hertz: 1.6, dampingRatio: 0.3 }],
    motions: [
      {
        of: { body: 'pose-hand' },
        period: 4,
        by: (turn) => ({ x: 0.5 * Math.sin(turn), y: 0.2 * Math.sin(2 * turn), angle: 0.7 * Math.sin(turn) }),
      },
    ],
  },
  {
    name: 'friction',
    bodies: [
      held('friction-plate', [0, 0.05], box(1.3, 0.8), 'ground', { layer: -1 }),
      { ...crate('friction-crate', [0, 0.05], 'coral', 0.3), gravityScale: 0 },
    ],
    joints: [
      {
        type: 'friction',
        id: 'friction',
        bodyA: 'friction-plate',
        bodyB: 'friction-crate',
        anchor: [0, 0.05],
        maxForce: 8,
        maxTorque: 0.5,
      },
    ],
    motions: [
      {
        of: { body: 'friction-plate' },
        period: 2.4,
        by: (turn) => ({ x: 0.35 * Math.sin(turn), angle: 0.3 * Math.sin(turn) }),
      },
    ],
  },
  {
    name: 'filter',
    bodies: [
      mount('filter-left', [-0.3, 0.6]),
      mount('filter-right', [0.3, 0.6]),
      arm('filter-a', [-0.3, 0.6], [-0.85, 0.05], 'brass'),
      arm('filter-b', [0.3, 0.6], [0.85, 0.05], 'teal'),
    ],
    joints: [
      { type: 'pivot', bodyB: 'filter-a', anchor: [-0.3, 0.6], debug: { visible: false } },
      { type: 'pivot', bodyB: 'filter-b', anchor: [0.3, 0.6], debug: { visible: false } },
      { type: 'filter', id: 'filter', bodyA: 'filter-a', bodyB: 'filter-b' },
    ],
  },
  {
    name: 'pin',
    bodies: [mount('pin-top', [0, 0.6]), ball('pin-ball', [-0.6, -0.1], 'violet')],
    joints: [{ type: 'pin', id: 'pin', bodyB: 'pin-ball', localAnchorA: [0, 0.6], userData: { cord: 'rod' } }],
  },
  {
    name: 'slide',
    bodies: [
      held('slide-hand', [-0.35, 0.05], disc(0.16), 'steel'),
      { ...ball('slide-ball', [0.35, 0.05], 'sky'), gravityScale: 0, linearDamping: 1.5 },
    ],
    joints: [
      {
        type: 'slide',
        id: 'slide',
        bodyA: 'slide-hand',
        bodyB: 'slide-ball',
        min: 0.5,
        max: 0.9,
        userData: { cord: 'rod' },
      },
    ],
    motions: [{ of: { body: 'slide-hand' }, period: 3, by: (turn) => ({ x: 0.4 * Math.sin(turn) }) }],
  },
  {
    name: 'rope',
    bodies: [held('rope-hand', [0, 0.45], disc(0.12), 'steel'), ball('rope-ball', [0, -0.3], 'coral')],
    joints: [
      { type: 'rope', id: 'rope', bodyA: 'rope-hand', bodyB: 'rope-ball', max: 0.75, userData: { cord: 'rope' } },
    ],
    motions: [{ of: { body: 'rope-hand' }, period: 0.8, by: (turn) => ({ y: 0.2 * Math.sin(turn) }) }],
  },
  {
    name: 'groove',
    bodies: [
      held('groove-plate', [0, 0.05], capsule(1.3, 0.13), 'steel', { layer: -1 }),
      { ...ball('groove-ball', [0.1, 0.05], 'brass'), shape: disc(0.11) },
    ],
    joints: [
      {
        type: 'groove',
        id: 'groove',
        bodyA: 'groove-plate',
        bodyB: 'groove-ball',
        grooveA: [-0.65, 0],
        grooveB: [0.65, 0],
        slide: { friction: { viscous: 2 } },
      },
    ],
    motions: [{ of: { body: 'groove-plate' }, period: 4, by: (turn) => ({ angle: 0.4 * Math.sin(turn) }) }],
  },
  {
    name: 'damped-spring',
    bodies: [mount('damped-spring-top', [0, 0.65]), crate('damped-spring-load', [0, -0.25], 'teal')],
    joints: [
      {
        type: 'damped-spring',
        id: 'damped-spring',
        bodyB: 'damped-spring-load',
        localAnchorA: [0, 0.65],
        localAnchorB: [0, 0.15],
        restLength: 0.5,
        hertz: 1.2,
        dampingRatio: 0,
        userData: { cord: 'coil' },
      },
    ],
  },
  {
    name: 'rotary-spring',
    bodies: [wheel('rotary-spring-wheel', [0, 0.05], 0.5, 'violet', { gravityScale: 0, angularVelocity: 6 })],
    joints: [{ type: 'rotary-spring', id: 'rotary-spring', bodyB: 'rotary-spring-wheel', hertz: 0.6, dampingRatio: 0 }],
  },
  {
    name: 'rotary-limit',
    bodies: [
      arm('rotary-limit-hand', [0, -0.3], [0, 0.6], 'steel', { type: 'kinematic', gravityScale: 0 }),
      arm('rotary-limit-arm', [0, -0.3], [0, 0.4], 'sky', { gravityScale: 0, angularDamping: 2 }),
    ],
    joints: [
      { type: 'pivot', bodyB: 'rotary-limit-arm', anchor: [0, -0.3], debug: { visible: false } },
      {
        type: 'rotary-limit',
        id: 'rotary-limit',
        bodyA: 'rotary-limit-hand',
        bodyB: 'rotary-limit-arm',
        min: -0.35,
        max: 0.35,
      },
    ],
    motions: [
      { of: { body: 'rotary-limit-hand' }, period: 3.5, by: (turn) => about([0, -0.3], [0, 0.15], Math.sin(turn)) },
    ],
  },
  {
    name: 'ratchet',
    bodies: [
      gear('ratchet-wheel', [0, 0.05], 16, 'brass', { gravityScale: 0, angularDamping: 4 }),
      held('ratchet-lever', [0.35, 0.05], capsule(0.7, 0.07), 'steel', { layer: 2 }),
    ],
    joints: [
      { type: 'pivot', bodyB: 'ratchet-wheel', anchor: [0, 0.05], debug: { visible: false } },
      { type: 'ratchet', id: 'ratchet', bodyA: 'ratchet-lever', bodyB: 'ratchet-wheel', tooth: Math.PI / 8 },
    ],
    motions: [
      {
        of: { body: 'ratchet-lever' },
        period: 1.6,
        by: (turn) => about([0, 0.05], [0.35, 0.05], 0.5 * Math.sin(turn)),
      },
    ],
  },
];

function pathSpecimen(): Specimen {
  const points: SceneVec[] = [
    [-0.75, 0.05],
    [-0.45, 0.42],
    [0, 0.05],
    [0.45, -0.32],
    [0.75, 0.05],
    [0.45, 0.42],
    [0, 0.05],
    [-0.45, -0.32],
  ];
  return {
    name: 'path',
    bodies: [
      {
        id: 'path-rail',
        type: 'static',
        shape: disc(0.02),
        userData: { paint: 'steel', line: { points: railOf(path(points, { closed: true })), width: 0.05 } },
      },
      { ...ball('path-bead', [-0.75, 0.05], 'coral'), shape: disc(0.11) },
    ],
    joints: [
      {
        type: 'path',
        id: 'path',
        bodyB: 'path-bead',
        anchor: [-0.75, 0.05],
        path: { points, closed: true },
        travel: { motor: { speed: 1.2, maxForce: 60 } },
      },
    ],
  };
}

/** A small fixed block to hang things from. */
function mount(id: string, position: SceneVec): SceneBody {
  return { id, type: 'static', position, shape: box(0.34, 0.12), userData: { paint: 'steel' } };
}

/** A fixed rail. */
function bar(id: string, position: SceneVec, length: number, angle: number): SceneBody {
  return { id, type: 'static', position, angle, shape: box(length, 0.07), userData: { paint: 'steel' } };
}

/** Moved by hand. */
function held(
  id: string,
  position: SceneVec,
  shape: SceneBody['shape'],
  paint: string,
  look: BodyLook = {},
): SceneBody {
  return { id, type: 'kinematic', position, ...(shape === undefined ? {} : { shape }), userData: { paint, ...look } };
}

/** A capsule from one point to another. */
function arm(
  id: string,
  [ax, ay]: SceneVec,
  [bx, by]: SceneVec,
  paint: string,
  more: Partial<SceneBody> = {},
): SceneBody {
  return {
    id,
    position: [(ax + bx) / 2, (ay + by) / 2],
    angle: Math.atan2(by - ay, bx - ax),
    shape: capsule(Math.hypot(bx - ax, by - ay), 0.08),
    density: 30,
    userData: { paint, layer: 1 },
    ...more,
  };
}

function ball(id: string, position: SceneVec, paint: string): SceneBody {
  return { id, position, shape: disc(0.17), density: 30, userData: { paint, disc: 'ball', layer: 1 } };
}

function crate(id: string, position: SceneVec, paint: string, angle = 0, side = 0.3): SceneBody {
  return { id, position, angle, shape: box(side, side), density: 30, userData: { paint, layer: 1 } };
}

function wheel(
  id: string,
  position: SceneVec,
  radius: number,
  paint: string,
  more: Partial<SceneBody> = {},
): SceneBody {
  return { id, position, shape: disc(radius), density: 30, userData: { paint, layer: 1 }, ...more };
}

function gear(id: string, position: SceneVec, teeth: number, paint: string, more: Partial<SceneBody> = {}): SceneBody {
  const userData = { paint, disc: 'gear', teeth };
  return { id, position, shape: disc(0.03 * teeth), density: 30, userData, ...more };
}

/** To be seen, and nothing else. */
function strand(body: string, from: SceneVec): SceneJoint {
  return {
    type: 'distance',
    bodyB: body,
    localAnchorA: from,
    localAnchorB: [0, 0.15],
    debug: { visible: false },
    userData: { cord: 'rope' },
  };
}

/** How a body at `home` moves that turns about another point. */
function about([cx, cy]: SceneVec, [x, y]: SceneVec, angle: number): { x: number; y: number; angle: number } {
  const c = Math.cos(angle) - 1;
  const s = Math.sin(angle);
  return { x: c * (x - cx) - s * (y - cy), y: s * (x - cx) + c * (y - cy), angle };
}
