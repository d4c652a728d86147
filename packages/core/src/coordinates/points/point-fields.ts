/**
 * A point coordinate in the row record: inverse of the 2×2 K, bits of law-fields.ts, impulse and its sum over the step, and how far from the
 * anchor of A, and of B, to the other the impulses act.
 */
export const I11 = 0,
  I12 = 1,
  I22 = 2,
  P_FLAGS = 3,
  P_IMPULSE_X = 4,
  P_IMPULSE_Y = 5,
  P_SUM_X = 6,
  P_SUM_Y = 7,
  P_SHARE_A = 8,
  P_SHARE_B = 9;

export const POINT_SIZE = 10;

/**
 * A soft or frictional law of a point in the laws record, from its own offset: impulse and its sum, then of a soft row
 * γ, the stiffness of one given by hertz, the share of the gap in its bias, 1 if it acts in both passes.
 */
export const V_X = 0,
  V_Y = 1,
  V_SUM_X = 2,
  V_SUM_Y = 3,
  V_GAMMA = 4,
  V_STIFFNESS = 5,
  V_BIAS = 6,
  V_HALVED = 7;
const VECTOR_ROW = 8;

export const P_SPRING_ROW = 0;
export const P_LOCK_ROW = P_SPRING_ROW + VECTOR_ROW;
export const P_FRICTION_ROW = P_LOCK_ROW + VECTOR_ROW;
export const P_VISCOUS_ROW = P_FRICTION_ROW + VECTOR_ROW;

export const P_LOCK_CAP = 32,
  P_LOCK_HERTZ = 33,
  P_LOCK_RATIO = 34,
  P_SPRING_A = 35,
  P_SPRING_B = 36,
  P_SPRING_CAP = 37,
  P_FRICTION_CAP = 38,
  P_VISCOUS = 39;
/** Impulse of all laws that the next warm start applies; used when a law other than the plain lock is on. */
export const P_WARM_X = 40,
  P_WARM_Y = 41;
/** Mean inverse effective mass, half of the trace of K: what soft laws are measured by. */
export const P_INVERSE_MASS = 42;

export const POINT_LAWS_SIZE = 43;
