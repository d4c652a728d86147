import { type Body, defineJoint, type Joint, World } from '@tenon/core';
import { afterEach, expect, test } from 'vitest';
import { BODY, KINEMATIC, STATIC } from '../../src/state/body-store';
import type { SlotList } from '../../src/iterative/integrate';
import { BLOCK_SIZE, cutIntoBlocks, wholeBlock } from '../../src/iterative/blocks';
import type { JointBatch } from '../../src/batches/joint-batch';
import { angle } from '../../src/coordinates/angle';
import { Simulation } from '../../src/simulation/simulation';
import { Chance, createRandom, randomBody } from '../random-world';

/** What the iterative step does block by block is the same to the bit as what it does with all islands at once. */

afterEach(() => {
  Simulation.blockSize = BLOCK_SIZE;
});

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);
const GROUPS = 9;

interface Archipelago {
  readonly world: World;
  readonly groups: readonly (readonly Body[])[];
  readonly carriers: readonly Body[];
}

/**
 * Many islands of every kind of joint and law, whose records lie between each other; some on kinematic bodies of their own, some on shared
 * ones, all on one static body.
 */
function archipelago(seed: number, solver: 'iterative' | 'auto' = 'iterative'): Archipelago {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, -9.81], solver });
  const ground = world.addBody({ type: 'static', position: [0.3, -0.2] });
  const carriers = [1, 2].map((x) => world.addBody({ type: 'kinematic', position: [x, 1], velocity: [0.2, 0.1 * x] }));
  const groups: Body[][] = Array.from({ length: GROUPS }, () => []);
  for (let i = 0; i < 4 * GROUPS; i++) groups[i % GROUPS].push(world.addBody(randomBody(chance, i)));
  for (let round = 0; round < 5; round++) {
    groups.forEach((group, i) => {
      const bodies = [...group, ground, ...(i % 4 === 0 ? carriers : [])];
      createRandom(world, chance, chance.pick(world.joints.names), false, bodies);
    });
  }
  groups.forEach((group, i) => {
    if (i % 2 === 0) addGears(world, group);
  });
  return { world, groups, carriers };
}

/** A gear that reads the coordinates of other joints, which alone makes one island of their bodies. */
function addGears(world: World, group: readonly Body[]): void {
  const [a, b, c] = group.filter(({ type }) => type === 'dynamic');
  if (c === undefined) return;
  const first = world.joints.create('pivot', { bodyB: a, anchor: [a.x, a.y] });
  const second = world.joints.create('pivot', { bodyA: b, bodyB: c, anchor: [c.x, c.y] });
  world.joints.create('gear', {
    terms: [
      { of: first.angle, weight: 1 },
      { of: second.angle, weight: -2 },
    ],
  });
}

/** Hashes and reactions on the way, of a world that is kicked and changed, in blocks of `size`. */
function play(seed: number, size: number, hooked: boolean): string[] {
  Simulation.blockSize = size;
  const { world, groups, carriers } = archipelago(seed, seed % 3 === 0 ? 'auto' : 'iterative');
  const chance = new Chance(seed);
  const told: string[] = [];
  if (hooked) world.on('beforesubstep', () => groups[0][0].applyImpulse([0.01, 0]));
  for (let frame = 0; frame < 50; frame++) {
    const joints = [...world.joints];
    if (frame % 10 === 3) for (const [body] of groups) body.applyImpulse(chance.vec(3), chance.vec(0.2));
    if (frame % 12 === 5) carriers[0].moveTo({ position: chance.vec(1), angle: chance.between(-1, 1) });
    if (frame === 20) chance.pick(joints).remove();
    if (frame === 30) for (const body of groups[1]) body.velocity = [0, 0];
    if (frame === 40) for (const joint of joints) joint.enabled = joint.enabled !== chance.chance(0.1);
    world.step(frame % 3 === 0 ? 1 / 60 : 1 / 50);
    if (frame % 6 === 0) told.push(world.hash(), [...world.joints].flatMap(loadOf).join());
  }
  return told;
}

function loadOf({ reaction }: Joint): number[] {
  return Object.values({ ...reaction });
}

