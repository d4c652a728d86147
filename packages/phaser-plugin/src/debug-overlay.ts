import type { World } from '@tenon/core';
import { DebugDraw, type DebugDrawOptions } from '@tenon/debug-draw';
import type * as Phaser from 'phaser';
import { overlayDepth, overlayName } from './label-pool';
import { PhaserSurface } from './phaser-surface';

/** A scene's joints and bodies, drawn over everything else; exists only while it is wanted. */
export class DebugOverlay {
  readonly drawing: DebugDraw;
  readonly #scene: Phaser.Scene;
  readonly #surface: PhaserSurface;
  readonly #alpha: () => number;
  /** The main camera, which moves last of all where it follows something. */
  #camera: Phaser.Cameras.Scene2D.Camera | null = null;
  #hasFollowed = false;

  /** `alpha`: which pose the game objects show, from the last but one (0) to the last (1). */
  constructor(scene: Phaser.Scene, world: World, options: DebugDrawOptions, alpha: () => number) {
    this.#scene = scene;
    this.#alpha = alpha;
    this.#surface = new PhaserSurface(addGraphics(scene));
    try {
      this.drawing = new DebugDraw(world, this.#surface, { lengthName: 'px', ...options });
    } catch (error) {
      this.#surface.destroy();
      throw error;
    }
    scene.sys.events.on('postupdate', this.#update, this);
  }

  destroy(): void {
    this.#scene.sys.events.off('postupdate', this.#update, this);
    this.#camera?.off('followupdate', this.#follow, this);
    this.drawing.dispose();
    this.#surface.destroy();
  }

  #update(): void {
    const { main } = this.#scene.cameras;
    if (main !== this.#camera) {
      this.#camera?.off('followupdate', this.#follow, this);
      this.#camera = main.on('followupdate', this.#follow, this);
    }
    if (!this.#hasFollowed) this.#draw();
    this.#hasFollowed = false;
  }

  /** Once the camera has moved after what it follows, just before it shows the scene: drawn earlier, the legend would lag. */
  #follow(): void {
    this.#hasFollowed = true;
    this.#draw();
  }

  #draw(): void {
    const { graphics } = this.#surface;
    // children.removeAll() takes it off the list, or destroys it.
    if (graphics.scene === undefined) this.#surface.graphics = addGraphics(this.#scene);
    else if (graphics.displayList === null) graphics.addToDisplayList();
    this.#hover();
    this.drawing.draw(this.#alpha());
  }

  /** The joint under the pointer gets its label. */
  #hover(): void {
    const { drawing } = this;
    if (drawing.labels !== 'hover') return;
    const { x, y } = this.#scene.input.activePointer;
    const place = this.#scene.cameras.main.getWorldPoint(x, y);
    drawing.hovered = drawing.pick(place.x, place.y);
  }
}

function addGraphics(scene: Phaser.Scene): Phaser.GameObjects.Graphics {
  return scene.add.graphics().setDepth(overlayDepth).setName(overlayName);
}
