import { expect, it, vi } from 'vitest';
import { Mesh } from 'three';
import { ThreeJoints } from '../src/index';

const still = { gravity: [0, 0] as const };

it('no time passes at a delta of none or less, and at most a quarter of a second at a long one', () => {
  const joints = new ThreeJoints();
  for (const delta of [-1, 0]) joints.update(delta);
  expect(joints.world.time).toBe(0);
  joints.update(3);
  expect(joints.world.time).toBeCloseTo(0.25, 9);
});

it('its own clock starts at the first call', () => {
  const now = vi.spyOn(performance, 'now');
  const joints = new ThreeJoints();
  now.mockReturnValue(5000);
  joints.update();
  expect(joints.world.time).toBe(0);
  now.mockReturnValue(5100.5);
  joints.update();
  expect(joints.world.time).toBeCloseTo(0.1, 9);
  now.mockRestore();
});

it('milliseconds are noticed, once', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const joints = new ThreeJoints();
  joints.update(16.7);
  joints.update(16.7);
  expect(warn).not.toHaveBeenCalled();
  for (let i = 0; i < 5; i++) joints.update(16.7);
  expect(warn.mock.calls).toEqual([
    ['Tenon: update() wants seconds, got 16.7; leave the argument out or divide by 1000'],
  ]);
  warn.mockRestore();
});

it('time can run slower, or stand while objects still follow', () => {
  const joints = new ThreeJoints({ ...still, timeScale: 0.5 });
  const mesh = new Mesh();
  const body = joints.attach(mesh);
  joints.update(0.1);
  expect(joints.world.time).toBeCloseTo(0.05, 9);
  joints.paused = true;
  body.position = [1, 2];
  joints.update(0.1);
  expect(joints.world.time).toBeCloseTo(0.05, 9);
  expect(mesh.position.toArray()).toEqual([1, 2, 0]);
});

it('a single step is shown as it ends, and stays so while paused', () => {
  const joints = new ThreeJoints(still);
  const mesh = new Mesh();
  const body = joints.attach(mesh, { velocity: [6, 0] });
  joints.paused = true;
  joints.step();
  expect(body.x).toBeCloseTo(0.1, 12);
  expect(mesh.position.x).toBe(body.x);
  joints.update(1 / 60);
  expect(mesh.position.x).toBe(body.x);
  expect(joints.alpha).toBe(1);
});

it('without interpolation objects are where the last step left their bodies', () => {
  const joints = new ThreeJoints({ ...still, interpolate: false });
  const mesh = new Mesh();
  const body = joints.attach(mesh, { velocity: [6, 0] });
  joints.update(1.7 / 60);
  expect(mesh.position.x).toBe(body.x);
  expect(joints.alpha).toBe(1);
});

it('objects are shown also when a listener throws', () => {
  const joints = new ThreeJoints({ interpolate: false });
  const mesh = new Mesh();
  const body = joints.attach(mesh);
  joints.on('afterstep', () => {
    throw new RangeError('mine');
  });
  expect(() => joints.update(1 / 60)).toThrow('mine');
  expect(body.y).toBeLessThan(0);
  expect(mesh.position.y).toBe(body.y);
});

it('awake tells loops that draw on demand when to rest', () => {
  const joints = new ThreeJoints(still);
  expect(joints.awake).toBe(false);
  joints.attach(new Mesh());
  expect(joints.awake).toBe(true);
  for (let i = 0; i < 60; i++) joints.update(1 / 60);
  expect(joints.awake).toBe(false);
});
