import type { Role, Weight } from './ink';
import type { Pen } from './pen';

/** A place with a direction: unit tangent t and normal n. Signs are drawn in its pixels, along t and n. */
export interface Spot {
  x: number;
  y: number;
  tx: number;
  ty: number;
  nx: number;
  ny: number;
}

export function createSpot(): Spot {
  return { x: 0, y: 0, tx: 1, ty: 0, nx: 0, ny: 1 };
}

/** At a place, along the direction (tx, ty); n is t turned by a quarter, clockwise on the screen whichever way y points. */
export function setSpot(spot: Spot, down: 1 | -1, x: number, y: number, tx: number, ty: number): Spot {
  spot.x = x;
  spot.y = y;
  spot.tx = tx;
  spot.ty = ty;
  spot.nx = -ty * down;
  spot.ny = tx * down;
  return spot;
}

/** At a place, with the axes of the world. */
export function setWorldSpot(spot: Spot, x: number, y: number): Spot {
  spot.x = x;
  spot.y = y;
  spot.tx = spot.ny = 1;
  spot.ty = spot.nx = 0;
  return spot;
}

/** At a place, with the axes of the screen: t to the right, n down. */
export function setScreenSpot(spot: Spot, pen: Pen, x: number, y: number): Spot {
  spot.x = x;
  spot.y = y;
  spot.tx = pen.right;
  spot.ty = 0;
  spot.nx = 0;
  spot.ny = pen.down;
  return spot;
}

/** A segment from (t0, n0) to (t1, n1), sign pixels. */
export function stroke(
  pen: Pen,
  role: Role,
  spot: Spot,
  t0: number,
  n0: number,
  t1: number,
  n1: number,
  weight: Weight = 1,
): void {
  const { x, y, tx, ty, nx, ny } = spot;
  const u = pen.u;
  pen.line(
    role,
    x + (tx * t0 + nx * n0) * u,
    y + (ty * t0 + ny * n0) * u,
    x + (tx * t1 + nx * n1) * u,
    y + (ty * t1 + ny * n1) * u,
    weight,
  );
}

/** A diamond of radius r at (t, n), sign pixels. */
export function dotAt(pen: Pen, role: Role, spot: Spot, t: number, n: number, r: number, weight: Weight = 1): void {
  const { x, y, tx, ty, nx, ny } = spot;
  pen.dot(role, x + (tx * t + nx * n) * pen.u, y + (ty * t + ny * n) * pen.u, r * pen.u, weight);
}
