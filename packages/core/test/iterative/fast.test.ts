import { type Body, direct, fast, World, type WorldOptions } from '@tenon/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HingeStep } from '../../src/fast/hinge-step';
import { BLOCK_SIZE } from '../../src/iterative/blocks';
import { Simulation } from '../../src/simulation/simulation';
import { addChain, limit, pivots, scenes } from '../hinge-scenes';

/** Islands of nothing but hinges are stepped in WebAssembly, where their records are. */

afterEach(() => {
  Simulation.blockSize = BLOCK_SIZE;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function newWorld(options: WorldOptions = {}): World {
  return new World({ gravity: [0, -10], solver: 'iterative', sleeping: false, ...options });
}

/** Blocks that the next step of a world takes there, by how many joints they have. */
function taken(world: World): number[] {
  const step = vi.spyOn(HingeStep.prototype, 'step');
  world.step(1 / 60);
  const counts = step.mock.calls.flatMap(([{ joints }], i) =>
    step.mock.results[i].value === true ? joints.reduce((sum, { count }) => sum + count, 0) : [],
  );
  step.mockRestore();
  return counts;
}

const places = ({ bodies }: World): number[] => [...bodies].flatMap(({ x, y, angle }) => [x, y, angle]);

/** Where a rounding is metres after a few steps. */
const CHAOTIC = /turn fast|only turn/;

describe.each(Object.entries(scenes))('%s', (name, scene) => {
  test('goes on with the part nearly as without it, and whoever looks changes nothing', () => {
    const worlds = [{}, {}, { parts: [direct] }].map((options) => newWorld(options));
    const acts = worlds.map(scene);
    for (let step = 0; step < 8; step++) {
      worlds.forEach((world, i) => {
        acts[i]?.(step);
        world.step(1 / 60);
      });
      for (const joint of worlds[1].joints) expect(joint.reaction.force).toBeGreaterThanOrEqual(0);
      worlds[1].hash();
    }
    const [quick, seen, slow] = worlds;
    expect(quick.hash()).toBe(seen.hash());
    if (CHAOTIC.test(name)) return;
    const other = places(slow);
    const most = Math.max(...places(quick).map((place, i) => Math.abs(place - other[i])));
    expect(most).toBeLessThan(0.1);
  });
});

test('a chain moves as without the part, to rounding, and is told the same forces', () => {
  const [quick, slow] = [{}, { parts: [direct] }].map((options) => newWorld(options));
  for (const world of [quick, slow]) {
    addChain(world, 20);
    for (let i = 0; i < 60; i++) world.step(1 / 60);
  }
  places(quick).forEach((place, i) => expect(place).toBeCloseTo(places(slow)[i], 9));
  const others = pivots(slow);
  pivots(quick).forEach(({ reaction }, i) => {
    expect(reaction.x).toBeCloseTo(others[i].reaction.x, 8);
    expect(reaction.y).toBeCloseTo(others[i].reaction.y, 8);
    expect(reaction.peakForce).toBeCloseTo(others[i].reaction.peakForce, 8);
  });
});

test('a lever meets its stop as without the part, and leaves it no faster', () => {
  const [quick, slow] = [{}, { parts: [direct] }].map((options) => {
    const world = newWorld(options);
    const lever = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
    const joint = world.joints.create('pivot', { bodyB: lever, anchor: [0, 0], angle: { limits: [-0.3, 0.2] } });
    return { world, lever, joint };
  });
  expect(taken(quick.world)).toEqual([1]);
  slow.world.step(1 / 60);
  for (let i = 0; i < 89; i++) {
    quick.world.step(1 / 60);
    slow.world.step(1 / 60);
    expect(quick.lever.angle).toBeCloseTo(slow.lever.angle, 5);
    expect(quick.joint.reaction.torque).toBeCloseTo(slow.joint.reaction.torque, 1);
  }
  expect(quick.lever.angle).toBeCloseTo(-0.3, 3);
  // m g r of the lever, which stands on its stop.
  expect(quick.joint.angle.limits?.force).toBeCloseTo(5 * Math.cos(0.3), 2);
});

describe('an island is stepped there', () => {
  test('if nothing but hinges tie it to what stands still, whatever others have', () => {
    const world = newWorld();
    addChain(world, 20);
    const other = addChain(world, 30, null, 5);
    const [joint] = pivots(world);
    expect(taken(world)).toEqual([50]);
    joint.angle.motor = { speed: 1 };
    expect(taken(world)).toEqual([30]);
    joint.angle.motor = null;
    expect(taken(world)).toEqual([50]);
    joint.angle.limits = { lower: -1, upper: 1, restitution: 0.5 };
    expect(taken(world)).toEqual([30]);
    joint.angle.limits = [-1, 1];
    expect(taken(world)).toEqual([50]);
    world.joints.create('distance', { bodyB: other[3], localAnchorA: [0, 9], length: { spring: { hertz: 2 } } });
    expect(taken(world)).toEqual([20]);
  });

  test('but not on a kinematic body, nor if one of its bodies weighs more for a step', () => {
    const world = newWorld();
    const carrier = world.addBody({ type: 'kinematic', velocity: [1, 0] });
    addChain(world, 5, carrier);
    expect(taken(world)).toEqual([]);
    const hub = world.addBody({ position: [0, 5], mass: 0.1, inertia: 0.01 });
    for (let i = 0; i < 6; i++) {
      const bodyB = world.addBody({ position: [i, 6], mass: 5, inertia: 1 });
      world.joints.create('pivot', { bodyA: hub, bodyB, anchor: [i, 6] });
    }
    expect(taken(world)).toEqual([]);
    hub.mass = 20;
    expect(taken(world)).toEqual([6]);
  });

  test('in blocks with others of its kind, unless a hook wants to see the whole world', () => {
    Simulation.blockSize = 60;
    const world = newWorld();
    for (let i = 0; i < 4; i++) addChain(world, 20, null, 3 * i);
    expect(taken(world)).toEqual([20, 20, 20, 20]);
    world.on('beforesubstep', () => undefined);
    expect(taken(world)).toEqual([]);
  });
});

test('a world that grows goes on to the bit as one that was given its bodies at once', () => {
  const [whole, grown] = [newWorld(), newWorld()];
  const chains = Array.from({ length: 12 }, (_, i) => 3 * i);
  for (const y of chains) addChain(whole, 10, null, y);
  addChain(grown, 10);
  for (let step = 0; step < 24; step++) {
    whole.step(1 / 60);
    grown.step(1 / 60);
    if (step % 2 === 0 && step > 0) addChain(grown, 10, null, chains[step / 2]);
  }
  const [first] = [whole, grown].map(({ bodies }) => [...bodies].slice(0, 10));
  const own = [...grown.bodies].slice(0, 10);
  expect(own.map(({ x, y, angle }) => [x, y, angle])).toEqual(first.map(({ x, y, angle }) => [x, y, angle]));
});

test.each([false, true])('a snapshot goes on to the bit where it was taken: portable %s', (portable) => {
  const world = newWorld();
  addChain(world, 30);
  limit(world, () => [-0.2, 0.2]);
  const steps = (count: number): string => {
    for (let i = 0; i < count; i++) world.step(1 / 60);
    return world.hash();
  };
  steps(10);
  const snapshot = world.snapshot({ portable });
  const before = steps(20);
  addChain(world, 50, null, 5);
  steps(3);
  world.restore(snapshot);
  expect(steps(20)).toBe(before);
});

test('what overflows is lost, and leaves no number that is none', () => {
  const world = newWorld();
  const bodies = addChain(world, 30);
  limit(world, () => [-0.2, 0.2]);
  for (let step = 0; step < 20; step++) {
    if (step % 3 === 0) bodies[12].applyForce([1e200, 0]);
    world.step(1 / 60);
  }
  expect(taken(world)).toEqual([30]);
  const told = pivots(world).flatMap(({ reaction, angle }) => [...Object.values({ ...reaction }), angle.value]);
  expect([...places(world), ...told].every(Number.isFinite)).toBe(true);
});

test('no number next to nothing is left down a slack chain', () => {
  const world = newWorld();
  addChain(world, 1000);
  for (let i = 0; i < 4; i++) world.step(1 / 60);
  // Squares of less are subnormal or 0: processors take longer for them.
  const isTiny = ({ angularVelocity: w }: Body): boolean => w !== 0 && Math.abs(w) < 1e-150;
  expect([...world.bodies].filter(isTiny)).toEqual([]);
});

describe('where WebAssembly', () => {
  test.each([
    ['is missing', undefined],
    ['may not be compiled', { ...WebAssembly, Module: refuse }],
    ['has no memory left', { ...WebAssembly, Module: WebAssembly.Module, Memory: refuse }],
  ])('%s, hinges go the way of all joints', async (_, stub) => {
    vi.stubGlobal('WebAssembly', stub);
    vi.resetModules();
    const core = await import('@tenon/core');
    const hashes = [[core.direct, core.fast], [core.direct]].map((parts) => {
      const world = new core.World({ gravity: [0, -10], solver: 'iterative', parts });
      addChain(world, 20);
      for (let i = 0; i < 30; i++) world.step(1 / 60);
      return world.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
  });
});

test('the World of core has it by default', () => {
  expect(new World().parts).toContain(fast);
});

function refuse(): never {
  throw new Error('Refused to compile or instantiate WebAssembly module');
}

test('a step with a listener leaves nothing of its own length to the next', () => {
  const run = (put: (world: World) => void): string => {
    const world = newWorld();
    addChain(world, 20);
    world.step(1 / 60);
    const off = world.on('beforesubstep', () => undefined);
    world.step(1 / 120);
    off();
    put(world);
    for (let i = 0; i < 4; i++) world.step(1 / 60);
    return world.hash();
  };
  // What is restored prepares all anew.
  expect(run(() => undefined)).toBe(run((world) => world.restore(world.snapshot())));
});
