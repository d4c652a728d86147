import { box, capsule, chain, compound, disc, polygon, type Shape } from '@tenon/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BODY, KINEMATIC, STATIC, VY, X, Y } from '../../src/state/body-store';
import { emptyList, push, sort } from '../../src/contacts/int-list';
import { boxesOverlap } from '../../src/contacts/box-tree';
import { restoreContacts, saveContacts } from '../../src/contacts/saved-contacts';
import { CONTACT_POINT, FIRST_POINT, HEAD, MIXED, NORMAL_IMPULSE, RECORD } from '../../src/contacts/layout';
import { Bodies, type BodyIn, type Touch } from './bodies';

const ground: BodyIn = { shape: box(20, 2), at: [0, -1], type: STATIC };
const crate = (x: number, y: number, more: Partial<BodyIn> = {}): BodyIn => ({ shape: box(1, 1), at: [x, y], ...more });
const bodiesOf = (touches: readonly Touch[]) => touches.map(({ a, b }) => [a, b]);

describe('pairs', () => {
  test('are in order of the newer body, then the older one, then the pieces', () => {
    const line = chain([[-9, 0], [0, 0], [9, 0]]); // prettier-ignore
    const bodies = new Bodies([
      crate(0.2, 1.49),
      { shape: line, type: STATIC },
      crate(0, 0.5),
      {
        shape: compound([
          { shape: disc(0.5), position: [3, 0] },
          { shape: disc(0.5), position: [4, 0] },
        ]),
        at: [-3, 0.5],
      },
    ]);
    bodies.update();
    expect(bodies.touches.map(({ a, b, pieces }) => [b, a, ...pieces])).toEqual([
      [3, 1, 0, 0],
      [3, 2, 0, 0],
      [3, 2, 1, 0],
      [4, 2, 0, 0],
      [4, 2, 0, 1],
    ]);
  });

  test('are those whose boxes come near, however bodies come, go and move', () => {
    const shapes: Shape[] = [box(0.5, 0.5), disc(0.3), capsule(0.5, 0.2), polygon([[0, 0], [1, 0], [0, 1]], 0.05)]; // prettier-ignore
    const place = fc.tuple(fc.double({ min: -4, max: 4, noNaN: true }), fc.double({ min: -4, max: 4, noNaN: true }));
    const change = fc.record({ add: fc.boolean(), at: place, velocity: place, shape: fc.constantFrom(...shapes), other: fc.nat() }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(change, { minLength: 20, maxLength: 80 }), (changes) => {
        const bodies = new Bodies();
        for (const { add, at, velocity, shape, other } of changes) {
          const slot = 1 + (other % bodies.types.length);
          if (add) bodies.add({ shape, at, velocity, spin: velocity[0] });
          else bodies.space.remove(slot);
          bodies.step();
          expectPairs(bodies);
        }
      }),
      { numRuns: 60, seed: 55 },
    );
  });

  /** Bodies that touch, as the space says, and as it would say new. */
  function expectPairs(bodies: Bodies): void {
    const { tight, bodies: colliders } = bodies.space.colliders;
    const expected: [number, number][] = [];
    colliders.forEach((a, i) => {
      colliders.forEach((b, j) => {
        if (i >= j || a === null || b === null) return;
        if (boxesOverlap(tight, 4 * a.hulls[0], 4 * b.hulls[0])) expected.push([i, j]);
      });
    });
    const near = new Set<string>();
    colliders.forEach((_, slot) => {
      bodies.space.forEachPair(slot, (pair) => {
        const { heads } = bodies.space.pairs;
        near.add([heads[pair * HEAD + 2], heads[pair * HEAD + 3]].join());
      });
    });
    for (const pair of expected) expect(near).toContain(pair.join());
    expect(bodies.space.pairs.size).toBe(near.size);
    expect(bodies.space.colliders.tree.height).toBeLessThan(12);
  }

  test('do not depend on what was there before', () => {
    const scene = () => Array.from({ length: 40 }, (_, i) => crate((i % 7) * 0.9, Math.floor(i / 7) * 0.95, { angle: i, velocity: [Math.sin(i), Math.cos(i)] })); // prettier-ignore
    const old = new Bodies([ground, ...scene()]);
    for (let i = 0; i < 30; i++) old.step();
    const young = new Bodies([ground, ...scene()]);
    young.pose.set(old.pose);
    young.motion.set(old.motion);
    old.update();
    young.update();
    expect(old.touches.length).toBeGreaterThan(20);
    expect(young.touches).toEqual(old.touches);
  });

  test('are the same after a restore, asleep, ignored and in passing, too', () => {
    const platform: BodyIn = { shape: box(3, 0.2), at: [0, 1.3], type: STATIC, collides: { oneWay: [0, 1] } };
    const scene = () => [ground, platform, crate(0, 0.499), crate(0.5, 1.1, { velocity: [0, 3] }), crate(6, 0.5, { spin: 9 }), crate(6.9, 0.5), crate(7.8, 0.5)]; // prettier-ignore
    const asks = (a: number, b: number) => a !== 6 || b !== 7;
    const old = new Bodies(scene(), asks);
    for (let i = 0; i < 4; i++) old.step();
    // It spun when it fell asleep.
    old.asleep.add(5);
    old.motion.fill(0, 5 * BODY, 6 * BODY);
    old.update();
    old.space.pairs.records.forEach((_, i, records) => {
      if (i % CONTACT_POINT === NORMAL_IMPULSE) records[i] += i;
    });
    const saved = saveContacts(old.space);
    const young = new Bodies(scene(), () => {
      throw new Error('was asked before');
    });
    young.pose.set(old.pose);
    young.motion.set(old.motion);
    young.asleep.add(5);
    for (const bodies of [young, old]) {
      restoreContacts(bodies.space, saved, bodies);
      expect(saveContacts(bodies.space)).toEqual(saved);
    }
    for (let i = 0; i < 3; i++) {
      old.step();
      young.step();
      expect(young.touches).toEqual(old.touches);
      expect([young.told('began'), young.told('ended')]).toEqual([old.told('began'), old.told('ended')]);
      expect(saveContacts(young.space)).toEqual(saveContacts(old.space));
    }
  });

  test('of sleepers stay as they are, and cost nothing', () => {
    const bodies = new Bodies([ground, crate(0, 0.5), crate(3, 0.5)]);
    bodies.update();
    expect(bodiesOf(bodies.touches)).toEqual([[1, 2], [1, 3]]); // prettier-ignore
    bodies.asleep.add(2);
    bodies.update();
    expect(bodiesOf(bodies.touches)).toEqual([[1, 3]]);
    expect(bodies.told('ended')).toEqual([]);
    bodies.asleep.clear();
    bodies.update();
    expect(bodies.told('began')).toEqual([]);
    expect(bodies.touches).toHaveLength(2);
  });

  test('of what comes to a sleeper are found, whichever is newer', () => {
    for (const first of [0, 1]) {
      const pair = [crate(0, 0.5), crate(0, 1.6, { velocity: [0, -10] })];
      const bodies = new Bodies(first === 0 ? pair : pair.reverse());
      bodies.asleep.add(1 + first);
      bodies.update();
      expect(bodiesOf(bodies.touches)).toEqual([[1, 2]]);
    }
  });

  test('follow a static body that was put elsewhere', () => {
    const bodies = new Bodies([ground, crate(50, 0.5)]);
    bodies.update();
    bodies.put(1, [50, -1]);
    bodies.space.displace(1);
    bodies.update();
    expect(bodies.told('began')).toEqual([[1, 2]]);
  });

  test('keep their bodies as slots are closed up', () => {
    const bodies = new Bodies([crate(30, 0), ground, crate(0, 0.5), crate(2, 0.5)]);
    bodies.update();
    const before = bodies.touches;
    bodies.space.remove(1);
    bodies.space.renumber(Int32Array.of(0, 0, 1, 2, 3), 4);
    bodies.pose.copyWithin(BODY, 2 * BODY);
    bodies.motion.copyWithin(BODY, 2 * BODY);
    bodies.types.splice(1, 1);
    bodies.update();
    expect(bodies.told('began')).toEqual([]);
    expect(bodies.touches).toEqual(before.map((touch) => ({ ...touch, a: touch.a - 1, b: touch.b - 1 })));
    bodies.add(crate(0, 1.49));
    bodies.update();
    expect(bodies.told('began')).toEqual([[2, 4]]);
  });
});

