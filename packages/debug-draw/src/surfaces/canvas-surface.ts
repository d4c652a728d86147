import { knownKeys, readOnly } from '@tenon/core/bare';
import { inkOf, inkWidth, type Ink, type Role } from '../ink';
import type { Palette } from '../palette';
import type { Align, Box, Surface } from '../surface';
import { check, isFiniteNumber } from '../check';
import { requireViewport, type Viewport } from './viewport';

const alignments: Readonly<Record<Align, CanvasTextAlign>> = { left: 'left', center: 'center', right: 'right' };

const clearings: readonly string[] = ['none', 'transparent', 'background'];

/** How a canvas is drawn on. Each is also a field. */
export interface CanvasSurfaceOptions {
  /** device pixels per CSS pixel; default 1 */
  pixelRatio?: number;
  /** what is done before a frame: nothing (default), clear the canvas, or fill it with the background */
  clear?: 'none' | 'transparent' | 'background';
}

/** What sets a property that is only read. */
const INSTEAD = {
  context: 'it is given to new CanvasSurface',
  viewport: 'it is given to new CanvasSurface, and its fields may be set',
};

/** Draws on a canvas' 2D context. The context's state is kept. */
export class CanvasSurface implements Surface {
  readonly weights = true;
  readonly budget = 10_000;
  readonly #context: CanvasRenderingContext2D;
  readonly #viewport: Viewport;
  #pixelRatio = 1;
  #clear: 'none' | 'transparent' | 'background' = 'none';
  #palette: Palette | null = null;

  constructor(context: CanvasRenderingContext2D, viewport: Viewport, options: CanvasSurfaceOptions = {}) {
    readOnly(CanvasSurface.prototype, () => 'CanvasSurface', INSTEAD);
    knownKeys('CanvasSurface', options, ['pixelRatio', 'clear']);
    const isContext = typeof (context as Partial<CanvasRenderingContext2D> | null)?.strokeText === 'function';
    check('CanvasSurface.context', "be what canvas.getContext('2d') gives", context, isContext);
    requireViewport('CanvasSurface', viewport);
    const { pixelRatio = 1, clear = 'none' } = options;
    this.#context = context;
    this.#viewport = viewport;
    this.pixelRatio = pixelRatio;
    this.clear = clear;
    // A misspelt field throws, and what is only read; what extends it has fields of its own, which come after this.
    if (new.target === CanvasSurface) Object.freeze(this);
  }

  /** What it draws on. */
  get context(): CanvasRenderingContext2D {
    return this.#context;
  }

  /** What it shows of the world. */
  get viewport(): Viewport {
    return this.#viewport;
  }

  /** Device pixels per CSS pixel. */
  get pixelRatio(): number {
    return this.#pixelRatio;
  }

  set pixelRatio(value: number) {
    check('CanvasSurface.pixelRatio', 'be a finite number above 0', value, isFiniteNumber(value) && value > 0);
    this.#pixelRatio = value;
  }

  /** What is done before a frame. */
  get clear(): 'none' | 'transparent' | 'background' {
    return this.#clear;
  }

  set clear(value: 'none' | 'transparent' | 'background') {
    check('CanvasSurface.clear', `be ${clearings.join(' or ')}`, value, clearings.includes(value));
    this.#clear = value;
  }

  get down(): 1 | -1 {
    return this.viewport.down;
  }

  get view(): Readonly<Box> {
    return this.viewport.box;
  }

  px(): number {
    return 1 / this.viewport.zoom;
  }

  begin(palette: Palette): void {
    const { context, viewport, pixelRatio } = this;
    this.#palette = palette;
    context.save();
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    if (this.clear === 'transparent') context.clearRect(0, 0, viewport.width, viewport.height);
    if (this.clear === 'background') {
      context.fillStyle = palette.background;
      context.fillRect(0, 0, viewport.width, viewport.height);
    }
  }

  strokes(ink: Ink, xy: Float32Array, count: number): void {
    const { context, viewport } = this;
    context.strokeStyle = this.#palette?.css[ink] ?? '';
    context.lineWidth = inkWidth(ink);
    context.beginPath();
    let lastX = NaN;
    let lastY = NaN;
    for (let i = 0; i < count; i += 4) {
      if (xy[i] !== lastX || xy[i + 1] !== lastY) context.moveTo(viewport.screenX(xy[i]), viewport.screenY(xy[i + 1]));
      lastX = xy[i + 2];
      lastY = xy[i + 3];
      context.lineTo(viewport.screenX(lastX), viewport.screenY(lastY));
    }
    context.stroke();
  }

  text(role: Role, x: number, y: number, text: string, align: Align, size: number): void {
    const { context, viewport } = this;
    context.font = `${size}px sans-serif`;
    context.textAlign = alignments[align];
    context.textBaseline = 'middle';
    context.strokeStyle = this.#palette?.background ?? '';
    context.lineWidth = 3;
    context.strokeText(text, viewport.screenX(x), viewport.screenY(y));
    context.fillStyle = this.#palette?.css[inkOf(role, 1, 0)] ?? '';
    context.fillText(text, viewport.screenX(x), viewport.screenY(y));
  }

  end(): void {
    this.context.restore();
  }
}
