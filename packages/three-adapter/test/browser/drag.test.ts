import { box, type DragJoint } from '@tenon/core';
import {
  BoxGeometry,
  type Camera,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  PlaneGeometry,
} from 'three';
import { describe, expect, it } from 'vitest';
import { ThreeJoints } from '../../src/index';
import { createStage, type Stage } from './stage';

function crateIn({ scene }: Stage, joints: ThreeJoints, x = 0, y = 0): Mesh {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial({ color: 0xffcc00 }));
  mesh.position.set(x, y, 0);
  scene.add(mesh);
  joints.attach(mesh, { shape: box(1, 1) });
  return mesh;
}

function point(stage: Stage, type: string, x: number, y: number, more: PointerEventInit = {}): void {
  const event = new PointerEvent(type, {
    ...stage.client(x, y),
    pointerId: 1,
    pointerType: 'mouse',
    bubbles: true,
    cancelable: true,
    ...more,
  });
  stage.renderer.domElement.dispatchEvent(event);
}

function run(joints: ThreeJoints, seconds: number): void {
  for (let i = 0; i < seconds * 60; i++) joints.update(1 / 60);
}

function start(gravity: [number, number] = [0, -9.81], camera?: (stage: Stage) => Camera) {
  const stage = createStage();
  const joints = new ThreeJoints({ gravity });
  joints.drag.enable({ camera: camera?.(stage) ?? stage.camera, domElement: stage.renderer.domElement });
  return { stage, joints };
}