describe('points', () => {
  test('keep their impulses as long as they are there', () => {
    const bodies = new Bodies([ground, crate(0, 0.499)]);
    bodies.update();
    const { records } = bodies.space.pairs;
    const impulse = (k: number) =>
      bodies.space.contacts.items[0] * RECORD + FIRST_POINT + k * CONTACT_POINT + NORMAL_IMPULSE;
    records[impulse(0)] = 3;
    records[impulse(1)] = 4;
    bodies.put(2, [0.01, 0.4992], 0.001);
    bodies.update();
    expect([records[impulse(0)], records[impulse(1)]]).toEqual([3, 4]);
    // Turned by a right angle it stands on another edge.
    bodies.put(2, [0, 0.499], Math.PI / 2);
    bodies.update();
    expect([records[impulse(0)], records[impulse(1)]]).toEqual([0, 0]);
  });

  test.each([20, 60, 200, 1000])('are there before a bullet of %s m/s is beyond a wall of 20 mm', (speed) => {
    for (const wall of [
      box(0.02, 4),
      chain([
        [0, -2],
        [0, 2],
      ]),
    ]) {
      // prettier-ignore
      for (let start = 0; start < 20; start++) {
        const bodies = new Bodies([
          { shape: wall, type: STATIC },
          { shape: disc(0.1), at: [-5 - (start * speed) / 1200, 0], velocity: [speed, 0] },
        ]);
        let met = false;
        for (let i = 0; i < 60 && !met; i++) {
          bodies.update();
          const [touch] = bodies.touches;
          met = touch !== undefined && touch.separations[0] <= speed / 60;
          // The room is as much as there is.
          if (met) expect(touch.separations[0]).toBeCloseTo(-bodies.pose[2 * BODY + X] - (wall.type === 'box' ? 0.11 : 0.1), 9);
          else bodies.step();
        }
        expect(met).toBe(true);
      }
    }
  });

  test('are not there for what flies past', () => {
    const bodies = new Bodies([
      crate(0, 0, { type: STATIC }),
      { shape: disc(0.1), at: [-4, 0.65], velocity: [200, 0] },
    ]);
    for (let i = 0; i < 3; i++) {
      bodies.step();
      expect(bodies.touches).toEqual([]);
    }
  });

  test('of what spins are found before a corner is there', () => {
    const bodies = new Bodies([ground, { shape: box(2, 0.2), at: [0, 1.03], angle: 1.2, spin: 30 }]);
    bodies.update();
    expect(bodies.touches).toHaveLength(1);
  });

  test('of a box on a chain push up only, wherever it is as it slides', () => {
    const line = chain(Array.from({ length: 101 }, (_, i) => [i * 0.7 - 5, 0]));
    const bodies = new Bodies([{ shape: line, type: STATIC }, crate(0, 0.4985, { velocity: [7.77, 0] })]);
    for (let i = 0; i < 300; i++) {
      bodies.step();
      expect(bodies.touches.length).toBeGreaterThan(0);
      for (const { normal } of bodies.touches) expect(normal).toEqual([0, 1]);
    }
  });

  test('of a concave polygon are those of its parts', () => {
    const bowl = polygon([[-2, 0], [2, 0], [2, 2], [1.5, 2], [1.5, 0.5], [-1.5, 0.5], [-1.5, 2], [-2, 2]]); // prettier-ignore
    const floor = bowl.type === 'polygon' ? bowl.vertices[4][1] : NaN;
    const bodies = new Bodies([
      { shape: bowl, type: STATIC },
      { shape: disc(0.5), at: [0, floor + 0.49] },
    ]);
    bodies.update();
    const touches = bodies.touches;
    expect(touches.length).toBeGreaterThan(0);
    for (const { normal, separations } of touches) {
      expect(normal[1]).toBeCloseTo(1, 9);
      expect(separations).toEqual([expect.closeTo(-0.01, 9)]);
    }
    bodies.put(2, [0, floor + 1]);
    bodies.update();
    expect(bodies.touches).toEqual([]);
  });

  test('of a polygon that crosses itself are refused', () => {
    const bow = polygon([[0, 0], [3, 2], [3, 0], [0, 1]]); // prettier-ignore
    expect(() => new Bodies([{ shape: bow }])).toThrow(
      'Body.shape must be a polygon that does not cross itself, to collide',
    );
  });
});

