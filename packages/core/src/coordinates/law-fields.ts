/**
 * Where the laws of one scalar coordinate lie in the laws record, and the bits that say which are on.
 * A bound, cap or threshold that is "none" has its bit cleared and its number 0: no array holds an infinity.
 */
export const LOCK = 1 << 0,
  LOCK_SOFT = 1 << 1,
  LOCK_CORRECTION = 1 << 2,
  LOCK_CAPPED = 1 << 3;
export const LOWER = 1 << 4,
  UPPER = 1 << 5,
  LIMITS_SOFT = 1 << 6,
  LIMITS_BOUNCE = 1 << 7;
export const SPRING = 1 << 8,
  SPRING_HERTZ = 1 << 9,
  SPRING_COMPLIANCE = 1 << 10,
  SPRING_FORCE = 1 << 11,
  SPRING_CAPPED = 1 << 12;
export const MOTOR = 1 << 13,
  SERVO = 1 << 14,
  SERVO_SPEED = 1 << 15,
  MOTOR_CAPPED = 1 << 16;
export const FRICTION = 1 << 17,
  BEARING = 1 << 18,
  VISCOUS = 1 << 19;
export const RATCHET = 1 << 20;
/** Both bounds are one value: held from both sides, as by a lock. */
export const LIMITS_EQUAL = 1 << 23;
/** The angle is read in (−π, π]. */
export const WRAPPED = 1 << 21;

/** What holds a coordinate from both sides. */
export const HOLDS = LOCK | LIMITS_EQUAL;
/** Laws that make the coordinate act at all. */
export const ANY_LAW = LOCK | LOWER | UPPER | SPRING | MOTOR | FRICTION | BEARING | VISCOUS | RATCHET;
/** Bits that a lone rigid lock may have: the kernels solve it without a look at the laws record. */
export const NOT_PLAIN = ~(LOCK | WRAPPED);

/** Bits of an angle whose only laws are hard stops without restitution. */
export const ONLY_STOPS = LOWER | UPPER | WRAPPED;

/**
 * A soft row: P = −θh[k(stretch + θh·rate) + c·rate] solved once, ((1 − θ)/θ)·P more after the move.
 * Its eight numbers, from the row's own offset.
 */
export const S_IMPULSE = 0,
  S_SUM = 1,
  S_GAMMA = 2,
  S_BIAS = 3,
  S_THETA = 4,
  S_STIFFNESS = 5,
  S_DAMPING = 6,
  S_STRETCH = 7;
const SOFT_ROW = 8;

export const SPRING_ROW = 0;
export const LOCK_ROW = SPRING_ROW + SOFT_ROW;
export const LIMITS_ROW = LOCK_ROW + SOFT_ROW;
export const VISCOUS_ROW = LIMITS_ROW + SOFT_ROW;

/** Cap (N or N·m), then hertz or the correction per second, damping ratio. */
export const LOCK_CAP = 32,
  LOCK_HERTZ = 33,
  LOCK_RATIO = 34;
export const LOWER_BOUND = 35,
  UPPER_BOUND = 36,
  LOWER_IMPULSE = 37,
  UPPER_IMPULSE = 38,
  LIMITS_SUM = 39,
  RESTITUTION = 40,
  LIMITS_HERTZ = 41,
  LIMITS_RATIO = 42;
/** Rate towards the bound just before it was met, and whether a stop pushed in this step (bit 0 lower, bit 1 upper). */
export const LOWER_APPROACH = 43,
  UPPER_APPROACH = 44,
  STOPS_HIT = 45;
/** hertz | stiffness | compliance, damping ratio | damping, rest value, cap. */
export const SPRING_A = 46,
  SPRING_B = 47,
  SPRING_TARGET = 48,
  SPRING_CAP = 49;
export const MOTOR_SPEED = 50,
  MOTOR_TARGET = 51,
  MOTOR_CAP = 52,
  MOTOR_IMPULSE = 53,
  MOTOR_SUM = 54;
/** Coulomb cap, coefficient and radius of a bearing, viscous coefficient, normal impulse of the joint's locks in a pass. */
export const FRICTION_CAP = 55,
  FRICTION_COEFFICIENT = 56,
  FRICTION_RADIUS = 57,
  FRICTION_VISCOUS = 58,
  FRICTION_IMPULSE = 59,
  FRICTION_SUM = 60,
  FRICTION_LOAD = 61;
export const TOOTH = 62,
  PHASE = 63,
  LATCH = 64,
  RATCHET_IMPULSE = 65,
  RATCHET_SUM = 66;
/** Index of the force function in the world's table. */
export const SPRING_FUNCTION = 67;

/** Which stop was last announced by the event `limit`: −1 lower, 1 upper, 0 none. */
export const LIMITS_SAID = 68;

/** What a stop with restitution measures the approach by: the rate of the pass before, and what it changed by since, per second. */
export const NOTED = 69,
  ACCELERATION = 70;

/**
 * Of a servo with a cap (joint/servos.ts): inverse mass that it moves, rate at the start of the step, most force that loads it of
 * late or ahead, and the force that loaded it in the last step.
 */
export const MOTOR_MASS = 71,
  MOTOR_RATE = 72,
  MOTOR_LOAD = 73,
  MOTOR_LOADED = 74;

export const LAWS_SIZE = 75;
