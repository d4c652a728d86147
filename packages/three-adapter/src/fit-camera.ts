import { knownKeys, quote, TenonError, type VecLike } from '@tenon/core';
import type { OrthographicCamera } from 'three';
import { isObject3D, nameOf } from './kinds';
import { xyOf } from './vector';

/** What is to be seen, in world units: a width, a height, each above 0, or both, of which the one that shows more decides. */
export interface CameraView {
  width?: number;
  height?: number;
  /** Middle of the view, default [0, 0]. */
  center?: VecLike;
}

/**
 * Sets the sides of an orthographic camera for a picture of `aspect` = width / height. Zoom and position stay:
 * a new camera stands at z = 0, inside what it should see, so give it a `position.z`. While a picture has no width or no height yet, the
 * camera stays as it is. Throws `param-invalid` on an aspect below 0.
 */
export function fitCamera(camera: OrthographicCamera, view: CameraView, aspect: number): OrthographicCamera {
  knownKeys('fitCamera', view, ['width', 'height', 'center']);
  if (typeof aspect !== 'number' || aspect < 0) throw refusal('aspect', 'width / height of the picture', aspect);
  for (const name of ['width', 'height'] as const) if (view[name] !== undefined) requireSize(name, view[name]);
  if (view.width === undefined && view.height === undefined)
    throw new TenonError('option-missing', 'fitCamera must be given a width or a height', 'fitCamera.height');
  if (!isObject3D(camera) || !('isOrthographicCamera' in camera))
    throw refusal('camera', 'an OrthographicCamera', camera);
  // Of a picture that is not laid out yet it is 0, infinite, or 0 / 0.
  if (aspect === 0 || !Number.isFinite(aspect)) return camera;
  const height = Math.max(view.height ?? 0, (view.width ?? 0) / aspect);
  const { x, y } = xyOf('fitCamera.center', view.center ?? [0, 0]);
  camera.left = x - (height * aspect) / 2;
  camera.right = x + (height * aspect) / 2;
  camera.bottom = y - height / 2;
  camera.top = y + height / 2;
  camera.updateProjectionMatrix();
  return camera;
}

function requireSize(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0) throw refusal(name, 'a finite number above 0', value);
}

function refusal(name: string, what: string, value: unknown): TenonError {
  const came = isObject3D(value) ? nameOf(value) : quote(value);
  return new TenonError('param-invalid', `fitCamera.${name} must be ${what}, got ${came}`, `fitCamera.${name}`, value);
}
