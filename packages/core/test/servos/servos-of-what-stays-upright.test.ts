import { type Body, box, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { run } from '../rigs';

test.each(['direct', 'iterative'] as const)(
  'an arm moves a platform that never turns, on a hinge at its end, as any other load (%s)',
  (solver) => {
    for (const links of [1, 2]) {
      const world = new World({ gravity: [0, -9.81], solver, sleeping: false });
      let last: Body | null = null;
      const servos = Array.from({ length: links }, (_, i) => {
        const link = world.addBody({ position: [i + 0.5, 0], shape: box(1, 0.1), mass: 5 });
        const motor = { target: 0, speed: 1, maxTorque: 400 };
        const joint = world.joints.create('pivot', { bodyA: last, bodyB: link, anchor: [i, 0], angle: { motor } });
        last = link;
        return joint.angle;
      });
      const platform = world.addBody({ position: [links, 0], shape: box(1, 0.1), mass: 5, fixedRotation: true });
      world.joints.create('pivot', { bodyA: last, bodyB: platform, anchor: [links, 0] });
      run(world, 0.5);
      for (const { motor } of servos) if (motor !== null) motor.target = 0.8;
      let most = 0;
      for (let i = 0; i < 120; i++) {
        world.step(1 / 60);
        most = Math.max(most, ...servos.map(({ value }) => value));
      }
      expect(most).toBeLessThan(0.81);
      for (const { value } of servos) expect(value).toBeCloseTo(0.8, 2);
    }
  },
);
