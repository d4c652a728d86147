import { Body } from '../body/body';
import { TenonError } from '../base/error';
import { ScalarCoordinate } from '../joint/scalar-coordinate';
import type { World } from '../world/world';
import { refuseAt } from './invalid';

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

/** The inverse: what bears those ids in the world now, bodies of the snapshot alone. Throws `snapshot-invalid`. */
export function withHandles(world: World, bodies: ReadonlySet<Body>, path: string, value: unknown): unknown {
  const inside = (item: unknown, at: string) => withHandles(world, bodies, at, item);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, i) => inside(item, `${path}[${i}]`));
  if ('bodyId' in value) {
    const body = typeof value.bodyId === 'string' ? world.body(value.bodyId) : null;
    return body !== null && bodies.has(body) ? body : refuseAt(path, 'be a body of the snapshot', value.bodyId);
  }
  if ('jointId' in value && 'coordinate' in value) {
    const joint = typeof value.jointId === 'string' ? world.joint(value.jointId) : null;
    const found = joint?.coordinates.find(({ name }) => name === value.coordinate);
    return found ?? refuseAt(path, 'be a coordinate of a joint of the snapshot', value.jointId);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item, `${path}.${key}`)]));
}
