import { OMEGA, VX, VY } from '../body/body-store';
import { cap, knownKeys, nonNegative, positive } from '../check';
import {
  ANY_LAW,
  FRICTION,
  LOCK,
  LOCK_CAPPED,
  LOCK_CORRECTION,
  LOCK_SOFT,
  SPRING,
  SPRING_CAPPED,
  SPRING_COMPLIANCE,
  SPRING_HERTZ,
  VISCOUS,
} from '../coordinates/law-fields';
import {
  P_FLAGS,
  P_FRICTION_CAP,
  P_FRICTION_ROW,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_LOCK_CAP,
  P_LOCK_HERTZ,
  P_LOCK_RATIO,
  P_LOCK_ROW,
  P_SPRING_A,
  P_SPRING_B,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_SUM_X,
  P_SUM_Y,
  P_VISCOUS,
  P_VISCOUS_ROW,
  P_WARM_X,
  P_WARM_Y,
  V_SUM_X,
  V_SUM_Y,
  V_X,
  V_Y,
} from '../coordinates/point-fields';
import { refuse } from '../error';
import { CoordinateBase } from './coordinate-base';
import type { LockOptions, SoftnessOptions } from './law-options';
import { readSoftness, showSoftness, type StoredSoftness } from './laws/lock-law';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y } from './record';

/** A spring between the two anchors; `maxForce` in N. */
export type PointSpringOptions = { readonly maxForce?: number | null } & (
  | { readonly hertz: number; readonly dampingRatio?: number }
  | { readonly stiffness: number; readonly damping?: number }
  | { readonly compliance: number; readonly damping?: number }
);

/** Friction against moving apart, in any direction: Coulomb up to `force` (N), and viscous (N·s/m). */
export interface PointFrictionOptions {
  readonly force?: number;
  readonly viscous?: number;
}

/** What `create` takes for a point. */
export interface PointOptions {
  readonly lock?: LockOptions | boolean | null;
  readonly spring?: PointSpringOptions | null;
  readonly friction?: PointFrictionOptions | null;
}

/** Laws of a point, by name. */
export const POINT_LAWS = ['lock', 'spring', 'friction'] as const;
const MODES = ['hertz', 'stiffness', 'compliance'] as const;
const MODE_BITS = SPRING_HERTZ | SPRING_COMPLIANCE;

/** The gap of two anchors, and the laws on it: lock, spring, friction, their caps circular. Reached as `hinge.point`. */
export class PointCoordinate extends CoordinateBase {
  readonly #lock = new PointLock(this);
  readonly #spring = new PointSpring(this);
  readonly #friction = new PointFriction(this);

  /** Distance of the two anchors (world units), at the present poses. */
  get value(): number {
    this.joint.measure();
    const { batch, slot } = this.joint.record();
    const x = batch.rows[slot * batch.stride + GAP_X];
    const y = batch.rows[slot * batch.stride + GAP_Y];
    return Math.sqrt(x * x + y * y);
  }

  /** World units/s at which that distance grows, at the present poses and velocities; where the anchors meet, their speed apart. */
  get rate(): number {
    const { value } = this;
    const { batch, slot } = this.joint.record();
    const { rows: d } = batch;
    const { motion: v } = this.joint.requireWorld().store;
    const r = slot * batch.stride;
    const a = batch.bodies[2 * slot];
    const b = batch.bodies[2 * slot + 1];
    const x = v[b + VX] - v[b + OMEGA] * d[r + ARM_BY] - (v[a + VX] - v[a + OMEGA] * d[r + ARM_AY]);
    const y = v[b + VY] + v[b + OMEGA] * d[r + ARM_BX] - (v[a + VY] + v[a + OMEGA] * d[r + ARM_AX]);
    return value > 0 ? (d[r + GAP_X] * x + d[r + GAP_Y] * y) / value : Math.sqrt(x * x + y * y);
  }

  override get error(): number {
    return this.flags & LOCK ? this.value : 0;
  }

  /** Force of all laws on the point: mean of the last step, N. */
  get force(): number {
    const { lastStep } = this.joint;
    const x = this.impulse(0);
    const y = this.impulse(1);
    return lastStep > 0 ? Math.sqrt(x * x + y * y) / lastStep : 0;
  }

