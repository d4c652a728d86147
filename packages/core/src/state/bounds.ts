/** Turns of less than this, squared (rad²), are computed by their series, where a difference would cancel. */
export const SMALL_TURN = 0.25;

/** No body turns by more per substep (rad), nor moves faster (m/s): beyond, an explicit step is lost anyway, and numbers overflow. */
export const MOST_TURN = 1.5;
export const MOST_SPEED = 4000;

/**
 * The direct step moves no body faster (m/s, rad/s), nor adds more to it in one step, or the angle soon tells no sine. Joints may hold very
 * light bodies against much.
 */
export const MOST_DIRECT_SPEED = 1e5;
export const MOST_DIRECT_GAIN = 1e10;

/** Faster still, numbers may have overflowed already. */
export const LOST_SPEED = 1e100;

/**
 * An increment of the direct step below this is 0 along a chain, where it would fall off without end, to subnormal numbers, for which a processor
 * takes up to twice as long.
 */
export const LEAST_INCREMENT = 1e-60;
