import { box, disc } from '@tenon/core';
import type { SceneBody, SceneJoint } from '@tenon/core/scene';
import { type Example, sceneOf } from './example';

const PLANKS = 14;
const PLANK = 0.6;
const LEFT = (-PLANKS * PLANK) / 2;

/** Planks welded by springs in place of the rigid angle: a bridge that sags. */
export const weldBridge: Example = {
  id: 'weld-bridge',
  title: 'Weld bridge',
  text: 'Fourteen planks, welded by angles that give a little, carry three weights on ropes.',
  view: { centre: [0, 0.1], width: 10.6, height: 5.4 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'left-pier', type: 'static', position: [LEFT - 0.5, 0.1], shape: box(1, 1.8) },
      { id: 'right-pier', type: 'static', position: [-LEFT + 0.5, 0.1], shape: box(1, 1.8) },
    ];
    const joints: SceneJoint[] = [];
    for (let i = 0; i < PLANKS; i++) {
      bodies.push({
        id: `plank${i}`,
        position: [LEFT + (i + 0.5) * PLANK, 0.9],
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
        anchor: [LEFT + i * PLANK, 0.9],
        angle: { lock: null, spring: { stiffness: 15000, damping: 120 } },
      });
    }
    joints.push(
      { type: 'pivot', id: 'hinge', bodyA: 'left-pier', bodyB: 'plank0', anchor: [LEFT, 0.9] },
      // A bridge needs one end that may come in, or it could only sag by stretching.
      {
        type: 'line',
        id: 'roller',
        bodyA: 'right-pier',
        bodyB: `plank${PLANKS - 1}`,
        anchor: [-LEFT, 0.9],
        axis: [1, 0],
        slide: { limits: [-1.2, 0] },
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
        position: [x, 0.9 - drop],
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
  budget: { length: 0.01, angle: 0 },
};
