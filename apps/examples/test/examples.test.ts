import type { Joint, World } from '@tenon/core';
import { describe, expect, it } from 'vitest';
import { examples } from '../src/examples/index';
import { loadCast } from '../src/stages/cast';

const metres = { scale: 1, flipY: false };
const pixels = { scale: 64, flipY: true };
const STEPS = 600;

describe.each(examples)('$id', (example) => {
  it('runs ten seconds within its budget', { timeout: 120_000 }, () => {
    const { world } = loadCast(example, metres);
    const worst = { length: 0, angle: 0 };
    for (let step = 0; step < STEPS; step++) {
      world.step(1 / 60);
      measure(world, worst);
    }
    expect([...world.poses].every(Number.isFinite)).toBe(true);
    expect(worst.length).toBeLessThanOrEqual(example.budget.length);
    expect(worst.angle).toBeLessThanOrEqual(example.budget.angle);
  });

  it('moves the same in metres and in pixels, y down', () => {
    const inMetres = loadCast(example, metres).world;
    const inPixels = loadCast(example, pixels).world;
    for (let step = 0; step < 240; step++) {
      inMetres.step(1 / 60);
      inPixels.step(1 / 60);
    }
    for (const body of inMetres.bodies) {
      const twin = inPixels.body(body.id);
      // A power of two scales without rounding; only gears mix lengths and angles.
      expect(Math.abs((twin?.x ?? NaN) - body.x * pixels.scale)).toBeLessThan(1e-4);
      expect(Math.abs((twin?.y ?? NaN) + body.y * pixels.scale)).toBeLessThan(1e-4);
    }
  });
});

/** Largest error of the locks so far, m and rad. Where a lock is soft, its error is a deflection. */
function measure(world: World, worst: { length: number; angle: number }): void {
  for (const joint of world.joints) {
    for (const coordinate of joint.coordinates) {
      if (isSoft(joint, coordinate)) continue;
      const size = Math.abs(coordinate.error);
      const kind = coordinate.unit === 'angle' ? 'angle' : 'length';
      worst[kind] = Math.max(worst[kind], size);
    }
  }
}

function isSoft(joint: Joint, { lock }: Joint['coordinates'][number]): boolean {
  const softness = lock?.softness ?? joint.softness;
  return softness !== null && 'hertz' in softness;
}
