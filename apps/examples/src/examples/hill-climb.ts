import { box, chain, compound, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { mirrored } from '../frame';
import { type Example, motorOf, sceneOf, type Script, type Stagehand } from './example';

const WHEEL = 0.42;
const AXLES = { rear: -1.2, front: 1.25 } as const;
/** Of a wheel at full throttle, rad/s, and how hard it is driven, N·m. */
const SPEED = 22;
const TORQUE = 320;
/** How fast the throttle opens, and how fast the brake closes, rad/s². */
const PICK_UP = 14;
const BRAKING = 45;
/** How hard the engine brakes where nobody drives, N·m. */
const IDLE = 12;
/** Where the road begins and ends, m, and its pieces. */
const FROM = -14;
const TO = 90;
const PIECE = 0.5;

/** How high the chassis stands over the road at the start, m. */
const RIDE = 0.86;

/** A lorry that one drives over hills, and a load that lies loose on it. */
const wide: Example = {
  id: 'hill-climb',
  title: 'Hill climb',
  text: 'Drive with the arrow keys, or by touch, and bring the load home. Wheels grip the ground by friction alone, springs carry the chassis, and nothing holds the crates but the bed they lie on.',
  view: { centre: [1.2, 1.9], width: 11, height: 6.6 },
  follow: 'lorry',
  controls: [
    { id: 'back', label: 'Brake, back', key: 'ArrowLeft' },
    { id: 'gas', label: 'Drive', key: 'ArrowRight' },
  ],
  scene() {
    const bodies: SceneBody[] = [
      {
        id: 'road',
        type: 'static',
        shape: chain(road()),
        collides: { friction: 1, group: 'ground' },
        userData: { paint: 'ground', depth: 8, layer: -3 },
      },
      {
        id: 'lorry',
        position: [0, RIDE],
        shape: compound([
          { shape: box(3.5, 0.22), position: [0, 0] },
          { shape: box(0.95, 1.05), position: [1.1, 0.6], density: 0.4 },
          { shape: box(0.12, 0.9), position: [-1.69, 0.55] },
          { shape: box(0.5, 0.4), position: [1.75, 0.25], density: 0.6 },
        ]),
        density: 130,
        collides: { friction: 0.7 },
        userData: { paint: 'coral' },
      },
      ...crates(),
    ];
    const joints: SceneJoint[] = [];
    for (const [name, x] of Object.entries(AXLES)) {
      bodies.push({
        id: name,
        position: [x, WHEEL],
        shape: disc(WHEEL),
        density: 60,
        collides: { friction: 1.3, with: ['ground'] }, // not with the load, where the springs give way
        userData: { paint: 'steel', disc: 'tyre', layer: 1 },
      });
      joints.push({
        type: 'wheel',
        id: `${name}-axle`,
        bodyA: 'lorry',
        bodyB: name,
        anchor: [x, WHEEL],
        axis: [0, 1],
        suspension: {
          spring: { hertz: 2.2, dampingRatio: 0.5 },
          limits: { lower: -0.2, upper: 0.25, hertz: 12, dampingRatio: 0.5 },
        },
        spin: { motor: { speed: 0, maxTorque: IDLE } },
      });
    }
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: drive,
  sliders: [{ label: 'springs', joints: ['front-axle', 'rear-axle'], coordinate: 'suspension', law: 'spring' }],
  budget: { length: 0.02, angle: 0 },
};

/** From nearer by, in a picture that is taller than wide. */
const near: Example = { ...wide, view: { centre: [0.6, 1.7], width: 6.6, height: 6.6 } };

export const hillClimb: Example = { ...wide, arranged: (aspect) => (aspect < 1 ? near : wide) };

/** The load, stacked on the bed behind the cab. */
function crates(): SceneBody[] {
  const size = 0.5;
  const floor = RIDE + 0.11;
  const places: [column: number, row: number, paint: string][] = [
    [0, 0, 'brass'],
    [1, 0, 'teal'],
    [2, 0, 'brass'],
    [0.5, 1, 'sky'],
    [1.5, 1, 'violet'],
  ];
  return places.map(([column, row, paint], i) => ({
    id: `crate${i}`,
    position: [-1.28 + column * (size + 0.03), floor + (row + 0.5) * size],
    shape: box(size, size),
    density: 25,
    collides: { friction: 0.7 },
    userData: { paint },
  }));
}

/** Until somebody drives, it drives itself, there and back. */
function drive({ frame, joint, steering }: Stagehand): Script {
  let speed = 0;
  return (time, dt) => {
    const way = steering.isUsed
      ? Number(steering.holds('gas')) - Number(steering.holds('back'))
      : Math.floor(time / 16) % 2 === 0
        ? 0.4
        : -0.4;
    const change = way * SPEED - speed;
    const most = (way * speed < 0 ? BRAKING : PICK_UP) * dt;
    speed = way === 0 ? 0 : speed + Math.max(-most, Math.min(most, change));
    for (const id of ['rear-axle', 'front-axle']) {
      const motor = motorOf(joint(id), 'spin');
      if (motor === null) continue;
      motor.speed = mirrored(frame, -speed);
      motor.maxTorque = way === 0 ? IDLE : TORQUE;
    }
  };
}

/** The line of the road, from left to right, between two walls. */
function road(): SceneVec[] {
  const points: SceneVec[] = [[FROM, 6]];
  for (let x = FROM + 0.02; x < TO; x += PIECE) points.push([x, height(x)]);
  points.push([TO, 6]);
  return points;
}

/** m; level where the lorry stands at first, higher and steeper further on. */
function height(x: number): number {
  const out = Math.max(0, Math.abs(x - 0.5) - 4);
  const rise = Math.min(1, out / 25);
  return (
    rise * (1.5 * Math.sin(0.28 * out) + 0.4 * (Math.sin(0.71 * out + 1) - Math.sin(1))) +
    0.05 * Math.min(1, out) * Math.sin(2.9 * x)
  );
}
