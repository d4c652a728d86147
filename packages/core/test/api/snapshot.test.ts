import { disc, type Joint, type PortableSnapshot, TenonError, World } from '@tenon/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Chance, createRandom, randomBody, randomWorld } from '../random-world';
import { BODY } from '../../src/state/body-store';
import { encode } from '../../src/snapshot/array-text';
import { SETTINGS_SIZE } from '../../src/state/record';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
// The direct solver works hard on a heap of joints that contradict each other, so it gets few of them.
const solvers = fc.constantFrom<'iterative' | 'auto'>('iterative', 'iterative', 'iterative', 'iterative', 'auto');

/** Poses, velocities and what the joints did, as bits. */
function readOuts(world: World): number[] {
  const out: number[] = [];
  for (const body of world.bodies)
    out.push(body.x, body.y, body.angle, body.velocity.x, body.velocity.y, body.angularVelocity);
  for (const joint of world.joints) {
    const { x, y, torque, peakForce } = joint.reaction;
    out.push(x, y, torque, peakForce, joint.isSleeping ? 1 : 0);
  }
  return out;
}

function run(world: World, steps: number, chance: Chance): void {
  for (let i = 0; i < steps; i++) {
    const [body] = [...world.bodies];
    if (chance.chance(0.1)) body.applyForce(chance.vec(3));
    world.advance(chance.pick([1 / 60, 1 / 90, 1 / 30]));
  }
}

