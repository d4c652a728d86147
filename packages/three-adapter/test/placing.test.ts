import { Group, Mesh, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { ThreeJoints } from '../src/index';

// Whatever reads poses reads them as they are now, also where an object was placed after the last frame.

const still = { gravity: [0, 0] as const };
const anchorOf = ({ localAnchorB }: { localAnchorB: Iterable<number> }) => [...localAnchorB];
const closeTo = (...values: number[]) => values.map((value): unknown => expect.closeTo(value, 9));

describe.each(['dynamic', 'static', 'kinematic'] as const)('a joint of a %s body', (type) => {
  it.each([
    ['made before the first frame', 0],
    ['made later', 3],
  ])('holds where its object was placed just before, %s', (_, frames) => {
    const joints = new ThreeJoints(still);
    const bodyA = joints.world.addBody();
    const q = new Mesh();
    const body = joints.attach(q, { type });
    for (let i = 0; i < frames; i++) joints.update(1 / 60);
    q.position.set(300, 100, 2);
    expect(anchorOf(joints.create('pivot', { bodyA, bodyB: q, anchor: [290, 100] }))).toEqual(closeTo(-10, 0));
    q.position.set(200, 50, 2);
    q.rotation.z = Math.PI / 2;
    const anchor = new Vector3(200, 60, 0);
    expect(anchorOf(joints.create('weld', { bodyA, bodyB: body, anchor }))).toEqual(closeTo(10, 0));
    q.position.y = 80;
    const { world } = joints;
    expect(anchorOf(world.joints.create('pivot', { bodyA, bodyB: body, anchor: [200, 80] }))).toEqual(closeTo(0, 0));
    q.position.x = 210;
    expect(anchorOf(joints.create('weld', { bodyA, anchor: q, bodyB: body }))).toEqual(closeTo(0, 0));
    for (const joint of [...world.joints]) joint.remove();
    for (let i = 0; i < 3; i++) joints.update(1 / 60);
    expect([...q.position, q.rotation.z]).toEqual(closeTo(210, 80, 2, Math.PI / 2));
  });

  it('holds where a parent has taken its object', () => {
    const joints = new ThreeJoints(still);
    const bodyA = joints.world.addBody();
    const q = new Mesh();
    q.position.x = 10;
    const body = joints.attach(q, { type });
    const parent = new Group();
    const outer = new Group().add(parent);
    parent.position.set(100, 50, 0);
    parent.rotation.z = Math.PI / 2;
    parent.add(q);
    expect(anchorOf(joints.create('pivot', { bodyA, bodyB: q, anchor: [100, 65] }))).toEqual(closeTo(5, 0));
    outer.position.x = 100;
    expect(anchorOf(joints.create('pivot', { bodyA, bodyB: body, anchor: [200, 65] }))).toEqual(closeTo(5, 0));
    for (const joint of [...joints.world.joints]) joint.remove();
    outer.position.x = 150;
    joints.update(1 / 60);
    joints.update(1 / 60);
    expect([body.x, body.y, body.angle]).toEqual(closeTo(250, 60, Math.PI / 2));
  });

  it('is in a snapshot and in the poses where its object was placed', () => {
    const joints = new ThreeJoints(still);
    const { world } = joints;
    const q = new Mesh();
    const body = joints.attach(q, { type });
    for (let frame = 0; frame < 3; frame++) {
      q.position.set(120 + frame, 80, 0);
      const snapshot = world.snapshot();
      q.position.set(20, 30, 0);
      expect([...world.poses]).toEqual([20, 30, 0]);
      world.restore(snapshot);
      expect([body.x, body.y]).toEqual([120 + frame, 80]);
      q.position.set(50 + frame, 30, 0);
      expect(joints.bodyOf(q)?.x).toBe(50 + frame);
      expect(joints.attach(q).x).toBe(50 + frame);
      for (let i = 0; i < 3; i++) joints.update(1 / 60);
    }
  });
});

it('a parent that is moved later takes no dynamic body along', () => {
  const joints = new ThreeJoints(still);
  const q = new Mesh();
  const parent = new Group().add(q);
  const body = joints.attach(q);
  joints.update(1 / 60);
  parent.position.x = 5;
  expect(joints.bodyOf(q)?.x).toBe(0);
  joints.update(1 / 60);
  expect([body.x, q.position.x]).toEqual([0, -5]);
});

it('a platform that is moved in every frame keeps its speed, also where poses are read in each', () => {
  const joints = new ThreeJoints(still);
  const platform = new Mesh();
  const body = joints.attach(platform, { type: 'kinematic' });
  const places: number[] = [];
  joints.on('afterstep', () => places.push(body.x));
  for (let i = 0; i < 60; i++) {
    joints.update(1 / 60);
    platform.position.x += 0.02;
    joints.world.snapshot();
    joints.bodyOf(platform);
  }
  const speeds = places.slice(1).map((x, i) => (x - places[i]) * 60);
  for (const speed of speeds.slice(4)) expect(speed).toBeCloseTo(1.2, 9);
});

it('the place of an object, as an anchor, is on its body, not where it is seen between two steps', () => {
  const joints = new ThreeJoints({ ...still, fixedStep: 1 / 50 });
  const bodyA = joints.world.addBody();
  const mesh = new Mesh();
  const hook = new Group();
  hook.position.set(0.5, 0.25, 1);
  const parent = new Group().add(mesh.add(hook));
  parent.rotation.z = 0.5;
  parent.scale.set(-2, 1, 1);
  const body = joints.attach(mesh, { center: [0.1, 0], velocity: [12, 0], angularVelocity: 2 });
  const before = body.toLocal(joints.toPlane(hook.getWorldPosition(new Vector3())));
  for (let i = 0; i < 10; i++) joints.update(1 / 60);
  expect(joints.world.alpha).toBeGreaterThan(0.1);
  const seen = joints.toPlane(hook.getWorldPosition(new Vector3()));
  expect(Math.abs(body.toLocal(seen).x - before.x)).toBeGreaterThan(0.01);
  const [x, y] = anchorOf(joints.create('pivot', { bodyA, bodyB: mesh, anchor: mesh }));
  expect([Math.abs(x), y]).toEqual(closeTo(0.1, 0));
  expect(anchorOf(joints.create('pivot', { bodyA, bodyB: body, anchor: hook }))).toEqual(closeTo(before.x, before.y));
});
