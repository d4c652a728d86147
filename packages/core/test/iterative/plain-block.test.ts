import { World, type WorldOptions } from '@tenon/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BLOCK_SIZE } from '../../src/islands/blocks';
import { shortWay } from '../../src/islands/plain/plain-block';
import { PlainKernel, plainKernel } from '../../src/islands/plain/plain-kernel';
import { PlainLoan } from '../../src/islands/plain/plain-loan';
import { Simulation } from '../../src/simulation';
import { addChain, limit, pivots, scenes } from '../hinge-scenes';

/** Blocks of nothing but plain points are stepped in WebAssembly: the same bits as in JavaScript. */

afterEach(() => {
  shortWay.isOpen = true;
  Simulation.blockSize = BLOCK_SIZE;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function newWorld(options: WorldOptions = {}): World {
  return new World({ gravity: [0, -10], solver: 'iterative', sleeping: false, ...options });
}

/** Limits are for the long way: of these scenes the kernel takes nothing. */
const LIMITED = /stops|bounds|is cut|fall asleep|limited joints/;

describe.each(Object.entries(scenes).filter(([name]) => !LIMITED.test(name)))('%s', (_, scene) => {
  test.each([
    [1, 1],
    [3, 9],
    [4, 13],
  ])('has the same bits on both ways, %i substeps, looked at in every %ith step', (substeps, every) => {
    const taken = vi.spyOn(PlainKernel.prototype, 'step');
    const [short, long] = [true, false].map(() => {
      const world = newWorld({ substeps });
      return { world, act: scene(world) };
    });
    for (let step = 0; step < 40; step++) {
      const dt = step < 30 ? 1 / 60 : 1 / 50;
      for (const { world, act } of [short, long]) {
        shortWay.isOpen = world === short.world;
        act?.(step);
        world.step(dt);
      }
      expect(short.world.poses).toEqual(long.world.poses);
      if (step % every === every - 1) expect(short.world.hash()).toBe(long.world.hash());
    }
    expect(taken).toHaveBeenCalled();
  });
});

test('plain islands go the short way beside others, and follow their laws', () => {
  const taken = vi.spyOn(PlainLoan.prototype, 'step');
  const counts = (world: World) => {
    for (let i = 0; i < 3; i++) world.step(1 / 60);
    taken.mockClear();
    world.step(1 / 60);
    return taken.mock.contexts.map((loan) => (loan as PlainLoan).count);
  };
  const world = newWorld();
  addChain(world, 20);
  addChain(world, 30, null, 5);
  const joints = pivots(world);
  expect(counts(world)).toEqual([50]);
  joints[3].angle.motor = { speed: 1 };
  expect(counts(world)).toEqual([30]);
  joints[3].angle.motor = null;
  expect(counts(world)).toEqual([50]);
  const [body] = addChain(world, 5, null, 10);
  body.linearDamping = 1;
  expect(counts(world)).toEqual([55]);
});

describe('records stay in the kernel', () => {
  test('from step to step, and come home for who reads or writes them', () => {
    const borrowed = vi.spyOn(PlainLoan.prototype, 'borrow');
    const world = newWorld({ sleeping: true });
    const bodies = addChain(world, 30);
    const [joint] = world.joints;
    const steps = (count: number) => {
      borrowed.mockClear();
      for (let i = 0; i < count; i++) world.step(1 / 60);
      return borrowed.mock.calls.length;
    };
    expect(steps(10)).toBe(1);
    expect(steps(10)).toBe(0);
    expect(joint.reaction.y).toBeGreaterThan(1);
    expect(steps(10)).toBe(1);
    joint.maxCorrectionSpeed = 2;
    expect(steps(10)).toBe(1);
    bodies[29].applyForce([1, 0]);
    bodies[28].linearDamping = 0;
    bodies[27].gravityScale = 2;
    expect(steps(10)).toBe(0);
  });

  test('of each block by itself: one that goes the long way brings home its own', () => {
    Simulation.blockSize = 60;
    const borrowed = vi.spyOn(PlainLoan.prototype, 'borrow');
    const world = newWorld();
    for (let i = 0; i < 4; i++) addChain(world, 30, null, 3 * i);
    pivots(world)[0].angle.motor = { speed: 1 };
    const [body] = world.bodies;
    for (let i = 0; i < 10; i++) {
      if (i % 2 === 1) body.angularVelocity = 0;
      world.step(1 / 60);
    }
    expect(borrowed).toHaveBeenCalledTimes(3);
  });

  test('while islands beside them take the direct step', () => {
    const borrowed = vi.spyOn(PlainLoan.prototype, 'borrow');
    const world = newWorld({ solver: 'auto', directBudget: 1 });
    addChain(world, 30);
    for (const body of addChain(world, 5, null, 3)) for (const joint of body.joints) joint.solver = 'direct';
    for (let i = 0; i < 10; i++) world.step(1 / 60);
    expect(world.stats.islands.map(({ solver }) => solver)).toEqual(['iterative', 'direct']);
    expect(borrowed).toHaveBeenCalledOnce();
  });

  test('of worlds at the same time', () => {
    const hashes = [true, false].map((isOpen) => {
      shortWay.isOpen = isOpen;
      const worlds = [20, 30, 40].map((links) => {
        const world = newWorld();
        addChain(world, links);
        return world;
      });
      for (let i = 0; i < 20; i++) for (const world of worlds) world.step(1 / 60);
      worlds[1].destroy();
      addChain(worlds[2], 50, null, 9);
      for (let i = 0; i < 20; i++) for (const world of [worlds[0], worlds[2]]) world.step(1 / 60);
      return [worlds[0], worlds[2]].map((world) => world.hash());
    });
    expect(hashes[0]).toEqual(hashes[1]);
  });

  test('and leave their room when blocks are cut anew, or the world is gone', () => {
    const kernel = plainKernel();
    if (kernel === null) throw new TypeError();
    const placeOfNext = () => {
      const probe = { place: 0, size: 0, giveBack: () => undefined };
      kernel.lodge(probe, 16);
      const { place } = probe;
      kernel.leave(probe);
      return place;
    };
    const before = placeOfNext();
    Simulation.blockSize = 60;
    const world = newWorld();
    const [asleep, other] = [0, 3, 6].map((y) => addChain(world, 24, null, y)[0]);
    for (let i = 0; i < 2; i++) world.step(1 / 60);
    const taken = placeOfNext();
    expect(taken).toBeGreaterThan(before);
    for (let i = 0; i < 10; i++) {
      asleep.sleep();
      world.step(1 / 60);
      asleep.wake();
      world.joints.create('gear', { bodyA: asleep, bodyB: other, ratio: 1 }).remove();
      world.step(1 / 60);
    }
    expect(placeOfNext()).toBe(taken);
    world.destroy();
    expect(placeOfNext()).toBe(before);
  });

  test('until there is no room for more: then all give back what they have', () => {
    const kernel = plainKernel();
    if (kernel === null) throw new TypeError();
    const [first, second] = [0, 0].map(() => ({ place: 0, size: 0, giveBack: vi.fn() }));
    expect(kernel.lodge(first, 5e6)).toBe(true);
    expect(kernel.lodge(first, 4e6)).toBe(true);
    expect(first.giveBack).not.toHaveBeenCalled();
    expect(kernel.lodge(second, 5e6)).toBe(true);
    expect(first.giveBack).toHaveBeenCalledOnce();
    expect(first.size).toBe(0);
    expect(kernel.numbers.length).toBeGreaterThan(second.place + second.size - 1);
    // The room of the last is free again.
    const { place } = second;
    kernel.leave(second);
    expect(kernel.lodge(second, 100)).toBe(true);
    expect(second.place).toBe(place);
  });
});

test.each([
  ['', () => undefined],
  [' with what their stops have been through', (world: World) => limit(world, (i) => [-0.02 * (i % 3), 0.05])],
])('numbers that overflow go the long way%s', (_, change) => {
  const taken = vi.spyOn(PlainKernel.prototype, 'step');
  const [short, long] = [true, false].map((isOpen) => {
    shortWay.isOpen = isOpen;
    const world = newWorld();
    for (const body of addChain(world, 60)) body.angularVelocity = body.x % 0.5 < 0.25 ? 20 : -20;
    change(world);
    const bodies = addChain(world, 20, null, 9);
    const hashes = [];
    for (let step = 0; step < 30; step++) {
      if (step % 3 === 0) bodies[12].applyForce([1e200, 0]);
      world.step(1 / 60);
      hashes.push(world.hash());
    }
    return hashes;
  });
  expect(short).toEqual(long);
  expect(taken).toHaveReturnedWith(false);
});

test('a hook in the substeps sees the whole world: the long way', () => {
  const taken = vi.spyOn(PlainKernel.prototype, 'step');
  const world = newWorld();
  addChain(world, 30);
  world.on('beforesubstep', () => undefined);
  world.step(1 / 60);
  expect(taken).not.toHaveBeenCalled();
});

test('a few joints go the long way: they would take as long to hand over', () => {
  const taken = vi.spyOn(PlainKernel.prototype, 'step');
  const world = newWorld();
  addChain(world, 10);
  world.step(1 / 60);
  expect(taken).not.toHaveBeenCalled();
});

function refuse(): never {
  throw new Error('Refused to compile');
}

test.each([
  ['is missing', undefined],
  ['may not be compiled', { Module: refuse }],
])('there is no kernel where WebAssembly %s', async (_, stub) => {
  vi.stubGlobal('WebAssembly', stub);
  vi.resetModules();
  const { plainKernel } = await import('../../src/islands/plain/plain-kernel');
  expect(plainKernel()).toBe(null);
});
