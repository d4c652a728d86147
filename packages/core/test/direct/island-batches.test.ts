import { type Body, type Joint, type PivotJoint, type PrismaticJoint, type ScalarOptions, World } from '@tenon/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MOST_ISLANDS } from '../../src/direct/island/island-batches';
import { DirectPasses } from '../../src/direct/passes';
import { DirectIslands } from '../../src/direct/direct-islands';
import { addChain, pivots } from '../hinge-scenes';
import { Chance } from '../random-world';

/** Islands of one layout that are stepped together go where each of them goes alone, to the bit. */

afterEach(() => {
  DirectIslands.batchSize = MOST_ISLANDS;
  vi.restoreAllMocks();
});

type Act = ((step: number) => void) | undefined;

function newWorld(sleeping = false): World {
  return new World({ gravity: [0, -10], solver: 'direct', sleeping });
}

/**
 * Two worlds of one scene, step by step, one of them without batches of islands; returns how many attempts to step an island
 * were spared by that. Who asks
 * for a hash brings all records home: `every` tells after how many steps that is done.
 */
function compare(build: (world: World) => Act, steps: number, sleeping = false, every = 1): number {
  const attempts = vi.spyOn(DirectPasses.prototype, 'begin');
  const [together, alone] = [0, 1].map(() => {
    const world = newWorld(sleeping);
    return { world, act: build(world) };
  });
  let spared = 0;
  for (let step = 0; step < steps; step++) {
    for (const { world, act } of [together, alone]) {
      DirectIslands.batchSize = world === together.world ? MOST_ISLANDS : 1;
      act?.(step);
      attempts.mockClear();
      world.step(step < 0.8 * steps ? 1 / 60 : 1 / 50);
      spared += (world === alone.world ? 1 : -1) * attempts.mock.calls.length;
    }
    if (step % every < every - 1) continue;
    if (together.world.hash() !== alone.world.hash()) throw new Error(`step ${step} differs`);
    expect(together.world.stats.islands).toEqual(alone.world.stats.islands);
  }
  return spared;
}

/** What the copies of a random mechanism have in common: one number decides each. */
function addMechanism(world: World, seed: number, copy: number): Body[] {
  const common = new Chance(seed);
  const own = new Chance(1000 * seed + copy);
  const count = 2 + common.integer(4);
  const bodies: Body[] = [];
  const y = 20 * copy;
  const isGrounded = common.chance(0.8);
  for (let i = 0; i < count; i++) {
    const body = world.addBody({
      position: [i, y + common.between(-0.2, 0.2)],
      mass: own.magnitude(0.5, 4),
      inertia: own.magnitude(0.1, 0.6),
      velocity: own.vec(0.5),
      angularVelocity: own.between(-2, 2),
    });
    const from = i > 0 ? bodies[common.integer(i)] : null;
    if (i > 0 || isGrounded) addJoint(world, common, own, from, body, y);
    bodies.push(body);
  }
  if (common.chance(0.4)) addJoint(world, common, own, bodies[0], bodies[count - 1], y);
  return bodies;
}

function addJoint(world: World, common: Chance, own: Chance, bodyA: Body | null, bodyB: Body, y: number): Joint {
  const anchor = [bodyB.x - 0.5, y + common.between(-0.3, 0.3)] as const;
  const law = common.integer(7);
  const low = own.between(-1, -0.1);
  const laws: ScalarOptions[] = [
    {},
    { limits: [low, low + own.between(0.2, 1.5)] as const },
    { motor: { speed: own.between(-3, 3), maxTorque: own.magnitude(1, 100) } },
    { motor: { speed: own.between(-3, 3) } },
    { limits: [low, 1] as const, friction: { torque: own.magnitude(0.1, 10) } },
    { spring: { stiffness: own.magnitude(5, 500), damping: own.between(0, 1), maxTorque: own.magnitude(1, 50) } },
    {
      limits: { lower: low, upper: 0.5, hertz: own.between(1, 10), dampingRatio: 0.3, maxTorque: own.magnitude(1, 50) },
    },
  ];
  const kind = common.integer(6);
  const pair = { bodyA, bodyB, anchor };
  if (kind === 0) return world.joints.create('weld', pair);
  if (kind === 1)
    return world.joints.create('prismatic', {
      ...pair,
      localAxisA: [1, common.between(-1, 1)],
      slide: common.chance(0.5) ? { limits: [-0.3, own.between(0, 0.5)] } : {},
    });
  return world.joints.create('pivot', { ...pair, angle: laws[law] });
}

