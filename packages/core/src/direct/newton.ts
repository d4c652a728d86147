import type { BodyStore } from '../state/body-store';
import { FLAGS } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { isImmovable, listActing } from './begin-step';
import { mayTry } from './budget';
import type { DirectCoordinate, DirectIsland } from './island/island-system';
import { followLoads } from './rows/load-bearings';
import { writeRate } from './motion/measure-rows';
import { tieBodies } from './motion/ties';
import { moveBodies, placeImmovable, type TrialPoses } from './motion/move-bodies';
import { joinAll } from './island/parts';
import { checkPlain, isPlain } from './rows/plain-rows';
import { checkPoint } from './points/point-row-laws';
import { checkRow } from './rows/check-row';
import { askAgain, factoriseIsland, moveTargets } from './factor/redundant-rows';
import { takeRest } from './series';
import {
  addImpulses,
  findIncrement,
  measureLeft,
  startResidual,
  startVelocities,
  visitRows,
  weighBodies,
} from './mean-pose';

/*
 * Newton's iteration of the mean-pose step (mean-pose.ts) and the active set around it: of an island, or of every part of a batch of islands by itself.
 */

/** Largest turn of one Newton iteration, rad. */
const MOST_TURN = 0.5;
/** How often the active set may change within one attempt: at will, and then laws go to their caps, not back. */
const FREE_CHANGES = 6;
const MOST_CHANGES = 12;
/** After those at will stops take over and let go one at a time, which ends (Murty 1974), and each has an iteration more: so many at most. */
const MOST_EXCHANGES = 30;
/** Iterations before an error that does not fall is held against the active set. */
const PATIENCE = 4;
/** An error creeps that is more than this share of the last one, and creeps on. A product in its place would be allocated. */
const CREEPS = 0.5;
const CREEPS_ON = CREEPS * CREEPS;
/** An error so many times the first one is of laws that contradict each other. */
const LOST = 10;
/** A factor serves on while the error falls to this share per iteration. */
const GOOD_FACTOR = 0.2;
/** An old factor leaves at least this share of an error for each body, and at most so much, however much a new one has just taken. */
const KEPT_PER_BODY = 0.001,
  KEPT_RATE = 0.02;
/** Safety of the prediction that the old factor suffices. */
const NEARLY_THERE = 0.3;

/** A gap of this many lengthUnits may be left where Newton does not converge. */
const ACCEPTED_GAP = 1e-4;

/**
 * How a part stands in an iteration. Where it is solved, or stuck, its laws are looked at; where those have changed it goes on with others.
 */
const GOES_ON = 0,
  SOLVED = 1,
  STUCK = 2,
  CHANGED = 3,
  CONVERGED = 4,
  FAILED = 5;

/**
 * One attempt to step by `attempt.h`. True if it converged: `end`, `u`, `impulse`, `after` hold the result. False of a batch of islands, too, where one
 * of its parts asks for more than Newton's iteration.
 */
export function tryStep(island: DirectIsland, store: BodyStore, poses: TrialPoses, ctx: StepContext): boolean {
  const converged = iterate(island, store, poses, ctx);
  if (island.parts.count > 1) joinAll(island.parts);
  return converged;
}

function iterate(island: DirectIsland, store: BodyStore, poses: TrialPoses, ctx: StepContext): boolean {
  const { stats, attempt, parts } = island;
  startVelocities(island);
  island.contacts?.begin(island, store);
  attempt.settling = false;
  attempt.exchanges = 0;
  placeImmovable(island, store, poses);
  startParts(island);
  askAgain(island);
  for (let k = 0; k < attempt.iterations + attempt.exchanges; k++) {
    stats.iterations++;
    moveBodies(island, store, poses);
    if (attempt.redundant) moveTargets(island);
    visitRows(island, store, poses);
    island.contacts?.visit(island);
    if (attempt.bears) followLoads(island, ctx);
    findErrors(island);
    if (judge(island, k) && lookAtLaws(island, k, ctx)) return true;
    // What is accepted below is what was measured last.
    if (isLast(island, k)) break;
    if (!goOn(island, k, poses)) return false;
    improve(island);
    if (parts.count > 1 && attempt.redundant) return false;
  }
  return parts.count === 1 && isAccepted(island, ctx);
}

function isLast({ attempt }: DirectIsland, k: number): boolean {
  return k === attempt.iterations + attempt.exchanges - 1;
}

function startParts(island: DirectIsland): void {
  const { parts } = island;
  for (let part = 0; part < parts.count; part++) {
    parts.verdict[part] = GOES_ON;
    parts.factored[part] = parts.changes[part] = parts.crept[part] = 0;
    parts.iterations[part] = parts.factorisations[part] = 0;
    parts.last[part] = Infinity;
  }
}

