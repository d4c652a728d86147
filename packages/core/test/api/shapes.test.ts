import { box, capsule, chain, compound, disc, polygon, type Shape, World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import { expect, test } from 'vitest';
import { shapeContains } from '../../src/shapes/mass';
import { shapeMoments } from '../../src/shapes/moments';

/** Area and second moment about the origin of what `shapeContains` says is inside, on a grid of 2 × 10⁶ cells. */
function counted(shape: Shape, reach: number): { area: number; second: number } {
  const cells = 1400;
  const side = (2 * reach) / cells;
  let area = 0;
  let second = 0;
  for (let i = 0; i < cells; i++)
    for (let j = 0; j < cells; j++) {
      const x = -reach + (i + 0.5) * side;
      const y = -reach + (j + 0.5) * side;
      if (!shapeContains(shape, x, y)) continue;
      area += side * side;
      second += side * side * (x * x + y * y);
    }
  return { area, second };
}

test.each<[string, Shape]>([
  ['a rounded box', box(1, 0.6, 0.2)],
  ['a rounded triangle', polygon([[0, 0], [1, 0], [0, 1.2]], 0.15)], // prettier-ignore
  ['a rounded triangle, clockwise', polygon([[0, 1.2], [1, 0], [0, 0]], 0.15)], // prettier-ignore
  ['a hammer', compound([{ shape: box(0.2, 1) }, { shape: capsule(0.4, 0.1), position: [0, 0.7], angle: 0.5 }])],
])('the moments of %s are those of its points', (_, shape) => {
  const { area, second } = shapeMoments(shape);
  const sum = counted(shape, 1.2);
  // Cells on the outline: half of them count as inside by chance.
  expect(area / sum.area).toBeCloseTo(1, 2);
  expect(second / sum.second).toBeCloseTo(1, 2);
});

test('a compound counts each part by its density, about the common centre', () => {
  const pair = compound([
    { shape: disc(0.5), position: [5, 0], density: 3 },
    { shape: disc(0.5), position: [9, 0] },
  ]);
  if (pair.type !== 'compound') throw new Error('it is one');
  expect(pair.parts.map(({ position }) => position)).toEqual([
    [-1, 0],
    [3, 0],
  ]);
  const body = new World().addBody({ shape: pair, density: 2 });
  const area = Math.PI / 4;
  expect(body.mass).toBeCloseTo(8 * area, 12);
  expect(body.inertia).toBeCloseTo(2 * (4 * (area / 8) + 3 * area + 9 * area), 12);
  expect(body.density).toBeCloseTo(2, 12);
});

test('bodyAt finds a body by any of its parts, and by what is round it', () => {
  const world = new World();
  const pair = world.addBody({
    shape: compound([
      { shape: box(1, 1), position: [-2, 0], angle: Math.PI / 4 },
      { shape: disc(0.5), position: [2, 0] },
    ]),
  });
  const x = pair.shape?.type === 'compound' ? pair.shape.parts[0].position[0] : NaN;
  expect(world.bodyAt([x + 0.65, 0])).toBe(pair);
  expect(world.bodyAt([x + 0.65, 0.2])).toBeNull();
  pair.shape = box(1, 1, 0.5);
  expect(world.bodyAt([0.9, 0])).toBe(pair);
  expect(world.bodyAt([0.9, 0.9])).toBeNull();
});

test('a chain weighs nothing and is for ground', () => {
  const world = new World();
  const ground = chain([[0, 0], [1, 0.5], [2, 0]]); // prettier-ignore
  const body = world.addBody({ type: 'static', shape: ground });
  expect(body.density).toBeNull();
  expect(world.bodyAt([1, 0.5])).toBeNull();
  expect(() => world.addBody({ shape: ground })).toThrow(
    "Body.shape must be a chain on a static or kinematic body only, got 'dynamic'",
  );
  expect(() => (body.type = 'dynamic')).toThrow('Body.type must be a chain on a static or kinematic body only');
  expect(() => (world.addBody().shape = ground)).toThrow('Body.shape must be a chain');
  expect(world.bodies.size).toBe(2);
});

test.each<[string, () => unknown, string]>([
  ['a negative rounding', () => box(1, 1, -0.1), 'box.radius must be 0 or more, got -0.1'],
  ['one point', () => chain([[0, 0]]), 'chain.vertices must hold at least 2 points, got 1'],
  ['two closed points', () => chain([[0, 0], [1, 0]], { closed: true }), 'chain.vertices must hold at least 3 points, got 2'], // prettier-ignore
  ['a point twice', () => chain([[0, 0], [0, 0]]), 'chain.vertices[1] must lie elsewhere than the point before it'], // prettier-ignore
  ['nothing', () => compound([]), 'compound.parts must be a list of parts, got []'],
  ['a chain in a compound', () => compound([{ shape: chain([[0, 0], [1, 0]]) }]), "compound.parts[0].shape must be a disc, box, capsule or polygon, got 'chain'"], // prettier-ignore
  ['a misspelt field', () => compound([{ shape: disc(1), place: [0, 0] } as never]), "compound.parts[0].place is no option. There are shape, position"], // prettier-ignore
  [
    'a density of 0',
    () => compound([{ shape: disc(1), density: 0 }]),
    'compound.parts[0].density must be above 0, got 0',
  ],
])('%s is refused', (_, make, message) => {
  expect(make).toThrow(message);
});

const everyNewShape = (): World => {
  const world = new World();
  world.addBody({ type: 'static', shape: chain([[0, 0], [1, 0.5], [2, 0]]) }); // prettier-ignore
  world.addBody({ type: 'kinematic', shape: chain([[0, 0], [0, 1], [1, 0]], { closed: true }) }); // prettier-ignore
  world.addBody({ shape: box(1, 2, 0.1) });
  world.addBody({ shape: polygon([[0, 0], [1, 0], [0, 1]], 0.2), density: 3 }); // prettier-ignore
  world.addBody({
    shape: compound([
      { shape: box(1, 1), position: [1, 2], angle: 0.5, density: 2, friction: 0.1 },
      { shape: disc(0.5), restitution: 0.5, rolling: 0.1, surfaceSpeed: 2 },
    ]),
  });
  return world;
};

test('scenes and snapshots bring back every shape', () => {
  const world = everyNewShape();
  const shapes = [...world.bodies].map(({ shape }) => shape);
  const scene = saveScene(world);
  const loaded = loadScene(JSON.parse(JSON.stringify(scene)) as typeof scene).world;
  expect([...loaded.bodies].map(({ shape }) => shape)).toEqual(shapes);
  expect(saveScene(loaded)).toEqual(scene);
  const young = new World();
  young.restore(structuredClone(world.snapshot({ portable: true })));
  expect([...young.bodies].map(({ type, shape }) => [type, shape])).toEqual(
    [...world.bodies].map(({ type, shape }) => [type, shape]),
  );
  expect(young.hash()).toBe(world.hash());
});

test('in pixels, y down, shapes are as large and the surface of a chain is on the same side', () => {
  const { world } = loadScene(saveScene(everyNewShape()), { scale: 50, flipY: true });
  const [ground, , block, , pair] = [...world.bodies].map(({ shape }) => shape);
  expect(ground).toEqual({ type: 'chain', closed: false, vertices: [[100, 0], [50, -25], [0, 0]] }); // prettier-ignore
  expect(block).toEqual(box(50, 100, 5));
  if (pair?.type !== 'compound') throw new Error('it is one');
  expect([pair.parts[0].angle, pair.parts[1].surfaceSpeed]).toEqual([-0.5, -100]);
});
