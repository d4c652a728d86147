import type { StepContext } from '../coordinates/step-context';
import { cosSin } from '../math/trig';
import {
  ANGLE,
  ANGULAR_DAMPING,
  ARC_C,
  ARC_S,
  BODY,
  type BodyStore,
  COS,
  DYNAMIC,
  FORCE_X,
  FORCE_Y,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  LINEAR_DAMPING,
  OMEGA,
  SIN,
  TORQUE,
  VX,
  VY,
  WARM_OMEGA,
  WARM_VX,
  WARM_VY,
  X,
  Y,
} from './body-store';

/** The awake bodies that move: slots, in order of creation. */
export interface SlotList {
  readonly slots: Int32Array;
  readonly count: number;
}

/** What half a substep of damping c leaves of a velocity: second order while resolved, implicit beyond (design §3). */
function damped(c: number, h: number): number {
  return h * c > 4 ? 1 / (1 + (h * c) / 2) : (1 - (h * c) / 4) / (1 + (h * c) / 4);
}

/**
 * First half kick: damping, then half of gravity and forces. The second half kick is its mirror image. Then what plain points
 * have summed up for their warm start, and the arcs.
 */
export function kickBefore(bodies: BodyStore, list: SlotList, { h, gravityX, gravityY }: StepContext): void {
  const { motion: v, load, type } = bodies;
  const half = h / 2;
  for (let i = 0; i < list.count; i++) {
    const slot = list.slots[i];
    const b = slot * BODY;
    if (type[slot] === DYNAMIC) {
      const c = load[b + LINEAR_DAMPING];
      const cw = load[b + ANGULAR_DAMPING];
      const m = v[b + INV_MASS];
      const scale = m > 0 ? load[b + GRAVITY_SCALE] : 0;
      const linear = c === 0 ? 1 : damped(c, h);
      const angular = cw === 0 ? 1 : damped(cw, h);
      v[b + VX] = v[b + VX] * linear + half * (gravityX * scale + load[b + FORCE_X] * m) + v[b + WARM_VX];
      v[b + VY] = v[b + VY] * linear + half * (gravityY * scale + load[b + FORCE_Y] * m) + v[b + WARM_VY];
      v[b + OMEGA] = v[b + OMEGA] * angular + half * load[b + TORQUE] * v[b + INV_INERTIA] + v[b + WARM_OMEGA];
    }
    prepareArc(v, b, h);
  }
}

/** Second half kick: half of gravity and forces, then damping. */
export function kickAfter(bodies: BodyStore, list: SlotList, ctx: StepContext): void {
  const { motion, load, type } = bodies;
  for (let i = 0; i < list.count; i++)
    if (type[list.slots[i]] === DYNAMIC) kickBodyAfter(motion, load, list.slots[i] * BODY, ctx);
}

function kickBodyAfter(v: Float64Array, load: Float64Array, b: number, { h, gravityX, gravityY }: StepContext): void {
  const half = h / 2;
  const c = load[b + LINEAR_DAMPING];
  const cw = load[b + ANGULAR_DAMPING];
  const m = v[b + INV_MASS];
  const scale = m > 0 ? load[b + GRAVITY_SCALE] : 0;
  const linear = c === 0 ? 1 : damped(c, h);
  const angular = cw === 0 ? 1 : damped(cw, h);
  v[b + VX] = (v[b + VX] + half * (gravityX * scale + load[b + FORCE_X] * m)) * linear;
  v[b + VY] = (v[b + VY] + half * (gravityY * scale + load[b + FORCE_Y] * m)) * linear;
  v[b + OMEGA] = (v[b + OMEGA] + half * load[b + TORQUE] * v[b + INV_INERTIA]) * angular;
}

/** The arcs, once other coordinates have been warm started, too. */
export function prepareArcs(bodies: BodyStore, list: SlotList, { h }: StepContext): void {
  for (let i = 0; i < list.count; i++) prepareArc(bodies.motion, list.slots[i] * BODY, h);
}

/** Turns of less than this, squared (rad²), are computed by their series, where a difference would cancel. */
const SMALL_TURN = 0.25;

/** How far a turn by x = hω leaves its tangent: cos x − 1 and sin x − x. */
function prepareArc(v: Float64Array, b: number, h: number): void {
  const x = h * v[b + OMEGA];
  const z = x * x;
  if (z < SMALL_TURN) {
    const z2 = z * z;
    v[b + ARC_C] = z * (-1 / 2 + z * (1 / 24) + z2 * (-1 / 720 + z * (1 / 40320) - z2 * (1 / 3628800)));
    v[b + ARC_S] = x * z * (-1 / 6 + z * (1 / 120) + z2 * (-1 / 5040 + z * (1 / 362880) - z2 * (1 / 39916800)));
  } else {
    cosSin(x, v, b + ARC_C);
    v[b + ARC_C] -= 1;
    v[b + ARC_S] -= x;
  }
}

