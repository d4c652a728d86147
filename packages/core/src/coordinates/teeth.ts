/** A tooth counts as passed this share of a tooth before it: a joint made on one is not to slip by rounding. */
export const NEARLY = 1e-6;

/** The tooth last passed at a value, on the way that `tooth` points. Not for a step: its doubles would be allocated. */
export function toothPassed(value: number, phase: number, tooth: number): number {
  return phase + Math.floor((value - phase) / tooth + NEARLY) * tooth;
}
