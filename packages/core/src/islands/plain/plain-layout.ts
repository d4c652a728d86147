/**
 * Where the numbers of a block of plain points lie in the memory of wasm/plain-points.ts: each of 8 bytes, or two words of 4. That is
 * compiled with these (wasm/plain-fields.ts), two numbers at a time: x before y, cos before sin.
 */

/** Of a body. */
export const BODY_SIZE = 16;
export const BODY_VX = 0,
  BODY_VY = 1,
  BODY_OMEGA = 2,
  BODY_INV_INERTIA = 3,
  BODY_ARC = 4,
  BODY_STIFFNESS = 6,
  BODY_INV_MASS = 7,
  BODY_X = 8,
  BODY_Y = 9,
  BODY_COS = 10,
  BODY_SIN = 11,
  BODY_KICK_X = 12,
  BODY_KICK_Y = 13,
  BODY_ANGLE = 14,
  /** Its torque times half a substep. */
  BODY_KICK_OMEGA = 15;

/** Of a body that moves: its inertia and the inverse as they are, before a step raises them; what half a substep of damping leaves. */
export const MASSES_SIZE = 4;
export const MASSES_INERTIA = 0,
  MASSES_INV_INERTIA = 1,
  MASSES_KEPT = 2,
  MASSES_KEPT_OMEGA = 3;

/** Of a joint; at 0 the words of its two bodies, which say where they lie in bytes. */
export const JOINT_SIZE = 28;
export const JOINT_MAX_CORRECTION = 1,
  JOINT_LOCAL_AX = 2,
  JOINT_LOCAL_AY = 3,
  JOINT_LOCAL_BX = 4,
  JOINT_LOCAL_BY = 5,
  JOINT_ARM_AX = 6,
  JOINT_ARM_AY = 7,
  JOINT_ARM_BX = 8,
  JOINT_ARM_BY = 9,
  JOINT_GAP_X = 10,
  JOINT_GAP_Y = 11,
  JOINT_I11 = 12,
  JOINT_I22 = 13,
  JOINT_IMPULSE_X = 14,
  JOINT_IMPULSE_Y = 15,
  JOINT_SUM_X = 16,
  JOINT_SUM_Y = 17,
  JOINT_MOMENT_A = 18,
  JOINT_MOMENT_B = 19,
  JOINT_I12 = 20,
  JOINT_PEAK_FORCE = 21,
  JOINT_SHARE_A = 22,
  JOINT_SHARE_B = 23,
  /** How fast the gap grows as either body turns: the kernel's own. */
  JOINT_TURN_AX = 24,
  JOINT_TURN_BX = 26;

/** Of the angle of a hinge, which lies behind its joint if any angle has a law. What it goes on with lies together. */
export const ANGLE_SIZE = 20;
export const ANGLE_REACH_LOW = 0,
  ANGLE_REACH_HIGH = 1,
  ANGLE_WARM = 2,
  ANGLE_NOW_TORQUE = 3,
  ANGLE_EFFECTIVE_MASS = 4,
  ANGLE_INVERSE_MASS = 5,
  ANGLE_TOTAL = 6,
  ANGLE_LOWER_IMPULSE = 7,
  ANGLE_UPPER_IMPULSE = 8,
  ANGLE_LOWER_STRUCK = 9,
  ANGLE_UPPER_STRUCK = 10,
  ANGLE_VALUE = 11,
  ANGLE_REFERENCE = 12,
  ANGLE_LOWER_BOUND = 13,
  ANGLE_UPPER_BOUND = 14,
  /** In words: bits of its laws, and which stops pushed. */
  ANGLE_FLAGS_WORD = 30,
  ANGLE_STOPS_HIT_WORD = 31,
  ANGLE_LIMITS_SUM = 16,
  ANGLE_SUM_TORQUE = 17,
  ANGLE_PEAK_TORQUE = 18,
  /** In words: the joint after it whose stop was passed, the kernel's own. */
  ANGLE_NEXT_WORD = 38;

/** Of what hangs on a body that moves, in words: where its joints begin and end; the others are the kernel's. */
export const TIES_WORDS = 4;
export const TIES_START_WORD = 0,
  TIES_END_WORD = 1;

/** What the kernel saves of a joint, impulse, arms and gap, and of its angle. */
export const SAVED_POINT_SIZE = 8,
  SAVED_ANGLE_SIZE = 10;

/** Of the step, at the start of the memory. */
export const STEP_H = 0,
  STEP_PER_SECOND = 1,
  STEP_BIAS_RATE = 2,
  STEP_MASS_SCALE = 3,
  STEP_IMPULSE_SCALE = 4,
  STEP_MOST_SPEED = 5,
  STEP_MOST_KICK = 6,
  STEP_CORRECTION_SCALE = 7,
  STEP_LEAST_BLOW = 8,
  STEP_SLOP = 9,
  STEP_LEAST_SHOCK = 10,
  STEP_MOST_PASSED = 11,
  STEP_NEARLY_PASSED = 12,
  STEP_LEAST_CLOSING = 13;
