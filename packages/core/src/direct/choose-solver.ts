import { BODY, type BodyStore, INV_MASS } from '../body/body-store';
import { HOLDS } from '../coordinates/laws/law-fields';
import type { Island, Islands } from '../islands/islands';
import type { SolverChoice } from '../joint/joint';
import { JOINT_FLAGS, PREFERS_DIRECT, PREFERS_ITERATIVE, SETTINGS_SIZE } from '../joint/batch/record';
import { operationsOf } from './factor/factor-plan';
import type { LaidOutIsland } from './island/island-system';
import { buildDirectIsland, type IslandSpaces, isUpToDate, rowsOfIsland, rowsOfJoint } from './island/lay-out-island';

/** What the choice depends on, beside the islands. */
export interface SolverPolicy {
  readonly solver: SolverChoice;
  /** Operations per step that 'auto' may spend. */
  readonly budget: number;
  readonly substeps: number;
  /** Those that a snapshot says 'auto' solved directly, by their place in the list: bodies may have changed their mass since that choice. */
  readonly kept: readonly number[] | null;
}

/** What was chosen for each island, and whether the budget left no room for one that fits in it by itself: then masses had a say. */
export interface ChosenIslands {
  readonly direct: readonly (LaidOutIsland | null)[];
  readonly ranOut: boolean;
}

/** Operations of one joint in a substep of the iterative step, and of one row in a Newton iteration, the factor left out. */
const ITERATIVE_JOINT = 320;
const DIRECT_ROW = 100;
/** Newton iterations and factorisations of an ordinary step. */
const ITERATIONS = 2;
/** A body this much heavier than the other end of a joint, or a chain of this many joints, needs the direct step most. */
const STEEP = 10;
const LONG = 8;

interface Candidate {
  readonly index: number;
  readonly needed: boolean;
}

/**
 * Which islands are solved directly, from operation counts only, never from time: trees, and islands with loops that hold
 * something and whose factor costs less than half of their iterative solve, as long as the budget lasts; those that need it most
 * first, then by age.
 * Islands that sleep count too. What `previous` laid out is used again where nothing has changed.
 */
export function chooseDirect(
  islands: Islands,
  store: BodyStore,
  policy: SolverPolicy,
  previous: readonly (LaidOutIsland | null)[] = [],
): ChosenIslands {
  const known = islandsByFirstBody(previous);
  const spaces: IslandSpaces = new Map();
  for (const direct of previous) if (direct !== null) spaces.set(direct.layout, direct.space);
  const chosen: (LaidOutIsland | null)[] = islands.list.map(() => null);
  const candidates: Candidate[] = [];
  islands.list.forEach((island, index) => {
    // Contacts are rows of the iterative step alone.
    if (island.joints.length === 0 || island.touches) return;
    const wish = wishOf(island, policy.solver);
    if (wish === 'direct') chosen[index] = layOut(island, known, spaces);
    else if (wish === 'auto') candidates.push({ index, needed: needsDirect(island, store) });
  });
  candidates.sort((a, b) => Number(b.needed) - Number(a.needed) || a.index - b.index);
  const { budget } = policy;
  const kept = policy.kept === null ? null : new Set(policy.kept);
  let left = budget;
  let ranOut = kept !== null;
  for (const { index } of candidates) {
    const island = islands.list[index];
    if (kept !== null) {
      if (kept.has(index)) chosen[index] = layOut(island, known, spaces);
      continue;
    }
    const rows = ITERATIONS * DIRECT_ROW * rowsOfIsland(island);
    const least = rows + ITERATIONS * leastFactorOperations(island);
    // Too much is not worth an analysis.
    if (least > left) {
      if (least <= budget) ranOut = true;
      continue;
    }
    const direct = layOut(island, known, spaces);
    const factor = operationsOf(direct.space.system.factor.plan);
    const cost = rows + ITERATIONS * factor;
    const iterative = ITERATIVE_JOINT * policy.substeps * island.joints.length;
    if (direct.space.system.hasLoop && (factor >= iterative / 2 || !isHeld(island))) continue;
    if (cost > left) {
      if (cost <= budget) ranOut = true;
      continue;
    }
    left -= cost;
    chosen[index] = direct;
  }
  const used = new Set(chosen.map((direct) => direct?.space));
  for (const space of spaces.values()) if (!used.has(space)) space.passes?.release();
  return { direct: chosen, ranOut };
}

function islandsByFirstBody(previous: readonly (LaidOutIsland | null)[]): Map<number, LaidOutIsland> {
  const known = new Map<number, LaidOutIsland>();
  for (const direct of previous) if (direct !== null) known.set(direct.bodies[0], direct);
  return known;
}

function layOut(island: Island, known: ReadonlyMap<number, LaidOutIsland>, spaces: IslandSpaces): LaidOutIsland {
  const before = known.get(island.bodies[0] * BODY);
  if (before === undefined || !isUpToDate(before, island)) return buildDirectIsland(island, spaces);
  // A snapshot may have brought back impulses of another step.
  before.stepLength = 0;
  return before;
}

/** Whether some law holds a coordinate from both sides: a net of ropes and springs has no gap to close. */
function isHeld(island: Island): boolean {
  return island.joints.some(({ batch, slot }) =>
    batch.coordinates.some(({ kind, at }) => batch.rows[slot * batch.stride + at + kind.flagsAt] & HOLDS),
  );
}

/** Direct over iterative over auto, of its joints and the world. */
function wishOf(island: Island, world: SolverChoice): SolverChoice {
  let iterative = false;
  for (const { batch, slot } of island.joints) {
    const flags = batch.settings[slot * SETTINGS_SIZE + JOINT_FLAGS];
    if (flags & PREFERS_DIRECT) return 'direct';
    iterative ||= (flags & PREFERS_ITERATIVE) !== 0;
  }
  return iterative && world !== 'direct' ? 'iterative' : world;
}

/**
 * What the factor of the rows alone costs in any order: the n rows of the joints of one body are all tied together, and a full block takes
 * n³/3. Bodies and rows together may cost less, but to lay thousands of them out takes a second, which nobody asked for.
 */
function leastFactorOperations(island: Island): number {
  const rowsOn = new Map<number, number>(island.bodies.map((slot) => [slot * BODY, 0]));
  let most = 0;
  for (const { batch, slot } of island.joints) {
    const rows = rowsOfJoint(batch, slot);
    for (let c = 0; c < batch.columns; c++) {
      const body = batch.bodies[slot * batch.columns + c];
      const before = rowsOn.get(body);
      // Those that do not move tie nothing together.
      if (before === undefined) continue;
      rowsOn.set(body, before + rows);
      most = Math.max(most, before + rows);
    }
  }
  return (most * most * most) / 3;
}

/** A steep mass ratio across a joint, or many joints in a row. */
function needsDirect(island: Island, { motion: v }: BodyStore): boolean {
  if (island.joints.length >= LONG) return true;
  return island.joints.some(({ batch, slot }) => {
    let least = Infinity;
    let most = 0;
    for (let c = 0; c < batch.columns; c++) {
      const inverse = v[batch.bodies[slot * batch.columns + c] + INV_MASS];
      if (inverse === 0) continue;
      least = Math.min(least, inverse);
      most = Math.max(most, inverse);
    }
    return most > STEEP * least;
  });
}