/** Largest gap and missing momentum of each part, both as lengths; the hinges' gaps are in its error already. */
function findErrors(island: DirectIsland): void {
  const { acting, left, isAngle, passes, contacts, attempt, parts } = island;
  const { error } = parts;
  if (passes !== null) passes.wasm.findMissing(passes.space);
  else findMissing(island);
  for (let part = 0; part < parts.count; part++) {
    let largest = error[part];
    // A comparison passes over NaN. x − x is 0 of a number, NaN of anything else, and so is the sum.
    let lost = largest - largest;
    if (contacts !== null && !(contacts.error <= largest)) largest = contacts.error;
    for (let k = parts.acting[part]; k < parts.acting[part + 1]; k++) {
      const row = acting[k];
      const gap = Math.abs(left[row]) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
      lost += gap - gap;
      if (gap > largest) largest = gap;
    }
    error[part] = lost === 0 ? largest : Infinity;
  }
}

/** Widens the error by the momentum that is missing; what is no number stays there. */
function findMissing({ movable, lengthOf, residual, parts }: DirectIsland): void {
  let largest = parts.error[0];
  for (let i = 0; i < 3 * movable; i++) largest = Math.max(largest, Math.abs(residual[i] * lengthOf[i]));
  parts.error[0] = largest;
}

/** Finds out how the parts stand in iteration `k`; true if the laws of some are to be looked at. */
function judge(island: DirectIsland, k: number): boolean {
  const { attempt, parts } = island;
  let looks = false;
  for (let part = 0; part < parts.count; part++) {
    if (parts.verdict[part] === CONVERGED) continue;
    parts.iterations[part]++;
    parts.verdict[part] = FAILED;
    const error = parts.error[part];
    if (!(error < Infinity)) continue;
    const isClose = error < attempt.tolerance && k >= 1;
    const isSolved = isClose && !attempt.contested && !attempt.loading;
    if (k === 0) parts.first[part] = Math.max(error, attempt.tolerance);
    // Laws that contradict each other push ever harder, and that never ends: those past their caps let go.
    const isStuck =
      parts.changes[part] < MOST_CHANGES &&
      (k >= PATIENCE ? error > GOOD_FACTOR * parts.last[part] : isLost(island, part));
    // A part that changes often is stepped alone.
    if ((isSolved || isStuck) && parts.count > 1 && parts.changes[part] >= FREE_CHANGES) continue;
    parts.verdict[part] = isSolved ? SOLVED : isStuck ? STUCK : GOES_ON;
    if (isSolved || isStuck) looks = true;
  }
  return looks;
}

function isLost({ system, parts }: DirectIsland, part: number): boolean {
  return system.hasLoop && parts.error[part] > LOST * parts.first[part];
}

/** Lets laws take over and let go, in the parts that are solved or stuck; true if all have converged. */
function lookAtLaws(island: DirectIsland, k: number, ctx: StepContext): boolean {
  const { attempt, parts } = island;
  let any = false;
  let converged = 0;
  for (let part = 0; part < parts.count; part++) {
    if (parts.verdict[part] === CONVERGED) converged++;
    if (parts.verdict[part] !== SOLVED && parts.verdict[part] !== STUCK) continue;
    if (island.turns.length > 0) island.passes?.wasm.readTurns(island.passes.space, part);
    attempt.settling = parts.changes[part] >= FREE_CHANGES;
    attempt.settled = parts.changes[part] >= MOST_CHANGES;
    // Nothing gives more than its cap, however often the set has changed.
    attempt.exchanged = false;
    if (!checkRows(island, part, ctx)) {
      const isSolved = parts.verdict[part] === SOLVED;
      if (isSolved) converged++;
      if (isSolved && parts.count > 1) parts.idle[part] = 1;
      parts.verdict[part] = isSolved ? CONVERGED : GOES_ON;
      continue;
    }
    any = true;
    if (!attempt.exchanged) parts.changes[part]++;
    else attempt.exchanges++;
    parts.factored[part] = parts.crept[part] = 0;
    parts.verdict[part] = CHANGED;
  }
  if (!any) return converged === parts.count;
  listActing(island);
  if (attempt.redundant) askAgain(island);
  for (let part = 0; part < parts.count; part++) {
    if (parts.verdict[part] !== CHANGED) continue;
    startResidual(island, part);
    addImpulses(island, part);
    island.contacts?.visit(island);
  }
  // Laws that took over ask for something else than those before.
  measureLeft(island);
  if (isLast(island, k)) findErrors(island);
  return false;
}

/** Compares every row with its bounds; true if the active set changed. Leaves in `exchanged` whether that was one stop among many. */
function checkRows(island: DirectIsland, part: number, ctx: StepContext): boolean {
  const { coordinates, attempt, parts } = island;
  const isOneByOne = attempt.settling && attempt.exchanges < MOST_EXCHANGES;
  let changed = false;
  attempt.exchanged = false;
  for (let i = part * parts.coordinates, end = i + parts.coordinates; i < end; i++) {
    const c = coordinates[i];
    const isStop = isOneByOne && c.scalar && isPlain(c.joint.batch.rows[c.o + FLAGS] | 0);
    if (isStop) attempt.exchanged = attempt.exchanged || checkLaws(island, c, ctx);
    else changed = checkLaws(island, c, ctx) || changed;
  }
  if (!changed) return attempt.exchanged;
  attempt.exchanged = false;
  return true;
}

