import type { Body } from '../body/body';
import type { ContactEndEvent, ContactEvent, OverlapEvent } from '../contacts/contact-events';
import type { Joint } from '../joint/joint';
import type { BreakingEvent, BrokenEvent, Removal } from '../joint/joint-events';
import type { LimitEvent } from '../joint/limit-events';

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

/** An island (bodies that are jointed together) that fell asleep, or was woken. */
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

/** Events of a world by name, each with its payload; the adapters have the same. */
export type WorldEvents = {
  /**
   * Outside a step, before `joints.create`, `snapshot`, `hash`, `poses`, `bodyAt`, `energy` or `saveScene` reads poses: who shows bodies
   * puts them here where their pictures were placed.
   */
  beforeread: ReadEvent;
  /** Before a step: forces and targets for it are set here. */
  beforestep: StepEvent;
  /**
   * Before each substep of the iterative islands. A force given here acts on them through this substep; on a direct island, which has done its
   * step by then, as an impulse. While anyone listens, all hinges are solved without WebAssembly, which may change the last bits of a motion.
   */
  beforesubstep: SubstepEvent;
  /** After a step. */
  afterstep: StepEvent;
  /** Inside the step, for every joint past a threshold: `cancel()` keeps it. */
  breaking: BreakingEvent;
  /** After the step, for every joint that gave way: removed by now, or disabled where `break.remove` is false. */
  broken: BrokenEvent;
  /** After the step in which a coordinate met a bound, or left it. */
  limit: LimitEvent;
  /** After the step in which two bodies met: pushed each other for the first time since they were apart. In order of age. */
  contact: ContactEvent;
  /** After the step in which they left each other, or one of them was removed. */
  contactend: ContactEndEvent;
  /** After the step in which a body came into a sensor. */
  overlap: OverlapEvent;
  /** After the step in which it left it, or one of them was removed. */
  overlapend: OverlapEvent;
  /** After the step in which an island fell asleep. */
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
  'contact',
  'contactend',
  'overlap',
  'overlapend',
  'sleep',
  'wake',
  'added',
  'removed',
] as const satisfies readonly (keyof WorldEvents)[];
