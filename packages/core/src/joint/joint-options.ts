import type { Body } from '../body/body';
import type { BreakOptions } from './breaking/break-law';
import type { SolverChoice } from './joint';
import type { JointDebugOptions } from './joint-debug';
import type { SoftnessOptions } from './law-options';

/** What every joint takes at creation, whatever its type: beside it, its frames, coordinates, locks and own options. */
export interface JointCommonOptions {
  /** Left out or `null`: the world itself. */
  readonly bodyA?: Body | null;
  /** Left out or `null`: the world itself. */
  readonly bodyB?: Body | null;
  /** Unique in its world; default `j1`, `j2` …, counted and never used again. Throws `duplicate-id`. */
  readonly id?: string;
  /** Default true. */
  readonly enabled?: boolean;
  /** Whether its bodies may collide: data for hosts. Default false. */
  readonly collideConnected?: boolean;
  /** Yours; never read by Tenon. */
  readonly userData?: unknown;
  /** Fastest removal of a position error, m/s (and, × π, rad/s); default: the world's. */
  readonly maxCorrectionSpeed?: number;
  /** Speaks for its island: direct over iterative over auto, the default. */
  readonly solver?: SolverChoice;
  /** When it gives way; default `null`: never. */
  readonly break?: BreakOptions | null;
  /** How the overlay shows it. */
  readonly debug?: JointDebugOptions;
}

/** What a joint takes that has coordinates, and so may have locks. */
export interface SoftLocks {
  /** Of all its locks; default `null`: rigid. Throws `no-such-law` where there is no lock. */
  readonly softness?: SoftnessOptions | null;
}

/** What a joint takes that measures lengths or points. */
export interface CappedForce extends SoftLocks {
  /** Cap of its locks on lengths and points, N, 0 or more; default `null`: none. Throws `no-such-law` where there is no lock. */
  readonly maxForce?: number | null;
}

/** What a joint takes that measures angles. */
export interface CappedTorque extends SoftLocks {
  /** Cap of its locks on angles, N·m, 0 or more; default `null`: none. Throws `no-such-law` where there is no lock. */
  readonly maxTorque?: number | null;
}
