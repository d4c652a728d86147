import { Euler, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { JointsHelper, ThreeJoints } from '../src/index';

/** What the helper draws of a hinge in the middle, as it is on the screen, strokes in order: x from −1 to 1, y up. */
function drawn(camera: OrthographicCamera | PerspectiveCamera, turned: readonly [number, number, number]): number[][] {
  const joints = new ThreeJoints({ gravity: [0, 0] });
  joints.create('pivot', { bodyB: joints.world.addBody({ mass: 1, inertia: 1 }), anchor: [0, 0], id: 'hinge' });
  camera.setRotationFromEuler(new Euler(...turned));
  camera.position.set(0, 0, 10).applyEuler(camera.rotation);
  camera.updateMatrixWorld();
  camera.updateProjectionMatrix();
  const helper = new JointsHelper(joints, { camera, pixelHeight: () => 400, legend: true, labels: 'all' });
  helper.update();
  const place = helper.geometry.getAttribute('position');
  return Array.from({ length: helper.geometry.drawRange.count }, (_, i) => {
    const { x, y } = new Vector3().fromBufferAttribute(place, i).project(camera);
    return [x, y];
  });
}

it.each([
  ['behind', [0, Math.PI, 0]],
  ['upside down', [0, 0, Math.PI]],
  ['behind and upside down', [Math.PI, 0, 0]],
] as const)('a camera %s sees labels and legend as one in front does', (_, turned) => {
  for (const camera of [new OrthographicCamera(-4, 4, 3, -3), new PerspectiveCamera(40, 4 / 3)]) {
    const front = drawn(camera, [0, 0, 0]).filter(([x]) => Math.abs(x) > 0.1);
    const there = drawn(camera, turned).filter(([x]) => Math.abs(x) > 0.1);
    expect(front.length).toBeGreaterThan(500);
    expect(there.length).toBe(front.length);
    const most = Math.max(...there.flatMap((point, i) => [0, 1].map((k) => Math.abs(point[k] - front[i][k]))));
    expect(most).toBeLessThan(1e-4);
  }
});

it.each([
  ['y', [-4, 4, -3, 3]],
  ['x', [4, -4, 3, -3]],
  ['x and y', [4, -4, -3, 3]],
] as const)('a camera whose %s runs the other way sees labels and legend as others do', (_, sides) => {
  const plain = drawn(new OrthographicCamera(-4, 4, 3, -3), [0, 0, 0]).filter(([x]) => Math.abs(x) > 0.1);
  const there = drawn(new OrthographicCamera(...sides), [0, 0, 0]).filter(([x]) => Math.abs(x) > 0.1);
  expect(there.length).toBe(plain.length);
  const most = Math.max(...there.flatMap((point, i) => [0, 1].map((k) => Math.abs(point[k] - plain[i][k]))));
  expect(most).toBeLessThan(1e-4);
});
