export {
  addBodyView,
  addCoordinateView,
  addTermView,
  clearJointView,
  createJointView,
  JointFlag,
  type BodyView,
  type CoordinateKind,
  type CoordinateView,
  type JointView,
  type LawSet,
  type LawView,
  type LimitsView,
  type LockView,
  type MotorView,
  type Place,
  type RatchetView,
  type SpringView,
  type TermView,
} from './view/joint-view';
export { viewJoint, type ViewOptions, viewWorld } from './view/view-world';
export { viewContacts } from './view/view-contacts';
