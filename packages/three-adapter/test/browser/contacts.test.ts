import { type Body, box, type Shape } from '@tenon/core';
import {
  BatchedMesh,
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PlaneGeometry,
  RingGeometry,
  Shape as Outline,
  ShapeGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { ThreeJoints } from '../../src/index';

const still = { gravity: [0, 0] as const };

function meshOf(geometry: BufferGeometry, set: (mesh: Mesh) => void = () => undefined): Mesh {
  const mesh = new Mesh(geometry);
  set(mesh);
  return mesh;
}

function run(joints: ThreeJoints, seconds: number): void {
  for (let i = 0; i < seconds * 60; i++) joints.update(1 / 60);
}

describe('attach with collides', () => {
  it('lets meshes fall onto ground, and rest there as high as they are drawn', () => {
    const joints = new ThreeJoints();
    joints.addGround([
      [-10, 0],
      [10, 0],
    ]);
    const crate = meshOf(new BoxGeometry(1, 2, 1), ({ position }) => position.set(-3, 2, 5));
    const ball = meshOf(new SphereGeometry(0.5), ({ position }) => position.set(0, 2, 0));
    const wheel = meshOf(new CylinderGeometry(0.7, 0.7, 0.2), (mesh) => {
      mesh.position.set(3, 2, 0);
      mesh.rotation.x = Math.PI / 2;
    });
    for (const mesh of [crate, ball, wheel]) joints.attach(mesh, { collides: true });
    run(joints, 2);
    expect(crate.position.y).toBeCloseTo(1, 1);
    expect(ball.position.y).toBeCloseTo(0.5, 1);
    expect(wheel.position.y).toBeCloseTo(0.7, 1);
    expect(crate.position.z).toBe(5);
  });

  it('without it, a mesh has no shape and falls through', () => {
    const joints = new ThreeJoints();
    joints.addGround([
      [-10, 0],
      [10, 0],
    ]);
    const body = joints.attach(meshOf(new BoxGeometry(1, 1, 1)));
    run(joints, 1);
    expect([body.shape, body.y < -3]).toEqual([null, true]);
  });

  it('keeps a shape that is given, and refuses what draws nothing', () => {
    const joints = new ThreeJoints(still);
    const given = joints.attach(meshOf(new BoxGeometry(1, 1, 1)), { shape: box(3, 3), collides: true });
    expect(given.shape).toEqual(box(3, 3));
    const attach =
      (object: Object3D, options: object = { collides: true }) =>
      () =>
        joints.attach(object, options);
    const crate = meshOf(new BoxGeometry(1, 1, 1));
    expect(attach(new Group())).toThrow('draws nothing that has an area in the plane: give it a shape');
    expect(attach(meshOf(new PlaneGeometry(1, 1), ({ rotation }) => (rotation.y = Math.PI / 2)))).toThrow(/an area/);
    expect(attach(crate, { collides: true, center: [1, 0] })).toThrow(/attach.center must be left out/);
    const batched = new BatchedMesh(1, 30, 60, new MeshBasicMaterial());
    batched.addInstance(batched.addGeometry(new BoxGeometry(1, 1, 1)));
    expect(attach(batched, { index: 0, collides: true })).toThrow(/has many geometries: give it a shape/);
    expect(joints.world.bodies.size).toBe(1);
  });

  it('takes the shape of instances as each is scaled', () => {
    const joints = new ThreeJoints(still);
    const crates = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 2);
    crates.setMatrixAt(0, new Matrix4().makeScale(2, 1, 1));
    crates.setMatrixAt(1, new Matrix4().makeTranslation(5, 0, 0));
    const shapes = joints.attachInstances(crates, { collides: true }).map(({ shape }) => shape);
    expect(shapes).toEqual([box(2, 1), box(1, 1)]);
  });
});

/** An L that is concave. */
const angle = () => new Outline([[0, 0], [3, 0], [3, 1], [1, 1], [1, 2], [0, 2]].map(([x, y]) => new Vector2(x, y))); // prettier-ignore

