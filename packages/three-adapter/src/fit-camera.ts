import type { VecLike } from '@tenon/core';
import type { OrthographicCamera } from 'three';
import { xyOf } from './vector';

/** What is to be seen, in world units; of two sizes the one that shows more decides. */
export interface CameraView {
  width?: number;
  height?: number;
  /** Middle of the view, default [0, 0]. */
  center?: VecLike;
}

/**
 * Sets the sides of an orthographic camera for a picture of `aspect` = width / height. Zoom and position stay:
 * a new camera stands at z = 0, inside what it should see, so give it a `position.z`.
 */
export function fitCamera(camera: OrthographicCamera, view: CameraView, aspect: number): OrthographicCamera {
  const height = Math.max(view.height ?? 0, (view.width ?? 0) / aspect);
  const { x, y } = xyOf('fitCamera.center', view.center ?? [0, 0]);
  camera.left = x - (height * aspect) / 2;
  camera.right = x + (height * aspect) / 2;
  camera.bottom = y - height / 2;
  camera.top = y + height / 2;
  camera.updateProjectionMatrix();
  return camera;
}
