import { type BodyStore, enlarged } from '../../body/body-store';
import {
  LOCK,
  MOTOR_MASS,
  MOTOR_PULL,
  MOTOR_PULL_SLOPE,
  MOTOR_PULLED_AT,
  MOTOR_SEEN,
  MOTOR_TARGET,
  MOTOR_WEIGHT,
} from '../../coordinates/laws/law-fields';
import { isCappedServo } from '../../coordinates/laws/motor';
import { FLAGS, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { sine, writeMostOfSine } from '../../joint/motors/servos';
import { BY, OF, type ServosTogether } from '../../joint/motors/servos-together';
import { putBack } from '../impacts/project';
import type { Attempt, DirectCoordinate, DirectIsland } from '../island/island-system';
import { writeRate } from '../motion/measure-rows';
import { decideRow } from '../rows/row-laws';
import { beginHolding, strikeRow } from './servo-inertia';

/** Servos of an island in which some do not know what hangs on them share what they have by what the rows tell. */

/** Those of the island at hand, in the order in which they were added. */
const servos: DirectCoordinate[] = [];
/** What an impulse on one servo changes the rate of another by, of all pairs; then the inverse of that, M. */
let answers = new Float64Array(16);
/** Numbers per servo. */
const SERVO = 3;
let numbers = new Float64Array(4 * SERVO);
/** What an impulse on it changes its rate by, where the others let it. */
const FREE = 0;
/** What weight changes its rate by, where the others let it, per second; and loads it with. */
const FALLS = 1,
  PULL = 2;

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
  measureRows(together, island, store);
  together.shareAll(ctx);
  takeShares(together, island);
  for (let i = 0; i < count; i++) decideRow(island, servos[i], ctx);
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
function measureRows(together: ServosTogether, island: DirectIsland, store: BodyStore): void {
  const { count } = together;
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
    // What moves with others alone is moved by them, as far as it knows.
    const mass = own > 0 ? 1 / own : numbers[SERVO * i + FREE];
    joint.batch.laws[p + MOTOR_MASS] = mass;
    const at = together.append(i, i);
    together.inertia[at] = mass > 0 ? 1 / mass : 0;
    for (let j = 0; j < count; j++) {
      if (j === i || answers[i * count + j] === 0) continue;
      const k = together.append(i, j);
      together.inertia[k] = answers[i * count + j];
    }
  }
  for (let i = 0; i < count; i++) numbers[SERVO * i + PULL] = 0;
  const { ends, inertia } = together;
  for (let k = 0; k < together.entries; k++)
    numbers[SERVO * ends[2 * k + OF] + PULL] += inertia[k] * numbers[SERVO * ends[2 * k + BY] + FALLS];
  for (let i = 0; i < count; i++) foresee(i, count, island.attempt);
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
