import type { Body } from './body/body';
import type { Joint } from './joint/joint';
import type { BreakingEvent, BreakLoad } from './joint/joint-events';
import type { LimitEvent } from './joint/limit-events';

/** What a world tells, in the same words in every adapter. */
export type WorldEvents = {
  /** `time`: at the end of the step to come, where targets and tweens are to be evaluated. */
  beforestep: { readonly time: number; readonly dt: number };
  /** Of iterative islands. A force given here acts through this substep; of a direct island, which is past its step, as an impulse. */
  beforesubstep: { readonly h: number };
  /** `time`: at the end of the step that is done. */
  afterstep: { readonly time: number; readonly dt: number };
  /** Inside the step, for every joint past a threshold: `cancel()` keeps it. */
  breaking: BreakingEvent;
  /** After the step, for every joint that gave way: removed by now, or disabled where `break.remove` is false. */
  broken: { readonly joint: Joint; readonly load: BreakLoad };
  /** After the step in which a coordinate met a bound, or left it. */
  limit: LimitEvent;
  /** An island came to rest: its bodies. */
  sleep: { readonly bodies: readonly Body[] };
  /** An island was woken: its bodies. */
  wake: { readonly bodies: readonly Body[] };
  /** A body or a joint was made, or brought back by `restore`. */
  added: { readonly body?: Body; readonly joint?: Joint };
  /** `reason`: `removed`, `broken`, `body-removed` (it went with its body), `source-removed`, or `restored` by a snapshot that it is not in. */
  removed: { readonly body?: Body; readonly joint?: Joint; readonly reason: string };
};

export const WORLD_EVENTS = [
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
