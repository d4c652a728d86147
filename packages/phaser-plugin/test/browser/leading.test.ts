import type * as Phaser from 'phaser';
import { describe, expect, it } from 'vitest';
import type { JointsOptions } from '@tenon/phaser-plugin';
import { openScene } from './support/stage';

// A game object leads when it has a kinematic body and is moved by somebody else: a tween, Arcade, Matter, a container.

describe('a kinematic body', () => {
  it('follows a tween, with the speed of the tween', async () => {
    const { stage, scene, joints } = await openScene();
    const platform = scene.add.rectangle(100, 200, 80, 10);
    const body = joints.attach(platform, { type: 'kinematic' });
    scene.tweens.add({ targets: platform, x: 300, rotation: 1, duration: 1000, ease: 'Linear' });
    const places: number[] = [];
    joints.on('afterstep', () => places.push(body.x));
    stage.frames(40);
    const speeds = places.slice(1).map((x, i) => (x - places[i]) * 60);
    for (const speed of speeds.slice(5)) expect(speed).toBeCloseTo(200, 2);
    stage.frames(40);
    expect([body.x, body.angle, platform.x]).toEqual([300, 1, 300]);
  });

  it('has an even speed at 144 Hz, where a step does not end with a frame', async () => {
    const { stage, scene, joints } = await openScene();
    const platform = scene.add.rectangle(100, 200, 80, 10);
    const body = joints.attach(platform, { type: 'kinematic' });
    const places: number[] = [];
    joints.on('afterstep', () => places.push(body.x));
    for (let i = 0; i < 288; i++) {
      platform.x += 0.5;
      stage.frames(1, 1000 / 144);
    }
    const speeds = places.slice(1).map((x, i) => (x - places[i]) * 60);
    for (const speed of speeds.slice(3)) expect(speed).toBeCloseTo(72, 6);
  });

  it('drags along what is jointed to it', async () => {
    const { stage, scene, joints } = await openScene();
    const platform = scene.add.rectangle(100, 100, 80, 10);
    const load = scene.add.circle(100, 160, 10);
    joints.attach(platform, { type: 'kinematic' });
    joints.attach(load, { linearDamping: 1 });
    joints.create('pin', { bodyA: platform, bodyB: load });
    for (let i = 0; i < 120; i++) {
      platform.x += 1;
      stage.frames(1);
    }
    stage.frames(120);
    expect(load.x).toBeGreaterThan(180);
  });

  it('jumps with its game object, without velocity', async () => {
    const { stage, scene, joints } = await openScene();
    const platform = scene.add.rectangle(100, 100, 80, 10);
    const body = joints.attach(platform, { type: 'kinematic' });
    const speeds: number[] = [];
    joints.on('beforestep', () => speeds.push(Math.hypot(body.velocity.x, body.velocity.y)));
    stage.frames(2);
    platform.x = 1100;
    stage.frames(3);
    expect(body.x).toBe(1100);
    expect(Math.max(...speeds)).toBe(0);
  });

  it.each([
    ['paused', { pause: true, timeScale: 1 }],
    ['stopped by timeScale', { pause: false, timeScale: 0 }],
  ])('is put, not moved, while the joints are %s', async (_, { pause, timeScale }) => {
    const { stage, scene, joints } = await openScene();
    const platform = scene.add.rectangle(100, 100, 80, 10);
    const body = joints.attach(platform, { type: 'kinematic' });
    platform.x += 2; // and then it is on its way
    stage.frames(1);
    if (pause) joints.pause();
    joints.timeScale = timeScale;
    for (let i = 0; i < 20; i++) {
      platform.x += 2;
      platform.rotation += 0.01;
      stage.frames(1);
      expect(body.x).toBe(platform.x);
    }
    const places: number[] = [];
    joints.on('afterstep', () => places.push(body.x));
    joints.resume();
    joints.timeScale = 1;
    stage.frames(3);
    expect([platform.x, body.angle, ...places]).toEqual([142, platform.rotation, 142, 142, 142]);
    platform.x += 3;
    stage.frames(2);
    expect(places.at(-1)).toBe(145);
  });

  it('is led by a container that moves', async () => {
    const { stage, scene, joints } = await openScene();
    const child = scene.add.rectangle(10, 0, 20, 20);
    const container = scene.add.container(100, 100, [child]);
    const body = joints.attach(child, { type: 'kinematic' });
    for (let i = 0; i < 30; i++) {
      container.x += 2;
      stage.frames(1);
    }
    stage.frames(2);
    expect([body.x, child.x]).toEqual([170, 10]);
  });

  it('leads its game object when it has a velocity of its own', async () => {
    const { stage, scene, joints } = await openScene({ interpolate: false });
    const platform = scene.add.rectangle(100, 100, 80, 10);
    joints.attach(platform, { type: 'kinematic', velocity: [60, 0] });
    stage.frames(60);
    expect(platform.x).toBeCloseTo(160, 6);
    platform.x = 150;
    stage.frames(2);
    expect(platform.x).toBe(150);
  });

  it('is drawn where the joints are seen, and has its own place again after the picture', async () => {
    const { stage, scene, joints } = await openScene();
    const platform = scene.add.rectangle(100, 200, 80, 10);
    const body = joints.attach(platform, { type: 'kinematic' });
    let drawn = NaN;
    scene.cameras.main.on('prerender', () => (drawn = platform.x));
    for (let i = 0; i < 20; i++) {
      platform.x += 3;
      const wanted = platform.x;
      stage.frames(1, 1000 / 100);
      expect(platform.x).toBe(wanted);
      if (i > 3) expect(drawn).toBeCloseTo(body.getInterpolated({ x: 0, y: 0, angle: 0 }).x, 9);
    }
  });
});

