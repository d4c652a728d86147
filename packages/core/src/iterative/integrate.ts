import { INDEX } from '../coordinates/coordinate';
import type { StepContext } from '../coordinates/step-context';
import { cosSin, cosSinAt } from '../math/trig';
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
  KEPT,
  KEPT_OMEGA,
  KICK_OMEGA,
  KICK_X,
  KICK_Y,
  LINEAR_DAMPING,
  OMEGA,
  SIN,
  TORQUE,
  VX,
  VY,
  X,
  Y,
} from '../state/body-store';
import { LOST_SPEED, MOST_SPEED, MOST_TURN, SMALL_TURN } from '../state/bounds';

/** The awake bodies that move: slots, in order of creation. */
export interface SlotList {
  readonly slots: Int32Array;
  readonly count: number;
}

/** What half a substep of damping c leaves of a velocity: second order while resolved, implicit beyond. */
function damped(c: number, h: number): number {
  return h * c > 4 ? 1 / (1 + (h * c) / 2) : (1 - (h * c) / 4) / (1 + (h * c) / 4);
}

/**
 * What gravity and forces add in a half kick, and what damping leaves of a velocity, in all substeps of a step; true if there is damping.
 * Bodies that do not answer forces are not kicked, and keep their velocity.
 */
export function prepareKicks(bodies: BodyStore, list: SlotList, { h, gravityX, gravityY }: StepContext): boolean {
  const { motion: v, drive: f, load, type } = bodies;
  const half = h / 2;
  let damps = false;
  for (let i = 0; i < list.count; i++) {
    const slot = list.slots[i];
    const b = slot * BODY;
    if (type[slot] !== DYNAMIC) {
      f[b + KICK_X] = f[b + KICK_Y] = f[b + KICK_OMEGA] = 0;
      f[b + KEPT] = f[b + KEPT_OMEGA] = 1;
      continue;
    }
    const c = load[b + LINEAR_DAMPING];
    const cw = load[b + ANGULAR_DAMPING];
    const m = v[b + INV_MASS];
    const scale = m > 0 ? load[b + GRAVITY_SCALE] : 0;
    f[b + KICK_X] = half * (gravityX * scale + load[b + FORCE_X] * m);
    f[b + KICK_Y] = half * (gravityY * scale + load[b + FORCE_Y] * m);
    f[b + KICK_OMEGA] = half * load[b + TORQUE] * v[b + INV_INERTIA];
    f[b + KEPT] = c === 0 ? 1 : damped(c, h);
    f[b + KEPT_OMEGA] = cw === 0 ? 1 : damped(cw, h);
    if (c !== 0 || cw !== 0) damps = true;
  }
  return damps;
}

/**
 * Damping of half a substep: before the first half kick, and after the second and its warm start. Impulses of joints are damped as forces
 * are, so that what a joint has to do against damping is of second order, too.
 */
export function damp({ motion: v, drive: f }: BodyStore, { slots, count }: SlotList): void {
  for (let i = 0; i < count; i++) {
    const b = (slots[i] * BODY) & INDEX;
    v[b + VX] *= f[b + KEPT];
    v[b + VY] *= f[b + KEPT];
    v[b + OMEGA] *= f[b + KEPT_OMEGA];
  }
}

/** Half of gravity and forces. */
export function kick({ motion: v, drive: f }: BodyStore, { slots, count }: SlotList): void {
  for (let i = 0; i < count; i++) {
    const b = (slots[i] * BODY) & INDEX;
    v[b + VX] += f[b + KICK_X];
    v[b + VY] += f[b + KICK_Y];
    v[b + OMEGA] += f[b + KICK_OMEGA];
  }
}

/** The arcs, once all coordinates have been warm started. */
export function prepareArcs(bodies: BodyStore, list: SlotList, ctx: StepContext): void {
  for (let i = 0; i < list.count; i++) prepareArc(bodies.motion, list.slots[i] * BODY, ctx);
}

