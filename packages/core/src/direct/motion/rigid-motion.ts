import {
  ANGLE,
  BODY,
  type BodyStore,
  COS,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  MASS,
  OMEGA,
  VX,
  VY,
  X,
  Y,
  zeroLostNumbers,
} from '../../body/body-store';
import { cosSinAt } from '../../math/trig';
import type { DirectIsland } from '../island/island-system';

/*
 * The motion that an island which hangs on nothing has as one rigid body, which nothing in it can change: the rest is motion of its bodies
 * against each other.
 */

/**
 * Centre of mass, its velocity, turn rate; inertia about it, kinetic energy of all that is not its velocity; the turn rate that it is to have,
 * and the share of the motion against it that is to stay.
 */
const rigid = new Float64Array(9);
const TURN_RATE = 4,
  ABOUT_CENTRE = 5,
  ENERGY = 6,
  NEXT_RATE = 7,
  SHARE = 8;

/** Angular momentum about the centre of mass, and that energy, as they were noted; what the last resort makes of the first. */
const noted = new Float64Array(3);
const SPIN = 0,
  HAD = 1,
  DRIFT = 2;

const turn = new Float64Array(2);

/** All 0 of an island on ground, and where a body is not moved or not turned by impulses: momentum is none that is kept there. */
function findRigidMotion(
  { bodies, movable, grounded }: DirectIsland,
  { motion: v, pose: q, load: f }: BodyStore,
): void {
  rigid.fill(0);
  rigid[SHARE] = 1;
  let mass = 0;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (grounded || v[b + INV_MASS] === 0 || v[b + INV_INERTIA] === 0) return;
    mass += f[b + MASS];
  }
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const part = f[b + MASS] / mass;
    rigid[0] += part * q[b + X];
    rigid[1] += part * q[b + Y];
    rigid[2] += part * v[b + VX];
    rigid[3] += part * v[b + VY];
  }
  let spin = 0;
  let inertia = 0;
  let energy = 0;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const rx = q[b + X] - rigid[0];
    const ry = q[b + Y] - rigid[1];
    const vx = v[b + VX] - rigid[2];
    const vy = v[b + VY] - rigid[3];
    spin += f[b + MASS] * (rx * vy - ry * vx) + f[b + INERTIA] * v[b + OMEGA];
    inertia += f[b + MASS] * (rx * rx + ry * ry) + f[b + INERTIA];
    energy += (f[b + MASS] * (vx * vx + vy * vy) + f[b + INERTIA] * v[b + OMEGA] * v[b + OMEGA]) / 2;
  }
  rigid[TURN_RATE] = rigid[NEXT_RATE] = spin / inertia;
  rigid[ABOUT_CENTRE] = inertia;
  rigid[ENERGY] = energy;
}

/** Puts both motions together again. */
function recompose({ bodies, movable }: DirectIsland, { motion: v, pose: q }: BodyStore): void {
  const vx = rigid[2];
  const vy = rigid[3];
  const omega = rigid[NEXT_RATE];
  const share = rigid[SHARE];
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const rx = q[b + X] - rigid[0];
    const ry = q[b + Y] - rigid[1];
    v[b + VX] = vx - omega * ry + share * (v[b + VX] - vx + rigid[TURN_RATE] * ry);
    v[b + VY] = vy + omega * rx + share * (v[b + VY] - vy - rigid[TURN_RATE] * rx);
    v[b + OMEGA] = omega + share * (v[b + OMEGA] - rigid[TURN_RATE]);
  }
}

/** Leaves `share` of the velocities; of an island that hangs on nothing only of those against its motion as one rigid body. */
export function slowDown(island: DirectIsland, store: BodyStore, share: number): void {
  findRigidMotion(island, store);
  rigid[SHARE] = share;
  recompose(island, store);
}

