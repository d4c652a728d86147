import { defineJoint, type JointOf } from '../joint/define-joint';

/** No coordinate: two bodies that ignore each other (`world.shouldCollide`) and sleep together. */
export const FilterJoint = /* @__PURE__ */ defineJoint({
  name: 'filter',
  coordinates: {},
  frames: [],

  measure() {
    // Nothing to measure.
  },
});

export interface FilterJoint extends JointOf<typeof FilterJoint> {}
