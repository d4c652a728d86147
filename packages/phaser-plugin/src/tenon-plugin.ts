import type * as Phaser from 'phaser';
import { Installer } from './installer';
import { type JointsOptions, readOptions } from './joints-options';
import { JointsPlugin } from './joints-plugin';
import { jointsOf } from './page-wide';

/* eslint-disable @typescript-eslint/no-extraneous-class --
   Phaser wants one class for two roles: the constructor decides which object it is. */

/**
 * What Phaser is given, in the game's configuration or by `plugins.install`: either way every scene gets its own
 * `scene.joints`. Options: `TenonPlugin.with({ … })`, or the fifth argument of `install`.
 */
export class TenonPlugin {
  /** @internal */
  static readonly options: JointsOptions = Object.freeze({});

  /** @internal Phaser calls it: with the manager alone for the whole game, with a scene for that scene. */
  constructor(manager: Phaser.Plugins.PluginManager);
  constructor(scene: Phaser.Scene, manager: Phaser.Plugins.PluginManager);
  constructor(sceneOrManager: Phaser.Scene | Phaser.Plugins.PluginManager, manager?: Phaser.Plugins.PluginManager) {
    const { options } = new.target;
    if (manager === undefined)
      return new Installer(sceneOrManager as Phaser.Plugins.PluginManager, new.target, options);
    const scene = sceneOrManager as Phaser.Scene;
    return jointsOf(scene) ?? new JointsPlugin(scene, manager, configured(manager) ?? options);
  }

  /** The same plugin with options, for `plugins.scene` of a game's configuration. Throws where they are wrong. */
  static with(options: JointsOptions): typeof TenonPlugin {
    const kept = readOptions(options);
    return class extends TenonPlugin {
      static override readonly options = kept;
    };
  }
}

/** The options in the game's own configuration: Phaser keeps plugins by key for the whole page, and makes a second game's with the first one's class. */
function configured({ game }: Phaser.Plugins.PluginManager): JointsOptions | undefined {
  const entries = game.config.installScenePlugins as { plugin?: { options?: JointsOptions; with?: unknown } }[];
  return entries.find(({ plugin }) => plugin?.with !== undefined)?.plugin?.options;
}
