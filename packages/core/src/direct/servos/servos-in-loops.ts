import { type BodyStore, enlarged } from '../../body/body-store';
import {
  LOCK,
  MOTOR_BEARS,
  MOTOR_CAP,
  MOTOR_MASS,
  MOTOR_PULL,
  MOTOR_PULL_SLOPE,
  MOTOR_PULLED_AT,
  MOTOR_SEEN,
  MOTOR_TARGET,
  MOTOR_WEIGHT,
} from '../../coordinates/laws/law-fields';
import { isHeld } from '../../coordinates/laws/lock';
import { isCappedServo, isServo } from '../../coordinates/laws/motor';
import { STOP_BIT, STOP_COUNT, STOP_IMPULSE } from '../../coordinates/laws/stop-fields';
import { FLAGS, INVERSE_MASS, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { sine, writeMostOfSine } from '../../joint/motors/servos';
import type { ServosTogether } from '../../joint/motors/servos-together';
import { putBack } from '../impacts/project';
import { readBodies } from '../begin-step';
import { FLOOR_OF_LOOPS } from '../factor/row-system';
import { enterSpace } from '../island/island-space';
import type { Attempt, DirectCoordinate, DirectIsland, LaidOutIsland } from '../island/island-system';
import { readGradient, writeRate } from '../motion/measure-rows';
import { decideRow } from '../rows/row-laws';
import { OFF, POSITION } from '../rows/row-modes';
import { beginHolding, strikeRow } from './servo-inertia';

/** Servos of an island in which some do not know what hangs on them share what they have by what the rows tell, in either step. */

/** Those of the island at hand, in the order in which they were added. */
const servos: DirectCoordinate[] = [];
/** What an impulse on one servo changes the rate of another by, of all pairs; then the inverse of that, M. */
let answers = new Float64Array(16);
/** Their numbers among those that share, −1 for those that do not. */
let places = new Int32Array(4);
/** Numbers per servo. */
const SERVO = 4;
let numbers = new Float64Array(4 * SERVO);
/** What an impulse on it changes its rate by, where the others let it. */
const FREE = 0;
/** What weight changes its rate by, where the others let it, per second; and loads it with. */
const FALLS = 1,
  PULL = 2;
/** Inverse mass that its joint alone tells. */
const ALONE = 3;

/** True of a servo that shares with others: it has a cap, and no lock beside it. */
export function shares({ joint, scalar, o }: DirectCoordinate): boolean {
  const flags = joint.batch.rows[o + FLAGS] | 0;
  return scalar && isCappedServo(flags) && !(flags & LOCK);
}

/** As the island begins the first step of a frame: has them share, once its rows are measured. */
export function shareLoops(together: ServosTogether, island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  if (!together.isLooped || together.entries > 0) return;
  const { coordinates } = island;
  let count = 0;
  for (let i = 0; i < coordinates.length; i++) if (shares(coordinates[i])) servos[count++] = coordinates[i];
  measureRows(island, store, count);
  appendRows(together, count);
  together.shareAll(ctx);
  takeShares(together, island);
  for (let i = 0; i < count; i++) decideRow(island, servos[i], ctx);
}

/**
 * The same of an island of the iterative step, whose records are measured, with servos that have no cap; what they bear of the weight, too. Their own stops
 * do not count: what is pressed to one is to know what it moves as it leaves.
 */
export function measureLoops(
  together: ServosTogether,
  laidOut: LaidOutIsland,
  store: BodyStore,
  ctx: StepContext,
): void {
  const island = enterSpace(laidOut);
  const { coordinates } = island;
  readHeld(island, store, ctx);
  let count = 0;
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    if (!isServoRow(c)) continue;
    island.mode[c.row] = OFF;
    servos[count++] = c;
    together.leaveArm(together.find(c.joint.batch, c.o));
  }
  measureRows(island, store, count);
  for (let i = 0; i < count; i++) bearPull(i, count);
  appendRows(together, count);
}

/** True of a servo beside which there is no lock. */
export function isServoRow({ joint, scalar, o }: DirectCoordinate): boolean {
  const flags = joint.batch.rows[o + FLAGS] | 0;
  return scalar && isServo(flags) && !(flags & LOCK);
}

