import type { World } from '@tenon/core';
import { Overlay } from './overlay';
import { checkOptions, type OverlayOptions } from './overlay-options';
import type { Surface } from './surface';
import { sourceOf } from './world-source';

/** Draws a world's bodies and joints onto a surface. Every field may be set at any time and counts from the next frame on. */
export class DebugDraw extends Overlay {
  readonly world: World;

  constructor(world: World, surface: Surface, options: OverlayOptions = {}) {
    super(sourceOf(world), surface, { lengthName: world.lengthUnit === 1 ? 'm' : '', ...checkOptions(options) });
    this.world = world;
    // A misspelt field throws; what extends it has fields of its own, which come after this.
    if (new.target === DebugDraw) Object.preventExtensions(this);
  }

  /** For whoever keeps options until there is a world to draw: throws on what the constructor would refuse, but for colours. Returns them. */
  static checkOptions(options: OverlayOptions): OverlayOptions {
    return checkOptions(options);
  }
}