/** Writes to `moved` where h·v would bring every body; the others are copied. */
export function predictPoses(bodies: BodyStore, list: SlotList, { h }: StepContext, moved: Float64Array): void {
  const { motion: v, pose: q } = bodies;
  moved.set(q);
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    moved[b + X] = q[b + X] + h * v[b + VX];
    moved[b + Y] = q[b + Y] + h * v[b + VY];
    moved[b + ANGLE] = q[b + ANGLE] + h * v[b + OMEGA];
    cosSin(moved[b + ANGLE], moved, b + COS);
  }
}

/** No body turns by more per substep (rad), nor moves faster (m/s): beyond, an explicit step is lost anyway, and numbers overflow. */
const MOST_TURN = 1.5;
const MOST_SPEED = 4000;

/**
 * Moves every body by h seconds of its velocity; true if one had become faster than any sensible motion and was slowed: then
 * numbers may have overflowed. With `kick` the second half kick follows at once. Empties the sums for the next warm start.
 * In the last substep cos and sin are made anew from the angle; before, they are turned by hω, which costs half and differs by
 * rounding.
 */
export function integratePoses(
  bodies: BodyStore,
  list: SlotList,
  ctx: StepContext,
  last: boolean,
  kick: boolean,
): boolean {
  const { motion: v, pose: q, load, type } = bodies;
  const { h } = ctx;
  const mostSpeed = MOST_SPEED * ctx.lengthUnit;
  let any = false;
  for (let i = 0; i < list.count; i++) {
    const slot = list.slots[i];
    const b = slot * BODY;
    let x = h * v[b + OMEGA];
    if (!(Math.abs(x) <= MOST_TURN && Math.abs(v[b + VX]) + Math.abs(v[b + VY]) <= mostSpeed)) {
      any = true;
      slowDown(v, b, ctx);
      x = h * v[b + OMEGA];
    }
    const angle = q[b + ANGLE] + x;
    const z = x * x;
    q[b + X] += h * v[b + VX];
    q[b + Y] += h * v[b + VY];
    q[b + ANGLE] = angle;
    if (last || z >= SMALL_TURN) {
      cosSin(angle, q, b + COS);
    } else {
      const z2 = z * z;
      const turnC = z * (-1 / 2 + z * (1 / 24) + z2 * (-1 / 720 + z * (1 / 40320) - z2 * (1 / 3628800)));
      const turnS = x + x * z * (-1 / 6 + z * (1 / 120) + z2 * (-1 / 5040 + z * (1 / 362880) - z2 * (1 / 39916800)));
      const c = q[b + COS];
      const s = q[b + SIN];
      q[b + COS] = c + (turnC * c - turnS * s);
      q[b + SIN] = s + (turnC * s + turnS * c);
    }
    v[b + WARM_VX] = 0;
    v[b + WARM_VY] = 0;
    v[b + WARM_OMEGA] = 0;
    if (kick && type[slot] === DYNAMIC) kickBodyAfter(v, load, b, ctx);
  }
  return any;
}

/** At the end of a step: slows as `integratePoses` does, and empties the sums for a warm start that does not follow. */
export function endSubsteps({ motion: v }: BodyStore, list: SlotList, ctx: StepContext): boolean {
  const mostSpeed = MOST_SPEED * ctx.lengthUnit;
  let any = false;
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    v[b + WARM_VX] = 0;
    v[b + WARM_VY] = 0;
    v[b + WARM_OMEGA] = 0;
    const turn = Math.abs(ctx.h * v[b + OMEGA]);
    if (turn <= MOST_TURN && Math.abs(v[b + VX]) + Math.abs(v[b + VY]) <= mostSpeed) continue;
    any = true;
    slowDown(v, b, ctx);
  }
  return any;
}

/** Keeps the direction; what is not finite is 0. */
function slowDown(v: Float64Array, b: number, { h, lengthUnit }: StepContext): void {
  const turn = Math.abs(v[b + OMEGA]);
  const speed = Math.abs(v[b + VX]) + Math.abs(v[b + VY]);
  const mostTurn = MOST_TURN / h;
  const mostSpeed = MOST_SPEED * lengthUnit;
  if (!(turn + speed < Infinity)) {
    v[b + VX] = v[b + VY] = v[b + OMEGA] = 0;
    return;
  }
  if (turn > mostTurn) v[b + OMEGA] *= mostTurn / turn;
  if (speed > mostSpeed) {
    v[b + VX] *= mostSpeed / speed;
    v[b + VY] *= mostSpeed / speed;
  }
}

/** Empties the sums for the next warm start. */
export function clearWarmStarts({ motion: v }: BodyStore, list: SlotList): void {
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    v[b + WARM_VX] = 0;
    v[b + WARM_VY] = 0;
    v[b + WARM_OMEGA] = 0;
  }
}
