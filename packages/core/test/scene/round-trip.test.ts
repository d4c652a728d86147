import { box, disc, World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomWorld } from '../random-world';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

test('what is loaded is saved as the same text, for every registered joint, also after steps', () => {
  fc.assert(
    fc.property(seeds, fc.constantFrom(1, 50), fc.integer({ min: 0, max: 20 }), (seed, lengthUnit, steps) => {
      const world = randomWorld(seed, { lengthUnit });
      for (let i = 0; i < steps; i++) world.step(1 / 60);
      const saved = saveScene(world);
      const text = JSON.stringify(saved);
      expect(JSON.stringify(saveScene(loadScene(text).world))).toBe(text);
    }),
    { seed: 1, numRuns: 30, endOnFailure: true },
  );
});

test('masses and inertias are the same text in any unit of length, given or by shape', () => {
  for (let i = 1; i <= 400; i++) {
    const lengthUnit = 1 + i / 3;
    const world = new World({ lengthUnit });
    world.addBody({ inertia: 0.05 + i / 7 });
    world.addBody({ mass: i / 11, shape: box(i / 3, lengthUnit) });
    world.addBody({ shape: disc(i / 13) }).inertia *= 1 + 1e-16 * i;
    const text = JSON.stringify(saveScene(world));
    expect(JSON.stringify(saveScene(loadScene(text).world))).toBe(text);
    expect(text.match(/inertia/g)?.length ?? 0).toBeLessThanOrEqual(2);
  }
});

test('a loaded world moves as the world that was saved, bit for bit', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const world = randomWorld(seed);
      const copy = loadScene(saveScene(world)).world;
      for (let i = 0; i < 20; i++) {
        world.step(1 / 60);
        copy.step(1 / 60);
      }
      expect([...copy.poses]).toEqual([...world.poses]);
    }),
    { seed: 2, numRuns: 12, endOnFailure: true },
  );
});

test('every joint can be cloned, and its clone has the same options', () => {
  const world = randomWorld(3);
  for (const joint of [...world.joints]) {
    const copy = joint.clone();
    const [original, cloned] = [joint, copy].map(({ id }) => saveScene(world).joints.find((saved) => saved.id === id));
    expect({ ...cloned, id: joint.id }).toEqual(original);
  }
});

test('how long an error must last is kept without an error to break by', () => {
  const world = new World();
  const joint = world.joints.create('weld', { bodyB: world.addBody(), break: { force: 5, error: { after: 2 } } });
  const loaded = loadScene(saveScene(world)).joints.get(joint.id);
  for (const like of [joint, joint.clone(), loaded]) expect(like?.break?.error.after).toBe(2);
});
