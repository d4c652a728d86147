import { type Body, box, capsule, chain, compound, disc, type Shape } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { fromWorld, mirrored, toWorld } from '../frame';
import { barAt, type Example, isInHand, motorOf, polygonAt, sceneOf, type Script, type Stagehand } from './example';

const BALL = 0.15;
/** The ball's mass is 1 kg. */
const BALL_DENSITY = 1 / (Math.PI * BALL * BALL);
/** Half the width of the playfield, the right side of the plunger's lane, and the middle of that lane, m. */
const SIDE = 3;
const OUTSIDE = 3.52;
const LANE = (SIDE + 0.12 + OUTSIDE) / 2;
/** Height at which the arch begins, and its radius, m. */
const ARCH = 2.4;
const RADIUS = 2.6;
/** The drain runs down from left to right, to the plunger, m. */
const DRAIN_LEFT = -4.5;
const DRAIN_RIGHT = -5.45;
const SHAFT = -7;

/** Where the left flipper turns, m; its length and its thickness at either end; how it hangs and how far it turns, rad. */
const HINGE: SceneVec = [-1.5, -3.65];
const FLIPPER = { length: 1.22, thick: 0.17, thin: 0.09, rest: -0.5, swing: 1.05 };
/** How fast a flipper goes up and comes down, rad/s, and how hard it is driven, N·m. */
const FLIP = { up: 17, down: 9, torque: 4000 };

/** The plunger: how far it is drawn, m, how fast, m/s, and its spring, N/m. */
const PLUNGER = { draw: 0.8, speed: 0.9, force: 2600, stiffness: 1750 };
const HEAD = 0.2;

/** How fast bumpers and slings throw the ball away, m/s. */
const KICK = 5.5;
const BUMPERS: readonly SceneVec[] = [[-1.05, 1.85], [1.05, 1.85], [0, 0.55]]; // prettier-ignore
const BUMPER = 0.42;
/** Middles of the lanes at the top, and how far they are apart, m. */
const LANES = [-0.9, 0, 0.9];
const LANE_WIDTH = 0.9;
const LANE_Y = 3.55;
/** The corners of the left sling, m. */
const SLING: readonly SceneVec[] = [[-1.8, -1.2], [-1.8, -2.25], [-1.1, -2.66]]; // prettier-ignore
/** Where the left vane turns, m. */
const VANE: SceneVec = [-2, -0.1];
/** Where lamps are that do not shine, m. */
const DARK: SceneVec = [0, -30];
const FLASH = 0.12;

/** A pinball table that one plays with three keys. */
const table: Example = {
  id: 'pinball',
  title: 'Pinball',
  text: 'Draw the plunger, let it go, and keep the ball in play with the arrow keys or by touch. Flippers are hinges with a motor and stops, bumpers kick when a contact begins, the gate lets through from one side only, and all three lanes at the top pay 1000.',
  view: { centre: [0.26, -0.95], width: 7.6, height: 12.6 },
  controls: [
    { id: 'left', label: 'Left', key: 'ArrowLeft' },
    { id: 'plunger', label: 'Plunger', key: ' ' },
    { id: 'right', label: 'Right', key: 'ArrowRight' },
  ],
  scene: () => sceneOf(bodies(), joints(), { substeps: 8 }),
  script: play,
  sliders: [
    { label: 'spring of the plunger', joints: ['plunger-spring'], coordinate: 'length', law: 'spring' },
    { label: 'friction of the vanes', joints: ['left-vane-axle', 'right-vane-axle'], coordinate: 'angle', law: 'friction' }, // prettier-ignore
  ],
  budget: { length: 0.01, angle: 0.01 },
};

/** With room below for the buttons, in a picture that is taller than wide. */
const upright: Example = { ...table, view: { ...table.view, centre: [0.26, -1.8], height: 14.4 } };

export const pinball: Example = { ...table, arranged: (aspect) => (aspect < 1 ? upright : table) };