const shapes: [name: string, mesh: () => Object3D, shape: string][] = [
  ['a box', () => meshOf(new BoxGeometry(2, 1, 5)), 'box 2.00 × 1.00'],
  ['a plane', () => meshOf(new PlaneGeometry(2, 1)), 'box 2.00 × 1.00'],
  ['a scaled box', () => meshOf(new BoxGeometry(2, 1), ({ scale }) => scale.set(-3, 2, 1)), 'box 6.00 × 2.00'],
  ['a circle', () => meshOf(new CircleGeometry(2)), 'disc 2.00'],
  ['a ring', () => meshOf(new RingGeometry(1, 2)), 'disc 2.00'],
  ['a ball', () => meshOf(new SphereGeometry(2)), 'disc 2.00'],
  ['a tyre', () => meshOf(new TorusGeometry(2, 0.5, 12, 32)), 'disc 2.50'],
  ['a barrel that lies', () => meshOf(new CylinderGeometry(1, 1, 3)), 'box 2.00 × 3.00'],
  ['a hexagon', () => meshOf(new CircleGeometry(2, 6)), 'polygon of 6'],
  ['a stone', () => meshOf(new IcosahedronGeometry(1)), 'polygon of 6'],
  ['a capsule', () => meshOf(new CapsuleGeometry(0.5, 2)), 'compound: capsule 2.00, 0.50'],
  ['a concave outline', () => meshOf(new ShapeGeometry(angle())), 'polygon of 6'],
  ['an outline that ends where it began', () => meshOf(new ShapeGeometry(angle().closePath())), 'polygon of 6'],
  ['what is extruded', () => meshOf(new ExtrudeGeometry(angle(), { bevelEnabled: false })), 'polygon of 6'],
  ['what is extruded with a bevel', () => meshOf(new ExtrudeGeometry(angle())), 'polygon of 6, rounded by 0.10'],
  ['two outlines', () => meshOf(new ShapeGeometry([angle(), angle()])), 'compound: polygon of 6, polygon of 6'],
  [
    'a group',
    () => {
      const low = meshOf(new BoxGeometry(1, 1, 1), ({ position }) => position.set(0, -1, 0));
      return new Group().add(low, new Group().add(meshOf(new BoxGeometry(1, 1, 1))));
    },
    'box 1.00 × 2.00',
  ],
];

function wordsFor(shape: Shape | null): string {
  switch (shape?.type) {
    case 'disc':
      return `disc ${shape.radius.toFixed(2)}`;
    case 'box':
      return `box ${shape.width.toFixed(2)} × ${shape.height.toFixed(2)}`;
    case 'capsule':
      return `capsule ${shape.length.toFixed(2)}, ${shape.radius.toFixed(2)}`;
    case 'polygon':
      return `polygon of ${shape.vertices.length}${shape.radius === undefined ? '' : `, rounded by ${shape.radius.toFixed(2)}`}`;
    case 'compound':
      return `compound: ${shape.parts.map((part) => wordsFor(part.shape)).join(', ')}`;
    default:
      return 'none';
  }
}

describe.each(shapes)('the shape of %s', (_, make, words) => {
  it.each(['xy', 'xz'] as const)('is what it draws, wherever and however it stands, in the plane %s', (frame) => {
    for (const turn of [0, 0.7]) {
      const joints = new ThreeJoints({ ...still, frame });
      const object = make();
      // Brings the xy plane of the object into the plane of the bodies.
      const holder = new Group().add(object);
      if (frame === 'xz') holder.rotation.x = Math.PI / 2;
      else holder.rotation.z = turn;
      holder.position.set(3, 4, 5);
      const shape = joints.shapeOf(object);
      const body = joints.attach(object, { collides: true });
      expect([shape, body.shape].map(wordsFor)).toEqual([words, words]);
      // three draws the corners of a bevel pointed.
      expect(distance(drawnBox(joints, object), shapeBox(body))).toBeLessThan(words.includes('rounded') ? 0.05 : 0.02);
    }
  });
});

type Bounds = readonly [left: number, right: number, low: number, high: number];

function boundsOf(points: readonly { x: number; y: number }[]): Bounds {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

/** Of all vertices that are drawn, in the plane. */
function drawnBox(joints: ThreeJoints, root: Object3D): Bounds {
  const points: { x: number; y: number }[] = [];
  root.updateWorldMatrix(true, true);
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const position = (object.geometry as BufferGeometry).getAttribute('position');
    for (let i = 0; i < position.count; i++)
      points.push(joints.toPlane(new Vector3().fromBufferAttribute(position, i).applyMatrix4(object.matrixWorld)));
  });
  return boundsOf(points);
}