/** Reads the gradient of every row as its record has it, which of them hold, and what pushes bodies from outside. */
function readHeld(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { others, lawRows, acting, mode, system, attempt } = island;
  attempt.h = 1;
  attempt.lengthUnit = ctx.lengthUnit;
  attempt.floor = FLOOR_OF_LOOPS;
  readBodies(island, store, ctx);
  for (let k = 0; k < lawRows.length; k++) acting[k] = lawRows[k];
  attempt.acting = lawRows.length;
  for (let i = 0; i < others.length; i++) {
    const { batch, coordinates } = others[i];
    readGradient(island, others[i], system.jacobian);
    for (let k = 0; k < coordinates.length; k++) {
      const { spec, o, p, row } = coordinates[k];
      const flags = batch.rows[o + spec.kind.flagsAt] | 0;
      const holds = isHeld(flags) || (spec.kind.scalar && bearsAtStop(batch.laws, p, flags));
      for (let r = row; r < row + spec.kind.rowCount; r++) mode[r] = holds ? POSITION : OFF;
    }
  }
}

function bearsAtStop(w: Float64Array, p: number, flags: number): boolean {
  for (let stop = 1; stop < STOP_COUNT; stop++)
    if (flags & STOP_BIT[stop] && w[p + STOP_IMPULSE[stop]] !== 0) return true;
  return false;
}

/** Writes what servo `i` holds of the weight. One to which locks leave next to nothing of its freedom goes by what its joint alone tells. */
function bearPull(i: number, count: number): void {
  const { joint, o, p } = servos[i];
  const { rows: d, laws: w } = joint.batch;
  if (!(w[p + MOTOR_MASS] > REDUNDANT * d[o + INVERSE_MASS])) {
    w[p + MOTOR_MASS] = numbers[SERVO * i + ALONE];
    w[p + MOTOR_WEIGHT] = w[p + MOTOR_BEARS] = w[p + MOTOR_SEEN] = 0;
    for (let j = 0; j < count; j++) answers[i * count + j] = answers[j * count + i] = 0;
    return;
  }
  const most = w[p + MOTOR_CAP] > 0 ? w[p + MOTOR_CAP] : Infinity;
  w[p + MOTOR_BEARS] = Math.max(-most, Math.min(most, -numbers[SERVO * i + PULL]));
}

/** Hands on to the rows how fast each may change its rate. */
export function takeShares(together: ServosTogether, { coordinates, brakes, speedsUp }: DirectIsland): void {
  let i = 0;
  for (let k = 0; k < coordinates.length; k++) {
    if (!shares(coordinates[k])) continue;
    const { row } = coordinates[k];
    brakes[row] = together.brakes[i];
    speedsUp[row] = together.speedsUp[i++];
  }
}

/** Finds M from what the rows answer: its inverse is what an impulse on one servo changes the rates of all by. */
function measureRows(island: DirectIsland, store: BodyStore, count: number): void {
  if (answers.length < count * count) answers = new Float64Array(count * count);
  if (numbers.length < count * SERVO) numbers = enlarged(numbers, count * SERVO);
  beginHolding(island, store);
  for (let i = 0; i < count; i++) {
    strikeRow(island, servos[i].row);
    noteFall(island, SERVO * i + FALLS);
    for (let j = 0; j < count; j++) {
      const { row } = servos[j];
      writeRate(island, row, island.du);
      answers[i * count + j] = island.rate[row];
    }
  }
  putBack(island);
  for (let i = 0; i < count; i++) numbers[SERVO * i + FREE] = Math.max(0, answers[i * count + i]);
  invertAnswers(count);
  for (let i = 0; i < count; i++) {
    const { p, joint } = servos[i];
    const own = answers[i * count + i];
    numbers[SERVO * i + ALONE] = joint.batch.laws[p + MOTOR_MASS];
    // What moves with others alone is moved by them, as far as it knows.
    const mass = own > 0 ? 1 / own : numbers[SERVO * i + FREE];
    joint.batch.laws[p + MOTOR_MASS] = mass;
    let pull = (mass > 0 ? 1 / mass : 0) * numbers[SERVO * i + FALLS];
    for (let j = 0; j < count; j++) if (j !== i) pull += answers[i * count + j] * numbers[SERVO * j + FALLS];
    numbers[SERVO * i + PULL] = pull;
    foresee(i, count, island.attempt);
  }
}

