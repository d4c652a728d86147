import type * as Phaser from 'phaser';
import type { Body } from '@tenon/core';
import { type PlacedObject, textureAnchor } from '@tenon/phaser-plugin';
import { describe, expect, it } from 'vitest';
import { openScene, type JointsScene } from './support/stage';

/** World place of the middle of what is drawn, from Phaser's own matrix. */
function drawnCentre(object: PlacedObject & { originX?: number; originY?: number; width?: number; height?: number }) {
  const { originX = 0.5, originY = 0.5, width = 0, height = 0 } = object;
  return object.getWorldTransformMatrix().transformPoint((0.5 - originX) * width, (0.5 - originY) * height);
}

/** World angle of what is drawn: of its x axis as seen, from Phaser's own matrix; an x that it or a container mirrors is turned back. */
function drawnAngle(object: PlacedObject) {
  const { a, b } = object.getWorldTransformMatrix();
  let sign = Math.sign(object.scaleX);
  for (let parent = object.parentContainer; parent != null; parent = parent.parentContainer)
    sign *= Math.sign(parent.scaleX);
  return Math.atan2(sign * b, sign * a);
}

const angleBetween = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

function inContainer(scene: JointsScene, object: PlacedObject, set: (container: Phaser.GameObjects.Container) => void) {
  const container = scene.add.container(120, 80, [object]);
  set(container);
  return container;
}

const cases: [name: string, make: (scene: JointsScene) => PlacedObject][] = [
  ['centred', (scene) => scene.add.rectangle(150, 100, 60, 20)],
  ['origin at the top left', (scene) => scene.add.rectangle(150, 100, 60, 20).setOrigin(0, 0)],
  ['origin beyond the picture', (scene) => scene.add.rectangle(150, 100, 60, 20).setOrigin(1.5, -0.5)],
  ['scaled by 2 and 3', (scene) => scene.add.rectangle(150, 100, 60, 20).setOrigin(0, 1).setScale(2, 3)],
  ['scaled by −1', (scene) => scene.add.rectangle(150, 100, 60, 20).setOrigin(0.2, 0.1).setScale(-1, 1)],
  ['an image, flipped', (scene) => scene.add.image(150, 100, '__DEFAULT').setOrigin(0.1, 0.9).setFlip(true, false)],
  ['a text, origin 0 by default', (scene) => scene.add.text(150, 100, 'joints')],
  ['graphics without an origin', (scene) => scene.add.graphics({ x: 150, y: 100 })],
  ['turned', (scene) => scene.add.rectangle(150, 100, 60, 20).setOrigin(0, 0).setRotation(2)],
  [
    'in a container',
    (scene) => {
      const child = scene.add.rectangle(30, 20, 60, 20).setOrigin(0, 0.5).setRotation(0.5);
      inContainer(scene, child, (container) => container.setRotation(0.7).setScale(2));
      return child;
    },
  ],
  [
    'in an uneven, mirrored container within another',
    (scene) => {
      const child = scene.add.rectangle(30, 20, 60, 20).setOrigin(0, 0.5).setRotation(0.5);
      const inner = inContainer(scene, child, (container) => container.setRotation(0.3).setScale(-2, 2));
      inContainer(scene, inner, (container) => container.setRotation(-1).setScale(0.5));
      return child;
    },
  ],
  [
    'a container itself',
    (scene) => {
      const child = scene.add.rectangle(0, 0, 20, 20);
      return inContainer(scene, child, (container) => container.setRotation(1));
    },
  ],
];

describe.each(cases)('%s', (_, make) => {
  it('the body is where the picture is', async () => {
    const { scene, joints } = await openScene();
    const object = make(scene);
    const body = joints.attach(object);
    const centre = drawnCentre(object);
    expect(Math.hypot(body.x - centre.x, body.y - centre.y)).toBeLessThan(1e-3); // Phaser's matrices are Float32
    expect(angleBetween(body.angle, drawnAngle(object))).toBeLessThan(1e-5);
  });

  it('the picture goes where the body goes', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const object = make(scene);
    const body = joints.attach(object, { velocity: [30, -20], angularVelocity: 3 });
    const { angle } = body;
    for (let i = 0; i < 8; i++) {
      stage.frames(5);
      const seen = body.getInterpolated({ x: 0, y: 0, angle: 0 });
      const centre = drawnCentre(object);
      expect(Math.hypot(seen.x - centre.x, seen.y - centre.y)).toBeLessThan(1e-3);
      expect(angleBetween(seen.angle, drawnAngle(object))).toBeLessThan(1e-5);
    }
    expect(body.angle - angle).toBeGreaterThan(1.5);
  });
});

