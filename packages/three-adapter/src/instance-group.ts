import type { Body } from '@tenon/core';
import { type BatchedMesh, type InstancedMesh, Matrix4, type Object3D, Sphere } from 'three';
import type { Tie } from './object-link';
import type { ParentSpace } from './parent-space';
import { createPose, isFlat, largestScale, placeFlatly, placeFully } from './placement';
import type { Rest } from './rest';
import { readShownPose } from './shown-pose';

/** A mesh that draws many of one thing. */
export type Slots = InstancedMesh | BatchedMesh;

/** One instance of such a mesh. */
export interface Slot {
  readonly mesh: Slots;
  /** From 0. */
  readonly index: number;
}

/** An instance tied to a body. */
export class SlotLink implements Slot {
  readonly mesh: Slots;
  readonly index: number;
  readonly body: Body;
  readonly ownsBody: boolean;
  readonly interpolate: boolean;
  readonly rest: Rest;
  readonly shown = createPose();
  #spaceVersion = -1;

  constructor(mesh: Slots, index: number, tie: Tie) {
    this.mesh = mesh;
    this.index = index;
    this.body = tie.body;
    this.ownsBody = tie.ownsBody;
    this.interpolate = tie.interpolate;
    this.rest = tie.rest;
    // It is handed out as the slot of its body.
    Object.freeze(this);
  }

  /** The version of the mesh's space at which it was last written. */
  get spaceVersion(): number {
    return this.#spaceVersion;
  }

  set spaceVersion(version: number) {
    this.#spaceVersion = version;
  }
}

/** The slots of one mesh. Bodies lead; a slot that a user writes is overwritten at the next motion. */
export class InstanceGroup {
  readonly mesh: Slots;
  readonly #links: SlotLink[] = [];
  readonly #ofIndex = new Map<number, SlotLink>();
  /** Numbers of the matrices that are to be uploaded: one object, because three keeps it. */
  readonly #range = { start: 0, count: 0 };
  #firstWritten = Infinity;
  #lastWritten = -1;
  #wroteLastFrame = false;
  #largestRest = 0;

  constructor(mesh: Slots) {
    this.mesh = mesh;
  }

  get links(): readonly SlotLink[] {
    return this.#links;
  }

  at(index: number): SlotLink | null {
    return this.#ofIndex.get(index) ?? null;
  }

  add(link: SlotLink): void {
    this.#links.push(link);
    this.#ofIndex.set(link.index, link);
    this.#largestRest = Math.max(this.#largestRest, largestScale(link.rest.elements));
  }

  /** `keep`: the slot stays where it is, else it is hidden. */
  remove(link: SlotLink, keep: boolean): void {
    this.#ofIndex.delete(link.index);
    this.#links.splice(this.#links.indexOf(link), 1);
    if (keep) return;
    this.mesh.setMatrixAt(link.index, hidden);
    this.#upload(link.index, link.index);
    forgetBounds(this.mesh);
  }

  /** Writes the slots whose bodies have moved, or all when the mesh has. */
  write(space: ParentSpace, interpolate: boolean): void {
    if (!space.usable) return;
    let first = Infinity;
    let last = -1;
    for (const link of this.#links) {
      if (!this.#show(link, space, interpolate)) continue;
      if (link.index < first) first = link.index;
      if (link.index > last) last = link.index;
    }
    if (last >= 0) {
      this.#firstWritten = first;
      this.#lastWritten = last;
      this.#upload(first, last);
      this.#fitBounds(space);
    } else if (this.#wroteLastFrame) {
      // WebGPURenderer before r187 may lose the first change after the first drawing: it is announced once more.
      this.#upload(this.#firstWritten, this.#lastWritten);
    }
    this.#wroteLastFrame = last >= 0;
  }

  /** Returns whether there was anything to write. */
  #show(link: SlotLink, space: ParentSpace, interpolate: boolean): boolean {
    const { body, index, mesh, rest, shown } = link;
    readShownPose(body, interpolate && link.interpolate, pose);
    const isPlaced = link.spaceVersion === space.version;
    if (isPlaced && pose.x === shown.x && pose.y === shown.y && pose.angle === shown.angle) return false;
    shown.x = pose.x;
    shown.y = pose.y;
    shown.angle = pose.angle;
    if (!isPlaced) rest.mirror(space.flips);
    link.spaceVersion = space.version;

    const plane = space.matrix.elements;
    if (!isInstanced(mesh)) {
      placeFully(matrix.elements, 0, plane, pose, rest.elements);
      mesh.setMatrixAt(index, matrix);
    } else if (isPlaced && space.flat && isFlat(rest.elements)) {
      placeFlatly(mesh.instanceMatrix.array, index * 16, plane, pose, rest.elements);
    } else {
      placeFully(mesh.instanceMatrix.array, index * 16, plane, pose, rest.elements);
    }
    return true;
  }

