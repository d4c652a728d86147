import { box, compound, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { mirrored } from '../frame';
import { barAt, type Example, motorOf, sceneOf, type Script, type Stagehand } from './example';

const MARBLE = 0.13;
const paints = ['coral', 'brass', 'teal', 'sky', 'violet'];

/** The wheel that lifts: its middle, m; its drum; its blades, how far they reach from it, and how far they lean forwards, rad. */
const WHEEL: SceneVec = [2.9, 0];
const DRUM = 1.5;
const BLADES = 8;
const DEPTH = 0.4;
const LEAN = 0.87;
const BLADE = 0.035;
const REACH = Math.hypot(DRUM + DEPTH, DEPTH * Math.tan(LEAN)) + BLADE;
/** How far walls are from the tips of the blades, m. */
const CLEARANCE = 0.06;
/** The pinion, the gear on the wheel, and how fast the motor turns, rad/s. */
const PINION = { radius: 0.4, teeth: 10 };
const GEAR = { radius: 0.8, teeth: 20 };
const SPEED = 0.95;

type Line = readonly [from: SceneVec, to: SceneVec];
/** Thickness of the rails, m: half. */
const RAIL = 0.05;
/** Where the upper rail begins and ends, and the lower one, m. */
const UPPER: Line = [rim(2.97), [-4.05, -0.14]];
const LOWER: Line = [[-2.6, -1.66], rim(4.42)];
/** The flap, m: how far along the upper rail it hangs, how high above it, and how long it is. */
const FLAP = { at: 0.5, above: 0.72, length: 0.55 };
/** Of the belt: where it begins and ends, m, its thickness, half, and how fast it runs, m/s. */
const BELT = { from: -4.8, to: -2, y: -0.7, half: 0.15, speed: 1.6 };
const BELT_LINE: Line = [[BELT.from, BELT.y], [BELT.to, BELT.y]]; // prettier-ignore
/** The trapdoor, how far it opens, rad, how many marbles it waits for, and how long it stays open, s. */
const TRAP = { hinge: [-1.84, -1.08] as SceneVec, length: 0.72, open: 0.95, after: 3, time: 0.9 };

/** Marbles that go round for ever. */
export const marbles: Example = {
  id: 'marbles',
  title: 'Marble machine',
  text: 'A motor turns a pinion, the pinion a wheel, and the wheel lifts marbles. They pass a flap and a gate that let them through one way, ride on a belt, and wait on a trapdoor until a sensor has counted three.',
  view: { centre: [0.05, -0.15], width: 10.6, height: 5.6 },
  scene: () => sceneOf([...rails(), ...wheel(), ...doors(), ...balls()], joints()),
  script: tend,
  sliders: [
    { label: 'motor', joints: ['motor'], coordinate: 'angle', law: 'motor' },
    { label: 'friction of the flap', joints: ['flap-hinge'], coordinate: 'angle', law: 'friction' },
  ],
  budget: { length: 0.01, angle: 0.02 },
};

/** A point just outside the circle of the blades. `angle`: rad, counter-clockwise from the right. */
function rim(angle: number): SceneVec {
  const radius = REACH + CLEARANCE + RAIL;
  return [WHEEL[0] + radius * Math.cos(angle), WHEEL[1] + radius * Math.sin(angle)];
}

/** A point above a line, at a share of it. */
function along([[ax, ay], [bx, by]]: Line, share: number, above = 0): SceneVec {
  return [ax + share * (bx - ax), ay + share * (by - ay) + above];
}

function rails(): SceneBody[] {
  const wall = (id: string, a: SceneVec, b: SceneVec): SceneBody => ({
    id,
    type: 'static',
    ...barAt(a, b, RAIL),
    collides: { friction: 0.3 },
    userData: { paint: 'steel', plain: true },
  });
  const casing = Array.from({ length: 19 }, (_, i) => rim(4.42 + (i * 3.2) / 18));
  return [
    { id: 'floor', type: 'static', position: [0.05, -2.75], shape: box(10.4, 0.2), collides: true },
    wall('upper-rail', ...UPPER),
    wall('left-wall', [-4.92, 0.8], [-4.92, -0.45]),
    wall('lower-rail', ...LOWER),
    wall('lower-stop', LOWER[0], [LOWER[0][0], -0.85]),
    wall('hopper-left', [TRAP.hinge[0] - 0.1, BELT.y - BELT.half], [TRAP.hinge[0] - 0.1, TRAP.hinge[1]]),
    wall('hopper-right', [TRAP.hinge[0] + TRAP.length + 0.1, -0.2], [TRAP.hinge[0] + TRAP.length + 0.1, TRAP.hinge[1]]),
    ...casing.slice(1).map((point, i) => wall(`casing${i}`, casing[i], point)),
    {
      id: 'belt',
      type: 'static',
      ...barAt(...BELT_LINE, BELT.half),
      collides: { friction: 0.8, surfaceSpeed: -BELT.speed },
      userData: { paint: 'violet' },
    },
    { id: 'left-leg', type: 'static', position: [-4.4, -1.7], shape: box(0.16, 1.9), userData: { layer: -3 } },
    { id: 'rail-leg', type: 'static', position: [-0.3, -1.15], shape: box(0.16, 3), userData: { layer: -3 } },
    { id: 'wheel-leg', type: 'static', position: [WHEEL[0], -1.35], shape: box(0.4, 2.7), userData: { layer: -3 } },
  ];
}

/** A drum with blades that lean forwards, so that they scoop below and hold until they are above. */
function wheel(): SceneBody[] {
  const blades = Array.from({ length: BLADES }, (_, i) => {
    const angle = (i * 2 * Math.PI) / BLADES;
    const length = DEPTH / Math.cos(LEAN);
    const [x, y] = [DRUM * Math.cos(angle), DRUM * Math.sin(angle)];
    const { position, angle: turn, shape } = barAt(
      [x, y],
      [x + length * Math.cos(angle + LEAN), y + length * Math.sin(angle + LEAN)],
      BLADE,
    ); // prettier-ignore
    return { shape, position, angle: turn, density: 0.2 };
  });
  return [
    {
      id: 'wheel',
      position: WHEEL,
      shape: compound([{ shape: disc(DRUM) }, ...blades]),
      density: 10,
      collides: { friction: 0, with: ['marbles'] }, // what a blade comes down upon slips away
      userData: { paint: 'teal', plain: true, layer: -2 },
    },
    {
      id: 'gear',
      position: WHEEL,
      shape: disc(GEAR.radius),
      density: 10,
      userData: { paint: 'brass', disc: 'gear', teeth: GEAR.teeth, layer: 1 },
    },
    {
      id: 'pinion',
      position: [WHEEL[0], WHEEL[1] - GEAR.radius - PINION.radius],
      angle: Math.PI / PINION.teeth,
      shape: disc(PINION.radius),
      density: 10,
      userData: { paint: 'coral', disc: 'gear', teeth: PINION.teeth, layer: 1 },
    },
  ];
}

/** What lets marbles through. */
function doors(): SceneBody[] {
  const [x, y] = along(UPPER, FLAP.at);
  const [gateX, gateY] = along(UPPER, 0.8);
  const [hingeX, hingeY] = TRAP.hinge;
  return [
    {
      id: 'flap',
      ...barAt([x, y + FLAP.above], [x, y + FLAP.above - FLAP.length], 0.04),
      density: 6,
      collides: { friction: 0.1, with: ['marbles'] },
      userData: { paint: 'brass' },
    },
    {
      id: 'gate',
      type: 'static',
      ...barAt([gateX, gateY + 0.1], [gateX, gateY + 0.55], 0.025),
      collides: { oneWay: [0, 1] },
      userData: { paint: 'coral', plain: true },
    },
    {
      id: 'trap',
      ...barAt(TRAP.hinge, [hingeX + TRAP.length, hingeY], 0.05),
      density: 20,
      collides: { friction: 0.2, with: ['marbles'] },
      userData: { paint: 'coral' },
    },
    {
      id: 'counter',
      type: 'static',
      position: [hingeX + TRAP.length / 2, hingeY + 0.35],
      shape: box(TRAP.length, 0.5),
      collides: { sensor: true, with: ['marbles'] },
      userData: { hidden: true },
    },
    {
      id: 'lap',
      type: 'static',
      position: [along(UPPER, 0.15)[0], along(UPPER, 0.15)[1] + 0.3],
      shape: box(0.1, 0.5),
      collides: { sensor: true, with: ['marbles'] },
      userData: { hidden: true },
    },
  ];
}

/** Spread over the rails and the belt, so that something goes on everywhere from the start. */
function balls(): SceneBody[] {
  const above = RAIL + MARBLE + 0.01;
  const places = [
    ...[0.1, 0.3, 0.38, 0.66].map((share) => along(UPPER, share, above)),
    ...[0.1, 0.35, 0.6, 0.85].map((share) => along(BELT_LINE, share, BELT.half + MARBLE)),
    ...[0.35, 0.45, 0.56, 0.68, 0.78, 0.87, 0.95].map((share) => along(LOWER, share, above)),
  ];
  return places.map((position, i) => ({
    id: `marble${i}`,
    position,
    shape: disc(MARBLE),
    density: 20,
    collides: { friction: 0.3, restitution: 0.2, rolling: 0.01, group: 'marbles' },
    userData: { paint: paints[i % paints.length], disc: 'ball', layer: 2 },
  }));
}

function joints(): SceneJoint[] {
  const [x, y] = along(UPPER, FLAP.at);
  return [
    { type: 'pivot', id: 'axle', bodyB: 'wheel', anchor: WHEEL },
    { type: 'weld', bodyA: 'wheel', bodyB: 'gear', anchor: WHEEL },
    {
      type: 'pivot',
      id: 'motor',
      bodyB: 'pinion',
      anchor: [WHEEL[0], WHEEL[1] - GEAR.radius - PINION.radius],
      angle: { motor: { speed: -SPEED, maxTorque: 400 } },
    },
    {
      type: 'gear',
      id: 'mesh',
      terms: [
        { of: { joint: 'motor', coordinate: 'angle' }, weight: PINION.radius / GEAR.radius },
        { of: { joint: 'axle', coordinate: 'angle' }, weight: 1 },
      ],
    },
    {
      type: 'pivot',
      id: 'flap-hinge',
      bodyB: 'flap',
      anchor: [x, y + FLAP.above],
      angle: { limits: [-1.5, 0], friction: { viscous: 0.1 } },
    },
    {
      type: 'pivot',
      id: 'trap-hinge',
      bodyB: 'trap',
      anchor: TRAP.hinge,
      angle: { limits: [-TRAP.open, 0], motor: { target: 0, speed: 4, maxTorque: 60 } },
    },
  ];
}

/** Opens the trapdoor when enough has gathered on it. */
function tend({ world, frame, joint, sign }: Stagehand): Script {
  const waiting = new Set<string>();
  let lifted = 0;
  let shutsAt = 0;
  world.on('overlap', ({ sensor, body }) => {
    if (sensor.id === 'counter') waiting.add(body.id);
    if (sensor.id === 'lap') lifted++;
  });
  world.on('overlapend', ({ sensor, body }) => {
    if (sensor.id === 'counter') waiting.delete(body.id);
  });
  return (time) => {
    if (waiting.size >= TRAP.after && time > shutsAt) shutsAt = time + TRAP.time;
    const motor = motorOf(joint('trap-hinge'));
    if (motor !== null) motor.target = mirrored(frame, time < shutsAt ? -TRAP.open : 0);
    sign.text = `${lifted} lifted · ${waiting.size} on the trapdoor`;
  };
}
