import { finite, invertible, nonNegative, positive } from '../../base/check';
import { SPRING_COMPLIANCE, SPRING_FORCE, SPRING_HERTZ } from '../../coordinates/laws/law-fields';
import { refuse } from '../../base/error';
import type { CoordinateBase } from '../coordinate-base';
import { Law } from './law';

/** Ways of giving a spring by numbers. */
export const BY_NUMBERS = ['hertz', 'stiffness', 'compliance'] as const;
/** Bits that say which way it was; of stiffness none. */
export const MODE_BITS = SPRING_HERTZ | SPRING_COMPLIANCE | SPRING_FORCE;

type Given = Readonly<Record<string, unknown>>;

/** What springs of scalars and points share: the numbers that they are given by. */
export abstract class SpringByNumbers<C extends CoordinateBase> extends Law<C> {
  /** @internal Where hertz, stiffness or compliance is kept, with the damping behind it. */
  protected abstract readonly numbersAt: number;

  /** @internal Checks and stores its numbers. */
  protected abstract tune(path: string, given: Given): void;

  /** Hz against the effective mass of the coordinate, of a point where bodies do not turn; `null` if the spring is given otherwise. */
  get hertz(): number | null {
    return this.#mode(SPRING_HERTZ, 0, 1);
  }

  set hertz(value: number) {
    this.retune('hertz', value, { dampingRatio: this.dampingRatio ?? 1 });
  }

  /** 1 is critical; `null` if the spring is given otherwise: then setting it throws `no-such-law`. */
  get dampingRatio(): number | null {
    return this.#mode(SPRING_HERTZ, 1, 1);
  }

  set dampingRatio(value: number) {
    const { hertz } = this;
    if (hertz === null) this.refuseField('dampingRatio', 'hertz', value);
    this.retune('dampingRatio', value, { hertz });
  }

  /** N/m or N·m/rad; `null` if the spring is given otherwise. */
  get stiffness(): number | null {
    return this.#mode(0, 0, this.coordinate.stiffnessScale);
  }

  set stiffness(value: number) {
    this.retune('stiffness', value, { damping: this.damping ?? 0 });
  }

  /** N·s/m or N·m·s/rad; `null` if the spring is given by hertz or a function: then setting it throws `no-such-law`. */
  get damping(): number | null {
    const { stiffnessScale: scale } = this.coordinate;
    return this.#mode(0, 1, scale) ?? this.#mode(SPRING_COMPLIANCE, 1, scale);
  }

  set damping(value: number) {
    const { compliance, stiffness } = this;
    if (compliance === null && stiffness === null) this.refuseField('damping', 'stiffness or compliance', value);
    this.retune('damping', value, compliance === null ? { stiffness } : { compliance });
  }

  /** m/N or rad/(N·m); `null` if the spring is given otherwise. */
  get compliance(): number | null {
    const stored = this.#mode(SPRING_COMPLIANCE, 0, 1);
    return stored === null ? null : stored * this.coordinate.stiffnessScale;
  }

  set compliance(value: number) {
    this.retune('compliance', value, { damping: this.damping ?? 0 });
  }

  /** @internal Set on a spring given otherwise, it would have to make up the rest of another spring. */
  protected refuseField(field: string, given: string, value: unknown): never {
    refuse('no-such-law', `${this.path}.${field}`, `be set on a spring given by ${given}: assign a new spring`, value);
  }

  /** @internal The same spring with one number changed. */
  protected retune(field: string, value: number, others: Given): void {
    const path = this.path;
    this.tune(path, { ...others, [field]: finite(`${path}.${field}`, value) });
  }

  #mode(bits: number, number: 0 | 1, scale: number): number | null {
    const { coordinate: c } = this;
    return (c.flags & MODE_BITS) === bits ? c.law(this.numbersAt + number) / scale : null;
  }
}

/** What a spring given in one of the ways takes beside that. */
const COMPANIONS: Readonly<Record<string, string>> = {
  hertz: 'dampingRatio',
  stiffness: 'damping',
  compliance: 'damping',
  force: 'slope',
};

/** The way in which a spring is given. What belongs to another would be lost. */
export function readMode(c: CoordinateBase, path: string, given: Given, modes: readonly string[]): string {
  const mode = c.onlyOneOf(path, given, modes);
  for (const field of ['dampingRatio', 'damping', 'slope'])
    if (given[field] !== undefined && field !== COMPANIONS[mode])
      refuse('option-conflict', `${path}.${field}`, `be left out beside ${mode}`, given[field]);
  return mode;
}

/** The numbers of a spring given by them, as they are stored: the bits of its way, hertz, stiffness or compliance, and the damping. */
export function readNumbers(
  { stiffnessScale: scale }: CoordinateBase,
  path: string,
  mode: string,
  given: Given,
): readonly [bits: number, first: number, damping: number] {
  const { dampingRatio = 1, damping: own = 0 } = given;
  if (mode === 'hertz') {
    const hertz = positive(`${path}.hertz`, given['hertz']);
    return [SPRING_HERTZ, hertz, nonNegative(`${path}.dampingRatio`, dampingRatio)];
  }
  const damping = nonNegative(`${path}.damping`, own) * scale;
  if (mode === 'compliance')
    return [SPRING_COMPLIANCE, invertible(`${path}.compliance`, given['compliance']) / scale, damping];
  return [0, nonNegative(`${path}.stiffness`, given['stiffness']) * scale, damping];
}