test.each(SEEDS)('of random islands: seed %i', (seed) => {
  const whole = play(seed, Infinity, false);
  expect(play(seed, 1, false)).toEqual(whole);
  expect(play(seed, 20, false)).toEqual(whole);
});

test('with a hook in mid-step, which sees the whole world', () => {
  expect(play(1, 1, true)).toEqual(play(1, Infinity, true));
});

test('a joint that throws in its block leaves no other out of the next step', () => {
  Simulation.blockSize = 1;
  const world = new World({ solver: 'iterative' });
  let throws = false;
  const moody = defineJoint({
    name: 'moody',
    coordinates: { turn: angle },
    measure: () => {
      if (throws) throw new Error('not today');
    },
  });
  for (const x of [0, 2]) {
    const bodyB = world.addBody({ position: [x, 0], mass: 1, velocity: [0, 1] });
    world.joints.create(moody, { bodyB, localAnchorA: [x, -1], turn: { spring: { hertz: 1 } } });
  }
  world.step(1 / 60);
  const [batch] = world.batches;
  throws = true;
  expect(() => world.step(1 / 60)).toThrow('not today');
  throws = false;
  world.step(1 / 60);
  expect(listed({ slots: batch.active, count: batch.activeCount })).toEqual([0, 1]);
});

test.each(SEEDS)(
  'blocks take all that is awake once, in order, an island and what shares a kinematic body whole: seed %i',
  (seed) => {
    const { world } = archipelago(seed);
    world.step(1 / 60);
    const { store, batches, islands } = world;
    const { type } = store;
    const slots = Int32Array.from([...world.bodies].map(({ slot }) => slot)).filter((slot) => type[slot] !== STATIC);
    const whole = wholeBlock({ slots, count: slots.length }, batches, null);
    const blocks = cutIntoBlocks(whole, store, islands, new Uint8Array(islands.list.length), null, 12);
    expect(blocks.length).toBeGreaterThan(3);

    const seen = blocks.map(() => new Set<number>());
    blocks.forEach(({ awake, joints }, k) => {
      for (const slot of listed(awake)) seen[k].add(type[slot] === KINEMATIC ? -slot : (islands.of(slot)?.index ?? -1));
      for (const list of joints) {
        const { batch } = list;
        for (const j of listed(list)) {
          seen[k].add(islands.ofJoint(batch, j)?.index ?? -1);
          for (const body of bodiesOf(batch, j)) if (type[body] === KINEMATIC) seen[k].add(-body);
        }
        expect(listed(list)).toEqual(inOrderOf({ slots: batch.active, count: batch.activeCount }, list));
      }
      expect(listed(awake)).toEqual(inOrderOf(whole.awake, awake));
      expect(joints.map(({ index }) => index)).toEqual(joints.map(({ index }) => index).sort((a, b) => a - b));
      const count = joints.reduce((sum, list) => sum + list.count, awake.count);
      expect(k === 0 || seen[k].size === 1 || count <= 12).toBe(true);
    });
    const all = seen.flatMap((set) => [...set]);
    expect(new Set(all).size).toBe(all.length);
    for (const own of whole.joints) {
      const lists = blocks.flatMap(({ joints }) => joints.filter(({ batch }) => batch === own.batch));
      expect(merged(lists)).toEqual(merged([own]));
    }
    expect(merged(blocks.map(({ awake }) => awake))).toEqual(listed(whole.awake));
  },
);

function bodiesOf({ bodies, columns }: JointBatch, j: number): number[] {
  return Array.from(bodies.subarray(j * columns, (j + 1) * columns), (b) => b / BODY);
}

/** The slots of a list as they stand in another. */
function inOrderOf(order: SlotList, list: SlotList): number[] {
  const own = new Set(listed(list));
  return listed(order).filter((slot) => own.has(slot));
}

function listed({ slots, count }: SlotList): number[] {
  return [...slots.subarray(0, count)];
}

function merged(lists: readonly SlotList[]): number[] {
  return lists.flatMap(listed).sort((a, b) => a - b);
}
