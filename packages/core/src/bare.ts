export { Body, type BodyOptions, type BodyType, type MoveTarget } from './body/body';
export { BodyCollection } from './body/body-collection';
export { box, capsule, disc, polygon, type Shape } from './body/mass';
export { TenonError, type TenonErrorCode } from './error';
export { type DefinedJoint, defineJoint, type JointDefinition, type JointOf, type OptionsOf } from './joint/define-joint';
export type { BreakLaw, BreakLawName, BreakOptions } from './joint/break-law';
export { forces } from './joint/force-registry';
export type {
  BreakingEvent, BreakLoad, Joint, JointCommonOptions, JointDebug, JointEvents, Reaction, SolverChoice,
} from './joint/joint';
export type { JointCollection, JointNamed, OptionsNamed } from './joint/joint-collection';
export type {
  CapOptions, FrictionOptions, LimitsOptions, LockOptions, MotorOptions, RatchetOptions, SoftnessOptions, SpringForce, SpringOptions,
  SpringSlope,
} from './joint/law-options';
export type { FrictionLaw, LimitsLaw, LockLaw, MotorLaw, RatchetLaw, SpringLaw } from './joint/laws/index';
export type { PointCoordinate, PointFrictionOptions, PointOptions, PointSpringOptions } from './joint/point-coordinate';
export { definePreset, type Preset } from './joint/preset';
export type { JointRegistry } from './joint/registry';
export type { ScalarCoordinate, ScalarOptions } from './joint/scalar-coordinate';
export { DistanceJoint } from './joints/distance-joint';
export { PivotJoint } from './joints/pivot-joint';
export { PrismaticJoint } from './joints/prismatic-joint';
export { WeldJoint } from './joints/weld-joint';
export type { MutableVec, VecLike, VecView } from './math/vec2';
export type { PortableSnapshot, Snapshot, SnapshotOptions } from './snapshot';
export { type Energy, World, type WorldEvents, type WorldOptions } from './world';