describe('restore', () => {
  test.each([false, true])(
    'keeps what auto chose, though a mass has changed since and the budget is short (portable %s)',
    (portable) => {
      const world = new World({ gravity: [0, -9.81], directBudget: 4000, sleeping: false });
      for (let i = 0; i < 20; i++) {
        const bodyA = world.addBody({ position: [5 * i + 0.5, 0], mass: 1, inertia: 0.1 });
        const bodyB = world.addBody({ position: [5 * i + 1.5, 0], mass: 1, inertia: 0.1 });
        world.joints.create('pivot', { bodyB: bodyA, anchor: [5 * i, 0] });
        world.joints.create('pivot', { bodyA, bodyB, anchor: [5 * i + 1, 0] });
      }
      world.step(1 / 60);
      [...world.bodies][39].mass = 100;
      world.step(1 / 60);
      const snapshot = world.snapshot({ portable });
      for (let i = 0; i < 10; i++) world.step(1 / 60);
      const again = portable ? new World() : world;
      const end = world.hash();
      again.restore(snapshot);
      for (let i = 0; i < 10; i++) again.step(1 / 60);
      expect(again.hash()).toBe(end);
    },
  );

  test('continues bit for bit, with removals, births and sleepers in between', () => {
    fc.assert(
      fc.property(seeds, solvers, (seed, solver) => {
        const world = randomWorld(seed, { solver });
        run(world, 6, new Chance(seed));
        const snapshot = world.snapshot();
        const hash = world.hash();
        const ids = [...world.joints].map(({ id }) => id);
        run(world, 8, new Chance(seed + 1));
        const expected = readOuts(world);
        const end = world.hash();

        // Another future: joints and bodies go, others come.
        const chance = new Chance(seed + 2);
        for (const joint of [...world.joints]) if (chance.chance(0.3)) joint.remove();
        [...world.bodies][chance.integer(5)].remove();
        world.addBody(randomBody(chance, 0));
        createRandom(world, chance, 'pivot');
        createRandom(world, chance, 'pulley');
        world.gravity = [1, 2];
        run(world, 5, chance);

        world.restore(snapshot);
        expect(world.hash()).toBe(hash);
        expect([...world.joints].map(({ id }) => id)).toEqual(ids);
        run(world, 8, new Chance(seed + 1));
        expect(readOuts(world)).toEqual(expected);
        expect(world.hash()).toBe(end);
      }),
      { seed: 1, numRuns: 12, endOnFailure: true },
    );
  });

  test('brings a removed joint and body back on their handles, and removes what was born later', () => {
    const world = new World({ gravity: [0, -9.81] });
    const body = world.addBody({ position: [1, 0], shape: disc(0.2) });
    const hinge = world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
    const snapshot = world.snapshot();
    body.remove();
    const later = world.addBody();
    const spring = world.joints.create('distance', { bodyB: later });
    world.step(1 / 60);
    const told: string[] = [];
    world.on('removed', ({ body: gone, joint, reason }) => told.push(`${gone?.id ?? joint?.id ?? ''} ${reason}`));

    world.restore(snapshot);

    expect(body.world).toBe(world);
    expect(world.body(body.id)).toBe(body);
    expect(hinge.bodyB).toBe(body);
    expect([...body.joints]).toEqual([hinge]);
    expect(hinge.angle.value).toBe(0);
    expect(() => later.x).toThrow(TenonError);
    expect(() => spring.length.value).toThrow(expect.objectContaining({ code: 'joint-removed' }));
    expect(told).toEqual(['j2 restored', 'b2 restored']);
    // Ids go on from where they were.
    expect(world.addBody().id).toBe('b2');
  });

  test('keeps who sleeps asleep', () => {
    const world = new World();
    const body = world.addBody({ shape: disc(1) });
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(body.isSleeping).toBe(true);
    const snapshot = world.snapshot();
    body.applyImpulse([1, 0]);
    expect(body.isSleeping).toBe(false);
    world.restore(snapshot);
    expect(body.isSleeping).toBe(true);
    world.step(1 / 60);
    expect(body.x).toBe(0);
  });

  test('keeps the kicks that are yet to be taken', () => {
    const world = new World({ solver: 'iterative' });
    const bodyB = world.addBody({ position: [1, 0] });
    world.joints.create('pivot', { bodyB, anchor: [0, 0], angle: { limits: [-1, 0.01] } });
    for (let i = 0; i < 3; i++) world.step(1 / 60);
    bodyB.applyImpulse([0, 3]);
    const snapshot = world.snapshot();
    world.step(1 / 60);
    const expected = readOuts(world);
    world.restore(snapshot);
    world.step(1 / 60);
    expect(readOuts(world)).toEqual(expected);
  });

  test('keeps what led a kinematic body', () => {
    for (const goesOn of [false, true]) {
      const world = new World({ solver: 'iterative' });
      const bodyA = world.addBody({ type: 'kinematic' });
      const bodyB = world.addBody({ position: [1, 0] });
      world.joints.create('pivot', { bodyA, bodyB, anchor: [0, 0] });
      const lead = (i: number): void => {
        bodyA.moveTo({ position: [0, 0.05 * i] });
        world.step(1 / 60);
      };
      for (let i = 1; i < 4; i++) lead(i);
      const snapshot = world.snapshot({ portable: true });
      const goOn = (): number[] => {
        if (goesOn) lead(4);
        world.step(1 / 60);
        return readOuts(world);
      };
      const expected = goOn();
      world.restore(snapshot);
      expect(goOn()).toEqual(expected);
    }
  });

  test('keeps the frame time not yet stepped', () => {
    const world = new World();
    world.advance(0.01);
    const snapshot = world.snapshot();
    const { alpha } = world;
    world.advance(0.05);
    world.restore(snapshot);
    expect(world.alpha).toBe(alpha);
    expect(world.advance(0.007)).toBe(1);
  });

  test('refuses a snapshot of another world, and to be called inside a step', () => {
    const world = new World();
    const snapshot = world.snapshot();
    expect(() => new World().restore(snapshot)).toThrow(expect.objectContaining({ code: 'snapshot-invalid' }));
    world.on('beforestep', () => world.restore(snapshot));
    expect(() => world.step(1 / 60)).toThrow(expect.objectContaining({ code: 'world-busy' }));
  });

  test('a gear comes back with its sources', () => {
    const world = new World();
    const [a, b] = [world.addBody(), world.addBody({ position: [1, 0] })];
    const first = world.joints.create('pivot', { bodyB: a, anchor: [0, 0] });
    const second = world.joints.create('pivot', { bodyB: b, anchor: [1, 0] });
    const gear = world.joints.create('gear', {
      terms: [
        { of: first.angle, weight: 1 },
        { of: second.angle, weight: 2 },
      ],
    });
    const snapshot = world.snapshot();
    first.remove();
    expect(gear.world).toBeNull();
    world.restore(snapshot);
    expect(gear.world).toBe(world);
    a.angularVelocity = 2;
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    expect(Math.abs(gear.sum.value)).toBeLessThan(1e-6);
    second.remove();
    expect(gear.world).toBeNull();
  });
});

