import { type Body, box, type ScalarCoordinate, World, type WorldOptions } from '@tenon/core';
import { describe, expect, test } from 'vitest';

interface Arm {
  /** m and kg of the links, kg at the end of them; N·m and rad/s of their servos. */
  readonly links: readonly (readonly [length: number, mass: number])[];
  readonly load: number;
  readonly caps: readonly number[];
  readonly speed: number;
  readonly targets: readonly number[];
}

/** Held out level from the world by servos, in units of `unit` a metre. */
function build({ links, load, caps, speed }: Arm, unit: number, solver: WorldOptions['solver'] = 'direct') {
  const world = new World({ gravity: [0, -9.81 * unit], lengthUnit: unit, solver, sleeping: false });
  let before: Body | null = null;
  let x = 0;
  const servos: ScalarCoordinate[] = [];
  links.forEach(([length, mass], i) => {
    const link = world.addBody({
      position: [(x + length / 2) * unit, 0],
      shape: box(length * unit, 0.1 * unit),
      mass,
    });
    const motor = { target: 0, maxTorque: caps[i], ...(speed < Infinity && { speed }) };
    servos.push(
      world.joints.create('pivot', { bodyA: before, bodyB: link, anchor: [x * unit, 0], angle: { motor } }).angle,
    );
    before = link;
    x += length;
  });
  if (load > 0) {
    const shape = box(0.5 * unit, 0.5 * unit);
    const weight = world.addBody({ position: [x * unit, -0.25 * unit], shape, mass: load });
    world.joints.create('weld', { bodyA: before, bodyB: weight, anchor: [x * unit, 0] });
  }
  return { world, servos };
}

function go(arm: Arm, dt: number, unit = 1, solver: WorldOptions['solver'] = 'direct') {
  const { world, servos } = build(arm, unit, solver);
  return watch(world, servos, arm.targets, dt);
}

/** What happens on the way to the targets, which are set all at once: the worst of all servos. */
function watch(world: World, servos: readonly ScalarCoordinate[], targets: readonly number[], dt: number) {
  for (let t = 0; t < 1; t += dt) world.step(dt);
  servos.forEach(({ motor }, i) => {
    if (motor !== null) motor.target = targets[i];
  });
  let passed = 0;
  let back = 0;
  let rises = 0;
  let arrived = 0;
  const before = servos.map(({ rate }) => rate);
  const slows = servos.map(() => false);
  for (let t = 0; t < 5; t += dt) {
    world.step(dt);
    servos.forEach(({ value, rate }, i) => {
      const way = Math.sign(targets[i]);
      const left = way * (targets[i] - value);
      const gain = way * (rate - before[i]);
      passed = Math.max(passed, -left);
      back = Math.max(back, -way * rate);
      if (gain < -0.01) slows[i] = true;
      if (slows[i] && left > 0.02) rises += Math.max(0, gain);
      if (Math.abs(left) > 0.01) arrived = t;
      before[i] = rate;
    });
  }
  return { passed, back, rises, arrived };
}

const light = [
  [1.2, 20],
  [1, 10],
] as const;
const crane = [
  [0.8, 17],
  [0.9, 15],
  [1.2, 21],
] as const;

describe.each([
  [{ links: light, load: 30, caps: [3000, 1500], speed: 2, targets: [1, 1] }, 0.8],
  [{ links: light, load: 30, caps: [3000, 1500], speed: 2, targets: [1.2, -1] }, 0.8],
  [{ links: light, load: 90, caps: [3000, 1500], speed: 1, targets: [1.2, -1] }, 1.8],
  [{ links: light, load: 0, caps: [1500, 700], speed: Infinity, targets: [1, 1] }, 0.5],
  [{ links: crane, load: 30, caps: [4000, 2400, 1200], speed: 1, targets: [-0.9, 0.5, 1] }, 1.6],
])('servos of one arm that start together: %j', (arm, soon) => {
  test.each([1 / 60, 1 / 30, 1 / 144])(
    'neither throws the other back, nor slows down for it, in steps of %d s',
    (dt) => {
      const { passed, back, rises, arrived } = go(arm, dt);
      expect(passed).toBeLessThan(1e-3);
      expect(back).toBeLessThan(0.02);
      expect(rises).toBeLessThan(0.3);
      expect(arrived).toBeLessThan(soon);
    },
  );

  test.each([1 / 60, 1 / 144])('nor do they pass by what they share in the iterative step, in steps of %d s', (dt) => {
    const { passed, back, rises, arrived } = go(arm, dt, 1, 'iterative');
    expect(passed).toBeLessThan(0.01);
    expect(back).toBeLessThan(0.4);
    expect(rises).toBeLessThan(3.5);
    expect(arrived).toBeLessThan(2.1);
  });

  test('in pixels as in metres', () => {
    expect(go(arm, 1 / 60, 50).arrived).toBeCloseTo(go(arm, 1 / 60).arrived, 1);
  });
});

test.each([1 / 60, 1 / 30, 1 / 144])(
  'limbs of what floats start together, and stop together, in steps of %d s',
  (dt) => {
    const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
    const bodies = [8, 3, 12, 5].map((mass, i) => world.addBody({ position: [i, 0], shape: box(1, 0.2), mass }));
    const targets = [1, 1.2, 0.8];
    const servos = targets.map((_, i) => {
      const motor = { target: 0, speed: 2, maxTorque: 40 };
      const places = { bodyA: bodies[i], bodyB: bodies[i + 1], anchor: [i + 0.5, 0] as const };
      return world.joints.create('pivot', { ...places, angle: { motor } }).angle;
    });
    const { passed, back, rises, arrived } = watch(world, servos, targets, dt);
    expect(passed).toBeLessThan(1e-3);
    expect(back).toBeLessThan(0.02);
    expect(rises).toBeLessThan(0.5);
    expect(arrived).toBeLessThan(1);
  },
);

