import { softTheta } from '../coordinates/force-function';
import {
  FRICTION,
  LOCK,
  LOCK_CAPPED,
  LOCK_CORRECTION,
  LOCK_SOFT,
  SPRING,
  SPRING_CAPPED,
  SPRING_COMPLIANCE,
  SPRING_HERTZ,
  VISCOUS,
} from '../coordinates/law-fields';
import { writeCorrection } from '../coordinates/lock';
import {
  I11,
  I12,
  I22,
  P_FLAGS,
  P_FRICTION_CAP,
  P_FRICTION_ROW,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_LOCK_CAP,
  P_LOCK_HERTZ,
  P_LOCK_RATIO,
  P_LOCK_ROW,
  P_SPRING_A,
  P_SPRING_B,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_SUM_X,
  P_SUM_Y,
  P_VISCOUS,
  P_VISCOUS_ROW,
  P_WARM_X,
  P_WARM_Y,
  V_BIAS,
  V_SUM_X,
  V_SUM_Y,
  V_X,
  V_Y,
} from '../coordinates/point-fields';
import { writeInverse } from '../coordinates/point-mass';
import { SLOP, type StepContext } from '../coordinates/step-context';
import { MAX_CORRECTION } from '../joint/record';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { isContradicted } from './redundant-rows';
import { LETS_GO, OFF, POSITION, RATE_ROW, SOFT, TELEPORT, TURNS_BACK } from './row-modes';

/**
 * What the laws of a point ask of its two rows: the lock if there is one, else friction, and soft laws in parallel.
 * Caps are circles: a lock at its cap keeps the direction in which it got there, friction acts against the slip, a spring
 * against its stretch. Laws given by hertz are soft relative to K, so that they swing as fast in every direction.
 */

/** Start of the active set of a step; rates are those of the start. */
export function startPoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const rateX = island.rate[row];
  const rateY = island.rate[row + 1];
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + P_FLAGS] | 0;
  if (flags & SOFT_LAWS) measureInverse(island, c);
  island.springAt[row] =
    flags & SPRING && flags & SPRING_CAPPED
      ? atCap(w[p + P_SPRING_ROW + V_X], w[p + P_SPRING_ROW + V_Y], w[p + P_SPRING_CAP] * h)
      : 0;
  const lock = flags & LOCK_SOFT ? w : d;
  const lockAt = flags & LOCK_SOFT ? p + P_LOCK_ROW + V_X : o + P_IMPULSE_X;
  island.lockAt[row] = flags & LOCK_CAPPED ? atCap(lock[lockAt], lock[lockAt + 1], w[p + P_LOCK_CAP] * h) : 0;
  if (flags & LOCK_CORRECTION) writeCorrection(w, p + P_LOCK_HERTZ, p + P_LOCK_ROW + V_BIAS, ctx);
  island.corrected[row] = island.corrected[row + 1] = flags & LOCK_CORRECTION ? h * w[p + P_LOCK_ROW + V_BIAS] : 1;
  if ((flags & (LOCK_CAPPED | LOCK_SOFT)) === LOCK_CAPPED) aimLock(island, c, ctx);
  island.frictionAt[row] =
    flags & FRICTION ? atCap(w[p + P_FRICTION_ROW + V_X], w[p + P_FRICTION_ROW + V_Y], w[p + P_FRICTION_CAP] * h) : 0;
  if (island.frictionAt[row] === 1 && rateX * rateX + rateY * rateY > 0) {
    mirrorSlip(w, p + P_FRICTION_ROW + V_X, rateX, rateY);
  }
  island.rateAtStart[row] = rateX;
  island.rateAtStart[row + 1] = rateY;
  addSoftLaws(island, c, ctx);
  decidePoint(island, c, ctx);
}

/**
 * Slip that turns is rubbed where it points half way through the step: as far beyond the slip at the start as the friction of the last
 * step was short of it. Against the slip at the start alone the motion would be of first order.
 */
function mirrorSlip(w: Float64Array, i: number, rateX: number, rateY: number): void {
  const size = Math.sqrt(rateX * rateX + rateY * rateY);
  const x = -rateX / size;
  const y = -rateY / size;
  const lastX = direction(w, i, 0);
  const lastY = direction(w, i, 1);
  const along = x * lastX + y * lastY;
  const turned = along > LEAST_ALONG;
  w[i] = turned ? 2 * along * x - lastX : x;
  w[i + 1] = turned ? 2 * along * y - lastY : y;
}

