import type { Body } from '../body/body';
import { BODY, BodyStore, DYNAMIC, KINEMATIC, OMEGA, TIME, VX } from '../state/body-store';
import { aimKinematics, arriveKinematics, rememberPose, rememberPoses } from '../state/kinematic-goals';
import { SubstepForces } from '../iterative/substep-forces';
import { factors, SCALE } from '../coordinates/coordinate';
import { ANY_LAW } from '../coordinates/laws/law-fields';
import { LedBodies } from '../batches/led';
import { StepContext } from '../coordinates/step-context';
import { LightHubs } from '../iterative/light-hubs';
import { BLOCK_SIZE, cutIntoBlocks, wholeBlock } from '../iterative/blocks';
import { type Island, Islands } from '../islands/islands';
import { TouchingIslands } from '../islands/touching';
import { isAtRest, isMovingKinematic } from '../islands/sleeping';
import type { Joint } from '../joint/joint';
import { forgetLedStops, markLedStops } from '../batches/led';
import type { JointBatch } from '../batches/joint-batch';
import { byLastWord } from '../batches/order-of-batches';
import { DIRECT_STEP, SETTINGS_SIZE, SLEPT_AFTER } from '../state/record';
import type { ContactSolver, DirectPart, DirectSolver, FastPart, FastStep } from './parts';
import { type IslandStats, islandStats, type StageTimes } from './stats';
import { type IterativeSystem, stepIteratively } from '../iterative/step';
import type { Shape } from '../shapes/mass';
import type { Collides } from '../contacts/collides';
import { type SimulationSettings, WORLD_DEFAULTS } from './world-defaults';

/** Told of islands that fell asleep or woke: slots of their bodies. */
export interface SleepListener {
  slept(slots: readonly number[]): void;
  woke(slots: readonly number[]): void;
}

function wakeJoint(joint: Joint): void {
  joint.wake();
}

/** What a simulation is made with beside the iterative step. */
interface Solvers {
  readonly direct: DirectPart | null;
  readonly contacts: ContactSolver | null;
  readonly fast: FastPart | null;
}

/** True if a body may be elsewhere after a step. */
function mayMove(slot: number, { type, asleep }: BodyStore): boolean {
  return type[slot] === KINEMATIC || (type[slot] === DYNAMIC && asleep[slot] === 0);
}

/**
 * Everything that a step reads or writes, and the step: arrays of bodies and joints, islands, who is awake and who is
 * solved how. A world is its facade.
 */
