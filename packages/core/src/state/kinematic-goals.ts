import { cosSinAt } from '../math/trig';
import {
  ANGLE,
  BODY,
  type BodyStore,
  COS,
  GOAL,
  GOAL_PENDING,
  LED_OMEGA,
  LED_VX,
  LED_VY,
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
export function rememberPoses(bodies: BodyStore): void {
  const { pose: q, count } = bodies;
  if (!bodies.posesRemembered) for (let slot = 1; slot < count; slot++) rememberPose(q, slot * BODY);
  bodies.posesRemembered = true;
}

export function rememberPose(q: Float64Array, b: number): void {
  q[b + PREV_X] = q[b + X];
  q[b + PREV_Y] = q[b + Y];
  q[b + PREV_ANGLE] = q[b + ANGLE];
}

/** Faster than any sensible motion (m/s, rad/s): a jump, which must not throw about what hangs on the body. */
const FASTEST = 100;

/** In place of 1 for `GOAL_PENDING`: the step at hand leads there. What a hook within it asks for is for the next one. */
const UNDER_WAY = 2;

/** What changes a velocity by no more (m/s, rad/s) shakes no lock, be it 100 m away. */
const SMOOTH = 1e-3;

/** Velocities of what is led evenly differ by no more than this share of them. */
export const EVEN = 1e-9;

/**
 * Gives the kinematic bodies in these slots the velocity that arrives at their goal after `dt` seconds; those that jump are there at
 * once. What is led otherwise than in the last step, or no more, is a kick for what hangs on it.
 */
export function aimKinematics(bodies: BodyStore, slots: readonly number[], dt: number, lengthUnit: number): void {
  const { goal, motion: v, pose: q } = bodies;
  const fastest = FASTEST * lengthUnit;
  const smooth = SMOOTH * lengthUnit;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i];
    const g = slot * GOAL;
    const b = slot * BODY;
    if (goal[g + GOAL_PENDING] === 0) {
      if (goal[g + LED_VX] === 0 && goal[g + LED_VY] === 0 && goal[g + LED_OMEGA] === 0) continue;
      goal.fill(0, g + LED_VX, g + GOAL);
      bodies.kick(slot);
      continue;
    }
    bodies.changes++;
    const vx = (goal[g] - q[b + X]) / dt;
    const vy = (goal[g + 1] - q[b + Y]) / dt;
    const omega = (goal[g + 2] - q[b + ANGLE]) / dt;
    if (vx * vx + vy * vy > fastest * fastest || Math.abs(omega) > FASTEST) {
      goal.fill(0, g + LED_VX, g + GOAL);
      arrive(goal, v, q, slot);
      rememberPose(q, b);
      continue;
    }
    const x = vx - v[b + VX] - goal[g + LED_VX];
    const y = vy - v[b + VY] - goal[g + LED_VY];
    const turn = omega - v[b + OMEGA] - goal[g + LED_OMEGA];
    if (x * x + y * y > smooth * smooth || Math.abs(turn) > SMOOTH) bodies.kick(slot);
    v[b + VX] = vx;
    v[b + VY] = vy;
    v[b + OMEGA] = omega;
    goal[g + GOAL_PENDING] = UNDER_WAY;
  }
}

/** A goal is reached exactly, and then the body stands still. */
export function arriveKinematics({ goal, motion: v, pose: q }: BodyStore, slots: readonly number[]): void {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i];
    const g = slot * GOAL;
    if (goal[g + GOAL_PENDING] !== UNDER_WAY) continue;
    const b = slot * BODY;
    goal[g + LED_VX] = v[b + VX];
    goal[g + LED_VY] = v[b + VY];
    goal[g + LED_OMEGA] = v[b + OMEGA];
    arrive(goal, v, q, slot);
  }
}

function arrive(goal: Float64Array, v: Float64Array, q: Float64Array, slot: number): void {
  const b = slot * BODY;
  const g = slot * GOAL;
  q[b + X] = goal[g];
  q[b + Y] = goal[g + 1];
  q[b + ANGLE] = goal[g + 2];
  cosSinAt(q, b + ANGLE, q, b + COS);
  v.fill(0, b + VX, b + OMEGA + 1);
  goal[g + GOAL_PENDING] = 0;
}
