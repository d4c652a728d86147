import type { Body } from '../body/body';
import type { VecLike } from '../math/vec2';
import type { BreakOptions } from './break-law';
import type { SolverChoice } from './joint';
import type { SoftnessOptions } from './law-options';

/** How the overlay shows a joint. */
export interface JointDebug {
  visible: boolean;
  color: string | number | null;
  label: string | null;
}

/** What every joint takes at creation, whatever its type. */
export interface JointCommonOptions {
  /** Left out or `null`: the world itself. */
  readonly bodyA?: Body | null;
  readonly bodyB?: Body | null;
  /** One world point, taken at creation, for both bodies; or the two local anchors. Without any: the centres of mass. */
  readonly anchor?: VecLike;
  /** From the centre of mass along the body's axes; default [0, 0], of the world its origin. */
  readonly localAnchorA?: VecLike;
  readonly localAnchorB?: VecLike;
  /** A world direction, taken at creation, or a direction of A; default: x of A. */
  readonly axis?: VecLike;
  readonly localAxisA?: VecLike;
  /** Angle of B against A where the joint's angle is 0 (rad); default: at creation. */
  readonly referenceAngle?: number;
  readonly id?: string;
  readonly enabled?: boolean;
  readonly collideConnected?: boolean;
  readonly userData?: unknown;
  readonly softness?: SoftnessOptions | null;
  readonly maxForce?: number | null;
  readonly maxTorque?: number | null;
  readonly maxCorrectionSpeed?: number;
  readonly solver?: SolverChoice;
  readonly break?: BreakOptions | null;
  readonly debug?: Partial<JointDebug>;
}
