import { type Body, type ScalarCoordinate, type ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, on, SOLVERS } from '../rigs';

const BOUND = -0.012;

/** Where a lock with a cap is kept from its value. */
const kept: Record<string, { laws: ScalarOptions; at: number; stop: (c: ScalarCoordinate) => number }> = {
  'a stop': { laws: { limits: [BOUND, 1] }, at: BOUND, stop: (c) => on(c.limits).force },
  'bounds that are one': { laws: { limits: [BOUND, BOUND] }, at: BOUND, stop: (c) => on(c.limits).force },
  'a tooth': { laws: { ratchet: { tooth: 0.25 } }, at: 0, stop: (c) => on(c.ratchet).force },
};

/** A lever of one, or two welded, links of 1 m, and what turns its end. */
function lever(world: World, count: number, laws: ScalarOptions): { angle: ScalarCoordinate; end: Body } {
  const root = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
  const { angle } = world.joints.create('pivot', { bodyB: root, anchor: [0, 0], angle: laws });
  if (count === 1) return { angle, end: root };
  const end = world.addBody({ position: [1.5, 0], mass: 1, inertia: 0.1 });
  world.joints.create('weld', { bodyA: root, bodyB: end, anchor: [1, 0] });
  return { angle, end };
}

describe.each(SOLVERS)('a lock with a cap that is kept from its value, by the %s step', (solver) => {
  test.each(Object.keys(kept))('presses a lever against %s, and rests there', (name) => {
    const { laws, at, stop } = kept[name];
    for (const substeps of [1, 4, 8])
      for (const count of [1, 2])
        for (const cap of [15, 1000])
          for (const load of [13.5, 0, -13.5]) {
            const world = new World({ solver, substeps, sleeping: false });
            const { angle, end } = lever(world, count, { ...laws, lock: { target: -0.4, maxTorque: cap } });
            for (let i = 0; i < 360; i++) {
              end.applyTorque(load);
              world.step(FRAME);
            }
            const what = JSON.stringify({ substeps, count, cap, load });
            expect(Math.abs(angle.rate), what).toBeLessThan(1e-3);
            // As softly as locks of one substep hold.
            expect(Math.abs(angle.value - at), what).toBeLessThan(0.02);
            expect(on(angle.lock).force, what).toBeCloseTo(-cap, 6);
            expect(stop(angle), what).toBeCloseTo(cap - load, 2);
          }
  });
});

/** Motors that drive on into what stops them. */
const driven: Record<string, (maxTorque: number) => ScalarOptions> = {
  'a motor by speed': (maxTorque) => ({ motor: { speed: -0.5, maxTorque } }),
  'a servo': (maxTorque) => ({ motor: { target: -0.4, maxTorque } }),
};

describe.each(SOLVERS)('a motor with a cap, by the %s step', (solver) => {
  test.each(['a stop', 'a tooth'])('presses levers and arms against %s, and rests there', (name) => {
    const { laws, at, stop } = kept[name];
    for (const by of Object.keys(driven))
      for (const substeps of [1, 4, 8])
        for (const count of [1, 2])
          // What a load of more draws off it by more in one substep.
          for (const cap of substeps === 1 ? [3, 15] : [15, 200])
            for (const share of [0.9, 0.3, 0, -0.3]) {
              const world = new World({ solver, substeps, sleeping: false });
              const { angle, end } = lever(world, count, { ...laws, ...driven[by](cap) });
              for (let i = 0; i < 360; i++) {
                end.applyTorque(share * cap);
                world.step(FRAME);
              }
              const what = JSON.stringify({ by, substeps, count, cap, share });
              expect(Math.abs(angle.rate), what).toBeLessThan(1e-3);
              expect(Math.abs(angle.value - at), what).toBeLessThan(0.02);
              expect(on(angle.motor).force, what).toBeCloseTo(-cap, 6);
              expect(stop(angle), what).toBeCloseTo((1 - share) * cap, 2);
            }
  });
});

test.each(['a motor by speed', 'a servo', 'a lock'])(
  'a lever that %s and a heavy load press against a stop together rests there, by the iterative step',
  (by) => {
    for (const substeps of [4, 8])
      for (const cap of [100, 500])
        for (const share of [-0.9, -2]) {
          const world = new World({ solver: 'iterative', substeps, sleeping: false });
          const pressing = by === 'a lock' ? { lock: { target: -0.4, maxTorque: cap } } : driven[by](cap);
          const { angle, end } = lever(world, 1, { limits: [BOUND, 1], ...pressing });
          for (let i = 0; i < 360; i++) {
            end.applyTorque(share * cap);
            world.step(FRAME);
          }
          const what = JSON.stringify({ substeps, cap, share });
          expect(Math.abs(angle.rate), what).toBeLessThan(1e-3);
          expect(BOUND - angle.value, what).toBeLessThan(0.01);
          expect(on(angle.limits).force, what).toBeCloseTo((1 - share) * cap, 2);
        }
  },
);

