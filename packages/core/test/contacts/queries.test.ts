import { box, capsule, chain, compound, disc, type Shape } from '@tenon/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATIC } from '../../src/state/body-store';
import { castShape, overlapping, type QueryHit, raycast } from '../../src/contacts/queries';
import { Bodies, type BodyIn } from './bodies';
import { anyConvex, anyPose, bruteDistance, place, put } from './placed-hulls';
import { Hulls } from '../../src/contacts/hulls';

const cube = (x: number, y: number, more: Partial<BodyIn> = {}): BodyIn => ({ shape: box(1, 1), at: [x, y], ...more });
const inSpace = (...bodies: BodyIn[]) => new Bodies(bodies).space.colliders;
/** To the micrometre that rays end before. */
const near = (x: number, y: number) => ({ x: expect.closeTo(x, 5) as number, y: expect.closeTo(y, 5) as number });
const share = (fraction: number) => expect.closeTo(fraction, 5) as number;

/** The nearest hit of a ray. */
const first = (...of: Parameters<typeof raycast>) => raycast(...of)[0] ?? null;

describe('a ray', () => {
  test('meets the nearest body, at a point with a normal', () => {
    const colliders = inSpace(cube(5, 0), cube(3, 0.2), cube(3, 3));
    expect(first(colliders, [0, 0], { x: 10, y: 0 })).toEqual({ slot: 2, point: near(2.5, 0), normal: near(-1, 0), fraction: share(0.25) }); // prettier-ignore
    expect(raycast(colliders, [0, 0], [10, 0]).map(({ slot }) => slot)).toEqual([2, 1]);
    expect(first(colliders, [0, 0], [10, 0], (slot) => slot !== 2)?.slot).toBe(1);
    expect(first(colliders, [0, 0], [2, 0])).toBeNull();
    expect(first(colliders, [0, 0], [0, 0])).toBeNull();
  });

  test('meets the round end of a capsule, and a disc', () => {
    const colliders = inSpace(
      { shape: capsule(1, 0.5), at: [3, 0], angle: Math.PI / 2 },
      { shape: disc(1), at: [0, 5] },
    );
    expect(first(colliders, [3, 4], [3, 0])?.point).toEqual(near(3, 1));
    expect(first(colliders, [0, 4 - Math.SQRT1_2], [-9, 13 - Math.SQRT1_2])).toBeNull();
    const hit = first(colliders, [-5, 5.6], [5, 5.6]);
    expect([hit?.point, hit?.normal]).toEqual([near(-0.8, 5.6), near(-0.8, 0.6)]);
  });

  test('does not meet the body that it begins in, though it crosses its parts', () => {
    const colliders = inSpace(
      { shape: compound([{ shape: box(1, 1) }, { shape: box(1, 1), position: [2, 0] }]) },
      cube(9, 0),
    );
    expect(first(colliders, [-1, 0], [12, 0])?.slot).toBe(2);
  });

  test('meets a chain from its left only', () => {
    const colliders = inSpace({ shape: chain([[-2, 0], [0, 0], [2, 0]]), type: STATIC }); // prettier-ignore
    expect(first(colliders, [0.5, 1], [0.5, -1])).toEqual({ slot: 1, point: near(0.5, 0), normal: near(0, 1), fraction: share(0.5) }); // prettier-ignore
    expect(first(colliders, [0.5, -1], [0.5, 1])).toBeNull();
  });

  test('finds bodies where they are now', () => {
    const bodies = new Bodies([cube(0, 0, { velocity: [60, 0] })]);
    bodies.step();
    bodies.refresh();
    expect(first(bodies.space.colliders, [1, 5], [1, -5])?.slot).toBe(1);
    bodies.put(1, [40, 40]);
    bodies.refresh();
    expect(first(bodies.space.colliders, [40, 45], [40, 35])?.slot).toBe(1);
  });

  test('goes as far as one that is tried step by step', () => {
    fc.assert(
      fc.property(anyConvex, anyPose, anyPose, anyPose, (shape, pose, from, to) => {
        const hulls = new Hulls();
        const body = place(hulls, shape, pose);
        const point = place(hulls, disc(1e-9), from);
        const colliders = inSpace({ shape, at: [pose.x, pose.y], angle: pose.angle });
        const hit = first(colliders, from, to);
        const startsInside = bruteDistance(hulls, body, point) < 0;
        const distanceAt = (share: number) => {
          put(hulls, point, { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y), angle: 0 });
          return bruteDistance(hulls, body, point);
        };
        if (startsInside) {
          expect(hit).toBeNull();
          return;
        }
        if (hit !== null) expect(Math.abs(distanceAt(hit.fraction))).toBeLessThan(2e-6);
        const last = hit === null ? 1 : hit.fraction;
        for (let k = 0; k < 50; k++) expect(distanceAt((last * k) / 50)).toBeGreaterThan(-1e-7);
      }),
      { numRuns: 1000, seed: 55 },
    );
  });
});

