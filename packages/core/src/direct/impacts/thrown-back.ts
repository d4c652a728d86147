import {
  FRICTION_VISCOUS,
  LOCK_CAPPED,
  LOCK_ROW,
  LOCK_SOFT,
  S_DAMPING,
  S_STIFFNESS,
  S_SUM,
  SPRING,
  SPRING_CAPPED,
  SPRING_ROW,
  VISCOUS,
  VISCOUS_ROW,
} from '../../coordinates/laws/law-fields';
import {
  P_INVERSE_MASS,
  P_LOCK_ROW,
  P_SPRING_ROW,
  P_SUM_X,
  P_SUM_Y,
  P_VISCOUS_ROW,
  V_SUM_X,
  V_SUM_Y,
} from '../../coordinates/points/point-fields';
import { INVERSE_MASS, LOCK_SUM, RATE } from '../../coordinates/scalar';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { DAMPING, readSoft, soft, STIFFNESS } from '../points/point-softness';
import { SOFT } from '../rows/row-modes';

/**
 * Soft laws harder than the step resolves. At the end of it a rate is as far beyond its mean as it was before it at the start: a damper that
 * takes all of the mean, or a spring that ends its gap, throws the row back at the rate at which it came, in every step anew. Such a
 * row is brought to no rate by the projection of velocities, as friction is that turns a motion round.
 */

/** hK/2 times the slope of an undamped spring with ωh = 3, up to which it is taken at the midpoint; and of a damper that takes all of a rate. */
const SWINGING = 2.25;
const DAMPED = 1;

/** Laws that push and pull, and those that are not to give more than their cap. */
export const HARD = SPRING | LOCK_SOFT | VISCOUS;
const CAPPED = SPRING_CAPPED | LOCK_CAPPED;

/** A rate that is small against the motion, for `findThrownBack`: a double handed to a call would be allocated. */
export const slow = new Float64Array(1);

/** Finds the rows of a part that are thrown back, to rates above `slow`, by those that are written; true if there are some. */
export function findThrownBack(island: DirectIsland, part: number): boolean {
  const { coordinates, mode, thrownBack, rate, rateAtStart, isAngle, attempt, parts } = island;
  let any = false;
  for (let i = part * parts.coordinates, end = i + parts.coordinates; i < end; i++) {
    const c = coordinates[i];
    const { scalar, row, o, spec, joint } = c;
    const d = joint.batch.rows;
    const flags = d[o + spec.kind.flagsAt] | 0;
    if (mode[row] !== SOFT || !(flags & HARD) || flags & CAPPED) continue;
    let turned = scalar ? d[o + RATE] * rate[row] : rateAtStart[row] * rate[row];
    let square = rate[row] * rate[row];
    if (!scalar) {
      turned += rateAtStart[row + 1] * rate[row + 1];
      square += rate[row + 1] * rate[row + 1];
    }
    const least = isAngle[row] === 1 ? slow[0] / attempt.lengthUnit : slow[0];
    if (turned >= 0 || square < least * least) continue;
    measureHardness(island, c);
    if (!(of[STEEP] * of[INVERSE] * attempt.h > of[LEAST])) continue;
    thrownBack[row] = 1;
    if (!scalar) thrownBack[row + 1] = 1;
    any = true;
  }
  return any;
}

/** Inverse mass, stiffness, damping and slope of a row, of a point on the mean, and the least hK times its slope that is not resolved. */
const of = new Float64Array(5);
const INVERSE = 0,
  STIFF = 1,
  DAMPS = 2,
  LEAST = 3,
  STEEP = 4;

/** Leaves them in `of`: the least is less of a row whose damping lets it not swing. */
function measureHardness(island: DirectIsland, c: DirectCoordinate): void {
  const { slope } = island;
  const { row, o, p, spec, joint } = c;
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + spec.kind.flagsAt] | 0;
  of[STIFF] = of[DAMPS] = 0;
  of[STEEP] = c.scalar ? slope[row] : (slope[row] + slope[row + 1]) / 2;
  if (c.scalar) {
    of[INVERSE] = d[o + INVERSE_MASS];
    if (flags & SPRING) addLaw(w, p + SPRING_ROW);
    if (flags & LOCK_SOFT) addLaw(w, p + LOCK_ROW);
    if (flags & VISCOUS) of[DAMPS] += w[p + FRICTION_VISCOUS];
  } else {
    of[INVERSE] = w[p + P_INVERSE_MASS];
    if (flags & SPRING) addLawOfPoint(island, c, P_SPRING_ROW);
    if (flags & LOCK_SOFT) addLawOfPoint(island, c, P_LOCK_ROW);
    if (flags & VISCOUS) addLawOfPoint(island, c, P_VISCOUS_ROW);
  }
  const swings = of[DAMPS] * of[DAMPS] * of[INVERSE] < 4 * of[STIFF];
  of[LEAST] = 2 * (swings ? SWINGING : DAMPED);
}

