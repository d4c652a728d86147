import { type Body, disc } from '@tenon/core';
import { type JointsEvents, type PlacedObject, textureAnchor } from '@tenon/phaser-plugin';
import type * as Phaser from 'phaser';
import { describe, expect, it } from 'vitest';
import { type JointsScene, openScene } from './support/stage';

const places = (body: Body) => [body.x, body.y, body.angle];

describe('attach with collides', () => {
  it('lets pictures fall onto ground and rest there as high as they are drawn', async () => {
    const { stage, scene, joints } = await openScene();
    joints.addGround([
      [0, 250],
      [400, 250],
    ]);
    const crate = scene.add.rectangle(80, 200, 40, 30).setOrigin(0, 0);
    const ball = scene.add.circle(200, 200, 20);
    const roof = scene.add.triangle(300, 200, 0, 30, 60, 30, 30, 0);
    for (const object of [crate, ball, roof]) joints.attach(object, { collides: true });
    stage.frames(120);
    expect(crate.y).toBeCloseTo(220, 0);
    expect(ball.y).toBeCloseTo(230, 0);
    expect(roof.y).toBeCloseTo(235, 0);
    for (const { rotation } of [crate, roof]) expect(rotation).toBeCloseTo(0, 2);
  });

  it('without it, a picture falls through', async () => {
    const { stage, scene, joints } = await openScene();
    joints.addGround([
      [0, 250],
      [400, 250],
    ]);
    const crate = scene.add.rectangle(100, 200, 40, 30);
    joints.attach(crate);
    stage.frames(120);
    expect(crate.y).toBeGreaterThan(400);
  });

  it('is refused a sprite that Arcade moves, with advice', async () => {
    const { scene, joints } = await openScene({}, { physics: { default: 'arcade' } });
    const hero = scene.physics.add.image(100, 50, '__DEFAULT').setName('hero');
    expect(() => joints.attach(hero, { collides: true })).toThrow(
      /make it with this\.add in place of this\.physics\.add, got Image 'hero'/,
    );
    expect(joints.world.bodies.size).toBe(0);
  });
});

type Make = (scene: JointsScene) => PlacedObject;

const polygons: [name: string, make: Make][] = [
  ['a triangle', (scene) => scene.add.triangle(100, 80, 0, 60, 90, 60, 20, 0)],
  ['a polygon that does not begin at 0', (scene) => scene.add.polygon(100, 80, [20, 30, 80, 30, 60, 70])],
  ['one with another origin', (scene) => scene.add.polygon(100, 80, [0, 0, 60, 0, 40, 40]).setOrigin(0, 1)],
  ['one that is scaled, mirrored and turned', (scene) =>
    scene.add.polygon(100, 80, [0, 0, 60, 0, 40, 40]).setScale(-2, 1.5).setRotation(0.7)], // prettier-ignore
  ['one in a container that is turned and scaled', (scene) => {
    const child = scene.add.polygon(30, 20, [0, 0, 60, 0, 40, 40]).setRotation(0.4);
    scene.add.container(120, 60, [child]).setRotation(0.5).setScale(2);
    return child;
  }], // prettier-ignore
  ['a star', (scene) => scene.add.star(100, 80, 5, 20, 40)],
];

/** World places of the corners that Phaser draws, by its own matrix. */
function drawnCorners(object: PlacedObject): Phaser.Math.Vector2[] {
  const { pathData, displayOriginX, displayOriginY } = object as Phaser.GameObjects.Polygon;
  const matrix = object.getWorldTransformMatrix();
  const { length } = pathData;
  return Array.from(
    { length: length / 2 },
    (_, i) => matrix.transformPoint(pathData[2 * i] - displayOriginX, pathData[2 * i + 1] - displayOriginY) as never,
  );
}

describe.each(polygons)('the body of %s', (_, make) => {
  it('has the corners that are drawn, where they are drawn, also after it has moved', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const object = make(scene);
    const body = joints.attach(object, { velocity: [30, -20], angularVelocity: 3, collides: true });
    for (let round = 0; round < 3; round++) {
      const { shape } = body;
      joints.step(); // what is shown is exactly where the body is
      const corners = shape?.type === 'polygon' ? shape.vertices.map((corner) => body.toWorld(corner)) : [];
      expect(corners.length).toBeGreaterThan(2);
      for (const drawn of drawnCorners(object)) {
        const gaps = corners.map(({ x, y }) => Math.hypot(x - drawn.x, y - drawn.y));
        expect(Math.min(...gaps)).toBeLessThan(1e-3);
      }
      stage.frames(5);
    }
  });

  it('is placed by its game object, and back', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0] });
    const object = make(scene);
    const body = joints.attach(object);
    const before = places(body);
    const [u, v] = [textureAnchor(object, 0, 0), textureAnchor(object, 1, 1)];
    expect(Math.hypot(u.x - v.x, u.y - v.y)).toBeGreaterThan(20);
    object.x += 10;
    stage.frames(2);
    object.x -= 10;
    stage.frames(2);
    const closeTo = before.map((value): unknown => expect.closeTo(value, 6));
    expect(places(body)).toEqual(closeTo);
  });
});

