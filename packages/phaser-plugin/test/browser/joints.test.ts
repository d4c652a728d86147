import * as Phaser from 'phaser';
import { PivotJoint, TenonError, World } from '@tenon/core';
import { type AttachOptions, type PlacedObject, textureAnchor } from '@tenon/phaser-plugin';
import { describe, expect, it } from 'vitest';
import { openScene } from './support/stage';

describe('create', () => {
  it('takes game objects for bodies, and hangs them', async () => {
    const { stage, scene, joints } = await openScene();
    const crank = scene.add.rectangle(150, 100, 100, 20);
    const rod = scene.add.rectangle(250, 100, 100, 20).setOrigin(0, 0.5).setPosition(200, 100);
    joints.attach(crank);
    joints.attach(rod);
    const fixed = joints.create('pivot', { bodyB: crank, anchor: [100, 100] });
    const hinge = joints.create('pivot', { bodyA: crank, bodyB: rod, anchor: { x: 200, y: 100 } });
    stage.frames(60);
    expect([fixed.bodyA, fixed.bodyB, hinge.bodyA, hinge.bodyB]).toEqual([
      null,
      joints.bodyOf(crank),
      joints.bodyOf(crank),
      joints.bodyOf(rod),
    ]);
    expect(Math.hypot(hinge.error.point ?? NaN, fixed.error.point ?? NaN)).toBeLessThan(0.05);
    expect(crank.y).toBeGreaterThan(105);
  });

  it('takes a type instead of a name, a body instead of a game object, and game objects in the terms of a gear', async () => {
    const { scene, joints } = await openScene();
    const [a, b] = [scene.add.circle(100, 100, 20), scene.add.circle(150, 100, 30)];
    const body = joints.attach(a);
    joints.attach(b);
    const hinge = joints.create(PivotJoint, { bodyA: body, bodyB: b, anchor: [120, 100] });
    expect(hinge.type).toBe('pivot');
    const gear = joints.create('gear', {
      terms: [
        { of: a, weight: 2 },
        { of: hinge.angle, weight: 1 },
      ],
    });
    expect(gear.bodies).toContain(body);
  });

  it('does not mistake a game object that is given as a point for a body', async () => {
    const { scene, joints } = await openScene();
    const sprite = scene.add.circle(100, 100, 20);
    const hinge = joints.create('pivot', { bodyB: joints.attach(sprite), anchor: sprite });
    expect([...hinge.localAnchorB]).toEqual([0, 0]);
  });

  it('takes a game object in a container for the point where it is in the world', async () => {
    const { scene, joints } = await openScene();
    const child = scene.add.circle(10, 0, 5);
    scene.add
      .container(100, 50, [child])
      .setScale(2)
      .setRotation(Math.PI / 2);
    const arm = joints.attach(scene.add.rectangle(200, 70, 200, 20));
    const [x, y] = joints.create('pivot', { bodyB: arm, anchor: child }).localAnchorA;
    expect([x, y]).toEqual([expect.closeTo(100, 9), expect.closeTo(70, 9)]);
    const hand = joints.create('drag', { bodyB: arm, target: child });
    expect(hand.target.x).toBeCloseTo(100, 9);
    expect(hand.target.y).toBeCloseTo(70, 9);
  });
});

