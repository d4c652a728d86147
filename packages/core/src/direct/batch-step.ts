import type { BodyStore } from '../state/body-store';
import { BEARING, LIMITS_BOUNCE } from '../coordinates/laws/law-fields';
import { isCappedServo } from '../coordinates/laws/motor';
import type { StepContext } from '../coordinates/step-context';
import { beginAttempt, beginSubstep, bringImpulses, measureStart } from './attempt';
import type { DirectSettings } from './direct-settings';
import { clearSums, stepDirectly } from './direct-step';
import { finishStep } from './finish-step';
import {
  beginNotes,
  enterBatch,
  type IslandBatch,
  goesAlone,
  type LayoutGroup,
  noteSteps,
  sendApart,
} from './island/island-batches';
import { hasHeldGap } from './gaps/held-gaps';
import type { DirectIsland, DirectStats } from './island/island-system';
import { readLaws } from './island/laws';
import { rankOf } from './factor/ldlt';
import { isCarried, isLedOn } from './motion/led-bodies';
import { markLevers } from './motion/levers';
import { tryStep } from './newton';
import type { TrialPoses } from './motion/move-bodies';
import { isRedundant } from './factor/redundant-rows';
import { stepsOfPart } from './energy/resolved-steps';

/** Islands that take more steps than this in a frame go by themselves. */
const MOST_STEPS = 4;

/** Advances the islands of a group by `dt`, as each of them would go alone, to the bit: those together that take as many steps for it. */
export function stepGroup(
  group: LayoutGroup,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
): void {
  const { islands, ready } = group;
  let left = 0;
  for (let i = 0; i < islands.length; i++) {
    if (goesAlone(islands[i])) stepDirectly(islands[i], store, poses, settings, dt, ctx);
    else ready[left++] = islands[i];
  }
  // First by what they took the last time; those that were found out to take more or fewer steps now meet in the second round.
  for (let k = 0; left > 0 && k < 2 * MOST_STEPS; k++)
    left = stepAlikeIslands(group, left, 1 + (k % MOST_STEPS), store, poses, settings, dt, ctx);
  for (let i = 0; i < left; i++) stepDirectly(ready[i], store, poses, settings, dt, ctx);
}

/** Steps those of the islands that are ready, `count` of them, that take so many steps; as many are left. */
function stepAlikeIslands(
  { ready, alike, batches }: LayoutGroup,
  count: number,
  steps: number,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
): number {
  let found = 0;
  let left = 0;
  for (let i = 0; i < count; i++) {
    if (ready[i].stats.steps === steps) alike[found++] = ready[i];
    else ready[left++] = ready[i];
  }
  let next = 0;
  for (let i = 0; i < batches.length; i++) {
    const islandBatch = batches[i];
    const { members, island } = islandBatch;
    const { count: size } = island.parts;
    while (next + size <= found) {
      enterBatch(islandBatch, alike, next);
      next += size;
      if (takeAsMany(islandBatch, steps, store, settings, dt)) {
        stepBatch(islandBatch, steps, store, poses, settings, dt, ctx);
        continue;
      }
      // Others take the places of those that take more steps, or fewer.
      for (let part = size - 1; part >= 0; part--) {
        if (members[part].stats.steps === steps) alike[--next] = members[part];
        else ready[left++] = members[part];
      }
    }
  }
  for (; next < found; next++) ready[left++] = alike[next];
  return left;
}

/** True if each of the islands takes so many steps; how many it takes is in its stats. */
function takeAsMany(
  { island, members }: IslandBatch,
  steps: number,
  store: BodyStore,
  { substeps, mostSubsteps }: DirectSettings,
  dt: number,
): boolean {
  const { parts } = island;
  markLevers(island);
  readLaws(island);
  let areAlike = true;
  for (let part = 0; part < parts.count; part++) {
    const own: DirectStats = members[part].stats;
    own.steps = substeps === 'auto' ? stepsOfPart(island, part, store, dt, mostSubsteps) : substeps;
    if (own.steps !== steps) areAlike = false;
  }
  return areAlike;
}

function stepBatch(
  islandBatch: IslandBatch,
  steps: number,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
): void {
  const { members, island } = islandBatch;
  const { attempt } = island;
  attempt.isCarried = isCarried(island, store);
  attempt.isLedOn = isLedOn(island, store, ctx);
  attempt.isLed = ctx.led.isLed(island.bodies, island.movable);
  const isMoved = attempt.isCarried || attempt.isLedOn || attempt.isLed;
  const asksForMore = isMoved || attempt.laws & (BEARING | LIMITS_BOUNCE) || isCappedServo(attempt.laws);
  // It would ask for more in the next steps, too, and laying it out for nothing is work.
  if (asksForMore) sendApart(islandBatch);
  const done = asksForMore ? 0 : stepTogether(islandBatch, steps, store, poses, settings, dt, ctx);
  if (done === steps) return;
  for (let i = 0; i < members.length; i++) stepDirectly(members[i], store, poses, settings, dt, ctx, steps, done);
}

/**
 * As many steps as the islands took before one of them asked for more than the plain step. Bodies, and what the next step starts from, are
 * then as that began; but masses of coordinates are measured anew, by which islands choose how many steps they take.
 */
function stepTogether(
  islandBatch: IslandBatch,
  steps: number,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
): number {
  const { island } = islandBatch;
  const { stats, attempt } = island;
  stats.iterations = stats.factorisations = 0;
  stats.steps = steps;
  beginNotes(islandBatch);
  attempt.h = dt / steps;
  bringMembers(islandBatch);
  clearSums(island);
  ctx.setSubstep(dt, steps);
  ctx.longest = settings.substeps === 'auto' ? dt : 0;
  for (let k = 0; k < steps; k++) {
    beginSubstep(attempt, settings, dt / steps, dt);
    beginAttempt(attempt, steps);
    const { factorisations } = stats;
    measureStart(island, store, settings, ctx);
    const isPlain = !attempt.shocked && !hasHeldGap(island) && stats.factorisations === factorisations;
    if (!isPlain || !tryStep(island, store, poses, ctx) || !endsPlainly(island)) {
      sendApart(islandBatch);
      return k;
    }
    finishStep(island, store, ctx);
    noteSteps(islandBatch);
  }
  return steps;
}

/** Brings impulses of islands that took other steps to this step's length. */
function bringMembers({ members, island: { joints, parts, attempt } }: IslandBatch): void {
  const jointsOfPart = joints.length / parts.count;
  for (let part = 0; part < parts.count; part++)
    bringImpulses(members[part], joints, part * jointsOfPart, (part + 1) * jointsOfPart, attempt);
}

/** True of what needs no more than `finishStep` does for a batch of islands: no gap to close, no row that is redundant. */
function endsPlainly(island: DirectIsland): boolean {
  const { factor, rows } = island.system;
  return !hasHeldGap(island) && !isRedundant(factor) && rankOf(factor) === rows;
}
