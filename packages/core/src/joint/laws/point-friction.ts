import { knownKeys, nonNegative } from '../../check';
import { FRICTION, VISCOUS } from '../../coordinates/law-fields';
import {
  P_FRICTION_CAP,
  P_FRICTION_ROW,
  P_VISCOUS,
  P_VISCOUS_ROW,
  V_SUM_X,
  V_SUM_Y,
} from '../../coordinates/point-fields';
import { refuse } from '../../error';
import type { PointFrictionOptions } from '../law-options';
import type { PointCoordinate } from '../point-coordinate';
import { PointLaw } from './point-law';

/** Resists B moving against A, at a place between the two anchors that is the same for both. */
export class PointFriction extends PointLaw {
  /** @internal */
  static isOn(point: PointCoordinate): boolean {
    return (point.flags & (FRICTION | VISCOUS)) !== 0;
  }

  /** @internal */
  static assign(point: PointCoordinate, options: PointFrictionOptions | null): void {
    if (options === null) {
      point.forget(P_FRICTION_ROW);
      point.forget(P_VISCOUS_ROW);
      point.setFlags(0, FRICTION | VISCOUS);
      return;
    }
    const path = `${point.path}.friction`;
    knownKeys(path, options, ['force', 'viscous']);
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

  /** Coulomb cap, N; circular. */
  get maxForce(): number {
    return this.point.law(P_FRICTION_CAP) / this.point.forceScale;
  }

  set maxForce(value: number) {
    const most = nonNegative(`${this.point.path}.friction.maxForce`, value);
    if (most === this.maxForce) return;
    this.point.setFlags(FRICTION, 0);
    this.point.setLaw(P_FRICTION_CAP, most * this.point.forceScale);
  }

  /** N·s/m */
  get viscous(): number {
    return this.point.law(P_VISCOUS);
  }

  set viscous(value: number) {
    const viscous = nonNegative(`${this.point.path}.friction.viscous`, value);
    if (viscous === 0) this.point.forget(P_VISCOUS_ROW);
    // Tuned down to nothing it is still there: with a cap of 0.
    this.point.setFlags(viscous > 0 ? VISCOUS : FRICTION, viscous > 0 ? 0 : VISCOUS);
    this.point.setLaw(P_VISCOUS, viscous);
  }

  override get force(): number {
    return this.size(
      this.point.law(P_FRICTION_ROW + V_SUM_X) + this.point.law(P_VISCOUS_ROW + V_SUM_X),
      this.point.law(P_FRICTION_ROW + V_SUM_Y) + this.point.law(P_VISCOUS_ROW + V_SUM_Y),
    );
  }
}
