import { type Body, type Joint, path, type ScalarCoordinate, World } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomWorld } from '../random-world';

const seeds = fc.integer({ min: 0, max: 1e6 });

describe('every joint', () => {
  test('measures a rate that is the time derivative of its value', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = randomWorld(seed);
        for (const coordinate of [...scalars(world), ...points(world)]) {
          const rate = coordinate.rate;
          const slope = derivative(world, coordinate);
          expect(Math.abs(rate - slope), coordinate.path).toBeLessThan(1e-5 * (1 + Math.abs(rate)));
        }
      }),
      { seed: 11, numRuns: 30 },
    );
  });

  test('is shown in a console by the name of its type', () => {
    const world = randomWorld(1);
    for (const joint of world.joints) expect(joint.constructor.name).toBe(joint.label);
  });

  test('whose anchors meet has a rate of its point: the speed at which they part', () => {
    const world = new World();
    const bodyB = world.addBody({ velocity: [1, 0], angularVelocity: 2 });
    const { point } = world.joints.create('pivot', { bodyB, anchor: [2, 0] });
    expect([point.value, point.rate]).toEqual([0, Math.sqrt(17)]);
  });

  test('is inspected with the gradient of its value', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = randomWorld(seed);
        for (const joint of world.joints) {
          const { bodies, rows, K } = inspect(joint);
          expect(K.length).toBe(rows.length);
          rows.forEach((row, i) => {
            const moving = row.J.reduce(
              (sum, entry, k) =>
                sum +
                entry *
                  [
                    bodies[Math.floor(k / 3)].velocity.x,
                    bodies[Math.floor(k / 3)].velocity.y,
                    bodies[Math.floor(k / 3)].angularVelocity,
                  ][k % 3],
              0,
            );
            expect(Math.abs(row.Jv - moving), `${joint.label}.${row.name}`).toBeLessThan(1e-9 * (1 + Math.abs(moving)));
            expect(K[i][i]).toBeGreaterThanOrEqual(0);
          });
        }
      }),
      { seed: 12, numRuns: 30 },
    );
  });

  test('is inspected with the rate that its motor asks for', () => {
    const world = new World({ fixedStep: 0.01 });
    const bodyB = world.addBody({ mass: 2, inertia: 1 });
    const { slide } = world.joints.create('prismatic', { bodyB, axis: [1, 0], localAnchorA: [0, 0] });
    const bias = (): number => inspect(slide.joint).rows[0].bias;
    slide.motor = { speed: 3 };
    expect(bias()).toBe(-3);
    slide.motor = { target: -1, speed: 2 };
    expect(bias()).toBe(2);
    slide.motor = { target: -0.01, speed: 2 };
    expect(bias()).toBeCloseTo(1, 12);
    // As fast as 8 N can stop 2 kg within the metre that is left: v² = 2·4·1, less what it moves meanwhile.
    slide.motor = { target: 1, maxForce: 8 };
    expect(bias()).toBeCloseTo(-Math.sqrt(8), 1);
    slide.motor = { target: 0 };
    expect(bias()).toBeCloseTo(0, 12);
  });

  test('follows a curve with a rate that is the time derivative of its value, off the curve, too', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        fc.boolean(),
        (speed, off, closed) => {
          const world = randomWorld(3);
          const [a, b] = [...world.bodies];
          const track = path(
            [
              [0, 0],
              [2, 1],
              [4, 0],
              [5, -2],
              [2, -3],
            ],
            { closed },
          );
          a.angle = 0.4;
          b.position = a.toWorld([2 + off, 1 + off]);
          b.velocity = [speed, 0.5];
          b.angularVelocity = 0;
          const joint = world.joints.create('path', { bodyA: a, bodyB: b, path: track });
          for (const coordinate of [joint.travel, joint.offset]) {
            const rate = coordinate.rate;
            expect(Math.abs(rate - derivative(world, coordinate)), coordinate.path).toBeLessThan(
              1e-5 * (1 + Math.abs(rate)),
            );
          }
        },
      ),
      { seed: 13, numRuns: 100 },
    );
  });
});

function scalars(world: World): ScalarCoordinate[] {
  return [...world.joints].flatMap((joint) =>
    joint.coordinates.filter((c): c is ScalarCoordinate => c.spec.kind.scalar && c.spec.kind.kind !== 'path'),
  );
}

/** Points whose anchors are apart: where they meet, their distance has a tip. */
function points(world: World): Joint['coordinates'] {
  return [...world.joints].flatMap((joint) =>
    joint.coordinates.filter((c) => c.spec.kind.kind === 'point' && c.value > 0.01),
  );
}

/** Central difference of the value while every body moves with its velocity. */
function derivative(world: World, coordinate: { readonly value: number }): number {
  const poses = [...world.bodies].map((body) => ({ body, x: body.x, y: body.y, angle: body.angle }));
  const move = (body: Body, from: { x: number; y: number; angle: number }, t: number): void => {
    const { velocity, angularVelocity } = body;
    body.position = [from.x + t * velocity.x, from.y + t * velocity.y];
    body.angle = from.angle + t * angularVelocity;
  };
  const valueAt = (t: number): number => {
    for (const { body, ...from } of poses) move(body, from, t);
    return coordinate.value;
  };
  const step = 1e-6;
  const slope = (valueAt(step) - valueAt(-step)) / (2 * step);
  valueAt(0);
  return slope;
}
