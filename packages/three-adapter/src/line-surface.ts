import { type Box, inkCount, type Palette, type Surface } from '@tenon/debug-draw';
import { BufferAttribute, BufferGeometry, Color, type LineSegments } from 'three';
import type { PlaneView } from './plane-view';

/** Draws strokes as one `LineSegments`: places and colours in two buffers, of which the part in use is uploaded. */
export class LineSurface implements Surface {
  readonly weights = false;
  readonly budget = 60_000;
  readonly #lines: LineSegments;
  readonly #plane: PlaneView;
  /** the four bytes of each ink's colour, linear, as one number */
  readonly #colors = new Uint32Array(inkCount);
  #palette: Palette | null = null;
  #positions = new Float32Array(0);
  #inks = new Uint32Array(0);
  #vertices = 0;

  /** `capacity`: vertices to begin with. */
  constructor(lines: LineSegments, plane: PlaneView, capacity: number) {
    this.#lines = lines;
    this.#plane = plane;
    this.#grow(capacity);
  }

  get down(): 1 | -1 {
    return this.#plane.down;
  }

  get right(): 1 | -1 {
    return this.#plane.right;
  }

  get view(): Readonly<Box> | null {
    return this.#plane.box;
  }

  get page(): Readonly<Box> | null {
    return this.#plane.page;
  }

  px(x: number, y: number): number {
    return this.#plane.px(x, y);
  }

  begin(palette: Palette): void {
    this.#vertices = 0;
    if (palette === this.#palette) return;
    this.#palette = palette;
    for (let ink = 0; ink < inkCount; ink++) this.#colors[ink] = linearBytes(palette.rgb[ink]);
  }

  strokes(ink: number, xy: Float32Array, count: number): void {
    const added = count / 2;
    if (this.#vertices + added > this.#inks.length) this.#grow(this.#vertices + added);
    const positions = this.#positions;
    let at = this.#vertices * 3;
    for (let i = 0; i < count; i += 2, at += 3) {
      positions[at] = xy[i];
      positions[at + 1] = xy[i + 1];
    }
    this.#inks.fill(this.#colors[ink], this.#vertices, this.#vertices + added);
    this.#vertices += added;
  }

  end(): void {
    const { geometry } = this.#lines;
    geometry.setDrawRange(0, this.#vertices);
    if (this.#vertices === 0) return;
    for (const { attribute, itemSize } of this.#attributes) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, this.#vertices * itemSize);
      attribute.needsUpdate = true;
    }
  }

  #attributes: readonly { attribute: BufferAttribute; itemSize: number }[] = [];

  /** A new geometry: the one way to grow that draws and frees in both renderers. */
  #grow(vertices: number): void {
    const capacity = Math.max(vertices, this.#inks.length * 2);
    const positions = new Float32Array(capacity * 3);
    const inks = new Uint32Array(capacity);
    positions.set(this.#positions);
    inks.set(this.#inks);
    this.#positions = positions;
    this.#inks = inks;
    const place = new BufferAttribute(positions, 3);
    const color = new BufferAttribute(new Uint8Array(inks.buffer), 4, true);
    const geometry = new BufferGeometry().setAttribute('position', place).setAttribute('color', color);
    this.#attributes = [
      { attribute: place, itemSize: 3 },
      { attribute: color, itemSize: 4 },
    ];
    this.#lines.geometry.dispose();
    this.#lines.geometry = geometry;
  }
}

const color = new Color();
const bytes = new Uint8Array(4);
const word = new Uint32Array(bytes.buffer);

/** three takes vertex colours for linear light; opaque. */
function linearBytes(rgb: number): number {
  color.setHex(rgb);
  bytes[0] = Math.round(color.r * 255);
  bytes[1] = Math.round(color.g * 255);
  bytes[2] = Math.round(color.b * 255);
  bytes[3] = 255;
  return word[0];
}
