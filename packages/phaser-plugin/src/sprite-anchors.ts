import { type MutableVec, quote, readOut, TenonError } from '@tenon/core';
import { type Affine, isInvertible, parentSpace, turn, type Vector, worldAngle } from './affine';
import { cornersOf } from './corners';
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

/** From the object's own axes to those of its body, which turns but does not scale. */
export function intoBodyFrame(object: PlacedObject, v: Vector): void {
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
