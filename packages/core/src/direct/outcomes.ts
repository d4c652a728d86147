/*
 * Where the passes over an island leave a number for the one that asked, in its `out`: a double that a call returns is allocated
 * unless V8 inlines the call.
 */

/** Largest gap or missing momentum of an iteration, as a length. */
export const ERROR = 0;
/** Share of an increment that is taken. */
export const SHARE = 1;
/** Fastest rate of a rigid row, as a length per second. */
export const FASTEST = 2;
/** Widest gap of a pin. */
export const WIDEST = 3;
/** Σ P·(C₁ − C₀) of the pins whose gaps the dynamics closes. */
export const WORK = 4;
/** Energy that incomplete Newton made. */
export const MADE = 5;
/** Kinetic energy that a projection of velocities took out. */
export const LOST = 6;
/** Kinetic energy that the island may have after impacts. */
export const ARRIVING = 7;
/** Widest gap of a row that holds from both sides, as a length; then what no impulse can do of those. */
export const OPEN = 8;
/** Kinetic energy of the velocities at the end of the step, and that of their change in it. */
export const KINETIC = 9;
export const CHANGE = 10;

export const OUTCOMES = 11;
