import { readOnly } from '@tenon/core/bare';
import { haloOf, inkCount, inkOf, type Dim, type Role, type Weight } from './ink';
import { clamp } from './numbers';
import type { Palette } from './palette';
import { advance, capital, narrowness, strokesOf, widthOf } from './stroke-font';
import type { Align, Box, Surface } from './surface';

/** Farther out nothing is drawn; within, a 32-bit number stays finite. */
const farthest = 1e30;

/** The most an arc may stand off its polygon, px. */
const chordError = 0.5;
const mostArcSegments = 32;
const mostSpiralSegments = 28;
const mostDashes = 8;

/** Height of a stroked capital, as a share of the size of its text. */
const strokedHeight = 0.8;

/** Width of a written letter, as a share of the size of its text, about. */
const writtenWidth = 0.6;

const empty = new Float32Array(0);

interface TextLine {
  role: Role;
  x: number;
  y: number;
  text: string;
  align: Align;
  size: number;
}

/**
 * Turns glyphs into segments, sorts them by ink and hands them to a surface, all in world units.
 * What is drawn after `begin` is on the screen after `end`; the buffers are kept for the next frame.
 */
export class Pen {
  readonly #surface: Surface;
  /** world units per screen pixel where the pen is */
  px = 1;
  /** world units per pixel of a sign: px · glyph scale of the joint; multiply sign sizes by it */
  u = 1;
  /** the ink of what a joint is made of, and how bold that is drawn: set for each joint */
  structure: Role = 'load0';
  structureWeight: Weight = 1;
  /** how far all inks are mixed toward the background */
  dim: Dim = 0;
  /** segments drawn since `begin`, a doubled one counted once */
  segments = 0;
  /** segments and texts left out since `begin`: not finite, or beyond the allowance */
  dropped = 0;

  /** The box of what was drawn since `mark`; empty while minX > maxX. */
  minX = Infinity;
  minY = Infinity;
  maxX = -Infinity;
  maxY = -Infinity;

  /** the role of the last segment, and its first ink */
  #role: Role = 'body';
  #roleInk = inkOf('body', 0, 0);
  /** an inset's origin and unit, world units, and the world x and y of its own */
  #inset = false;
  #originX = 0;
  #originY = 0;
  #unit = 1;
  #unitX = 1;
  #unitY = 1;
  /** more segments are dropped until the next `mark` */
  #allowed = Infinity;
  readonly #strokes: Float32Array[] = new Array<Float32Array>(inkCount).fill(empty);
  /** numbers in use of each buffer */
  readonly #counts = new Uint32Array(inkCount);
  readonly #texts: TextLine[] = [];
  #textCount = 0;

  constructor(surface: Surface) {
    readOnly(Pen.prototype, () => 'Pen');
    this.#surface = surface;
  }

  /** What it draws onto. */
  get surface(): Surface {
    return this.#surface;
  }

  /** The y that points down the screen. */
  get down(): 1 | -1 {
    return this.#inset ? 1 : this.surface.down;
  }

  /** Empties the pen for a new frame. */
  begin(): void {
    this.#counts.fill(0);
    this.#textCount = 0;
    this.segments = 0;
    this.dropped = 0;
    this.dim = 0;
    this.leaveInset();
    this.mark();
  }

  /** The x that points right on the screen. */
  get right(): 1 | -1 {
    return this.#inset ? 1 : (this.surface.right ?? 1);
  }

  /** What is seen of where it draws; null: not known, or on an inset, which is seen whole. */
  get seen(): Readonly<Box> | null {
    return this.#inset ? null : this.surface.view;
  }

  /** From here on places are pixels from the world point (x, y), y down, enlarged by `zoom`: for a legend. */
  enterInset(x: number, y: number, zoom = 1): void {
    this.#inset = true;
    this.#originX = x;
    this.#originY = y;
    this.#unit = this.surface.px(x, y) * zoom;
    this.#unitX = this.#unit * (this.surface.right ?? 1);
    this.#unitY = this.#unit * this.surface.down;
  }

  leaveInset(): void {
    this.#inset = false;
    this.#originX = 0;
    this.#originY = 0;
    this.#unit = 1;
    this.#unitX = 1;
    this.#unitY = 1;
  }

