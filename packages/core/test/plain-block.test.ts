import { type Body, World, type WorldOptions } from '@tenon/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BLOCK_SIZE } from '../src/islands/blocks';
import { shortWay } from '../src/islands/plain-block';
import { PlainKernel } from '../src/islands/plain-kernel';
import { PLAIN_POINTS } from '../src/islands/plain-points-wasm';
import { Simulation } from '../src/simulation';
import { compile } from '../wasm/compile';

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

/** `links` in a row, let go level from `from`, or from the world. */
function addChain(world: World, links: number, from: Body | null = null, y = 0): Body[] {
  const bodies: Body[] = [];
  for (let i = 0; i < links; i++) {
    const body = world.addBody({ position: [0.25 * i + 0.125, y], mass: 0.25, inertia: 0.001 });
    world.joints.create('pivot', { bodyA: bodies[i - 1] ?? from, bodyB: body, anchor: [0.25 * i, y] });
    bodies.push(body);
  }
  return bodies;
}

/** A net whose upper corners are static bodies. */
function addNet(world: World, size: number): Body[] {
  const bodies: Body[] = [];
  for (let i = 0; i < size * size; i++) {
    const x = i % size;
    const y = -Math.floor(i / size);
    const held = y === 0 && x % (size - 1) === 0;
    bodies.push(world.addBody({ type: held ? 'static' : 'dynamic', position: [x, y], mass: 0.5, inertia: 0.04 }));
    if (x > 0) world.joints.create('pivot', { bodyA: bodies[i - 1], bodyB: bodies[i], anchor: [x - 0.5, y] });
    if (y < 0) world.joints.create('pivot', { bodyA: bodies[i - size], bodyB: bodies[i], anchor: [x, y + 0.5] });
  }
  return bodies;
}

type Scene = (world: World) => ((step: number) => void) | undefined;

const scenes: Record<string, Scene> = {
  'a chain': (world) => void addChain(world, 40),
  'a net on static bodies': (world) => void addNet(world, 6),
  'a chain on a kinematic body': (world) => {
    const carrier = world.addBody({ type: 'kinematic', velocity: [1, 0.5], angularVelocity: 3 });
    addChain(world, 30, carrier);
    return undefined;
  },
  'forces, torques and weights': (world) => {
    const bodies = addChain(world, 30);
    return (step) => {
      bodies[7].gravityScale = -0.5;
      bodies[12].applyForce([3, step % 7]);
      bodies[20].applyTorque(0.2 - 0.01 * step);
    };
  },
  'a light chain with a heavy end': (world) => {
    addChain(world, 30)[29].mass = 1000;
    return undefined;
  },
  'bodies that turn fast, and faster than any sensible motion': (world) => {
    const bodies = addChain(world, 30);
    bodies[3].angularVelocity = 150;
    bodies[9].angularVelocity = 900;
    bodies[17].velocity = [9000, 0];
    return undefined;
  },
  'bodies that only turn': (world) => {
    for (const body of addChain(world, 30).slice(4, 9)) body.mass = Infinity;
    return undefined;
  },
  'a gap that is closed as fast as may be': (world) => {
    const bodies = addChain(world, 30);
    return (step) => {
      if (step === 10) bodies[12].position = [5, 0];
    };
  },
  'a kick, damping for a while, another step': (world) => {
    const bodies = addChain(world, 30);
    return (step) => {
      if (step === 5) bodies[12].velocity = [3, 3];
      if (step === 15) bodies[15].linearDamping = 2;
      if (step === 20) bodies[15].linearDamping = 0;
    };
  },
  'a hinge that gets a law and loses it': (world) => {
    const bodies = addChain(world, 30);
    const joint = world.joints.create('pivot', { bodyA: bodies[28], bodyB: bodies[29], anchor: [7.25, 0] });
    return (step) => {
      if (step === 8) joint.angle.limits = [-0.2, 0.2];
      if (step === 20) joint.angle.limits = null;
    };
  },
  'many islands in blocks': (world) => {
    Simulation.blockSize = 60;
    for (let i = 0; i < 9; i++) addChain(world, 24, null, 3 * i);
    return undefined;
  },
  'hinges without laws in a block of their own': (world) => {
    Simulation.blockSize = 60;
    const [limited, free] = [0, 3].map((y) => {
      const bodies = addChain(world, 30, null, y);
      return world.joints.create('pivot', { bodyA: bodies[28], bodyB: bodies[29], anchor: [7.25, y] });
    });
    limited.angle.limits = [-0.2, 0.2];
    return (step) => {
      if (step === 8) free.angle.motor = { speed: 1, maxTorque: 5 };
      if (step === 20) free.angle.motor = null;
    };
  },
  'joints of several types': (world) => {
    const bodies = addChain(world, 30);
    world.joints.create('weld', { bodyA: bodies[28], bodyB: bodies[29], anchor: [7.25, 0], angle: { lock: null } });
    return undefined;
  },
};

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

test('numbers that overflow go the long way', () => {
  const taken = vi.spyOn(PlainKernel.prototype, 'step');
  const [short, long] = [true, false].map((isOpen) => {
    shortWay.isOpen = isOpen;
    const world = newWorld();
    addChain(world, 30)[12].applyForce([1e200, 0]);
    for (let step = 0; step < 5; step++) world.step(1 / 60);
    return world.hash();
  });
  expect(short).toBe(long);
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
  expect(plainKernel()).toBe(null);
});

test('what core loads is what its source compiles to', async () => {
  expect(await compile()).toContain(PLAIN_POINTS);
});
