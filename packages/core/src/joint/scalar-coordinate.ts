import { finite, flag, frozen, isObject, knownKeys, nonNegative } from '../base/check';
import {
  FRICTIONS,
  LATCH,
  LIMITS_ROW,
  LOCK,
  LOCK_ROW,
  LOWER,
  LOWER_BOUND,
  LOWER_GIVEN,
  MOTOR,
  MOTOR_GIVEN,
  MOTOR_SPEED,
  PHASE,
  RATCHET,
  SPRING,
  SPRING_GIVEN,
  SPRING_HERTZ,
  SPRING_ROW,
  SPRING_TARGET,
  STOPS,
  S_STIFFNESS,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_GIVEN,
  WRAPPED,
} from '../coordinates/laws/law-fields';
import { raiseLaws } from '../coordinates/laws/least-length';
import { LOCK_GIVEN, LOCK_IMPULSE, LOCK_SUM, VALUE, WARM } from '../coordinates/scalar';
import { LEAST_DISTANCE } from '../coordinates/step-context';
import { bringLaws, shortWay } from '../coordinates/whole-turns';
import { refuse } from '../base/error';
import { CoordinateBase } from './coordinate-base';
import type {
  FrictionOptions,
  LimitsOptions,
  LockOptions,
  MotorOptions,
  RatchetOptions,
  SpringOptions,
} from './law-options';
import { FrictionLaw, LimitsLaw, LockLaw, MotorLaw, RatchetLaw, SpringLaw } from './laws';
import { refuseWide } from './laws/limits-law';

/** What `create` takes for a scalar coordinate, nested under its name. */
export interface ScalarOptions {
  /** Holds it at a value; `true`: rigidly at 0, a distance where it is. */
  readonly lock?: LockOptions | boolean | null;
  /** Keeps it between two bounds, each of which may be open. */
  readonly limits?: LimitsOptions | null;
  /** Pulls it towards a value. */
  readonly spring?: SpringOptions | null;
  /** Drives it at a speed, or, as a servo, to a target. */
  readonly motor?: MotorOptions | null;
  /** Resists its motion. */
  readonly friction?: FrictionOptions | null;
  /** Lets it move one way, and catches it at each tooth. */
  readonly ratchet?: RatchetOptions | null;
  /**
   * Angles only, default false: `value` reads in (−π, π], and every law goes the short way round. Targets are at most half a turn away; limits
   * are at most a turn apart and may lie across ±π; of a single bound the nearest turn counts.
   */
  readonly wrapped?: boolean;
}

/** Fields of laws that are values of the coordinate, or rates. */
const VALUES: ReadonlySet<number> = /* @__PURE__ */ new Set([
  LOWER_BOUND,
  LOWER_GIVEN,
  UPPER_BOUND,
  UPPER_GIVEN,
  SPRING_GIVEN,
  SPRING_TARGET,
  MOTOR_GIVEN,
  MOTOR_SPEED,
  TOOTH,
  PHASE,
  LATCH,
]);

const LAWS = ['lock', 'limits', 'spring', 'motor', 'friction', 'ratchet'] as const;

/** A number that a joint measures, and the laws on it. A property of its joint: `hinge.angle`. */
export class ScalarCoordinate extends CoordinateBase {
  #lock: LockLaw | null = null;
  #limits: LimitsLaw | null = null;
  #spring: SpringLaw | null = null;
  #motor: MotorLaw | null = null;
  #friction: FrictionLaw | null = null;
  #ratchet: RatchetLaw | null = null;

  /** Value at the present poses, world units or rad: of B as measured from A. */
  get value(): number {
    return this.read(this.seen);
  }

  /** @internal The value as laws see it: of a wrapped angle over all turns. */
  get seen(): number {
    this.joint.measure();
    return this.row(VALUE) / this.gauge;
  }

  /** @internal How a value that laws see is read. */
  read(seen: number): number {
    return this.wrapped ? shortWay(seen) : seen;
  }