/** Cosine of the most by which slip turns smoothly in half a step; what turns farther is not foretold. */
const LEAST_ALONG = 0.995;

/**
 * A lock at its cap pulls where the gap is, at most as fast as one without a cap corrects its error, and against what moves across
 * it: with the gap alone it would be orbited for ever. At the gap of a teleport it is at its cap if that is too weak to close
 * it at `maxCorrectionSpeed`.
 */
function aimLock(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { before, rate, lockAt, corrected } = island;
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const x = before[row];
  const y = before[row + 1];
  const size = Math.sqrt(x * x + y * y);
  if (size <= SLOP * ctx.lengthUnit) return;
  const most = d[c.joint.r + MAX_CORRECTION];
  measureInverse(island, c);
  const gain = w[p + P_LOCK_CAP] * ctx.h * meanInverse(d[o + I11], d[o + I12], d[o + I22]);
  if (lockAt[row] === 0 && size > TELEPORT * ctx.lengthUnit && gain < most) lockAt[row] = 1;
  const approach = -(rate[row] * x + rate[row + 1] * y) / size;
  if (lockAt[row] === 0 || approach * ctx.h >= size) return;
  const correction = corrected[row] < 1 ? corrected[row] * ctx.perSecond : ctx.biasRate;
  const share = Math.max(gain, Math.min(size * correction, most)) / size;
  d[o + P_IMPULSE_X] = -rate[row] - share * x;
  d[o + P_IMPULSE_Y] = -rate[row + 1] - share * y;
}

function atCap(x: number, y: number, most: number): number {
  const size = Math.sqrt(x * x + y * y);
  return most === 0 || (size > 0 && size >= most * (1 - 1e-9)) ? 1 : 0;
}

const SOFT_LAWS = SPRING | LOCK_SOFT | VISCOUS;

/** Writes the inverse of K into the record, where springs given by hertz read it. */
function measureInverse(island: DirectIsland, c: DirectCoordinate): void {
  measureK(island, c);
  writeInverse(c.joint.batch.rows, c.o, inverseMass[0], inverseMass[1], inverseMass[2]);
}

/** K = J M⁻¹ Jᵀ of the point that was asked for last: xx, xy, yy. */
const inverseMass = new Float64Array(3);

function measureK({ system, mass }: DirectIsland, { row }: DirectCoordinate): void {
  const { entryStart, body, jacobian: J } = system;
  let k11 = 0;
  let k12 = 0;
  let k22 = 0;
  for (let e = entryStart[row], f = entryStart[row + 1]; e < entryStart[row + 1]; e++, f++) {
    for (let k = 0; k < 3; k++) {
      const m = mass[3 * body[e] + k];
      if (m === 0) continue;
      k11 += (J[3 * e + k] * J[3 * e + k]) / m;
      k12 += (J[3 * e + k] * J[3 * f + k]) / m;
      k22 += (J[3 * f + k] * J[3 * f + k]) / m;
    }
  }
  inverseMass[0] = k11;
  inverseMass[1] = k12;
  inverseMass[2] = k22;
}

/** A soft law: its force x, y at the start of the step, then the slope xx, xy, yy: P = h·force − slope·(C₁ − C₀). */
const soft = new Float64Array(5);

