import { UX, UY } from '../../coordinates/scalar';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y } from '../../state/record';
import { curvatureAt, type KktSystem } from '../factor/kkt-system';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { NEXT_TO_NOTHING } from './bent-axes';

/*
 * How curves tie what follows them to the bodies that they are of. A force P across a curve turns with its normal n:
 *
 *   −P ∂²C/∂q² = P κ/(1 − κ·offset) e eᵀ + what an axis has        e the gradient of the place along the tangent
 *
 * The first alone is in the matrix. In a bend narrower than the way of a load in half a step, Newton needs it: its increments went to and fro
 * across a bend of 10 mm that a chain of beads lay in, until no factorisations were left. Everywhere else it is next to nothing.
 */

/** κ and e of a curve, as `kkt.curvature` has them. */
const bent = new Float64Array(7);
const KAPPA = 0,
  OF_A = 1,
  OF_B = 4;

/** True if some curve ties its bodies. */
export function areBent(island: DirectIsland): boolean {
  const { curves, weight, attempt } = island;
  for (let i = 0; i < curves.length; i++) {
    measureBend(island, curves[i]);
    if (bent[KAPPA] === 0) continue;
    const { bodies } = curves[i].joint;
    const a = bodies[0];
    const b = bodies[1];
    let moved = 0;
    for (let k = 0; k < 3; k++)
      moved +=
        bent[OF_A + k] * bent[OF_A + k] * weight[3 * a + k] + bent[OF_B + k] * bent[OF_B + k] * weight[3 * b + k];
    if (attempt.theta * attempt.h * Math.abs(bent[KAPPA]) * moved > NEXT_TO_NOTHING) return true;
  }
  return false;
}

/** Writes the square of every curve. */
export function writeBends(island: DirectIsland, { curvature: out, curvesFrom }: KktSystem): void {
  const { curves } = island;
  for (let i = 0; i < curves.length; i++) {
    measureBend(island, curves[i]);
    for (let k = 0, c = curvatureAt(curvesFrom + i); k < bent.length; k++) out[c + k] = bent[k];
  }
}

function measureBend({ impulse }: DirectIsland, { joint, o, row }: DirectCoordinate): void {
  const { batch, slot, r } = joint;
  const d = batch.rows;
  bent.fill(0);
  if (impulse[row] === 0) return;
  batch.type.writeBend?.(batch, slot, bent);
  if (bent[KAPPA] === 0) return;
  bent[KAPPA] *= impulse[row];
  const size = Math.sqrt(d[o + UX] * d[o + UX] + d[o + UY] * d[o + UY]);
  const x = d[o + UY] / size;
  const y = -d[o + UX] / size;
  bent[OF_A] = -x;
  bent[OF_A + 1] = -y;
  bent[OF_A + 2] = (d[r + GAP_Y] + d[r + ARM_AY]) * x - (d[r + GAP_X] + d[r + ARM_AX]) * y;
  bent[OF_B] = x;
  bent[OF_B + 1] = y;
  bent[OF_B + 2] = d[r + ARM_BX] * y - d[r + ARM_BY] * x;
}
