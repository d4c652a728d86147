import type { Body } from '../body/body';
import { deepFrozen, isObject, withoutUndefined } from '../base/check';
import { refuse, TenonError } from '../base/error';
import { type MutableImpulse, readVec, type VecLike } from '../math/vec2';
import type { World } from '../world/world';
import type { Kind, ScalarKind } from '../coordinates/coordinate';
import type { PointCoordinate, PointOptions } from './point-coordinate';
import type { ScalarCoordinate, ScalarOptions } from './scalar-coordinate';
import { BREAK_LAW_NAMES } from './breaking/break-law';
import { placePair } from './create-joint';
import { describePair } from './describe';
import { Joint } from './joint';
import type { CappedForce, CappedTorque, JointCommonOptions, SoftLocks } from './joint-options';
import type { JointBatch } from '../batches/joint-batch';
import {
  addFrames,
  type Anchored,
  type AnchorOptions,
  type AxisOptions,
  type Directed,
  type OfFrames,
  type Referenced,
  type ReferenceOptions,
} from './frames';
import type { CoordinateSpec, Frame, JointType, ParameterSpec } from './joint-type';
import { measureFrames } from '../batches/measure';
import { FRAME_SIZE, MOMENT_A, MOMENT_B, SUM_X, SUM_Y } from '../state/record';

/** A frame of a joint as its user sees it. */
export type FrameName = 'localAnchorA' | 'localAnchorB' | 'localAxisA';

type Kinds<C> = { readonly [K in keyof C]: Kind };
/** As kinds are told by name, so are numbers: an interface will do. */
export type Numbers<P> = { readonly [K in keyof P]: number };

/** A number beside the frames: its default and the check that options and properties pass. */
export interface ParameterDefinition<T = number> {
  /** What it is where it is left out. */
  readonly default: T;
  /** Returns the number that is stored, or throws an error that names `path`. */
  readonly check: (path: string, value: unknown) => T;
}

/** How the numbers of a joint beside its frames are checked, by name. */
export type Parameters<P extends Numbers<P>> = { readonly [K in keyof P]: ParameterDefinition<P[K]> };

/** Offsets of a type's coordinates and parameters in a row record, by name. */
export type Offsets<C, P> = { readonly [K in keyof C | keyof P]: number };

/** How a joint type is described. */
export interface JointDefinition<
  N extends string,
  C extends Kinds<C>,
  U extends Frame,
  P extends Numbers<P>,
  F,
> extends Pick<JointType, 'aliases' | 'curve' | 'follows' | 'resume' | 'matches'> {
  /** What `joints.create` calls it. */
  readonly name: N;
  /** The coordinates, softest first: the last one solved has the last word. */
  readonly coordinates: C;
  /** Those held from the start. */
  readonly locked?: readonly (keyof C & string)[];
  /** Which frames it measures, and so which options it takes and which properties its handles have; default: anchors alone. */
  readonly frames?: readonly U[];
  /** Its numbers beside the frames, such as a ratio: options, and properties of its handles. */
  readonly parameters?: Parameters<P>;
  /** Options under flat names, and the nested options they stand for (called without any, too). */
  readonly flat?: {
    /** Their names. */
    readonly keys: readonly (keyof F & string)[];
    /** Their nested options, of all that is given. */
    readonly unfold: (options: F & JointCommonOptions & AnchorOptions, world: World) => Record<string, unknown>;
  };
  /**
   * What options under flat names are called on a joint, which refuses to be set by these: `max: 'length.limits.upper'`; `null` for what is of
   * creation alone.
   */
  readonly homes?: Readonly<Record<string, string | null>>;
  /**
   * Writes value and Jacobian of each coordinate for the poses `q`, from the frames in the record `d` at `r`
   * (already turned into the world). `a` and `b` are the bodies' offsets, `joint` the handle (null while it leaves).
   */
  readonly measure: (
    d: Float64Array,
    r: number,
    at: Offsets<C, P>,
    q: Float64Array,
    a: number,
    b: number,
    joint: Joint | null,
  ) => void;
  /** The same half way between two poses, with the gradient by which the move from one to the other changes the values. */
  readonly measureMean?: (
    batch: JointBatch,
    j: number,
    at: Offsets<C, P>,
    start: Float64Array,
    end: Float64Array,
    mean: Float64Array,
  ) => void;
  /** Numbers of its own in a row record, from FRAME_SIZE on. */
  readonly own?: number;
  /** Reads what the type keeps beside the record, once frames are placed. */
  readonly attach?: (joint: Joint, options: Record<string, unknown>) => void;
  /** Class of its handles, made from the one with the properties. */
  readonly facade?: (base: JointType['facade']) => JointType['facade'];
  /** What `attach` read, as options. */
  readonly describe?: (joint: Joint) => Record<string, unknown>;
  /** True if its locks find how far they leave their tangent by measuring at a moved pose. */
  readonly findsArcByMeasuring?: boolean;
  /** True if `measure` is `measureAngle` alone, beside a point. */
  readonly isHinge?: boolean;
}

