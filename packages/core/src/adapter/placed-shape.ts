import { compound, polygon, type Shape } from '../shapes/mass';
import { compoundMoments, outlineMoments } from '../shapes/moments';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A shape, and where its origin, the centre of mass, is in the frame that it was seen in. */
export interface PlacedShape {
  readonly shape: Shape;
  readonly centre: Point;
}

/** The polygon with these corners, perhaps rounded. Throws as `polygon` does. */
export function placePolygon(corners: readonly Point[], radius = 0): PlacedShape {
  const shape = polygon(corners, radius);
  const { x, y } = outlineMoments(corners, radius === 0 ? undefined : radius);
  return { shape, centre: { x, y } };
}

/** Shapes of one frame as the shape of one body. Throws as `compound` does. */
export function placeTogether(shapes: readonly PlacedShape[]): PlacedShape {
  if (shapes.length === 1) return shapes[0];
  const parts = shapes.map(({ shape, centre: { x, y } }) => ({ shape, position: [x, y] as const }));
  const whole = compound(parts);
  const { x, y } = compoundMoments(parts);
  return { shape: whole, centre: { x, y } };
}