/** Of the body's shape, in the plane. */
function shapeBox(body: Body): Bounds {
  return boundsOf(edgeOf(body.shape).map((place) => body.toWorld(place)));
}

function edgeOf(shape: Shape | null): [number, number][] {
  const round = (radius: number) =>
    Array.from({ length: 360 }, (_, i): [number, number] => [
      radius * Math.cos((i * Math.PI) / 180),
      radius * Math.sin((i * Math.PI) / 180),
    ]);
  const grown = (points: readonly (readonly [number, number])[], radius: number) =>
    points.flatMap(([x, y]) => round(radius).map(([dx, dy]): [number, number] => [x + dx, y + dy]));
  switch (shape?.type) {
    case 'disc':
      return round(shape.radius);
    case 'box':
      return [-1, 1].flatMap((x) =>
        [-1, 1].map((y): [number, number] => [(x * shape.width) / 2, (y * shape.height) / 2]),
      );
    case 'capsule':
      return grown([[-shape.length / 2, 0], [shape.length / 2, 0]], shape.radius); // prettier-ignore
    case 'polygon':
      return grown(shape.vertices, shape.radius ?? 0);
    case 'compound':
      return shape.parts.flatMap((part) =>
        edgeOf(part.shape).map(([x, y]): [number, number] => [
          part.position[0] + x * Math.cos(part.angle) - y * Math.sin(part.angle),
          part.position[1] + x * Math.sin(part.angle) + y * Math.cos(part.angle),
        ]),
      );
    default:
      return [];
  }
}

function distance(a: Bounds, b: Bounds): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i])));
}

it('concave outlines are concave: a ball lies in the bend of an L', () => {
  const joints = new ThreeJoints();
  const hook = meshOf(new ShapeGeometry(angle()));
  joints.attach(hook, { type: 'static', collides: true });
  const ball = meshOf(new SphereGeometry(0.4), ({ position }) => position.set(2, 4, 0));
  joints.attach(ball, { collides: true });
  run(joints, 3);
  expect(ball.position.y).toBeCloseTo(1.4, 1);
});

describe('addGround', () => {
  it('takes places of three, and is touched from above where it leads from left to right', () => {
    const joints = new ThreeJoints();
    const post = new Object3D();
    post.position.set(10, -1, 3);
    joints.addGround([new Vector3(-10, -1, 7), [0, -1], { x: 5, y: -1 }, post]);
    const balls = [-8, 2, 8].map((x) => {
      const ball = meshOf(new SphereGeometry(0.5), ({ position }) => position.set(x, 1, 0));
      joints.attach(ball, { collides: true });
      return ball;
    });
    run(joints, 2);
    for (const { position } of balls) expect(position.y).toBeCloseTo(-0.5, 1);
  });

  it('holds from inside what runs counter-clockwise round a place', () => {
    const joints = new ThreeJoints();
    const room = [[-2, -2], [2, -2], [2, 2], [-2, 2]] as const; // prettier-ignore
    joints.addGround(room, { closed: true, collides: { restitution: 1 } });
    const ball = joints.attach(meshOf(new SphereGeometry(0.3)), { collides: { restitution: 1 }, velocity: [5, 7] });
    run(joints, 3);
    expect(Math.max(Math.abs(ball.x), Math.abs(ball.y))).toBeLessThan(2);
  });

  it('keeps its defaults where an option is undefined', () => {
    const options = { type: undefined, collides: undefined, closed: undefined } as object;
    const ground = new ThreeJoints(still).addGround([[0, 0], [1, 0]], options); // prettier-ignore
    expect([ground.type, ground.collides?.friction]).toEqual(['static', 0.6]);
  });

  it('refuses what are no points, and unknown options, and makes nothing', () => {
    const joints = new ThreeJoints(still);
    expect(() => joints.addGround([[0, 0]])).toThrow(/at least 2 points, got 1/);
    expect(() => joints.addGround(5 as never)).toThrow(/be a list of points, got 5/);
    expect(() => joints.addGround([[0, 0], [1, 0]], { collide: true } as object)).toThrow(/collides/); // prettier-ignore
    expect(joints.world.bodies.size).toBe(0);
  });
});

