import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { ThreeJoints } from '../src/index';

// Whoever mirrors a picture does not turn its body: angles are as one sees them, and pictures stay as they were.

const still = { gravity: [0, 0] as const };

function worldMatrix(object: Object3D): Matrix4 {
  let root = object;
  while (root.parent !== null) root = root.parent;
  root.updateMatrixWorld(true);
  return object.matrixWorld.clone();
}

function greatestDifference(a: Matrix4, b: Matrix4): number {
  return Math.max(...a.elements.map((value, i) => Math.abs(value - b.elements[i])));
}

const angleBetween = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
const flips = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

describe.each([
  ['upright', [0, 0, 0]],
  ['turned', [0.4, 0.7, -1.1]],
  ['turned far', [2.5, -2, 3]],
])('%s', (_, turns) => {
  describe.each(['xy', 'xz'] as const)('in the plane %s', (frame) => {
    // In xz angles grow clockwise from above, and y is z.
    const turn = (object: Object3D, angle: number) => {
      if (frame === 'xy') object.rotation.z = angle;
      else object.rotation.y = -angle;
    };
    const scale = (object: Object3D, size: number, [x, y]: readonly [number, number]) => {
      if (frame === 'xy') object.scale.set(size * x, size * y, size);
      else object.scale.set(size * x, size, size * y);
    };

    it.each(flips)('own flip %i, %i, with all of the parents', (...own) => {
      for (const inner of flips)
        for (const outer of flips) {
          const joints = new ThreeJoints({ ...still, frame });
          const mesh = new Mesh();
          const parent = new Group().add(mesh);
          const root = new Group().add(parent);
          [mesh, parent, root].forEach((object, i) => turn(object, turns[i]));
          scale(mesh, 1.5, own);
          scale(parent, 2, inner);
          scale(root, 0.5, outer);
          mesh.position.set(3, 2, 1);
          root.position.set(1, 2, 3);
          const picture = worldMatrix(mesh);
          const body = joints.attach(mesh);
          // Each flip of a parent turns round what is turned within it.
          const seen = turns[2] + outer[0] * outer[1] * (turns[1] + inner[0] * inner[1] * turns[0]);
          expect(angleBetween(body.angle, seen)).toBeLessThan(1e-9);
          joints.update(1 / 60);
          expect(greatestDifference(worldMatrix(mesh), picture)).toBeLessThan(1e-9);

          // The picture turns with its body, whatever mirrors it.
          body.angle += 1;
          joints.update(1 / 60);
          const about = joints.fromPlane(body.x, body.y);
          const spin = new Matrix4().makeRotationFromQuaternion(
            new Quaternion().setFromAxisAngle(frame === 'xy' ? new Vector3(0, 0, 1) : new Vector3(0, -1, 0), 1),
          );
          const turned = new Matrix4()
            .makeTranslation(about)
            .multiply(spin)
            .multiply(new Matrix4().makeTranslation(about.negate()))
            .multiply(picture);
          expect(greatestDifference(worldMatrix(mesh), turned)).toBeLessThan(1e-9);
        }
    });
  });
});

describe.each(['dynamic', 'kinematic', 'static'] as const)('a parent that is flipped as it runs, %s', (type) => {
  it.each(flips)('by %i, %i mirrors the picture and turns no body', (x, y) => {
    const joints = new ThreeJoints(still);
    const mesh = new Mesh();
    mesh.position.x = 3;
    mesh.scale.set(2, -1, 1);
    mesh.rotation.z = 0.3;
    const parent = new Group().add(mesh);
    const body = joints.attach(mesh, { type });
    joints.create('pivot', { bodyB: body, anchor: [3, 0] });
    for (let i = 0; i < 3; i++) joints.update(1 / 60);
    const before = worldMatrix(mesh);
    parent.scale.set(x, y, 1);
    for (let i = 0; i < 3; i++) joints.update(1 / 60);
    const angle = type === 'dynamic' ? 0.3 : x * y * 0.3;
    expect(body.angle).toBeCloseTo(angle, 9);
    const expected = new Matrix4()
      .makeRotationZ(angle)
      .multiply(new Matrix4().makeScale(x, y, 1))
      .multiply(new Matrix4().makeScale(2, -1, 1));
    expect(greatestDifference(worldMatrix(mesh).setPosition(0, 0, 0), expected)).toBeLessThan(1e-9);
    parent.scale.set(1, 1, 1);
    for (let i = 0; i < 3; i++) joints.update(1 / 60);
    expect(greatestDifference(worldMatrix(mesh), before)).toBeLessThan(1e-9);
    expect([body.angle, mesh.rotation.z]).toEqual([expect.closeTo(0.3, 9), expect.closeTo(0.3, 9)]);
  });
});

it('a centre of mass beside the origin is where the mirrored axes point', () => {
  const joints = new ThreeJoints(still);
  const mesh = new Mesh();
  mesh.scale.x = -1;
  const body = joints.attach(mesh, { center: [1, 2] });
  expect([body.x, body.y, body.angle]).toEqual([-1, 2, 0]);
});

it('an object that is turned over lies at the angle at which one sees it', () => {
  const joints = new ThreeJoints(still);
  const coin = new Mesh();
  coin.rotation.y = Math.PI;
  const body = joints.attach(coin, { type: 'kinematic' });
  expect(body.angle).toBeCloseTo(0, 9);
  for (let i = 0; i < 60; i++) {
    coin.rotation.y += 0.1;
    joints.update(1 / 60);
    expect(Math.abs(body.angle)).toBeLessThan(1e-9);
  }
});

it('slots of a mesh that is flipped as it runs are mirrored on their bodies', () => {
  const joints = new ThreeJoints(still);
  const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
  mesh.setMatrixAt(0, new Matrix4().makeScale(-1, 1, 1));
  mesh.setMatrixAt(1, new Matrix4().makeScale(1, -1, 1).setPosition(2, 0, 0));
  const bodies = joints.attachInstances(mesh);
  expect(bodies.map(({ angle }) => angle)).toEqual([0, 0]);
  joints.update(1 / 60);
  mesh.scale.x = -1;
  joints.update(1 / 60);
  const seen = (index: number) => {
    const slot = new Matrix4();
    mesh.getMatrixAt(index, slot);
    return worldMatrix(mesh).multiply(slot);
  };
  expect(greatestDifference(seen(0), new Matrix4())).toBeLessThan(1e-6);
  expect(greatestDifference(seen(1), new Matrix4().makeScale(-1, -1, 1).setPosition(2, 0, 0))).toBeLessThan(1e-6);
  expect(bodies.map(({ angle }) => angle)).toEqual([0, 0]);
});

it('a frame that is mirrored twice mirrors nothing', () => {
  const frame = new Group();
  frame.scale.set(-1, -1, 1);
  const mesh = new Mesh();
  mesh.rotation.z = 0.5;
  frame.add(mesh);
  const joints = new ThreeJoints({ ...still, frame });
  expect(joints.attach(mesh).angle).toBeCloseTo(0.5, 9);
});
