import type { Islands } from '../islands/islands';
import type { DirectSolver } from './parts';

/** What the last step cost one island, and what it left. */
export interface IslandStats {
  /** The solver that stepped it. */
  readonly solver: 'direct' | 'iterative';
  /** Dynamic bodies in it. */
  readonly bodies: number;
  /** Joints that act in it. */
  readonly joints: number;
  /** Steps, or substeps, that the last step was divided into. */
  readonly steps: number;
  /** Newton iterations of all its direct steps. */
  readonly iterations: number;
  /** Factorisations of all its direct steps, projections included. */
  readonly factorisations: number;
  /** Direct steps that were taken in halves, or smaller, after all. */
  readonly halvings: number;
  /** Direct steps that only converged at a lower speed, or not at all: energy is lost there. */
  readonly lastResorts: number;
  /** Direct steps that left a gap above the tolerance. */
  readonly acceptedGaps: number;
  /** Independent rows of the direct step; fewer than its rows where joints repeat each other. */
  readonly rank: number;
}

/** Milliseconds of the stages of the last step; all 0 in a world without a clock. */
export interface StageTimes {
  /** Closing gaps in arrays, finding islands, laying out direct ones. */
  readonly settle: number;
  /** All steps of direct islands. */
  readonly direct: number;
  /** All substeps of iterative islands. */
  readonly iterative: number;
  /** The whole step, with what listeners did before it ended. */
  readonly total: number;
}

/** What the last step did. Each read makes a copy. */
export interface WorldStats {
  /** Bodies in the world, asleep or awake. */
  readonly bodies: number;
  /** Joints in the world, asleep or awake. */
  readonly joints: number;
  /** Places where two bodies touch, asleep or awake; those of a compound or a chain count each. */
  readonly contacts: number;
  /** Of each island, asleep or awake. */
  readonly islands: readonly IslandStats[];
  /** What the stages of the step took. */
  readonly milliseconds: StageTimes;
}

/** The same object for each island at every step; made anew when islands change. */
export function islandStats({ list }: Islands, direct: DirectSolver | null, substeps: number): IslandStats[] {
  return list.map((island) => {
    const ofDirectStep = direct?.statsOf(island) ?? null;
    if (ofDirectStep !== null) return ofDirectStep;
    const { bodies, joints } = island;
    return {
      solver: 'iterative',
      bodies: bodies.length,
      joints: joints.length,
      steps: substeps,
      iterations: 0,
      factorisations: 0,
      halvings: 0,
      lastResorts: 0,
      acceptedGaps: 0,
      rank: 0,
    };
  });
}