function checkLaws(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row } = c;
  if (!c.scalar) {
    writeRate(island, row, island.u);
    writeRate(island, row + 1, island.u);
    return checkPoint(island, c, ctx);
  }
  if (isImmovable(c)) return false;
  if (isPlain(c.joint.batch.rows[c.o + FLAGS] | 0)) return !island.attempt.settled && checkPlain(island, c);
  writeRate(island, row, island.u);
  return checkRow(island, c, ctx);
}

/** Makes a new factor for the parts that ask for one after iteration `k`; false where one has failed, or there were enough. */
function goOn(island: DirectIsland, k: number, poses: TrialPoses): boolean {
  const { system, attempt, parts } = island;
  const kept = Math.min(KEPT_RATE, KEPT_PER_BODY * parts.bodies);
  let any = false;
  for (let part = 0; part < parts.count; part++) {
    parts.keeps[part] = parts.count > 1 ? 1 : 0;
    const verdict = parts.verdict[part];
    if (verdict === FAILED) return false;
    if (verdict === CONVERGED) continue;
    const error = parts.error[part];
    const last = parts.last[part];
    parts.last[part] = error;
    parts.verdict[part] = GOES_ON;
    // What redundant rows leave undone is moved from one iteration to the next: that is no series.
    const creeps = parts.crept[part] > 0 ? CREEPS_ON : CREEPS;
    parts.crept[part] = !attempt.redundant && k >= PATIENCE && error > creeps * last ? parts.crept[part] + 1 : 0;
    // A factor serves on if it would bring the error below the tolerance at the rate of the last iteration; with loops, where factors
    // are dear, also while the error falls fast.
    const left = error * Math.max(error, kept * last);
    const serves = left < NEARLY_THERE * attempt.tolerance * last || (system.hasLoop && error <= GOOD_FACTOR * last);
    if (parts.factored[part] === 1 && serves) continue;
    parts.keeps[part] = 0;
    parts.factored[part] = 1;
    parts.factorisations[part]++;
    any = true;
  }
  if (any && !mayTry(island)) return false;
  if (any) {
    weighBodies(island);
    tieBodies(island, poses);
    factoriseIsland(island, island.kkt);
    if (island.contacts !== null) island.contacts.renews = true;
    if (attempt.redundant) parts.crept[0] = 0;
  }
  return true;
}

/** Newton's increment for the parts that go on. */
function improve(island: DirectIsland): void {
  const { contacts, parts } = island;
  findIncrement(island);
  contacts?.improve(island);
  for (let part = 0; part < parts.count; part++) {
    const goesOn = parts.verdict[part] === GOES_ON;
    parts.share[part] = goesOn ? 1 : 0;
    // What takes more than the increment might let a contact pull.
    if (contacts === null && goesOn && parts.crept[part] > 0) takeRest(island, part);
  }
  addIncrement(island);
  contacts?.add(island);
  for (let part = 0; part < parts.count; part++) if (parts.share[part] !== 1) parts.crept[part] = 0;
}

/** Adds to each part its share of the increment: no body turns by more than half a radian. */
function addIncrement(island: DirectIsland): void {
  const { impulse, dImpulse, u, du, movable, passes, parts } = island;
  if (passes !== null) {
    passes.wasm.addIncrement(passes.space);
    return;
  }
  boundShare(island);
  const share = parts.share[0];
  for (let row = 0; row < impulse.length; row++) impulse[row] += share * dImpulse[row];
  for (let i = 0; i < 3 * movable; i++) u[i] += share * du[i];
}

function boundShare({ du, movable, attempt, parts }: DirectIsland): void {
  let most = 0;
  for (let i = 2; i < 3 * movable; i += 3) {
    const turn = Math.abs(du[i]);
    if (turn > most) most = turn;
  }
  most *= attempt.h;
  if (parts.share[0] * most > MOST_TURN) parts.share[0] = MOST_TURN / most;
}

/** True where what Newton has left is a gap as small as may be. */
function isAccepted(island: DirectIsland, ctx: StepContext): boolean {
  const { stats, attempt, parts } = island;
  if (!(parts.error[0] < ACCEPTED_GAP * attempt.lengthUnit) || attempt.theta === 1) return false;
  // What redundant rows leave open may yet be closed: accepted, a linkage in line would stay there. But the last resort would stop what touches it.
  if (attempt.redundant && island.contacts === null) return false;
  attempt.settling = true;
  attempt.settled = false;
  if (island.turns.length > 0) island.passes?.wasm.readTurns(island.passes.space, 0);
  if (checkRows(island, 0, ctx)) return false;
  stats.acceptedGaps++;
  return true;
}
