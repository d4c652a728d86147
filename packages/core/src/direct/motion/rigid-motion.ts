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
} from '../../state/body-store';
import { cosSinAt } from '../../math/trig';
import type { DirectIsland } from '../island/island-system';
import { MOST_DAMPED } from '../mean-pose';

/*
 * The motion that an island which hangs on nothing has as one rigid body, which nothing in it can change: the rest is motion of its bodies
 * against each other. Newton keeps angular momentum to its tolerance, projections and steps of first order do not: what a step has changed of it,
 * beside what loads have, is taken back by a turn of the whole.
 */

/** Centre of mass, its velocity, turn rate; inertia about it, kinetic energy of all that is not its velocity. */
const rigid = new Float64Array(7);
const TURN_RATE = 4,
  INERTIA_OF_ALL = 5,
  ENERGY = 6;

/** The turn rate that it is to have, and the share of the motion against it that is to stay. */
const next = new Float64Array(2);
const RATE = 0,
  SHARE = 1;

const turn = new Float64Array(2);

/** All 0 of an island on ground, and where a body is not moved or not turned by impulses: momentum is none that is kept there. */
function findRigidMotion(
  { bodies, grounded, parts }: DirectIsland,
  { motion: v, pose: q, load: f }: BodyStore,
  part: number,
): void {
  const first = part * parts.bodies;
  const end = first + parts.bodies;
  rigid.fill(0);
  next[RATE] = 0;
  next[SHARE] = 1;
  let mass = 0;
  for (let i = first; i < end; i++) {
    const b = bodies[i];
    if (grounded || v[b + INV_MASS] === 0 || v[b + INV_INERTIA] === 0) return;
    mass += f[b + MASS];
  }
  for (let i = first; i < end; i++) {
    const b = bodies[i];
    const share = f[b + MASS] / mass;
    rigid[0] += share * q[b + X];
    rigid[1] += share * q[b + Y];
    rigid[2] += share * v[b + VX];
    rigid[3] += share * v[b + VY];
  }
  let spin = 0;
  let inertia = 0;
  let energy = 0;
  for (let i = first; i < end; i++) {
    const b = bodies[i];
    const rx = q[b + X] - rigid[0];
    const ry = q[b + Y] - rigid[1];
    const vx = v[b + VX] - rigid[2];
    const vy = v[b + VY] - rigid[3];
    spin += f[b + MASS] * (rx * vy - ry * vx) + f[b + INERTIA] * v[b + OMEGA];
    inertia += f[b + MASS] * (rx * rx + ry * ry) + f[b + INERTIA];
    energy += (f[b + MASS] * (vx * vx + vy * vy) + f[b + INERTIA] * v[b + OMEGA] * v[b + OMEGA]) / 2;
  }
  rigid[TURN_RATE] = next[RATE] = spin / inertia;
  rigid[INERTIA_OF_ALL] = inertia;
  rigid[ENERGY] = energy;
}

/** Puts both motions together again. */
function recompose({ bodies, parts }: DirectIsland, { motion: v, pose: q }: BodyStore, part: number): void {
  const vx = rigid[2];
  const vy = rigid[3];
  const omega = next[RATE];
  const share = next[SHARE];
  for (let i = part * parts.bodies, end = i + parts.bodies; i < end; i++) {
    const b = bodies[i];
    const rx = q[b + X] - rigid[0];
    const ry = q[b + Y] - rigid[1];
    v[b + VX] = vx - omega * ry + share * (v[b + VX] - vx + rigid[TURN_RATE] * ry);
    v[b + VY] = vy + omega * rx + share * (v[b + VY] - vy - rigid[TURN_RATE] * rx);
    v[b + OMEGA] = omega + share * (v[b + OMEGA] - rigid[TURN_RATE]);
  }
}

/** Leaves `share` of the velocities; of an island that hangs on nothing only of those against its motion as one rigid body. */
function slowDown(island: DirectIsland, store: BodyStore, share: number): void {
  findRigidMotion(island, store, 0);
  next[SHARE] = share;
  recompose(island, store, 0);
}

/** Notes the angular momentum of a part about its centre of mass, and the kinetic energy of all but the velocity of that. */
export function noteSpin(island: DirectIsland, store: BodyStore, part: number): void {
  const { parts } = island;
  findRigidMotion(island, store, part);
  parts.spin[part] = rigid[INERTIA_OF_ALL] * rigid[TURN_RATE];
  parts.energy[part] = rigid[ENERGY];
}