function bodies(): SceneBody[] {
  const walls = outline();
  return [
    {
      id: 'cabinet',
      type: 'static',
      position: [0.26, -1],
      shape: box(7.3, 12.4),
      userData: { layer: -9 },
    },
    { id: 'field', type: 'static', ...polygonAt(walls), userData: { paint: 'night', plain: true, layer: -8 } },
    {
      id: 'walls',
      type: 'static',
      shape: chain(walls, { closed: true }),
      collides: { friction: 0.1, restitution: 0.35 },
      userData: { paint: 'steel', layer: -7 },
    },
    wall('lane-wall', [SIDE + 0.06, 2.1], [SIDE + 0.06, -4.6], 0.06),
    {
      ...wall('gate', [SIDE + 0.1, 2.25], [OUTSIDE - 0.03, 2.75], 0.03),
      collides: { friction: 0.1, oneWay: [0, 1] },
      userData: { paint: 'coral' },
    },
    ...LANES.flatMap((x, i): SceneBody[] => [
      { id: `lane${i}`, type: 'static', position: [x, LANE_Y], shape: box(0.5, 0.06), collides: { sensor: true }, userData: { hidden: true } },
      lamp(`lane-lamp${i}`, disc(0.1), -2),
    ]), // prettier-ignore
    ...[...LANES, LANES[2] + LANE_WIDTH].map((x, i) =>
      wall(`divider${i}`, [x - LANE_WIDTH / 2, LANE_Y + 0.25], [x - LANE_WIDTH / 2, LANE_Y - 0.25], 0.07),
    ),
    ...BUMPERS.flatMap((position, i): SceneBody[] => [
      {
        id: `bumper${i}`,
        type: 'static',
        position,
        shape: disc(BUMPER),
        collides: { friction: 0.1, restitution: 0.5 },
        userData: { paint: (['coral', 'sky', 'violet'] as const)[i], disc: 'ball', layer: -2 },
      },
      lamp(`bumper-lamp${i}`, disc(BUMPER), -1),
    ]),
    ...side(-1),
    ...side(1),
    { id: 'drain', type: 'static', position: [0, -4.9], shape: box(5.8, 0.1), collides: { sensor: true }, userData: { hidden: true } },
    {
      id: 'plunger',
      position: [LANE, DRAIN_RIGHT - HEAD / 2],
      shape: box(OUTSIDE - SIDE - 0.16, HEAD),
      mass: 3,
      collides: { friction: 0, with: ['ball'] },
      userData: { paint: 'coral' },
    },
    {
      id: 'ball',
      position: [LANE, DRAIN_RIGHT + BALL],
      shape: disc(BALL),
      density: BALL_DENSITY,
      collides: { friction: 0.15, group: 'ball' },
      userData: { paint: 'steel', disc: 'ball', layer: 3 },
    },
  ]; // prettier-ignore
}

/** From the foot of the plunger's shaft counter-clockwise round the table. */
function outline(): SceneVec[] {
  return [
    [SIDE + 0.12, SHAFT],
    [OUTSIDE, SHAFT],
    ...arc(OUTSIDE - RADIUS, 0),
    ...arc(RADIUS - SIDE, Math.PI / 2),
    [-SIDE, DRAIN_LEFT],
    [SIDE + 0.12, DRAIN_RIGHT],
  ];
}

/** A quarter of the arch. */
function arc(x: number, from: number): SceneVec[] {
  const pieces = 14;
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const angle = from + (i * Math.PI) / 2 / pieces;
    return [x + RADIUS * Math.cos(angle), ARCH + RADIUS * Math.sin(angle)] as const;
  });
}

/** A straight wall with round ends. */
function wall(id: string, a: SceneVec, b: SceneVec, radius: number): SceneBody {
  return {
    id,
    type: 'static',
    ...barAt(a, b, radius),
    collides: { friction: 0.1, restitution: 0.3 },
    userData: { paint: 'steel', plain: true },
  };
}

