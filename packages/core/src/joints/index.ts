import { frozen } from '../base/check';
import { AngleJoint } from './angle-joint';
import { DistanceJoint } from './distance-joint';
import { DragJoint } from './drag-joint';
import { FilterJoint } from './filter-joint';
import { FrictionJoint } from './friction-joint';
import { GearJoint } from './gear-joint';
import { LineJoint } from './line-joint';
import { MotorJoint } from './motor-joint';
import { PathJoint } from './path-joint';
import { PivotJoint } from './pivot-joint';
import { PoseJoint } from './pose-joint';
import { dampedSpring, groove, pin, ratchet, rope, rotaryLimit, rotarySpring, slide } from './presets';
import { PrismaticJoint } from './prismatic-joint';
import { PulleyJoint } from './pulley-joint';
import { WeldJoint } from './weld-joint';
import { WheelJoint } from './wheel-joint';

/** Every built-in joint type and preset by name: one line each. */
export const builtInJoints = /* @__PURE__ */ frozen({
  pivot: PivotJoint,
  revolute: PivotJoint,
  hinge: PivotJoint,
  weld: WeldJoint,
  distance: DistanceJoint,
  angle: AngleJoint,
  motor: MotorJoint,
  line: LineJoint,
  prismatic: PrismaticJoint,
  slider: PrismaticJoint,
  wheel: WheelJoint,
  pulley: PulleyJoint,
  gear: GearJoint,
  path: PathJoint,
  drag: DragJoint,
  pose: PoseJoint,
  friction: FrictionJoint,
  filter: FilterJoint,
  pin,
  slide,
  rope,
  groove,
  'damped-spring': dampedSpring,
  'rotary-spring': rotarySpring,
  'rotary-limit': rotaryLimit,
  ratchet,
} as const);

export type BuiltInJoints = typeof builtInJoints;

/** Handles by the name of their type: an editor shows `PivotJoint` for what a pivot is. */
export interface BuiltInHandles {
  pivot: PivotJoint;
  weld: WeldJoint;
  distance: DistanceJoint;
  angle: AngleJoint;
  motor: MotorJoint;
  line: LineJoint;
  prismatic: PrismaticJoint;
  wheel: WheelJoint;
  pulley: PulleyJoint;
  gear: GearJoint;
  path: PathJoint;
  drag: DragJoint;
  pose: PoseJoint;
  friction: FrictionJoint;
  filter: FilterJoint;
}
