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
import { P_FLAGS } from '../../coordinates/points/point-fields';
import { cosSinAt } from '../../math/trig';
import type { DirectIsland } from '../island/island-system';
import { actsAtAnchors } from '../points/point-arms';

/** Centre of mass of an island, its velocity, the turn rate and inertia about it, kinetic energy of all but its velocity. */
const rigid = new Float64Array(7);
const TURN_RATE = 4,
  INERTIA_OF_ALL = 5,
  ENERGY = 6;

/** Angular momentum and that energy, as they were noted. */
const noted = new Float64Array(2);

const turn = new Float64Array(2);

/** Leaves a free island nothing but its motion as one rigid body, and moves it on so for h seconds; what hangs on something stops. */
export function moveAsOne(island: DirectIsland, store: BodyStore, { h }: { readonly h: number }): void {
  const { bodies, movable } = island;
  const { pose: q, motion: v } = store;
  for (let i = 0; i < movable; i++) zeroLostNumbers(v, bodies[i], BODY);
  const isFree = findRigidMotion(island, store);
  const x = rigid[0];
  const y = rigid[1];
  rigid[0] += h * rigid[2];
  rigid[1] += h * rigid[3];
  turn[0] = h * rigid[TURN_RATE];
  cosSinAt(turn, 0, turn, 0);
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (isFree) {
      const rx = q[b + X] - x;
      const ry = q[b + Y] - y;
      q[b + X] = rigid[0] + turn[0] * rx - turn[1] * ry;
      q[b + Y] = rigid[1] + turn[1] * rx + turn[0] * ry;
      q[b + ANGLE] += h * rigid[TURN_RATE];
      cosSinAt(q, b + ANGLE, q, b + COS);
    }
    v[b + VX] = rigid[2] - rigid[TURN_RATE] * (q[b + Y] - rigid[1]);
    v[b + VY] = rigid[3] + rigid[TURN_RATE] * (q[b + X] - rigid[0]);
    v[b + OMEGA] = rigid[TURN_RATE];
  }
}

/** Notes the angular momentum of a free island about its centre of mass, before bodies are moved without velocity. */
export function noteSpin(island: DirectIsland, store: BodyStore): void {
  findRigidMotion(island, store);
  noted[0] = rigid[INERTIA_OF_ALL] * rigid[TURN_RATE];
  noted[1] = rigid[ENERGY];
}

/**
 * Turns it as one rigid body so that it has what was noted. What that takes of energy where bodies were drawn together, as the arms of a skater,
 * their motion against each other gives, as far as it goes.
 */
export function keepSpin(island: DirectIsland, store: BodyStore): void {
  if (!findRigidMotion(island, store)) return;
  const inertia = rigid[INERTIA_OF_ALL];
  const rate = noted[0] / inertia;
  const against = rigid[ENERGY] - (inertia * rigid[TURN_RATE] * rigid[TURN_RATE]) / 2;
  const left = Math.max(0, noted[1] - (inertia * rate * rate) / 2);
  turnWhole(island, store, rate, against > left ? Math.sqrt(left / against) : 1);
}

/** Takes back what locks of points have turned a free island by as a whole: gap × impulse, where anchors are apart. */
export function takeBackTurn(island: DirectIsland, store: BodyStore): void {
  const { joints, before, impulse, dImpulse } = island;
  let moment = 0;
  for (const { coordinates, batch } of joints) {
    for (const { scalar, row, o } of coordinates) {
      if (scalar || !actsAtAnchors(island, row, batch.rows[o + P_FLAGS] | 0)) continue;
      moment += before[row] * (impulse[row + 1] + dImpulse[row + 1]) - before[row + 1] * (impulse[row] + dImpulse[row]);
    }
  }
  if (findRigidMotion(island, store)) turnWhole(island, store, rigid[TURN_RATE] - moment / rigid[INERTIA_OF_ALL], 1);
}

/** Gives it this turn rate as one rigid body, and leaves a share of the motion of its bodies against that. */
function turnWhole(
  { bodies, movable }: DirectIsland,
  { pose: q, motion: v }: BodyStore,
  rate: number,
  share: number,
): void {
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const rx = q[b + X] - rigid[0];
    const ry = q[b + Y] - rigid[1];
    v[b + VX] = rigid[2] - rate * ry + share * (v[b + VX] - rigid[2] + rigid[TURN_RATE] * ry);
    v[b + VY] = rigid[3] + rate * rx + share * (v[b + VY] - rigid[3] - rigid[TURN_RATE] * rx);
    v[b + OMEGA] = rate + share * (v[b + OMEGA] - rigid[TURN_RATE]);
  }
}

/** False, and all 0, of an island on ground, and where a body is not moved or not turned by impulses: momentum is none that is kept there. */
function findRigidMotion(
  { bodies, movable, grounded }: DirectIsland,
  { motion: v, pose: q, load: f }: BodyStore,
): boolean {
  rigid.fill(0);
  let mass = 0;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (grounded || v[b + INV_MASS] === 0 || v[b + INV_INERTIA] === 0) return false;
    mass += f[b + MASS];
  }
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const share = f[b + MASS] / mass;
    rigid[0] += share * q[b + X];
    rigid[1] += share * q[b + Y];
    rigid[2] += share * v[b + VX];
    rigid[3] += share * v[b + VY];
  }
  let sum = 0;
  let inertia = 0;
  let energy = 0;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const rx = q[b + X] - rigid[0];
    const ry = q[b + Y] - rigid[1];
    const vx = v[b + VX] - rigid[2];
    const vy = v[b + VY] - rigid[3];
    sum += f[b + MASS] * (rx * vy - ry * vx) + f[b + INERTIA] * v[b + OMEGA];
    inertia += f[b + MASS] * (rx * rx + ry * ry) + f[b + INERTIA];
    energy += (f[b + MASS] * (vx * vx + vy * vy) + f[b + INERTIA] * v[b + OMEGA] * v[b + OMEGA]) / 2;
  }
  rigid[TURN_RATE] = sum / inertia;
  rigid[INERTIA_OF_ALL] = inertia;
  rigid[ENERGY] = energy;
  return true;
}
