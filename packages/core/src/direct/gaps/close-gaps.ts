import { ANGLE, type BodyStore, COS, X, Y } from '../../body/body-store';
import { isServo } from '../../coordinates/laws/motor';
import { FLAGS, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { SLIPS_BACK } from '../../coordinates/laws/stops';
import { GAP_X, GAP_Y, MAX_CORRECTION } from '../../joint/batch/record';
import { cosSinAt } from '../../math/trig';
import { readPoses } from '../begin-step';
import { leaveGaps, slips } from './draw-back';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { measureGradient, writeRates } from '../motion/measure-rows';
import { WITH_STOPS, projectVelocity, weighByMass } from '../impacts/project';
import { factoriseIsland, leaveUnborne } from '../factor/redundant-rows';
import { keepSpin, noteSpin } from '../motion/rigid-motion';
import { DRIVEN, NO_STOP, POSITION } from '../rows/row-modes';
import { measureArms } from './turned-gaps';

/**
 * No body moves by more than so many times what the largest gap closes by: where joints contradict each other, and nearly lie in line, one
 * was put 46 m away.
 */
const MOST_AMPLIFIED = 4;

/** True of a servo, which closing must not take past its target; in loops one at its cap may be in the way. */
function keepsPlace({ system, mode }: DirectIsland, { joint, spec, o, row }: DirectCoordinate): boolean {
  if (!spec.kind.scalar || !isServo(joint.batch.rows[o + FLAGS] | 0)) return false;
  return mode[row] === DRIVEN || !system.canBeRedundant;
}

/** Farthest that a row goes, as a length, and the share of the way that bodies were moved: handed from call to call they would be allocated. */
const way = new Float64Array(2);
const FARTHEST = 0,
  MOVED = 1;

/** Finds the motion `du` that closes the gaps as far as they may in this step. */
function findWay(island: DirectIsland, ctx: StepContext): void {
  const { system, held, heldBy, corrected, dImpulse, rateBefore: asked, gap, attempt } = island;
  way[FARTHEST] = 0;
  for (const joint of island.joints)
    for (const c of joint.coordinates) {
      const turn = c.spec.kind.unit === 'angle';
      const d = joint.batch.rows;
      // Bounds that are one are brought back as a lock is.
      const fastest = d[joint.r + MAX_CORRECTION];
      const speed = slips(island, c) ? Math.min(fastest, SLIPS_BACK * ctx.lengthUnit) : fastest;
      const most = attempt.h * speed * (turn ? Math.PI / ctx.lengthUnit : 1);
      const second = c.spec.kind.scalar ? 0 : gap[c.row + 1];
      const size = Math.sqrt(gap[c.row] * gap[c.row] + second * second);
      const own = heldBy[c.row] === NO_STOP ? corrected[c.row] : 1;
      const share = own * size > most ? most / size : own;
      way[FARTHEST] = Math.max(way[FARTHEST], share * size * (turn ? ctx.lengthUnit : 1));
      for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++)
        dImpulse[row] = held[row] === 1 ? 0 : -share * gap[row];
    }
  asked.set(dImpulse);
  solve(system.factor, dImpulse);
  if (attempt.redundant) leaveUnborne(island, dImpulse);
  findMotion(island);
}

/** The motion `du` that `dImpulse` leads to. */
function findMotion({ system, weight, held, dImpulse, gap, du }: DirectIsland): void {
  du.fill(0);
  const { entryStart, body, jacobian: J } = system;
  for (let row = 0; row < gap.length; row++) {
    const p = held[row] === 1 ? 0 : dImpulse[row];
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
      for (let k = 0; k < 3; k++) du[3 * body[e] + k] += weight[3 * body[e] + k] * J[3 * e + k] * p;
  }
}

/** True if some gap is beyond a stop with a cap. */
export function hasSlipped(island: DirectIsland): boolean {
  const { coordinates } = island;
  for (let i = 0; i < coordinates.length; i++) if (slips(island, coordinates[i])) return true;
  return false;
}