/** What shines while it is in its place. */
function lamp(id: string, shape: Shape, layer: number): SceneBody {
  return { id, type: 'kinematic', position: DARK, shape, userData: { paint: 'brass', disc: 'ball', layer } };
}

/** What is on the left, −1, and on the right, 1. */
function side(way: -1 | 1): SceneBody[] {
  const name = nameOf(way);
  const at = ([x, y]: SceneVec): SceneVec => [-way * x, y];
  return [
    wall(`${name}-divider`, at([-2.42, -1.3]), at([-2.42, -2.92]), 0.06),
    wall(`${name}-guide`, at([-2.42, -2.92]), at([-1.58, -3.44]), 0.06),
    {
      id: `${name}-sling`,
      type: 'static',
      ...polygonAt(SLING.map(at), 0.08),
      collides: { friction: 0.1, restitution: 0.4 },
      userData: { paint: 'teal' },
    },
    {
      id: `${name}-vane`,
      position: at(VANE),
      shape: compound([0, Math.PI / 2].map((angle) => ({ shape: capsule(0.92, 0.045), angle }))),
      density: 3,
      collides: { friction: 0.1, restitution: 0.4, with: ['ball'] },
      userData: { paint: 'brass', plain: true },
    },
    {
      id: `${name}-flipper`,
      ...polygonAt(flipper(way)),
      density: 25,
      collides: { friction: 0.3, restitution: 0.2, with: ['ball'] },
      userData: { paint: 'coral', layer: 1 },
    },
    {
      id: `${name}-hub`,
      type: 'static',
      position: at(HINGE),
      shape: disc(FLIPPER.thick * 0.5),
      userData: { paint: 'steel', disc: 'ball', layer: 2 },
    },
  ];
}

function nameOf(way: -1 | 1): 'left' | 'right' {
  return way < 0 ? 'left' : 'right';
}

