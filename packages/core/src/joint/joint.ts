import type { Body } from '../body/body';
import { flag, frozen, speedLimit } from '../base/check';
import { FORGET } from '../coordinates/coordinate';
import { ANY_LAW, LOWER, UPPER } from '../coordinates/laws/law-fields';
import { holdsRigidly } from '../coordinates/laws/holding';
import { TenonError } from '../base/error';
import { Emitter, readListener } from '../base/events';
import { type MutableImpulse, readOut } from '../math/vec2';
import { readOnly } from '../base/read-only';
import type { World } from '../world/world';
import { type BreakOptions, BreakLaw } from './breaking/break-law';
import type { CoordinateBase } from './coordinate-base';
import { createJoint } from './create-joint';
import type { JointBatch } from '../batches/joint-batch';
import { JOINT_EVENTS, type JointEvents } from './joint-events';
import { JointDebug, type JointDebugOptions } from './joint-debug';
import type { CoordinateSpec, JointType } from './joint-type';
import type { SoftnessOptions } from './law-options';
import { holds, noteApart, noteLed } from '../batches/led';
import { measureRate, rate } from '../batches/row-block';
import { capLocks, leastCapOfLocks, softenLocks, softnessOfLocks } from './locks';
import {
  clearBooked,
  lastStep,
  measureLastStep,
  noReaction,
  type Reaction,
  readReaction,
  type Written,
} from '../batches/reactions';
import { describeJoint, mergeOptions } from './describe';
import { PointCoordinate } from './point-coordinate';
import {
  COLLIDE_CONNECTED,
  ENABLED,
  JOINT_FLAGS,
  MAX_CORRECTION,
  OWN_CORRECTION,
  PLACED,
  PLACED_A,
  PLACED_B,
  PREFERS_DIRECT,
  PREFERS_ITERATIVE,
  PUT_APART,
  SETTINGS_SIZE,
} from '../state/record';
import { rebind } from './rebind';
import { ScalarCoordinate } from './scalar-coordinate';
import { forgetLoads } from '../iterative/servos';

/** By which step an island is solved: `auto` chooses by what either costs. */
export type SolverChoice = 'auto' | 'iterative' | 'direct';

const NO_JOINTS: readonly Joint[] = [];

/** What sets a property that is only read. */
const INSTEAD = {
  id: 'it is given to create',
  type: 'another type is another joint',
  bodies: 'set bodyA or bodyB',
  isSleeping: 'call wake(), or sleep() of a body',
  path: 'another path is another joint',
  terms: 'set the weight of a term',
};

function isEnabled({ enabled }: Joint): boolean {
  return enabled;
}

function isRigid({ flags }: CoordinateBase): boolean {
  return holdsRigidly(flags);
}

/**
 * A joint of a world: the handle is the joint. Made by `world.joints.create`; its coordinates are properties. Of a removed one `id`, `type`,
 * its bodies, `userData` and `debug` can be read for listeners of `broken` and `removed`, `world` is null; all else throws `joint-removed`.
 */
export class Joint {
  /** True once it takes part in its world; until then nobody is woken. */
  #adopted = false;
  #age = 0;
  #slot = -1;
  #readers = NO_JOINTS;
  readonly #id: string;
  readonly #world: World;
  #batch: JointBatch;
  #bodies: readonly (Body | null)[];
  readonly #coordinates: readonly (ScalarCoordinate | PointCoordinate)[];
  // Made where they are read: most joints are of those that nobody looks at.
  #reaction: Written | null = null;
  #error: Record<string, number> | null = null;
  #userData: unknown = undefined;
  #emitter: Emitter<JointEvents> | null = null;
  #break: BreakLaw | null = null;
  #debug: JointDebug | null = null;