/** Reads the soft law whose row begins at `law` as if it had no cap. */
function readSoft(island: DirectIsland, { row, o, p, joint }: DirectCoordinate, law: number, { h }: StepContext): void {
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const x = island.before[row];
  const y = island.before[row + 1];
  const spring = law === P_SPRING_ROW;
  if (law === P_LOCK_ROW || (spring && flags & SPRING_HERTZ)) {
    const omega = 2 * Math.PI * w[p + (spring ? P_SPRING_A : P_LOCK_HERTZ)];
    const ratio = w[p + (spring ? P_SPRING_B : P_LOCK_RATIO)];
    const slope = softTheta(h * h * omega * omega) * h * omega * omega + 2 * ratio * omega;
    const i11 = d[o + I11];
    const i12 = d[o + I12];
    const i22 = d[o + I22];
    // Bodies that only turn leave one direction unmoved: there any slope will do.
    const full = i11 * i22 - i12 * i12 > 1e-14 * (i11 + i22) * (i11 + i22);
    soft[0] = -omega * omega * (i11 * x + i12 * y);
    soft[1] = -omega * omega * (i12 * x + i22 * y);
    soft[2] = slope * (full ? i11 : i11 + i22);
    soft[3] = slope * (full ? i12 : 0);
    soft[4] = slope * (full ? i22 : i11 + i22);
    return;
  }
  const given = w[p + P_SPRING_A];
  const k = !spring ? 0 : flags & SPRING_COMPLIANCE ? 1 / given : given;
  const damping = spring ? w[p + P_SPRING_B] : w[p + P_VISCOUS];
  const inverseMass = meanInverse(d[o + I11], d[o + I12], d[o + I22]);
  const theta = k > 0 ? softTheta(h * h * k * inverseMass) : h * damping * inverseMass > 2 ? 1 : 0.5;
  soft[0] = -k * x;
  soft[1] = -k * y;
  soft[2] = soft[4] = theta * h * k + damping;
  soft[3] = 0;
}

/** Half the trace of K from its inverse, or from the pseudo-inverse K / trace² of bodies that only turn. */
function meanInverse(i11: number, i12: number, i22: number): number {
  const trace = i11 + i22;
  const det = i11 * i22 - i12 * i12;
  return trace === 0 ? 0 : (det > 1e-14 * trace * trace ? trace / det : 1 / trace) / 2;
}

/** Adds up force and slope of every soft law; one at its cap is a constant force. */
function addSoftLaws(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o } = c;
  const flags = c.joint.batch.rows[o + P_FLAGS] | 0;
  for (let i = row; i < row + 2; i++) island.softForce[i] = island.slope[i] = island.crossSlope[i] = 0;
  if (flags & SPRING) addSoft(island, c, P_SPRING_ROW, island.springAt[row], P_SPRING_CAP, ctx);
  if (flags & LOCK_SOFT) addSoft(island, c, P_LOCK_ROW, island.lockAt[row], P_LOCK_CAP, ctx);
  if (flags & VISCOUS) addSoft(island, c, P_VISCOUS_ROW, 0, 0, ctx);
}

function addSoft(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: number,
  capField: number,
  ctx: StepContext,
): void {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  if (at !== 0) {
    island.softForce[row] += direction(w, p + law + V_X, 0) * w[p + capField];
    island.softForce[row + 1] += direction(w, p + law + V_X, 1) * w[p + capField];
    return;
  }
  readSoft(island, c, law, ctx);
  island.softForce[row] += soft[0];
  island.softForce[row + 1] += soft[1];
  island.slope[row] += soft[2];
  island.crossSlope[row + 1] += soft[3];
  island.slope[row + 1] += soft[4];
}

function decidePoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const hard = (flags & LOCK) !== 0 && !(flags & LOCK_SOFT);
  const locked = hard && island.lockAt[row] === 0;
  const frictionAt = island.frictionAt[row];
  const rubs = !locked && (flags & FRICTION) !== 0;
  const rubbed = rubs && (frictionAt === 0 || frictionAt === TURNS_BACK);
  const yields = !locked && !rubbed && island.slope[row] > 0;
  const mode = locked ? POSITION : rubbed ? RATE_ROW : yields ? SOFT : OFF;
  for (let axis = 0; axis < 2; axis++) {
    const i = row + axis;
    let fixed = 0;
    if (hard && !locked) fixed += direction(d, o + P_IMPULSE_X, axis) * w[p + P_LOCK_CAP] * ctx.h;
    if (rubs && frictionAt === 1) fixed += direction(w, p + P_FRICTION_ROW + V_X, axis) * w[p + P_FRICTION_CAP] * ctx.h;
    if (mode === OFF) fixed += ctx.h * island.softForce[i];
    island.mode[i] = mode;
    island.fixed[i] = fixed;
    island.held[i] = mode === OFF ? 1 : 0;
    island.goal[i] = rubbed && frictionAt === 0 ? island.rateAtStart[i] / 2 : 0;
    if (mode === OFF) island.impulse[i] = fixed;
  }
  soften(island, row, yields, ctx);
}

