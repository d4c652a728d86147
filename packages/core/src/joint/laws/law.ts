import { cap, knownKeys } from '../../check';
import { refuse } from '../../error';
import { WARM } from '../../coordinates/scalar';
import type { ScalarCoordinate } from '../scalar-coordinate';

/**
 * A law is a live object: its fields read and write the record, are checked, and wake the island on a changed value.
 * It stays the same object while it is on; when it is off its coordinate reads `null`.
 */
export abstract class Law {
  /** @internal */
  protected readonly coordinate: ScalarCoordinate;

  /** @internal */
  constructor(coordinate: ScalarCoordinate) {
    this.coordinate = coordinate;
  }

  /** What the law did: mean of the last step, N or N·m; positive raises the coordinate. 0 before the first step. */
  abstract get force(): number;
}

/** Reads the cap of a law under the name its coordinate gives it; the other name is refused. */
export function readCap(coordinate: { capName: 'maxForce' | 'maxTorque' }, path: string, options: object): number {
  const { capName } = coordinate;
  const other = capName === 'maxForce' ? 'maxTorque' : 'maxForce';
  const given = options as Record<string, unknown>;
  if (given[other] !== undefined)
    refuse('option-unknown', `${path}.${other}`, `be called ${capName} here`, given[other]);
  return cap(`${path}.${capName}`, given[capName]);
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
