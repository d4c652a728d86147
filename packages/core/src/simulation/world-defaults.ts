import type { WorldOptions } from '../world/world-options';

/** Settings of a world, beside bodies and joints: what its options of these names are. */
export interface SimulationSettings extends ByName {
  gravityX: number;
  gravityY: number;
}

type ByName = { -readonly [K in keyof typeof WORLD_DEFAULTS]: Required<WorldOptions>[K] };

/** What a world has unless it is told otherwise, and a scene leaves out. */
export const WORLD_DEFAULTS = {
  substeps: 4,
  directSubsteps: 'auto',
  solver: 'auto',
  tolerance: 1e-6,
  directBudget: 4e6,
  breaking: 'one',
  sleeping: true,
  sleepSpeed: 0.05,
  sleepAfter: 0.5,
  fixedStep: 1 / 60,
  maxCatchUp: 0.25,
  maxCorrectionSpeed: 4,
} as const satisfies WorldOptions;