  /** @internal Use `world.joints.create`. `slots` are the bodies by slot, null for the world's own. */
  constructor(world: World, batch: JointBatch, id: string, slots: readonly (Body | null)[]) {
    readOnly(new.target.prototype, ({ label }) => label, INSTEAD);
    this.#id = id;
    this.#world = world;
    this.#batch = batch;
    this.#bodies = frozen(slots);
    this.#coordinates = frozen(
      batch.coordinates.map((spec) =>
        frozen(spec.kind.scalar ? new ScalarCoordinate(this, spec) : new PointCoordinate(this, spec)),
      ),
    );
  }

  /** @internal Slot in its batch; −1 once removed. */
  get slot(): number {
    return this.#slot;
  }

  /** @internal Its place in the order of creation. */
  get age(): number {
    return this.#age;
  }

  /** @internal Joints that read its coordinates. */
  get readers(): readonly Joint[] {
    return this.#readers;
  }

  /** @internal */
  set readers(joints: readonly Joint[]) {
    this.#readers = joints;
  }

  /** Unique in its world; of a removed joint, too. */
  get id(): string {
    return this.#id;
  }

  /** The name of its type, `pivot`, also where an alias or a preset made it. */
  get type(): string {
    return this.#batch.type.name;
  }

  /** Yours; never read by Tenon. */
  get userData(): unknown {
    return this.#userData;
  }

  set userData(value: unknown) {
    this.needRecord();
    this.#userData = value;
  }

  /** @internal `PivotJoint`: how errors call it. */
  get label(): string {
    return this.#batch.type.label;
  }

  /** @internal */
  get definition(): JointType {
    return this.#batch.type;
  }

  /** The world it belongs to, or null once removed. */
  get world(): World | null {
    return this.#slot < 0 ? null : this.#world;
  }

  /**
   * `null`: the world itself. Setting another body hangs the joint on that where it stands: local anchors, axis, reference angle and laws
   * stay, impulses are forgotten, and the gap is closed no faster than `maxCorrectionSpeed`. Throws `same-body`,
   * `body-removed`, `other-world`; `source-invalid` for a gear and for what one reads; `world-busy` inside a step.
   */
  get bodyA(): Body | null {
    return this.#bodies[0] ?? null;
  }

  set bodyA(value: Body | null) {
    rebind(this, 0, value);
  }

  /** `null`: the world itself. Set as `bodyA` is. */
  get bodyB(): Body | null {
    return this.#bodies[1] ?? null;
  }

  set bodyB(value: Body | null) {
    rebind(this, 1, value);
  }

  /** Its bodies in the order A, B, C, D; `null` stands for the world. Frozen: set `bodyA` … instead. */
  get bodies(): readonly (Body | null)[] {
    return this.#bodies;
  }

  /** Every coordinate, softest first. Frozen. */
  get coordinates(): readonly (ScalarCoordinate | PointCoordinate)[] {
    this.needRecord();
    return this.#coordinates;
  }

  /** False: it holds nothing until it is true again. Setting it wakes the bodies; set inside a step, it changes after that step. */
  get enabled(): boolean {
    return (this.settings & ENABLED) !== 0;
  }

  set enabled(value: boolean) {
    this.needRecord();
    const enabled = flag(`${this.label}.enabled`, value);
    if (this.#adopted) this.#world.whenIdle(() => this.#enable(enabled));
    else this.#enable(enabled);
  }

  /** @internal True if it is enabled, and so are those whose coordinates it reads. */
  get takesPart(): boolean {
    return this.enabled && this.sources.every(isEnabled);
  }

  /** Whether the connected bodies may collide with each other; default false. */
  get collideConnected(): boolean {
    return (this.settings & COLLIDE_CONNECTED) !== 0;
  }

  set collideConnected(value: boolean) {
    const collide = flag(`${this.label}.collideConnected`, value);
    this.setSettings(collide ? COLLIDE_CONNECTED : 0, collide ? 0 : COLLIDE_CONNECTED);
    if (this.#adopted) this.#world.collideAgain(this);
  }

  /** Softness of its locks; `null`: rigid. Throws `no-such-law` where there is no lock. */
  get softness(): SoftnessOptions | null {
    return softnessOfLocks(this);
  }

  set softness(value: SoftnessOptions | null) {
    softenLocks(this, value);
  }

  /** Cap of its locks on lengths and points, N. Throws `no-such-law` where there is none. */
  get maxForce(): number {
    return leastCapOfLocks(this, 'maxForce');
  }

  set maxForce(value: number | null) {
    capLocks(this, 'maxForce', value);
  }

  /** Cap of its locks on angles, N·m. Throws `no-such-law` where there is none. */
  get maxTorque(): number {
    return leastCapOfLocks(this, 'maxTorque');
  }

  set maxTorque(value: number | null) {
    capLocks(this, 'maxTorque', value);
  }

  /** Fastest removal of a position error, m/s (and, × π, rad/s). Default: the world's. */
  get maxCorrectionSpeed(): number {
    return this.read(MAX_CORRECTION) / this.requireWorld().lengthUnit;
  }

  set maxCorrectionSpeed(value: number) {
    const speed = speedLimit(`${this.label}.maxCorrectionSpeed`, value);
    this.setSettings(OWN_CORRECTION, 0);
    this.write(MAX_CORRECTION, speed * this.requireWorld().lengthUnit);
  }

  /** The solver of its island. Where joints of an island differ, `direct` wins over `iterative`, and that over `auto`. */
  get solver(): SolverChoice {
    return this.settings & PREFERS_DIRECT ? 'direct' : this.settings & PREFERS_ITERATIVE ? 'iterative' : 'auto';
  }

  set solver(value: SolverChoice) {
    const solver = this.#world.solverChoice(`${this.label}.solver`, value);
    if (solver === this.solver) return;
    this.setSettings(
      solver === 'direct' ? PREFERS_DIRECT : solver === 'iterative' ? PREFERS_ITERATIVE : 0,
      PREFERS_DIRECT | PREFERS_ITERATIVE,
    );
    this.islandChanged();
  }

  /** When it gives way; `null`: never. */
  get break(): BreakLaw | null {
    return BreakLaw.isOn(this) ? (this.#break ??= frozen(new BreakLaw(this))) : null;
  }

  set break(options: BreakOptions | null) {
    BreakLaw.assign(this, options);
  }

  /** How the overlay shows it. */
  get debug(): JointDebug {
    return (this.#debug ??= frozen(new JointDebug(this)));
  }

  set debug(options: JointDebugOptions) {
    this.debug.assign(options);
  }

  /**
   * How far each locked coordinate is off at the present poses, by its name: a pivot has `point` (world units), a weld `angle` (rad) and
   * `point`, a slider `angle` and `offset` (world units).
   */
  get error(): Readonly<Record<string, number>> {
    this.needRecord();
    const error = (this.#error ??= {});
    for (const c of this.#coordinates) {
      if (c.lock === null) delete error[c.name];
      else error[c.name] = c.error;
    }
    return error;
  }

  /** What the joint did to B in the last step. The object is reused: copy what you keep. */
  get reaction(): Reaction {
    return readReaction(this, (this.#reaction ??= noReaction()));
  }

  /**
   * The impulse of the last step on one of its bodies (`null`: the world): N·s, and N·m·s about its centre of mass (of the world: about the
   * origin). The turn that keeps the angular momentum of free bodies while a gap closes is in no joint's impulse. Throws `param-invalid` for
   * a body that is not one of its own.
   */
  impulseOn(body: Body | null, out: MutableImpulse = { x: 0, y: 0, angular: 0 }): MutableImpulse {
    this.needRecord();
    return this.#batch.type.impulseOn(this, body, readOut('impulseOn.out', out, 'angular'));
  }

  /** True if only limits act on it and no bound is met: a rope that hangs loose. */
  get isSlack(): boolean {
    this.needRecord();
    let limited = false;
    for (const c of this.#coordinates) {
      const acting = c.flags & ANY_LAW;
      if (acting === 0) continue;
      if (acting & ~(LOWER | UPPER)) return false;
      if (c instanceof PointCoordinate || c.metBound !== 0) return false;
      limited = true;
    }
    return limited;
  }

  /** True if all bodies that it could move are asleep. */
  get isSleeping(): boolean {
    if (!this.enabled) return false;
    const { store } = this.#world;
    let dynamic = false;
    for (let i = 0; i < this.#bodies.length; i++) {
      const body = this.#bodies[i];
      if (body?.type !== 'dynamic') continue;
      if (store.asleep[body.slot] === 0) return false;
      dynamic = true;
    }
    return dynamic;
  }

  /** Wakes its island. */
  wake(): void {
    this.needRecord();
    if (this.#adopted) this.#world.wakeJoint(this);
  }

  /**
   * A new joint of the same type with the same options, except for `overrides`, which replace single laws of a
   * coordinate and otherwise whole options. Read-outs and impulses start at 0; the id is new.
   */
  clone(overrides: Readonly<Record<string, unknown>> = {}): this {
    const world = this.requireWorld();
    const options = mergeOptions(this.definition, describeJoint(this), overrides);
    return world.members.adoptJoint(createJoint(world, this.definition, options)) as this;
  }

  /** Leaves the world; inside a step, after that step. May be called twice. */
  remove(): void {
    this.#world.requireUnmeasured();
    if (this.#slot >= 0) this.#world.members.removeJoint(this, 'removed');
  }

  /** Calls `listener` at every `event` of this joint; returns the function that unsubscribes it. */
  on<K extends keyof JointEvents>(event: K, listener: (event: JointEvents[K]) => void): () => void {
    this.needRecord();
    readListener('Joint.on', event, listener, JOINT_EVENTS);
    if (event === 'limit') this.#world.watchStops();
    return (this.#emitter ??= new Emitter<JointEvents>()).on(event, listener);
  }

  /** Ends what `on` began with this listener. */
  off<K extends keyof JointEvents>(event: K, listener: (event: JointEvents[K]) => void): void {
    this.needRecord();
    readListener('Joint.off', event, listener, JOINT_EVENTS);
    this.#emitter?.off(event, listener);
  }

  /** @internal */
  emit<K extends keyof JointEvents>(event: K, payload: JointEvents[K], errors: unknown[]): void {
    this.#emitter?.emit(event, payload, errors);
  }

  /** @internal Joints whose coordinates it reads: it rests while one of them is disabled, and leaves with the first that leaves. */
  get sources(): readonly Joint[] {
    return NO_JOINTS;
  }

  /** @internal Length of the last step in which it was solved, s: what its sums are of; 0 before the first. */
  get lastStep(): number {
    measureLastStep(this.batch, this.#slot, this.#world);
    return lastStep[0];
  }

  /** @internal Throws `joint-removed`. */
  needRecord(): void {
    this.#world.requireUnmeasured();
    if (this.#slot >= 0) return;
    throw new TenonError(
      'joint-removed',
      `Joint '${this.id}' was removed. Add a new one with world.joints.create('${this.type}', …).`,
      this.id,
    );
  }

  /** @internal The batch that its record is in; throws `joint-removed`. */
  get batch(): JointBatch {
    this.needRecord();
    return this.#batch;
  }

  /** @internal Where its numbers are; throws `joint-removed`. */
  record(): { batch: JointBatch; slot: number } {
    this.needRecord();
    return { batch: this.#batch, slot: this.#slot };
  }

  /** @internal */
  requireWorld(): World {
    this.needRecord();
    return this.#world;
  }

  /** @internal The islands of its bodies are found anew: it came or went, or has other laws or bodies. */
  islandChanged(): void {
    if (this.#adopted) for (const body of this.#bodies) this.#world.islandChanged(body?.slot ?? 0);
  }

  /** @internal It takes part in its world from now on. */
  adopt(): void {
    this.#adopted = true;
  }

  /** @internal Its place in the order of creation is this from now on. */
  takePlace(age: number): void {
    this.#age = age;
  }

  /** @internal Its record is in this slot of its batch from now on; −1: it has left. */
  takeSlot(slot: number): void {
    this.#slot = slot;
  }

  /** @internal Its record is in `slot` of `batch`, and ties these bodies. */
  sitAt(batch: JointBatch, slot: number, bodies: readonly (Body | null)[]): void {
    this.#batch = batch;
    this.#slot = slot;
    this.#bodies = frozen(bodies);
  }

  /** @internal A number of the row record. */
  read(field: number): number {
    this.needRecord();
    return this.#batch.rows[this.#slot * this.#batch.stride + field];
  }

  /** @internal Writes a number of the row record; a changed value wakes. */
  write(field: number, value: number): void {
    this.needRecord();
    const i = this.#slot * this.#batch.stride + field;
    if (this.#batch.rows[i] === value) return;
    this.#batch.rows[i] = value;
    this.wake();
  }

  /** @internal Writes a number of the row record of a joint that is being made: nobody is woken. */
  initialize(field: number, value: number): void {
    this.#batch.rows[this.#slot * this.#batch.stride + field] = value;
  }

  /** @internal A number of the joint's own settings. */
  setting(field: number): number {
    this.needRecord();
    return this.#batch.settings[this.#slot * SETTINGS_SIZE + field];
  }

  /** @internal */
  setSetting(field: number, value: number): void {
    this.needRecord();
    this.#batch.settings[this.#slot * SETTINGS_SIZE + field] = value;
  }

  /** @internal Bits of record.ts. */
  get settings(): number {
    return this.setting(JOINT_FLAGS);
  }

  /** @internal Turns bits off, then others on. */
  setSettings(on: number, off: number): void {
    this.setSetting(JOINT_FLAGS, (this.settings & ~off) | on);
    this.#batch.lawsChanged = true;
    if (this.#adopted) this.#world.members.noteBreakable(this);
  }

  /** @internal Brings value and Jacobian to the present poses. */
  measure(): void {
    this.needRecord();
    this.#batch.look(this.#slot, this.#world.store.pose);
    this.#batch.bringLaws(this.#slot);
  }

  /** @internal The same, and what is found from where it was found last, as the foot on a curve, is found from here next. */
  follow(): void {
    this.needRecord();
    this.#batch.measure(this.#slot, this.#world.store.pose);
    this.#batch.bringLaws(this.#slot);
  }

  /**
   * @internal A body is about to be put elsewhere, by these of its numbers. Where it was put by the same before is a place on its way, whether
   * somebody has looked or not; what is put elsewhere by one after the other, or with the other body, is on none in between.
   */
  leavePlace(body: Body, numbers: number): void {
    if (this.#batch.type.follows === undefined) return;
    const bits = numbers * (body === this.#bodies[0] ? PLACED_A : PLACED_B);
    const { settings } = this;
    const isAgain = (settings & bits) !== 0;
    if (isAgain) this.follow();
    this.setSetting(JOINT_FLAGS, (isAgain ? settings & ~PLACED : settings) | bits);
  }

  /** @internal It was made, its frames were set, or one of its bodies was put elsewhere: the next step looks how far it is apart. */
  noteApart(): void {
    const { batch, slot } = this.record();
    noteApart(batch, slot);
  }

  /** @internal What it holds rigidly, or what reads it does, is being moved by its owner. What was made since the last step held nowhere yet. */
  lead(): void {
    const { batch, slot } = this.record();
    if (this.#canBeLed() && this.#coordinates.some(isRigid)) noteLed(batch, slot);
    for (const reader of this.#readers) reader.lead();
  }

  /** @internal The same of what one of its coordinates holds. */
  leadBy(spec: CoordinateSpec): void {
    if (!this.#canBeLed()) return;
    this.measure();
    const { batch, slot } = this.record();
    if (holds(batch, slot, spec)) noteLed(batch, slot);
  }

  #canBeLed(): boolean {
    return this.takesPart && !(this.settings & PUT_APART);
  }

  /** @internal Rate of a scalar coordinate at the present poses and velocities. */
  rateOf(spec: CoordinateSpec): number {
    this.measure();
    measureRate(this.#batch, this.#slot, spec, this.#world.store.motion);
    return rate[0];
  }

  /** @internal What its impulses and servos hold is of other bodies, or of another time. */
  forget(): void {
    this.#batch.scaleImpulses(this.#slot, FORGET);
    forgetLoads(this.#batch, this.#slot);
    this.forgetStiffness();
  }

  /** @internal What is soft by hertz takes its stiffness anew, as do gears that read it: it had that by other masses, frames or ratios. */
  forgetStiffness(): void {
    for (const c of this.#coordinates) if (!(c instanceof PointCoordinate)) c.forgetStiffness();
    for (const reader of this.#readers) reader.forgetStiffness();
  }

  /** @internal Sets a number of its record that its effective masses depend on; a changed one wakes. */
  writeFrame(field: number, value: number): void {
    if (value === this.read(field)) return;
    this.write(field, value);
    this.lead();
    this.forgetStiffness();
  }

  /** @internal What nothing solves any longer has no last step to tell of: switched off, without laws, or without a body to move. */
  clearIfIdle(): void {
    const { batch, slot } = this.record();
    const isSolved =
      this.takesPart &&
      this.#coordinates.some(({ flags }) => flags & ANY_LAW) &&
      this.#bodies.some((body) => body?.type === 'dynamic');
    if (!isSolved) clearBooked(batch, slot);
  }

  #enable(enabled: boolean): void {
    if (this.#slot < 0 || enabled === this.enabled) return;
    this.wake();
    this.setSettings(enabled ? ENABLED : 0, enabled ? 0 : ENABLED);
    this.forget();
    this.clearIfIdle();
    for (const reader of this.#readers) reader.clearIfIdle();
    if (enabled) {
      this.definition.resume?.(this);
      this.noteApart();
    }
    this.#world.collideAgain(this);
    this.islandChanged();
    for (const reader of this.#readers) reader.islandChanged();
    this.wake();
  }
}
