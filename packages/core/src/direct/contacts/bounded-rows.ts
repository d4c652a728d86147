/**
 * Rows whose impulses are bounded, by the dense matrix of what each impulse changes each rate by: λ between its bounds, and of every row
 *
 *   w = b + A λ = 0,   or λ at its lower bound and w ≥ 0,   or λ at its upper bound and w ≤ 0
 *
 * which is where ½ λᵀAλ + bᵀλ is least between the bounds: by Newton steps of the rows that are at none, up to the first bound, so that it falls in each
 * (Nocedal and Wright, Numerical Optimization, 16.5). Bounds of friction are a share of the normal's λ: those of the last round, until they stay
 * (Moreau 1988).
 */

/** Rounds of bounds, and steps in each: the most in heaps of ragdolls and of marbles are some 50. */
const MOST_CAPS = 4,
  MOST_STEPS = 200;
/** Share of a diagonal that is added to it, for rows that repeat each other. */
const SHARED = 1e-7;
/** A rate, as a share of the largest that is asked, that may be left; a change of a bound, as a share of it, that is none. */
const LEFT = 1e-6,
  LEFT_CAP = 1e-3;

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
  /** Rates with which rows are to be left. */
  bounce = new Float64Array(0);
  #lower: Float64Array = new Float64Array(0);
  #upper: Float64Array = new Float64Array(0);
  #factor = new Float64Array(0);
  /** The rows that are at no bound, or leave theirs, so many; of how many the factor is there. */
  #free = new Int32Array(0);
  #isFree = new Uint8Array(0);
  #size = 0;
  #factored = 0;
  /** Rates at λ; the step of the rows that are free. */
  #w = new Float64Array(0);
  #x = new Float64Array(0);
  /** Rates that may be left, and the energy that was measured: doubles that are handed over are allocated. */
  readonly #left = new Float64Array(1);
  readonly #energy = new Float64Array(1);
  /** λ with the whole bounce, then what it has more than without. */
  #more = new Float64Array(0);

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
    this.bounce = new Float64Array(stride);
    this.#more = new Float64Array(stride);
    this.#lower = new Float64Array(stride);
    this.#upper = new Float64Array(stride);
    this.#free = new Int32Array(stride);
    this.#isFree = new Uint8Array(stride);
    this.#w = new Float64Array(stride);
    this.#x = new Float64Array(stride);
  }

  /** Finds λ. */
  solve(): void {
    this.#size = this.#factored = 0;
    this.#isFree.fill(0);
    this.#setBounds();
    for (let round = 0; round < MOST_CAPS; round++) {
      this.#minimise();
      if (!this.#setBounds()) return;
    }
  }

  /**
   * Finds λ where rows are to be left with the rates `bounce`, or with such a share of those that λ makes no energy, bᵀλ + ½ λᵀAλ: Newton's
   * restitution would, where joints connect the bodies (Stronge 1990).
   */
  solveBounce(): void {
    const { count, impulse, rate, bounce } = this;
    const more = this.#more;
    for (let i = 0; i < count; i++) rate[i] -= bounce[i];
    this.solve();
    for (let i = 0; i < count; i++) rate[i] += bounce[i];
    this.#measure(impulse, rate);
    if (!(this.#energy[0] > 0)) return;
    for (let i = 0; i < count; i++) more[i] = impulse[i];
    this.solve();
    for (let i = 0; i < count; i++) more[i] -= impulse[i];
    // Along the way from λ without bounce to that with it the energy is least + slope·s + ½ bend·s².
    this.#measure(impulse, rate);
    const least = Math.min(0, this.#energy[0]);
    let slope = 0;
    for (let i = 0; i < count; i++) slope += more[i] * this.#w[i];
    this.#measure(more, null);
    const bend = 2 * this.#energy[0];
    if (!(bend > 0)) return;
    const share = Math.max(0, Math.min(1, (Math.sqrt(slope * slope - 2 * bend * least) - slope) / bend));
    for (let i = 0; i < count; i++) impulse[i] += share * more[i];
  }

  /** Writes bᵀx + ½ xᵀAx to `#energy`, and b + A x to `#w`. */
  #measure(x: Float64Array, b: Float64Array | null): void {
    const { count, matrix, stride } = this;
    let energy = 0;
    for (let i = 0; i < count; i++) {
      const asked = b === null ? 0 : b[i];
      let change = 0;
      for (let j = 0; j < count; j++) change += matrix[i * stride + j] * x[j];
      this.#w[i] = asked + change;
      energy += x[i] * (asked + change / 2);
    }
    this.#energy[0] = energy;
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
    }
    return haveMoved;
  }

  /** λ within bounds that stay as they are. */
  #minimise(): void {
    const { count, impulse, rate } = this;
    let most = 0;
    for (let i = 0; i < count; i++) {
      impulse[i] = Math.max(this.#lower[i], Math.min(this.#upper[i], impulse[i]));
      most = Math.max(most, Math.abs(rate[i]));
    }
    this.#measure(impulse, rate);
    this.#left[0] = LEFT * most;
    for (let k = this.#size - 1; k >= 0; k--) if (!this.#isInside(this.#free[k])) this.#hold(k);
    for (let i = 0; i < count; i++) if (this.#isFree[i] === 0 && this.#isInside(i)) this.#release(i);
    for (let step = 0; step < MOST_STEPS; step++) {
      this.#solveFree();
      if (this.#goToBound() && !this.#addLeaver()) return;
    }
  }

  /** Takes the step in `#x` up to the first bound that it meets, whose row is not free any more; true if it meets none. */
  #goToBound(): boolean {
    const { impulse, matrix, stride } = this;
    const free = this.#free;
    const x = this.#x;
    let share = 1;
    let first = -1;
    let bound = 0;
    for (let k = 0; k < this.#size; k++) {
      const i = free[k];
      const next = x[k] < 0 ? this.#lower[i] : this.#upper[i];
      const distance = Math.abs(next - impulse[i]);
      if (distance >= share * Math.abs(x[k])) continue;
      share = distance / Math.abs(x[k]);
      first = k;
      bound = next;
    }
    for (let k = 0; k < this.#size; k++) {
      const i = free[k];
      impulse[i] += share * x[k];
      this.#w[i] -= share * (this.#w[i] + SHARED * matrix[i * stride + i] * x[k]);
    }
    if (first < 0) return true;
    impulse[free[first]] = bound;
    this.#hold(first);
    return false;
  }

  /** Frees the row that is to leave its bound the most; false if none is to by more than may be left. */
  #addLeaver(): boolean {
    const { count, impulse, matrix, stride, rate } = this;
    const lower = this.#lower;
    const upper = this.#upper;
    let leaver = -1;
    let most = this.#left[0];
    for (let i = 0; i < count; i++) {
      if (lower[i] === upper[i] || this.#isFree[i] === 1) continue;
      let w = rate[i];
      for (let j = 0; j < count; j++) w += matrix[i * stride + j] * impulse[j];
      this.#w[i] = w;
      const asks = impulse[i] <= lower[i] ? -w : w;
      if (asks <= most) continue;
      most = asks;
      leaver = i;
    }
    if (leaver < 0) return false;
    this.#release(leaver);
    return true;
  }

  #isInside(i: number): boolean {
    return this.impulse[i] > this.#lower[i] && this.impulse[i] < this.#upper[i];
  }

  /** The row in place k of those that are free is at its bound. */
  #hold(k: number): void {
    this.#isFree[this.#free[k]] = 0;
    this.#free.copyWithin(k, k + 1, this.#size--);
    this.#factored = Math.min(this.#factored, k);
  }

  #release(i: number): void {
    this.#free[this.#size++] = i;
    this.#isFree[i] = 1;
  }

  /** The step that gives the free rows what they ask, in `#x`, by L Lᵀ of them, of which the first rows may be there already. */
  #solveFree(): void {
    const { matrix, stride } = this;
    const size = this.#size;
    const free = this.#free;
    const l = this.#factor;
    const x = this.#x;
    for (let i = this.#factored; i < size; i++) {
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
    this.#factored = size;
    for (let i = 0; i < size; i++) {
      let sum = -this.#w[free[i]];
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
