import { Body } from '../body/body';
import { closed, didYouMean, knownKeys } from '../base/check';
import { refuse, TenonError } from '../base/error';
import { COMMON } from '../joint/create-joint';
import { rebind } from '../joint/rebind';
import { type VecLike, VecView } from '../math/vec2';
import { ConstraintInstance, type InstanceOptions } from '../user/constraint-instance';
import type { SymbolicParameter } from './4-derive';
import type { SymbolicProgram } from './program';
import { readValue } from './program-record';
import { LABEL, programType, type ProgramType } from './program-type';

/** What a constraint of a program takes: its bodies (`null`: the world itself) and parameters by name, and what all joints take. */
export type SymbolicOptions<P extends SymbolicProgram = SymbolicProgram> =
  P extends SymbolicProgram<infer B, infer V, infer S>
    ? InstanceOptions &
        (string extends B
          ? Readonly<Record<string, unknown>>
          : { readonly [K in Exclude<B, keyof InstanceOptions>]?: Body | null } & {
              readonly [K in Exclude<V, keyof InstanceOptions>]?: VecLike;
            } & { readonly [K in Exclude<S, keyof InstanceOptions>]?: number })
    : never;

/** A constraint of a program, with a property for each of its names that no constraint has itself. Vectors are live; a new one is set by assignment, too. */
export type SymbolicInstance<P extends SymbolicProgram = SymbolicProgram> =
  P extends SymbolicProgram<infer B, infer V, infer S>
    ? SymbolicConstraint<P> &
        (string extends B
          ? unknown
          : { [K in Exclude<B, keyof SymbolicConstraint>]: Body | null } & {
              readonly [K in Exclude<V, keyof SymbolicConstraint>]: VecView;
            } & { [K in Exclude<S, keyof SymbolicConstraint>]: number })
    : never;

type BodyOf<P> = P extends SymbolicProgram<infer B> ? B : never;
type VectorOf<P> = P extends SymbolicProgram<string, infer V> ? V : never;
type ScalarOf<P> = P extends SymbolicProgram<string, string, infer S> ? S : never;

/**
 * A constraint of a program of the symbolic language, made by `symbolic(source)`, or by `new SymbolicConstraint(program)` of a module that
 * `tenon-symbolic` has written. It is in no world until `world.add(constraint)`; all it has can be read and written before.
 */
export class SymbolicConstraint<P extends SymbolicProgram = SymbolicProgram> extends ConstraintInstance {
  /** Its text, its names, and what its rows are measured in. */
  readonly program: P;
  readonly #type: ProgramType;
  /** What it was told, by name: a body, a number, both numbers of a vector. */
  readonly #bodies = new Map<string, Body | null>();
  readonly #values = new Map<string, readonly number[]>();
  readonly #vectors = new Map<string, VecView>();

