import type { Body } from '../body/body';
import type { BreakOptions } from './breaking/break-law';
import type { SolverChoice } from './joint';
import type { JointDebugOptions } from './joint-debug';
import type { SoftnessOptions } from './law-options';

/** Options that every joint takes, whatever its type. */
export interface JointCommonOptions {
  /** Left out or `null`: the world itself. */
  readonly bodyA?: Body | null;
  /** Left out or `null`: the world itself. */
  readonly bodyB?: Body | null;
  /** Unique in its world; default `j1`, `j2` …, counted and never used again. Throws `duplicate-id`. */
  readonly id?: string;
  /** False: it is there, but holds nothing; default true. */
  readonly enabled?: boolean;
  /** Whether its bodies may collide with each other; default false. */
  readonly collideConnected?: boolean;
  /** Yours; never read by Tenon. */
  readonly userData?: unknown;
  /** Fastest removal of a position error, m/s (and, × π, rad/s); default: the world's. */
  readonly maxCorrectionSpeed?: number;
  /** The solver of its island. Where joints of an island differ, `direct` wins over `iterative`, and that over `auto`, the default. */
  readonly solver?: SolverChoice;
  /** When it gives way; default `null`: never. */
  readonly break?: BreakOptions | null;
  /** How the overlay shows it. */
  readonly debug?: JointDebugOptions;
}

/** Options of joints that have coordinates, and so may have locks. */
export interface SoftLocks {
  /** Makes all its locks soft; default `null`: rigid. Throws `no-such-law` where there is no lock. */
  readonly softness?: SoftnessOptions | null;
}

/** Options of joints that measure lengths or points. */
export interface CappedForce extends SoftLocks {
  /** Cap of its locks on lengths and points, N, 0 or more; default `null`: none. Throws `no-such-law` where there is no lock. */
  readonly maxForce?: number | null;
}

/** Options of joints that measure angles. */
export interface CappedTorque extends SoftLocks {
  /** Cap of its locks on angles, N·m, 0 or more; default `null`: none. Throws `no-such-law` where there is no lock. */
  readonly maxTorque?: number | null;
}
