import type { SceneVec } from '@tenon/core/scene';

/** How a world's units and directions follow from metres with y up. */
export interface Frame {
  /** World units per metre. */
  readonly scale: number;
  /** True if the world's y points down. */
  readonly flipY: boolean;
}

/** A point in metres, y up, in world units. */
export function toWorld({ scale, flipY }: Frame, [x, y]: SceneVec): [x: number, y: number] {
  return [x * scale, flipY ? -y * scale : y * scale];
}

/** A point of the world in metres, y up. */
export function fromWorld({ scale, flipY }: Frame, { x, y }: { readonly x: number; readonly y: number }): SceneVec {
  return [x / scale, (flipY ? -y : y) / scale];
}

/** A turn that is counter-clockwise for the eye, as the world counts it; and back. */
export function mirrored({ flipY }: Frame, turn: number): number {
  return flipY ? -turn : turn;
}
