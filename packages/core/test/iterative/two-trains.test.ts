import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { addChain } from '../hinge-scenes';

/** Joints of a large island are visited in turn from its older and its younger half, those of small islands from two of them. */

function newWorld(): World {
  return new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
}

/** Slots of the joints, in the order of visits. */
function visits(world: World): number[] {
  world.step(1 / 60);
  return world.batches.flatMap(({ active, activeCount }) => [...active.subarray(0, activeCount)]);
}

describe('joints are visited', () => {
  test.each([
    [64, 32],
    [65, 33],
  ])('in two trains, %i of them', (links, half) => {
    const world = newWorld();
    addChain(world, links);
    expect(visits(world)).toEqual(Array.from({ length: links }, (_, i) => (i % 2 === 0 ? i / 2 : half + (i - 1) / 2)));
  });

  test('one after the other where there are fewer', () => {
    const world = newWorld();
    addChain(world, 63);
    const order = visits(world);
    expect(order).toEqual(order.map((_, i) => i));
  });

  test('of two small islands in turn', () => {
    const world = newWorld();
    addChain(world, 2);
    addChain(world, 64, null, 3);
    addChain(world, 3, null, 6);
    addChain(world, 2, null, 9);
    const large = Array.from({ length: 64 }, (_, i) => 2 + (i % 2 === 0 ? i / 2 : 32 + (i - 1) / 2));
    expect(visits(world)).toEqual([...large, 0, 66, 1, 67, 68, 69, 70]);
  });
});

test('an island moves the same whatever others there are', () => {
  const [alone, among] = [false, true].map((others) => {
    const world = newWorld();
    if (others) addChain(world, 70, null, -5);
    const bodies = addChain(world, 81);
    if (others) addChain(world, 30, null, 5);
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    return bodies.map(({ x, y, angle }) => [x, y, angle]);
  });
  expect(alone).toEqual(among);
});