/** The outline of a flipper as it hangs: round ends about its hinge and its tip, and straight between. */
function flipper(way: -1 | 1): SceneVec[] {
  const { length, thick, thin, rest } = FLIPPER;
  const slope = Math.acos((thick - thin) / length);
  const end = (x: number, radius: number, from: number, to: number) =>
    Array.from({ length: 9 }, (_, i): SceneVec => {
      const angle = from + ((to - from) * i) / 8;
      return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  const outline = [...end(length, thin, -slope, slope), ...end(0, thick, slope, 2 * Math.PI - slope)];
  const c = Math.cos(rest);
  const s = Math.sin(rest);
  return outline.map(([x, y]) => [-way * (HINGE[0] + c * x - s * y), HINGE[1] + s * x + c * y]);
}

function joints(): SceneJoint[] {
  return [
    ...([-1, 1] as const).flatMap((way): SceneJoint[] => [
      {
        type: 'pivot',
        id: `${nameOf(way)}-hinge`,
        bodyB: `${nameOf(way)}-flipper`,
        anchor: [-way * HINGE[0], HINGE[1]],
        angle: {
          limits: way < 0 ? [0, FLIPPER.swing] : [-FLIPPER.swing, 0],
          motor: { speed: way * FLIP.down, maxTorque: FLIP.torque },
        },
      },
      {
        type: 'pivot',
        id: `${nameOf(way)}-vane-axle`,
        bodyB: `${nameOf(way)}-vane`,
        anchor: [-way * VANE[0], VANE[1]],
        angle: { friction: { torque: 0.02, viscous: 0.05 } },
      },
    ]),
    {
      type: 'prismatic',
      id: 'plunger-guide',
      bodyB: 'plunger',
      anchor: [LANE, DRAIN_RIGHT],
      axis: [0, 1],
      slide: { limits: [-PLUNGER.draw, 0], motor: { speed: 0, maxForce: 0 } },
    },
    {
      type: 'distance',
      id: 'plunger-spring',
      bodyB: 'plunger',
      localAnchorA: [LANE, SHAFT],
      length: { spring: { stiffness: PLUNGER.stiffness, damping: 8 } },
      userData: { cord: 'coil', width: 0.03 },
    },
  ];
}

/** Until somebody plays, it plays itself. */
function play({ world, frame, body, joint, steering, sign }: Stagehand): Script {
  const ball = body('ball');
  const start = { position: [ball.x, ball.y] as const, velocity: [0, 0] as const };
  const lit = new Map<Body, number>();
  const lanes = LANES.map(() => false);
  let score = 0;
  let balls = 1;
  let now = 0;
  let drawnFor = 0;
  let isLost = false;

  const earn = (points: number) => (score += points);
  const shine = (lamp: string, place: SceneVec, until = Infinity) => {
    body(lamp).position = toWorld(frame, place);
    lit.set(body(lamp), until);
  };
  const kick = ({ x, y }: { readonly x: number; readonly y: number }) => {
    const { velocity } = ball;
    velocity.x += x * KICK * frame.scale;
    velocity.y += y * KICK * frame.scale;
  };

  world.on('contact', ({ bodyA, bodyB, normal, approach }) => {
    if (bodyB !== ball) return;
    const { id } = bodyA;
    const bumper = BUMPERS.findIndex((_, i) => id === `bumper${i}`);
    if (bumper >= 0) {
      earn(100);
      shine(`bumper-lamp${bumper}`, BUMPERS[bumper], now + FLASH);
      kick(normal);
    } else if (id.endsWith('sling') && Math.abs(normal.x) > 0.5 && approach > 0.5 * frame.scale) {
      earn(10);
      kick(normal);
    } else if (id.endsWith('vane')) earn(5);
  });
  world.on('overlap', ({ sensor: { id } }) => {
    if (id === 'drain' && !isLost) {
      isLost = true;
      balls++;
      for (const lamp of lit.keys()) lit.set(lamp, 0);
      lanes.fill(false);
    }
    const lane = LANES.findIndex((_, i) => id === `lane${i}`);
    if (lane < 0) return;
    earn(50);
    lanes[lane] = true;
    shine(`lane-lamp${lane}`, [LANES[lane], LANE_Y - 0.45]);
    if (!lanes.every(Boolean)) return;
    earn(1000);
    lanes.fill(false);
    LANES.forEach((x, i) => shine(`lane-lamp${i}`, [x, LANE_Y - 0.45], now + 1));
  });

  return (time, dt) => {
    now = time;
    for (const [lamp, until] of lit) {
      if (time < until) continue;
      lamp.position = toWorld(frame, DARK);
      lit.delete(lamp);
    }

    const [x, y] = fromWorld(frame, ball.position);
    const [, rising] = fromWorld(frame, ball.velocity);
    const isOut = x < -SIDE || x > OUTSIDE || y < SHAFT || y > ARCH + RADIUS;
    if (isOut && !isInHand(ball)) Object.assign(ball, start); // a pointer took it off the table
    const waits = x > SIDE && y < DRAIN_RIGHT + 2 * BALL;
    if (waits) isLost = false;
    // By itself: draws as far as it waits, and flips what comes down upon a flipper.
    drawnFor = waits ? drawnFor + dt : 0;
    const isDrawn = steering.isUsed ? steering.holds('plunger') : drawnFor > 0.6 && drawnFor < 1.5;
    const slide = motorOf(joint('plunger-guide'));
    if (slide !== null) {
      slide.speed = -PLUNGER.speed * frame.scale;
      slide.maxForce = isDrawn ? PLUNGER.force : 0;
    }
    for (const way of [-1, 1] as const) {
      const name = nameOf(way);
      const along = -way * x;
      const isNear = along > HINGE[0] + 0.3 && along < 0 && y > HINGE[1] - 0.6 && y < HINGE[1] + 0.25 && rising < 1;
      const isUp = steering.isUsed ? steering.holds(name) : isNear;
      const motor = motorOf(joint(`${name}-hinge`));
      if (motor !== null) motor.speed = mirrored(frame, isUp ? -way * FLIP.up : way * FLIP.down);
    }
    sign.text = `${score} points · ball ${balls}`;
  };
}
