import { box, capsule, disc, type Body, polygon, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { Chance } from '../random-world';

const FRAME = 1 / 60;

describe('a body', () => {
  test('has every option as a property', () => {
    const world = new World({ lengthUnit: 50 });
    const shape = disc(3);
    const options = {
      type: 'kinematic',
      angle: 7,
      angularVelocity: 2,
      mass: 3,
      inertia: 4,
      gravityScale: 0.5,
      linearDamping: 1,
      angularDamping: 2,
      id: 'me',
      userData: { a: 1 },
      shape,
    } as const;
    const body = world.addBody({ ...options, position: [1, 2], velocity: { x: 3, y: 4 } });
    for (const [key, value] of Object.entries(options)) expect(Reflect.get(body, key), key).toBe(value);
    expect([...body.position, ...body.velocity, body.x, body.y]).toEqual([1, 2, 3, 4, 1, 2]);
    expect([body.cos, body.sin]).toEqual([expect.closeTo(Math.cos(7), 14), expect.closeTo(Math.sin(7), 14)]);
  });

  test('weighs 1 kg/m² of its shape by default, in metres and in pixels', () => {
    const inMetres = new World().addBody({ shape: box(2, 1) });
    const inPixels = new World({ lengthUnit: 50 }).addBody({ shape: box(100, 50) });
    for (const body of [inMetres, inPixels]) {
      expect(body.mass).toBeCloseTo(2, 12);
      expect(body.inertia).toBeCloseTo((2 * (4 + 1)) / 12, 12);
      expect(body.density).toBeCloseTo(1, 12);
      body.density = 3;
      expect([body.mass, body.inertia]).toEqual([expect.closeTo(6, 12), expect.closeTo(2.5, 12)]);
    }
    expect(new World().addBody().density).toBe(null);
  });

  test('takes a new shape with the density of the last one', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ lengthUnit });
      const body = world.addBody({ shape: box(2 * lengthUnit, lengthUnit), density: 3 });
      const shape = disc(lengthUnit);
      body.shape = shape;
      expect(body.shape).toBe(shape);
      expect([body.mass, body.inertia, body.density]).toEqual([
        expect.closeTo(3 * Math.PI, 9),
        expect.closeTo(1.5 * Math.PI, 9),
        expect.closeTo(3, 9),
      ]);
      expect(body.contains([0.9 * lengthUnit, 0.2 * lengthUnit])).toBe(true);
      expect(world.bodyAt([0, 0.9 * lengthUnit])).toBe(body);
      body.shape = null;
      expect([body.shape, body.density, body.mass, world.bodyAt([0, 0])]).toEqual([
        null,
        null,
        expect.closeTo(3 * Math.PI, 9),
        null,
      ]);
      body.shape = shape;
      expect(body.density).toBeCloseTo(1, 9);
    }
    const world = new World();
    const fixed = world.addBody({ shape: disc(1), fixedRotation: true });
    fixed.shape = disc(2);
    expect([fixed.mass, fixed.inertia]).toEqual([expect.closeTo(4 * Math.PI, 9), Infinity]);
    const heavy = world.addBody({ mass: null });
    heavy.shape = disc(2);
    expect(heavy.mass).toBe(Infinity);
    for (const shape of [{ type: 'blob' }, disc, undefined, { type: 'disc', radius: -1 }])
      expect(codeOf(() => Reflect.set(fixed, 'shape', shape))).toMatch(/^param-/);
    fixed.sleep();
    fixed.shape = disc(2);
    expect(fixed.isSleeping).toBe(true);
    fixed.shape = disc(1);
    expect(fixed.isSleeping).toBe(false);
    fixed.remove();
    expect(codeOf(() => (fixed.shape = null))).toBe('body-removed');
  });

  test('has its shape back after a restore, on the same handle', () => {
    const world = new World();
    const body = world.addBody({ shape: disc(1) });
    const snapshots = [world.snapshot(), world.snapshot({ portable: true })];
    const hash = world.hash();
    for (const snapshot of snapshots) {
      body.shape = box(1, 1);
      world.restore(snapshot);
      expect([world.body('b1'), body.shape, world.hash()]).toEqual([body, disc(1), hash]);
    }
  });

  test.each(['mass', 'inertia'] as const)('a %s of 0 is refused as one below is', (name) => {
    for (const value of [0, -1])
      expect(() => new World().addBody({ [name]: value })).toThrow(
        `Body.${name} must be above 0, or Infinity for a body that cannot be moved, got ${value}`,
      );
  });

  test('is without mass or inertia where they are Infinity or null, and says Infinity', () => {
    const world = new World({ gravity: [0, -10] });
    const body = world.addBody({ mass: null, inertia: Infinity });
    expect([body.mass, body.inertia, body.fixedRotation]).toEqual([Infinity, Infinity, true]);
    body.applyImpulse([1, 0], [0, 1]);
    world.step(FRAME);
    expect([...body.velocity, body.angularVelocity]).toEqual([0, 0, 0]);
    body.mass = 2;
    body.inertia = 3;
    expect([body.mass, body.inertia, body.fixedRotation]).toEqual([2, 3, false]);
  });

  test('is kept from turning by fixedRotation, as option and as property', () => {
    const world = new World();
    const body = world.addBody({ shape: disc(1), fixedRotation: true });
    expect(body.fixedRotation).toBe(true);
    body.fixedRotation = false;
    expect(body.inertia).toBeCloseTo(Math.PI / 2, 12);
    body.fixedRotation = true;
    body.applyTorque(5);
    world.step(FRAME);
    expect(body.angularVelocity).toBe(0);
    expect(codeOf(() => Reflect.set(body, 'fixedRotation', 1))).toBe('param-invalid');
  });

  test('refuses wrong options and values by code, and nothing changes', () => {
    const wrong: readonly [string, unknown][] = [
      ['type', 'ghost'],
      ['type', null],
      ['position', [NaN, 0]],
      ['position', null],
      ['position', 'here'],
      ['angle', Infinity],
      ['angle', null],
      ['velocity', [0, Infinity]],
      ['angularVelocity', NaN],
      ['mass', 0],
      ['mass', -1],
      ['mass', NaN],
      ['inertia', 0],
      ['inertia', NaN],
      ['gravityScale', NaN],
      ['gravityScale', null],
      ['linearDamping', -1],
      ['angularDamping', NaN],
      ['canSleep', 1],
      ['density', NaN],
      ['density', 0],
    ];
    const world = new World();
    const body = world.addBody({ shape: disc(1) });
    const before = world.hash();
    expect(codeOf(() => world.addBody({ density: 2 }))).toBe('option-missing');
    for (const [key, value] of wrong) {
      expect(
        codeOf(() => Reflect.set(body, key, value)),
        `${key} = ${String(value)}`,
      ).toMatch(/^param-/);
      expect(
        codeOf(() => world.addBody({ [key]: value })),
        `${key}: ${String(value)}`,
      ).toMatch(/^param-/);
    }
    for (const shape of [
      disc,
      { type: 'blob' },
      { type: 'disc', radius: NaN },
      {
        type: 'polygon',
        vertices: [
          [0, 0],
          [1, 0],
        ],
      },
    ]) {
      expect(codeOf(() => world.addBody({ shape: shape as never }))).toMatch(/^param-/);
    }
    expect(codeOf(() => world.addBody({ ['angel' as 'angle']: 1 }))).toBe('option-unknown');
    expect(codeOf(() => world.addBody({ mass: 1, density: 1, shape: disc(1) }))).toBe('option-conflict');
    for (const call of [
      () => body.applyForce([NaN, 0]),
      () => body.applyForce([1, 0], [NaN, 0]),
      () => body.applyTorque(NaN),
      () => body.applyImpulse([0, Infinity]),
      () => body.applyAngularImpulse(NaN),
      () => (body.position.x = NaN),
      () => (body.velocity.y = Infinity),
    ]) {
      expect(codeOf(call)).toMatch(/^param-/);
    }
    expect(codeOf(() => body.moveTo({ position: [0, 0] }))).toBe('not-immovable');
    expect(world.hash()).toBe(before);
  });

  test('is unchanged to the bit, and sleeps on, when it is given what it has', () => {
    const properties = [
      'type',
      'position',
      'angle',
      'velocity',
      'angularVelocity',
      'mass',
      'inertia',
      'shape',
      'density',
      'fixedRotation',
      'gravityScale',
      'linearDamping',
      'angularDamping',
      'canSleep',
    ];
    for (const lengthUnit of [1, 50]) {
      const world = new World({ lengthUnit });
      for (const options of [{ mass: 2, inertia: 3 }, { density: 1.3 }, { mass: 0.7, inertia: 1.0308704787739922 }]) {
        const body = world.addBody({ shape: box(lengthUnit, 0.3 * lengthUnit), angle: 0.3, ...options });
        body.sleep();
        const before = world.hash();
        for (const property of properties) {
          Reflect.set(body, property, Reflect.get(body, property));
          expect([world.hash(), body.isSleeping], `${property}, ${lengthUnit} units per m`).toEqual([before, true]);
        }
        body.shape = box(lengthUnit, 0.3 * lengthUnit);
        expect([world.hash(), body.isSleeping]).toEqual([before, true]);
      }
    }
  });

  test('refuses what no number can hold, and nothing changes', () => {
    const tiny = 5e-324;
    const huge = Number.MAX_VALUE;
    const triangle = [
      [0, 0],
      [1, 0],
      [0, 1],
    ] as const;
    for (const lengthUnit of [1, 50]) {
      const world = new World({ lengthUnit });
      const body = world.addBody({ shape: disc(lengthUnit / 4) });
      const lead = world.addBody({ type: 'kinematic' });
      const before = world.hash();
      const calls: readonly (() => unknown)[] = [
        ...[tiny, huge].flatMap((value) => [
          () => (body.mass = value),
          () => (body.inertia = value),
          () => (body.density = value),
          () => (body.shape = { type: 'disc', radius: value }),
          () => world.addBody({ mass: value }),
          () => world.addBody({ inertia: value }),
          () => world.addBody({ shape: disc(1), density: value }),
          () => disc(value),
          () => box(value, 1),
          () => capsule(1, value),
          () => polygon(triangle.map(([x, y]) => [x * value, y * value])),
        ]),
        () => (body.angle = 1e16),
        () => world.addBody({ angle: -1e100 }),
        () => lead.moveTo({ angle: huge }),
        () => body.applyForce([huge, huge]),
        () => body.applyForce([1, 1], [huge, -huge]),
        () => body.applyImpulse([huge, huge]),
        () => body.applyImpulse([1e200, 1], [0, 1e200]),
        () => body.applyAngularImpulse(huge),
        // Drawn about another point than it turns about.
        () => (body.shape = { type: 'polygon', vertices: triangle }),
      ];
      for (const call of calls) {
        expect(codeOf(call), call.toString()).toMatch(/^param-/);
        expect(world.hash(), call.toString()).toBe(before);
      }
      expect([body.mass, body.shape]).toEqual([expect.closeTo(Math.PI / 16, 12), disc(lengthUnit / 4)]);
      body.shape = polygon(triangle);
    }
  });

  test('holds numbers whatever it is kicked with', () => {
    for (const solver of ['iterative', 'direct'] as const) {
      const world = new World({ solver });
      const [a, b] = [1, 2].map((x) => world.addBody({ position: [x, 0] }));
      const joints = [
        world.joints.create('pivot', { bodyB: a, anchor: [0, 0] }),
        world.joints.create('pivot', { bodyA: a, bodyB: b, anchor: [1.5, 0] }),
        world.joints.create('pivot', { bodyA: b, anchor: [2.5, 0] }),
      ];
      for (const speed of [1e99, 1e155, 1e308]) {
        a.velocity = [speed, 0];
        world.step(FRAME);
        for (const { reaction } of joints)
          expect([reaction.force, reaction.peakForce].every(Number.isFinite), `${solver} ${speed}`).toBe(true);
      }
    }
  });

  test('wakes what leans on it at once when its type changes, and tells of itself', () => {
    const world = new World();
    const base = world.addBody({ type: 'static' });
    const hung = world.addBody({ position: [0, -1] });
    const alone = world.addBody({ position: [5, 0] });
    world.joints.create('pivot', { bodyA: base, bodyB: hung, anchor: [0, 0] });
    const woken: string[] = [];
    world.on('wake', ({ bodies }) => woken.push(bodies.map(({ id }) => id).join()));
    for (const body of [hung, alone]) body.sleep();
    base.type = 'dynamic';
    expect([hung.isSleeping, woken]).toEqual([false, [hung.id]]);
    alone.type = 'static';
    expect(woken).toEqual([hung.id, alone.id]);
  });

  test('gives one live, iterable view of position and velocity', () => {
    const body = new World().addBody({ position: [1, 2] });
    const { position, velocity } = body;
    body.position = { x: 3, y: 4 };
    expect([...position]).toEqual([3, 4]);
    position.x = 9;
    expect(body.x).toBe(9);
    expect(body.position).toBe(position);
    velocity.y = 5;
    expect([...body.velocity]).toEqual([0, 5]);
  });

  test('is teleported by its position: velocity kept, no streak, awake', () => {
    const world = new World({ fixedStep: FRAME });
    const body = world.addBody({ velocity: [6, 0] });
    world.advance(1.5 * FRAME);
    body.position = [100, 0];
    body.angle = 20;
    expect(body.getInterpolated({ x: 0, y: 0, angle: 0 })).toEqual({ x: 100, y: 0, angle: 20 });
    expect([...body.velocity]).toEqual([6, 0]);
    body.sleep();
    body.position = [100, 0];
    expect(body.isSleeping).toBe(true);
    body.position = [101, 0];
    expect(body.isSleeping).toBe(false);
  });

  test('maps points and directions to the world and back', () => {
    const body = new World().addBody({ position: [1, 2], angle: Math.PI / 2, velocity: [1, 0], angularVelocity: 2 });
    const out = { x: 0, y: 0 };
    expect(body.toWorld([1, 0], out)).toBe(out);
    expect([out.x, out.y]).toEqual([expect.closeTo(1, 14), expect.closeTo(3, 14)]);
    const back = body.toLocal(out);
    expect([back.x, back.y]).toEqual([expect.closeTo(1, 14), expect.closeTo(0, 14)]);
    expect(body.toWorldVector([1, 0]).y).toBeCloseTo(1, 14);
    expect(body.toLocalVector([0, 1]).x).toBeCloseTo(1, 14);
    expect(body.velocityAt([1, 3])).toEqual({ x: -1, y: 0 });
    expect(body.getPosition(out)).toBe(out);
  });

  test('answers forces, torques and impulses in SI at a point', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ lengthUnit, sleeping: false });
      const body = world.addBody({ mass: 2, inertia: 4 });
      body.applyImpulse([4, 0], [0, -2 * lengthUnit]);
      expect([body.velocity.x / lengthUnit, body.angularVelocity]).toEqual([
        expect.closeTo(2, 12),
        expect.closeTo(2, 12),
      ]);
      body.applyAngularImpulse(-8);
      expect(body.angularVelocity).toBeCloseTo(0, 12);
      expect(body.kineticEnergy).toBeCloseTo(4, 12);
      body.velocity = [0, 0];
      body.applyForce([0, 6], [2 * lengthUnit, 0]);
      body.applyTorque(-4);
      world.step(0.5);
      expect([body.velocity.y / lengthUnit, body.angularVelocity]).toEqual([
        expect.closeTo(1.5, 12),
        expect.closeTo(1, 12),
      ]);
    }
  });

  test('knows its joints and what they connect', () => {
    const world = new World();
    const [a, b, c, d] = [world.addBody(), world.addBody(), world.addBody(), world.addBody()];
    const ab = world.joints.create('pivot', { bodyA: a, bodyB: b });
    const bc = world.joints.create('pivot', { bodyA: b, bodyB: c });
    expect([...b.joints]).toEqual([ab, bc]);
    expect([...a.connected()]).toEqual([a, b, c]);
    expect([...d.connected()]).toEqual([d]);
  });

  test('takes its joints along when it leaves; every later use but remove is refused', () => {
    const world = new World();
    const body: Body = world.addBody({ type: 'kinematic' });
    const joint = world.joints.create('pivot', { bodyB: body });
    const told: string[] = [];
    world.on('removed', ({ body: gone, joint: left, reason }) => told.push(`${(gone ?? left)?.id} ${reason}`));
    body.remove();
    body.remove();
    joint.remove();
    expect(told).toEqual(['j1 body-removed', 'b1 removed']);
    expect(body.world).toBe(null);
    const point = [0, 0] as const;
    const calls: readonly (() => unknown)[] = [
      () => body.type,
      () => (body.type = 'static'),
      () => body.position,
      () => (body.position = point),
      () => body.angle,
      () => (body.angle = 1),
      () => body.velocity,
      () => (body.velocity = point),
      () => body.angularVelocity,
      () => (body.angularVelocity = 1),
      () => body.mass,
      () => (body.mass = 1),
      () => body.inertia,
      () => (body.inertia = 1),
      () => body.fixedRotation,
      () => (body.fixedRotation = true),
      () => body.shape,
      () => body.contains(point),
      () => body.density,
      () => body.gravityScale,
      () => body.linearDamping,
      () => body.angularDamping,
      () => body.canSleep,
      () => body.x,
      () => body.y,
      () => body.cos,
      () => body.sin,
      () => body.applyForce(point),
      () => body.applyTorque(1),
      () => body.applyImpulse(point),
      () => body.applyAngularImpulse(1),
      () => body.toWorld(point),
      () => body.toLocal(point),
      () => body.toWorldVector(point),
      () => body.toLocalVector(point),
      () => body.velocityAt(point),
      () => body.getPosition({ x: 0, y: 0 }),
      () => body.getInterpolated({ x: 0, y: 0, angle: 0 }),
      () => body.moveTo({ angle: 1 }),
      () => body.joints,
      () => body.connected(),
      () => body.isSleeping,
      () => body.wake(),
      () => body.sleep(),
      () => body.kineticEnergy,
      () => world.joints.create('pivot', { bodyB: body }),
    ];
    for (const call of calls) expect(codeOf(call), call.toString()).toBe('body-removed');
  });
});

