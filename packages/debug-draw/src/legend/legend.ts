import type { JointView } from '@tenon/core/view';
import { drawContact } from '../draw-contact';
import { drawJoint } from '../draw-joint';
import type { FrameCounts } from '../frame-counts';
import type { Role } from '../ink';
import { Pen } from '../pen';
import type { Box, Surface } from '../surface';
import { contactEntry, legendEntries } from './entries';

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

/** Where on the page the legend may be. */
export const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;

/** A corner of the page, as it is seen. */
export type Corner = (typeof corners)[number];

/** Of the page's width it takes at most this share, and it is not drawn smaller than this in order to have all its rows. */
const mostWidth = 1 / 4;
const leastScale = 0.6;

/** Frames for which a row stays that is in view no more: what comes and goes would make the others jump. */
const stay = 90;

const ramp: readonly Role[] = ['load0', 'load1', 'load2', 'load3', 'load4'];

/** Says what every sign in view means, drawn by the same functions as the joints themselves, on a plate above them. */
export class Legend {
  readonly #pen: Pen;
  /** frames left, of each entry */
  readonly #shown = new Uint8Array(legendEntries.length);
  /** likewise of contacts */
  #showsContacts = 0;
  /** what the plate covers, world units */
  readonly #plate: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  #scale = 1;
  #rows = 1;
  /** what it has no row for */
  #missing = 0;
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

  /** Remembers that a contact is shown. */
  noteContact(): void {
    this.#showsContacts = stay;
  }

  /**
   * Where it will be, null if that is nowhere: in a corner of the page, in as many columns as fit into its share of the width. It is drawn
   * smaller where it has not enough room, and leaves rows out rather than be illegible.
   */
  place(corner: Corner, scale: number): Readonly<Box> | null {
    const { down, right = 1 } = this.#pen.surface;
    const page = this.#page;
    if (!page) return null;
    const left = right > 0 ? page.minX : page.maxX;
    const top = down > 0 ? page.minY : page.maxY;
    const px = this.#pen.surface.px(left, top);
    const pageWidth = (page.maxX - page.minX) / px;
    const pageHeight = (page.maxY - page.minY) / px;
    this.#arrange(pageWidth * mostWidth, pageHeight - 2 * margin, scale);
    const width = this.#width * this.#scale;
    const height = this.#height * this.#scale;
    const x = corner.endsWith('left') ? margin : pageWidth - margin - width;
    const y = corner.startsWith('top') ? margin : pageHeight - margin - height;

    const x0 = left + right * x * px;
    const x1 = x0 + right * width * px;
    const y0 = top + down * y * px;
    const y1 = y0 + down * height * px;
    const plate = this.#plate;
    plate.minX = Math.min(x0, x1);
    plate.maxX = Math.max(x0, x1);
    plate.minY = Math.min(y0, y1);
    plate.maxY = Math.max(y0, y1);
    return plate;
  }

  /** Chooses scale, columns and rows for a plate of at most this size, pixels. */
  #arrange(width: number, height: number, scale: number): void {
    const entries = this.#entries;
    const least = leastScale * scale;
    this.#scale = Math.min(scale, width / (columnWidth + 2 * padding));
    for (;;) {
      const columns = Math.max(1, Math.floor((width / this.#scale - 2 * padding) / columnWidth));
      const room = height / this.#scale - 2 * padding - headLines * lineHeight;
      this.#rows = Math.max(1, Math.min(Math.floor(room / rowHeight), Math.ceil(entries / columns)));
      this.#missing = Math.max(0, entries - columns * this.#rows);
      if (this.#missing === 0 || this.#scale <= least) break;
      this.#scale = Math.max(0.95 * this.#scale, least);
    }
    this.#width = Math.max(1, Math.ceil((entries - this.#missing) / this.#rows)) * columnWidth + 2 * padding;
    this.#height = headLines * lineHeight + this.#rows * rowHeight + 2 * padding;
  }

  /** Draws where it was placed; returns the pen that did. */
  draw(counts: FrameCounts): Pen {
    const pen = this.#pen;
    pen.begin();
    if (!this.#page) return pen;
    this.#drawPlate();
    this.#drawHead(counts);
    const rows = this.#entries - this.#missing;
    let row = 0;
    legendEntries.forEach(({ text, view }, i) => {
      if (this.#shown[i] === 0) return;
      this.#shown[i]--;
      if (row >= rows) return;
      this.#enterRow(row++);
      drawJoint(pen, view, { detail: 3, scale: this.#scale });
      this.#write(signWidth / 2 + 3, text);
    });
    if (this.#showsContacts > 0) {
      this.#showsContacts--;
      if (row < rows) {
        this.#enterRow(row);
        drawContact(pen, contactEntry.sign, this.#scale);
        this.#write(signWidth / 2 + 3, contactEntry.text);
      }
    }
    pen.leaveInset();
    return pen;
  }

  /** How many signs there are to explain. */
  get #entries(): number {
    let count = this.#showsContacts > 0 ? 1 : 0;
    for (const frames of this.#shown) if (frames > 0) count++;
    return count;
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
    const more = this.#missing > 0 ? `, ${this.#missing} more signs` : '';
    this.#enter(padding, line(0));
    this.#write(0, `${joints} ${joints === 1 ? 'joint' : 'joints'}, ${drawn} in view${more}`);
    this.#enter(padding, line(1));
    this.#write(0, `${segments} segments${less}${missing}${unsaid}`);
    this.#enter(padding, line(2));
    ramp.forEach((role, i) => {
      for (let k = -1; k <= 1; k++) pen.line(role, 9 * i, 2 * k, 9 * i + 7, 2 * k, 2);
    });
    this.#write(signWidth, 'load: 25, 50, 80, 100 %');
  }

  /** Moves the pen to where the sign of a row is. */
  #enterRow(row: number): void {
    const column = Math.floor(row / this.#rows);
    const x = padding + column * columnWidth + signWidth / 2 - 3;
    this.#enter(x, padding + headLines * lineHeight + ((row % this.#rows) + 0.5) * rowHeight);
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

  /** In smaller letters where the text would leave the plate. */
  #write(x: number, text: string): void {
    const room = this.#width - 2 * padding - x;
    const size = letters * Math.min(1, room / this.#pen.textWidth(text, letters));
    this.#pen.text('text', x, 0, text, 'left', size * this.#scale);
  }
}
