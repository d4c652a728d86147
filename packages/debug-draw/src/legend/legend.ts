import type { JointView } from '@tenon/core/view';
import { drawJoint } from '../draw-joint';
import type { FrameCounts } from '../frame-counts';
import type { Role } from '../ink';
import { Pen } from '../pen';
import type { Box, Surface } from '../surface';
import { legendEntries } from './entries';

/** Height of a row and of a line of the head, width of a sign and of a column, pixels at scale 1. */
const rowHeight = 34;
const lineHeight = 18;
const signWidth = 52;
const columnWidth = 178;

/** From the edge of the picture to the plate, and from that to what is on it, pixels. */
const margin = 8;
const padding = 8;

/** Lines of the head: two of numbers, one of colours. */
const headLines = 3;

/** Height of the letters, pixels. */
const letters = 10;

/** From one line of the plate to the next, pixels: bold ones, and such as are one pixel wide on any screen. */
const boldSpacing = 2;
const thinSpacing = 0.5;

/** Frames for which a row stays that is in view no more: what comes and goes would make the others jump. */
const stay = 90;

const ramp: readonly Role[] = ['load0', 'load1', 'load2', 'load3', 'load4'];

/** Says what every sign in view means, drawn by the same functions as the joints themselves, on a plate above them. */
export class Legend {
  readonly #pen: Pen;
  /** frames left, of each entry */
  readonly #shown = new Uint8Array(legendEntries.length);
  /** what the plate covers, world units */
  readonly #plate: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  #scale = 1;
  #rows = 1;
  /** size of the plate, pixels at scale 1 */
  #width = 0;
  #height = 0;

  constructor(surface: Surface) {
    this.#pen = new Pen(surface);
  }

  /** Remembers what this joint shows. */
  note(view: JointView): void {
    for (let i = 0; i < legendEntries.length; i++) {
      if (this.#shown[i] < stay && legendEntries[i].isIn(view)) this.#shown[i] = stay;
    }
  }

  /**
   * Where it will be, null if that is nowhere: in the upper left corner of the page, or, where that is taller than wide,
   * along its foot. In as many columns as it needs.
   */
  place(scale: number): Readonly<Box> | null {
    const { down, right = 1 } = this.#pen.surface;
    const page = this.#page;
    if (!page) return null;
    this.#scale = scale;
    const left = right > 0 ? page.minX : page.maxX;
    const unit = this.#pen.surface.px(left, down > 0 ? page.minY : page.maxY) * scale;
    const width = (page.maxX - page.minX) / unit - 2 * (margin + padding);
    const height = (page.maxY - page.minY) / unit - 2 * (margin + padding) - headLines * lineHeight;
    const entries = this.#shown.reduce((sum, frames) => sum + (frames > 0 ? 1 : 0), 0);
    const atFoot = height > width;
    const most = Math.max(1, Math.floor(atFoot ? width / columnWidth : height / rowHeight));
    const columns = Math.max(1, atFoot ? Math.min(most, entries) : Math.ceil(entries / most));
    this.#rows = Math.max(1, Math.ceil(entries / columns));
    this.#width = Math.max(1, Math.ceil(entries / this.#rows)) * columnWidth + 2 * padding;
    this.#height = headLines * lineHeight + this.#rows * rowHeight + 2 * padding;

    const x = left + right * margin * unit;
    const foot = (down > 0 ? page.maxY : page.minY) - down * (margin + this.#height) * unit;
    const y = atFoot ? foot : (down > 0 ? page.minY : page.maxY) + down * margin * unit;
    const plate = this.#plate;
    plate.minX = Math.min(x, x + right * this.#width * unit);
    plate.maxX = Math.max(x, x + right * this.#width * unit);
    plate.minY = Math.min(y, y + down * this.#height * unit);
    plate.maxY = Math.max(y, y + down * this.#height * unit);
    return plate;
  }

  /** Draws where it was placed; returns the pen that did. */
  draw(counts: FrameCounts): Pen {
    const pen = this.#pen;
    pen.begin();
    if (!this.#page) return pen;
    this.#drawPlate();
    this.#drawHead(counts);
    let row = 0;
    legendEntries.forEach(({ text, view }, i) => {
      if (this.#shown[i] === 0) return;
      this.#shown[i]--;
      this.#drawEntry(text, view, row++);
    });
    pen.leaveInset();
    return pen;
  }

  get #page(): Readonly<Box> | null {
    const { view, page = view } = this.#pen.surface;
    return page;
  }

  /** A plate in the colour of the background, of lines, because lines are all that is ever drawn. */
  #drawPlate(): void {
    const pen = this.#pen;
    this.#enter(0, 0);
    const weight = pen.surface.weights ? 2 : 0;
    const spacing = (pen.surface.weights ? boldSpacing : thinSpacing) / this.#scale;
    for (let y = spacing / 2; y < this.#height; y += spacing) pen.line('halo', 0, y, this.#width, y, weight);
    pen.line('link', 0, 0, this.#width, 0, 0);
    pen.line('link', this.#width, 0, this.#width, this.#height, 0);
    pen.line('link', this.#width, this.#height, 0, this.#height, 0);
    pen.line('link', 0, this.#height, 0, 0, 0);
  }

  #drawHead({ joints, drawn, segments, bias, leftOut, unnamed }: FrameCounts): void {
    const pen = this.#pen;
    const line = (i: number) => padding + (i + 0.5) * lineHeight;
    const less = bias > 0 ? `, detail −${bias}` : '';
    const missing = leftOut > 0 ? `, ${leftOut} left out` : '';
    const unsaid = unnamed > 0 ? `, ${unnamed} unnamed` : '';
    this.#enter(padding, line(0));
    this.#write(0, `${joints} ${joints === 1 ? 'joint' : 'joints'}, ${drawn} in view`);
    this.#enter(padding, line(1));
    this.#write(0, `${segments} segments${less}${missing}${unsaid}`);
    this.#enter(padding, line(2));
    ramp.forEach((role, i) => {
      for (let k = -1; k <= 1; k++) pen.line(role, 9 * i, 2 * k, 9 * i + 7, 2 * k, 2);
    });
    this.#write(signWidth, 'load: 25, 50, 80, 100 %');
  }

  #drawEntry(text: string, sign: JointView, row: number): void {
    const column = Math.floor(row / this.#rows);
    const x = padding + column * columnWidth + signWidth / 2 - 3;
    this.#enter(x, padding + headLines * lineHeight + ((row % this.#rows) + 0.5) * rowHeight);
    drawJoint(this.#pen, sign, { detail: 3 });
    this.#write(signWidth / 2 + 3, text);
  }

  /** Moves the pen to a place on the plate, pixels from its upper left corner. */
  #enter(x: number, y: number): void {
    const pen = this.#pen;
    const { down, right = 1 } = pen.surface;
    const left = right > 0 ? this.#plate.minX : this.#plate.maxX;
    const top = down > 0 ? this.#plate.minY : this.#plate.maxY;
    const unit = pen.surface.px(left, top) * this.#scale;
    pen.enterInset(left + x * unit * right, top + y * unit * down, this.#scale);
    pen.at(0, 0, 1);
    pen.mark();
  }

  #write(x: number, text: string): void {
    this.#pen.text('text', x, 0, text, 'left', letters * this.#scale);
  }
}