describe('a force', () => {
  test('given before each substep pushes as one given before the step, with either solver', () => {
    for (const solver of ['iterative', 'direct'] as const) {
      for (const lengthUnit of [1, 50]) {
        const world = new World({ solver, lengthUnit, sleeping: false, fixedStep: FRAME });
        const [alone, a, b] = [0, 0, 1].map((x) => world.addBody({ position: [x * lengthUnit, 0], mass: 1 }));
        world.joints.create('weld', { bodyA: a, bodyB: b });
        const spun = world.addBody({ inertia: 2 });
        world.joints.create('weld', { bodyA: spun, bodyB: world.addBody({ inertia: 1 }) });
        const off = world.on('beforesubstep', () => {
          alone.applyForce([2, 0]);
          for (const body of [a, b]) body.applyForce([1, 2]);
          spun.applyTorque(6);
        });
        for (let i = 0; i < 30; i++) world.step(FRAME);
        for (let i = 0; i < 10; i++) world.advance(3 * FRAME);
        off();
        // Joints take their share of the last impulses.
        world.step(FRAME);
        const pushed = [alone.velocity.x, a.velocity.x, b.velocity.y].map((speed) => speed / lengthUnit);
        expect(pushed, `${solver} ${lengthUnit}`).toEqual([2, 1, 2].map((speed) => expect.closeTo(speed, 6)));
        expect(spun.angularVelocity, `${solver} ${lengthUnit}`).toBeCloseTo(2, 6);
      }
    }
  });

  test('acts for the seconds of its frame, carried over while no step is due', () => {
    const world = new World({ fixedStep: 0.125, maxCatchUp: 1, sleeping: false });
    const body = world.addBody({ mass: 1 });
    const speeds = [0.0625, 0.25, 0.25].map((seconds, i) => {
      if (i < 2) body.applyForce([8, 0]);
      world.advance(seconds);
      return body.velocity.x;
    });
    expect(speeds).toEqual([0, expect.closeTo(0.5 + 2, 12), expect.closeTo(0.5 + 2, 12)]);
  });

  test.each(['iterative', 'direct'] as const)('given in every frame moves a body alike at any rate: %s', (solver) => {
    const chance = new Chance(7);
    const frames: Record<string, () => number> = { uneven: () => chance.between(0.004, 0.04) };
    for (const hertz of [30, 60, 90, 144, 240]) frames[`${hertz} Hz`] = () => 1 / hertz;
    for (const [name, next] of Object.entries(frames)) {
      const world = new World({ solver });
      const [body, spun] = [world.addBody({ mass: 2 }), world.addBody({ mass: 1, inertia: 4 })];
      let seconds = 0;
      while (seconds < 1 - 1e-9) {
        const frame = Math.min(next(), 1 - seconds);
        body.applyForce([10, 0]);
        spun.applyTorque(8);
        world.advance(frame);
        seconds += frame;
      }
      // What is carried over is of less than a step.
      world.step(1e-9);
      expect([body.velocity.x, spun.angularVelocity], name).toEqual([expect.closeTo(5, 5), expect.closeTo(2, 5)]);
    }
  });

  test('acts for no more of a hitch than is made up for', () => {
    const world = new World({ maxCatchUp: 0.25, sleeping: false });
    const body = world.addBody({ mass: 1 });
    body.applyForce([8, 0]);
    world.advance(0.7);
    expect(body.velocity.x).toBeCloseTo(2, 12);
  });

  test('that is carried over is part of a snapshot, and of the next step whatever its length', () => {
    const world = new World({ sleeping: false });
    const body = world.addBody({ mass: 1 });
    const hash = world.hash();
    body.applyForce([8, 0]);
    world.advance(0.01);
    expect(world.hash()).not.toBe(hash);
    for (const portable of [false, true]) {
      const snapshot = world.snapshot({ portable });
      for (let i = 0; i < 2; i++) world.step(0.5);
      expect(body.velocity.x).toBeCloseTo(0.08, 12);
      world.restore(snapshot);
    }
  });

  test('given in a hook acts in the step at hand, at any frame time', () => {
    for (const steps of [1, 4]) {
      const world = new World({ fixedStep: 0.125, maxCatchUp: 1, sleeping: false });
      const body = world.addBody({ mass: 1 });
      world.on('beforestep', () => body.applyForce([8, 0]));
      for (let i = 0; i < 4 / steps; i++) world.advance(steps * 0.125);
      expect(body.velocity.x).toBeCloseTo(4, 12);
    }
  });

  test('given after a step acts in the next', () => {
    const world = new World({ sleeping: false });
    const body = world.addBody({ mass: 1 });
    const off = world.on('afterstep', () => body.applyForce([8, 0]));
    world.step(0.125);
    off();
    expect(body.velocity.x).toBe(0);
    world.step(0.125);
    expect(body.velocity.x).toBeCloseTo(1, 12);
    world.step(0.125);
    expect(body.velocity.x).toBeCloseTo(1, 12);
  });
});