describe('the default shape', () => {
  const cases: [string, Make, object | null][] = [
    ['a rectangle', (scene) => scene.add.rectangle(0, 0, 40, 30), { type: 'box', width: 40, height: 30 }],
    ['an image', (scene) => scene.add.image(0, 0, '__DEFAULT'), { type: 'box', width: 32, height: 32 }],
    ['a circle', (scene) => scene.add.circle(0, 0, 20).setScale(2), { type: 'disc', radius: 40 }],
    ['a round ellipse', (scene) => scene.add.ellipse(0, 0, 40, 40), { type: 'disc', radius: 20 }],
    ['a polygon without area', (scene) => scene.add.polygon(0, 0, [0, 0, 40, 30, 20, 15]), { type: 'box' }],
    ['a graphics', (scene) => scene.add.graphics(), null],
  ];
  it.each(cases)('of %s', async (_, make, shape) => {
    const { scene, joints } = await openScene();
    const body = joints.attach(make(scene));
    if (shape === null) expect(body.shape).toBeNull();
    else expect(body.shape).toMatchObject(shape);
  });

  it('of an ellipse, or of a circle drawn uneven, follows its edge', async () => {
    const { scene, joints } = await openScene();
    for (const object of [scene.add.ellipse(50, 50, 80, 40), scene.add.circle(50, 50, 20).setScale(2, 1)]) {
      const { shape, mass } = joints.attach(object);
      expect(shape?.type).toBe('polygon');
      expect((mass * 50 ** 2) / (Math.PI * 40 * 20)).toBeCloseTo(1, 1); // 1 kg/m², 50 px a metre
    }
  });
});

describe('addGround', () => {
  it('is touched from above where it leads from left to right, and from the other side not', async () => {
    const { stage, scene, joints } = await openScene();
    const ball = joints.attach(scene.add.circle(100, 100, 10), { collides: true });
    joints.addGround([
      { x: 300, y: 150 },
      { x: 0, y: 150 },
    ]);
    stage.frames(60);
    expect(ball.y).toBeGreaterThan(200);
    ball.position = [100, 100];
    const ground = joints.addGround([
      { x: 0, y: 150 },
      { x: 300, y: 150 },
    ]);
    expect(ground.type).toBe('static');
    stage.frames(90);
    expect(ball.y).toBeCloseTo(140, 0);
  });

  it('holds from inside what runs counter-clockwise round a place', async () => {
    const { stage, scene, joints } = await openScene();
    const box = [[50, 50], [50, 250], [350, 250], [350, 50]] as const; // prettier-ignore
    joints.addGround(box, { closed: true, collides: { restitution: 1, friction: 0 } });
    const balls = [100, 200, 300].map((x) =>
      joints.attach(scene.add.circle(x, 150, 10), { collides: { restitution: 1 }, velocity: [3 * x, -200] }),
    );
    stage.frames(120);
    for (const { x, y } of balls) expect(x > 50 && x < 350 && y > 50 && y < 250).toBe(true);
  });

  it('keeps its defaults where an option is undefined', async () => {
    const { joints } = await openScene();
    const options = { type: undefined, collides: undefined, closed: undefined } as object;
    const ground = joints.addGround([[0, 0], [50, 0]], options); // prettier-ignore
    expect([ground.type, ground.collides?.friction]).toEqual(['static', 0.6]);
  });

  it('refuses points by the numbers they were given', async () => {
    const { joints } = await openScene();
    expect(() => joints.addGround([[0, 0]])).toThrow(/at least 2 points, got 1/);
    const points = [
      [0, 0],
      [NaN, 0],
      [5, 0],
      [9, 0],
    ] as const;
    expect(() => joints.addGround(points)).toThrow(/vertices\[1\]/);
    expect(() => joints.addGround([[0, 0], [5, 0]], { collide: true } as object)).toThrow(/collides/); // prettier-ignore
    expect(joints.world.bodies.size).toBe(0);
  });
});