export class Simulation {
  /** Most bodies and joints in a block of the iterative step: tests make it small. */
  static blockSize = BLOCK_SIZE;
  readonly store = new BodyStore();
  /** In the order of batches/order-of-batches.ts. */
  readonly batches: JointBatch[] = [];
  readonly context = new StepContext(new LedBodies(), new LightHubs());
  readonly settings: SimulationSettings = { gravityX: 0, gravityY: 0, ...WORLD_DEFAULTS };
  readonly islands = new Islands();
  /** Null in a world that was not given the direct step. */
  readonly direct: DirectSolver | null;
  /** Null in a world that was not given contacts. */
  readonly contacts: ContactSolver | null;
  /** Length of the last iterative substep, s: what the impulses belong to. */
  lastSubstep = 0;
  /** Milliseconds; null in a world that never looks at the time. */
  clock: (() => number) | null = null;
  readonly times: { -readonly [K in keyof StageTimes]: StageTimes[K] } = {
    settle: 0,
    direct: 0,
    iterative: 0,
    total: 0,
  };
  readonly #listener: SleepListener;
  readonly #hookForces = new SubstepForces();
  #hook: (() => void) | null = null;
  readonly #beforeSubstep = (): void => {
    this.#hookForces.takeBack(this.store, this.context.h);
    this.#haveMoved = true;
    this.#hook?.();
  };
  /** Null in a world that was not given it. */
  readonly #fast: FastStep | null;
  /** 1 for each island that `fast` steps. */
  #fastIslands: Uint8Array = new Uint8Array(0);
  /** Islands that are awake in the step at hand, in order. */
  #awakeIslands: readonly Island[] = [];
  readonly #touching: TouchingIslands;
  readonly #awake = { slots: new Int32Array(16), count: 0 };
  /** All that may move in a step, of either solver. */
  readonly #movers = { slots: new Int32Array(16), count: 0 };
  readonly #unsolved: Joint[] = [];
  readonly #iterative: {
    -readonly [K in keyof IterativeSystem]: IterativeSystem[K];
  };
  /** Poses at the start of the step, where islands/sleeping.ts asks for them. */
  #before = new Float64Array(0);
  #stats: IslandStats[] | null = null;
  /** How many times as many substeps as it is told to the last iterative step took. */
  #cuts = 1;
  #policyChanged = true;
  #awakeChanged = true;
  #lawsChanged = true;
  #moversChanged = true;
  /** Bodies that move may be elsewhere than queries find them. */
  #haveMoved = true;
  /** Islands that began to touch something, or may touch nothing any more. */
  readonly #linked = new Set<Island>();
  readonly #wakeOther = (slot: number): void => {
    if (this.store.type[slot] === DYNAMIC) this.wake(slot);
  };

  constructor(lengthUnit: number, listener: SleepListener, { direct, contacts, fast }: Solvers) {
    this.#listener = listener;
    this.context.lengthUnit = lengthUnit;
    this.store.append(null);
    this.#fast = fast?.create() ?? null;
    this.#iterative = {
      bodies: this.store,
      whole: wholeBlock(this.#awake, [], null),
      blocks: [],
      batches: this.batches,
      context: this.context,
      contacts,
      beforeSubstep: null,
      fast: this.#fast,
    };
    this.direct = direct?.create(lengthUnit, fast) ?? null;
    this.contacts = contacts;
    this.#touching = new TouchingIslands(this.islands, contacts);
  }

  /** Of each island, in the order of the list; the same objects until islands change, or how many substeps there are. */
  get islandStats(): readonly IslandStats[] {
    return (this.#stats ??= islandStats(this.islands, this.direct, this.settings.substeps * this.#cuts));
  }

  /** Of the island of the body in this slot; null where it has had none in a step yet. */
  statsOf(slot: number): IslandStats | null {
    return this.islandStats[this.islands.of(slot)?.index ?? -1] ?? null;
  }

  /** The body in this slot or one of its joints came, went, or changed what it connects: its island is found anew before the next step. */
  islandChanged(slot: number): void {
    this.islands.change(slot);
  }

  /** The body in this slot has another mass. */
  massChanged(slot: number): void {
    const island = this.islands.of(slot);
    if (island !== null) this.direct?.massesChanged(island);
  }

  /** What decides which solver takes an island is other than it was. */
  policyChanged(): void {
    this.#policyChanged = true;
  }

  /** Every body and joint is other than it was. */
  stateReplaced(): void {
    this.islands.replace(this.store);
    this.#haveMoved = true;
  }

  /** Brings arrays and islands up to date with what came and went since the last step. */
  settle(): void {
    if (this.islands.areUpToDate && !this.#policyChanged) {
      this.#takeUpLinks();
      return;
    }
    this.batches.sort(byLastWord);
    this.batches.forEach((batch, rank) => batch.settle(rank));
    this.islands.admit(this.store);
    this.#renewIslands();
    if (this.store.hasManyGaps || this.batches.some(({ hasManyGaps }) => hasManyGaps)) this.#closeGaps();
  }

  /** The same, and no slot is without a body or a joint: as a snapshot has them. */
  pack(): void {
    this.settle();
    if (this.store.gaps > 0 || this.batches.some(({ isPacked }) => !isPacked)) this.#closeGaps();
  }

  /** A joint came, went or changed: its bodies may collide, or no more. */
  askAgain({ bodies }: Joint): void {
    if (this.contacts === null) return;
    for (const body of bodies) if (body !== null && body.slot >= 0) this.contacts.askAgain(body.slot);
  }

  /** A body is about to leave. */
  leave({ slot }: Body): void {
    this.islandChanged(slot);
    if (this.contacts?.has(slot) !== true) return;
    this.wake(slot);
    this.contacts.forEachTouching(slot, this.#wakeOther);
    this.#put(this.contacts, slot, null, null);
  }

  /** A body collides otherwise from now on. */
  collide(body: Body): void {
    const { contacts } = this;
    if (contacts === null || body.slot < 0) return;
    const { shape, collides } = body;
    if (collides === null && !contacts.has(body.slot)) return;
    this.wake(body.slot);
    if (!contacts.resurface(body.slot, shape, collides, this.store)) this.#put(contacts, body.slot, shape, collides);
  }

  /** A body touches nothing until the next step finds what it does. */
  #put(contacts: ContactSolver, slot: number, shape: Shape | null, collides: Collides | null): void {
    this.linkChanged(slot);
    contacts.forEachTouching(slot, this.#linkOther);
    contacts.put(slot, shape, collides, this.store);
    this.#awakeChanged = true;
  }

  readonly #linkOther = (slot: number): void => this.linkChanged(slot);

  /** The body in this slot begins to touch another one, or parts from it. */
  linkChanged(slot: number): void {
    const island = this.islands.of(slot);
    if (island !== null) this.#linked.add(island);
  }

  /** Islands that touch something now, or nothing any more. */
  #takeUpLinks(): void {
    if (this.#linked.size === 0) return;
    for (const island of this.#linked) island.touches = this.#touchesAnything(island);
    this.#linked.clear();
  }

  #touchesAnything({ bodies }: Island): boolean {
    return this.contacts !== null && bodies.some((slot) => this.contacts?.touchesAnything(slot));
  }

  /** Laws came or went in a hook, before the step has moved anything: they act in it. What else came or went waits for the end of the step. */
  settleLaws(): void {
    if (!this.islands.areUpToDate || this.#policyChanged) this.#renewIslands();
  }

  #renewIslands(): void {
    const { gone, fresh } = this.islands.renew(this.store);
    this.#takeUpLinks();
    for (const island of fresh) island.touches = this.#touchesAnything(island);
    this.#chooseDirect(gone, this.#policyChanged ? this.islands.list : fresh);
    this.#policyChanged = false;
    this.#moversChanged = true;
    this.#wakeHalfAsleep(fresh);
  }

  #chooseDirect(gone: readonly Island[], fresh: readonly Island[]): void {
    this.#stats = null;
    this.direct?.choose(this.islands, gone, fresh, this.store, this.settings);
    this.#awakeChanged = this.#lawsChanged = true;
  }

  /** Closes the gaps that removed bodies and joints have left. */
  #closeGaps(): void {
    for (const batch of this.batches) batch.compact();
    const moved = this.store.compact();
    if (moved !== null) {
      for (const batch of this.batches) batch.remapBodies(moved);
      this.islands.renumber(moved, this.store);
      this.contacts?.renumber(moved, this.store.count);
    }
    this.direct?.renumber();
    this.#awakeChanged = this.#moversChanged = true;
  }

  /** The step itself, between `beforestep` and what follows from it: kinematic goals, both solvers. */
  advance(dt: number, beforeSubstep: (() => void) | null): void {
    const { gravityX, gravityY } = this.settings;
    const cuts = this.context.cuts(dt, this.settings.substeps);
    const substeps = this.settings.substeps * cuts;
    if (cuts !== this.#cuts) this.#stats = null;
    this.#cuts = cuts;
    // Bodies and joints made by a hook since the last settle wait for the next step.
    const { count } = this.islands;
    const { kinematic } = this.islands;
    aimKinematics(this.store, kinematic, dt, this.context.lengthUnit);
    for (let i = 0; i < kinematic.length; i++) if (isMovingKinematic(kinematic[i], this.store)) this.wake(kinematic[i]);
    if (this.contacts !== null && (this.contacts.touch || !this.contacts.isEmpty))
      this.#findContacts(this.contacts, dt, count);
    const cut = this.#awakeChanged;
    let wraps = false;
    if (this.#awakeChanged) this.#listAwake();
    this.context.kicked.find(this.store, count);
    this.context.led.find(this.batches, this.store);
    for (let i = 0; i < this.batches.length; i++) {
      if (this.batches[i].lawsChanged) this.#lawsChanged = true;
      this.batches[i].refreshLaws();
      if (this.batches[i].wraps) wraps = true;
    }
    if (wraps) this.#bringLaws();
    const lawsChanged = this.#lawsChanged || this.store.massesChanged;
    if (lawsChanged) this.context.hubs.find(this.batches, this.store);
    this.store.massesChanged = this.#lawsChanged = false;
    if (cut || lawsChanged) this.#cutIntoBlocks(cut);
    for (let i = 0; i < this.batches.length; i++) if (this.batches[i].mayBeLed) markLedStops(this.batches[i]);
    if (gravityX !== this.context.gravityX || gravityY !== this.context.gravityY) this.store.changes++;
    this.context.gravityX = gravityX;
    this.context.gravityY = gravityY;
    const h = dt / substeps;
    if (this.lastSubstep !== h && this.lastSubstep !== 0) {
      // No more than twice what they were: without that bound chains blow up.
      factors[SCALE] = Math.min(2, h / this.lastSubstep);
      this.#scaleImpulses();
    }
    this.lastSubstep = h;
    const { clock, times } = this;
    const start = clock === null ? 0 : clock();
    this.direct?.step(this.store, this.batches, this.settings, dt, this.context, this.contacts?.points ?? null);
    const middle = clock === null ? 0 : clock();
    this.#hook = beforeSubstep;
    this.#iterative.beforeSubstep = beforeSubstep === null ? null : this.#beforeSubstep;
    if (beforeSubstep !== null) this.#hookForces.begin(this.store, count, this.#awake);
    this.#fast?.settle(this.store);
    stepIteratively(this.#iterative, dt, substeps);
    if (this.contacts?.touch === true) this.contacts.keep(this.store);
    for (let i = 0; i < this.batches.length; i++) {
      if (this.batches[i].mayBeLed) forgetLedStops(this.batches[i]);
    }
    if (beforeSubstep !== null) this.#hookForces.takeBack(this.store, this.context.h);
    if (clock !== null) {
      times.direct = middle - start;
      times.iterative = clock() - middle;
    }
    if (wraps) this.#bringLaws();
    this.#passTime(dt);
    arriveKinematics(this.store, kinematic);
    for (let i = 0; i < this.#unsolved.length; i++) this.#unsolved[i].follow();
    for (let i = 0; i < this.batches.length; i++) this.batches[i].forgetPlaces();
    this.#haveMoved = true;
  }

  /** What touches in this step: it ties islands, and wakes. */
  #findContacts(contacts: ContactSolver, dt: number, count: number): void {
    let finds = !contacts.isEmpty;
    while (finds) {
      if (this.#moversChanged) this.#listMovers(count);
      finds = contacts.find(this.store, this.#movers, dt);
      // What woke has contacts of its own.
      finds ||= this.#moversChanged && this.#listMovers(count);
    }
    this.#takeUpLinks();
    contacts.gather(this.store);
    if (this.direct?.touch(this.islands, contacts.points, this.store, dt, this.settings) === true) {
      this.#stats = null;
      this.#awakeChanged = this.#lawsChanged = true;
    }
  }

  /** What joints have that moves by itself is where the step has brought it. */
  #passTime(dt: number): void {
    this.store.pose[TIME] = 0;
    for (let i = 0; i < this.batches.length; i++) {
      const { type, handles, settled } = this.batches[i];
      if (type.passTime === undefined) continue;
      for (let j = 0; j < settled; j++) {
        const joint = handles[j];
        if (joint !== null) type.passTime(joint, dt);
      }
    }
  }

  /** Contacts are asked between steps: bodies may have been put elsewhere. */
  refreshContacts(): void {
    this.contacts?.refresh(this.store, this.#haveMoved);
    this.#haveMoved = false;
  }

  /** True if there are more than before. */
  #listMovers(count: number): boolean {
    const { store } = this;
    const before = this.#movers.count;
    if (this.#movers.slots.length < count) this.#movers.slots = new Int32Array(store.type.length);
    this.#movers.count = 0;
    for (let slot = 1; slot < count; slot++) if (mayMove(slot, store)) this.#movers.slots[this.#movers.count++] = slot;
    this.#moversChanged = false;
    return this.#movers.count > before;
  }

  rememberPoses(): void {
    rememberPoses(this.store);
  }

  /** Wakes the island of a body, or of its joints' partners if it does not answer forces. */
  wake(slot: number): void {
    const { store } = this;
    if (store.type[slot] !== DYNAMIC) {
      const body = store.handles[slot];
      body?.jointSet.forEach(wakeJoint);
      this.contacts?.forEachTouching(slot, this.#wakeOther);
      return;
    }
    store.restTime[slot] = 0;
    if (store.asleep[slot] === 0) return;
    const island = this.islands.of(slot);
    this.#wakeSlots(island === null ? [slot] : bodiesOf(this.#touching.find(island)));
  }

  /** Rigid locks hold by substeps so many times as long: fewer were asked for. */
  softenLocks(times: number): void {
    this.context.lockStep *= times;
  }

  wakeAll(): void {
    for (let slot = 1; slot < this.store.count; slot++) if (this.store.handles[slot] !== null) this.wake(slot);
  }

  /** Puts every island that has come to rest in the last step to sleep, with all that it touches; before the poses at its start are forgotten. */
  putToSleep(dt: number): void {
    const { store, context, settings } = this;
    const { list } = this.islands;
    // Those that a hook woke are not among those that the step has listed.
    const awake = this.#awakeChanged ? list : this.#awakeIslands;
    if (this.#before.length !== store.pose.length) this.#before = new Float64Array(store.pose.length);
    let any = false;
    for (let i = 0; i < awake.length; i++) {
      const island = awake[i];
      island.rests = this.#isAwake(island) && isAtRest(island, store, this.#before, dt, context, settings);
      any ||= island.rests;
    }
    for (let i = 0; any && i < awake.length; i++) if (awake[i].rests) this.#sleepIfAllRest(awake[i], dt);
  }

  #sleepIfAllRest(island: Island, dt: number): void {
    const together = this.#touching.find(island);
    let allRest = true;
    for (let i = 0; i < together.length; i++) if (!together[i].rests && this.#isAwake(together[i])) allRest = false;
    if (allRest) this.#sleepTogether(together, dt);
    // That is judged of all of them.
    for (let i = 0; i < together.length; i++) together[i].rests = false;
  }

  /** Velocities become 0; impulses and the set of active rows stay for the warm start. `lastStep` is what was booked last, s. */
  sleep(slot: number, lastStep: number): void {
    const island = this.islands.of(slot);
    if (island !== null) this.#sleepTogether(this.#touching.find(island), lastStep);
  }

  #sleepTogether(islands: readonly Island[], lastStep: number): void {
    const awake = islands.filter((island) => this.#isAwake(island));
    if (awake.length === 0) return;
    const { asleep, motion: v, pose: q } = this.store;
    const slots = bodiesOf(awake);
    for (const slot of slots) {
      const b = slot * BODY;
      asleep[slot] = 1;
      v.fill(0, b + VX, b + OMEGA + 1);
      rememberPose(q, b);
    }
    for (const { joints } of awake)
      for (const { batch, slot } of joints) {
        const i = slot * SETTINGS_SIZE + SLEPT_AFTER;
        if (batch.settings[i] === 0) batch.settings[i] = lastStep;
      }
    this.#awakeChanged = this.#moversChanged = true;
    this.#listener.slept(slots);
  }

  #isDirect(island: Island): boolean {
    return this.direct?.takes(island) === true;
  }

  #isAwake({ bodies }: Island): boolean {
    return this.store.asleep[bodies[0]] === 0;
  }

  /** Wrapped angles go the short way round from where they are now. */
  #bringLaws(): void {
    for (let i = 0; i < this.#awakeIslands.length; i++) {
      const { joints } = this.#awakeIslands[i];
      for (let k = 0; k < joints.length; k++) {
        const { batch, slot } = joints[k];
        if (!batch.wraps) continue;
        batch.measure(slot, this.store.pose);
        batch.bringLaws(slot);
      }
    }
  }

  /** An island is awake or asleep as a whole. */
  #wakeHalfAsleep(islands: readonly Island[]): void {
    const { asleep } = this.store;
    for (const island of islands) {
      const { bodies } = island;
      if (bodies.some((slot) => asleep[slot] === 0) && bodies.some((slot) => asleep[slot] === 1))
        this.#wakeSlots(bodiesOf(this.#touching.find(island)));
    }
  }

  #wakeSlots(slots: readonly number[]): void {
    const { asleep, restTime } = this.store;
    const woke = slots.filter((slot) => asleep[slot] === 1);
    for (const slot of slots) asleep[slot] = restTime[slot] = 0;
    this.#awakeChanged = this.#moversChanged = true;
    this.#listener.woke(woke);
  }

  /** Lists the islands that are awake, and the bodies and joints that the iterative step moves: island by island. */
  #listAwake(): void {
    this.#awakeChanged = false;
    const { store, batches } = this;
    const { list, kinematic } = this.islands;
    const awake = this.#awake;
    if (awake.slots.length < store.count) awake.slots = new Int32Array(store.type.length);
    awake.slots.set(kinematic);
    awake.count = kinematic.length;
    this.#awakeIslands = list.filter((island) => this.#isAwake(island));
    for (const batch of batches) batch.listNone();
    for (const island of this.#awakeIslands) {
      const isDirect = this.#isDirect(island);
      if (!isDirect) for (const slot of island.bodies) awake.slots[awake.count++] = slot;
      for (const { batch, slot } of island.joints) {
        batch.settings[slot * SETTINGS_SIZE + SLEPT_AFTER] = 0;
        if (isDirect) continue;
        batch.active[batch.activeCount++] = slot;
        // Of what touches they may be of a blow: there is no load to begin with.
        takeDirectImpulses(batch, slot, island.touches ? 0 : this.lastSubstep);
      }
    }
    this.#listUnsolved();
    this.direct?.listAwake(this.#awakeIslands);
  }

  /**
   * Lists what has to be measured in every step because it remembers where it was, and is measured by no solver: curves that are switched off,
   * have no laws, or lie between bodies that a host moves. Else they would go by when somebody looked at them.
   */
  #listUnsolved(): void {
    const { store, islands, batches } = this;
    this.#unsolved.length = 0;
    for (const batch of batches) {
      if (batch.type.resume === undefined) continue;
      for (const joint of batch.handles) {
        if (!joint?.bodies.some((body) => body !== null && mayMove(body.slot, store))) continue;
        const island = joint.enabled ? islands.ofJoint(batch, joint.slot) : null;
        if (island === null || (this.#isDirect(island) && !joint.coordinates.some(({ flags }) => flags & ANY_LAW)))
          this.#unsolved.push(joint);
      }
    }
  }

  /** Cuts what the iterative step moves into blocks, anew or only where laws have changed which islands are `fast`. */
  #cutIntoBlocks(anew: boolean): void {
    const before = this.#fastIslands;
    const { store, islands, batches, contacts } = this;
    this.#fastIslands =
      this.#fast?.findIslands(batches, islands, store, this.context.hubs, contacts) ??
      new Uint8Array(islands.list.length);
    if (anew || !this.#fastIslands.every((one, i) => one === before[i])) {
      const whole = wholeBlock(this.#awake, batches, contacts);
      this.#iterative.whole = whole;
      this.#iterative.blocks = cutIntoBlocks(whole, store, islands, this.#fastIslands, contacts, Simulation.blockSize);
    }
    this.#fast?.layOut(this.#iterative.blocks, islands, store);
  }

  /** The substep has changed: impulses of the iterative step follow it. */
  #scaleImpulses(): void {
    for (let i = 0; i < this.batches.length; i++) {
      const batch = this.batches[i];
      for (let j = 0; j < batch.count; j++)
        if (batch.settings[j * SETTINGS_SIZE + DIRECT_STEP] === 0) batch.scaleImpulses(j, SCALE);
    }
    this.contacts?.scaleImpulses(SCALE);
  }
}

/** Slots of the bodies of some islands, in order of creation. */
function bodiesOf(islands: readonly Island[]): readonly number[] {
  return islands.length === 1 ? islands[0].bodies : islands.flatMap(({ bodies }) => bodies).sort((a, b) => a - b);
}

/** Impulses of the direct step are of a whole step, those of the iterative step of half a substep. */
function takeDirectImpulses(batch: JointBatch, j: number, substep: number): void {
  const i = j * SETTINGS_SIZE + DIRECT_STEP;
  if (batch.settings[i] === 0) return;
  factors[SCALE] = substep / 2 / batch.settings[i];
  batch.settings[i] = 0;
  batch.scaleImpulses(j, SCALE);
}