test('the first step of many servos is as any other', () => {
  const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
  const bodies = Array.from({ length: 8 }, (_, i) =>
    world.addBody({ position: [i, 0], shape: box(1, 0.2), mass: 1 + ((5 * i) % 4) }),
  );
  for (let i = 0; i < 7; i++) {
    const motor = { target: 1, speed: 2, maxTorque: i === 4 ? 60 : 10_000 };
    world.joints.create('pivot', { bodyA: bodies[i], bodyB: bodies[i + 1], anchor: [i + 0.5, 0], angle: { motor } });
  }
  const snapshot = world.snapshot();
  world.step(1 / 60);
  const first = world.hash();
  world.restore(snapshot);
  world.step(1 / 60);
  expect(world.hash()).toBe(first);
});

test('it does not matter which of them was made first', () => {
  for (const masses of [
    [2, 5],
    [5, 2],
    [9, 7],
    [8, 1],
  ]) {
    const ways = [
      [0, 1],
      [1, 0],
    ].map((order) => {
      const world = new World({ gravity: [0, -9.81], solver: 'direct', sleeping: false });
      const links = masses.map((mass, i) => world.addBody({ position: [i + 0.5, 0], shape: box(1, 0.1), mass }));
      const servos: ScalarCoordinate[] = [];
      for (const i of order) {
        const motor = { target: 0, maxTorque: 1000, ...(i === 1 && { speed: 1.7 }) };
        const places = { bodyA: i === 0 ? null : links[0], bodyB: links[i], anchor: [i, 0] as const };
        servos[i] = world.joints.create('pivot', { ...places, angle: { motor } }).angle;
      }
      for (let t = 0; t < 20; t++) world.step(1 / 60);
      servos.forEach(({ motor }, i) => {
        if (motor !== null) motor.target = [-0.65, 0.6][i];
      });
      return Array.from({ length: 40 }, () => {
        world.step(1 / 60);
        return servos[0].value;
      });
    });
    expect(Math.max(...ways[0].map((value, i) => Math.abs(value - ways[1][i])))).toBeLessThan(1e-6);
  }
});

test('a servo that a stop holds up does not hold up the others', () => {
  const arm = { links: light, load: 60, caps: [3000, 1500], speed: 2, targets: [1.2, 1.5] };
  const angles = [false, true].map((isStopped) => {
    const { world, servos } = build(arm, 1);
    if (isStopped) servos[1].limits = [-1, 0];
    else servos[1].lock = true;
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    servos.forEach(({ motor }, i) => {
      if (motor !== null) motor.target = arm.targets[i];
    });
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    return servos[0].value;
  });
  expect(angles[1]).toBeGreaterThan(0.95 * angles[0]);
});

test.each([0, 0.1, 1, 10])('nor does one that hangs down limp, with %d N·m', (cap) => {
  const angles = [cap, 1500].map((maxTorque) => {
    const { world, servos } = build({ links: light, load: 0, caps: [1200, maxTorque], speed: 2, targets: [] }, 1);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    const { motor } = servos[0];
    if (motor !== null) motor.target = 1;
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    return servos[0].value;
  });
  expect(angles[0]).toBeGreaterThan(0.9 * angles[1]);
});

test('one that is too weak for its load does not hold up the others', () => {
  const { world, servos } = build({ links: light, load: 60, caps: [1200, 1500], speed: 2, targets: [] }, 1);
  for (const { motor } of servos) if (motor !== null) motor.target = 1;
  for (let i = 0; i < 90; i++) world.step(1 / 60);
  expect(servos[1].value).toBeGreaterThan(0.9);
});

test.each([false, true])('arms share with no other, whatever step each takes (in mid-step a hook: %s)', (hasHook) => {
  const SOLVERS = ['iterative', 'direct', 'iterative', 'direct', 'auto', 'iterative'] as const;
  const walk = (shown: readonly number[]): number[][] => {
    const world = new World({ gravity: [0, -9.81], solver: 'iterative', sleeping: false });
    if (hasHook) world.on('beforesubstep', () => undefined);
    // The last two float. Their records lie between each other.
    const ends = shown.map((k): Body | null => (k < 4 ? null : world.addBody({ position: [10 * k, 0], mass: 5 })));
    const angles: ScalarCoordinate[][] = shown.map(() => []);
    for (let i = 0; i < 3; i++)
      shown.forEach((k, n) => {
        const bodyB = world.addBody({ position: [10 * k + i + 0.5, 0], mass: 1 + k, inertia: 0.1 });
        const motor = { target: 0.2, maxTorque: 100 * (k + 1) * (3 - i) };
        const place = { bodyA: ends[n], bodyB, anchor: [10 * k + i, 0] as const, solver: SOLVERS[k] };
        angles[n].push(world.joints.create('pivot', { ...place, angle: { motor } }).angle);
        ends[n] = bodyB;
      });
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    return angles.map((own) => own.flatMap(({ value, rate }) => [value, rate]));
  };
  const all = [0, 1, 2, 3, 4, 5];
  expect(walk(all)).toEqual(all.map((k) => walk([k])[0]));
});
