import { box, disc, polygon, type Shape } from '@tenon/core';
import { placePolygon } from '@tenon/core/adapter';
import { type Corners, cornersOf } from './corners';
import type { PlacedObject } from './game-object';
import { intoBodyFrame, textureAnchor } from './sprite-anchors';

/** Corners of an ellipse: a 200th of its radius is the most that lies between it and its edges. */
const ROUND = 32;

/** The outline of a game object's picture, px: a disc, ellipse or polygon where it draws one, else a box; null where it has no size. */
export function outlineOf(object: PlacedObject): Shape | null {
  const corners = cornersOf(object);
  if (corners !== null) return polygonOf(object, corners);
  const right = textureAnchor(object, 1, 0.5);
  const bottom = textureAnchor(object, 0.5, 1);
  const halfWidth = Math.hypot(right.x, right.y);
  const halfHeight = Math.hypot(bottom.x, bottom.y);
  if (!(halfWidth > 0 && halfHeight > 0)) return null;
  if (object.type !== 'Arc' && object.type !== 'Ellipse') return box(2 * halfWidth, 2 * halfHeight);
  if (Math.abs(halfWidth - halfHeight) < 1e-6 * halfWidth) return disc(halfWidth);
  return polygon(
    Array.from({ length: ROUND }, (_, i) => {
      const angle = (2 * Math.PI * i) / ROUND;
      return textureAnchor(object, 0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle));
    }),
  );
}

function polygonOf(object: PlacedObject, { points, centroid }: Corners): Shape | null {
  const corners = points.map(({ x, y }) => {
    const corner = { x: (x - centroid.x) * object.scaleX, y: (y - centroid.y) * object.scaleY };
    if (object.parentContainer != null) intoBodyFrame(object, corner);
    return corner;
  });
  return placePolygon(corners)?.shape ?? null;
}
