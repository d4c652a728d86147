/**
 * Units as exponents of length, time and mass, inferred by unification: an unknown unit is a variable, two units that must be
 * equal are an equation, linear in the exponents. Angles are pure numbers.
 */

/** Constant exponents, and multiples of unknown units. */
export interface Unit {
  readonly length: number;
  readonly time: number;
  readonly mass: number;
  readonly unknown: ReadonlyMap<number, number>;
}

const NONE: ReadonlyMap<number, number> = new Map();
/** Exponents are sums of small fractions. */
const SMALL = 1e-9;

const unit = (length: number, time: number, mass: number): Unit => ({ length, time, mass, unknown: NONE });

export const PURE = unit(0, 0, 0);
export const LENGTH = unit(1, 0, 0);
export const TIME = unit(0, 1, 0);
export const VELOCITY = unit(1, -1, 0);
export const ANGULAR_VELOCITY = unit(0, -1, 0);
export const MASS = unit(0, 0, 1);
export const INERTIA = unit(2, 0, 1);

/** a · bᵏ. */
export function combine(a: Unit, b: Unit, k: number): Unit {
  let unknown = a.unknown;
  if (b.unknown.size > 0) {
    const sum = new Map(a.unknown);
    for (const [variable, power] of b.unknown) {
      const total = (sum.get(variable) ?? 0) + k * power;
      if (Math.abs(total) < SMALL) sum.delete(variable);
      else sum.set(variable, total);
    }
    unknown = sum;
  }
  return { length: a.length + k * b.length, time: a.time + k * b.time, mass: a.mass + k * b.mass, unknown };
}

/** The units of one program: what has been found out about unknown ones. */
export class UnitSolver {
  readonly #found: Unit[] = [];
  readonly #isFound: boolean[] = [];

  unknown(): Unit {
    this.#isFound.push(false);
    this.#found.push(PURE);
    return { ...PURE, unknown: new Map([[this.#found.length - 1, 1]]) };
  }

  /** With everything put in that has been found out. */
  resolve(of: Unit): Unit {
    let known = of;
    for (;;) {
      let variable = -1;
      for (const v of known.unknown.keys()) if (this.#isFound[v]) variable = v;
      if (variable < 0) return known;
      const power = known.unknown.get(variable) ?? 0;
      const unknown = new Map(known.unknown);
      unknown.delete(variable);
      known = combine({ ...known, unknown }, this.#found[variable], power);
    }
  }

  /** Makes both equal if they can be; false if they are not. */
  equate(a: Unit, b: Unit): boolean {
    const rest = this.resolve(combine(a, b, -1));
    for (const [variable, power] of rest.unknown) {
      const others = new Map(rest.unknown);
      others.delete(variable);
      this.#found[variable] = combine(PURE, { ...rest, unknown: others }, -1 / power);
      this.#isFound[variable] = true;
      return true;
    }
    return Math.max(Math.abs(rest.length), Math.abs(rest.time), Math.abs(rest.mass)) < SMALL;
  }

  /** `length`, `angle/time`, `length^2`, …; `any` where the program leaves it open. */
  name(of: Unit): string {
    const { length, time, mass, unknown } = this.resolve(of);
    if (unknown.size > 0) return 'any';
    const above = [power('mass', mass), power('length', length), ...(time > 0 ? [power('time', time)] : [])];
    const product = above.filter((word) => word !== '').join('*');
    return (product === '' ? 'angle' : product) + (time < -SMALL ? `/${power('time', -time)}` : '');
  }
}

function power(word: string, exponent: number): string {
  if (Math.abs(exponent) < SMALL) return '';
  if (Math.abs(exponent - 1) < SMALL) return word;
  for (let below = 1; below <= 12; below++) {
    const whole = Math.round(exponent * below);
    if (Math.abs(whole - exponent * below) < SMALL) return `${word}^${whole}${below === 1 ? '' : `/${below}`}`;
  }
  return `${word}^${exponent}`;
}