describe('beside Matter', () => {
  const matter: Phaser.Types.Core.GameConfig = { physics: { default: 'matter', matter: { gravity: { x: 0, y: 1 } } } };

  it('a body follows a sprite that Matter moves', async () => {
    const { stage, scene, joints } = await openScene({}, matter);
    const ball = scene.matter.add.image(100, 50, '__DEFAULT');
    const body = joints.attach(ball, { type: 'kinematic' });
    joints.step(); // from here on steps end with frames
    stage.frames(30);
    expect(ball.y).toBeGreaterThan(60);
    expect(Math.abs(body.y - ball.y)).toBeLessThan(1e-6);
  });

  it('is refused a dynamic body: two engines would move one sprite', async () => {
    const { scene, joints } = await openScene({}, matter);
    const ball = scene.matter.add.image(100, 50, '__DEFAULT');
    expect(() => joints.attach(ball)).toThrow(
      /type: 'kinematic', because Matter moves it; .* in place of this\.matter\.add/,
    );
  });

  it("its balls rest on a body of ours that carries one of Matter's static bodies", async () => {
    const { stage, scene, joints } = await openScene({}, matter);
    const plank = scene.matter.add.image(200, 200, '__DEFAULT', undefined, { isStatic: true });
    const hand = joints.attach(plank, { type: 'dynamic', gravityScale: 0, velocity: [0, -20], fixedRotation: true });
    const ball = scene.matter.add.image(200, 150, '__DEFAULT');
    stage.frames(60);
    expect(plank.y).toBeCloseTo(hand.getInterpolated({ x: 0, y: 0, angle: 0 }).y, 3);
    expect(plank.y).toBeLessThan(185);
    expect(Math.abs(ball.y + 32 - plank.y)).toBeLessThan(3);
  });
});

describe('a flipper with a static body of Matter', () => {
  const matter: Phaser.Types.Core.GameConfig = {
    width: 800,
    height: 800,
    physics: { default: 'matter', matter: { gravity: { x: 0, y: 1 } } },
  };

  /** Hinged at its left end, with a ball at rest 60 px from there. */
  async function flipper(options: JointsOptions = {}) {
    const { stage, scene, joints } = await openScene(options, matter);
    const plank = scene.add.rectangle(400, 600, 120, 12);
    scene.matter.add.gameObject(plank, { isStatic: true });
    joints.attach(plank);
    const hinge = joints.create('pivot', { bodyB: plank, anchor: [340, 600], angle: { limits: [-1, 0] } });
    const ball = scene.add.circle(400, 584, 10);
    scene.matter.add.gameObject(ball, { shape: { type: 'circle', radius: 10 } });
    return { stage, scene, joints, plank, hinge, ball };
  }

  it.each([2, 5, 10, 20].flatMap((speed) => [30, 60, 144].map((rate) => [speed, rate] as const)))(
    'at %i rad/s throws a ball as fast as it is where they touch, at %i Hz',
    async (speed, rate) => {
      for (const interpolate of [true, false]) {
        const { stage, plank, hinge, ball } = await flipper({ interpolate });
        stage.frames(rate, 1000 / rate);
        expect(Math.abs(ball.y - 584)).toBeLessThan(1);
        hinge.angle.motor = { speed: -speed, maxTorque: 1000 };
        let fastest = 0;
        for (let i = 0; i < rate; i++) {
          stage.frames(1, 1000 / rate);
          const { x, y } = (ball.body as MatterJS.BodyType).velocity;
          if (y < 0) fastest = Math.max(fastest, 60 * Math.hypot(x, y));
        }
        expect(fastest).toBeGreaterThan(0.9 * 60 * speed);
        expect(fastest).toBeLessThan(2 * 60 * speed);
        expect(plank.rotation).toBeCloseTo(-1, 2);
        expect((plank.body as MatterJS.BodyType).angularVelocity).toBeCloseTo(0, 6);
      }
    },
  );

  it('has no speed while the joints are paused, nor when it is put elsewhere', async () => {
    const { stage, joints, plank, hinge } = await flipper();
    const body = plank.body as MatterJS.BodyType;
    hinge.angle.motor = { speed: -0.5, maxTorque: 1000 };
    stage.frames(20);
    expect(body.angularVelocity * 60).toBeCloseTo(-0.5, 3);
    joints.pause();
    stage.frames(3);
    expect([body.angularVelocity, body.speed]).toEqual([0, 0].map((n): unknown => expect.closeTo(n, 12)));
    joints.resume();
    hinge.remove();
    joints.world.gravity = [0, 0];
    stage.frames(3);
    plank.setPosition(100, 100);
    for (let i = 0; i < 4; i++) {
      stage.frames(1);
      expect(body.speed * 60).toBeLessThan(60);
    }
  });

  it('may be asked for its body as Matter steps, and stays there', async () => {
    const { stage, scene, joints, plank, hinge } = await flipper();
    const places: number[] = [];
    hinge.angle.motor = { speed: -4, maxTorque: 1000 };
    scene.matter.world.on('collisionactive', () => {
      joints.bodyOf(plank);
      joints.world.snapshot();
      places.push(plank.rotation);
    });
    const angles: number[] = [];
    joints.on('afterstep', () => angles.push(joints.bodyOf(plank)?.angle ?? NaN));
    stage.frames(10);
    expect(places.length).toBeGreaterThan(1);
    const steps = angles.slice(2).map((angle, i) => angle - angles[i + 1]);
    for (const step of steps) expect(step).toBeCloseTo(-4 / 60, 6);
  });
});

