/** A law of a point at its cap, friction that slips or a spring, by the places below: from 0 on xx, xy, yy of K. */
export const slip = new Float64Array(8);

/** The rate without it. */
export const FREE_X = 3,
  FREE_Y = 4,
  /** Its cap. */
  SLIP_CAP = 5,
  /** The impulse that `rubSlip` finds. */
  SLIP_X = 6,
  SLIP_Y = 7;

/** A length of the impulse that is beyond its cap by a smaller share is taken for it. */
const SAME_LENGTH = 1e-3;
/** Newton steps: two or three are usual. */
const MOST_ROUNDS = 12;

/**
 * Of all impulses P within the cap the one that takes away most energy, against the rate that it leaves: (K + γ) P = −rate without it. Against
 * the rate at hand, or shortened from the one that would stop all slip, it would point elsewhere where an arm makes K differ by direction.
 */
export function rubSlip(): void {
  const k11 = slip[0];
  const k12 = slip[1];
  const k22 = slip[2];
  const freeX = slip[FREE_X];
  const freeY = slip[FREE_Y];
  const most = slip[SLIP_CAP];
  let x = 0;
  let y = 0;
  if (most > 0) {
    let gamma = Math.max(Math.sqrt(freeX * freeX + freeY * freeY) / most - k11 - k22, 1e-9 * (k11 + k22));
    for (let k = 0; k < MOST_ROUNDS; k++) {
      const a = k11 + gamma;
      const b = k22 + gamma;
      const det = a * b - k12 * k12;
      x = (k12 * freeY - b * freeX) / det;
      y = (k12 * freeX - a * freeY) / det;
      const size = Math.sqrt(x * x + y * y);
      if (size < (1 + SAME_LENGTH) * most) {
        x *= most / size;
        y *= most / size;
        break;
      }
      // Newton on 1/|P|, which is nearly linear in γ.
      gamma += (size * size * det * (size / most - 1)) / (x * (b * x - k12 * y) + y * (a * y - k12 * x));
    }
  }
  slip[SLIP_X] = x;
  slip[SLIP_Y] = y;
}
