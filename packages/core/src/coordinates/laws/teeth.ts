/** A ratchet made this share of a tooth before one holds there: it is not to slip by rounding. */
const NEARLY = 1e-6;

/** The tooth that a ratchet made at a value is held by. */
export function toothPassed(value: number, phase: number, tooth: number): number {
  return phase + Math.floor((value - phase) / tooth + NEARLY) * tooth;
}
