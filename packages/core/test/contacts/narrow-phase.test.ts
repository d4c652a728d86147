import { box, capsule, chain, disc, polygon, type Shape } from '@tenon/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Hulls } from '../../src/contacts/hulls';
import { anyConvex, anyPose, bruteDistance, meet, type Meeting, place, type Pose, put } from './placed-hulls';

const at = (x: number, y: number, angle = 0): Pose => ({ x, y, angle });

function meeting(shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose, margin = Infinity, piece = 0): Meeting {
  const hulls = new Hulls();
  return meet(hulls, place(hulls, shapeA, poseA, piece), place(hulls, shapeB, poseB), margin);
}

const gaps = ({ points }: Meeting) => points.map(({ gap }) => gap);
const xs = ({ points }: Meeting) => points.map(({ onB }) => onB[0]).sort((a, b) => a - b);

function expectNormal({ normal }: Meeting, x: number, y: number): void {
  expect(normal[0]).toBeCloseTo(x, 12);
  expect(normal[1]).toBeCloseTo(y, 12);
}

describe('two hulls meet', () => {
  test('a box on the ground, at both ends of its lower edge', () => {
    const met = meeting(box(10, 2), at(0, -1), box(1, 1), at(2, 0.495));
    expectNormal(met, 0, 1);
    expect(xs(met)).toEqual([1.5, 2.5]);
    for (const gap of gaps(met)) expect(gap).toBeCloseTo(-0.005, 12);
    for (const { onA } of met.points) expect(onA[1]).toBeCloseTo(0, 12);
  });

  test('a box that overhangs, at the end of the ground', () => {
    expect(xs(meeting(box(10, 2), at(0, -1), box(1, 1), at(5, 0.495)))).toEqual([4.5, 5]);
  });

  test('equal boxes one above the other, apart or not, at two corners', () => {
    for (const height of [1.01, 1, 0.99])
      expect(xs(meeting(box(1, 1), at(0, 0), box(1, 1), at(0, height)))).toHaveLength(2);
  });

  test('a corner of a box, at that corner', () => {
    const met = meeting(box(10, 2), at(0, -1), box(1, 1), at(0, Math.SQRT1_2 + 0.01, Math.PI / 4), 0.02);
    expectNormal(met, 0, 1);
    expect(met.points).toHaveLength(1);
    expect(met.gap).toBeCloseTo(0.01, 12);
    expect(xs(met)[0]).toBeCloseTo(0, 12);
  });

  test('two corners, along the line between them', () => {
    const met = meeting(box(1, 1), at(0, 0), box(1, 1), at(1.3, 1.4));
    expectNormal(met, 0.6, 0.8);
    expect(gaps(met)).toEqual([expect.closeTo(0.5, 12)]);
  });

  test('the end of a capsule, at one point, its side at two', () => {
    const ground = box(10, 2);
    const upright = meeting(ground, at(0, -1), capsule(1, 0.2), at(0, 0.69, Math.PI / 2), 0.02);
    expect(gaps(upright)).toEqual([expect.closeTo(-0.01, 12)]);
    const lying = meeting(ground, at(0, -1), capsule(1, 0.2), at(0, 0.19), 0.02);
    expect(gaps(lying)).toEqual([expect.closeTo(-0.01, 12), expect.closeTo(-0.01, 12)]);
    expect(xs(lying)).toEqual([-0.5, 0.5]);
  });

  test('two capsules end to end, across and side by side', () => {
    const bar = capsule(1, 0.2);
    const inLine = meeting(bar, at(0, 0), bar, at(1.3, 0));
    expectNormal(inLine, 1, 0);
    expect(gaps(inLine)).toEqual([expect.closeTo(-0.1, 12)]);
    const beside = meeting(bar, at(0, 0), bar, at(0.25, 0.39));
    expectNormal(beside, 0, 1);
    expect(xs(beside)).toEqual([expect.closeTo(-0.25, 12), expect.closeTo(0.5, 12)]);
    const across = meeting(bar, at(0, 0), bar, at(0, 0.8, Math.PI / 2), 0.02);
    expectNormal(across, 0, 1);
    expect(gaps(across)).toEqual([expect.closeTo(-0.1, 12)]);
  });

  test('a disc: face, corner, and deep within', () => {
    const cube = box(2, 2);
    expectNormal(meeting(cube, at(0, 0), disc(0.5), at(0.3, 1.4)), 0, 1);
    const corner = meeting(cube, at(0, 0), disc(0.5), at(1.3, 1.4));
    expectNormal(corner, 0.6, 0.8);
    expect(gaps(corner)).toEqual([expect.closeTo(0, 12)]);
    const deep = meeting(cube, at(0, 0), disc(0.5), at(0.8, 0.1));
    expectNormal(deep, 1, 0);
    expect(gaps(deep)).toEqual([expect.closeTo(-0.7, 12)]);
  });

  test('two discs in one place, with some normal', () => {
    const met = meeting(disc(1), at(3, 4), disc(0.5), at(3, 4));
    expectNormal(met, 0, 1);
    expect(gaps(met)).toEqual([-1.5]);
  });

  test('rounded boxes, by their radii', () => {
    const met = meeting(box(1, 1, 0.1), at(0, 0), box(1, 1, 0.2), at(0, 1.25));
    expect(gaps(met)).toEqual([expect.closeTo(-0.05, 12), expect.closeTo(-0.05, 12)]);
  });

  test('nothing farther apart than the margin', () => {
    expect(meeting(box(1, 1), at(0, 0), box(1, 1), at(0, 1.03), 0.02).points).toEqual([]);
    expect(meeting(box(1, 1), at(0, 0), box(1, 1), at(0, 1.01), 0.02).points).toHaveLength(2);
  });
});

