import type { Joint } from './joint';
import type { LimitEvent } from './limit-events';

/** What made a joint break. */
export interface BreakLoad {
  readonly force: number;
  readonly torque: number;
  readonly error: { readonly length: number; readonly angle: number };
  readonly energy: number;
  /** Largest ratio of a load to its threshold. */
  readonly overload: number;
}

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