it('events of bodies that touch have what shows them, until they are unsubscribed', () => {
  const joints = new ThreeJoints();
  joints.addGround([
    [-5, 0],
    [5, 0],
  ]);
  const ball = meshOf(new SphereGeometry(0.2), ({ position }) => position.set(0, 2, 0));
  const gates = new InstancedMesh(new BoxGeometry(1, 0.2, 1), new MeshBasicMaterial(), 1);
  gates.setMatrixAt(0, new Matrix4().makeTranslation(0, 1, 0));
  joints.attachInstances(gates, { type: 'static', collides: { sensor: true } });
  joints.attach(ball, { collides: true });
  const told: unknown[] = [];
  joints.on('overlap', ({ sensorObject, object }) => told.push(['overlap', sensorObject, object]));
  joints.on('overlapend', ({ sensorObject, object }) => told.push(['overlapend', sensorObject, object]));
  const stop = joints.on('contact', ({ objectA, objectB, approach }) => {
    told.push(['contact', objectA, objectB]);
    expect(approach).toBeGreaterThan(3);
  });
  run(joints, 1.5);
  const gate: unknown = expect.objectContaining({ mesh: gates, index: 0 });
  expect(told).toEqual([
    ['overlap', gate, ball],
    ['overlapend', gate, ball],
    ['contact', null, ball],
  ]);
  stop();
  ball.position.y = 0.6;
  run(joints, 1);
  expect(told).toHaveLength(3);
});

it('a listener may remove what touched, look round and attach anew', () => {
  const joints = new ThreeJoints();
  joints.addGround([
    [-10, 0],
    [10, 0],
  ]);
  const ball = meshOf(new SphereGeometry(0.5), ({ position }) => position.set(0, 1, 0));
  const boxes = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 1);
  boxes.setMatrixAt(0, new Matrix4().makeTranslation(1.2, 0.5, 0));
  const slot = { mesh: boxes, index: 0 };
  const body = joints.attach(ball, { collides: true });
  const boxBody = joints.attach(boxes, { index: 0, collides: true });
  joints.on('contact', ({ objectA, objectB }) => {
    if (objectA !== ball && objectB !== ball) return;
    body.remove();
    boxBody.remove();
    expect([joints.world.overlap(box(9, 9), [0, 0]).length, joints.awake]).toEqual([1, false]);
    expect([joints.bodyOf(ball), joints.bodyOf(slot)]).toEqual([null, null]);
    ball.position.set(3, 4, 0);
    expect(joints.attach(ball).position).toMatchObject({ x: 3, y: 4 });
    joints.attach(boxes, { index: 0, type: 'static' });
    joints.create('pivot', { bodyB: ball, anchor: ball });
  });
  run(joints, 1);
  expect(body.world).toBeNull();
  expect(joints.bodyOf(ball)?.y).toBeCloseTo(4, 6);
  expect(joints.bodyOf(slot)?.type).toBe('static');
});

it.each(['static', 'kinematic', 'dynamic'] as const)('a listener may place objects: a %s body goes there', (type) => {
  const joints = new ThreeJoints();
  const lava = joints.world.addBody({ type: 'static', shape: box(9, 1), collides: { sensor: true } });
  const hero = meshOf(new SphereGeometry(0.2), ({ position }) => position.set(0, 1, 0));
  const coin = meshOf(new SphereGeometry(0.2), ({ position }) => position.set(0, 3, 1));
  const heroBody = joints.attach(hero, { collides: true });
  const coinBody = joints.attach(coin, { type, gravityScale: 0 });
  joints.on('overlap', ({ sensor }) => {
    if (sensor !== lava) return;
    hero.position.set(2, 5, 0);
    coin.position.set(4, 3, 1);
    heroBody.velocity = [0, 0];
  });
  let frames = 0;
  while (hero.position.y < 2 && frames++ < 60) joints.update(1 / 60);
  expect([hero.position.y, heroBody.y]).toEqual([5, 5]);
  for (let i = 0; i < 6; i++) joints.update(1 / 50);
  expect([coin.position.x, coin.position.z, coinBody.x]).toEqual([4, 1, 4]);
  expect(hero.position.y).toBeGreaterThan(4.8);
});
