import {
  BatchedMesh,
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  Vector3,
} from 'three';
import { expect, it } from 'vitest';
import { ThreeJoints } from '../src/index';

const still = { gravity: [0, 0] as const };
const at = new Matrix4();

function row(count: number): InstancedMesh {
  const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), count);
  for (let i = 0; i < count; i++) mesh.setMatrixAt(i, at.makeTranslation(i * 2, 0, 0.5).scale(new Vector3(1, 2, 3)));
  return mesh;
}

function numbersAt(mesh: InstancedMesh, index: number): number[] {
  return [...mesh.instanceMatrix.array.slice(index * 16, index * 16 + 16)];
}

it('where one is refused, none has a body, and the next call may do better', () => {
  const joints = new ThreeJoints(still);
  const mesh = row(3);
  const before = [0, 1, 2].map((index) => numbersAt(mesh, index));
  const mass = [1, 2, -3];
  expect(() => joints.attachInstances(mesh, (index) => ({ mass: mass[index] ?? 1 }))).toThrow(
    'slot 2: Body.mass must be above 0, or Infinity for a body that cannot be moved, got -3',
  );
  expect(joints.world.bodies.size).toBe(0);
  expect([0, 1, 2].map((index) => numbersAt(mesh, index))).toEqual(before);
  expect(joints.attachInstances(mesh)).toHaveLength(3);

  const root = new Group();
  for (const mass of [1, 'heavy']) {
    const part = new Group();
    part.name = `leg of ${mass}`;
    part.userData['joints'] = { mass };
    root.add(part);
  }
  expect(() => joints.attachScene(root)).toThrow("Group 'leg of heavy': Body.mass must be");
  expect(joints.world.bodies.size).toBe(3);
  expect(joints.bodyOf(mesh)).toBe(null);
});

it('a slot shows its body, with the scale and depth it had', () => {
  const joints = new ThreeJoints(still);
  const mesh = row(3);
  const before = numbersAt(mesh, 1);
  const bodies = joints.attachInstances(mesh);
  expect(bodies.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [2, 0],
    [4, 0],
  ]);
  joints.update(0);
  expect(numbersAt(mesh, 1)).toEqual(before);
  bodies[1].position = [7, 8];
  bodies[1].angle = Math.PI / 2;
  joints.update(0);
  mesh.getMatrixAt(1, at);
  const position = new Vector3();
  const scale = new Vector3();
  const turn = new Quaternion();
  at.decompose(position, turn, scale);
  expect(position.toArray()).toEqual([7, 8, 0.5]);
  expect(scale.distanceTo(new Vector3(1, 2, 3))).toBeLessThan(1e-6);
  expect(turn.angleTo(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2))).toBeLessThan(1e-6);
  expect(joints.bodyOf({ mesh, index: 1 })).toBe(bodies[1]);
  expect(joints.objectOf(bodies[1])).toEqual(expect.objectContaining({ mesh, index: 1 }));
});

it('a slot that is handed out stays that of its body', () => {
  const joints = new ThreeJoints(still);
  const [body] = joints.attachInstances(row(3));
  const slot = joints.objectOf(body);
  expect(() => Object.assign(slot ?? {}, { index: 2 })).toThrow(TypeError);
  expect(joints.objectOf(body)).toBe(slot);
  expect(slot).toHaveProperty('index', 0);
});

it('only what a motion in the plane can change is written', () => {
  const joints = new ThreeJoints(still);
  const mesh = row(1);
  const [body] = joints.attachInstances(mesh);
  joints.update(0);
  mesh.instanceMatrix.array.fill(-9);
  body.position = [1, 2];
  joints.update(0);
  const written = numbersAt(mesh, 0).flatMap((value, i) => (value === -9 ? [] : [i]));
  expect(written).toEqual([0, 1, 4, 5, 12, 13]);
});

it('also under a turned, scaled, moving mesh, and in the xz plane', () => {
  for (const frame of ['xy', 'xz'] as const) {
    const joints = new ThreeJoints({ ...still, frame });
    const mesh = row(2);
    const group = new Group().add(mesh);
    group.rotation.set(0.2, 0.3, 0.4);
    group.scale.set(2, 1, 0.5);
    const [, body] = joints.attachInstances(mesh);
    mesh.getMatrixAt(1, at);
    const before = at.clone().premultiply(mesh.matrixWorld);
    const { x, y } = body;
    body.position = [x + 1, y - 2];
    group.position.set(5, 6, 7);
    joints.update(0);
    group.updateMatrixWorld(true);
    mesh.getMatrixAt(1, at);
    const after = at.premultiply(mesh.matrixWorld);
    const moved = new Vector3(1, -2, 0).transformDirection(joints.frame.matrixWorld).multiplyScalar(Math.sqrt(5));
    const expected = new Matrix4().makeTranslation(moved).multiply(before);
    after.elements.forEach((value, i) => expect(value).toBeCloseTo(expected.elements[i], 5));
  }
});

