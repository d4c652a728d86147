import type { Body, Shape } from '@tenon/core';
import type * as Phaser from 'phaser';
import { describe, expect, it } from 'vitest';
import { openScene } from './support/stage';

const config: Phaser.Types.Core.GameConfig = {
  width: 800,
  height: 600,
  physics: { default: 'matter', matter: { gravity: { x: 0, y: 1 } } },
};

const open = () => openScene({}, config);

/** Corners of its polygons, in the world. */
function cornersOf(body: Body | null): [x: number, y: number][] {
  if (body === null) return [];
  const { shape } = body;
  const place = (part: Shape, [x, y]: readonly [number, number]) =>
    part.type === 'polygon' ? part.vertices.map(([u, v]) => body.toWorld([u + x, v + y])) : [];
  const corners = shape?.type === 'compound' ? shape.parts.flatMap((part) => place(part.shape, part.position)) : place(shape as Shape, [0, 0]); // prettier-ignore
  return corners.map(({ x, y }) => [x, y]);
}

function expectSameCorners(body: Body | null, matter: MatterJS.BodyType): void {
  const parts = matter.parts.length > 1 ? matter.parts.slice(1) : matter.parts;
  const corners = cornersOf(body);
  const vertices = parts.flatMap((part) => part.vertices ?? []);
  expect(corners.length).toBe(vertices.length);
  for (const { x, y } of vertices)
    expect(Math.min(...corners.map(([u, v]) => Math.hypot(u - x, v - y)))).toBeLessThan(1e-6);
}

