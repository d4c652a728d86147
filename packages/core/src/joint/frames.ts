import { finite } from '../base/check';
import { refuse } from '../base/error';
import { type MutableVec, readDirection, readVec, type VecLike, VecView } from '../math/vec2';
import { LOCAL_AX, LOCAL_BX, LOCAL_UX, REFERENCE_ANGLE } from '../state/record';
import type { Joint } from './joint';
import type { Frame } from './joint-type';

/** Where a joint sits on its bodies, as `create` takes it. */
export interface AnchorOptions {
  /**
   * One point of the world (world units), where both bodies have it at creation. Or give the two local anchors; without any of them the joint
   * holds the centres of mass.
   */
  readonly anchor?: VecLike;
  /** A point of A (world units): from its centre of mass along its axes, of the world from the origin; default [0, 0]. */
  readonly localAnchorA?: VecLike;
  /** A point of B (world units): from its centre of mass along its axes, of the world from the origin; default [0, 0]. */
  readonly localAnchorB?: VecLike;
}

/** Along which direction a joint measures, as `create` takes it. */
export interface AxisOptions {
  /** A direction of the world, of any length, as A has it at creation; or give `localAxisA`. Throws `zero-axis`. */
  readonly axis?: VecLike;
  /** A direction of A, of any length; default [1, 0], to the right. Throws `zero-axis`. */
  readonly localAxisA?: VecLike;
}

/** From where a joint counts its angle, as `create` takes it. */
export interface ReferenceOptions {
  /** Angle of B against A at which the joint's angle is 0, rad; default: as the bodies stand at creation. */
  readonly referenceAngle?: number;
}

/** What a joint with anchors has. */
export interface Anchored {
  /** Anchor in A's frame, from its centre of mass (world units); live. */
  get localAnchorA(): VecView;
  set localAnchorA(value: VecLike);
  /** Anchor in B's frame, from its centre of mass (world units); live. */
  get localAnchorB(): VecView;
  set localAnchorB(value: VecLike);
}

/** What a joint with an axis has. */
export interface Directed {
  /** Axis in A's frame, of length 1; live. Throws `zero-axis`. */
  get localAxisA(): VecView;
  set localAxisA(value: VecLike);
}

/** What a joint with a reference angle has. */
export interface Referenced {
  /** Angle of B against A at which the joint's angle is 0, rad. */
  referenceAngle: number;
}

/** What those frames bring of three things: anchors, axis and reference angle. */
export type OfFrames<U extends Frame, A, D, R> = ('anchors' extends U ? A : unknown) &
  ('axis' extends U ? D : unknown) &
  ('referenceAngle' extends U ? R : unknown);

type Read = (path: string, value: unknown) => MutableVec;

const VECTORS: readonly (readonly [name: string, frame: Frame, at: number, read: Read])[] = [
  ['localAnchorA', 'anchors', LOCAL_AX, readVec],
  ['localAnchorB', 'anchors', LOCAL_BX, readVec],
  ['localAxisA', 'axis', LOCAL_UX, readDirection],
];

/** Gives handles a property for each frame they have. Those of the others refuse to be set: their records hold something else there. */
export function addFrames(handles: Joint, frames: readonly Frame[]): void {
  for (const [name, frame, at, read] of VECTORS)
    Object.defineProperty(handles, name, frames.includes(frame) ? liveVector(name, at, read) : noFrame(name));
  Object.defineProperty(
    handles,
    'referenceAngle',
    frames.includes('referenceAngle') ? REFERENCE : noFrame('referenceAngle'),
  );
}

function noFrame(name: string): PropertyDescriptor & ThisType<Joint> {
  return {
    get() {
      this.needRecord();
      return undefined;
    },
    set(value: unknown) {
      this.needRecord();
      const requirement = `be left alone: a joint of type '${this.type}' has none`;
      refuse('option-unknown', `${this.label}.${name}`, requirement, value);
    },
  };
}

function liveVector(name: string, at: number, read: Read): PropertyDescriptor & ThisType<Joint> {
  const views = new WeakMap<Joint, VecView>();
  const set = (joint: Joint, value: unknown) => setVector(joint, at, read(`${joint.label}.${name}`, value));
  const viewOf = (joint: Joint) =>
    new VecView(
      (axis) => joint.read(at + axis),
      (x, y) => {
        set(joint, [x, y]);
      },
    );
  return {
    get() {
      this.needRecord();
      let view = views.get(this);
      if (view === undefined) views.set(this, (view = viewOf(this)));
      return view;
    },
    set(value: unknown) {
      set(this, value);
    },
  };
}

function setVector(joint: Joint, at: number, { x, y }: MutableVec): void {
  if (x === joint.read(at) && y === joint.read(at + 1)) return;
  joint.writeFrame(at, x);
  joint.writeFrame(at + 1, y);
  joint.noteApart();
  // What is a hub depends on it.
  joint.batch.lawsChanged = true;
}

const REFERENCE: PropertyDescriptor & ThisType<Joint> = {
  get() {
    return this.read(REFERENCE_ANGLE);
  },
  set(value: number) {
    if (finite(`${this.label}.referenceAngle`, value) === this.read(REFERENCE_ANGLE)) return;
    this.write(REFERENCE_ANGLE, value);
    this.lead();
    this.noteApart();
  },
};
