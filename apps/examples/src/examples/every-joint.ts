import { box } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { mirrored, toWorld } from '../frame';
import { type Caption, type Example, motorOf, sceneOf, type Script, type Stagehand } from './example';
import { type Motion, type Specimen, specimens } from './specimens';

const COLUMNS = 6;
/** m, from one specimen to the next. */
const PITCH: SceneVec = [2.3, 1.9];
const ROWS = Math.ceil(specimens.length / COLUMNS);

/** A board with a specimen of every joint type and preset. */
export const everyJoint: Example = {
  id: 'every-joint',
  title: 'Every joint',
  text: 'Each joint type and preset, at work under its name. What is grey is fixed or moved by hand; the joint moves the rest.',
  view: { centre: [0, 0.2], width: COLUMNS * PITCH[0] + 0.2, height: ROWS * PITCH[1] + 0.6 },
  captions: specimens.map(({ name, caption = name }, i): Caption => {
    const [x, y] = middleOf(i);
    return { at: [x, y - 0.74], text: caption };
  }),
  scene() {
    const bodies = specimens.flatMap(({ bodies }, i) => [
      plate(i),
      ...bodies.map((body) => placedBody(body, middleOf(i))),
    ]);
    const joints = specimens.flatMap(({ joints }, i) => joints.map((joint) => placedJoint(joint, middleOf(i))));
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  script: moveByHand,
  sliders: [
    { label: 'prismatic', joints: ['prismatic'], coordinate: 'slide', law: 'motor' },
    { label: 'wheel', joints: ['wheel'], coordinate: 'suspension', law: 'spring' },
    { label: 'path', joints: ['path'], coordinate: 'travel', law: 'motor' },
    { label: 'damped-spring', joints: ['damped-spring'], coordinate: 'length', law: 'spring' },
    { label: 'rotary-limit', joints: ['rotary-limit'], coordinate: 'angle', law: 'limits' },
  ],
  budget: { length: 1e-5, angle: 1e-5 },
};

function middleOf(i: number): SceneVec {
  return [((i % COLUMNS) - (COLUMNS - 1) / 2) * PITCH[0], ((ROWS - 1) / 2 - Math.floor(i / COLUMNS)) * PITCH[1]];
}

function plate(i: number): SceneBody {
  return {
    id: `plate${i}`,
    type: 'static',
    position: middleOf(i),
    shape: box(PITCH[0] - 0.1, PITCH[1] - 0.1),
    userData: { paint: 'night', layer: -5 },
  };
}

function placedBody(body: SceneBody, middle: SceneVec): SceneBody {
  return { ...body, position: moved(body.position ?? [0, 0], middle) };
}

/** Places of a joint that are places of the world go with its specimen. */
function placedJoint(joint: SceneJoint, middle: SceneVec): SceneJoint {
  const { anchor, target, localAnchorA, localAnchorC, path, ...rest } = joint as SceneJoint & Places;
  const ofWorld = joint['bodyA'] === undefined;
  const place = (name: string, at: SceneVec | undefined) => (at === undefined ? {} : { [name]: moved(at, middle) });
  return {
    ...rest,
    ...place('anchor', anchor),
    ...place('target', target),
    ...(ofWorld ? place('localAnchorA', localAnchorA) : localAnchorA === undefined ? {} : { localAnchorA }),
    ...place('localAnchorC', localAnchorC),
    ...(path === undefined ? {} : { path: { ...path, points: path.points.map((point) => moved(point, middle)) } }),
  };
}

interface Places {
  readonly anchor?: SceneVec;
  readonly target?: SceneVec;
  readonly localAnchorA?: SceneVec;
  readonly localAnchorC?: SceneVec;
  readonly path?: { readonly points: readonly SceneVec[]; readonly closed: boolean };
}

function moved([x, y]: SceneVec, [byX, byY]: SceneVec): SceneVec {
  return [x + byX, y + byY];
}

function moveByHand(stagehand: Stagehand): Script {
  const movers = specimens.flatMap(({ motions = [] }: Specimen) => motions.map((motion) => mover(stagehand, motion)));
  return (time) => {
    for (const move of movers) move(time);
  };
}

/** What puts one thing where it belongs at a time. */
function mover({ frame, body, joint }: Stagehand, { of, period, by }: Motion): (time: number) => void {
  const at = (time: number) => {
    const { x = 0, y = 0, angle = 0 } = by((2 * Math.PI * time) / period);
    return { offset: toWorld(frame, [x, y]), angle: mirrored(frame, angle) };
  };
  if ('body' in of) {
    const hand = body(of.body);
    const { x, y, angle: start } = hand;
    return (time) => {
      const { offset, angle } = at(time);
      hand.moveTo({ position: [x + offset[0], y + offset[1]], angle: start + angle });
    };
  }
  if ('anchor' in of) {
    const [x, y] = [joint(of.anchor)?.localAnchorA.x ?? 0, joint(of.anchor)?.localAnchorA.y ?? 0];
    return (time) => {
      const { offset } = at(time);
      const found = joint(of.anchor);
      if (found !== null) found.localAnchorA = [x + offset[0], y + offset[1]];
    };
  }
  const start = motorOf(joint(of.servo))?.target ?? 0;
  return (time) => {
    const motor = motorOf(joint(of.servo));
    if (motor !== null) motor.target = start + at(time).offset[0];
  };
}
