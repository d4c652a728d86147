import type * as Phaser from 'phaser';
import type { JointsOptions } from './joints-options';
import type { JointsPlugin } from './joints-plugin';

// Marks by page-wide symbols, not by classes or WeakMaps: Phaser's loader evaluates a plugin's script again at every
// restart of the scene that loads it, and each evaluation is another copy of this module.

const joints: unique symbol = Symbol.for('tenon.joints');
const options: unique symbol = Symbol.for('tenon.options');

/** The mark of what is installed once for a game. */
export const installer: unique symbol = Symbol.for('tenon.installer');

/** The joints that a scene has already, from any copy. */
export function jointsOf({ sys }: Phaser.Scene): JointsPlugin | undefined {
  return (sys as { [joints]?: JointsPlugin })[joints];
}

export function setJointsOf({ sys }: Phaser.Scene, plugin: JointsPlugin | undefined): void {
  const marked = sys as { [joints]?: JointsPlugin };
  if (plugin === undefined) delete marked[joints];
  else marked[joints] = plugin;
}

/** The options that `plugins.install` was given for a game. */
export function optionsOf(manager: Phaser.Plugins.PluginManager): JointsOptions {
  return (manager as { [options]?: JointsOptions })[options] ?? {};
}

export function setOptionsOf(manager: Phaser.Plugins.PluginManager, given: JointsOptions): void {
  (manager as { [options]?: JointsOptions })[options] = given;
}
