import type * as Phaser from 'phaser';
import type { PlacedObject } from '@tenon/phaser-plugin';
import { describe, expect, it } from 'vitest';
import { openScene } from './support/stage';

// Whoever mirrors a picture does not turn its body: angles are as one sees them, and pictures stay as they were.

function matrixOf(object: PlacedObject): number[] {
  const { a, b, c, d, e, f } = object.getWorldTransformMatrix() as unknown as Record<string, number>;
  return [a, b, c, d, e, f];
}

function expectNear(matrix: number[], expected: number[]): void {
  matrix.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThan(1e-3)); // Phaser's matrices are Float32
}

const angleBetween = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
const flips = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

describe.each([
  ['upright', [0, 0, 0]],
  ['turned', [0.4, 0.7, -1.1]],
  ['turned far', [2.5, -2, 3]],
])('%s', (_, [own, inner, outer]) => {
  it.each(flips)('own scale %i, %i, with all of the containers', async (...o) => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    for (const i of flips)
      for (const u of flips) {
        const sprite = scene.add.rectangle(30, 20, 60, 20).setOrigin(0, 0.2).setRotation(own).setScale(o[0], o[1]);
        const container = scene.add
          .container(50, 10, [sprite])
          .setRotation(inner)
          .setScale(2 * i[0], 2 * i[1]);
        scene.add
          .container(200, 100, [container])
          .setRotation(outer)
          .setScale(0.5 * u[0], 0.5 * u[1]);
        const picture = matrixOf(sprite);
        const body = joints.attach(sprite);
        // Each flip of a container turns round what is turned within it.
        const seen = outer + u[0] * u[1] * (inner + i[0] * i[1] * own);
        expect(angleBetween(body.angle, seen)).toBeLessThan(1e-9);
        stage.frames(1);
        expectNear(matrixOf(sprite), picture);

        // The picture turns with its body, whatever mirrors it.
        body.angle += 1;
        stage.frames(1);
        const [a, b, c, d] = picture;
        const [cos, sin] = [Math.cos(1), Math.sin(1)];
        const turned = [cos * a - sin * b, sin * a + cos * b, cos * c - sin * d, sin * c + cos * d];
        expectNear(matrixOf(sprite).slice(0, 4), turned);
        joints.detach(sprite);
      }
  });
});

describe.each(['dynamic', 'kinematic', 'static'] as const)('a container that is flipped as it runs, %s', (type) => {
  it.each([
    ['scaleX', [-1, 0, 0, 1]],
    ['scaleY', [1, 0, 0, -1]],
  ] as const)('by %s, mirrors the picture and turns no body', async (name, expected) => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const sprite = scene.add.rectangle(30, 20, 60, 20);
    const container = scene.add.container(100, 100, [sprite]);
    const body = joints.attach(sprite, { type });
    joints.create('pivot', { bodyB: body, anchor: [body.x, body.y] });
    stage.frames(3);
    container[name] = -1;
    stage.frames(8);
    expectNear(matrixOf(sprite).slice(0, 4), [...expected]);
    expect(Math.abs(body.angle)).toBeLessThan(1e-9);
    container[name] = 1;
    stage.frames(8);
    expectNear(matrixOf(sprite).slice(0, 4), [1, 0, 0, 1]);
    expect(Math.abs(body.angle)).toBeLessThan(1e-9);
  });
});

it('the flip of a sprite mirrors its picture alone', async () => {
  const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
  const sprite: Phaser.GameObjects.Image = scene.add.image(150, 100, '__DEFAULT').setFlip(true, true).setRotation(0.3);
  const body = joints.attach(sprite);
  sprite.setScale(-1, 1);
  stage.frames(3);
  expect([body.angle, sprite.rotation, body.x, body.y]).toEqual(
    [0.3, 0.3, 150, 100].map((n): unknown => expect.closeTo(n, 9)),
  );
});

it('an upright sprite in a mirrored container meets no limit of its angle', async () => {
  const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
  const sprite = scene.add.rectangle(30, 20, 60, 20);
  scene.add.container(100, 100, [sprite]).setScale(-1, 1);
  const body = joints.attach(sprite);
  const wall = joints.world.addBody({ type: 'static' });
  joints.create('rotary-limit', { bodyA: wall, bodyB: sprite, min: -0.1, max: 0.1 });
  stage.frames(10);
  expect([body.x, body.y, body.angle, sprite.rotation]).toEqual([70, 120, 0, 0]);
});