describe('shapes', () => {
  it('default to the picture: a box with its mass, a disc for a circle, none where there is no size', async () => {
    const { scene, joints } = await openScene();
    const plank = joints.attach(scene.add.rectangle(0, 0, 100, 50).setScale(2, 1));
    expect(plank.shape).toEqual({ type: 'box', width: 200, height: 50 });
    expect(plank.mass).toBeCloseTo(4 * 1, 9); // 4 m × 1 m of 1 kg/m²
    expect(joints.attach(scene.add.circle(0, 0, 25).setScale(-2, 2)).shape).toEqual({ type: 'disc', radius: 50 });
    expect(joints.attach(scene.add.graphics()).shape).toBeNull();
  });

  it('are as large as they are seen in a container', async () => {
    const { scene, joints } = await openScene();
    const child = scene.add.rectangle(0, 0, 10, 20);
    inContainer(scene, child, (container) => container.setScale(3).setRotation(1));
    const { shape } = joints.attach(child);
    expect(shape?.type === 'box' && [shape.width, shape.height]).toEqual([
      expect.closeTo(30, 9),
      expect.closeTo(60, 9),
    ]);
  });
});

describe('a place on a texture', () => {
  it('is where Phaser draws it, with origin, scale, rotation and containers', async () => {
    const { scene, joints } = await openScene();
    const image = scene.add.image(150, 100, '__DEFAULT').setOrigin(0.2, 1).setScale(3, -2).setRotation(0.4);
    const container = scene.add.container(50, 60, [image]).setScale(0.5).setRotation(2);
    const body = joints.attach(image);
    const [u, v] = [0.9, 0.25];
    const { x, y } = body.toWorld(textureAnchor(image, u, v));
    const drawn = image.getWorldTransformMatrix().transformPoint((u - 0.2) * image.width, (v - 1) * image.height);
    expect(Math.hypot(x - drawn.x, y - drawn.y)).toBeLessThan(1e-3);
    expect(container.length).toBe(1);
  });

  it('changes sides with a flip, which moves no picture', async () => {
    const { scene } = await openScene();
    const image = scene.add.image(150, 100, '__DEFAULT').setOrigin(0.2, 0.7);
    const hand = textureAnchor(image, 0.9, 0.3);
    const flipped = textureAnchor(image.setFlip(true, true), 0.9, 0.3);
    expect(flipped.x).toBeCloseTo(-hand.x, 9);
    expect(flipped.y).toBeCloseTo(-hand.y, 9);
    expect(hand.x).toBeCloseTo(0.4 * image.width, 9);
    expect(() => textureAnchor(image, NaN, 0)).toThrow(/u must be a finite number, 0 to 1 across the picture, got NaN/);
    expect(() => (textureAnchor as (...place: unknown[]) => unknown)(image, 0)).toThrow(/v must be .*, got undefined/);
  });
});

