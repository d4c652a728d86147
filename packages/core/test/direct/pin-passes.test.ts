import { World } from '@tenon/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PassMemory } from '../../src/direct/pins/pass-memory';
import { PinPasses } from '../../src/direct/pins/pin-passes';
import { BLOCK_SIZE } from '../../src/iterative/blocks';
import { Simulation } from '../../src/simulation/simulation';
import { addChain, scenes } from '../hinge-scenes';

/** Direct islands with pins pass over them in WebAssembly: the same bits as in JavaScript. */

afterEach(() => {
  Simulation.blockSize = BLOCK_SIZE;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function newWorld(): World {
  return new World({ gravity: [0, -10], solver: 'direct', sleeping: false });
}

/** Two worlds of one scene, step by step: one with the passes, and one without; who looks at records brings them home. */
function compare(build: (world: World) => ((step: number) => unknown) | undefined, steps: number, every = 1): void {
  const withRoom = PassMemory.withRoom.bind(PassMemory);
  let isOpen = true;
  vi.spyOn(PassMemory, 'withRoom').mockImplementation((bytes) => (isOpen ? withRoom(bytes) : null));
  const taken = vi.spyOn(PinPasses.prototype, 'visitPins');
  const [short, long] = [0, 1].map(() => {
    const world = newWorld();
    return { world, act: build(world) };
  });
  for (let step = 0; step < steps; step++) {
    const dt = step < 0.75 * steps ? 1 / 60 : 1 / 50;
    for (const { world, act } of [short, long]) {
      isOpen = world === short.world;
      act?.(step);
      world.step(dt);
    }
    expect(short.world.poses).toEqual(long.world.poses);
    if (step % every === every - 1) expect(short.world.hash()).toBe(long.world.hash());
    expect(short.world.stats.islands).toEqual(long.world.stats.islands);
  }
  expect(taken).toHaveBeenCalled();
}

describe.each(Object.entries(scenes))('%s', (_, scene) => {
  test.each([1, 9])('has the same bits with the passes and without them, looked at in every %ith step', (every) =>
    compare(scene, 40, every),
  );
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
])('%s', (_, build) => {
  test.each([1, 7])('has the same bits, looked at in every %ith step', (every) => compare(build, 60, every));
});

test('an island of a single pin does without them', () => {
  const taken = vi.spyOn(PassMemory, 'withRoom');
  const world = newWorld();
  addChain(world, 1);
  world.step(1 / 60);
  expect(taken).not.toHaveBeenCalled();
});

test('islands of one layout share the passes, others share their memory', () => {
  const taken = vi.spyOn(PassMemory, 'withRoom');
  const world = newWorld();
  for (const y of [0, 2, 4]) addChain(world, 20, null, y);
  for (let more = 1; more < 10; more++) addChain(world, 20 + more, null, 4 + 2 * more);
  world.step(1 / 60);
  expect(taken).toHaveBeenCalledTimes(10);
  // The first may be nearly full of what tests before have left.
  expect(new Set(taken.mock.results.map(({ value }) => value as PassMemory | null)).size).toBeLessThan(3);
});

test('an island too large for what memories have has one of its own', () => {
  const taken = vi.spyOn(PassMemory, 'withRoom');
  const world = newWorld();
  addChain(world, 3000);
  world.step(1 / 60);
  expect((taken.mock.results[0].value as PassMemory).buffer.byteLength).toBeGreaterThan(1 << 20);
});

test('memory of an island that is no more is used again', () => {
  const taken = vi.spyOn(PassMemory, 'withRoom');
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
  expect(memories.size).toBeLessThan(4);
});

test('memory of the islands of a world that is destroyed is used again', () => {
  const taken = vi.spyOn(PassMemory, 'withRoom');
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
  const { PassMemory: Anew } = await import('../../src/direct/pins/pass-memory');
  expect(Anew.withRoom(100)).toBe(null);
});

function refuse(): never {
  throw new RangeError('Refused');
}

test('what is no number is never taken for closed', () => {
  const world = newWorld();
  addChain(world, 20);
  world.step(1 / 60);
  const { visitPins } = PinPasses.prototype;
  vi.spyOn(PinPasses.prototype, 'visitPins').mockImplementationOnce(function (this: PinPasses) {
    const [x] = this.locals;
    this.locals[0] = NaN;
    visitPins.call(this);
    this.locals[0] = x;
  });
  world.step(1 / 60);
  expect(world.stats.islands[0].halvings).toBe(1);
  for (const { x, y, angle } of world.bodies) expect([x, y, angle].every(Number.isFinite)).toBe(true);
});

test('an array that is not of the island is refused, where a pass would have written over others', () => {
  const world = newWorld();
  addChain(world, 20);
  const visited = vi.spyOn(PinPasses.prototype, 'visitPins');
  world.step(1 / 60);
  const passes = visited.mock.contexts[0] as PinPasses;
  const other = new Float64Array(60);
  const calls = [
    () => passes.askPins(other, other, other, other),
    () => passes.pushPins(other, other),
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
