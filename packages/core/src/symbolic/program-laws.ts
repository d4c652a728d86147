import type { JointBatch } from '../batches/joint-batch';
import type { Body } from '../body/body';
import { TenonError } from '../base/error';
import type { RowUnit } from '../coordinates/coordinate';
import type { Joint } from '../joint/joint';
import type { ScalarOptions } from '../joint/scalar-coordinate';
import {
  applyLaws,
  type Held,
  LAW_NUMBERS,
  moveBounds,
  rememberLaws,
  RIGID,
  type Row,
  rowLaws,
} from '../user/row-laws';
import type { World } from '../world/world';
import type { SymbolicRow } from './4-derive';
import { POSE } from './layout';
import { createMemory, type SymbolicProgram } from './program';
import type { ProgramRecord } from './program-record';

/** The laws of the rows of a program: they follow from its parameters, and go on with those that move. */
export class ProgramLaws {
  readonly rows: readonly Row[];
  readonly #label: string;
  readonly #program: SymbolicProgram;
  readonly #record: ProgramRecord;
  readonly #held = new WeakMap<Joint, Held>();
  readonly #numbers: Float64Array;

  constructor(label: string, record: ProgramRecord) {
    const { program } = record;
    this.#label = label;
    this.#program = program;
    this.#record = record;
    this.#numbers = new Float64Array(LAW_NUMBERS * program.rows.length);
    this.rows = program.rows.map((row, i) => ({ unit: unitOf(row), isRate: i >= program.positionRows }));
  }

  /** Of a joint that is to be made, or given other parameters. Throws `param-invalid` where these break a `limit`, and `limits-reversed`. */
  of(
    given: Float64Array,
    side: 1 | -1,
    bodies: readonly (Body | null)[],
    lengthUnit: number,
    held: Held,
  ): ScalarOptions[] {
    return this.#from(this.#lay(this.#record.turned(given, side), bodies, lengthUnit), held);
  }

  /** Of a joint that is being made: remembers what it was given. */
  begin(joint: Joint, held: Held): void {
    this.#held.set(joint, held);
    this.#record.layNow(joint);
    rememberLaws(joint, this.#record.lawsAt, this.#numbersOf(this.#record.laid));
  }

  /** Throws where these parameters of a joint break a limit. */
  check(joint: Joint, given: Float64Array): void {
    const { batch, slot } = joint.record();
    this.of(
      given,
      this.#record.sideOf(batch, slot),
      joint.bodies,
      joint.requireWorld().lengthUnit,
      this.#heldOf(joint),
    );
  }

  /** Throws where the parameters of a joint that is being measured have come to break a limit. */
  checkMoved(batch: JointBatch, j: number, joint: Joint, world: World, offsets: Int32Array): void {
    if (!this.#record.isBroken(batch, j)) return;
    this.#record.lay(batch, j, joint, world, offsets);
    this.#from(this.#record.laid, this.#heldOf(joint));
  }

  /** Gives the rows of a joint what has become other, or all. */
  apply(joint: Joint, all = false): void {
    this.#record.layNow(joint);
    this.#from(this.#record.laid, this.#heldOf(joint));
    const numbers = this.#numbersOf(this.#record.laid);
    applyLaws(joint, this.#record.lawsAt, this.rows, this.#heldOf(joint), numbers, all);
    this.#record.setBroken(joint, false);
  }

  /** Parameters have moved. Those that break a limit let the rows rest until they do no more. True if some move on. */
  follow(joint: Joint): boolean {
    const moves = this.#record.layNow(joint);
    let isBroken = this.#brokenLimit(this.#record.laid) !== null;
    if (!isBroken && !moveBounds(joint, this.#record.lawsAt, this.#numbersOf(this.#record.laid))) {
      try {
        this.apply(joint);
      } catch {
        // Who measures it says why.
        isBroken = true;
      }
    }
    this.#record.setBroken(joint, isBroken);
    return moves;
  }

  #heldOf(joint: Joint): Held {
    return this.#held.get(joint) ?? RIGID;
  }

  /** The laws that follow from what `measureLaws` wrote. */
  #from(laid: Float64Array, held: Held): ScalarOptions[] {
    const broken = this.#brokenLimit(laid);
    if (broken !== null) {
      const { text, at } = broken;
      const [value, lower, upper] = laid.subarray(at, at + 3);
      const message = `${this.#label}: '${text}' does not hold: ${value} is not between ${lower} and ${upper}`;
      throw new TenonError('param-invalid', message, this.#label, value);
    }
    const numbers = this.#numbersOf(laid);
    return this.rows.map((row, i) => rowLaws(this.#label, row, held, numbers, i));
  }

  /** Numbers of its rows from what `measureLaws` wrote. */
  #numbersOf(laid: Float64Array): Float64Array {
    const { laws } = this.#program;
    const numbers = this.#numbers;
    this.rows.forEach(({ isRate }, i) => {
      const to = LAW_NUMBERS * i;
      numbers[to] = isRate ? 0 : laid[laws.lower + i];
      numbers[to + 1] = isRate ? 0 : laid[laws.upper + i];
      numbers[to + 2] = laid[laws.forceLower + i];
      numbers[to + 3] = laid[laws.forceUpper + i];
      numbers[to + 4] = laid[laws.hertz + i];
      numbers[to + 5] = laid[laws.dampingRatio + i];
    });
    return numbers;
  }

  /** What `measureLaws` writes, where no joint has these numbers yet. */
  #lay(given: Float64Array, bodies: readonly (Body | null)[], lengthUnit: number): Float64Array {
    const program = this.#program;
    const { laws, paramsSize, stateSize } = program;
    const fixed = paramsSize - 1 - 2 * bodies.length;
    const params = new Float64Array(paramsSize);
    params.set(given.subarray(0, fixed));
    bodies.forEach((body, i) => params.set([body?.mass ?? Infinity, body?.inertia ?? Infinity], fixed + 2 * i));
    params[paramsSize - 1] = lengthUnit;
    // Bounds are of parameters: where bodies are does not matter.
    const state = new Float64Array(stateSize);
    state.set(given.subarray(fixed), POSE * bodies.length);
    const memory = createMemory(program);
    const laid = new Float64Array(laws.size);
    program.prepare(params, memory);
    program.measureLaws(state, memory, laid);
    return laid;
  }

  /** The first `limit e lower upper` that does not hold, and where its three numbers are. */
  #brokenLimit(laid: Float64Array): { readonly text: string; readonly at: number } | null {
    const { laws, limits } = this.#program;
    let at = laws.limits;
    for (const { text, entries } of limits)
      for (const end = at + 3 * entries; at < end; at += 3)
        if (!(laid[at + 1] <= laid[at] && laid[at] <= laid[at + 2])) return { text, at };
    return null;
  }
}

/** What its value is measured in: decides what its forces are. */
function unitOf({ length }: SymbolicRow): RowUnit {
  return length === 0 ? 'angle' : `length^${length}`;
}
