import type { StepContext } from './step-context';

/** The packed joints of one type, as the kernels see them. */
export interface CoordinateRecords {
  /** What every pass touches; `stride` numbers per joint. */
  readonly rows: Float64Array;
  /** What only laws touch, of coordinates that have any. */
  readonly laws: Float64Array;
  /** Offsets of the bodies in the body store; `columns` per joint. */
  readonly bodies: Int32Array;
  readonly columns: number;
  readonly stride: number;
  /** Joints that the iterative step visits, in order of creation. */
  readonly active: Int32Array;
  readonly activeCount: number;
  /** Where in `laws` those of coordinate `index` of the joint in slot `j` begin; 0: it has none of its own. */
  lawsAt(j: number, index: number): number;
  /** Measures the joint in slot `j` at the poses `q`. */
  measure(j: number, q: Float64Array): void;
}

/**
 * Kernels mask every index once per joint: V8 then knows that the offsets added to it cannot overflow, and leaves out a
 * check at each access, 13 % of a point's kernel.
 */
export const INDEX = 0x3fffffff;

/** What impulses are multiplied by: 0, which nobody writes, and a number that is set before. Handed over, it would be allocated. */
export const factors = new Float64Array(2);
export const FORGET = 0,
  SCALE = 1;

export type CoordinateKind = 'point' | 'angle' | 'axis' | 'length' | 'path' | 'sum' | 'general';

/** What a coordinate's value is measured in: decides the units of its forces and the scale of its tolerances. */
export type CoordinateUnit = 'length' | 'angle' | 'number';

/** What a row of a constraint is measured in; an area: `length^2`. */
export type RowUnit = CoordinateUnit | `length^${number}`;

/** The same as a coordinate has it: what is no length, nor an angle, is a number of so many lengths, or of nobody knows how many. */
export function lengthsOf(unit: RowUnit): { readonly unit: CoordinateUnit; readonly lengths: number | undefined } {
  if (unit === 'length' || unit === 'angle' || unit === 'number') return { unit, lengths: undefined };
  const lengths = Number(unit.slice('length^'.length));
  return lengths === 1 ? { unit: 'length', lengths: undefined } : { unit: 'number', lengths };
}

/** True of a text that says what something is measured in. */
export function isRowUnit(unit: unknown): unit is RowUnit {
  if (unit === 'length' || unit === 'angle' || unit === 'number') return true;
  return typeof unit === 'string' && /^length\^-?\d+(\.5)?$/.test(unit);
}

/**
 * One kind of coordinate: how it is stored and solved, for a whole batch at a time. `at` is the offset of the
 * coordinate in a row record, `index` its number among those of its joint, `v` the motion array of the body store.
 */
export interface Kind {
  readonly kind: CoordinateKind;
  readonly unit: CoordinateUnit;
  /** Power of a length that its value is measured in, where `unit` does not tell: 2 of an area. */
  readonly lengths?: number;
  /** True if the value is one number with the fields of scalar.ts; a point has those of point-fields.ts. */
  readonly scalar: boolean;
  /** Numbers that it measures: 1, or 2 of a point. */
  readonly rowCount: number;
  /** True of a row over any number of bodies, whose Jacobian is behind its other fields (sum-fields.ts). */
  readonly ofMany?: boolean;
  /** True if records hold its value times a number of their own (`GAUGE`). */
  readonly isGauged?: boolean;
  /** True of a row that is a rate: it has no value, and no law that needs one. */
  readonly isRate?: boolean;
  /** Of an axis: whether its direction turns with A; else it stands still in the world. */
  readonly turnsWithA?: boolean;
  /** Offset of its flags from its own. */
  readonly flagsAt: number;
  /** Numbers in a row record, and in a record of its laws. */
  readonly size: number;
  readonly lawsSize: number;
  /** Effective masses, and the laws, at the pose just measured. */
  prepare(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void;
  /** Applies the impulses of the last pass. */
  warmStart(batch: CoordinateRecords, at: number, v: Float64Array, index: number): void;
  /** Solves every law once, with bias, or without where `ctx.relax`. */
  solve(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void;
  /**
   * Takes what corrects an error out of the velocities as it was given, once bodies have moved to `q` and before the row is measured there;
   * the warm start gives it back along the new row, and relaxing takes it back along that. Had it not turned with the row, what the old and
   * the new one do not share would be left of it: a body drawn to a rail from a metre would go on turning.
   */
  readonly liftCorrection?: (batch: CoordinateRecords, at: number, v: Float64Array, q: Float64Array) => void;
  /** Before any correction is lifted, while `v` is what bodies came to `q` by: changes the row so that a lift along it gives free bodies no spin. */
  readonly keepMomentum?: (
    batch: CoordinateRecords,
    at: number,
    v: Float64Array,
    q: Float64Array,
    ctx: StepContext,
  ) => void;
  /** How far locks would leave their tangent in this substep; null where they never do or the kernel sees to it. */
  readonly prepareArc: ((batch: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext) => void) | null;
  /**
   * Hands out the exact gradient of its number `row` as last measured: x, y, angle per column, from `out[i]` on.
   * What the direct step, `inspect` and the overlay read.
   */
  jacobian(d: Float64Array, r: number, o: number, columns: number, row: number, out: Float64Array, i: number): void;
  /**
   * Adds the diagonal of −P ∂²C/∂q², as last measured, to `out`: x, y, angle of A at `a`, of B at `b`. The geometric
   * stiffness of the row under the impulse at `impulses[at]` (of a point also `at + 1`); null where the gradient does not depend on
   * the pose.
   */
  readonly stiffen:
    | ((
        d: Float64Array,
        r: number,
        o: number,
        impulses: Float64Array,
        at: number,
        out: Float64Array,
        a: number,
        b: number,
      ) => void)
    | null;
  /** Where the stiffness also ties the two bodies to each other: writes all of it under the impulse `p` to `out[i]`, six by six numbers. */
  readonly bend?: (d: Float64Array, r: number, o: number, p: number, out: Float64Array, i: number) => void;
  /** Multiplies the accumulated impulses of one joint by one of `factors`. */
  scaleImpulses(d: Float64Array, o: number, w: Float64Array, p: number, by: number): void;
  /** Zeroes what one joint sums over a step; `columns` as many bodies as its row has. */
  clearSums(d: Float64Array, o: number, w: Float64Array, p: number, columns: number): void;
}

/** A kind whose value is one number, in a unit that is known where no joint tells. */
export interface ScalarKind<U extends CoordinateUnit = CoordinateUnit> extends Kind {
  readonly unit: U;
  readonly scalar: true;
}

/** The kind whose value is a gap: two numbers. */
export interface PointKind extends Kind {
  readonly unit: 'length';
  readonly scalar: false;
}

/**
 * A kind as another, but for what is its own. Marked as pure where it is called: spread in place, it would stay in bundles that have no use
 * for it.
 */
export function kindFrom<K extends ScalarKind, Own extends Partial<ScalarKind>>(
  kind: K,
  own: Own,
): Omit<K, keyof NoInfer<Own>> & NoInfer<Own> {
  return { ...kind, ...own };
}
