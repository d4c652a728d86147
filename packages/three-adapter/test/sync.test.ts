import { box, TenonError } from '@tenon/core';
import { Euler, Group, Matrix4, Mesh, Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { ThreeJoints } from '../src/index';

const still = { gravity: [0, 0] as const };

function greatestDifference(a: Matrix4, b: Matrix4): number {
  return Math.max(...a.elements.map((value, i) => Math.abs(value - b.elements[i])));
}

function worldMatrix(object: Object3D): Matrix4 {
  let root = object;
  while (root.parent !== null) root = root.parent;
  root.updateMatrixWorld(true);
  return object.matrixWorld.clone();
}

function tilted(): Object3D {
  const frame = new Object3D();
  frame.position.set(1, -2, 3);
  frame.rotation.set(0.4, -0.9, 0.3);
  frame.scale.setScalar(2);
  return frame;
}

const parents: Record<string, () => Object3D> = {
  flat: () => new Group(),
  moved: () => place(new Group(), [1, 2, 3], [0, 0, 0], [1, 1, 1]),
  turned: () => place(new Group(), [1, 2, 3], [0.3, 0.5, -0.7], [1, 1, 1]),
  scaled: () => place(new Group(), [1, 0, 0], [0, 0, 0.4], [3, 3, 3]),
  uneven: () => place(new Group(), [0, 1, 0], [0, 0, 0.6], [2, 0.2, 0.2]),
  mirrored: () => place(new Group(), [0, 1, 0], [0, 0, 0.6], [-1, 1, 1]),
};

function place(object: Object3D, position: number[], rotation: number[], scale: number[]): Object3D {
  object.position.fromArray(position);
  object.rotation.set(rotation[0], rotation[1], rotation[2]);
  object.scale.fromArray(scale);
  return object;
}

describe('an object shows its body exactly, whatever its frame and parents', () => {
  const frames = { xy: () => 'xy' as const, xz: () => 'xz' as const, tilted };
  for (const [frameName, frame] of Object.entries(frames)) {
    for (const [parentName, parent] of Object.entries(parents)) {
      it(`${frameName}, parent ${parentName}`, () => {
        const joints = new ThreeJoints({ ...still, frame: frame() });
        const outer = new Group();
        const group = parent();
        outer.add(group);
        const mesh = new Mesh();
        place(mesh, [0.5, -0.4, 0.8], [0, 0, 0.9], [1, 2, 3]);
        group.add(mesh);
        const before = worldMatrix(mesh);

        const body = joints.attach(mesh);
        joints.update(0);
        expect(greatestDifference(worldMatrix(mesh), before)).toBeLessThan(1e-12);

        // A rigid motion of the body is the same rigid motion of the object, in the frame.
        const { x, y, angle } = body;
        body.position = [x + 3, y - 2];
        body.angle = angle + 2.5;
        outer.position.set(4, 5, 6);
        joints.update(0);
        const inFrame = joints.frame.matrixWorld.clone().invert();
        const motion = new Matrix4()
          .makeTranslation(x + 3, y - 2, 0)
          .multiply(new Matrix4().makeRotationZ(2.5))
          .multiply(new Matrix4().makeTranslation(-x, -y, 0));
        const expected = joints.frame.matrixWorld.clone().multiply(motion).multiply(inFrame).multiply(before);
        expect(greatestDifference(worldMatrix(mesh), expected)).toBeLessThan(1e-9);

        // Back again after a full turn.
        body.position = [x, y];
        body.angle = angle + 2 * Math.PI;
        outer.position.set(0, 0, 0);
        joints.update(0);
        expect(greatestDifference(worldMatrix(mesh), before)).toBeLessThan(1e-9);
      });
    }
  }
});

it('a pivoted object turns about its body, not about its pivot', () => {
  const joints = new ThreeJoints(still);
  const mesh = new Mesh();
  mesh.pivot = new Vector3(1, 0, 0);
  const before = worldMatrix(mesh);
  const body = joints.attach(mesh);
  body.angle = Math.PI / 2;
  joints.update(0);
  const expected = new Matrix4().makeRotationZ(Math.PI / 2).multiply(before);
  expect(greatestDifference(worldMatrix(mesh), expected)).toBeLessThan(1e-12);
});

it('in the xz plane y is z, and a positive angle turns x towards z', () => {
  const joints = new ThreeJoints({ ...still, frame: 'xz' });
  const mesh = new Mesh();
  mesh.position.set(1, 5, 2);
  const body = joints.attach(mesh);
  expect([body.x, body.y]).toEqual([1, expect.closeTo(2, 12)]);
  body.position = [3, 4];
  body.angle = 0.5;
  joints.update(0);
  expect(mesh.position.toArray()).toEqual([expect.closeTo(3, 12), expect.closeTo(5, 12), expect.closeTo(4, 12)]);
  expect(mesh.rotation.y).toBeCloseTo(-0.5, 12);
});

it('gravity pulls down in three: -9.81 m/s² along y, in pixels as many times more', () => {
  expect([...new ThreeJoints().world.gravity]).toEqual([0, -9.81]);
  const pixels = new ThreeJoints({ pixelsPerMeter: 50 });
  expect([...pixels.world.gravity]).toEqual([0, -490.5]);
  expect(pixels.world.lengthUnit).toBe(50);
  expect(() => new ThreeJoints({ pixelsPerMeter: 50, lengthUnit: 50 })).toThrow(TenonError);
});

it('a falling mesh follows its body between two steps', () => {
  const joints = new ThreeJoints();
  const mesh = new Mesh();
  const body = joints.attach(mesh);
  joints.update(1 / 60);
  const first = body.y;
  joints.update(1 / 60 + 1 / 240);
  expect(joints.world.alpha).toBeCloseTo(0.25, 9);
  expect(mesh.position.y).toBeCloseTo(first + 0.25 * (body.y - first), 12);
  expect(body.y).toBeLessThan(first);
});

it('a nested object keeps to its own body while its parent moves with another', () => {
  const joints = new ThreeJoints(still);
  const outer = new Mesh();
  const inner = new Mesh();
  inner.position.x = 1;
  outer.add(inner);
  const innerBody = joints.attach(inner);
  const outerBody = joints.attach(outer);
  outerBody.position = [5, 5];
  outerBody.angle = 1;
  innerBody.position = [2, 3];
  joints.update(0);
  const shown = new Vector3().setFromMatrixPosition(worldMatrix(inner));
  expect(shown.distanceTo(new Vector3(2, 3, 0))).toBeLessThan(1e-12);
});

describe('who moves an object takes its body along', () => {
  it('a dynamic body is teleported and keeps its velocity; nothing is smeared over the jump', () => {
    const joints = new ThreeJoints(still);
    const mesh = new Mesh();
    const body = joints.attach(mesh, { velocity: [1, 2] });
    joints.update(1 / 60);
    mesh.position.set(10, 20, 0);
    joints.update(0);
    expect([body.x, body.y]).toEqual([10, 20]);
    expect([...body.velocity]).toEqual([1, 2]);
    expect(mesh.position.x).toBe(10);
  });

  it('depth belongs to the user: it moves no body', () => {
    const joints = new ThreeJoints(still);
    const mesh = new Mesh();
    const body = joints.attach(mesh, { velocity: [1, 0] });
    joints.update(1.5 / 60);
    const { x } = body;
    mesh.position.z = -3;
    joints.update(0);
    expect(body.x).toBe(x);
    joints.update(1 / 60);
    expect(mesh.position.z).toBe(-3);
    expect(mesh.position.x).toBeGreaterThan(0);
  });

  it('angles stay unwrapped: the nearest turn is meant', () => {
    const joints = new ThreeJoints(still);
    const mesh = new Mesh();
    const body = joints.attach(mesh);
    body.angle = 6 * Math.PI;
    joints.update(0);
    mesh.quaternion.setFromEuler(new Euler(0, 0, 0.3));
    joints.update(0);
    expect(body.angle).toBeCloseTo(6 * Math.PI + 0.3, 9);
  });

  it('a static body is put where its object is, and an object where its static body is', () => {
    const joints = new ThreeJoints(still);
    const mesh = new Mesh();
    const body = joints.attach(mesh, { type: 'static' });
    mesh.position.set(3, 0, 0);
    joints.update(1 / 60);
    expect(body.x).toBe(3);
    body.position = [4, 1];
    joints.update(1 / 60);
    expect(mesh.position.toArray()).toEqual([4, 1, 0]);
  });

  it('also where the parent is scaled unevenly and the matrix is written', () => {
    const joints = new ThreeJoints(still);
    const parent = parents.uneven();
    const mesh = new Mesh();
    parent.add(mesh);
    const body = joints.attach(mesh);
    body.angle += 1;
    joints.update(0);
    expect(mesh.matrixAutoUpdate).toBe(false);
    mesh.position.x += 1;
    joints.update(0);
    const shown = new Vector3().setFromMatrixPosition(worldMatrix(mesh));
    expect(body.x).toBeCloseTo(shown.x, 12);
    expect(shown.x).toBeCloseTo(2 * Math.cos(0.6), 9);
    joints.detach(mesh);
    expect(mesh.matrixAutoUpdate).toBe(true);
  });
});

describe('a kinematic object leads its body', () => {
  for (const rate of [30, 60, 75, 144]) {
    it(`at an even speed on a display of ${rate} Hz`, () => {
      const joints = new ThreeJoints(still);
      const mesh = new Mesh();
      const body = joints.attach(mesh, { type: 'kinematic' });
      joints.update(0);
      const speeds: number[] = [];
      let last = 0;
      joints.on('afterstep', ({ dt }) => {
        speeds.push((body.x - last) / dt);
        last = body.x;
      });
      for (let frame = 1; frame <= 2 * rate; frame++) {
        mesh.position.x = (2 * frame) / rate;
        joints.update(1 / rate);
        expect(mesh.position.x).toBe((2 * frame) / rate);
      }
      expect(speeds.length).toBeGreaterThan(115);
      // Every step at 2 m/s: frames of 144 Hz would give 1.67 or 2.5.
      for (const speed of speeds) expect(speed).toBeCloseTo(2, 9);
    });
  }

  it('and stands still when the object does', () => {
    const joints = new ThreeJoints(still);
    const mesh = new Mesh();
    const body = joints.attach(mesh, { type: 'kinematic' });
    for (let frame = 1; frame <= 10; frame++) {
      mesh.position.x = frame / 100;
      joints.update(1 / 144);
    }
    for (let frame = 0; frame < 5; frame++) joints.update(1 / 60);
    expect(body.x).toBe(0.1);
    expect([...body.velocity]).toEqual([0, 0]);
    expect(mesh.position.x).toBe(0.1);
  });

  it('a jump faster than any motion is a teleport: nobody is hit at 6000 m/s', () => {
    const joints = new ThreeJoints(still);
    const mesh = new Mesh();
    const body = joints.attach(mesh, { type: 'kinematic' });
    let fastest = 0;
    joints.on('beforesubstep', () => (fastest = Math.max(fastest, Math.abs(body.velocity.x))));
    mesh.position.x = 100;
    joints.update(1 / 60);
    expect(body.x).toBe(100);
    expect(fastest).toBe(0);
  });

  it('a velocity given to the body moves the object', () => {
    const joints = new ThreeJoints({ ...still, interpolate: false });
    const mesh = new Mesh();
    joints.attach(mesh, { type: 'kinematic', velocity: [6, 0] });
    joints.update(1 / 60);
    joints.update(1 / 60);
    expect(mesh.position.x).toBeCloseTo(0.2, 12);
  });
});

it("honours and gives back the user's matrixAutoUpdate = false", () => {
  const joints = new ThreeJoints(still);
  const mesh = new Mesh();
  mesh.matrixAutoUpdate = false;
  const body = joints.attach(mesh);
  body.position = [2, 0];
  joints.update(0);
  expect(mesh.matrix.elements[12]).toBe(2);
  joints.detach(mesh);
  expect(mesh.matrixAutoUpdate).toBe(false);
});

it('a body may have its centre beside the origin of its object', () => {
  const joints = new ThreeJoints(still);
  const bar = new Mesh();
  bar.position.set(1, 0, 0);
  bar.rotation.z = Math.PI / 2;
  const body = joints.attach(bar, { shape: box(2, 0.2), center: [1, 0] });
  expect([body.x, body.y]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
  body.angle += Math.PI / 2;
  joints.update(0);
  expect(bar.position.distanceTo(new Vector3(2, 1, 0))).toBeLessThan(1e-12);
});

it('a position given at attach moves the object there, a body given takes it as it stands', () => {
  const joints = new ThreeJoints(still);
  const mesh = new Mesh();
  const body = joints.attach(mesh, { position: [3, 4], angle: 0.5 });
  expect(mesh.position.toArray()).toEqual([3, 4, 0]);
  expect(mesh.rotation.z).toBeCloseTo(0.5, 12);
  const view = new Mesh();
  view.position.set(4, 4, 1);
  expect(joints.attach(view, { body })).toBe(body);
  joints.update(0);
  expect(view.position.distanceTo(new Vector3(4, 4, 1))).toBeLessThan(1e-12);
  body.position = [0, 0];
  joints.update(0);
  expect(view.position.distanceTo(new Vector3(1, 0, 1))).toBeLessThan(1e-12);
  expect(view.quaternion.angleTo(new Quaternion())).toBeLessThan(1e-7);
  joints.detach(view);
  expect(body.world).toBe(joints.world);
});

it('a body that spins fast is shown turning forwards', () => {
  const joints = new ThreeJoints(still);
  const mesh = new Mesh();
  joints.attach(mesh, { angularVelocity: 240 });
  joints.update(1 / 60);
  joints.update(0.5 / 60);
  // Half of a turn by 4 rad, not the short way back.
  const expected = new Quaternion().setFromEuler(new Euler(0, 0, 2));
  expect(Math.abs(mesh.quaternion.dot(expected))).toBeCloseTo(1, 9);
});

describe('an object that is put where no place is', () => {
  const crate = (type: 'dynamic' | 'kinematic' | 'static', parent: Object3D) => {
    const joints = new ThreeJoints({ gravity: [0, -9.81] });
    const mesh = new Mesh();
    mesh.name = 'crate';
    parent.add(mesh);
    const body = joints.attach(mesh, { type });
    joints.update(1 / 60);
    return { joints, mesh, body };
  };

  it.each([
    ['dynamic', 'x', NaN],
    ['dynamic', 'z', Infinity],
    ['kinematic', 'y', NaN],
    ['static', 'x', NaN],
  ] as const)('is named: %s, %s = %d', (type, axis, value) => {
    for (const parent of [new Group(), parents['uneven']()]) {
      const { joints, mesh, body } = crate(type, parent);
      const before = [body.x, body.y, body.angle, joints.world.time];
      const place = mesh.position.toArray();
      mesh.position[axis] = value;
      expect(() => joints.update(1 / 60)).toThrow(/^Mesh 'crate' must be at a finite place, got position \(/);
      expect([body.x, body.y, body.angle, joints.world.time]).toEqual(before);
      expect(mesh.position.distanceTo(new Vector3(...place))).toBeLessThan(1e-12);
      joints.update(1 / 60);
      expect(joints.world.time).toBeGreaterThan(before[3]);
    }
  });

  it('is named also where it is turned to nowhere, and in a step by hand', () => {
    const { joints, mesh } = crate('dynamic', new Group());
    mesh.rotation.z = NaN;
    expect(() => joints.step()).toThrow('quaternion (NaN, NaN, NaN, NaN): it goes back to its body');
    expect(mesh.quaternion.toArray()).toEqual([0, 0, 0, 1]);
  });

  it('does not keep others from being moved in the same frame', () => {
    const { joints, mesh } = crate('dynamic', new Group());
    const other = new Mesh();
    const body = joints.attach(other);
    mesh.position.x = other.rotation.z = NaN;
    const third = new Mesh();
    const moved = joints.attach(third, { gravityScale: 0 });
    third.position.x = 5;
    expect(() => joints.update(1 / 60)).toThrow('crate');
    expect([third.position.x, moved.x]).toEqual([5, 5]);
    joints.update(1 / 60);
    expect([mesh.position.x, other.quaternion.z, body.angle]).toEqual([0, 0, 0]);
  });
});