describe('a pointer', () => {
  it('passes through what is hidden, itself or with a parent, to what is behind', () => {
    const { stage, joints } = start([0, 0]);
    const front = crateIn(stage, joints);
    front.position.z = 2;
    joints.update(0);
    const behind = crateIn(stage, joints);
    point(stage, 'pointerdown', 0, 0);
    expect(joints.drag.active).toEqual([joints.bodyOf(front)]);
    point(stage, 'pointerup', 0, 0);
    front.visible = false;
    point(stage, 'pointerdown', 0, 0);
    expect(joints.drag.active).toEqual([joints.bodyOf(behind)]);
    point(stage, 'pointerup', 0, 0);
    stage.scene.visible = false;
    point(stage, 'pointerdown', 0, 0);
    expect(joints.drag.active).toEqual([]);
  });

  it('takes what a filter says yes to: nothing is no', () => {
    const { stage, joints } = start([0, 0]);
    crateIn(stage, joints);
    const filter = (() => undefined) as never;
    joints.drag.enable({ camera: stage.camera, domElement: stage.renderer.domElement, filter });
    point(stage, 'pointerdown', 0, 0);
    expect(joints.drag.active).toEqual([]);
  });

  it('pulls what it grabs along, against gravity, and lets it fall', () => {
    const { stage, joints } = start();
    const mesh = crateIn(stage, joints);
    const body = joints.attach(mesh);
    point(stage, 'pointerdown', 0, 0);
    expect(joints.drag.active).toEqual([body]);
    point(stage, 'pointermove', 2, 1);
    run(joints, 2);
    expect(mesh.position.x).toBeCloseTo(2, 1);
    expect(mesh.position.y).toBeCloseTo(1, 1);
    point(stage, 'pointerup', 2, 1);
    expect(joints.drag.active).toEqual([]);
    expect(joints.world.joints.size).toBe(0);
    run(joints, 0.5);
    expect(mesh.position.y).toBeLessThan(0.5);
  });

  it('grabs nothing beside a body, no static one, and with no other button', () => {
    const { stage, joints } = start([0, 0]);
    const mesh = crateIn(stage, joints);
    point(stage, 'pointerdown', 2, 2);
    point(stage, 'pointerdown', 0, 0, { button: 2 });
    expect(joints.drag.active).toEqual([]);
    joints.attach(mesh).type = 'static';
    point(stage, 'pointerdown', 0, 0);
    expect(joints.drag.active).toEqual([]);
  });

  it('grabs an instance', () => {
    const { stage, joints } = start([0, 0]);
    const mesh = new InstancedMesh(new PlaneGeometry(1, 1), new MeshBasicMaterial(), 3);
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new Matrix4().makeTranslation(i * 1.5 - 1.5, 0, 0));
    stage.scene.add(mesh);
    const bodies = joints.attachInstances(mesh);
    point(stage, 'pointerdown', 1.5, 0);
    expect(joints.drag.active).toEqual([bodies[2]]);
  });

  it('leads the point that was hit, on the near face, in a perspective camera', () => {
    const { stage, joints } = start([0, 0], () => {
      const camera = new PerspectiveCamera(50, 4 / 3, 0.1, 100);
      camera.position.z = 10;
      return camera;
    });
    const body = joints.attach(crateIn(stage, joints, 3, 0));
    // The front face is 0.5 nearer than the plane: x = 3 there is 3 / 9.5 of the picture's half height at that depth.
    const halfHeight = 9.5 * Math.tan((25 * Math.PI) / 180);
    point(stage, 'pointerdown', (3 * 3) / halfHeight, 0);
    const [drag] = joints.world.joints as Iterable<DragJoint>;
    expect(drag.bodyB).toBe(body);
    expect(drag.localAnchorB.x).toBeCloseTo(0, 1);
    expect(Math.abs(drag.localAnchorB.x)).toBeLessThan(0.02);
  });

  it('rests while the camera moves: what it holds comes along', () => {
    const { stage, joints } = start([0, 0]);
    const mesh = crateIn(stage, joints);
    point(stage, 'pointerdown', 0, 0);
    stage.camera.position.x = 2;
    run(joints, 2);
    expect(mesh.position.x).toBeCloseTo(2, 1);
  });

  it('works in the xz plane from above', () => {
    const stage = createStage();
    stage.camera.position.set(0, 10, 0);
    stage.camera.up.set(0, 0, -1);
    stage.camera.lookAt(0, 0, 0);
    const joints = new ThreeJoints({ gravity: [0, 0], frame: 'xz' });
    joints.drag.enable({ camera: stage.camera, domElement: stage.renderer.domElement });
    const mesh = crateIn(stage, joints);
    point(stage, 'pointerdown', 0, 0);
    point(stage, 'pointermove', 1, 2);
    run(joints, 2);
    // Up the screen is −z.
    expect(mesh.position.x).toBeCloseTo(1, 1);
    expect(mesh.position.z).toBeCloseTo(-2, 1);
    expect(mesh.position.y).toBeCloseTo(0, 12);
  });

  it('drags by the options that it was given, whatever becomes of them', () => {
    const stage = createStage();
    const joints = new ThreeJoints({ gravity: [0, 0] });
    const { camera } = stage;
    const options = { camera, domElement: stage.renderer.domElement, filter: () => true, weights: 5 };
    joints.drag.enable(options);
    Object.assign(options, { camera: null, domElement: null, filter: 'none', weights: 'x', pointers: 0 });
    const mesh = crateIn(stage, joints);
    point(stage, 'pointerdown', 0, 0);
    point(stage, 'pointermove', 1, 0);
    run(joints, 2);
    expect(mesh.position.x).toBeCloseTo(1, 1);
    joints.drag.disable();
    point(stage, 'pointerdown', 1, 0);
    expect(joints.drag.active).toEqual([]);
  });

  it('is one of several: two fingers hold two bodies, and controls rest until the last is gone', () => {
    const stage = createStage();
    const controls = { enabled: true, gestures: 0 };
    stage.renderer.domElement.addEventListener('pointerdown', () => (controls.gestures += controls.enabled ? 1 : 0));
    const joints = new ThreeJoints({ gravity: [0, 0] });
    joints.drag.enable({ camera: stage.camera, domElement: stage.renderer.domElement, controls });
    const left = crateIn(stage, joints, -2);
    const right = crateIn(stage, joints, 2);
    point(stage, 'pointerdown', -2, 0, { pointerId: 5, pointerType: 'touch' });
    point(stage, 'pointerdown', 2, 0, { pointerId: 6, pointerType: 'touch' });
    expect(controls.enabled).toBe(false);
    point(stage, 'pointermove', -2, 1, { pointerId: 5, pointerType: 'touch' });
    point(stage, 'pointermove', 2, -1, { pointerId: 6, pointerType: 'touch' });
    run(joints, 2);
    expect(left.position.y).toBeCloseTo(1, 1);
    expect(right.position.y).toBeCloseTo(-1, 1);
    point(stage, 'pointerup', -2, 1, { pointerId: 5, pointerType: 'touch' });
    expect(controls.enabled).toBe(false);
    point(stage, 'pointercancel', 2, -1, { pointerId: 6, pointerType: 'touch' });
    expect(controls.enabled).toBe(true);
    // Registered before ours, and still too late to begin a gesture.
    expect(controls.gestures).toBe(0);
    point(stage, 'pointerdown', 0, 2, { pointerId: 7, pointerType: 'touch' });
    expect(controls.gestures).toBe(1);
  });

  it('lets go when its body leaves, and when dragging is switched off', () => {
    const { stage, joints } = start([0, 0]);
    const { domElement } = stage.renderer;
    const mesh = crateIn(stage, joints);
    expect(domElement.style.touchAction).toBe('none');
    point(stage, 'pointerdown', 0, 0);
    joints.detach(mesh);
    joints.update(1 / 60);
    expect(joints.drag.active).toEqual([]);
    joints.attach(mesh);
    point(stage, 'pointerdown', 0, 0);
    expect(joints.drag.active.length).toBe(1);
    joints.drag.disable();
    joints.drag.disable();
    expect(joints.world.joints.size).toBe(0);
    expect(domElement.style.touchAction).toBe('');
    point(stage, 'pointerdown', 0, 0);
    expect(joints.drag.active).toEqual([]);
  });
});
