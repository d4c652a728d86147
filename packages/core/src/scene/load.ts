import type { Body } from '../body/body';
import { flag, instanceOf, isObject, knownKeys } from '../base/check';
import { TenonError } from '../base/error';
import type { Joint } from '../joint/joint';
import type { JointType } from '../joint/joint-type';
import type { Preset } from '../joint/preset';
import type { Part } from '../simulation/parts';
import { World } from '../world/world';
import type { WorldOptions } from '../world/world-options';
import { bodyField, jointFields, mirrorWhole, worldFields } from './dimensions';
import { type Field, listOf, note, objectOf, type Reading, text } from './field';
import { type Scene, SCENE_SCHEMA, type SceneProblem } from './schema';
import { sourcesFirst } from './sources-first';

/** How a scene is brought into a world. */
export interface LoadOptions {
  /** World units per unit of the scene: pixels per metre. Default 1. */
  readonly scale?: number;
  /** Turns y over, and with it angles and turns: a scene with y up on a screen with y down. Default false. */
  readonly flipY?: boolean;
  /** Joint types to know beside the registered ones; with `@tenon/core/bare` all that the scene uses. */
  readonly types?: readonly (JointType | Preset)[];
  /** A world to add to, which keeps its own gravity and settings. Default: a new one, as the scene says. */
  readonly world?: World;
  /** What a new world is made with: see `WorldOptions.parts`. */
  readonly parts?: readonly Part[];
  /** For the statistics of a new world. */
  readonly clock?: () => number;
}

/** A loaded scene: its world, and what was made, by the ids of the scene. */
export interface LoadedScene {
  /** The one that was made, or added to. */
  readonly world: World;
  /** What was made, by id. */
  readonly bodies: Map<string, Body>;
  /** What was made, by id; a joint that has none in the scene gets the next default one of the world. */
  readonly joints: Map<string, Joint>;
}

interface Entry {
  readonly path: string;
  readonly options: Record<string, unknown>;
}

/**
 * Makes the world that a scene describes; lengths, angles and signs follow `scale` and `flipY` by their dimensions.
 * Throws one `scene-invalid` with everything that is wrong: its `value` is a list of `{ path, message }`, of which the message has fifty. Nothing is
 * made then, and a world to add to is as it was, without an event. Throws `world-busy` inside a step of that.
 */
export function loadScene(scene: Scene | string, options: LoadOptions = {}): LoadedScene {
  knownKeys('loadScene', options, ['scale', 'flipY', 'types', 'world', 'parts', 'clock']);
  const { flipY = false } = options;
  const { types = [] } = options;
  instanceOf('loadScene.types', types, Array, 'a list of joint types and presets');
  if (options.world !== undefined) instanceOf('loadScene.world', options.world, World, 'a World');
  const reading: Reading = { scale: options.scale ?? 1, flipY: flag('loadScene.flipY', flipY), problems: [] };
  if (!(Number.isFinite(reading.scale) && reading.scale > 0))
    note(reading, 'scale', 'be a finite number above 0', reading.scale);
  const given = parse(scene, reading);
  refuseProblems(reading.problems);

  const { bodies: bodyList, joints: jointList, settings } = readTop(given, reading);
  const world = options.world ?? makeWorld(settings, options, reading.problems);
  for (const type of types) world.joints.register(type);
  return world.attempt('loadScene.world', () => {
    const loaded: LoadedScene = { world, bodies: new Map(), joints: new Map() };
    for (const entry of readBodies(bodyList, reading)) addBody(loaded, entry, reading);
    addJoints(loaded, jointList, reading);
    refuseProblems(reading.problems);
    return loaded;
  });
}

/** More problems are in the `value` of the error alone. */
const MOST_TOLD = 50;

function refuseProblems(problems: readonly SceneProblem[]): void {
  if (problems.length === 0) return;
  const told = problems.slice(0, MOST_TOLD).map(({ message }) => `  ${message}`);
  if (problems.length > MOST_TOLD) told.push(`  … and ${problems.length - MOST_TOLD} more`);
  const lines = told.join('\n');
  throw new TenonError('scene-invalid', `The scene cannot be loaded:\n${lines}`, problems[0].path, problems);
}

/** A scene as an object, of a schema that this version knows. */
function parse(scene: unknown, reading: Reading): Record<string, unknown> {
  let given = scene;
  if (typeof scene === 'string') {
    try {
      given = JSON.parse(scene) as unknown;
    } catch (error) {
      reading.problems.push({
        path: '',
        message: `The scene is not JSON: ${error instanceof Error ? error.message : 'cannot be parsed'}`,
      });
      return {};
    }
  }
  if (!isObject(given)) {
    note(reading, 'scene', 'be an object', given);
    return {};
  }
  const { schema } = given;
  if (schema === SCENE_SCHEMA) return given;
  const version = typeof schema === 'string' ? /^tenon-scene\/(\d+)$/.exec(schema)?.[1] : undefined;
  if (version === undefined) note(reading, 'schema', `be '${SCENE_SCHEMA}'`, schema);
  else
    reading.problems.push({
      path: 'schema',
      message: `schema must be '${SCENE_SCHEMA}': this version of Tenon reads scenes up to number 1, got number ${version}`,
    });
  return given;
}

