import type { Body, Joint, JointNamed, World } from '@tenon/core';
import type { Frame } from '../frame';
import { type CordLook, cordLook } from './looks';
import type { Point } from './figure';
import { beltPoints, skinPoints } from './loops';
import { tones } from './paint';
import type { PoseOf } from './pose-of';

/** An end of a cord: a point of a body, or of the world. */
interface End {
  readonly body: Body | null;
  readonly local: () => { readonly x: number; readonly y: number };
}

/** A line that a joint stands for: a rope, a rod, a coil between two bodies, a belt or a skin around many. */
export interface Cord {
  readonly joint: Joint;
  readonly look: CordLook;
  /** Most pieces that it is drawn of. */
  readonly most: number;
  /** The points along it as it hangs now. */
  readonly points: (frame: Frame, poseOf: PoseOf) => Point[];
}

const centre = { x: 0, y: 0 };
const pose = { x: 0, y: 0, angle: 0 };

/** Every cord of a world. */
export function cordsOf(world: World): Cord[] {
  return [...world.joints].flatMap((joint) => {
    const look = cordLook(joint.userData);
    if (look === null) return [];
    const bodies = joint.bodies.filter((body) => body !== null);
    if (look.cord === 'belt')
      return [
        {
          joint,
          look,
          most: 100,
          points: ({ scale }, poseOf) => beltPoints(bodies, (widthOf(look) * scale) / 2, poseOf),
        },
      ];
    if (look.cord === 'skin') return [{ joint, look, most: 100, points: (_, poseOf) => skinPoints(bodies, poseOf) }];
    const from: End = { body: joint.bodyA, local: () => anchorsOf(joint).localAnchorA };
    const to: End = {
      body: joint.bodyB,
      local: joint.type === 'pivot' ? () => centre : () => anchorsOf(joint).localAnchorB,
    };
    const longest = () => (look.cord === 'rope' && joint.type !== 'pivot' ? upperOf(joint) : null);
    return [
      {
        joint,
        look,
        most: 24,
        points: (frame, poseOf) => line(look, place(from, poseOf), place(to, poseOf), longest(), frame),
      },
    ];
  });
}

/** From one point to another. `slack`: length at which it is straight, world units; null: always. */
function line({ cord }: CordLook, a: Point, b: Point, slack: number | null, { scale, flipY }: Frame): Point[] {
  if (cord === 'coil') return coil(a, b, scale * 0.11);
  return slack === null ? [a, b] : hanging(a, b, slack, flipY ? 1 : -1);
}

export function cordColor({ look }: Cord): number {
  if (look.cord === 'rope' || look.cord === 'belt') return tones.rope.face;
  if (look.cord === 'skin') return tones[look.paint ?? 'steel'].edge;
  return look.cord === 'coil' ? tones.teal.edge : tones.steel.edge;
}

/** Of what it encloses; null: nothing is drawn there. */
export function cordFill({ look }: Cord): number | null {
  return look.cord === 'skin' ? tones[look.paint ?? 'steel'].mark : null;
}

/** World units. */
export function cordWidth({ look }: Cord, scale: number): number {
  return widthOf(look) * scale;
}

/** m */
function widthOf({ cord, width }: CordLook): number {
  return width ?? (cord === 'rod' ? 0.06 : 0.04);
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
