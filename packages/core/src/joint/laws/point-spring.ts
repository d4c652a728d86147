import { cap, finite, invertible, knownKeys, nonNegative, positive } from '../../check';
import { SPRING, SPRING_CAPPED, SPRING_COMPLIANCE, SPRING_HERTZ } from '../../coordinates/laws/law-fields';
import { P_SPRING_A, P_SPRING_B, P_SPRING_CAP, P_SPRING_ROW } from '../../coordinates/points/point-fields';
import { refuse } from '../../error';
import { pointBooks } from '../law-book';
import type { PointSpringOptions } from '../law-options';
import type { PointCoordinate } from '../point-coordinate';
import { isSwinging } from '../swinging';
import { Law } from './law';

import { refuseOfOthers } from './spring-law';

const MODES = ['hertz', 'stiffness', 'compliance'] as const;
/** What the options of a spring of a point may hold. */
export const POINT_SPRING_KEYS = [...MODES, 'dampingRatio', 'damping', 'maxForce'] as const;
const MODE_BITS = SPRING_HERTZ | SPRING_COMPLIANCE;

/**
 * Pulls the two anchors together. Given `hertz`, `stiffness` or `compliance`, it is a spring by that from then on, and the others read
 * `null`.
 */
export class PointSpring extends Law<PointCoordinate> {
  protected override readonly name = 'spring';
  protected override readonly book = pointBooks.spring;
  protected override readonly capBit = SPRING_CAPPED;
  protected override readonly capField = P_SPRING_CAP;

  /** @internal */
  static assign(point: PointCoordinate, options: PointSpringOptions | null): void {
    if (options === null) {
      point.forget(P_SPRING_ROW);
      point.setFlags(0, SPRING | MODE_BITS | SPRING_CAPPED);
      return;
    }
    const path = `${point.path}.spring`;
    knownKeys(path, options, POINT_SPRING_KEYS);
    const most = cap(`${path}.maxForce`, options.maxForce ?? null);
    tune(point, path, options);
    point.setCap(SPRING_CAPPED, P_SPRING_CAP, most);
    point.setFlags(SPRING, 0);
  }

  /** Hz of what both bodies weigh against each other where they do not turn; `null` if the spring is given otherwise. */
  get hertz(): number | null {
    return this.#mode(SPRING_HERTZ, P_SPRING_A);
  }

  set hertz(value: number) {
    this.#retune('hertz', value, { dampingRatio: this.dampingRatio ?? 1 });
  }

  /** 1 is critical; `null` if the spring is given otherwise: then setting it throws `no-such-law`. */
  get dampingRatio(): number | null {
    return this.#mode(SPRING_HERTZ, P_SPRING_B);
  }

  set dampingRatio(value: number) {
    const { hertz } = this;
    if (hertz === null) this.#refuseField('dampingRatio', 'hertz', value);
    this.#retune('dampingRatio', value, { hertz });
  }

  /** N/m */
  get stiffness(): number | null {
    return this.#mode(0, P_SPRING_A);
  }

  set stiffness(value: number) {
    this.#retune('stiffness', value, { damping: this.damping ?? 0 });
  }

  /** N·s/m */
  get damping(): number | null {
    return this.#mode(0, P_SPRING_B) ?? this.#mode(SPRING_COMPLIANCE, P_SPRING_B);
  }

  set damping(value: number) {
    const { compliance, stiffness } = this;
    if (compliance === null && stiffness === null) this.#refuseField('damping', 'stiffness or compliance', value);
    this.#retune('damping', value, compliance === null ? { stiffness } : { compliance });
  }

  /** m/N */
  get compliance(): number | null {
    return this.#mode(SPRING_COMPLIANCE, P_SPRING_A);
  }

  set compliance(value: number) {
    this.#retune('compliance', value, { damping: this.damping ?? 0 });
  }

  #refuseField(field: string, given: string, value: unknown): never {
    refuse('no-such-law', `${this.path}.${field}`, `be set on a spring given by ${given}: assign a new spring`, value);
  }

  #mode(bits: number, field: number): number | null {
    return (this.coordinate.flags & MODE_BITS) === bits ? this.coordinate.law(field) : null;
  }

  #retune(field: string, value: number, others: object): void {
    const path = this.path;
    tune(this.coordinate, path, { ...others, [field]: finite(`${path}.${field}`, value) });
  }
}

/** Checks and stores the numbers of a spring. */
function tune(point: PointCoordinate, path: string, given: object): void {
  const options = given as Record<string, unknown>;
  const mode = point.onlyOneOf(path, options, MODES);
  refuseOfOthers(path, mode, options);
  const { dampingRatio = 1, damping = 0 } = options;
  const read = mode === 'stiffness' ? nonNegative : mode === 'compliance' ? invertible : positive;
  const a = read(`${path}.${mode}`, options[mode]);
  const b =
    mode === 'hertz' ? nonNegative(`${path}.dampingRatio`, dampingRatio) : nonNegative(`${path}.damping`, damping);
  const bits = mode === 'hertz' ? SPRING_HERTZ : mode === 'compliance' ? SPRING_COMPLIANCE : 0;
  const swung = isSwinging(point);
  point.setFlags(bits, MODE_BITS & ~bits);
  point.setLaw(P_SPRING_A, a);
  point.setLaw(P_SPRING_B, b);
  if (isSwinging(point) !== swung) point.joint.batch.lawsChanged = true;
}
