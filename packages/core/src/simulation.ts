import type { Body } from './body/body';
import { BODY, BodyStore, DYNAMIC, KINEMATIC, OMEGA, TIME, VX } from './body/body-store';
import { aimKinematics, arriveKinematics, rememberPose, rememberPoses } from './body/kinematic-goals';
import { SubstepForces } from './body/substep-forces';
import { factors, FORGET, SCALE } from './coordinates/coordinate';
import { ANY_LAW } from './coordinates/laws/law-fields';
import { StepContext } from './coordinates/step-context';
import { BLOCK_SIZE, cutIntoBlocks, wholeBlock } from './islands/blocks';
import { buildIslands, type Islands, isEnabled, islandOf } from './islands/islands';
import { findPlainIslands } from './islands/plain/plain-block';
import { isAtRest, isMovingKinematic } from './islands/sleeping';
import { formTrains } from './islands/two-trains';
import type { Joint, SolverChoice } from './joint/joint';
import { forgetLedStops, markLedStops } from './joint/led';
import type { JointBatch } from './joint/batch/joint-batch';
import { byLastWord } from './joint/batch/order-of-batches';
import { DIRECT_STEP, SETTINGS_SIZE, SLEPT_AFTER } from './joint/batch/record';
import type { ContactSolver, DirectPart, DirectSolver } from './parts';
import { type IslandStats, islandStats, type StageTimes } from './stats';
import { type IterativeSystem, stepIteratively } from './step';
import { WORLD_DEFAULTS } from './world-options';