it('beside Arcade, a body follows a sprite that Arcade moves', async () => {
  const { stage, scene, joints } = await openScene(
    {},
    { physics: { default: 'arcade', arcade: { gravity: { x: 0, y: 100 } } } },
  );
  const ball = scene.physics.add.image(100, 50, '__DEFAULT');
  const body = joints.attach(ball, { type: 'kinematic' });
  joints.step();
  stage.frames(60);
  expect(ball.y).toBeGreaterThan(80);
  // Arcade places its sprites at the end of a frame, so they are followed one frame later.
  expect(Math.abs(body.y - ball.y)).toBeLessThan(100 / 60 + 0.01);
  expect(() => joints.attach(scene.physics.add.image(0, 0, '__DEFAULT'), { collides: true })).toThrow(
    /type: 'kinematic', because Arcade moves it; .* make it with this\.add in place of this\.physics\.add/,
  );
});

describe('a game object that is put where no place is', () => {
  it.each([
    ['dynamic', { x: NaN }],
    ['dynamic', { y: Infinity }],
    ['dynamic', { rotation: NaN }],
    ['kinematic', { x: NaN }],
    ['kinematic', { rotation: NaN }],
    ['static', { y: NaN }],
  ] as const)('is named, and goes back to its body: %s, %o', async (type, place) => {
    for (const inContainer of [false, true]) {
      const { stage, scene, joints } = await openScene();
      const crate = scene.add.rectangle(100, 100, 20, 30).setOrigin(0, 0.2).setName('crate');
      if (inContainer) scene.add.container(30, 20, [crate]).setRotation(0.5).setScale(2);
      const body = joints.attach(crate, { type });
      joints.world.gravity = [0, 0];
      stage.frames(2);
      const before = [body.x, body.y, body.angle, crate.x, crate.y, crate.rotation];
      Object.assign(crate, place);
      expect(() => stage.frames(1)).toThrow(/^Rectangle 'crate' must be at a finite place, got x /);
      [body.x, body.y, body.angle, crate.x, crate.y, crate.rotation].forEach((value, i) =>
        expect(value).toBeCloseTo(before[i], 9),
      );
      const { time } = joints.world;
      stage.frames(2);
      expect(joints.world.time).toBeGreaterThan(time);
    }
  });

  it('does not keep others from being moved in the same frame, also by a step by hand', async () => {
    const { stage, scene, joints } = await openScene();
    const [one, other, third] = ['a', 'b', 'c'].map((name) => scene.add.circle(100, 100, 10).setName(name));
    for (const ball of [one, other, third]) joints.attach(ball, { gravityScale: 0 });
    stage.frames(2);
    for (const move of [() => stage.frames(1), () => joints.step()]) {
      one.x = NaN;
      other.rotation = NaN;
      third.x += 50;
      const { x } = third;
      expect(move).toThrow("Arc 'a' must be at a finite place");
      expect([third.x, joints.bodyOf(third)?.x]).toEqual([x, x]);
      stage.frames(1);
      expect([one.x, other.rotation]).toEqual([100, 0]);
    }
  });
});
