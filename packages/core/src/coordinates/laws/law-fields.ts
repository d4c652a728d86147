/**
 * Where the laws of one scalar coordinate lie in their record, and the bits that say which are on.
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
/** Of stops and teeth that give way. */
export const LIMITS_CAPPED = 1 << 24,
  RATCHET_CAPPED = 1 << 25;
/** Of stops whose bounds are moved on and on, in the step at hand (batches/led.ts). */
export const LIMITS_LED = 1 << 29;
/** Of a motor that drives a distance, which it must not draw to 0. */
export const DISTANCE = 1 << 22;
/** The angle is read in (−π, π], and its laws go the short way round (whole-turns.ts). */
export const WRAPPED = 1 << 21;

/** Any of the bits that say that a stop, or friction, is on. */
export const STOPS = LOWER | UPPER,
  FRICTIONS = FRICTION | BEARING | VISCOUS;
/** What holds a coordinate from both sides. */
export const HOLDS = LOCK | LIMITS_EQUAL;
/** Whether a coordinate is held, where, and how hard. */
export const HOLDING =
  HOLDS | LOCK_SOFT | LOCK_CAPPED | STOPS | LIMITS_SOFT | LIMITS_CAPPED | RATCHET | RATCHET_CAPPED | WRAPPED;
/** Laws that make the coordinate act at all. */
export const ANY_LAW = LOCK | STOPS | SPRING | MOTOR | FRICTIONS | RATCHET;
/** What needs a record of its own: all but a rigid lock alone, which has its numbers in the row record. */
export const NEEDS_RECORD = ~LOCK;
/** Bits that a lone rigid lock may have: the kernels solve it without a look at the laws record. */
export const NOT_PLAIN = ~(LOCK | WRAPPED);

/** Bits of an angle whose only laws are hard stops without restitution. */
export const ONLY_STOPS = STOPS | WRAPPED;

/**
 * A soft row of the iterative step: P = h/2·[force − (h/2·k + c)·rate], solved once and given once more after the move; or, `S_HALVED`,
 * h/2·[force − (h·k + c)·rate] solved in both passes. `S_FORCE` is that at the start and at no rate: −k·stretch, or what a function gave.
 * `S_THETA` is where in the step the direct one takes it. `S_GIVE` is how much the rate gives way to an
 * impulse, γ included: 1/∂P. Its numbers, from the row's own offset.
 */
export const S_IMPULSE = 0,
  S_SUM = 1,
  S_GAMMA = 2,
  S_BIAS = 3,
  S_THETA = 4,
  S_STIFFNESS = 5,
  S_DAMPING = 6,
  S_STRETCH = 7,
  S_FORCE = 8,
  S_HALVED = 9,
  S_GIVE = 10;
const SOFT_ROW = 11;

export const SPRING_ROW = 0;
export const LOCK_ROW = SPRING_ROW + SOFT_ROW;
export const LIMITS_ROW = LOCK_ROW + SOFT_ROW;
export const VISCOUS_ROW = LIMITS_ROW + SOFT_ROW;

/** Cap (N or N·m), then hertz or the correction per second, damping ratio. */
export const LOCK_CAP = 44,
  LOCK_HERTZ = 45,
  LOCK_RATIO = 46;
export const LOWER_BOUND = 47,
  UPPER_BOUND = 48,
  LOWER_IMPULSE = 49,
  UPPER_IMPULSE = 50,
  LIMITS_SUM = 51,
  RESTITUTION = 52;
/** Of a soft stop: the value that it was last solved at. */
export const SOFT_FROM = 53;
/** Rate towards the bound just before it was met, and whether a stop pushed in this step (bit 0 lower, bit 1 upper). */
export const LOWER_APPROACH = 55,
  UPPER_APPROACH = 56,
  STOPS_HIT = 57;
/** hertz | stiffness | compliance, damping ratio | damping, rest value, cap. */
export const SPRING_A = 58,
  SPRING_B = 59,
  SPRING_TARGET = 60,
  SPRING_CAP = 61;
export const MOTOR_SPEED = 62,
  MOTOR_TARGET = 63,
  MOTOR_CAP = 64,
  MOTOR_IMPULSE = 65,
  MOTOR_SUM = 66;
/** Coulomb cap, coefficient and radius of a bearing, viscous coefficient, normal impulse of the joint's locks in a pass. */
export const FRICTION_CAP = 67,
  FRICTION_COEFFICIENT = 68,
  FRICTION_RADIUS = 69,
  FRICTION_VISCOUS = 70,
  FRICTION_IMPULSE = 71,
  FRICTION_SUM = 72,
  FRICTION_LOAD = 73;
export const TOOTH = 74,
  PHASE = 75,
  LATCH = 76,
  RATCHET_IMPULSE = 77,
  RATCHET_SUM = 78;
/** Index of the force function in the world's table. */
export const SPRING_FUNCTION = 79;

/** Which stop was last announced by the event `limit`: −1 lower, 1 upper, 0 none. */
export const LIMITS_SAID = 80;

/** What a stop with restitution measures the approach by: the rate of the pass before, and what it changed by since, per second. */
export const NOTED = 81,
  ACCELERATION = 82;

/**
 * Of a servo (iterative/servos.ts): inverse mass that it moves, and rate at the start of the step. Of one with a cap: most force that loaded it of
 * late, the force that did when that was last looked at, and its turn since.
 */
export const MOTOR_MASS = 83,
  MOTOR_RATE = 84,
  MOTOR_LOAD = 85,
  MOTOR_LOADED = 86,
  MOTOR_TURNED = 87;
/**
 * In the iterative step also its force and the change of its rate per second, each as a mean over a shorter and a longer time; and the sums of the
 * products of what they differ by, force with change and force with force.
 */
export const MOTOR_FORCE = 88,
  MOTOR_GAIN = 89,
  MOTOR_MEAN = 90,
  MOTOR_MEAN_GAIN = 91,
  MOTOR_ANSWER = 92,
  MOTOR_SIZE = 93;

/** Of soft stops: hertz, then damping ratio. */
export const LIMITS_HERTZ = 94,
  LIMITS_RATIO = 95;

/** Targets and bounds as they were given; LOWER_BOUND and the like are what laws see of them (whole-turns.ts). That of a lock is in the row record. */
export const LOWER_GIVEN = 96,
  UPPER_GIVEN = 97,
  SPRING_GIVEN = 98,
  MOTOR_GIVEN = 99;

/** Caps of stops and teeth (N or N·m). */
export const LIMITS_CAP = 100,
  RATCHET_CAP = 54;

export const LAWS_SIZE = 101;