describe('in a container of scale 0', () => {
  const numbersOf = ({ x, y, angle, velocity, angularVelocity }: Body) => [x, y, angle, ...velocity, angularVelocity];

  it.each([
    ['scale 0', 0, 0],
    ['scaleX 0', 0, 1],
    ['scaleY 0', 1, 0],
    ['a scale whose inverse is no number', 1e-200, 1e-200],
    ['a scale of NaN', NaN, 1],
  ])('with %s, nothing is attached', async (_, scaleX, scaleY) => {
    const { scene, joints } = await openScene();
    const child = scene.add.rectangle(30, 20, 60, 20).setName('hero');
    const container = inContainer(scene, child, (around) => around.setScale(scaleX, scaleY));
    const message =
      "attach.gameObject must be in containers with a finite place and no scale of 0: scale them first, got Rectangle 'hero'";
    expect(() => joints.attach(child)).toThrow(message);
    expect(() => joints.attach(child, { body: joints.world.addBody() })).toThrow(message);
    expect(() => textureAnchor(child, 0, 0)).toThrow('no scale of 0');
    expect(joints.bodyOf(child)).toBeNull();
    expect(joints.world.bodies.size).toBe(1);
    container.setScale(1);
    expect(joints.attach(child).x).toBeCloseTo(150, 9);
  });

  it.each(['outer', 'inner'])(
    'scaled so later, the %s one, a body goes on, and takes its game object along when it can',
    async (which) => {
      const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
      const child = scene.add.rectangle(30, 20, 60, 20).setOrigin(0, 0.5);
      const inner = inContainer(scene, child, (around) => around.setRotation(0.3));
      const outer = inContainer(scene, inner, (around) => around.setScale(2));
      const body = joints.attach(child, { velocity: [30, -20], angularVelocity: 1 });
      const { x } = body;
      const scaled = which === 'outer' ? outer : inner;
      const { scaleX } = scaled;
      scaled.setScale(0);
      const [left, top] = [child.x, child.y];
      stage.frames(30);
      expect(body.x - x).toBeCloseTo(15, 1);
      expect([child.x, child.y]).toEqual([left, top]);
      expect(numbersOf(body).slice(3)).toEqual([30, -20, 1]);
      // What is set now cannot be placed.
      child.setPosition(5, 5).setRotation(1);
      stage.frames(2);
      expect(numbersOf(body).slice(3)).toEqual([30, -20, 1]);
      child.setPosition(left, top);
      scaled.setScale(scaleX);
      stage.frames(30);
      const centre = drawnCentre(child);
      const seen = body.getInterpolated({ x: 0, y: 0, angle: 0 });
      expect(Math.hypot(seen.x - centre.x, seen.y - centre.y)).toBeLessThan(1e-2);
      expect(numbersOf(body).every(Number.isFinite)).toBe(true);
    },
  );

  it('a kinematic body follows the picture in and out again, and keeps its angle', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const child = scene.add.rectangle(30, 20, 60, 20).setRotation(0.5);
    const container = inContainer(scene, child, (around) => around.setRotation(0.4));
    const body = joints.attach(child, { type: 'kinematic' });
    const before = numbersOf(body);
    for (const scale of [0.5, 0.02, 0, 0, 0.01, 0.5, 1]) {
      container.setScale(scale);
      child.x += 1;
      stage.frames(4);
      expect(body.angle).toBeCloseTo(0.9, 9);
      expect(body.x).toBeCloseTo(container.x + scale * (Math.cos(0.4) * child.x - Math.sin(0.4) * child.y), 6);
    }
    stage.frames(4);
    child.x -= 7;
    expect(Math.hypot(child.x - 30, child.y - 20)).toBeLessThan(1e-9);
    stage.frames(4);
    numbersOf(body).forEach((number, i) => expect(number).toBeCloseTo(before[i], 6));
  });

  it('a container at no place leads nobody there', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const child = scene.add.rectangle(30, 20, 60, 20);
    const container = inContainer(scene, child, (around) => around.setScale(2));
    const body = joints.attach(child, { type: 'kinematic' });
    container.x = NaN;
    stage.frames(4);
    child.x += 1;
    stage.frames(4);
    expect(body.x).toBeCloseTo(180, 9);
    container.x = 120;
    stage.frames(8);
    expect(body.x).toBeCloseTo(182, 6);
  });
});

describe('a game object that is moved by somebody else', () => {
  it('teleports its body, which keeps its velocity, without a streak', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const sprite = scene.add.rectangle(100, 100, 20, 20);
    const body = joints.attach(sprite, { velocity: [60, 0] });
    stage.frames(10);
    sprite.x = 222;
    stage.frames(1);
    expect(body.x).toBeCloseTo(223, 6);
    expect(body.velocity.x).toBe(60);
    expect(sprite.x).toBeGreaterThan(221);
  });

  it('moves only what was set: a turn does not set a moving body back', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const sprite = scene.add.rectangle(100, 100, 20, 20);
    const body = joints.attach(sprite, { velocity: [600, 0], angularVelocity: 0 });
    stage.frames(10, 1000 / 90);
    const { x } = body;
    const steps = joints.world.time;
    sprite.rotation = 1;
    stage.frames(3, 1000 / 90);
    expect(body.angle).toBeCloseTo(1, 9);
    expect(body.x - x).toBeCloseTo((joints.world.time - steps) * 600, 6);
  });

  it('counts its turns although rotation wraps', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const sprite = scene.add.rectangle(100, 100, 20, 20);
    const body = joints.attach(sprite, { angularVelocity: 30 });
    stage.frames(60);
    expect(body.angle).toBeCloseTo(30, 6);
    expect(Math.abs(sprite.rotation)).toBeLessThanOrEqual(Math.PI);
  });
});

describe('interpolation', () => {
  it('moves a picture evenly at a frame rate that does not divide the step rate', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0], fixedStep: 1 / 50 });
    const sprite = scene.add.rectangle(0, 100, 20, 20);
    joints.attach(sprite, { velocity: [120, 0] });
    stage.frames(10);
    for (let i = 0; i < 50; i++) {
      const { x } = sprite;
      stage.frames(1);
      expect(sprite.x - x).toBeCloseTo(2, 6);
    }
  });

  it('can be switched off: then pictures show the last step', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0], fixedStep: 1 / 50, interpolate: false });
    const sprite = scene.add.rectangle(0, 100, 20, 20);
    const body = joints.attach(sprite, { velocity: [120, 0] });
    for (let i = 0; i < 20; i++) {
      stage.frames(1);
      expect(sprite.x).toBe(body.x);
    }
  });
});
