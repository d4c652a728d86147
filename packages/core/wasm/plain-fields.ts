import * as laws from '../src/coordinates/laws/law-fields';
import * as at from '../src/islands/plain/plain-layout';

/** The same places as src/islands/plain/plain-layout.ts has, in bytes; those of x or cos stand for both of a pair. */
export const BODY: usize = 8 * at.BODY_SIZE;
export const V: usize = 8 * at.BODY_VX,
  OMEGA: usize = 8 * at.BODY_OMEGA,
  INV_INERTIA: usize = 8 * at.BODY_INV_INERTIA,
  /** Where the next warm start was, while bodies move. */
  ARC: usize = 8 * at.BODY_ARC,
  STIFFNESS: usize = 8 * at.BODY_STIFFNESS,
  INV_MASS: usize = 8 * at.BODY_INV_MASS,
  PLACE: usize = 8 * at.BODY_X,
  COS_SIN: usize = 8 * at.BODY_COS,
  KICK: usize = 8 * at.BODY_KICK_X,
  ANGLE: usize = 8 * at.BODY_ANGLE,
  KICK_OMEGA: usize = 8 * at.BODY_KICK_OMEGA;
/** Added to the offsets of a velocity: those of its warm start. */
export const WARM: usize = 8 * (at.BODY_ARC - at.BODY_VX);
/** Of a body that moves: its masses as they are, before any is raised, and what damping leaves of its velocity. */
export const MASSES: usize = 8 * at.MASSES_SIZE,
  INERTIA: usize = 8 * at.MASSES_INERTIA,
  INVERSE_INERTIA: usize = 8 * at.MASSES_INV_INERTIA,
  KEPT: usize = 8 * at.MASSES_KEPT,
  KEPT_OMEGA: usize = 8 * at.MASSES_KEPT_OMEGA;
export const JOINT: usize = 8 * at.JOINT_SIZE;
export const BODY_A: usize = 0,
  BODY_B: usize = 4,
  MAX_CORRECTION: usize = 8 * at.JOINT_MAX_CORRECTION,
  LOCAL_A: usize = 8 * at.JOINT_LOCAL_AX,
  LOCAL_B: usize = 8 * at.JOINT_LOCAL_BX,
  ARM_A: usize = 8 * at.JOINT_ARM_AX,
  ARM_B: usize = 8 * at.JOINT_ARM_BX,
  GAP: usize = 8 * at.JOINT_GAP_X,
  INVERSE: usize = 8 * at.JOINT_I11,
  IMPULSE: usize = 8 * at.JOINT_IMPULSE_X,
  SUM: usize = 8 * at.JOINT_SUM_X,
  MOMENT_A: usize = 8 * at.JOINT_MOMENT_A,
  MOMENT_B: usize = 8 * at.JOINT_MOMENT_B,
  INVERSE_12: usize = 8 * at.JOINT_I12,
  PEAK: usize = 8 * at.JOINT_PEAK_FORCE,
  SHARE_A: usize = 8 * at.JOINT_SHARE_A,
  SHARE_B: usize = 8 * at.JOINT_SHARE_B,
  TURN_A: usize = 8 * at.JOINT_TURN_AX,
  TURN_B: usize = 8 * at.JOINT_TURN_BX;
export const REACH_LOW: usize = 8 * at.ANGLE_REACH_LOW,
  REACH_HIGH: usize = 8 * at.ANGLE_REACH_HIGH,
  ANGLE_IMPULSE: usize = 8 * at.ANGLE_WARM,
  NOW_TORQUE: usize = 8 * at.ANGLE_NOW_TORQUE,
  EFFECTIVE_MASS: usize = 8 * at.ANGLE_EFFECTIVE_MASS,
  INVERSE_MASS: usize = 8 * at.ANGLE_INVERSE_MASS,
  TOTAL: usize = 8 * at.ANGLE_TOTAL,
  LOWER_IMPULSE: usize = 8 * at.ANGLE_LOWER_IMPULSE,
  UPPER_IMPULSE: usize = 8 * at.ANGLE_UPPER_IMPULSE,
  LOWER_STRUCK: usize = 8 * at.ANGLE_LOWER_STRUCK,
  UPPER_STRUCK: usize = 8 * at.ANGLE_UPPER_STRUCK,
  VALUE: usize = 8 * at.ANGLE_VALUE,
  REFERENCE: usize = 8 * at.ANGLE_REFERENCE,
  LOWER_BOUND: usize = 8 * at.ANGLE_LOWER_BOUND,
  UPPER_BOUND: usize = 8 * at.ANGLE_UPPER_BOUND,
  FLAGS: usize = 4 * at.ANGLE_FLAGS_WORD,
  STOPS_HIT: usize = 4 * at.ANGLE_STOPS_HIT_WORD,
  LIMITS_SUM: usize = 8 * at.ANGLE_LIMITS_SUM,
  SUM_TORQUE: usize = 8 * at.ANGLE_SUM_TORQUE,
  PEAK_TORQUE: usize = 8 * at.ANGLE_PEAK_TORQUE,
  NEXT: usize = 4 * at.ANGLE_NEXT_WORD;
/** Bits of `FLAGS`. */
export const LOWER: i32 = laws.LOWER,
  UPPER: i32 = laws.UPPER;
/** Of a body that moves: where its joints begin and end, 1 if it weighs more for this step, and while a blow gathers the last column on it, from 1. */
export const TIES_START: usize = 4 * at.TIES_START_WORD,
  TIES_END: usize = 4 * at.TIES_END_WORD,
  TIES_STIFF: usize = 8,
  TIES_LAST: usize = 12;
export const SAVED_POINT: usize = 8 * at.SAVED_POINT_SIZE,
  SAVED_ANGLE: usize = 8 * at.SAVED_ANGLE_SIZE;
export const H: usize = 8 * at.STEP_H,
  PER_SECOND: usize = 8 * at.STEP_PER_SECOND,
  BIAS_RATE: usize = 8 * at.STEP_BIAS_RATE,
  MASS_SCALE: usize = 8 * at.STEP_MASS_SCALE,
  IMPULSE_SCALE: usize = 8 * at.STEP_IMPULSE_SCALE,
  MOST_SPEED: usize = 8 * at.STEP_MOST_SPEED,
  MOST_KICK: usize = 8 * at.STEP_MOST_KICK,
  CORRECTION_SCALE: usize = 8 * at.STEP_CORRECTION_SCALE,
  LEAST_BLOW: usize = 8 * at.STEP_LEAST_BLOW,
  STOP_SLOP: usize = 8 * at.STEP_SLOP,
  LEAST_SHOCK: usize = 8 * at.STEP_LEAST_SHOCK,
  MOST_PASSED: usize = 8 * at.STEP_MOST_PASSED,
  NEARLY_PASSED: usize = 8 * at.STEP_NEARLY_PASSED,
  LEAST_CLOSING: usize = 8 * at.STEP_LEAST_CLOSING;
