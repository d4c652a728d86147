import { box, capsule, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { mirrored } from '../frame';
import { type Example, motorOf, sceneOf, type Script, type Stagehand } from './example';

const DENSITY = 60;
/** rad/s, of the whole swing */
const RHYTHM = 2.05;

/** Eleven bodies on hinges with limits, hanging from a trapeze and pumping with the hips. */
export const ragdoll: Example = {
  id: 'ragdoll',
  title: 'Ragdoll on a trapeze',
  text: 'Every hinge has the limits of a human joint. Motors in the hips keep the swing going; pull an arm or a leg.',
  view: { centre: [0, 1.75], width: 7, height: 4.6 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'rig', type: 'static', position: [0, 3.75], shape: box(2.6, 0.14) },
      { id: 'bar', position: [0, 2.4], shape: box(1.3, 0.08), density: 80, userData: { paint: 'brass' } },
      {
        id: 'torso',
        position: [0, 1.36],
        angle: Math.PI / 2,
        shape: capsule(0.44, 0.17),
        density: DENSITY,
        userData: { paint: 'coral', layer: 1 },
      },
      {
        id: 'head',
        position: [0, 1.94],
        shape: disc(0.17),
        density: DENSITY,
        userData: { paint: 'brass', disc: 'ball', layer: 2 },
      },
    ];
    const joints: SceneJoint[] = [
      {
        type: 'pivot',
        id: 'neck',
        bodyA: 'torso',
        bodyB: 'head',
        anchor: [0, 1.74],
        angle: { limits: [-0.5, 0.5], friction: { torque: 1 } },
      },
    ];
    for (const side of [-1, 1]) {
      const name = side < 0 ? 'left' : 'right';
      joints.push({
        type: 'distance',
        id: `${name}-line`,
        bodyA: 'rig',
        bodyB: 'bar',
        localAnchorA: [side * 0.6, 0],
        localAnchorB: [side * 0.6, 0],
        length: { lock: true },
        userData: { cord: 'rope' },
      });
      const shoulder: SceneVec = [side * 0.2, 1.6];
      const elbow: SceneVec = [side * 0.3, 2];
      const hand: SceneVec = [side * 0.34, 2.4];
      const hip: SceneVec = [side * 0.11, 1.1];
      const knee: SceneVec = [side * 0.13, 0.66];
      const foot: SceneVec = [side * 0.13, 0.2];
      bodies.push(
        limb(`${name}-upper-arm`, shoulder, elbow, 0.075, 'sky'),
        limb(`${name}-forearm`, elbow, hand, 0.06, 'sky'),
        limb(`${name}-thigh`, hip, knee, 0.1, 'violet'),
        limb(`${name}-shin`, knee, foot, 0.08, 'violet'),
      );
      const bend = (lower: number, upper: number) => ({
        limits: side > 0 ? [lower, upper] : [-upper, -lower],
        friction: { torque: 1 },
      });
      joints.push(
        {
          type: 'pivot',
          id: `${name}-shoulder`,
          bodyA: 'torso',
          bodyB: `${name}-upper-arm`,
          anchor: shoulder,
          angle: bend(-2.4, 0.6),
        },
        {
          type: 'pivot',
          id: `${name}-elbow`,
          bodyA: `${name}-upper-arm`,
          bodyB: `${name}-forearm`,
          anchor: elbow,
          angle: bend(-0.1, 2.3),
        },
        {
          type: 'pivot',
          id: `${name}-grip`,
          bodyA: 'bar',
          bodyB: `${name}-forearm`,
          anchor: hand,
          angle: { friction: { torque: 1 } },
        },
        {
          type: 'pivot',
          id: `${name}-hip`,
          bodyA: 'torso',
          bodyB: `${name}-thigh`,
          anchor: hip,
          angle: { limits: [-1, 1], motor: { target: 0, speed: 4, maxTorque: 70 } },
        },
        {
          type: 'pivot',
          id: `${name}-knee`,
          bodyA: `${name}-thigh`,
          bodyB: `${name}-shin`,
          anchor: knee,
          angle: { limits: [-1.6, 1.6], spring: { hertz: 2, dampingRatio: 0.4 } },
        },
      );
    }
    return sceneOf(
      bodies.map((body) =>
        body.type === 'static' ? body : { ...body, velocity: [(3.75 - (body.position?.[1] ?? 0)) * 0.75, 0] },
      ),
      joints,
      { substeps: 8 },
    );
  },
  script: pump,
  sliders: [
    { label: 'hip motors', joints: ['left-hip', 'right-hip'], coordinate: 'angle', law: 'motor' },
    { label: 'knee springs', joints: ['left-knee', 'right-knee'], coordinate: 'angle', law: 'spring' },
    { label: 'friction of the elbows', joints: ['left-elbow', 'right-elbow'], coordinate: 'angle', law: 'friction' },
  ],
  budget: { length: 0.01, angle: 0.02 },
};

function limb(id: string, [ax, ay]: SceneVec, [bx, by]: SceneVec, radius: number, paint: string): SceneBody {
  return {
    id,
    position: [(ax + bx) / 2, (ay + by) / 2],
    angle: Math.atan2(by - ay, bx - ax),
    shape: capsule(Math.hypot(bx - ax, by - ay), radius),
    density: DENSITY,
    userData: { paint },
  };
}

/** The legs swing ahead of the body. */
function pump({ frame, joint }: Stagehand): Script {
  return (time) => {
    for (const id of ['left-hip', 'right-hip']) {
      const motor = motorOf(joint(id));
      if (motor !== null) motor.target = mirrored(frame, 0.55 * Math.cos(RHYTHM * time));
    }
  };
}
