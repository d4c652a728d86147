import { type Body, box, disc, type Joint, World, type WorldOptions } from '@tenon/core';
import { contacts } from '@tenon/core/contacts';
import { direct } from '@tenon/core/direct';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Islands } from '../src/islands/islands';
import { ScalarCoordinate } from '../src/joint/scalar-coordinate';

/** Islands that are kept from step to step are the same, in the same order, as if they were all found at once. */

const KINDS = ['dynamic', 'dynamic', 'dynamic', 'static', 'kinematic'] as const;

type Act = (world: World, bodies: readonly Body[], joints: readonly Joint[]) => void;

/** One of those that are there, of whichever number. */
function some<T>(all: readonly T[], n: number): T | undefined {
  return all[n % all.length];
}

const number = fc.nat(1000);

const acts: readonly fc.Arbitrary<Act>[] = [
  fc.tuple(number, number).map(([n, kind]): Act => (world) => {
    world.addBody({ position: [n % 7, n % 5], mass: 1 + (n % 3), inertia: 0.2, type: KINDS[kind % KINDS.length] });
  }),
  fc.tuple(number, fc.boolean()).map(([n, round]): Act => (world) => {
    world.addBody({ position: [n % 5, n % 3], shape: round ? disc(0.4) : box(0.8, 0.8), collides: true });
  }),
  fc.tuple(number, fc.boolean()).map(([n, collides]): Act => (_, bodies) => {
    const body = some(bodies, n);
    if (body?.shape != null) body.collides = collides;
  }),
  fc.tuple(number, number).map(([n, y]): Act => (_, bodies) => {
    const body = some(bodies, n);
    if (body !== undefined) body.position = [n % 5, y % 3];
  }),
  fc.tuple(number, number, fc.constantFrom('pivot', 'weld', 'rope')).map(([a, b, type]): Act => (world, bodies) => {
    const bodyA = some(bodies, a) ?? null;
    const bodyB = some(bodies, b) ?? null;
    if (bodyA !== bodyB)
      world.joints.create(type, { bodyA, bodyB, ...(type === 'rope' ? { max: 20 } : { anchor: [1, 1] }) });
  }),
  fc.tuple(number, number).map(([a, b]): Act => (world, _, joints) => {
    const angles = joints.flatMap(({ type, coordinates }) =>
      coordinates.flatMap((c) => (type === 'pivot' && c instanceof ScalarCoordinate ? c : [])),
    );
    const [first, second] = [some(angles, a), some(angles, b)];
    if (first !== undefined && second !== undefined && first !== second)
      world.joints.create('gear', {
        terms: [
          { of: first, weight: 1 },
          { of: second, weight: 2 },
        ],
      });
  }),
  number.map(
    (n): Act =>
      (_, bodies) =>
        some(bodies, n)?.remove(),
  ),
  number.map(
    (n): Act =>
      (_, __, joints) =>
        some(joints, n)?.remove(),
  ),
  fc.tuple(number, fc.boolean()).map(([n, enabled]): Act => (_, __, joints) => {
    const joint = some(joints, n);
    if (joint !== undefined) joint.enabled = enabled;
  }),
  fc.tuple(number, number).map(([n, kind]): Act => (_, bodies) => {
    const body = some(bodies, n);
    if (body !== undefined) body.type = KINDS[kind % KINDS.length];
  }),
  fc.tuple(number, number).map(([n, to]): Act => (_, bodies, joints) => {
    const joint = some(joints, n);
    const body = some(bodies, to) ?? null;
    if (joint?.type === 'weld' && joint.bodyA !== body) joint.bodyB = body;
  }),
  number.map((n): Act => (_, __, joints) => {
    const joint = some(joints, n);
    if (joint !== undefined) joint.break = { force: 1, remove: n % 2 === 0 };
  }),
  number.map((n): Act => (_, bodies) => {
    const body = some(bodies, n);
    if (body !== undefined) body.mass = 1 + (n % 40);
  }),
  number.map(
    (n): Act =>
      (_, bodies) =>
        some(bodies, n)?.sleep(),
  ),
  fc.constant((world: World) => world.restore(world.snapshot())),
  fc.constant((world: World) => world.step(1 / 60)),
  fc.constant((world: World) => {
    for (let i = 0; i < 8; i++) world.step(1 / 30);
  }),
];

function play(world: World, script: readonly Act[]): void {
  for (const act of script) act(world, [...world.bodies], [...world.joints]);
  world.step(1 / 60);
}

/** Bodies to begin with, in pairs. */
function worldOfPairs(options: WorldOptions): World {
  const world = new World({ gravity: [0, -10], parts: [direct, contacts], ...options });
  world.addBody({ type: 'static', position: [2, -1.5], shape: box(20, 1), collides: true });
  for (let i = 0; i < 5; i++) {
    const [bodyA, bodyB] = [0, 1].map((y) => world.addBody({ position: [i, y], mass: 1 + i, inertia: 0.2 }));
    world.joints.create('pivot', { bodyA, bodyB, anchor: [i, 0.5] });
  }
  return world;
}

const scripts = fc.array(fc.oneof(...acts), { minLength: 1, maxLength: 40 });

/** Ids of the bodies and joints of each island. */
function members({ list }: Islands, { store }: World): unknown {
  return list.map(({ bodies, joints }) => [
    bodies.map((slot) => store.handles[slot]?.id),
    joints.map(({ id, batch }) => `${batch.type.name} ${id}`),
  ]);
}

test('they have the same members in the same order, whatever has come, gone and changed', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const world = worldOfPairs({});
      play(world, script);
      world.hash();
      const anew = new Islands();
      anew.replace(world.store);
      anew.admit(world.store);
      anew.renew(world.store);
      expect(members(world.islands, world)).toEqual(members(anew, world));
      expect(world.islands.kinematic).toEqual(anew.kinematic);
      world.islands.list.forEach((island, index) => {
        expect(island.index).toBe(index);
        expect(island.touches).toBe(island.bodies.some((slot) => world.contactSolver?.touchesAnything(slot)));
        for (const slot of island.bodies) expect(world.islands.of(slot)).toBe(island);
      });
    }),
    { numRuns: 100 },
  );
}, 60_000);

test.each(['auto', 'iterative', 'direct'] as const)(
  'a world that has come about piece by piece goes on as its copy does, to the bit: %s',
  (solver) => {
    fc.assert(
      fc.property(scripts, scripts, (script, more) => {
        const world = worldOfPairs({ solver, directBudget: 5000 });
        play(world, script);
        const copy = new World({ parts: [direct, contacts] });
        copy.restore(world.snapshot({ portable: true }));
        for (const each of [world, copy]) play(each, more);
        expect(copy.hash()).toBe(world.hash());
        expect(copy.stats.islands.map((island) => island.solver)).toEqual(
          world.stats.islands.map((island) => island.solver),
        );
      }),
      { numRuns: 15 },
    );
  },
  60_000,
);
