import { box, disc } from '@tenon/core';
import type { SceneBody, SceneJoint } from '@tenon/core/scene';
import { type Example, sceneOf } from './example';

const RADIUS = 0.17;
const COUNT = 15;
/** s, after which all of the upper row are in step again */
const CYCLE = 40;

/** A row in which each pendulum makes one swing more per cycle than its neighbour, and a row of double pendulums. */
export const pendulumWall: Example = {
  id: 'pendulum-wall',
  title: 'Pendulum wall',
  text: 'Above, each pendulum makes one swing more in 40 seconds than its neighbour. Below, five double pendulums start a thousandth of a radian apart.',
  view: { centre: [0, 0.85], width: 10.4, height: 5.6 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'upper', type: 'static', position: [0, 3.1], shape: box(9.4, 0.16) },
      { id: 'lower', type: 'static', position: [0, -0.35], shape: box(9.4, 0.16) },
    ];
    const joints: SceneJoint[] = [];
    for (let i = 0; i < COUNT; i++) addPendulum(bodies, joints, i);
    for (let i = 0; i < 5; i++) addDouble(bodies, joints, i);
    return sceneOf(bodies, joints);
  },
  sliders: [
    {
      label: 'friction of the upper row',
      joints: Array.from({ length: COUNT }, (_, i) => `hinge${i}`),
      coordinate: 'angle',
      law: 'friction',
    },
  ],
  budget: { length: 0.002, angle: 0 },
};

function addPendulum(bodies: SceneBody[], joints: SceneJoint[], i: number): void {
  const x = (i - (COUNT - 1) / 2) * 0.62;
  const length = lengthOf(CYCLE / (16 + i));
  const start = 0.42;
  bodies.push({
    id: `bob${i}`,
    position: [x + length * Math.sin(start), 3.02 - length * Math.cos(start)],
    angle: start,
    shape: disc(RADIUS),
    userData: { paint: i % 3 === 0 ? 'brass' : i % 3 === 1 ? 'coral' : 'teal', disc: 'ball' },
  });
  joints.push({
    type: 'pivot',
    id: `hinge${i}`,
    bodyB: `bob${i}`,
    anchor: [x, 3.02],
    angle: { friction: { torque: 0 } },
    userData: { cord: 'rope' },
  });
}

/** From the hinge to the centre of a disc that swings with this period (s) like a mathematical pendulum. */
function lengthOf(period: number): number {
  const reduced = 9.81 * (period / (2 * Math.PI)) ** 2;
  return (reduced + Math.sqrt(reduced * reduced - 2 * RADIUS * RADIUS)) / 2;
}

function addDouble(bodies: SceneBody[], joints: SceneJoint[], i: number): void {
  const x = (i - 2) * 1.9;
  const y = -0.35;
  const angle = 2.2 + i * 0.001;
  const reach = 0.45;
  const elbow = [x + reach * Math.sin(angle), y - reach * Math.cos(angle)] as const;
  const tip = [elbow[0] + reach * Math.sin(angle), elbow[1] - reach * Math.cos(angle)] as const;
  const bob = { shape: disc(0.12), angle, userData: { paint: 'sky', disc: 'ball' } } as const;
  bodies.push(
    { ...bob, id: `inner${i}`, position: elbow },
    { ...bob, id: `outer${i}`, position: tip, userData: { paint: 'violet', disc: 'ball' } },
  );
  joints.push(
    { type: 'pivot', id: `shoulder${i}`, bodyB: `inner${i}`, anchor: [x, y], userData: { cord: 'rod' } },
    {
      type: 'pivot',
      id: `elbow${i}`,
      bodyA: `inner${i}`,
      bodyB: `outer${i}`,
      anchor: elbow,
      userData: { cord: 'rod' },
    },
  );
}
