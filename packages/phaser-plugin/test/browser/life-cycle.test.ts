import { TenonError, World } from '@tenon/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openScene, type JointsScene } from './support/stage';

/** A ball that falls: moves in every frame in which time passes. */
function ball(scene: JointsScene) {
  return scene.joints.attach(scene.add.circle(200, 50, 10));
}

/** Listeners on everything of a scene and its game that lives longer than a run. */
function listeners(scene: JointsScene): number {
  const { events, game } = scene.sys;
  const count = (emitter: { eventNames(): (string | symbol)[]; listenerCount(name: string | symbol): number }) =>
    emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
  return count(events) + count(game.events) + count(scene.input) + count(game.input.events) + count(game.scale);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a scene', () => {
  it('steps its world once per frame of 1/60 s', async () => {
    const { stage, joints, scene } = await openScene();
    const body = ball(scene);
    const { time } = joints.world;
    stage.frames(30);
    expect(joints.world.time - time).toBeCloseTo(0.5, 9);
    expect(body.y).toBeCloseTo(50 + (9.81 * 50 * 0.5 ** 2) / 2, 6);
  });

  it('stops it while paused or asleep, and does not make up for it afterwards', async () => {
    const { stage, joints, scene } = await openScene();
    ball(scene);
    for (const [stop, go] of [
      ['pause', 'resume'],
      ['sleep', 'wake'],
    ] as const) {
      stage.frames(2);
      stage.game.scene[stop]('main');
      stage.frames(1);
      const { time } = joints.world;
      stage.frames(60);
      expect(joints.world.time).toBe(time);
      stage.game.scene[go]('main');
      stage.frames(2);
      expect(joints.world.time - time).toBeGreaterThan(0);
      expect(joints.world.time - time).toBeLessThan(0.05);
    }
  });

  it('destroys its world at shutdown and has a new one after a restart', async () => {
    const { stage, joints, scene } = await openScene();
    const { world } = joints;
    ball(scene);
    scene.scene.restart();
    stage.frames(2);
    expect(scene.joints).toBe(joints);
    expect(joints.world).not.toBe(world);
    expect(joints.world.bodies.size).toBe(0);
    expect(() => world.addBody()).toThrow(/destroyed/);
  });

  it('has no world before its start and after its shutdown, and says so', async () => {
    const { stage, joints } = await openScene();
    stage.game.scene.stop('main');
    stage.frames(2);
    expect(() => joints.world).toThrow(/Scene 'main' is not running/);
    stage.game.scene.start('main');
    stage.frames(2);
    expect(joints.world).toBeInstanceOf(World);
  });

  it('leaves nothing behind after 50 restarts in the middle of everything', async () => {
    const { stage, joints, scene } = await openScene();
    const create = vi.spyOn(World.prototype, 'destroy');
    const run = () => {
      const arm = scene.add.rectangle(200, 100, 80, 20);
      joints.attach(arm);
      joints.create('pivot', { bodyB: arm, anchor: [160, 100] });
      joints.debug = true;
      joints.drag.enable({ pointers: 1 });
      joints.on('afterstep', () => {});
      stage.frames(3);
      scene.scene.restart();
      stage.frames(2);
    };
    run();
    const before = { listeners: listeners(scene), objects: scene.children.length, destroyed: create.mock.calls.length };
    for (let i = 0; i < 50; i++) run();
    expect(listeners(scene)).toBe(before.listeners);
    expect(scene.children.length).toBe(before.objects);
    expect(create.mock.calls.length - before.destroyed).toBe(50);
    expect([joints.world.bodies.size, joints.world.joints.size, joints.debug]).toEqual([0, 0, null]);
  });

  it('lets its world go when it is removed, or its game is destroyed, without a shutdown', async () => {
    const { stage, joints, scene } = await openScene();
    const { world } = joints;
    const { events } = scene.sys;
    ball(scene);
    stage.game.scene.remove('main');
    stage.frames(2);
    expect(() => world.addBody()).toThrow(/destroyed/);
    expect(events.listenerCount('start')).toBe(0);

    const other = await openScene();
    const { world: second } = other.joints;
    other.stage.destroy();
    expect(() => second.addBody()).toThrow(/destroyed/);
  });
});

