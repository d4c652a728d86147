import { box, rope, TenonError, World } from '@tenon/core';
import {
  BoxGeometry,
  Camera,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Vector3,
} from 'three';
import { describe, expect, it, test } from 'vitest';
import { fitCamera, JointsHelper, ThreeJoints } from '../src/index';

const still = { gravity: [0, 0] as const };

function meshAt(x: number, y: number, z = 0): Mesh {
  const mesh = new Mesh();
  mesh.position.set(x, y, z);
  return mesh;
}

describe('attach', () => {
  it('gives an object one body, and finds it again', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(1, 2);
    const body = joints.attach(mesh, { shape: box(1, 1), density: 2, id: 'crate' });
    expect([body.x, body.y, body.mass]).toEqual([1, 2, 2]);
    expect(joints.attach(mesh)).toBe(body);
    expect(joints.bodyOf(mesh)).toBe(body);
    expect(joints.objectOf(body)).toBe(mesh);
    expect(joints.world.body('crate')).toBe(body);
  });

  it('leaves no trace on the object: its clone is free', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(1, 2);
    joints.attach(mesh);
    expect(mesh.userData).toEqual({});
    const copy = mesh.clone();
    expect(joints.bodyOf(copy)).toBeNull();
    joints.attach(copy);
    expect(joints.world.bodies.size).toBe(2);
  });

  it('reads a whole scene that says what it wants in userData.joints', () => {
    const joints = new ThreeJoints(still);
    const root = new Group();
    const a = meshAt(1, 0);
    a.userData['joints'] = { type: 'static' };
    const b = meshAt(2, 0);
    b.userData['joints'] = { shape: { type: 'disc', radius: 1 }, mass: 3 };
    root.add(a, meshAt(5, 5), new Group().add(b));
    const bodies = joints.attachScene(root);
    expect(bodies.map(({ type, x, mass }) => [type, x, mass])).toEqual([
      ['static', 1, 1],
      ['dynamic', 2, 3],
    ]);
  });
});

it.each([true, '{ "type": "static" }', 5])('a scene that says %j instead of options is refused', (wanted) => {
  const joints = new ThreeJoints(still);
  const leg = meshAt(1, 0);
  leg.name = 'leg';
  leg.userData['joints'] = wanted;
  const refused = expect(() => joints.attachScene(new Group().add(leg)));
  refused.toThrow("Mesh 'leg'.userData.joints must be an object of options, or left out");
});

describe('detach', () => {
  it('takes the body and its joints along, leaves the object, and may be repeated', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(1, 2);
    const body = joints.attach(mesh);
    const joint = joints.create('pivot', { bodyB: mesh, anchor: [0, 0] });
    joints.detach(mesh);
    joints.detach(mesh);
    expect([joints.bodyOf(mesh), body.world, joint.world, joints.world.bodies.size]).toEqual([null, null, null, 0]);
    joint.remove();
    joints.update(1);
    expect(mesh.position.toArray()).toEqual([1, 2, 0]);
  });

  it('follows when a body leaves its world', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(1, 2);
    joints.attach(mesh).remove();
    expect(joints.bodyOf(mesh)).toBeNull();
    joints.update(1 / 60);
    joints.attach(mesh);
    joints.world.clear();
    joints.update(1 / 60);
    expect(joints.awake).toBe(false);
  });

  it('follows in the middle of a step', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(1, 2);
    const body = joints.attach(mesh);
    joints.on('beforestep', () => body.remove());
    joints.update(1 / 60);
    expect(joints.bodyOf(mesh)).toBeNull();
  });

  it('follows when the object is disposed, not when it is moved to another parent', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(1, 2);
    const body = joints.attach(mesh);
    new Group().add(mesh);
    new Group().attach(mesh);
    joints.update(1 / 60);
    expect(joints.bodyOf(mesh)).toBe(body);
    mesh.dispose();
    expect(joints.bodyOf(mesh)).toBeNull();
    expect(body.world).toBeNull();
  });
});

