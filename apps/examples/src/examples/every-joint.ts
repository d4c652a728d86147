import { box, type DragJoint } from '@tenon/core';
import type { Scene, SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { mirrored, toWorld } from '../frame';
import { type Caption, type Example, motorOf, sceneOf, type Script, type Stagehand } from './example';
import { type Motion, type Specimen, specimens } from './specimens';

/** m, from one card to the next. */
const PITCH: SceneVec = [2.3, 2.26];
/** m, of a specimen above the middle of its card, and of its caption below it. */
const RAISED = 0.22;
const CAPTION = 0.66;
/** Columns of the boards, all of them full. */
const BOARDS = [2, 3, 4, 6, 8, 12].map(board);
const WIDE = BOARDS[3];

/** A board with a specimen of every joint type and preset. */
export const everyJoint: Example = { ...WIDE, arranged: largest };

/** The board that is drawn largest in a picture of this width : height. */
function largest(aspect: number): Example {
  const zoom = ({ view }: Example) => Math.min(aspect / view.width, 1 / view.height);
  return BOARDS.reduce((best, next) => (zoom(next) > zoom(best) ? next : best), WIDE);
}

function board(columns: number): Example {
  const rows = Math.ceil(specimens.length / columns);
  const middles = specimens.map((_, i): SceneVec => [
    ((i % columns) - (columns - 1) / 2) * PITCH[0],
    ((rows - 1) / 2 - Math.floor(i / columns)) * PITCH[1],
  ]);
  return {
    id: 'every-joint',
    title: 'Every joint',
    text: 'Each joint type and preset, at work under its name. What is grey is fixed or moved by hand; the joint moves the rest.',
    view: { centre: [0, 0], width: columns * PITCH[0] + 0.2, height: rows * PITCH[1] + 0.2 },
    captions: specimens.map(({ name, note }, i): Caption => {
      const at = moved([0, -CAPTION], middles[i]);
      return { at, text: name, ...(note === undefined ? {} : { note }) };
    }),
    scene: () => sceneAt(middles),
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
}

/** Every specimen on a card, whose middle is given. */
function sceneAt(middles: readonly SceneVec[]): Scene {
  const places = middles.map((middle) => moved([0, RAISED], middle));
  const bodies = specimens.flatMap(({ bodies }, i) => [
    plate(`plate${i}`, middles[i]),
    ...bodies.map((body) => placedBody(body, places[i])),
  ]);
  const joints = specimens.flatMap(({ joints }, i) => joints.map((joint) => placedJoint(joint, places[i])));
  return sceneOf(bodies, joints, { substeps: 8 });
}

function plate(id: string, position: SceneVec): SceneBody {
  return {
    id,
    type: 'static',
    position,
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
  if ('drag' in of) {
    const drag = () => joint(of.drag) as DragJoint | null;
    const [x, y] = drag()?.target ?? [0, 0];
    return (time) => {
      const { offset } = at(time);
      const found = drag();
      if (found !== null) found.target = [x + offset[0], y + offset[1]];
    };
  }
  const start = motorOf(joint(of.servo))?.target ?? 0;
  return (time) => {
    const motor = motorOf(joint(of.servo));
    if (motor !== null) motor.target = start + at(time).offset[0];
  };
}
