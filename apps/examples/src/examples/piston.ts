import { box, capsule, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { type Example, sceneOf } from './example';

const THROW = 0.55;
const ROD = 1.75;
/** rad, each cylinder from the vertical */
const LEAN = 0.65;
const PIN: SceneVec = [0, THROW];

/** Two pistons on one crank pin, driven by a motor on the crank. */
export const piston: Example = {
  id: 'piston',
  title: 'V-twin',
  text: 'A motor turns the crank; two rods on one pin drive the pistons, each on a slider.',
  view: { centre: [0, 0.95], width: 6.2, height: 5 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'crank', position: [0, 0], shape: disc(1), density: 40, userData: { paint: 'steel', layer: -1 } },
    ];
    const joints: SceneJoint[] = [
      { type: 'pivot', id: 'shaft', bodyB: 'crank', anchor: [0, 0], angle: { motor: { speed: 6, maxTorque: 600 } } },
    ];
    addCylinder(bodies, joints, 'left', -LEAN, 'coral');
    addCylinder(bodies, joints, 'right', LEAN, 'sky');
    bodies.push({ id: 'pin', position: PIN, shape: disc(0.13), userData: { paint: 'brass', disc: 'ball', layer: 3 } });
    joints.push({ type: 'weld', bodyA: 'crank', bodyB: 'pin', anchor: PIN });
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  sliders: [
    { label: 'crank motor', joints: ['shaft'], coordinate: 'angle', law: 'motor' },
    { label: 'piston friction', joints: ['left-bore', 'right-bore'], coordinate: 'slide', law: 'friction' },
  ],
  budget: { length: 0.005, angle: 0.01 },
};

function addCylinder(bodies: SceneBody[], joints: SceneJoint[], side: string, lean: number, paint: string): void {
  const ux = Math.sin(lean);
  const uy = Math.cos(lean);
  const along = PIN[0] * ux + PIN[1] * uy;
  const height = along + Math.sqrt(ROD * ROD - THROW * THROW + along * along);
  const top: SceneVec = [ux * height, uy * height];
  const at = (up: number, across: number): SceneVec => [ux * up + uy * across, uy * up - ux * across];
  for (const wall of [-1, 1]) {
    bodies.push({
      id: `${side}-wall${wall}`,
      type: 'static',
      position: at(1.95, wall * 0.46),
      angle: -lean,
      shape: box(0.12, 1.7),
      userData: { layer: -2 },
    });
  }
  bodies.push(
    {
      id: `${side}-head`,
      type: 'static',
      position: at(2.82, 0),
      angle: -lean,
      shape: box(1.04, 0.14),
      userData: { layer: -2 },
    },
    {
      id: `${side}-piston`,
      position: top,
      angle: -lean,
      shape: box(0.76, 0.5),
      density: 20,
      userData: { paint, layer: 1 },
    },
    {
      id: `${side}-rod`,
      position: [(top[0] + PIN[0]) / 2, (top[1] + PIN[1]) / 2],
      angle: Math.atan2(top[1] - PIN[1], top[0] - PIN[0]),
      shape: capsule(ROD, 0.11),
      density: 20,
      userData: { paint: 'brass', layer: 2 },
    },
  );
  joints.push(
    { type: 'pivot', id: `${side}-big-end`, bodyA: 'crank', bodyB: `${side}-rod`, anchor: PIN },
    { type: 'pivot', id: `${side}-small-end`, bodyA: `${side}-rod`, bodyB: `${side}-piston`, anchor: top },
    {
      type: 'prismatic',
      id: `${side}-bore`,
      bodyB: `${side}-piston`,
      anchor: top,
      axis: [ux, uy],
      slide: { friction: { force: 10 } },
    },
  );
}
