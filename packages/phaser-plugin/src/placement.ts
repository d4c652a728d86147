import { type Affine, isInvertible, parentSpace, rotationFor, turn, turnBack, type Vector, worldAngle } from './affine';
import type { PlacedObject } from './game-object';
import type { Pose } from './pose';
import { centreOffset } from './sprite-anchors';

const space: Affine = { flipX: 1, a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 };
const offset: Vector = { x: 0, y: 0 };
const local: Vector = { x: 0, y: 0 };

/** False inside a container of scale 0, or at no place: what is in there is seen nowhere, or all in one place. */
export function canBePlaced(object: PlacedObject): boolean {
  return object.parentContainer == null || isInvertible(parentSpace(object, space));
}

/** Where a game object is in the world, whatever its origin and its containers. The angle is NaN where a scale of 0 leaves none. */
export function readPose(object: PlacedObject, out: Pose): Pose {
  offsetFromOrigin(object, object.rotation);
  out.x = object.x + offset.x;
  out.y = object.y + offset.y;
  out.angle = object.rotation;
  if (object.parentContainer == null) return out;
  parentSpace(object, space);
  turn(space, out);
  out.x += space.tx;
  out.y += space.ty;
  out.angle = worldAngle(object.rotation, space);
  return out;
}

/** Where the origin of a game object is in the world, whatever its containers, and its angle as above. */
export function readOrigin(object: PlacedObject, out: Pose): Pose {
  parentSpace(object, space);
  out.x = object.x;
  out.y = object.y;
  turn(space, out);
  out.x += space.tx;
  out.y += space.ty;
  out.angle = worldAngle(object.rotation, space);
  return out;
}

/** Moves a game object to a world pose. It must be where it can be placed. */
export function writePose(object: PlacedObject, { x, y, angle }: Pose): void {
  local.x = x;
  local.y = y;
  let rotation = angle;
  if (object.parentContainer != null) {
    parentSpace(object, space);
    local.x -= space.tx;
    local.y -= space.ty;
    turnBack(space, local);
    rotation = rotationFor(angle, space);
  }
  offsetFromOrigin(object, rotation);
  object.x = local.x - offset.x;
  object.y = local.y - offset.y;
  object.rotation = rotation;
}

/** From the origin to the middle of the picture, in the parent's space. */
function offsetFromOrigin(object: PlacedObject, rotation: number): void {
  const { x, y } = centreOffset(object, offset);
  if (x === 0 && y === 0) return;
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  offset.x = cos * x - sin * y;
  offset.y = sin * x + cos * y;
}
