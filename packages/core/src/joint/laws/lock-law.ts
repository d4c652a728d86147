import { frozen, knownKeys, nonNegative, positive } from '../../base/check';
import {
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_CORRECTION,
  LOCK_HERTZ,
  LOCK_RATIO,
  LOCK_ROW,
  LOCK_SOFT,
  S_IMPULSE,
  S_SUM,
} from '../../coordinates/laws/law-fields';
import { refuse } from '../../base/error';
import { scalarBooks } from '../law-book';
import type { LockOptions, SoftnessOptions } from '../law-options';
import type { CoordinateBase } from '../coordinate-base';
import type { ScalarCoordinate } from '../scalar-coordinate';
import { effectiveMassOf, forget, Law, lawKeys, readCap, readEffectiveMass, setStiffness } from './law';

/** A softness as it is stored: bits, then hertz or correction, and damping ratio. */
export interface StoredSoftness {
  readonly bits: number;
  readonly hertz: number;
  readonly dampingRatio: number;
}

/** Checks a softness; `null` is rigid. */
export function readSoftness(path: string, value: unknown): StoredSoftness {
  if (value === null) return { bits: 0, hertz: 0, dampingRatio: 0 };
  if (typeof value !== 'object')
    refuse('param-invalid', path, 'be { hertz, dampingRatio }, { correction } or null', value);
  const given = knownKeys(path, value, ['hertz', 'dampingRatio', 'correction']);
  const { hertz, correction } = given;
  const { dampingRatio = 1 } = given;
  if (correction !== undefined) {
    if (hertz !== undefined || given['dampingRatio'] !== undefined)
      refuse('option-conflict', path, 'take hertz or correction, not both', value);
    const left = positive(`${path}.correction`, correction);
    if (left >= 1) refuse('param-invalid', `${path}.correction`, 'be between 0 and 1', correction);
    return { bits: LOCK_CORRECTION, hertz: left, dampingRatio: 0 };
  }
  if (hertz === undefined) refuse('option-missing', path, 'have hertz or correction', value);
  if (hertz === Infinity) return { bits: 0, hertz: 0, dampingRatio: 0 };
  return {
    bits: LOCK_SOFT,
    hertz: positive(`${path}.hertz`, hertz),
    dampingRatio: nonNegative(`${path}.dampingRatio`, dampingRatio),
  };
}

function hertzOf({ bits, hertz }: StoredSoftness): number {
  return bits & LOCK_SOFT ? hertz : 0;
}

/** The softness that bits and numbers stand for, as options; no fields to set, which would set nothing. */
export function showSoftness(flags: number, hertz: number, dampingRatio: number): SoftnessOptions | null {
  if (flags & LOCK_CORRECTION) return frozen({ correction: hertz });
  return flags & LOCK_SOFT ? frozen({ hertz, dampingRatio }) : null;
}

/** Stores a softness, with its damping ratio behind the hertz. What held otherwise so far forgets what it gave. */
export function storeSoftness(
  c: CoordinateBase,
  { bits, hertz, dampingRatio }: StoredSoftness,
  hertzAt: number,
  forgetImpulses: () => void,
): void {
  if (bits !== (c.flags & (LOCK_SOFT | LOCK_CORRECTION))) forgetImpulses();
  c.setFlags(bits, (LOCK_SOFT | LOCK_CORRECTION) & ~bits);
  c.setLaw(hertzAt, hertz);
  c.setLaw(hertzAt + 1, dampingRatio);
}

function soften(c: ScalarCoordinate, softness: StoredSoftness): void {
  if (softness.hertz !== c.law(LOCK_HERTZ)) c.clearStiffness(LOCK_ROW);
  storeSoftness(c, softness, LOCK_HERTZ, () => {
    c.clearLock();
    forget(c, [LOCK_ROW + S_IMPULSE]);
    c.clearStiffness(LOCK_ROW);
  });
}

/** The value to hold: as given; where nothing was locked before 0, or the value now of a length; null leaves it. */
function readTarget(c: ScalarCoordinate, path: string, given: number | undefined): number | null {
  if (given !== undefined) return c.checkValue(`${path}.target`, given);
  if (c.flags & LOCK) return null;
  return c.isDistance ? Math.max(c.value, c.leastHeld) : 0;
}

/** Holds the coordinate at its `target`: 0, or what a length was when it was locked, unless another is given. */
export class LockLaw extends Law {
  /** @internal */
  protected override readonly book = scalarBooks.lock;

  /** @internal `true` and `{}` lock rigidly, `false` and `null` let go. */
  static assign(c: ScalarCoordinate, options: LockOptions | boolean | null): void {
    if (options === null || options === false) {
      c.clearLock();
      forget(c, [LOCK_ROW + S_IMPULSE]);
      c.clearLaw(LOCK_ROW + S_SUM);
      c.clearStiffness(LOCK_ROW);
      c.setFlags(0, LOCK | LOCK_SOFT | LOCK_CORRECTION | LOCK_CAPPED);
      return;
    }
    const path = `${c.path}.lock`;
    const given = options === true ? {} : options;
    lawKeys(path, given, ['softness', 'effectiveMass', 'target']);
    const softness = readSoftness(`${path}.softness`, given.softness ?? null);
    const stiffness = readEffectiveMass(c, path, given.effectiveMass, hertzOf(softness));
    const most = readCap(c, path, given);
    const target = readTarget(c, path, given.target);
    if (target !== null) c.setLockTarget(target);
    c.setFlags(LOCK, 0);
    c.bringLaws();
    soften(c, softness);
    setStiffness(c, LOCK_ROW, stiffness);
    c.setCap(LOCK_CAPPED, LOCK_CAP, most);
  }

  /** World units or rad at which it is held. A distance is held at 0.005 m at least: nearer to 0 it has no direction. */
  get target(): number {
    return this.coordinate.lockTarget;
  }

  set target(value: number) {
    const { coordinate: c } = this;
    c.setLockTarget(c.checkValue(`${c.path}.lock.target`, value));
  }

  /** `null`: rigid. */
  get softness(): SoftnessOptions | null {
    return showSoftness(this.coordinate.flags, this.coordinate.law(LOCK_HERTZ), this.coordinate.law(LOCK_RATIO));
  }

  set softness(value: SoftnessOptions | null) {
    soften(this.coordinate, readSoftness(`${this.path}.softness`, value));
  }

  /**
   * The mass that `hertz` of a soft lock counts, kg or kg·m²: its stiffness is (2π · hertz)² times this. It is that of the coordinate in the pose
   * in which the lock began to act. `null` before that, and of other locks, where setting it throws `option-conflict`.
   */
  get effectiveMass(): number | null {
    const { coordinate: c } = this;
    return c.flags & LOCK_SOFT ? effectiveMassOf(c, LOCK_ROW, c.law(LOCK_HERTZ)) : null;
  }

  set effectiveMass(value: number) {
    const { coordinate: c, path } = this;
    setStiffness(c, LOCK_ROW, readEffectiveMass(c, path, value, c.flags & LOCK_SOFT ? c.law(LOCK_HERTZ) : 0));
  }
}
