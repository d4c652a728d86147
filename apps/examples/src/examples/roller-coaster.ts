import { box, disc, path } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { type Example, motorOf, polygonAt, sceneOf, type Script, type Stagehand } from './example';
import { railAt, railOf } from './rail';

const GROUND = -1.05;
const CARS = 4;
const WHEEL = 0.1;
/** m, between the axles of a carriage, and from one carriage to the next. */
const BASE = 0.5;
const PITCH = 0.9;
/** Of the carriage's floor over the axles, m. */
const FLOOR = 0.08;
/** Where the first carriage stands, m along the track. */
const START = 5.4;
/** x of the brakes on the way home, and of the top of the lift, m. */
const BRAKE = 0;
const LIFT = -4.2;
/** The last carriage, which has the motor. */
const LOCOMOTIVE = CARS - 1;
const MOTOR = { speed: 2, maxForce: 2500 };
const PAINTS = ['coral', 'brass', 'teal', 'sky'];

/** Clockwise, from the foot of the lift; the way home is below, and the train hangs from it. */
const TRACK: readonly SceneVec[] = [
  [-7.3, 1.1],
  [-6.7, 2.4],
  [-5.9, 3.7],
  [-5.1, 4.9],
  [-4.2, 5.3],
  [-3.4, 4.7],
  [-2.5, 2.9],
  [-1.4, 1.5],
  [0.1, 1.05],
  [1.6, 1.7],
  [2.1, 3],
  [1.5, 4.1],
  [0.4, 4.4],
  [-0.6, 3.7],
  [-0.7, 2.5],
  [0.2, 1.5],
  [1.7, 1.2],
  [3, 2],
  [4, 3],
  [5, 2.9],
  [5.9, 2.2],
  [6.9, 2.2],
  [7.6, 1.5],
  [7.3, 0.5],
  [6.3, 0.1],
  [4, 0],
  [1, 0],
  [-2, 0],
  [-5, 0],
  [-6.5, 0.15],
  [-7.2, 0.5],
];
const curve = path(TRACK, { closed: true });
/** What the wheels run on. */
const rail = railOf(curve, -WHEEL);

/** A train on a closed curve: a motor takes it up, its weight takes it round. */
export const rollerCoaster: Example = {
  id: 'roller-coaster',
  title: 'Roller coaster',
  text: 'Every wheel is held by a path joint on one closed curve, and a gear makes it roll. The last carriage has a motor, which takes the train up the lift and brakes it below; the rest is gravity.',
  view: { centre: [0, 2.35], width: 16.4, height: 7.4 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'ground', type: 'static', position: [0, GROUND], shape: box(15.6, 0.3), userData: { layer: -5 } },
      {
        id: 'track',
        type: 'static',
        position: [0, GROUND],
        shape: disc(0.05),
        userData: {
          paint: 'steel',
          line: { points: rail.map(([x, y]) => [x, y - GROUND]), width: 0.07 },
          layer: -2,
        },
      },
      ...[-5.9, -4.2, -2.5, 4, 5.9].map(post),
    ];
    const joints: SceneJoint[] = [];
    for (let i = 0; i < CARS; i++) addCar(bodies, joints, i);
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: lift,
  sliders: [
    { label: 'lift', joints: [`front${LOCOMOTIVE}`], coordinate: 'travel', law: 'motor' },
    {
      label: 'rolling resistance',
      joints: Array.from({ length: CARS }, (_, i) => `back${i}`),
      coordinate: 'travel',
      law: 'friction',
    },
  ],
  budget: { length: 1e-5, angle: 0.001 },
};

function addCar(bodies: SceneBody[], joints: SceneJoint[], i: number): void {
  const from = START - i * PITCH;
  const [front, back] = [railAt(curve, from), railAt(curve, from - BASE)];
  const angle = Math.atan2(front[1] - back[1], front[0] - back[0]);
  const at = (along: number, up: number): SceneVec => [
    (front[0] + back[0]) / 2 + along * Math.cos(angle) - up * Math.sin(angle),
    (front[1] + back[1]) / 2 + along * Math.sin(angle) + up * Math.cos(angle),
  ];
  const [low, high] = [FLOOR, FLOOR + 0.3];
  const corners: SceneVec[] = [
    [-0.37, low],
    [0.37, low],
    [0.39, low + 0.12],
    [0.22, high - 0.08],
    [-0.37, high],
  ];
  const { position, shape } = polygonAt(corners);
  bodies.push({
    id: `car${i}`,
    position: at(...position),
    angle,
    shape,
    density: 150,
    userData: { paint: PAINTS[i % PAINTS.length], layer: 1 },
  });
  for (const [name, axle] of Object.entries({ front, back })) {
    const wheel = `${name}-wheel${i}`;
    bodies.push({
      id: wheel,
      position: axle,
      shape: disc(WHEEL),
      density: 100,
      userData: { paint: 'steel', layer: 2 },
    });
    joints.push(
      {
        type: 'path',
        id: `${name}${i}`,
        bodyB: wheel,
        anchor: axle,
        path: { points: TRACK, closed: true },
        travel: name === 'back' ? { friction: { viscous: 1 } } : i === LOCOMOTIVE ? { motor: MOTOR } : {},
      },
      { type: 'pivot', id: `${name}-axle${i}`, bodyA: `car${i}`, bodyB: wheel, anchor: axle },
      {
        type: 'gear',
        terms: [
          { of: { joint: `${name}${i}`, coordinate: 'travel' }, weight: 1 },
          { of: { joint: `${name}-axle${i}`, coordinate: 'angle' }, weight: WHEEL },
        ],
        debug: { visible: false },
      },
    );
  }
  if (i === 0) return;
  joints.push({
    type: 'pin',
    id: `coupling${i}`,
    bodyA: `car${i - 1}`,
    bodyB: `car${i}`,
    localAnchorA: [-0.3, -0.1],
    localAnchorB: [0.3, -0.1],
    userData: { cord: 'rod', width: 0.07 },
  });
}

/** A pillar from the ground to the track above x. */
function post(x: number): SceneBody {
  const width = 0.16;
  const foot = GROUND + 0.15;
  const top = Math.min(heightAt(x - width / 2), heightAt(x + width / 2));
  return {
    id: `post${x}`,
    type: 'static',
    position: [x, (top + foot) / 2],
    shape: box(width, top - foot),
    userData: { layer: -4 },
  };
}

/** Of the uppermost rail above x. */
function heightAt(x: number): number {
  const heights = rail.slice(1).map(([bx, by], i) => {
    const [ax, ay] = rail[i];
    return (ax - x) * (bx - x) > 0 ? -Infinity : ay + ((by - ay) * (x - ax)) / (bx - ax);
  });
  return Math.max(...heights);
}

/** The motor brakes the train on its way home and takes it up the lift, until its weight takes it on. */
function lift({ frame, body, joint }: Stagehand): Script {
  const wheel = body(`front-wheel${LOCOMOTIVE}`);
  let force = MOTOR.maxForce;
  let isFree = false;
  return () => {
    const motor = motorOf(joint(`front${LOCOMOTIVE}`));
    if (motor === null) return;
    const x = wheel.position.x / frame.scale;
    const y = (frame.flipY ? -wheel.position.y : wheel.position.y) / frame.scale;
    const isHome = x < BRAKE && y < 0.4;
    isFree = !isHome && (isFree || x > LIFT || motor.force < 0);
    if (motor.maxForce > 0) force = motor.maxForce; // what the slider says
    motor.maxForce = isFree ? 0 : force;
  };
}
