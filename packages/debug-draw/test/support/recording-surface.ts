import { roleOf, type Ink, type Role } from '../../src/ink';
import type { Palette } from '../../src/palette';
import type { Align, Box, Surface } from '../../src/surface';

export interface Segment {
  ink: Ink;
  role: Role;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface TextLine {
  role: Role;
  x: number;
  y: number;
  text: string;
  align: Align;
  size: number;
}

/** Keeps what it is given. */
export class RecordingSurface implements Surface {
  down: 1 | -1 = 1;
  weights = true;
  budget = Infinity;
  view: Box | null = null;
  page?: Box | null;
  unit = 1;
  segments: Segment[] = [];
  texts: TextLine[] = [];
  frames = 0;
  palette: Palette | null = null;

  constructor(fields: Partial<Pick<RecordingSurface, 'down' | 'weights' | 'budget' | 'view' | 'page' | 'unit'>> = {}) {
    Object.assign(this, fields);
  }

  px(): number {
    return this.unit;
  }

  begin(palette: Palette): void {
    this.palette = palette;
    this.segments = [];
    this.texts = [];
  }

  strokes(ink: Ink, xy: Float32Array, count: number): void {
    for (let i = 0; i < count; i += 4) {
      this.segments.push({ ink, role: roleOf(ink), x0: xy[i], y0: xy[i + 1], x1: xy[i + 2], y1: xy[i + 3] });
    }
  }

  text(role: Role, x: number, y: number, text: string, align: Align, size: number): void {
    this.texts.push({ role, x, y, text, align, size });
  }

  end(): void {
    this.frames++;
  }
}

/** Counts segments and the numbers among them that are not finite; keeps nothing. */
export class CountingSurface implements Surface {
  readonly down = 1;
  readonly weights: boolean = true;
  readonly view: Box | null = null;
  budget = Infinity;
  segments = 0;
  notFinite = 0;

  px(): number {
    return 1;
  }

  begin(): void {
    this.segments = 0;
  }

  strokes(_ink: Ink, xy: Float32Array, count: number): void {
    this.segments += count / 4;
    for (let i = 0; i < count; i++) if (!Number.isFinite(xy[i])) this.notFinite++;
  }

  text(): void {}

  end(): void {}
}
