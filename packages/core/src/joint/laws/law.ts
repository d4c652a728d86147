import { cap, knownKeys, positive } from '../../base/check';
import { refuse, TenonError } from '../../base/error';
import { S_STIFFNESS } from '../../coordinates/laws/law-fields';
import { WARM } from '../../coordinates/scalar';
import { readOnly } from '../../base/read-only';
import type { CapName, CoordinateBase } from '../coordinate-base';
import type { Joint } from '../joint';
import { bookedImpulse, type LawBook, readImpulse } from '../law-book';
import type { ScalarCoordinate } from '../scalar-coordinate';

/**
 * A law is a live object: its fields read and write the record, are checked, and wake the island on a changed value.
 * It stays the same object while it is on. While it is off its coordinate reads `null`, and whoever still holds it can neither read nor
 * write its fields: they throw `no-such-law`.
 */
export abstract class Law<C extends CoordinateBase = ScalarCoordinate> {
  readonly #coordinate: C;
  /** @internal */
  protected abstract readonly book: LawBook;

  /** @internal */
  constructor(coordinate: C) {
    readOnly(new.target.prototype as Law<C>, ({ path }) => path);
    this.#coordinate = coordinate;
  }

  /** @internal What every field reads and writes; throws `no-such-law` while the law is off. */
  protected get coordinate(): C {
    const c = this.#coordinate;
    const { bits, name } = this.book;
    if ((c.flags & bits) === 0) refuseOff(c.joint, `${c.name}.${name}`);
    return c;
  }

  /**
   * Mean force of the law over the last step, N or N·m: positive raises the coordinate; of a point the size of the force. 0 before the first
   * step.
   */
  get force(): number {
    const { joint, spec } = this.coordinate;
    const { batch, slot } = joint.record();
    readImpulse(batch, slot, spec, this.book);
    return this.coordinate.meanForce(bookedImpulse[0]);
  }

  /** Can only be read: throws `option-unknown`. */
  set force(value: never) {
    this.refuseSet('force', `be only read, as what the law did: its cap is ${this.coordinate.capName}`, value);
  }

  /** @internal The cap under whichever name, N or N·m. */
  get cap(): number {
    return this.coordinate.getCap(this.book.capBit, this.book.capField);
  }

  /** Greatest force of the law, N, 0 or more, of a point in any direction; Infinity: no cap. On angles set `maxTorque`: this throws `option-unknown`. */
  get maxForce(): number {
    return this.cap;
  }

  set maxForce(value: number | null) {
    this.#checkName('maxForce', value);
    this.setCap(value);
  }

  /** Greatest torque of the law, N·m, 0 or more; Infinity: no cap. On lengths and points set `maxForce`: this throws `option-unknown`. */
  get maxTorque(): number {
    return this.cap;
  }

  set maxTorque(value: number | null) {
    this.#checkName('maxTorque', value);
    this.setCap(value);
  }

  /** @internal Label for messages: `PivotJoint.angle.motor`. */
  protected get path(): string {
    return `${this.coordinate.path}.${this.book.name}`;
  }

  /** @internal Refuses a cap that does not go with the other fields. */
  protected checkCap?(most: number): void;

  /** @internal Checks and stores the cap. */
  protected setCap(value: number | null): void {
    const most = cap(`${this.path}.${this.coordinate.capName}`, value);
    this.checkCap?.(most);
    this.coordinate.setCap(this.book.capBit, this.book.capField, most);
  }

  /** @internal Refuses what is an option of the law and no property that can be set. */
  protected refuseSet(field: string, requirement: string, value: unknown): never {
    refuse('option-unknown', `${this.path}.${field}`, requirement, value);
  }

  #checkName(name: CapName, value: unknown): void {
    checkCapName(this.coordinate, this.path, name, value);
  }
}

/** Whoever holds a law that was switched off, named as on its joint, is told which one it is. */
export function refuseOff({ label, id }: Joint, law: string): never {
  const path = `${label}.${law}`;
  const message = `${path} of joint '${id}' is off. Switch it on with joint.${law} = { … }`;
  throw new TenonError('no-such-law', message, path);
}

function checkCapName({ capName }: { capName: CapName }, path: string, name: CapName, value: unknown): void {
  if (name !== capName) refuse('option-unknown', `${path}.${name}`, `be called ${capName} here`, value);
}

/** Reads the cap of a law under the name its coordinate gives it; the other name is refused. */
export function readCap(coordinate: { capName: CapName }, path: string, options: object): number {
  const { capName } = coordinate;
  const other = capName === 'maxForce' ? 'maxTorque' : 'maxForce';
  const given = options as Record<string, unknown>;
  if (given[other] !== undefined) checkCapName(coordinate, path, other, given[other]);
  return cap(`${path}.${capName}`, given[capName] ?? null);
}

/** Checks that the options of a law hold only its own keys and a cap. */
export function lawKeys(path: string, options: unknown, keys: readonly string[]): Record<string, unknown> {
  return knownKeys(path, options, [...keys, 'maxForce', 'maxTorque']);
}

/** Reads the effective mass of a law that is soft by so many hertz (0: it is not) as the stiffness of that; null where none is given. */
export function readEffectiveMass(c: ScalarCoordinate, path: string, value: unknown, hertz: number): number | null {
  if (value === undefined) return null;
  const name = `${path}.effectiveMass`;
  if (hertz === 0) refuse('option-conflict', name, 'be left out unless beside hertz', value);
  const stiffness = positive(name, value) * stiffnessPerMass(c, hertz);
  if (stiffness === 0 || stiffness === Infinity)
    refuse('param-invalid', name, 'give a stiffness that is a number', value);
  return stiffness;
}

/** The effective mass, kg or kg·m², whose stiffness a row soft by so many hertz has; null before it has one. */
export function effectiveMassOf(c: ScalarCoordinate, row: number, hertz: number): number | null {
  const stiffness = c.law(row + S_STIFFNESS);
  return stiffness === 0 ? null : stiffness / stiffnessPerMass(c, hertz);
}

/** Gives a soft row that stiffness; null leaves what it has. */
export function setStiffness(c: ScalarCoordinate, row: number, stiffness: number | null): void {
  if (stiffness !== null) c.setLaw(row + S_STIFFNESS, stiffness);
}

/** World units of stiffness per kg, or per kg·m², of effective mass. */
export function stiffnessPerMass({ stiffnessScale }: ScalarCoordinate, hertz: number): number {
  const omega = 2 * Math.PI * hertz;
  return omega * omega * stiffnessScale;
}

/** What is soft by the hertz in `field` goes on with the stiffness that it has, but at others. */
export function setHertz(c: ScalarCoordinate, field: number, row: number, hertz: number): void {
  if (hertz !== c.law(field)) c.clearStiffness(row);
  c.setLaw(field, hertz);
}

/** Takes the accumulated impulses of a law that is switched off out of the next warm start. */
export function forget(coordinate: ScalarCoordinate, fields: readonly number[], sign = 1): void {
  const { batch, slot } = coordinate.joint.record();
  const o = slot * batch.stride + coordinate.spec.at;
  const p = batch.lawsAt(slot, coordinate.spec.index);
  for (const field of fields) {
    batch.rows[o + WARM] -= sign * batch.laws[p + field];
    batch.laws[p + field] = 0;
  }
}
