import type { WheelJoint } from '@tenon/core';
import {
  BoxGeometry,
  BufferGeometry,
  CircleGeometry,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene,
  SplineCurve,
  Vector2,
  WebGLRenderer,
} from 'three';
import { expect, it, onTestFinished } from 'vitest';
import { fitCamera, ThreeJoints } from '../../src/index';
import readme from '../../README.md?raw';
import source from './car.test.ts?raw';

it('keys drive the car of the README over its hills', async () => {
  // README, from here …
  const renderer = new WebGLRenderer({ antialias: true });
  document.body.append(renderer.domElement);
  renderer.setSize(innerWidth, innerHeight);
  const scene = new Scene();
  const camera = fitCamera(new OrthographicCamera(), { height: 12 }, innerWidth / innerHeight);
  const joints = new ThreeJoints();

  const hills: [x: number, y: number][] = [[-4, 3], [2, 0], [10, 0], [16, 2], [24, -0.6], [32, 1.4], [48, 0]]; // prettier-ignore
  const road = new SplineCurve(hills.map(([x, y]) => new Vector2(x, y))).getPoints(100);
  scene.add(new Line(new BufferGeometry().setFromPoints(road), new LineBasicMaterial({ color: 0x77aa55 })));
  joints.addGround(road); // from left to right: its upper side is the road

  const chassis = new Mesh(new BoxGeometry(2.4, 0.6, 0.6), new MeshBasicMaterial({ color: 0xcc4433 }));
  chassis.position.set(4, 2, 0);
  scene.add(chassis);
  joints.attach(chassis, { collides: true });
  const wheels: WheelJoint[] = [-0.8, 0.8].map((x) => {
    const wheel = new Mesh(new CircleGeometry(0.4, 24), new MeshBasicMaterial({ color: 0x888888 }));
    wheel.position.set(4 + x, 1.6, 0.5);
    scene.add(wheel);
    joints.attach(wheel, { collides: { friction: 1.5 } });
    return joints.create('wheel', {
      bodyA: chassis,
      bodyB: wheel,
      anchor: wheel,
      axis: [0, 1], // of the suspension: up and down
      suspension: { spring: { hertz: 5, dampingRatio: 0.7 }, limits: [-0.2, 0.2] },
    });
  });

  const keys = new Set<string>();
  addEventListener('keydown', ({ key }) => keys.add(key));
  addEventListener('keyup', ({ key }) => keys.delete(key));

  renderer.setAnimationLoop(() => {
    const way = Number(keys.has('ArrowRight')) - Number(keys.has('ArrowLeft'));
    // Clockwise, which is negative where y is up, rolls to the right. Without a motor it coasts.
    for (const wheel of wheels) wheel.spin.motor = way === 0 ? null : { speed: -20 * way, maxTorque: 3 };
    joints.update();
    camera.position.set(chassis.position.x, chassis.position.y, 10);
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

  const start = chassis.position.x;
  dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  await expect.poll(() => chassis.position.x, { timeout: 20_000 }).toBeGreaterThan(start + 8);
  dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowRight' }));
  dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
  await expect.poll(() => joints.bodyOf(chassis)?.velocity.x, { timeout: 20_000 }).toBeLessThan(-1);
  expect(Math.abs(chassis.rotation.z)).toBeLessThan(1);
  for (const { error } of wheels) expect(error.offset).toBeLessThan(0.01);
});
