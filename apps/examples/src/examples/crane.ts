import { box, capsule, disc } from '@tenon/core';
import type { SceneBody, SceneJoint } from '@tenon/core/scene';
import { toWorld } from '../frame';
import { type Example, motorOf, polygonAt, sceneOf, type Script, type Stagehand } from './example';

const JIB = 2.3;
const START = 0.4;

/** A trolley on a jib, a hoist that takes rope in and lets it out, and a load on a sling. */
export const crane: Example = {
  id: 'crane',
  title: 'Tower crane',
  text: 'The trolley is a slider with a servo, the hoist is the upper limit of a rope. The load swings as the crane drives.',
  view: { centre: [0.3, 0.3], width: 8.8, height: 5.9 },
  scene() {
    const bodies: SceneBody[] = [
      { id: 'ground', type: 'static', position: [0.3, -2.35], shape: box(8.4, 0.24) },
      {
        id: 'tower',
        type: 'static',
        position: [-2.4, 0.1],
        shape: box(0.42, 4.7),
        userData: { paint: 'brass', layer: -2 },
      },
      {
        id: 'jib',
        type: 'static',
        position: [0.4, JIB],
        shape: box(7.4, 0.2),
        userData: { paint: 'brass', layer: -1 },
      },
      {
        id: 'peak',
        type: 'static',
        ...polygonAt([
          [-2.9, JIB + 0.1],
          [-1.9, JIB + 0.1],
          [-2.4, JIB + 0.75],
        ]),
        userData: { paint: 'brass', layer: -2 },
      },
      { id: 'ballast', type: 'static', position: [-3.05, JIB - 0.42], shape: box(0.6, 0.66), userData: { layer: -2 } },
      {
        id: 'cab',
        type: 'static',
        position: [-2.0, JIB - 0.36],
        shape: box(0.46, 0.5),
        userData: { paint: 'sky', layer: -1 },
      },
      {
        id: 'trolley',
        position: [START, JIB - 0.18],
        shape: box(0.6, 0.2),
        density: 300,
        userData: { paint: 'steel', layer: 1 },
      },
      {
        id: 'hook',
        position: [START, JIB - 1.6],
        shape: disc(0.13),
        density: 400,
        userData: { paint: 'coral', disc: 'ball', layer: 1 },
      },
      { id: 'load', position: [START, JIB - 2.5], shape: capsule(1.5, 0.17), density: 60, userData: { paint: 'teal' } },
    ];
    const joints: SceneJoint[] = [
      {
        type: 'prismatic',
        id: 'rails',
        bodyA: 'jib',
        bodyB: 'trolley',
        anchor: [START, JIB - 0.18],
        axis: [1, 0],
        slide: { motor: { target: 0, speed: 1.2, maxForce: 900 }, limits: [-1.9, 3.2] },
      },
      {
        type: 'distance',
        id: 'hoist',
        bodyA: 'trolley',
        bodyB: 'hook',
        localAnchorA: [0, -0.1],
        localAnchorB: [0, 0.13],
        length: { limits: [0, 1.19] },
        userData: { cord: 'rope', width: 0.05 },
      },
      ...[-1, 1].map((side) => ({
        type: 'distance',
        id: side < 0 ? 'left-sling' : 'right-sling',
        bodyA: 'hook',
        bodyB: 'load',
        localAnchorB: [side * 0.72, 0.1],
        length: { limits: [0, Math.hypot(0.72, 0.8)] },
        userData: { cord: 'rope' },
      })),
    ];
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: drive,
  sliders: [
    { label: 'trolley motor', joints: ['rails'], coordinate: 'slide', law: 'motor' },
    { label: 'hoist', joints: ['hoist'], coordinate: 'length', law: 'limits' },
  ],
  budget: { length: 0.01, angle: 0.02 },
};

/** Out and back, with the hook let down at the far end. */
function drive({ frame, joint }: Stagehand): Script {
  return (time) => {
    const slide = motorOf(joint('rails'));
    const [length] = joint('hoist')?.coordinates ?? [];
    const phase = (2 * Math.PI * time) / 14;
    if (slide !== null) slide.target = toWorld(frame, [0.6 + 2 * Math.sin(phase), 0])[0];
    if (length !== undefined && 'limits' in length && length.limits !== null)
      length.limits.upper = (1.19 + 0.6 * Math.sin(phase) ** 3) * frame.scale;
  };
}
