import type { Box } from './surface';

/** Rectangles that are taken. */
export class Occupied {
  /** minX, minY, maxX, maxY; 4 per rectangle */
  #boxes = new Float64Array(256);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  add({ minX, minY, maxX, maxY }: Readonly<Box>): void {
    const at = 4 * this.#count++;
    if (at === this.#boxes.length) {
      const larger = new Float64Array(2 * at);
      larger.set(this.#boxes);
      this.#boxes = larger;
    }
    this.#boxes[at] = minX;
    this.#boxes[at + 1] = minY;
    this.#boxes[at + 2] = maxX;
    this.#boxes[at + 3] = maxY;
  }

  /** True if some of `box` is taken. */
  touches({ minX, minY, maxX, maxY }: Readonly<Box>): boolean {
    const boxes = this.#boxes;
    for (let at = 0; at < 4 * this.#count; at += 4) {
      if (minX < boxes[at + 2] && maxX > boxes[at] && minY < boxes[at + 3] && maxY > boxes[at + 1]) return true;
    }
    return false;
  }
}