describe('create', () => {
  it('takes objects for bodies, and things of three for places', () => {
    const joints = new ThreeJoints({ ...still, frame: 'xz' });
    const a = meshAt(0, 0, 0);
    const b = meshAt(2, 0, 1);
    const bodyA = joints.attach(a);
    const bodyB = joints.attach(b);
    const hinge = joints.create('pivot', { bodyA: a, bodyB: b, anchor: new Vector3(1, 9, 2) });
    expect([hinge.bodyA, hinge.bodyB]).toEqual([bodyA, bodyB]);
    // In the xz plane a Vector3's y is height: read as a plane point it would silently be the wrong place.
    expect([...hinge.localAnchorA]).toEqual([1, expect.closeTo(2, 12)]);
    const origin = joints.create('pivot', { bodyB: bodyA, anchor: b });
    expect([...origin.localAnchorB]).toEqual([2, expect.closeTo(1, 12)]);
    const rail = joints.create('prismatic', { bodyB: b, anchor: [0, 0], axis: new Vector3(0, 0, 1) });
    expect([...rail.localAxisA]).toEqual([expect.closeTo(0, 12), 1]);
  });

  it('refuses objects without a body, undefined bodies, and places of the scene where a local one is meant', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(0, 0);
    joints.attach(mesh);
    expect(() => joints.create('pivot', { bodyA: new Mesh(), bodyB: mesh })).toThrow(
      /bodyA is an unnamed Mesh, which was not attached/,
    );
    const crowd = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
    joints.attachInstances(crowd);
    expect(() => joints.create('pivot', { bodyA: crowd, bodyB: mesh })).toThrow(
      'bodyA must be one slot of this InstancedMesh, as { mesh, index }',
    );
    const bodies: Mesh[] = [];
    expect(() => joints.create('pivot', { bodyA: bodies[999], bodyB: mesh })).toThrow(/bodyA must/);
    expect(() => joints.create('pivot', { bodyB: mesh, localAnchorA: new Vector3() })).toThrow(
      /localAnchorA must be an \[x, y\]/,
    );
    expect(joints.world.joints.size).toBe(0);
  });

  it('refuses what is no object, mesh, world or plane by name', () => {
    const joints = new ThreeJoints(still);
    const untyped = (value: unknown) => value as never;
    const gltf = { scene: new Group() };
    for (const [call, message] of [
      [() => joints.attachScene(untyped(gltf)), 'attachScene() wants an Object3D, got a Object'],
      [() => joints.attachScene(untyped(undefined)), 'attachScene() wants an Object3D, got undefined'],
      [() => joints.attachInstances(untyped(undefined)), 'attachInstances() wants an Object3D, got undefined'],
      [() => joints.attachInstances(untyped(meshAt(0, 0))), 'attachInstances must be given an InstancedMesh'],
      [() => new ThreeJoints({ world: untyped({}) }), 'ThreeJoints.world must be a World'],
      [() => new ThreeJoints({ frame: untyped(5) }), "frame must be 'xy', 'xz' or an Object3D, got 5"],
      [() => joints.off(untyped('brokn'), () => {}), 'World.off.event must be '],
      [() => joints.off('broken', untyped(undefined)), 'World.off.listener must be a function'],
    ] as const) {
      expect(call).toThrow(TenonError);
      expect(call).toThrow(message);
    }
  });

  it('takes presets as values', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(2, 0);
    joints.attach(mesh);
    const joint = joints.create(rope, { bodyB: mesh, anchor: [0, 0], max: 3 });
    expect(joint.length.limits?.upper).toBe(3);
  });

  it('takes types as values, and objects in the terms of a gear', () => {
    const joints = new ThreeJoints(still);
    const mesh = meshAt(0, 0);
    const body = joints.attach(mesh);
    const other = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
    const [first] = joints.attachInstances(other);
    const joint = joints.create('distance', {
      bodyA: { mesh: other, index: 0 },
      bodyB: mesh,
      length: { limits: [0, 3] },
    });
    expect(joint.bodyA).toBe(first);
    expect(joint.bodyB).toBe(body);
    const gear = joints.create('gear', {
      terms: [
        { of: mesh, weight: 1 },
        { of: { mesh: other, index: 0 }, weight: -2 },
      ],
    });
    expect(gear.terms.map(({ of }) => of)).toEqual([body, first]);
    // @ts-expect-error: a term has a weight
    expect(() => joints.create('gear', { terms: [{ of: mesh }] })).toThrow('weight');
  });
});