  /** @internal What all laws did along x (0) or y (1) in the last step, N·s. */
  impulse(axis: number): number {
    const field = axis === 0 ? V_SUM_X : V_SUM_Y;
    const laws = this.law(P_SPRING_ROW + field) + this.law(P_FRICTION_ROW + field) + this.law(P_VISCOUS_ROW + field);
    return (this.row(axis === 0 ? P_SUM_X : P_SUM_Y) + laws) / this.forceScale;
  }

  /** Holds the two anchors together; `null`: nothing does. `true` holds them rigidly. */
  get lock(): PointLock | null {
    return this.flags & LOCK ? this.#lock : null;
  }

  set lock(options: LockOptions | boolean | null) {
    const path = `${this.path}.lock`;
    if (options === null || options === false) {
      this.forget(P_LOCK_ROW);
      this.forgetRigid();
      this.setFlags(0, LOCK | LOCK_SOFT | LOCK_CORRECTION | LOCK_CAPPED);
      return;
    }
    const given = options === true ? {} : options;
    knownKeys(path, given, ['softness', 'maxForce']);
    const softness = readSoftness(`${path}.softness`, given.softness);
    const most = cap(`${path}.maxForce`, given.maxForce);
    this.setFlags(LOCK, 0);
    this.soften(softness);
    this.setCap(LOCK_CAPPED, P_LOCK_CAP, most);
  }

  /** Pulls the two anchors together; `null`: nothing does. */
  get spring(): PointSpring | null {
    return this.flags & SPRING ? this.#spring : null;
  }

  set spring(options: PointSpringOptions | null) {
    if (options === null) {
      this.forget(P_SPRING_ROW);
      this.setFlags(0, SPRING | MODE_BITS | SPRING_CAPPED);
      return;
    }
    const path = `${this.path}.spring`;
    knownKeys(path, options, [...MODES, 'dampingRatio', 'damping', 'maxForce']);
    const most = cap(`${path}.maxForce`, options.maxForce);
    this.tuneSpring(path, options);
    this.setCap(SPRING_CAPPED, P_SPRING_CAP, most);
    this.setFlags(SPRING, 0);
  }

  /** Resists the two anchors moving apart; `null`: nothing does. */
  get friction(): PointFriction | null {
    return this.flags & (FRICTION | VISCOUS) ? this.#friction : null;
  }

  set friction(options: PointFrictionOptions | null) {
    if (options === null) {
      this.forget(P_FRICTION_ROW);
      this.forget(P_VISCOUS_ROW);
      this.setFlags(0, FRICTION | VISCOUS);
      return;
    }
    const path = `${this.path}.friction`;
    knownKeys(path, options, ['force', 'viscous']);
    if (options.force === undefined && options.viscous === undefined)
      refuse('option-missing', path, 'have force or viscous', options);
    // Without a default for null, which has no meaning here.
    const { force = 0 } = options;
    const most = nonNegative(`${path}.force`, force) * this.forceScale;
    const viscous = nonNegative(`${path}.viscous`, options.viscous ?? 0);
    if (options.force === undefined) this.forget(P_FRICTION_ROW);
    if (viscous === 0) this.forget(P_VISCOUS_ROW);
    this.setFlags(
      (options.force === undefined ? 0 : FRICTION) | (viscous > 0 ? VISCOUS : 0),
      (options.force === undefined ? FRICTION : 0) | (viscous > 0 ? 0 : VISCOUS),
    );
    this.setLaw(P_FRICTION_CAP, most);
    this.setLaw(P_VISCOUS, viscous);
  }

  /** @internal Laws given at creation. */
  applyOptions(path: string, options: unknown): void {
    knownKeys(path, options, POINT_LAWS);
    const given = options as PointOptions;
    if (given.lock !== undefined) this.lock = given.lock;
    if (given.spring !== undefined) this.spring = given.spring;
    if (given.friction !== undefined) this.friction = given.friction;
  }

  /** @internal */
  soften(softness: StoredSoftness): void {
    if (softness.bits !== (this.flags & (LOCK_SOFT | LOCK_CORRECTION))) {
      this.forget(P_LOCK_ROW);
      this.forgetRigid();
    }
    this.setFlags(softness.bits, (LOCK_SOFT | LOCK_CORRECTION) & ~softness.bits);
    this.setLaw(P_LOCK_HERTZ, softness.hertz);
    this.setLaw(P_LOCK_RATIO, softness.dampingRatio);
  }

