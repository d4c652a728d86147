import { readOnly, TenonError, World } from '@tenon/core/bare';
import { Overlay } from './overlay';
import { checkOptions, type OverlayOptions } from './overlay-options';
import type { Surface } from './surface';
import { sourceOf } from './world-source';

/** What sets a property that is only read. */
const INSTEAD = {
  world: 'it is given to new DebugDraw',
  surface: 'it is given to new DebugDraw',
  palette: 'set theme',
};

/** Draws a world's bodies and joints onto a surface. Every field may be set at any time and counts from the next frame on. */
export class DebugDraw extends Overlay {
  readonly #world: World;

  constructor(world: World, surface: Surface, options: OverlayOptions = {}) {
    super(sourceOf(requireWorld(world)), requireSurface(surface), {
      lengthName: world.lengthUnit === 1 ? 'm' : '',
      ...checkOptions(options),
    });
    readOnly(DebugDraw.prototype, () => 'DebugDraw', INSTEAD);
    this.#world = world;
    // A misspelt field throws; what extends it has fields of its own, which come after this.
    if (new.target === DebugDraw) Object.preventExtensions(this);
  }

  /** Whose bodies and joints it draws. */
  get world(): World {
    return this.#world;
  }

  /** For whoever keeps options until there is a world to draw: a copy, or what the constructor would throw, but for colours. */
  static checkOptions(options: OverlayOptions): OverlayOptions {
    return checkOptions(options);
  }
}

/** In JavaScript it may be anything, such as a plugin that has a world. */
function requireWorld(world: unknown): World {
  if (world instanceof World) return world;
  throw new TenonError(
    'param-invalid',
    'DebugDraw.world must be a World, such as joints.world',
    'DebugDraw.world',
    world,
  );
}

/** A canvas or its context is none. */
function requireSurface(surface: Surface): Surface {
  const missing = (['px', 'begin', 'strokes', 'end'] as const).find(
    (name) => typeof (surface as Partial<Surface> | null | undefined)?.[name] !== 'function',
  );
  if (missing === undefined) return surface;
  const message = `DebugDraw.surface must be one to draw on, such as new CanvasSurface(context, viewport): it has no ${missing}()`;
  throw new TenonError('param-invalid', message, 'DebugDraw.surface', surface);
}