/** Softness of the two rows: the inverse of h · slope. */
function soften(island: DirectIsland, row: number, yields: boolean, { h }: StepContext): void {
  const { slope, crossSlope, softness, system } = island;
  const cross = crossSlope[row + 1];
  const det = yields ? h * (slope[row] * slope[row + 1] - cross * cross) : 0;
  softness[row] = det > 0 ? slope[row + 1] / det : 0;
  softness[row + 1] = det > 0 ? slope[row] / det : 0;
  system.crossSoftness[row + 1] = det > 0 ? -cross / det : 0;
}

function direction(w: Float64Array, i: number, axis: number): number {
  const size = Math.sqrt(w[i] * w[i] + w[i + 1] * w[i + 1]);
  return size > 0 ? w[i + axis] / size : 0;
}

/** Compares the solved rows with their caps, in `rate` their mean rates J·u. Returns true if the active set changed. */
export function checkPoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  readOwnImpulse(island, row, ctx);
  const x = own[0];
  const y = own[1];
  let changed = checkSoftCaps(island, c, flags, ctx);
  if (!changed && flags & LOCK_CAPPED && !(flags & LOCK_SOFT)) {
    const brakes = d[o + P_IMPULSE_X] * island.before[row] + d[o + P_IMPULSE_Y] * island.before[row + 1] > 0;
    changed = moveCap(
      island,
      island.lockAt,
      row,
      d,
      o + P_IMPULSE_X,
      x,
      y,
      w[p + P_LOCK_CAP] * ctx.h,
      brakes ? 0 : island.after[row],
      brakes ? 0 : island.after[row + 1],
    );
  }
  const locked = flags & LOCK && !(flags & LOCK_SOFT) && island.lockAt[row] === 0;
  if (!changed && !locked && flags & FRICTION) changed = checkFriction(island, c, ctx);
  if (changed) decidePoint(island, c, ctx);
  return changed;
}

/** As of a scalar row (row-laws.ts), but that friction at its cap acts against the mean rate. */
function checkFriction(island: DirectIsland, c: DirectCoordinate, { h }: StepContext): boolean {
  const { frictionAt, rate, rateAtStart, attempt } = island;
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const most = w[p + P_FRICTION_CAP] * h;
  if (most === 0) return false;
  const i = p + P_FRICTION_ROW + V_X;
  const at = frictionAt[row];
  const meanX = rate[row];
  const meanY = rate[row + 1];
  const startX = rateAtStart[row];
  const startY = rateAtStart[row + 1];
  const goes = (meanX * meanX + meanY * meanY) * h * h > attempt.tolerance * attempt.tolerance;
  let next = at;
  if (at === LETS_GO) {
    if (!attempt.settling && goes && meanX * startX + meanY * startY < 0) next = TURNS_BACK;
  } else if (at !== 1) {
    const x = own[0];
    const y = own[1];
    if (x * x + y * y > most * most) {
      if (at === TURNS_BACK && x * startX + y * startY < 0) next = LETS_GO;
      else {
        w[i] = x;
        w[i + 1] = y;
        next = 1;
      }
    } else if (at === 0 && goes && x * meanX + y * meanY > 0) next = TURNS_BACK;
  } else if (w[i] * meanX + w[i + 1] * meanY <= 0)
    return !attempt.settled && turnAgainst(island, c, meanX, meanY, most);
  else if (!attempt.settling) next = 0;
  else if (goes) next = LETS_GO;
  frictionAt[row] = next;
  return next !== at;
}

/** Lets a soft law go to its cap or come back from it; at the cap it follows the direction it would pull in without one. */
function checkSoftCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  let changed = false;
  if (flags & SPRING && flags & SPRING_CAPPED)
    changed = checkSoftCap(island, c, P_SPRING_ROW, island.springAt, P_SPRING_CAP, ctx);
  if (flags & LOCK_SOFT && flags & LOCK_CAPPED)
    changed = checkSoftCap(island, c, P_LOCK_ROW, island.lockAt, P_LOCK_CAP, ctx) || changed;
  if (changed) addSoftLaws(island, c, ctx);
  return changed;
}

function checkSoftCap(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: Int8Array,
  capField: number,
  ctx: StepContext,
): boolean {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const i = p + law + V_X;
  const most = w[p + capField] * ctx.h;
  pullSoft(island, c, law, ctx);
  const x = soft[0];
  const y = soft[1];
  const within = x * x + y * y <= most * most;
  if (at[row] !== 0 && island.attempt.settled) return false;
  if (at[row] === 0 ? within : !within && !turned(w, i, x, y)) return false;
  at[row] = within ? 0 : 1;
  w[i] = x;
  w[i + 1] = y;
  return true;
}