describe('whatever they are', () => {
  const runs = { numRuns: 1500, seed: 55 };

  test('the gap is the distance, or the least way that parts them', () => {
    fc.assert(
      fc.property(anyConvex, anyConvex, anyPose, anyPose, (shapeA, shapeB, poseA, poseB) => {
        const hulls = new Hulls();
        const a = place(hulls, shapeA, poseA);
        const b = place(hulls, shapeB, poseB);
        // Of faces that are as near to 0.5 mm either one is taken.
        expect(Math.abs(meet(hulls, a, b).gap - bruteDistance(hulls, a, b))).toBeLessThan(5.1e-4);
      }),
      runs,
    );
  });

  test('points lie on both cores, as far apart along the normal as they say', () => {
    fc.assert(
      fc.property(anyConvex, anyConvex, anyPose, anyPose, (shapeA, shapeB, poseA, poseB) => {
        const hulls = new Hulls();
        const a = place(hulls, shapeA, poseA);
        const b = place(hulls, shapeB, poseB);
        const { normal, points, gap } = meet(hulls, a, b);
        expect(points.length).toBeGreaterThan(0);
        for (const { onA, onB, gap: own } of points) {
          const along = (onB[0] - onA[0]) * normal[0] + (onB[1] - onA[1]) * normal[1];
          expect(along - hulls.radius[a] - hulls.radius[b]).toBeCloseTo(own, 9);
          expect(own).toBeGreaterThan(gap - 1e-9);
        }
      }),
      runs,
    );
  });

  test('the other way round they meet in the same way', () => {
    fc.assert(
      fc.property(anyConvex, anyConvex, anyPose, anyPose, (shapeA, shapeB, poseA, poseB) => {
        const hulls = new Hulls();
        const a = place(hulls, shapeA, poseA);
        const b = place(hulls, shapeB, poseB);
        const there = meet(hulls, a, b);
        const back = meet(hulls, b, a);
        expect(back.gap).toBeCloseTo(there.gap, 3);
        // Where two faces are equally near, the first hull's is taken: another normal then.
        if (there.normal[0] * back.normal[0] + there.normal[1] * back.normal[1] > -0.999999) return;
        expect(back.points).toHaveLength(there.points.length);
      }),
      runs,
    );
  });

  test('turned and moved together they meet in the same way', () => {
    fc.assert(
      fc.property(anyConvex, anyConvex, anyPose, anyPose, anyPose, (shapeA, shapeB, poseA, poseB, by) => {
        const c = Math.cos(by.angle);
        const s = Math.sin(by.angle);
        const moved = ({ x, y, angle }: Pose) => at(by.x + c * x - s * y, by.y + s * x + c * y, angle + by.angle);
        const here = meeting(shapeA, poseA, shapeB, poseB);
        const there = meeting(shapeA, moved(poseA), shapeB, moved(poseB));
        expect(there.gap).toBeCloseTo(here.gap, 3);
        const [x, y] = here.normal;
        const cosine = (c * x - s * y) * there.normal[0] + (s * x + c * y) * there.normal[1];
        // Faces that are equally near may change places by rounding.
        if (here.gap > 0.01) expect(cosine).toBeCloseTo(1, 6);
      }),
      runs,
    );
  });

  test('points of what rests on a face stay the same points as it moves a little', () => {
    const small = fc.double({ min: -1e-4, max: 1e-4, noNaN: true });
    const resting = fc.constantFrom<Shape>(box(1, 1), capsule(1, 0.5), box(0.8, 0.8, 0.1), polygon([[-1, -0.5], [1, -0.5], [0, 1]])); // prettier-ignore
    fc.assert(
      fc.property(
        resting,
        fc.constantFrom(0, Math.PI / 2, Math.PI),
        small,
        small,
        small,
        (shape, turn, x, y, angle) => {
          const hulls = new Hulls();
          const ground = place(hulls, box(4, 4), at(0, -2, turn));
          const body = place(hulls, shape, at(0, 0.499));
          const before = meet(hulls, ground, body, 0.02);
          put(hulls, body, at(x, 0.499 + y, angle));
          const { points } = meet(hulls, ground, body, 0.02);
          expect(points).toHaveLength(2);
          expect(new Set(points.map(({ feature }) => feature)).size).toBe(2);
          expect(points.map(({ feature }) => feature)).toEqual(before.points.map(({ feature }) => feature));
        },
      ),
      runs,
    );
  });
});

