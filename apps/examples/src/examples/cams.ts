import { box, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { symbolic } from '@tenon/core/symbolic';
import { toWorld } from '../frame';
import { type Example, sceneOf, type Script, type Stagehand } from './example';

const program = `body cam, follower
vector up    # the way the follower moves
scalar base, lift

let n = unit up
let height = n dot (follower.position - cam.position)
# cosine of the angle between the cam's nose and up
let nose = n dot relative cam.rotation [1 0]
constraint height - base - lift * pow((1 + nose) / 2, 3)
limit constraint 0 inf    # it pushes, and never pulls`;

const COUNT = 5;
const PITCH = 1.15;
/** Of the cams below their noses, how far these stand out, and the followers, m. */
const RADIUS = 0.3;
const LIFT = 0.4;
const ROD = 1.5;
const SHAFT = -1.2;

/** Followers on cams whose shape is a formula. */
export const cams: Example = {
  id: 'cams',
  title: 'Cams from a formula',
  text: 'The rule that a rod stands on its cam is a text in the symbolic language, one constraint for each pair. Turn the motor up to 9 rad/s, and the rods leave their cams.',
  view: { centre: [0, -0.45], width: 6.4, height: 4.1 },
  program,
  scene() {
    const bodies: SceneBody[] = [
      { id: 'ground', type: 'static', position: [0, -2.15], shape: box(6, 0.2), userData: { layer: -3 } },
      { id: 'guide', type: 'static', position: [0, 0.45], shape: box(6, 0.24), userData: { layer: 3 } },
    ];
    const joints: SceneJoint[] = [];
    for (let i = 0; i < COUNT; i++) addPair(bodies, joints, i);
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: constrain,
  sliders: [
    { label: 'motor', joints: ['axle0'], coordinate: 'angle', law: 'motor' },
    { label: 'friction of the rods', joints: ids('rail'), coordinate: 'slide', law: 'friction' },
  ],
  budget: { length: 1e-4, angle: 1e-3 },
};

function addPair(bodies: SceneBody[], joints: SceneJoint[], i: number): void {
  const x = (i - (COUNT - 1) / 2) * PITCH;
  // Each nose a fifth of a turn behind the one before.
  const angle = Math.PI / 2 - (i * 2 * Math.PI) / COUNT;
  const rod: SceneVec = [x, SHAFT + RADIUS + LIFT * rise(Math.PI / 2 - angle) + ROD / 2];
  bodies.push(
    { id: `stand${i}`, type: 'static', position: [x, -1.6], shape: box(0.24, 0.9), userData: { layer: -2 } },
    {
      id: `cam${i}`,
      position: [x, SHAFT],
      angle,
      shape: disc(RADIUS),
      density: 200,
      userData: { paint: i % 2 === 0 ? 'brass' : 'coral', outline: outline(), layer: -1 },
    },
    { id: `axle-end${i}`, type: 'static', position: [x, SHAFT], shape: disc(0.09), userData: { disc: 'ball' } },
    { id: `rod${i}`, position: rod, shape: box(0.11, ROD), density: 20, userData: { paint: 'sky', layer: 2 } },
  );
  joints.push(
    {
      type: 'pivot',
      id: `axle${i}`,
      bodyB: `cam${i}`,
      anchor: [x, SHAFT],
      ...(i === 0 && { angle: { motor: { speed: -3, maxTorque: 200 } } }),
    },
    {
      type: 'prismatic',
      id: `rail${i}`,
      bodyB: `rod${i}`,
      anchor: rod,
      axis: [0, 1],
      slide: { friction: { force: 1 } },
    },
  );
  if (i > 0) joints.push({ type: 'gear', bodyA: `cam${i - 1}`, bodyB: `cam${i}`, debug: { visible: false } });
}

/** One constraint for each cam and its rod. Lengths of a program are those of the world. */
function constrain({ world, frame, body }: Stagehand): Script {
  const up = toWorld(frame, [0, 1]);
  for (let i = 0; i < COUNT; i++) {
    const pair = { cam: body(`cam${i}`), follower: body(`rod${i}`) };
    world.add(symbolic(program, { ...pair, up, base: (RADIUS + ROD / 2) * frame.scale, lift: LIFT * frame.scale }));
  }
  return () => undefined;
}

/** How far a cam stands out at an angle from its nose, of its lift. */
function rise(angle: number): number {
  return ((1 + Math.cos(angle)) / 2) ** 3;
}

function outline(): SceneVec[] {
  return Array.from({ length: 72 }, (_, i) => {
    const angle = (i * Math.PI) / 36;
    const radius = RADIUS + LIFT * rise(angle);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function ids(name: string): string[] {
  return Array.from({ length: COUNT }, (_, i) => `${name}${i}`);
}
