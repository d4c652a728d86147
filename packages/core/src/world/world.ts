import { Announcer } from './announcer';
import { Body } from '../body/body';
import { BodyCollection } from '../body/body-collection';
import { BODY_KEYS, type BodyOptions } from '../body/body-options';
import { ANGLE, BODY, type BodyStore, X, Y } from '../state/body-store';
import { carryForces, endForces, takeForces } from '../state/forces';
import type { Shape } from '../shapes/mass';
import { Changes } from '../base/changes';
import {
  between,
  closed,
  flag,
  frozen,
  instanceOf,
  isObject,
  knownKeys,
  nonNegative,
  oneOf,
  positive,
  speedLimit,
} from '../base/check';
import { type Collides, COLLIDES_KEYS } from '../contacts/collides';
import type { BodyContact } from '../contacts/contact-views';
import type { QueryOptions, RayHit, ShapeQueryOptions } from '../contacts/world-queries';
import { refuse, TenonError } from '../base/error';
import { FixedStep } from './fixed-step';
import type { Islands } from '../islands/islands';
import type { Joint, SolverChoice } from '../joint/joint';
import { ForceTable } from '../joint/force-table';
import { JointBatch } from '../batches/joint-batch';
import { JointCollection } from '../joint/joint-collection';
import type { JointType } from '../joint/joint-type';
import type { SpringForce } from '../joint/law-options';
import type { Preset } from '../joint/preset';
import { MAX_CORRECTION, OWN_CORRECTION } from '../state/record';
import { findOverloaded, type Overload } from '../joint/breaking/breaking';
import { readVec, type VecLike, VecView } from '../math/vec2';
import { Membership } from './membership';
import {
  type ContactQueries,
  type ContactSolver,
  missingPart,
  type Part,
  partNamed,
  readParts,
} from '../simulation/parts';
import { readOnly } from '../base/read-only';
import { Simulation } from '../simulation/simulation';
import type { PortableSnapshot } from '../snapshot/portable';
import { restoreSnapshot, type SnapshotOptions, takeSnapshot } from '../snapshot/snapshot';
import { hashState } from '../snapshot/state-hash';
import type { Snapshot } from '../snapshot/with-handles';
import type { WorldState } from '../snapshot/world-state';
import type { IslandStats, WorldStats } from '../simulation/stats';
import type { ConstraintInstance } from '../user/constraint-instance';
import { type Energy, energyOf } from './world-energy';
import type { WorldEvents } from './world-events';
import { type Breaking, BREAKINGS, SOLVERS, WORLD_OPTIONS, type WorldOptions } from './world-options';
import type { SimulationSettings } from '../simulation/world-defaults';

/** Types and presets that a new world knows: none, until `@tenon/core` registers the built-in ones. */
export const registeredTypes = new Map<string, JointType | Preset>();

/** Parts of a world that is not told which: none, until `@tenon/core` names them. */
export const defaultParts: Part[] = [];

/** What sets a property that is only read. */
const INSTEAD = {
  bodies: 'call addBody, or remove() of a body',
  joints: 'call joints.create, or remove() of a joint',
  lengthUnit: 'it is given to new World',
  parts: 'they are given to new World',
  time: 'step or advance lets it pass',
};

/** A world: its bodies, its joints, and the steps that move them. */
export class World {
  readonly #members: Membership;
  #lastStep = 0;
  readonly #lengthUnit: number;
  readonly #parts: readonly Part[];
  readonly #joints: JointCollection;
  readonly #bodies: BodyCollection;
  readonly #simulation: Simulation;
  readonly #settings: SimulationSettings;
  readonly #gravityView: VecView;
  readonly #forces = new ForceTable();
  readonly #frames: FixedStep;
  readonly #changes = new Changes();
  readonly #announcer = new Announcer(this.#changes);
  /** Joints of whose failure is told after the step. */
  readonly #failed = new Set<Joint>();
  /** How many calls of `advance` in a row were of more than `LONGEST_STEP`. */
  #longFrames = 0;
  readonly #tellSubstep = (): void => this.#announcer.tell('beforesubstep', { h: this.#simulation.context.h });
  #time = 0;
  #destroyed = false;
  #checks = false;
  #measuring = false;
  /** The `pairFilter` is being asked, in the middle of finding what touches. */
  #filtering = false;
  #pairFilter: ((a: Body, b: Body) => boolean) | null = null;
  #poses = new Float64Array(0);

