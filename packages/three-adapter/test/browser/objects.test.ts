import { box, disc } from '@tenon/core';
import { BoxGeometry, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { expect, it } from 'vitest';
import { ThreeJoints } from '../../src/index';
import { createStage } from './stage';

const YELLOW = 0xffcc00;
const DARK = 0x11161d;

it('a mesh is drawn where its body is', () => {
  const { scene, render, pixel } = createStage();
  const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial({ color: YELLOW }));
  scene.add(mesh);
  const joints = new ThreeJoints();
  const body = joints.attach(mesh, { shape: box(1, 1) });
  joints.update(0);
  render();
  expect(pixel(0, 0)).toBe(YELLOW);
  for (let i = 0; i < 30; i++) joints.update(1 / 60);
  render();
  // Half a second of free fall: 1.23 m.
  expect(body.y).toBeCloseTo(-9.81 / 8, 1);
  expect(pixel(0, 0)).toBe(DARK);
  expect(pixel(0, -1.25)).toBe(YELLOW);
});

it('a hinged arm swings about its hinge', () => {
  const { scene, render, pixel } = createStage();
  const arm = new Mesh(new BoxGeometry(2, 0.4, 0.4), new MeshBasicMaterial({ color: YELLOW }));
  arm.position.x = 1;
  scene.add(arm);
  const joints = new ThreeJoints();
  joints.attach(arm, { shape: box(2, 0.4), angularDamping: 4 });
  joints.create('pivot', { bodyB: arm, anchor: [0, 0] });
  for (let i = 0; i < 1200; i++) joints.update(1 / 60);
  render();
  expect(pixel(1.5, 0)).toBe(DARK);
  expect(pixel(0, -1.5)).toBe(YELLOW);
});

it('instances that move into view are drawn there, though the first picture was made without them', () => {
  const { scene, render, pixel } = createStage();
  const count = 1200;
  const mesh = new InstancedMesh(new PlaneGeometry(0.5, 0.5), new MeshBasicMaterial({ color: YELLOW }), count);
  const at = new Matrix4();
  for (let i = 0; i < count; i++) mesh.setMatrixAt(i, at.makeTranslation(1000 + i, 0, 0));
  scene.add(mesh);
  const joints = new ThreeJoints({ gravity: [0, 0] });
  const bodies = joints.attachInstances(mesh, { shape: disc(0.25) });
  joints.update(0);
  render();
  expect(pixel(0, 0)).toBe(DARK);
  bodies[700].position = [0, 0];
  bodies[1199].position = [2, 1];
  joints.update(0);
  render();
  expect([pixel(0, 0), pixel(2, 1)]).toEqual([YELLOW, YELLOW]);
  bodies[700].position = [-2, 0];
  joints.update(0);
  render();
  expect([pixel(0, 0), pixel(-2, 0)]).toEqual([DARK, YELLOW]);
  joints.detach({ mesh, index: 1199 });
  joints.update(0);
  render();
  expect(pixel(2, 1)).toBe(DARK);
});

it('a chain of instances hangs from its hinge', () => {
  const { scene, render, around } = createStage();
  const count = 10;
  const links = new InstancedMesh(new PlaneGeometry(0.4, 0.1), new MeshBasicMaterial({ color: YELLOW }), count);
  const at = new Matrix4();
  for (let i = 0; i < count; i++) links.setMatrixAt(i, at.makeTranslation(0.15 + i * 0.3, 2, 0));
  scene.add(links);
  const joints = new ThreeJoints();
  const bodies = joints.attachInstances(links, { shape: box(0.4, 0.1), linearDamping: 2, angularDamping: 2 });
  joints.create('pivot', { bodyB: bodies[0], anchor: [0, 2] });
  for (let i = 1; i < count; i++)
    joints.create('pivot', { bodyA: bodies[i - 1], bodyB: { mesh: links, index: i }, anchor: [i * 0.3, 2] });
  for (let i = 0; i < 600; i++) joints.update(1 / 60);
  render();
  expect(around(0, -0.8, 4)).toContain(YELLOW);
  expect(around(2, 2, 4)).not.toContain(YELLOW);
});