/**
 * A type of joints with its static description, which `create` reads: coordinates, frames, names of its parameters, options
 * of its own, and properties of its handles beside all these.
 */
export interface DefinedJoint<
  N extends string,
  C extends Kinds<C>,
  U extends Frame = 'anchors',
  P extends Numbers<P> = object,
  F = unknown,
  X = unknown,
> extends JointType {
  /** What `joints.create` calls it. */
  readonly name: N;
  /** Never there: carries types to `create`. */
  readonly phantom?: readonly [coordinates: C, frames: U, parameters: P, flat: F, handle: X];
}

/** A joint of two bodies from its coordinates and one function that measures them. */
export function defineJoint<
  N extends string,
  C extends Kinds<C>,
  U extends Frame = 'anchors',
  P extends Numbers<P> = object,
  F = unknown,
  X = unknown,
>(definition: JointDefinition<N, C, U, P, F>): DefinedJoint<N, C, U, P, F, X> {
  if (!isObject(definition) || !isObject(definition.coordinates) || typeof definition.measure !== 'function')
    refuse('param-invalid', 'defineJoint', 'be given a name, coordinates and measure', definition);
  const layout = layOut(
    definition.coordinates,
    definition.locked ?? [],
    definition.parameters ?? {},
    FRAME_SIZE + (definition.own ?? 0),
  );
  const at = layout.offsets as Offsets<C, P>;
  const { measure, measureMean, attach, describe, aliases } = definition;
  const { curve, follows, resume, matches } = definition;
  const label = labelOf(definition.name);
  const frames: readonly Frame[] = [...(definition.frames ?? ['anchors'])];
  return deepFrozen<DefinedJoint<N, C, U, P, F, X>>({
    name: definition.name,
    label,
    coordinates: layout.coordinates,
    parameters: layout.parameters,
    frames,
    bodyKeys: ['bodyA', 'bodyB'],
    anchorKeys: ['localAnchorA', 'localAnchorB'],
    checkBodies: twoDifferentBodies,
    columnsOf: (slots) => slots,
    ...(aliases === undefined ? {} : { aliases: { ...aliases } }),
    facade: facadeOf(label, definition.facade, layout, frames, definition.homes, aliases),
    place(joint, options) {
      placePair(joint, options);
      attach?.(joint, options);
    },
    ...(describe === undefined ? {} : { describe: (joint) => ({ ...describePair(joint), ...describe(joint) }) }),
    strideFor: () => layout.stride,
    flat: [...(definition.flat?.keys ?? [])],
    unfold: (definition.flat?.unfold ?? (() => ({}))) as JointType['unfold'],
    measure(batch: JointBatch, j: number, q: Float64Array): void {
      const { rows, bodies, stride } = batch;
      const r = j * stride;
      const a = bodies[2 * j];
      const b = bodies[2 * j + 1];
      measureFrames(rows, r, q, a, b);
      measure(rows, r, at, q, a, b, batch.handles[j]);
    },
    ...(measureMean === undefined
      ? {}
      : { measureMean: (batch, j, start, end, mean) => measureMean(batch, j, at, start, end, mean) }),
    ...withoutUndefined({ curve, follows, resume, matches }),
    isHinge: definition.isHinge ?? false,
    findsArcByMeasuring: definition.findsArcByMeasuring ?? false,
    impulseOn: pairImpulseOn,
  });
}