  /** @internal Checks and stores the numbers of the spring. */
  tuneSpring(path: string, given: object): void {
    const options = given as Record<string, unknown>;
    const mode = this.onlyOneOf(path, options, MODES);
    const a =
      mode === 'stiffness'
        ? nonNegative(`${path}.stiffness`, options['stiffness'])
        : positive(`${path}.${mode}`, options[mode]);
    const b =
      mode === 'hertz'
        ? nonNegative(`${path}.dampingRatio`, options['dampingRatio'] ?? 1)
        : nonNegative(`${path}.damping`, options['damping'] ?? 0);
    const bits = mode === 'hertz' ? SPRING_HERTZ : mode === 'compliance' ? SPRING_COMPLIANCE : 0;
    this.setFlags(bits, MODE_BITS & ~bits);
    this.setLaw(P_SPRING_A, a);
    this.setLaw(P_SPRING_B, b);
  }

  override get flags(): number {
    return this.row(P_FLAGS);
  }

  override setFlags(on: number, off: number): void {
    const before = this.flags;
    const after = (before | on) & ~off;
    if (after === before) return;
    const { batch, slot } = this.joint.record();
    const o = slot * batch.stride + this.spec.at;
    const p = slot * batch.lawsStride + this.spec.law;
    batch.rows[o + P_FLAGS] = after;
    batch.lawsChanged = true;
    if ((after & ANY_LAW) === 0) this.spec.kind.scaleImpulses(batch.rows, o, batch.laws, p, 0);
    // The plain lock warm starts from its own impulse, the others from their sum: hand it over.
    batch.laws[p + P_WARM_X] = batch.rows[o + P_IMPULSE_X] + rowSum(batch.laws, p, V_X);
    batch.laws[p + P_WARM_Y] = batch.rows[o + P_IMPULSE_Y] + rowSum(batch.laws, p, V_Y);
    // The direct step has rows for coordinates under laws only, and loops of their own for rigid locks alone.
    const isHeldAnew = ((before ^ after) & LOCK) !== 0;
    if (isHeldAnew || (before === LOCK) !== (after === LOCK) || (before & ANY_LAW) === 0 || (after & ANY_LAW) === 0)
      this.joint.requireWorld().topologyChanged();
    if ((after & ANY_LAW) === 0) this.joint.clearIfIdle();
    this.joint.wake();
  }

  /** @internal Takes the accumulated impulse of a law that is switched off out of the next warm start. */
  forget(row: number): void {
    this.clearLaw(row + V_X, row + V_Y, row + V_SUM_X, row + V_SUM_Y);
  }

  /** @internal */
  forgetRigid(): void {
    const { batch, slot } = this.joint.record();
    const o = slot * batch.stride + this.spec.at;
    for (const field of [P_IMPULSE_X, P_IMPULSE_Y, P_SUM_X, P_SUM_Y]) batch.rows[o + field] = 0;
  }
}

function rowSum(w: Float64Array, p: number, field: number): number {
  return (
    w[p + P_SPRING_ROW + field] +
    w[p + P_LOCK_ROW + field] +
    w[p + P_FRICTION_ROW + field] +
    w[p + P_VISCOUS_ROW + field]
  );
}

abstract class PointLaw {
  protected readonly point: PointCoordinate;

  /** @internal */
  constructor(point: PointCoordinate) {
    this.point = point;
  }

  /** Size of the force, mean of the last step, N. */
  abstract get force(): number;

  protected size(x: number, y: number): number {
    return this.point.meanForce(Math.sqrt(x * x + y * y));
  }
}

/** Holds the two anchors together. */
export class PointLock extends PointLaw {
  /** `null`: rigid. */
  get softness(): SoftnessOptions | null {
    return showSoftness(this.point.flags, this.point.law(P_LOCK_HERTZ), this.point.law(P_LOCK_RATIO));
  }

  set softness(value: SoftnessOptions | null) {
    this.point.soften(readSoftness(`${this.point.path}.lock.softness`, value));
  }

  /** N; circular. */
  get maxForce(): number {
    return this.point.getCap(LOCK_CAPPED, P_LOCK_CAP);
  }

  set maxForce(value: number | null) {
    this.point.setCap(LOCK_CAPPED, P_LOCK_CAP, cap(`${this.point.path}.lock.maxForce`, value));
  }

