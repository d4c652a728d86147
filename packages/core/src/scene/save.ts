import { Body } from '../body/body';
import { momentsOf } from '../shapes/moments';
import { instanceOf } from '../base/check';
import { TenonError } from '../base/error';
import { describeJoint, fixed } from '../joint/describe';
import type { Joint } from '../joint/joint';
import type { ScalarCoordinate } from '../joint/scalar-coordinate';
import { World } from '../world/world';
import { WORLD_DEFAULTS } from '../simulation/world-defaults';
import { type Scene, SCENE_SCHEMA, type SceneBody, type SceneJoint } from './schema';
import { sourcesFirst } from './sources-first';

/**
 * A world as plain data: bodies and joints with their ids, options exactly as `create` takes them, references by id.
 * Poses and velocities are those of now; impulses and sleep are not saved, a snapshot holds them. `userData` is saved
 * where it is plain data. A force function is saved by its registered name; throws `source-invalid` if it has none.
 */
export function saveScene(world: World): Scene {
  instanceOf('saveScene.world', world, World, 'a World');
  world.beforeRead();
  const settings: Record<string, unknown> = {};
  for (const key of Object.keys(WORLD_DEFAULTS) as (keyof typeof WORLD_DEFAULTS)[])
    if (world[key] !== WORLD_DEFAULTS[key]) settings[key] = world[key];
  return plain(
    {
      schema: SCENE_SCHEMA,
      gravity: [world.gravity.x, world.gravity.y],
      lengthUnit: world.lengthUnit,
      ...settings,
      bodies: [...world.bodies].map((body) => saveBody(body, world.lengthUnit)),
      joints: sourcesFirst([...world.joints], (joint) => joint.sources).map(saveJoint),
    },
    '',
  ) as Scene;
}

function saveBody(body: Body, unit: number): SceneBody {
  const { shape, gravityScale, linearDamping, angularDamping, canSleep, collides } = body;
  const mass = body.mass === Infinity ? null : body.mass;
  const inertia = body.inertia === Infinity ? null : body.inertia;
  return {
    id: body.id,
    ...(body.type === 'dynamic' ? {} : { type: body.type }),
    position: [body.x, body.y],
    ...(body.angle === 0 ? {} : { angle: body.angle }),
    ...(body.velocity.x === 0 && body.velocity.y === 0
      ? {}
      : { velocity: [body.velocity.x, body.velocity.y] as const }),
    ...(body.angularVelocity === 0 ? {} : { angularVelocity: body.angularVelocity }),
    ...massOf(body, mass, inertia, unit),
    ...(shape === null ? {} : { shape }),
    ...(gravityScale === 1 ? {} : { gravityScale }),
    ...(linearDamping === 0 ? {} : { linearDamping }),
    ...(angularDamping === 0 ? {} : { angularDamping }),
    ...(canSleep ? {} : { canSleep }),
    ...(collides === null ? {} : { collides }),
    ...(isData(body.userData) ? { userData: body.userData } : {}),
  };
}

/** Mass and inertia, left out where they are what `addBody` would give without them. */
function massOf(
  { shape }: Body,
  mass: number | null,
  inertia: number | null,
  unit: number,
): { mass?: number | null; inertia?: number | null } {
  const moments = momentsOf(shape);
  const usualMass = moments === null ? 1 : (1 / (unit * unit)) * moments.area;
  const usualInertia =
    mass === null
      ? null
      : (moments === null ? (mass * 0.5 * unit * (0.5 * unit)) / 2 : (mass * moments.second) / moments.area) /
        (unit * unit);
  const kept = inertia === null ? null : fixed(inertia, (value) => (value * (unit * unit)) / (unit * unit));
  const isUsual = inertia === usualInertia || kept === usualInertia;
  return { ...(mass === usualMass ? {} : { mass }), ...(isUsual ? {} : { inertia: kept }) };
}

function saveJoint(joint: Joint): SceneJoint {
  const { userData, ...options } = describeJoint(joint);
  if (Array.isArray(options['terms'])) options['terms'] = options['terms'].map(saveTerm);
  const path = `joint '${joint.id}'`;
  return {
    type: joint.type,
    id: joint.id,
    ...(plain(options, path) as Record<string, unknown>),
    ...(isData(userData) ? { userData } : {}),
  };
}

function saveTerm({ of, weight }: { of: Body | ScalarCoordinate; weight: number }): unknown {
  return { of: of instanceof Body ? { body: of.id } : { joint: of.joint.id, coordinate: of.name }, weight };
}

/** Handles as ids, functions refused, −0 as 0: what JSON gives back as it was. */
function plain(value: unknown, path: string): unknown {
  if (typeof value === 'function') {
    throw new TenonError(
      'source-invalid',
      `${path} must be a name given to forces.register to be saved, got a function`,
      path,
      value,
    );
  }
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Body) return value.id;
  if (Array.isArray(value)) return value.map((item, i) => plain(item, `${path}[${i}]`));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, plain(item, `${path}.${key}`)]])),
  );
}

/** True if JSON gives it back as it was. */
function isData(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > 32) return false;
  if (Array.isArray(value)) return value.every((item) => isData(item, depth + 1));
  return (
    Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every((item) => isData(item, depth + 1))
  );
}
