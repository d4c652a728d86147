import type { JointView } from '@tenon/core/view';
import type { Pen } from './pen';
import { wordCoordinate, wordLoad } from './wording';

/** Lines of text a frame may have; where letters are strokes, fewer. */
const mostLines = 32;
const mostStrokedLines = 8;

/** Height of a line and of the letters, pixels. */
const lineHeight = 12;
const letters = 10;

/** How far to the right of a joint its label stands, pixels. */
const beside = 9;

/** Names joints beside what was drawn of them, as long as there is room for lines. */
export class Labels {
  /** size of letters, relative to the usual */
  scale = 1;
  lengthName = '';
  #left = 0;

  begin(pen: Pen): void {
    this.#left = pen.surface.text ? mostLines : mostStrokedLines;
  }

  /** Beside the box of the joint drawn last: its name, its coordinates, its load. `keep` lines are left for others. */
  draw(pen: Pen, view: JointView, keep: number): void {
    if (pen.minX > pen.maxX) return;
    const x = pen.maxX + beside * pen.px;
    let y = (pen.minY + pen.maxY) / 2;
    const step = pen.down * lineHeight * this.scale * pen.px;
    this.#line(pen, x, y, view.name, keep);
    for (let i = 0; i < view.coordinateCount; i++) {
      const text = wordCoordinate(view.coordinates[i], this.lengthName);
      if (text !== '') this.#line(pen, x, (y += step), text, keep);
    }
    const load = wordLoad(view);
    if (load !== '') this.#line(pen, x, y + step, load, keep);
  }

  #line(pen: Pen, x: number, y: number, text: string, keep: number): void {
    if (this.#left <= keep) return;
    this.#left--;
    pen.text('text', x, y, text, 'left', letters * this.scale);
  }
}
