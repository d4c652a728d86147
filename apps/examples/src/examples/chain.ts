import { box, capsule, disc } from '@tenon/core';
import type { SceneBody, SceneJoint } from '@tenon/core/scene';
import { type Example, sceneOf } from './example';

const LINKS = 18;
const LENGTH = 0.24;
const TOP = 3;

/** A light chain and a ball of a hundred times its weight: what iterative solvers stretch. */
export const chain: Example = {
  id: 'chain',
  title: 'Chain and heavy ball',
  text: 'The ball weighs more than a hundred times as much as a link. The chain does not stretch.',
  view: { centre: [0, 0.4], width: 11.4, height: 6.4 },
  scene() {
    const bodies: SceneBody[] = [{ id: 'post', type: 'static', position: [0, TOP], shape: box(1.2, 0.22) }];
    const joints: SceneJoint[] = [];
    for (let i = 0; i < LINKS; i++) {
      bodies.push({
        id: `link${i}`,
        position: [(i + 0.5) * LENGTH, TOP],
        shape: capsule(LENGTH, 0.07),
        density: 8,
        userData: { paint: i % 2 === 0 ? 'steel' : 'brass', layer: i % 2 },
      });
      joints.push({
        type: 'pivot',
        id: `pin${i}`,
        bodyA: i === 0 ? null : `link${i - 1}`,
        bodyB: `link${i}`,
        anchor: [i * LENGTH, TOP],
      });
    }
    bodies.push({
      id: 'ball',
      position: [LINKS * LENGTH + 0.5, TOP],
      shape: disc(0.55),
      density: 45,
      userData: { paint: 'coral', disc: 'ball', layer: 2 },
    });
    joints.push({
      type: 'pivot',
      id: 'shackle',
      bodyA: `link${LINKS - 1}`,
      bodyB: 'ball',
      anchor: [LINKS * LENGTH, TOP],
      angle: { friction: { torque: 2 } },
    });
    return sceneOf(bodies, joints, { substeps: 16 });
  },
  sliders: [{ label: 'friction of the shackle', joints: ['shackle'], coordinate: 'angle', law: 'friction' }],
  budget: { length: 0.02, angle: 0 },
};