/** Notes what a free island has before its bodies are moved without velocity. */
export function noteSpin(island: DirectIsland, store: BodyStore): void {
  findRigidMotion(island, store);
  noted[SPIN] = rigid[ABOUT_CENTRE] * rigid[TURN_RATE];
  noted[HAD] = rigid[ENERGY];
}

/**
 * Turns it as one rigid body so that it has the angular momentum that was noted. What that takes of energy where bodies were drawn together,
 * as the arms of a skater, their motion against each other gives, as far as it goes.
 */
export function keepSpin(island: DirectIsland, store: BodyStore): void {
  findRigidMotion(island, store);
  const inertia = rigid[ABOUT_CENTRE];
  if (inertia === 0) return;
  rigid[NEXT_RATE] = noted[SPIN] / inertia;
  const against = rigid[ENERGY] - (inertia * rigid[TURN_RATE] * rigid[TURN_RATE]) / 2;
  const left = Math.max(0, noted[HAD] - (inertia * rigid[NEXT_RATE] * rigid[NEXT_RATE]) / 2);
  if (against > left) rigid[SHARE] = Math.sqrt(left / against);
  recompose(island, store);
}

/**
 * What a step of first order makes of angular momentum, Σ m (r₁ − r₀) × v₀ about the centre of mass: impulses act at r₁. There they have no
 * moment but what gaps that contradict each other give them.
 */
export function measureDrift({ movable, mass, start, end, v0, u, inertial, drive, residual }: DirectIsland): void {
  let whole = 0;
  let x = 0;
  let y = 0;
  let px = 0;
  let py = 0;
  let moment = 0;
  for (let i = 0, k = 0, p = 0; i < movable; i++, k += 3, p += 4) {
    const m = mass[k];
    const dx = end[p + X] - start[p + X];
    const dy = end[p + Y] - start[p + Y];
    whole += m;
    x += m * dx;
    y += m * dy;
    px += m * v0[k];
    py += m * v0[k + 1];
    moment += m * (dx * v0[k + 1] - dy * v0[k]);
    const forceX = inertial[k] * u[k] - drive[k] - residual[k];
    const forceY = inertial[k + 1] * u[k + 1] - drive[k + 1] - residual[k + 1];
    moment += (end[p + X] - end[X]) * forceY - (end[p + Y] - end[Y]) * forceX;
    moment += inertial[k + 2] * u[k + 2] - drive[k + 2] - residual[k + 2];
  }
  noted[DRIFT] = moment - (x * py - y * px) / whole;
}

/** Takes it out again. */
export function takeBackDrift(island: DirectIsland, store: BodyStore): void {
  findRigidMotion(island, store);
  if (rigid[ABOUT_CENTRE] === 0) return;
  rigid[NEXT_RATE] -= noted[DRIFT] / rigid[ABOUT_CENTRE];
  recompose(island, store);
}

/** Leaves a free island nothing but its motion as one rigid body, and moves it on so for h seconds; what hangs on something stops. */
export function moveAsOne(island: DirectIsland, store: BodyStore, { h }: { readonly h: number }): void {
  const { bodies, movable } = island;
  const { pose: q, motion: v } = store;
  for (let i = 0; i < movable; i++) zeroLostNumbers(v, bodies[i], BODY);
  slowDown(island, store, 0);
  if (rigid[ABOUT_CENTRE] === 0) return;
  const x = rigid[0];
  const y = rigid[1];
  rigid[0] += h * rigid[2];
  rigid[1] += h * rigid[3];
  turn[0] = h * rigid[TURN_RATE];
  cosSinAt(turn, 0, turn, 0);
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const rx = q[b + X] - x;
    const ry = q[b + Y] - y;
    q[b + X] = rigid[0] + turn[0] * rx - turn[1] * ry;
    q[b + Y] = rigid[1] + turn[1] * rx + turn[0] * ry;
    q[b + ANGLE] += h * rigid[TURN_RATE];
    cosSinAt(q, b + ANGLE, q, b + COS);
  }
  recompose(island, store);
}