/** Something that happens to one of the copies only. */
function disturb(world: World, copies: readonly (readonly Body[])[], chance: Chance): void {
  const bodies = chance.pick(copies);
  const body = chance.pick(bodies);
  const hinges = pivots(world);
  const hinge = hinges[chance.integer(Math.max(1, hinges.length))] as PivotJoint | undefined;
  const slider = [...world.joints].find((joint): joint is PrismaticJoint => joint.type === 'prismatic');
  switch (chance.integer(12)) {
    case 0:
      body.velocity = chance.vec(6);
      break;
    case 1:
      body.angularVelocity = chance.between(-25, 25);
      break;
    case 2:
      body.applyForce(chance.vec(100));
      break;
    case 3:
      body.gravityScale = chance.between(-1, 2);
      break;
    case 4:
      body.mass = chance.magnitude(0.1, 100);
      break;
    case 5:
      body.linearDamping = chance.between(0, 2);
      break;
    case 6:
      body.position = [body.x + chance.between(-0.3, 0.3), body.y];
      break;
    case 7:
      if (hinge !== undefined) hinge.angle.limits = chance.chance(0.3) ? null : [chance.between(-1, 0), 0.5];
      break;
    case 8:
      if (hinge !== undefined) hinge.angle.motor = { speed: chance.between(-4, 4), maxTorque: chance.magnitude(1, 50) };
      break;
    case 9:
      if (slider !== undefined) slider.slide.limits = [-0.2, chance.between(0, 1)];
      break;
    case 10:
      if (hinge !== undefined) hinge.enabled = !hinge.enabled;
      break;
    default:
      if (hinge !== undefined) hinge.angle.limits = { lower: -0.4, upper: 0.4, restitution: 0.5 };
  }
}

