/** Where each number of a body lies in the arrays of the body store. */

/** Numbers per body in `motion`, `pose` and `load`; a body is addressed by `slot × BODY` in all three. */
export const BODY = 8;

/** Offsets in `motion`. `ARC_C` = cos hω − 1 and `ARC_S` = sin hω − hω of the substep at hand, from warm start to move. */
export const VX = 0,
  VY = 1,
  OMEGA = 2,
  INV_MASS = 3,
  INV_INERTIA = 4,
  ARC_C = 5,
  ARC_S = 6;

/**
 * What the next warm start of plain points will add to vx, vy, ω: summed up as they are relaxed, at the place of the arcs, which
 * are not needed then. 0 between steps, but for `KICKED`.
 */
export const WARM_VX = 5,
  WARM_OMEGA = 7;

/** Between steps, at the place of the last of those: 1 once a velocity has been changed from outside. */
export const KICKED = 7;

/** Offsets in `drive`: what half a substep of gravity and forces adds to a velocity, and what its damping leaves of one. */
export const KICK_X = 0,
  KICK_Y = 1,
  KICK_OMEGA = 2,
  KEPT = 3,
  KEPT_OMEGA = 4;

/** Offsets in `pose`. The angle is the truth; `COS` and `SIN` are made from it. `PREV_*`: before the last fixed step. */
export const X = 0,
  Y = 1,
  COS = 2,
  SIN = 3,
  ANGLE = 4,
  PREV_X = 5,
  PREV_Y = 6,
  PREV_ANGLE = 7;

/**
 * In the poses of the world's own body, at the place of its previous x: seconds since the step began, or to its end at hand, for what moves by
 * itself. 0 between steps.
 */
export const TIME = PREV_X;

/** Offsets in `load`. */
export const FORCE_X = 0,
  FORCE_Y = 1,
  TORQUE = 2,
  GRAVITY_SCALE = 3,
  LINEAR_DAMPING = 4,
  ANGULAR_DAMPING = 5,
  MASS = 6,
  INERTIA = 7;

/** Offsets in `goal`: x, y, angle where `moveTo` goes, whether it is still to be reached, and the velocity that led there in the last step. */
export const GOAL = 7;
export const GOAL_PENDING = 3,
  LED_VX = 4,
  LED_VY = 5,
  LED_OMEGA = 6;

/** Numbers per body in `carried`. */
export const CARRIED = 3;

export const STATIC = 0,
  KINEMATIC = 1,
  DYNAMIC = 2;
