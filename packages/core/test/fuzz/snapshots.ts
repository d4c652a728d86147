import { TenonError, World } from '@tenon/core';
import { Chance, createRandom, randomBody } from '../random-world';
import { FuzzFailure } from './failure';

type Plain = Record<string, unknown>;

/** What stands in the place of anything. */
const VALUES = [
  undefined,
  null,
  true,
  '',
  'x',
  'b1',
  'j1',
  -1,
  0,
  0.5,
  1,
  2,
  99,
  1e9,
  1e308,
  NaN,
  Infinity,
  [],
  {},
  [1, 2],
];
/**
 * Restores so many portable snapshots, each with one mutation, into worlds with a joint of every type in turn: they are refused as
 * `snapshot-invalid`, and the world is as it was. Taken is only what the mutation left as it was.
 */
export function fuzzSnapshots(many: number, seed: number): { taken: number; refused: number } {
  const counts = { taken: 0, refused: 0 };
  const { names } = new World().joints;
  for (let i = 0, round = 0; i < many; round++) {
    const chance = new Chance(seed + round);
    const name = names[round % names.length];
    const world = worldWith(name, chance);
    const text = JSON.stringify(world.snapshot({ portable: true }));
    for (let step = 0; step < 3; step++) world.step(1 / 60);
    const elsewhere = JSON.stringify(world.snapshot({ portable: true }));
    for (let k = 0; k < 40 && i < many; k++, i++) {
      const snapshot = JSON.parse(text) as Plain;
      const what = mutate(snapshot, chance, text);
      try {
        const outcome = attempt(world, snapshot);
        counts[outcome]++;
        if (outcome === 'refused') continue;
        if (JSON.stringify(snapshot) !== text) throw new FuzzFailure('was taken');
        world.restore(JSON.parse(elsewhere));
      } catch (error) {
        throw new FuzzFailure(`${name}, seed ${seed + round}, mutation ${k} (${what}): ${String(error)}`, {
          cause: error,
        });
      }
    }
  }
  return counts;
}

function worldWith(name: string, chance: Chance): World {
  const world = new World({
    gravity: [0, -9.81],
    lengthUnit: chance.pick([1, 50]),
    solver: chance.pick(['iterative', 'direct']),
  });
  for (let i = 0; i < 3; i++) world.addBody(randomBody(chance, i, world.lengthUnit));
  createRandom(world, chance, 'pivot');
  const joint = createRandom(world, chance, name);
  // What reads another joint, where that is one that can be read.
  const [first] = joint.coordinates.filter((c) => 'limits' in c && c.spec.kind.kind !== 'sum');
  if (joint.type !== 'pose' && first !== undefined && 'limits' in first && chance.chance(0.5))
    world.joints.create('gear', {
      terms: [
        { of: first, weight: 2 },
        { of: [...world.bodies][0], weight: 1 },
      ],
    });
  for (let i = chance.integer(4); i > 0; i--) world.step(1 / 60);
  return world;
}

function attempt(world: World, snapshot: Plain): 'taken' | 'refused' {
  const before = { hash: world.hash(), handles: [...world.bodies, ...world.joints] };
  let told = 0;
  const offs = (['added', 'removed', 'sleep', 'wake'] as const).map((event) => world.on(event, () => told++));
  try {
    world.restore(snapshot as never);
  } catch (error) {
    if (!(error instanceof TenonError) || error.code !== 'snapshot-invalid' || !error.path?.startsWith('snapshot'))
      throw error;
    const handles = [...world.bodies, ...world.joints];
    if (world.hash() !== before.hash || told > 0)
      throw new FuzzFailure('was refused, and changed the world', { cause: error });
    if (handles.length !== before.handles.length || handles.some((handle, i) => handle !== before.handles[i]))
      throw new FuzzFailure('was refused, and changed handles', { cause: error });
    return 'refused';
  } finally {
    for (const off of offs) off();
  }
  return 'taken';
}

/** Changes one thing somewhere in it, and tells what. */
function mutate(snapshot: Plain, chance: Chance, text: string): string {
  const path: string[] = [];
  let at: Plain = snapshot;
  for (;;) {
    const keys = Object.keys(at);
    if (keys.length === 0) break;
    const key = chance.pick(keys);
    path.push(key);
    const value = at[key];
    if (typeof value === 'object' && value !== null && chance.chance(0.9)) {
      at = value as Plain;
      continue;
    }
    change(at, key, chance, text);
    break;
  }
  return path.join('.');
}

function change(at: Plain, key: string, chance: Chance, text: string): void {
  const value = at[key];
  const kind = chance.next();
  if (typeof value === 'string' && value.length > 8 && kind < 0.3) at[key] = otherText(value, chance);
  else if (Array.isArray(at) && kind < 0.3) {
    if (chance.chance(0.5)) at.splice(Number(key), 1);
    else at.push(value);
  } else if (kind < 0.4) Reflect.deleteProperty(at, key);
  else if (kind < 0.6) {
    // Something else of the same snapshot.
    let other: unknown = JSON.parse(text);
    while (typeof other === 'object' && other !== null && chance.chance(0.9)) {
      const values: unknown[] = Object.values(other);
      if (values.length === 0) break;
      other = chance.pick(values);
    }
    at[key] = other;
  } else at[key] = chance.pick(VALUES);
}

/** A piece of the text of an array becomes another. */
function otherText(value: string, chance: Chance): string {
  const i = chance.integer(value.length);
  return value.slice(0, i) + chance.pick(['', 'A', 'q', '9', '/', '=', '!']) + value.slice(i + chance.integer(2));
}
