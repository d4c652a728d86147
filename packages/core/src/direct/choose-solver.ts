import { type BodyStore, INV_MASS } from '../body/body-store';
import type { Island, Islands } from '../islands/islands';
import type { SolverChoice } from '../joint/joint';
import { JOINT_FLAGS, PREFERS_DIRECT, PREFERS_ITERATIVE } from '../joint/record';
import { buildDirectIsland, type DirectIsland } from './island-system';

/** What the choice depends on, beside the islands. */
export interface SolverPolicy {
  readonly solver: SolverChoice;
  /** Operations per step that 'auto' may spend. */
  readonly budget: number;
  readonly substeps: number;
}

/** Operations of one joint in a substep of the iterative step, and of measuring one row twice per Newton iteration. */
const ITERATIVE_JOINT = 320;
const DIRECT_ROW = 250;
/** Newton iterations and factorisations of an ordinary step. */
const ITERATIONS = 2;
/** A body this much heavier than the other end of a joint, or a chain of this many joints, needs the direct step most. */
const STEEP = 10;
const LONG = 8;

/**
 * Which islands are solved directly, from operation counts only, never from time: trees, and islands whose factor costs
 * less than half of their iterative solve, as long as the budget lasts; those that need it most first, then by age.
 */
export function chooseDirect(islands: Islands, store: BodyStore, policy: SolverPolicy): (DirectIsland | null)[] {
  const chosen: (DirectIsland | null)[] = islands.list.map(() => null);
  const candidates: { index: number; direct: DirectIsland; cost: number; needed: boolean }[] = [];
  islands.list.forEach((island, index) => {
    if (island.joints.length === 0) return;
    const wish = wishOf(island, policy.solver);
    if (wish === 'iterative') return;
    if (wish === 'auto' && isHopeless(island, policy)) return;
    const direct = buildDirectIsland(island, store);
    if (wish === 'direct') {
      chosen[index] = direct;
      return;
    }
    const cost = operationsOf(direct);
    const iterative = ITERATIVE_JOINT * policy.substeps * island.joints.length;
    if (!direct.system.hasLoop || factorOperations(direct) < iterative / 2) candidates.push({ index, direct, cost, needed: needsDirect(island, store) });
  });
  candidates.sort((a, b) => Number(b.needed) - Number(a.needed) || a.index - b.index);
  let left = policy.budget;
  for (const { index, direct, cost } of candidates) {
    if (cost > left) continue;
    left -= cost;
    chosen[index] = direct;
  }
  return chosen;
}

/** Direct over iterative over auto, of its joints and the world. */
function wishOf(island: Island, world: SolverChoice): SolverChoice {
  let wish = world;
  let iterative = false;
  for (const { batch, slot } of island.joints) {
    const flags = batch.laws[slot * batch.lawsStride + JOINT_FLAGS];
    if (flags & PREFERS_DIRECT) return 'direct';
    iterative ||= (flags & PREFERS_ITERATIVE) !== 0;
  }
  if (iterative && world !== 'direct') wish = 'iterative';
  return wish;
}

/** Too large for the budget even as a tree: not worth an analysis. */
function isHopeless(island: Island, { budget }: SolverPolicy): boolean {
  return island.joints.length * DIRECT_ROW * ITERATIONS > budget;
}

/** Multiplications of one factorisation. */
function factorOperations({ system }: DirectIsland): number {
  const { columns, first, rowStart } = system.factor.plan;
  let operations = 0;
  for (let c = 0; c < columns; c++) {
    const width = first[c + 1] - first[c];
    const height = width + rowStart[c + 1] - rowStart[c];
    operations += width * height * height;
  }
  return operations;
}

function operationsOf(direct: DirectIsland): number {
  return ITERATIONS * (DIRECT_ROW * direct.system.rows + factorOperations(direct));
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