describe('events', () => {
  it("are the world's, until they are unsubscribed or everything is disposed", () => {
    const joints = new ThreeJoints(still);
    const heard: string[] = [];
    const off = joints.on('added', ({ body }) => heard.push(`added ${body?.id ?? ''}`));
    const listener = () => heard.push('step');
    joints.on('afterstep', listener);
    joints.attach(meshAt(0, 0), { id: 'one' });
    joints.update(1 / 60);
    off();
    joints.off('afterstep', listener);
    joints.attach(meshAt(0, 0), { id: 'two' });
    joints.update(1 / 60);
    expect(heard).toEqual(['added one', 'step']);
  });

  it('are heard by another subscription of the same listener when one is ended twice', () => {
    const joints = new ThreeJoints(still);
    let steps = 0;
    const listener = () => steps++;
    const off = joints.on('afterstep', listener);
    joints.on('afterstep', listener);
    off();
    off();
    joints.step();
    expect(steps).toBe(1);
  });
});

describe('dispose', () => {
  it('ends everything it began, gives flags back, and may be repeated', () => {
    const joints = new ThreeJoints(still);
    const parent = new Group();
    parent.scale.set(2, 1, 1);
    parent.rotation.z = 1;
    const mesh = meshAt(1, 0);
    parent.add(new Group().add(mesh));
    const body = joints.attach(mesh);
    body.angle += 1;
    joints.update(0);
    expect(mesh.matrixAutoUpdate).toBe(false);
    joints.dispose();
    joints.dispose();
    expect(mesh.matrixAutoUpdate).toBe(true);
    expect(body.world).toBeNull();
    expect(() => joints.update(0)).toThrow('this ThreeJoints was disposed');
    expect(() => joints.attach(mesh)).toThrow('this ThreeJoints was disposed: make a new one');
    expect(() => joints.on('broken', () => undefined)).toThrow('this ThreeJoints was disposed');
    expect(() => joints.drag.enable({} as never)).toThrow('this ThreeJoints was disposed');
    joints.drag.disable();
    expect(() => joints.world.step(1)).toThrow(TenonError);
  });

  it("leaves a world of the user's alone", () => {
    const first = new ThreeJoints(still);
    const second = new ThreeJoints({ world: first.world });
    let heard = 0;
    second.on('afterstep', () => heard++);
    const mesh = meshAt(0, 0);
    second.attach(mesh);
    second.dispose();
    first.update(1 / 60);
    expect([heard, first.world.time > 0, first.world.bodies.size]).toEqual([0, true, 0]);
    expect(() => new ThreeJoints({ world: first.world, substeps: 2 })).toThrow(/left out beside world/);
  });

  it('forgets what was unsubscribed', () => {
    const world = new World();
    const joints = new ThreeJoints({ world });
    let heard = 0;
    const listener = () => heard++;
    joints.on('afterstep', listener);
    joints.off('afterstep', listener);
    world.on('afterstep', listener);
    joints.dispose();
    world.step(1 / 60);
    expect(heard).toBe(1);
  });
});

describe('an object of one world', () => {
  it('is refused by another, until the first lets go of it', () => {
    const [first, second] = [new ThreeJoints(still), new ThreeJoints(still)];
    const crate = meshAt(1, 0);
    crate.name = 'crate';
    const body = first.attach(crate);
    const refusal =
      "Mesh 'crate' is attached to another ThreeJoints; call detach(object) or dispose() of that one first";
    expect(() => second.attach(crate)).toThrow(refusal);
    expect(() => new ThreeJoints({ world: first.world }).attach(crate, { body })).toThrow(refusal);
    expect([second.world.bodies.size, first.bodyOf(crate), second.bodyOf(crate)]).toEqual([0, body, null]);
    first.detach(crate);
    second.attach(crate);
    second.dispose();
    first.attach(crate);
  });

  it('is refused also where it is a mesh of slots', () => {
    const [first, second] = [new ThreeJoints(still), new ThreeJoints(still)];
    const slots = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
    first.attach(slots, { index: 0 });
    expect(() => second.attach(slots, { index: 1 })).toThrow('is attached to another ThreeJoints');
    first.world.destroy();
    second.attach(slots, { index: 1 });
  });
});