/** What a step depends on beside bodies and joints. */
export interface SimulationSettings {
  gravityX: number;
  gravityY: number;
  substeps: number;
  directSubsteps: number | 'auto';
  solver: SolverChoice;
  /** m */
  tolerance: number;
  directBudget: number;
  /** m/s and rad/s */
  sleepSpeed: number;
  /** s */
  sleepAfter: number;
}

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
  /** In the order of joint/batch/order-of-batches.ts. */
  readonly batches: JointBatch[] = [];
  readonly context = new StepContext();
  readonly settings: SimulationSettings = {
    gravityX: 0,
    gravityY: 0,
    substeps: WORLD_DEFAULTS.substeps,
    directSubsteps: WORLD_DEFAULTS.directSubsteps,
    solver: WORLD_DEFAULTS.solver,
    tolerance: WORLD_DEFAULTS.tolerance,
    directBudget: WORLD_DEFAULTS.directBudget,
    sleepSpeed: WORLD_DEFAULTS.sleepSpeed,
    sleepAfter: WORLD_DEFAULTS.sleepAfter,
  };
  islands: Islands = { list: [], ofBody: new Int32Array(0), kinematic: [] };
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
    this.#hook?.();
  };
  readonly #islandOf = (batch: JointBatch, slot: number): number => islandOf(batch, slot, this.islands.ofBody);
  /** 1 for each island that the iterative step may take the short way with. */
  #plain: Uint8Array = new Uint8Array(0);
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
  #topologyChanged = true;
  #awakeChanged = true;
  #lawsChanged = true;
  #moversChanged = true;
  readonly #wakeOther = (slot: number): void => {
    if (this.store.type[slot] === DYNAMIC) this.wake(slot);
  };

  constructor(lengthUnit: number, listener: SleepListener, { direct, contacts }: Solvers) {
    this.#listener = listener;
    this.context.lengthUnit = lengthUnit;
    this.store.append(null);
    this.#iterative = {
      bodies: this.store,
      whole: wholeBlock(this.#awake, [], null),
      blocks: [],
      batches: this.batches,
      context: this.context,
      contacts,
      beforeSubstep: null,
    };
    this.direct = direct?.create(lengthUnit) ?? null;
    this.contacts = contacts;
  }

  /** Of each island, in the order of the list; the same objects until islands change, or how many substeps there are. */
  get islandStats(): readonly IslandStats[] {
    return (this.#stats ??= islandStats(this.islands, this.direct, this.settings.substeps * this.#cuts));
  }

  /** Bodies or joints came, went, or changed their kind: islands are found anew before the next step. */
  topologyChanged(): void {
    this.#topologyChanged = true;
  }

  /** Brings arrays and islands up to date with what came and went since the last step. */
  settle(): void {
    if (!this.#topologyChanged) return;
    this.#topologyChanged = false;
    this.#endLoans();
    for (const batch of this.batches) batch.compact();
    this.batches.sort(byLastWord);
    const moved = this.store.compact();
    if (moved !== null) {
      for (const batch of this.batches) batch.remapBodies(moved);
      this.contacts?.renumber(moved, this.store.count);
    }
    this.#findIslands(this.store.count);
  }

  /** Of the first `count` bodies. */
  #findIslands(count: number): void {
    if (this.contacts !== null) this.contacts.linksChanged = false;
    this.#moversChanged = true;
    this.islands = buildIslands(this.store, this.batches, this.contacts, count);
    this.#chooseDirect();
    this.#wakeHalfAsleep();
  }

  /** A joint came, went or changed: its bodies may collide, or no more. */
  askAgain({ bodies }: Joint): void {
    if (this.contacts === null) return;
    for (const body of bodies) if (body !== null && body.slot >= 0) this.contacts.askAgain(body.slot);
  }

  /** A body is about to leave. */
  leave({ slot }: Body): void {
    if (this.contacts?.has(slot) !== true) return;
    this.wake(slot);
    this.contacts.forEachTouching(slot, this.#wakeOther);
    this.contacts.put(slot, null, null, this.store);
  }

  /** A body collides otherwise from now on. */
  collide(body: Body): void {
    const { contacts } = this;
    if (contacts === null || body.slot < 0) return;
    const { shape, collides } = body;
    if (collides === null && !contacts.has(body.slot)) return;
    this.wake(body.slot);
    contacts.put(body.slot, shape, collides, this.store);
    this.#topologyChanged = true;
  }

  /** Laws came or went in a hook, before the step has moved anything: they act in it. What else came or went waits for the end of the step. */
  settleLaws(): void {
    if (this.#topologyChanged) this.#chooseDirect();
  }

  #chooseDirect(): void {
    this.#stats = null;
    this.direct?.choose(this.islands, this.store, this.settings);
    this.#awakeChanged = this.#lawsChanged = true;
  }

  /** The step itself, between `beforestep` and what follows from it: kinematic goals, both solvers. */
  advance(dt: number, beforeSubstep: (() => void) | null): void {
    const { gravityX, gravityY } = this.settings;
    const cuts = this.context.cuts(dt, this.settings.substeps);
    const substeps = this.settings.substeps * cuts;
    if (cuts !== this.#cuts) this.#stats = null;
    this.#cuts = cuts;
    // Bodies and joints made by a hook since the last settle wait for the next step.
    const count = this.islands.ofBody.length;
    const { kinematic } = this.islands;
    aimKinematics(this.store, kinematic, dt, this.context.lengthUnit);
    for (let i = 0; i < kinematic.length; i++) if (isMovingKinematic(kinematic[i], this.store)) this.wake(kinematic[i]);
    if (this.contacts !== null && (this.contacts.touch || !this.contacts.isEmpty))
      this.#findContacts(this.contacts, dt, count);
    let cut = this.#awakeChanged;
    if (this.#awakeChanged) this.#listAwake();
    this.context.kicked.find(this.store, count);
    this.context.led.find(this.batches, this.store);
    for (let i = 0; i < this.batches.length; i++) {
      if (this.batches[i].lawsChanged) this.#lawsChanged = true;
      if (this.batches[i].refreshLaws(this.#islandOf)) cut = true;
      if (this.batches[i].wraps) this.#bringLaws(this.batches[i]);
    }
    if (cut || (this.#lawsChanged && !this.#arePlainAsBefore())) this.#cutIntoBlocks();
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
    if (this.#lawsChanged || this.store.massesChanged) this.context.hubs.find(this.batches, this.store);
    this.store.massesChanged = false;
    this.#lawsChanged = false;
    const { clock, times } = this;
    const start = clock === null ? 0 : clock();
    this.direct?.step(this.store, this.batches, this.settings, dt, this.context);
    const middle = clock === null ? 0 : clock();
    this.#hook = beforeSubstep;
    this.#iterative.beforeSubstep = beforeSubstep === null ? null : this.#beforeSubstep;
    if (beforeSubstep !== null) this.#hookForces.begin(this.store, count, this.#awake);
    stepIteratively(this.#iterative, dt, substeps);
    for (let i = 0; i < this.batches.length; i++) {
      if (this.batches[i].mayBeLed) forgetLedStops(this.batches[i]);
    }
    if (beforeSubstep !== null) this.#hookForces.takeBack(this.store, this.context.h);
    if (clock !== null) {
      times.direct = middle - start;
      times.iterative = clock() - middle;
    }
    for (let i = 0; i < this.batches.length; i++) if (this.batches[i].wraps) this.#bringLaws(this.batches[i]);
    this.#passTime(dt);
    arriveKinematics(this.store, kinematic);
    for (let i = 0; i < this.#unsolved.length; i++) this.#unsolved[i].follow();
    for (let i = 0; i < this.batches.length; i++) this.batches[i].forgetPlaces();
  }

  /** What touches in this step: it ties islands, and wakes. */
  #findContacts(contacts: ContactSolver, dt: number, count: number): void {
    let finds = !contacts.isEmpty;
    while (finds) {
      if (this.#moversChanged) this.#listMovers(count);
      finds = contacts.find(this.store, this.#movers, dt);
      if (contacts.linksChanged) this.#findIslands(count);
      // What woke has contacts of its own.
      finds ||= this.#moversChanged && this.#listMovers(count);
    }
    contacts.gather();
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
    if (this.contacts === null) return;
    this.#moversChanged = true;
    this.#listMovers(this.store.count);
    this.#moversChanged = true;
    this.contacts.refresh(this.store, this.#movers);
  }

  /** True if there are more than before. */
  #listMovers(count: number): boolean {
    const { store } = this;
    const before = this.#movers.count;
    if (this.#movers.slots.length < count) this.#movers.slots = new Int32Array(store.type.length);
    this.#movers.count = 0;
    for (let slot = 1; slot < count; slot++)
      if (store.handles[slot] !== null && mayMove(slot, store)) this.#movers.slots[this.#movers.count++] = slot;
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
    const island = slot < this.islands.ofBody.length ? this.islands.ofBody[slot] : -1;
    this.#wakeSlots(island < 0 ? [slot] : this.islands.list[island].bodies);
  }

  /** Rigid locks hold by substeps so many times as long: fewer were asked for. */
  softenLocks(times: number): void {
    this.context.lockStep *= times;
  }

  wakeAll(): void {
    for (let slot = 1; slot < this.store.count; slot++) if (this.store.handles[slot] !== null) this.wake(slot);
  }

  /** Puts every island that has come to rest in the last step to sleep; before the poses at its start are forgotten. */
  putToSleep(dt: number): void {
    const { list } = this.islands;
    const { store, context, settings } = this;
    if (this.#before.length !== store.pose.length) this.#before = new Float64Array(store.pose.length);
    for (let i = 0; i < list.length; i++) {
      if (this.#isAwake(i) && isAtRest(list[i], store, this.#before, dt, context, settings)) this.sleep(i, dt);
    }
  }

  /** Velocities become 0; impulses and the set of active rows stay for the warm start. `lastStep` is what was booked last, s. */
  sleep(island: number, lastStep: number): void {
    const { asleep, motion: v, pose: q } = this.store;
    const { bodies, joints } = this.islands.list[island];
    if (asleep[bodies[0]] === 1) return;
    for (const slot of bodies) {
      const b = slot * BODY;
      asleep[slot] = 1;
      v.fill(0, b + VX, b + OMEGA + 1);
      rememberPose(q, b);
    }
    for (const { batch, slot } of joints) {
      const i = slot * SETTINGS_SIZE + SLEPT_AFTER;
      if (batch.settings[i] === 0) batch.settings[i] = lastStep;
    }
    this.#awakeChanged = this.#moversChanged = true;
    this.#listener.slept(bodies);
  }

  #isDirect(island: number): boolean {
    return this.direct?.takes(island) === true;
  }

  #isAwake(island: number): boolean {
    return this.store.asleep[this.islands.list[island].bodies[0]] === 0;
  }

  /** Wrapped angles go the short way round from where they are now. */
  #bringLaws(batch: JointBatch): void {
    for (let j = 0; j < batch.settled; j++) {
      const island = isEnabled(batch, j) ? islandOf(batch, j, this.islands.ofBody) : -1;
      if (island < 0 || !this.#isAwake(island)) continue;
      batch.measure(j, this.store.pose);
      batch.bringLaws(j);
    }
  }

  /** An island is awake or asleep as a whole. */
  #wakeHalfAsleep(): void {
    const { asleep } = this.store;
    for (const { bodies } of this.islands.list) {
      if (bodies.some((slot) => asleep[slot] === 0) && bodies.some((slot) => asleep[slot] === 1))
        this.#wakeSlots(bodies);
    }
  }

  #wakeSlots(slots: readonly number[]): void {
    const { asleep, restTime } = this.store;
    for (const slot of slots) {
      asleep[slot] = 0;
      restTime[slot] = 0;
    }
    this.#awakeChanged = this.#moversChanged = true;
    this.#listener.woke(slots);
  }

  /** Lists the bodies and joints that the iterative step moves. */
  #listAwake(): void {
    this.#awakeChanged = false;
    this.#endLoans();
    const { store, islands } = this;
    if (this.#awake.slots.length < store.count) this.#awake.slots = new Int32Array(store.type.length);
    this.#awake.count = 0;
    for (let slot = 1; slot < islands.ofBody.length; slot++) {
      const island = islands.ofBody[slot];
      const moves =
        store.type[slot] === KINEMATIC || (island >= 0 && !this.#isDirect(island) && store.asleep[slot] === 0);
      if (moves && store.handles[slot] !== null) this.#awake.slots[this.#awake.count++] = slot;
    }
    for (const batch of this.batches) {
      if (batch.active.length < batch.settled) batch.active = new Int32Array(batch.settled);
      batch.activeCount = 0;
      batch.lawsChanged = true;
      for (let j = 0; j < batch.settled; j++) {
        const island = isEnabled(batch, j) ? islandOf(batch, j, islands.ofBody) : -1;
        if (island < 0 || !this.#isAwake(island)) continue;
        batch.settings[j * SETTINGS_SIZE + SLEPT_AFTER] = 0;
        if (this.#isDirect(island)) continue;
        batch.active[batch.activeCount++] = j;
        forgetDirectImpulses(batch, j);
      }
      formTrains(batch, islands);
    }
    this.#listUnsolved();
    this.direct?.listAwake((island) => this.#isAwake(island));
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
        const island = joint.enabled ? islandOf(batch, joint.slot, islands.ofBody) : -1;
        if (island < 0 || (this.#isDirect(island) && !joint.coordinates.some(({ flags }) => flags & ANY_LAW)))
          this.#unsolved.push(joint);
      }
    }
  }

  /** Cuts what the iterative step moves into blocks anew. */
  #cutIntoBlocks(): void {
    this.#endLoans();
    const whole = wholeBlock(this.#awake, this.batches, this.contacts);
    this.#iterative.whole = whole;
    this.#plain = findPlainIslands(whole, this.islands);
    this.#iterative.blocks = cutIntoBlocks(
      whole,
      this.store,
      this.islands,
      this.#plain,
      this.contacts,
      Simulation.blockSize,
    );
  }

  /** False where laws have come or gone which decide what blocks go the short way. */
  #arePlainAsBefore(): boolean {
    const before = this.#plain;
    return findPlainIslands(this.#iterative.whole, this.islands).every((one, i) => one === before[i]);
  }

  /** Blocks are cut anew: what they had lent comes home. The last gives up its room first: it is used again. */
  #endLoans(): void {
    const { blocks } = this.#iterative;
    for (let i = blocks.length - 1; i >= 0; i--) blocks[i].loan.end();
    for (const batch of this.batches) batch.endLoans();
  }

  /** The substep has changed: impulses of the iterative step follow it. */
  #scaleImpulses(): void {
    for (let i = 0; i < this.batches.length; i++) {
      const batch = this.batches[i];
      for (let j = 0; j < batch.count; j++)
        if (batch.settings[j * SETTINGS_SIZE + DIRECT_STEP] === 0) batch.scaleImpulses(j, SCALE);
    }
    this.contacts?.scaleImpulses(factors[SCALE]);
  }
}

/** Impulses of the direct step are of a whole step, those of the iterative step of half a substep: begin anew. */
function forgetDirectImpulses(batch: JointBatch, j: number): void {
  const i = j * SETTINGS_SIZE + DIRECT_STEP;
  if (batch.settings[i] === 0) return;
  batch.settings[i] = 0;
  batch.scaleImpulses(j, FORGET);
}