  /** Moves to a place: sizes are in its pixels, signs `scale` times as large. */
  at(x: number, y: number, scale: number): void {
    const px = this.surface.px(this.#originX + x * this.#unitX, this.#originY + y * this.#unitY) / this.#unit;
    this.px = px > 0 && px < farthest ? px : 1;
    this.u = this.px * scale;
  }

  /** Starts a new box, and a new allowance of segments. */
  mark(allowed = Infinity): void {
    this.minX = this.minY = Infinity;
    this.maxX = this.maxY = -Infinity;
    this.#allowed = this.segments + allowed;
  }

  /** Segments that may still be drawn until the next `mark`. */
  get room(): number {
    return this.#allowed - this.segments;
  }

  /** Lets the drawing since `mark` go on beyond its allowance by so many segments. */
  allow(more: number): void {
    this.#allowed = this.segments + more;
  }

  line(role: Role, x0: number, y0: number, x1: number, y1: number, weight: Weight = 1): void {
    if (!(isNear(x0) && isNear(y0) && isNear(x1) && isNear(y1)) || this.segments >= this.#allowed) {
      this.dropped++;
      return;
    }
    // Strokes come in runs of one role; looking it up each time is an eighth of a frame.
    if (role !== this.#role) {
      this.#role = role;
      this.#roleInk = inkOf(role, 0, 0);
    }
    const ink = this.#roleInk + weight * 4 + this.dim;
    this.segments++;
    this.#push(ink, x0, y0, x1, y1);
    if (weight === 2 && !this.surface.weights) this.#double(ink, x0, y0, x1, y1);

    if (x0 < this.minX) this.minX = x0;
    if (x1 < this.minX) this.minX = x1;
    if (y0 < this.minY) this.minY = y0;
    if (y1 < this.minY) this.minY = y1;
    if (x0 > this.maxX) this.maxX = x0;
    if (x1 > this.maxX) this.maxX = x1;
    if (y0 > this.maxY) this.maxY = y0;
    if (y1 > this.maxY) this.maxY = y1;
  }

  /** From one world angle to another; with `rEnd`, a spiral that ends at that radius. */
  arc(
    role: Role,
    x: number,
    y: number,
    r: number,
    from: number,
    to: number,
    weight: Weight = 1,
    rEnd: number = r,
  ): void {
    const sweep = to - from;
    if (!isNear(sweep)) {
      this.dropped++;
      return;
    }
    const n = arcSegments((r + rEnd) / 2 / this.px, sweep, rEnd === r ? mostArcSegments : mostSpiralSegments);
    const stepCos = Math.cos(sweep / n);
    const stepSin = Math.sin(sweep / n);
    const growth = (rEnd - r) / n;
    let c = Math.cos(from);
    let s = Math.sin(from);
    let x0 = x + r * c;
    let y0 = y + r * s;
    for (let i = 1; i <= n; i++) {
      const turned = c * stepCos - s * stepSin;
      s = s * stepCos + c * stepSin;
      c = turned;
      const radius = r + growth * i;
      const x1 = x + radius * c;
      const y1 = y + radius * s;
      this.line(role, x0, y0, x1, y1, weight);
      x0 = x1;
      y0 = y1;
    }
  }

  /** A diamond. */
  dot(role: Role, x: number, y: number, r: number, weight: Weight = 1): void {
    this.line(role, x + r, y, x, y + r, weight);
    this.line(role, x, y + r, x - r, y, weight);
    this.line(role, x - r, y, x, y - r, weight);
    this.line(role, x, y - r, x + r, y, weight);
  }

  /** A line of dashes that begins and ends with one; `on` and `off` in sign pixels, longer where eight do not reach. */
  dashed(role: Role, x0: number, y0: number, x1: number, y1: number, weight: Weight = 1, on = 5, off = 4): void {
    const dx = x1 - x0;
    const dy = y1 - y0;
    const length = Math.sqrt(dx * dx + dy * dy) / this.u;
    const n = clamp(Math.round((length + off) / (on + off)), 1, mostDashes);
    const period = 1 / (n - off / (on + off));
    const share = (period * on) / (on + off);
    for (let i = 0; i < n; i++) {
      const from = i * period;
      const to = i === n - 1 ? 1 : from + share;
      this.line(role, x0 + dx * from, y0 + dy * from, x0 + dx * to, y0 + dy * to, weight);
    }
  }

  /** One line of text, `size` pixels high, its middle at `y`. */
  text(role: Role, x: number, y: number, text: string, align: Align = 'left', size = 10): void {
    if (!(isNear(x) && isNear(y))) {
      this.dropped++;
      return;
    }
    if (!this.surface.text) {
      this.#strokeText(role, x, y, text, align, size * strokedHeight * this.px);
      return;
    }
    const line = this.#nextText();
    line.role = role;
    line.x = this.#originX + x * this.#unitX;
    line.y = this.#originY + y * this.#unitY;
    line.text = text;
    line.align = align;
    line.size = size;
  }

  /** Width of a line of text `size` pixels high, pixels; of one that the surface writes, about. */
  textWidth(text: string, size: number): number {
    if (this.surface.text) return text.length * size * writtenWidth;
    return (widthOf(text.length) * narrowness * strokedHeight * size) / capital;
  }

  /**
   * Gives the frame to the surface, and above it what another pen drew for it. With a halo, every stroke of this pen
   * stands on a wider one in the background's colour.
   */
  end(palette: Palette, halo = false, above: Pen | null = null): void {
    const surface = this.surface;
    surface.begin(palette);
    if (halo) this.#giveHalo();
    this.#giveStrokes();
    if (above) above.#giveStrokes();
    this.#giveTexts();
    if (above) above.#giveTexts();
    surface.end();
  }

  #giveHalo(): void {
    for (let ink = inkOf('link', 0, 0); ink < inkCount; ink++) {
      if (this.#counts[ink] > 0) this.surface.strokes(haloOf(ink), this.#strokes[ink], this.#counts[ink]);
    }
  }

  #giveStrokes(): void {
    for (let ink = 0; ink < inkCount; ink++) {
      if (this.#counts[ink] > 0) this.surface.strokes(ink, this.#strokes[ink], this.#counts[ink]);
    }
  }

  #giveTexts(): void {
    if (!this.surface.text) return;
    for (let i = 0; i < this.#textCount; i++) {
      const { role, x, y, text, align, size } = this.#texts[i];
      this.surface.text(role, x, y, text, align, size);
    }
  }

