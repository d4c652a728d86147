import { box, capsule, chain, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { type Example, isInHand, sceneOf, type Script, type Stagehand } from './example';

const DENSITY = 60;
/** Stairs: how many, how wide and how high each, m, and where they begin. */
const STEPS = 9;
const WIDTH = 0.52;
const RISE = 0.34;
const TOP: SceneVec = [-1.9, 2.2];
const FLOOR = TOP[1] - STEPS * RISE;
/** Where the hips are at the start, and how the doll is thrown, m/s and rad/s. */
const START: SceneVec = [TOP[0] - 0.75, TOP[1] + 1.05];
const THROW: SceneVec = [4.2, 1.6];
const SPIN = -5;
/** s, after which it is thrown again where nobody does, nor has it in hand. */
const AGAIN = 9;

/** A doll of eleven bodies that falls down a flight of stairs. */
export const stairs: Example = {
  id: 'stairs',
  title: 'Ragdoll down the stairs',
  text: 'Eleven bodies on hinges with limits. Limbs pass before each other and hit everything else. Throw it again with Enter, or take it by an arm and throw it yourself.',
  view: { centre: [0.7, 1.3], width: 9.2, height: 6.2 },
  controls: [{ id: 'throw', label: 'Throw again', key: 'Enter' }],
  scene() {
    const doll = ragdoll();
    return sceneOf(
      [
        {
          id: 'stairs',
          type: 'static',
          shape: chain(flight()),
          collides: { friction: 0.6, group: 'things' },
          userData: { depth: 6, layer: -3 },
        },
        ...litter(),
        ...doll.bodies.map((body) => ({
          ...body,
          velocity: velocityAt(body.position ?? START),
          angularVelocity: SPIN,
        })),
      ],
      doll.joints,
      { substeps: 8 },
    );
  },
  script: throwAgain,
  sliders: [
    { label: 'stiffness of the hips', joints: ['left-hip', 'right-hip'], coordinate: 'angle', law: 'friction' },
    {
      label: 'stiffness of the shoulders',
      joints: ['left-shoulder', 'right-shoulder'],
      coordinate: 'angle',
      law: 'friction',
    },
  ],
  budget: { length: 0.04, angle: 0.1 },
};

/** From the wall on the left over the landing, down the stairs and over the floor to the wall on the right. */
function flight(): SceneVec[] {
  const [x, y] = TOP;
  const points: SceneVec[] = [
    [-16, 9],
    [-3.8, 9],
    [-3.8, y],
    [x, y],
  ];
  for (let i = 1; i <= STEPS; i++) {
    points.push([x + (i - 1) * WIDTH, y - i * RISE]);
    if (i < STEPS) points.push([x + i * WIDTH, y - i * RISE]);
  }
  points.push([5.2, FLOOR], [5.2, FLOOR + 1.2], [16, FLOOR + 1.2]);
  return points;
}

/** What stands in its way. */
function litter(): SceneBody[] {
  const step = (i: number): SceneVec => [TOP[0] + (i - 0.5) * WIDTH, TOP[1] - i * RISE];
  const [pot, ball] = [step(4), step(7)];
  const crate = (id: string, x: number, y: number, paint: string): SceneBody => ({
    id,
    position: [x, y],
    shape: box(0.42, 0.42),
    density: 15,
    collides: { group: 'things' },
    userData: { paint },
  });
  return [
    {
      id: 'pot',
      position: [pot[0], pot[1] + 0.16],
      shape: box(0.24, 0.32),
      density: 20,
      collides: { group: 'things' },
      userData: { paint: 'teal' },
    },
    {
      id: 'ball',
      position: [ball[0], ball[1] + 0.18],
      shape: disc(0.18),
      density: 15,
      collides: { restitution: 0.5, rolling: 0.02, group: 'things' },
      userData: { paint: 'brass', disc: 'ball' },
    },
    crate('crate0', 4.1, FLOOR + 0.21, 'brass'),
    crate('crate1', 4.55, FLOOR + 0.21, 'brass'),
    crate('crate2', 4.32, FLOOR + 0.63, 'sky'),
  ];
}

/** Of a place on the doll as it is thrown, m/s. */
function velocityAt([x, y]: SceneVec): SceneVec {
  return [THROW[0] - SPIN * (y - START[1]), THROW[1] + SPIN * (x - START[0])];
}

function throwAgain({ body, steering }: Stagehand): Script {
  const doll = ragdoll().bodies.map(({ id }) => body(id));
  const start = doll.map(({ x, y, angle, velocity, angularVelocity }) => ({
    position: [x, y] as const,
    angle,
    velocity: [velocity.x, velocity.y] as const,
    angularVelocity,
  }));
  let next = AGAIN;
  let wasHeld = false;
  return (time) => {
    const isHeld = steering.holds('throw');
    const isAsked = isHeld && !wasHeld;
    wasHeld = isHeld;
    if (doll.some(isInHand)) next = time + AGAIN;
    if (!isAsked && (steering.isUsed || time < next)) return;
    next = time + AGAIN;
    doll.forEach((limb, i) => Object.assign(limb, start[i]));
  };
}

/** Head, torso, and two limbs a side in two pieces each; the hips at `START`. */
function ragdoll(): { readonly bodies: SceneBody[]; readonly joints: SceneJoint[] } {
  const [x, y] = START;
  const at = (dx: number, dy: number): SceneVec => [x + dx, y + dy];
  const bodies = [
    limb('torso', at(0, 0.05), at(0, 0.46), 0.15, 'coral', 1),
    {
      ...limb('head', at(0, 0.78), at(0, 0.79), 0.17, 'brass', 2),
      shape: disc(0.17),
      userData: { paint: 'brass', disc: 'ball', layer: 2 },
    },
  ];
  const hinge = (id: string, bodyA: string, bodyB: string, anchor: SceneVec, limits: readonly [number, number], torque = 1): SceneJoint => ({
    type: 'pivot',
    id,
    bodyA,
    bodyB,
    anchor,
    angle: { limits, friction: { torque } },
  }); // prettier-ignore
  const joints = [hinge('neck', 'torso', 'head', at(0, 0.62), [-0.6, 0.6])];
  for (const [side, layer] of [
    ['left', 3],
    ['right', -1],
  ] as const) {
    const [shoulder, elbow, hand] = [at(0, 0.5), at(0.02, 0.2), at(0.06, -0.06)];
    const [hip, knee, foot] = [at(0, 0), at(0.03, -0.46), at(0, -0.92)];
    bodies.push(
      limb(`${side}-upper-arm`, shoulder, elbow, 0.065, 'sky', layer),
      limb(`${side}-forearm`, elbow, hand, 0.055, 'sky', layer),
      limb(`${side}-thigh`, hip, knee, 0.09, 'violet', layer),
      limb(`${side}-shin`, knee, foot, 0.07, 'violet', layer),
    );
    joints.push(
      hinge(`${side}-shoulder`, 'torso', `${side}-upper-arm`, shoulder, [-1.2, 2.8]),
      hinge(`${side}-elbow`, `${side}-upper-arm`, `${side}-forearm`, elbow, [-0.1, 2.3], 0.5),
      hinge(`${side}-hip`, 'torso', `${side}-thigh`, hip, [-0.5, 1.9], 2),
      hinge(`${side}-knee`, `${side}-thigh`, `${side}-shin`, knee, [-2.2, 0.05]),
    );
  }
  return { bodies, joints };
}

function limb(
  id: string,
  [ax, ay]: SceneVec,
  [bx, by]: SceneVec,
  radius: number,
  paint: string,
  layer: number,
): SceneBody {
  return {
    id,
    position: [(ax + bx) / 2, (ay + by) / 2],
    angle: Math.atan2(by - ay, bx - ax),
    shape: capsule(Math.hypot(bx - ax, by - ay), radius),
    density: DENSITY,
    collides: { friction: 0.5, group: 'doll', with: ['things'] },
    userData: { paint, layer },
  };
}
