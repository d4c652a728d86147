import { type Body, box, type Joint, World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import { expect, test } from 'vitest';
import { Chance, createRandom, randomBody } from './random-world';
import { SOLVERS } from './rigs';

/** What an island does depends on no other: not on what is beside it, what was, nor on when that was made. */

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
const BODIES = 6;
const JOINTS = 7;
const FRAMES = 40;

/** Other islands, which come and go around the one at hand. */
interface Sea {
  readonly rise: (world: World, shared: readonly Body[]) => void;
  readonly change: (world: World, frame: number) => void;
}

const EMPTY: Sea = { rise: () => undefined, change: () => undefined };

/** Islands of every kind of joint; some leave before the first step, some in mid-run, some are disabled, one rests. */
function someSea(seed: number): Sea {
  const chance = new Chance(seed + 1000);
  const joints: Joint[] = [];
  const bodies: Body[] = [];
  let risen = 0;
  let around: readonly Body[] = [];
  const rise = (world: World, shared: readonly Body[]): void => {
    around = shared;
    if (chance.chance(0.4)) return;
    const own = [0, 1].map((i) => world.addBody({ ...randomBody(chance, i), id: `sea ${risen++}` }));
    bodies.push(...own);
    const group = [...own, ...shared];
    for (let i = 0; i < 2; i++) joints.push(createRandom(world, chance, chance.pick(world.joints.names), false, group));
    const fate = chance.next();
    if (fate < 0.3) joints.pop()?.remove();
    else if (fate < 0.4) bodies.pop()?.remove();
    else if (fate < 0.5) joints[joints.length - 1].enabled = false;
  };
  return {
    rise,
    change(world, frame) {
      if (frame === 5) joints.pop()?.remove();
      if (frame === 10) rise(world, around);
      if (frame === 15) bodies[0]?.sleep();
      if (frame === 20) bodies[0]?.wake();
      if (frame === 25) joints.shift()?.remove();
    },
  };
}

/** Poses, velocities and loads of one island on the way, in a world with others about. */
function play(seed: number, solver: (typeof SOLVERS)[number], { rise, change }: Sea): number[][] {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, -9.81], solver });
  const ground = world.addBody({ type: 'static', position: [0.3, -0.2] });
  const carrier = world.addBody({ type: 'kinematic', position: [1, 1], velocity: [0.2, 0.1] });
  const shared = chance.pick([[], [ground], [ground, carrier]]);
  const bodies: Body[] = [];
  const joints: Joint[] = [];
  for (let i = 0; i < BODIES; i++) {
    rise(world, shared);
    bodies.push(world.addBody({ ...randomBody(chance, i), type: 'dynamic', id: `own ${i}` }));
  }
  for (let i = 0; i < JOINTS; i++) {
    rise(world, shared);
    joints.push(createRandom(world, chance, chance.pick(world.joints.names), false, [...bodies, ...shared]));
  }
  rise(world, shared);
  const told: number[][] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    change(world, frame);
    if (frame === 30) bodies[0].applyImpulse([1, 0.5], [0.1, 0.3]);
    world.step(frame % 3 === 0 ? 1 / 60 : 1 / 50);
    told.push(
      bodies.flatMap(({ x, y, angle, velocity, angularVelocity }) => [
        x,
        y,
        angle,
        velocity.x,
        velocity.y,
        angularVelocity,
      ]),
    );
    told.push(joints.flatMap((joint) => (joint.world === null ? [] : Object.values({ ...joint.reaction }))));
  }
  return told;
}

test.each(SOLVERS)('an island moves the same to the bit with others about, and after them: %s', (solver) => {
  const differs = SEEDS.filter((seed) => {
    const alone = play(seed, solver, EMPTY);
    const among = play(seed, solver, someSea(seed));
    return JSON.stringify(alone) !== JSON.stringify(among);
  });
  expect(differs.join()).toBe('');
});

/** Seconds of each step: long ones, such as are cut, short ones, and back. */
const lengthOf = (frame: number): number => [1 / 15, 1 / 60, 1 / 240, 1 / 4, 1 / 60, 1 / 90][Math.floor(frame / 9) % 6];

