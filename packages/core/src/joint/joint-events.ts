import type { Joint } from './joint';
import type { LimitEvent } from './limit-events';

/** What made a joint break: means over the last step, of the laws that count. */
export interface BreakLoad {
  /** Size of the mean force on B, N. */
  readonly force: number;
  /** Size of the mean torque on B, N·m. */
  readonly torque: number;
  /** Largest errors of its locks, at the present poses. */
  readonly error: {
    /** World units: of its lengths and points. */
    readonly length: number;
    /** rad: of its angles. */
    readonly angle: number;
  };
  /** What its springs store, J. */
  readonly energy: number;
  /** Largest ratio of a load to its threshold. */
  readonly overload: number;
}

/** Something happened to a joint. */
export interface JointEvent {
  /** The joint it is about. */
  readonly joint: Joint;
}

/** A joint gave way. */
export interface BrokenEvent extends JointEvent {
  /** What was too much for it. */
  readonly load: BreakLoad;
}

/**
 * A joint past a threshold, the most overloaded of its island. It leaves after the step unless a listener keeps it: then the next in order is
 * asked. With `breaking: 'all'` all are, and leave together.
 */
export interface BreakingEvent extends BrokenEvent {
  /** Keeps the joint in this step. */
  cancel(): void;
}

/** Something left its world. */
export interface Removal {
  /** `removed`, `broken`, `body-removed` (it went with its body), `source-removed`, or `restored` by a snapshot that it is not in. */
  readonly reason: string;
}

/** Events of a joint by name, each with its payload. */
export type JointEvents = {
  /** Inside the step, where it is past a threshold and its turn to break: `cancel()` keeps it in that step. */
  breaking: BreakingEvent;
  /** After the step in which it gave way: removed by now, or disabled where `break.remove` is false. */
  broken: BrokenEvent;
  /** After the step in which one of its coordinates met a bound, or left it. */
  limit: LimitEvent;
  /** Its island came to rest. */
  sleep: JointEvent;
  /** Its island was woken. */
  wake: JointEvent;
  /** After it has left its world. */
  removed: JointEvent & Removal;
};

export const JOINT_EVENTS = [
  'breaking',
  'broken',
  'limit',
  'sleep',
  'wake',
  'removed',
] as const satisfies readonly (keyof JointEvents)[];
