import type { JointView } from '@tenon/core/view';
import { Occupied } from './occupied';
import type { Pen } from './pen';
import { seatOf } from './seat-place';
import { createSpot } from './spot';
import type { Box } from './surface';
import { type AngleUnit, type Units, wordCoordinate, wordLoad, wordName } from './wording';

/** Lines of text that a frame may have if nobody says how many. */
export const usualLines = 64;

/** Height of a line and of the letters, pixels. */
const lineHeight = 12;
const letters = 10;

/** Between a joint and its label, pixels. */
const beside = 9;

/** A label stands beside what is drawn of its joint, but no farther than this from its seat, pixels. */
const farthest = 60;

/** Where a label may stand, the best first: x to the right, y down, of a joint that is small, wide or tall. */
const right = [1, 0] as const;
const left = [-1, 0] as const;
const below = [0, 1] as const;
const above = [0, -1] as const;
const places = {
  small: [right, left, below, above],
  wide: [below, above, right, left],
  tall: [right, left, below, above],
} as const;
type Side = (typeof places.small)[number];

/** A joint to be named: what is said of it, and the box it stands beside. */
interface Label {
  joint: object;
  readonly lines: string[];
  /** of `lines`, the number that is written */
  written: number;
  marked: boolean;
  shape: keyof typeof places;
  px: number;
  readonly box: Box;
  /** left end of the first line, and the top of the label: world units */
  x: number;
  top: number;
}

const seat = createSpot();

/**
 * Names joints beside what was drawn of them: the marked first, then all others in turn. Names come before values; what
 * finds no line or no free place is left out.
 */
export class Labels implements Units {
  /** size of letters, relative to the usual */
  scale = 1;
  lengthName = '';
  lengthUnit = 1;
  angles: AngleUnit = 'radians';
  /** lines of text a frame may have, without those of marked joints */
  lines = usualLines;
  /** joints of the last frame that were to have a label and have none */
  leftOut = 0;
  readonly #labels: Label[] = [];
  #count = 0;
  #unmarked = 0;
  readonly #occupied = new Occupied();
  /** where each joint's label stood in the last frame: it stays there as long as it can */
  readonly #sides = new WeakMap<object, Side>();

  begin(): void {
    this.#count = 0;
    this.#unmarked = 0;
    this.leftOut = 0;
  }

  /** The joint drawn last is to be named. `marked` joints are named first, and in any case. */
  add(pen: Pen, view: JointView, marked: boolean): void {
    if (pen.minX > pen.maxX) return;
    if (!marked && this.#unmarked++ >= this.lines) {
      this.leftOut++;
      return;
    }
    const label = this.#next();
    label.joint = view.joint;
    label.marked = marked;
    label.written = 0;
    label.px = pen.px;
    this.#bound(label, pen, view);
    const { lines } = label;
    lines.length = 0;
    lines.push(wordName(view));
    for (let i = 0; i < view.coordinateCount; i++) lines.push(wordCoordinate(view.coordinates[i], this));
    lines.push(wordLoad(view));
    let kept = 0;
    for (const line of lines) if (line !== '') lines[kept++] = line;
    lines.length = kept;
  }

