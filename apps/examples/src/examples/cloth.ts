import { box, disc } from '@tenon/core';
import type { SceneBody, SceneJoint } from '@tenon/core/scene';
import { type Example, sceneOf, type Script, type Stagehand } from './example';

const COLUMNS = 13;
const ROWS = 9;
const MESH = 0.38;
const LEFT = (-(COLUMNS - 1) * MESH) / 2;
const TOP = 2.2;

/** A net of threads, each with a force at which it tears. */
export const cloth: Example = {
  id: 'cloth',
  title: 'Tearing net',
  text: 'Two hundred threads, each a rope that breaks at 110 N. Take hold of a knot and pull.',
  view: { centre: [0, 0.2], width: 8, height: 5 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'rail', type: 'static', position: [0, TOP + 0.12], shape: box(6.4, 0.16), userData: { layer: -1 } },
    ];
    const joints: SceneJoint[] = [];
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        const fixed = row === 0 && column % 4 === 0;
        bodies.push({
          id: knot(row, column),
          type: fixed ? 'static' : 'dynamic',
          position: [LEFT + column * MESH, TOP - row * MESH],
          shape: disc(0.075),
          mass: 0.1,
          linearDamping: 0.4,
          userData: { paint: fixed ? 'coral' : row % 2 === 0 ? 'teal' : 'sky', disc: 'ball', layer: 1 },
        });
        if (column > 0) joints.push(thread(knot(row, column - 1), knot(row, column)));
        if (row > 0) joints.push(thread(knot(row - 1, column), knot(row, column)));
      }
    }
    return sceneOf(bodies, joints, { solver: 'iterative' });
  },
  script: blow,
  sliders: [],
  budget: { length: 0, angle: 0 },
};

function knot(row: number, column: number): string {
  return `knot${row}-${column}`;
}

function thread(bodyA: string, bodyB: string): SceneJoint {
  return {
    type: 'distance',
    bodyA,
    bodyB,
    length: { limits: { upper: MESH * 1.02, hertz: 14, dampingRatio: 0.6 } },
    break: { force: 110 },
    userData: { cord: 'rod', width: 0.022 },
  };
}

/** A wind that comes and goes. */
function blow({ world, frame }: Stagehand): Script {
  const knots = [...world.bodies].filter(({ id, type }) => type === 'dynamic' && id.startsWith('knot'));
  return (time, dt) => {
    for (const body of knots) {
      const x = body.position.x / frame.scale;
      const force = 0.25 * Math.sin(1.7 * time + 1.3 * x) + 0.15 * Math.sin(0.9 * time);
      body.applyImpulse([force * dt, 0]);
    }
  };
}