describe('the time of the joints', () => {
  it('stops at pause and goes on at resume, while the scene runs', async () => {
    const { stage, joints } = await openScene();
    joints.pause();
    expect(joints.isPaused).toBe(true);
    const { time } = joints.world;
    stage.frames(10);
    expect(joints.world.time).toBe(time);
    joints.resume();
    stage.frames(6);
    expect(joints.world.time - time).toBeCloseTo(0.1, 9);
  });

  it('goes on by hand with step, and the picture shows the end of that step', async () => {
    const { stage, joints, scene } = await openScene();
    const sprite = scene.add.circle(200, 50, 10);
    const body = joints.attach(sprite);
    joints.pause();
    stage.frames(1);
    const { time } = joints.world;
    joints.step();
    joints.step(0.05);
    expect(joints.world.time - time).toBeCloseTo(1 / 60 + 0.05, 9);
    expect(body.y).toBeGreaterThan(50);
    expect(sprite.y).toBe(body.y);
    stage.frames(2);
    expect(sprite.y).toBe(body.y);
  });

  it('runs slower by timeScale', async () => {
    const { stage, joints } = await openScene({ timeScale: 0.5 });
    const { time } = joints.world;
    stage.frames(60);
    expect(joints.world.time - time).toBeCloseTo(0.5, 9);
    expect(() => (joints.timeScale = -1)).toThrow(/timeScale must be 0 or more/);
  });

  it.each([
    ['20 fps', 50, 20],
    ['144 Hz', 1000 / 144, 144],
  ])('is right at %s', async (_, ms, count) => {
    const { stage, joints } = await openScene();
    const { time } = joints.world;
    stage.frames(count, ms);
    expect(Math.abs(joints.world.time - time - 1)).toBeLessThan(1 / 30);
  });

  it('does not follow Phaser where it hands out a wrong delta', async () => {
    const { stage, joints } = await openScene();
    const { time } = joints.world;
    for (let i = 0; i < 60; i++) {
      stage.time += 1000 / 60;
      stage.game.step(stage.time, 30);
    }
    expect(joints.world.time - time).toBeCloseTo(1, 1);
  });

  it('makes up for no more than one step after the page was held for 3 s', async () => {
    const { stage, joints } = await openScene();
    const { time } = joints.world;
    stage.frames(1, 3000);
    expect(joints.world.time - time).toBeLessThan(2 / 60 + 1e-9);
  });
});

describe('events', () => {
  it('of the world arrive under the same names, with a context if wanted', async () => {
    const { stage, joints, scene } = await openScene();
    const body = ball(scene);
    const counter = {
      steps: 0,
      count() {
        this.steps++;
      },
    };
    const removed = vi.fn();
    joints.on('afterstep', counter.count, counter);
    joints.on('removed', removed);
    stage.frames(5);
    expect(counter.steps).toBe(5);
    joints.off('afterstep', counter.count, counter);
    stage.frames(5);
    expect(counter.steps).toBe(5);
    body.remove();
    expect(removed).toHaveBeenCalledWith(expect.objectContaining({ body }));
    for (const context of [undefined, counter])
      for (const call of ['on', 'off'] as const)
        expect(() => joints[call]('broken', undefined as never, context)).toThrow(TenonError);
    expect(() => joints.off('brokn' as never, counter.count)).toThrow('World.off.event must be ');
  });

  it('are no longer heard after the function that on returned, or the end of the scene', async () => {
    const { stage, joints, scene } = await openScene();
    const heard = vi.fn();
    const stop = joints.on('afterstep', heard);
    stop();
    stage.frames(2);
    expect(heard).not.toHaveBeenCalled();
    joints.on('afterstep', heard);
    stop();
    stage.frames(1);
    expect(heard).toHaveBeenCalled();
    scene.scene.restart();
    stage.frames(1);
    heard.mockClear();
    stage.frames(5);
    expect(heard).not.toHaveBeenCalled();
  });

  it('that throw do not leave the picture behind', async () => {
    const { stage, joints, scene } = await openScene({ interpolate: false });
    const sprite = scene.add.circle(200, 50, 10);
    const body = joints.attach(sprite);
    const stop = joints.on('afterstep', () => {
      throw new Error('mine');
    });
    expect(() => stage.frames(1)).toThrow('mine');
    stop();
    expect(sprite.y).toBe(body.y);
    stage.frames(1);
    expect(sprite.y).toBe(body.y);
  });
});