describe('a chain', () => {
  const flat = chain([[0, 0], [1, 0], [2, 0], [3, 0]]); // prettier-ignore
  const roof = chain([[-2, 0], [0, 1], [2, 0]]); // prettier-ignore
  const met = (ground: Shape, piece: number, shape: Shape, pose: Pose, margin = 0.02) =>
    meeting(ground, at(0, 0), shape, pose, margin, piece);

  test('is met from its left side only', () => {
    expectNormal(met(flat, 1, disc(0.5), at(1.5, 0.49)), 0, 1);
    expect(met(flat, 1, disc(0.5), at(1.5, -0.2)).points).toEqual([]);
    expect(met(flat, 1, box(1, 1), at(1.5, -0.2)).points).toEqual([]);
  });

  test('pushes up only, wherever a box that sank into it stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 }), fc.double({ min: -0.6, max: 3.6, noNaN: true }), (piece, x) => {
        const found = met(flat, piece, box(1, 1), at(x, 0.499));
        // Beyond the free ends nothing holds a box that is there from the start.
        if (found.points.length > 0 && x > 0 && x < 3) expectNormal(found, 0, 1);
        for (const gap of gaps(found)) expect(gap).toBeGreaterThan(x > 0 && x < 3 ? -0.0011 : -1);
      }),
      { numRuns: 2000, seed: 55 },
    );
  });

  test('carries a box on every segment that is under it', () => {
    for (const piece of [0, 1, 2]) {
      const points = [...met(flat, piece, box(2, 1), at(1.5, 0.499)).points];
      expect(points.map(({ onB }) => onB[0]).sort()).toEqual([Math.max(piece, 0.5), Math.min(piece + 1, 2.5)]);
    }
  });

  test('is rolled over at a corner that bends outwards, by the normals between', () => {
    expectNormal(met(roof, 0, disc(0.5), at(0, 1.49)), 0, 1);
    const pastCorner = met(roof, 0, disc(0.5), at(0.4, 1.2));
    expect(pastCorner.points).toEqual([]);
    expect(met(roof, 1, disc(0.5), at(0.4, 1.2)).points).toHaveLength(1);
  });

  test('leaves what stands on its tip there', () => {
    for (const piece of [0, 1]) {
      const found = met(roof, piece, box(1, 1), at(0.01, 1.499));
      expectNormal(found, 0, 1);
      expect(gaps(found)).toEqual([expect.closeTo(-0.001, 9)]);
    }
  });

  test('is met by a wheel in a bend inwards on both sides, by their own normals', () => {
    const valley = chain([[-2, 1], [0, 0], [2, 1]]); // prettier-ignore
    const normals = [0, 1].map((piece) => met(valley, piece, disc(0.5), at(0, 0.55)).normal);
    expect(normals[0]).toEqual([expect.closeTo(1 / Math.sqrt(5), 9), expect.closeTo(2 / Math.sqrt(5), 9)]);
    expect(normals[1]).toEqual([expect.closeTo(-1 / Math.sqrt(5), 9), expect.closeTo(2 / Math.sqrt(5), 9)]);
  });

  test('of ends that are free is met beyond them, too', () => {
    const found = met(flat, 2, disc(0.5), at(3.3, 0.4));
    expectNormal(found, 0.6, 0.8);
    expect(gaps(found)).toEqual([expect.closeTo(0, 12)]);
  });
});