describe('fitCamera', () => {
  it.each([0, NaN, Infinity])('leaves a camera as it is while the aspect of its picture is %d', (aspect) => {
    const camera = fitCamera(new OrthographicCamera(), { height: 12 }, 2);
    const sides = () => [camera.left, camera.right, camera.top, camera.bottom, ...camera.projectionMatrix.elements];
    const before = sides();
    expect(fitCamera(camera, { width: 3 }, aspect)).toBe(camera);
    expect(sides()).toEqual(before);
    expect(fitCamera(camera, { width: 3 }, 1.5).top).toBe(1);
  });

  it('refuses an aspect below 0', () => {
    expect(() => fitCamera(new OrthographicCamera(), { height: 12 }, -1)).toThrow(
      'fitCamera.aspect must be width / height of the picture, got -1',
    );
  });
});

describe('wrong calls are told what to do', () => {
  const joints = new ThreeJoints(still);
  const slots = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 4);
  const flat = new Group();
  flat.scale.x = 0;
  flat.name = 'flat';
  const below = new Mesh();
  flat.add(new Group().add(below));
  below.name = 'below';
  const flatSlots = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 4);
  flatSlots.scale.y = 0;
  const frozen = Object.assign(new Object3D(), { static: true });
  const twice = new Mesh();
  joints.attach(twice);
  joints.attach(slots, { index: 3 });
  const lost = new Mesh();
  lost.name = 'lost';
  lost.position.x = NaN;
  const uneven = new Object3D();
  uneven.scale.set(2, 1, 1);
  const fit = fitCamera as (...given: unknown[]) => unknown;
  const attach = joints.attach.bind(joints) as (...given: unknown[]) => unknown;
  const drag = (options: object) => joints.drag.enable({ camera: {}, domElement: {}, ...options } as never);

  const cases: [string, () => unknown, string][] = [
    [
      'a geometry',
      () => attach(new BoxGeometry()),
      'attach() wants an Object3D, got a BoxGeometry: attach the Mesh that uses it',
    ],
    [
      'a ref',
      () => attach({ current: null }),
      'attach() wants an Object3D, got a React ref: pass ref.current inside an effect',
    ],
    ['nothing', () => attach(undefined), 'attach() wants an Object3D, got undefined'],
    ['an attached object', () => attach(twice, {}), 'an unnamed Mesh is already attached'],
    [
      'a mesh of instances',
      () => attach(slots),
      'this InstancedMesh has many bodies: attach(mesh, { index }) or attachInstances(mesh)',
    ],
    ['a slot too many', () => attach(slots, { index: 4 }), 'slot 4 does not exist: this InstancedMesh holds 4 (0 … 3)'],
    ['an attached slot', () => attach(slots, { index: 3 }), 'slot 3 is already attached'],
    ['an index of no mesh', () => attach(new Mesh(), { index: 0 }), 'index is for an InstancedMesh, got a Mesh'],
    ['a frozen object', () => attach(frozen), 'this object has static = true'],
    [
      'a flattened parent',
      () => attach(below),
      "Mesh 'below' must not be scaled to 0 by its parents: scale them first",
    ],
    [
      'a slot of a flattened mesh',
      () => attach(flatSlots, { index: 0 }),
      'an unnamed Mesh must not be scaled to 0 by itself or its parents: scale them first',
    ],
    ['an uneven frame', () => new ThreeJoints({ frame: uneven }), 'the frame must be uniformly scaled; got (2, 1, 1)'],
    [
      'a foreign body',
      () => attach(new Mesh(), { body: new ThreeJoints().world.addBody() }),
      "attach wants a body of this world, got 'b1'",
    ],
    ['an unknown option', () => attach(new Mesh(), { masss: 1 }), "addBody.masss is no option. Did you mean 'mass'?"],
    [
      'no options',
      () => attach(new Mesh(), null),
      'attach.options must be an object of options, or left out, got null',
    ],
    [
      'an object at no place',
      () => attach(lost),
      "Mesh 'lost' must be at a finite place, got position (NaN, 0, 0), quaternion (0, 0, 0, 1)",
    ],
    ['a list of options', () => joints.attachInstances(slots, [{}, {}] as never), 'or left out, got a list'],
    ['an object for options', () => joints.create('pivot', twice as never), 'bodyB, anchor }, got an unnamed Mesh'],
    ['a list for options', () => joints.create('pivot', [twice] as never), 'bodyB, anchor }, got a list'],
    [
      'an axis across the plane',
      () => joints.create('prismatic', { bodyB: twice, axis: new Vector3(0, 0, 2) }),
      'axis must not be straight across the plane of the bodies, got (0, 0, 2)',
    ],
    ['a helper of a world', () => new JointsHelper(joints.world as never), 'JointsHelper.joints must be a ThreeJoints'],
    [
      'a helper without options',
      () => new JointsHelper(joints, null as never),
      'JointsHelper.options must be an object',
    ],
    ['a helper of no size', () => new JointsHelper(joints, { capacity: 0 }), 'JointsHelper.capacity must be a whole'],
    [
      'a helper without a camera',
      () => new JointsHelper(joints, { camera: 5 as never }),
      'JointsHelper.camera must be a camera of three',
    ],
    [
      'a helper of a height that is no function',
      () => new JointsHelper(joints, { pixelHeight: 300 as never }),
      'JointsHelper.pixelHeight must be a function, got 300',
    ],
    [
      'a helper without end',
      () => new JointsHelper(joints, { capacity: 1e300 }),
      'JointsHelper.capacity must be a whole number from 1 to 10000000, got 1e+300',
    ],
    ['an object of no class', () => attach(Object.create(null)), 'attach() wants an Object3D, got a plain object'],
    [
      'a pause of no class',
      () => Object.assign(joints, { paused: Object.create(null) as unknown }),
      'ThreeJoints.paused must be true or false, got {  }',
    ],
    ['a camera that is a number', () => drag({ camera: 0 }), 'drag.enable.camera must be a camera of three, got 0'],
    ['no camera to fit', () => fit(null, { height: 1 }, 1), 'fitCamera.camera must be an OrthographicCamera, got null'],
    [
      'another camera to fit',
      () => fit(new PerspectiveCamera(), { height: 1 }, 1),
      'fitCamera.camera must be an OrthographicCamera, got an unnamed PerspectiveCamera',
    ],
    ['no view to fit', () => fit(new OrthographicCamera(), undefined, 1), 'fitCamera must be an object of options: '],
    ['no size to fit', () => fit(new OrthographicCamera(), {}, 1), 'fitCamera must be given a width or a height'],
    ['a misspelt view', () => fit(new OrthographicCamera(), { hieght: 1 }, 1), "Did you mean 'height'?"],
    [
      'a view of no height',
      () => fit(new OrthographicCamera(), { height: 0 }, 1),
      'fitCamera.height must be a finite number above 0, got 0',
    ],
    [
      'a picture without an aspect',
      () => fit(new OrthographicCamera(), { height: 1 }),
      'fitCamera.aspect must be width / height of the picture, got undefined',
    ],
    ['no camera', () => drag({}), 'drag.enable.camera must be a camera of three, got {  }'],
    [
      'no element',
      () => drag({ camera: new Camera() }),
      'drag.enable.domElement must be an element, such as renderer.',
    ],
    ['a number', () => attach(new Mesh(), 5), 'attach.options must be an object of options'],
    ['another object', () => attach(new Mesh(), new Mesh()), 'or left out, got an unnamed Mesh'],
    ['a body that was not found', () => attach(new Mesh(), { body: undefined }), 'attach.body must be a body made by'],
    [
      'a mesh for a body',
      () => attach(new Mesh(), { body: twice }),
      'attach.body must be a body made by world.addBody',
    ],
    ['no yes or no', () => attach(new Mesh(), { interpolate: 1 }), 'attach.interpolate must be true or false, got 1'],
    ['no centre', () => attach(new Mesh(), { center: null }), 'attach.center must be a finite [x, y]'],
    [
      'options that forget to return',
      () => joints.attachInstances(slots, (() => undefined) as never),
      'attachInstances.options must be an object of options',
    ],
    ['an unknown option of detach', () => joints.detach(twice, { kep: 1 } as never), "Did you mean 'keep'?"],
    [
      'detach of nothing',
      () => joints.detach(undefined as never),
      'ThreeJoints.detach must be given an object or a slot',
    ],
    [
      'detach of a body',
      () => joints.detach(joints.bodyOf(twice) as never),
      'ThreeJoints.detach must be given an object or a slot',
    ],
    ['no options of detach', () => joints.detach(twice, null as never), 'detach must be an object of options: keep'],
    ['no joint options', () => joints.create('pivot', null as never), 'joints.create.options must be an object'],
    [
      'no point',
      () => joints.toPlane(undefined as never),
      'ThreeJoints.toPlane.point must be a Vector3, got undefined',
    ],
    ['a point of the plane', () => joints.toPlane([1, 2] as never), 'ThreeJoints.toPlane.point must be a Vector3'],
    [
      'nothing to write to',
      () => joints.toPlane(new Vector3(), null as never),
      'ThreeJoints.toPlane.out must be an object',
    ],
    [
      'what cannot be written to',
      () => joints.toPlane(new Vector3(), Object.freeze({ x: 0, y: 0 })),
      'ThreeJoints.toPlane.out must be an object to write to, or left out, got { x: 0, y: 0 }',
    ],
    ['no coordinate', () => joints.fromPlane(1, undefined as never), 'ThreeJoints.fromPlane.y must be a finite number'],
    ['no vector', () => joints.fromPlane(1, 2, {} as never), 'ThreeJoints.fromPlane.out must be a Vector3'],
    [
      'options that are null',
      () => new ThreeJoints(null as never),
      'ThreeJoints must be an object of options: world, frame, ',
    ],
    ['options that are none', () => new ThreeJoints(5 as never), 'ThreeJoints must be an object of options'],
    [
      'a misspelt option',
      () => new ThreeJoints({ pixelsPerMetre: 50 } as never),
      "ThreeJoints.pixelsPerMetre is no option. Did you mean 'pixelsPerMeter'?",
    ],
    [
      'interpolation that is none',
      () => Object.assign(joints, { interpolate: 1 }),
      'ThreeJoints.interpolate must be true or',
    ],
    [
      'a pause that is none',
      () => Object.assign(joints, { paused: 'no' }),
      "ThreeJoints.paused must be true or false, got 'no'",
    ],
    ['a centre that is no place', () => attach(new Mesh(), { center: 5 }), 'attach.center must be a finite [x, y]'],
    [
      'options for a body that exists',
      () => attach(new Mesh(), { body: joints.bodyOf(twice), mass: 2 }),
      'attach.body must be left out beside mass',
    ],
    ['no camera to drag with', () => joints.drag.enable({} as never), 'drag.enable must be given a camera'],
    ['no options to drag with', () => joints.drag.enable(null as never), 'drag.enable must be an object of options: '],
    [
      'a misspelt option of dragging',
      () => drag({ weight: 5 }),
      "drag.enable.weight is no option. Did you mean 'weights'?",
    ],
    ['a pull that is no number', () => drag({ weights: 'x' }), "DragJoint.weights must be a finite number, got 'x'"],
    ['a spring that cannot be', () => drag({ hertz: -1 }), 'DragJoint.point.spring.hertz must be above 0, got -1'],
    ['no whole number of fingers', () => drag({ pointers: 0 }), 'drag.enable.pointers must be a whole number above 0'],
    ['controls that are none', () => drag({ controls: true }), 'drag.enable.controls must be controls that can be'],
    ['no button', () => drag({ button: 'left' }), "drag.enable.button must be the number of a button, got 'left'"],
    ['a filter that is none', () => drag({ filter: [] }), 'drag.enable.filter must be a function'],
    ['a frame of no length', () => joints.update(NaN), 'ThreeJoints.update must be a finite number, got NaN'],
    ['a frame without end', () => joints.update(Infinity), 'ThreeJoints.update must be a finite number, got Infinity'],
    ['no scale', () => new ThreeJoints({ pixelsPerMeter: 0 }), 'ThreeJoints.pixelsPerMeter must be above 0, got 0'],
    ['time that runs back', () => (joints.timeScale = -1), 'ThreeJoints.timeScale must be 0 or more, got -1'],
    ['time that is none', () => new ThreeJoints({ timeScale: NaN }), 'ThreeJoints.timeScale must be a finite number'],
  ];
  for (const [what, call, message] of cases) {
    it(what, () => {
      const before = joints.world.bodies.size;
      expect(call).toThrow(message);
      expect(call).toThrow(TenonError);
      expect(joints.world.bodies.size).toBe(before);
    });
  }
});