describe('a shape at a place', () => {
  test('overlaps what it has points in common with, the oldest first', () => {
    const colliders = inSpace(cube(0, 0), cube(1.2, 0), cube(5, 0), { shape: disc(0.2), at: [0, 1] });
    expect(overlapping(colliders, box(1, 1), { position: [0.65, 0] })).toEqual([1, 2]);
    expect(overlapping(colliders, disc(0.01), { position: [0, 0.85] })).toEqual([4]);
    expect(overlapping(colliders, box(1, 1), { position: [0, 1.1], angle: Math.PI / 4 }, (slot) => slot < 4)).toEqual([
      1,
    ]);
    expect(overlapping(colliders, box(1, 1), { position: [3, 3] })).toEqual([]);
  });

  test('is refused where it has no area', () => {
    expect(() => overlapping(inSpace(), chain([[0, 0], [1, 0]]), { position: [0, 0] })).toThrow("overlap.shape must have an area, got 'chain'"); // prettier-ignore
  });

  test('leaves nothing behind', () => {
    const colliders = inSpace(cube(0, 0));
    const { count } = colliders.hulls;
    for (let i = 0; i < 10; i++) overlapping(colliders, box(1, 1), { position: [0.65, 0] });
    expect(colliders.hulls.count).toBe(count + 1);
  });
});

describe('a shape on its way', () => {
  const cast = (bodies: BodyIn[], shape: Shape, from: [number, number], to: [number, number], angle = 0) =>
    castShape(inSpace(...bodies), shape, { position: from, angle }, to)[0] ?? null;

  test('meets what is first, with all of its width', () => {
    const hit = cast([cube(5, 0), cube(3, 0.9)], box(1, 1), [0, 0], [10, 0]);
    expect([hit?.slot, hit?.normal]).toEqual([2, near(-1, 0)]);
    expect(hit?.fraction).toBeCloseTo(0.2, 4);
    expect(hit?.point.x).toBeCloseTo(2.5, 3);
    expect(cast([cube(5, 0)], box(1, 1), [0, 1.01], [10, 1.01])).toBeNull();
  });

  test('slides along what it touches, and is stopped by what it goes against', () => {
    const ground: BodyIn = { shape: box(20, 2), at: [0, -1], type: STATIC };
    expect(cast([ground], box(1, 1), [0, 0.5], [5, 0.5])).toBeNull();
    expect(cast([ground], box(1, 1), [0, 0.5], [5, 0])?.fraction).toBe(0);
    expect(cast([ground, cube(3, 0.5)], box(1, 1), [0, 0.5], [5, 0.5])?.slot).toBe(2);
  });

  test('crosses a chain from beyond, and stops at it from its side', () => {
    const line: BodyIn = { shape: chain([[-2, 0], [2, 0]]), type: STATIC }; // prettier-ignore
    expect(cast([line], disc(0.2), [0, -1], [0, 1])).toBeNull();
    expect(cast([line], disc(0.2), [0, 1], [0, -1])?.fraction).toBeCloseTo(0.4, 4);
  });

  test('stops where it touches, and not before', () => {
    fc.assert(
      fc.property(anyConvex, anyConvex, anyPose, anyPose, anyPose, (shape, other, pose, from, to) => {
        const hulls = new Hulls();
        const body = place(hulls, other, pose);
        const moving = place(hulls, shape, from);
        const colliders = inSpace({ shape: other, at: [pose.x, pose.y], angle: pose.angle });
        if (bruteDistance(hulls, body, moving) < 1e-3) return;
        const hit: QueryHit | null = castShape(colliders, shape, { position: from, angle: from.angle }, to)[0] ?? null;
        const distanceAt = (share: number) => {
          put(hulls, moving, {
            x: from.x + share * (to.x - from.x),
            y: from.y + share * (to.y - from.y),
            angle: from.angle,
          });
          return bruteDistance(hulls, body, moving);
        };
        if (hit !== null) expect(Math.abs(distanceAt(hit.fraction))).toBeLessThan(2e-4);
        const last = hit === null ? 1 : hit.fraction;
        for (let k = 0; k < 40; k++) expect(distanceAt((last * k) / 40)).toBeGreaterThan(-1e-4);
      }),
      { numRuns: 1000, seed: 55 },
    );
  });
});
