import { ANGLE, type BodyStore, SIN, X } from '../../body/body-store';
import { isServo } from '../../coordinates/laws/motor';
import { FLAGS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { readPoses } from '../begin-step';
import { factoriseIsland } from '../factor/redundant-rows';
import { WITH_STOPS, projectVelocity, weighByMass } from '../impacts/project';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { putBackFeet, startFeet } from '../motion/feet';
import { measureRows, writeRates } from '../motion/measure-rows';
import { keepSpin, noteSpin } from '../motion/rigid-motion';
import { DRIVEN, POSITION } from '../rows/row-modes';
import { leaveGaps, slips } from './draw-back';
import { beginWay, DRAWN, findWay, way } from './find-way';
import { goAlong } from './go-along';
import { factoriseHere, measureHere } from './gradient-here';

/** So often less of the way is tried where all of it is too far; then nothing moves. */
const MOST_TRIES = 4;

/**
 * Moves bodies towards closing the gaps that the dynamics left, at most `maxCorrectionSpeed` fast and without velocity.
 */
export function closeGaps(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { held, stats, attempt } = island;
  weighByMass(island, store);
  island.savedHeld.set(held);
  readPoses(island, store, island.mean);
  measureRows(island.joints, store.pose, island.after);
  startFeet(island);
  findLeft(island);
  beginWay(island);
  holdAll(island);
  factoriseIsland(island, null);
  do findWay(island, ctx);
  while (hasSlipped(island) && leaveGaps(island, ctx));
  noteSpin(island, store);
  for (let tries = 1; !goAlong(island, store, ctx); tries++) {
    putBack(island, store);
    putBackFeet(island);
    startFeet(island);
    island.rubbed.fill(0);
    if (tries === MOST_TRIES || stats.factorisations >= attempt.budget) break;
    // What is past a stop yet others draw there, which hold it at that.
    if (tries > 1) way[DRAWN] = 0;
    measureRows(island.joints, store.pose, island.after);
    holdAll(island);
    factoriseHere(island, store);
    findWay(island, ctx);
  }
  attempt.keepsFeet = false;
  held.set(island.savedHeld);
  measureHere(island, store);
  projectVelocities(island, store, ctx);
  keepSpin(island, store);
}

/** What is to be closed: a stop that let go has come some of the way, or all of it. */
function findLeft({ gap, mode, lawRows, before, after }: DirectIsland): void {
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    const left = after[row] - (before[row] - gap[row]);
    if (mode[row] !== POSITION && gap[row] !== 0) gap[row] = left * gap[row] > 0 ? left : 0;
  }
}

/** Holds all rows that have gaps to close, or are not to move while others close theirs. */
function holdAll(island: DirectIsland): void {
  const { held, gap, mode, joints } = island;
  for (let row = 0; row < gap.length; row++) held[row] = mode[row] === POSITION || gap[row] !== 0 ? 0 : 1;
  for (let i = 0; i < joints.length; i++) {
    const { coordinates } = joints[i];
    for (let k = 0; k < coordinates.length; k++) if (keepsPlace(island, coordinates[k])) held[coordinates[k].row] = 0;
  }
}

/** True of a servo, which closing must not take past its target; in loops one at its cap may be in the way. */
function keepsPlace({ system, mode }: DirectIsland, { joint, spec, o, row }: DirectCoordinate): boolean {
  if (!spec.kind.scalar || !isServo(joint.batch.rows[o + FLAGS] | 0)) return false;
  return mode[row] === DRIVEN || !system.canBeRedundant;
}

/** True if some gap is beyond a stop with a cap. */
export function hasSlipped(island: DirectIsland): boolean {
  const { coordinates } = island;
  for (let i = 0; i < coordinates.length; i++) if (slips(island, coordinates[i])) return true;
  return false;
}

/** Puts bodies back to where they were when the dynamics ended. */
function putBack({ bodies, movable, mean: from, angle }: DirectIsland, { pose: q }: BodyStore): void {
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    for (let k = X; k <= SIN; k++) q[b + k] = from[4 * i + k];
    q[b + ANGLE] = angle[i];
  }
}

/** Takes out velocities that rows do not allow where bodies are now. */
function projectVelocities(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { bodies, movable, v0 } = island;
  const { motion: v } = store;
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) v0[3 * i + k] = v[bodies[i] + k];
  writeRates(island, v0);
  projectVelocity(island, store, v0, WITH_STOPS, ctx);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) v[bodies[i] + k] = v0[3 * i + k];
}
