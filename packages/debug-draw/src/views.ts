import type { JointView } from '@tenon/core/view';
import type { Outline } from './draw-body';

/** A body as it is shown. The record is reused for the next one. */
export interface ShownBody {
  shape: Outline | null;
  x: number;
  y: number;
  angle: number;
  asleep: boolean;
}

/** Where an overlay takes what it draws from. Records are reused: what is kept is copied. */
export interface Views {
  /** Every joint at the shown pose, `alpha` of the way from the last step's to the present one; those asleep if wanted. */
  joints(visit: (view: JointView) => void, alpha: number, asleep: boolean): void;
  /** One joint. */
  joint(joint: object, out: JointView, alpha: number): JointView;
  bodies(visit: (body: ShownBody) => void, alpha: number): void;
}

/** The events by which an overlay learns that joints break. */
export interface BreakingJoints {
  on(event: 'breaking' | 'broken', listener: (event: { readonly joint: object }) => void): () => void;
}