  /** Rate at the present poses and velocities, world units/s or rad/s. */
  get rate(): number {
    return this.joint.rateOf(this.spec) / this.gauge;
  }

  /** Force of all laws on the coordinate, mean over the last step, N or N·m. */
  get force(): number {
    let sum = 0;
    for (const law of LAWS) sum += this[law]?.force ?? 0;
    return sum;
  }

  /** Angles only: true if `value` reads in (−π, π] and laws go the short way round. */
  get wrapped(): boolean {
    return (this.flags & WRAPPED) !== 0;
  }

  set wrapped(value: boolean) {
    if (flag(`${this.path}.wrapped`, value) && this.unit !== 'angle')
      refuse('param-invalid', `${this.path}.wrapped`, 'be set on an angle', value);
    if (value) refuseWide(`${this.path}.wrapped`, this.limits?.lower ?? 0, this.limits?.upper ?? 0);
    this.setFlags(value ? WRAPPED : 0, value ? 0 : WRAPPED);
    this.bringLaws();
  }

  /** Holds it at a value; `null`: nothing does. `true` locks it rigidly at 0, a distance where it is. */
  get lock(): LockLaw | null {
    return this.flags & LOCK ? (this.#lock ??= frozen(new LockLaw(this))) : null;
  }

  set lock(options: LockOptions | boolean | null) {
    this.#needsValue('lock', options);
    LockLaw.assign(this, options);
  }

  /** Keeps it between two bounds; `null`: nothing does. Throws `limits-reversed`. */
  get limits(): LimitsLaw | null {
    return this.flags & STOPS ? (this.#limits ??= frozen(new LimitsLaw(this))) : null;
  }

  set limits(options: LimitsOptions | null) {
    this.#needsValue('limits', options);
    LimitsLaw.assign(this, options);
  }

  /** Pulls it towards a value; `null`: nothing does. */
  get spring(): SpringLaw | null {
    return this.flags & SPRING ? (this.#spring ??= frozen(new SpringLaw(this))) : null;
  }

  set spring(options: SpringOptions | null) {
    if (!isObject(options) || !('force' in options)) this.#needsValue('spring', options);
    SpringLaw.assign(this, options);
  }

  /** Drives it at a speed or to a target; `null`: nothing does. */
  get motor(): MotorLaw | null {
    return this.flags & MOTOR ? (this.#motor ??= frozen(new MotorLaw(this))) : null;
  }

  set motor(options: MotorOptions | null) {
    if (isObject(options) && options.target !== undefined) this.#needsValue('motor', options);
    MotorLaw.assign(this, options);
  }

  /** Resists its motion; `null`: nothing does. */
  get friction(): FrictionLaw | null {
    return this.flags & FRICTIONS ? (this.#friction ??= frozen(new FrictionLaw(this))) : null;
  }

  set friction(options: FrictionOptions | null) {
    FrictionLaw.assign(this, options);
  }

  /** Lets it move one way only; `null`: nothing does. */
  get ratchet(): RatchetLaw | null {
    return this.flags & RATCHET ? (this.#ratchet ??= frozen(new RatchetLaw(this))) : null;
  }

  set ratchet(options: RatchetOptions | null) {
    this.#needsValue('ratchet', options);
    RatchetLaw.assign(this, options);
  }

  /** What is a rate alone takes a motor with a speed, friction and forces. */
  #needsValue(law: string, options: unknown): void {
    if (this.spec.kind.isRate === true && options !== null)
      refuse('no-such-law', `${this.path}.${law}`, 'be left out: the row is a rate, and has no value', options);
  }

  /** @internal Laws given at creation. */
  applyOptions(path: string, options: unknown): void {
    this.assignLaws(knownKeys(path, options, [...LAWS, 'wrapped']), ['wrapped', ...LAWS]);
  }

  /** @internal A value in the coordinate's unit. */
  checkValue(path: string, value: unknown): number {
    return this.isDistance ? nonNegative(path, value) : finite(path, value);
  }

  /** @internal The least at which a lock, stop or servo holds a distance, whatever it is told: at 0 that has no direction. */
  get leastHeld(): number {
    return LEAST_DISTANCE * this.joint.requireWorld().lengthUnit;
  }

  /** @internal True if the value cannot be negative and has no natural zero. */
  get isDistance(): boolean {
    return this.spec.name === 'length';
  }

  /** @internal A number of the laws record, as it was given. */
  override law(field: number): number {
    return VALUES.has(field) ? super.law(field) / this.gauge : super.law(field);
  }

  /** @internal The inverse. */
  override setLaw(field: number, value: number): void {
    super.setLaw(field, VALUES.has(field) ? value * this.gauge : value);
  }

  /** @internal The bound that the value is at or beyond: −1 lower, 1 upper, 0 none. What rests on one trembles by what a direct step may leave. */
  get metBound(): -1 | 0 | 1 {
    const { tolerance, lengthUnit } = this.joint.requireWorld();
    const slop = (this.unit === 'angle' ? tolerance : tolerance * lengthUnit) / this.gauge;
    const { flags, seen } = this;
    if (flags & LOWER && seen <= this.law(LOWER_BOUND) + slop) return -1;
    return flags & UPPER && seen >= this.law(UPPER_BOUND) - slop ? 1 : 0;
  }

  /** @internal Where its lock was told to hold it. */
  get lockTarget(): number {
    return this.row(LOCK_GIVEN) / this.gauge;
  }

  /** @internal A changed one leads what is held, and wakes the island. */
  setLockTarget(value: number): void {
    const { batch, slot } = this.joint.record();
    const i = slot * batch.stride + this.spec.at + LOCK_GIVEN;
    const given = value * this.gauge;
    if (batch.rows[i] === given) return;
    batch.rows[i] = given;
    this.joint.wake();
    this.bringLaws();
    this.joint.leadBy(this.spec);
  }

  /** @internal Writes a bound as it was given: a changed one leads what is held, and wakes the island. */
  setHeld(field: number, value: number): void {
    const isMoved = this.law(field) !== value;
    this.setGiven(field, value);
    if (isMoved) this.joint.leadBy(this.spec);
  }

  /** @internal Moves what holds it at one value, or between two. */
  moveBounds(lower: number, upper: number): void {
    if (lower === upper && this.flags & LOCK) this.setLockTarget(lower);
    if (this.flags & LOWER) this.setHeld(LOWER_GIVEN, lower);
    if (this.flags & UPPER) this.setHeld(UPPER_GIVEN, upper);
  }

  /** @internal Writes a target as it was given to the field for that; a changed one wakes the island. */
  setGiven(field: number, value: number): void {
    this.setLaw(field, value);
    this.bringLaws();
  }

  /** @internal Lets the laws see what they were given. */
  bringLaws(): void {
    if (this.wrapped) this.joint.measure();
    const { batch, slot } = this.joint.record();
    const o = slot * batch.stride + this.spec.at;
    const p = batch.lawsAt(slot, this.spec.index);
    bringLaws(batch.rows, o, batch.laws, p);
    if (this.isDistance) raiseLaws(batch.rows, o, batch.laws, p, this.leastHeld);
  }

  /** @internal What is soft by hertz takes its stiffness anew. */
  forgetStiffness(): void {
    if (this.flags & SPRING_HERTZ) this.clearStiffness(SPRING_ROW);
    this.clearStiffness(LOCK_ROW);
    this.clearStiffness(LIMITS_ROW);
  }

  /** @internal The same of one of its soft rows. */
  clearStiffness(row: number): void {
    this.clearLaw(row + S_STIFFNESS);
    this.joint.batch.takesStiffness = true;
  }

  /** @internal The lock's own numbers are in the row record. */
  clearLock(): void {
    const { batch, slot } = this.joint.record();
    const o = slot * batch.stride + this.spec.at;
    batch.rows[o + WARM] -= batch.rows[o + LOCK_IMPULSE];
    batch.rows[o + LOCK_IMPULSE] = 0;
    batch.rows[o + LOCK_SUM] = 0;
  }
}
