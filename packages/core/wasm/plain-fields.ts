/**
 * Where the numbers of a block of plain points lie in the kernel's memory. Offsets in bytes of a body: vx, vy, ω, 1/I, then the next warm
 * start or the arcs, 1/m, pose, half kicks; of a joint as in record.ts.
 */
export const BODY: usize = 128;
export const V: usize = 0,
  OMEGA: usize = 16,
  INV_INERTIA: usize = 24,
  ARC: usize = 32,
  INERTIA: usize = 32,
  STIFFNESS: usize = 48,
  INV_MASS: usize = 56,
  PLACE: usize = 64,
  COS_SIN: usize = 80,
  KICK: usize = 96,
  ANGLE: usize = 112,
  KICK_OMEGA: usize = 120;
/** Added to the offsets of a velocity: those of its warm start. */
export const WARM: usize = 32;
export const JOINT: usize = 176;
export const BODY_A: usize = 0,
  BODY_B: usize = 4,
  MAX_CORRECTION: usize = 8,
  LOCAL_A: usize = 16,
  LOCAL_B: usize = 32,
  ARM_A: usize = 48,
  ARM_B: usize = 64,
  GAP: usize = 80,
  INVERSE: usize = 96,
  IMPULSE: usize = 112,
  SUM: usize = 128,
  MOMENT_A: usize = 144,
  MOMENT_B: usize = 152,
  INVERSE_12: usize = 160,
  PEAK: usize = 168;
/** Of the angle of a hinge, as far behind its joint as `step` is told: as in scalar.ts and law-fields.ts. What it goes on with lies together. */
export const REACH_LOW: usize = 0,
  REACH_HIGH: usize = 8,
  ANGLE_IMPULSE: usize = 16,
  NOW_TORQUE: usize = 24,
  EFFECTIVE_MASS: usize = 32,
  INVERSE_MASS: usize = 40,
  TOTAL: usize = 48,
  LOWER_IMPULSE: usize = 56,
  UPPER_IMPULSE: usize = 64,
  LOWER_STRUCK: usize = 72,
  UPPER_STRUCK: usize = 80,
  VALUE: usize = 88,
  REFERENCE: usize = 96,
  LOWER_BOUND: usize = 104,
  UPPER_BOUND: usize = 112,
  FLAGS: usize = 120,
  STOPS_HIT: usize = 124,
  LIMITS_SUM: usize = 128,
  SUM_TORQUE: usize = 136,
  PEAK_TORQUE: usize = 144;
export const LOWER: i32 = 1 << 4,
  UPPER: i32 = 1 << 5;
/** Of a body that moves: where its joints begin and end, 1 if it weighs more for this step, and while a blow gathers the last column on it, from 1. */
export const TIES_START: usize = 0,
  TIES_END: usize = 4,
  TIES_STIFF: usize = 8,
  TIES_LAST: usize = 12;
/** Bytes that are saved of a joint, impulse, arms and gap, and of its angle. */
export const SAVED_POINT: usize = 64,
  SAVED_ANGLE: usize = 80;

/** Settings of the step, at the start of the memory. */
export const H: usize = 0,
  PER_SECOND: usize = 8,
  BIAS_RATE: usize = 16,
  MASS_SCALE: usize = 24,
  IMPULSE_SCALE: usize = 32,
  MOST_SPEED: usize = 40,
  MOST_KICK: usize = 48,
  CORRECTION_SCALE: usize = 56,
  LEAST_BLOW: usize = 64,
  STOP_SLOP: usize = 72,
  LEAST_SHOCK: usize = 80;
