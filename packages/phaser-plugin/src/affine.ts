import type { PlacedObject } from './game-object';

/** x' = a·x + c·y + tx, y' = b·x + d·y + ty. In doubles; Phaser's own matrices round to 32 bits. */
export interface Affine {
  /** −1 if x is mirrored: by an odd number of containers with a scaleX below 0. */
  flipX: 1 | -1;
  a: number;
  b: number;
  c: number;
  d: number;
  tx: number;
  ty: number;
}

export interface Vector {
  x: number;
  y: number;
}

/** From the space in which a game object has its place to the world: its containers' places, rotations and scales. */
export function parentSpace(object: PlacedObject, out: Affine): Affine {
  return spaceFrom(object.parentContainer, out);
}

/** From the space inside a game object to the world: its own place, rotation and scale, too. */
export function innerSpace(object: PlacedObject, out: Affine): Affine {
  return spaceFrom(object, out);
}

function spaceFrom(innermost: PlacedObject | null, out: Affine): Affine {
  out.flipX = out.a = out.d = 1;
  out.b = out.c = out.tx = out.ty = 0;
  for (let at = innermost; at != null; at = at.parentContainer) putInto(at, out);
  return out;
}

function putInto({ x, y, rotation, scaleX, scaleY }: PlacedObject, out: Affine): void {
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  if (scaleX < 0) out.flipX = out.flipX === 1 ? -1 : 1;
  place(out, x, y, cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY);
}

/** Puts a map inside a container with these axes. */
function place(m: Affine, x: number, y: number, xx: number, xy: number, yx: number, yy: number): void {
  const { a, b, c, d, tx, ty } = m;
  m.a = xx * a + yx * b;
  m.b = xy * a + yy * b;
  m.c = xx * c + yx * d;
  m.d = xy * c + yy * d;
  m.tx = xx * tx + yx * ty + x;
  m.ty = xy * tx + yy * ty + y;
}

/** A direction, turned and scaled in place. */
export function turn(m: Affine, v: Vector): void {
  const { x, y } = v;
  v.x = m.a * x + m.c * y;
  v.y = m.b * x + m.d * y;
}

/** A direction, turned and scaled back in place. The map must be invertible. */
export function turnBack(m: Affine, v: Vector): void {
  const { x, y } = v;
  const determinant = determinantOf(m);
  v.x = (m.d * x - m.c * y) / determinant;
  v.y = (m.a * y - m.b * x) / determinant;
}

/** False where a scale is 0, or so near that what is divided by it is no number, and where something is at no place. */
export function isInvertible(m: Affine): boolean {
  const inverse = 1 / determinantOf(m);
  return Number.isFinite(inverse + m.tx + m.ty) && inverse !== 0;
}

/** Below 0 where it mirrors. */
export function determinantOf({ a, b, c, d }: Affine): number {
  return a * d - b * c;
}

const axis: Vector = { x: 0, y: 0 };

/**
 * World angle of an object as one sees it, NaN where a scale of 0 leaves none: containers turn it, and whoever mirrors the picture does not.
 * Right also in unevenly scaled containers, where Phaser's `matrix.rotation` is not.
 */
export function worldAngle(rotation: number, parent: Affine): number {
  alongX(rotation, parent.flipX);
  turn(parent, axis);
  // A mirrored 0 is −0.
  return axis.x === 0 && axis.y === 0 ? NaN : Math.atan2(axis.y, axis.x) + 0;
}

/** The rotation in its parent's space that gives an object this world angle. */
export function rotationFor(angle: number, parent: Affine): number {
  alongX(angle, parent.flipX);
  turnBack(parent, axis);
  return Math.atan2(axis.y, axis.x) + 0;
}

function alongX(angle: number, flip: number): void {
  axis.x = flip * Math.cos(angle);
  axis.y = flip * Math.sin(angle);
}
