import { quote, TenonError } from '@tenon/core';
import { Matrix4, Object3D, Vector3 } from 'three';
import { isObject3D } from './kinds';

/** Where bodies live: x and y of the scene, x and z of the scene, or x and y of an object of yours. */
export type PlaneChoice = 'xy' | 'xz' | Object3D;

/** The plane of the bodies as an object: their coordinates are its local x and y. */
export class Plane {
  readonly frame: Object3D;
  /** The axis of objects that is the plane's y where they are not turned. */
  readonly up: 'y' | 'z';
  /** scene → plane, as of the last `refresh` */
  readonly inverse = new Matrix4();

  /** Throws `param-invalid` on a frame that is scaled unevenly. */
  constructor(choice: PlaneChoice) {
    this.frame = isObject3D(choice) ? choice : frameOf(choice);
    this.up = choice === 'xz' ? 'z' : 'y';
    this.refresh();
    const { x, y, z } = new Vector3().setFromMatrixScale(this.frame.matrixWorld);
    if (Math.abs(x - y) > 1e-6 * x || Math.abs(x - z) > 1e-6 * x || this.frame.matrixWorld.determinant() <= 0) {
      throw new TenonError(
        'param-invalid',
        `the frame must be uniformly scaled; got (${x}, ${y}, ${z})`,
        'frame',
        choice,
      );
    }
  }

  /** Follows the frame, which may have moved. */
  refresh(): void {
    refreshWorldMatrix(this.frame);
    this.inverse.copy(this.frame.matrixWorld).invert();
  }

  /** A point of the scene, in the plane; its distance from it is left out. */
  toPlane<T extends { x: number; y: number }>(point: Vector3, out: T): T {
    this.refresh();
    scratch.copy(point).applyMatrix4(this.inverse);
    out.x = scratch.x;
    out.y = scratch.y;
    return out;
  }

  /** A direction of the scene, in the plane. */
  toPlaneDirection(direction: Vector3): [x: number, y: number] {
    this.refresh();
    const e = this.inverse.elements;
    const { x, y, z } = direction;
    return [e[0] * x + e[4] * y + e[8] * z, e[1] * x + e[5] * y + e[9] * z];
  }

  /** A point of the plane, in the scene. */
  fromPlane(x: number, y: number, out: Vector3): Vector3 {
    this.refresh();
    return out.set(x, y, 0).applyMatrix4(this.frame.matrixWorld);
  }
}

/**
 * Brings `matrixWorld` of an object and its ancestors up to date. `updateWorldMatrix` of three leaves out an object that
 * is itself unchanged below a parent that has moved.
 */
export function refreshWorldMatrix(object: Object3D): void {
  const { parent } = object;
  if (parent !== null) refreshWorldMatrix(parent);
  if (object.matrixAutoUpdate) object.updateMatrix();
  if (!object.matrixWorldAutoUpdate) return;
  if (parent === null) object.matrixWorld.copy(object.matrix);
  else object.matrixWorld.multiplyMatrices(parent.matrixWorld, object.matrix);
}

const scratch = new Vector3();

/** Body (x, y) is scene (x, y), or scene (x, z): then the plane is seen from its back, and its angles grow clockwise from above. */
function frameOf(name: unknown): Object3D {
  const frame = new Object3D();
  if (name === 'xz') frame.rotation.x = Math.PI / 2;
  else if (name !== 'xy') {
    throw new TenonError('param-invalid', `frame must be 'xy', 'xz' or an Object3D, got ${quote(name)}`, 'frame', name);
  }
  return frame;
}