/** The same at the start of a step, and what loads and damping add in it: poses of its end are in the island, the store has those of its start. */
export function noteSpinAfter(island: DirectIsland, store: BodyStore, part: number): void {
  const { start, end, mass, load, damping, u, v0, attempt, parts } = island;
  const { h, theta } = attempt;
  noteSpin(island, store, part);
  if (rigid[INERTIA_OF_ALL] === 0) return;
  let all = 0;
  let x = 0;
  let y = 0;
  let sumX = 0;
  let sumY = 0;
  let moment = 0;
  for (let i = part * parts.bodies, last = i + parts.bodies; i < last; i++) {
    const k = 3 * i;
    const rx = (start[4 * i + X] + end[4 * i + X]) / 2;
    const ry = (start[4 * i + Y] + end[4 * i + Y]) / 2;
    for (let d = k; d < k + 3; d++) {
      // As `readMotion` has it.
      const c = h * damping[d];
      const rate = c > MOST_DAMPED ? v0[d] + (u[d] - v0[d]) / theta : u[d];
      given[d - k] = load[d] - c * mass[d] * rate;
    }
    all += mass[k];
    x += mass[k] * rx;
    y += mass[k] * ry;
    sumX += given[0];
    sumY += given[1];
    moment += rx * given[1] - ry * given[0] + given[2];
  }
  parts.spin[part] += moment - (x * sumY - y * sumX) / all;
}

/**
 * Adds what rows give that do turn the whole, by the gradient `J` at these poses: gears, and axes of the world. Points do not, but for the gap
 * that Newton leaves.
 */
export function addRowMoments(
  { coordinates, system, parts }: DirectIsland,
  impulses: Float64Array,
  J: Float64Array,
  q: Float64Array,
  part: number,
): void {
  const { entryStart, body } = system;
  for (let i = part * parts.coordinates, end = i + parts.coordinates; i < end; i++) {
    const { scalar, row } = coordinates[i];
    if (!scalar || impulses[row] === 0) continue;
    const origin = 4 * body[entryStart[row]];
    let moment = 0;
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
      const p = 4 * body[e];
      moment += (q[p + X] - q[origin + X]) * J[3 * e + 1] - (q[p + Y] - q[origin + Y]) * J[3 * e] + J[3 * e + 2];
    }
    parts.spin[part] += moment * impulses[row];
  }
}

/** What loads and damping give a body. */
const given = new Float64Array(3);

/** Turns a part as one rigid body so that it has the angular momentum that was noted. */
export function keepSpin(island: DirectIsland, store: BodyStore, part: number): void {
  findRigidMotion(island, store, part);
  if (rigid[INERTIA_OF_ALL] === 0) return;
  next[RATE] = island.parts.spin[part] / rigid[INERTIA_OF_ALL];
  recompose(island, store, part);
}

/**
 * The same where bodies were moved without velocity: what it takes of energy where they were drawn together, as the arms of a skater, their motion
 * against each other gives, as far as it goes.
 */
export function keepSpinDrawn(island: DirectIsland, store: BodyStore): void {
  findRigidMotion(island, store, 0);
  const inertia = rigid[INERTIA_OF_ALL];
  if (inertia === 0) return;
  next[RATE] = island.parts.spin[0] / inertia;
  const against = rigid[ENERGY] - (inertia * rigid[TURN_RATE] * rigid[TURN_RATE]) / 2;
  const left = Math.max(0, island.parts.energy[0] - (inertia * next[RATE] * next[RATE]) / 2);
  if (against > left) next[SHARE] = Math.sqrt(left / against);
  recompose(island, store, 0);
}

/** Leaves a free island nothing but its motion as one rigid body, and moves it on so for h seconds; what hangs on something stops. */
export function moveAsOne(island: DirectIsland, store: BodyStore, { h }: { readonly h: number }): void {
  const { bodies, movable } = island;
  const { pose: q, motion: v } = store;
  for (let i = 0; i < movable; i++) zeroLostNumbers(v, bodies[i], BODY);
  slowDown(island, store, 0);
  if (rigid[INERTIA_OF_ALL] === 0) return;
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
  recompose(island, store, 0);
}
