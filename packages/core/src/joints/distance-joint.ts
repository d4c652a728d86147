import { length, type LengthKind } from '../coordinates/axis';
import { defineJoint, type JointOf } from '../joint/define-joint';
import { homesOf } from './homes';

/** The flat names of Nape and Chipmunk: the bounds of `length: { limits }`. */
export interface DistanceRange {
  /** Least distance (world units), 0 or more; default `null`: none. */
  readonly min?: number | null;
  /** Greatest distance (world units), not below `min`; default `null`: none. */
  readonly max?: number | null;
}

/** What a distance measures. */
export interface DistanceCoordinates {
  /** Distance of the two anchors, world units; free until it is given a law. */
  readonly length: LengthKind;
}

const coordinates: DistanceCoordinates = { length };

/**
 * The distance of two anchors: free until it is given a law. With limits a rope or a telescope, locked a rod, with a
 * spring a spring.
 *
 *   length  q = |pB − pA|  (m)
 *
 * Where the anchors coincide it keeps its last direction.
 */
export const DistanceJoint = /* @__PURE__ */ defineJoint({
  name: 'distance',
  coordinates,
  flat: {
    keys: ['min', 'max'],
    unfold: ({ min, max }: DistanceRange): Record<string, unknown> =>
      min === undefined && max === undefined ? {} : { length: { limits: { lower: min ?? null, upper: max ?? null } } },
  },

  homes: /* @__PURE__ */ homesOf('length', 'restLength'),

  measure(d, r, at) {
    length.measure(d, r, r + at.length);
  },
});

export interface DistanceJoint extends JointOf<typeof DistanceJoint> {}
