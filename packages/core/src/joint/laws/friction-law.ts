import { knownKeys, nonNegative } from '../../base/check';
import {
  BEARING,
  FRICTION,
  FRICTION_CAP,
  FRICTION_COEFFICIENT,
  FRICTION_IMPULSE,
  FRICTION_RADIUS,
  FRICTION_SUM,
  FRICTION_VISCOUS,
  FRICTIONS,
  S_IMPULSE,
  S_SUM,
  VISCOUS,
  VISCOUS_ROW,
} from '../../coordinates/laws/law-fields';
import { refuse } from '../../base/error';
import { scalarBooks } from '../law-book';
import type { FrictionOptions } from '../law-options';
import type { ScalarCoordinate } from '../scalar-coordinate';
import { DryFriction } from './dry-friction';
import { forget } from './law';

/**
 * Resists motion: Coulomb friction up to a cap (given, or following the load of the joint's own locks), and viscous friction.
 * The cap reads 0 if there is none or it follows the load; setting it replaces a coefficient.
 */
export class FrictionLaw extends DryFriction<ScalarCoordinate> {
  /** @internal */
  protected override readonly book = scalarBooks.friction;

  /** @internal */
  static assign(c: ScalarCoordinate, options: FrictionOptions | null): void {
    if (options === null) {
      forget(c, [FRICTION_IMPULSE, VISCOUS_ROW + S_IMPULSE]);
      c.clearLaw(FRICTION_SUM, VISCOUS_ROW + S_SUM);
      c.setFlags(0, FRICTIONS);
      return;
    }
    const path = `${c.path}.friction`;
    const capKey = c.unit === 'angle' ? 'torque' : 'force';
    const given = knownKeys(
      path,
      options,
      c.unit === 'angle' ? [capKey, 'coefficient', 'radius', 'viscous'] : [capKey, 'coefficient', 'viscous'],
      (key) => (key === c.capName ? capKey : null),
    );
    const { viscous: damping = 0 } = given;
    const viscous = nonNegative(`${path}.viscous`, damping);
    const coulomb = given[capKey] !== undefined;
    const bearing = given['coefficient'] !== undefined;
    if (coulomb && bearing) refuse('option-conflict', path, `take ${capKey} or coefficient, not both`, options);
    if (!coulomb && !bearing && given['viscous'] === undefined)
      refuse('option-missing', path, `have ${capKey}, coefficient or viscous`, options);
    if (bearing && c.unit === 'angle' && given['radius'] === undefined)
      refuse('option-missing', path, 'have the radius of its bearing beside coefficient', options);
    const most = coulomb ? nonNegative(`${path}.${capKey}`, given[capKey]) : 0;
    const coefficient = bearing ? nonNegative(`${path}.coefficient`, given['coefficient']) : 0;
    const radius = c.unit === 'angle' ? nonNegative(`${path}.radius`, given['radius'] ?? 0) : 1;
    const on = (coulomb ? FRICTION : 0) | (bearing ? BEARING : 0) | (viscous > 0 ? VISCOUS : 0);
    const bits = on === 0 ? FRICTION : on;
    if (!(bits & (FRICTION | BEARING))) forget(c, [FRICTION_IMPULSE]);
    if (!(bits & VISCOUS)) forget(c, [VISCOUS_ROW + S_IMPULSE]);
    c.setFlags(bits, FRICTIONS & ~bits);
    c.setLaw(FRICTION_CAP, most * c.forceScale);
    c.setLaw(FRICTION_COEFFICIENT, coefficient);
    c.setLaw(FRICTION_RADIUS, radius);
    c.setLaw(FRICTION_VISCOUS, viscous * c.stiffnessScale);
  }

  /** @internal Replaces a coefficient. */
  protected override setCap(value: number | null): void {
    super.setCap(value);
    if (!(this.coordinate.flags & BEARING)) this.coordinate.setLaw(FRICTION_COEFFICIENT, 0);
  }

  /** Cap per force in the joint's own locks; 0 if the cap is given. Throws `option-missing` on an angle without a radius. */
  get coefficient(): number {
    return this.coordinate.law(FRICTION_COEFFICIENT);
  }

  set coefficient(value: number) {
    const coefficient = nonNegative(`${this.path}.coefficient`, value);
    if (coefficient === this.coefficient) return;
    if (!(this.coordinate.flags & BEARING) && this.radius === 0)
      refuse('option-missing', this.path, 'have the radius of its bearing before a coefficient', value);
    this.coordinate.setFlags(BEARING, FRICTION);
    this.coordinate.setLaw(FRICTION_CAP, 0);
    this.coordinate.setLaw(FRICTION_COEFFICIENT, coefficient);
  }

  /** World units: of the bearing of an angle; 0 if none was given. */
  get radius(): number {
    return this.coordinate.law(FRICTION_RADIUS);
  }

  set radius(value: number) {
    const path = `${this.path}.radius`;
    const radius = nonNegative(path, value);
    if (this.coordinate.unit !== 'angle') refuse('no-such-law', path, 'be set on an angle', value);
    this.coordinate.setLaw(FRICTION_RADIUS, radius);
  }

  /** N·s/m or N·m·s/rad */
  get viscous(): number {
    return this.coordinate.law(FRICTION_VISCOUS) / this.coordinate.stiffnessScale;
  }

  set viscous(value: number) {
    const viscous = nonNegative(`${this.path}.viscous`, value);
    if (viscous === 0) forget(this.coordinate, [VISCOUS_ROW + S_IMPULSE]);
    // Tuned down to nothing it is still there: with a cap of 0.
    const isAlone = (this.coordinate.flags & (FRICTION | BEARING)) === 0;
    this.coordinate.setFlags(viscous > 0 ? VISCOUS : isAlone ? FRICTION : 0, viscous > 0 ? 0 : VISCOUS);
    this.coordinate.setLaw(FRICTION_VISCOUS, viscous * this.coordinate.stiffnessScale);
  }
}
