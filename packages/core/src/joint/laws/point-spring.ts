import { cap, knownKeys } from '../../base/check';
import { SPRING, SPRING_CAPPED } from '../../coordinates/laws/law-fields';
import { P_SPRING_A, P_SPRING_B, P_SPRING_CAP, P_SPRING_ROW } from '../../coordinates/points/point-fields';
import { pointBooks } from '../law-book';
import type { PointSpringOptions } from '../law-options';
import type { PointCoordinate } from '../point-coordinate';
import { BY_NUMBERS, MODE_BITS, readMode, readNumbers, SpringByNumbers } from './spring-by-numbers';

/** What the options of a spring of a point may hold. */
export const POINT_SPRING_KEYS = [...BY_NUMBERS, 'dampingRatio', 'damping', 'maxForce'] as const;

/**
 * Pulls the two anchors together. It is given by `hertz`, by `stiffness` or by `compliance`. Setting one makes it a spring by that, and the
 * others read `null`.
 */
export class PointSpring extends SpringByNumbers<PointCoordinate> {
  /** @internal */
  protected override readonly book = pointBooks.spring;
  /** @internal */
  protected override readonly numbersAt = P_SPRING_A;

  /** @internal */
  static assign(point: PointCoordinate, options: PointSpringOptions | null): void {
    if (options === null) {
      point.forget(P_SPRING_ROW);
      point.setFlags(0, SPRING | MODE_BITS | SPRING_CAPPED);
      return;
    }
    const path = `${point.path}.spring`;
    const given = knownKeys(path, options, POINT_SPRING_KEYS);
    const most = cap(`${path}.maxForce`, options.maxForce ?? null);
    tune(point, path, given);
    point.setCap(SPRING_CAPPED, P_SPRING_CAP, most);
    point.setFlags(SPRING, 0);
  }

  /** @internal */
  protected override tune(path: string, given: Readonly<Record<string, unknown>>): void {
    tune(this.coordinate, path, given);
  }
}

/** Checks and stores the numbers of a spring. */
function tune(point: PointCoordinate, path: string, given: Readonly<Record<string, unknown>>): void {
  const mode = readMode(point, path, given, BY_NUMBERS);
  const [bits, first, damping] = readNumbers(point, path, mode, given);
  point.setFlags(bits, MODE_BITS & ~bits);
  point.setLaw(P_SPRING_A, first);
  point.setLaw(P_SPRING_B, damping);
}