  /** Throws `option-unknown` for a misspelt option, and what the properties of these names throw. */
  constructor(options: WorldOptions = {}) {
    readOnly(World.prototype, () => 'World', INSTEAD);
    knownKeys('World', options, WORLD_OPTIONS);
    const { lengthUnit = 1, parts = defaultParts, types = [], clock, ...settings } = options;
    // Squares of it, and masses times those, are numbers.
    this.#lengthUnit = between('World.lengthUnit', positive('World.lengthUnit', lengthUnit), 1e-40, 1e40);
    this.#parts = readParts('World.parts', parts);
    const listener = {
      slept: (slots: readonly number[]) => this.#announceIsland('sleep', slots),
      woke: (slots: readonly number[]) => this.#announceIsland('wake', slots),
    };
    const host = {
      mayCollide: (a: number, b: number) => this.#mayCollide(a, b),
      wake: (slot: number) => this.#simulation.wake(slot),
      linkChanged: (slot: number) => this.#simulation.linkChanged(slot),
      body: (slot: number) => this.store.handles[slot],
      hears: (event: keyof WorldEvents) => this.#announcer.has(event),
      tell: <K extends keyof WorldEvents>(event: K, payload: WorldEvents[K]) =>
        this.#announcer.announce(event, payload),
    };
    this.#simulation = new Simulation(this.#lengthUnit, listener, {
      direct: partNamed(this.#parts, 'direct'),
      contacts: partNamed(this.#parts, 'contacts')?.create(this.#lengthUnit, host) ?? null,
      fast: partNamed(this.#parts, 'fast'),
    });
    this.#settings = this.#simulation.settings;
    this.#frames = new FixedStep(this.#settings);
    this.#simulation.context.forces = this.#forces.functions;
    this.#simulation.clock = readClock(clock);
    this.#gravityView = new VecView(
      (axis) => (axis === 0 ? this.#settings.gravityX : this.#settings.gravityY),
      (x, y) => (this.gravity = [x, y]),
    );
    this.#members = new Membership(this.#simulation, this.#changes, this.#announcer);
    this.#joints = new JointCollection(this, this.#members.joints, registeredTypes);
    instanceOf('World.types', types, Array, 'a list of joint types and presets');
    for (const type of types) this.#joints.register(type);
    this.#bodies = new BodyCollection(this.#members.bodies);
    // Each is also a property, which checks it.
    Object.assign(this, settings);
    // What extends it has fields of its own, which come after this.
    if (new.target === World) closed(this);
  }

  /** @internal All numbers of the bodies. */
  get store(): BodyStore {
    return this.#simulation.store;
  }

  /** @internal Null in a world without contacts. */
  get contactSolver(): ContactSolver | null {
    return this.#simulation.contacts;
  }

  /** @internal All joints, packed by type and number of bodies. */
  get batches(): JointBatch[] {
    return this.#simulation.batches;
  }

  /** @internal Who is in it. */
  get members(): Membership {
    return this.#members;
  }

  /** @internal Duration of the last step, s; 0 before the first. */
  get lastStep(): number {
    return this.#lastStep;
  }

  /** All bodies, in order of creation: `world.bodies.size`, `for (const body of world.bodies)`. */
  get bodies(): BodyCollection {
    return this.#bodies;
  }

  /** All joints, in order of creation; `world.joints.create` makes new ones. */
  get joints(): JointCollection {
    return this.#joints;
  }

  /** World units per metre; fixed for the life of the world. */
  get lengthUnit(): number {
    return this.#lengthUnit;
  }

  /** What it is made with beside bodies, joints and the iterative step; fixed for the life of the world. */
  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** World units/s², live: `world.gravity.y = -1.6`. A changed one wakes everything. */
  get gravity(): VecView {
    return this.#gravityView;
  }

  set gravity(value: VecLike) {
    this.requireAlive();
    const { x, y } = readVec('World.gravity', value);
    if (x === this.#settings.gravityX && y === this.#settings.gravityY) return;
    this.#settings.gravityX = x;
    this.#settings.gravityY = y;
    this.#changes.whole(() => this.#simulation.wakeAll());
  }

  /** Substeps of iterative islands, a whole number from 1 to 1000. */
  get substeps(): number {
    return this.#settings.substeps;
  }

  set substeps(value: number) {
    this.requireAlive();
    const substeps = readSubsteps('World.substeps', value);
    const before = this.#settings.substeps;
    if (substeps === before) return;
    this.#settings.substeps = substeps;
    // Fewer were asked for: that is no hitch.
    this.#simulation.softenLocks(Math.max(1, before / substeps));
    // What an iterative solve costs has a say in which islands are solved directly.
    this.#simulation.policyChanged();
  }

  /** Steps of direct islands: a whole number from 1 to 1000, or 'auto', as many as the motion asks for, at most `substeps`. */
  get directSubsteps(): number | 'auto' {
    return this.#settings.directSubsteps;
  }

  set directSubsteps(value: number | 'auto') {
    this.requireAlive();
    this.#settings.directSubsteps = value === 'auto' ? value : readSubsteps('World.directSubsteps', value);
  }

  /** How islands are solved whose joints do not say; 'auto' chooses by what either step costs. */
  get solver(): SolverChoice {
    return this.#settings.solver;
  }

  set solver(value: SolverChoice) {
    this.requireAlive();
    this.#settings.solver = this.solverChoice('World.solver', value);
    this.#simulation.policyChanged();
  }

  /** Gap that a direct island may leave, m, above 0. */
  get tolerance(): number {
    return this.#settings.tolerance;
  }

  set tolerance(value: number) {
    this.requireAlive();
    // Above 0 and finite in any unit of length.
    this.#settings.tolerance = between('World.tolerance', positive('World.tolerance', value), 1e-100, 1e100);
  }

  /** Operations per step that 'auto' may spend on direct islands, 0 or more, and as many again on what they touch. */
  get directBudget(): number {
    return this.#settings.directBudget;
  }

  set directBudget(value: number) {
    this.requireAlive();
    this.#settings.directBudget = nonNegative('World.directBudget', value);
    this.#simulation.policyChanged();
  }

  /** Which joints past a threshold break in a step: of each island 'one', the most overloaded, or 'all'. */
  get breaking(): Breaking {
    return this.#settings.breaking;
  }

  set breaking(value: Breaking) {
    this.requireAlive();
    this.#settings.breaking = oneOf('World.breaking', value, BREAKINGS);
  }

  /** Whether islands at rest fall asleep. False wakes all. */
  get sleeping(): boolean {
    return this.#settings.sleeping;
  }

  set sleeping(value: boolean) {
    this.requireAlive();
    this.#settings.sleeping = flag('World.sleeping', value);
    if (!value) this.#changes.whole(() => this.#simulation.wakeAll());
  }

  /** Speed, m/s (and rad/s), 0 or more, below which a body may rest, unless gravity, a law or a force goes on moving it. */
  get sleepSpeed(): number {
    return this.#settings.sleepSpeed;
  }

  set sleepSpeed(value: number) {
    this.requireAlive();
    this.#settings.sleepSpeed = nonNegative('World.sleepSpeed', value);
  }

  /** Seconds of rest, 0 or more, after which an island falls asleep. */
  get sleepAfter(): number {
    return this.#settings.sleepAfter;
  }

  set sleepAfter(value: number) {
    this.requireAlive();
    this.#settings.sleepAfter = nonNegative('World.sleepAfter', value);
  }

  /** Seconds per step of `advance`, from 1e-5 to 4. */
  get fixedStep(): number {
    return this.#settings.fixedStep;
  }

  set fixedStep(value: number) {
    this.requireAlive();
    this.#settings.fixedStep = readStep('World.fixedStep', value, SHORTEST_FIXED_STEP);
    this.#frames.reset(this.#frames.left);
  }

  /** Seconds that one `advance` makes up for at most, from 0 to 60. */
  get maxCatchUp(): number {
    return this.#settings.maxCatchUp;
  }

  set maxCatchUp(value: number) {
    this.requireAlive();
    this.#settings.maxCatchUp = between('World.maxCatchUp', nonNegative('World.maxCatchUp', value), 0, MOST_CATCH_UP);
  }

  /** Fastest removal of a position error, m/s (and, × π, rad/s), 0 or more. Joints with a speed of their own keep it. */
  get maxCorrectionSpeed(): number {
    return this.#settings.maxCorrectionSpeed;
  }

  set maxCorrectionSpeed(value: number) {
    this.requireAlive();
    this.#settings.maxCorrectionSpeed = speedLimit('World.maxCorrectionSpeed', value);
    // Those that a hook made are not listed yet.
    for (const { handles } of this.batches) {
      for (const joint of handles)
        if (joint !== null && !(joint.settings & OWN_CORRECTION))
          joint.initialize(MAX_CORRECTION, value * this.lengthUnit);
    }
  }

  /** Whether what the author of a constraint wrote is compared with what follows from it, when it is added and when its parameters change. */
  get checks(): boolean {
    return this.#checks;
  }

  set checks(value: boolean) {
    this.requireAlive();
    this.#checks = flag('World.checks', value);
  }

  /** What two bodies are asked that come near each other; null: all may collide. */
  get pairFilter(): ((a: Body, b: Body) => boolean) | null {
    return this.#pairFilter;
  }

  set pairFilter(value: ((a: Body, b: Body) => boolean) | null) {
    this.requireAlive();
    if (value !== null) instanceOf('World.pairFilter', value, Function, 'a function or null');
    this.#pairFilter = value;
    for (const { slot } of this.bodies) this.contactSolver?.askAgain(slot);
    this.#changes.whole(() => this.#simulation.wakeAll());
  }

  /** Seconds stepped so far. */
  get time(): number {
    return this.#time;
  }

  /** Fraction of a fixed step that `advance` has not taken yet, in [0, 1): how far between the last two steps to show bodies. */
  get alpha(): number {
    return this.#frames.alpha;
  }

  /** Seconds that the last `advance` left out, because it had more to make up for than `maxCatchUp`; 0 as a rule. */
  get dropped(): number {
    return this.#frames.dropped;
  }

  /**
   * x, y (world units) and angle (rad) of each body, in order of creation: three numbers a body. Filled anew at each read; the same array
   * until a body comes or goes. For workers and instancing.
   */
  get poses(): Float64Array {
    this.beforeRead();
    const { size } = this.bodies;
    if (this.#poses.length !== size * 3) this.#poses = new Float64Array(size * 3);
    let i = 0;
    for (const { slot } of this.bodies) {
      const b = slot * BODY;
      this.#poses[i++] = this.store.pose[b + X];
      this.#poses[i++] = this.store.pose[b + Y];
      this.#poses[i++] = this.store.pose[b + ANGLE];
    }
    return this.#poses;
  }

  /**
   * Makes a body. It takes effect at once; inside a step the handle can be used, and the body is listed, announced and
   * takes part after that step.
   */
  addBody(options: BodyOptions = {}): Body {
    this.requireAlive();
    knownKeys('addBody', options, BODY_KEYS, (key) => (COLLIDES_KEYS.includes(key) ? `collides: { ${key} }` : null));
    const claim = this.#members.bodies.nextId(options.id);
    const body = Body.of(this, claim.id, options);
    this.#members.adoptBody(body, claim);
    return body;
  }

  /** Adds a constraint that was made with `new`, and returns it. Throws `param-invalid` for one that is in a world. */
  add<T extends ConstraintInstance>(constraint: T): T {
    this.requireAlive();
    if (!isObject(constraint) || typeof constraint.addTo !== 'function')
      refuse('param-invalid', 'World.add', 'be given a constraint made with new', constraint);
    constraint.addTo(this);
    return constraint;
  }

  /** The body of that id, or null. */
  body(id: string): Body | null {
    return this.#members.bodies.get(id);
  }

  /** The joint of that id, or null. */
  joint(id: string): Joint | null {
    return this.#members.joints.get(id);
  }

  /** The body whose shape contains the point (world units), of several the newest, or null. A body without a shape is never found. */
  bodyAt(point: VecLike): Body | null {
    readVec('World.bodyAt', point);
    this.beforeRead();
    let newest: Body | null = null;
    for (const body of this.bodies) if (body.contains(point)) newest = body;
    return newest;
  }

  /** False if a joint of the two bodies, their groups or the `pairFilter` keep them from colliding. */
  shouldCollide(a: Body, b: Body): boolean {
    this.ownBody('World.shouldCollide.a', a);
    this.ownBody('World.shouldCollide.b', b);
    if (a.collides !== null && b.collides !== null && this.contactSolver?.accepts(a.collides, b.collides) === false)
      return false;
    return areFree(a, b) && this.#pairFilter?.(a, b) !== false;
  }

  /**
   * What a body touches, the older bodies first: one for each two convex pieces that touch, so that of a chain, a compound or a concave polygon
   * several may be listed, each with a normal of its own; their forces add up. The list and its objects are the same at every call, so none is
   * made in a settled step: read them before the next one.
   */
  contacts(body: Body): readonly BodyContact[] {
    const { slot } = this.ownBody('World.contacts.body', body);
    return this.requireContacts('World.contacts').contactsOf(slot, this.store, this.#lastStep);
  }

  /** The first body that collides on the way from one point to another (world units), or null. One that it begins in does not count. */
  raycast(from: VecLike, to: VecLike, options: QueryOptions = {}): RayHit | null {
    return this.raycastAll(from, to, options).at(0) ?? null;
  }

  /** All of them, the nearest first. */
  raycastAll(from: VecLike, to: VecLike, options: QueryOptions = {}): RayHit[] {
    return this.#queries('World.raycast').raycast(from, to, options);
  }

  /** The first body that a shape meets as its origin goes from one point to another (world units) without turning, or null. */
  cast(shape: Shape, from: VecLike, to: VecLike, options: ShapeQueryOptions = {}): RayHit | null {
    return this.#queries('World.cast').cast(shape, from, to, options).at(0) ?? null;
  }

  /** All bodies that a shape overlaps whose origin is at `position` (world units), the oldest first. */
  overlap(shape: Shape, position: VecLike, options: ShapeQueryOptions = {}): Body[] {
    return this.#queries('World.overlap').overlap(shape, position, options);
  }

  #queries(path: string): ContactQueries {
    const { queries } = this.requireContacts(path);
    if (this.#filtering) throw new TenonError('world-busy', `${path} cannot be used by the pairFilter`, path);
    this.beforeRead();
    this.#simulation.refreshContacts();
    return queries;
  }

  /** Advances by exactly `seconds`, above 0 and at most 4, in one step. Throws `world-busy` inside a step. */
  step(seconds: number): void {
    readStep('World.step', seconds);
    this.requireIdle('World.step');
    this.#frames.reset();
    this.#step(seconds, 1, false);
    this.#report();
  }

  /**
   * Advances by frame time, 0 s or more, in whole fixed steps, and keeps the rest for the next call; returns how many it did. Throws
   * `world-busy` inside a step, and `param-invalid` at the third call in a row of more than 4 s: those are milliseconds.
   */
  advance(seconds: number): number {
    nonNegative('World.advance', seconds);
    this.requireIdle('World.advance');
    if (seconds > LONGEST_STEP && this.#longFrames === MOST_LONG_FRAMES)
      refuse(
        'param-invalid',
        'World.advance',
        `be in seconds: ${this.#longFrames} frames before were as long`,
        seconds,
      );
    this.#longFrames = seconds > LONGEST_STEP ? this.#longFrames + 1 : 0;
    const steps = this.#frames.take(seconds);
    carryForces(this.store, seconds - this.#frames.dropped);
    for (let left = steps; left > 0 && !this.#destroyed; left--) this.#step(this.fixedStep, left, true);
    this.#report();
    return steps;
  }

  /**
   * The state as it is: what `restore` brings back bit for bit. With `{ portable: true }` it holds no object and passes
   * through `postMessage` and files. Throws `world-busy` inside a step.
   */
  snapshot(options: {
    /** True: without objects, for workers and files. */
    readonly portable: true;
  }): PortableSnapshot;
  snapshot(options?: {
    /** False, the default: with the handles of this world. */
    readonly portable?: false;
  }): Snapshot;
  snapshot(options: SnapshotOptions): Snapshot | PortableSnapshot;
  snapshot(options: SnapshotOptions = {}): Snapshot | PortableSnapshot {
    this.requireIdle('World.snapshot');
    this.beforeRead();
    this.#pack();
    return takeSnapshot(this, options);
  }

  /**
   * Brings a state back: what was born later is removed, what was removed since is there again on the same handle (of a
   * portable snapshot: on a new one). Throws `snapshot-invalid` with the path of what is wrong in it, and `world-busy` inside a step; the
   * world is then as it was.
   */
  restore(snapshot: Snapshot | PortableSnapshot): void {
    this.requireIdle('World.restore');
    this.#pack();
    this.#changes.whole(() => {
      restoreSnapshot(this, snapshot);
      this.#simulation.settle();
    });
    this.#report();
  }

  /**
   * The state as 16 hexadecimal digits. Two worlds that were given the same have the same hash, in every engine. Throws `world-busy` inside a
   * step.
   */
  hash(): string {
    this.requireIdle('World.hash');
    this.beforeRead();
    this.#pack();
    return hashState(this);
  }

  /** Calls `listener` at every `event`; returns the function that unsubscribes it. */
  on<K extends keyof WorldEvents>(event: K, listener: (event: WorldEvents[K]) => void): () => void {
    this.requireAlive();
    return this.#announcer.on(event, listener);
  }

  /** Ends what `on` began with this listener. */
  off<K extends keyof WorldEvents>(event: K, listener: (event: WorldEvents[K]) => void): void {
    this.#announcer.off(event, listener);
  }

  /** What the last step did, and to which islands: a copy. */
  get stats(): WorldStats {
    const { islandStats, times } = this.#simulation;
    return {
      bodies: this.bodies.size,
      joints: this.joints.size,
      contacts: this.contactSolver?.size ?? 0,
      islands: islandStats.map((island) => ({ ...island })),
      milliseconds: { ...times },
    };
  }

  /** @internal The same of the island of the body in a slot, null of one that was in no step. */
  statsOf(slot: number): IslandStats | null {
    const stats = this.#simulation.statsOf(slot);
    return stats && { ...stats };
  }

  /** Kinetic energy, and potential energy in gravity and springs, J, at the present poses and velocities. */
  get energy(): Energy {
    this.beforeRead();
    return energyOf(this);
  }

  /** Removes every joint and body; inside a step, after that step. */
  clear(): void {
    this.whenIdle(() => {
      for (const joint of [...this.joints]) joint.remove();
      for (const body of [...this.bodies]) body.remove();
    });
  }

  /** Removes everything, inside a step after that step, and refuses further use. May be called twice. */
  destroy(): void {
    if (this.#destroyed) return;
    this.clear();
    // Gives up what islands had laid out.
    this.whenIdle(() => this.#simulation.settle());
    this.#changes.publishNow();
    this.#destroyed = true;
    if (!this.#changes.isStepping) this.#announcer.clear();
  }

  /** @internal What a snapshot holds beside arrays and handles. */
  get state(): WorldState {
    const { lastSubstep, context, direct } = this.#simulation;
    const chosen = direct?.chosen ?? null;
    const { lockStep } = context;
    const { gravityX, gravityY, ...settings } = this.#settings;
    return {
      time: this.time,
      lastStep: this.#lastStep,
      lastSubstep,
      ...(lockStep !== lastSubstep && { lockSubstep: lockStep }),
      frameTime: this.#frames.left,
      bodyCount: this.#members.bodies.count,
      jointCount: this.#members.joints.count,
      gravity: [gravityX, gravityY],
      ...settings,
      ...(chosen !== null && { chosen }),
    };
  }

  /** @internal Nobody is woken: sleep is part of the arrays. */
  set state(state: WorldState) {
    const { time, lastStep, lastSubstep, lockSubstep, frameTime, bodyCount, jointCount, gravity, chosen, ...settings } =
      state;
    const simulation = this.#simulation;
    this.#time = time;
    this.#lastStep = lastStep;
    simulation.lastSubstep = lastSubstep;
    simulation.context.lockStep = lockSubstep ?? lastSubstep;
    this.#members.bodies.count = bodyCount;
    this.#members.joints.count = jointCount;
    Object.assign(this.#settings, settings, { gravityX: gravity[0], gravityY: gravity[1] });
    this.#frames.reset(frameTime);
    if (simulation.direct !== null) simulation.direct.chosen = chosen ?? null;
  }

  /** @internal Does a change as one. What it throws leaves the world as it was, and nobody hears of it. Throws `world-busy` inside a step. */
  attempt<T>(path: string, change: () => T): T {
    this.requireIdle(path);
    this.#pack();
    const before = takeSnapshot(this, {});
    return this.#changes.attempt(change, () => {
      restoreSnapshot(this, before);
      this.#simulation.settle();
    });
  }

  /** @internal Throws for a state that no world can be in. Nothing is changed. */
  accept(state: WorldState): void {
    const given = Object.keys(this.state).map((name) => [name, state[name as keyof WorldState] ?? null]);
    const {
      time,
      lastStep,
      lastSubstep,
      frameTime,
      bodyCount,
      jointCount,
      lockSubstep: _,
      chosen: __,
      ...settings
    } = Object.fromEntries(given) as WorldState;
    const { lockSubstep = 0, chosen = [] } = state;
    const spans = { time, lastStep, lastSubstep, lockSubstep, frameTime };
    for (const [name, span] of Object.entries(spans)) nonNegative(`World.${name}`, span);
    instanceOf('World.chosen', chosen, Array, 'a list');
    const counts = { bodyCount, jointCount, ...Object.fromEntries(chosen.map((at, i) => [`chosen[${i}]`, at])) };
    for (const [name, count] of Object.entries(counts))
      if (!Number.isSafeInteger(nonNegative(`World.${name}`, count)))
        refuse('param-invalid', `World.${name}`, 'be a whole number', count);
    // Each is a property, which checks it.
    new World({ lengthUnit: this.#lengthUnit, parts: this.#parts, ...settings }).destroy();
  }

  /** @internal */
  get forceTable(): ForceTable {
    return this.#forces;
  }

  /** @internal Throws `world-destroyed`. */
  requireAlive(): void {
    this.requireUnmeasured();
    if (this.#destroyed) throw new TenonError('world-destroyed', 'This world was destroyed. Make a new World.');
  }

  /** @internal The code of a constraint measures from now on, or has done so. */
  setMeasuring(measuring: boolean): void {
    this.#measuring = measuring;
  }

  /** @internal Throws `world-busy` while the code of a constraint measures: it may read its bodies, and nothing else. */
  requireUnmeasured(): void {
    if (!this.#measuring) return;
    const message =
      'The code of a constraint may read its bodies and parameters. It cannot change anything, nor read a joint';
    throw new TenonError('world-busy', message);
  }

  /** @internal Throws `world-busy` inside a step, and `world-destroyed`. */
  requireIdle(path: string): void {
    this.requireAlive();
    if (this.#changes.isStepping)
      throw new TenonError('world-busy', `${path} cannot be used inside a step: use the event afterstep`, path);
  }

  /** @internal Who places bodies by their pictures does so now, unless a step is under way. */
  beforeRead(): void {
    if (!this.#changes.isStepping && this.#announcer.has('beforeread'))
      this.#announcer.tell('beforeread', { time: this.time });
  }

  /** @internal */
  get islands(): Islands {
    return this.#simulation.islands;
  }

  /** @internal Throws outside a step; inside one what went wrong first of each joint is thrown after it. */
  failIn(joint: Joint, error: TenonError): void {
    if (!this.#changes.isStepping) throw error;
    if (this.#failed.has(joint)) return;
    this.#failed.add(joint);
    this.#announcer.errors.push(error);
  }

  /** @internal How a body says that it collides, read. Throws `part-missing`, `option-missing` and what its shape does. */
  readCollides(path: string, value: unknown, shape: Shape | null): Collides | null {
    if (value === undefined || value === null || value === false) return null;
    const contacts = this.requireContacts(path);
    const collides = contacts.read(path, value);
    if (collides !== null && shape === null) refuse('option-missing', path, 'come with a shape', value);
    if (shape !== null) contacts.check(shape);
    return collides;
  }

  /** @internal Throws `part-missing`. */
  requireContacts(path: string): ContactSolver {
    return this.#simulation.contacts ?? missingPart(this.#parts, 'contacts', path);
  }

  /** @internal A body that is in it collides otherwise. */
  collide(body: Body): void {
    if (this.#simulation.contacts !== null) this.whenIdle(() => this.#simulation.collide(body));
  }

  /** @internal A joint that is in it lets its bodies collide, or no more. */
  collideAgain(joint: Joint): void {
    this.#simulation.askAgain(joint);
  }

  /** @internal A body was put elsewhere. */
  displaced(slot: number): void {
    this.#simulation.contacts?.displace(slot);
  }

  /** @internal The body in this slot or one of its joints came, went, or changed what it connects. */
  islandChanged(slot: number): void {
    this.#simulation.islandChanged(slot);
  }

  /** @internal The body in this slot has another mass. */
  massChanged(slot: number): void {
    this.#simulation.massChanged(slot);
  }

  /** @internal */
  forceIndex(path: string, source: unknown, slope: unknown, scale: number, gauge: number): number {
    this.#forces.sweep(this.batches);
    return this.#forces.indexOf(path, source, slope, scale, gauge);
  }

  /** @internal */
  forceAt(index: number): SpringForce | string | number {
    return this.#forces.functions[index].source;
  }

  /** @internal One that this world can make. */
  solverChoice(path: string, value: unknown): SolverChoice {
    const solver = oneOf(path, value, SOLVERS);
    if (solver === 'direct' && partNamed(this.#parts, 'direct') === null) missingPart(this.#parts, 'direct', path);
    return solver;
  }

  /** @internal The body, if it is a live one of this world. */
  ownBody(path: string, body: unknown): Body {
    if (!(body instanceof Body)) refuse('param-invalid', path, 'be a body made by world.addBody', body);
    if (body.world === null) refuse('body-removed', path, 'not have been removed', body.id);
    if (body.world !== this) refuse('other-world', path, 'be a body of this world', body.id);
    return body;
  }

  /** @internal The batch for joints of a type between these bodies, and the distinct slots of its columns. */
  batchFor(type: JointType, slots: readonly (Body | null)[]): { batch: JointBatch; columns: readonly number[] } {
    const columns = type.columnsOf(slots.map((body) => body?.slot ?? 0));
    let batch = this.batches.find((other) => other.type === type && other.columns === columns.length);
    if (batch === undefined) {
      batch = new JointBatch(type, columns.length);
      this.batches.push(batch);
    }
    return { batch, columns };
  }

  /** @internal Some joint's own listener wants to know of stops. */
  watchStops(): void {
    this.#announcer.watchStops();
  }

  /** @internal Wakes the island of a body, or of its joints' partners if it does not answer forces. */
  wakeBody(slot: number): void {
    this.#simulation.wake(slot);
    this.#changes.publish();
  }

  /** @internal */
  wakeJoint(joint: Joint): void {
    const { bodies } = joint;
    for (let i = 0; i < bodies.length; i++) {
      const body = bodies[i];
      if (body !== null && body.slot >= 0 && body.type === 'dynamic') this.wakeBody(body.slot);
    }
  }

  /** @internal */
  sleepBody(body: Body): void {
    this.whenIdle(() => {
      if (body.slot < 0) return;
      this.#simulation.settle();
      this.#simulation.sleep(body.slot, this.#lastStep);
    });
  }

  /** @internal Structure changes at once outside a step, after its last substep inside. */
  whenIdle(change: () => void): void {
    this.requireUnmeasured();
    this.#changes.whenIdle(change);
  }

  /** The first of `steps` steps of `dt` seconds; `interpolates`: poses will be shown between two steps. */
  #step(dt: number, steps: number, interpolates: boolean): void {
    const simulation = this.#simulation;
    const announcer = this.#announcer;
    const { clock, times } = simulation;
    const start = clock === null ? 0 : clock();
    this.#settle();
    if (clock !== null) times.settle = clock() - start;
    this.#changes.beginStep();
    try {
      simulation.rememberPoses();
      this.store.posesRemembered = false;
      takeForces(this.store, steps, dt);
      if (announcer.has('beforestep')) {
        announcer.tell('beforestep', { time: this.time + dt, dt });
        simulation.settleLaws();
      }
      try {
        simulation.advance(dt, announcer.has('beforesubstep') ? this.#tellSubstep : null);
      } finally {
        // What listeners of `breaking` give is for the next step.
        endForces(this.store, steps === 1, simulation.islands.count);
      }
      this.#lastStep = dt;
      this.#time += dt;
      if (this.#members.breakables.size > 0) this.#breakOverloaded(dt);
    } catch (error) {
      announcer.errors.push(error);
    }
    const { time } = this;
    this.#changes.endStep();
    if (this.#settings.sleeping) simulation.putToSleep(dt);
    if (!interpolates) simulation.rememberPoses();
    this.#changes.doQueued();
    announcer.announceStops(this.batches);
    this.#changes.finish();
    if (clock !== null) times.total = clock() - start;
    this.#changes.publishNow();
    if (announcer.has('afterstep')) announcer.tell('afterstep', { time, dt });
    if (this.#destroyed) announcer.clear();
  }

  /** Bodies by their slots, the older one first. */
  #mayCollide(slotA: number, slotB: number): boolean {
    const { handles } = this.store;
    const a = handles[slotA];
    const b = handles[slotB];
    if (a === null || b === null || !areFree(a, b)) return false;
    this.#filtering = true;
    try {
      return this.#pairFilter?.(a, b) !== false;
    } catch (error) {
      this.#announcer.errors.push(error);
      return true;
    } finally {
      this.#filtering = false;
    }
  }

  #settle(): void {
    this.#simulation.settle();
    this.#changes.publishNow();
  }

  /** The same, with arrays as a snapshot has them. */
  #pack(): void {
    this.#simulation.pack();
    this.#changes.publishNow();
  }

  #breakOverloaded(dt: number): void {
    const overloaded = findOverloaded(this.#members.breakables, dt);
    if (overloaded.length === 0) return;
    const broken = new Map<unknown, Overload>();
    for (const entry of overloaded) {
      const { joint, load } = entry;
      // Between what does not move there is no island: nothing takes a load off it.
      const place =
        this.#settings.breaking === 'all' ? joint : (this.islands.ofJoint(joint.batch, joint.slot) ?? joint);
      if (broken.has(place)) continue;
      let kept = false;
      this.#announcer.tellOfJoint('breaking', { joint, load, cancel: () => (kept = true) });
      if (!kept) broken.set(place, entry);
    }
    for (const { joint, load } of broken.values()) {
      this.#changes.whenIdle(() => {
        if (joint.slot < 0) return;
        if (joint.break?.remove === false) joint.enabled = false;
        else this.#members.removeJoint(joint, 'broken');
        this.#changes.add(() => this.#announcer.tellOfJoint('broken', { joint, load }));
      });
    }
  }

  #announceIsland(event: 'sleep' | 'wake', slots: readonly number[]): void {
    this.#announcer.announceIsland(event, frozen(slots.flatMap((slot) => this.store.handles[slot] ?? [])));
  }

  /** Throws what listeners threw, now that the step is whole. */
  #report(): void {
    // What clears a set makes it a new table.
    if (this.#failed.size > 0) this.#failed.clear();
    this.#forces.takeFailures(this.batches, this.#announcer.errors);
    this.#announcer.report();
  }
}

/** False if some enabled joint keeps two bodies from colliding. */
function areFree(a: Body, b: Body): boolean {
  for (const joint of a.jointSet)
    if (joint.enabled && !joint.collideConnected && joint.bodies.includes(b)) return false;
  return true;
}

function readClock(clock: unknown): (() => number) | null {
  if (clock === undefined) return null;
  if (typeof clock !== 'function') refuse('param-invalid', 'World.clock', 'be a function', clock);
  return clock as () => number;
}

/** Longest step, s: milliseconds of a frame are more on any screen of up to 240 Hz. */
const LONGEST_STEP = 4;
/** A tab that was hidden gives one frame that is longer, or two; a clock in milliseconds gives no others. */
const MOST_LONG_FRAMES = 2;
/** Most of what `advance` makes up for, s, and most substeps: more only keep a page from answering. */
const MOST_CATCH_UP = 60;
const MOST_SUBSTEPS = 1000;
/** Shortest fixed step, s. */
const SHORTEST_FIXED_STEP = 1e-5;

/** Seconds, of which one over the square of a substep is a number. */
function readStep(path: string, value: unknown, least = 1e-100): number {
  return between(path, positive(path, value), least, LONGEST_STEP, 'in seconds, ');
}

function readSubsteps(path: string, value: unknown): number {
  const number = between(path, positive(path, value), 1, MOST_SUBSTEPS);
  if (!Number.isInteger(number)) refuse('param-invalid', path, 'be a whole number', value);
  return number;
}
