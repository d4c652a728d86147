import { box } from '@tenon/core';
import { BoxGeometry, Mesh, MeshBasicMaterial, OrthographicCamera, Scene, WebGLRenderer } from 'three';
import { expect, it, onTestFinished } from 'vitest';
import { fitCamera, JointsHelper, ThreeJoints } from '../../src/index';
import readme from '../../README.md?raw';
import source from './readme.test.ts?raw';

it('the twenty lines of the README work as they stand', async () => {
  // README, from here …
  const renderer = new WebGLRenderer({ antialias: true });
  document.body.append(renderer.domElement);
  renderer.setSize(innerWidth, innerHeight);
  const scene = new Scene();
  const camera = fitCamera(new OrthographicCamera(), { height: 12 }, innerWidth / innerHeight);
  camera.position.z = 10; // at 0 it stands inside the scene and sees nothing

  const arm = new Mesh(new BoxGeometry(4, 0.4, 0.4), new MeshBasicMaterial({ color: 0xffcc00 }));
  arm.position.x = 2;
  scene.add(arm);

  const joints = new ThreeJoints(); // y up, metres, gravity [0, -9.81]
  joints.attach(arm, { shape: box(4, 0.4), density: 1 });
  const hinge = joints.create('pivot', { bodyB: arm, anchor: [0, 0] }); // hinged to the world
  hinge.angle.motor = { speed: 2, maxTorque: 200 };

  scene.add(new JointsHelper(joints));
  joints.drag.enable({ camera, domElement: renderer.domElement });

  renderer.setAnimationLoop(() => {
    joints.update();
    renderer.render(scene, camera);
  });
  // … to here.
  onTestFinished(() => {
    renderer.setAnimationLoop(null);
    renderer.dispose();
    renderer.domElement.remove();
  });

  const [, sample] = source.split(/^ *\/\/ README, from here …\n|^ *\/\/ … to here\.$/m);
  expect(readme).toContain(sample.replaceAll(/^ {2}/gm, '').trim());

  await expect.poll(() => hinge.angle.value, { timeout: 20_000 }).toBeGreaterThan(0.5);
  expect(arm.rotation.z).toBeGreaterThan(0.4);
  expect(hinge.angle.rate).toBeCloseTo(2, 1);
  expect(renderer.info.render.calls).toBe(2);
});
