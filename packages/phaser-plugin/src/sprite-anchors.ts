import { box, disc, type MutableVec, polygon, quote, readOut, type Shape, TenonError } from '@tenon/core';
import { placePolygon } from '@tenon/core/adapter';
import { type Affine, isInvertible, parentSpace, turn, turnBack, type Vector } from './affine';
import { type Corners, cornersOf } from './corners';
import { isPlacedObject, nameOf, type PlacedObject } from './game-object';

const space: Affine = { flipX: 1, a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 };

/** What a game object may have beside its transform; a Graphics has none of it. */
interface Picture {
  readonly originX?: number;
  readonly originY?: number;
  readonly displayOriginX?: number;
  readonly displayOriginY?: number;
  readonly width?: number;
  readonly height?: number;
  readonly displayWidth?: number;
  readonly displayHeight?: number;
  readonly flipX?: boolean;
  readonly flipY?: boolean;
}

/** Width and height as drawn in the parent's space; negative where the scale mirrors. */
function signedSize(object: PlacedObject & Picture, out: Vector): void {
  out.x = Math.abs(object.displayWidth ?? 0) * Math.sign(object.scaleX);
  out.y = Math.abs(object.displayHeight ?? 0) * Math.sign(object.scaleY);
}

/**
 * From a game object's origin to the middle of its picture, of a polygon to its centroid, along its own axes, in its parent's units. Flips do
 * not move it.
 */
export function centreOffset(object: PlacedObject & Picture, out: Vector): Vector {
  const corners = cornersOf(object);
  if (corners !== null) {
    out.x = (corners.centroid.x - (object.displayOriginX ?? 0)) * object.scaleX;
    out.y = (corners.centroid.y - (object.displayOriginY ?? 0)) * object.scaleY;
    return out;
  }
  signedSize(object, out);
  out.x *= 0.5 - (object.originX ?? 0.5);
  out.y *= 0.5 - (object.originY ?? 0.5);
  return out;
}

/**
 * A place on a game object's texture as a local anchor of its body, px: (0, 0) is the top left corner of the picture
 * in the file, (1, 1) the bottom right one, wherever origin, scale, flips and containers put them on the screen.
 * Throws where `u` or `v` is no finite number, and in a container of scale 0.
 */
export function textureAnchor(
  object: PlacedObject & Picture,
  u: number,
  v: number,
  out: MutableVec = { x: 0, y: 0 },
): MutableVec {
  if (!isPlacedObject(object)) throw refusal('a game object', object);
  readOut('textureAnchor.out', out);
  checkShare('u', u);
  checkShare('v', v);
  const corners = cornersOf(object);
  if (corners === null) {
    signedSize(object, out);
    out.x *= (object.flipX === true ? 1 - u : u) - 0.5;
    out.y *= (object.flipY === true ? 1 - v : v) - 0.5;
  } else {
    const { least, centroid } = corners;
    out.x = (least.x + u * (object.width ?? 0) - centroid.x) * object.scaleX;
    out.y = (least.y + v * (object.height ?? 0) - centroid.y) * object.scaleY;
  }
  if (object.parentContainer != null) intoBodyFrame(object, out);
  return out;
}

function refusal(what: string, value: unknown): TenonError {
  return new TenonError(
    'param-invalid',
    `textureAnchor must be given ${what}, got ${nameOf(value)}`,
    'textureAnchor',
    value,
  );
}

function checkShare(name: string, value: number): void {
  if (Number.isFinite(value)) return;
  const message = `textureAnchor: ${name} must be a finite number, 0 to 1 across the picture, got ${quote(value)}`;
  throw new TenonError('param-not-finite', message, name, value);
}

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

/** From the object's own axes to those of its body, which turns but does not scale. */
function intoBodyFrame(object: PlacedObject, v: Vector): void {
  if (!isInvertible(parentSpace(object, space)))
    throw refusal('a game object whose containers have a finite place and no scale of 0', object);
  rotate(v, object.rotation);
  turn(space, v);
  rotate(v, -worldAngle(object.rotation, space));
}

function rotate(v: Vector, angle: number): void {
  const { x, y } = v;
  v.x = Math.cos(angle) * x - Math.sin(angle) * y;
  v.y = Math.sin(angle) * x + Math.cos(angle) * y;
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