/** A mechanism, now asleep and now awake, with hooks or without. */
function playInSpells(seed: number, solver: (typeof SOLVERS)[number], among: boolean, hooked: boolean): number[][] {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, -9.81], solver });
  if (hooked) world.on('beforesubstep', () => undefined);
  const carrier = world.addBody({ type: 'kinematic', position: [1, 1], velocity: [0.2, 0.1] });
  const shared = chance.pick([[], [carrier]]);
  const naps = Array.from({ length: 8 }, () => chance.integer(100));
  const make = (from: Chance, name: string): Body[] => {
    // Long chains of hinges are stepped in WebAssembly.
    if (from.chance(0.3)) return chainAt(world, 20, name);
    const bodies = Array.from({ length: BODIES }, (_, i) =>
      world.addBody({ ...randomBody(from, i), type: 'dynamic', id: `${name} ${i}` }),
    );
    for (let i = 0; i < JOINTS; i++)
      createRandom(world, from, from.pick(world.joints.names), false, [...bodies, ...shared]);
    return bodies;
  };
  const sea = new Chance(seed + 1000);
  const others: Body[][] = [];
  if (among) for (let i = 0; i < 3; i++) others.push(make(sea, `sea ${i}`));
  const bodies = make(chance, 'own');
  if (among) others.push(make(sea, 'last'));
  const told: number[][] = [];
  for (let frame = 0; frame < 110; frame++) {
    naps.forEach((when, i) => {
      if (frame === when) for (const body of bodies) body[i % 2 === 0 ? 'sleep' : 'wake']();
    });
    for (const group of others) {
      if (sea.chance(0.15)) for (const body of group) body.sleep();
      if (sea.chance(0.15)) group[0].wake();
    }
    world.step(lengthOf(frame));
    told.push(
      bodies.flatMap(({ x, y, angle, velocity: v, angularVelocity }) => [x, y, angle, v.x, v.y, angularVelocity]),
    );
  }
  return told;
}

function chainAt(world: World, count: number, name: string): Body[] {
  const links: Body[] = [];
  for (let i = 0; i < count; i++) {
    const link = world.addBody({ position: [i + 0.5, 0], shape: box(1, 0.1), id: `${name} ${i}` });
    world.joints.create('pivot', { bodyA: links[i - 1] ?? null, bodyB: link, anchor: [i, 0] });
    links.push(link);
  }
  return links;
}

test.each(SOLVERS)('nor does it hear of others that wake when steps have become shorter or longer: %s', (solver) => {
  const differs = SEEDS.slice(0, 20).filter((seed) => {
    const hooked = seed % 4 === 0;
    const alone = playInSpells(seed, solver, false, hooked);
    const among = playInSpells(seed, solver, true, hooked);
    return JSON.stringify(alone) !== JSON.stringify(among);
  });
  expect(differs.join()).toBe('');
});

test('joints are solved in order of creation, whatever they held in between: as in the world that a saved scene makes', () => {
  const world = new World({ gravity: [0, -9.81], solver: 'iterative' });
  const bodies = [0, 1, 2].map((x) => world.addBody({ position: [x, -1 - 0.3 * x], mass: 1 + x, inertia: 0.1 }));
  const pair = (i: number) =>
    world.joints.create('pulley', {
      bodyB: bodies[i],
      bodyD: bodies[i + 1],
      localAnchorA: [i, 0],
      localAnchorC: [i + 1, 0],
      length: { lock: true },
    });
  const [first] = [0, 1].map(pair);
  first.bodyC = bodies[2];
  first.bodyC = null;
  const { world: loaded } = loadScene(saveScene(world));
  for (let frame = 0; frame < 60; frame++) {
    world.step(1 / 60);
    loaded.step(1 / 60);
  }
  expect(world.poses).toEqual(loaded.poses);
});

test('what is solved in which order depends on what joints are, not on when the first of their type was made', () => {
  const types = (names: readonly string[]): string[] => {
    const world = new World();
    for (const name of names) {
      const bodyB = world.addBody({ mass: 1, inertia: 1 });
      world.joints.createNamed(name, name === 'drag' ? { bodyB, target: [0, 0] } : { bodyB });
    }
    world.step(1 / 60);
    return world.batches.map(({ type }) => type.name);
  };
  const names = ['drag', 'motor', 'line', 'pivot', 'prismatic', 'weld', 'gear'];
  expect(types(names)).toEqual(names);
  expect(types([...names].reverse())).toEqual(names);
});

test('a hub on the world takes no notice of what rubs on the world elsewhere', () => {
  const drops = [false, true].map((rubs) => {
    const world = new World({ gravity: [0, -9.81], solver: 'iterative', sleeping: false });
    const hub = world.addBody({ position: [0, 0], mass: 1, inertia: 0.1 });
    for (const x of [-0.5, 0.5]) world.joints.create('weld', { bodyB: hub, anchor: [x, 0] });
    for (let i = 0; i < 4; i++) {
      const arm = world.addBody({ position: [i - 1.5, -1], mass: 1, inertia: 0.1 });
      world.joints.create('weld', { bodyA: hub, bodyB: arm, anchor: [i - 1.5, -0.5] });
    }
    const apart = world.addBody({ position: [9, 0], mass: 1, inertia: 0.1 });
    world.joints.create('pivot', {
      bodyB: apart,
      anchor: [9, 0],
      ...(rubs && { angle: { friction: { torque: 1 } } }),
    });
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    return hub.y;
  });
  expect(drops[1]).toBe(drops[0]);
});
