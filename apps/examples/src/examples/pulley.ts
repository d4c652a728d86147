import { box, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { mirrored } from '../frame';
import { type Example, sceneOf, type Script, type Stagehand } from './example';

const TOP = 2.2;
const WHEEL = 0.4;

/** Where the ropes are tied, m from the middle of each weight. */
const TOPS: Readonly<Record<string, SceneVec>> = {
  heavy: [0, 0.29],
  light: [0, 0.24],
  hand: [0, 0.24],
  cargo: [0, 0.34],
};

/** Two weights on one rope, and a block that halves the force. */
export const pulley: Example = {
  id: 'pulley',
  title: 'Pulleys',
  text: 'Left, an Atwood machine: the heavier weight stands on a spring. Right, a block and tackle: two kilograms hold four.',
  view: { centre: [0, 0.55], width: 8.2, height: 5.2 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'ceiling', type: 'static', position: [0, TOP + 0.62], shape: box(7.2, 0.2), userData: { layer: -2 } },
      { id: 'floor', type: 'static', position: [0, -1.75], shape: box(7.2, 0.2), userData: { layer: -2 } },
      weight('heavy', [-3.2, 0.5], 3, 'coral'),
      weight('light', [-1.6, 0.3], 2, 'sky'),
      weight('hand', [3.2, 0.9], 2, 'teal'),
      weight('cargo', [1.2, -0.2], 4, 'brass'),
      ...[-2.8, -2, 1.4, 2.8].map((x, i): SceneBody => ({
        id: `wheel${i}`,
        type: 'kinematic',
        position: [x, TOP],
        shape: disc(WHEEL),
        userData: { paint: 'steel' },
      })),
    ];
    const joints: SceneJoint[] = [
      ...rope('atwood', 'heavy', [-3.2, TOP], 'light', [-1.6, TOP], 1),
      ...rope('tackle', 'hand', [3.2, TOP], 'cargo', [1, TOP], 2),
      {
        type: 'distance',
        id: 'spring',
        bodyB: 'heavy',
        localAnchorA: [-3.2, -1.65],
        localAnchorB: [0, -0.29],
        length: { spring: { stiffness: 45, damping: 0.4, target: 1.2 } },
        userData: { cord: 'coil' },
      },
      {
        type: 'distance',
        id: 'hand-spring',
        bodyB: 'hand',
        localAnchorA: [3.2, -1.65],
        localAnchorB: [0, -0.24],
        length: { spring: { stiffness: 30, damping: 0.2, target: 1.6 } },
        userData: { cord: 'coil' },
      },
    ];
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: turnWheels,
  sliders: [
    { label: 'left spring', joints: ['spring'], coordinate: 'length', law: 'spring' },
    { label: 'right spring', joints: ['hand-spring'], coordinate: 'length', law: 'spring' },
  ],
  budget: { length: 0.005, angle: 0 },
};

function weight(id: string, position: SceneVec, mass: number, paint: string): SceneBody {
  const side = 0.34 * Math.sqrt(mass);
  return { id, position, shape: box(side, side), mass, userData: { paint } };
}

/** A rope from one body up to a block, across, and down to another, which it holds by `ratio` strands. */
function rope(id: string, first: string, over: SceneVec, second: string, down: SceneVec, ratio: number): SceneJoint[] {
  return [
    {
      type: 'pulley',
      id,
      bodyB: first,
      bodyD: second,
      localAnchorA: over,
      localAnchorB: TOPS[first],
      localAnchorC: down,
      localAnchorD: TOPS[second],
      ratio,
      length: { lock: true },
    },
    strand(first, over),
    strand(second, down),
    ...(ratio === 2 ? [strand(second, [down[0] + 0.8, down[1]])] : []),
  ];
}

/** To be seen, and nothing else. */
function strand(body: string, from: SceneVec): SceneJoint {
  return {
    type: 'distance',
    bodyB: body,
    localAnchorA: from,
    localAnchorB: TOPS[body],
    debug: { visible: false },
    userData: { cord: 'rope' },
  };
}

/** The rope does not slip on the wheels. */
function turnWheels({ frame, body }: Stagehand): Script {
  const turned = (id: string) => mirrored(frame, body(id).position.y / frame.scale / WHEEL);
  return () => {
    const turns = [-turned('heavy'), -turned('heavy'), turned('hand'), turned('hand')];
    for (const [i, angle] of turns.entries()) body(`wheel${i}`).moveTo({ angle: mirrored(frame, angle) });
  };
}
