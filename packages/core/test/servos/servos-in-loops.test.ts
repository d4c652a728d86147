import { type Body, box, type ScalarCoordinate, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, run } from '../rigs';

type Place = readonly [x: number, y: number];

function bar(world: World, from: Place, to: Place, mass: number): Body {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const position = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
  return world.addBody({ position, angle: Math.atan2(y, x), shape: box(Math.hypot(x, y), 0.1), mass });
}

/** Servos that move more than their own joint knows of, and where they go, one after the other, from where they begin. */
const rigs: Record<string, (world: World) => { servo: ScalarCoordinate; targets: readonly number[] }> = {
  'a ram under a boom': (world) => {
    const boom = bar(world, [0, 0], [4, 0], 300);
    world.joints.create('pivot', { bodyB: boom, anchor: [0, 0] });
    const cylinder = bar(world, [0.3, -1.2], [0.9, -0.5], 20);
    const rod = bar(world, [0.6, -0.8], [1.2, -0.1], 10);
    world.joints.create('pivot', { bodyB: cylinder, anchor: [0.3, -1.2] });
    world.joints.create('pivot', { bodyA: boom, bodyB: rod, anchor: [1.2, -0.1] });
    const { slide } = world.joints.create('prismatic', {
      bodyA: cylinder,
      bodyB: rod,
      anchor: [1.2, -0.1],
      axis: [0.9, 1.1],
      slide: { motor: { target: 0, speed: 2, maxForce: 13_000 } },
    });
    return { servo: slide, targets: [0.5, 0.1] };
  },
  'a distance as a ram': (world) => {
    const boom = bar(world, [0, 0], [4, 0], 300);
    world.joints.create('pivot', { bodyB: boom, anchor: [0, 0] });
    const { length } = world.joints.create('distance', {
      bodyB: boom,
      localAnchorA: [0.3, -1.2],
      localAnchorB: [-0.8, -0.1],
    });
    length.motor = { target: length.value, speed: 2, maxForce: 13_000 };
    return { servo: length, targets: [0.5, 0.1] };
  },
  'a parallelogram under a load': (world) => {
    const left = bar(world, [0, 0], [0, 2], 10);
    const right = bar(world, [2, 0], [2, 2], 10);
    const top = bar(world, [0, 2], [2, 2], 60);
    world.joints.create('pivot', { bodyB: right, anchor: [2, 0] });
    world.joints.create('pivot', { bodyA: left, bodyB: top, anchor: [0, 2] });
    world.joints.create('pivot', { bodyA: right, bodyB: top, anchor: [2, 2] });
    const { angle } = world.joints.create('pivot', {
      bodyB: left,
      anchor: [0, 0],
      angle: { motor: { target: 0, speed: 2, maxTorque: 1500 } },
    });
    return { servo: angle, targets: [0.8, -0.8, 0.3] };
  },
  'an angle beside a hinge': (world) => {
    const arm = bar(world, [0, 0], [2, 0], 10);
    world.joints.create('pivot', { bodyB: arm, anchor: [0, 0] });
    const { angle } = world.joints.create('angle', {
      bodyB: arm,
      angle: { motor: { target: 0, speed: 4, maxTorque: 250 } },
    });
    return { servo: angle, targets: [1, -0.5, 0.5] };
  },
  'a pinion that lifts a rack': (world) => {
    const pinion = world.addBody({ mass: 1, inertia: 0.05 });
    const load = world.addBody({ position: [0.2, 0], mass: 50 });
    const { angle } = world.joints.create('pivot', {
      bodyB: pinion,
      angle: { motor: { target: 0, speed: 10, maxTorque: 120 } },
    });
    const { slide } = world.joints.create('prismatic', { bodyB: load, anchor: [0.2, 0], axis: [0, 1] });
    world.joints.create('gear', {
      terms: [
        { of: angle, weight: 1 },
        { of: slide, weight: -5 },
      ],
    });
    return { servo: angle, targets: [5, 0, 3] };
  },
  'a lift with a counterweight': (world) => {
    const lift = world.addBody({ mass: 50 });
    const weight = world.addBody({ position: [2, 0], mass: 40 });
    world.joints.create('prismatic', { bodyB: lift, axis: [0, 1] });
    world.joints.create('pulley', { bodyB: lift, localAnchorA: [0, 5], bodyD: weight, localAnchorC: [2, 5], max: 10 });
    const { slide } = world.joints.create('prismatic', {
      bodyB: weight,
      anchor: [2, 0],
      axis: [0, 1],
      slide: { motor: { target: 0, speed: 1.5, maxForce: 300 } },
    });
    return { servo: slide, targets: [1, -0.5, 0.5] };
  },
};

test.each(Object.entries(rigs))('%s is brought to its targets, and hardly passes one', (_, build) => {
  for (const dt of [FRAME, 1 / 144]) {
    const world = new World({ gravity: [0, -9.81], sleeping: false });
    const { servo, targets } = build(world);
    const start = servo.value;
    run(world, 0.5);
    for (const target of targets) {
      const from = servo.value;
      const to = start + target;
      if (servo.motor !== null) servo.motor.target = to;
      let passed = 0;
      for (let t = 0; t < 2.5; t += dt) {
        world.step(dt);
        passed = Math.max(passed, Math.sign(to - from) * (servo.value - to));
      }
      expect(passed, `at ${dt}`).toBeLessThan(0.01);
      expect(Math.abs(servo.value - to), `at ${dt}`).toBeLessThan(0.002);
    }
  }
});

