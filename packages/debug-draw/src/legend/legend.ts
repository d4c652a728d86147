import type { JointView } from '@tenon/core/view';
import { drawJoint } from '../draw-joint';
import type { FrameCounts } from '../frame';
import type { Role } from '../ink';
import type { Pen } from '../pen';
import { legendEntries } from './entries';

/** Height of a row, width of its glyph and of its column, distance from the edge: pixels at scale 1. */
const rowHeight = 30;
const glyphWidth = 44;
const columnWidth = 220;
const margin = 12;

/** Height of the letters, pixels. */
const letters = 10;

const ramp: readonly Role[] = ['load0', 'load1', 'load2', 'load3', 'load4'];

/** Says what every sign in view means, drawn by the same functions as the joints themselves. */
export class Legend {
  readonly #present = legendEntries.map(() => false);
  /** upper left corner, world units */
  #left = 0;
  #top = 0;
  #scale = 1;
  /** rows of a column */
  #rows = 1;

  begin(): void {
    this.#present.fill(false);
  }

  /** Remembers what this joint shows. */
  note(view: JointView): void {
    for (let i = 0; i < legendEntries.length; i++) {
      if (!this.#present[i] && legendEntries[i].isIn(view)) this.#present[i] = true;
    }
  }

  /** In the upper left corner of the screen, in as many columns as it needs. */
  draw(pen: Pen, counts: FrameCounts, scale: number): void {
    const { view, down, right = 1 } = pen.surface;
    if (!view) return;
    this.#left = right > 0 ? view.minX : view.maxX;
    this.#top = down > 0 ? view.minY : view.maxY;
    this.#scale = scale;
    const height = (view.maxY - view.minY) / pen.surface.px(this.#left, this.#top) / scale;
    this.#rows = Math.max(1, Math.floor((height - 2 * margin) / rowHeight));

    let row = 0;
    this.#drawCounts(pen, counts, row++);
    this.#drawRamp(pen, row++);
    legendEntries.forEach(({ text, view: sign }, i) => {
      if (this.#present[i]) this.#drawEntry(pen, text, sign, row++);
    });
    pen.leaveInset();
  }

  #drawEntry(pen: Pen, text: string, sign: JointView, row: number): void {
    this.#enter(pen, row, glyphWidth / 2);
    drawJoint(pen, sign, { detail: 3 });
    this.#write(pen, glyphWidth / 2 + 12, text);
  }

  #drawRamp(pen: Pen, row: number): void {
    this.#enter(pen, row, 0);
    ramp.forEach((role, i) => {
      for (let k = -1; k <= 1; k++) pen.line(role, 12 * i, 2 * k, 12 * i + 10, 2 * k, 2);
    });
    this.#write(pen, 12 * ramp.length + 8, 'load: 25, 50, 80, 100 %');
  }

  #drawCounts(pen: Pen, counts: FrameCounts, row: number): void {
    const { joints, drawn, segments, bias, leftOut } = counts;
    const less = bias > 0 ? `, detail −${bias}` : '';
    const missing = leftOut > 0 ? `, ${leftOut} joints not drawn` : '';
    this.#enter(pen, row, 0);
    this.#write(pen, 0, `${joints} joints, ${drawn} in view, ${segments} segments${less}${missing}`);
  }

  /** Moves the pen into the middle of a row, `x` pixels from its left. */
  #enter(pen: Pen, row: number, x: number): void {
    const column = Math.floor(row / this.#rows);
    const line = row % this.#rows;
    const unit = pen.surface.px(this.#left, this.#top) * this.#scale;
    const { down, right = 1 } = pen.surface;
    const beside = (margin + column * columnWidth + x) * unit * right;
    const below = (margin + (line + 0.5) * rowHeight) * unit * down;
    pen.enterInset(this.#left + beside, this.#top + below, this.#scale);
    pen.at(0, 0, 1);
    pen.mark();
  }

  #write(pen: Pen, x: number, text: string): void {
    pen.text('text', x, 0, text, 'left', letters * this.#scale);
  }
}