it('sleepers are not written: an upload covers those that moved, and all that waits for a renderer', () => {
  const joints = new ThreeJoints(still);
  const mesh = row(100);
  const bodies = joints.attachInstances(mesh);
  joints.update(0);
  joints.update(0);
  const { instanceMatrix } = mesh;
  instanceMatrix.clearUpdateRanges();
  const idle = instanceMatrix.version;
  joints.update(0);
  expect(instanceMatrix.version).toBe(idle);
  bodies[10].position = [0, 1];
  bodies[12].position = [0, 1];
  joints.update(0);
  expect(instanceMatrix.version).toBe(idle + 1);
  expect(instanceMatrix.updateRanges).toEqual([{ start: 160, count: 48 }]);
  bodies[20].position = [0, 1];
  joints.update(0);
  expect(instanceMatrix.updateRanges).toEqual([{ start: 160, count: 176 }]);
  // Announced once more after the last change, then no more.
  instanceMatrix.clearUpdateRanges();
  const last = instanceMatrix.version;
  joints.update(0);
  joints.update(0);
  joints.update(0);
  expect(instanceMatrix.version).toBe(last + 1);
});

it("slots of the user's own are uploaded, too", () => {
  const joints = new ThreeJoints(still);
  const mesh = row(3);
  const body = joints.attach(mesh, { index: 0 });
  body.position = [1, 1];
  joints.update(0);
  expect(mesh.instanceMatrix.updateRanges).toEqual([]);
});

it('bounds hold all instances: they are hit where they are', () => {
  const joints = new ThreeJoints(still);
  const mesh = row(3);
  mesh.computeBoundingSphere();
  const bodies = joints.attachInstances(mesh);
  bodies[2].position = [500, 300];
  bodies[0].position = [-40, 2];
  joints.update(0);
  const ray = new Raycaster(new Vector3(500.4, 300.9, 50), new Vector3(0, 0, -1));
  expect(ray.intersectObject(mesh).map(({ instanceId }) => instanceId)).toContain(2);
  const { boundingSphere } = mesh;
  const corner = new Vector3();
  for (let i = 0; i < 3; i++) {
    mesh.getMatrixAt(i, at);
    for (const x of [-0.5, 0.5]) {
      for (const y of [-0.5, 0.5]) {
        expect(boundingSphere?.containsPoint(corner.set(x, y, 0.5).applyMatrix4(at))).toBe(true);
      }
    }
  }
});

it('a detached slot is hidden unless it is kept', () => {
  const joints = new ThreeJoints(still);
  const mesh = row(2);
  const [first, second] = joints.attachInstances(mesh);
  const before = numbersAt(mesh, 1);
  joints.detach({ mesh, index: 0 });
  joints.detach({ mesh, index: 0 });
  joints.detach({ mesh, index: 1 }, { keep: true });
  expect(numbersAt(mesh, 0)).toEqual([...new Array<number>(15).fill(0), 1]);
  expect(numbersAt(mesh, 1)).toEqual(before);
  expect([first.world, second.world]).toEqual([null, null]);
  joints.attach(mesh, { index: 1 });
  mesh.dispose();
  expect(joints.world.bodies.size).toBe(0);
});

it('a BatchedMesh has slots, too', () => {
  const joints = new ThreeJoints(still);
  const mesh = new BatchedMesh(4, 100, 100, new MeshBasicMaterial());
  const geometry = mesh.addGeometry(new PlaneGeometry());
  const index = mesh.addInstance(geometry);
  mesh.setMatrixAt(index, at.makeTranslation(3, 4, 5));
  const [body] = joints.attachInstances(mesh);
  expect([body.x, body.y]).toEqual([3, 4]);
  body.position = [6, 7];
  joints.update(0);
  mesh.getMatrixAt(index, at);
  expect(new Vector3().setFromMatrixPosition(at).toArray()).toEqual([6, 7, 5]);
});
