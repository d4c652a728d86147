import { direct, World, type WorldOptions } from '@tenon/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PassMemory } from '../../src/fast/pass-memory';
import { DirectPasses } from '../../src/direct/passes';
import { addChain, scenes } from '../hinge-scenes';

/** Hinges of direct islands go by passes in WebAssembly where there is the part `fast`; without it the general way. */

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What has come to differ by rounding, at most, in 20 steps. */
const MOST_APART = 1e-5;

function newWorld(options: WorldOptions = {}): World {
  return new World({ gravity: [0, -10], solver: 'direct', sleeping: false, ...options });
}

const places = ({ bodies }: World): number[] => [...bodies].flatMap(({ x, y, angle }) => [x, y, angle]);

/** Worlds of one scene with the part, one of which is looked at in every step, and without it: by how much places differ, at most. */
function compare(build: (world: World) => ((step: number) => unknown) | undefined, steps: number): number {
  const taken = vi.spyOn(DirectPasses.prototype, 'begin');
  const [quick, seen, slow] = [{}, {}, { parts: [direct] }].map((options) => {
    const world = newWorld(options);
    return { world, act: build(world) };
  });
  for (let step = 0; step < steps; step++) {
    for (const { world, act } of [quick, seen, slow]) {
      taken.mockClear();
      act?.(step);
      world.step(step < 0.75 * steps ? 1 / 60 : 1 / 50);
      expect(taken.mock.calls.length > 0).toBe(world !== slow.world);
    }
    seen.world.hash();
    for (const joint of seen.world.joints) expect(joint.reaction.force).toBeGreaterThanOrEqual(0);
  }
  expect(quick.world.hash()).toBe(seen.world.hash());
  const others = places(slow.world);
  return Math.max(...places(quick.world).map((place, i) => Math.abs(place - others[i])));
}

describe.each(Object.entries(scenes))('%s', (name, scene) => {
  test('goes on with the part nearly as without it', () => {
    const apart = compare(scene, 20);
    // Where bodies only turn, a rounding is metres after a few steps.
    if (!name.includes('only turn')) expect(apart).toBeLessThan(MOST_APART);
  });
});

describe.each<[string, (world: World) => ((step: number) => unknown) | undefined]>([
  [
    'a free chain that turns',
    (world) => {
      for (const body of addChain(world, 20).slice(1)) body.angularVelocity = 3;
      [...world.joints][0].remove();
      return undefined;
    },
  ],
  [
    'a whip that turns farther than the series of a small angle reaches',
    (world) => {
      addChain(world, 24).forEach((body, i) => (body.angularVelocity = i % 3 ? 40 : -70));
      return undefined;
    },
  ],
  [
    'a whip that is pushed harder than a step can follow',
    (world) => {
      world.directSubsteps = 1;
      const bodies = addChain(world, 24);
      bodies.forEach((body, i) => (body.angularVelocity = i % 3 ? 8 : -9));
      return (step) => step % 15 === 10 && bodies[12].applyForce([0, 3e4]);
    },
  ],
  [
    'a level chain so long that its end hears nothing of its first link',
    (world) => {
      addChain(world, 200);
      return undefined;
    },
  ],
  [
    'a chain in honey',
    (world) => {
      addChain(world, 21).forEach((body, i) => {
        body.linearDamping = 10 * i;
        body.angularDamping = 300 - 10 * i;
      });
      return undefined;
    },
  ],
  [
    'a chain that is pulled straight between two posts',
    (world) => {
      const bodies = addChain(world, 12);
      world.joints.create('pivot', { bodyA: bodies[11], anchor: [3, 0] });
      return undefined;
    },
  ],
  [
    'a bridge that is shorter than its gap, and kicked',
    (world) => {
      const bodies = addChain(world, 10);
      world.joints.create('pivot', { bodyA: bodies[9], localAnchorA: [0.125, 0], localAnchorB: [2.505, 0] });
      return (step) => step % 15 === 10 && bodies[5].applyForce([0, -1000]);
    },
  ],
  [
    'motion that turns round against stiff springs',
    (world) => {
      addChain(world, 10).forEach((bodyB, i) => {
        const localAnchorA = [bodyB.x, 1] as const;
        world.joints.create('distance', { bodyB, localAnchorA, length: { spring: { stiffness: 10 ** (3 + i / 3) } } });
      });
      return undefined;
    },
  ],
  [
    'branches',
    (world) => {
      const trunk = addChain(world, 12);
      for (const from of [trunk[3], trunk[7]]) {
        const twig = world.addBody({ position: [from.x + 0.125, 0.25], mass: 0.1, inertia: 0.001 });
        world.joints.create('pivot', { bodyA: from, bodyB: twig, anchor: [from.x + 0.125, 0] });
      }
      return undefined;
    },
  ],
  [
    'wheels on a chain, pinned at their centres, that turn past all quarters either way',
    (world) => {
      addChain(world, 9).forEach((bodyA, i) => {
        if (i % 3 === 0) return;
        const { x, y } = bodyA;
        const wheel = world.addBody({ position: [x, y], mass: 0.2, inertia: 0.01, angularVelocity: 60 * (i - 4) });
        world.joints.create('pivot', { bodyA, bodyB: wheel, anchor: [x, y] });
      });
      return undefined;
    },
  ],
  [
    'hinges among joints of every packing',
    (world) => {
      const bodies = addChain(world, 16);
      world.joints.create('prismatic', { bodyA: bodies[15], bodyB: world.addBody({ position: [5, 0] }) });
      world.joints.create('distance', {
        bodyA: bodies[4],
        localAnchorA: [0, 0],
        localAnchorB: [1, 3],
        length: { lock: true },
      });
      world.joints.create('weld', { bodyA: bodies[9], bodyB: world.addBody({ position: [2, -1] }), anchor: [2, 0] });
      world.joints.create('drag', { bodyB: bodies[12], target: [3, -1] });
      return undefined;
    },
  ],
])('%s', (name, build) => {
  // What no pose allows is shared among hinges as rounding has it.
  const most = name.includes('shorter') ? 1e-3 : MOST_APART;
  test('goes on with the part nearly as without it', () => expect(compare(build, 20)).toBeLessThan(most));
});

