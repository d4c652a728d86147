import type { Body } from '@tenon/core';
import { type Object3D, type Ray, Raycaster, type Vector2, type Vector3 } from 'three';
import type { Camera, Intersection } from 'three';
import type { BodySync } from './body-sync';

/** A body under a pointer, and where in the scene it was hit. */
export interface Hit {
  readonly body: Body;
  readonly point: Vector3;
}

const raycaster = new Raycaster();

/** The ray from a camera through a place on its screen, −1 … 1 in x and y. The ray is reused. */
export function rayThrough(camera: Camera, place: Vector2): Ray {
  // The camera may have moved since it last drew.
  camera.updateWorldMatrix(true, false);
  raycaster.layers.mask = camera.layers.mask;
  raycaster.setFromCamera(place, camera);
  return raycaster.ray;
}

/** The nearest attached thing that a camera shows at a place on its screen, among those that `accepts`. */
export function pickBody(sync: BodySync, camera: Camera, place: Vector2, accepts: (body: Body) => boolean): Hit | null {
  rayThrough(camera, place);
  const objects: Object3D[] = [...sync.links.map(({ object }) => object), ...sync.groups.map(({ mesh }) => mesh)];
  for (const object of objects) object.updateWorldMatrix(true, true);
  for (const hit of raycaster.intersectObjects(objects, true)) {
    const body = isShown(hit.object) ? bodyOfHit(sync, hit) : null;
    if (body !== null && accepts(body)) return { body, point: hit.point };
  }
  return null;
}

/** Rays of three hit what is hidden, too. */
function isShown(object: Object3D): boolean {
  for (let o: Object3D | null = object; o !== null; o = o.parent) if (!o.visible) return false;
  return true;
}

function bodyOfHit(sync: BodySync, { object, instanceId, batchId }: Intersection): Body | null {
  const index = instanceId ?? batchId;
  const group = index === undefined ? undefined : sync.groups.find(({ mesh }) => mesh === object);
  if (group !== undefined && index !== undefined) return group.at(index)?.body ?? null;
  for (let o: Object3D | null = object; o !== null; o = o.parent) {
    const link = sync.linkOf(o);
    if (link !== null) return link.body;
  }
  return null;
}
