import { ANGLE } from '../state/body-store';
import { angle, type AngleKind } from '../coordinates/angle';
import { defineJoint, type JointOf } from '../joint/define-joint';
import { ratioOfOne } from './ratio';
import { homesOf } from './homes';

/** The flat names of Nape: the bounds of `angle: { limits }`. */
export interface AngleRange {
  /** Least angle, rad; default `null`: none. */
  readonly min?: number | null;
  /** Greatest angle, rad, not below `min`; default `null`: none. */
  readonly max?: number | null;
}

/** What an angle joint measures. */
export interface AngleCoordinates {
  /** ratio·θB − θA, rad, not wrapped; free until it is given a law. */
  readonly angle: AngleKind;
}

const coordinates: AngleCoordinates = { angle };

/**
 * The angle of two bodies wherever they are: free until it is given a law.
 *
 *   angle  q = ratio·θB − θA   (rad, not wrapped)
 */
export const AngleJoint = /* @__PURE__ */ defineJoint({
  name: 'angle',
  coordinates,
  frames: [],
  parameters: ratioOfOne,
  flat: {
    keys: ['min', 'max'],
    unfold: ({ min, max }: AngleRange): Record<string, unknown> =>
      min === undefined && max === undefined ? {} : { angle: { limits: { lower: min ?? null, upper: max ?? null } } },
  },

  homes: /* @__PURE__ */ homesOf('angle', 'restAngle', {
    tooth: 'angle.ratchet.tooth',
    phase: 'angle.ratchet.phase',
  }),

  measure(d, r, at, q, a, b) {
    const ratio = d[r + at.ratio];
    angle.write(d, r + at.angle, ratio, ratio * q[b + ANGLE] - q[a + ANGLE]);
  },
});

export interface AngleJoint extends JointOf<typeof AngleJoint> {}
