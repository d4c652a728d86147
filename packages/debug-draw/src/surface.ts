import type { Ink, Role } from './ink';
import type { Palette } from './palette';

/** Where the place of a text is: at its left end, middle or right end. */
export type Align = 'left' | 'center' | 'right';

/** An upright rectangle in world units. */
export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/**
 * All that a back end implements. A frame is `begin`, then one `strokes` for every ink that has any, bottom first,
 * then `text`, then `end`. All places are world units.
 */
export interface Surface {
  /** the world y that points down the screen */
  readonly down: 1 | -1;
  /** the world x that points right on the screen; left out, 1 */
  readonly right?: 1 | -1;
  /** false: every line is 1 px wide, and the pen doubles bold strokes */
  readonly weights: boolean;
  /** segments a frame may have */
  readonly budget: number;
  /** what is visible, kept up to date; null: unknown, so nothing is culled and there is no legend */
  readonly view: Readonly<Box> | null;
  /** an upright rectangle of which all is visible, for the legend: of a turned or tilted picture; left out, `view` */
  readonly page?: Readonly<Box> | null;
  /** world units per CSS pixel at a place: constant for 2-D cameras, by depth for a perspective camera */
  px(x: number, y: number): number;
  /** `palette` is a new object whenever the theme changed */
  begin(palette: Palette): void;
  /**
   * Segments of one ink: its colour is `palette.css[ink]` or `palette.rgb[ink]`, its width `inkWidth(ink)`.
   * `xy` holds x0 y0 x1 y1 of each, `count` numbers in all; about half of them begin where the last one ended.
   * The array belongs to the pen: copy what is kept.
   */
  strokes(ink: Ink, xy: Float32Array, count: number): void;
  /** One line of text `size` CSS pixels high, its middle at `y`. Left out, the pen strokes its letters. */
  text?(role: Role, x: number, y: number, text: string, align: Align, size: number): void;
  /** Nothing more comes in this frame. */
  end(): void;
}
