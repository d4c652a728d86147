import { World, type WorldOptions } from '@tenon/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BLOCK_SIZE } from '../src/islands/blocks';
import { shortWay } from '../src/islands/plain-block';
import { PlainKernel } from '../src/islands/plain-kernel';
import { Simulation } from '../src/simulation';
import { addChain, limit, scenes } from './hinge-scenes';

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

describe.each(Object.entries(scenes))('%s', (_, scene) => {
  test.each([1, 3, 4])('has the same bits on both ways, %i substeps', (substeps) => {
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
      expect(short.world.hash()).toBe(long.world.hash());
    }
    expect(taken).toHaveBeenCalled();
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
  const { plainKernel } = await import('../src/islands/plain-kernel');
  expect(plainKernel(() => undefined)).toBe(null);
});