test.each<[path: string, call: () => unknown]>([
  ['drag.enable.pointers', () => new ThreeJoints().drag.enable({ camera: {}, domElement: {}, pointers: 0 } as never)],
  ['attach.interpolate', () => new ThreeJoints().attach(new Mesh(), { interpolate: 1 as never })],
  ['ThreeJoints.timeScale', () => new ThreeJoints({ timeScale: -1 })],
  ['JointsHelper.capacity', () => new JointsHelper(new ThreeJoints(), { capacity: 0 })],
  ['DebugDraw.labelLines', () => new JointsHelper(new ThreeJoints(), { labelLines: -1 })],
])('an error names the whole of %s', (path, call) => {
  expect(call).toThrow(expect.objectContaining({ path, message: expect.stringContaining(path) as string }));
});

describe('a property that there is not', () => {
  it('cannot be set', () => {
    const joints = new ThreeJoints();
    for (const handle of [joints, joints.world, joints.drag])
      expect(() => Object.assign(handle, { weights: 5 })).toThrow('weights');
  });

  it('may be one of a class that extends it', () => {
    class Game extends ThreeJoints {
      score = 3;
    }
    expect(new Game({ gravity: [0, -1] }).score).toBe(3);
  });
});

describe('what is only read', () => {
  const joints = new ThreeJoints();
  const helper = new JointsHelper(joints);

  it.each<[string, object, string]>([
    ['world', joints, 'ThreeJoints.world must only be read: it is given to new ThreeJoints, got 1'],
    ['drag', joints, 'ThreeJoints.drag must only be read: call drag.enable(…) or drag.disable(), got 1'],
    ['frame', joints, 'ThreeJoints.frame must only be read: it is given to new ThreeJoints, got 1'],
    ['alpha', joints, 'ThreeJoints.alpha must only be read, got 1'],
    ['frames', joints, 'ThreeJoints.frames must only be read, got 1'],
    ['awake', joints, 'ThreeJoints.awake must only be read, got 1'],
    ['active', joints.drag, 'ThreeJoints.drag.active must only be read, got 1'],
    [
      'debug',
      helper,
      'JointsHelper.debug must only be read: set its fields, as debug.labels, or visible of the helper',
    ],
    ['joints', helper, 'JointsHelper.joints must only be read: it is given to new JointsHelper, got 1'],
  ])('%s refuses to be set', (name, handle, message) => {
    expect(() => Reflect.set(handle, name, 1)).toThrow(message);
    expect(() => Reflect.set(handle, name, 1)).toThrow(expect.objectContaining({ code: 'read-only' }));
  });

  it('is all that has no setter, and nothing of three is touched', () => {
    for (const handle of [joints, joints.drag, helper])
      for (const [name, { get, set }] of Object.entries(
        Object.getOwnPropertyDescriptors(Object.getPrototypeOf(handle) as object),
      ))
        if (get !== undefined) expect(set, name).toBeDefined();
    expect(Object.getOwnPropertyDescriptor(Object3D.prototype, 'isObject3D')?.set).toBeUndefined();
    joints.paused = true;
  });
});

