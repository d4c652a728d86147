import { nonNegative } from '../../base/check';
import { BEARING, FRICTION } from '../../coordinates/laws/law-fields';
import type { CoordinateBase } from '../coordinate-base';
import { Law } from './law';

/** What friction on scalars and points shares: a cap that reads 0 where it is none, and is what `force` and `torque` are as options. */
export abstract class DryFriction<C extends CoordinateBase> extends Law<C> {
  /** @internal */
  override get cap(): number {
    return this.coordinate.flags & FRICTION ? super.cap : 0;
  }

  /** @internal */
  protected override setCap(value: number | null): void {
    if (nonNegative(`${this.path}.${this.coordinate.capName}`, value) === this.cap) return;
    this.coordinate.setFlags(FRICTION, BEARING);
    super.setCap(value);
  }

  /** An option alone: set as `maxTorque`, or on lengths and points as `maxForce`. Throws `option-unknown`. */
  set torque(value: never) {
    this.refuseSet('torque', `be set as ${this.coordinate.capName}`, value);
  }
}
