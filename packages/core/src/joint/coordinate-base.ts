import { refuse, TenonError } from '../base/error';
import { readOnly } from '../base/read-only';
import { type CoordinateUnit, FORGET } from '../coordinates/coordinate';
import { ANY_LAW, HOLDING, HOLDS, NEEDS_RECORD } from '../coordinates/laws/law-fields';
import { GAUGE } from '../coordinates/scalar';
import { measuredError, measureError } from './coordinate-error';
import { power } from '../math/power';
import type { Joint } from './joint';
import type { CoordinateSpec } from './joint-type';

/** What caps are called: N on lengths and points, N·m on angles. */
export type CapName = 'maxForce' | 'maxTorque';

/** What sets a property that is only read. */
const INSTEAD = {
  value: 'a motor or spring with a target drives it, and bodies can be moved',
  rate: 'a motor with a speed drives it, and bodies have velocities',
  force: 'laws have caps',
};

/** What scalar and point coordinates share: access to their numbers in the records, checked and waking. */
export abstract class CoordinateBase {
  readonly #joint: Joint;
  /** @internal */
  readonly spec: CoordinateSpec;

  /** @internal Reached as a property of its joint: `hinge.angle`. */
  constructor(joint: Joint, spec: CoordinateSpec) {
    readOnly(new.target.prototype, ({ path }) => path, INSTEAD);
    this.#joint = joint;
    this.spec = spec;
  }

  /** What it is called on its joint: `angle`. */
  get name(): string {
    return this.spec.name;
  }

  /** The joint that measures it. */
  get joint(): Joint {
    return this.#joint;
  }

  /** Whether the value is a length (world units) or an angle (rad). */
  get unit(): CoordinateUnit {
    return this.spec.kind.unit;
  }

  /** How far it is off at the present poses: its value less that at which a lock or equal limits hold it, of a point the gap. 0 while nothing does. */
  get error(): number {
    this.#joint.measure();
    const { batch, slot } = this.#joint.record();
    measureError(batch, slot, this.spec);
    return measuredError[0];
  }

  /** @internal Label for messages: `PivotJoint.angle`. */
  get path(): string {
    return `${this.#joint.label}.${this.spec.name}`;
  }

  /** @internal What records multiply its value by. */
  get gauge(): number {
    this.#joint.needRecord();
    return this.spec.kind.isGauged === true ? this.row(GAUGE) : 1;
  }

  /** @internal World units of force per N, or of torque per N·m. */
  get forceScale(): number {
    return power(this.#joint.requireWorld().lengthUnit, 2 - this.#lengths) / this.gauge;
  }

  /** @internal World units of stiffness per N/m, or per N·m/rad. */
  get stiffnessScale(): number {
    return power(this.#joint.requireWorld().lengthUnit, 2 - 2 * this.#lengths) / (this.gauge * this.gauge);
  }

  /** Power of a length in its value: what is told of no unit counts as one. */
  get #lengths(): number {
    const { unit, lengths } = this.spec.kind;
    return lengths ?? (unit === 'angle' ? 0 : 1);
  }

  /** @internal What a cap of this coordinate is called. */
  get capName(): CapName {
    return this.spec.kind.unit === 'angle' ? 'maxTorque' : 'maxForce';
  }

  /** @internal A number of the row record. */
  row(field: number): number {
    const { batch, slot } = this.#joint.record();
    return batch.rows[slot * batch.stride + this.spec.at + field];
  }

  /** @internal A number of the laws record. */
  law(field: number): number {
    const { batch, slot } = this.#joint.record();
    return batch.laws[batch.lawsAt(slot, this.spec.index) + field];
  }

  /** @internal Writes a number of the laws record; a changed value wakes the island. */
  setLaw(field: number, value: number): void {
    const { batch, slot } = this.#joint.record();
    if (batch.laws[batch.lawsAt(slot, this.spec.index) + field] === value) return;
    this.addLaws();
    batch.laws[batch.lawsAt(slot, this.spec.index) + field] = value;
    this.#joint.wake();
  }

  /** @internal Its laws have a record from now on. */
  addLaws(): void {
    const { batch, slot } = this.#joint.record();
    // The direct step knows where it is.
    if (batch.addLaws(slot, this.spec)) this.#joint.islandChanged();
  }

  /** @internal Forgets or clears numbers without waking anybody. */
  clearLaw(...fields: readonly number[]): void {
    const { batch, slot } = this.#joint.record();
    for (const field of fields) batch.laws[batch.lawsAt(slot, this.spec.index) + field] = 0;
  }

  /** @internal A cap: none clears its bit, so that no array holds an infinity. */
  setCap(bit: number, field: number, value: number): void {
    const none = value === Infinity;
    this.setFlags(none ? 0 : bit, none ? bit : 0);
    this.setLaw(field, none ? 0 : value * this.forceScale);
  }

  /** @internal */
  getCap(bit: number, field: number): number {
    return this.flags & bit ? this.law(field) / this.forceScale : Infinity;
  }

  /** @internal Mean force of the last step from an impulse summed over it. */
  meanForce(impulse: number): number {
    const { lastStep } = this.#joint;
    return lastStep > 0 ? impulse / lastStep / this.forceScale : 0;
  }

  /** @internal Bits of law-fields.ts. */
  get flags(): number {
    return this.row(this.spec.kind.flagsAt);
  }

  /** @internal Turns bits on, then others off; a change wakes the island. */
  setFlags(on: number, off: number): void {
    const before = this.flags;
    const after = (before | on) & ~off;
    if (after === before) return;
    const { joint, spec } = this;
    const { batch, slot } = joint.record();
    const o = slot * batch.stride + spec.at;
    if (after & NEEDS_RECORD) this.addLaws();
    batch.rows[o + spec.kind.flagsAt] = after;
    batch.lawsChanged = true;
    if ((after & ANY_LAW) === 0) {
      // A coordinate without laws keeps no impulse that a later warm start could apply.
      spec.kind.scaleImpulses(batch.rows, o, batch.laws, batch.lawsAt(slot, spec.index), FORGET);
      joint.clearIfIdle();
    }
    this.lawsChanged?.();
    if ((before ^ after) & HOLDING) joint.leadBy(spec);
    if (this.changesIsland(before, after)) joint.islandChanged();
    joint.wake();
  }

  /** @internal Follows a change of its bits. */
  protected lawsChanged?(): void;

  /** @internal The direct step has rows for coordinates under laws only, and 'auto' asks whether any is held. */
  protected changesIsland(before: number, after: number): boolean {
    return ((before ^ after) & HOLDS) !== 0 || ((before & ANY_LAW) === 0) !== ((after & ANY_LAW) === 0);
  }

  /** @internal Sets those that are given, in the order of `names`. */
  protected assignLaws(given: Readonly<Record<string, unknown>>, names: readonly string[]): void {
    for (const name of names) if (given[name] !== undefined) Object.assign(this, { [name]: given[name] });
  }

  /** @internal Throws unless exactly one of the keys is there. */
  onlyOneOf(path: string, value: object, keys: readonly string[]): string {
    const given = keys.filter((key) => (value as Record<string, unknown>)[key] !== undefined);
    if (given.length > 1)
      throw new TenonError(
        'option-conflict',
        `${path} takes one of ${keys.join(', ')}, got ${given.join(' and ')}`,
        path,
        value,
      );
    if (given.length === 0) refuse('option-missing', path, `have one of ${keys.join(', ')}`, value);
    return given[0];
  }
}
