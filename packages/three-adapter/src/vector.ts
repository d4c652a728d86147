import { TenonError, type VecLike } from '@tenon/core';
import { isObject } from './kinds';

/** Reads a finite `[x, y]` or `{ x, y }`; a refusal names `path`. */
export function xyOf(path: string, vector: VecLike): { x: number; y: number } {
  if (isObject(vector)) {
    const { x, y } = 'x' in vector ? vector : { x: vector[0], y: vector[1] };
    if (Number.isFinite(x) && Number.isFinite(y)) return { x, y };
  }
  throw new TenonError('param-not-finite', `${path} must be a finite [x, y] or { x, y }`, path, vector);
}
