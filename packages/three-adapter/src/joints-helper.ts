import { quote, readOnly, TenonError } from '@tenon/core';
import { DebugDraw, type DebugDrawOptions } from '@tenon/debug-draw';
import { BufferGeometry, type Camera, Color, LineBasicMaterial, LineSegments, Matrix4, Vector2 } from 'three';
import { themeOn } from './background';
import { LineSurface } from './line-surface';
import { PlaneView } from './plane-view';
import { isCamera, isObject3D, nameOf, requireOptions } from './kinds';
import { ThreeJoints } from './three-joints';

/**
 * How joints are shown: everything the overlay takes (theme, detail, labels, legend …), and what it is seen with. Without a `theme` it takes
 * the one that stands out from the background: the colour of the scene, else that to which the renderer clears.
 */
export interface JointsHelperOptions extends DebugDrawOptions {
  /** Gives signs their size on the screen and leaves out what is not in view. Default: the camera that last drew it. */
  camera?: Camera;
  /** Height of the picture, CSS pixels. Default: of the renderer that last drew it. */
  pixelHeight?: () => number;
  /** Vertices to begin with; more are made when needed. Default 4096. */
  capacity?: number;
}

/** More have no room in a buffer. */
const MOST_VERTICES = 1e7;

/** What sets a property that is only read. */
const INSTEAD = {
  joints: 'it is given to new JointsHelper',
  debug: 'set its fields, as debug.labels, or visible of the helper',
};

/** Draws the joints of a `ThreeJoints`: add it to the scene. One draw call, over everything else. */
export class JointsHelper extends LineSegments<BufferGeometry, LineBasicMaterial> {
  override readonly type: string = 'JointsHelper';
  readonly isJointsHelper = true;
  /** Draw anew although neither the joints nor the camera have moved, after a change of `debug` or of the world. */
  needsUpdate = true;
  readonly #joints: ThreeJoints;
  readonly #debug: DebugDraw;
  readonly #view: PlaneView;
  readonly #pixelHeight: (() => number) | null;
  #camera: Camera | null;
  #seenBy: Camera | null = null;
  #seenHeight = 0;
  #drawnFrame = -1;
  #drawnHeight = 0;
  /** The theme it took from the background; null: it was given one. */
  #matched: 'dark' | 'light' | null;
  readonly #clearColor = new Color(0);
  readonly #drawnCamera = new Matrix4();
  readonly #drawnProjection = new Matrix4();

  constructor(joints: ThreeJoints, given: JointsHelperOptions = {}) {
    super(new BufferGeometry(), overlayMaterial());
    if (!(joints instanceof ThreeJoints)) throw refusal('joints', 'a ThreeJoints', joints);
    const { camera, pixelHeight, capacity = 4096, ...options } = requireOptions('JointsHelper', given);
    if (!(Number.isInteger(capacity) && capacity > 0 && capacity <= MOST_VERTICES))
      throw refusal('capacity', `a whole number from 1 to ${MOST_VERTICES}`, capacity);
    readOnly(JointsHelper.prototype, () => 'JointsHelper', INSTEAD, LineSegments.prototype);
    if (pixelHeight !== undefined && typeof pixelHeight !== 'function')
      throw refusal('pixelHeight', 'a function', pixelHeight);
    this.#joints = joints;
    this.#camera = readCamera(camera ?? null);
    this.#pixelHeight = pixelHeight ?? null;
    this.#matched = options.theme === undefined ? 'dark' : null;
    this.#view = new PlaneView(joints.world.lengthUnit);
    this.#debug = new DebugDraw(joints.world, new LineSurface(this, this.#view, capacity), options);
    this.frustumCulled = false;
    // After transparent things, too: they would cover it.
    this.renderOrder = 1e6;
    // The frame's matrix is its own.
    this.matrixAutoUpdate = false;
    this.onBeforeRender = (renderer, _scene, seenBy) => {
      this.#seenBy = seenBy;
      this.#seenHeight = renderer.getSize(size).y;
      renderer.getClearColor(this.#clearColor);
    };
  }

  get joints(): ThreeJoints {
    return this.#joints;
  }

  /** The camera it is drawn for; null: the one that last drew it. */
  get camera(): Camera | null {
    return this.#camera;
  }

  set camera(value: Camera | null) {
    this.#camera = readCamera(value);
  }

  /** What is drawn and how; set its fields at any time. */
  get debug(): DebugDraw {
    return this.#debug;
  }

  /** Nobody means to hit an overlay. */
  override raycast(): void {}

  /** Fills its buffers if anything has changed: called by every `render` of the scene. */
  override updateMatrixWorld(): void {
    this.joints.frame.updateWorldMatrix(true, false);
    this.matrixWorld.copy(this.joints.frame.matrixWorld);
    if (!this.visible) return;
    this.#matchBackground();
    if (this.#isStale) this.update();
  }

  /** Fills its buffers. Needed only in scenes whose `matrixWorldAutoUpdate` is off. */
  update(): void {
    const camera = this.#seeing;
    this.needsUpdate = false;
    this.#drawnFrame = this.joints.frames;
    this.#drawnHeight = this.#height;
    this.#view.look(camera, this.#height, this.joints.frame);
    if (camera !== null) {
      this.#drawnCamera.copy(camera.matrixWorld);
      this.#drawnProjection.copy(camera.projectionMatrix);
    }
    this.debug.draw(this.joints.alpha);
  }

  /** Frees its buffers and its material, and leaves its parent. The joints stay. */
  override dispose(): void {
    // Object3D.dispose exists since r186.
    const inherited: { dispose?: () => void } = LineSegments.prototype;
    inherited.dispose?.call(this);
    this.debug.dispose();
    this.geometry.dispose();
    this.material.dispose();
    this.removeFromParent();
  }

  /** Until its user has set another theme. */
  #matchBackground(): void {
    if (this.#matched === null || this.debug.theme !== this.#matched) return;
    const theme = themeOn(this, this.#clearColor);
    if (theme === this.#matched) return;
    this.#matched = this.debug.theme = theme;
    this.needsUpdate = true;
  }

  get #seeing(): Camera | null {
    return this.#camera ?? this.#seenBy;
  }

  get #height(): number {
    return this.#pixelHeight === null ? this.#seenHeight : this.#pixelHeight();
  }

  get #isStale(): boolean {
    const camera = this.#seeing;
    if (this.needsUpdate || this.#drawnFrame !== this.joints.frames || this.#drawnHeight !== this.#height) return true;
    if (camera === null) return false;
    camera.updateWorldMatrix(true, false);
    return !camera.matrixWorld.equals(this.#drawnCamera) || !camera.projectionMatrix.equals(this.#drawnProjection);
  }
}

function readCamera(camera: unknown): Camera | null {
  if (camera === null || isCamera(camera)) return camera;
  throw refusal('camera', 'a camera of three, or null for the one that draws it', camera);
}

function refusal(name: string, what: string, value: unknown): TenonError {
  const path = `JointsHelper.${name}`;
  const came = isObject3D(value) ? nameOf(value) : quote(value);
  return new TenonError('param-invalid', `${path} must be ${what}, got ${came}`, path, value);
}

const size = new Vector2();

/** Over everything, in the exact colours of the palette. */
function overlayMaterial(): LineBasicMaterial {
  return new LineBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    fog: false,
  });
}
