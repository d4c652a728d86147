import type { VecLike } from '@tenon/core';

/** Reads `[x, y]` or `{ x, y }`. */
export function xyOf(vector: VecLike): { x: number; y: number } {
  return 'x' in vector ? { x: vector.x, y: vector.y } : { x: vector[0], y: vector[1] };
}
