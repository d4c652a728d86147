import type { Body } from '../body/body';
import { cap, flag, frozen, knownKeys, oneOf, speedLimit } from '../base/check';
import { refuse } from '../base/error';
import type { BreakOptions } from '../joint/breaking/break-law';
import { COMMON, createJoint } from '../joint/create-joint';
import type { Joint, SolverChoice } from '../joint/joint';
import type { JointDebugOptions } from '../joint/joint-debug';
import type { CappedForce, CappedTorque, JointCommonOptions } from '../joint/joint-options';
import type { JointType } from '../joint/joint-type';
import type { SoftnessOptions } from '../joint/law-options';
import { readSoftness } from '../joint/laws/lock-law';
import type { Reaction } from '../batches/reactions';
import type { ScalarCoordinate } from '../joint/scalar-coordinate';
import type { MutableImpulse } from '../math/vec2';
import { readOnly } from '../base/read-only';
import type { World } from '../world/world';
import { SOLVERS } from '../world/world-options';

/** What every constraint made with `new` takes: what joints do, but for their bodies. */
export type InstanceOptions = Omit<JointCommonOptions, 'bodyA' | 'bodyB'> & CappedForce & CappedTorque;

type Given = { -readonly [K in (typeof COMMON)[number]]?: InstanceOptions[K] };

const NONE: readonly ScalarCoordinate[] = frozen([]);

/**
 * A constraint that is made with `new`. Until `world.add(constraint)` it is in no world, and what it is told is kept for then; from there on it is
 * a joint of that world. It may be added again once it was removed, with all it was told beside the laws of its rows.
 */
export abstract class ConstraintInstance {
  readonly #given: Given = {};
  #joint: Joint | null = null;

  /** Checks what is given. `own`: names of options beside those of every joint. */
  constructor(options: InstanceOptions, own: readonly string[]) {
    readOnly(new.target.prototype, ({ label }) => label);
    knownKeys(this.label, options, [...COMMON, ...own]);
    for (const name of COMMON)
      if (name !== 'id' && options[name] !== undefined) Object.assign(this, { [name]: options[name] });
    if (options.id !== undefined) this.#given.id = options.id;
  }

  /** @internal How errors call it. */
  get label(): string {
    return this.constructor.name;
  }

  /** The joint that it is, or was last, in its world: for `inspect`, events and all else that takes joints. Null before. */
  get joint(): Joint | null {
    return this.#joint;
  }

  /** The world it is in, or null. */
  get world(): World | null {
    return this.#joint?.world ?? null;
  }

  /** Unique in its world; null until it is known. */
  get id(): string | null {
    return this.live?.id ?? this.#given.id ?? null;
  }

  /** Its rows, each with every law; none until it is in a world. Frozen. */
  get rows(): readonly ScalarCoordinate[] {
    return (this.live?.coordinates as readonly ScalarCoordinate[] | undefined) ?? NONE;
  }

  /** False: it is there, but holds nothing. Default true. */
  get enabled(): boolean {
    return this.#get('enabled', true);
  }

  set enabled(value: boolean) {
    this.#set('enabled', flag(`${this.label}.enabled`, value));
  }

  /** Whether its bodies may collide; default false. */
  get collideConnected(): boolean {
    return this.#get('collideConnected', false);
  }

  set collideConnected(value: boolean) {
    this.#set('collideConnected', flag(`${this.label}.collideConnected`, value));
  }

  /** Yours; never read by Tenon. */
  get userData(): unknown {
    return this.live?.userData ?? this.#given.userData;
  }

  set userData(value: unknown) {
    this.#set('userData', value);
  }

  /** Softness of what holds its rows; `null`, the default: rigid. */
  get softness(): SoftnessOptions | null {
    return this.#given.softness ?? null;
  }

  set softness(value: SoftnessOptions | null) {
    readSoftness(`${this.label}.softness`, value);
    this.#hold('softness', value);
  }

  /** Cap of what holds its rows that are lengths or numbers, N; default `Infinity`. */
  get maxForce(): number {
    return this.#given.maxForce ?? Infinity;
  }

  set maxForce(value: number | null) {
    this.#hold('maxForce', cap(`${this.label}.maxForce`, value));
  }

  /** Cap of what holds its rows that are angles, N·m; default `Infinity`. */
  get maxTorque(): number {
    return this.#given.maxTorque ?? Infinity;
  }

  set maxTorque(value: number | null) {
    this.#hold('maxTorque', cap(`${this.label}.maxTorque`, value));
  }

  /** Fastest removal of a position error, m/s (and, × π, rad/s); `null`: as its world has it, once it is in one. */
  get maxCorrectionSpeed(): number | null {
    return this.#get('maxCorrectionSpeed', null);
  }

