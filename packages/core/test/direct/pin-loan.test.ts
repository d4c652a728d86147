import { type Body, type DistanceJoint, type PivotJoint, World } from '@tenon/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PassMemory } from '../../src/direct/pins/pass-memory';
import { PinLoan } from '../../src/direct/pins/pin-loan';
import { Chance } from '../random-world';
import { addChain, pivots } from '../hinge-scenes';

/** Records of pins stay with their island from step to step, and come home for who reads or writes them. */

afterEach(() => {
  vi.restoreAllMocks();
});

function newWorld(): World {
  return new World({ gravity: [0, -10], solver: 'direct', sleeping: false });
}

function step(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step(1 / 60);
}

describe('records', () => {
  test('stay out until somebody looks, and show what has just been', () => {
    const keep = vi.spyOn(PinLoan.prototype, 'keep');
    const [seldom, often] = [newWorld(), newWorld()].map((world) => {
      addChain(world, 20);
      return { world, joint: pivots(world)[3] };
    });
    for (let i = 0; i < 30; i++) {
      step(often.world, 1);
      expect(often.joint.reaction.force).toBeGreaterThan(0);
    }
    step(seldom.world, 30);
    const loan = keep.mock.contexts.at(-1) as PinLoan;
    expect(loan.isOut).toBe(true);
    expect(seldom.joint.reaction).toEqual(often.joint.reaction);
    expect(loan.isOut).toBe(false);
    expect(seldom.joint.point.value).toEqual(often.joint.point.value);
    expect(seldom.joint.impulseOn(seldom.joint.bodyB)).toEqual(often.joint.impulseOn(often.joint.bodyB));
    step(seldom.world, 1);
    expect(loan.isOut).toBe(true);
  });

  test('stay out while other islands take the iterative step', () => {
    const keep = vi.spyOn(PinLoan.prototype, 'keep');
    const world = newWorld();
    addChain(world, 20);
    world.joints.create('distance', { bodyB: world.addBody(), localAnchorA: [9, 9], solver: 'iterative' });
    world.solver = 'auto';
    step(world, 5);
    expect(world.stats.islands.map(({ solver }) => solver)).toEqual(['direct', 'iterative']);
    expect((keep.mock.contexts[0] as PinLoan).isOut).toBe(true);
  });

  test.each<[string, (world: World, bodies: readonly Body[]) => void]>([
    ['two islands share a space', (world) => addChain(world, 20, null, 3)],
    ['a law is on some angle', (world) => (pivots(world)[4].angle.limits = [-1, 1])],
    ['nothing holds the island', (world) => pivots(world)[0].remove()],
    ['a step is taken in parts', (world) => (world.directSubsteps = 2)],
    [
      'a force function may look at them',
      (world) => world.joints.create('distance', { bodyB: world.addBody(), length: { spring: { force: () => 0 } } }),
    ],
  ])('come home in every step where %s', (_, change) => {
    const world = newWorld();
    const bodies = addChain(world, 20);
    change(world, bodies);
    const keep = vi.spyOn(PinLoan.prototype, 'keep');
    step(world, 5);
    expect(keep).not.toHaveBeenCalled();
  });
});

/** What may happen between two steps, to the joint and the body that are meant. */
const EVENTS: readonly ((world: World, joint: PivotJoint, body: Body, by: number) => unknown)[] = [
  (_, joint) => joint.reaction,
  (_, joint) => joint.remove(),
  (_, __, body) => body.remove(),
  (_, __, body, by) => (body.velocity = [4 * by, by]),
  (_, __, body, by) => (body.position = [body.x + 0.1 * by, body.y]),
  (_, __, body, by) => (body.mass = 0.1 + by),
  (_, joint, __, by) => (joint.angle.limits = by < 0.5 ? null : [-by, by]),
  (_, joint, __, by) => (joint.enabled = by < 0.5),
  (_, joint, __, by) => (joint.break = by < 0.5 ? null : { force: 20 + 200 * by }),
  (_, joint, __, by) => (joint.solver = by < 0.3 ? 'iterative' : 'direct'),
  (world, _, __, by) => (world.directSubsteps = by < 0.3 ? 2 : 'auto'),
  (world) => world.restore(world.snapshot()),
  (world) => world.step(1 / 90),
  (world) => {
    world.substeps *= 2;
    world.step(1 / 30);
    world.substeps /= 2;
  },
  (world, _, __, by) => {
    for (const joint of world.joints)
      if (joint.type === 'distance') (joint as DistanceJoint).length.spring = by < 0.5 ? null : { force: () => by };
  },
];

test.each(Array.from({ length: 40 }, (_, seed) => seed))('history %i has the same bits as without them', (seed) => {
  const withRoom = PassMemory.withRoom.bind(PassMemory);
  let isOpen = true;
  vi.spyOn(PassMemory, 'withRoom').mockImplementation((bytes) => (isOpen ? withRoom(bytes) : null));
  const hashes = [true, false].map((opens) => {
    isOpen = opens;
    const chance = new Chance(seed);
    const world = newWorld();
    addChain(world, 4 + chance.integer(20));
    world.joints.create('distance', { bodyB: world.addBody(), localAnchorA: [9, 9], max: 9 });
    for (let i = 0; i < 40; i++) {
      for (let events = chance.integer(8) - 5; events > 0; events--) {
        const [joints, bodies] = [pivots(world), [...world.bodies]];
        if (joints.length > 0) chance.pick(EVENTS)(world, chance.pick(joints), chance.pick(bodies), chance.next());
      }
      world.step(1 / 60);
    }
    return world.hash();
  });
  expect(hashes[0]).toBe(hashes[1]);
});