/** Settings of the world, read; bodies and joints, still to be read. */
function readTop(
  scene: Record<string, unknown>,
  reading: Reading,
): { settings: Record<string, unknown>; bodies: unknown; joints: unknown } {
  const list = listOf((value) => value);
  const top = objectOf({ ...worldFields, schema: text, bodies: list, joints: list })(scene, '', reading) as Record<
    string,
    unknown
  >;
  const { schema: _, bodies, joints, ...settings } = top;
  // What was wrong was noted, and reads null: the world, which would refuse it again, is tried without it.
  const sound = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  return { settings: { lengthUnit: reading.scale, ...sound }, bodies: bodies ?? [], joints: joints ?? [] };
}

/** The world of the scene; with a wrong setting, one to try bodies and joints in. */
function makeWorld(settings: Record<string, unknown>, { parts, clock }: LoadOptions, problems: SceneProblem[]): World {
  try {
    return new World({
      ...(settings as WorldOptions),
      ...(parts !== undefined && { parts }),
      ...(clock !== undefined && { clock }),
    });
  } catch (error) {
    problems.push(problemOf(error, ''));
    return new World();
  }
}

function readBodies(list: unknown, reading: Reading): Entry[] {
  const entries: Entry[] = [];
  const seen = new Set<unknown>();
  (list as unknown[]).forEach((value, i) => {
    const path = `bodies[${i}]`;
    const options = sound(bodyField, value, path, reading);
    if (isObject(value) && typeof value['id'] === 'string') {
      if (seen.has(value['id'])) note(reading, `${path}.id`, 'be unique', value['id']);
      seen.add(value['id']);
    }
    if (options !== null) entries.push({ path, options });
  });
  return entries;
}

/** What a field reads, without what was wrong in it; null where nothing is left. */
function sound(field: Field, value: unknown, path: string, reading: Reading): Record<string, unknown> | null {
  const before = reading.problems.length;
  const read = field(value, path, reading);
  if (!isObject(read)) return null;
  return reading.problems
    .slice(before)
    .reduce((options, problem) => without(options, path, problem.path) ?? options, read);
}

/** Options without the one at `full`, or where there is none without the nearest that it would be in; null without either. */
function without(options: Record<string, unknown>, path: string, full: string): Record<string, unknown> | null {
  const [key, ...rest] = full.slice(path.length + 1).split('.');
  const [name] = key.split('[');
  if (!Object.hasOwn(options, name)) return null;
  const { [name]: value, ...others } = options;
  const inside = isObject(value) ? without(value, '', `.${rest.join('.')}`) : null;
  return inside === null ? others : { ...others, [name]: inside };
}

/** Makes what options say. What is refused is noted, and left out the next time: so all that is wrong is found. */
function make<T>(by: (options: Record<string, unknown>) => T, { path, options }: Entry, reading: Reading): T | null {
  let left: Record<string, unknown> | null = options;
  while (left !== null) {
    try {
      return by(left);
    } catch (error) {
      const problem = problemOf(error, path);
      // What has been left out may be missed.
      const isMissed = problem.path !== path && reading.problems.some((known) => known.path.startsWith(problem.path));
      if (!isMissed) reading.problems.push(problem);
      left = without(left, path, problem.path);
    }
  }
  return null;
}

function addBody({ world, bodies }: LoadedScene, entry: Entry, reading: Reading): void {
  const id = String(entry.options['id']);
  if (bodies.has(id)) return;
  const body = make((options) => world.addBody(options), entry, reading);
  if (body !== null) bodies.set(id, body);
}