test.each(Object.entries(rigs))('%s comes to its targets in the iterative step, too', (_, build) => {
  const world = new World({ gravity: [0, -9.81], solver: 'iterative', sleeping: false });
  const { servo, targets } = build(world);
  // It passes its speed by some percent as it starts: less to spare than that it could not brake with in time.
  const { motor } = servo;
  if (motor === null) throw new Error('the rig has no motor');
  if (servo.unit === 'angle') motor.maxTorque *= 1.2;
  else motor.maxForce *= 1.2;
  const start = servo.value;
  run(world, 0.5);
  for (const target of targets) {
    const from = servo.value;
    const to = start + target;
    motor.target = to;
    let passed = 0;
    for (let t = 0; t < 2.5; t += FRAME) {
      world.step(FRAME);
      passed = Math.max(passed, Math.sign(to - from) * (servo.value - to));
    }
    expect(passed).toBeLessThan(0.02);
    expect(Math.abs(servo.value - to)).toBeLessThan(0.005);
  }
});

/** Loops of several servos, or whose inertia grows many times on the way; where all go, one after the other, from where they begin. */
const mechanisms: Record<
  string,
  (world: World) => { servos: readonly ScalarCoordinate[]; moves: readonly (readonly number[])[]; soon: number }
> = {
  'a five-bar of two cranks': (world) => {
    const left = bar(world, [0, 0], [0, 1], 2);
    const right = bar(world, [1.5, 0], [1.5, 1], 2);
    const rods = [bar(world, [0, 1], [0.75, 2], 2), bar(world, [1.5, 1], [0.75, 2], 2)];
    const servos = [left, right].map((crank, i) => {
      world.joints.create('pivot', { bodyA: crank, bodyB: rods[i], anchor: [1.5 * i, 1] });
      const motor = { target: 0, speed: 3, maxTorque: 300 };
      return world.joints.create('pivot', { bodyB: crank, anchor: [1.5 * i, 0], angle: { motor } }).angle;
    });
    world.joints.create('pivot', { bodyA: rods[0], bodyB: rods[1], anchor: [0.75, 2] });
    const load = world.addBody({ position: [0.75, 2], mass: 10, inertia: 0.1 });
    world.joints.create('weld', { bodyA: rods[0], bodyB: load, anchor: [0.75, 2] });
    const moves = [
      [0.5, 0.3],
      [-0.4, -0.4],
      [0.2, -0.2],
    ];
    return { servos, moves, soon: 0.45 };
  },
  'a scissor lift': (world) => {
    const [x, y] = [Math.cos(0.3) * 2, Math.sin(0.3) * 2];
    const pairs = [0, 1, 2].map((i) => {
      const pair = [bar(world, [0, i * y], [x, (i + 1) * y], 5), bar(world, [0, (i + 1) * y], [x, i * y], 5)];
      world.joints.create('pivot', { bodyA: pair[0], bodyB: pair[1], anchor: [x / 2, (i + 0.5) * y] });
      return pair;
    });
    for (const i of [1, 2]) {
      world.joints.create('pivot', { bodyA: pairs[i - 1][1], bodyB: pairs[i][0], anchor: [0, i * y] });
      world.joints.create('pivot', { bodyA: pairs[i - 1][0], bodyB: pairs[i][1], anchor: [x, i * y] });
    }
    world.joints.create('pivot', { bodyB: pairs[0][0], anchor: [0, 0] });
    const { slide } = world.joints.create('line', { bodyB: pairs[0][1], anchor: [x, 0], axis: [1, 0] });
    slide.motor = { target: 0, speed: 0.5, maxForce: 15_000 };
    const top = world.addBody({ position: [x / 2, 3 * y], shape: box(2, 0.1), mass: 50 });
    world.joints.create('pivot', { bodyA: pairs[2][1], bodyB: top, anchor: [0, 3 * y] });
    world.joints.create('line', { bodyA: top, bodyB: pairs[2][0], anchor: [x, 3 * y], axis: [1, 0] });
    return { servos: [slide], moves: [[-0.4], [0], [-0.6]], soon: 1.4 };
  },
  'an excavator': (world) => {
    const boom = bar(world, [0, 0], [4, 1], 300);
    const stick = bar(world, [4, 1], [5, -1.5], 120);
    world.joints.create('pivot', { bodyB: boom, anchor: [0, 0] });
    world.joints.create('pivot', { bodyA: boom, bodyB: stick, anchor: [4, 1] });
    const servos = [
      world.joints.create('distance', { bodyB: boom, localAnchorA: [0.5, -1], localAnchorB: boom.toLocal([1.8, 0.4]) }),
      world.joints.create('distance', {
        bodyA: boom,
        bodyB: stick,
        localAnchorA: boom.toLocal([2, 0.7]),
        localAnchorB: stick.toLocal([3.9, 1.4]),
      }),
    ].map(({ length }, i) => {
      length.motor = { target: length.value, speed: 0.6, maxForce: [40_000, 15_000][i] };
      return length;
    });
    const moves = [
      [0.4, 0.25],
      [0.1, -0.1],
      [0.3, 0.2],
    ];
    return { servos, moves, soon: 0.7 };
  },
};

