/** Where numbers lie in the arrays of a program. */

/** Numbers of a pose in a state: x, y, cos, sin, angle, in this order. */
export const POSE = 5;

/** What `laws` writes, section by section; `m` rows, of which `p` are position rows. */
export interface LawsLayout {
  /** p each: bounds of C, and how fast they move. */
  readonly lower: number;
  readonly upper: number;
  readonly lowerRate: number;
  readonly upperRate: number;
  /** m each: bounds of the force, softness. */
  readonly forceLower: number;
  readonly forceUpper: number;
  readonly hertz: number;
  readonly dampingRatio: number;
  /** Value, lower and upper of each entry of each `limit e lower upper`. */
  readonly limits: number;
  /** Of the parameters that move, in the order of the state. */
  readonly rates: number;
  /** p each, of a program with 'bias'. */
  readonly bias: number;
  readonly size: number;
}

export function layoutOfLaws(
  position: number,
  rows: number,
  limits: number,
  moving: number,
  biased: number,
): LawsLayout {
  let at = 0;
  const next = (size: number): number => {
    at += size;
    return at - size;
  };
  return {
    lower: next(position),
    upper: next(position),
    lowerRate: next(position),
    upperRate: next(position),
    forceLower: next(rows),
    forceUpper: next(rows),
    hertz: next(rows),
    dampingRatio: next(rows),
    limits: next(3 * limits),
    rates: next(moving),
    bias: next(biased),
    size: at,
  };
}
