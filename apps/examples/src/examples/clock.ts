import { box, capsule, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { mirrored } from '../frame';
import { type Example, motorOf, sceneOf, type Script, type Stagehand } from './example';

const MODULE = 0.03;
const radius = (teeth: number) => teeth * MODULE;

const DIAL: SceneVec = [1.25, 0.35];
/** The second arbor: 15 + 45 teeth, as many as 48 + 12. */
const IDLER: SceneVec = [DIAL[0] - radius(60), DIAL[1]];
/** Where a tooth of the 45 stands; 27 of its teeth on. */
const DRIVER_AT = (27 * 2 * Math.PI) / 45;
const DRIVER: SceneVec = [IDLER[0] + radius(57) * Math.cos(DRIVER_AT), IDLER[1] + radius(57) * Math.sin(DRIVER_AT)];

const TICK = (2 * Math.PI) / 12;
const PENDULUM = 0.95;
const HANG: SceneVec = [3.55, 1.6];

/** A pendulum lets a train of gears go on by one tooth each time it passes. */
export const clock: Example = {
  id: 'clock',
  title: 'Clock',
  text: 'Each pass of the pendulum moves the driving wheel by one tooth; two pairs of gears bring it to the minute and the hour hand. Hold the pendulum and the clock stops.',
  view: { centre: [0.65, 0.2], width: 7.6, height: 4.6 },
  scene() {
    const bodies: SceneBody[] = [
      {
        id: 'dial',
        type: 'static',
        position: DIAL,
        shape: disc(1.85),
        userData: { paint: 'steel', disc: 'face', layer: -4 },
      },
      gear('hour-wheel', DIAL, 48, 'violet', -3, TICK / 16),
      gear('big-wheel', IDLER, 45, 'brass', -2, 0),
      gear('pinion', IDLER, 12, 'violet', -1, 0),
      gear('minute-wheel', DIAL, 15, 'brass', -1, 0),
      gear(
        'driver',
        DRIVER,
        12,
        'coral',
        -1,
        DRIVER_AT + Math.PI - TICK / 2 - Math.floor((DRIVER_AT + Math.PI) / TICK) * TICK,
      ),
      hand('hour-hand', 1.0, 0.08, Math.PI / 6, 'coral'),
      hand('minute-hand', 1.55, 0.05, Math.PI / 2, 'brass'),
      { id: 'bracket', type: 'static', position: [HANG[0], HANG[1] + 0.1], shape: box(0.5, 0.2) },
      {
        id: 'cap',
        type: 'static',
        position: DIAL,
        shape: disc(0.09),
        userData: { paint: 'steel', disc: 'ball', layer: 4 },
      },
      {
        id: 'pendulum',
        position: [HANG[0] + PENDULUM * Math.sin(0.3), HANG[1] - PENDULUM * Math.cos(0.3)],
        angle: 0.3,
        shape: disc(0.2),
        density: 30,
        userData: { paint: 'teal', disc: 'ball' },
      },
    ];
    const joints: SceneJoint[] = [
      ...['hour-wheel', 'minute-wheel'].map((id) => ({ type: 'pivot', id: `${id}-arbor`, bodyB: id, anchor: DIAL })),
      { type: 'pivot', id: 'big-wheel-arbor', bodyB: 'big-wheel', anchor: IDLER },
      { type: 'weld', bodyA: 'big-wheel', bodyB: 'pinion', anchor: IDLER },
      { type: 'weld', bodyA: 'hour-wheel', bodyB: 'hour-hand', anchor: DIAL },
      { type: 'weld', bodyA: 'minute-wheel', bodyB: 'minute-hand', anchor: DIAL },
      {
        type: 'pivot',
        id: 'driver-arbor',
        bodyB: 'driver',
        anchor: DRIVER,
        angle: { motor: { target: 0, speed: 6, maxTorque: 60 } },
      },
      { type: 'gear', id: 'drive', bodyA: 'driver', bodyB: 'big-wheel', ratio: -45 / 12 },
      { type: 'gear', id: 'minutes', bodyA: 'big-wheel', bodyB: 'minute-wheel', ratio: -15 / 45 },
      { type: 'gear', id: 'hours', bodyA: 'pinion', bodyB: 'hour-wheel', ratio: -48 / 12 },
      {
        type: 'pivot',
        id: 'suspension',
        bodyB: 'pendulum',
        anchor: HANG,
        angle: { friction: { viscous: 0.05 } },
        userData: { cord: 'rod' },
      },
    ];
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: escapement,
  sliders: [
    { label: 'driving wheel', joints: ['driver-arbor'], coordinate: 'angle', law: 'motor' },
    { label: 'friction of the pendulum', joints: ['suspension'], coordinate: 'angle', law: 'friction' },
  ],
  budget: { length: 0.003, angle: 0.02 },
};

function gear(id: string, position: SceneVec, teeth: number, paint: string, layer: number, angle: number): SceneBody {
  return {
    id,
    position,
    angle,
    shape: disc(radius(teeth)),
    density: 5,
    userData: { paint, disc: 'gear', teeth, layer },
  };
}

/** A hand from a little behind the centre to its tip, `angle` from x. Its weight is in balance. */
function hand(id: string, length: number, half: number, angle: number, paint: string): SceneBody {
  const middle = length / 2 - 0.12;
  return {
    id,
    position: [DIAL[0] + middle * Math.cos(angle), DIAL[1] + middle * Math.sin(angle)],
    angle,
    shape: capsule(length, half),
    density: 2,
    gravityScale: 0,
    userData: { paint, layer: 3 },
  };
}

/** Counts the passes of the pendulum, and gives it a little push at each. */
function escapement({ frame, body, joint }: Stagehand): Script {
  let ticks = 0;
  let side = 0;
  return () => {
    const pendulum = body('pendulum');
    const motor = motorOf(joint('driver-arbor'));
    const swing = Math.sign(pendulum.angle);
    if (side !== 0 && swing !== side) {
      ticks++;
      if (Math.abs(pendulum.angularVelocity) < 1.05) pendulum.applyAngularImpulse(swing * 0.035 * pendulum.mass);
      if (motor !== null) motor.target = mirrored(frame, -ticks * TICK);
    }
    side = swing;
  };
}
