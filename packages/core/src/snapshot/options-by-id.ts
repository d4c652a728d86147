import { Body } from '../body/body';
import { TenonError } from '../error';
import { ScalarCoordinate } from '../joint/scalar-coordinate';
import type { World } from '../world';

/** Options of a joint with ids in the place of bodies and coordinates. Throws `source-invalid` for a function. */
export function withoutHandles(value: unknown, path: string): unknown {
  if (typeof value === 'function') {
    throw new TenonError(
      'source-invalid',
      `${path} must be a name given to forces.register in a portable snapshot, got a function`,
      path,
      value,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Body) return { bodyId: value.id };
  if (value instanceof ScalarCoordinate) return { jointId: value.joint.id, coordinate: value.name };
  if (Array.isArray(value)) return value.map((item, i) => withoutHandles(item, `${path}[${i}]`));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutHandles(item, `${path}.${key}`)]));
}

/** The inverse: what bears those ids in the world now. */
export function withHandles(world: World, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withHandles(world, item));
  if ('bodyId' in value && typeof value.bodyId === 'string') return world.body(value.bodyId);
  if ('jointId' in value && typeof value.jointId === 'string' && 'coordinate' in value)
    return world.joint(value.jointId)?.coordinates.find(({ name }) => name === value.coordinate);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withHandles(world, item)]));
}