function addLaw(w: Float64Array, s: number): void {
  of[STIFF] += w[s + S_STIFFNESS];
  of[DAMPS] += w[s + S_DAMPING];
}

function addLawOfPoint(island: DirectIsland, c: DirectCoordinate, law: number): void {
  readSoft(island, c, law);
  of[STIFF] += soft[STIFFNESS];
  of[DAMPS] += soft[DAMPING];
}

/**
 * What hangs on its bodies makes a row harder to move than they are. What the impulse that brings it to no rate tells to be resolved after all
 * is left as it was, and a part that was projected for nothing else; true if there is more to be projected.
 */
export function leaveResolved(island: DirectIsland): boolean {
  const { coordinates, thrownBack, held, parts } = island;
  let goesOn = false;
  for (let part = 0; part < parts.count; part++) {
    if (parts.projects[part] === 0) continue;
    let found = false;
    let left = false;
    for (let i = part * parts.coordinates, end = i + parts.coordinates; i < end; i++) {
      const c = coordinates[i];
      const { row, spec } = c;
      if (thrownBack[row] === 0 || held[row] === 1) continue;
      if (isHard(island, c)) {
        found = true;
        continue;
      }
      for (let k = row; k < row + spec.kind.rowCount; k++) {
        thrownBack[k] = 0;
        held[k] = 1;
      }
      left = true;
    }
    if (!left) continue;
    if (parts.onlyThrown[part] === 1 && !found) forgetProjection(island, part);
    else {
      parts.renews[part] = 1;
      goesOn = true;
    }
  }
  return goesOn;
}

function isHard(island: DirectIsland, c: DirectCoordinate): boolean {
  const { dImpulse: mu, rateBefore, attempt } = island;
  const { row } = c;
  measureHardness(island, c);
  let rate = rateBefore[row] * rateBefore[row];
  let impulse = mu[row] * mu[row];
  if (!c.scalar) {
    rate += rateBefore[row + 1] * rateBefore[row + 1];
    impulse += mu[row + 1] * mu[row + 1];
  }
  return of[STEEP] * attempt.h * Math.sqrt(rate) > of[LEAST] * Math.sqrt(impulse);
}

/** Where others of a flock are projected again, nothing of it takes part. */
function forgetProjection({ dImpulse, rateBefore, parts }: DirectIsland, part: number): void {
  if (parts.count > 1) parts.idle[part] = parts.keeps[part] = 1;
  for (let row = part * parts.rows, end = row + parts.rows; row < end; row++) dImpulse[row] = rateBefore[row] = 0;
}

/** What the projection gave a row that was thrown back is of the law that threw it. */
export function bookThrownBack(
  island: DirectIsland,
  { row, o, p, scalar, joint }: DirectCoordinate,
  flags: number,
): void {
  const { rows: d, laws: w } = joint.batch;
  const { dImpulse } = island;
  if (scalar) {
    if (flags & SPRING) w[p + SPRING_ROW + S_SUM] += dImpulse[row];
    else if (flags & LOCK_SOFT) d[o + LOCK_SUM] += dImpulse[row];
    else w[p + VISCOUS_ROW + S_SUM] += dImpulse[row];
  } else if (flags & SPRING) addTo(w, p + P_SPRING_ROW + V_SUM_X, p + P_SPRING_ROW + V_SUM_Y, dImpulse, row);
  else if (flags & LOCK_SOFT) addTo(d, o + P_SUM_X, o + P_SUM_Y, dImpulse, row);
  else addTo(w, p + P_VISCOUS_ROW + V_SUM_X, p + P_VISCOUS_ROW + V_SUM_Y, dImpulse, row);
}

function addTo(sums: Float64Array, x: number, y: number, impulses: Float64Array, row: number): void {
  sums[x] += impulses[row];
  sums[y] += impulses[row + 1];
}
