import { finite, nonNegative, positive } from '../../base/check';
import {
  LIMITS_BOUNCE,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_HERTZ,
  LIMITS_RATIO,
  LIMITS_ROW,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOWER,
  LOWER_GIVEN,
  LOWER_IMPULSE,
  RESTITUTION,
  S_IMPULSE,
  S_SUM,
  UPPER,
  UPPER_GIVEN,
  UPPER_IMPULSE,
} from '../../coordinates/laws/law-fields';
import { TURN } from '../../coordinates/whole-turns';
import { refuse, TenonError } from '../../base/error';
import { scalarBooks } from '../law-book';
import type { LimitsOptions } from '../law-options';
import type { ScalarCoordinate } from '../scalar-coordinate';
import { effectiveMassOf, forget, Law, lawKeys, readCap, readEffectiveMass, setHertz, setStiffness } from './law';

const KEYS = ['lower', 'upper', 'restitution', 'hertz', 'dampingRatio', 'effectiveMass'] as const;
const ALL = LOWER | UPPER | LIMITS_SOFT | LIMITS_BOUNCE | LIMITS_EQUAL | LIMITS_CAPPED;

type LimitsObject = Exclude<LimitsOptions, readonly unknown[]>;

interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

/**
 * Keeps the coordinate between two bounds, each of which may be open. The bound is met, not overshot. With a cap its stops push with that
 * at most: what is stronger goes on beyond them, and is brought back as soon as it is not.
 */
export class LimitsLaw extends Law {
  /** @internal */
  protected override readonly book = scalarBooks.limits;

  /** @internal */
  static assign(c: ScalarCoordinate, options: LimitsOptions | null): void {
    if (options === null) {
      forgetStops(c);
      c.clearLaw(LIMITS_SUM, LIMITS_ROW + S_SUM);
      c.clearStiffness(LIMITS_ROW);
      c.setFlags(0, ALL);
      return;
    }
    const path = `${c.path}.limits`;
    const given: LimitsObject = Array.isArray(options)
      ? fromPair(path, options as readonly unknown[])
      : (options as LimitsObject);
    lawKeys(path, given, KEYS);
    const most = readCap(c, path, given);
    const bounds = readBounds(c, path, given.lower ?? null, given.upper ?? null);
    // Without defaults for null, which stands for no bound and no softness alone.
    const { restitution: bounce = 0, dampingRatio: damping = 1 } = given;
    const restitution = readRestitution(path, bounce);
    const soft = given.hertz !== undefined && given.hertz !== null && given.hertz !== Infinity;
    const hertz = soft ? positive(`${path}.hertz`, given.hertz) : 0;
    const dampingRatio = nonNegative(`${path}.dampingRatio`, damping);
    const stiffness = readEffectiveMass(c, path, given.effectiveMass, hertz);
    refuseBounce(path, restitution, soft, most);
    writeBounds(c, bounds);
    setSoft(c, soft);
    c.setFlags(restitution > 0 ? LIMITS_BOUNCE : 0, restitution > 0 ? 0 : LIMITS_BOUNCE);
    c.setLaw(RESTITUTION, restitution);
    setHertz(c, LIMITS_HERTZ, LIMITS_ROW, hertz);
    setStiffness(c, LIMITS_ROW, stiffness);
    c.setLaw(LIMITS_RATIO, dampingRatio);
    c.setCap(LIMITS_CAPPED, LIMITS_CAP, most);
  }

  /** Lower bound, world units or rad; −Infinity: open below. */
  get lower(): number {
    return this.coordinate.flags & LOWER ? this.coordinate.law(LOWER_GIVEN) : -Infinity;
  }

  set lower(value: number | null) {
    writeBounds(this.coordinate, readBounds(this.coordinate, this.path, value, this.upper));
  }

  /** Upper bound, world units or rad; Infinity: open above. A distance is held at 0.005 m at least. */
  get upper(): number {
    return this.coordinate.flags & UPPER ? this.coordinate.law(UPPER_GIVEN) : Infinity;
  }

  set upper(value: number | null) {
    writeBounds(this.coordinate, readBounds(this.coordinate, this.path, this.lower, value));
  }

  /** How much of the speed at which a stop is met is given back, 0 to 1; applies above 1 m/s or rad/s. 0 on a stop that is soft or has a cap. */
  get restitution(): number {
    return this.coordinate.law(RESTITUTION);
  }

  set restitution(value: number) {
    const path = this.path;
    const restitution = readRestitution(path, value);
    refuseBounce(path, restitution, (this.coordinate.flags & LIMITS_SOFT) !== 0, this.cap);
    this.coordinate.setFlags(restitution > 0 ? LIMITS_BOUNCE : 0, restitution > 0 ? 0 : LIMITS_BOUNCE);
    this.coordinate.setLaw(RESTITUTION, restitution);
  }

  /** Frequency of a soft stop, Hz, above 0; Infinity: hard. */
  get hertz(): number {
    return this.coordinate.flags & LIMITS_SOFT ? this.coordinate.law(LIMITS_HERTZ) : Infinity;
  }

  set hertz(value: number | null) {
    const soft = value !== null && value !== Infinity;
    const path = this.path;
    const hertz = soft ? positive(`${path}.hertz`, value) : 0;
    refuseBounce(path, this.restitution, soft, this.cap);
    setSoft(this.coordinate, soft);
    setHertz(this.coordinate, LIMITS_HERTZ, LIMITS_ROW, hertz);
  }

