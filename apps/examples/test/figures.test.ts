import { box, chain, polygon } from '@tenon/core';
import { loadScene } from '@tenon/core/scene';
import { expect, it } from 'vitest';
import { figureOf } from '../src/figures/figure';

const metres = { scale: 1, flipY: false };
const pixels = { scale: 64, flipY: true };

it('draws round corners as far out as they touch', () => {
  for (const shape of [
    box(1, 0.5, 0.2),
    polygon(
      [
        [-0.5, -0.25],
        [-0.5, 0.25],
        [0.5, 0.25],
        [0.5, -0.25],
      ],
      0.2,
    ),
  ]) {
    const [outer, inner] = figureOf(shape, {}, metres, false);
    const most = (points: readonly (readonly [number, number])[], axis: 0 | 1) => Math.max(...points.map((point) => point[axis])); // prettier-ignore
    expect(most(outer.points, 0)).toBeCloseTo(0.7, 12);
    expect(most(outer.points, 1)).toBeCloseTo(0.45, 12);
    expect(most(inner.points, 0)).toBeCloseTo(0.665, 12);
    for (const [x, y] of outer.points)
      expect(Math.hypot(Math.max(0, Math.abs(x) - 0.5), Math.max(0, Math.abs(y) - 0.25))).toBeCloseTo(0.2, 12);
  }
});

it('draws ground below its surface, whichever way y points', () => {
  for (const frame of [metres, pixels]) {
    const scene = { schema: 'tenon-scene/1', bodies: [{ id: 'ground', type: 'static', shape: chain([[-1, 0.5], [1, 0.5]]) }], joints: [] } as const; // prettier-ignore
    const shape = loadScene(scene, frame).bodies.get('ground')?.shape ?? null;
    if (shape === null) throw new Error('there is no ground');
    const heights = figureOf(shape, {}, frame, true).flatMap(({ points }) => points.map(([, y]) => (frame.flipY ? -y : y) / frame.scale)); // prettier-ignore
    expect(Math.max(...heights)).toBeCloseTo(0.5, 12);
    expect(Math.min(...heights)).toBeCloseTo(0.43, 12);
  }
});
