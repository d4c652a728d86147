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

/** Of the size: nearer points are one, and what has less area, by the square of the size, has none. */
const SAME = 1e-9;

/** The polygon with these corners, perhaps rounded; two in one place count once. Null where they enclose no area. */
export function placePolygon(corners: readonly Point[], radius = 0): PlacedShape | null {
  const size = Math.max(...corners.map(({ x, y }) => Math.max(Math.abs(x - corners[0].x), Math.abs(y - corners[0].y))));
  const points = corners.filter(({ x, y }, i) => {
    const next = corners[(i + 1) % corners.length];
    return Math.max(Math.abs(next.x - x), Math.abs(next.y - y)) > SAME * size;
  });
  if (points.length < 3 || !(outlineMoments(points, undefined).area > SAME * size * size)) return null;
  const { x, y } = outlineMoments(points, radius === 0 ? undefined : radius);
  return { shape: polygon(points, radius), centre: { x, y } };
}

/** Shapes of one frame as the shape of one body; null of none. */
export function placeTogether(shapes: readonly PlacedShape[]): PlacedShape | null {
  if (shapes.length < 2) return shapes[0] ?? null;
  const parts = shapes.map(({ shape, centre: { x, y } }) => ({ shape, position: [x, y] as const }));
  const { x, y } = compoundMoments(parts);
  return { shape: compound(parts), centre: { x, y } };
}
