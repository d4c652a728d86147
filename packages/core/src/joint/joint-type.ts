import type { Body } from '../body/body';
import type { CoordinateUnit, Kind } from '../coordinates/coordinate';
import type { PathOutline } from '../math/path';
import type { MutableImpulse } from '../math/vec2';
import type { CoordinateView, Place } from '../view/joint-view';
import type { World } from '../world/world';
import type { FrameName } from './define-joint';
import type { ScalarCoordinate } from './scalar-coordinate';
import type { Joint } from './joint';
import type { JointBatch } from '../batches/joint-batch';

/** One coordinate of a type: its name, how it is stored and solved, where it lies in the records. */
export interface CoordinateSpec {
  readonly name: string;
  readonly kind: Kind;
  /** Its number among those of its type. */
  readonly index: number;
  /** Offset in a row record. */
  readonly at: number;
  /** Held from the start. */
  readonly locked: boolean;
}

/** A number of a type beside its frames, such as a ratio: an option, and a property of the joint. */
export interface ParameterSpec {
  readonly name: string;
  readonly default: number;
  /** Offset in a row record. */
  readonly at: number;
  /** Returns the number that is stored, or throws. */
  readonly check: (path: string, value: unknown) => number;
}

/**
 * What an option is measured in: a number may have any power of a length, and be `inf`; some have such fields. A program stays as it is written,
 * and is `mirrored` where it sees y turned over.
 */
export type Measure =
  | CoordinateUnit
  | 'vector'
  | 'direction'
  | 'program'
  | 'mirrored'
  | number
  | readonly number[]
  | { readonly [name: string]: Measure };

/** What of the frames a type measures: decides which options it takes, and which properties its handles have. */
export type Frame = 'anchors' | 'axis' | 'referenceAngle';

/** One summand of a sum, as an overlay shows it: a coordinate of another joint, or a place of its own. */
export interface SumPart {
  readonly kind: 'angle' | 'axis' | 'length';
  readonly weight: number;
  readonly value: number;
  readonly fixedEnd: 'a' | 'b';
  readonly source: ScalarCoordinate | null;
  readonly place: Partial<Place>;
}

/**
 * A joint type as the engine sees it: names, offsets and one function that measures a record at a given pose.
 * `q` holds poses as the body store does; the pose may be a mean of two, so cos² + sin² need not be 1.
 */
export interface JointType {
  readonly name: string;
  /** How errors call it: `PivotJoint`. */
  readonly label: string;
  readonly coordinates: readonly CoordinateSpec[];
  readonly parameters: readonly ParameterSpec[];
  readonly frames: readonly Frame[];
  /** Options that name its bodies, by slot, and its local anchors. */
  readonly bodyKeys: readonly string[];
  readonly anchorKeys: readonly string[];
  /** Other names for a frame: `target` of a drag. */
  readonly aliases?: Readonly<Record<string, FrameName>>;
  /** Bodies by slot, where options name them otherwise than by `bodyKeys`. */
  readonly readBodies?: (world: World, options: Record<string, unknown>) => readonly (Body | null)[];
  /** Throws where the bodies cannot be joined. */
  checkBodies(label: string, slots: readonly (Body | null)[]): void;
  /** Distinct body slots of a joint with these bodies by slot: the columns of its record. */
  columnsOf(slots: readonly number[]): readonly number[];
  /** Class of its handles, with a property for each coordinate and parameter. */
  readonly facade: new (world: World, batch: JointBatch, id: string, slots: readonly (Body | null)[]) => Joint;
  /** Reads frames and parameters from the options into the record. */
  place(joint: Joint, options: Record<string, unknown>): void;
  strideFor(columns: number): number;
  /** Measures the joint in slot `j` of a batch at the poses `q`. */
  measure(batch: JointBatch, j: number, q: Float64Array): void;
  /**
   * Measures it at `mean`, half way between the poses `start` and `end`, with the gradient by which the move from one to the
   * other changes its values exactly: what the direct step asks of curves and sums. Default: the gradient at `mean`.
   */
  readonly measureMean?: (
    batch: JointBatch,
    j: number,
    start: Float64Array,
    end: Float64Array,
    mean: Float64Array,
  ) => void;
  /**
   * Adds the diagonal of −P ∂²C/∂q² of a coordinate at the poses `q` to `out`: x, y, angle, at three times the number in `bodies`
   * of each column; P is at `impulses[at]`. Default: what the coordinate's kind says.
   */
  readonly stiffen?: (
    batch: JointBatch,
    j: number,
    spec: CoordinateSpec,
    q: Float64Array,
    impulses: Float64Array,
    at: number,
    bodies: ArrayLike<number>,
    out: Float64Array,
  ) => void;
  /**
   * Where a record keeps how much of the masses its rows tie its bodies by under an impulse of 1, 0 until that is known: of rows of which only
   * differences of the gradient tell how they bend.
   */
  readonly bendAt?: number;
  /** True if it is a point and an angle θB − θA − reference, and `measure` does no more than measure them: kernels then do it themselves. */
  readonly isHinge: boolean;
  /** How many of its own numbers, the first ones and the last of them whole turns, a measurement goes on from: one that is only a look leaves them. Default none. */
  readonly follows?: number;
  /** True if its locks find how far they leave their tangent by measuring at a moved pose. */
  readonly findsArcByMeasuring: boolean;
  /** World impulse of the last step on one of the joint's bodies, in SI. */
  impulseOn(joint: Joint, body: Body | null, out: MutableImpulse): MutableImpulse;
  /** Options under flat names of their origin (`min`, `max`): known keys, and how they become nested options. */
  readonly flat: readonly string[];
  /** What those that are no law are measured in, so that scenes scale and mirror them; default: as the built-in names are. */
  readonly measures?: Readonly<Record<string, Measure>>;
  readonly unfold: (options: Record<string, unknown>, world: World) => Record<string, unknown>;
  /** Bodies, frames and parameters as `create` takes them; default: those of a pair. The inverse of `place`. */
  readonly describe?: (joint: Joint) => Record<string, unknown>;
  /** The curve that a path follows, in A's frame, for overlays: x, y and arc length of some of its points. */
  readonly curve?: (joint: Joint) => PathOutline;
  /** Says where a row that somebody's code measures is seen at these poses, for overlays; default: amid its bodies. */
  readonly show?: (joint: Joint, row: number, view: CoordinateView, poses: Float64Array) => void;
  /** Writes which column each of its slots has, where a record says so; called when its bodies are others. */
  readonly seat?: (joint: Joint) => void;
  /** Called when a joint is switched on again, or has another body: its bodies may be anywhere. */
  readonly resume?: (joint: Joint) => void;
  /** Lets what a joint has that moves by itself do so, at the end of a step of so many seconds; in it measurements find in the poses how many have gone by. */
  readonly passTime?: (joint: Joint, dt: number) => void;
  /** Numbers that a joint has beside its records, such as the weights of a gear: a snapshot keeps them with those. */
  readonly numbers?: (joint: Joint) => Float64Array;
  /** Whether a joint is, beside bodies and numbers, what these options say; default: it is. */
  readonly matches?: (joint: Joint, options: Record<string, unknown>) => boolean;
  /** Summands of a sum that was just measured at `poses`, for overlays. */
  readonly parts?: (joint: Joint, poses: Float64Array) => readonly SumPart[];
  /** The type to use instead for these options: a gear of slides is measured in lengths. */
  readonly variant?: (options: Record<string, unknown>) => JointType;
}
