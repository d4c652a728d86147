import { type Body, type Joint, World } from '@tenon/core';
import { describe, expect, test, vi } from 'vitest';
import { FRAME } from './rigs';

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

test.each(['iterative', 'direct'] as const)(
  'what is led weighs as much more in every step as it gains speed, by the %s step',
  (solver) => {
    for (const dt of [1 / 60, 1 / 240, 1 / 960])
      for (const gain of [0.2, 2]) {
        const world = new World({ solver, gravity: [0, -10], sleeping: false });
        const lift = world.addBody({ type: 'kinematic' });
        const load = world.addBody({ position: [0, -0.5], mass: 1 });
        const weld = world.joints.create('weld', { bodyA: lift, bodyB: load });
        for (let i = 1; i * dt < 0.5; i++) {
          lift.moveTo({ position: [0, (gain * i * dt * (i * dt)) / 2] });
          world.step(dt);
          if (i * dt > 0.25) expect(weld.reaction.y, `${dt} s, step ${i}`).toBeCloseTo(10 + gain, 2);
        }
      }
  },
);
