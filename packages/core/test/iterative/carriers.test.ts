import { type Body, type Joint, World } from '@tenon/core';
import { describe, expect, test, vi } from 'vitest';
import { FRAME } from '../rigs';

describe('a kinematic body that starts or stops strikes what hangs on it as one impact, by the iterative step:', () => {
  interface Hung {
    readonly joint: Joint;
    /** Away from the stop, or off the weld. */
    readonly rate: () => number;
  }
  const place = { mass: 1, inertia: 1 / 3 };
  const hangs: [string, (world: World, bodyA: Body) => Hung][] = [
    [
      'a door before its stop',
      (world, bodyA) => {
        const bodyB = world.addBody({ ...place, position: [1, 0] });
        const angle = { limits: [-0.01, 2] } as const;
        const joint = world.joints.create('pivot', { bodyA, bodyB, anchor: [0, 0], angle });
        return { joint, rate: () => joint.angle.rate };
      },
    ],
    [
      'a slider before its stop',
      (world, bodyA) => {
        const bodyB = world.addBody({ ...place, position: [1, 0] });
        const slide = { limits: [-0.01, 2] } as const;
        const joint = world.joints.create('prismatic', { bodyA, bodyB, anchor: [0, 0], axis: [0, 1], slide });
        return { joint, rate: () => joint.slide.rate };
      },
    ],
    [
      'the last of three welded bodies',
      (world, bodyA) => {
        let joint = world.joints.create('weld', { bodyA, bodyB: world.addBody({ ...place, position: [1, 0] }) });
        for (let i = 1; i < 3; i++) {
          const bodyB = world.addBody({ ...place, position: [1 + 2 * i, 0] });
          joint = world.joints.create('weld', { bodyA: joint.bodyB, bodyB, anchor: [2 * i, 0] });
        }
        return { joint, rate: () => Math.abs(joint.angle.rate) };
      },
    ],
  ];
  const starts: [string, (lead: Body, time: number, dt: number) => void][] = [
    ['a velocity that is set', (lead) => (lead.velocity = [0, 3])],
    ['an angular velocity that is set', (lead) => (lead.angularVelocity = 3)],
    ['moveTo', (lead, time, dt) => lead.moveTo({ position: [0, 3 * (time + dt)] })],
  ];

  test.each(hangs.flatMap(([what, hang]) => starts.map(([how, set]) => [what, how, hang, set] as const)))(
    '%s, by %s',
    (_, how, hang, set) => {
      for (const substeps of [1, 4]) {
        const dt = 1 / 60;
        const world = new World({ solver: 'iterative', gravity: [0, 0], substeps, sleeping: false });
        const lead = world.addBody({ type: 'kinematic' });
        const { rate, joint } = hang(world, lead);
        const errors: number[] = [];
        world.step(dt);
        for (let i = 0; i < 15; i++) {
          set(lead, i * dt, dt);
          world.step(dt);
          // What is led stands still after the step.
          if (how !== 'moveTo' || joint.type !== 'prismatic') expect(rate(), `frame ${i}`).toBeLessThan(0.02);
          errors.push(...Object.values(joint.error));
        }
        expect(Math.max(...errors.map(Math.abs)), `${substeps} substeps`).toBeLessThan(0.02);
      }
    },
  );

  test('one that is led no more', () => {
    const world = new World({ solver: 'iterative', gravity: [0, 0], substeps: 1, sleeping: false });
    const lead = world.addBody({ type: 'kinematic' });
    const [, , [, hang]] = hangs;
    const { joint, rate } = hang(world, lead);
    for (let i = 1; i < 6; i++) {
      lead.moveTo({ position: [0, i * 0.05] });
      world.step(FRAME);
    }
    world.step(FRAME);
    expect(rate()).toBeLessThan(1e-9);
    expect(Math.abs(joint.bodyB?.velocity.y ?? NaN)).toBeLessThan(1e-9);
  });

  test('one that is made static on its way', () => {
    for (const stopsFirst of [false, true]) {
      const world = new World({ solver: 'iterative', gravity: [0, 0], substeps: 1, sleeping: false });
      const lead = world.addBody({ type: 'kinematic', velocity: [0, -3] });
      const [[, hang]] = hangs;
      const { joint, rate } = hang(world, lead);
      if (joint.bodyB !== null) joint.bodyB.velocity = [0, -3];
      world.step(FRAME);
      if (stopsFirst) lead.velocity = [0, 0];
      lead.type = 'static';
      for (let i = 0; i < 15; i++) {
        world.step(FRAME);
        expect(rate(), `frame ${i}`).toBeLessThan(0.02);
      }
    }
  });

  test('one that is led on at its speed kicks nothing', () => {
    const world = new World({ solver: 'iterative', sleeping: false });
    const lead = world.addBody({ type: 'kinematic' });
    const [[, hang]] = hangs;
    hang(world, lead);
    const kick = vi.spyOn(world.store, 'kick');
    for (let i = 1; i < 20; i++) {
      lead.moveTo({ position: [0.1 * i, 0.03 * i], angle: 0.01 * i });
      world.step(FRAME);
    }
    expect(kick).toHaveBeenCalledTimes(1);
    world.step(FRAME);
    world.step(FRAME);
    expect(kick).toHaveBeenCalledTimes(2);
  });
});

