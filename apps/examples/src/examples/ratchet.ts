import { box, capsule, disc } from '@tenon/core';
import { mirrored, toWorld } from '../frame';
import { type Example, motorOf, sceneOf, type Script, type Stagehand } from './example';

const DRUM = 0.45;
const TEETH = 16;
const TOOTH = (2 * Math.PI) / TEETH;
const LOAD_AT = -1.7;

/** A lever winds up a weight tooth by tooth; at the top it is let go. */
export const ratchet: Example = {
  id: 'ratchet',
  title: 'Ratchet winch',
  text: 'A swinging lever takes the wheel along one way only, a second ratchet holds it. At the top both are released and the weight runs down.',
  view: { centre: [0.3, -0.25], width: 6.6, height: 5.2 },
  scene: () =>
    sceneOf(
      [
        { id: 'mount', type: 'static', position: [0, 1.05], shape: box(1.1, 0.9), userData: { layer: -3 } },
        { id: 'guide', type: 'static', position: [DRUM, -1.4], shape: box(0.07, 2.6), userData: { layer: -3 } },
        {
          id: 'wheel',
          position: [0, 1],
          shape: disc(0.85),
          density: 30,
          userData: { paint: 'brass', disc: 'gear', teeth: TEETH, layer: -1 },
        },
        { id: 'drum', position: [0, 1], shape: disc(DRUM), density: 30, userData: { paint: 'steel', disc: 'wheel' } },
        {
          id: 'lever',
          position: [0.75, 1],
          shape: capsule(1.5, 0.1),
          density: 20,
          gravityScale: 0,
          userData: { paint: 'sky', layer: 1 },
        },
        {
          id: 'knob',
          position: [1.5, 1],
          shape: disc(0.17),
          density: 10,
          gravityScale: 0,
          userData: { paint: 'sky', disc: 'ball', layer: 2 },
        },
        { id: 'load', position: [DRUM, LOAD_AT], shape: box(0.8, 0.8), density: 60, userData: { paint: 'coral' } },
      ],
      [
        { type: 'pivot', id: 'axle', bodyB: 'wheel', anchor: [0, 1], angle: { friction: { viscous: 2 } } },
        { type: 'weld', bodyA: 'wheel', bodyB: 'drum', anchor: [0, 1] },
        { type: 'weld', bodyA: 'lever', bodyB: 'knob', anchor: [1.5, 1] },
        {
          type: 'pivot',
          id: 'lever-axle',
          bodyB: 'lever',
          anchor: [0, 1],
          angle: { motor: { target: 0, speed: 3, maxTorque: 700 } },
        },
        { type: 'ratchet', id: 'feed', bodyA: 'lever', bodyB: 'wheel', tooth: TOOTH },
        { type: 'ratchet', id: 'hold', bodyB: 'wheel', tooth: TOOTH },
        { type: 'prismatic', id: 'rail', bodyB: 'load', anchor: [DRUM, LOAD_AT], axis: [0, 1] },
        {
          type: 'gear',
          id: 'rope',
          terms: [
            { of: { joint: 'rail', coordinate: 'slide' }, weight: 1 },
            { of: { joint: 'axle', coordinate: 'angle' }, weight: -DRUM },
          ],
        },
        {
          type: 'distance',
          bodyB: 'load',
          localAnchorA: [DRUM, 1],
          localAnchorB: [0, 0.4],
          debug: { visible: false },
          userData: { cord: 'rope' },
        },
      ],
      { substeps: 8 },
    ),
  script: wind,
  sliders: [
    { label: 'lever motor', joints: ['lever-axle'], coordinate: 'angle', law: 'motor' },
    { label: 'friction of the axle', joints: ['axle'], coordinate: 'angle', law: 'friction' },
  ],
  budget: { length: 0.01, angle: 0.03 },
};

function wind({ frame, body, joint }: Stagehand): Script {
  let released = false;
  const top = toWorld(frame, [0, LOAD_AT + 1.5])[1];
  const bottom = toWorld(frame, [0, LOAD_AT + 0.1])[1];
  const above = (y: number) => (frame.flipY ? body('load').position.y < y : body('load').position.y > y);
  return (time) => {
    const lever = motorOf(joint('lever-axle'));
    if (lever !== null) lever.target = mirrored(frame, 0.6 * Math.sin(4 * time));
    const turn = released ? !above(bottom) : above(top);
    if (!turn) return;
    released = !released;
    for (const id of ['feed', 'hold']) {
      const [angle] = joint(id)?.coordinates ?? [];
      if (angle !== undefined && 'ratchet' in angle)
        angle.ratchet = released ? null : { tooth: mirrored(frame, TOOTH) };
    }
  };
}