describe('the camera of a helper', () => {
  const camera = new OrthographicCamera();
  const joints = new ThreeJoints();

  it.each([
    [5, 'got 5'],
    [undefined, 'got undefined'],
    [new Mesh(), 'got an unnamed Mesh'],
  ])('is checked when it is given and when it is set: %#', (value, came) => {
    const message = `JointsHelper.camera must be a camera of three, or null for the one that draws it, ${came}`;
    if (value !== undefined) expect(() => new JointsHelper(joints, { camera: value as never })).toThrow(message);
    const helper = new JointsHelper(joints, { camera });
    const set = () => Object.assign(helper, { camera: value });
    expect(set).toThrow(message);
    expect(set).toThrow(expect.objectContaining({ code: 'param-invalid', path: 'JointsHelper.camera' }));
    expect(helper.camera).toBe(camera);
  });

  it('may be set at any time', () => {
    const helper = new JointsHelper(joints);
    expect(helper.camera).toBe(null);
    helper.camera = camera;
    expect(helper.camera).toBe(camera);
    helper.camera = null;
    expect(helper.camera).toBe(null);
  });
});

it('points go to the plane and back, into something new if nothing is given', () => {
  const joints = new ThreeJoints();
  expect(joints.toPlane(new Vector3(1, 2, 3))).toEqual({ x: 1, y: 2 });
  expect(joints.fromPlane(1, 2).toArray()).toEqual([1, 2, 0]);
});
