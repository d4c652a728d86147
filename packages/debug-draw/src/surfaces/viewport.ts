import { knownKeys, readOnly, type VecLike } from '@tenon/core/bare';
import type { Box } from '../surface';
import { check, isFiniteNumber, isObject } from '../check';

/** How a viewport begins. */
export interface ViewportOptions {
  /** CSS pixels */
  width: number;
  /** CSS pixels */
  height: number;
  /** the world point in the middle; default [0, 0] */
  center?: VecLike;
  /** CSS pixels per world unit; default 1 */
  zoom?: number;
  /** true (default): world y points up the screen */
  yUp?: boolean;
}

/** A plain camera: which part of the world a picture shows. Its fields may be set at any time. */
export class Viewport {
  #width = 0;
  #height = 0;
  #x = 0;
  #y = 0;
  #zoom = 1;
  #yUp = true;
  readonly #box: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };

  constructor(options: ViewportOptions) {
    readOnly(Viewport.prototype, () => 'Viewport', { down: 'set yUp', box: 'set x, y, zoom, width or height' });
    knownKeys('Viewport', options, ['width', 'height', 'center', 'zoom', 'yUp']);
    const { width, height, center = [0, 0], zoom = 1, yUp = true } = options;
    this.width = width;
    this.height = height;
    [this.#x, this.#y] = readCenter(center);
    this.zoom = zoom;
    this.yUp = yUp;
    // A misspelt field throws; what extends it has fields of its own, which come after this.
    if (new.target === Viewport) Object.preventExtensions(this);
  }

  /** CSS pixels. */
  get width(): number {
    return this.#width;
  }

  set width(value: number) {
    check('Viewport.width', 'be a finite number of pixels', value, isFiniteNumber(value));
    this.#width = value;
  }

  /** CSS pixels. */
  get height(): number {
    return this.#height;
  }

  set height(value: number) {
    check('Viewport.height', 'be a finite number of pixels', value, isFiniteNumber(value));
    this.#height = value;
  }

  /** Of the world point in the middle. */
  get x(): number {
    return this.#x;
  }

  set x(value: number) {
    check('Viewport.x', 'be a finite number', value, isFiniteNumber(value));
    this.#x = value;
  }

  /** Of the world point in the middle. */
  get y(): number {
    return this.#y;
  }

  set y(value: number) {
    check('Viewport.y', 'be a finite number', value, isFiniteNumber(value));
    this.#y = value;
  }

  /** CSS pixels per world unit. */
  get zoom(): number {
    return this.#zoom;
  }

  set zoom(value: number) {
    check('Viewport.zoom', 'be a finite number above 0', value, isFiniteNumber(value) && value > 0);
    this.#zoom = value;
  }

  /** True: world y points up the screen. */
  get yUp(): boolean {
    return this.#yUp;
  }

  set yUp(value: boolean) {
    check('Viewport.yUp', 'be true or false', value, typeof value === 'boolean');
    this.#yUp = value;
  }

  get down(): 1 | -1 {
    return this.yUp ? -1 : 1;
  }

  /** The part of the world that is seen; the same object at every call. */
  get box(): Readonly<Box> {
    const { x, y, zoom, width, height } = this;
    const box = this.#box;
    box.minX = x - width / 2 / zoom;
    box.maxX = x + width / 2 / zoom;
    box.minY = y - height / 2 / zoom;
    box.maxY = y + height / 2 / zoom;
    return box;
  }

  /** CSS pixels from the left of the picture. */
  screenX(worldX: number): number {
    return this.width / 2 + (worldX - this.x) * this.zoom;
  }

  /** CSS pixels from its top. */
  screenY(worldY: number): number {
    return this.height / 2 + (worldY - this.y) * this.zoom * this.down;
  }

  worldX(screenX: number): number {
    return this.x + (screenX - this.width / 2) / this.zoom;
  }

  worldY(screenY: number): number {
    return this.y + ((screenY - this.height / 2) / this.zoom) * this.down;
  }
}

function readCenter(center: VecLike): readonly [x: number, y: number] {
  const { x, y } = !isObject(center) ? { x: NaN, y: NaN } : 'x' in center ? center : { x: center[0], y: center[1] };
  check('Viewport.center', 'be a finite [x, y] or { x, y }', center, isFiniteNumber(x) && isFiniteNumber(y));
  return [x, y];
}

/** What a surface is given to see through. */
export function requireViewport(surface: string, viewport: unknown): void {
  check(`${surface}.viewport`, 'be a Viewport', viewport, viewport instanceof Viewport);
}