/** What the joint did to B in the last step, or to A: there the opposite, at the same point. */
function pairImpulseOn(joint: Joint, body: Body | null, out: MutableImpulse): MutableImpulse {
  const { batch, slot } = joint.record();
  const { rows: d, stride } = batch;
  const r = slot * stride;
  const unit = joint.requireWorld().lengthUnit;
  const onB = body === joint.bodyB;
  if (!onB && body !== joint.bodyA)
    refuse('param-invalid', `${joint.label}.impulseOn`, 'be called with one of its bodies', body?.id ?? null);
  const sign = onB ? 1 : -1;
  out.x = (sign * d[r + SUM_X]) / unit;
  out.y = (sign * d[r + SUM_Y]) / unit;
  out.angular = d[r + (onB ? MOMENT_B : MOMENT_A)] / (unit * unit);
  return out;
}

/** Gives every parameter and coordinate its place in the records; a point right behind the frames, whose neighbours it is solved with. */
export function layOut(
  kinds: Readonly<Record<string, Kind>>,
  locked: readonly string[],
  checks: Readonly<Record<string, ParameterDefinition>>,
  start: number,
): {
  coordinates: CoordinateSpec[];
  parameters: ParameterSpec[];
  offsets: Record<string, number>;
  stride: number;
} {
  const offsets: Record<string, number> = {};
  let stride = start;
  for (const [name, kind] of Object.entries(kinds)) {
    if (kind.scalar) continue;
    offsets[name] = stride;
    stride += kind.size;
  }
  const parameters = Object.entries(checks).map(([name, check]) => {
    offsets[name] = stride;
    return { name, at: stride++, ...check };
  });
  const coordinates = Object.entries(kinds).map(([name, kind], index) => {
    if (kind.scalar) {
      offsets[name] = stride;
      stride += kind.size;
    }
    return { name, kind, index, at: offsets[name], locked: locked.includes(name) };
  });
  return { coordinates, parameters, offsets, stride };
}

/** A joint of one body with itself does nothing; a joint of the world with itself has nothing to hold. */
function twoDifferentBodies(label: string, [bodyA, bodyB]: readonly (Body | null)[]): void {
  const requirement =
    bodyB === null ? 'be a body unless bodyA is one: left out, both are the world' : 'differ from bodyA';
  if (bodyA === bodyB) refuse('same-body', `${label}.bodyB`, requirement, bodyB?.id ?? null);
}

/** The class of a type's handles, called as the type is. */
export function facadeOf(
  label: string,
  extend: ((base: JointType['facade']) => JointType['facade']) | undefined,
  { coordinates, parameters }: ReturnType<typeof layOut>,
  frames: readonly Frame[],
  homes: Readonly<Record<string, string | null>> = {},
  aliases?: Readonly<Record<string, FrameName>>,
): JointType['facade'] {
  const base = facadeFor(coordinates, parameters, frames, homes, aliases);
  const facade = extend === undefined ? base : extend(base);
  Object.defineProperty(facade, 'name', { value: label });
  return facade;
}

/** Names of creation that a joint does not have say what it has instead. */
function refuseFlatNames(handles: Joint, homes: Readonly<Record<string, string | null>>): void {
  for (const [name, home] of Object.entries(homes)) {
    Object.defineProperty(handles, name, {
      set(this: Joint, value: unknown) {
        const path = `${this.label}.${name}`;
        const instead = home === null ? `of creation alone: see joint.clone({ ${name} })` : `joint.${home}`;
        throw new TenonError('option-unknown', `${path} is ${instead}. Flat names are for creation`, path, value);
      },
    });
  }
}

