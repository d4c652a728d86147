import type { SceneVec } from '@tenon/core/scene';
import type { Paint } from './paint';

/** How a body is shown: its `userData` in a scene. */
export interface BodyLook {
  readonly paint?: Paint;
  /** What a disc looks like. Default `wheel`: a line shows how it is turned. */
  readonly disc?: 'wheel' | 'ball' | 'gear' | 'tyre' | 'face';
  /** Teeth of a gear. */
  readonly teeth?: number;
  /** True: not drawn, nor to be dragged. */
  readonly hidden?: boolean;
  /** True: no edge, so that neighbours run into one. */
  readonly plain?: boolean;
  /** Of a chain: filled with ground down to this far below its lowest point, m. */
  readonly depth?: number;
  /** Drawn in place of the shape: a line through points of the body, m. */
  readonly line?: { readonly points: readonly SceneVec[]; readonly width: number };
  /** Drawn in place of the shape: a polygon about the middle of the body, m. */
  readonly outline?: readonly SceneVec[];
  /** Drawn behind (below 0) or before others. */
  readonly layer?: number;
}

/** How a joint is shown, if it is: its `userData` in a scene. */
export interface CordLook {
  /** A `belt` runs round the joint's discs, a `skin` through its bodies. */
  readonly cord: 'rope' | 'rod' | 'coil' | 'belt' | 'skin';
  /** m */
  readonly width?: number;
  /** Of a skin. */
  readonly paint?: Paint;
}

export function bodyLook(userData: unknown): BodyLook {
  return isObject(userData) ? userData : {};
}

export function cordLook(userData: unknown): CordLook | null {
  return isObject(userData) && 'cord' in userData ? (userData as unknown as CordLook) : null;
}

function isObject(value: unknown): value is Record<string, never> {
  return typeof value === 'object' && value !== null;
}
