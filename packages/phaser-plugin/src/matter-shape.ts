import { disc } from '@tenon/core';
import { type PlacedShape, placePolygon, placeTogether } from '@tenon/core/adapter';
import type { Vector } from './affine';

/** The shape of a body of Matter, in the frame that it turns about; null where it has no area. */
export function matterShape(body: MatterJS.BodyType): PlacedShape | null {
  const parts = body.parts.length > 1 ? body.parts.slice(1) : body.parts; // the first one is the body itself
  return placeTogether(parts.map((part) => partOf(part, body)).filter((part) => part !== null));
}

function partOf({ vertices = [], circleRadius }: MatterJS.BodyType, body: MatterJS.BodyType): PlacedShape | null {
  const polygon = placePolygon(vertices.map((corner) => inBody(body, corner)));
  return polygon !== null && circleRadius > 0 ? { shape: disc(circleRadius), centre: polygon.centre } : polygon;
}

/** A place of the world in the frame of a body of Matter. */
function inBody({ position, angle }: MatterJS.BodyType, { x, y }: Vector): Vector {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return {
    x: cos * (x - position.x) + sin * (y - position.y),
    y: cos * (y - position.y) - sin * (x - position.x),
  };
}

/** Tells whether a body of Matter has another shape than it had when last asked, by scaling, mirroring or a new one. */
export class ShapeMark {
  #parts = 0;
  #area = NaN;
  #radius = 0;
  readonly #corner: Vector = { x: 0, y: 0 };

  hasChanged(body: MatterJS.BodyType): boolean {
    const { parts, area, circleRadius, vertices = [], position } = body;
    const { x, y } = inBody(body, vertices[0] ?? position);
    const isSame =
      parts.length === this.#parts &&
      circleRadius === this.#radius &&
      Math.abs(area - this.#area) <= ROUNDING * area &&
      Math.max(Math.abs(x - this.#corner.x), Math.abs(y - this.#corner.y)) <= ROUNDING * Math.sqrt(area);
    this.#parts = parts.length;
    this.#radius = circleRadius;
    this.#area = area;
    this.#corner.x = x;
    this.#corner.y = y;
    return !isSame;
  }
}

/** Share of the size: Matter turns its corners by a little more in every step, and they drift. */
const ROUNDING = 1e-6;
