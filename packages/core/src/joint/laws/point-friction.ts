import { knownKeys, nonNegative } from '../../base/check';
import { FRICTION, VISCOUS } from '../../coordinates/laws/law-fields';
import { P_FRICTION_CAP, P_FRICTION_ROW, P_VISCOUS, P_VISCOUS_ROW } from '../../coordinates/points/point-fields';
import { refuse } from '../../base/error';
import { pointBooks } from '../law-book';
import type { PointFrictionOptions } from '../law-options';
import type { PointCoordinate } from '../point-coordinate';
import { DryFriction } from './dry-friction';

/** Resists B moving against A, at a place between the two anchors that is the same for both. */
export class PointFriction extends DryFriction<PointCoordinate> {
  /** @internal */
  protected override readonly book = pointBooks.friction;

  /** @internal */
  static assign(point: PointCoordinate, options: PointFrictionOptions | null): void {
    if (options === null) {
      point.forget(P_FRICTION_ROW);
      point.forget(P_VISCOUS_ROW);
      point.setFlags(0, FRICTION | VISCOUS);
      return;
    }
    const path = `${point.path}.friction`;
    knownKeys(path, options, ['force', 'viscous'], (key) => (key === point.capName ? 'force' : null));
    if (options.force === undefined && options.viscous === undefined)
      refuse('option-missing', path, 'have force or viscous', options);
    // Without defaults for null, which has no meaning here.
    const { force = 0, viscous: damping = 0 } = options;
    const most = nonNegative(`${path}.force`, force) * point.forceScale;
    const viscous = nonNegative(`${path}.viscous`, damping);
    const hasCap = options.force !== undefined || viscous === 0;
    if (options.force === undefined) point.forget(P_FRICTION_ROW);
    if (viscous === 0) point.forget(P_VISCOUS_ROW);
    point.setFlags(
      (hasCap ? FRICTION : 0) | (viscous > 0 ? VISCOUS : 0),
      (hasCap ? 0 : FRICTION) | (viscous > 0 ? 0 : VISCOUS),
    );
    point.setLaw(P_FRICTION_CAP, most);
    point.setLaw(P_VISCOUS, viscous);
  }

  /** N·s/m */
  get viscous(): number {
    return this.coordinate.law(P_VISCOUS);
  }

  set viscous(value: number) {
    const viscous = nonNegative(`${this.path}.viscous`, value);
    if (viscous === 0) this.coordinate.forget(P_VISCOUS_ROW);
    // Tuned down to nothing it is still there: with a cap of 0.
    this.coordinate.setFlags(viscous > 0 ? VISCOUS : FRICTION, viscous > 0 ? 0 : VISCOUS);
    this.coordinate.setLaw(P_VISCOUS, viscous);
  }
}