describe('follow', () => {
  it("lets bodies of ours rest on Matter's static shapes, which are static here, too", async () => {
    const { stage, scene, joints } = await open();
    const floor = scene.matter.add.rectangle(400, 580, 800, 40, { isStatic: true });
    const ball = scene.matter.add.circle(500, 540, 20, { isStatic: true });
    joints.follow(scene.matter.world);
    const crate = scene.add.rectangle(200, 500, 40, 40);
    const body = joints.attach(crate, { collides: true });
    stage.frames(90);
    expect(joints.bodyOf(floor)).toMatchObject({ type: 'static', id: `matter-${floor.id}` });
    expect(joints.bodyOf(ball)?.shape).toMatchObject({ type: 'disc', radius: 20 });
    expect(crate.y).toBeCloseTo(540, 0);
    expect(body.isSleeping).toBe(true);
  });

  it.each([60, 144, 30])('carries what stands on a Matter body as fast as that goes, at %i Hz', async (rate) => {
    const { stage, scene, joints } = await open();
    scene.matter.world.setGravity(0, 0);
    const lift = scene.matter.add.image(100, 400, '__DEFAULT', undefined, { shape: { type: 'rectangle', width: 200, height: 20 } }); // prettier-ignore
    lift.setFrictionAir(0).setFriction(1).setVelocity(2, 0); // px a step of 1/60 s
    joints.follow(scene.matter.world);
    const crate = joints.attach(scene.add.rectangle(100, 369, 40, 40), { collides: true });
    stage.frames(rate, 1000 / rate);
    const carrier = joints.bodyOf(lift);
    const ways: number[] = [];
    let at = NaN;
    joints.on('afterstep', () => {
      ways.push((carrier?.x ?? NaN) - at, crate.velocity.x / 60);
      at = carrier?.x ?? NaN;
    });
    stage.frames(rate, 1000 / rate);
    expect(carrier?.type).toBe('kinematic');
    expect(ways.length).toBeGreaterThan(110);
    for (const way of ways.slice(2)) expect(way).toBeCloseTo(2, 1);
    expect(crate.y).toBeCloseTo(370, 0);
  });

  it('pushes and turns with them, and tells of their game objects', async () => {
    const { stage, scene, joints } = await open();
    scene.matter.world.setGravity(0, 0);
    const bat = scene.matter.add.image(300, 300, '__DEFAULT', undefined, { shape: { type: 'rectangle', width: 200, height: 10 } }); // prettier-ignore
    bat.setFrictionAir(0).setAngularVelocity(0.05);
    joints.follow(scene.matter.world);
    const ball = scene.add.circle(385, 330, 10);
    const body = joints.attach(ball, { collides: true, gravityScale: 0 });
    const met: unknown[] = [];
    joints.on('contact', ({ gameObjectA, gameObjectB }) => met.push(gameObjectA, gameObjectB));
    stage.frames(30);
    expect(met.includes(bat) && met.includes(ball)).toBe(true);
    expect(Math.hypot(body.velocity.x, body.velocity.y)).toBeGreaterThan(0.05 * 60 * 80);
    expect(Math.abs((joints.bodyOf(bat)?.angle ?? NaN) - bat.rotation)).toBeLessThan(0.0501); // a step of Matter
  });

  it('hangs what joints hold on a body of Matter', async () => {
    const { stage, scene, joints } = await open();
    const truck = scene.matter.add.image(400, 100, '__DEFAULT', undefined, { isStatic: true });
    joints.follow(scene.matter.world);
    const bob = scene.add.circle(400, 200, 10);
    joints.attach(bob);
    joints.create('rope', { bodyA: truck, bodyB: bob, max: 100 });
    stage.frames(60);
    expect(bob.y).toBeCloseTo(200, 0);
  });

  it('has the corners of every shape: scaled, off its centre, compound, and after it has moved', async () => {
    const { stage, scene, joints } = await open();
    const { matter } = scene;
    const hero = matter.add.image(100, 100, '__DEFAULT').setScale(2, 3).setRotation(0.4);
    const wedge = matter.add.fromVertices(300, 100, [[{ x: 0, y: 0 }, { x: 80, y: 0 }, { x: 80, y: 40 }]]); // prettier-ignore
    const shifted = matter.add.rectangle(200, 300, 60, 30);
    matter.body.setCentre(shifted, { x: 10, y: 5 }, true);
    const [left, right] = [matter.bodies.rectangle(480, 100, 40, 20), matter.bodies.rectangle(530, 120, 20, 60)];
    const whole = matter.body.create({ parts: [left, right] });
    matter.world.add(whole);
    const round = matter.add.image(600, 300, '__DEFAULT').setCircle(20).setScale(1.5, 1.5);
    joints.follow(matter.world);
    const heroBody = hero.body as MatterJS.BodyType;
    const all = [heroBody, wedge, shifted, whole];
    for (const body of all) matter.body.setAngularVelocity(body, 0.02);
    for (let round = 0; round < 3; round++) {
      matter.world.enabled = false;
      stage.frames(2); // what Matter is ahead is made up for
      for (const body of all) expectSameCorners(joints.bodyOf(body), body);
      matter.world.enabled = true;
      stage.frames(10);
    }
    matter.world.enabled = false;
    expect(joints.bodyOf(round)?.shape).toMatchObject({ type: 'disc', radius: expect.closeTo(30, 6) as number });
    hero.setScale(1, 1);
    stage.frames(2);
    expectSameCorners(joints.bodyOf(hero), heroBody);
    hero.setScale(1, 2);
    round.setScale(2, 1);
    stage.frames(2);
    expectSameCorners(joints.bodyOf(hero), heroBody);
    expectSameCorners(joints.bodyOf(round), round.body as MatterJS.BodyType);
  });

  it('follows bodies that come and go later, in composites, too, until it is ended', async () => {
    const { stage, scene, joints } = await open();
    const { matter } = scene;
    const stop = joints.follow(matter.world);
    expect(joints.world.bodies.size).toBe(0);
    const later = matter.add.image(100, 100, '__DEFAULT');
    const group = matter.composite.create();
    matter.world.add(group);
    const inside = matter.bodies.circle(300, 100, 10);
    matter.composite.add(group, inside);
    expect(joints.bodyOf(later)?.x).toBe(100);
    stage.frames(1);
    expect(joints.world.bodies.size).toBe(2);
    later.destroy();
    stage.frames(1);
    expect([...joints.world.bodies].map(({ id }) => id)).toEqual([`matter-${inside.id}`]);
    matter.world.remove(group);
    stage.frames(1);
    expect(joints.world.bodies.size).toBe(0);
    matter.world.setBounds();
    stage.frames(1);
    expect(joints.world.bodies.size).toBe(4);
    stop();
    stop();
    stage.frames(2);
    expect(joints.world.bodies.size).toBe(0);
  });

  it('leaves alone what has a body of ours, from when it is attached until it is detached', async () => {
    const { stage, scene, joints } = await open();
    joints.follow(scene.matter.world);
    const plank = scene.matter.add.image(200, 300, '__DEFAULT', undefined, { isStatic: true });
    stage.frames(1);
    const followed = joints.bodyOf(plank);
    const own = joints.attach(plank, { gravityScale: 0 });
    stage.frames(2);
    expect([...joints.world.bodies]).toEqual([own]);
    expect(followed?.world).toBeNull();
    joints.detach(plank);
    stage.frames(1);
    expect(joints.bodyOf(plank)?.id).toBe(`matter-${(plank.body as MatterJS.BodyType).id}`);
  });

  it('collides as it does in Matter, also after that has changed, or as it is told', async () => {
    const { stage, scene, joints } = await open();
    const door = scene.matter.add.image(200, 300, '__DEFAULT', undefined, { isStatic: true }).setFriction(0.3);
    joints.follow(scene.matter.world);
    expect(joints.bodyOf(door)?.collides).toMatchObject({ friction: 0.3, restitution: 0, sensor: false });
    door.setSensor(true).setBounce(0.5);
    stage.frames(1);
    expect(joints.bodyOf(door)?.collides).toMatchObject({ friction: 0.3, restitution: 0.5, sensor: true });
    const other = scene.matter.add.rectangle(500, 300, 20, 20);
    joints.follow(scene.matter.world, { collides: (body) => body !== other && { group: 'matter' } });
    expect(joints.bodyOf(door)?.collides).toMatchObject({ friction: 0.6, group: 'matter' });
    expect(joints.bodyOf(other)).toBeNull();
  });

  it('is put where Matter goes while the joints are paused, without a push', async () => {
    const { stage, scene, joints } = await open();
    const { world } = scene.matter;
    world.setGravity(0, 0);
    const sled = scene.matter.add.image(100, 100, '__DEFAULT').setFrictionAir(0).setVelocity(3, 0);
    joints.follow(world);
    stage.frames(5);
    joints.pause();
    stage.frames(10);
    const body = joints.bodyOf(sled);
    expect(body?.x).toBe(sled.x);
    joints.resume();
    stage.frames(1);
    expect(Math.abs(body?.velocity.x ?? NaN)).toBeLessThan(200);
    expect(body?.x).toBeCloseTo(sled.x, 6);
  });

  it('moves a static one that is put from place to place', async () => {
    const { stage, scene, joints } = await open();
    const lift = scene.matter.add.image(400, 300, '__DEFAULT', undefined, { isStatic: true });
    joints.follow(scene.matter.world);
    const crate = joints.attach(scene.add.rectangle(400, 267, 30, 30), { collides: true });
    for (let i = 0; i < 60; i++) {
      lift.setPosition(400, 300 - i);
      stage.frames(1);
    }
    stage.frames(30); // Matter may be a step ahead, and the crate flies on a little
    expect(joints.bodyOf(lift)?.type).toBe('kinematic');
    expect(joints.bodyOf(lift)?.y).toBeCloseTo(lift.y, 6);
    expect(crate.y).toBeCloseTo(lift.y - 31, 0);
  });

  it('begins anew with a scene that restarts', async () => {
    const { stage, scene, joints } = await open();
    scene.matter.world.setBounds();
    joints.follow(scene.matter.world);
    stage.frames(2);
    scene.scene.restart();
    stage.frames(2);
    expect(joints.world.bodies.size).toBe(0);
    scene.matter.world.setBounds();
    joints.follow(scene.matter.world);
    stage.frames(2);
    expect(joints.world.bodies.size).toBe(4);
  });

  it('refuses what is no Matter world, and options that are none, and leaves nothing behind', async () => {
    const { scene, joints } = await open();
    const { world } = scene.matter;
    scene.matter.add.rectangle(100, 100, 10, 10);
    expect(() => joints.follow(scene.matter as never)).toThrow(
      /must be the Matter world of a scene: this\.matter\.world/,
    );
    expect(() => joints.follow(undefined as never)).toThrow(/follow\.matterWorld/);
    expect(() => joints.follow(world, { colides: () => true } as object)).toThrow(/collides/);
    expect(() => joints.follow(world, { collides: true as never })).toThrow(/follow\.collides must be a function/);
    expect(() => joints.follow(world, { collides: () => ({ friction: -1 }) })).toThrow(/friction/);
    expect(joints.world.bodies.size).toBe(0);
  });
});
