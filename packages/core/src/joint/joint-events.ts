import type { Joint } from './joint';
import type { LimitEvent } from './limit-events';

/** What made a joint break: means over the last step, of the laws that count. */
export interface BreakLoad {
  /** N */
  readonly force: number;
  /** N·m */
  readonly torque: number;
  /** Largest error of its locks, world units and rad, at the present poses. */
  readonly error: { readonly length: number; readonly angle: number };
  /** What its springs store, J. */
  readonly energy: number;
  /** Largest ratio of a load to its threshold. */
  readonly overload: number;
}

/** A joint past a threshold, which leaves with all others of the step unless a listener keeps it. */
export interface BreakingEvent {
  readonly joint: Joint;
  readonly load: BreakLoad;
  /** Keeps the joint. */
  cancel(): void;
}

/** What a joint tells of itself. */
export type JointEvents = {
  breaking: BreakingEvent;
  broken: { readonly joint: Joint; readonly load: BreakLoad };
  limit: LimitEvent;
  sleep: { readonly joint: Joint };
  wake: { readonly joint: Joint };
  removed: { readonly joint: Joint; readonly reason: string };
};

export const JOINT_EVENTS = [
  'breaking',
  'broken',
  'limit',
  'sleep',
  'wake',
  'removed',
] as const satisfies readonly (keyof JointEvents)[];
