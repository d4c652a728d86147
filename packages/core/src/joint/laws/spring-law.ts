import { finite, invertible, nonNegative, positive } from '../../check';
import {
  S_IMPULSE,
  S_SUM,
  SPRING,
  SPRING_A,
  SPRING_B,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_COMPLIANCE,
  SPRING_FORCE,
  SPRING_FUNCTION,
  SPRING_HERTZ,
  SPRING_ROW,
  SPRING_GIVEN,
} from '../../coordinates/laws/law-fields';
import { refuse } from '../../error';
import { scalarBooks } from '../law-book';
import type { SpringForce, SpringOptions } from '../law-options';
import type { ScalarCoordinate } from '../scalar-coordinate';
import { isSwinging } from '../swinging';
import { effectiveMassOf, forget, Law, lawKeys, readCap, readEffectiveMass, setHertz, setStiffness } from './law';

const MODES = ['hertz', 'stiffness', 'compliance', 'force'] as const;
const GIVEN_ANEW = 'be given with a new spring: assign spring = { force, slope }';
const MODE_BITS = SPRING_HERTZ | SPRING_COMPLIANCE | SPRING_FORCE;

/**
 * Pulls the coordinate towards `target`, implicitly: stable at any stiffness and step. Given `hertz`, `stiffness` or `compliance`, it
 * is a spring by that from then on, and the others read `null`.
 */
export class SpringLaw extends Law {
  protected override readonly name = 'spring';
  protected override readonly book = scalarBooks.spring;
  protected override readonly capBit = SPRING_CAPPED;
  protected override readonly capField = SPRING_CAP;

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

  /** Value at which it rests. */
  get target(): number {
    return this.coordinate.law(SPRING_GIVEN);
  }

  set target(value: number) {
    this.coordinate.setGiven(SPRING_GIVEN, this.coordinate.checkValue(`${this.path}.target`, value));
  }

  /** Hz against the effective mass of the coordinate; `null` if the spring is given otherwise. */
  get hertz(): number | null {
    return this.#mode(SPRING_HERTZ, SPRING_A, 1);
  }

  set hertz(value: number) {
    this.#retune('hertz', value, { dampingRatio: this.dampingRatio ?? 1 });
  }

  /** 1 is critical; `null` if the spring is given otherwise: then setting it throws `no-such-law`. */
  get dampingRatio(): number | null {
    return this.#mode(SPRING_HERTZ, SPRING_B, 1);
  }

  set dampingRatio(value: number) {
    const { hertz } = this;
    if (hertz === null) this.#refuseField('dampingRatio', 'hertz', value);
    this.#retune('dampingRatio', value, { hertz });
  }

  /**
   * Of the stiffness that a spring by hertz has, kg or kg·m²: that of the coordinate in the pose in which it began to act. `null` before, and if
   * the spring is given otherwise: then setting it throws `no-such-law`.
   */
  get effectiveMass(): number | null {
    const { hertz } = this;
    return hertz === null ? null : effectiveMassOf(this.coordinate, SPRING_ROW, hertz);
  }

  set effectiveMass(value: number) {
    const { hertz } = this;
    if (hertz === null) this.#refuseField('effectiveMass', 'hertz', value);
    this.#retune('effectiveMass', value, { hertz, dampingRatio: this.dampingRatio });
  }

  /** N/m or N·m/rad; `null` if the spring is given otherwise. */
  get stiffness(): number | null {
    return this.#mode(0, SPRING_A, this.coordinate.stiffnessScale);
  }

  set stiffness(value: number) {
    this.#retune('stiffness', value, { damping: this.damping ?? 0 });
  }

  /** N·s/m or N·m·s/rad; `null` if the spring is given by hertz or a function: then setting it throws `no-such-law`. */
  get damping(): number | null {
    return (
      this.#mode(0, SPRING_B, this.coordinate.stiffnessScale) ??
      this.#mode(SPRING_COMPLIANCE, SPRING_B, this.coordinate.stiffnessScale)
    );
  }

  set damping(value: number) {
    const { compliance, stiffness } = this;
    if (compliance === null && stiffness === null) this.#refuseField('damping', 'stiffness or compliance', value);
    this.#retune('damping', value, compliance === null ? { stiffness } : { compliance });
  }

  /** m/N or rad/(N·m); `null` if the spring is given otherwise. */
  get compliance(): number | null {
    const stored = this.#mode(SPRING_COMPLIANCE, SPRING_A, 1);
    return stored === null ? null : stored * this.coordinate.stiffnessScale;
  }

