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
} from '../body/body-store';
import { cosSin } from '../math/trig';
import type { DirectIsland } from './island-system';

/*
 * The motion that an island which hangs on nothing has as one rigid body, which nothing in it can change: the rest is motion of its bodies
 * against each other.
 */

/** Centre of mass, its velocity, turn rate; inertia about it, and kinetic energy of all that is not its velocity. */
const rigid = new Float64Array(7);
const TURN_RATE = 4,
  ABOUT_CENTRE = 5,
  ENERGY = 6;

/** Angular momentum about the centre of mass, and that energy, as they were noted. */
const noted = new Float64Array(2);

/** Angular momentum about the centre of mass that the last resort makes; cosine and sine of a turn. */
const drift = new Float64Array(1);
const turn = new Float64Array(2);

/** All 0 of an island on ground, and where a body is not moved or not turned by impulses: momentum is none that is kept there. */
function findRigidMotion(
  { bodies, movable, grounded }: DirectIsland,
  { motion: v, pose: q, load: f }: BodyStore,
): void {
  rigid.fill(0);
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
  rigid[TURN_RATE] = spin / inertia;
  rigid[ABOUT_CENTRE] = inertia;
  rigid[ENERGY] = energy;
}

/** Turns as one rigid body by `omega`, and leaves `share` of the motion against that which it had. */
function recompose(
  { bodies, movable }: DirectIsland,
  { motion: v, pose: q }: BodyStore,
  omega: number,
  share: number,
): void {
  const [x, y, vx, vy, turnRate] = rigid;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const rx = q[b + X] - x;
    const ry = q[b + Y] - y;
    v[b + VX] = vx - omega * ry + share * (v[b + VX] - vx + turnRate * ry);
    v[b + VY] = vy + omega * rx + share * (v[b + VY] - vy - turnRate * rx);
    v[b + OMEGA] = omega + share * (v[b + OMEGA] - turnRate);
  }
}

/** Leaves `share` of the velocities; of an island that hangs on nothing only of those against its motion as one rigid body. */
export function slowDown(island: DirectIsland, store: BodyStore, share: number): void {
  findRigidMotion(island, store);
  recompose(island, store, rigid[TURN_RATE], share);
}

/** Notes what a free island has before its bodies are moved without velocity. */
export function noteSpin(island: DirectIsland, store: BodyStore): void {
  findRigidMotion(island, store);
  noted[0] = rigid[ABOUT_CENTRE] * rigid[TURN_RATE];
  noted[1] = rigid[ENERGY];
}

/**
 * Turns it as one rigid body so that it has the angular momentum that was noted. What that takes of energy where bodies were drawn together,
 * as the arms of a skater, their motion against each other gives, as far as it goes.
 */
export function keepSpin(island: DirectIsland, store: BodyStore): void {
  findRigidMotion(island, store);
  const inertia = rigid[ABOUT_CENTRE];
  if (inertia === 0) return;
  const omega = noted[0] / inertia;
  const against = rigid[ENERGY] - (inertia * rigid[TURN_RATE] * rigid[TURN_RATE]) / 2;
  const left = Math.max(0, noted[1] - (inertia * omega * omega) / 2);
  recompose(island, store, omega, against > left ? Math.sqrt(left / against) : 1);
}

/** What a step of first order makes of angular momentum, Σ m (r₁ − r₀) × v₀ about the centre of mass: impulses act at r₁. */
export function measureDrift({ movable, mass, start, end, v0 }: DirectIsland): void {
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
  }
  drift[0] = moment - (x * py - y * px) / whole;
}

/** Takes it out again. */
export function takeBackDrift(island: DirectIsland, store: BodyStore): void {
  findRigidMotion(island, store);
  const inertia = rigid[ABOUT_CENTRE];
  if (inertia > 0) recompose(island, store, rigid[TURN_RATE] - drift[0] / inertia, 1);
}

/** Leaves a free island nothing but its motion as one rigid body, and moves it on so for `h` seconds; what hangs on something stops. */
export function moveAsOne(island: DirectIsland, store: BodyStore, h: number): void {
  const { bodies, movable } = island;
  const { pose: q, motion: v } = store;
  for (let i = 0; i < movable; i++) zeroLostNumbers(v, bodies[i], BODY);
  slowDown(island, store, 0);
  const [x, y, vx, vy, turnRate] = rigid;
  if (turnRate === 0 && vx === 0 && vy === 0) return;
  cosSin(h * turnRate, turn, 0);
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const rx = q[b + X] - x;
    const ry = q[b + Y] - y;
    const x1 = turn[0] * rx - turn[1] * ry;
    const y1 = turn[1] * rx + turn[0] * ry;
    q[b + X] = x + h * vx + x1;
    q[b + Y] = y + h * vy + y1;
    q[b + ANGLE] += h * turnRate;
    cosSin(q[b + ANGLE], q, b + COS);
    v[b + VX] = vx - turnRate * y1;
    v[b + VY] = vy + turnRate * x1;
  }
}
