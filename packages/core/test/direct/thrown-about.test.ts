import { box, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { FRAME } from '../rigs';

/** A light body that is let go 2 m from where a soft lock of 4 Hz on an arm of it pulls. */
function letGo(copies = 1) {
  const world = new World({ solver: 'direct', sleeping: false });
  const bodies = Array.from({ length: copies }, (_, i) =>
    world.addBody({ position: [10 * i, 0], mass: 0.5, shape: box(0.4, 0.7) }),
  );
  for (const [i, bodyB] of bodies.entries())
    world.joints.create('drag', {
      bodyB,
      target: [10 * i + 2, -1.4],
      localAnchorB: [-0.14, -1.4],
      point: { lock: { softness: { hertz: 4, dampingRatio: 0 } }, spring: null },
    });
  return { world, bodies };
}

test('a soft lock that throws a body about from rest does so in one step of a frame as in many', () => {
  const coarse = letGo();
  const fine = letGo();
  for (let i = 0; i < 6; i++) coarse.world.step(FRAME);
  for (let i = 0; i < 6 * 64; i++) fine.world.step(FRAME / 64);
  const [a] = coarse.bodies;
  const [b] = fine.bodies;
  // Of 2.8 m; 0.3 m and 1.9 rad where the first step was taken as a whole.
  expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(0.25);
  expect(Math.abs(a.angle - b.angle)).toBeLessThan(0.4);
});

test('among its like it goes as it would alone', () => {
  const alone = letGo();
  const many = letGo(4);
  for (let i = 0; i < 6; i++) {
    alone.world.step(FRAME);
    many.world.step(FRAME);
    expect(many.bodies[0].x).toBe(alone.bodies[0].x);
    expect(many.bodies[0].angle).toBe(alone.bodies[0].angle);
  }
});
