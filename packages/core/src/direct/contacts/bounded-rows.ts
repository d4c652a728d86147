/**
 * Rows whose impulses are bounded, by the dense matrix of what each impulse changes each rate by: λ between its bounds, and of every row
 *
 *   w = b + A λ = 0,   or λ at its lower bound and w ≥ 0,   or λ at its upper bound and w ≤ 0
 *
 * Bounds of friction are a share of the normal's λ: those of the last round, until they stay (Moreau 1988; Júdice and Pires 1994 for the exchange).
 */

/** Rounds of bounds, and of exchange in each: with fewer of them Newton does not converge where five ragdolls lie in a heap. */
const MOST_CAPS = 4,
  MOST_ROUNDS = 60;
/** Rounds in which all rows that are wrong are exchanged; then one at a time, which ends (Murty 1974). */
const ROUNDS_OF_ALL = 5;
/** Where rows repeat each other they share what they give by this share of their diagonal. */
const SHARED = 1e-7;
/** A rate, as a share of the largest that is asked, for which nothing is exchanged any more; a change of a bound, as a share of it, that is none. */
const LEFT = 1e-6,
  LEFT_CAP = 1e-3;

const AT_LOWER = -1,
  FREE = 0,
  AT_UPPER = 1;

export class BoundedRows {
  count = 0;
  /** A, `stride` numbers a row. */
  matrix = new Float64Array(0);
  stride = 0;
  /** b, and λ: what to begin with, and what is found. */
  rate = new Float64Array(0);
  impulse = new Float64Array(0);
  /** The row whose λ bounds this one's, −1 of a normal, which is bounded by 0 from below; and the share. */
  normal = new Int32Array(0);
  share = new Float64Array(0);
  #lower: Float64Array = new Float64Array(0);
  #upper: Float64Array = new Float64Array(0);
  #state = new Int8Array(0);
  #factor = new Float64Array(0);
  #free = new Int32Array(0);
  #x = new Float64Array(0);

  /** Makes room for so many rows. */
  reserve(count: number): void {
    this.count = count;
    if (count <= this.stride) return;
    this.stride = 2 * count;
    const { stride } = this;
    this.matrix = new Float64Array(stride * stride);
    this.#factor = new Float64Array(stride * stride);
    this.rate = new Float64Array(stride);
    this.impulse = new Float64Array(stride);
    this.normal = new Int32Array(stride);
    this.share = new Float64Array(stride);
    this.#lower = new Float64Array(stride);
    this.#upper = new Float64Array(stride);
    this.#state = new Int8Array(stride);
    this.#free = new Int32Array(stride);
    this.#x = new Float64Array(stride);
  }

  /** Finds λ. */
  solve(): void {
    const { count, impulse, normal, rate } = this;
    this.#setBounds();
    for (let i = 0; i < count; i++) {
      if (normal[i] < 0) this.#state[i] = impulse[i] <= 0 && rate[i] >= 0 ? AT_LOWER : FREE;
      else if (impulse[i] >= this.#upper[i]) this.#state[i] = AT_UPPER;
      else this.#state[i] = impulse[i] <= this.#lower[i] ? AT_LOWER : FREE;
    }
    for (let round = 0; round < MOST_CAPS; round++) {
      const haveMoved = this.#setBounds();
      if (round > 0 && !haveMoved) return;
      this.#exchange();
    }
  }

  /** True if a bound is another one than before. */
  #setBounds(): boolean {
    const { count, impulse, normal, share } = this;
    const upper = this.#upper;
    let haveMoved = false;
    for (let i = 0; i < count; i++) {
      const most = normal[i] < 0 ? Infinity : share[i] * Math.max(0, impulse[normal[i]]);
      if (normal[i] >= 0 && Math.abs(most - upper[i]) > LEFT_CAP * most) haveMoved = true;
      upper[i] = most;
      this.#lower[i] = normal[i] < 0 ? 0 : -most;
      if (most === 0) this.#state[i] = AT_UPPER;
    }
    return haveMoved;
  }

  /** λ within bounds that stay as they are. */
  #exchange(): void {
    const { count, impulse } = this;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#solveFree();
      if (!this.#swap(round >= ROUNDS_OF_ALL)) return;
    }
    for (let i = 0; i < count; i++) impulse[i] = Math.max(this.#lower[i], Math.min(this.#upper[i], impulse[i]));
  }

  /** Lets rows go to their bounds that are past them, and takes those back that are to leave theirs; true if any did. */
  #swap(isOneByOne: boolean): boolean {
    const { count, matrix, stride, rate } = this;
    const state = this.#state;
    const lower = this.#lower;
    const upper = this.#upper;
    const x = this.#x;
    let most = 0;
    for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(rate[i]));
    let any = false;
    for (let i = 0; i < count && !(any && isOneByOne); i++) {
      if (upper[i] === 0) continue;
      if (state[i] === FREE) {
        if (x[i] >= lower[i] && x[i] <= upper[i]) continue;
        state[i] = x[i] < lower[i] ? AT_LOWER : AT_UPPER;
      } else {
        let w = rate[i];
        for (let j = 0; j < count; j++) w += matrix[i * stride + j] * x[j];
        if (state[i] === AT_LOWER ? w >= -LEFT * most : w <= LEFT * most) continue;
        state[i] = FREE;
      }
      any = true;
    }
    return any;
  }

  /** Of the rows that are at no bound. */
  #solveFree(): void {
    const { count, impulse, matrix, stride, rate } = this;
    const state = this.#state;
    const free = this.#free;
    const x = this.#x;
    let size = 0;
    for (let i = 0; i < count; i++) {
      if (state[i] === FREE) free[size++] = i;
      else impulse[i] = state[i] === AT_LOWER ? this.#lower[i] : this.#upper[i];
    }
    for (let k = 0; k < size; k++) {
      const i = free[k];
      let sum = -rate[i];
      for (let j = 0; j < count; j++) if (state[j] !== FREE) sum -= matrix[i * stride + j] * impulse[j];
      x[k] = sum;
    }
    this.#solveCholesky(size);
    for (let k = 0; k < size; k++) impulse[free[k]] = x[k];
    for (let i = 0; i < count; i++) x[i] = impulse[i];
  }

  /** L Lᵀ of the rows that are free, and the answer to `#x`, in place. */
  #solveCholesky(size: number): void {
    const { matrix, stride } = this;
    const free = this.#free;
    const l = this.#factor;
    const x = this.#x;
    for (let i = 0; i < size; i++) {
      const from = free[i] * stride;
      for (let j = 0; j <= i; j++) {
        let sum = matrix[from + free[j]];
        if (i === j) sum *= 1 + SHARED;
        for (let k = 0; k < j; k++) sum -= l[i * stride + k] * l[j * stride + k];
        if (j < i) l[i * stride + j] = sum * l[j * stride + j];
        // Its inverse, 0 of what nothing moves.
        else l[i * stride + i] = sum > 1e-12 * matrix[from + free[i]] ? 1 / Math.sqrt(sum) : 0;
      }
    }
    for (let i = 0; i < size; i++) {
      let sum = x[i];
      for (let k = 0; k < i; k++) sum -= l[i * stride + k] * x[k];
      x[i] = sum * l[i * stride + i];
    }
    for (let i = size - 1; i >= 0; i--) {
      let sum = x[i];
      for (let k = i + 1; k < size; k++) sum -= l[k * stride + i] * x[k];
      x[i] = sum * l[i * stride + i];
    }
  }
}