  set compliance(value: number) {
    this.#retune('compliance', value, { damping: this.damping ?? 0 });
  }

  /** The function it was given, or the name it was registered under; `null` if the spring is given by numbers. */
  get law(): SpringForce | string | null {
    return this.coordinate.flags & SPRING_FORCE
      ? this.coordinate.joint.requireWorld().forceAt(this.coordinate.law(SPRING_FUNCTION))
      : null;
  }

  override get force(): number {
    return super.force;
  }

  /** An option alone: throws `option-unknown`. */
  override set force(value: never) {
    this.refuseSet('force', GIVEN_ANEW, value);
  }

  /** An option alone: throws `option-unknown`. */
  set slope(value: never) {
    this.refuseSet('slope', GIVEN_ANEW, value);
  }

  /** Set on a spring given otherwise, it would have to make up the rest of another spring. */
  #refuseField(field: string, given: string, value: unknown): never {
    refuse('no-such-law', `${this.path}.${field}`, `be set on a spring given by ${given}: assign a new spring`, value);
  }

  #mode(bits: number, field: number, scale: number): number | null {
    return (this.coordinate.flags & MODE_BITS) === bits ? this.coordinate.law(field) / scale : null;
  }

  #retune(field: string, value: number, others: Record<string, unknown>): void {
    const path = this.path;
    readSpring(this.coordinate, path, { ...others, [field]: finite(`${path}.${field}`, value) })();
  }
}

/** What a spring given in one of the ways takes beside that. */
const COMPANIONS: Readonly<Record<string, string>> = {
  hertz: 'dampingRatio',
  stiffness: 'damping',
  compliance: 'damping',
  force: 'slope',
};

/** What belongs to another way of giving a spring would be lost. */
export function refuseOfOthers(path: string, mode: string, given: Readonly<Record<string, unknown>>): void {
  for (const field of ['dampingRatio', 'damping', 'slope'])
    if (given[field] !== undefined && field !== COMPANIONS[mode])
      refuse('option-conflict', `${path}.${field}`, `be left out beside ${mode}`, given[field]);
}

/** Checks the numbers of a spring and returns the function that stores them. */
function readSpring(c: ScalarCoordinate, path: string, given: Record<string, unknown>): () => void {
  const mode = c.onlyOneOf(path, given, MODES);
  refuseOfOthers(path, mode, given);
  if (mode !== 'hertz') readEffectiveMass(c, path, given['effectiveMass'], 0);
  if (mode === 'force') {
    const index = c.joint.requireWorld().forceIndex(path, given['force'], given['slope'], c.forceScale);
    return () => store(c, SPRING_FORCE, 0, 0, index);
  }
  if (mode === 'hertz') {
    const hertz = positive(`${path}.hertz`, given['hertz']);
    const { dampingRatio = 1 } = given;
    const ratio = nonNegative(`${path}.dampingRatio`, dampingRatio);
    const stiffness = readEffectiveMass(c, path, given['effectiveMass'], hertz);
    return () => {
      store(c, SPRING_HERTZ, hertz, ratio, 0);
      setStiffness(c, SPRING_ROW, stiffness);
    };
  }
  const scale = c.stiffnessScale;
  const { damping: own = 0 } = given;
  const damping = nonNegative(`${path}.damping`, own) * scale;
  if (mode === 'compliance') {
    const compliance = invertible(`${path}.compliance`, given['compliance']) / scale;
    return () => store(c, SPRING_COMPLIANCE, compliance, damping, 0);
  }
  const stiffness = nonNegative(`${path}.stiffness`, given['stiffness']) * scale;
  return () => store(c, 0, stiffness, damping, 0);
}

function store(c: ScalarCoordinate, bits: number, a: number, b: number, index: number): void {
  const swung = isSwinging(c);
  if (bits === SPRING_HERTZ && (c.flags & MODE_BITS) !== bits) c.clearStiffness(SPRING_ROW);
  c.setFlags(bits, MODE_BITS & ~bits);
  if (bits === SPRING_HERTZ) setHertz(c, SPRING_A, SPRING_ROW, a);
  else c.setLaw(SPRING_A, a);
  c.setLaw(SPRING_B, b);
  c.setLaw(SPRING_FUNCTION, index);
  if (isSwinging(c) !== swung) c.joint.batch.lawsChanged = true;
}
