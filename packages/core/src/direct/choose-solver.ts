import { BODY, type BodyStore, INV_MASS } from '../state/body-store';
import { HOLDS } from '../coordinates/laws/law-fields';
import type { Island } from '../islands/islands';
import type { SolverChoice } from '../joint/joint';
import { JOINT_FLAGS, PREFERS_DIRECT, PREFERS_ITERATIVE, SETTINGS_SIZE } from '../state/record';
import type { FastPart, SolverPolicy } from '../simulation/parts';
import { operationsOf } from './factor/factor-plan';
import { DirectPlan } from './direct-plan';
import type { LaidOutIsland } from './island/island-system';
import { buildDirectIsland, type IslandSpaces, isUpToDate, rowsOfIsland, rowsOfJoint } from './island/lay-out-island';

/** Operations of one joint in a substep of the iterative step, and of one row in a Newton iteration, the factor left out. */
const ITERATIVE_JOINT = 320;
const DIRECT_ROW = 100;
/** Newton iterations and factorisations of an ordinary step. */
const ITERATIONS = 2;
/** A body this much heavier than the other end of a joint, or a chain of this many joints, needs the direct step most. */
const STEEP = 10;
const LONG = 8;

/**
 * Which islands are solved directly, from operation counts only, never from time: trees, and islands with loops that hold
 * something and whose factor costs less than half of their iterative solve, as long as the budget lasts; those that need it most
 * first, then by age. Islands that sleep count too.
 *
 * What an island asks for is looked up when it changes. The choice among all by these few numbers is made anew whenever one of them changes.
 */
export class SolverChooser {
  /** True where the budget left no room for one that fits in it by itself: then masses had a say. */
  ranOut = false;
  readonly #spaces: IslandSpaces = new Map();
  /** How many islands of a layout are solved directly, and the layouts that lost one of the last. */
  readonly #users = new Map<string, number>();
  readonly #unused = new Set<string>();
  readonly #fast: FastPart | null;

  constructor(fast: FastPart | null) {
    this.#fast = fast;
  }

  /**
   * Chooses among the islands of the list, of which some are fresh and others have gone since the last time. `kept`: those that a snapshot says
   * 'auto' solved directly, by their place in the list; bodies may have changed their mass since that choice. Returns the layouts that no island
   * has any more.
   */
  choose(
    list: readonly Island[],
    gone: readonly Island[],
    fresh: readonly Island[],
    store: BodyStore,
    policy: SolverPolicy,
    kept: readonly number[] | null,
  ): readonly string[] {
    const before = plansByFirstBody(gone);
    for (const island of fresh) this.#read(island, before.get(island.bodies[0]) ?? null, policy);
    for (const island of gone) {
      const plan = DirectPlan.of(island);
      if (plan !== null) this.#drop(plan);
    }
    for (const island of list) {
      const plan = DirectPlan.of(island);
      if (plan !== null) plan.isChosen = plan.wish === 'direct';
    }
    if (kept === null) this.#spendBudget(list, store, policy);
    else {
      this.ranOut = true;
      for (const index of kept) {
        const plan = index < list.length ? DirectPlan.of(list[index]) : null;
        if (plan?.wish === 'auto') plan.isChosen = true;
      }
    }
    for (const island of list) {
      const plan = DirectPlan.of(island);
      if (plan === null || plan.isChosen === (plan.laidOut !== null)) continue;
      if (plan.isChosen) this.#layOut(plan);
      else this.#drop(plan);
    }
    return this.#releaseUnused();
  }

  /** Looks up what a fresh island asks for; it goes on as one before it if it is laid out alike. */
  #read(island: Island, before: DirectPlan | null, policy: SolverPolicy): void {
    if (island.joints.length === 0) return;
    const plan = DirectPlan.of(island) ?? new DirectPlan(island);
    island.plan = plan;
    plan.wish = wishOf(island, policy.solver);
    plan.least = ITERATIONS * (DIRECT_ROW * rowsOfIsland(island) + leastFactorOperations(island));
    plan.cost = null;
    plan.isNeeded = null;
    const laidOut = before?.laidOut ?? null;
    if (before === null || laidOut === null || !isUpToDate(laidOut, island)) return;
    // Another object, since its records may lie elsewhere, and a snapshot may have brought back impulses of another step.
    plan.laidOut = { ...laidOut, stepLength: 0 };
    before.laidOut = null;
  }

  #spendBudget(list: readonly Island[], store: BodyStore, policy: SolverPolicy): void {
    this.ranOut = false;
    this.#spend(list, policy.directBudget, policy);
    if (!this.ranOut) return;
    // Not all have room, so those that need it come first.
    const needs = (plan: DirectPlan): boolean => (plan.isNeeded ??= needsDirect(plan.island, store));
    const left = this.#spend(list, policy.directBudget, policy, needs);
    this.#spend(list, left, policy, (plan) => !needs(plan));
  }

  /** Chooses of the islands that leave it to the world as many as there are operations left for; returns what is left then. */
  #spend(
    list: readonly Island[],
    left: number,
    policy: SolverPolicy,
    isMeant: (plan: DirectPlan) => boolean = () => true,
  ): number {
    for (const island of list) {
      const plan = DirectPlan.of(island);
      if (plan?.wish !== 'auto' || !isMeant(plan)) continue;
      // Too much is not worth an analysis.
      const cost = plan.least > left ? plan.least : (plan.cost ??= this.#costOf(plan, policy));
      plan.isChosen = cost <= left;
      if (plan.isChosen) left -= cost;
      else if (cost <= policy.directBudget) this.ranOut = true;
    }
    return left;
  }

  /** Operations of a step; Infinity where the iterative step is better. */
  #costOf(plan: DirectPlan, { substeps }: SolverPolicy): number {
    const { island } = plan;
    const { system } = (plan.laidOut ?? this.#layOut(plan)).space;
    const factor = operationsOf(system.factor.plan);
    const iterative = ITERATIVE_JOINT * substeps * island.joints.length;
    if (system.hasLoop && (factor >= iterative / 2 || !isHeld(island))) return Infinity;
    return ITERATIONS * (DIRECT_ROW * rowsOfIsland(island) + factor);
  }

  #layOut(plan: DirectPlan): LaidOutIsland {
    const laidOut = buildDirectIsland(plan.island, this.#fast, this.#spaces);
    plan.laidOut = laidOut;
    this.#users.set(laidOut.layout, (this.#users.get(laidOut.layout) ?? 0) + 1);
    return laidOut;
  }

  #drop(plan: DirectPlan): void {
    if (plan.laidOut === null) return;
    const { layout } = plan.laidOut;
    plan.laidOut = null;
    const users = (this.#users.get(layout) ?? 0) - 1;
    this.#users.set(layout, users);
    if (users === 0) this.#unused.add(layout);
  }

  /** Gives up the spaces of layouts that no island has any more. */
  #releaseUnused(): readonly string[] {
    const released = [...this.#unused].filter((layout) => this.#users.get(layout) === 0);
    this.#unused.clear();
    for (const layout of released) {
      this.#spaces.get(layout)?.passes?.release();
      this.#spaces.delete(layout);
      this.#users.delete(layout);
    }
    return released;
  }
}

function plansByFirstBody(gone: readonly Island[]): Map<number, DirectPlan> {
  const plans = new Map<number, DirectPlan>();
  for (const island of gone) {
    const plan = DirectPlan.of(island);
    if (plan !== null) plans.set(island.bodies[0], plan);
  }
  return plans;
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