  #upload(first: number, last: number): void {
    if (!isInstanced(this.mesh)) return;
    const { instanceMatrix } = this.mesh;
    instanceMatrix.needsUpdate = true;
    if (!this.#isComplete) {
      // Slots of the user's own may have changed, too.
      instanceMatrix.clearUpdateRanges();
      return;
    }
    const range = this.#range;
    const start = first * 16;
    const end = (last + 1) * 16;
    if (instanceMatrix.updateRanges.includes(range)) {
      const pendingEnd = range.start + range.count;
      range.start = Math.min(range.start, start);
      range.count = Math.max(pendingEnd, end) - range.start;
    } else {
      range.start = start;
      range.count = end - start;
      instanceMatrix.updateRanges.push(range);
    }
  }

  /** Every slot has a body. */
  get #isComplete(): boolean {
    return isInstanced(this.mesh) && this.#links.length === this.mesh.instanceMatrix.count;
  }

  /** Without bounds that hold all instances, three culls what it should draw and rays miss. */
  #fitBounds(space: ParentSpace): void {
    const { mesh } = this;
    if (!isInstanced(mesh) || !this.#isComplete) {
      forgetBounds(mesh);
      return;
    }
    const { geometry, instanceMatrix } = mesh;
    if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
    const own = geometry.boundingSphere;
    const reach =
      (own === null ? 0 : own.radius + own.center.length()) * this.#largestRest * largestScale(space.matrix.elements);
    const e = instanceMatrix.array;
    least.fill(Infinity);
    most.fill(-Infinity);
    for (let i = 12; i < mesh.count * 16; i += 16) {
      for (let axis = 0; axis < 3; axis++) {
        const place = e[i + axis];
        if (place < least[axis]) least[axis] = place;
        if (place > most[axis]) most[axis] = place;
      }
    }
    const sphere = (mesh.boundingSphere ??= new Sphere());
    sphere.center.set((least[0] + most[0]) / 2, (least[1] + most[1]) / 2, (least[2] + most[2]) / 2);
    const dx = most[0] - least[0];
    const dy = most[1] - least[1];
    const dz = most[2] - least[2];
    sphere.radius = Math.sqrt(dx * dx + dy * dy + dz * dz) / 2 + reach;
    mesh.boundingBox = null;
  }
}

export function isInstanced(mesh: Slots): mesh is InstancedMesh {
  return 'isInstancedMesh' in mesh;
}

/** three computes them when it needs them. */
function forgetBounds(mesh: Slots): void {
  mesh.boundingSphere = null;
  mesh.boundingBox = null;
}

const pose = createPose();
const matrix = new Matrix4();
const hidden = new Matrix4().makeScale(0, 0, 0);
const least = new Float64Array(3);
const most = new Float64Array(3);

export function isSlots(object: Object3D): object is Slots {
  return 'isInstancedMesh' in object || 'isBatchedMesh' in object;
}

/** Its `type` is that of a plain Mesh. */
export function kindOf(mesh: Slots): string {
  return isInstanced(mesh) ? 'this InstancedMesh' : 'this BatchedMesh';
}
