import { type Body, type Joint, type JointOf, path, type PathJoint, World } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { viewWorld } from '@tenon/core/view';
import { describe, expect, test } from 'vitest';
import { NAMES, pair } from '../joint-cases';
import { Chance, randomWorld } from '../random-world';
import { SOLVERS } from '../rigs';

/** What moves bodies and joints from outside, between two steps. */
function befall(chance: Chance, { bodies, joints }: World): void {
  const body = chance.pick<Body>([...bodies]);
  const joint = chance.pick<Joint>([...joints]);
  chance.pick<() => void>([
    () => (body.angle += chance.between(-1, 1)),
    () => (body.position = [body.x + chance.between(-0.5, 0.5), body.y + chance.between(-0.5, 0.5)]),
    () => (body.velocity = chance.vec(2)),
    () => {
      const { frames } = joint.definition;
      if (frames.includes('anchors') && joint.type !== 'drag') Reflect.set(joint, 'localAnchorA', chance.vec(0.5));
      if (frames.includes('referenceAngle')) Reflect.set(joint, 'referenceAngle', chance.between(-1, 1));
    },
    () => joint.wake(),
  ])();
}

/** Whatever can be read of a world and what is in it. */
function read(chance: Chance, world: World): void {
  const joint = chance.pick([...world.joints].filter(({ coordinates }) => coordinates.length > 0));
  const coordinate = chance.pick(joint.coordinates);
  chance.pick<() => unknown>([
    () => world.hash(),
    () => world.energy,
    () => world.stats,
    () => world.snapshot(),
    () => joint.error,
    () => joint.reaction,
    () => joint.isSlack,
    () => inspect(joint),
    () => viewWorld(world, () => undefined, { alpha: 0.3 }),
    () => [...world.joints].map((any) => any.error),
    () => 'value' in coordinate && coordinate.value,
    () => 'rate' in coordinate && coordinate.rate,
  ])();
}

const bits = ({ poses }: World): string => [...new BigUint64Array(poses.slice().buffer)].join();

/** Steps one world unseen, and its like while it is looked at. */
function expectAlike(make: () => World, seed: number): void {
  const still = make();
  const watched = make();
  const [some, same, reader] = [new Chance(seed), new Chance(seed), new Chance(-seed)];
  for (let step = 0; step < 25; step++) {
    for (let i = some.integer(3); i > 0; i--) befall(some, still);
    for (let i = same.integer(3); i > 0; i--) {
      befall(same, watched);
      if (reader.chance(0.5)) read(reader, watched);
    }
    for (let i = reader.integer(4); i > 0; i--) read(reader, watched);
    still.step(1 / 60);
    watched.step(1 / 60);
    expect(bits(watched), `seed ${seed}, step ${step}`).toBe(bits(still));
  }
  expect(watched.hash(), `seed ${seed}`).toBe(still.hash());
}

/** Hinges enough for WebAssembly. */
function chain(): World {
  const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
  let bodyA: Body | null = null;
  for (let i = 0; i < 20; i++) {
    const bodyB: Body = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1e-3 });
    world.joints.create('pivot', { bodyA, bodyB, anchor: [i, 0] });
    bodyA = bodyB;
  }
  return world;
}

/** Beads on paths that come close to themselves, one of which a gear reads. */
function beads(seed: number, solver: (typeof SOLVERS)[number], smooth: boolean): World {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, -10], solver, sleeping: false });
  const rail = world.addBody({ type: 'kinematic' });
  for (let i = 0; i < 3; i++) {
    const points = Array.from({ length: 6 }, () => chance.vec(1));
    const [x, y] = points[2];
    const bodyB = world.addBody({ position: [x, y], mass: 1, inertia: 0.1 });
    const closed = chance.chance(0.5);
    world.joints.create('path', {
      bodyA: i === 0 ? rail : null,
      bodyB,
      path: { points, smooth, closed },
      localAnchorB: chance.vec(0.1),
    });
  }
  const [one, other] = [...world.joints] as JointOf<typeof PathJoint>[];
  world.joints.create('gear', { terms: [{ of: one.travel, weight: 1 }, { of: other.travel, weight: 1 }] }); // prettier-ignore
  return world;
}