/** Leaves in `soft` the impulse x, y of a soft law without its cap. */
function pullSoft(island: DirectIsland, c: DirectCoordinate, law: number, ctx: StepContext): void {
  const { h } = ctx;
  const { row } = c;
  const { before, after } = island;
  const x = after[row] - before[row];
  const y = after[row + 1] - before[row + 1];
  readSoft(island, c, law, ctx);
  soft[0] = h * soft[0] - soft[2] * x - soft[3] * y;
  soft[1] = h * soft[1] - soft[3] * x - soft[4] * y;
}

/** A turn of a force at its cap by less than this is not followed within a step. */
const SAME_DIRECTION = 1e-3;

/**
 * Friction that slips acts against the mean rate that it leaves: of all impulses P within its cap the one that takes away most energy,
 * (K/2 + γ) P = −rate without it. Turned against the rate at hand it swung about the arm of a light body, and made energy. True if it
 * has turned.
 */
function turnAgainst(island: DirectIsland, c: DirectCoordinate, meanX: number, meanY: number, most: number): boolean {
  const { laws: w } = c.joint.batch;
  const i = c.p + P_FRICTION_ROW + V_X;
  measureK(island, c);
  const k11 = inverseMass[0] / 2;
  const k12 = inverseMass[1] / 2;
  const k22 = inverseMass[2] / 2;
  const givenX = most * direction(w, i, 0);
  const givenY = most * direction(w, i, 1);
  const freeX = meanX - k11 * givenX - k12 * givenY;
  const freeY = meanY - k12 * givenX - k22 * givenY;
  let gamma = Math.max(Math.sqrt(freeX * freeX + freeY * freeY) / most - k11 - k22, 1e-9 * (k11 + k22));
  let x = 0;
  let y = 0;
  for (let k = 0; k < MOST_ROUNDS; k++) {
    const a = k11 + gamma;
    const b = k22 + gamma;
    const det = a * b - k12 * k12;
    x = (k12 * freeY - b * freeX) / det;
    y = (k12 * freeX - a * freeY) / det;
    const size = Math.sqrt(x * x + y * y);
    if (size < (1 + SAME_DIRECTION) * most) break;
    // Newton on 1/|P|, which is nearly linear in γ.
    gamma += (size * size * det * (size / most - 1)) / (x * (b * x - k12 * y) + y * (a * y - k12 * x));
  }
  if (!turned(w, i, x, y)) return false;
  w[i] = x;
  w[i + 1] = y;
  return true;
}

/** Newton steps of a friction's direction: two or three are usual. */
const MOST_ROUNDS = 12;

/** True if (x, y) points elsewhere than what is kept at w[i]. */
function turned(w: Float64Array, i: number, x: number, y: number): boolean {
  const size = Math.sqrt(x * x + y * y);
  if (size === 0) return false;
  const turnX = direction(w, i, 0) - x / size;
  const turnY = direction(w, i, 1) - y / size;
  return turnX * turnX + turnY * turnY >= SAME_DIRECTION * SAME_DIRECTION;
}

/** A law that passed its cap keeps its direction at w[i]; one at its cap is solved again when it pushes with what it resists. */
function moveCap(
  island: DirectIsland,
  at: Int8Array,
  row: number,
  w: Float64Array,
  i: number,
  x: number,
  y: number,
  most: number,
  errorX: number,
  errorY: number,
): boolean {
  if (most === 0) return false;
  if (at[row] === 0) {
    const isForbidden = isContradicted(island, row) || isContradicted(island, row + 1);
    if (!isForbidden && x * x + y * y <= most * most) return false;
    w[i] = isForbidden ? -island.yielded[row] : x;
    w[i + 1] = isForbidden ? -island.yielded[row + 1] : y;
    at[row] = 1;
    return true;
  }
  if (island.attempt.settling || w[i] * errorX + w[i + 1] * errorY <= 0) return false;
  at[row] = 0;
  return true;
}

/** Impulse x, y of the hard law that is solved. */
const own = new Float64Array(2);

