import { type Body, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

const LINK = 0.25;

/** Links in a row to the right of the origin, let go level, the last of them of another mass. */
function chain(links: number, substeps: number, lastMass = 0.25): World {
  const world = new World({ solver: 'iterative', gravity: [0, -10], substeps, sleeping: false });
  let last: Body | null = null;
  for (let i = 0; i < links; i++) {
    const mass = i === links - 1 ? lastMass : 0.25;
    const body: Body = world.addBody({ position: [(i + 0.5) * LINK, 0], mass, inertia: 0.0052 * mass });
    world.joints.create('pivot', { bodyA: last, bodyB: body, anchor: [i * LINK, 0] });
    last = body;
  }
  return world;
}

/** The distance from centre to centre, of what it was at first. */
function stretch(world: World): number {
  const bodies = [...world.bodies];
  let length = 0;
  for (let i = 1; i < bodies.length; i++)
    length += Math.hypot(bodies[i].x - bodies[i - 1].x, bodies[i].y - bodies[i - 1].y);
  return length / (LINK * (bodies.length - 1));
}

/** Most energy above the first, and most stretch. */
function watch(world: World, seconds: number) {
  const first = world.energy.total;
  let gain = 0;
  let stretched = 0;
  for (let i = 0; i < seconds * 60; i++) {
    world.step(1 / 60);
    gain = Math.max(gain, world.energy.total - first);
    stretched = Math.max(stretched, stretch(world));
  }
  return { gain, stretched };
}

describe('a chain that the iterative step cannot solve to the end', () => {
  // With too few substeps links turned by their gaps, which had become longer than they were, faster than a substep resolves: 10 MJ.
  test('stretches, but gains no energy', () => {
    expect(watch(chain(300, 1), 15).gain).toBeLessThan(1e-6);
    expect(watch(chain(20, 1, 250), 10).gain).toBeLessThan(1e-6);
  });

  // Locks gave way without end, by a metre a second: a thousand links to 2.6 times their length, twenty to 16 times.
  test('holds a thousand times its last link', () => {
    expect(watch(chain(20, 4, 250), 10).stretched).toBeLessThan(3);
    const { gain, stretched } = watch(chain(1000, 4), 17);
    expect(stretched).toBeLessThan(1.6);
    expect(gain).toBeLessThan(1e-6);
  });
});