/** Holds all rows that have gaps to close, or are not to move while others close theirs. */
function holdAll(island: DirectIsland): void {
  const { held, gap, mode, lawRows, before, after, joints } = island;
  for (let k = 0; k < lawRows.length; k++) {
    // A stop that let go has come some of the way, or all of it.
    const row = lawRows[k];
    const left = after[row] - (before[row] - gap[row]);
    if (mode[row] !== POSITION && gap[row] !== 0) gap[row] = left * gap[row] > 0 ? left : 0;
  }
  island.savedHeld.set(held);
  for (let row = 0; row < gap.length; row++) held[row] = mode[row] === POSITION || gap[row] !== 0 ? 0 : 1;
  for (let i = 0; i < joints.length; i++) {
    const { coordinates } = joints[i];
    for (let k = 0; k < coordinates.length; k++) if (keepsPlace(island, coordinates[k])) held[coordinates[k].row] = 0;
  }
}

/**
 * Turns take rows another way than their gradient says: moves bodies by what is missing of the way, once, so that what draws back does not open
 * the joints that it draws along, which would lift their load when they close.
 */
function finishWay(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { joints, dImpulse, attempt, system } = island;
  for (let i = 0; i < joints.length; i++) {
    const { batch, slot, r, coordinates } = joints[i];
    batch.measure(slot, store.pose);
    const d = batch.rows;
    for (let k = 0; k < coordinates.length; k++) {
      const { row, o, scalar } = coordinates[k];
      askMissing(island, row, d, scalar ? o + VALUE : r + GAP_X);
      if (!scalar) askMissing(island, row + 1, d, r + GAP_Y);
    }
  }
  solve(system.factor, dImpulse);
  if (attempt.redundant) leaveUnborne(island, dImpulse);
  findMotion(island);
  moveAlong(island, store, ctx);
}

/** What is missing is less than the way: more is an angle that is read from the other side. */
function askMissing(island: DirectIsland, row: number, values: Float64Array, i: number): void {
  const { held, isAngle, dImpulse, rateBefore: asked, after, attempt } = island;
  const missing = way[MOVED] * asked[row] + after[row] - values[i];
  const isNear = Math.abs(missing) * (isAngle[row] === 1 ? attempt.lengthUnit : 1) < way[FARTHEST];
  dImpulse[row] = held[row] === 0 && isNear ? missing : 0;
}

/** Moves bodies along `du`, but none much farther than the largest gap closes by. */
function moveAlong({ bodies, movable, du }: DirectIsland, { pose: q }: BodyStore, { lengthUnit }: StepContext): void {
  let most = 0;
  for (let i = 0; i < movable; i++)
    most = Math.max(most, Math.abs(du[3 * i]), Math.abs(du[3 * i + 1]), Math.abs(du[3 * i + 2]) * lengthUnit);
  const bound = MOST_AMPLIFIED * way[FARTHEST];
  const part = most > bound ? bound / most : 1;
  way[MOVED] = part;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (!Number.isFinite(du[3 * i] + du[3 * i + 1] + du[3 * i + 2])) continue;
    q[b + X] += part * du[3 * i];
    q[b + Y] += part * du[3 * i + 1];
    q[b + ANGLE] += Math.max(-0.5, Math.min(0.5, part * du[3 * i + 2]));
    cosSinAt(q, b + ANGLE, q, b + COS);
  }
}

/** Moves bodies towards closing the gaps that the dynamics left, at most `maxCorrectionSpeed` fast and without velocity. */
export function closeGaps(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { bodies, movable, held } = island;
  const { pose: q, motion: v } = store;
  weighByMass(island, store);
  holdAll(island);
  factoriseIsland(island, null);
  do findWay(island, ctx);
  while (hasSlipped(island) && leaveGaps(island, ctx));
  noteSpin(island, store);
  moveAlong(island, store, ctx);
  finishWay(island, store, ctx);
  held.set(island.savedHeld);
  readPoses(island, store, island.end);
  measureArms(island, island.end);
  measureGradient(island, q);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) island.v0[3 * i + k] = v[bodies[i] + k];
  writeRates(island, island.v0);
  projectVelocity(island, store, island.v0, WITH_STOPS, ctx);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) v[bodies[i] + k] = island.v0[3 * i + k];
  keepSpin(island, store);
}
