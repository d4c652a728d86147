import { knownKeys, readOnly } from '@tenon/core/bare';
import { inkOf, inkWidth, type Ink, type Role } from '../ink';
import type { Palette } from '../palette';
import type { Align, Box, Surface } from '../surface';
import { check } from '../check';
import { requireViewport, type Viewport } from './viewport';

const anchors: Readonly<Record<Align, string>> = { left: 'start', center: 'middle', right: 'end' };

/** What sets a property that is only read. */
const INSTEAD = {
  viewport: 'it is given to new SvgSurface, and its fields may be set',
  weights: 'it is given to new SvgSurface',
};

/** Draws into the text of an SVG picture: one path per ink, two decimals. */
export class SvgSurface implements Surface {
  readonly budget = Infinity;
  readonly #viewport: Viewport;
  readonly #weights: boolean;
  #palette: Palette | null = null;
  #parts: string[] = [];

  /** `weights: false` draws every line 1 px wide, as a back end does that has no others. */
  constructor(viewport: Viewport, options: { weights?: boolean } = {}) {
    readOnly(SvgSurface.prototype, () => 'SvgSurface', INSTEAD);
    knownKeys('SvgSurface', options, ['weights']);
    requireViewport('SvgSurface', viewport);
    const { weights = true } = options;
    check('SvgSurface.weights', 'be true or false', weights, typeof weights === 'boolean');
    this.#viewport = viewport;
    this.#weights = weights;
    // A misspelt field throws, and what is only read; what extends it has fields of its own, which come after this.
    if (new.target === SvgSurface) Object.freeze(this);
  }

  /** What it shows of the world. */
  get viewport(): Viewport {
    return this.#viewport;
  }

  get weights(): boolean {
    return this.#weights;
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
    this.#palette = palette;
    this.#parts = [];
  }

  strokes(ink: Ink, xy: Float32Array, count: number): void {
    let path = '';
    let last = '';
    for (let i = 0; i < count; i += 4) {
      const from = this.#point(xy[i], xy[i + 1]);
      const to = this.#point(xy[i + 2], xy[i + 3]);
      path += from === last ? `L${to}` : `M${from}L${to}`;
      last = to;
    }
    const width = this.weights ? inkWidth(ink) : 1;
    this.#parts.push(`<path stroke="${this.#color(ink)}" stroke-width="${width}" d="${path}"/>`);
  }

  text(role: Role, x: number, y: number, text: string, align: Align, size: number): void {
    const left = rounded(this.viewport.screenX(x));
    const foot = rounded(this.viewport.screenY(y) + 0.35 * size);
    this.#parts.push(
      `<text x="${left}" y="${foot}" font-size="${size}" text-anchor="${anchors[align]}" ` +
        `fill="${this.#color(inkOf(role, 1, 0))}">${escaped(text)}</text>`,
    );
  }

  end(): void {}

  /** What was drawn, without the picture around it. */
  get content(): string {
    const background = this.#palette?.background ?? '#000000';
    return (
      '<g fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="sans-serif">' +
      `<g stroke="${background}" stroke-width="3" paint-order="stroke">` +
      `${this.#parts.join('')}</g></g>`
    );
  }

  /** The whole picture. */
  toString(): string {
    const { width, height } = this.viewport;
    const background = `<rect width="${width}" height="${height}" fill="${this.#palette?.background ?? '#000000'}"/>`;
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${background}${this.content}</svg>`;
  }

  #color(ink: Ink): string {
    return this.#palette?.css[ink] ?? '#ffffff';
  }

  #point(x: number, y: number): string {
    return `${rounded(this.viewport.screenX(x))} ${rounded(this.viewport.screenY(y))}`;
  }
}

function rounded(x: number): number {
  return Math.round(x * 100) / 100 + 0;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
