import type { StepContext } from '../coordinates/step-context';
import { cosSin } from '../math/trig';
import { INDEX } from '../coordinates/coordinate';
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
  FREE_OMEGA,
  FREE_VX,
  FREE_VY,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  KEPT,
  KEPT_OMEGA,
  KICK_OMEGA,
  KICK_VX,
  KICK_VY,
  LINEAR_DAMPING,
  OMEGA,
  SIN,
  TORQUE,
  VX,
  VY,
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

/** At the start of a step, before joints take their impulses off it: the free velocity; and what half kicks do, which stays the same. */
export function prepareDrive(bodies: BodyStore, list: SlotList, { h, gravityX, gravityY }: StepContext): void {
  const { motion: v, drive: f, load, type } = bodies;
  const half = h / 2;
  for (let i = 0; i < list.count; i++) {
    const slot = list.slots[i];
    const b = slot * BODY;
    const m = v[b + INV_MASS];
    const scale = m > 0 ? load[b + GRAVITY_SCALE] : 0;
    const moves = type[slot] === DYNAMIC;
    const c = moves ? load[b + LINEAR_DAMPING] : 0;
    const cw = moves ? load[b + ANGULAR_DAMPING] : 0;
    f[b + FREE_VX] = v[b + VX];
    f[b + FREE_VY] = v[b + VY];
    f[b + FREE_OMEGA] = v[b + OMEGA];
    f[b + KICK_VX] = moves ? half * (gravityX * scale + load[b + FORCE_X] * m) : 0;
    f[b + KICK_VY] = moves ? half * (gravityY * scale + load[b + FORCE_Y] * m) : 0;
    f[b + KICK_OMEGA] = moves ? half * load[b + TORQUE] * v[b + INV_INERTIA] : 0;
    f[b + KEPT] = c === 0 ? 1 : damped(c, h);
    f[b + KEPT_OMEGA] = cw === 0 ? 1 : damped(cw, h);
  }
}

/**
 * First half kick: damping, then half of gravity and forces. The second half kick is its mirror image. What the impulses of plain
 * points have made of the velocity in the last pass is added again, as warm start. Then the arcs, unless `others` are to be warm
 * started, too.
 */
export function kickBefore(
  { motion: v, drive: f }: BodyStore,
  { slots, count }: SlotList,
  { h }: StepContext,
  others: boolean,
): void {
  for (let i = 0; i < count; i++) {
    const b = (slots[i] * BODY) & INDEX;
    const vx = v[b + VX];
    const vy = v[b + VY];
    const w = v[b + OMEGA];
    const warmX = others ? f[b + FREE_VX] : vx - f[b + FREE_VX];
    const warmY = others ? f[b + FREE_VY] : vy - f[b + FREE_VY];
    const warmW = others ? f[b + FREE_OMEGA] : w - f[b + FREE_OMEGA];
    const freeX = vx * f[b + KEPT] + f[b + KICK_VX];
    const freeY = vy * f[b + KEPT] + f[b + KICK_VY];
    const freeW = w * f[b + KEPT_OMEGA] + f[b + KICK_OMEGA];
    v[b + VX] = freeX + warmX;
    v[b + VY] = freeY + warmY;
    v[b + OMEGA] = freeW + warmW;
    if (others) continue;
    f[b + FREE_VX] = freeX;
    f[b + FREE_VY] = freeY;
    f[b + FREE_OMEGA] = freeW;
    prepareArc(v, b, h);
  }
}

/** Second half kick, where other coordinates than plain points had to be prepared before it: half of gravity and forces, then damping. */
export function kickAfter({ motion: v, drive: f }: BodyStore, list: SlotList): void {
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    v[b + VX] = (v[b + VX] + f[b + KICK_VX]) * f[b + KEPT] + f[b + FREE_VX];
    v[b + VY] = (v[b + VY] + f[b + KICK_VY]) * f[b + KEPT] + f[b + FREE_VY];
    v[b + OMEGA] = (v[b + OMEGA] + f[b + KICK_OMEGA]) * f[b + KEPT_OMEGA] + f[b + FREE_OMEGA];
  }
}

/**
 * Where other coordinates change velocities, too, what plain points have made of them is kept in the place of the free velocity:
 * puts it there, or takes it from there again.
 */
export function exchangeFree({ motion: v, drive: f }: BodyStore, list: SlotList): void {
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    f[b + FREE_VX] = v[b + VX] - f[b + FREE_VX];
    f[b + FREE_VY] = v[b + VY] - f[b + FREE_VY];
    f[b + FREE_OMEGA] = v[b + OMEGA] - f[b + FREE_OMEGA];
  }
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
 * numbers may have overflowed. With `kick` the second half kick follows at once, and what plain points have made of the velocity is
 * added again. In the last substep cos and sin are made anew from the angle;
 * before, they are turned by hω, which costs half and differs by rounding.
 */
export function integratePoses(
  bodies: BodyStore,
  list: SlotList,
  ctx: StepContext,
  last: boolean,
  kick: boolean,
): boolean {
  const { motion: v, pose: q, drive: f } = bodies;
  const { slots, count } = list;
  const { h } = ctx;
  const mostSpeed = MOST_SPEED * ctx.lengthUnit;
  let any = false;
  for (let i = 0; i < count; i++) {
    const b = (slots[i] * BODY) & INDEX;
    let vx = v[b + VX];
    let vy = v[b + VY];
    let w = v[b + OMEGA];
    const warmX = vx - f[b + FREE_VX];
    const warmY = vy - f[b + FREE_VY];
    const warmW = w - f[b + FREE_OMEGA];
    let x = h * w;
    if (!(Math.abs(x) <= MOST_TURN && Math.abs(vx) + Math.abs(vy) <= mostSpeed)) {
      any = true;
      slowDown(v, b, ctx);
      vx = v[b + VX];
      vy = v[b + VY];
      w = v[b + OMEGA];
      x = h * w;
    }
    q[b + X] += h * vx;
    q[b + Y] += h * vy;
    const angle = q[b + ANGLE] + x;
    q[b + ANGLE] = angle;
    const z = x * x;
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
    if (kick) {
      const freeX = (vx + f[b + KICK_VX]) * f[b + KEPT];
      const freeY = (vy + f[b + KICK_VY]) * f[b + KEPT];
      const freeW = (w + f[b + KICK_OMEGA]) * f[b + KEPT_OMEGA];
      f[b + FREE_VX] = freeX;
      f[b + FREE_VY] = freeY;
      f[b + FREE_OMEGA] = freeW;
      v[b + VX] = freeX + warmX;
      v[b + VY] = freeY + warmY;
      v[b + OMEGA] = freeW + warmW;
    }
  }
  return any;
}

/** At the end of a step: slows as `integratePoses` does, and leaves 0 where the arcs were. */
export function endSubsteps({ motion: v }: BodyStore, list: SlotList, ctx: StepContext): boolean {
  const mostSpeed = MOST_SPEED * ctx.lengthUnit;
  let any = false;
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    v[b + ARC_C] = 0;
    v[b + ARC_S] = 0;
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
