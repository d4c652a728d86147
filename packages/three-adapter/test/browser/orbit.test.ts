import { box } from '@tenon/core';
import { BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ThreeJoints } from '../../src/index';
import { createStage, type Stage } from './stage';

/** A crate in the middle of the picture, with three's own controls on the same element. */
function start(order: 'controls first' | 'drag first', give: boolean) {
  const stage = createStage();
  const { domElement } = stage.renderer;
  // Pointers that scripts make up cannot be captured, and the controls do not ask.
  domElement.setPointerCapture = () => {};
  domElement.releasePointerCapture = () => {};
  const camera = new PerspectiveCamera(50, 4 / 3, 0.1, 100);
  camera.position.z = 10;
  const joints = new ThreeJoints({ gravity: [0, 0] });
  const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
  stage.scene.add(mesh);
  joints.attach(mesh, { shape: box(1, 1) });

  const makeControls = () => new OrbitControls(camera, domElement);
  const early = order === 'controls first' ? makeControls() : null;
  const enable = (controls: OrbitControls) => joints.drag.enable({ camera, domElement, ...(give ? { controls } : {}) });
  if (order === 'drag first') joints.drag.enable({ camera, domElement });
  const controls = early ?? makeControls();
  enable(controls);
  onTestFinished(() => {
    controls.dispose();
    joints.dispose();
  });
  return { stage, camera, joints, mesh, controls };
}

function sweep(
  stage: Stage,
  joints: ThreeJoints,
  controls: OrbitControls,
  from: [number, number],
  to: [number, number],
) {
  const send = (type: string, [x, y]: [number, number], buttons: number) =>
    stage.renderer.domElement.dispatchEvent(
      new PointerEvent(type, {
        ...stage.client(x, y),
        pointerId: 1,
        pointerType: 'mouse',
        button: type === 'pointermove' ? -1 : 0,
        buttons,
        bubbles: true,
        cancelable: true,
      }),
    );
  send('pointerdown', from, 1);
  for (let k = 1; k <= 60; k++) {
    send('pointermove', [from[0] + ((to[0] - from[0]) * k) / 60, from[1] + ((to[1] - from[1]) * k) / 60], 1);
    joints.update(1 / 60);
    controls.update();
  }
  for (let k = 0; k < 60; k++) joints.update(1 / 60);
  send('pointerup', to, 0);
  controls.update();
}

describe.each(['controls first', 'drag first'] as const)('beside OrbitControls, %s', (order) => {
  it('a drag moves the body and not the camera; beside the body the camera orbits, before and after', () => {
    const { stage, camera, joints, mesh, controls } = start(order, true);
    sweep(stage, joints, controls, [2, 2], [2.5, 2]);
    const turned = camera.position.clone();
    expect(turned.distanceTo({ x: 0, y: 0, z: 10 })).toBeGreaterThan(0.5);
    expect(mesh.position.length()).toBe(0);

    sweep(stage, joints, controls, [0, 0], [1, 0.5]);
    expect(camera.position.distanceTo(turned)).toBe(0);
    expect(mesh.position.length()).toBeGreaterThan(0.5);
    expect(controls.enabled).toBe(true);

    sweep(stage, joints, controls, [-2.5, 2], [-2, 2]);
    expect(camera.position.distanceTo(turned)).toBeGreaterThan(0.5);
  });
});

it('without being told of the controls a drag orbits, too', () => {
  const { stage, camera, joints, mesh, controls } = start('controls first', false);
  sweep(stage, joints, controls, [0, 0], [1, 0.5]);
  expect(mesh.position.length()).toBeGreaterThan(0.5);
  expect(camera.position.distanceTo({ x: 0, y: 0, z: 10 })).toBeGreaterThan(0.5);
});