/** Hands M on. */
function appendRows(together: ServosTogether, count: number): void {
  if (places.length < count) places = new Int32Array(2 * count);
  for (let i = 0; i < count; i++) places[i] = together.find(servos[i].joint.batch, servos[i].o);
  for (let i = 0; i < count; i++) if (places[i] >= 0) appendRow(together, i, count);
}

/** What the rates of all that share cost servo `i`. */
function appendRow(together: ServosTogether, i: number, count: number): void {
  const { joint, p } = servos[i];
  const mass = joint.batch.laws[p + MOTOR_MASS];
  const at = together.append(places[i], places[i]);
  together.inertia[at] = mass > 0 ? 1 / mass : 0;
  for (let j = 0; j < count; j++) {
    if (j === i || places[j] < 0 || answers[i * count + j] === 0) continue;
    const k = together.append(places[i], places[j]);
    together.inertia[k] = answers[i * count + j];
  }
}

/** Writes how fast weight, and what else pushes bodies from outside, changes the rate of the servo that was struck last. */
function noteFall({ load, du, attempt }: DirectIsland, at: number): void {
  let sum = 0;
  for (let k = 0; k < load.length; k++) sum += load[k] * du[k];
  numbers[at] = sum / attempt.h;
}

/** Writes the most that weight loads a servo with on the way to its target: of an angle by a sine, else as it has grown of late. */
function foresee(i: number, count: number, { lengthUnit }: Attempt): void {
  const { o, p, spec, joint } = servos[i];
  const { rows: d, laws: w } = joint.batch;
  const pull = numbers[SERVO * i + PULL];
  w[p + MOTOR_WEIGHT] = Math.abs(pull);
  // Others change it, too.
  if (count > 1) return;
  const value = d[o + VALUE];
  const isAngle = spec.kind.unit === 'angle';
  const least = LEAST_MOVE * (isAngle ? 1 : lengthUnit);
  const moved = value - w[p + MOTOR_PULLED_AT];
  if (w[p + MOTOR_SEEN] === 0) w[p + MOTOR_PULL_SLOPE] = 0;
  else if (Math.abs(moved) > least) w[p + MOTOR_PULL_SLOPE] = (pull - w[p + MOTOR_PULL]) / moved;
  if (w[p + MOTOR_SEEN] === 0 || Math.abs(moved) > least) {
    w[p + MOTOR_SEEN] = 1;
    w[p + MOTOR_PULL] = pull;
    w[p + MOTOR_PULLED_AT] = value;
  }
  sine[0] = pull;
  sine[1] = w[p + MOTOR_PULL_SLOPE];
  const then = pull + sine[1] * (w[p + MOTOR_TARGET] - value);
  if (isAngle) writeMostOfSine(d, o, w, p);
  else w[p + MOTOR_WEIGHT] = Math.max(Math.abs(pull), Math.abs(then));
}

/** Turns them into their inverse; of a servo that others move along all become 0. */
function invertAnswers(n: number): void {
  const a = answers;
  for (let k = 0; k < n; k++) {
    const pivot = a[k * n + k];
    const isDropped = !(pivot > REDUNDANT * numbers[SERVO * k + FREE]);
    a[k * n + k] = isDropped ? 0 : 1;
    for (let j = 0; j < n; j++) a[k * n + j] = isDropped ? 0 : a[k * n + j] / pivot;
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = a[i * n + k];
      a[i * n + k] = 0;
      if (!isDropped) for (let j = 0; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
    }
  }
}

/** Over less than this, rad or lengthUnit, it is not seen how a load grows. */
const LEAST_MOVE = 1e-3;

/** A servo to whose rate others leave a smaller share of its freedom has none. */
const REDUNDANT = 1e-5;
