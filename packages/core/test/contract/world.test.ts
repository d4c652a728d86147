import { type Body, disc, forces, path, World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';

describe('a world', () => {
  test('has the defaults of the contract', () => {
    const world = new World();
    expect([...world.gravity]).toEqual([0, 0]);
    const {
      substeps,
      directSubsteps,
      solver,
      tolerance,
      directBudget,
      breaking,
      sleeping,
      lengthUnit,
      fixedStep,
      maxCatchUp,
      maxCorrectionSpeed,
    } = world;
    expect({
      substeps,
      directSubsteps,
      solver,
      tolerance,
      directBudget,
      breaking,
      sleeping,
      lengthUnit,
      fixedStep,
      maxCatchUp,
      maxCorrectionSpeed,
    }).toEqual({
      substeps: 4,
      directSubsteps: 'auto',
      solver: 'auto',
      tolerance: 1e-6,
      directBudget: 4e6,
      breaking: 'one',
      sleeping: true,
      lengthUnit: 1,
      fixedStep: 1 / 60,
      maxCatchUp: 0.25,
      maxCorrectionSpeed: 4,
    });
  });

  test('takes every option, and each is a property of the same value', () => {
    const options = {
      gravity: [1, -2],
      substeps: 6,
      directSubsteps: 2,
      solver: 'direct',
      tolerance: 1e-4,
      directBudget: 100,
      breaking: 'all',
      sleeping: false,
      lengthUnit: 50,
      fixedStep: 1 / 120,
      maxCatchUp: 0.5,
      maxCorrectionSpeed: 3,
    } as const;
    const world = new World(options);
    for (const [key, value] of Object.entries(options)) {
      if (key !== 'gravity') expect(Reflect.get(world, key), key).toBe(value);
    }
    world.gravity.y = -7;
    expect([...world.gravity]).toEqual([1, -7]);
  });

  test('refuses wrong options and properties by code, and stays as it was', () => {
    const wrong: readonly [string, unknown][] = [
      ['gravity', [0, NaN]],
      ['gravity', null],
      ['gravity', 9.81],
      ['substeps', 0],
      ['substeps', 1.5],
      ['substeps', NaN],
      ['substeps', Infinity],
      ['substeps', 1001],
      ['directSubsteps', 1001],
      ['directSubsteps', 'many'],
      ['directSubsteps', 0],
      ['solver', 'fast'],
      ['solver', null],
      ['tolerance', 0],
      ['tolerance', NaN],
      ['tolerance', 1e-200],
      ['tolerance', 1e200],
      ['directBudget', -1],
      ['directBudget', NaN],
      ['sleeping', 1],
      ['sleeping', null],
      ['fixedStep', 0],
      ['fixedStep', NaN],
      ['fixedStep', null],
      ['fixedStep', 1e-6],
      ['maxCatchUp', 61],
      ['breaking', 'some'],
      ['maxCatchUp', -1],
      ['maxCatchUp', NaN],
      ['maxCorrectionSpeed', -1],
      ['maxCorrectionSpeed', NaN],
      ['maxCorrectionSpeed', 1e200],
    ];
    expect(codeOf(() => new World({ clock: 5 as never }))).toBe('param-invalid');
    const world = new World();
    const before = world.hash();
    for (const [key, value] of wrong) {
      expect(
        codeOf(() => Reflect.set(world, key, value)),
        `${key} = ${String(value)}`,
      ).toMatch(/^param-/);
      expect(
        codeOf(() => new World({ [key]: value })),
        `${key}: ${String(value)}`,
      ).toMatch(/^param-/);
    }
    for (const lengthUnit of [NaN, 0, -1, Infinity, 1e-160, 1e200])
      expect(codeOf(() => new World({ lengthUnit }))).toMatch(/^param-/);
    expect(codeOf(() => new World({ ['gravty' as 'gravity']: [0, 0] }))).toBe('option-unknown');
    expect(world.hash()).toBe(before);
  });

  test('gives its speed of correction to a joint that a hook made before it changed', () => {
    const world = new World();
    const bodyB = world.addBody();
    const off = world.on('beforestep', () => {
      off();
      world.joints.create('pivot', { bodyB });
      world.maxCorrectionSpeed = 1;
    });
    world.step(1 / 60);
    expect(world.joint('j1')?.maxCorrectionSpeed).toBe(1);
  });

  test('has an identity that cannot be overwritten, nor that of what is in it', () => {
    const world = new World();
    const bodyB = world.addBody();
    const joint = world.joints.create('pivot', { bodyB });
    const fixed = [
      [world, 'lengthUnit'],
      [world, 'time'],
      [world, 'bodies'],
      [world, 'joints'],
      [bodyB, 'id'],
      [joint, 'id'],
    ] as const;
    for (const [object, name] of fixed) {
      const before: unknown = Reflect.get(object, name);
      expect(
        codeOf(() => Reflect.set(object, name, 'other')),
        name,
      ).toBe('read-only');
      expect(Reflect.get(object, name)).toBe(before);
    }
  });

  test('refuses a step that is not a positive number', () => {
    const world = new World();
    world.addBody({ velocity: [1, 0] });
    const before = world.hash();
    for (const seconds of [NaN, Infinity, -1, 0, 1e-310, 1e200])
      expect(codeOf(() => world.step(seconds))).toMatch(/^param-/);
    expect(codeOf(() => (world.fixedStep = 1e-310))).toMatch(/^param-/);
    for (const seconds of [NaN, Infinity, -1]) expect(codeOf(() => world.advance(seconds))).toMatch(/^param-/);
    expect(world.hash()).toBe(before);
  });

  test('refuses milliseconds as a step, and drops what a frame has more than it catches up', () => {
    const world = new World();
    for (const hertz of [60, 144, 240]) {
      const milliseconds = 1000 / hertz;
      const message = (least: string) => `must be in seconds, from ${least} to 4, got ${milliseconds}`;
      expect(() => world.step(milliseconds)).toThrow(`World.step ${message('1e-100')}`);
      expect(() => (world.fixedStep = milliseconds)).toThrow(`World.fixedStep ${message('0.00001')}`);
    }
    world.step(4);
    world.advance(1000);
    expect(world.dropped).toBeCloseTo(1000 - world.maxCatchUp, 1);
  });

  test('refuses milliseconds as frames at the third in a row, and takes seconds after that', () => {
    const world = new World();
    const { time } = world;
    for (const frame of [16, 16, 1 / 60, 16.7, 5000]) world.advance(frame);
    const hash = world.hash();
    const message = 'World.advance must be in seconds: 2 frames before were as long, got 16.6';
    for (let i = 0; i < 3; i++) expect(() => world.advance(16.6)).toThrow(message);
    expect([world.hash(), world.time > time]).toEqual([hash, true]);
    expect(world.advance(1 / 60)).toBe(1);
  });

  test('has a create that can be taken out of it', () => {
    const world = new World();
    const { create } = world.joints;
    expect(create('weld', { bodyB: world.addBody() }).world).toBe(world);
  });

  test('finds bodies and joints by id, in order of creation, and never uses an id again', () => {
    const world = new World();
    const a = world.addBody();
    const b = world.addBody({ id: 'crank' });
    const joint = world.joints.create('pivot', { bodyA: a, bodyB: b });
    expect([a.id, b.id, joint.id]).toEqual(['b1', 'crank', 'j1']);
    expect(world.body('crank')).toBe(b);
    expect(world.joint('j1')).toBe(joint);
    expect(world.body('none')).toBe(null);
    expect([...world.bodies]).toEqual([a, b]);
    expect([world.bodies.size, world.joints.size]).toEqual([2, 1]);
    a.remove();
    expect(world.addBody().id).toBe('b2');
    expect(world.joints.create('pivot', { bodyB: b }).id).toBe('j2');
    expect(codeOf(() => world.addBody({ id: 'crank' }))).toBe('duplicate-id');
    expect(codeOf(() => world.addBody({ id: '' }))).toBe('param-invalid');
  });

  test('lists joints in order of creation, whatever their types, also after a restore and in scenes', () => {
    const world = new World();
    const bodies = Array.from({ length: 6 }, (_, i) => world.addBody({ position: [i, 0] }));
    const made = ['pivot', 'weld', 'pivot', 'distance', 'weld', 'pivot'].map((type, i) =>
      world.joints.createNamed(type, {
        bodyB: bodies[i],
        ...(type === 'distance' ? {} : { anchor: [0, 0] }),
        id: `${9 - i}`,
      }),
    );
    expect([...world.joints]).toEqual(made);
    const snapshot = world.snapshot();
    made[1].remove();
    world.step(1 / 60);
    expect([...world.joints]).toEqual(made.filter((_, i) => i !== 1));
    world.restore(snapshot);
    expect([...world.joints]).toEqual(made);
    const ids = made.map(({ id }) => id);
    expect(saveScene(world).joints.map(({ id }) => id)).toEqual(ids);
    expect([...loadScene(saveScene(world)).world.joints].map(({ id }) => id)).toEqual(ids);
    const other = new World();
    other.restore(world.snapshot({ portable: true }));
    expect([...other.joints].map(({ id }) => id)).toEqual(ids);
    expect([...other.bodies].map(({ id }) => id)).toEqual(bodies.map(({ id }) => id));
  });

  test('moves by what is there, not by what was there before', () => {
    const motion = (first: 'weld' | 'pivot' | null): number[] => {
      const world = new World({ gravity: [0, -10], solver: 'iterative' });
      const [a, b, c] = [1, 2, 3].map((x) => world.addBody({ position: [x, 0], mass: 1 }));
      if (first !== null) world.joints.create(first, { bodyB: a, anchor: [0, 0] }).remove();
      world.joints.create('pivot', { bodyB: a, anchor: [0, 0] });
      world.joints.create('weld', { bodyA: a, bodyB: b, anchor: [1.5, 0] });
      world.joints.create('pivot', { bodyA: b, bodyB: c, anchor: [2.5, 0] });
      for (let i = 0; i < 30; i++) world.step(1 / 60);
      return [...world.poses];
    };
    expect(motion('weld')).toEqual(motion(null));
    expect(motion('pivot')).toEqual(motion(null));
  });

  test('is solved as the substeps ask that it has now, whatever it was made with', () => {
    const islands = (first: number, later: number): unknown => {
      const world = new World({ substeps: first });
      const side = 11;
      const bodies = Array.from({ length: side * side }, (_, i) =>
        world.addBody({ position: [i % side, Math.floor(i / side)] }),
      );
      const pin = (i: number, k: number) => world.joints.create('pin', { bodyA: bodies[i], bodyB: bodies[k] });
      for (let i = 0; i < bodies.length; i++) {
        if ((i % side) + 1 < side) pin(i, i + 1);
        if (i + side < bodies.length) pin(i, i + side);
      }
      world.step(1 / 60);
      world.substeps = later;
      world.step(1 / 60);
      return world.stats.islands.map(({ solver, steps }) => [solver, steps]);
    };
    expect(islands(1, 1)).toEqual([['iterative', 1]]);
    expect(islands(4, 1)).toEqual(islands(1, 1));
    expect(islands(1, 4)).toEqual(islands(4, 4));
  });

  test('is unchanged to the bit by a body or a joint that it refuses', () => {
    const world = new World();
    const body = world.addBody();
    const before = world.hash();
    expect(codeOf(() => world.addBody({ angle: NaN }))).toBe('param-not-finite');
    expect(codeOf(() => world.joints.create('pivot', { bodyB: body, angle: { limits: [1, -1] } }))).toBe(
      'limits-reversed',
    );
    expect(world.hash()).toBe(before);
    expect(world.addBody().id).toBe('b2');
    expect(world.joints.create('pivot', { bodyB: body }).id).toBe('j1');
  });

  test('picks the newest body whose shape contains a point', () => {
    const world = new World();
    world.addBody({ shape: disc(1) });
    const upper = world.addBody({ shape: disc(1), position: [0.5, 0] });
    expect(world.bodyAt([0.4, 0])).toBe(upper);
    expect(world.bodyAt({ x: 9, y: 9 })).toBe(null);
  });

  test('says which bodies shall not collide: those of an enabled joint that does not want them to', () => {
    const world = new World();
    const [a, b, c] = [world.addBody(), world.addBody(), world.addBody()];
    const joint = world.joints.create('filter', { bodyA: a, bodyB: b });
    expect([world.shouldCollide(a, b), world.shouldCollide(b, a), world.shouldCollide(a, c)]).toEqual([
      false,
      false,
      true,
    ]);
    joint.enabled = false;
    expect(world.shouldCollide(a, b)).toBe(true);
    joint.enabled = true;
    joint.collideConnected = true;
    expect(world.shouldCollide(a, b)).toBe(true);
    c.remove();
    expect(codeOf(() => world.shouldCollide(a, c))).toBe('body-removed');
    expect(codeOf(() => world.shouldCollide(a, new World().addBody()))).toBe('other-world');
  });

  test('gives poses as x, y, angle per body', () => {
    const world = new World();
    world.addBody({ position: [1, 2], angle: 3 });
    world.addBody({ position: [4, 5], angle: 60 });
    expect([...world.poses]).toEqual([1, 2, 3, 4, 5, 60]);
    expect(world.poses).toBeInstanceOf(Float64Array);
  });

  test('refuses what is no event, no listener, no options and no type', () => {
    const world = new World();
    const joint = world.joints.create('filter', { bodyB: world.addBody() });
    const before = world.hash();
    const calls: readonly (readonly [code: string, call: () => unknown])[] = [
      ['param-invalid', () => world.on('brocken' as 'broken', () => 0)],
      ['param-invalid', () => world.on('broken', null as never)],
      ['param-invalid', () => joint.on('afterstep' as 'wake', () => 0)],
      ['param-invalid', () => joint.on('wake', {} as never)],
      ['param-invalid', () => world.addBody(null as never)],
      ['param-invalid', () => world.addBody('box' as never)],
      ['type-unknown', () => world.joints.create(undefined as never, {})],
      ['type-unknown', () => world.joints.create({} as never, {})],
      ['type-unknown', () => world.joints.create(7 as never, {})],
      ['param-invalid', () => forces.register('', () => 0)],
      ['param-invalid', () => forces.register('none', undefined as never)],
      ['param-invalid', () => forces.register('none', () => 0, 3 as never)],
      ['param-invalid', () => path(undefined as never)],
      ['param-invalid', () => path('round' as never)],
      [
        'option-unknown',
        () =>
          path(
            [
              [0, 0],
              [1, 0],
            ],
            { close: true } as never,
          ),
      ],
      [
        'param-invalid',
        () =>
          path(
            [
              [0, 0],
              [1, 0],
            ],
            { smooth: 1 } as never,
          ),
      ],
      ['option-unknown', () => loadScene(saveScene(world), { flipy: true } as never)],
      [
        'option-unknown',
        () => world.joints.create('path', { bodyB: world.body('b1'), path: { points: [], close: true } as never }),
      ],
      ['param-invalid', () => world.addBody({ shape: { type: 'polygon', vertices: [{ x: 0, y: 0 }] as never } })],
      ['param-invalid', () => (joint.break = { force: 1, laws: [] })],
      ['param-invalid', () => (joint.break = { force: 1, laws: null as never })],
      ['param-invalid', () => (joint.break = { force: 1, laws: 'lock' as never })],
    ];
    for (const [code, call] of calls) expect(codeOf(call), call.toString()).toBe(code);
    expect(forces.has('none')).toBe(false);
    expect(world.hash()).toBe(before);
  });

  test('refuses everything once it is destroyed, except to be destroyed again', () => {
    const world = new World();
    const body = world.addBody();
    const joint = world.joints.create('pivot', { bodyB: body });
    world.destroy();
    world.destroy();
    expect(joint.world).toBe(null);
    joint.remove();
    body.remove();
    for (const call of [
      () => world.addBody(),
      () => world.step(1),
      () => world.advance(1),
      () => world.joints.create('pivot', {}),
      () => world.snapshot(),
      () => world.hash(),
      () => world.on('sleep', () => undefined),
      () => (world.gravity = [0, 0]),
      () => (world.gravity.x = 1),
      () => (world.substeps = 4),
      () => (world.directSubsteps = 'auto'),
      () => (world.solver = 'auto'),
      () => (world.tolerance = 1e-6),
      () => (world.directBudget = 0),
      () => (world.sleeping = true),
      () => (world.fixedStep = 1 / 60),
      () => (world.maxCatchUp = 1),
      () => (world.maxCorrectionSpeed = 4),
    ]) {
      expect(codeOf(call), call.toString()).toBe('world-destroyed');
    }
  });

  test('is emptied by clear and used again', () => {
    const world = new World();
    const removed: string[] = [];
    world.joints.create('pivot', { bodyB: world.addBody() });
    world.on('removed', ({ body, joint, reason }) => removed.push(`${(body ?? joint)?.id} ${reason}`));
    world.clear();
    expect(removed).toEqual(['j1 removed', 'b1 removed']);
    expect([world.bodies.size, world.joints.size]).toEqual([0, 0]);
    world.addBody();
    world.step(1 / 60);
  });

  test('has a hook less after its unsubscriber or off was called', () => {
    const world = new World();
    let calls = 0;
    const listener = (): number => calls++;
    const off = world.on('beforestep', listener);
    world.step(0.01);
    off();
    world.step(0.01);
    world.on('beforestep', listener);
    world.off('beforestep', listener);
    world.step(0.01);
    expect(calls).toBe(1);
  });

  test('keeps another hook of the same listener when an unsubscriber is called twice', () => {
    const world = new World();
    let calls = 0;
    const listener = (): number => calls++;
    const off = world.on('beforestep', listener);
    world.on('beforestep', listener);
    off();
    off();
    world.step(0.01);
    expect(calls).toBe(1);
  });

  test('adds up kinetic and potential energy', () => {
    const world = new World({ gravity: [0, -10] });
    world.addBody({ mass: 2, inertia: 3, position: [0, 5], velocity: [1, 2], angularVelocity: 2 });
    expect(world.energy).toEqual({ kinetic: 5 + 6, potential: 100, total: 111 });
  });
});

describe('advance', () => {
  test('does whole fixed steps, keeps the rest as alpha, and drops and reports what it cannot make up for', () => {
    const world = new World({ fixedStep: 0.125 });
    world.addBody({ velocity: [1, 0] });
    expect(world.advance(0.0625)).toBe(0);
    expect(world.alpha).toBe(0.5);
    expect(world.advance(0.125)).toBe(1);
    expect(world.alpha).toBe(0.5);
    expect(world.dropped).toBe(0);
    expect(world.advance(10)).toBe(2);
    expect(world.dropped).toBeCloseTo(10.0625 - 0.25, 12);
    world.advance(0.01);
    expect(world.dropped).toBe(0);
    expect(world.time).toBeCloseTo(0.375, 12);
  });

  test('keeps alpha in [0, 1) for any frame times', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.3, noNaN: true }), { maxLength: 30 }), (frames) => {
        const world = new World();
        for (const seconds of frames) {
          world.advance(seconds);
          expect(world.alpha).toBeGreaterThanOrEqual(0);
          expect(world.alpha).toBeLessThan(1);
        }
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test('shows bodies between the last two fixed steps', () => {
    const world = new World({ fixedStep: 0.5, maxCatchUp: 1, sleeping: false });
    const body: Body = world.addBody({ velocity: [2, 0], angularVelocity: 1 });
    world.advance(0.75);
    const shown = body.getInterpolated({ x: 0, y: 0, angle: 0 });
    expect(shown.x).toBeCloseTo(0.5, 12);
    expect(shown.angle).toBeCloseTo(0.25, 12);
  });
});