describe('events of bodies that touch', () => {
  it('have the game objects, also of sensors, until they are unsubscribed', async () => {
    const { stage, scene, joints } = await openScene();
    const ground = joints.addGround([
      [0, 250],
      [400, 250],
    ]);
    const ball = scene.add.circle(100, 180, 10);
    const gate = scene.add.rectangle(100, 215, 40, 10);
    const body = joints.attach(ball, { collides: true });
    joints.attach(gate, { type: 'static', collides: { sensor: true } });
    const told: unknown[][] = [];
    joints.on('overlap', ({ sensorObject, gameObject }) => told.push(['overlap', sensorObject, gameObject]));
    joints.on('overlapend', ({ sensorObject, gameObject }) => told.push(['overlapend', sensorObject, gameObject]));
    joints.on('contactend', ({ gameObjectA, gameObjectB }) => told.push(['contactend', gameObjectA, gameObjectB]));
    const met = { count: 0 };
    const listener = function (this: typeof met, event: JointsEvents['contact']) {
      told.push(['contact', event.gameObjectA, event.gameObjectB]);
      expect([event.bodyA, event.approach > 50, event.impulse > 0]).toEqual([ground, true, true]);
      this.count++;
    };
    joints.on('contact', listener, met);
    stage.frames(90);
    const first = [
      ['overlap', gate, ball],
      ['overlapend', gate, ball],
      ['contact', null, ball],
    ];
    expect(told.map(([what]) => what)).toEqual(first.map(([what]) => what));
    expect(told.flat().every((one, i) => one === first.flat()[i])).toBe(true); // printed, a scene is long
    joints.off('contact', listener, met);
    body.position = [200, 235];
    stage.frames(90);
    expect(told.slice(3).map(([what]) => what)).toEqual(['contactend']);
    expect(met.count).toBe(1);
  });

  it('may destroy what touched, look round and attach anew, all in one listener', async () => {
    const { stage, scene, joints } = await openScene();
    joints.addGround([
      [0, 250],
      [400, 250],
    ]);
    const bomb = scene.add.circle(200, 200, 10);
    const crate = scene.add.rectangle(240, 230, 40, 40);
    const bombBody = joints.attach(bomb, { collides: true });
    const crateBody = joints.attach(crate, { collides: true });
    joints.on('contact', ({ gameObjectA, gameObjectB }) => {
      if (gameObjectA !== bomb && gameObjectB !== bomb) return;
      bomb.destroy();
      expect(joints.world.overlap(disc(60), [200, 240])).toContain(crateBody);
      expect(joints.bodyOf(bomb)).toBeNull();
      crateBody.remove();
      expect(joints.bodyOf(crate)).toBeNull();
      const again = joints.attach(crate.setPosition(300, 200));
      joints.create('pivot', { bodyB: crate, anchor: crate });
      expect([joints.bodyOf(crate) === again, again.x]).toEqual([true, 300]);
    });
    stage.frames(60);
    expect([bombBody.world, crateBody.world]).toEqual([null, null]);
    expect(joints.bodyOf(crate)?.y).toBeCloseTo(200, 3);
    crate.destroy();
    expect(joints.world.joints.size).toBe(0);
  });

  it.each(['static', 'kinematic', 'dynamic'] as const)('may place game objects: a %s body goes there', async (type) => {
    const { stage, scene, joints } = await openScene();
    const lava = joints.attach(scene.add.rectangle(200, 280, 400, 40), { type: 'static', collides: { sensor: true } });
    const [hero, coin] = [scene.add.circle(200, 200, 10), scene.add.circle(50, 50, 10)];
    const heroBody = joints.attach(hero, { collides: true });
    const coinBody = joints.attach(coin, { type });
    coinBody.gravityScale = 0;
    joints.on('overlap', ({ sensor }) => {
      if (sensor !== lava) return;
      hero.setPosition(100, 20);
      coin.setPosition(300, 60);
      heroBody.velocity = [0, 0];
    });
    let frames = 0;
    while (hero.y > 100 && frames++ < 60) stage.frames(1);
    expect([hero.x, hero.y, heroBody.x, heroBody.y]).toEqual([100, 20, 100, 20]);
    stage.frames(6, 1000 / 50);
    for (const { x, y } of [coin, coinBody]) {
      expect(x).toBeCloseTo(300, 6);
      expect(y).toBeCloseTo(60, 6);
    }
    expect(hero.y).toBeLessThan(40);
  });
});