/** Joints in order; those that read others come when their sources are there. */
function addJoints(loaded: LoadedScene, list: unknown, reading: Reading): void {
  const { world, joints } = loaded;
  const known = new Set(
    (list as unknown[]).flatMap((value) => (isObject(value) && typeof value['id'] === 'string' ? [value['id']] : [])),
  );
  const waiting = (list as unknown[]).map((value, i) => ({ value, path: `joints[${i}]` }));
  const seen = new Set<string>();
  for (const { value, path } of waiting) {
    const id = isObject(value) ? value['id'] : undefined;
    if (typeof id !== 'string') continue;
    if (seen.has(id)) note(reading, `${path}.id`, 'be unique', id);
    seen.add(id);
  }
  const byId = new Map(
    waiting.flatMap((entry) => (isObject(entry.value) ? [[entry.value['id'], entry] as const] : [])),
  );
  for (const { value, path } of sourcesFirst(waiting, (entry) =>
    sourceIds(entry.value).flatMap((id) => byId.get(id) ?? []),
  )) {
    const found = isObject(value) ? world.joints.find(value['type']) : null;
    if (found === null) {
      if (isObject(value))
        note(
          reading,
          `${path}.type`,
          world.joints.names.length > 0
            ? `be one of ${world.joints.names.join(', ')}`
            : "be a known type: import '@tenon/core', or give the types",
          value['type'],
        );
      else note(reading, path, 'be an object', value);
      continue;
    }
    const isPreset = 'preset' in found;
    const references = { body: bodyReference(loaded, reading), source: sourceReference(loaded, known) };
    const type = variantOf(isPreset ? found.type : found, value, references.source, path, reading);
    if (type === null) continue;
    const fields = jointFields(type, isPreset, references);
    const before = reading.problems.length;
    const options = sound(objectOf(fields), value, path, reading);
    // With other bodies than it was given a joint would be refused for that.
    const isTied = reading.problems.slice(before).every((problem) => !namesBodies(type, path, problem.path));
    if (options === null || !isTied) continue;
    const { type: name, ...rest } = mirrorWhole(type, options, reading);
    const entry = { path, options: rest };
    const joint = make((given) => world.joints.createNamed(String(name), given), entry, reading);
    if (joint !== null) joints.set(joint.id, joint);
  }
}

/** Whether what is wrong is which bodies a joint ties, or what it reads. */
function namesBodies({ bodyKeys }: JointType, path: string, full: string): boolean {
  return [...bodyKeys, 'terms'].some((key) => full.startsWith(`${path}.${key}`));
}

/** The type that options choose: the sources of a gear, the text of a program. What is wrong with sources is noted later. */
function variantOf(type: JointType, value: unknown, source: Field, path: string, reading: Reading): JointType | null {
  if (!isObject(value) || type.variant === undefined) return type;
  const { terms } = value;
  if (terms !== undefined && !Array.isArray(terms)) return type;
  const unnoted: Reading = { scale: 1, flipY: false, problems: [] };
  const read = terms?.map((term: unknown) => (isObject(term) ? { of: source(term['of'], '', unnoted) } : null));
  try {
    return type.variant(read === undefined ? value : { ...value, terms: read });
  } catch (error) {
    reading.problems.push(problemOf(error, path));
    return null;
  }
}

/** Ids of the joints that a gear of the scene reads. */
function sourceIds(value: unknown): unknown[] {
  if (!isObject(value) || !Array.isArray(value['terms'])) return [];
  return value['terms'].flatMap((term) =>
    isObject(term) && isObject(term['of']) && term['of']['joint'] !== undefined ? [term['of']['joint']] : [],
  );
}

/** The id of a body; null for the world. A body that was refused itself is not missed again. */
function bodyReference({ bodies, world }: LoadedScene, { problems }: Reading): Field {
  const refused = problems.some(({ path }) => path.startsWith('bodies['));
  return (value, path, reading) => {
    if (value === null) return null;
    const body = typeof value === 'string' ? (bodies.get(value) ?? world.body(value)) : null;
    if (body !== null) return body;
    return refused && typeof value === 'string'
      ? note(reading, path, 'be the id of a body that can be made', value)
      : note(reading, path, 'be the id of a body, or null for the world', value);
  };
}

/** What a gear reads: `{ body }`, or `{ joint, coordinate }`. */
function sourceReference({ bodies, joints }: LoadedScene, known: ReadonlySet<string>): Field {
  return (value, path, reading) => {
    if (!isObject(value)) return note(reading, path, 'be { body } or { joint, coordinate }', value);
    if (value['body'] !== undefined)
      return bodies.get(value['body'] as string) ?? note(reading, `${path}.body`, 'be the id of a body', value['body']);
    const joint = joints.get(value['joint'] as string);
    if (joint === undefined)
      return note(
        reading,
        `${path}.joint`,
        known.has(value['joint'] as string) ? 'be a joint that can be made' : 'be the id of a joint',
        value['joint'],
      );
    const coordinate = joint.coordinates.find(({ name }) => name === value['coordinate']);
    return (
      coordinate ??
      note(
        reading,
        `${path}.coordinate`,
        `be one of ${joint.coordinates.map(({ name }) => name).join(', ')}`,
        value['coordinate'],
      )
    );
  };
}

/** What creating something threw, with the path of the scene in place of the label: `RopeJoint.`, `Body.`, or of a shape `polygon.`. */
function problemOf(error: unknown, path: string): SceneProblem {
  if (!(error instanceof TenonError)) throw error;
  const inside = error.path ?? '';
  const own = inside
    .replace(/^(?:disc|box|capsule|polygon|chain|compound)\./, 'Body.shape.')
    .replace(/^(?:[A-Z]\w*|addBody)\./, '');
  if (own === inside && !inside.startsWith('path.')) return { path, message: `${path}: ${error.message}` };
  const full = path === '' ? own : `${path}.${own}`;
  return { path: full, message: error.message.replace(inside, full) };
}