describe('portable snapshots', () => {
  test('pass through JSON and continue bit for bit in another world, for every registered joint', () => {
    fc.assert(
      fc.property(seeds, solvers, fc.constantFrom(1, 50), (seed, solver, lengthUnit) => {
        const world = randomWorld(seed, { solver, lengthUnit });
        run(world, 6, new Chance(seed));
        const text = JSON.stringify(world.snapshot({ portable: true }));
        const hash = world.hash();
        run(world, 8, new Chance(seed + 1));

        const other = new World({ lengthUnit });
        other.restore(JSON.parse(text));
        expect(other.hash()).toBe(hash);
        run(other, 8, new Chance(seed + 1));
        expect(readOuts(other)).toEqual(readOuts(world));
        expect(other.hash()).toBe(world.hash());
      }),
      { seed: 2, numRuns: 10, endOnFailure: true },
    );
  });

  test('are plain data', () => {
    const snapshot = randomWorld(1).snapshot({ portable: true });
    expect(structuredClone(snapshot)).toEqual(snapshot);
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  });

  test('leave out what a joint does not use', () => {
    const world = new World();
    for (let i = 0; i < 100; i++) world.joints.create('pivot', { bodyB: world.addBody(), anchor: [0, 0] });
    // The 61 numbers of such a joint alone would be 650 digits, those of its laws as many again.
    expect(JSON.stringify(world.snapshot({ portable: true })).length / 100).toBeLessThan(800);
  });

  test('that are damaged are refused, and change nothing', () => {
    const world = randomWorld(2);
    const whole = world.snapshot({ portable: true });
    run(world, 3, new Chance(1));
    const hash = world.hash();
    const [first, ...others] = whole.batches;
    const bodyNumbers = new Float64Array((world.bodies.size + 1) * BODY);
    const settingCount = first.joints.length * SETTINGS_SIZE;
    const slotCount = first.joints.length * first.columns;
    const damaged: readonly unknown[] = [
      null,
      undefined,
      'snapshot',
      {},
      { ...whole, schema: 'tenon-snapshot/9' },
      { ...whole, lengthUnit: 2 },
      { ...whole, arrays: {} },
      { ...whole, arrays: { ...whole.arrays, pose: whole.arrays.pose.slice(4) } },
      { ...whole, arrays: { ...whole.arrays, type: whole.arrays.motion } },
      { ...whole, bodies: whole.bodies.slice(1) },
      { ...whole, batches: [{ ...first, type: 'pivott' }, ...others] },
      { ...whole, batches: [{ ...first, rows: '' }, ...others] },
      { ...whole, batches: [{ ...first, joints: [] }, ...others] },
      { ...whole, batches: [{ ...first, joints: undefined }, ...others] },
      { ...whole, batches: [{ ...first, joints: first.joints.map(() => null) }, ...others] },
      { ...whole, batches: [{ ...first, joints: first.joints.map((saved) => ({ ...saved, id: 5 })) }, ...others] },
      { ...whole, batches: [{ ...first, type: null }, ...others] },
      { ...whole, batches: [null, ...others] },
      { ...whole, bodies: whole.bodies.map(() => null) },
      { ...whole, bodies: whole.bodies.map((saved) => ({ ...saved, id: 5 })) },
      { ...whole, forces: [5] },
      { ...whole, schema: {} },
      ...['state', 'bodies', 'arrays', 'batches', 'joints', 'forces'].map((part) => ({ ...whole, [part]: undefined })),
      ...['bodies', 'batches', 'joints', 'forces'].map((part) => ({ ...whole, [part]: {} })),
      ...Object.keys(whole.state).flatMap((name) =>
        [undefined, null, NaN, -1, 'often'].map((value) => ({ ...whole, state: { ...whole.state, [name]: value } })),
      ),
      { ...whole, state: { ...whole.state, substeps: 0 } },
      { ...whole, state: { ...whole.state, gravity: [0, Infinity] } },
      { ...whole, arrays: { ...whole.arrays, motion: encode(bodyNumbers.fill(NaN, 20, 21)) } },
      { ...whole, arrays: { ...whole.arrays, motion: encode(bodyNumbers.fill(Infinity, 20, 21)) } },
      { ...whole, batches: [{ ...first, settings: encode(new Float64Array(settingCount).fill(NaN)) }, ...others] },
      { ...whole, batches: [{ ...first, laws: encode(new Float64Array(1)) }, ...others] },
      { ...whole, batches: [{ ...first, lawful: encode(new Uint8Array(1)) }, ...others] },
      { ...whole, batches: [{ ...first, bodies: encode(new Int32Array(slotCount).fill(1000)) }, ...others] },
      { ...whole, batches: [{ ...first, bodies: encode(new Int32Array(slotCount).fill(-1)) }, ...others] },
    ];
    for (const snapshot of damaged) {
      expect(() => world.restore(snapshot as never)).toThrow(expect.objectContaining({ code: 'snapshot-invalid' }));
      expect(world.hash()).toBe(hash);
    }
    world.restore(whole);
  });

  test('in which parts do not go together are refused by the path of what is wrong, and change nothing', () => {
    const make = (steps: number): World => {
      const world = new World();
      const [a, b] = ['a', 'b'].map((id, i) => world.addBody({ id, position: [2 * i, 0] }));
      world.joints.create('pivot', { bodyB: a, id: 'hinge' });
      world.joints.create('weld', { bodyA: a, bodyB: b, id: 'weld' });
      for (let i = 0; i < steps; i++) world.step(1 / 60);
      return world;
    };
    const whole = JSON.stringify(make(9).snapshot({ portable: true }));
    const welds = (JSON.parse(whole) as PortableSnapshot).batches.findIndex(({ type }) => type === 'weld');
    const at = `snapshot.batches[${welds}].joints[0]`;
    const edits: readonly (readonly [path: string, from: string, to: string])[] = [
      [`${at}.options.bodyB`, '"bodyB":{"bodyId":"b"}', '"bodyB":{"bodyId":99}'],
      [`${at}.options.bodyB`, '"bodyB":{"bodyId":"b"}', '"bodyB":{"bodyId":"gone"}'],
      [`${at}.options.bodyB`, '{"id":"b",', '{"id":"x",'],
      [`${at}.options.bodyB`, '"bodyB":{"bodyId":"b"}', '"bodyB":{"bodyId":"a"}'],
      [`${at}.options`, '"id":"weld","options":', '"id":"weld","choices":'],
      ['snapshot.joints[1]', '"id":"weld"', '"id":"x"'],
      [`${at}.id`, '"id":"weld"', '"id":"hinge"'],
      ['snapshot.bodies[1].id', '{"id":"b",', '{"id":"a",'],
      ['snapshot.joints', '["hinge","weld"]', '["hinge"]'],
      ['snapshot.state.substeps', '"substeps":4', '"substeps":4.5'],
      ['snapshot.state.bodyCount', '"bodyCount":0', '"bodyCount":1e300'],
      ['snapshot.checksum', '"gravity":[0,0]', '"gravity":[0,1]'],
    ];
    for (const [path, from, to] of edits) {
      expect(whole.split(from).length, from).toBe(2);
      const world = make(39);
      const before = [world.hash(), ...world.bodies, ...world.joints];
      let told = 0;
      for (const event of ['added', 'removed', 'sleep', 'wake'] as const) world.on(event, () => told++);
      let refusal: unknown = null;
      try {
        world.restore(JSON.parse(whole.replace(from, to)) as PortableSnapshot);
      } catch (error) {
        refusal = error;
      }
      expect(refusal, to).toMatchObject({ code: 'snapshot-invalid', path });
      expect([world.hash(), ...world.bodies, ...world.joints], to).toEqual(before);
      expect(told).toBe(0);
    }
  });

  test('keep the handles of what is still alive', () => {
    const world = randomWorld(5);
    const snapshot = world.snapshot({ portable: true });
    const bodies = [...world.bodies];
    const kept = [...world.joints].filter(({ type }) => type === 'pivot');
    run(world, 10, new Chance(1));
    world.restore(snapshot);
    expect([...world.bodies]).toEqual(bodies);
    expect([...world.joints].filter(({ type }) => type === 'pivot')).toEqual(kept);
  });

  test('keep the handle of a gear with the same terms, and make one with others anew', () => {
    const world = new World();
    const [a, b] = [0, 2].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1, angularVelocity: 1 }));
    const hinge = world.joints.create('pivot', { bodyB: a, anchor: [0, 0] });
    const terms = [
      { of: hinge.angle, weight: 2 },
      { of: b, weight: 1 },
    ];
    const gear = world.joints.create('gear', { id: 'gear', terms });
    const snapshot = structuredClone(world.snapshot({ portable: true }));
    const hash = world.hash();
    run(world, 10, new Chance(1));
    world.restore(snapshot);
    expect([world.joint('gear'), world.hash()]).toEqual([gear, hash]);
    gear.terms[0].weight = 3;
    world.restore(snapshot);
    const anew = world.joint('gear');
    expect([gear.world, world.hash()]).toEqual([null, hash]);
    expect(anew).not.toBe(gear);
    expect(anew === null ? [] : [...anew.sources]).toEqual([hinge]);
    hinge.remove();
    expect(world.joint('gear')).toBe(null);
  });

  test('refuse a force function without a name', () => {
    const world = new World();
    world.joints.create('distance', {
      bodyB: world.addBody({ position: [1, 0] }),
      length: { spring: { force: (stretch) => -stretch } },
    });
    expect(() => world.snapshot({ portable: true })).toThrow(expect.objectContaining({ code: 'source-invalid' }));
    expect(world.snapshot().portable).toBe(false);
  });
});