describe('what may collide', () => {
  const pair = (a: Partial<BodyIn>, b: Partial<BodyIn> = {}, asks?: (a: number, b: number) => boolean) => {
    const bodies = new Bodies([crate(0, 0, a), crate(0, 0.99, b)], asks);
    bodies.update();
    return bodies;
  };
  const count = (a: Partial<BodyIn>, b: Partial<BodyIn> = {}) => pair(a, b).touches.length;

  test('one of two has to be pushed', () => {
    expect(count({ type: STATIC })).toBe(1);
    expect(count({ type: KINEMATIC })).toBe(1);
    expect(count({ type: STATIC }, { type: KINEMATIC })).toBe(0);
    expect(count({ type: STATIC, collides: { sensor: true } }, { type: KINEMATIC })).toBe(0);
    expect(pair({ type: STATIC, collides: { sensor: true } }, { type: KINEMATIC }).overlaps).toHaveLength(1);
  });

  test('both have to name the group of the other, if they name any', () => {
    const crates = { collides: { group: 'crates' } };
    expect(count(crates, { collides: { with: ['crates'] } })).toBe(1);
    expect(count(crates, { collides: { with: ['limbs', 'walls'] } })).toBe(0);
    expect(count({}, { collides: { with: ['crates'] } })).toBe(0);
    expect(
      count({ collides: { group: 'limbs', with: ['crates'] } }, { collides: { group: 'crates', with: ['walls'] } }),
    ).toBe(0);
  });

  test('is asked once while they are near, the older one first', () => {
    const asked: [number, number][] = [];
    const bodies = pair({}, {}, (a, b) => (asked.push([a, b]), false));
    for (let i = 0; i < 5; i++) bodies.update();
    expect([asked, bodies.touches]).toEqual([[[1, 2]], []]);
    bodies.put(2, [5, 5]);
    bodies.update();
    bodies.put(2, [0, 0.99]);
    bodies.update();
    expect(asked).toHaveLength(2);
  });

  test('is asked again as joints come and go', () => {
    let allowed = true;
    const bodies = pair({}, {}, () => allowed);
    expect(bodies.told('began')).toEqual([[1, 2]]);
    allowed = false;
    bodies.space.askAgain(1);
    bodies.update();
    expect([bodies.touches, bodies.told('ended')]).toEqual([[], [[1, 2]]]);
    allowed = true;
    bodies.space.askAgain(2);
    bodies.update();
    expect(bodies.told('began')).toEqual([[1, 2]]);
    bodies.space.askAgain(2);
    bodies.update();
    expect([bodies.told('began'), bodies.told('ended')]).toEqual([[], []]);
  });

  test('a sensor overlaps, and touches nothing', () => {
    const bodies = pair({ collides: { sensor: true } });
    expect([bodies.touches.length, bodies.overlaps.length, bodies.told('began')]).toEqual([0, 1, [[1, 2]]]);
    bodies.put(2, [0, 1.001]);
    bodies.update();
    expect([bodies.overlaps.length, bodies.told('ended')]).toEqual([0, [[1, 2]]]);
  });

  test('a one-way body lets through what comes from below, until it has left', () => {
    const platform: BodyIn = { shape: box(4, 0.2), type: STATIC, collides: { oneWay: [0, 2] } };
    const bodies = new Bodies([platform, { shape: disc(0.3), at: [0, -1], velocity: [0, 4] }]);
    for (let i = 0; i < 30; i++) {
      bodies.step();
      expect(bodies.touches).toEqual([]);
    }
    bodies.motion[2 * BODY + VY] = -4;
    while (bodies.pose[2 * BODY + Y] > 0.42) bodies.step();
    bodies.update();
    expect(bodies.touches).toHaveLength(1);
  });

  test('a one-way body turns with its direction', () => {
    const platform: BodyIn = { shape: box(4, 0.2), angle: Math.PI, type: STATIC, collides: { oneWay: [0, -1] } };
    const bodies = new Bodies([platform, { shape: disc(0.3), at: [0, 0.39] }]);
    bodies.update();
    expect(bodies.touches).toHaveLength(1);
  });

  test.each<[unknown, string]>([
    [1, 'collides must be an object of options'],
    [{ frictoin: 1 }, "collides.frictoin is no option. Did you mean 'friction'"],
    [{ friction: -1 }, 'collides.friction must be 0 or more, got -1'],
    [{ restitution: NaN }, 'collides.restitution must be a finite number, got NaN'],
    [{ sensor: 1 }, 'collides.sensor must be true or false, got 1'],
    [{ oneWay: [0, 0] }, 'collides.oneWay must not have length 0'],
    [{ group: 3 }, 'collides.group must be the name of a group, got 3'],
    [{ with: 'crates' }, "collides.with must be a list of names of groups, got 'crates'"],
    [{ with: ['crates', ''] }, 'collides.with[1] must be the name of a group'],
  ])('%j is refused', (collides, message) => {
    expect(() => new Bodies([crate(0, 0, { collides: collides as true })])).toThrow(message);
  });
});

