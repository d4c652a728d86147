/*
 * Where the passes over an island leave a number for the one that asked, in its `out`: a double that a call returns is allocated
 * unless V8 inlines the call.
 */

/** Fastest rate of a rigid row, as a length per second. */
export const FASTEST = 0;
/** Widest gap of a hinge. */
export const WIDEST = 1;
/** Kinetic energy of the velocities at the end of the step. */
export const KINETIC = 2;
/** Kinetic energy that the island may have after impacts. */
export const ARRIVING = 3;
/** What velocities are multiplied by at the end of a step. */
export const FACTOR = 4;
/** Fastest turn of a lever at the end of the step, rad/s. */
export const FASTEST_TURN = 5;

export const OUTCOMES = 6;
