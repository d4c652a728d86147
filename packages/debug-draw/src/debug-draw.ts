import type { World } from '@tenon/core';
import { Overlay } from './overlay';
import type { OverlayOptions } from './overlay-options';
import type { Surface } from './surface';
import { sourceOf } from './world-source';

/** Draws a world's bodies and joints onto a surface. Every field may be set at any time and counts from the next frame on. */
export class DebugDraw extends Overlay {
  readonly world: World;

  constructor(world: World, surface: Surface, options: OverlayOptions = {}) {
    super(sourceOf(world), surface, { lengthName: world.lengthUnit === 1 ? 'm' : '', ...options });
    this.world = world;
  }
}
