import { ANGLE, type BodyStore, COS, X, Y } from '../../state/body-store';
import { LIMITS_CAPPED, RATCHET_CAPPED } from '../../coordinates/laws/law-fields';
import { NO_FIELD } from '../../coordinates/laws/soft-laws';
import { SLIPS_BACK } from '../../coordinates/laws/stops';
import { FLAGS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { MAX_CORRECTION } from '../../state/record';
import { cosSinAt } from '../../math/trig';
import { readPoses } from '../begin-step';
import { mayFactorise } from '../budget';
import { solve } from '../factor/ldlt';
import { factoriseIsland, leaveUnborne } from '../factor/redundant-rows';
import { WITH_STOPS, projectVelocity, weighByMass } from '../impacts/project';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { measureGradient, measureRows, writeRates } from '../motion/measure-rows';
import { keepSpin, noteSpin } from '../motion/rigid-motion';
import { measureHinges } from '../hinges/hinge-impulses';
import { AT_EQUAL, DRIVEN, NO_STOP, POSITION } from '../rows/row-modes';
import { stopCap } from '../rows/stop-caps';

/*
 * Position projection: Newton on the values of the rows alone, weighed by masses, for the gaps that the dynamics held open (held-gaps.ts). Each
 * gap closes at most `maxCorrectionSpeed` fast, rows without a gap keep their values, and nothing gains velocity.
 */

const MOST_ROUNDS = 6;
/** Rounds go on while what is missing falls to this share. */
const STILL_FALLING = 0.5;
/** No body turns by more in a round, rad: all go the same share of the way. */
const MOST_TURN = 0.25;
/** No body moves by more than so many times the widest way of a row: rows that nearly lie in line would take it far off. */
const MOST_AMPLIFIED = 4;

/** Farthest that a row is to go; share of a way that was gone in a round; farthest that a row is from where it is to go. As lengths. */
const way = new Float64Array(3);
const FARTHEST = 0,
  GONE = 1,
  MISSING = 2;

/** Closes gaps as far as they may in this step, and takes out velocities that the rows do not allow where bodies are then. */
export function closeGaps(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { held, joints, borne: value } = island;
  noteSpin(island, store);
  weighByMass(island, store);
  island.savedHeld.set(held);
  measureRows(joints, store.pose, value);
  setGoals(island, ctx);
  way[MISSING] = Infinity;
  for (let round = 0; round < MOST_ROUNDS && mayFactorise(island, 2); round++) {
    measureHere(island, store);
    factoriseIsland(island, null);
    moveTowards(island, store);
    measureRows(joints, store.pose, value);
    if (!comesNearer(island)) break;
  }
  held.set(island.savedHeld);
  measureHere(island, store);
  projectVelocities(island, store, ctx);
  keepSpin(island, store);
}

/** The gradient where bodies were put without a step. */
export function measureHere(island: DirectIsland, store: BodyStore): void {
  readPoses(island, store, island.end);
  measureHinges(island, island.end);
  measureGradient(island, store.pose);
}

/** Writes to `rateBefore` which values the rows are to have in the end, and which rows have a say. */
function setGoals(island: DirectIsland, ctx: StepContext): void {
  const { held, mode, gap, borne: value, rateBefore: goal, joints } = island;
  way[FARTHEST] = 0;
  goal.set(value);
  for (let row = 0; row < gap.length; row++)
    held[row] = mode[row] === POSITION || mode[row] === DRIVEN || gap[row] !== 0 ? 0 : 1;
  for (let i = 0; i < joints.length; i++) {
    const { coordinates } = joints[i];
    for (let k = 0; k < coordinates.length; k++) setGoal(island, coordinates[k], ctx);
  }
}

function setGoal(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, spec } = c;
  const { corrected, stopAt, mode, before, gap, borne: value, rateBefore: goal, attempt } = island;
  const { unit, rowCount } = spec.kind;
  const isTurn = unit === 'angle';
  // What a stop that let go has come of the way since needs no closing.
  const left = value[row] - (before[row] - gap[row]);
  if (gap[row] !== 0 && spec.kind.scalar && mode[row] !== POSITION) gap[row] = left * gap[row] > 0 ? left : 0;
  const second = rowCount === 2 ? gap[row + 1] : 0;
  const size = Math.sqrt(gap[row] * gap[row] + second * second);
  if (size === 0) return;
  const most = attempt.h * fastestOf(island, c, ctx) * (isTurn ? Math.PI / ctx.lengthUnit : 1);
  const share = Math.min(stopAt[row] === NO_STOP ? corrected[row] : 1, most / size);
  for (let k = row; k < row + rowCount; k++) goal[k] = value[k] - share * gap[k];
  way[FARTHEST] = Math.max(way[FARTHEST], share * size * (isTurn ? ctx.lengthUnit : 1));
}

