import type { JointView } from '@tenon/core/view';
import type { Outline } from './draw-body';

/** A body as it is shown. */
export interface ShownBody {
  shape: Outline | null;
  x: number;
  y: number;
  angle: number;
  asleep: boolean;
}

/** Two bodies that touch, as they are shown. */
export interface ShownContact {
  points: readonly { readonly x: number; readonly y: number }[];
  /** Of unit length, into a body that can be pushed. */
  normalX: number;
  normalY: number;
  /** With which they push each other, N. */
  force: number;
  asleep: boolean;
}

/** Where an overlay takes what it draws from. Records are reused from one visit to the next: what is kept is copied. */
export interface Source {
  /** World units of what counts as a length of 1. */
  readonly lengthUnit: number;
  /** Visits every joint at the shown pose, `alpha` of the way from the last step's to the present one. */
  joints(visit: (view: JointView) => void, alpha: number, asleep: boolean): void;
  bodies(visit: (body: ShownBody) => void, alpha: number): void;
  contacts(visit: (contact: ShownContact) => void): void;
  /** Hears of joints about to break, while they can still be seen. Returns the function that stops it. */
  onBreaking(listener: (view: JointView) => void): () => void;
  /** Hears of joints that have broken. */
  onBroken(listener: (joint: object) => void): () => void;
}
