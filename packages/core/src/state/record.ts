/**
 * Where each number of a joint lies. A joint has these records in its batch:
 *
 *   rows      what every pass touches:  reaction | local frames | world frame | coordinates
 *   settings  what belongs to the joint as a whole
 *   laws      what only laws touch, one of each coordinate that has more than a rigid lock (law-records.ts)
 *
 * Offsets of the reaction and the frames count from the start of the row record.
 */

/** What the joint did to B in this substep: force x, y, torque (kg·unit/s², times seconds: impulses). */
export const NOW_X = 0,
  NOW_Y = 1,
  NOW_TORQUE = 2;
/** The same, summed over the substeps of the last step. */
export const SUM_X = 3,
  SUM_Y = 4,
  SUM_TORQUE = 5;
/** Largest torque of a substep in the last step; the largest force is `PEAK_FORCE`. */
export const PEAK_TORQUE = 6;

/** Frames as the user gave them: anchors from the centres of mass, unit axis in A's frame, angle of B in A at zero. */
export const REFERENCE_ANGLE = 7,
  LOCAL_UX = 8,
  LOCAL_UY = 9;
/** Moment of what it did to A and to B about their own centres, by the arms at which it acted, summed over the last step. */
export const MOMENT_A = 10,
  MOMENT_B = 11;

// What every visit of a plain point touches lies together, with the point behind it: cache lines are most of its cost.
export const LOCAL_AX = 12,
  LOCAL_AY = 13,
  LOCAL_BX = 14,
  LOCAL_BY = 15;
/** In the world, as last measured: lever arms, separation pB − pA. */
export const ARM_AX = 16,
  ARM_AY = 17,
  ARM_BX = 18,
  ARM_BY = 19,
  GAP_X = 20,
  GAP_Y = 21;
/** Fastest removal of a position error by this joint, unit/s (times π / lengthUnit: rad/s). */
export const MAX_CORRECTION = 22;
/** Largest force of a substep in the last step. */
export const PEAK_FORCE = 23;

/** In records of more than two bodies, which have no reference angle: the column of body B. */
export const COLUMN_B = REFERENCE_ANGLE;

/** Where the coordinates begin in a pair's row record. */
export const FRAME_SIZE = 24;

/** Offsets in its settings. */
export const JOINT_FLAGS = 0,
  BREAK_FORCE = 1,
  BREAK_TORQUE = 2,
  BREAK_LENGTH = 3,
  BREAK_ANGLE = 4,
  BREAK_AFTER = 5,
  BREAK_ENERGY = 6,
  OVER_ERROR_TIME = 7,
  BREAK_LAWS = 8;
/** Length of the last direct step that the impulses belong to, s; 0: they are of the iterative step. */
export const DIRECT_STEP = 9;
/** Length of the step in which a joint was last solved before it fell asleep, s: what its sums are of. 0: of the world's last step. */
export const SLEPT_AFTER = 10;

export const SETTINGS_SIZE = 11;

/** Bits of `JOINT_FLAGS`. A threshold that is "none" has its bit cleared; its number is then 0. */
export const ENABLED = 1,
  COLLIDE_CONNECTED = 2,
  BREAKS_BY_FORCE = 4,
  BREAKS_BY_TORQUE = 8,
  BREAKS_BY_LENGTH = 16,
  BREAKS_BY_ANGLE = 32,
  BREAKS_BY_ENERGY = 64,
  REMOVE_ON_BREAK = 128,
  PREFERS_DIRECT = 256,
  PREFERS_ITERATIVE = 512,
  OWN_CORRECTION = 1024,
  /** Until the next step: it was made, or one of its bodies was put elsewhere. */
  PUT_APART = 2048,
  /** Until the next step: what it holds rigidly was moved by its owner (batches/led.ts). */
  LED = 4096,
  /** In the step at hand: it is led on, as it was lately. */
  FOLLOWED = 16384;
/** For how many steps yet what leads it leads it on, times `LED_STEP`. */
export const LED_STEP = 1 << 16,
  LED_LATELY = 15 << 16;
/** By which of their numbers, x, y, angle, its bodies were put elsewhere since it last went on to where they are: three bits each. */
export const PLACED_A = 1 << 21,
  PLACED_B = 1 << 24,
  PLACED = 63 << 21;
export const BREAKS = BREAKS_BY_FORCE | BREAKS_BY_TORQUE | BREAKS_BY_LENGTH | BREAKS_BY_ANGLE | BREAKS_BY_ENERGY;
