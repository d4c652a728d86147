import type { Body } from './body/body';
import type { Joint } from './joint/joint';
import type { BreakingEvent, BrokenEvent, Removal } from './joint/joint-events';
import type { LimitEvent } from './joint/limit-events';

/** A step of a world. */
export interface StepEvent {
  /** Seconds stepped by the end of this step: where targets and tweens are to be evaluated. */
  readonly time: number;
  /** Length of the step, s. */
  readonly dt: number;
}

/** A call that reads poses. */
export interface ReadEvent {
  /** Seconds stepped so far. */
  readonly time: number;
}

/** A substep of iterative islands. */
export interface SubstepEvent {
  /** Length of the substep, s. */
  readonly h: number;
}

/** An island that came to rest, or was woken. */
export interface IslandEvent {
  /** Its dynamic bodies. */
  readonly bodies: readonly Body[];
}

/** Something that came into a world, or left it: a body or a joint. */
export interface MemberEvent {
  /** The body; left out where it was a joint. */
  readonly body?: Body;
  /** The joint; left out where it was a body. */
  readonly joint?: Joint;
}

/** What a world tells, in the same words in every adapter. */
export type WorldEvents = {
  /**
   * Outside a step, before `joints.create`, `snapshot`, `hash`, `poses`, `bodyAt`, `energy` or `saveScene` reads poses: who shows bodies
   * puts them here where their pictures were placed.
   */
  beforeread: ReadEvent;
  /** Before a step: what it is to act on is set here. */
  beforestep: StepEvent;
  /** Of iterative islands. A force given here acts through this substep; of a direct island, which is past its step, as an impulse. */
  beforesubstep: SubstepEvent;
  /** After a step. */
  afterstep: StepEvent;
  /** Inside the step, for every joint past a threshold: `cancel()` keeps it. */
  breaking: BreakingEvent;
  /** After the step, for every joint that gave way: removed by now, or disabled where `break.remove` is false. */
  broken: BrokenEvent;
  /** After the step in which a coordinate met a bound, or left it. */
  limit: LimitEvent;
  /** An island came to rest. */
  sleep: IslandEvent;
  /** An island was woken. */
  wake: IslandEvent;
  /** A body or a joint was made, or brought back by `restore`. */
  added: MemberEvent;
  /** A body or a joint left. */
  removed: MemberEvent & Removal;
};

export const WORLD_EVENTS = [
  'beforeread',
  'beforestep',
  'beforesubstep',
  'afterstep',
  'breaking',
  'broken',
  'limit',
  'sleep',
  'wake',
  'added',
  'removed',
] as const satisfies readonly (keyof WorldEvents)[];