describe('materials', () => {
  const record = (a: Partial<BodyIn>, b: Partial<BodyIn>) => {
    const bodies = new Bodies([crate(0, 0, a), { shape: disc(0.5), at: [0, 0.99], ...b }]);
    bodies.update();
    const o = bodies.space.contacts.items[0] * RECORD + MIXED;
    return [...bodies.space.pairs.records.subarray(o, o + 4)];
  };

  test('are 0.6, 0, 0 and 0', () => {
    expect(record({}, {})).toEqual([expect.closeTo(0.6, 15), 0, 0, 0]);
  });

  test('are mixed: √(μ₁μ₂), the larger restitution and rolling × radius, both speeds', () => {
    const a = { friction: 0.2, restitution: 0.3, rolling: 0.1, surfaceSpeed: 2 };
    const b = { friction: 0.8, restitution: 0.1, rolling: 0.4, surfaceSpeed: -0.5 };
    expect(record({ collides: a }, { collides: b })).toEqual([expect.closeTo(0.4, 15), 0.3, 0.2, 1.5]);
  });

  test('of a part are its own', () => {
    const shape = compound([{ shape: disc(0.5), friction: 0, surfaceSpeed: 3 }]);
    expect(record({}, { shape, collides: { restitution: 0.2 } })).toEqual([0, 0.2, 0, 3]);
  });

  test('may be changed while they touch', () => {
    const bodies = new Bodies([crate(0, 0), crate(0, 0.99)]);
    bodies.update();
    const collider = bodies.space.colliders.bodies[1];
    if (collider === null) throw new Error('it collides');
    bodies.space.setMaterial(1, { ...collider.collides, friction: 0 });
    bodies.update();
    expect(bodies.space.pairs.records[bodies.space.contacts.items[0] * RECORD + MIXED]).toBe(0);
    expect(bodies.told('began')).toEqual([]);
  });
});

test('a list is put in order, whatever the order was', () => {
  const unordered = fc.oneof(
    fc.array(fc.nat(1000)),
    fc.nat(300).map((n) => Array.from({ length: n }, (_, i) => n - i)),
  );
  fc.assert(
    fc.property(unordered, (numbers) => {
      const list = emptyList();
      for (const number of numbers) push(list, number);
      sort(list);
      expect([...list.items.subarray(0, list.count)]).toEqual([...numbers].sort((a, b) => a - b));
    }),
  );
});
