import { cosSin } from '../math/trig';
import {
  ANGLE, BODY, type BodyStore, COS, GOAL, GOAL_PENDING, KINEMATIC, OMEGA, PREV_ANGLE, PREV_X, PREV_Y, VX, VY, X, Y,
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

/** Gives kinematic bodies the velocity that arrives at their goal after `dt` seconds. */
export function aimKinematics({ goal, motion: v, pose: q, type, count }: BodyStore, dt: number): void {
  for (let slot = 1; slot < count; slot++) {
    const g = slot * GOAL;
    if (type[slot] !== KINEMATIC || goal[g + GOAL_PENDING] === 0) continue;
    const b = slot * BODY;
    v[b + VX] = (goal[g] - q[b + X]) / dt;
    v[b + VY] = (goal[g + 1] - q[b + Y]) / dt;
    v[b + OMEGA] = (goal[g + 2] - q[b + ANGLE]) / dt;
  }
}

/** A goal is reached exactly, and then the body stands still. */
export function arriveKinematics({ goal, motion: v, pose: q, type, count }: BodyStore): void {
  for (let slot = 1; slot < count; slot++) {
    const g = slot * GOAL;
    if (type[slot] !== KINEMATIC || goal[g + GOAL_PENDING] === 0) continue;
    const b = slot * BODY;
    q[b + X] = goal[g];
    q[b + Y] = goal[g + 1];
    q[b + ANGLE] = goal[g + 2];
    cosSin(q[b + ANGLE], q, b + COS);
    v.fill(0, b + VX, b + OMEGA + 1);
    goal[g + GOAL_PENDING] = 0;
  }
}