function readOwnImpulse(island: DirectIsland, row: number, { h }: StepContext): void {
  const { mode, impulse, fixed, softForce, slope, crossSlope, before, after } = island;
  own[0] = own[1] = 0;
  if (mode[row] === SOFT || mode[row] === OFF) return;
  for (let axis = 0; axis < 2; axis++) {
    const i = row + axis;
    const other = row + 1 - axis;
    const given = slope[i] * (after[i] - before[i]) + crossSlope[row + 1] * (after[other] - before[other]);
    own[axis] = impulse[i] - fixed[i] - h * softForce[i] + given;
  }
}

/** True if the law that is solved would give more than its cap with what a projection of velocities asks of its rows. */
export function passesPointCap(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const locked = island.mode[row] === POSITION;
  if (locked && !(d[o + P_FLAGS] & LOCK_CAPPED)) return false;
  readOwnImpulse(island, row, ctx);
  const x = own[0] + island.dImpulse[row];
  const y = own[1] + island.dImpulse[row + 1];
  const most = w[p + (locked ? P_LOCK_CAP : P_FRICTION_CAP)] * ctx.h;
  return x * x + y * y > most * most;
}

/** Divides the impulse of the rows among the laws: what the next step starts from, and the read-outs. */
export function bookPoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const projectedX = island.dImpulse[row];
  const projectedY = island.dImpulse[row + 1];
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const hard = (flags & LOCK) !== 0 && !(flags & LOCK_SOFT);
  const locked = hard && island.lockAt[row] === 0;
  const slips = !locked && island.frictionAt[row] === 1;
  const lockCap = hard && !locked ? w[p + P_LOCK_CAP] * ctx.h : 0;
  const frictionCap = slips ? w[p + P_FRICTION_CAP] * ctx.h : 0;
  readOwnImpulse(island, row, ctx);
  const lockX = locked ? own[0] : lockCap * direction(d, o + P_IMPULSE_X, 0);
  const lockY = locked ? own[1] : lockCap * direction(d, o + P_IMPULSE_X, 1);
  const rubs = island.mode[row] === RATE_ROW;
  const rubX = rubs ? own[0] : frictionCap * direction(w, p + P_FRICTION_ROW + V_X, 0);
  const rubY = rubs ? own[1] : frictionCap * direction(w, p + P_FRICTION_ROW + V_X, 1);
  book(d, o + P_IMPULSE_X, d, o + P_SUM_X, lockX, locked ? projectedX : 0);
  book(d, o + P_IMPULSE_Y, d, o + P_SUM_Y, lockY, locked ? projectedY : 0);
  if (flags & FRICTION) {
    book(w, p + P_FRICTION_ROW + V_X, w, p + P_FRICTION_ROW + V_SUM_X, rubX, rubs ? projectedX : 0);
    book(w, p + P_FRICTION_ROW + V_Y, w, p + P_FRICTION_ROW + V_SUM_Y, rubY, rubs ? projectedY : 0);
  }
  if (flags & SPRING) bookSoft(island, c, P_SPRING_ROW, island.springAt[row], P_SPRING_CAP, ctx);
  if (flags & VISCOUS) bookSoft(island, c, P_VISCOUS_ROW, 0, 0, ctx);
  if (flags & LOCK_SOFT) {
    bookSoft(island, c, P_LOCK_ROW, island.lockAt[row], P_LOCK_CAP, ctx);
    d[o + P_SUM_X] += w[p + P_LOCK_ROW + V_X];
    d[o + P_SUM_Y] += w[p + P_LOCK_ROW + V_Y];
  }
  w[p + P_WARM_X] = island.impulse[row];
  w[p + P_WARM_Y] = island.impulse[row + 1];
}

function bookSoft(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: number,
  capField: number,
  ctx: StepContext,
): void {
  const { p } = c;
  const { laws: w } = c.joint.batch;
  const i = p + law + V_X;
  pullSoft(island, c, law, ctx);
  const x = at === 0 ? soft[0] : direction(w, i, 0) * w[p + capField] * ctx.h;
  const y = at === 0 ? soft[1] : direction(w, i, 1) * w[p + capField] * ctx.h;
  book(w, i, w, p + law + V_SUM_X, x, 0);
  book(w, i + 1, w, p + law + V_SUM_Y, y, 0);
}

function book(impulses: Float64Array, i: number, sums: Float64Array, s: number, impulse: number, extra: number): void {
  impulses[i] = impulse;
  sums[s] += impulse + extra;
}
