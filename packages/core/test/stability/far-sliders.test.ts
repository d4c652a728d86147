import { World } from '@tenon/core';
import { expect, test } from 'vitest';
import { Chance } from '../random-world';

/** What swings on slides far from the light bodies that carry them, by the iterative step. */

test.each([1, 4, 8, 16])(
  '6 kg on a slide 1.1 m from a welded carrier of 0.8 kg keep to their energy (substeps %i)',
  (substeps) => {
    const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false, substeps });
    const bodyA = world.addBody({ position: [0.652, 0.212], mass: 0.838, inertia: 0.0873 });
    const bodyB = world.addBody({ position: [0.664, 0.128], mass: 6.24, inertia: 1.97 });
    world.joints.create('weld', { bodyB: bodyA, anchor: [0, 0] });
    world.joints.create('prismatic', {
      bodyA,
      bodyB,
      anchor: [-0.458, -0.272],
      axis: [-0.61, 0.793],
      slide: { spring: { hertz: 0.3, dampingRatio: 0, target: 0.7 } },
    });
    world.step(1 / 60);
    const start = world.energy.total;
    let most = 0;
    for (let i = 0; i < 900; i++) {
      world.step(1 / 60);
      most = Math.max(most, world.energy.total);
    }
    expect(most).toBeLessThan(1.02 * start);
  },
);

test.each(['prismatic', 'line', 'wheel'] as const)('what swings at a %s on a welded carrier gains nothing', (type) => {
  for (let seed = 1; seed <= 60; seed++) {
    const chance = new Chance(seed);
    const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false });
    const turn = chance.between(0, 2 * Math.PI);
    const axis = [Math.cos(turn), Math.sin(turn)] as const;
    const x = chance.between(-1, 1);
    const y = chance.between(-1, 1);
    const bodyA = world.addBody({ position: [x, y], inertia: chance.magnitude(0.1, 1) });
    const reach = chance.between(-2, 2);
    const anchor = [x + reach * axis[0], y + reach * axis[1]] as const;
    const mass = chance.magnitude(1, 10);
    const bodyB = world.addBody({ position: anchor, mass, inertia: mass * chance.magnitude(0.1, 1) });
    world.joints.create('weld', { bodyB: bodyA, anchor: [0, 0] });
    const swing = { spring: { hertz: chance.magnitude(0.3, 6), dampingRatio: 0 } };
    world.joints.create(type, { bodyA, bodyB, anchor, axis, [type === 'wheel' ? 'suspension' : 'slide']: swing });
    bodyB.velocity = axis;
    world.step(1 / 60);
    const start = world.energy.total;
    for (let i = 0; i < 240; i++) world.step(1 / 60);
    expect(world.energy.total, `seed ${seed}`).toBeLessThan(1.02 * start);
  }
});
