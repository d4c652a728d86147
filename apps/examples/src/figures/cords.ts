import type { Body, Joint, JointNamed, World } from '@tenon/core';
import type { Frame } from '../frame';
import { type CordLook, cordLook } from './looks';
import type { Point } from './figure';
import { tones } from './paint';

/** An end of a cord: a point of a body, or of the world. */
interface End {
  readonly body: Body | null;
  readonly local: () => { readonly x: number; readonly y: number };
}

/** A line between two bodies that a joint stands for: a rope, a rod, a coil. */
export interface Cord {
  readonly joint: Joint;
  readonly look: CordLook;
  readonly from: End;
  readonly to: End;
  /** Length at which it is straight, world units; null: always. */
  readonly longest: () => number | null;
}

/** Where bodies are drawn. */
export type PoseOf = (
  body: Body,
  out: { x: number; y: number; angle: number },
) => { x: number; y: number; angle: number };

const centre = { x: 0, y: 0 };
const pose = { x: 0, y: 0, angle: 0 };

/** Every cord of a world. */
export function cordsOf(world: World): Cord[] {
  return [...world.joints].flatMap((joint) => {
    const look = cordLook(joint.userData);
    if (look === null) return [];
    const straight = () => null;
    const a: End = { body: joint.bodyA, local: () => anchorsOf(joint).localAnchorA };
    const b: End = { body: joint.bodyB, local: () => anchorsOf(joint).localAnchorB };
    if (joint.type === 'pivot')
      return [{ joint, look, from: a, to: { body: joint.bodyB, local: () => centre }, longest: straight }];
    return [{ joint, look, from: a, to: b, longest: () => (look.cord === 'rope' ? upperOf(joint) : null) }];
  });
}

/** The points along a cord as it hangs now. */
export function cordPoints({ look, from, to, longest }: Cord, { scale, flipY }: Frame, poseOf: PoseOf): Point[] {
  const a = place(from, poseOf);
  const b = place(to, poseOf);
  if (look.cord === 'coil') return coil(a, b, scale * 0.11);
  const slack = longest();
  return slack === null ? [a, b] : hanging(a, b, slack, flipY ? 1 : -1);
}

export function cordColor({ look }: Cord): number {
  if (look.cord === 'rope') return tones.rope.face;
  return look.cord === 'coil' ? tones.teal.edge : tones.steel.edge;
}

/** World units. */
export function cordWidth({ look }: Cord, scale: number): number {
  return (look.width ?? (look.cord === 'rod' ? 0.06 : 0.04)) * scale;
}

function place({ body, local }: End, poseOf: PoseOf): Point {
  const { x, y } = local();
  if (body === null) return [x, y];
  poseOf(body, pose);
  const c = Math.cos(pose.angle);
  const s = Math.sin(pose.angle);
  return [pose.x + c * x - s * y, pose.y + s * x + c * y];
}

/** A slack rope as a parabola of about its length. */
function hanging([ax, ay]: Point, [bx, by]: Point, length: number, down: 1 | -1): Point[] {
  const span = Math.hypot(bx - ax, by - ay);
  if (span >= length * 0.999) {
    return [
      [ax, ay],
      [bx, by],
    ];
  }
  const sag = Math.sqrt((3 / 8) * (length - span) * Math.max(span, length * 0.2)) * down;
  const count = 16;
  return Array.from({ length: count + 1 }, (_, i) => {
    const t = i / count;
    return [ax + (bx - ax) * t, ay + (by - ay) * t + 4 * sag * t * (1 - t)];
  });
}

/** A spring of ten turns between two straight ends. */
function coil([ax, ay]: Point, [bx, by]: Point, radius: number): Point[] {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const ux = (bx - ax) / length;
  const uy = (by - ay) / length;
  const turns = 10;
  const at = (t: number, side: number): Point => [
    ax + (bx - ax) * t - uy * side * radius,
    ay + (by - ay) * t + ux * side * radius,
  ];
  const zigzag = Array.from({ length: turns * 2 }, (_, i) =>
    at(0.12 + (0.76 * (i + 0.5)) / (turns * 2), i % 2 === 0 ? 1 : -1),
  );
  return [[ax, ay], at(0.12, 0), ...zigzag, at(0.88, 0), [bx, by]];
}

/** A cord is stretched from anchor to anchor. */
function anchorsOf(joint: Joint): JointNamed<'distance'> {
  return joint as JointNamed<'distance'>;
}

function upperOf(joint: Joint): number | null {
  const [length] = joint.coordinates;
  if (length === undefined || !('limits' in length)) return null;
  const upper = length.limits?.upper ?? Infinity;
  return Number.isFinite(upper) ? upper : null;
}