  #push(ink: number, x0: number, y0: number, x1: number, y1: number): void {
    const at = this.#counts[ink];
    let strokes = this.#strokes[ink];
    if (at + 4 > strokes.length) {
      strokes = grown(strokes);
      this.#strokes[ink] = strokes;
    }
    strokes[at] = this.#originX + x0 * this.#unitX;
    strokes[at + 1] = this.#originY + y0 * this.#unitY;
    strokes[at + 2] = this.#originX + x1 * this.#unitX;
    strokes[at + 3] = this.#originY + y1 * this.#unitY;
    this.#counts[ink] = at + 4;
  }

  /** Bold where lines have no width: the same segment again, one pixel to its left. */
  #double(ink: number, x0: number, y0: number, x1: number, y1: number): void {
    const dx = x1 - x0;
    const dy = y1 - y0;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (!(length > 0 && length < farthest)) return;
    const left = this.px / length;
    this.#push(ink, x0 - dy * left, y0 + dx * left, x1 - dy * left, y1 + dx * left);
  }

  #strokeText(role: Role, x: number, y: number, text: string, align: Align, height: number): void {
    const unit = height / capital;
    const unitX = narrowness * unit * this.right;
    const width = widthOf(text.length) * unitX;
    let left = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width;
    const top = y - (this.down * height) / 2;
    for (let i = 0; i < text.length; i++) {
      const strokes = strokesOf(text[i]);
      for (let k = 0; k < strokes.length; k += 4) {
        const y0 = top + this.down * strokes[k + 1] * unit;
        const y1 = top + this.down * strokes[k + 3] * unit;
        this.line(role, left + strokes[k] * unitX, y0, left + strokes[k + 2] * unitX, y1, 0);
      }
      left += advance * unitX;
    }
  }

  #nextText(): TextLine {
    if (this.#textCount === this.#texts.length) {
      this.#texts.push({ role: 'text', x: 0, y: 0, text: '', align: 'left', size: 0 });
    }
    return this.#texts[this.#textCount++];
  }
}

/** A twin of `strokes` with room for more. */
function grown(strokes: Float32Array): Float32Array {
  const larger = new Float32Array(Math.max(256, strokes.length * 2));
  larger.set(strokes);
  return larger;
}

/** Segments that keep an arc of radius `r` px within the chord error. */
function arcSegments(r: number, sweep: number, most: number): number {
  const step = 2 * Math.acos(Math.max(-1, 1 - chordError / Math.max(r, chordError)));
  return clamp(Math.ceil(Math.abs(sweep) / step), 1, most);
}

function isNear(x: number): boolean {
  return x > -farthest && x < farthest;
}
