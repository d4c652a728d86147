import { box, disc } from '@tenon/core';
import type { SceneBody, SceneJoint } from '@tenon/core/scene';
import { type Example, sceneOf, type Script, type Stagehand } from './example';

const PARTS = 9;
const PART = 0.62;
const WALL = -3.4;
/** N·m that a weld bears, and the one that is badly made. */
const STRENGTH = 12000;
const FLAW = { weld: 4, strength: 4500 };

/** A cantilever that carries a filling bucket until its welds break. */
export const beam: Example = {
  id: 'beam',
  title: 'Breaking beam',
  text: 'Sand runs into the bucket, 30 kg in a second, until a weld has to bear more torque than it can. A rope catches the rest.',
  view: { centre: [-0.6, -0.4], width: 8.8, height: 6.6 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'wall', type: 'static', position: [WALL - 0.4, 0.3], shape: box(0.8, 4.8) },
      { id: 'girder', type: 'static', position: [WALL + 2.5, 2.6], shape: box(5, 0.2) },
    ];
    const joints: SceneJoint[] = [];
    for (let i = 0; i < PARTS; i++) {
      const depth = 0.5 - 0.03 * i;
      bodies.push({
        id: `part${i}`,
        position: [WALL + (i + 0.5) * PART, 1.4],
        shape: box(PART, depth),
        density: 70,
        userData: { paint: i % 2 === 0 ? 'brass' : 'steel' },
      });
      joints.push({
        type: 'weld',
        id: `weld${i}`,
        bodyA: i === 0 ? 'wall' : `part${i - 1}`,
        bodyB: `part${i}`,
        anchor: [WALL + i * PART, 1.4],
        break: { torque: i === FLAW.weld ? FLAW.strength : STRENGTH },
      });
    }
    const tip = WALL + (PARTS - 0.5) * PART;
    bodies.push({
      id: 'bucket',
      position: [tip, -0.6],
      shape: box(0.9, 0.75),
      density: 60,
      userData: { paint: 'coral' },
    });
    bodies.push({
      id: 'counter',
      position: [WALL + 2.5 * PART, 0.35],
      shape: disc(0.24),
      density: 60,
      userData: { paint: 'teal', disc: 'ball' },
    });
    joints.push(
      {
        type: 'distance',
        id: 'safety',
        bodyA: 'girder',
        bodyB: 'part5',
        localAnchorA: [5.5 * PART - 2.5, -0.1],
        length: { limits: [0, 1.3] },
        userData: { cord: 'rope' },
      },
      {
        type: 'distance',
        id: 'line',
        bodyA: `part${PARTS - 1}`,
        bodyB: 'bucket',
        localAnchorB: [0, 0.375],
        length: { limits: [0, 1.625] },
        userData: { cord: 'rope' },
      },
      {
        type: 'distance',
        id: 'lamp',
        bodyA: 'part2',
        bodyB: 'counter',
        localAnchorB: [0, 0.24],
        length: { limits: [0, 0.81] },
        userData: { cord: 'rope' },
      },
    );
    return sceneOf(bodies, joints, { substeps: 16 });
  },
  script: fill,
  sliders: [{ label: 'rope', joints: ['line'], coordinate: 'length', law: 'limits' }],
  budget: { length: 0.02, angle: 0.02 },
};

function fill({ body, joint }: Stagehand): Script {
  const bucket = body('bucket');
  return (_time, dt) => {
    if (joint(`weld${FLAW.weld}`) !== null) bucket.mass += 30 * dt;
  };
}
