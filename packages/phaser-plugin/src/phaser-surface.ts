import {
  type Align,
  type Box,
  boxWithin,
  type Ink,
  inkOf,
  inkWidth,
  type Palette,
  type Role,
  type Surface,
} from '@tenon/debug-draw';
import { readOnly, TenonError } from '@tenon/core';
import type * as Phaser from 'phaser';
import { nameOf } from './game-object';
import { LabelPool } from './label-pool';

/** Draws on a Phaser `Graphics` in world space, lines and letters as large on the screen at every zoom. */
export class PhaserSurface implements Surface {
  readonly down = 1;
  readonly weights = true;
  /** 1 to 2 ms of drawing. */
  readonly budget = 8_000;
  #graphics: Phaser.GameObjects.Graphics;
  readonly #view: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  readonly #page: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  readonly #labels = new LabelPool();
  #palette: Palette | null = null;

  constructor(graphics: Phaser.GameObjects.Graphics) {
    readOnly(PhaserSurface.prototype, () => 'PhaserSurface');
    this.#graphics = readGraphics(graphics);
    // A misspelt field throws, and what is only read; what extends it has fields of its own, which come after this.
    if (new.target === PhaserSurface) Object.freeze(this);
  }

  /** What it draws on. */
  get graphics(): Phaser.GameObjects.Graphics {
    return this.#graphics;
  }

  set graphics(graphics: Phaser.GameObjects.Graphics) {
    this.#graphics = readGraphics(graphics);
  }

  /** What the scene's cameras see together; null while none is visible. */
  get view(): Readonly<Box> | null {
    const view = this.#view;
    view.minX = view.minY = Infinity;
    view.maxX = view.maxY = -Infinity;
    for (const camera of this.graphics.scene.cameras.cameras) {
      if (!camera.visible) continue;
      writeCorners(camera);
      for (let i = 0; i < 8; i += 2) {
        view.minX = Math.min(view.minX, corners[i]);
        view.minY = Math.min(view.minY, corners[i + 1]);
        view.maxX = Math.max(view.maxX, corners[i]);
        view.maxY = Math.max(view.maxY, corners[i + 1]);
      }
    }
    return view.minX < view.maxX ? view : null;
  }

  /** Of what the main camera sees, which may be turned. */
  get page(): Readonly<Box> {
    writeCorners(this.graphics.scene.cameras.main);
    return boxWithin(corners, this.#page);
  }

  px(): number {
    const { cameras, scale } = this.graphics.scene;
    const shrunk = scale.displayScale.x; // game pixels per CSS pixel
    return (shrunk > 0 && Number.isFinite(shrunk) ? shrunk : 1) / cameras.main.zoomX;
  }

  begin(palette: Palette): void {
    this.#palette = palette;
    this.graphics.clear();
    this.#labels.begin();
  }

  /** One path per ink, without circles: those cost Phaser up to a hundred times as much. */
  strokes(ink: Ink, xy: Float32Array, count: number): void {
    const { graphics } = this;
    graphics.lineStyle(inkWidth(ink) * this.px(), this.#palette?.rgb[ink] ?? 0, 1);
    graphics.beginPath();
    let lastX = NaN;
    let lastY = NaN;
    for (let i = 0; i < count; i += 4) {
      if (xy[i] !== lastX || xy[i + 1] !== lastY) graphics.moveTo(xy[i], xy[i + 1]);
      lastX = xy[i + 2];
      lastY = xy[i + 3];
      graphics.lineTo(lastX, lastY);
    }
    graphics.strokePath();
  }

  text(role: Role, x: number, y: number, text: string, align: Align, size: number): void {
    const { css = [], background = '#000000' } = this.#palette ?? {};
    const label = this.#labels.next(this.graphics.scene, text, size, css[inkOf(role, 1, 0)] ?? '', background);
    label.setOrigin(origins[align], 0.5).setPosition(x, y).setScale(this.px());
  }

  end(): void {
    this.#labels.end();
  }

  /** Takes the overlay's game objects off the scene. */
  destroy(): void {
    this.#labels.destroy();
    this.graphics.destroy();
  }
}

/** Of any copy of Phaser. */
function readGraphics(graphics: Phaser.GameObjects.Graphics): Phaser.GameObjects.Graphics {
  const isGraphics = typeof (graphics as Partial<Phaser.GameObjects.Graphics> | null)?.strokePath === 'function';
  if (isGraphics) return graphics;
  const path = 'PhaserSurface.graphics';
  throw new TenonError(
    'param-invalid',
    `${path} must be a Graphics of Phaser, got ${nameOf(graphics)}`,
    path,
    graphics,
  );
}

const origins: Readonly<Record<Align, number>> = { left: 0, center: 0.5, right: 1 };

/** x, y of the corners of a camera's picture in the world. */
const corners = new Float64Array(8);

/** Phaser's types know no rotation of a camera. */
type Camera = Phaser.Cameras.Scene2D.Camera & { readonly rotation?: number };

/** As it stands now: Phaser's own `worldView` is of the last frame, of a camera that is not turned, and about its middle. */
function writeCorners(camera: Camera): void {
  const { width, height, originX, originY, zoomX, zoomY, rotation = 0 } = camera;
  const scrollX = camera.useBounds ? camera.clampX(camera.scrollX) : camera.scrollX;
  const scrollY = camera.useBounds ? camera.clampY(camera.scrollY) : camera.scrollY;
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  for (let i = 0; i < 4; i++) {
    const x = (i === 1 || i === 2 ? width : 0) - originX * width;
    const y = (i < 2 ? 0 : height) - originY * height;
    corners[2 * i] = scrollX + originX * width + (cos * x + sin * y) / zoomX;
    corners[2 * i + 1] = scrollY + originY * height + (cos * y - sin * x) / zoomY;
  }
}