  override get force(): number {
    return this.size(this.point.row(P_SUM_X), this.point.row(P_SUM_Y));
  }
}

/**
 * Pulls the two anchors together. Given `hertz`, `stiffness` or `compliance`, it is a spring by that from then on, and the others read
 * `null`.
 */
export class PointSpring extends PointLaw {
  /** Hz against the effective mass; `null` if the spring is given otherwise. */
  get hertz(): number | null {
    return this.#mode(SPRING_HERTZ, P_SPRING_A);
  }

  set hertz(value: number) {
    this.#retune({ hertz: value, dampingRatio: this.dampingRatio ?? 1 });
  }

  /** 1 is critical; `null` if the spring is given otherwise: then setting it throws `no-such-law`. */
  get dampingRatio(): number | null {
    return this.#mode(SPRING_HERTZ, P_SPRING_B);
  }

  set dampingRatio(value: number) {
    const { hertz } = this;
    if (hertz === null) this.#refuseField('dampingRatio', 'hertz', value);
    this.#retune({ hertz, dampingRatio: value });
  }

  /** N/m */
  get stiffness(): number | null {
    return this.#mode(0, P_SPRING_A);
  }

  set stiffness(value: number) {
    this.#retune({ stiffness: value, damping: this.damping ?? 0 });
  }

  /** N·s/m */
  get damping(): number | null {
    return this.#mode(0, P_SPRING_B) ?? this.#mode(SPRING_COMPLIANCE, P_SPRING_B);
  }

  set damping(value: number) {
    const { compliance, stiffness } = this;
    if (compliance === null && stiffness === null) this.#refuseField('damping', 'stiffness or compliance', value);
    this.#retune(compliance === null ? { stiffness, damping: value } : { compliance, damping: value });
  }

  /** m/N */
  get compliance(): number | null {
    return this.#mode(SPRING_COMPLIANCE, P_SPRING_A);
  }

  set compliance(value: number) {
    this.#retune({ compliance: value, damping: this.damping ?? 0 });
  }

  /** N; circular. */
  get maxForce(): number {
    return this.point.getCap(SPRING_CAPPED, P_SPRING_CAP);
  }

  set maxForce(value: number | null) {
    this.point.setCap(SPRING_CAPPED, P_SPRING_CAP, cap(`${this.point.path}.spring.maxForce`, value));
  }

  override get force(): number {
    return this.size(this.point.law(P_SPRING_ROW + V_SUM_X), this.point.law(P_SPRING_ROW + V_SUM_Y));
  }

  #refuseField(field: string, given: string, value: unknown): never {
    refuse(
      'no-such-law',
      `${this.point.path}.spring.${field}`,
      `be set on a spring given by ${given}: assign a new spring`,
      value,
    );
  }

  #mode(bits: number, field: number): number | null {
    return (this.point.flags & MODE_BITS) === bits ? this.point.law(field) : null;
  }

  #retune(given: object): void {
    this.point.tuneSpring(`${this.point.path}.spring`, given);
  }
}

/** Resists the two anchors moving apart. */
export class PointFriction extends PointLaw {
  /** Coulomb cap, N; circular. */
  get maxForce(): number {
    return this.point.law(P_FRICTION_CAP) / this.point.forceScale;
  }

  set maxForce(value: number) {
    const most = nonNegative(`${this.point.path}.friction.maxForce`, value);
    this.point.setFlags(FRICTION, 0);
    this.point.setLaw(P_FRICTION_CAP, most * this.point.forceScale);
  }

  /** N·s/m */
  get viscous(): number {
    return this.point.law(P_VISCOUS);
  }

  set viscous(value: number) {
    const viscous = nonNegative(`${this.point.path}.friction.viscous`, value);
    if (viscous === 0) this.point.forget(P_VISCOUS_ROW);
    this.point.setFlags(viscous > 0 ? VISCOUS : 0, viscous > 0 ? 0 : VISCOUS);
    this.point.setLaw(P_VISCOUS, viscous);
  }

  override get force(): number {
    return this.size(
      this.point.law(P_FRICTION_ROW + V_SUM_X) + this.point.law(P_VISCOUS_ROW + V_SUM_X),
      this.point.law(P_FRICTION_ROW + V_SUM_Y) + this.point.law(P_VISCOUS_ROW + V_SUM_Y),
    );
  }
}