describe.each(['iterative', 'direct'] as const)(
  'what is led bears what it bears in every step, by the %s step:',
  (solver) => {
    function lift() {
      const world = new World({ solver, gravity: [0, -10], sleeping: false });
      const lead = world.addBody({ type: 'kinematic' });
      const load = world.addBody({ position: [0, -0.5], mass: 1 });
      return { world, lead, load, weld: world.joints.create('weld', { bodyA: lead, bodyB: load }) };
    }

    test('by moveTo, all the more as it gains speed', () => {
      for (const dt of [1 / 60, 1 / 240, 1 / 960])
        for (const gain of [0.2, 2]) {
          const { world, lead, weld } = lift();
          for (let i = 1; i * dt < 0.5; i++) {
            lead.moveTo({ position: [0, (gain * i * dt * (i * dt)) / 2] });
            world.step(dt);
            if (i * dt > 0.25) expect(weld.reaction.y, `${dt} s, step ${i}`).toBeCloseTo(10 + gain, 2);
          }
        }
    });

    test('by a velocity that is set before every step, to and fro', () => {
      for (const dt of [1 / 60, 1 / 240, 1 / 960])
        for (const most of [0.02, 0.5, 5]) {
          const { world, lead, load, weld } = lift();
          let before = 0;
          for (let i = 1; i * dt < 1; i++) {
            const speed = most * Math.sin(12 * i * dt);
            lead.velocity = [0, speed];
            world.step(dt);
            expect(weld.reaction.y, `${dt} s, step ${i}`).toBeCloseTo(10 + (speed - before) / dt, 3);
            expect(load.velocity.y).toBeCloseTo(speed, 6);
            before = speed;
          }
        }
    });

    // The iterative step takes many steps to share it out.
    test.runIf(solver === 'direct')('where a velocity is set to nothing', () => {
      const { world, lead, load, weld } = lift();
      const wheel = world.addBody({ position: [0, -0.5], mass: 1, inertia: 1, angularVelocity: 3 });
      world.joints.create('pivot', { bodyA: load, bodyB: wheel, anchor: [0, -0.5] });
      lead.velocity = load.velocity = wheel.velocity = [0, 5e-3];
      for (let i = 0; i < 9; i++) world.step(FRAME);
      lead.velocity = [0, 0];
      world.step(FRAME);
      for (let i = 0; i < 9; i++) {
        world.step(FRAME);
        expect(weld.reaction.y).toBeCloseTo(20, 4);
        expect(load.velocity.y).toBeCloseTo(0, 6);
      }
    });
  },
);

test('what swings from a body whose velocity is set hangs as still as from one that moveTo leads', () => {
  const dt = 1 / 240;
  const run = (lead: (body: Body, from: number, to: number) => void): { forces: number[]; at: number[] } => {
    const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
    let bodyA = world.addBody({ type: 'kinematic' });
    const [first] = [bodyA];
    const joints = [0, 1, 2].map((i) => {
      const bodyB = world.addBody({ position: [0.5 + i, 0], mass: 1, inertia: 0.1 });
      const joint = world.joints.create('pivot', { bodyA, bodyB, anchor: [i, 0] });
      bodyA = bodyB;
      return joint;
    });
    const way = (t: number): number => 0.05 * (1 - Math.cos(10 * t));
    const forces: number[] = [];
    for (let i = 0; i < 240; i++) {
      lead(first, way(i * dt), way((i + 1) * dt));
      world.step(dt);
      forces.push(joints[0].reaction.y);
    }
    return { forces, at: [bodyA.x, bodyA.y] };
  };
  const set = run((body, from, to) => (body.velocity = [0, (to - from) / dt]));
  const led = run((body, _, to) => body.moveTo({ position: [0, to] }));
  set.forces.forEach((force, i) => expect(force, `step ${i}`).toBeCloseTo(led.forces[i], 3));
  set.at.forEach((place, i) => expect(place).toBeCloseTo(led.at[i], 6));
});

test('a velocity that is set again, but for rounding, kicks nothing', () => {
  const world = new World({ sleeping: false });
  const lead = world.addBody({ type: 'kinematic', velocity: [3, 0.1], angularVelocity: 2 });
  world.step(FRAME);
  const kick = vi.spyOn(world.store, 'kick');
  lead.velocity = [3 * (1 + 1e-15), 0.1];
  lead.angularVelocity = 2 * (1 + 1e-15);
  expect(kick).not.toHaveBeenCalled();
  lead.velocity = [3, 0.1 + 1e-6];
  expect(kick).toHaveBeenCalledTimes(1);
});
