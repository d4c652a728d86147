import { type Box, boxWithin } from '@tenon/debug-draw';
import { type Camera, Matrix4, type Object3D, Vector3 } from 'three';

/** World units per pixel where no camera says more: 50 px to the metre. */
const UNITS_PER_PIXEL = 0.02;

/** How a camera sees the plane of the bodies: sizes of pixels, what is down, and what is visible. */
export class PlaneView {
  /** the y of the plane that points down the screen */
  down: 1 | -1 = -1;
  /** the x of the plane that points right on the screen */
  right: 1 | -1 = 1;
  /** what is visible of the plane; null: not known, or up to the horizon */
  box: Box | null = null;
  /** an upright rectangle within that, of which all is visible */
  page: Box | null = null;
  readonly #lengthUnit: number;
  readonly #box: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  readonly #page: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  /** world units per pixel = base + x · byX + y · byY */
  #base: number;
  #byX = 0;
  #byY = 0;

  constructor(lengthUnit: number) {
    this.#lengthUnit = lengthUnit;
    this.#base = UNITS_PER_PIXEL * lengthUnit;
  }

  /** World units per CSS pixel at a place of the plane; NaN behind the camera. */
  px(x: number, y: number): number {
    const px = this.#base + x * this.#byX + y * this.#byY;
    return px > 0 ? px : NaN;
  }

  /** Without a camera, sizes are world units. `pixelHeight`: of the picture, CSS pixels. */
  look(camera: Camera | null, pixelHeight: number, frame: Object3D): void {
    if (camera === null || !(pixelHeight > 0)) {
      this.down = -1;
      this.right = 1;
      this.box = this.page = null;
      this.#base = UNITS_PER_PIXEL * this.#lengthUnit;
      this.#byX = this.#byY = 0;
      return;
    }
    camera.updateWorldMatrix(true, false);
    toCamera.multiplyMatrices(camera.matrixWorldInverse, frame.matrixWorld);
    const e = toCamera.elements;
    const p = camera.projectionMatrix.elements;
    const scale = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    const perPixel = 2 / (Math.abs(p[5]) * pixelHeight * scale);
    // p[15] is 0 for a perspective camera, where a pixel grows with the depth −z.
    const isPerspective = p[15] === 0;
    this.#base = isPerspective ? -e[14] * perPixel : perPixel;
    this.#byX = isPerspective ? -e[2] * perPixel : 0;
    this.#byY = isPerspective ? -e[6] * perPixel : 0;
    // A projection, too, may turn y or x round: an orthographic camera whose top is below its bottom has y down, as in pixels.
    this.down = p[5] * e[5] < 0 ? 1 : -1;
    // Seen from behind, x runs the other way for the same y.
    const isMirrored = p[0] * p[5] * (e[0] * e[5] - e[1] * e[4]) < 0;
    this.right = isMirrored === this.down > 0 ? 1 : -1;
    const isWhole = this.#readBox(camera);
    this.box = isWhole ? this.#box : null;
    this.page = isWhole ? boxWithin(corners, this.#page) : null;
  }

  /** The four corners of the picture on the plane and the box around them; false if one of them misses it. */
  #readBox(camera: Camera): boolean {
    const box = this.#box;
    box.minX = box.minY = Infinity;
    box.maxX = box.maxY = -Infinity;
    toPlane.multiplyMatrices(camera.projectionMatrix, toCamera).invert();
    for (let corner = 0; corner < 4; corner++) {
      const x = corner === 1 || corner === 2 ? 1 : -1;
      const y = corner < 2 ? -1 : 1;
      near.set(x, y, -1).applyMatrix4(toPlane);
      far.set(x, y, 1).applyMatrix4(toPlane);
      const share = near.z / (near.z - far.z);
      if (!(share >= 0 && share <= 1)) return false;
      near.lerp(far, share);
      corners[2 * corner] = near.x;
      corners[2 * corner + 1] = near.y;
      box.minX = Math.min(box.minX, near.x);
      box.maxX = Math.max(box.maxX, near.x);
      box.minY = Math.min(box.minY, near.y);
      box.maxY = Math.max(box.maxY, near.y);
    }
    return true;
  }
}

const toCamera = new Matrix4();
const toPlane = new Matrix4();
const near = new Vector3();
const far = new Vector3();
const corners = new Float64Array(8);