describe.each(Object.entries(mechanisms))('%s', (_, build) => {
  test.each([1 / 30, FRAME, 1 / 144])('comes to its targets soon, and hardly passes one, in steps of %d s', (dt) => {
    const world = new World({ gravity: [0, -9.81], sleeping: false });
    const { servos, moves, soon } = build(world);
    const start = servos.map(({ value }) => value);
    for (let t = 0; t < 0.5; t += dt) world.step(dt);
    for (const move of moves) {
      const ways = servos.map(({ value, motor }, i) => {
        const target = start[i] + move[i];
        if (motor !== null) motor.target = target;
        return Math.sign(target - value);
      });
      let arrived = 0;
      let passed = 0;
      for (let t = 0; t < 2.5; t += dt) {
        world.step(dt);
        servos.forEach(({ value }, i) => {
          const left = start[i] + move[i] - value;
          passed = Math.max(passed, -ways[i] * left);
          if (Math.abs(left) > 0.01) arrived = t;
        });
      }
      expect(passed).toBeLessThan(0.005);
      expect(arrived).toBeLessThan(soon);
    }
  });
});

test('two cranks of a five-bar share what they have in the iterative step, too, whatever else is beside them', () => {
  const ways = [0, 40].map((others) => {
    const world = new World({ gravity: [0, -9.81], solver: 'iterative', sleeping: false });
    for (let i = 0; i < others; i++) rigs['a distance as a ram'](world);
    const { servos, moves } = mechanisms['a five-bar of two cranks'](world);
    const way: number[] = [];
    for (const move of moves) {
      servos.forEach(({ motor }, i) => {
        if (motor !== null) motor.target = move[i];
      });
      run(world, 1.5);
      servos.forEach(({ value }, i) => expect(Math.abs(value - move[i])).toBeLessThan(0.001));
      way.push(...servos.map(({ value }) => value));
    }
    return way;
  });
  expect(ways[1]).toEqual(ways[0]);
});

test.each(Object.entries(rigs))('%s goes on to the bit in the iterative step when it is brought back', (_, build) => {
  const world = new World({ gravity: [0, -9.81], solver: 'iterative', sleeping: false });
  const { servo, targets } = build(world);
  if (servo.motor !== null) servo.motor.target = servo.value + targets[0];
  run(world, 0.3);
  const before = world.snapshot();
  run(world, 0.3);
  const hash = world.hash();
  const gone = world.addBody({ position: [50, 50] });
  run(world, 0.1);
  gone.remove();
  world.restore(before);
  run(world, 0.3);
  expect(world.hash()).toBe(hash);
});

test('a ram that lowers a boom in short steps brakes in kilometres as in metres', () => {
  const ways = [1, 1e-3].map((unit) => {
    const world = new World({ gravity: [0, -9.81 * unit], lengthUnit: unit, solver: 'direct', sleeping: false });
    const boom = world.addBody({ position: [2 * unit, 0], shape: box(4 * unit, 0.2 * unit), mass: 100 });
    world.joints.create('pivot', { bodyB: boom, anchor: [0, 0] });
    const foot = { localAnchorA: [1.5 * unit, -unit], localAnchorB: boom.toLocal([1.8 * unit, 0]) } as const;
    const { length } = world.joints.create('distance', { bodyB: boom, ...foot });
    const start = length.value;
    const way: number[] = [];
    for (const [target, maxForce] of [
      [0.5, 4000],
      [-0.2, 1500],
    ]) {
      length.motor = { target: start + target * unit, speed: 5 * unit, maxForce };
      for (let i = 0; i < 1000; i++) {
        world.step(1 / 1000);
        way.push((length.value - start) / unit);
      }
    }
    return way;
  });
  expect(Math.max(...ways[0].map((value, i) => Math.abs(value - ways[1][i])))).toBeLessThan(1e-5);
});

test('what a soft lock held with is not taken for a mass when it has let go', () => {
  const arrivals = [false, true].map((wasHeld) => {
    const world = new World({ gravity: [0, -9.81], sleeping: false });
    const { servo } = rigs['a distance as a ram'](world);
    run(world, 0.5);
    if (wasHeld) {
      servo.lock = { target: servo.value + 1e-6, softness: { hertz: 0.01 } };
      run(world, 0.5);
      servo.lock = null;
    }
    const to = servo.value + 0.05;
    if (servo.motor !== null) servo.motor.target = to;
    let frames = 0;
    while (Math.abs(servo.value - to) > 0.001 && frames < 600) {
      world.step(FRAME);
      frames++;
    }
    return frames;
  });
  expect(arrivals[1]).toBeLessThan(1.2 * arrivals[0]);
});
