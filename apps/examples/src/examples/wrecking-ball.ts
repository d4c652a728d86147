import { box, capsule, chain, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { type Example, sceneOf } from './example';

/** Where the chain hangs, m; its links, how long each is, and how far it is drawn aside at the start, rad. */
const TOP: SceneVec = [-1.1, 5.2];
const LINKS = 12;
const LINK = 0.3;
const ASIDE = 1.25;
/** The ball, and how many bricks weigh as much. */
const BALL = 0.45;
const RATIO = 200;
/** The wall: columns, rows, and the size of a brick, m; kg/m². */
const COLUMNS = 6;
const ROWS = 10;
const BRICK = 0.34;
const DENSITY = 30;

const paints = ['coral', 'brass', 'teal', 'sky', 'violet'];

/** A ball on a chain of twelve links that knocks down a wall of sixty bricks. */
export const wreckingBall: Example = {
  id: 'wrecking-ball',
  title: 'Wrecking ball',
  text: 'The ball weighs two hundred bricks and hangs on twelve links. Take it by a pointer and swing again at what is left of the wall.',
  view: { centre: [0.2, 2.6], width: 9.6, height: 6 },
  scene: () => {
    const bodies: SceneBody[] = [
      {
        id: 'ground',
        type: 'static',
        shape: chain([[-30, 0], [30, 0]]), // prettier-ignore
        collides: { friction: 0.8 },
        userData: { depth: 6, layer: -3 },
      },
      {
        id: 'beam',
        type: 'static',
        position: [TOP[0], TOP[1] + 0.1],
        shape: box(1.2, 0.2),
        userData: { paint: 'steel', layer: -1 },
      },
      ...wall(),
    ];
    const joints: SceneJoint[] = [];
    const along = (length: number): SceneVec => [TOP[0] - length * Math.sin(ASIDE), TOP[1] - length * Math.cos(ASIDE)];
    for (let i = 0; i < LINKS; i++) {
      bodies.push({
        id: `link${i}`,
        position: along((i + 0.5) * LINK),
        angle: -Math.PI / 2 - ASIDE,
        shape: capsule(LINK, 0.05),
        density: 120,
        userData: { paint: 'steel' },
      });
      joints.push({
        type: 'pivot',
        bodyA: i === 0 ? 'beam' : `link${i - 1}`,
        bodyB: `link${i}`,
        anchor: along(i * LINK),
      });
    }
    bodies.push({
      id: 'ball',
      position: along(LINKS * LINK + BALL),
      shape: disc(BALL),
      mass: RATIO * DENSITY * BRICK * BRICK,
      collides: true,
      userData: { paint: 'steel', disc: 'ball', layer: 1 },
    });
    joints.push({
      type: 'pivot',
      id: 'shackle',
      bodyA: `link${LINKS - 1}`,
      bodyB: 'ball',
      anchor: along(LINKS * LINK),
    });
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  sliders: [],
  budget: { length: 0.02, angle: 0 },
};

function wall(): SceneBody[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const row = Math.floor(i / COLUMNS);
    const column = i % COLUMNS;
    return {
      id: `brick${i}`,
      position: [0.35 + column * (BRICK + 0.002), (row + 0.5) * BRICK] as const,
      shape: box(BRICK, BRICK),
      density: DENSITY,
      collides: { friction: 0.6 },
      userData: { paint: paints[(row + column) % paints.length] },
    };
  });
}
