import { BODY, type BodyStore } from '../../state/body-store';
import { emptyList, push } from '../../contacts/int-list';
import { TIE_A, TIE_B, TIE_DIRECT, TIE_POINTS, TIES } from '../../contacts/layout';
import { byBatchAndAge, Island, type Islands } from '../../islands/islands';
import type { ContactPoints, FastPart, SolverPolicy } from '../../simulation/parts';
import { DirectPlan, type TouchingGroup } from '../direct-plan';
import type { LaidOutIsland } from '../island/island-system';
import { buildDirectIsland, type IslandSpaces } from '../island/lay-out-island';

/** With more points that touch, or may in the step, the iterative step is the better one: rows of contacts cost with their third power. */
const MOST_POINTS = 40;
/**
 * What lies deeper in each other, in thousandths of a lengthUnit, only the iterative step puts apart: joints that hold such an overlap open, and contacts that
 * close it, jam each other. So it is above all within an island.
 */
const DEEPEST = 20,
  DEEPEST_WITHIN = 2;
/** Operations of a step for the rows of so many points, per third power of that. */
const POINT = 32;

/**
 * Which islands that touch something the direct step takes: those that contacts connect, with all their points, if it would take each of them that has
 * joints while it touched nothing. That follows from what touches in the step at hand; what is laid out for a group serves on while the same
 * islands touch.
 */
export class TouchingGroups {
  /** The first `count` of `groups`, in order of their first contacts. */
  readonly groups: TouchingGroup[] = [];
  count = 0;
  readonly #fast: FastPart | null;
  readonly #spaces: IslandSpaces = new Map();
  /** Islands that touch something in this step and in the last one, so many of each list. */
  #touched: Island[] = [];
  #touchedCount = 0;
  #before: Island[] = [];
  #steps = 0;
  /** Where a call finds them: a double that is handed over is allocated. Operations that the world may still spend by itself in this step. */
  readonly #dt = new Float64Array(1);
  readonly #left = new Float64Array(1);
  /** By the place of an island in the list: one nearer to the first island of its group, or itself, of which there are points, islands, whether any has joints (1 or 0), and the group. */
  #nearer = new Int32Array(0);
  #points = new Float64Array(0);
  #sizes = new Int32Array(0);
  #isJointed = new Uint8Array(0);
  readonly #found: (TouchingGroup | null)[] = [];

  constructor(fast: FastPart | null) {
    this.#fast = fast;
  }