describe('reading changes no motion', () => {
  test.each(['iterative', 'direct', 'auto'] as const)('of random mechanisms by the %s step', (solver) => {
    for (let seed = 1; seed <= 8; seed++) expectAlike(() => randomWorld(seed, { solver }), seed);
  });

  describe.each(SOLVERS)('of beads on paths by the %s step', (solver) => {
    test.each([true, false])('smooth: %s', (smooth) => {
      for (let seed = 1; seed <= 20; seed++) expectAlike(() => beads(seed, solver, smooth), seed);
    });
  });

  test('of a chain', () => {
    for (let seed = 1; seed <= 20; seed++) expectAlike(chain, seed);
  });
});

describe('a curve that no solver measures is followed all the same', () => {
  const ways: [string, 'dynamic' | 'kinematic', (rail: JointOf<typeof PathJoint>) => void][] = [
    ['switched off', 'dynamic', (rail) => (rail.enabled = false)],
    ['without laws', 'dynamic', (rail) => (rail.offset.lock = null)],
    ['between bodies that a host moves', 'kinematic', () => undefined],
  ];
  for (const solver of SOLVERS)
    for (const smooth of [true, false])
      test.each(ways)(`%s, by the ${solver} step, ${smooth ? 'smooth' : 'straight'}`, (_, type, loosen) => {
        const lap = (reads: boolean) => {
          const world = new World({ solver, sleeping: false });
          const body = world.addBody({ type, position: [1, 0] });
          const bodyA = world.addBody({ type: 'kinematic' });
          const points = path([[-1, -1], [1, -1], [1, 1], [-1, 1]], { closed: true, smooth }); // prettier-ignore
          const rail = world.joints.create('path', { bodyA, bodyB: body, path: points });
          world.step(1 / 60);
          loosen(rail);
          for (let i = 1; i <= 150; i++) {
            body.position = [Math.cos(i / 10), Math.sin(i / 10)];
            if (reads) world.hash();
            world.step(1 / 60);
          }
          const hash = world.hash();
          rail.enabled = true;
          const laps = Math.floor(rail.travel.value / points.length);
          world.step(1 / 60);
          return [laps, hash, world.hash()];
        };
        expect(lap(true)).toEqual(lap(false));
        expect(lap(false)[0]).toBe(2);
      });
});

test.each(NAMES)('a portable snapshot with a %s is the same text whoever has looked', (name) => {
  const text = (enabled: boolean, look: (joint: Joint) => void) => {
    const { world, joint } = pair(name, 'iterative');
    world.step(1 / 60);
    joint.enabled = enabled;
    for (let i = 0; i < 10; i++) {
      world.step(1 / 60);
      look(joint);
    }
    return JSON.stringify(world.snapshot({ portable: true }));
  };
  for (const enabled of [true, false]) expect(text(enabled, inspect)).toBe(text(enabled, () => undefined));
});

describe('a bead that is put elsewhere', () => {
  const hairpin = path([[0, 0], [1, 0], [1, 0.1], [0, 0.1]], { smooth: false }); // prettier-ignore
  const bead = () => {
    const world = new World();
    const rail = world.addBody({ type: 'kinematic' });
    const body = world.addBody({ position: [0.2, 0], mass: 1, inertia: 1 });
    const { travel } = world.joints.create('path', { bodyA: rail, bodyB: body, path: hairpin });
    return { world, rail, body, travel };
  };

  test('follows its path from place to place, whether somebody looks or not', () => {
    for (const looks of [true, false]) {
      const { body, travel } = bead();
      const see = (): unknown => looks && travel.value;
      for (let x = 0.2; x < 1; x += 0.05) {
        body.position = [x, 0];
        see();
      }
      for (let x = 1; x > 0.2; x -= 0.05) {
        body.x = x;
        see();
        body.y = 0.1;
        see();
      }
      body.position = [0.2, 0.1];
      expect(travel.value).toBeCloseTo(1.9, 2);
    }
  });

  test('is where it was on its path when that is put elsewhere with it', () => {
    for (const looks of [true, false]) {
      const { rail, body, travel } = bead();
      for (let i = 1; i < 5; i++) {
        rail.position = [3 * i, 2 * i];
        if (looks) expect(travel.value).not.toBeCloseTo(0.2, 3);
        body.position = [0.2 + 3 * i, 2 * i];
        expect(travel.value).toBeCloseTo(0.2, 9);
      }
    }
  });

  test.each(SOLVERS)('is on no place in between, wherever it was put before a step: %s', (solver) => {
    const { world, rail, body, travel } = bead();
    world.gravity = [0, 0];
    world.solver = solver;
    body.y = 1e-12;
    world.step(1 / 60);
    rail.position = [3, -2];
    body.x += 3;
    body.y -= 2;
    expect(travel.value).toBeCloseTo(0.2, 9);
  });
});