  /** Throws `option-unknown` for what is neither a name of its program nor an option of every joint. */
  constructor(program: P, options?: SymbolicOptions<P>) {
    const names = [...program.bodies, ...program.parameters.map(({ name }) => name)];
    const given = knownKeys(LABEL, options ?? {}, [...COMMON, ...names]);
    const isCommon = (name: string): boolean => COMMON.some((common) => common === name);
    super(Object.fromEntries(Object.entries(given).filter(([name]) => isCommon(name))), []);
    this.program = program;
    this.#type = programType(program);
    for (const name of names) if (!(name in this)) Object.defineProperty(this, name, this.#property(name));
    const isGiven = (name: string): boolean => Object.hasOwn(given, name) && !isCommon(name);
    for (const name of program.bodies) if (isGiven(name)) this.#setBody(name, given[name]);
    for (const parameter of program.parameters)
      if (isGiven(parameter.name)) this.#setValue(parameter, given[parameter.name]);
    closed(this);
  }

  /** @internal */
  override get label(): string {
    return LABEL;
  }

  /** The body of a slot; null: the world itself, or none yet. */
  getBody(name: BodyOf<P>): Body | null {
    return this.#bodyOf(name);
  }

  /** `null`: the world itself. In a world as `bodyA` of a joint is set. Throws `option-unknown` for another name. */
  setBody(name: BodyOf<P>, body: Body | null): this {
    this.#setBody(name, body);
    return this;
  }

  /** A vector, live: `getVector('anchor').x += 1`. NaN until it is given. */
  getVector(name: VectorOf<P>): VecView {
    return this.#viewOf(this.#parameterOf(name, 'vector'));
  }

  /** World units where it is a length. Throws `param-invalid` for what breaks a `limit` of the program. */
  setVector(name: VectorOf<P>, value: VecLike): this {
    this.#setValue(this.#parameterOf(name, 'vector'), value);
    return this;
  }

  /** A number. NaN until it is given. */
  getScalar(name: ScalarOf<P>): number {
    return this.#numberOf(this.#parameterOf(name, 'scalar'), 0);
  }

  /** World units where it is a length. Throws `param-invalid` for what breaks a `limit` of the program, and `limits-reversed`. */
  setScalar(name: ScalarOf<P>, value: number): this {
    this.#setValue(this.#parameterOf(name, 'scalar'), value);
    return this;
  }

  /** One with the same bodies, parameters and options, in no world. Laws that its rows were given are not among them. */
  clone(): this {
    const clone = new SymbolicConstraint(this.program) as this;
    Object.assign(clone, this.common);
    for (const name of this.#bodies.keys()) clone.#setBody(name, this.#bodyOf(name));
    for (const parameter of this.program.parameters) {
      if (!this.#values.has(parameter.name)) continue;
      clone.#setValue(parameter, parameter.type === 'vector' ? this.#viewOf(parameter) : this.#numberOf(parameter, 0));
    }
    return clone;
  }

  /** @internal */
  protected override prepareToAdd(): ReturnType<ConstraintInstance['prepareToAdd']> {
    const bodies = this.program.bodies.map((name) => {
      const body = this.#bodies.get(name);
      if (body === undefined) refuse('option-missing', `${LABEL}.${name}`, 'be a body, or null for the world', body);
      return body;
    });
    const values = this.program.parameters.flatMap(({ name, type }) => {
      const numbers = this.#values.get(name);
      return numbers === undefined ? [] : [[name, type === 'vector' ? numbers : numbers[0]]];
    });
    return { type: this.#type.type, bodies, laws: { values: Object.fromEntries(values) as unknown } };
  }

  /** @internal */
  protected override lawsChanged(): void {
    this.#type.hold(this.requireJoint());
  }

  #property(name: string): PropertyDescriptor {
    const parameter = this.program.parameters.find((one) => one.name === name);
    if (parameter === undefined)
      return { enumerable: true, get: () => this.#bodyOf(name), set: (body: unknown) => this.#setBody(name, body) };
    return {
      enumerable: true,
      get: () => (parameter.type === 'vector' ? this.#viewOf(parameter) : this.#numberOf(parameter, 0)),
      set: (value: unknown) => this.#setValue(parameter, value),
    };
  }

  #bodyOf(name: string): Body | null {
    const slot = this.#slotOf(name);
    return this.live === null ? (this.#bodies.get(name) ?? null) : this.live.bodies[slot];
  }

  #setBody(name: string, body: unknown): void {
    const slot = this.#slotOf(name);
    if (body !== null && !(body instanceof Body))
      refuse('param-invalid', `${LABEL}.${name}`, 'be a body or null', body);
    if (this.live !== null) rebind(this.live, slot, body);
    this.#bodies.set(name, body);
  }

  #viewOf(parameter: SymbolicParameter): VecView {
    const view =
      this.#vectors.get(parameter.name) ??
      new VecView(
        (axis) => this.#numberOf(parameter, axis),
        (x, y) => this.#setValue(parameter, [x, y]),
      );
    this.#vectors.set(parameter.name, view);
    return view;
  }

  #setValue(parameter: SymbolicParameter, value: unknown): void {
    const numbers = readValue(`${LABEL}.${parameter.name}`, parameter, value);
    if (this.live !== null) this.#type.setValue(this.live, parameter, value);
    this.#values.set(parameter.name, numbers);
  }

  #numberOf(parameter: SymbolicParameter, axis: 0 | 1): number {
    if (this.live !== null) return this.#type.valueAt(this.live, parameter, axis);
    return (this.#values.get(parameter.name) ?? parameter.default)?.[axis] ?? NaN;
  }

  #slotOf(name: string): number {
    const slot = this.program.bodies.indexOf(name);
    return slot < 0 ? this.#refuseName(name, 'body', this.program.bodies) : slot;
  }

  #parameterOf(name: string, type: SymbolicParameter['type']): SymbolicParameter {
    const those = this.program.parameters.filter((parameter) => parameter.type === type);
    return (
      those.find((parameter) => parameter.name === name) ??
      this.#refuseName(
        name,
        type,
        those.map((one) => one.name),
      )
    );
  }

  #refuseName(name: string, type: string, known: readonly string[]): never {
    const message = `${LABEL}: the program has no ${type} '${name}'. ${didYouMean(name, known)}`;
    throw new TenonError('option-unknown', message, `${LABEL}.${name}`, name);
  }
}
