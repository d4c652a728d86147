import * as full from '@tenon/core';
import * as bare from '@tenon/core/bare';
import { contacts } from '@tenon/core/contacts';
import { direct } from '@tenon/core/direct';
import { fast } from '@tenon/core/fast';
import { loadScene, saveScene } from '@tenon/core/scene';
import { describe, expect, test } from 'vitest';

const LINE = "import { direct } from '@tenon/core/direct'; new World({ parts: [direct] })";

/** A rod on a hinge, let go level; the solver of its island after a step. */
function solverOf(world: full.World): string {
  const rod = world.addBody({ position: [0.5, 0], shape: full.box(1, 0.1) });
  world.joints.create(full.PivotJoint, { bodyB: rod, anchor: [0, 0] });
  world.step(1 / 60);
  return world.stats.islands[0].solver;
}

function refusal(call: () => unknown): { code: string; message: string } {
  try {
    call();
  } catch (error) {
    if (error instanceof full.TenonError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('parts of a world', () => {
  test('the World of @tenon/core has all parts unless it is told otherwise', () => {
    expect(new full.World().parts).toEqual([direct, contacts, fast]);
    expect(solverOf(new full.World())).toBe('direct');
    expect(solverOf(new full.World({ parts: [] }))).toBe('iterative');
  });

  test('what is no part is refused', () => {
    for (const parts of [direct, ['direct'], [undefined], [{ name: 'direct' }]])
      expect(refusal(() => new full.World({ parts: parts as never })).code).toBe('param-invalid');
  });

  test('without the direct step its solver is refused, with the line that brings it', () => {
    const world = new full.World({ parts: [] });
    const rod = world.addBody({ shape: full.box(1, 0.1) });
    const hinge = world.joints.create('pivot', { bodyB: rod, anchor: [0, 0] });
    for (const ask of [
      () => (world.solver = 'direct'),
      () => (hinge.solver = 'direct'),
      () => world.joints.create('pivot', { bodyB: rod, anchor: [0, 0], solver: 'direct' }),
      () => new full.World({ parts: [], solver: 'direct' }),
    ]) {
      const { code, message } = refusal(ask);
      expect(code).toBe('part-missing');
      expect(message).toContain(LINE);
    }
    expect(world.joints.size).toBe(1);
    expect([world.solver, hinge.solver]).toEqual(['auto', 'auto']);
  });

  test('without contacts a body that collides is refused, with the line that brings them', () => {
    const line = "import { contacts } from '@tenon/core/contacts'; new World({ parts: [direct, contacts] })";
    const world = new full.World({ parts: [direct] });
    const crate = world.addBody({ shape: full.box(1, 1) });
    for (const ask of [
      () => world.addBody({ shape: full.box(1, 1), collides: true }),
      () => (crate.collides = { friction: 1 }),
    ]) {
      const { code, message } = refusal(ask);
      expect(code).toBe('part-missing');
      expect(message).toContain(line);
    }
    expect(world.bodies.size).toBe(1);
    crate.collides = false;
    expect(crate.collides).toBe(null);
  });

  test('a scene that asks for the direct step is refused by a world without it', () => {
    const scene = saveScene(new full.World({ solver: 'direct' }));
    const { code, message } = refusal(() => loadScene(scene, { parts: [] }));
    expect(code).toBe('scene-invalid');
    expect(message).toContain(LINE);
    expect(loadScene(scene).world.solver).toBe('direct');
  });

  const askers = {
    world: (world: full.World) => [world],
    joint: (world: full.World) => [...world.joints],
  };

  test.each(Object.entries(askers))(
    'a snapshot whose %s asks for the direct step is refused by a world without it',
    (_, of) => {
      const asked = new full.World();
      solverOf(asked);
      for (const owner of of(asked)) owner.solver = 'direct';
      const world = new full.World({ parts: [] });
      const before = world.hash();
      const { code, message } = refusal(() => world.restore(asked.snapshot({ portable: true })));
      expect(code).toBe('snapshot-invalid');
      expect(message).toContain(LINE);
      expect(world.hash()).toBe(before);
    },
  );

  test('a portable snapshot goes on in a world of other parts, nearly alike', () => {
    const world = new full.World({ gravity: [0, -10] });
    solverOf(world);
    const snapshot = world.snapshot({ portable: true });
    expect(snapshot.parts).toEqual(['direct', 'contacts', 'fast']);
    const other = new full.World({ parts: [] });
    other.restore(snapshot);
    for (let i = 0; i < 30; i++) for (const each of [world, other]) each.step(1 / 60);
    const [a, b] = [world, other].map(({ bodies }) => [...bodies][0]);
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(2e-3);
    expect(a.angle).not.toBe(b.angle);
  });
});

test('bare is the same World; its default parts are those that @tenon/core names', () => {
  expect(bare.World).toBe(full.World);
});
