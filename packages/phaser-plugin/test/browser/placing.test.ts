import { describe, expect, it } from 'vitest';
import { type JointsScene, openScene } from './support/stage';

// Whatever reads poses reads them as they are now, also where a game object was placed after the last frame.

const anchorOf = ({ localAnchorB }: { localAnchorB: Iterable<number> }) => [...localAnchorB];
const closeTo = (...values: number[]) => values.map((value): unknown => expect.closeTo(value, 9));

describe.each(['dynamic', 'static', 'kinematic'] as const)('a joint of a %s body', (type) => {
  const other = (scene: JointsScene) => scene.joints.attach(scene.add.rectangle(0, 0, 10, 10));

  it.each([
    ['made in the frame of attach', 0],
    ['made later', 5],
  ])('holds where its game object was placed just before, %s', async (_, frames) => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const q = scene.add.rectangle(0, 0, 40, 20);
    const body = joints.attach(q, { type });
    stage.frames(frames);
    const bodyA = other(scene);
    q.setPosition(300, 100);
    expect(anchorOf(joints.create('pivot', { bodyA, bodyB: q, anchor: [290, 100] }))).toEqual(closeTo(-10, 0));
    q.setPosition(200, 50).setRotation(Math.PI / 2);
    expect(anchorOf(joints.create('weld', { bodyA, bodyB: body, anchor: [200, 60] }))).toEqual(closeTo(10, 0));
    q.y = 80;
    expect(anchorOf(joints.world.joints.create('pivot', { bodyA, bodyB: body, anchor: [200, 80] }))).toEqual(
      closeTo(0, 0),
    );
    q.x = 210;
    expect(anchorOf(joints.create('weld', { bodyA, anchor: q, bodyB: body }))).toEqual(closeTo(0, 0));
    for (const joint of [...joints.world.joints]) joint.remove();
    stage.frames(3);
    expect([q.x, q.y, q.rotation]).toEqual(closeTo(210, 80, Math.PI / 2));
  });

  it('holds where a container has taken its game object', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const q = scene.add.rectangle(10, 0, 40, 20);
    joints.attach(q, { type });
    const container = scene.add
      .container(100, 50)
      .setRotation(Math.PI / 2)
      .add(q);
    expect(anchorOf(joints.create('pivot', { bodyA: other(scene), bodyB: q, anchor: [100, 65] }))).toEqual(
      closeTo(5, 0),
    );
    container.setPosition(200, 50);
    expect(anchorOf(joints.create('pivot', { bodyA: other(scene), bodyB: q, anchor: [200, 65] }))).toEqual(
      closeTo(5, 0),
    );
    container.setScale(2);
    expect(joints.bodyOf(q)?.getPosition()).toEqual({ x: expect.closeTo(200, 9), y: expect.closeTo(70, 9) });
    for (const joint of [...joints.world.joints]) joint.remove();
    container.x = 250;
    stage.frames(2);
    expect(joints.bodyOf(q)?.getPosition()).toEqual({ x: expect.closeTo(250, 6), y: expect.closeTo(70, 6) });
  });

  it('is in a snapshot, a hash and the poses where its game object was placed', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const { world } = joints;
    const q = scene.add.rectangle(0, 0, 40, 20);
    const body = joints.attach(q, { type });
    for (const frames of [0, 4]) {
      stage.frames(frames);
      q.setPosition(120 + frames, 80);
      const snapshot = world.snapshot();
      expect([body.x, body.y]).toEqual([120 + frames, 80]);
      q.setPosition(20, 30);
      expect([...world.poses]).toEqual([20, 30, 0]);
      world.restore(snapshot);
      expect([body.x, body.y]).toEqual([120 + frames, 80]);
      q.setPosition(50 + frames, 30);
      expect(joints.bodyOf(q)?.x).toBe(50 + frames);
      expect(joints.attach(q).x).toBe(50 + frames);
    }
  });
});

it('a body of a loaded scene leads its game object from the start, whatever its container does', async () => {
  const { scene, joints } = await openScene({ gravity: [0, 0] });
  const loaded = joints.world.addBody({ position: [70, 80] });
  const q = scene.add.rectangle(0, 0, 40, 20);
  const container = scene.add.container(100, 100, [q]);
  joints.attach(q, { body: loaded });
  container.setPosition(300, 300);
  joints.world.snapshot();
  expect([loaded.x, loaded.y]).toEqual([70, 80]);
});

