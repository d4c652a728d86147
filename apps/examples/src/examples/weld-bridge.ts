import { box, disc } from '@tenon/core';
import type { SceneBody, SceneJoint } from '@tenon/core/scene';
import { type Example, polygonAt, sceneOf } from './example';

const PLANKS = 14;
const PLANK = 0.6;
const LEFT = (-PLANKS * PLANK) / 2;
/** m, of the middle of the planks and of their lower face above the middle of the picture. */
const DECK = 0.9;
const SOFFIT = DECK - 0.08;
/** Height of what the ends rest on, and how far that is from them, m. */
const BEARING = 0.26;
const INSET = 0.3;

/** Planks welded by springs in place of the rigid angle: a bridge that sags. */
export const weldBridge: Example = {
  id: 'weld-bridge',
  title: 'Weld bridge',
  text: 'Fourteen planks, welded by angles that give a little, carry three weights on ropes.',
  view: { centre: [0, 0.1], width: 10.6, height: 5.4 },
  scene() {
    const rests = { left: LEFT + INSET, right: -LEFT - INSET };
    const pier = { type: 'static', shape: box(1.1, 1.8) } as const;
    const foot = SOFFIT - BEARING;
    const bodies: SceneBody[] = [
      { id: 'left-pier', position: [rests.left - 0.2, foot - 0.9], ...pier },
      { id: 'right-pier', position: [rests.right + 0.2, foot - 0.9], ...pier },
      {
        id: 'saddle',
        type: 'static',
        ...polygonAt([
          [rests.left - 0.2, foot],
          [rests.left + 0.2, foot],
          [rests.left, SOFFIT],
        ]),
        userData: { paint: 'steel' },
      },
      {
        id: 'roller',
        position: [rests.right, foot + BEARING / 2],
        shape: disc(BEARING / 2),
        density: 30,
        userData: { paint: 'steel' },
      },
    ];
    const joints: SceneJoint[] = [];
    for (let i = 0; i < PLANKS; i++) {
      bodies.push({
        id: `plank${i}`,
        position: [LEFT + (i + 0.5) * PLANK, DECK],
        shape: box(PLANK * 0.97, 0.16),
        density: 30,
        userData: { paint: 'brass' },
      });
    }
    for (let i = 1; i < PLANKS; i++) {
      joints.push({
        type: 'weld',
        id: `weld${i}`,
        bodyA: `plank${i - 1}`,
        bodyB: `plank${i}`,
        anchor: [LEFT + i * PLANK, DECK],
        angle: { lock: null, spring: { stiffness: 15000, damping: 120 } },
      });
    }
    const lastPlank = `plank${PLANKS - 1}`;
    joints.push(
      { type: 'pivot', id: 'hinge', bodyA: 'saddle', bodyB: 'plank0', anchor: [rests.left, SOFFIT] },
      // A bridge needs one end that may come in, or it could only sag by stretching.
      {
        type: 'line',
        id: 'bed',
        bodyA: 'right-pier',
        bodyB: 'roller',
        anchor: [rests.right, foot + BEARING / 2],
        axis: [1, 0],
        slide: { limits: [-0.5, 0.5] },
      },
      { type: 'pivot', id: 'axle', bodyA: lastPlank, bodyB: 'roller', anchor: [rests.right, foot + BEARING / 2] },
      {
        type: 'gear',
        id: 'rolling',
        terms: [
          { of: { joint: 'bed', coordinate: 'slide' }, weight: 1 },
          { of: { body: 'roller' }, weight: BEARING / 2 },
        ],
        debug: { visible: false },
      },
    );
    const loads = [
      { plank: 3, drop: 1.3, radius: 0.28, paint: 'teal' },
      { plank: 7, drop: 1.9, radius: 0.4, paint: 'coral' },
      { plank: 10, drop: 1.1, radius: 0.25, paint: 'sky' },
    ];
    for (const [i, { plank, drop, radius, paint }] of loads.entries()) {
      const x = LEFT + (plank + 0.5) * PLANK;
      bodies.push({
        id: `load${i}`,
        position: [x, DECK - drop],
        shape: disc(radius),
        density: 25,
        userData: { paint, disc: 'ball' },
      });
      joints.push({
        type: 'distance',
        id: `rope${i}`,
        bodyA: `plank${plank}`,
        bodyB: `load${i}`,
        localAnchorA: [0, -0.08],
        localAnchorB: [0, radius],
        length: { limits: [0, drop - radius] },
        userData: { cord: 'rope' },
      });
    }
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  sliders: [
    {
      label: 'welds',
      joints: Array.from({ length: PLANKS - 1 }, (_, i) => `weld${i + 1}`),
      coordinate: 'angle',
      law: 'spring',
    },
  ],
  budget: { length: 0.01, angle: 1e-6 },
};
