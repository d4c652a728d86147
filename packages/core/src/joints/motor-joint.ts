import { ANGLE } from '../state/body-store';
import { angle, type AngleKind } from '../coordinates/angle';
import { givenOr } from '../joint/create-joint';
import { defineJoint, type JointOf } from '../joint/define-joint';
import { ratioOfOne } from './ratio';

/** The flat names of Nape: speed and cap of `angle: { motor }`. */
export interface MotorRate {
  /** rad/s; default 0, a brake. Chipmunk's SimpleMotor has the opposite sign. */
  readonly rate?: number;
  /** Greatest torque of the motor, N·m, 0 or more; default `null`: no cap. */
  readonly maxTorque?: number | null;
}

/** What a motor measures. */
export interface MotorCoordinates {
  /** ratio·θB − θA, rad, not wrapped, with a motor from the start. */
  readonly angle: AngleKind;
}

const coordinates: MotorCoordinates = { angle };

/**
 * Drives the speed of B against A, wherever they are.
 *
 *   angle  q̇ = ratio·ωB − ωA = rate   (rad/s)
 */
export const MotorJoint = /* @__PURE__ */ defineJoint({
  name: 'motor',
  coordinates,
  frames: [],
  parameters: ratioOfOne,
  flat: {
    keys: ['rate', 'maxTorque'],
    unfold: ({ rate, maxTorque, ...options }: MotorRate): Record<string, unknown> =>
      'angle' in options && rate === undefined && maxTorque === undefined
        ? {}
        : { angle: { motor: { speed: givenOr(rate, 0), maxTorque: maxTorque ?? null } } },
  },

  homes: { rate: 'angle.motor.speed' },

  measure(d, r, at, q, a, b) {
    const ratio = d[r + at.ratio];
    angle.write(d, r + at.angle, ratio, ratio * q[b + ANGLE] - q[a + ANGLE]);
  },
});

export interface MotorJoint extends JointOf<typeof MotorJoint> {}