test('islands of one layout share the passes, others share their memory', () => {
  const taken = vi.spyOn(PassMemory, 'withRoomFor');
  const world = newWorld();
  for (const y of [0, 2, 4]) addChain(world, 20, null, y);
  for (let more = 1; more < 10; more++) addChain(world, 20 + more, null, 4 + 2 * more);
  world.step(1 / 60);
  expect(taken).toHaveBeenCalledTimes(10);
  // The first may be nearly full of what tests before have left.
  expect(new Set(taken.mock.results.map(({ value }) => value as PassMemory | null)).size).toBeLessThan(3);
});

test('an island too large for what memories have has one of its own', () => {
  const taken = vi.spyOn(PassMemory, 'withRoomFor');
  const world = newWorld();
  addChain(world, 3000);
  world.step(1 / 60);
  expect((taken.mock.results[0].value as PassMemory).buffer.byteLength).toBeGreaterThan(1 << 20);
});

test('memory of an island that is no more is used again', () => {
  const taken = vi.spyOn(PassMemory, 'withRoomFor');
  const world = newWorld();
  const bodies = addChain(world, 600);
  for (let step = 0; step < 20; step++) {
    const last = [...world.joints].at(-1);
    last?.remove();
    world.step(1 / 60);
    world.joints.create('pivot', { bodyA: bodies[598], bodyB: bodies[599], localAnchorA: [0.125, 0] });
    world.step(1 / 60);
  }
  const memories = new Set(taken.mock.results.map(({ value }) => value as PassMemory | null));
  expect(taken).toHaveBeenCalledTimes(40);
  expect(memories.size).toBeLessThan(6);
});

test('memory of the islands of a world that is destroyed is used again', () => {
  const taken = vi.spyOn(PassMemory, 'withRoomFor');
  for (let i = 0; i < 20; i++) {
    const world = newWorld();
    addChain(world, 600);
    world.step(1 / 60);
    if (i % 2) world.on('afterstep', () => world.destroy());
    world.step(1 / 60);
    world.destroy();
  }
  expect(new Set(taken.mock.results.map(({ value }) => value as PassMemory | null)).size).toBeLessThan(4);
});

test.each([
  ['is missing', undefined],
  ['may not be compiled', { Module: refuse }],
  ['has no memory left', { ...WebAssembly, Module: WebAssembly.Module, Memory: refuse }],
])('there are no passes where WebAssembly %s', async (_, stub) => {
  vi.stubGlobal('WebAssembly', stub);
  vi.resetModules();
  const { PassMemory: Anew } = await import('../../src/fast/pass-memory');
  expect(Anew.withRoomFor([new Float64Array(9)])).toBe(null);
});

function refuse(): never {
  throw new RangeError('Refused');
}

test('what is no number is never taken for closed', () => {
  const world = newWorld();
  addChain(world, 20);
  world.step(1 / 60);
  const { askHinges } = DirectPasses.prototype;
  vi.spyOn(DirectPasses.prototype, 'askHinges').mockImplementationOnce(function (this: DirectPasses, ...arrays) {
    askHinges.apply(this, arrays);
    this.anchors[0] = NaN;
  });
  world.step(1 / 60);
  expect(world.stats.islands[0].halvings).toBe(1);
  for (const { x, y, angle } of world.bodies) expect([x, y, angle].every(Number.isFinite)).toBe(true);
});

test('an array that is not of the island is refused, where a pass would have written over others', () => {
  const world = newWorld();
  addChain(world, 20);
  const visited = vi.spyOn(DirectPasses.prototype, 'begin');
  world.step(1 / 60);
  const passes = visited.mock.contexts[0] as DirectPasses;
  const other = new Float64Array(60);
  const calls = [
    () => passes.askHinges(other, other, other, other),
    () => passes.pushHinges(other, other),
    () => passes.writeRates(1, other),
    () => passes.pushRows(1, other, other),
  ];
  for (const call of calls) expect(call).toThrow('A pass was given an array that is not of its island');
  // The factor is then solved in JavaScript.
  expect(passes.solve(other)).toBe(false);
});

test('a level chain has no number that is next to nothing but where its halves meet: a processor takes many times as long', () => {
  const world = newWorld();
  const bodies = addChain(world, 1000);
  for (let i = 0; i < 5; i++) world.step(1 / 60);
  const tiny = bodies.filter(({ angularVelocity: w }) => w !== 0 && Math.abs(w) < 1e-150);
  expect(tiny.length).toBeLessThan(4);
});
