import type { Body } from '../body/body';
import type { VecLike } from '../math/vec2';
import type { BreakOptions } from './breaking/break-law';
import type { SolverChoice } from './joint';
import type { JointDebugOptions } from './joint-debug';
import type { SoftnessOptions } from './law-options';

/** What every joint takes at creation, whatever its type. */
export interface JointCommonOptions {
  /** Left out or `null`: the world itself. */
  readonly bodyA?: Body | null;
  /** Left out or `null`: the world itself. */
  readonly bodyB?: Body | null;
  /** One world point, taken at creation, for both bodies; or the two local anchors. Without any: the centres of mass. */
  readonly anchor?: VecLike;
  /** From the centre of mass along the body's axes; default [0, 0], of the world its origin. */
  readonly localAnchorA?: VecLike;
  /** The same of B. */
  readonly localAnchorB?: VecLike;
  /** A world direction, taken at creation; or `localAxisA`. Throws `zero-axis`. */
  readonly axis?: VecLike;
  /** A direction of A; default [1, 0]. Throws `zero-axis`. */
  readonly localAxisA?: VecLike;
  /** Angle of B against A where the joint's angle is 0 (rad); default: at creation. */
  readonly referenceAngle?: number;
  /** Unique in its world; default `j1`, `j2` …, counted and never used again. Throws `duplicate-id`. */
  readonly id?: string;
  /** Default true. */
  readonly enabled?: boolean;
  /** Whether its bodies may collide: data for hosts. Default false. */
  readonly collideConnected?: boolean;
  /** Yours; never read by Tenon. */
  readonly userData?: unknown;
  /** Of all its locks; default `null`: rigid. Throws `no-such-law` where there is no lock. */
  readonly softness?: SoftnessOptions | null;
  /** Cap of its locks on lengths and points, N; default none. Throws `no-such-law` where there is none. */
  readonly maxForce?: number | null;
  /** Cap of its locks on angles, N·m; default none. Throws `no-such-law` where there is none. */
  readonly maxTorque?: number | null;
  /** Fastest removal of a position error, m/s (and, × π, rad/s); default: the world's. */
  readonly maxCorrectionSpeed?: number;
  /** Speaks for its island: direct over iterative over auto, the default. */
  readonly solver?: SolverChoice;
  /** When it gives way; default `null`: never. */
  readonly break?: BreakOptions | null;
  /** How the overlay shows it. */
  readonly debug?: JointDebugOptions;
}
