import { World } from '@tenon/core';
import { expect, test } from 'vitest';
import { Chance } from '../random-world';

/** What draws a gap in gives in one pass and takes back in the other: half of it was forgotten, and the rest read as a load of up to 60 N. */
test('a point that draws its bodies together reads what they got, and does not break', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const chance = new Chance(seed);
    const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false });
    const place = (x: number): [number, number] => [x + chance.between(0, 1), chance.between(0, 1)];
    const body = (x: number) =>
      world.addBody({ position: place(x), mass: chance.between(0.3, 1.3), fixedRotation: true });
    const [bodyA, bodyB] = [body(0), body(1)];
    const joint = world.joints.create('pivot', { bodyA, bodyB, anchor: place(0), break: { force: 60 } });
    world.step(1 / 60);
    bodyB.position = [bodyB.x + 0.05, bodyB.y];
    for (let i = 0; i < 60; i++) {
      const { x, y } = bodyB.velocity;
      world.step(1 / 60);
      expect(joint.world, `seed ${seed}, step ${i}`).not.toBeNull();
      const gained = [bodyB.velocity.x - x, bodyB.velocity.y - y].map((change) => change * bodyB.mass * 60);
      expect(Math.hypot(joint.reaction.x - gained[0], joint.reaction.y - gained[1])).toBeLessThan(1e-9);
    }
  }
});
