export type { AttachOptions, SlotIndex } from './attachments';
export { fitCamera, type CameraView } from './fit-camera';
export type { Slot, Slots } from './instance-group';
export type { PlaneChoice } from './plane';
export type { PointerDrag, PointerDragOptions } from './pointer-drag';
export type { Direction, JointOptions, Point, Target, WithTargets } from './targets';
export { JointsHelper, type JointsHelperOptions } from './joints-helper';
export type { JointsEvents, SensedObjects, TouchingObjects } from './touch-events';
export { type GroundOptions, ThreeJoints, type ThreeJointsOptions } from './three-joints';