/** How fast a gap may close: what was too strong for a stop with a cap comes back slowly, as in the iterative step. */
function fastestOf(
  { stopAt, mode }: DirectIsland,
  { row, o, p, spec, joint }: DirectCoordinate,
  ctx: StepContext,
): number {
  const { rows: d } = joint.batch;
  const fastest = d[joint.r + MAX_CORRECTION];
  if (!spec.kind.scalar) return fastest;
  const flags = d[o + FLAGS] | 0;
  const stop = stopAt[row];
  const hasLetGo = stop === NO_STOP && mode[row] !== POSITION && (flags & (LIMITS_CAPPED | RATCHET_CAPPED)) !== 0;
  const slips = hasLetGo || (stop !== AT_EQUAL && stopCap(flags, stop, p) !== NO_FIELD);
  return slips ? Math.min(fastest, SLIPS_BACK * ctx.lengthUnit) : fastest;
}

/** Moves bodies by the motion W Jᵀ x, with J W Jᵀ x what is missing of each row. */
function moveTowards(island: DirectIsland, { pose: q }: BodyStore): void {
  const { system, weight, held, dImpulse: x, du, bodies, movable, borne: value, rateBefore: goal, attempt } = island;
  const { entryStart, body, jacobian: J } = system;
  for (let row = 0; row < x.length; row++) x[row] = held[row] === 1 ? 0 : goal[row] - value[row];
  solve(system.factor, x);
  if (attempt.redundant) leaveUnborne(island, x);
  du.fill(0);
  for (let row = 0; row < x.length; row++) {
    const p = held[row] === 1 ? 0 : x[row];
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
      for (let k = 0; k < 3; k++) du[3 * body[e] + k] += weight[3 * body[e] + k] * J[3 * e + k] * p;
  }
  let most = 0;
  let turn = 0;
  for (let i = 0; i < 3 * movable; i += 3) {
    turn = Math.max(turn, Math.abs(du[i + 2]));
    most = Math.max(most, Math.abs(du[i]), Math.abs(du[i + 1]), Math.abs(du[i + 2]) * attempt.lengthUnit);
  }
  const bound = MOST_AMPLIFIED * way[FARTHEST];
  way[GONE] = most > bound ? bound / most : 1;
  if (way[GONE] * turn > MOST_TURN) way[GONE] = MOST_TURN / turn;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (!Number.isFinite(du[3 * i] + du[3 * i + 1] + du[3 * i + 2])) continue;
    q[b + X] += way[GONE] * du[3 * i];
    q[b + Y] += way[GONE] * du[3 * i + 1];
    q[b + ANGLE] += way[GONE] * du[3 * i + 2];
    cosSinAt(q, b + ANGLE, q, b + COS);
  }
}

/** True while rows are not where they are to be, and another round brings them nearer. */
function comesNearer({ held, isAngle, borne: value, rateBefore: goal, attempt }: DirectIsland): boolean {
  const before = way[MISSING];
  let most = 0;
  for (let row = 0; row < value.length; row++)
    if (held[row] === 0)
      most = Math.max(most, Math.abs(goal[row] - value[row]) * (isAngle[row] === 1 ? attempt.lengthUnit : 1));
  way[MISSING] = most;
  return most > attempt.tolerance && most < (way[GONE] < 1 ? 1 - way[GONE] / 2 : STILL_FALLING) * before;
}

/** Takes out velocities that rows do not allow where bodies are now. */
function projectVelocities(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { bodies, movable, v0 } = island;
  const { motion: v } = store;
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) v0[3 * i + k] = v[bodies[i] + k];
  writeRates(island, v0);
  projectVelocity(island, store, WITH_STOPS, ctx);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) v[bodies[i] + k] = v0[3 * i + k];
}
