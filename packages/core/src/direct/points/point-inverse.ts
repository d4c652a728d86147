import { I11, I12, I22 } from '../../coordinates/points/point-fields';
import { writeInverse } from '../../coordinates/points/point-mass';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';

/** K of a point, and its inverse. */

/** Writes the inverse of K into the record. */
export function measureInverse(island: DirectIsland, c: DirectCoordinate): void {
  measureK(island, c);
  writeInverse(c.joint.batch.rows, c.o, inverseMass[0], inverseMass[1], inverseMass[2]);
}

/** Size of the impulse that changes the rate of the point at `o` by (v[i], v[i + 1]), by the inverse of K in its record. */
export function impulseFor(d: Float64Array, o: number, v: Float64Array, i: number): number {
  const x = d[o + I11] * v[i] + d[o + I12] * v[i + 1];
  const y = d[o + I12] * v[i] + d[o + I22] * v[i + 1];
  return Math.sqrt(x * x + y * y);
}

/** K = J M⁻¹ Jᵀ of the point that was asked for last: xx, xy, yy. */
export const inverseMass = new Float64Array(3);

export function measureK({ system, mass }: DirectIsland, { row }: DirectCoordinate): void {
  const { entryStart, body, jacobian: J } = system;
  let k11 = 0;
  let k12 = 0;
  let k22 = 0;
  for (let e = entryStart[row], f = entryStart[row + 1]; e < entryStart[row + 1]; e++, f++) {
    for (let k = 0; k < 3; k++) {
      const m = mass[3 * body[e] + k];
      if (m === 0) continue;
      k11 += (J[3 * e + k] * J[3 * e + k]) / m;
      k12 += (J[3 * e + k] * J[3 * f + k]) / m;
      k22 += (J[3 * f + k] * J[3 * f + k]) / m;
    }
  }
  inverseMass[0] = k11;
  inverseMass[1] = k12;
  inverseMass[2] = k22;
}