  /** Damping ratio of a soft stop; 1 is critical. */
  get dampingRatio(): number {
    return this.coordinate.law(LIMITS_RATIO);
  }

  set dampingRatio(value: number) {
    this.coordinate.setLaw(LIMITS_RATIO, nonNegative(`${this.path}.dampingRatio`, value));
  }

  /**
   * The mass that `hertz` of a soft stop counts, kg or kg·m²: its stiffness is (2π · hertz)² times this. It is that of the coordinate in the pose
   * in which the stop was met, anew each time. `null` while none pushes, and of hard stops, where setting it throws `option-conflict`.
   */
  get effectiveMass(): number | null {
    const { coordinate: c } = this;
    const isMet = this.lower === this.upper || c.value < this.lower || c.value > this.upper;
    return c.flags & LIMITS_SOFT && isMet ? effectiveMassOf(c, LIMITS_ROW, c.law(LIMITS_HERTZ)) : null;
  }

  set effectiveMass(value: number) {
    const { coordinate: c, path } = this;
    setStiffness(c, LIMITS_ROW, readEffectiveMass(c, path, value, c.flags & LIMITS_SOFT ? c.law(LIMITS_HERTZ) : 0));
  }

  /** Which stop pushed in the last step: −1 the lower, 1 the upper, 0 none. */
  get active(): -1 | 0 | 1 {
    const { coordinate: c } = this;
    const push = c.law(LIMITS_SUM);
    return push > 0 ? -1 : push < 0 ? 1 : 0;
  }

  /** @internal */
  protected override checkCap(most: number): void {
    refuseBounce(this.path, this.restitution, false, most);
  }
}

function fromPair(path: string, pair: readonly unknown[]): { lower: number | null; upper: number | null } {
  if (pair.length !== 2) refuse('param-invalid', path, 'be [lower, upper]', pair);
  pair.forEach((bound, i) => {
    if (bound === undefined)
      refuse('param-not-finite', `${path}.${i === 0 ? 'lower' : 'upper'}`, 'be a number, or null for none', bound);
  });
  return { lower: pair[0] as number | null, upper: pair[1] as number | null };
}

/** Checks the order of two bounds; an infinity on its own side is "none". */
function readBounds(c: ScalarCoordinate, path: string, lower: unknown, upper: unknown): Bounds {
  const low = lower === null || lower === -Infinity ? null : finite(`${path}.lower`, lower);
  const high = upper === null || upper === Infinity ? null : finite(`${path}.upper`, upper);
  if (low !== null && high !== null && low > high) {
    throw new TenonError('limits-reversed', `${path} must run from lower to upper, got [${low}, ${high}]`, path, [
      low,
      high,
    ]);
  }
  if (c.isDistance) {
    if (low !== null) nonNegative(`${path}.lower`, low);
    if (high !== null) nonNegative(`${path}.upper`, high);
  }
  if (c.wrapped && low !== null && high !== null) refuseWide(path, low, high);
  return { lower: low, upper: high };
}

/** Bounds that are farther apart than a turn are none on a circle. */
export function refuseWide(path: string, lower: number, upper: number): void {
  if (upper - lower > TURN && upper - lower < Infinity)
    refuse('param-invalid', path, 'have limits at most a turn apart on a wrapped angle', [lower, upper]);
}

function writeBounds(c: ScalarCoordinate, { lower, upper }: Bounds): void {
  const equal = lower !== null && lower === upper;
  const on = (lower === null ? 0 : LOWER) | (upper === null ? 0 : UPPER) | (equal ? LIMITS_EQUAL : 0);
  // An impulse of the other stop, or of the other sign, must not be warm started.
  if (on !== (c.flags & (LOWER | UPPER | LIMITS_EQUAL))) forgetStops(c);
  c.setFlags(on, (LOWER | UPPER | LIMITS_EQUAL) & ~on);
  c.setHeld(LOWER_GIVEN, lower ?? 0);
  c.setHeld(UPPER_GIVEN, upper ?? 0);
}

/** Makes the stops soft or hard; neither goes on with the impulse of the other. */
function setSoft(c: ScalarCoordinate, soft: boolean): void {
  if (soft !== ((c.flags & LIMITS_SOFT) !== 0)) forgetStops(c);
  c.setFlags(soft ? LIMITS_SOFT : 0, soft ? 0 : LIMITS_SOFT);
}

/** The upper stop keeps its impulse as a push downwards: positive numbers that lower the coordinate. */
function forgetStops(c: ScalarCoordinate): void {
  forget(c, [LOWER_IMPULSE, LIMITS_ROW + S_IMPULSE]);
  forget(c, [UPPER_IMPULSE], -1);
}

function readRestitution(path: string, value: unknown): number {
  const restitution = nonNegative(`${path}.restitution`, value);
  if (restitution > 1) refuse('param-invalid', `${path}.restitution`, 'be between 0 and 1', value);
  return restitution;
}

function refuseBounce(path: string, restitution: number, soft: boolean, most: number): void {
  if (restitution === 0) return;
  if (soft) refuse('option-conflict', `${path}.restitution`, 'be 0 on a soft stop', restitution);
  if (most < Infinity) refuse('option-conflict', `${path}.restitution`, 'be 0 on a stop with a cap', restitution);
}