it('a platform that is moved in every frame keeps its speed, also where poses are read in each', async () => {
  const { stage, scene, joints } = await openScene();
  const platform = scene.add.rectangle(100, 200, 80, 10);
  const body = joints.attach(platform, { type: 'kinematic' });
  const places: number[] = [];
  joints.on('afterstep', () => places.push(body.x));
  for (let i = 0; i < 60; i++) {
    stage.frames(1);
    platform.x += 1;
    joints.world.snapshot();
    joints.bodyOf(platform);
  }
  const speeds = places.slice(1).map((x, i) => (x - places[i]) * 60);
  for (const speed of speeds.slice(4)) expect(speed).toBeCloseTo(60, 6);
});

it('a game object is grabbed where it has been placed', async () => {
  const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
  const q = scene.add.rectangle(100, 100, 40, 20);
  const body = joints.attach(q);
  joints.drag.enable();
  stage.frames(2);
  q.setPosition(300, 200);
  const pointer = scene.input.activePointer;
  Object.assign(pointer, { x: 290, y: 200, worldX: 290, worldY: 200, isDown: true, camera: scene.cameras.main });
  scene.input.emit('pointerdown', pointer);
  expect(joints.drag.active).toEqual([body]);
  expect(body.x).toBe(300);
});

describe('the place of a game object, as an anchor', () => {
  it.each(['dynamic', 'kinematic'] as const)(
    'is on its %s body, not where it is seen between two steps',
    async (type) => {
      const { stage, scene, joints } = await openScene({ gravity: [0, 0], fixedStep: 1 / 50 });
      const bodyA = joints.world.addBody();
      const sprite = scene.add.rectangle(30, 10, 40, 20).setOrigin(0, 0.5);
      scene.add.container(100, 50, [sprite]).setRotation(0.5).setScale(-1, 1);
      const body = joints.attach(sprite, { type, velocity: [600, 0], angularVelocity: 2 });
      const text = scene.add.text(0, 0, 'in a container that moves');
      const carrier = scene.add.container(100, 50, [text]);
      const other = joints.attach(carrier, { type, velocity: [600, 0], angularVelocity: 2 });
      text.setPosition(20, 10);
      stage.frames(10);
      expect(joints.world.alpha).toBeGreaterThan(0.1);
      const seen = Math.hypot(carrier.x - other.x, carrier.y - other.y);
      expect(seen).toBeGreaterThan(1);
      expect(anchorOf(joints.create('pivot', { bodyA, bodyB: sprite, anchor: sprite }))).toEqual(closeTo(20, 0));
      expect(anchorOf(joints.create('pivot', { bodyA, bodyB: body, anchor: sprite }))).toEqual(closeTo(20, 0));
      expect(anchorOf(joints.create('pivot', { bodyA, bodyB: carrier, anchor: carrier }))).toEqual(closeTo(0, 0));
      expect(anchorOf(joints.create('pivot', { bodyA, bodyB: carrier, anchor: text }))).toEqual(closeTo(20, 10));
    },
  );
});

describe('a picture that grows at rest', () => {
  it.each([
    ['dynamic', false],
    ['static', false],
    ['dynamic', true],
  ] as const)('stays on its %s body, in a container: %s', async (type, isInside) => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const text = scene.add.text(150, 100, 'joints');
    if (isInside) scene.add.container(10, 20, [text]).setRotation(0.3);
    const body = joints.attach(text, { type });
    stage.frames(3);
    const { x, y } = body;
    for (const longer of ['joints that hold, turn and slide', 'so']) {
      text.setText(longer);
      stage.frames(2);
      const centre = text.getWorldTransformMatrix().transformPoint(text.width / 2, text.height / 2);
      expect(Math.hypot(centre.x - x, centre.y - y)).toBeLessThan(1e-3); // Phaser's matrices are Float32
      expect([body.x, body.y]).toEqual([x, y]);
    }
    text.setOrigin(1, 1);
    stage.frames(2);
    const centre = text.getWorldTransformMatrix().transformPoint(-text.width / 2, -text.height / 2);
    expect(Math.hypot(centre.x - x, centre.y - y)).toBeLessThan(1e-3);
  });
});