/** A property for each coordinate and each parameter. */
function facadeFor(
  coordinates: readonly CoordinateSpec[],
  parameters: readonly ParameterSpec[],
  frames: readonly Frame[],
  homes: Readonly<Record<string, string | null>>,
  aliases: Readonly<Record<string, FrameName>> = {},
): JointType['facade'] {
  const facade = class extends Joint {};
  coordinates.forEach(({ name }, i) => {
    Object.defineProperty(facade.prototype, name, {
      get(this: Joint) {
        return this.coordinates[i];
      },
      set(this: Joint, value: unknown) {
        refuse('option-unknown', `${this.label}.${name}`, `be set law by law, as joint.${name}.lock`, value);
      },
    });
  });
  const [home] = coordinates.filter(({ locked }) => !locked).concat(coordinates);
  if (home !== undefined)
    for (const law of BREAK_LAW_NAMES)
      Object.defineProperty(facade.prototype, law, {
        set(this: Joint, value: unknown) {
          refuse(
            'option-unknown',
            `${this.label}.${law}`,
            `be set on a coordinate, as joint.${home.name}.${law}`,
            value,
          );
        },
      });
  addFrames(facade.prototype, frames);
  refuseFlatNames(facade.prototype, {
    ...(frames.includes('anchors') && { anchor: 'localAnchorA and joint.localAnchorB' }),
    ...(frames.includes('axis') && { axis: 'localAxisA' }),
    ...homes,
  });
  for (const { name, at, check } of parameters) {
    Object.defineProperty(facade.prototype, name, {
      get(this: Joint) {
        return this.read(at);
      },
      set(this: Joint, value: unknown) {
        this.writeFrame(at, check(`${this.label}.${name}`, value));
      },
    });
  }
  for (const [alias, name] of Object.entries(aliases)) {
    Object.defineProperty(facade.prototype, alias, {
      get(this: Joint & Anchored & Directed) {
        return this[name];
      },
      set(this: Joint & Anchored & Directed, value: VecLike) {
        this[name] = readVec(`${this.label}.${alias}`, value);
      },
    });
  }
  return facade;
}

/** `damped-spring` → `DampedSpringJoint`: how errors call the type. */
export function labelOf(name: string): string {
  return `${name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Joint`;
}

/** What a joint of this type is to its user. */
export type JointOf<T> =
  T extends DefinedJoint<infer N, infer C, infer U, infer P, infer _F, infer X>
    ? Joint &
        Named<N> & { readonly [K in keyof C]: CoordinateOf<C[K]> } & OfFrames<U, Anchored, Directed, Referenced> &
        P &
        X
    : never;

interface Named<N> {
  /** The name of its type, also where an alias or a preset made it. */
  readonly type: N;
}

type CoordinateOf<K> = K extends ScalarKind ? ScalarCoordinate : PointCoordinate;

/** What all locks of a joint take together, by the units of its coordinates; a flat name is the cap of another law. */
type OfLocks<U, F> = ('length' extends U ? ('maxForce' extends keyof F ? SoftLocks : CappedForce) : unknown) &
  ('angle' extends U ? ('maxTorque' extends keyof F ? SoftLocks : CappedTorque) : unknown);

/** What `create` takes for this type: frames, laws nested by coordinate, parameters, flat names. */
export type OptionsOf<T> =
  T extends DefinedJoint<infer _N, infer C, infer U, infer P, infer F, infer _X>
    ? F & {
        readonly [K in keyof C]?: C[K] extends ScalarKind ? ScalarOptions : PointOptions;
      } & Partial<P> &
        OfFrames<U, AnchorOptions, AxisOptions, ReferenceOptions> &
        OfLocks<C[keyof C]['unit'], F> &
        JointCommonOptions
    : never;