  set maxCorrectionSpeed(value: number) {
    this.#set('maxCorrectionSpeed', speedLimit(`${this.label}.maxCorrectionSpeed`, value));
  }

  /** The solver of its island, as of a joint; default `auto`. */
  get solver(): SolverChoice {
    return this.#get('solver', 'auto');
  }

  set solver(value: SolverChoice) {
    this.#set('solver', oneOf(`${this.label}.solver`, value, SOLVERS));
  }

  /** When it gives way; `null`, the default: never. In a world its fields are live. */
  get break(): BreakOptions | null {
    return this.#get('break', null);
  }

  set break(value: BreakOptions | null) {
    if (value !== null)
      knownKeys(`${this.label}.break`, value, ['force', 'torque', 'error', 'energy', 'laws', 'remove']);
    this.#set('break', value);
  }

  /** How the overlay shows it. */
  get debug(): JointDebugOptions {
    return this.#get('debug', {});
  }

  set debug(value: JointDebugOptions) {
    knownKeys(`${this.label}.debug`, value, ['visible', 'color', 'label']);
    this.#set('debug', value);
  }

  /** Error of each row that is held, at the present poses; nothing until it is in a world. */
  get error(): Readonly<Record<string, number>> {
    return this.live?.error ?? {};
  }

  /** What it did to its second body in the last step. Throws `joint-removed` until it is in a world. */
  get reaction(): Reaction {
    return this.requireJoint().reaction;
  }

  /** World impulse of the last step on one of its bodies, as of a joint. Throws `joint-removed` until it is in a world. */
  impulseOn(body: Body | null, out?: MutableImpulse): MutableImpulse {
    return this.requireJoint().impulseOn(body, out);
  }

  /** True if all bodies that it could move are asleep. */
  get isSleeping(): boolean {
    return this.live?.isSleeping ?? false;
  }

  /** Wakes its island. */
  wake(): void {
    this.live?.wake();
  }

  /** Leaves its world; inside a step, after that step. May be called twice. */
  remove(): void {
    this.#joint?.remove();
  }

  /** @internal */
  addTo(world: World): void {
    if (this.world !== null) refuse('param-invalid', this.label, 'be removed from its world first', this.id);
    const before = this.#joint;
    const { type, bodies, laws } = this.prepareToAdd();
    const slots = Object.fromEntries(bodies.map((body, i) => [type.bodyKeys[i], body]));
    const { softness: _, maxForce: __, maxTorque: ___, ...options } = this.#given;
    world.beforeRead();
    try {
      const joint = createJoint(world, type, { ...options, ...slots, ...laws, instance: this });
      joint.on('broken', () => this.broken?.());
      world.members.adoptJoint(joint);
    } catch (error) {
      this.#joint = before;
      throw error;
    }
  }

  /** @internal It is this joint from now on. */
  attach(joint: Joint): void {
    this.#joint = joint;
  }

  /** Called after the step in which it gave way. */
  protected broken?(): void;

  /** @internal Its type, bodies by slot and laws by row. */
  protected abstract prepareToAdd(): {
    readonly type: JointType;
    readonly bodies: readonly (Body | null)[];
    readonly laws: Readonly<Record<string, unknown>>;
  };

  /** @internal What holds all its rows is to be softer, or to bear less. */
  protected abstract lawsChanged(): void;

  /** @internal Its joint while it is in a world, else null. */
  protected get live(): Joint | null {
    return this.world === null ? null : this.#joint;
  }

  /** @internal Throws `joint-removed` until it is in a world. */
  protected requireJoint(): Joint {
    return this.live ?? refuse('joint-removed', this.label, 'be in a world: call world.add first', this.id);
  }

  /** @internal What every joint takes, as it was told, but for its id. */
  protected get common(): InstanceOptions {
    const { id: _, ...options } = this.#given;
    return options;
  }

  /** Where its rows cannot be held so, it stays as it was. */
  #hold<K extends 'softness' | 'maxForce' | 'maxTorque'>(name: K, value: Given[K]): void {
    const before = this.#given[name];
    this.#given[name] = value;
    try {
      if (this.live !== null) this.lawsChanged();
    } catch (error) {
      this.#given[name] = before;
      throw error;
    }
  }

  #get<T>(name: keyof Given, usual: T): T {
    const from: Partial<Record<keyof Given, unknown>> = this.live ?? this.#given;
    return (from[name] ?? usual) as T;
  }

  /** For now, and for when it is added again. */
  #set<K extends keyof Given>(name: K, value: Given[K]): void {
    const { live } = this;
    if (live !== null) Object.assign(live, { [name]: value });
    this.#given[name] = value;
  }
}
