import { box, defineConstraint, disc, type SlopeBody } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { type Example, motorOf, sceneOf, type Script, type Stagehand } from './example';

/** Its row is a length, the side of the square with the same area: so it is the same constraint in metres and in pixels. */
const octagon = defineConstraint({
  name: 'octagon',
  bodies: 8,
  rows: { size: 'length' },
  parameters: { side: { default: 0, least: 0, unit: 'length' } },
  value: (corners, { side }) => squareSide(corners).minus(side),
  place: (corners) => ({ side: squareSide(corners).value }),
});

/** √|area| by the shoelace formula, seen from the first corner. */
function squareSide([first, ...others]: readonly SlopeBody[]) {
  const [start, ...rays] = others.map(({ position }) => position.minus(first.position));
  let twice = start.cross(start);
  rays.forEach((ray, i) => {
    twice = twice.plus((i === 0 ? start : rays[i - 1]).cross(ray));
  });
  return twice.times(0.5).abs().sqrt();
}

const CORNERS = 8;
const RADIUS = 1.05;
const FLOOR = -1.6;
const BLOBS = [
  { name: 'full', x: -2, paint: 'coral' },
  { name: 'empty', x: 2, paint: 'steel' },
] as const;
/** Height of the plate at rest, and how far it presses down, m. */
const TOP = FLOOR + 0.15 + 2 * RADIUS * Math.cos(Math.PI / CORNERS);
const STROKE = 0.85;

/** Two rings of springs under a press; one also keeps its area. */
export const jelly: Example = {
  id: 'jelly',
  title: 'Soft polygons',
  text: 'Both are eight balls on a ring of springs. The left one has a constraint more, of its own: its area stays. Under the press it swells to the sides, and the right one gives way. Pull a ball.',
  view: { centre: [0, 0], width: 8.4, height: 5.2 },
  types: [octagon],
  scene() {
    const bodies: SceneBody[] = [
      { id: 'floor', type: 'static', position: [0, FLOOR - 0.15], shape: box(7.4, 0.3) },
      ...[-3.75, 3.75].map((x, i): SceneBody => ({
        id: `column${i}`,
        type: 'static',
        position: [x, 0.1],
        shape: box(0.22, 4),
        userData: { layer: -2 },
      })),
      {
        id: 'plate',
        position: [0, TOP + 0.15],
        shape: box(7.1, 0.3),
        density: 80,
        userData: { paint: 'brass', layer: 2 },
      },
    ];
    const joints: SceneJoint[] = [
      {
        type: 'prismatic',
        id: 'press',
        bodyB: 'plate',
        anchor: [0, TOP + 0.15],
        axis: [0, 1],
        slide: { motor: { target: 0, speed: 3, maxForce: 6000 } },
      },
    ];
    for (const blob of BLOBS) addBlob(bodies, joints, blob);
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: press,
  sliders: [
    { label: 'area', joints: ['full-area'], coordinate: 'size', law: 'lock' },
    {
      label: 'springs of the rings',
      joints: BLOBS.flatMap(({ name }) => Array.from({ length: CORNERS }, (_, i) => `${name}-side${i}`)),
      coordinate: 'length',
      law: 'spring',
    },
  ],
  budget: { length: 0.01, angle: 0.01 },
};

function addBlob(bodies: SceneBody[], joints: SceneJoint[], { name, x, paint }: (typeof BLOBS)[number]): void {
  const corner = (i: number) => `${name}${i % CORNERS}`;
  const middle: SceneVec = [x, (FLOOR + TOP) / 2];
  for (let i = 0; i < CORNERS; i++) {
    const angle = ((i + 0.5) * 2 * Math.PI) / CORNERS;
    const position: SceneVec = [middle[0] + RADIUS * Math.cos(angle), middle[1] + RADIUS * Math.sin(angle)];
    bodies.push({
      id: corner(i),
      position,
      shape: disc(0.12),
      mass: 3,
      gravityScale: 0,
      linearDamping: 1,
      userData: { paint, disc: 'ball', layer: 1 },
    });
    joints.push({
      type: 'distance',
      id: `${name}-side${i}`,
      bodyA: corner(i),
      bodyB: corner(i + 1),
      length: { spring: { hertz: 3, dampingRatio: 0.2 } },
    });
    // The upper two hang from the plate, the lower two stand on the floor.
    if (Math.abs(Math.sin(angle)) > 0.9)
      joints.push({
        type: 'pivot',
        bodyA: angle < Math.PI ? 'plate' : 'floor',
        bodyB: corner(i),
        anchor: position,
        debug: { visible: false },
      });
  }
  const area: SceneJoint = {
    type: 'octagon',
    id: `${name}-area`,
    ...Object.fromEntries(Array.from({ length: CORNERS }, (_, i) => [`body${'ABCDEFGH'[i]}`, corner(i)])),
    size: name === 'full' ? { lock: { softness: { hertz: 10, dampingRatio: 0.5 } } } : { lock: false },
    userData: { cord: 'skin', paint },
  };
  joints.push(area);
}

/** Down and up, with a rest above. */
function press({ frame, joint }: Stagehand): Script {
  return (time) => {
    const slide = motorOf(joint('press'));
    const down = Math.max(0, Math.sin((2 * Math.PI * time) / 5)) ** 2 * STROKE;
    if (slide !== null) slide.target = -down * frame.scale;
  };
}
