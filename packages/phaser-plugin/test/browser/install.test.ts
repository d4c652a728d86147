import type * as Phaser from 'phaser';
import { World } from '@tenon/core';
import { type JointsOptions, TenonPlugin } from '@tenon/phaser-plugin';
import { describe, expect, it, vi } from 'vitest';
import { JointsScene, openStage } from './support/stage';

/** A scene that does what it is told in `create`. */
function sceneThat(
  key: string,
  create: (scene: JointsScene) => void = () => {},
  config: Phaser.Types.Scenes.SettingsConfig = {},
) {
  return class extends JointsScene {
    constructor() {
      super({ key, ...config });
    }

    create() {
      create(this);
    }
  };
}

const install = (scene: Phaser.Scene) => scene.plugins.install('TenonPlugin', TenonPlugin, true, 'joints');
const inConfig = { scene: [{ key: 'TenonPlugin', plugin: TenonPlugin, mapping: 'joints' }] };

describe('installed by plugins.install inside a scene', () => {
  it('gives that scene its own world, at once', async () => {
    let world: unknown = null;
    const stage = await openStage({
      scene: sceneThat('a', (scene) => {
        install(scene);
        ({ world } = scene.joints);
      }),
    });
    expect(world).toBeInstanceOf(World);
    expect(stage.scene('a').joints.world).toBe(world);
  });

  it('gives every other scene its own, started before, later, or added later', async () => {
    const stage = await openStage({ scene: [sceneThat('first', install), sceneThat('second')] });
    stage.game.scene.start('second');
    stage.game.scene.add('third', sceneThat('third'), true);
    stage.frames(2);
    const worlds = ['first', 'second', 'third'].map((key) => stage.scene(key).joints.world);
    expect(new Set(worlds).size).toBe(3);
  });

  it('may be done again, by the same scene after a restart or by another, with nothing doubled and no warning', async () => {
    const warn = vi.spyOn(console, 'warn');
    const stage = await openStage({ scene: [sceneThat('a', install), sceneThat('b', install)] });
    const { events } = stage.scene('a').sys;
    const before = events.listenerCount('update');
    for (let i = 0; i < 3; i++) {
      stage.scene('a').scene.restart();
      stage.frames(2);
    }
    stage.game.scene.start('b');
    stage.frames(2);
    expect(events.listenerCount('update')).toBe(before);
    expect(stage.scene('b').joints.world).not.toBe(stage.scene('a').joints.world);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('takes options as the fifth argument, which a later install without any keeps', async () => {
    const stage = await openStage({
      scene: [
        sceneThat(
          'a',
          (scene) =>
            void scene.plugins.install('TenonPlugin', TenonPlugin, true, 'joints', {
              gravity: [0, 7],
              pixelsPerMeter: 100,
            }),
        ),
        sceneThat('b', install),
      ],
    });
    stage.game.scene.start('b');
    stage.frames(2);
    for (const key of ['a', 'b']) {
      const { world } = stage.scene(key).joints;
      expect([...world.gravity, world.lengthUnit]).toEqual([0, 7, 100]);
    }
  });

  it('takes other options from a later install, for scenes that start from then on', async () => {
    const installing = (gravity: [number, number]) => (scene: Phaser.Scene) =>
      void scene.plugins.install('TenonPlugin', TenonPlugin, true, 'joints', { gravity });
    const stage = await openStage({ scene: [sceneThat('a', installing([0, 7])), sceneThat('b', installing([0, 3]))] });
    const gravityOf = (key: string) => stage.scene(key).joints.world.gravity.y;
    stage.game.scene.start('b');
    stage.frames(2);
    expect([gravityOf('a'), gravityOf('b')]).toEqual([7, 7]);
    stage.scene('b').scene.restart();
    stage.frames(2);
    expect([gravityOf('a'), gravityOf('b')]).toEqual([7, 3]);
  });

  it('refuses a mapping that scenes use for something else', async () => {
    const stage = await openStage();
    const scene = stage.game.scene.getScenes(false)[0];
    expect(() => scene.plugins.install('TenonPlugin', TenonPlugin, true, 'cameras')).toThrow(/scene\.cameras is taken/);
  });
});

describe('installed by the game configuration', () => {
  it('gives every scene its own world', async () => {
    const stage = await openStage({ plugins: inConfig, scene: [sceneThat('a'), sceneThat('b')] });
    stage.game.scene.start('b');
    stage.frames(2);
    expect(stage.scene('a').joints.world).toBeInstanceOf(World);
    expect(stage.scene('b').joints.world).not.toBe(stage.scene('a').joints.world);
  });

  it('takes options by TenonPlugin.with, and leaves TenonPlugin itself as it was', async () => {
    const plugin = TenonPlugin.with({ pixelsPerMeter: 20, substeps: 8 });
    const stage = await openStage({ plugins: { scene: [{ ...inConfig.scene[0], plugin }] }, scene: sceneThat('a') });
    const { world } = stage.scene('a').joints;
    expect([world.lengthUnit, world.substeps, world.gravity.y]).toEqual([20, 8, 9.81 * 20]);
    expect(TenonPlugin.options).toEqual({});
  });

  it('as a global plugin, too', async () => {
    const entry = { key: 'TenonPlugin', plugin: TenonPlugin, mapping: 'joints', start: true };
    const stage = await openStage({ plugins: { global: [entry] }, scene: [sceneThat('a'), sceneThat('b')] });
    stage.game.scene.start('b');
    stage.frames(2);
    expect(stage.scene('b').joints.world).not.toBe(stage.scene('a').joints.world);
  });

  it('and installed again inside a scene: still one world', async () => {
    const stage = await openStage({ plugins: inConfig, scene: sceneThat('a') });
    const scene = stage.scene('a');
    const { joints } = scene;
    const { world } = joints;
    install(scene);
    expect(scene.joints).toBe(joints);
    expect(scene.joints.world).toBe(world);
  });
});

it('works for two games on a page, of which one ends', async () => {
  const one = await openStage({ scene: sceneThat('a', install) });
  const two = await openStage({ scene: sceneThat('a', install) });
  one.destroy();
  two.scene('a').scene.restart();
  two.frames(2);
  expect(two.scene('a').joints.world).toBeInstanceOf(World);
});

describe('what becomes of options after they were given is nothing to scenes', () => {
  const given = () => ({
    gravity: [0, 7] as [number, number],
    timeScale: 2,
    debug: { labels: 'none' as string, theme: { text: '#ffffff' } },
  });
  /** Makes all of them wrong. */
  const spoil = (options: ReturnType<typeof given>) => {
    options.gravity[1] = NaN;
    options.timeScale = -1;
    options.debug.labels = 'some';
    options.debug.theme.text = 'white';
  };
  const expectKept = ({ joints }: JointsScene) => {
    expect([joints.world.gravity.y, joints.timeScale]).toEqual([7, 2]);
    expect(joints.debug).toMatchObject({ labels: 'none', theme: { text: '#ffffff' } });
  };

  it('by TenonPlugin.with', async () => {
    const options = given();
    const plugin = TenonPlugin.with(options as JointsOptions);
    spoil(options);
    const stage = await openStage({ plugins: { scene: [{ ...inConfig.scene[0], plugin }] }, scene: sceneThat('a') });
    expectKept(stage.scene('a'));
    for (const { options: kept } of [plugin, TenonPlugin])
      expect(() => Object.assign(kept, { timeScale: 5 })).toThrow(TypeError);
  });

  it('as the fifth argument', async () => {
    const options = given();
    const installing = (scene: Phaser.Scene) =>
      void scene.plugins.install('TenonPlugin', TenonPlugin, true, 'joints', options);
    const stage = await openStage({ scene: [sceneThat('a', installing), sceneThat('b', install)] });
    spoil(options);
    stage.game.scene.start('b');
    stage.frames(2);
    expectKept(stage.scene('b'));
  });
});

it('refuses an option that the core does not know, one that pixelsPerMeter sets, and wrong ones of its own', async () => {
  const stage = await openStage({ scene: [sceneThat('a')] });
  const withOptions = (data: object) => () =>
    stage.scene('a').plugins.install('TenonPlugin', TenonPlugin, true, 'joints', data);
  expect(withOptions({ gravitation: 3 })).toThrow(/gravitation/);
  expect(withOptions({ lengthUnit: 3 })).toThrow(/lengthUnit is no option\. It belongs in pixelsPerMeter/);
  expect(withOptions({ pixelPerMeter: 50 })).toThrow(/pixelPerMeter is no option\. Did you mean 'pixelsPerMeter'\?/);
  for (const none of [undefined, null, 50])
    expect(() => TenonPlugin.with(none as unknown as object)).toThrow(/must be an object of options: pixelsPerMeter/);
  expect(withOptions({ pixelsPerMeter: 0 })).toThrow(/pixelsPerMeter must be above 0, got 0/);
  expect(withOptions({ pixelsPerMeter: '50' })).toThrow(/pixelsPerMeter must be a finite number, got '50'/);
  expect(withOptions({ timeScale: -1 })).toThrow(/timeScale must be 0 or more, got -1/);
  expect(withOptions({ timeScale: '2' })).toThrow(/timeScale must be a finite number, got '2'/);
  expect(withOptions({ interpolate: 'no' })).toThrow(/interpolate must be true or false, got 'no'/);
  expect(withOptions({ toString: 1 })).toThrow(/toString is no option\. There are pixelsPerMeter, /);
  for (const debug of [1, 'yes', null])
    expect(withOptions({ debug })).toThrow(
      /debug must be true, false or options of DebugDraw|DebugDraw must be an object/,
    );
  expect(withOptions({ debug: { labells: 'all' } })).toThrow(
    /DebugDraw\.labells is no option\. Did you mean 'labels'\?/,
  );
});
