import type { Body } from '@tenon/core';
import type { PoseOf } from '../figures/pose-of';

/** Reads where bodies are shown: after the last step, or between the last two. */
export function shownPose(exact: boolean): PoseOf {
  return exact ? present : between;
}

const present: PoseOf = (body: Body, out) => {
  out.x = body.x;
  out.y = body.y;
  out.angle = body.angle;
  return out;
};

const between: PoseOf = (body: Body, out) => body.getInterpolated(out);