  /** Writes what there is room for, outside of `taken`. */
  draw(pen: Pen, taken: Readonly<Box> | null): void {
    this.#occupied.clear();
    if (taken) this.#occupied.add(taken);
    for (let i = 0; i < this.#count; i++) if (this.#labels[i].marked) this.#placeMarked(pen, this.#labels[i], taken);
    let spare = Math.max(0, this.lines - this.#unmarked);
    for (let i = 0; i < this.#count; i++) {
      const label = this.#labels[i];
      if (label.marked) continue;
      if (label.lines.length - 1 <= spare) this.#place(pen, label, label.lines.length);
      if (label.written === 0) this.#place(pen, label, 1);
      if (label.written === 0) this.leftOut++;
      spare -= label.written - 1;
    }
    // Names first: they stay the same from frame to frame, and with them the lines that a surface keeps.
    for (let i = 0; i < this.#count; i++) this.#write(pen, this.#labels[i], 0, 1);
    for (let i = 0; i < this.#count; i++) this.#write(pen, this.#labels[i], 1, Infinity);
  }

  /** The box of what was drawn, as far as it is near the seat. */
  #bound(label: Label, pen: Pen, view: JointView): void {
    const { box } = label;
    const reach = farthest * pen.px;
    seatOf(view, seat);
    box.minX = Math.max(pen.minX, Math.min(seat.x - reach, pen.maxX));
    box.maxX = Math.min(pen.maxX, Math.max(seat.x + reach, pen.minX));
    box.minY = Math.max(pen.minY, Math.min(seat.y - reach, pen.maxY));
    box.maxY = Math.min(pen.maxY, Math.max(seat.y + reach, pen.minY));
    const wide = pen.maxX - pen.minX > 2 * reach;
    const tall = pen.maxY - pen.minY > 2 * reach;
    label.shape = tall ? 'tall' : wide ? 'wide' : 'small';
  }

  /** Puts so many lines where they are in view and cover no other label, if there is such a place. */
  #place(pen: Pen, label: Label, lines: number): void {
    const last = this.#sides.get(label.joint);
    if (last && this.#tries(pen, label, lines, last)) return;
    for (const side of places[label.shape]) if (this.#tries(pen, label, lines, side)) return;
  }

  /** In any case, and whole; out of `taken` where there is room. */
  #placeMarked(pen: Pen, label: Label, taken: Readonly<Box> | null): void {
    const { length } = label.lines;
    this.#place(pen, label, length);
    if (label.written > 0) return;
    this.#measure(pen, label, length, right);
    if (taken) moveOut(area, taken, pen.surface.view);
    this.#take(pen, label, length, right);
  }

  #tries(pen: Pen, label: Label, lines: number, side: Side): boolean {
    this.#measure(pen, label, lines, side);
    if (!isWithin(area, 0, 0, pen.surface.view) || this.#occupied.touches(area)) return false;
    this.#take(pen, label, lines, side);
    return true;
  }

  #take(pen: Pen, label: Label, lines: number, side: Side): void {
    label.written = lines;
    label.x = pen.right > 0 ? area.minX : area.maxX;
    label.top = pen.down > 0 ? area.minY : area.maxY;
    this.#sides.set(label.joint, side);
    this.#occupied.add(area);
  }

  /** Sets `area` to what so many lines would cover at a side. */
  #measure(pen: Pen, { box, lines, px }: Label, count: number, [toRight, toBelow]: Side): void {
    let width = 0;
    for (let i = 0; i < count; i++) width = Math.max(width, pen.textWidth(lines[i], letters * this.scale));
    const halfWidth = (width / 2) * px;
    const halfHeight = (count / 2) * lineHeight * this.scale * px;
    const x = (box.minX + box.maxX) / 2 + toRight * pen.right * ((box.maxX - box.minX) / 2 + beside * px + halfWidth);
    const y = (box.minY + box.maxY) / 2 + toBelow * pen.down * ((box.maxY - box.minY) / 2 + beside * px + halfHeight);
    area.minX = x - halfWidth;
    area.maxX = x + halfWidth;
    area.minY = y - halfHeight;
    area.maxY = y + halfHeight;
  }

  #write(pen: Pen, { lines, written, x, top, px }: Label, from: number, to: number): void {
    const step = pen.down * lineHeight * this.scale * px;
    for (let i = from; i < Math.min(to, written); i++) {
      pen.at(x, top, 1);
      pen.text('text', x, top + (i + 0.5) * step, lines[i], 'left', letters * this.scale);
    }
  }

  #next(): Label {
    if (this.#count === this.#labels.length) {
      this.#labels.push({
        joint: this,
        lines: [],
        written: 0,
        marked: false,
        shape: 'small',
        px: 1,
        box: { minX: 0, minY: 0, maxX: 0, maxY: 0 },
        x: 0,
        top: 0,
      });
    }
    return this.#labels[this.#count++];
  }
}

/** Moves a box the shortest way out of another that it stays in view by. */
function moveOut(box: Box, other: Readonly<Box>, view: Readonly<Box> | null): void {
  const right = other.maxX - box.minX;
  const left = other.minX - box.maxX;
  const up = other.maxY - box.minY;
  const down = other.minY - box.maxY;
  if (right <= 0 || left >= 0 || up <= 0 || down >= 0) return;
  wayOut.x = 0;
  wayOut.y = 0;
  wayOut.length = Infinity;
  consider(box, right, 0, view);
  consider(box, left, 0, view);
  consider(box, 0, up, view);
  consider(box, 0, down, view);
  box.minX += wayOut.x;
  box.maxX += wayOut.x;
  box.minY += wayOut.y;
  box.maxY += wayOut.y;
}

/** Takes a way along an axis for `wayOut` if it is shorter and the box stays in view by it. */
function consider(box: Readonly<Box>, x: number, y: number, view: Readonly<Box> | null): void {
  const length = Math.abs(x + y);
  if (length >= wayOut.length || !isWithin(box, x, y, view)) return;
  wayOut.x = x;
  wayOut.y = y;
  wayOut.length = length;
}

/** True if a box moved by (x, y) is in view. */
function isWithin({ minX, minY, maxX, maxY }: Readonly<Box>, x: number, y: number, view: Readonly<Box> | null) {
  return !view || (minX + x >= view.minX && maxX + x <= view.maxX && minY + y >= view.minY && maxY + y <= view.maxY);
}

const wayOut = { x: 0, y: 0, length: 0 };

const area: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
