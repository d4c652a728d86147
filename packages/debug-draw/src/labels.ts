import type { JointView } from '@tenon/core/view';
import type { Pen } from './pen';
import { wordCoordinate, wordLoad } from './wording';

/** Lines of text a frame may have, and how many of them are kept for marked joints; where letters are strokes, fewer. */
const written = { most: 32, kept: 8 };
const stroked = { most: 8, kept: 4 };

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
  #kept = 0;

  begin(pen: Pen): void {
    const { most, kept } = pen.surface.text ? written : stroked;
    this.#left = most;
    this.#kept = kept;
  }

  /** Beside the box of the joint drawn last: its name, its coordinates, its load. `marked` joints get the last lines. */
  draw(pen: Pen, view: JointView, marked: boolean): void {
    const keep = marked ? 0 : this.#kept;
    if (pen.minX > pen.maxX) return;
    const x = (pen.right > 0 ? pen.maxX : pen.minX) + pen.right * beside * pen.px;
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