describe('island-batches', () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))('of random mechanism %i go as alone', (seed) => {
    compare((world) => {
      const chance = new Chance(seed + 77);
      const copies = Array.from({ length: 4 + chance.integer(36) }, (_, copy) => addMechanism(world, seed, copy));
      return (step) => {
        if (step > 8 && chance.chance(0.3)) disturb(world, copies, chance);
      };
    }, 60);
  });

  test('are taken', () => {
    const spared = compare((world) => {
      for (let copy = 0; copy < 20; copy++) addChain(world, 4, null, 2 * copy);
      return undefined;
    }, 20);
    // Of 16 chains and 4 in each step but the first, whose impulses are of no step yet, 15 and 3.
    expect(spared).toBeGreaterThanOrEqual(18 * 18);
  });

  test('take two steps together where each of them takes two', () => {
    const spared = compare((world) => {
      for (let copy = 0; copy < 16; copy++) addChain(world, 1, null, 4 * copy)[0].angularVelocity = 20 + copy / 10;
      return undefined;
    }, 12);
    expect(spared).toBeGreaterThanOrEqual(150);
  });

  test('take back an island whose records stayed where it went alone', () => {
    compare(
      (world) => {
        const chains = Array.from({ length: 5 }, (_, copy) => addChain(world, 2, null, 4 * copy));
        for (const body of chains.flat()) body.angularDamping = 1;
        return (step) => {
          if (step % 60 === 0) chains[(step / 60) % 5][0].angularVelocity = 25;
        };
      },
      600,
      false,
      60,
    );
  });

  test('that come apart leave no impulse of a trial to capped springs', () => {
    for (let seed = 0; seed < 12; seed++)
      compare((world) => {
        world.directSubsteps = 1;
        const chance = new Chance(seed);
        const copies = Array.from({ length: 4 }, (_, copy) => addChain(world, 3, null, 4 * copy));
        for (const { angle } of pivots(world))
          angle.spring = { stiffness: 40, damping: 1, maxTorque: chance.magnitude(0.5, 5) };
        return (step) => {
          if (step % 6 === 5) chance.pick(copies)[chance.integer(3)].applyForce(chance.vec(20000));
        };
      }, 60);
  });

  test('that come apart take as many steps as before', () => {
    compare((world) => {
      const copies = Array.from({ length: 4 }, (_, copy) => addChain(world, 2, null, 4 * copy));
      for (const body of copies.flat()) [body.mass, body.inertia] = [1, 0.1];
      for (const { angle } of pivots(world)) angle.spring = { stiffness: 500, damping: 0 };
      return (step) => {
        if (step !== 30) return;
        [copies[0][1].mass, copies[0][1].inertia] = [0.02, 0.002];
        copies[2][1].velocity = [3, 0];
      };
    }, 60);
  });

  test('leave an island that crept alone once it has converged', () => {
    compare((world) => {
      // Its friction sticks while it creeps; others wait for one whose friction sticks later.
      const creeping = {
        masses: [1.8, 0.53],
        inertias: [0.27, 0.25],
        velocities: [
          [0.38, -0.11, 0.15],
          [-0.34, 0.36, 1.8],
        ],
        lower: -0.24,
        force: 0.79,
      };
      const late = {
        masses: [0.62, 1.3],
        inertias: [0.34, 0.22],
        velocities: [
          [0.39, 0.38, -0.8],
          [-0.28, -0.051, -0.95],
        ],
        lower: -0.62,
        force: 0.6,
      };
      [creeping, late, creeping, creeping].forEach(({ masses, inertias, velocities, lower, force }, copy) => {
        const y = 20 * copy;
        const [bodyA, bodyB] = velocities.map(([vx, vy, angularVelocity], i) =>
          world.addBody({
            position: [i, y + (i === 0 ? 0.09 : -0.2)],
            mass: masses[i],
            inertia: inertias[i],
            velocity: [vx, vy],
            angularVelocity,
          }),
        );
        world.joints.create('wheel', {
          bodyB: bodyA,
          anchor: [-0.5, y - 0.2],
          localAxisA: [0.72, 0.69],
          suspension: { limits: [lower, 1], friction: { force } },
          spin: { motor: { speed: 5, maxTorque: 3 } },
        });
        world.joints.create('pivot', { bodyA, bodyB, anchor: [0.5, y + 0.22] });
      });
      return undefined;
    }, 60);
  });

  test('let an island begin anew alone where its stops contradict each other', () => {
    compare((world) => {
      const own = new Chance(-92);
      for (let copy = 0; copy < 4; copy++) {
        const common = new Chance(92);
        const near = (x: number, y: number) => [x + common.between(-0.5, 0.5), y + common.between(-0.5, 0.5)] as const;
        const join = (bodyA: Body | null, bodyB: Body, anchor: readonly [number, number]): void => {
          const limits = common.chance(0.6) ? ([own.between(-0.6, 0), own.between(0, 0.6)] as const) : null;
          world.joints.create('pivot', { bodyA, bodyB, anchor, angle: { limits } });
        };
        const bodies: Body[] = [];
        for (let i = 0; i < 7; i++) {
          const from = i > 0 ? bodies[common.integer(i)] : null;
          const anchor = from === null ? ([60 * copy, 0] as const) : near(from.x, from.y);
          const body = world.addBody({
            position: near(...anchor),
            mass: own.magnitude(0.3, 3),
            inertia: own.magnitude(0.02, 0.3),
            velocity: own.vec(2),
            angularVelocity: own.between(-4, 4),
          });
          join(from, body, anchor);
          bodies.push(body);
        }
        for (const i of [4, 5]) {
          const [a, b] = [bodies[i], bodies[i + 1]];
          join(a, b, [(a.x + b.x) / 2, (a.y + b.y) / 2]);
        }
      }
      return undefined;
    }, 12);
  });

  test.each([14, 18, 45])('leave stops as alone where but one of them has a motor (%i)', (seed) => {
    compare((world) => {
      const own = new Chance(seed);
      for (let copy = 0; copy < 4; copy++) {
        let bodyA: Body | null = null;
        for (const x of [0.5, 1.5]) {
          const angularVelocity = own.between(-16, 16);
          const bodyB = world.addBody({ position: [x, 9 * copy], mass: 1, inertia: 0.1, angularVelocity });
          const limits = [-own.next(), own.next()] as const;
          world.joints.create('pivot', { bodyA, bodyB, anchor: [x - 0.5, 9 * copy], angle: { limits } });
          bodyA = bodyB;
        }
      }
      pivots(world)[0].angle.motor = { speed: 1, maxTorque: 0.1 };
      return undefined;
    }, 30);
  });

  test('form anew where islands fall asleep and wake', () => {
    compare(
      (world) => {
        const chains = Array.from({ length: 12 }, (_, copy) => addChain(world, 3, null, 2 * copy));
        for (const bodies of chains)
          for (const body of bodies) body.linearDamping = body.angularDamping = 4 + chains.indexOf(bodies);
        return (step) => {
          if (step % 50 === 49) chains[step % 12][1].applyForce([0, 20]);
        };
      },
      300,
      true,
    );
  });

  test('go on from a snapshot to the bit', () => {
    const world = newWorld();
    const copies = Array.from({ length: 9 }, (_, copy) => addMechanism(world, 3, copy));
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    const snapshot = world.snapshot();
    const walk = (): string => {
      for (let i = 0; i < 30; i++) world.step(1 / 60);
      return world.hash();
    };
    const first = walk();
    world.restore(snapshot);
    expect(walk()).toBe(first);
    expect(copies).toHaveLength(9);
  });
});

test('what comes to rest moves as it does, whatever laws hold those beside it', () => {
  const resting = (isDriven: boolean) => {
    const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
    const load = { mass: 0.6574446678161621, inertia: 0.1219408667087555 };
    const damping = { linearDamping: 4.548774003982544, angularDamping: 5.454462289810181 };
    const bodies = Array.from({ length: 8 }, (_, k) => {
      const bodyB = world.addBody({ position: [10 * k + 0.5, 0], ...load, ...damping });
      const { angle } = world.joints.create('pivot', { bodyB, anchor: [10 * k, 0] });
      if (isDriven && k > 0) angle.motor = { speed: 0.1, maxTorque: 1 };
      else angle.limits = [-9, 9];
      return bodyB;
    });
    return { world, body: bodies[0] };
  };
  const alike = resting(false);
  const mixed = resting(true);
  for (let i = 0; i < 400; i++) {
    alike.world.step(1 / 60);
    mixed.world.step(1 / 60);
    expect(mixed.body.angle).toBe(alike.body.angle);
  }
});
