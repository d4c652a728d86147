import type { Detail } from './detail';

/** Segments that a joint of each level takes, about, without its curves. */
const costs = [2, 6, 20, 30] as const;

/** From this level on a curve has all its chords. */
const firstWithCurves = 2;

const mostBias = 3;

/** A smaller bias is taken back only where it leaves this share of the budget. */
const comeBack = 0.9;

/**
 * Lowers the detail of all joints alike until a frame fits its budget. It counts the levels that joints ask for, not
 * those they get: these do not depend on the bias, so it cannot swing.
 */
export class DetailBudget {
  /** levels that are taken off every joint */
  bias = 0;
  readonly #asked = new Uint32Array(4);
  /** chords of the curves of these joints */
  readonly #chords = new Uint32Array(4);

  /** Settles the bias from what was asked for in the last frame. */
  begin(budget: number): void {
    let bias = this.bias;
    while (bias > 0 && this.#predict(bias - 1) <= comeBack * budget) bias--;
    while (bias < mostBias && this.#predict(bias) > budget) bias++;
    this.bias = bias;
    this.#asked.fill(0);
    this.#chords.fill(0);
  }

  /** The level that a joint gets which asks for `detail`, with curves of so many chords. */
  take(detail: Detail, chords = 0): Detail {
    this.#asked[detail]++;
    this.#chords[detail] += chords;
    return lowered(detail, this.bias);
  }

  /** Segments of a frame like the last one. */
  #predict(bias: number): number {
    let sum = 0;
    for (let detail = 0; detail < 4; detail++) {
      const level = lowered(detail, bias);
      sum += this.#asked[detail] * costs[level];
      if (level >= firstWithCurves) sum += this.#chords[detail];
    }
    return sum;
  }
}

/** `detail` − `bias`, at least 0. */
export function lowered(detail: number, bias: number): Detail {
  const level = detail - bias;
  return level >= 3 ? 3 : level === 2 ? 2 : level === 1 ? 1 : 0;
}
