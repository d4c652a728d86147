// Where each number lies. No imports: only then are these folded into the code that uses them.

/** Numbers per corner of a hull: x, y and the outward normal of the edge that begins there. */
export const CORNER = 4,
  NORMAL = 2;

/** Numbers per box: least x and y, greatest x and y. */
export const BOX = 4;

/** In the `probe` of a tree: middle of a box, its half width and height, and how far it goes. */
export const AT_X = 0,
  AT_Y = 1,
  HALF_X = 2,
  HALF_Y = 3,
  WAY_X = 4,
  WAY_Y = 5;

/** In the links of a tree's nodes. A free node has the next free one for parent; a leaf has no children, and its item in place of the second. */
export const LINKS = 4,
  PARENT = 0,
  LEFT = 1,
  RIGHT = 2,
  HEIGHT = 3;

/** Of a material. */
export const FRICTION = 0,
  RESTITUTION = 1,
  ROLLING = 2,
  SURFACE_SPEED = 3,
  MATERIAL = 4;

/**
 * In `asked`: hulls that are farther apart do not meet; of those that do, points that are farther apart than `FAR` do not count; faces that are
 * as near as `TIE` are equally near. World units.
 */
export const MARGIN = 0,
  FAR = 1,
  TIE = 2;

/**
 * In `found`. The normal leads from the first hull to the second. `GAP` is how far they are apart along it: the distance, or no more than
 * that; below 0 they overlap. Points: on the core of the first and of the second, without radius, and the gap there.
 */
export const NORMAL_X = 0,
  NORMAL_Y = 1,
  GAP = 2,
  POINTS = 3,
  POINT = 5,
  ON_A = 0,
  ON_B = 2,
  POINT_GAP = 4;

/** In `way`: how far a hull goes, and at what share of that it meets another. */
export const GOES_X = 0,
  GOES_Y = 1,
  SHARE = 2;

/**
 * In `records`: what a solver reads of a pair, and where it keeps its impulses. The normal leads from body A, the older one, to B; world
 * units. From `MIXED` on, the material of both, see `combine`.
 */
export const NX = 0,
  NY = 1,
  MIXED = 2,
  RADIUS_A = 6,
  RADIUS_B = 7,
  FIRST_POINT = 8,
  RECORD = 28;

/**
 * Of a point. Anchors are on the cores, in the frames of the bodies; the surfaces are `RADIUS_A` and `RADIUS_B` beyond, along the normal:
 * arms are taken there, and a disc rolls. `SEPARATION` is below 0 where they overlap. Impulses are those of the last pass of the last step, 0
 * of a point that was not there; sums are those of the whole step.
 */
export const LOCAL_A = 0,
  LOCAL_B = 2,
  SEPARATION = 4,
  NORMAL_IMPULSE = 5,
  TANGENT_IMPULSE = 6,
  ROLLING_IMPULSE = 7,
  NORMAL_SUM = 8,
  TANGENT_SUM = 9,
  CONTACT_POINT = 10;

/**
 * In the rows of a manifold: its normal, radii and material, the inverse inertia against rolling, then its points. Of a point: anchors as in
 * records, the room or overlap, what the arms turn of a normal and a tangent impulse, effective masses, impulses of this pass, the rate of
 * the normal before the step, sums of the step, what of the normal impulse was a blow, and the normal's sum of the last step.
 */
export const ROW_NX = 0,
  ROW_NY = 1,
  ROW_RADIUS_A = 2,
  ROW_RADIUS_B = 3,
  ROW_FRICTION = 4,
  ROW_RESTITUTION = 5,
  ROW_ROLLING = 6,
  ROW_SPEED = 7,
  ROW_ROLLING_MASS = 8,
  ROW_POINTS = 9,
  ROW_POINT = 19,
  ROW = 47,
  ROW_LOCAL = 0,
  ROW_GAP = 4,
  ROW_NORMAL_A = 5,
  ROW_NORMAL_B = 6,
  ROW_TANGENT_A = 7,
  ROW_TANGENT_B = 8,
  ROW_NORMAL_MASS = 9,
  ROW_TANGENT_MASS = 10,
  ROW_NORMAL = 11,
  ROW_TANGENT = 12,
  ROW_ROLL = 13,
  ROW_RATE = 14,
  ROW_NORMAL_SUM = 15,
  ROW_TANGENT_SUM = 16,
  ROW_BLOW = 17,
  ROW_LAST_SUM = 18;

/**
 * Beside each: offsets of its bodies, how many points the iterative step has of it, its pair, 1 if a joint of its bodies passes on what they are given,
 * and how many points the direct step has.
 */
export const TIE_A = 0,
  TIE_B = 1,
  TIE_POINTS = 2,
  TIE_PAIR = 3,
  TIE_JOINTED = 4,
  TIE_DIRECT = 5,
  TIES = 6;

/** In `heads`; the last four but one are of the lists that a pair is in. `MET` is 1 once its bodies have pushed each other, until they part. */
export const HULL_A = 0,
  HULL_B = 1,
  BODY_A = 2,
  BODY_B = 3,
  POINT_COUNT = 4,
  FEATURE = 5,
  VERDICT = 7,
  NEXT = 8,
  PREVIOUS = 9,
  NEXT_OF_A = 10,
  PREVIOUS_OF_A = 11,
  MET = 12,
  HEAD = 13;

/**
 * What becomes of two bodies while they are near each other. `APART`: they are not, and nobody was asked. `PASSES`: one came through a
 * one-way body, and has not left it yet. `DOUBTED`: they touch or sense each other, and are to be asked for again.
 */
export const APART = 0,
  COLLIDES = 1,
  IGNORES = 2,
  PASSES = 3,
  SENSES = 4,
  DOUBTED = 5;

/** No pair, no node. */
export const NONE = -1;
