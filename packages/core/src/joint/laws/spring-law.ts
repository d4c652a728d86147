import {
  S_IMPULSE,
  S_SUM,
  SPRING,
  SPRING_A,
  SPRING_B,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_FORCE,
  SPRING_FUNCTION,
  SPRING_HERTZ,
  SPRING_ROW,
  SPRING_GIVEN,
} from '../../coordinates/laws/law-fields';
import { scalarBooks } from '../law-book';
import type { SpringForce, SpringOptions } from '../law-options';
import type { ScalarCoordinate } from '../scalar-coordinate';
import { effectiveMassOf, forget, lawKeys, readCap, readEffectiveMass, setHertz, setStiffness } from './law';
import { BY_NUMBERS, MODE_BITS, readMode, readNumbers, SpringByNumbers } from './spring-by-numbers';

const MODES = [...BY_NUMBERS, 'force'] as const;
const GIVEN_ANEW = 'be given with a new spring: assign spring = { force, slope }';

/**
 * Pulls the coordinate towards `target`; stable at any stiffness and step. It is given by `hertz`, by `stiffness`, by `compliance` or by a
 * function. Setting one of the first three makes it a spring by that, and the others read `null`.
 */
export class SpringLaw extends SpringByNumbers<ScalarCoordinate> {
  /** @internal */
  protected override readonly book = scalarBooks.spring;
  /** @internal */
  protected override readonly numbersAt = SPRING_A;

  /** @internal */
  static assign(c: ScalarCoordinate, options: SpringOptions | null): void {
    if (options === null) {
      forget(c, [SPRING_ROW + S_IMPULSE]);
      c.clearLaw(SPRING_ROW + S_SUM);
      c.clearStiffness(SPRING_ROW);
      c.setFlags(0, SPRING | MODE_BITS | SPRING_CAPPED);
      return;
    }
    const path = `${c.path}.spring`;
    const given = lawKeys(path, options, [...MODES, 'dampingRatio', 'effectiveMass', 'damping', 'slope', 'target']);
    const write = readSpring(c, path, given);
    const target = c.checkValue(`${path}.target`, given['target'] === undefined ? c.value : given['target']);
    const most = readCap(c, path, options);
    write();
    c.setGiven(SPRING_GIVEN, target);
    c.setCap(SPRING_CAPPED, SPRING_CAP, most);
    c.setFlags(SPRING, 0);
  }

  /** World units or rad at which it rests. */
  get target(): number {
    return this.coordinate.law(SPRING_GIVEN);
  }

  set target(value: number) {
    this.coordinate.setGiven(SPRING_GIVEN, this.coordinate.checkValue(`${this.path}.target`, value));
  }

  /**
   * The mass that `hertz` counts, kg or kg·m²: the stiffness is (2π · hertz)² times this. It is that of the coordinate in the pose in which the
   * spring began to act. `null` before that, and if the spring is given otherwise: then setting it throws `no-such-law`.
   */
  get effectiveMass(): number | null {
    const { hertz } = this;
    return hertz === null ? null : effectiveMassOf(this.coordinate, SPRING_ROW, hertz);
  }

  set effectiveMass(value: number) {
    const { hertz } = this;
    if (hertz === null) this.refuseField('effectiveMass', 'hertz', value);
    this.retune('effectiveMass', value, { hertz, dampingRatio: this.dampingRatio });
  }

  /** The function it was given, the name it was registered under, or its number; `null` if the spring is given by stiffness. */
  get law(): SpringForce | string | number | null {
    return this.coordinate.flags & SPRING_FORCE
      ? this.coordinate.joint.requireWorld().forceAt(this.coordinate.law(SPRING_FUNCTION))
      : null;
  }

  /** What the spring did: mean of the last step, N or N·m; positive raises the coordinate, of a point its size. 0 before the first step. */
  override get force(): number {
    return super.force;
  }

  /** Only an option of `create` and of the law as a whole: throws `option-unknown`. */
  override set force(value: never) {
    this.refuseSet('force', GIVEN_ANEW, value);
  }

  /** Only an option, as `force` is: throws `option-unknown`. */
  set slope(value: never) {
    this.refuseSet('slope', GIVEN_ANEW, value);
  }

  /** @internal */
  protected override tune(path: string, given: Readonly<Record<string, unknown>>): void {
    readSpring(this.coordinate, path, given)();
  }
}

/** Checks the numbers of a spring and returns the function that stores them. */
function readSpring(c: ScalarCoordinate, path: string, given: Readonly<Record<string, unknown>>): () => void {
  const mode = readMode(c, path, given, MODES);
  if (mode !== 'hertz') readEffectiveMass(c, path, given['effectiveMass'], 0);
  if (mode === 'force') {
    const index = c.joint.requireWorld().forceIndex(path, given['force'], given['slope'], c.forceScale, c.gauge);
    return () => store(c, SPRING_FORCE, 0, 0, index);
  }
  const [bits, first, damping] = readNumbers(c, path, mode, given);
  const stiffness = mode === 'hertz' ? readEffectiveMass(c, path, given['effectiveMass'], first) : null;
  return () => {
    store(c, bits, first, damping, 0);
    setStiffness(c, SPRING_ROW, stiffness);
  };
}

function store(c: ScalarCoordinate, bits: number, a: number, b: number, index: number): void {
  if (bits === SPRING_HERTZ && (c.flags & MODE_BITS) !== bits) c.clearStiffness(SPRING_ROW);
  c.setFlags(bits, MODE_BITS & ~bits);
  if (bits === SPRING_HERTZ) setHertz(c, SPRING_A, SPRING_ROW, a);
  else c.setLaw(SPRING_A, a);
  c.setLaw(SPRING_B, b);
  c.setLaw(SPRING_FUNCTION, index);
}
