import { TenonError } from '@tenon/core';
import type * as Phaser from 'phaser';
import { type JointsOptions, readOptions } from './joints-options';
import { JointsPlugin } from './joints-plugin';
import { installer, jointsOf, setOptionsOf } from './page-wide';

/**
 * What Phaser makes of a plugin that is installed for the whole game: it gives joints to every scene, those that exist
 * and those to come, and then leaves the plugin manager, so that a scene may install it again at each of its starts.
 */
export class Installer {
  readonly [installer] = true;
  readonly #manager: Phaser.Plugins.PluginManager;
  readonly #plugin: new (scene: Phaser.Scene, manager: Phaser.Plugins.PluginManager) => object;
  readonly #defaults: JointsOptions;

  constructor(
    manager: Phaser.Plugins.PluginManager,
    plugin: new (scene: Phaser.Scene, manager: Phaser.Plugins.PluginManager) => object,
    defaults: JointsOptions,
  ) {
    this.#manager = manager;
    this.#plugin = plugin;
    this.#defaults = defaults;
  }

  /** Called by Phaser with the `data` of the installation: the joints' options. */
  init(data: JointsOptions | null | undefined): void {
    const manager = this.#manager;
    const entry = manager.plugins.find(({ plugin }) => (plugin as unknown) === this);
    const mapping = entry?.mapping ?? 'joints';
    // While the manager holds it, it puts this object on scenes in place of their joints, and refuses a second game.
    if (entry !== undefined) manager.removeGlobalPlugin(entry.key);
    if (data != null) setOptionsOf(manager, readOptions(data));

    const key = `tenon:${mapping}`;
    manager.removeScenePlugin(key); // of a game before this one, or of a script that was loaded again
    manager.installScenePlugin(key, this.#plugin, mapping);
    for (const scene of manager.game.scene.scenes) this.#give(scene, mapping);
  }

  start(): void {}
  stop(): void {}
  destroy(): void {}

  /** Puts joints on a scene that exists, running or not. */
  #give(scene: Phaser.Scene, mapping: string): void {
    const joints = jointsOf(scene) ?? new JointsPlugin(scene, this.#manager, this.#defaults);
    const there = Reflect.get(scene, mapping) as unknown;
    if (there != null && there !== joints && !isInstaller(there)) {
      throw new TenonError(
        'option-conflict',
        `plugins.install's mapping must be free on scenes, but scene.${mapping} is taken`,
        'mapping',
        mapping,
      );
    }
    protect(scene, mapping, joints);
    joints.boot();
  }
}

/** Phaser's loader assigns what it installed, which is not the scene's joints; anything else that is assigned stays. */
function protect(scene: Phaser.Scene, mapping: string, joints: JointsPlugin): void {
  Object.defineProperty(scene, mapping, {
    configurable: true,
    enumerable: true,
    get: () => joints,
    set(value: unknown) {
      if (!isInstaller(value))
        Object.defineProperty(scene, mapping, { configurable: true, enumerable: true, writable: true, value });
    },
  });
}

function isInstaller(value: unknown): boolean {
  return typeof value === 'object' && value !== null && installer in value;
}