  /** Finds them, and hands their contacts from the iterative step to this one; true if others are taken than in the last step. */
  find(islands: Islands, contacts: ContactPoints, store: BodyStore, dt: number, policy: SolverPolicy): boolean {
    const before = this.#touched;
    const countBefore = this.#touchedCount;
    this.#touched = this.#before;
    this.#before = before;
    this.#steps++;
    this.#dt[0] = dt;
    this.#left[0] = policy.directBudget;
    this.#connect(islands, contacts, store, policy);
    let changed = false;
    this.count = 0;
    for (let i = 0; i < this.#touchedCount; i++) {
      const island = this.#touched[i];
      if (this.#nearer[island.index] === island.index) changed = this.#choose(island, policy) || changed;
    }
    for (let i = 0; i < this.#touchedCount; i++) {
      const island = this.#touched[i];
      const group = this.#found[this.#firstOf(island.index)];
      changed = hand(island, group, group === null) || changed;
    }
    for (let i = 0; i < countBefore; i++)
      if (planOf(before[i]).touchedIn !== this.#steps) changed = hand(before[i], null, false) || changed;
    this.#takeContacts(islands, contacts);
    if (changed) this.#releaseUnused();
    return changed;
  }

  /** Bodies and joints have other slots: all is laid out anew. */
  forget(): void {
    for (let i = 0; i < this.#touchedCount; i++) hand(this.#touched[i], null, false);
    this.count = 0;
    this.#releaseUnused();
  }

  #releaseUnused(): void {
    this.groups.length = this.count;
    this.#touched.length = this.#touchedCount;
    this.#before.length = this.#found.length = 0;
    for (const [layout, space] of this.#spaces) {
      if (this.groups.some(({ laidOut }) => laidOut.space === space)) continue;
      space.passes?.release();
      this.#spaces.delete(layout);
    }
  }

  /** Finds which islands touch, and connects those that touch each other. */
  #connect(islands: Islands, contacts: ContactPoints, store: BodyStore, { solver }: SolverPolicy): void {
    const { ties, count } = contacts;
    this.#reserve(islands.list.length);
    this.#touchedCount = 0;
    for (let t = 0; t < count * TIES; t += TIES) {
      if (ties[t + TIE_POINTS] === 0) continue;
      const a = this.#touch(islands.of(ties[t + TIE_A] / BODY));
      const b = this.#touch(islands.of(ties[t + TIE_B] / BODY));
      // The one that is first in the list is nearer.
      if (a >= 0 && b >= 0) this.#nearer[Math.max(a, b)] = Math.min(a, b);
    }
    for (let i = 0; i < this.#touchedCount; i++) {
      const first = this.#firstOf(this.#touched[i].index);
      this.#sizes[first]++;
      if (this.#touched[i].joints.length > 0) this.#isJointed[first] = 1;
    }
    for (let i = 0, t = 0; i < count; i++, t += TIES) {
      const first = this.#firstOfContact(islands, ties, t);
      if (first >= 0 && this.#points[first] <= MOST_POINTS)
        this.#points[first] += contacts.countNear(i, store, this.#dt, deepestOf(islands, ties, t, solver));
    }
  }

  /** The place of the first island of its group; −1 of none. */
  #touch(island: Island | null): number {
    if (island === null) return -1;
    const plan = planOf(island);
    if (plan.touchedIn !== this.#steps) {
      plan.touchedIn = this.#steps;
      this.#touched[this.#touchedCount++] = island;
      this.#nearer[island.index] = island.index;
      this.#points[island.index] = this.#sizes[island.index] = this.#isJointed[island.index] = 0;
    }
    return this.#firstOf(island.index);
  }

  #firstOf(index: number): number {
    while (this.#nearer[index] !== index) index = this.#nearer[index] = this.#nearer[this.#nearer[index]];
    return index;
  }

  /** The same of islands that touch; −1 where the iterative step has no points of it. */
  #firstOfContact(islands: Islands, ties: Int32Array, t: number): number {
    if (ties[t + TIE_POINTS] === 0) return -1;
    const island = islands.of(ties[t + TIE_A] / BODY) ?? islands.of(ties[t + TIE_B] / BODY);
    return island === null ? -1 : this.#firstOf(island.index);
  }

  /** Finds out whether the group of that first island is taken; true if it was not, or is another one. */
  #choose(first: Island, { solver }: SolverPolicy): boolean {
    const known = planOf(first).group;
    if (solver !== 'direct' && this.#isJointed[first.index] === 0) {
      this.#found[first.index] = null;
      return known !== null;
    }
    let isKnown = known?.members.length === this.#sizes[first.index];
    let isWanted = solver === 'direct';
    let isRefused = false;
    for (let i = 0; i < this.#touchedCount; i++) {
      const island = this.#touched[i];
      if (this.#firstOf(island.index) !== first.index) continue;
      const plan = planOf(island);
      if (plan.group !== known) isKnown = false;
      if (island.joints.length === 0) continue;
      if (plan.laidOut === null) isRefused = true;
      else isWanted = true;
      // Alone it may have been laid out anew.
      if (known?.members.length === 1 && plan.laidOut !== known.laidOut) isKnown = false;
    }
    const points = this.#points[first.index];
    const cost = solver === 'direct' ? 0 : POINT * points * points * points;
    const isTaken = isWanted && !isRefused && points <= MOST_POINTS && cost <= this.#left[0];
    if (isTaken) this.#left[0] -= cost;
    const group = !isTaken ? null : isKnown ? known : this.#layOut(first);
    this.#found[first.index] = group;
    if (group !== null) {
      group.manifolds.count = 0;
      this.groups[this.count++] = group;
    }
    return group !== known;
  }

  #layOut(first: Island): TouchingGroup {
    const touched = this.#touched.slice(0, this.#touchedCount);
    const members = touched.filter(({ index }) => this.#firstOf(index) === first.index);
    const own = members.length === 1 ? planOf(first).laidOut : null;
    if (own !== null) return groupOf(members, own);
    const all = new Island();
    for (const { bodies, joints } of members) {
      all.bodies.push(...bodies);
      all.joints.push(...joints);
    }
    all.bodies.sort((a, b) => a - b);
    all.joints.sort(byBatchAndAge);
    return groupOf(members, buildDirectIsland(all, this.#fast, this.#spaces));
  }

  #takeContacts(islands: Islands, { ties, count }: ContactPoints): void {
    for (let i = 0, t = 0; i < count; i++, t += TIES) {
      const first = this.#firstOfContact(islands, ties, t);
      const group = first < 0 ? null : this.#found[first];
      if (group === null) continue;
      push(group.manifolds, i);
      ties[t + TIE_DIRECT] = ties[t + TIE_POINTS];
      ties[t + TIE_POINTS] = 0;
    }
  }

  #reserve(count: number): void {
    if (count <= this.#nearer.length) return;
    this.#nearer = new Int32Array(2 * count);
    this.#points = new Float64Array(2 * count);
    this.#sizes = new Int32Array(2 * count);
    this.#isJointed = new Uint8Array(2 * count);
  }
}

function deepestOf(islands: Islands, ties: Int32Array, t: number, solver: SolverPolicy['solver']): number {
  if (solver === 'direct') return Infinity;
  return islands.of(ties[t + TIE_A] / BODY) === islands.of(ties[t + TIE_B] / BODY) ? DEEPEST_WITHIN : DEEPEST;
}

function groupOf(members: readonly Island[], laidOut: LaidOutIsland): TouchingGroup {
  const stats = members.map(({ bodies, joints }) => {
    return { ...laidOut.stats, bodies: bodies.length, joints: joints.length };
  });
  return { members, laidOut, stats, manifolds: emptyList() };
}

/** Notes for each member what the step of all has cost. */
export function shareStats({ laidOut: { stats }, stats: shares }: TouchingGroup): void {
  for (let i = 0; i < shares.length; i++) {
    const own = shares[i];
    own.steps = stats.steps;
    own.iterations = stats.iterations;
    own.factorisations = stats.factorisations;
    own.halvings = stats.halvings;
    own.acceptedGaps = stats.acceptedGaps;
    own.lastResorts = stats.lastResorts;
    own.rank = stats.rank;
  }
}

/** Those without joints have a plan from the first time that they touch something. */
function planOf(island: Island): DirectPlan {
  const plan = DirectPlan.of(island) ?? new DirectPlan(island);
  island.plan = plan;
  return plan;
}

/** Hands an island to a group, or to the iterative step with what crowds it, or leaves it alone; true if it is stepped otherwise from now on. */
function hand(island: Island, group: TouchingGroup | null, isCrowded: boolean): boolean {
  const plan = planOf(island);
  const { laidOut } = plan;
  const isOther = plan.group !== group || (plan.isCrowded !== isCrowded && laidOut !== null);
  // Its impulses are of other steps from now on.
  if (isOther && laidOut !== null) laidOut.stepLength = 0;
  plan.group = group;
  plan.isCrowded = isCrowded;
  return isOther;
}
