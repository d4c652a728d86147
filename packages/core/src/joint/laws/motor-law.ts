import { finite, nonNegative } from '../../base/check';
import {
  DISTANCE,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_SPEED,
  MOTOR_SUM,
  MOTOR_GIVEN,
  SERVO,
  SERVO_SPEED,
} from '../../coordinates/laws/law-fields';
import { refuse } from '../../base/error';
import { scalarBooks } from '../law-book';
import type { MotorOptions } from '../law-options';
import type { ScalarCoordinate } from '../scalar-coordinate';
import { Law, forget, lawKeys, readCap } from './law';

/** Drives the coordinate at a speed, or, as a servo, to a target without passing it, with at most its cap. */
export class MotorLaw extends Law {
  /** @internal */
  protected override readonly book = scalarBooks.motor;

  /** @internal */
  static assign(c: ScalarCoordinate, options: MotorOptions | null): void {
    if (options === null) {
      forget(c, [MOTOR_IMPULSE]);
      c.clearLaw(MOTOR_SUM);
      c.setFlags(0, MOTOR | SERVO | SERVO_SPEED | MOTOR_CAPPED | DISTANCE);
      return;
    }
    const path = `${c.path}.motor`;
    lawKeys(path, options, ['speed', 'target']);
    const { speed, target } = options;
    const servo = target !== undefined;
    if (!servo && speed === undefined) refuse('option-missing', path, 'have a speed or a target', options);
    const goal = servo ? c.checkValue(`${path}.target`, target) : 0;
    const limited = !servo || (speed !== undefined && speed !== null && speed !== Infinity);
    const rate = servo ? (limited ? nonNegative(`${path}.speed`, speed) : 0) : finite(`${path}.speed`, speed);
    const most = readCap(c, path, options);
    const bits = MOTOR | (c.isDistance ? DISTANCE : 0) | (servo ? SERVO | (limited ? SERVO_SPEED : 0) : 0);
    if ((c.flags & (MOTOR | SERVO)) !== (bits & (MOTOR | SERVO))) forget(c, [MOTOR_IMPULSE]);
    c.setFlags(bits, (SERVO | SERVO_SPEED) & ~bits);
    c.setLaw(MOTOR_SPEED, rate);
    c.setGiven(MOTOR_GIVEN, goal);
    c.setCap(MOTOR_CAPPED, MOTOR_CAP, most);
  }

  /** World units/s or rad/s: positive raises the coordinate. Of a servo: the fastest approach, `Infinity` if unlimited. */
  get speed(): number {
    const { flags } = this.coordinate;
    return flags & SERVO && !(flags & SERVO_SPEED) ? Infinity : this.coordinate.law(MOTOR_SPEED);
  }

  set speed(value: number | null) {
    const path = `${this.path}.speed`;
    if (!(this.coordinate.flags & SERVO)) {
      this.coordinate.setLaw(MOTOR_SPEED, finite(path, value));
      return;
    }
    const none = value === null || value === Infinity;
    const speed = none ? 0 : nonNegative(path, value);
    this.coordinate.setFlags(none ? 0 : SERVO_SPEED, none ? SERVO_SPEED : 0);
    this.coordinate.setLaw(MOTOR_SPEED, speed);
  }

  /** Where a servo goes, with a distance to 0.005 lengthUnit at least; `null` on a motor that is given by speed. */
  get target(): number | null {
    return this.coordinate.flags & SERVO ? this.coordinate.law(MOTOR_GIVEN) : null;
  }

  set target(value: number) {
    const path = `${this.path}.target`;
    if (!(this.coordinate.flags & SERVO))
      refuse('no-such-law', path, 'be set on a servo: assign motor = { target } first', value);
    this.coordinate.setGiven(MOTOR_GIVEN, this.coordinate.checkValue(path, value));
  }
}