describe('a body that exists', () => {
  it('takes a game object, which goes to its place', async () => {
    const { stage, scene, joints } = await openScene();
    const body = joints.world.addBody({ position: [300, 50], angle: 1 });
    const sprite = scene.add.rectangle(0, 0, 20, 20).setOrigin(0, 0);
    expect(joints.attach(sprite, { body })).toBe(body);
    expect(sprite.getCenter().x).toBeCloseTo(300, 4);
    stage.frames(10);
    expect(sprite.rotation).toBeCloseTo(1, 9);
    expect(sprite.getCenter().y).toBeGreaterThan(51);
  });

  it('takes only one, as it is, from its own world', async () => {
    const { scene, joints } = await openScene();
    const body = joints.world.addBody();
    const attach = (options: AttachOptions) => () => joints.attach(scene.add.circle(0, 0, 5), options);
    expect(attach({ body, mass: 3 })).toThrow(/attach\.body must be left out beside mass, got 'b1'/);
    expect(attach({ body: new World().addBody() })).toThrow(/must be a body of this scene's world/);
    attach({ body })();
    expect(attach({ body })).toThrow(/must not have a game object already/);
  });
});

describe('what is no option, body or property', () => {
  it('of attach is refused by name', async () => {
    const { scene, joints } = await openScene();
    const ball = scene.add.circle(100, 100, 20).setName('ball');
    const attach = (options: unknown) => () => joints.attach(ball, options as AttachOptions);
    for (const [options, message] of [
      [null, "attach.options must be an object such as { type: 'static' }, or left out, got null"],
      [5, 'attach.options must be an object such as'],
      [scene.add.circle(0, 0, 5), 'or left out, got an unnamed Arc'],
      [{ body: undefined }, 'attach.body must be a body of this world, or left out, got undefined'],
      [{ body: null }, 'attach.body must be a body of this world, or left out, got null'],
      [{ body: ball }, "attach.body must be a body of this world, or left out, got Arc 'ball'"],
      [{ masss: 1 }, "addBody.masss is no option. Did you mean 'mass'?"],
    ] as const) {
      expect(attach(options)).toThrow(message);
      expect(attach(options)).toThrow(TenonError);
    }
    ball.x = NaN;
    expect(attach({})).toThrow("Arc 'ball' must be at a finite place, got x NaN, y 100, rotation 0");
    expect(joints.world.bodies.size).toBe(0);
  });

  it('of create, step and textureAnchor is refused, too', async () => {
    const { scene, joints } = await openScene();
    const ball = scene.add.circle(100, 100, 20).setName('ball');
    joints.attach(ball);
    const untyped = (value: unknown) => value as never;
    for (const [call, message] of [
      [
        () => joints.create('pivot', untyped(ball)),
        "create('pivot').options must be an object such as { bodyA, bodyB, a",
      ],
      [() => joints.create('pivot', untyped([ball, ball])), 'joints.create.options must be an object such as'],
      [() => joints.step(untyped(null)), 'World.step must be a finite number, got null'],
      [
        () => textureAnchor(untyped({}), 0, 0),
        'textureAnchor must be given a game object, got an object of class Object',
      ],
      [
        () => textureAnchor(ball, 0, 0, untyped(null)),
        'textureAnchor.out must be an object to write to, or left out, got null',
      ],
      [
        () => textureAnchor(ball, 0, 0, Object.freeze({ x: 0, y: 0 })),
        'textureAnchor.out must be an object to write to',
      ],
    ] as const) {
      expect(call).toThrow(message);
      expect(call).toThrow(TenonError);
    }
  });

  it('cannot be set: a misspelt one throws', async () => {
    const { joints } = await openScene();
    joints.debug = true;
    for (const handle of [joints, joints.world, joints.drag, joints.debug, joints.world.gravity])
      expect(() => Object.assign(handle ?? {}, { gravty: 5 })).toThrow('gravty');
    joints.debug = false;
  });
});

describe('what is only read', () => {
  it.each([
    ['isPaused', 'joints.isPaused must only be read: call pause() or resume(), got true'],
    ['world', 'joints.world must only be read: every start of the scene makes one, got true'],
    ['drag', 'joints.drag must only be read: call drag.enable(…) or drag.disable(), got true'],
  ])('%s refuses to be set', async (name, message) => {
    const { stage, joints } = await openScene();
    const set = () => Reflect.set(joints, name, true);
    expect(set).toThrow(message);
    stage.game.scene.stop('main');
    stage.frames(1);
    expect(set).toThrow(expect.objectContaining({ code: 'read-only' }));
  });

  it('is all that has no setter', async () => {
    const { joints } = await openScene();
    joints.debug = true;
    for (const handle of [joints, joints.drag, joints.debug, joints.debug?.surface ?? {}])
      for (let at = handle ?? {}; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
        for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
          if (get !== undefined) expect(set, name).toBeDefined();
    expect(() => Object.assign(joints.drag, { enabled: true })).toThrow(
      'joints.drag.enabled must only be read: call enable(…) or disable(), got true',
    );
    expect(() => Object.assign(joints.drag, { active: [] })).toThrow('joints.drag.active must only be read, got []');
    joints.debug = false;
  });
});

describe('a game object that is destroyed', () => {
  it('takes its body and joints along', async () => {
    const { stage, scene, joints } = await openScene();
    const [a, b] = [scene.add.circle(100, 100, 20), scene.add.circle(150, 100, 30)];
    joints.attach(a);
    const body = joints.attach(b);
    const hinge = joints.create('pivot', { bodyA: a, bodyB: b, anchor: [120, 100] });
    const container = scene.add.container(0, 0, [b]);
    container.destroy();
    expect([body.world, hinge.world, joints.world.bodies.size, joints.world.joints.size]).toEqual([null, null, 1, 0]);
    stage.frames(5);
    expect(joints.bodyOf(b)).toBeNull();
  });

  it('may be destroyed by a listener in the middle of a step', async () => {
    const { stage, scene, joints } = await openScene();
    const ball = scene.add.circle(100, 100, 20);
    joints.attach(ball);
    joints.on('beforestep', () => ball.destroy());
    stage.frames(3);
    expect(joints.world.bodies.size).toBe(0);
  });
});

describe('detach', () => {
  it('takes body and joints away, leaves the game object, and may be called twice', async () => {
    const { stage, scene, joints } = await openScene();
    const ball = scene.add.circle(100, 100, 20);
    joints.attach(ball);
    joints.create('pivot', { bodyB: ball, anchor: [80, 100] });
    joints.detach(ball);
    joints.detach(ball);
    stage.frames(5);
    expect([joints.world.bodies.size, joints.world.joints.size, ball.y]).toEqual([0, 0, 100]);
    expect(ball.listenerCount('destroy')).toBe(scene.add.circle(0, 0, 1).listenerCount('destroy'));
    expect(joints.attach(ball).y).toBe(100);
  });

  it('happens by itself when the body is removed', async () => {
    const { scene, joints } = await openScene();
    const ball = scene.add.circle(100, 100, 20);
    const body = joints.attach(ball);
    expect(joints.gameObjectOf(body)).toBe(ball);
    body.remove();
    expect([joints.bodyOf(ball), joints.gameObjectOf(body)]).toEqual([null, null]);
  });
});

describe('errors say what to do', () => {
  it.each<[string, RegExp, (at: Awaited<ReturnType<typeof openScene>>) => unknown]>([
    [
      'attach of nothing',
      /must be a game object with a place.*got undefined/,
      ({ joints }) => joints.attach(undefined as unknown as PlacedObject),
    ],
    [
      'attach of a body',
      /game object with a place.*got an object of class Body/,
      ({ joints }) => joints.attach(joints.world.addBody() as unknown as PlacedObject),
    ],
    [
      'detach of a body',
      /detach.gameObject must be a game object, got an object of class Body/,
      ({ joints }) => joints.detach(joints.world.addBody() as unknown as PlacedObject),
    ],
    [
      'attach of what was destroyed',
      /must not have been destroyed, got Arc 'ball'/,
      ({ scene, joints }) => {
        const ball = scene.add.circle(0, 0, 5).setName('ball');
        ball.destroy();
        joints.attach(ball);
      },
    ],
    [
      'attach twice with options',
      /must not have a body already: call detach first/,
      ({ scene, joints }) => {
        const ball = scene.add.circle(0, 0, 5);
        joints.attach(ball);
        expect(joints.attach(ball)).toBe(joints.bodyOf(ball));
        joints.attach(ball, { mass: 2 });
      },
    ],
    [
      'create with what has no body',
      /create\('pivot'\)\.bodyB must be attached first, with joints\.attach, got Rectangle 'arm'/,
      ({ scene, joints }) =>
        joints.create('pivot', { bodyB: scene.add.rectangle(0, 0, 5, 5).setName('arm'), anchor: [0, 0] }),
    ],
    [
      'create with undefined',
      /bodyB/,
      ({ joints }) => joints.create('pivot', { bodyB: undefined as unknown as null, anchor: [0, 0] }),
    ],
    [
      'a misspelt option',
      /desnity/,
      ({ scene, joints }) => joints.attach(scene.add.circle(0, 0, 5), { desnity: 3 } as object),
    ],
  ])('%s', async (_, message, call) => {
    const at = await openScene();
    const listening = at.scene.add.circle(0, 0, 1).listenerCount('destroy');
    expect(() => call(at)).toThrow(message);
    expect(() => call(at)).toThrow(TenonError);
    expect(at.scene.add.circle(0, 0, 1).listenerCount('destroy')).toBe(listening);
    at.stage.frames(2);
  });

  it('a game object of another scene', async () => {
    const { stage, joints } = await openScene();
    const other = stage.game.scene.add('other', {}, true);
    stage.frames(2);
    const ball = other?.add.circle(0, 0, 5);
    expect(() => joints.attach(ball as PlacedObject)).toThrow(/be of this scene, not of 'other'/);
  });
});

it('refuses in the words of the core what is no name, no options or no term', async () => {
  const { joints } = await openScene();
  const create = joints.create.bind(joints) as (...given: unknown[]) => unknown;
  expect(() => create(undefined, {})).toThrow(expect.objectContaining({ code: 'type-unknown' }));
  for (const options of [undefined, null])
    expect(() => create('pivot', options)).toThrow(expect.objectContaining({ path: 'joints.create.options' }));
  expect(() => create('gear', { terms: [null] })).toThrow(expect.objectContaining({ path: 'GearJoint.terms[0]' }));
});

it('takes whatever is typed as a game object, such as those of a group', async () => {
  const { scene, joints } = await openScene();
  const group = scene.add.group([scene.add.rectangle(0, 0, 10, 10), scene.add.circle(20, 0, 5)]);
  const [one, two]: Phaser.GameObjects.GameObject[] = group.getChildren();
  const body = joints.attach(one);
  joints.attach(two);
  expect(joints.create('pin', { bodyA: one, bodyB: two }).bodyA).toBe(body);
  expect(joints.bodyOf(one)).toBe(body);
  joints.detach(one);
  expect(joints.bodyOf(one)).toBeNull();
  const zone: Phaser.GameObjects.GameObject = new Phaser.GameObjects.GameObject(scene, 'Nothing');
  expect(() => joints.attach(zone)).toThrow('be a game object with a place');
});
