import { capsule, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { toWorld, mirrored } from '../frame';
import { type Example, polygonAt, sceneOf, type Script, type Stagehand } from './example';

const SPEED = 4;
const WHEEL = 0.45;
const AXLES = { rear: -1.35, front: 1.35 } as const;
const TILES = 44;
const TILE = 0.36;
/** m, after which the road repeats */
const ROAD = TILES * TILE;

/** m, of the ground: it goes on below every picture. */
const DEPTH = 14;

/** A car whose wheels are tied by stiff springs to a road that comes towards it. */
const wide: Example = {
  id: 'suspension',
  title: 'Suspension',
  text: 'Two wheel joints carry a car over a road that passes below. Nothing collides here: a spring to a moving support stands for each tyre.',
  view: { centre: [0, 1], width: 9, height: 4.8 },
  scene() {
    const bodies: SceneBody[] = [
      {
        id: 'chassis',
        ...polygonAt([
          [-2.1, 0.82],
          [2.15, 0.82],
          [2.2, 1.22],
          [1.15, 1.34],
          [0.5, 1.87],
          [-1.1, 1.87],
          [-1.6, 1.34],
          [-2.15, 1.28],
        ]),
        density: 120,
        userData: { paint: 'coral' },
      },
      {
        id: 'mast',
        position: [-1.75, 1.75],
        angle: Math.PI / 2,
        shape: capsule(0.7, 0.025),
        density: 20,
        userData: { paint: 'steel', layer: -1 },
      },
      {
        id: 'tip',
        position: [-1.75, 2.15],
        shape: disc(0.08),
        density: 20,
        userData: { paint: 'brass', disc: 'ball' },
      },
    ];
    const joints: SceneJoint[] = [
      {
        type: 'pivot',
        id: 'mast-foot',
        bodyA: 'chassis',
        bodyB: 'mast',
        anchor: [-1.75, 1.4],
        angle: { spring: { hertz: 3, dampingRatio: 0.06 } },
      },
      { type: 'weld', bodyA: 'mast', bodyB: 'tip', anchor: [-1.75, 2.1] },
    ];
    for (const [name, x] of Object.entries(AXLES)) {
      const y = height(x) + WHEEL;
      bodies.push(
        { id: `${name}-support`, type: 'kinematic', position: [x, y], userData: { hidden: true } },
        {
          id: name,
          position: [x, y],
          shape: disc(WHEEL),
          density: 50,
          userData: { paint: 'steel', disc: 'tyre', layer: 1 },
        },
      );
      joints.push(
        {
          type: 'line',
          id: `${name}-tyre`,
          bodyA: `${name}-support`,
          bodyB: name,
          anchor: [x, y],
          axis: [0, 1],
          slide: { spring: { hertz: 9, dampingRatio: 0.25 } },
          offset: { lock: { softness: { hertz: 4, dampingRatio: 1 } } },
        },
        {
          type: 'wheel',
          id: `${name}-axle`,
          bodyA: 'chassis',
          bodyB: name,
          anchor: [x, y],
          axis: [0, 1],
          suspension: {
            spring: { hertz: 1.8, dampingRatio: 0.3 },
            limits: { lower: -0.3, upper: 0.3, hertz: 12, dampingRatio: 0.5 },
          },
          spin: { motor: { speed: -SPEED / WHEEL, maxTorque: 60 } },
        },
      );
    }
    for (let i = 0; i < TILES; i++) {
      bodies.push({
        id: `tile${i}`,
        type: 'kinematic',
        ...polygonAt(tileAt(homeOf(i))),
        userData: { paint: 'ground', plain: true, layer: -3 },
      });
    }
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: roll,
  sliders: [
    { label: 'suspension springs', joints: ['front-axle', 'rear-axle'], coordinate: 'suspension', law: 'spring' },
    { label: 'wheel motors', joints: ['front-axle', 'rear-axle'], coordinate: 'spin', law: 'motor' },
    { label: 'mast', joints: ['mast-foot'], coordinate: 'angle', law: 'spring' },
  ],
  budget: { length: 0.08, angle: 0.02 },
};

/** From nearer by, in a picture that is not much wider than tall. */
const near: Example = { ...wide, view: { centre: [0, 1.2], width: 5.6, height: 4.8 } };

export const suspension: Example = { ...wide, arranged: (aspect) => (aspect < 1.25 ? near : wide) };

/** The road comes at the speed that the wheels have. */
function roll({ frame, body, joint }: Stagehand): Script {
  let travelled = 0;
  return (_time, dt) => {
    const axle = joint('front-axle');
    const spin = axle?.coordinates.find(({ name }) => name === 'spin');
    const rate = spin !== undefined && 'motor' in spin ? mirrored(frame, spin.rate) : 0;
    const step = -rate * WHEEL * dt;
    travelled += step;
    for (const [name, x] of Object.entries(AXLES)) {
      body(`${name}-support`).moveTo({ position: toWorld(frame, [x, height(x + travelled) + WHEEL]) });
    }
    for (let i = 0; i < TILES; i++) {
      const tile = body(`tile${i}`);
      const x = wrap(homeOf(i) - travelled);
      const target = toWorld(frame, [x - homeOf(i) + polygonAt(tileAt(homeOf(i))).position[0], 0]);
      const position: SceneVec = [target[0], tile.position.y];
      if (Math.abs(wrap(homeOf(i) - travelled + step) - x) > ROAD / 2) tile.position = position;
      else tile.moveTo({ position });
    }
  };
}

function homeOf(tile: number): number {
  return (tile - TILES / 2) * TILE;
}

/** A piece of road from x on. A little wider than its share, so that no gap shows. */
function tileAt(x: number): SceneVec[] {
  const end = x + TILE * 1.02;
  return [
    [x, -DEPTH],
    [end, -DEPTH],
    [end, height(end)],
    [x, height(x)],
  ];
}

function wrap(x: number): number {
  return x - ROAD * Math.floor((x + ROAD / 2) / ROAD);
}

/** m, of the road, which repeats after `ROAD`. */
function height(x: number): number {
  const turn = (2 * Math.PI * x) / ROAD;
  return 0.13 * Math.sin(2 * turn) + 0.09 * Math.sin(5 * turn + 1) + 0.035 * Math.sin(13 * turn);
}