describe('moveTo', () => {
  test('has the velocity that arrives, arrives exactly, and stands still', () => {
    const world = new World({ fixedStep: 0.1, maxCatchUp: 1 });
    const body = world.addBody({ type: 'kinematic' });
    const seen: number[] = [];
    world.on('beforesubstep', () => seen.push(body.velocity.x));
    body.moveTo({ position: [0.3, 0.7], angle: 0.5 });
    world.advance(0.2);
    expect(seen[0]).toBeCloseTo(3, 12);
    expect([body.x, body.y, body.angle]).toEqual([0.3, 0.7, 0.5]);
    expect([...body.velocity, body.angularVelocity]).toEqual([0, 0, 0]);
  });

  test('asked for before a substep is the way of the next step, and carries what hangs on the body', () => {
    for (const solver of ['iterative', 'direct'] as const) {
      const world = new World({ solver });
      const lead = world.addBody({ type: 'kinematic' });
      const carried = world.addBody({ position: [0.5, 0] });
      world.joints.create('weld', { bodyA: lead, bodyB: carried, anchor: [0, 0] });
      const off = world.on('beforesubstep', () => {
        off();
        lead.moveTo({ position: [0.05, 0] });
      });
      world.step(FRAME);
      expect([lead.x, carried.x]).toEqual([0, 0.5]);
      const seen: number[] = [];
      world.on('beforesubstep', () => seen.push(lead.velocity.x));
      world.step(FRAME);
      expect(seen[0]).toBeCloseTo(3, 12);
      expect([lead.x, carried.x]).toEqual([0.05, expect.closeTo(0.55, 2)]);
    }
  });

  test('of a jump faster than 100 m/s is a teleport: nothing is thrown about, nothing streaks', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ fixedStep: 0.1, lengthUnit });
      const lead = world.addBody({ type: 'kinematic' });
      const seen: number[] = [];
      world.on('beforesubstep', () => seen.push(lead.velocity.x));
      lead.moveTo({ position: [11 * lengthUnit, 0] });
      world.advance(0.15);
      expect(Math.max(...seen)).toBe(0);
      expect(lead.getInterpolated({ x: 0, y: 0, angle: 0 }).x).toBe(11 * lengthUnit);
      lead.moveTo({ position: [12 * lengthUnit, 0] });
      world.advance(0.1);
      expect(Math.max(...seen)).toBeCloseTo(10 * lengthUnit, 9);
    }
  });
});

test('x and y are set as position is', () => {
  const world = new World();
  const body = world.addBody({ position: [1, 2], velocity: [3, 0] });
  body.x = 5;
  expect([...body.position, body.velocity.x]).toEqual([5, 2, 3]);
  body.y += 2;
  expect([...body.position, ...Object.values(body.getInterpolated())]).toEqual([5, 4, 5, 4, 0]);
  expect(() => (body.x = NaN)).toThrow('Body.position must be a finite [x, y]');
  expect(() => (body.position = { x: undefined as never, y: 2 })).toThrow('got { x: undefined, y: 2 }');
});
