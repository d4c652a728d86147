import { type Body, box, chain, compound, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { fromWorld, mirrored } from '../frame';
import { type Example, isInHand, motorOf, polygonAt, sceneOf, type Script, type Stagehand } from './example';

/** Height of the rail, and of the head when it is drawn up, m. */
const RAIL = 5.1;
const UP = 4.1;
/** Where the trolley starts, and how far it goes either way, m. */
const START = -2;
const REACH: SceneVec = [-4.5, 4.2];
/** How fast the trolley and the lift go, m/s, and how hard they are driven, N. */
const SPEED = { trolley: 2.8, lift: 2.4 };
const FORCE = { trolley: 1000, lift: 800 };
/** How far the jaws open and close, rad, how fast, rad/s, and the torque with which they grip, N·m. */
const OPEN = 0.32;
const SHUT = 0.4;
const GRIP = { speed: 1.6, torque: 150 };

const CRATE = 0.6;
/** How far the middle of a crate in the jaws is below the head, m. */
const HOLD = 0.72;
/** Where crates stand at first and where they are to go: column and row. */
const PILE = [-4, -2.85, -1.7];
const BED = [1.05, 2.15, 3.25];
const CRATES: readonly [column: number, row: number, paint: string][] = [
  [0, 1, 'violet'],
  [1, 1, 'sky'],
  [0, 0, 'brass'],
  [1, 0, 'teal'],
  [2, 0, 'brass'],
];
/** Height of the bed and of the axles, and where the axles are, m. */
const BED_TOP = 0.86;
const WHEEL = 0.34;
const AXLES = [1.2, 4.15];
/** Where the chassis is while it is loaded, and how far it goes then, m. */
const PARKED = 2.7;
const AWAY = 9;
/** s, after which the crane goes on where it cannot get to. */
const PATIENCE = 5;

/** A claw that takes crates by friction and loads a lorry. */
export const claw: Example = {
  id: 'claw',
  title: 'Claw crane',
  text: 'Load the lorry: the arrow keys move the trolley and the lift, space shuts and opens the claw. Nothing but friction holds a crate between the jaws, which press with the torque of their motors. A sensor over the bed counts the crates.',
  view: { centre: [0.1, 2.45], width: 11.2, height: 6.6 },
  controls: [
    { id: 'left', label: 'Left', key: 'ArrowLeft' },
    { id: 'up', label: 'Up', key: 'ArrowUp' },
    { id: 'claw', label: 'Claw', key: ' ' },
    { id: 'down', label: 'Down', key: 'ArrowDown' },
    { id: 'right', label: 'Right', key: 'ArrowRight' },
  ],
  scene: () => sceneOf([...site(), ...crane(), ...lorry(), ...crates()], joints(), { substeps: 8 }),
  script: work,
  sliders: [
    { label: 'grip', joints: ['left-jaw-hinge', 'right-jaw-hinge'], coordinate: 'angle', law: 'motor' },
    { label: 'springs of the lorry', joints: ['axle0', 'axle1'], coordinate: 'suspension', law: 'spring' },
  ],
  budget: { length: 0.02, angle: 0.03 },
};

function site(): SceneBody[] {
  return [
    {
      id: 'ground',
      type: 'static',
      shape: chain([[-30, 0], [40, 0]]),
      collides: { friction: 1, group: 'ground' },
      userData: { depth: 6, layer: -3 },
    },
    { id: 'rail', type: 'static', position: [0.1, RAIL + 0.12], shape: box(10.8, 0.16), userData: { paint: 'steel', layer: -2 } },
    ...[-5.1, 5.3].map((x, i): SceneBody => ({
      id: `post${i}`,
      type: 'static',
      position: [x, (RAIL + 0.2) / 2],
      shape: box(0.22, RAIL + 0.2),
      userData: { layer: -3 },
    })),
    {
      id: 'counter',
      type: 'static',
      position: [(BED[0] + BED[2]) / 2, BED_TOP + CRATE],
      shape: box(BED[2] - BED[0] + CRATE, 2 * CRATE - 0.1),
      collides: { sensor: true, with: ['crates'] },
      userData: { hidden: true },
    },
  ]; // prettier-ignore
}

function crane(): SceneBody[] {
  const pad = (way: -1 | 1): SceneBody => ({
    id: `${nameOf(way)}-jaw`,
    ...jaw(way),
    density: 18,
    collides: { friction: 1.2, with: ['crates'] },
    userData: { paint: 'coral', layer: 2 },
  });
  return [
    { id: 'trolley', position: [START, RAIL - 0.1], shape: box(0.9, 0.24), density: 90, userData: { paint: 'brass', layer: 1 } },
    {
      id: 'head',
      position: [START, UP],
      shape: box(0.8, 0.3),
      density: 50,
      collides: { friction: 0.4, with: ['crates'] },
      userData: { paint: 'steel', layer: 1 },
    },
    pad(-1),
    pad(1),
  ]; // prettier-ignore
}

/** Of one jaw, its inner face upright where a crate of `CRATE` is between the two. */
function jaw(way: -1 | 1) {
  const face = CRATE / 2;
  const at = (x: number, y: number): SceneVec => [START + way * x, UP + y];
  return polygonAt([
    at(0.28, -0.02),
    at(0.42, 0.04),
    at(0.66, -0.45),
    at(face + 0.1, -0.98),
    at(face, -0.98),
    at(face, -0.5),
    at(0.46, -0.42),
  ]);
}

function lorry(): SceneBody[] {
  const chassis = compound([
    { shape: box(4.9, 0.2), position: [0.25, 0] },
    { shape: box(0.95, 1.05), position: [2.2, 0.6], density: 0.3 },
    { shape: box(0.1, 0.5), position: [-2.15, 0.34] },
  ]);
  const [floor] = chassis.type === 'compound' ? chassis.parts : [];
  return [
    {
      id: 'lorry',
      position: [PARKED + 0.25 - floor.position[0], BED_TOP - 0.1 - floor.position[1]],
      shape: chassis,
      density: 130,
      collides: { friction: 0.9 },
      userData: { paint: 'sky', layer: -1 },
    },
    ...AXLES.map((x, i): SceneBody => ({
      id: `wheel${i}`,
      position: [x, WHEEL],
      shape: disc(WHEEL),
      density: 70,
      collides: { friction: 1.2, with: ['ground'] },
      userData: { paint: 'steel', disc: 'tyre', layer: 0 },
    })),
  ];
}

function crates(): SceneBody[] {
  return CRATES.map(([column, row, paint], i) => ({
    id: `crate${i}`,
    position: [PILE[column], (row + 0.5) * CRATE] as const,
    shape: box(CRATE, CRATE),
    density: 40,
    collides: { friction: 0.9, group: 'crates' },
    userData: { paint },
  }));
}

function joints(): SceneJoint[] {
  const hinge = (way: -1 | 1): SceneJoint => ({
    type: 'pivot',
    id: `${nameOf(way)}-jaw-hinge`,
    bodyA: 'head',
    bodyB: `${nameOf(way)}-jaw`,
    anchor: [START + way * 0.35, UP],
    angle: {
      limits: way < 0 ? [-OPEN, SHUT] : [-SHUT, OPEN],
      motor: { speed: way * GRIP.speed, maxTorque: GRIP.torque },
    },
  });
  return [
    {
      type: 'prismatic',
      id: 'trolley-rail',
      bodyB: 'trolley',
      anchor: [START, RAIL - 0.1],
      axis: [1, 0],
      slide: {
        limits: [REACH[0] - START, REACH[1] - START],
        motor: { target: 0, speed: SPEED.trolley, maxForce: FORCE.trolley },
      },
    },
    {
      type: 'prismatic',
      id: 'lift',
      bodyA: 'trolley',
      bodyB: 'head',
      anchor: [START, UP],
      axis: [0, 1],
      slide: { limits: [-UP + 0.5, 0.1], motor: { target: 0, speed: SPEED.lift, maxForce: FORCE.lift } },
    },
    ...[-0.25, 0.25].map((x, i) => ({
      type: 'distance',
      id: `cable${i}`,
      bodyA: 'trolley',
      bodyB: 'head',
      localAnchorA: [x, -0.1] as const,
      localAnchorB: [x, 0.13] as const,
      debug: { visible: false },
      userData: { cord: 'rod', width: 0.07 },
    })),
    hinge(-1),
    hinge(1),
    {
      type: 'gear',
      id: 'jaws',
      terms: [
        { of: { joint: 'left-jaw-hinge', coordinate: 'angle' }, weight: 1 },
        { of: { joint: 'right-jaw-hinge', coordinate: 'angle' }, weight: 1 },
      ],
    },
    ...AXLES.map((x, i) => ({
      type: 'wheel',
      id: `axle${i}`,
      bodyA: 'lorry',
      bodyB: `wheel${i}`,
      anchor: [x, WHEEL] as const,
      axis: [0, 1] as const,
      suspension: { spring: { hertz: 4, dampingRatio: 0.7 }, limits: { lower: -0.12, upper: 0.12 } },
      spin: { motor: { speed: 0, maxTorque: 150 } },
    })),
  ];
}

/** Where the crane is to be, m, and how its claw; it goes on from there after `wait` s at the least. */
interface Stop {
  readonly x: number;
  readonly y: number;
  readonly shut: boolean;
  readonly wait: number;
}

/** Takes a crate from one place and puts it to another. */
function carry([x, y]: SceneVec, [toX, toY]: SceneVec): Stop[] {
  const stop = (x: number, y: number, shut: boolean, wait = 0): Stop => ({ x, y, shut, wait });
  return [
    stop(x, UP, false),
    stop(x, y + HOLD, false),
    stop(x, y + HOLD, true, 0.5),
    stop(x, UP, true),
    stop(toX, UP, true),
    stop(toX, toY + HOLD, true),
    stop(toX, toY + HOLD, false, 0.5),
    stop(toX, UP, false),
  ];
}

/** Until somebody works it, it works by itself. */
function work({ world, frame, body, joint, steering, sign }: Stagehand): Script {
  const crates = CRATES.map((_, i) => body(`crate${i}`));
  const pile = crates.map(({ x, y }) => ({ position: [x, y] as const, angle: 0, velocity: [0, 0] as const, angularVelocity: 0 })); // prettier-ignore
  const lorry = body('lorry');
  const parked = fromWorld(frame, lorry.position)[0];
  const loaded = new Set<Body>();
  const round = CRATES.flatMap(([column, row], i) =>
    carry(
      [PILE[column], (row + 0.5) * CRATE],
      [BED[i % BED.length], BED_TOP + (Math.floor(i / BED.length) + 0.5) * CRATE],
    ),
  );
  let goal: Stop = { x: START, y: UP, shut: false, wait: 0 };
  let next = 0;
  let since = 0;
  let wasPressed = false;
  /** When the lorry is to leave, s; null while something is missing on it. */
  let leaves: number | null = null;
  let isGone = false;

  world.on('overlap', ({ sensor, body }) => sensor.id === 'counter' && loaded.add(body));
  world.on('overlapend', ({ sensor, body }) => sensor.id === 'counter' && loaded.delete(body));

  /** By hand: a little ahead of where it is, while a key is held. */
  const byHand = (x: number, y: number): Stop => {
    const across = Number(steering.holds('right')) - Number(steering.holds('left'));
    const upwards = Number(steering.holds('up')) - Number(steering.holds('down'));
    const isPressed = steering.holds('claw');
    const toggles = isPressed && !wasPressed;
    wasPressed = isPressed;
    return {
      x: across === 0 ? goal.x : Math.max(REACH[0], Math.min(REACH[1], x + 0.15 * across)),
      y: upwards === 0 ? goal.y : Math.max(0.5, Math.min(UP, y + 0.12 * upwards)),
      shut: goal.shut !== toggles,
      wait: 0,
    };
  };

  const work = (time: number, x: number, y: number) => {
    const isThere = Math.abs(x - goal.x) < 0.01 && Math.abs(y - goal.y) < 0.02;
    if (steering.isUsed) goal = byHand(x, y);
    else if (next < round.length && (isThere ? time > since + goal.wait : time > since + PATIENCE)) {
      goal = round[next++];
      since = time;
    }
    const across = motorOf(joint('trolley-rail'));
    const lift = motorOf(joint('lift'));
    if (across !== null) across.target = (goal.x - START) * frame.scale;
    if (lift !== null) lift.target = (goal.y - UP) * frame.scale;
    for (const way of [-1, 1] as const) {
      const motor = motorOf(joint(`${nameOf(way)}-jaw-hinge`));
      if (motor !== null) motor.speed = mirrored(frame, (goal.shut ? -way : way) * Math.abs(motor.speed));
    }
  };

  /** It takes a full load out of the picture, and comes back without. */
  const drive = (time: number, isClear: boolean) => {
    const [x] = fromWorld(frame, lorry.position);
    if (loaded.size < crates.length || !isClear) leaves = null;
    else leaves ??= time + 1;
    if (leaves !== null && time > leaves) isGone = true;
    if (isGone && x > parked + AWAY) {
      isGone = false;
      next = 0;
      crates.forEach((crate, i) => {
        if (!isInHand(crate)) Object.assign(crate, pile[i]);
      });
    }
    const way = (isGone ? parked + AWAY + 1 : parked) - x;
    for (const i of AXLES.keys()) {
      const motor = motorOf(joint(`axle${i}`), 'spin');
      if (motor !== null) motor.speed = mirrored(frame, -Math.max(-4, Math.min(4, 1.5 * way)) / WHEEL);
    }
  };

  return (time) => {
    const [x] = fromWorld(frame, body('trolley').position);
    const [, y] = fromWorld(frame, body('head').position);
    drive(time, y > UP - 0.2 && !goal.shut);
    work(time, x, y);
    sign.text = `${loaded.size} of ${crates.length} crates on the lorry`;
  };
}

function nameOf(way: -1 | 1): 'left' | 'right' {
  return way < 0 ? 'left' : 'right';
}
