import { type BodyStore, INERTIA, INV_INERTIA, INV_MASS, MASS, OMEGA, VX, VY, X, Y } from '../body/body-store';
import type { DirectIsland } from './island-system';

/**
 * Leaves `share` of the velocities. Of an island that hangs on nothing only of those against its motion as one rigid body: what it has of
 * momentum, nothing in it can change. Where a body is not moved or not turned by impulses, momentum is none that is kept.
 */
export function slowDown(island: DirectIsland, store: BodyStore, share: number): void {
  const { bodies, movable } = island;
  const { motion: v, pose: q } = store;
  rigid.fill(0);
  if (!island.grounded) findRigidMotion(island, store);
  const [x, y, vx, vy, omega] = rigid;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const atX = vx - omega * (q[b + Y] - y);
    const atY = vy + omega * (q[b + X] - x);
    v[b + VX] = atX + share * (v[b + VX] - atX);
    v[b + VY] = atY + share * (v[b + VY] - atY);
    v[b + OMEGA] = omega + share * (v[b + OMEGA] - omega);
  }
}

/** Centre of mass, its velocity, turn rate. */
const rigid = new Float64Array(5);

function findRigidMotion({ bodies, movable }: DirectIsland, { motion: v, pose: q, load: f }: BodyStore): void {
  let mass = 0;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (v[b + INV_MASS] === 0 || v[b + INV_INERTIA] === 0) return;
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
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const rx = q[b + X] - rigid[0];
    const ry = q[b + Y] - rigid[1];
    spin += f[b + MASS] * (rx * (v[b + VY] - rigid[3]) - ry * (v[b + VX] - rigid[2])) + f[b + INERTIA] * v[b + OMEGA];
    inertia += f[b + MASS] * (rx * rx + ry * ry) + f[b + INERTIA];
  }
  rigid[4] = spin / inertia;
}
