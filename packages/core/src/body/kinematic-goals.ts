import { cosSin } from '../math/trig';
import {
  ANGLE,
  BODY,
  type BodyStore,
  COS,
  GOAL,
  GOAL_PENDING,
  KINEMATIC,
  OMEGA,
  PREV_ANGLE,
  PREV_X,
  PREV_Y,
  VX,
  VY,
  X,
  Y,
} from './body-store';

/** Keeps the poses before a step: what interpolation starts from. */
export function rememberPoses({ pose: q, count }: BodyStore): void {
  for (let slot = 1; slot < count; slot++) rememberPose(q, slot * BODY);
}

export function rememberPose(q: Float64Array, b: number): void {
  q[b + PREV_X] = q[b + X];
  q[b + PREV_Y] = q[b + Y];
  q[b + PREV_ANGLE] = q[b + ANGLE];
}

/** Faster than any sensible motion (m/s, rad/s): a jump, which must not throw about what hangs on the body. */
const FASTEST = 100;

/** Gives the first `count` bodies, where kinematic, the velocity that arrives at their goal after `dt` seconds; those that jump are there at once. */
export function aimKinematics(
  { goal, motion: v, pose: q, type }: BodyStore,
  count: number,
  dt: number,
  lengthUnit: number,
): void {
  const fastest = FASTEST * lengthUnit;
  for (let slot = 1; slot < count; slot++) {
    const g = slot * GOAL;
    if (type[slot] !== KINEMATIC || goal[g + GOAL_PENDING] === 0) continue;
    const b = slot * BODY;
    const vx = (goal[g] - q[b + X]) / dt;
    const vy = (goal[g + 1] - q[b + Y]) / dt;
    const omega = (goal[g + 2] - q[b + ANGLE]) / dt;
    if (vx * vx + vy * vy > fastest * fastest || Math.abs(omega) > FASTEST) {
      arrive(goal, v, q, slot);
      rememberPose(q, b);
      continue;
    }
    v[b + VX] = vx;
    v[b + VY] = vy;
    v[b + OMEGA] = omega;
  }
}

/** A goal is reached exactly, and then the body stands still. */
export function arriveKinematics({ goal, motion: v, pose: q, type }: BodyStore, count: number): void {
  for (let slot = 1; slot < count; slot++) {
    if (type[slot] === KINEMATIC && goal[slot * GOAL + GOAL_PENDING] !== 0) arrive(goal, v, q, slot);
  }
}

function arrive(goal: Float64Array, v: Float64Array, q: Float64Array, slot: number): void {
  const b = slot * BODY;
  const g = slot * GOAL;
  q[b + X] = goal[g];
  q[b + Y] = goal[g + 1];
  q[b + ANGLE] = goal[g + 2];
  cosSin(q[b + ANGLE], q, b + COS);
  v.fill(0, b + VX, b + OMEGA + 1);
  goal[g + GOAL_PENDING] = 0;
}
