import { COS, SIN } from '../../state/body-store';
import { curvatureAt, type KktSystem } from '../factor/kkt-system';
import type { DirectIsland } from '../island/island-system';
import { AXIS, BODY_A, BODY_B, FRAME, ROW, SLOT } from './axes';

/*
 * How axes tie their bodies to each other by their stiffness. A force F along axes of A turns with A:
 *
 *   −P ∂²C/∂q² = −(e gᵀ + g eᵀ) + diagonal        e the turn of A, g = (−F⊥, F⊥, F·rB) the places of A and B and the turn of B
 *              = ½ (αe − g/α)(…)ᵀ − ½ (αe + g/α)(…)ᵀ + diagonal
 *
 * Where a heavy body hangs on a light one, Newton needs it: twenty links on two locked axes each, the last a thousand times as heavy, stood
 * still without it. Everywhere else it is next to nothing, and rows alone are factorised.
 */

/** A share of the masses below which that is next to nothing. */
export const NEXT_TO_NOTHING = 0.1;

/** Of the axes of one joint: F, F·rB, and what the coupling is of the masses that it ties. */
const tie = new Float64Array(4);
const FX = 0,
  FY = 1,
  ALONG = 2,
  SHARE = 3;

/** True if some axes tie bodies to each other. */
export function areTied(island: DirectIsland): boolean {
  const { axes, movable } = island;
  for (let i = 0; i < axes.length; i++) {
    const { first, table } = axes[i];
    for (let k = 0; k < table.length; k += AXIS) {
      if (table[k + SLOT] < 0 || table[k + BODY_A] >= movable || table[k + BODY_B] >= movable) continue;
      measureTie(island, table, k, first);
      if (tie[SHARE] > NEXT_TO_NOTHING) return true;
    }
  }
  return false;
}

/** Writes both squares of the axes of every joint. */
export function writeTies(island: DirectIsland, { curvature: out, axesFrom }: KktSystem): void {
  const { axes, movable, weight, attempt } = island;
  let square = axesFrom;
  for (let i = 0; i < axes.length; i++) {
    const { first, table } = axes[i];
    for (let k = 0; k < table.length;) {
      const next = measureTie(island, table, k, first);
      const isBetween = table[k + BODY_A] < movable && table[k + BODY_B] < movable;
      const turn = weight[3 * table[k + BODY_A] + 2];
      k = next;
      if (!isBetween) continue;
      // The two squares weigh alike.
      const alpha = turn > 0 ? Math.sqrt(tie[SHARE] / (attempt.theta * attempt.h * turn)) : 0;
      for (let sign = -1; sign <= 1; sign += 2, square++) {
        const c = curvatureAt(square);
        const by = alpha > 0 ? sign / alpha : 0;
        out[c] = alpha > 0 ? -sign / 2 : 0;
        out[c + 1] = by * tie[FY];
        out[c + 2] = -by * tie[FX];
        out[c + 3] = alpha;
        out[c + 4] = -by * tie[FY];
        out[c + 5] = by * tie[FX];
        out[c + 6] = by * tie[ALONG];
      }
    }
  }
}

/** Measures in `tie` the axes of the joint whose first is at `k`; where the next joint begins. */
function measureTie(island: DirectIsland, table: Int32Array, k: number, first: number): number {
  const { end, impulse, frames, weight, attempt } = island;
  const bodyA = table[k + BODY_A];
  const bodyB = table[k + BODY_B];
  const a = 4 * bodyA;
  const b = 4 * bodyB;
  let f = (first + k / AXIS) * FRAME;
  const armX = end[b + COS] * frames[f + 4] - end[b + SIN] * frames[f + 5];
  const armY = end[b + SIN] * frames[f + 4] + end[b + COS] * frames[f + 5];
  let x = 0;
  let y = 0;
  do {
    const p = impulse[table[k + ROW]];
    x += p * (end[a + COS] * frames[f] - end[a + SIN] * frames[f + 1]);
    y += p * (end[a + SIN] * frames[f] + end[a + COS] * frames[f + 1]);
    k += AXIS;
    f += FRAME;
  } while (k < table.length && table[k + SLOT] < 0);
  const along = x * armX + y * armY;
  const moved = (x * x + y * y) * (weight[3 * bodyA] + weight[3 * bodyB]) + along * along * weight[3 * bodyB + 2];
  tie[FX] = x;
  tie[FY] = y;
  tie[ALONG] = along;
  tie[SHARE] = attempt.theta * attempt.h * Math.sqrt(weight[3 * bodyA + 2] * moved);
  return k;
}
