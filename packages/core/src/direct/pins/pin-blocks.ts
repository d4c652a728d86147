import { INDEX } from '../../coordinates/coordinate';
import { BODY_A, BODY_B, JACOBIAN, PIN, type PinGroup, ROW, TURN_AX, TURN_AY, TURN_BX, TURN_BY } from './pin-groups';

/** What pins have in the matrix of an island's rows. */

/** Writes the pins' own blocks of S = J W Jᵀ; `diagonal` is the offset of each row's diagonal entry. */
export function writePinBlocks(
  { table }: PinGroup,
  weight: Float64Array,
  J: Float64Array,
  diagonal: Int32Array,
  values: Float64Array,
): void {
  for (let k = 0; k < table.length; k += PIN) {
    const a = table[k + BODY_A] & INDEX;
    const b = table[k + BODY_B] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const row = table[k + ROW] & INDEX;
    const t = diagonal[row] & INDEX;
    const below = diagonal[row + 1] & INDEX;
    const aX = J[g + TURN_AX];
    const aY = J[g + TURN_AY];
    const bX = J[g + TURN_BX];
    const bY = J[g + TURN_BY];
    const wA = weight[a + 2];
    const wB = weight[b + 2];
    values[t] = weight[a] + weight[b] + wA * aX * aX + wB * bX * bX;
    values[below - 1] = wA * aX * aY + wB * bX * bY;
    values[below] = weight[a + 1] + weight[b + 1] + wA * aY * aY + wB * bY * bY;
  }
}

/** Numbers per pair of pins that share a body: target, its stride, turns of the later and the earlier, the body's weights, ±1. */
const PIN_PAIR = 6;

/** Adds the blocks between pins that share a body. */
export function addPinPairs(pairs: Int32Array, weight: Float64Array, J: Float64Array, values: Float64Array): void {
  for (let p = 0; p < pairs.length; p += PIN_PAIR) {
    const t = pairs[p] & INDEX;
    const below = (t + pairs[p + 1]) & INDEX;
    const i = pairs[p + 2] & INDEX;
    const j = pairs[p + 3] & INDEX;
    const w = pairs[p + 4] & INDEX;
    const sign = pairs[p + 5];
    const turn = weight[w + 2];
    const x = turn * J[i];
    const y = turn * J[i + 6];
    values[t] += sign * weight[w] + x * J[j];
    values[t + 1] += x * J[j + 6];
    values[below] += y * J[j];
    values[below + 1] += sign * weight[w + 1] + y * J[j + 6];
  }
}
