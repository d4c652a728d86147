import { WORLD_DEFAULTS } from '../simulation/world-defaults';
import type { Body } from '../body/body';
import { frozen } from '../base/check';
import type { SolverChoice } from '../joint/joint';
import type { JointType } from '../joint/joint-type';
import type { Preset } from '../joint/preset';
import type { VecLike } from '../math/vec2';
import type { Part } from '../simulation/parts';

/** How many overloaded joints of an island break in one step. */
export type Breaking = 'one' | 'all';

/** How a world is made. Each is also a property, but for `types` and `clock`. */
export interface WorldOptions {
  /** World units/s²; default [0, 0], as the core does not know which way is up. */
  readonly gravity?: VecLike;
  /**
   * Substeps of iterative islands, a whole number from 1 to 1000; default 4. A step more than 2.5 times as long as those before takes more of them,
   * none longer than theirs or 1/240 s.
   */
  readonly substeps?: number;
  /** Steps of direct islands, a whole number from 1 to 1000; default 'auto': as many as the fastest turn or spring needs, at most `substeps`. */
  readonly directSubsteps?: number | 'auto';
  /** The solver; what more than 40 points of contact connect is solved iteratively. Default 'auto', which solves what touches without any joint iteratively: direct for trees, and for loops that cost little to factorise, while `directBudget` lasts; else iterative. */
  readonly solver?: SolverChoice;
  /** Gap that the direct solver may leave in a joint, m, above 0; default 1e-6, 1e-4 is faster. A radian counts as 1 m. */
  readonly tolerance?: number;
  /** Operations per step that 'auto' may spend on direct islands, and as many again on what they touch, 0 or more; default 4e6. */
  readonly directBudget?: number;
  /**
   * Which joints past a threshold break in a step: of each island 'one', the most overloaded (default), or 'all'. What is still overloaded in
   * the next step breaks then.
   */
  readonly breaking?: Breaking;
  /** Whether islands at rest fall asleep; default true. */
  readonly sleeping?: boolean;
  /**
   * Speed, m/s (and rad/s), 0 or more, below which a body may rest; default 0.05. What gravity goes on moving, by more than a millimetre (0.001 rad) in
   * `sleepAfter`, does not rest, however slow it is, nor what a motor, a spring or a force moves.
   */
  readonly sleepSpeed?: number;
  /** Seconds of rest, 0 or more, after which an island falls asleep; default 0.5. */
  readonly sleepAfter?: number;
  /**
   * What it is made with beside bodies, joints and the iterative step: `direct` from `@tenon/core/direct`, `contacts` from
   * `@tenon/core/contacts`, `fast` from `@tenon/core/fast`. The `World` of `@tenon/core` has all parts by default, that of
   * `@tenon/core/bare` none.
   */
  readonly parts?: readonly Part[];
  /**
   * False for two bodies that are not to collide, the older one first: asked when they come near each other, after groups and joints. Setting
   * it asks again. Default null: all may.
   */
  readonly pairFilter?: ((a: Body, b: Body) => boolean) | null;
  /** Joint types and presets of your own, which `joints.create` then knows by name; default none. */
  readonly types?: readonly (JointType | Preset)[];
  /** World units per metre, above 0; default 1. Scales every tolerance, threshold and default. */
  readonly lengthUnit?: number;
  /** Seconds per step of `advance`, from 1e-5 to 4; default 1/60. */
  readonly fixedStep?: number;
  /** Seconds that one `advance` makes up for at most, from 0 to 60; default 0.25. */
  readonly maxCatchUp?: number;
  /** m/s (and, × π, rad/s), 0 or more: the fastest a position error is removed; default 4. */
  readonly maxCorrectionSpeed?: number;
  /** Compares what the author of a constraint wrote with what follows from it; default false. */
  readonly checks?: boolean;
  /** Milliseconds, for `stats`; none by default, so that a step never looks at the time. */
  readonly clock?: () => number;
}

export const SOLVERS: readonly SolverChoice[] = ['auto', 'iterative', 'direct'];
export const BREAKINGS: readonly Breaking[] = ['one', 'all'];

/** Names of all options of a world, for those who take them beside their own. */
export const WORLD_OPTIONS: readonly string[] = /* @__PURE__ */ frozen([
  'gravity',
  'lengthUnit',
  'parts',
  'types',
  'checks',
  'pairFilter',
  ...Object.keys(WORLD_DEFAULTS),
  'clock',
]);
