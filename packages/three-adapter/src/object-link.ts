import type { Body } from '@tenon/core';
import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { flip, type Flips } from './flips';
import { KinematicLead } from './kinematic-lead';
import type { ParentSpace } from './parent-space';
import { copyPose, createPose, placeFully, type Pose } from './placement';
import type { Plane } from './plane';
import type { Rest } from './rest';
import { isNowhere } from './kinds';

/** How a thing that is drawn belongs to a body. */
export interface Tie {
  readonly body: Body;
  /** The body was made for it, and leaves with it. */
  readonly ownsBody: boolean;
  readonly interpolate: boolean;
  readonly rest: Rest;
}

/** An object tied to a body. */
export class ObjectLink {
  readonly object: Object3D;
  readonly body: Body;
  readonly ownsBody: boolean;
  readonly interpolate: boolean;
  readonly rest: Rest;
  /** The pose at which the object was last seen or shown. */
  readonly shown = createPose();
  readonly lead = new KinematicLead();
  /** Until the first frame a scene is set up: parents that are moved take along the body that was made for the object. */
  isNew: boolean;
  #space: ParentSpace;
  #spaceVersion = -1;
  /** how the object is turned on its body, for even spaces */
  readonly #restTurn = new Quaternion();
  readonly #position = new Vector3(NaN, NaN, NaN);
  readonly #quaternion = new Quaternion();
  readonly #autoUpdate: boolean;
  #usesMatrix = false;

  constructor(object: Object3D, tie: Tie, space: ParentSpace) {
    this.object = object;
    this.body = tie.body;
    this.ownsBody = tie.ownsBody;
    this.interpolate = tie.interpolate;
    this.rest = tie.rest;
    this.#space = space;
    this.#autoUpdate = object.matrixAutoUpdate;
    this.isNew = tie.ownsBody;
  }

  /** The space of its parent. */
  get space(): ParentSpace {
    return this.#space;
  }

  set space(space: ParentSpace) {
    this.#space = space;
    this.#spaceVersion = -1;
  }

  /** The object's matrix in the plane; its parent's space must be fresh. */
  local(out: Matrix4): Matrix4 {
    if (this.object.matrixAutoUpdate) this.object.updateMatrix();
    return out.multiplyMatrices(this.space.inverse, this.object.matrix);
  }

  /** The pose of the body that fits the object as it is, at `local`. */
  poseOf(local: Matrix4, plane: Plane, out: Pose): Pose {
    return this.rest.poseOf(local, this.shown.angle, flip(this.space.flips, this.object, plane, flips), out);
  }

  /** Mirrors the object as its parents do now. */
  mirror(): void {
    if (this.rest.mirror(this.space.flips)) this.#takeRestTurn();
  }

  /** True if somebody else has moved or turned the object since it was last seen or shown. */
  get isTouched(): boolean {
    const { position, quaternion } = this.object;
    return !position.equals(this.#position) || !quaternion.equals(this.#quaternion);
  }

  /** True if the place of the object counts for a dynamic body, which has another. */
  get isPlaced(): boolean {
    return this.isTouched || (this.isNew && this.#spaceVersion !== this.space.version);
  }

  /** True if somebody has put the object where no place is. */
  get isLost(): boolean {
    return this.isTouched && isNowhere(this.object);
  }

  /** It is shown at its body the next time, wherever it is now. */
  bringBack(): void {
    this.lead.active = false;
    this.#spaceVersion = -1;
  }

  /** Takes the object as it is for what belongs to its body at `pose`. */
  capture(local: Matrix4, pose: Pose): void {
    this.rest.capture(local, pose);
    this.#readRestTurn(pose);
    copyPose(pose, this.shown);
    this.remember();
  }

  /** Where the object now is counts as seen. */
  remember(): void {
    this.#position.copy(this.object.position);
    this.#quaternion.copy(this.object.quaternion);
    this.#spaceVersion = this.space.version;
  }

  /** Uses what its user has set, where the matrix is ours: the position alone, or all of it. */
  adoptTouch(): void {
    if (!this.#usesMatrix) {
      if (!this.object.matrixAutoUpdate) this.object.updateMatrix();
      return;
    }
    const { object } = this;
    // Under an uneven parent a quaternion says less than the matrix: keep the matrix for what was not set.
    if (object.quaternion.equals(this.#quaternion)) object.matrix.setPosition(object.position);
    else object.updateMatrix();
  }

  /** Brings the object to a pose of its body, if it is not there. */
  show(pose: Pose): void {
    const { shown, space } = this;
    const isThere = pose.x === shown.x && pose.y === shown.y && pose.angle === shown.angle;
    if ((isThere && this.#spaceVersion === space.version) || !space.usable) return;
    copyPose(pose, shown);
    const hasPivot = this.object.pivot != null;
    if (space.even && !hasPivot) this.#showByParts(pose);
    else this.#showByMatrix(pose);
    this.remember();
  }

  /** Gives back what was changed on the object beside its pose. */
  release(): void {
    if (this.#usesMatrix) this.object.matrixAutoUpdate = this.#autoUpdate;
    this.#usesMatrix = false;
  }

  #showByParts(pose: Pose): void {
    const { object, rest, space } = this;
    this.release();
    const r = rest.elements;
    object.position
      .set(pose.x + pose.cos * r[12] - pose.sin * r[13], pose.y + pose.sin * r[12] + pose.cos * r[13], r[14])
      .applyMatrix4(space.matrix);
    turnOf(pose, turn).multiply(this.#restTurn).premultiply(space.rotation);
    object.quaternion.copy(turn);
    if (!object.matrixAutoUpdate) object.updateMatrix();
  }

  #showByMatrix(pose: Pose): void {
    const { object, rest, space } = this;
    object.matrixAutoUpdate = false;
    this.#usesMatrix = true;
    placeFully(object.matrix.elements, 0, space.matrix.elements, pose, rest.elements);
    object.matrixWorldNeedsUpdate = true;
    object.matrix.decompose(object.position, turn, scale);
    object.quaternion.copy(turn);
  }

  /** rest turn = pose⁻¹ · space⁻¹ · quaternion */
  #readRestTurn(pose: Pose): void {
    const { object, space } = this;
    if (space.even) {
      turn.copy(space.rotation).conjugate();
      this.#restTurn.copy(turnOf(pose, half).conjugate()).multiply(turn).multiply(object.quaternion);
    } else this.#takeRestTurn();
  }

  /** rest = rest turn · scale of the object */
  #takeRestTurn(): void {
    const { x, y, z } = this.object.scale;
    scale.set(x < 0 ? -1 : 1, y < 0 ? -1 : 1, z < 0 ? -1 : 1);
    matrix.fromArray(this.rest.elements).scale(scale).decompose(position, this.#restTurn, scale);
  }
}

const flips: Flips = { x: 1, y: 1 };
const turn = new Quaternion();
const half = new Quaternion();
const matrix = new Matrix4();
const position = new Vector3();
const scale = new Vector3();

/** The rotation of a pose, from the cosine and sine of its angle: of the two halves the exact one is the larger. */
function turnOf({ cos, sin }: Pose, out: Quaternion): Quaternion {
  if (cos >= 0) {
    const w = Math.sqrt((1 + cos) / 2);
    return out.set(0, 0, sin / (2 * w), w);
  }
  const z = Math.sqrt((1 - cos) / 2) * (sin < 0 ? -1 : 1);
  return out.set(0, 0, z, sin / (2 * z));
}
