import * as body from '../src/state/body-fields';
import * as point from '../src/coordinates/points/point-fields';
import * as laws from '../src/coordinates/laws/law-fields';
import * as scalar from '../src/coordinates/scalar';
import * as at from '../src/fast/hinge-layout';
import * as row from '../src/state/record';

/** Places in the records of core, in bytes; those of x, cos or A stand for both of a pair. */

/** In `motion`; ARC is where the next warm start was, while bodies move. */
export const V: usize = 8 * body.VX,
  OMEGA: usize = 8 * body.OMEGA,
  INV_MASS: usize = 8 * body.INV_MASS,
  INV_INERTIA: usize = 8 * body.INV_INERTIA,
  ARC: usize = 8 * body.ARC_C;
/** Added to the offsets of a velocity: those of its warm start. */
export const WARM: usize = 8 * (body.WARM_VX - body.VX);
/** Before the first warm start, in its place: how hard joints turn a body back. */
export const STIFFNESS: usize = 8 * body.WARM_OMEGA;
/** In `pose`. */
export const PLACE: usize = 8 * body.X,
  COS_SIN: usize = 8 * body.COS,
  ANGLE: usize = 8 * body.ANGLE;
/** In `drive`. */
export const KICK: usize = 8 * body.KICK_X,
  KICK_OMEGA: usize = 8 * body.KICK_OMEGA,
  KEPT: usize = 8 * body.KEPT,
  KEPT_OMEGA: usize = 8 * body.KEPT_OMEGA;
/** In `load`. */
export const INERTIA: usize = 8 * body.INERTIA;

/** In the row record. */
export const NOW_TORQUE: usize = 8 * row.NOW_TORQUE,
  SUM: usize = 8 * row.SUM_X,
  SUM_TORQUE: usize = 8 * row.SUM_TORQUE,
  PEAK_TORQUE: usize = 8 * row.PEAK_TORQUE,
  REFERENCE: usize = 8 * row.REFERENCE_ANGLE,
  MOMENT_A: usize = 8 * row.MOMENT_A,
  MOMENT_B: usize = 8 * row.MOMENT_B,
  LOCAL_A: usize = 8 * row.LOCAL_AX,
  LOCAL_B: usize = 8 * row.LOCAL_BX,
  ARM_A: usize = 8 * row.ARM_AX,
  ARM_B: usize = 8 * row.ARM_BX,
  GAP: usize = 8 * row.GAP_X,
  MAX_CORRECTION: usize = 8 * row.MAX_CORRECTION,
  PEAK: usize = 8 * row.PEAK_FORCE;
/** Of the point, which is the first coordinate in it. */
const POINT: usize = 8 * row.FRAME_SIZE;
export const I11: usize = POINT + 8 * point.I11,
  I12: usize = POINT + 8 * point.I12,
  I22: usize = POINT + 8 * point.I22,
  IMPULSE: usize = POINT + 8 * point.P_IMPULSE_X,
  POINT_SUM: usize = POINT + 8 * point.P_SUM_X,
  SHARE_A: usize = POINT + 8 * point.P_SHARE_A,
  SHARE_B: usize = POINT + 8 * point.P_SHARE_B;
/** Of the angle, which is the second. */
const TURN: usize = POINT + 8 * point.POINT_SIZE;
export const VALUE: usize = TURN + 8 * scalar.VALUE,
  EFFECTIVE_MASS: usize = TURN + 8 * scalar.EFFECTIVE_MASS,
  INVERSE_MASS: usize = TURN + 8 * scalar.INVERSE_MASS,
  FLAGS: usize = TURN + 8 * scalar.FLAGS,
  ANGLE_IMPULSE: usize = TURN + 8 * scalar.WARM,
  TOTAL: usize = TURN + 8 * scalar.TOTAL,
  /** Between two visits: the rates between which no stop acts. */
  REACH_LOW: usize = TURN + 8 * scalar.RATE,
  REACH_HIGH: usize = TURN + 8 * scalar.DELTA;

/** In the laws of the angle. */
export const LOWER_BOUND: usize = 8 * laws.LOWER_BOUND,
  UPPER_BOUND: usize = 8 * laws.UPPER_BOUND,
  LOWER_IMPULSE: usize = 8 * laws.LOWER_IMPULSE,
  LIMITS_SUM: usize = 8 * laws.LIMITS_SUM,
  STOPS_HIT: usize = 8 * laws.STOPS_HIT;
/** Bits of `FLAGS`. */
export const LOWER: i32 = laws.LOWER,
  UPPER: i32 = laws.UPPER,
  LIMITS_LED: i32 = laws.LIMITS_LED;

/** Of the table of joints. */
export const ENTRY: usize = 4 * at.JOINT_WORDS,
  ROW: usize = 4 * at.ROW_WORD,
  BODY_A: usize = 4 * at.BODY_A_WORD,
  BODY_B: usize = 4 * at.BODY_B_WORD,
  LAWS: usize = 4 * at.LAWS_WORD;

/** Of the step. */
export const H: usize = 8 * at.STEP_H,
  PER_SECOND: usize = 8 * at.STEP_PER_SECOND,
  BIAS_RATE: usize = 8 * at.STEP_BIAS_RATE,
  MASS_SCALE: usize = 8 * at.STEP_MASS_SCALE,
  IMPULSE_SCALE: usize = 8 * at.STEP_IMPULSE_SCALE,
  MOST_SPEED: usize = 8 * at.STEP_MOST_SPEED,
  MOST_KICK: usize = 8 * at.STEP_MOST_KICK,
  CORRECTION_SCALE: usize = 8 * at.STEP_CORRECTION_SCALE,
  LEAST_BLOW: usize = 8 * at.STEP_LEAST_BLOW;
/** Bits of what a step tells. */
export const STIFFENED: i32 = at.STIFFENED,
  STOPS_MET: i32 = at.STOPS_MET,
  LOST: i32 = at.LOST;
