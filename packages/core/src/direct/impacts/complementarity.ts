/**
 * Small linear complementarity problems: w = q + M z with w ≥ 0, z ≥ 0 and one of each pair 0, for M symmetric and positive definite. Numbers
 * of each lie in the first `n` places of arrays for `MOST` of them, rows of M one after the other.
 */

/** As many as are ever solved for. */
export const MOST = 12;
/** Rounds in which all that do not fit are exchanged; after them the first one only, which always ends; and at most. */
const ROUNDS_OF_ALL = 4;
const MOST_ROUNDS = 40;
/** What is less below 0 than this share of the largest number is that by rounding. */
const ROUNDING = 1e-10;

const basis = new Uint8Array(MOST);
const index = new Int32Array(MOST);
const matrix = new Float64Array(MOST * MOST);
const right = new Float64Array(MOST);

/**
 * Finds z for the places that `picks` names; 0 for the others, whose w may be anything. False if M is not definite, or it does not end. By
 * principal pivots (Murty 1974).
 */
export function complement(n: number, M: Float64Array, picks: Uint8Array, q: Float64Array, z: Float64Array): boolean {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    basis[i] = picks[i] === 1 && q[i] < 0 ? 1 : 0;
    if (picks[i] === 1) largest = Math.max(largest, Math.abs(q[i]));
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (!solveBasis(n, M, q, z)) return false;
    if (!exchange(n, M, picks, q, z, ROUNDING * largest, round >= ROUNDS_OF_ALL)) return true;
  }
  return false;
}

/** z of the basis, for which w is 0. */
function solveBasis(n: number, M: Float64Array, q: Float64Array, z: Float64Array): boolean {
  if (!solvePicked(n, M, basis, q, z)) return false;
  for (let i = 0; i < n; i++) if (basis[i] === 1) z[i] = -z[i];
  return true;
}

/** Solves `matrix` x = `right` in place, by Gauss without a search for pivots. */
function eliminate(m: number): boolean {
  for (let k = 0; k < m; k++) {
    const pivot = matrix[k * MOST + k];
    if (!(pivot > 0)) return false;
    for (let r = k + 1; r < m; r++) {
      const factor = matrix[r * MOST + k] / pivot;
      for (let c = k + 1; c < m; c++) matrix[r * MOST + c] -= factor * matrix[k * MOST + c];
      right[r] -= factor * right[k];
    }
  }
  for (let k = m - 1; k >= 0; k--) {
    for (let c = k + 1; c < m; c++) right[k] -= matrix[k * MOST + c] * right[c];
    right[k] /= matrix[k * MOST + k];
  }
  return true;
}

/** Lets what does not fit in or out of the basis; false if all fits. */
function exchange(
  n: number,
  M: Float64Array,
  picks: Uint8Array,
  q: Float64Array,
  z: Float64Array,
  rounding: number,
  isOneByOne: boolean,
): boolean {
  let any = false;
  for (let i = 0; i < n; i++) {
    if (picks[i] === 0) continue;
    let fits = z[i] >= 0;
    if (basis[i] === 0) {
      let w = q[i];
      for (let j = 0; j < n; j++) w += M[i * MOST + j] * z[j];
      fits = w >= -rounding;
    }
    if (fits) continue;
    basis[i] = 1 - basis[i];
    any = true;
    if (isOneByOne) break;
  }
  return any;
}

/** Writes the inverse of M; false if M is not definite. */
export function invert(n: number, M: Float64Array, inverse: Float64Array): boolean {
  for (let column = 0; column < n; column++) {
    for (let r = 0; r < n; r++) {
      right[r] = r === column ? 1 : 0;
      for (let c = 0; c < n; c++) matrix[r * MOST + c] = M[r * MOST + c];
    }
    if (!eliminate(n)) return false;
    for (let r = 0; r < n; r++) inverse[r * MOST + column] = right[r];
  }
  return true;
}

/** Writes to x what solves M x = b for the places that `picks` names; 0 for the others. */
export function solvePicked(n: number, M: Float64Array, picks: Uint8Array, b: Float64Array, x: Float64Array): boolean {
  let m = 0;
  for (let i = 0; i < n; i++) {
    x[i] = 0;
    if (picks[i] === 1) index[m++] = i;
  }
  for (let r = 0; r < m; r++) {
    right[r] = b[index[r]];
    for (let c = 0; c < m; c++) matrix[r * MOST + c] = M[index[r] * MOST + index[c]];
  }
  if (!eliminate(m)) return false;
  for (let r = 0; r < m; r++) x[index[r]] = right[r];
  return true;
}