/** How far a turn by x = hω leaves its tangent: cos x − 1 and sin x − x. */
function prepareArc(v: Float64Array, b: number, { h }: StepContext): void {
  const x = h * v[b + OMEGA];
  const z = x * x;
  if (z < SMALL_TURN) {
    const z2 = z * z;
    v[b + ARC_C] = z * (-1 / 2 + z * (1 / 24) + z2 * (-1 / 720 + z * (1 / 40320) - z2 * (1 / 3628800)));
    v[b + ARC_S] = x * z * (-1 / 6 + z * (1 / 120) + z2 * (-1 / 5040 + z * (1 / 362880) - z2 * (1 / 39916800)));
  } else {
    v[b + ARC_S] = x;
    cosSinAt(v, b + ARC_S, v, b + ARC_C);
    v[b + ARC_C] -= 1;
    v[b + ARC_S] -= x;
  }
}

/** Writes to `moved` where h·v would bring every body of the list. */
export function predictPoses(bodies: BodyStore, list: SlotList, { h }: StepContext, moved: Float64Array): void {
  const { motion: v, pose: q } = bodies;
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    moved[b + X] = q[b + X] + h * v[b + VX];
    moved[b + Y] = q[b + Y] + h * v[b + VY];
    moved[b + ANGLE] = q[b + ANGLE] + h * v[b + OMEGA];
    cosSinAt(moved, b + ANGLE, moved, b + COS);
  }
}

/**
 * Moves every body by h seconds of its velocity, and slows what has become faster than any sensible motion; true if numbers may have
 * overflowed. In the last substep cos and sin are made anew from the angle; before, they are turned by hω, which costs half and differs by
 * rounding.
 */
export function integratePoses(
  bodies: BodyStore,
  { slots, count }: SlotList,
  ctx: StepContext,
  last: boolean,
): boolean {
  const { motion: v, pose: q } = bodies;
  const { h } = ctx;
  const mostSpeed = MOST_SPEED * ctx.lengthUnit;
  let lost = false;
  for (let i = 0; i < count; i++) {
    const b = (slots[i] * BODY) & INDEX;
    let vx = v[b + VX];
    let vy = v[b + VY];
    let w = v[b + OMEGA];
    if (!(Math.abs(h * w) <= MOST_TURN && Math.abs(vx) + Math.abs(vy) <= mostSpeed)) {
      if (slowDown(v, b, ctx)) lost = true;
      vx = v[b + VX];
      vy = v[b + VY];
      w = v[b + OMEGA];
    }
    const x = h * w;
    const angle = q[b + ANGLE] + x;
    const z = x * x;
    q[b + X] += h * vx;
    q[b + Y] += h * vy;
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
  }
  return lost;
}

/** At the end of a step: slows as `integratePoses` does, and leaves no arcs. */
export function endSubsteps({ motion: v }: BodyStore, list: SlotList, ctx: StepContext): boolean {
  const mostSpeed = MOST_SPEED * ctx.lengthUnit;
  let lost = false;
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    v[b + ARC_C] = 0;
    v[b + ARC_S] = 0;
    const turn = Math.abs(ctx.h * v[b + OMEGA]);
    if (turn <= MOST_TURN && Math.abs(v[b + VX]) + Math.abs(v[b + VY]) <= mostSpeed) continue;
    if (slowDown(v, b, ctx)) lost = true;
  }
  return lost;
}

/** Keeps the direction; what is beyond all measure is 0, and true is returned: numbers may have overflowed. */
function slowDown(v: Float64Array, b: number, { h, lengthUnit }: StepContext): boolean {
  const turn = Math.abs(v[b + OMEGA]);
  const speed = Math.abs(v[b + VX]) + Math.abs(v[b + VY]);
  const mostTurn = MOST_TURN / h;
  const mostSpeed = MOST_SPEED * lengthUnit;
  if (!(turn + speed < LOST_SPEED)) {
    v[b + VX] = v[b + VY] = v[b + OMEGA] = 0;
    return true;
  }
  if (turn > mostTurn) v[b + OMEGA] *= mostTurn / turn;
  if (speed > mostSpeed) {
    v[b + VX] *= mostSpeed / speed;
    v[b + VY] *= mostSpeed / speed;
  }
  return false;
}
