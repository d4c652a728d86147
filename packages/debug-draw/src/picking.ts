import type { JointView } from '@tenon/core/view';
import { isInView } from './cull';
import type { Detail } from './detail';
import { drawJoint, type JointStyle } from './draw-joint';
import type { Palette } from './palette';
import { Pen } from './pen';
import { seatOf } from './seat-place';
import { createSpot } from './spot';
import type { Box, Surface } from './surface';

/** How near a stroke must be to the pointer, px. */
const reach = 6;

const seat = createSpot();

/** Finds the joint under a pointer by drawing joints onto a surface that measures how near their strokes come. */
export class Picker {
  /** the nearest joint so far; null if none is within 6 px */
  found: object | null = null;
  readonly #surface: PickSurface;
  readonly #pen: Pen;
  readonly #palette: Palette;
  readonly #around: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  #nearest = Infinity;
  #smallest = Infinity;

  constructor(shown: Surface, palette: Palette) {
    this.#surface = new PickSurface(shown);
    this.#pen = new Pen(this.#surface);
    this.#palette = palette;
  }

  /** Starts at a pointer, world units. */
  begin(x: number, y: number): void {
    this.found = null;
    this.#nearest = Infinity;
    this.#smallest = Infinity;
    this.#surface.aim(x, y);
    const margin = reach * this.#surface.px(x, y);
    this.#around.minX = x - margin;
    this.#around.maxX = x + margin;
    this.#around.minY = y - margin;
    this.#around.maxY = y + margin;
  }

  /** Looks whether this joint, drawn so, is nearer than those before; of equal ones the smaller wins. */
  offer(view: JointView, style: JointStyle, detail: Detail): void {
    const pen = this.#pen;
    seatOf(view, seat);
    const px = this.#surface.px(seat.x, seat.y);
    if (!isInView(view, this.#around, px)) return;
    pen.begin();
    style.detail = detail;
    style.selected = style.hovered = false;
    drawJoint(pen, view, style);
    pen.end(this.#palette);
    const distance = Math.max(1, this.#surface.distance / px);
    const size = pen.maxX - pen.minX + pen.maxY - pen.minY;
    if (distance > reach || distance > this.#nearest || (distance === this.#nearest && size >= this.#smallest)) return;
    this.#nearest = distance;
    this.#smallest = size;
    this.found = view.joint;
  }
}

/** Draws nothing: keeps the distance from the nearest stroke to a point. */
class PickSurface implements Surface {
  readonly weights = true;
  readonly budget = Infinity;
  readonly view = null;
  /** world units */
  distance = Infinity;
  readonly #shown: Surface;
  #x = 0;
  #y = 0;

  constructor(shown: Surface) {
    this.#shown = shown;
  }

  get down(): 1 | -1 {
    return this.#shown.down;
  }

  get right(): 1 | -1 {
    return this.#shown.right ?? 1;
  }

  px(x: number, y: number): number {
    return this.#shown.px(x, y);
  }

  aim(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
  }

  begin(): void {
    this.distance = Infinity;
  }

  strokes(_ink: number, xy: Float32Array, count: number): void {
    for (let i = 0; i < count; i += 4) {
      const distance = distanceToSegment(this.#x, this.#y, xy[i], xy[i + 1], xy[i + 2], xy[i + 3]);
      if (distance < this.distance) this.distance = distance;
    }
  }

  text(): void {}

  end(): void {}
}

function distanceToSegment(x: number, y: number, x0: number, y0: number, x1: number, y1: number): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / square)) : 0;
  const ex = x - x0 - dx * along;
  const ey = y - y0 - dy * along;
  return Math.sqrt(ex * ex + ey * ey);
}
