import { type BodyStore, TIME } from '../body/body-store';
import type { StepContext } from '../coordinates/step-context';
import { closeRecords, openRecords } from '../islands/blocks';
import type { Islands } from '../islands/islands';
import type { JointBatch } from '../joint/batch/joint-batch';
import type { DirectRequest, DirectSolver, SolverPolicy } from '../parts';
import type { IslandStats } from '../stats';
import { chooseDirect } from './choose-solver';
import type { DirectSettings } from './direct-settings';
import { stepDirectly } from './direct-step';
import { stepGroup } from './batch-step';
import { IslandBatches, MOST_ISLANDS } from './island/island-batches';
import { leaveSpace } from './island/island-space';
import type { LaidOutIsland } from './island/island-system';
import type { TrialPoses } from './motion/move-bodies';

/** The islands of a world that are solved directly. */
export class DirectIslands implements DirectSolver {
  /** Most islands in a batch: tests change this. */
  static batchSize = MOST_ISLANDS;
  /** Of each island of the world: as the direct step sees it, or null where it is solved iteratively. */
  #laidOut: readonly (LaidOutIsland | null)[] = [];
  #ranOut = false;
  #kept: readonly number[] | null = null;
  readonly #batches = new IslandBatches();
  readonly #trial: TrialPoses = { end: new Float64Array(0), mean: new Float64Array(0) };
  readonly #settings: { -readonly [K in keyof DirectSettings]: DirectSettings[K] };

  constructor(lengthUnit: number) {
    this.#settings = { lengthUnit, substeps: 'auto', mostSubsteps: 1, tolerance: 0, gravityX: 0, gravityY: 0 };
  }

  get chosen(): readonly number[] | null {
    return this.#ranOut ? this.#laidOut.flatMap((island, index) => (island === null ? [] : index)) : null;
  }

  set chosen(kept: readonly number[] | null) {
    this.#kept = kept;
  }

  choose(islands: Islands, store: BodyStore, { solver, directBudget, substeps }: SolverPolicy): void {
    const policy = { solver, budget: directBudget, substeps, kept: this.#kept };
    const { direct, ranOut } = chooseDirect(islands, store, policy, this.#laidOut);
    this.#laidOut = direct;
    this.#ranOut = ranOut;
    this.#kept = null;
    this.#batches.forget(direct);
    // Records may lie elsewhere than when their islands were let in.
    for (const island of direct) if (island !== null) leaveSpace(island.space);
  }

  takes(island: number): boolean {
    return this.#laidOut[island] !== null;
  }

  statsOf(island: number): IslandStats | null {
    return this.#laidOut[island]?.stats ?? null;
  }

  listAwake(isAwake: (island: number) => boolean): void {
    const awake = this.#laidOut.filter((island, i): island is LaidOutIsland => island !== null && isAwake(i));
    this.#batches.form(awake, DirectIslands.batchSize);
  }

  step(store: BodyStore, batches: readonly JointBatch[], request: DirectRequest, dt: number, ctx: StepContext): void {
    const { groups, single, all } = this.#batches;
    const settings = this.#settings;
    settings.substeps = request.directSubsteps;
    settings.mostSubsteps = request.substeps;
    settings.tolerance = request.tolerance * settings.lengthUnit;
    settings.gravityX = request.gravityX;
    settings.gravityY = request.gravityY;
    if (this.#trial.end.length !== store.pose.length) {
      this.#trial.end = new Float64Array(store.pose.length);
      this.#trial.mean = new Float64Array(store.pose.length);
    }
    // What moves by itself is where it is at the end, as what its owner has moved.
    store.pose[TIME] = this.#trial.end[TIME] = this.#trial.mean[TIME] = dt;
    // No island sees the records of another, but a force function might.
    if (ctx.forces.length > 0) {
      this.#stepAlone(all, store, dt, ctx);
      return;
    }
    openRecords(batches);
    try {
      for (let i = 0; i < groups.length; i++) stepGroup(groups[i], store, this.#trial, settings, dt, ctx);
      this.#stepAlone(single, store, dt, ctx);
    } finally {
      closeRecords(batches);
    }
  }

  #stepAlone(islands: readonly LaidOutIsland[], store: BodyStore, dt: number, ctx: StepContext): void {
    for (let i = 0; i < islands.length; i++) stepDirectly(islands[i], store, this.#trial, this.#settings, dt, ctx);
  }
}
