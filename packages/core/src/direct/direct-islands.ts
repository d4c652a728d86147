import { type BodyStore, TIME } from '../state/body-store';
import type { StepContext } from '../coordinates/step-context';
import type { Island, Islands } from '../islands/islands';
import type { JointBatch } from '../batches/joint-batch';
import type { ContactPoints, DirectRequest, DirectSolver, FastPart, SolverPolicy } from '../simulation/parts';
import type { IslandStats } from '../simulation/stats';
import { ContactBorder } from './contacts/contact-border';
import { shareStats, TouchingGroups } from './contacts/touching-groups';
import { SolverChooser } from './choose-solver';
import { DirectPlan } from './direct-plan';
import type { DirectSettings } from './direct-settings';
import { stepDirectly } from './direct-step';
import { stepGroup } from './batch-step';
import { IslandBatches, MOST_ISLANDS } from './island/island-batches';
import { enterSpace } from './island/island-space';
import type { LaidOutIsland } from './island/island-system';
import { placeInStore } from './island/lay-out-island';
import type { TrialPoses } from './motion/move-bodies';

/** The islands of a world that are solved directly. */
export class DirectIslands implements DirectSolver {
  /** Most islands in a batch: tests change this. */
  static batchSize = MOST_ISLANDS;
  readonly #chooser: SolverChooser;
  /** All islands of the world. */
  #list: readonly Island[] = [];
  #kept: readonly number[] | null = null;
  readonly #batches: IslandBatches;
  readonly #touching: TouchingGroups;
  readonly #border = new ContactBorder();
  readonly #trial: TrialPoses = { end: new Float64Array(0), mean: new Float64Array(0) };
  readonly #settings: { -readonly [K in keyof DirectSettings]: DirectSettings[K] };

  constructor(lengthUnit: number, fast: FastPart | null) {
    this.#chooser = new SolverChooser(fast);
    this.#batches = new IslandBatches(fast);
    this.#touching = new TouchingGroups(fast);
    this.#settings = { lengthUnit, substeps: 'auto', mostSubsteps: 1, tolerance: 0, gravityX: 0, gravityY: 0 };
  }

  get chosen(): readonly number[] | null {
    return this.#chooser.ranOut
      ? this.#list.flatMap((island, index) => (DirectPlan.of(island)?.laidOut == null ? [] : index))
      : null;
  }

  set chosen(kept: readonly number[] | null) {
    this.#kept = kept;
  }

  choose(
    { list }: Islands,
    gone: readonly Island[],
    fresh: readonly Island[],
    store: BodyStore,
    policy: SolverPolicy,
  ): void {
    this.#list = list;
    for (const layout of this.#chooser.choose(list, gone, fresh, store, policy, this.#kept))
      this.#batches.forget(layout);
    this.#kept = null;
  }

  massesChanged(island: Island): void {
    const plan = DirectPlan.of(island);
    if (plan !== null) plan.isNeeded = null;
  }

  takes(island: Island): boolean {
    return laidOutOf(island) !== null;
  }

  statsOf(island: Island): IslandStats | null {
    const group = DirectPlan.of(island)?.group ?? null;
    return group === null ? (laidOutOf(island)?.stats ?? null) : group.stats[group.members.indexOf(island)];
  }

  touch(islands: Islands, contacts: ContactPoints, store: BodyStore, dt: number, policy: SolverPolicy): boolean {
    return this.#touching.find(islands, contacts, store, dt, policy);
  }

  listAwake(awake: readonly Island[]): void {
    this.#batches.form(
      awake.flatMap((island) => (DirectPlan.of(island)?.group == null ? (laidOutOf(island) ?? []) : [])),
      DirectIslands.batchSize,
    );
  }

  renumber(): void {
    for (const island of this.#list) {
      // Its own, which it goes back to when it touches nothing any more.
      const laidOut = DirectPlan.of(island)?.laidOut ?? null;
      if (laidOut !== null) placeInStore(laidOut, island);
    }
    this.#batches.forgetMembers();
    this.#touching.forget();
  }

  step(
    store: BodyStore,
    batches: readonly JointBatch[],
    request: DirectRequest,
    dt: number,
    ctx: StepContext,
    contacts: ContactPoints | null,
  ): void {
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
    if (contacts !== null && this.#touching.count > 0) this.#stepTouching(contacts, request, store, dt, ctx);
    // No island sees the records of another, but a force function might.
    if (ctx.forces.length > 0) {
      this.#stepAlone(all, store, dt, ctx);
      return;
    }
    for (let i = 0; i < groups.length; i++) stepGroup(groups[i], store, this.#trial, settings, dt, ctx);
    this.#stepAlone(single, store, dt, ctx);
  }

  #stepTouching(
    contacts: ContactPoints,
    { substeps }: DirectRequest,
    store: BodyStore,
    dt: number,
    ctx: StepContext,
  ): void {
    const { groups, count } = this.#touching;
    const all = substeps * ctx.cuts(dt, substeps);
    for (let i = 0; i < count; i++) {
      const { laidOut, manifolds } = groups[i];
      const space = enterSpace(laidOut);
      this.#border.enter(space, store, contacts, manifolds, all);
      space.contacts = this.#border;
      stepDirectly(laidOut, store, this.#trial, this.#settings, dt, ctx);
      space.contacts = null;
      this.#border.leave(contacts);
      shareStats(groups[i]);
    }
  }

  #stepAlone(islands: readonly LaidOutIsland[], store: BodyStore, dt: number, ctx: StepContext): void {
    for (let i = 0; i < islands.length; i++) stepDirectly(islands[i], store, this.#trial, this.#settings, dt, ctx);
  }
}

function laidOutOf(island: Island): LaidOutIsland | null {
  const plan = DirectPlan.of(island);
  if (plan === null || plan.isCrowded) return null;
  return plan.group?.laidOut ?? plan.laidOut;
}
