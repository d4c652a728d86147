import { finite } from '../base/check';
import type { Parameters } from '../joint/define-joint';

/** What a joint has that weighs its second end against its first. */
export interface Ratio {
  /** How many times the angle of B, of a pulley the segment from C to D, counts; default 1. A changed one wakes. */
  ratio: number;
}

export const ratioOfOne: Parameters<Ratio> = { ratio: { default: 1, check: finite } };
