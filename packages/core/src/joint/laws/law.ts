import { cap, knownKeys } from '../../check';
import { refuse } from '../../error';
import { WARM } from '../../coordinates/scalar';
import type { CapName } from '../coordinate-base';
import type { ScalarCoordinate } from '../scalar-coordinate';

/**
 * A law is a live object: its fields read and write the record, are checked, and wake the island on a changed value.
 * It stays the same object while it is on; when it is off its coordinate reads `null`.
 */
abstract class Law {
  /** @internal */
  protected readonly coordinate: ScalarCoordinate;

  /** @internal */
  constructor(coordinate: ScalarCoordinate) {
    this.coordinate = coordinate;
  }

  /** What the law did: mean of the last step, N or N·m; positive raises the coordinate. 0 before the first step. */
  abstract get force(): number;
}

/** A law with a cap, which is set under the name that its coordinate gives it; the other one is refused. */
export abstract class CappedLaw extends Law {
  /** @internal Where it is on its coordinate: `motor`. */
  protected abstract readonly name: string;
  /** @internal Where its cap is kept: the bit that says there is one, and the number. */
  protected abstract readonly capBit: number;
  protected abstract readonly capField: number;

  /** @internal The cap under whichever name, N or N·m. */
  get cap(): number {
    return this.coordinate.getCap(this.capBit, this.capField);
  }

  /** Cap, N; on angles it is set as `maxTorque`: throws `option-unknown`. */
  get maxForce(): number {
    return this.cap;
  }

  set maxForce(value: number | null) {
    this.#checkName('maxForce', value);
    this.setCap(value);
  }

  /** Cap, N·m; on lengths it is set as `maxForce`: throws `option-unknown`. */
  get maxTorque(): number {
    return this.cap;
  }

  set maxTorque(value: number | null) {
    this.#checkName('maxTorque', value);
    this.setCap(value);
  }

  /** @internal Label for messages: `PivotJoint.angle.motor`. */
  protected get path(): string {
    return `${this.coordinate.path}.${this.name}`;
  }

  /** @internal Refuses a cap that does not go with the other fields. */
  protected checkCap?(most: number): void;

  /** @internal Checks and stores the cap. */
  protected setCap(value: number | null): void {
    const most = cap(`${this.path}.${this.coordinate.capName}`, value);
    this.checkCap?.(most);
    this.coordinate.setCap(this.capBit, this.capField, most);
  }

  #checkName(name: CapName, value: unknown): void {
    checkCapName(this.coordinate, this.path, name, value);
  }
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

/** Takes the accumulated impulses of a law that is switched off out of the next warm start. */
export function forget(coordinate: ScalarCoordinate, fields: readonly number[], sign = 1): void {
  const { batch, slot } = coordinate.joint.record();
  const o = slot * batch.stride + coordinate.spec.at;
  const p = slot * batch.lawsStride + coordinate.spec.law;
  for (const field of fields) {
    batch.rows[o + WARM] -= sign * batch.laws[p + field];
    batch.laws[p + field] = 0;
  }
}
