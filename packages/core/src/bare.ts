export { Body, type ConstraintVelocity, type MoveTarget } from './body/body';
export type { BodyOptions, BodyType } from './body/body-options';
export type { BodyCollection } from './body/body-collection';
export {
  box,
  capsule,
  chain,
  compound,
  disc,
  type CompoundPart,
  type CompoundPartOptions,
  polygon,
  type Shape,
} from './shapes/mass';
export { knownKeys } from './base/check';
export type { CollideOptions, Collides } from './contacts/collides';
export type { ContactEndEvent, ContactEvent, OverlapEvent } from './contacts/contact-events';
export type { BodyContact, ContactView } from './contacts/contact-views';
export type { QueryOptions, RayHit, ShapeQueryOptions } from './contacts/world-queries';
export { angle, measureAngle } from './coordinates/angle';
export { axis, length, measureAxis, measureWorldAxis, worldAxis } from './coordinates/axis';
export { point } from './coordinates/points/point';
export { quote, refuse, TenonError, type TenonErrorCode } from './base/error';
export {
  type DefinedJoint,
  defineJoint,
  type JointDefinition,
  type JointOf,
  type OptionsOf,
} from './joint/define-joint';
export type { BreakErrors, BreakLaw, BreakLawName, BreakOptions } from './joint/breaking/break-law';
export { forces } from './joint/force-registry';
export type { Joint, SolverChoice } from './joint/joint';
export type { JointCollection, JointFrom, JointNamed, JointSource, OptionsFor } from './joint/joint-collection';
export type { BreakingEvent, BreakLoad, BrokenEvent, JointEvent, JointEvents, Removal } from './joint/joint-events';
export type { JointDebug, JointDebugOptions } from './joint/joint-debug';
export type { JointCommonOptions } from './joint/joint-options';
export type {
  CapOptions,
  FrictionOptions,
  LimitsOptions,
  LockOptions,
  MotorOptions,
  PointFrictionOptions,
  PointSpringOptions,
  RatchetOptions,
  SoftnessOptions,
  SpringForce,
  SpringOptions,
  SpringSlope,
} from './joint/law-options';
export type { FrictionLaw, LimitsLaw, LockLaw, MotorLaw, RatchetLaw, SpringLaw } from './joint/laws/index';
export type { PointCoordinate, PointOptions } from './joint/point-coordinate';
export { definePreset, type Preset } from './joint/preset';
export type { LimitEvent } from './joint/limit-events';
export type { Reaction } from './batches/reactions';
export type { JointRegistry } from './joint/registry';
export type { ScalarCoordinate, ScalarOptions } from './joint/scalar-coordinate';
export { AngleJoint } from './joints/angle-joint';
export { DistanceJoint } from './joints/distance-joint';
export { DragJoint } from './joints/drag-joint';
export { FilterJoint } from './joints/filter-joint';
export { FrictionJoint } from './joints/friction-joint';
export { GearJoint } from './joints/gear-joint';
export type { GearTerm } from './joints/gear-terms';
export { LineJoint } from './joints/line-joint';
export { MotorJoint } from './joints/motor-joint';
export { type PathFoot, PathJoint } from './joints/path-joint';
export { PivotJoint } from './joints/pivot-joint';
export { PoseJoint } from './joints/pose-joint';
export { dampedSpring, groove, pin, ratchet, rope, rotaryLimit, rotarySpring, slide } from './joints/presets';
export { PrismaticJoint } from './joints/prismatic-joint';
export { PulleyJoint } from './joints/pulley-joint';
export { WeldJoint } from './joints/weld-joint';
export { WheelJoint } from './joints/wheel-joint';
export { Path, path, type PathData, type PathOptions } from './math/path';
export { atan, cos, exp, log, sin } from './math/trig';
export { type MutableVec, readOut, type VecLike, type VecView } from './math/vec2';
export type { ContactsPart, DirectPart, FastPart, Part } from './simulation/parts';
export { readOnly } from './base/read-only';
export type { IslandStats, StageTimes, WorldStats } from './simulation/stats';
export type { PortableSnapshot } from './snapshot/portable';
export type { SnapshotOptions } from './snapshot/snapshot';
export type { Snapshot } from './snapshot/with-handles';
export {
  type ConstraintDefinition,
  type ConstraintParameter,
  type DefinedConstraint,
  defineConstraint,
  type ParameterValues,
} from './user/define-constraint';
export type { Slope, SlopeBody, SlopeVec } from './user/slope';
export type { ConstraintInstance, InstanceOptions } from './user/constraint-instance';
export { type Jacobian, type MutableVec3, UserConstraint, type UserConstraintOptions } from './user/user-constraint';
export { World } from './world/world';
export type { Energy } from './world/world-energy';
export type { IslandEvent, MemberEvent, ReadEvent, StepEvent, SubstepEvent, WorldEvents } from './world/world-events';
export { type Breaking, WORLD_OPTIONS, type WorldOptions } from './world/world-options';