test('what presses a lever against a stop that is drawn in does not throw it about', () => {
  const world = new World({ solver: 'iterative', sleeping: false });
  const { angle } = lever(world, 1, { limits: [0, null], lock: { target: -1, maxTorque: 60 } });
  for (let i = 0; i < 60; i++) world.step(FRAME);
  angle.limits = [0.4, null];
  let highest = 0;
  for (let i = 0; i < 120; i++) {
    world.step(FRAME);
    highest = Math.max(highest, angle.value);
  }
  expect(highest).toBeLessThan(0.41);
  expect(angle.value).toBeCloseTo(0.4, 3);
});

test('an arm that falls on its stop passes it no farther where a lock with a cap presses it there', () => {
  const passed = [0, 2, 40].map((maxTorque) => {
    const world = new World({ solver: 'iterative', gravity: [0, -10], sleeping: false });
    const lock = maxTorque > 0 ? { target: -1, maxTorque } : null;
    const { angle } = lever(world, 2, { limits: [-0.5, null], lock });
    let lowest = 0;
    for (let i = 0; i < 180; i++) {
      world.step(FRAME);
      lowest = Math.min(lowest, angle.value);
    }
    expect(angle.value).toBeCloseTo(-0.5, 2);
    return -0.5 - lowest;
  });
  expect(Math.max(...passed)).toBeLessThan(1.1 * passed[0] + 1e-4);
});

test.each([1, 4])(
  'links that locks with caps press against their stops pass them no farther than without, at %i substeps',
  (substeps) => {
    const [without, pressed] = [false, true].map((isPressed) => {
      const world = new World({ solver: 'iterative', substeps, sleeping: false });
      const lock = isPressed ? { target: -2, maxTorque: 60 } : null;
      const angles: ScalarCoordinate[] = [];
      let end: Body | null = null;
      for (let i = 0; i < 3; i++) {
        const link: Body = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 0.1 });
        const options = { bodyA: end, bodyB: link, anchor: [i, 0], angle: { limits: [0, 1], lock } } as const;
        angles.push(world.joints.create('pivot', options).angle);
        end = link;
      }
      let lowest = 0;
      for (let i = 0; i < 240; i++) {
        end?.applyTorque(-120);
        world.step(FRAME);
        for (const angle of angles) lowest = Math.min(lowest, angle.value);
      }
      return -lowest;
    });
    expect(pressed).toBeLessThan(1.1 * without + 1e-3);
  },
);

test.each(['is moved on', 'was left by a turn from outside'])(
  'a strong motor goes to a stop that %s at its speed, though it was pressed against it',
  (how) => {
    for (const substeps of [1, 4])
      for (const load of [0, 5]) {
        const world = new World({ solver: 'iterative', substeps, sleeping: false });
        const laws = { limits: [-0.1, 2], motor: { speed: -0.3, maxTorque: 1e5 } } as const;
        const { angle, end } = lever(world, 1, laws);
        const step = (): void => {
          end.applyTorque(load);
          world.step(FRAME);
        };
        for (let i = 0; i < 120; i++) step();
        if (how === 'is moved on') angle.limits = [-1, 2];
        else [end.position, end.angle] = [[0.5 * Math.cos(0.8), 0.5 * Math.sin(0.8)], 0.8];
        const from = angle.value;
        for (let i = 0; i < 60; i++) step();
        expect(angle.value - from, JSON.stringify({ substeps, load })).toBeCloseTo(-0.3, 1);
        for (let i = 0; i < 240; i++) step();
        expect(angle.value, JSON.stringify({ substeps, load })).toBeCloseTo(how === 'is moved on' ? -1 : -0.1, 2);
      }
  },
);

test.each(['made weaker', 'let go of'])('a lock that is %s as it presses a lever throws nothing', (how) => {
  const world = new World({ solver: 'iterative', sleeping: false });
  const { angle, end } = lever(world, 2, { limits: [0, null], lock: { target: -0.3, maxTorque: 1000 } });
  const push = (frames: number): void => {
    for (let i = 0; i < frames; i++) {
      end.applyTorque(-2);
      world.step(FRAME);
      if (world.time > 2) expect(Math.abs(angle.rate)).toBeLessThan(1e-6);
    }
  };
  push(120);
  angle.lock = how === 'made weaker' ? { target: -0.3, maxTorque: 1 } : null;
  push(60);
  expect(on(angle.limits).force).toBeCloseTo(how === 'made weaker' ? 3 : 2, 6);
});

test.each(SOLVERS)(
  'a stop with restitution gives back all of its way to a rod that a lock with a cap pulls past it, by the %s step',
  (solver) => {
    const world = new World({ solver, sleeping: false });
    const { angle, end } = lever(world, 1, {
      lock: { target: -1, maxTorque: 5 },
      limits: { lower: -0.5, upper: 2, restitution: 1 },
    });
    let highest = -1;
    for (let i = 0; i < 240; i++) {
      end.applyTorque(-1);
      world.step(FRAME);
      if (angle.rate > 0) highest = Math.max(highest, angle.value);
    }
    expect(highest).toBeGreaterThan(-0.02);
    expect(highest).toBeLessThan(0.005);
  },
);
