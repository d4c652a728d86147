import { closed, didYouMean, isObject } from '../base/check';
import { quote, refuse, TenonError } from '../base/error';
import type { BuiltInHandles, BuiltInJoints } from '../joints/index';
import { readOnly } from '../base/read-only';
import type { Roster } from '../base/roster';
import type { World } from '../world/world';
import { createJoint } from './create-joint';
import type { JointOf, OptionsOf } from './define-joint';
import type { Joint } from './joint';
import type { JointType } from './joint-type';
import { createPreset, type Preset } from './preset';
import type { JointRegistry } from './registry';

type Creatable = JointType | Preset;

/** What `create` makes a joint from: a name of the registry, or a type or preset as a value. */
export type JointSource = keyof JointRegistry | Creatable;

/** The joint that `create` makes from a source. */
export type JointFrom<S extends JointSource> = Made<S> extends Preset<infer T> ? HandleOf<T> : HandleOf<Made<S>>;

/** The options that `create` takes for a source. */
export type OptionsFor<S extends JointSource> = Listed<
  Made<S> extends Preset<infer T, infer F, infer O> ? F & Omit<OptionsOf<T>, keyof F | O> : OptionsOf<Made<S>>
>;

type Made<S> = S extends keyof JointRegistry ? JointRegistry[S] : S;

/** A built-in joint under its name, which an editor shows instead of what it is made of. */
type HandleOf<T> = T extends { readonly name: infer N extends keyof BuiltInHandles }
  ? T extends BuiltInJoints[N]
    ? BuiltInHandles[N]
    : JointOf<T>
  : JointOf<T>;

/** The same as one list, which an editor shows instead of what it is made of. */
type Listed<T> = T extends unknown ? { [K in keyof T]: T[K] } : never;

/** The joint that a name of the registry makes. */
export type JointNamed<K extends keyof JointRegistry> = JointFrom<K>;

/** The joints of a world, in order of creation. One made inside a step is listed after it. */
export class JointCollection implements Iterable<Joint> {
  readonly #world: World;
  readonly #roster: Roster<Joint>;
  readonly #types: Map<string, Creatable>;

  /** @internal */
  constructor(world: World, roster: Roster<Joint>, types: ReadonlyMap<string, Creatable>) {
    this.#world = world;
    this.#roster = roster;
    this.#types = new Map(types);
    // As a function of its own: const { create } = world.joints.
    Object.defineProperty(this, 'create', { value: this.create.bind(this) });
    readOnly(JointCollection.prototype, () => 'World.joints');
    closed(this);
  }

  /** How many there are. */
  get size(): number {
    return this.#roster.size;
  }

  /**
   * Makes a joint: `create('pivot', { bodyB: crank, anchor: [0, 0] })`. The type is a name, or a value such as `PivotJoint`. The joint takes
   * part at once; made inside a step, it is listed, announced and takes part after that step.
   */
  create<S extends JointSource>(type: S, options: OptionsFor<S>): JointFrom<S>;
  create(type: JointSource, options: object): Joint {
    return isCreatable(type) ? this.#make(type, options) : this.createNamed(type, options);
  }

  /** @internal The same for a name and options that no type describes: those of a scene. */
  createNamed(name: string, options: object): Joint {
    const found = this.find(name);
    if (found === null) {
      throw new TenonError(
        'type-unknown',
        `joints.create does not know ${quote(name)}. ${this.#otherThan(name)}`,
        'type',
        name,
      );
    }
    return this.#make(found, options);
  }

  /** Lets `create` know a type or preset by its name. `@tenon/core` knows every built-in one, `@tenon/core/bare` none. */
  register(type: Creatable): void {
    if (!isCreatable(type)) refuse('param-invalid', 'joints.register.type', 'be a joint type or a preset', type);
    this.#types.set(type.name, type);
  }

  /** Names that `create` knows. */
  get names(): string[] {
    return [...this.#types.keys()];
  }

  /** Every joint, the oldest first. */
  [Symbol.iterator](): IterableIterator<Joint> {
    return this.#roster[Symbol.iterator]();
  }

  /** @internal The type or preset of that name, or null. */
  find(name: unknown): Creatable | null {
    return typeof name === 'string' ? (this.#types.get(name) ?? null) : null;
  }

  #make(found: Creatable, options: object): Joint {
    if (!isObject(options))
      refuse('param-invalid', 'joints.create.options', 'be an object such as { bodyA, bodyB, anchor }', options);
    this.#world.beforeRead();
    const given = { ...options };
    return this.#world.members.adoptJoint(
      'preset' in found ? createPreset(this.#world, found, given) : createJoint(this.#world, found, given),
    );
  }

  #otherThan(name: unknown): string {
    if (this.names.length === 0) return 'It knows no types: register one';
    return didYouMean(typeof name === 'string' ? name : '', this.names);
  }
}

function isCreatable(type: unknown): type is Creatable {
  return typeof type === 'object' && type !== null && ('preset' in type || 'coordinates' in type);
}
