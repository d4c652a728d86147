import { BODY, GRAVITY_SCALE, INV_MASS, MASS, X, Y } from '../state/body-store';
import { storedEnergy } from '../joint/breaking/stored-energy';
import type { World } from './world';

/** Energy of a world, J. */
export interface Energy {
  /** Of the motion of all dynamic bodies, J. */
  readonly kinetic: number;
  /** In gravity, 0 at the origin, and in springs, J. */
  readonly potential: number;
  /** Both together, J: what a world without motors, friction and damping keeps. */
  readonly total: number;
}

/** Of all bodies, and of the springs of joints that take part; what no force moves has none in gravity, which is 0 at the origin. */
export function energyOf(world: World): Energy {
  let kinetic = 0;
  let potential = 0;
  const { load, motion, pose } = world.store;
  const { x: gravityX, y: gravityY } = world.gravity;
  const square = world.lengthUnit * world.lengthUnit;
  for (const body of world.bodies) {
    kinetic += body.kineticEnergy;
    const b = body.slot * BODY;
    if (motion[b + INV_MASS] > 0) {
      potential -=
        (load[b + MASS] * load[b + GRAVITY_SCALE] * (gravityX * pose[b + X] + gravityY * pose[b + Y])) / square;
    }
  }
  for (const joint of world.joints) if (joint.takesPart) potential += storedEnergy(joint);
  return { kinetic, potential, total: kinetic + potential };
}