describe('hash', () => {
  test('is the same for the same history, whoever reads values in between, and tells the last bit', () => {
    const [a, b, c] = [1, 1, 2].map((seed) => randomWorld(seed));
    for (let i = 0; i < 20; i++) {
      for (const world of [a, b, c]) world.step(1 / 60);
      for (const joint of a.joints) read(joint);
    }
    expect(a.hash()).toMatch(/^[0-9a-f]{16}$/);
    expect(a.hash()).toBe(b.hash());
    expect(a.hash()).not.toBe(c.hash());
    [...b.bodies][0].velocity.x += 1e-15;
    expect(a.hash()).not.toBe(b.hash());
  });

  test('is the same whoever listens', () => {
    const worlds = [false, true].map((listens) => {
      const world = new World({ gravity: [0, -10] });
      const body = world.addBody();
      world.joints.create('prismatic', { bodyB: body, axis: [0, 1], slide: { limits: [0, null] } });
      let told = 0;
      if (listens) world.on('limit', () => told++);
      for (let i = 0; i < 3; i++) world.step(1 / 60);
      expect(told).toBe(listens ? 1 : 0);
      return world;
    });
    expect(worlds[0].hash()).toBe(worlds[1].hash());
  });
});

function read(joint: Joint): number {
  return joint.coordinates.reduce(
    (sum, { value, error, force }) => sum + value + error + force,
    Object.keys(joint.error).length,
  );
}
