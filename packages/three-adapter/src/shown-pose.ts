import type { Body } from '@tenon/core';
import type { Pose } from './placement';

const between = { x: 0, y: 0, angle: 0 };

/** Writes the pose to show: between the last two fixed steps, or after the last one. */
export function readShownPose(body: Body, interpolate: boolean, out: Pose): Pose {
  if (!interpolate) return readPose(body, out);
  body.getInterpolated(between);
  if (between.angle === body.angle) {
    out.cos = body.cos;
    out.sin = body.sin;
  } else {
    out.cos = Math.cos(between.angle);
    out.sin = Math.sin(between.angle);
  }
  out.x = between.x;
  out.y = between.y;
  out.angle = between.angle;
  return out;
}

/** Writes the pose after the last fixed step. */
export function readPose(body: Body, out: Pose): Pose {
  out.x = body.x;
  out.y = body.y;
  out.angle = body.angle;
  out.cos = body.cos;
  out.sin = body.sin;
  return out;
}
