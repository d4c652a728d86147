import { type Body, type JointNamed, knownKeys, readOnly, refuse, TenonError, World } from '@tenon/core';
import { type Camera, Plane as MathPlane, Vector2, Vector3 } from 'three';
import type { BodySync } from './body-sync';
import { pickBody, rayThrough } from './picking';
import type { Plane } from './plane';
import { isCamera, isObject } from './kinds';

/** How bodies are dragged with pointers. */
export interface PointerDragOptions {
  /** The camera that shows them. */
  camera: Camera;
  /** Where it shows them: the renderer's element. */
  domElement: HTMLElement;
  /** Controls that rest while something is dragged, such as OrbitControls. */
  controls?: { enabled: boolean };
  /** Fingers that may drag at once; default 10. */
  pointers?: number;
  /** Button of a mouse; default 0, the main one. */
  button?: number;
  /** Bodies that may be dragged; default: every dynamic one. */
  filter?: (body: Body) => boolean;
  /** Spring of the drag joint; default 5 Hz. */
  hertz?: number;
  /** Default 1: no swinging. */
  dampingRatio?: number;
  /** Cap of the pull in weights of the body; default: the drag joint's. */
  weights?: number;
}

interface Drag {
  readonly joint: JointNamed<'drag'>;
  readonly body: Body;
  /** through what was hit, parallel to the bodies' plane */
  readonly plane: MathPlane;
  clientX: number;
  clientY: number;
}

/** Lets pointers pull bodies, one soft drag joint each. */
export class PointerDrag {
  readonly #world: World;
  readonly #plane: Plane;
  readonly #sync: BodySync;
  readonly #requireAlive: () => void;
  readonly #drags = new Map<number, Drag>();
  #options: PointerDragOptions | null = null;
  #touchAction = '';
  #controlsWereEnabled = true;

  constructor(world: World, plane: Plane, sync: BodySync, requireAlive: () => void) {
    readOnly(PointerDrag.prototype, () => 'ThreeJoints.drag');
    this.#world = world;
    this.#plane = plane;
    this.#sync = sync;
    this.#requireAlive = requireAlive;
    // Its options are given to `enable`: one that is set here throws.
    Object.preventExtensions(this);
  }

  /** Bodies being dragged. */
  get active(): readonly Body[] {
    return [...this.#drags.values()].map(({ body }) => body);
  }

  /** Listens to the pointers on an element. Enabled already, it listens there instead. Throws on an option that is wrong. */
  enable(options: PointerDragOptions): this {
    this.#requireAlive();
    if (!this.#world.joints.names.includes('drag')) {
      throw new TenonError(
        'type-unknown',
        "drag.enable needs the joint 'drag': register DragJoint on this world",
        'drag',
      );
    }
    checkOptions(options);
    requireView(options);
    this.disable();
    this.#options = { ...options };
    const { domElement } = options;
    this.#touchAction = domElement.style.touchAction;
    // Else the browser takes the finger for scrolling and cancels the pointer.
    domElement.style.touchAction = 'none';
    // Captured, so that controls on the same element never see the start of a gesture they must not make.
    domElement.addEventListener('pointerdown', this.#down, { capture: true });
    domElement.addEventListener('pointermove', this.#move);
    for (const end of ENDS) domElement.addEventListener(end, this.#up);
    return this;
  }

  /** Lets go of everything and listens no more. May be called twice. */
  disable(): this {
    if (this.#options === null) return this;
    for (const pointer of [...this.#drags.keys()]) this.#release(pointer);
    const { domElement } = this.#options;
    domElement.style.touchAction = this.#touchAction;
    domElement.removeEventListener('pointerdown', this.#down, { capture: true });
    domElement.removeEventListener('pointermove', this.#move);
    for (const end of ENDS) domElement.removeEventListener(end, this.#up);
    this.#options = null;
    return this;
  }

  /** Before the steps of a frame: the pointer may rest while the camera moves. */
  update(): void {
    if (this.#options === null) return;
    for (const [pointer, drag] of this.#drags) {
      if (drag.joint.world === null) {
        this.#release(pointer);
        continue;
      }
      const target = this.#targetOf(drag, this.#options);
      if (target !== null) drag.joint.target = target;
    }
  }

  readonly #down = (event: PointerEvent): void => {
    const options = this.#options;
    if (options === null || this.#drags.size >= (options.pointers ?? 10) || this.#drags.has(event.pointerId)) return;
    if (event.pointerType === 'mouse' && event.button !== (options.button ?? 0)) return;
    const accepts = (body: Body) => body.type === 'dynamic' && (options.filter === undefined || options.filter(body));
    const hit = pickBody(this.#sync, options.camera, this.#screenPlace(event, options.domElement), accepts);
    if (hit === null) return;

    const normal = new Vector3().setFromMatrixColumn(this.#plane.frame.matrixWorld, 2).normalize();
    const anchor = this.#plane.toPlane(hit.point, { x: 0, y: 0 });
    const joint = this.#world.joints.create('drag', {
      bodyB: hit.body,
      anchor,
      target: anchor,
      ...pullOf(options),
    });
    const plane = new MathPlane().setFromNormalAndCoplanarPoint(normal, hit.point);
    this.#holdControls(options);
    this.#drags.set(event.pointerId, { joint, body: hit.body, plane, clientX: event.clientX, clientY: event.clientY });
    capturePointer(options.domElement, event.pointerId);
  };

  readonly #move = (event: PointerEvent): void => {
    const drag = this.#drags.get(event.pointerId);
    if (drag === undefined) return;
    drag.clientX = event.clientX;
    drag.clientY = event.clientY;
  };

  readonly #up = (event: PointerEvent): void => this.#release(event.pointerId);

  #release(pointer: number): void {
    const drag = this.#drags.get(pointer);
    if (drag === undefined) return;
    this.#drags.delete(pointer);
    drag.joint.remove();
    const controls = this.#options?.controls;
    if (this.#drags.size === 0 && controls !== undefined) controls.enabled = this.#controlsWereEnabled;
  }

  /** From the first pointer that grabs something to the last that lets go. */
  #holdControls({ controls }: PointerDragOptions): void {
    if (controls === undefined || this.#drags.size > 0) return;
    this.#controlsWereEnabled = controls.enabled;
    controls.enabled = false;
  }

  /** Where the pointer is on the drag's plane; null where the plane is edge-on or behind the camera. */
  #targetOf(
    { clientX, clientY, plane }: Drag,
    { camera, domElement }: PointerDragOptions,
  ): { x: number; y: number } | null {
    const ray = rayThrough(camera, this.#screenPlace({ clientX, clientY }, domElement));
    const point = ray.intersectPlane(plane, place);
    return point === null ? null : this.#plane.toPlane(point, target);
  }

  #screenPlace({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): Vector2 {
    const { left, top, width, height } = element.getBoundingClientRect();
    return screen.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
  }
}

function requireView(options: Partial<PointerDragOptions> | undefined): void {
  for (const name of ['camera', 'domElement'] as const) {
    if (options?.[name] == null)
      throw new TenonError('option-missing', `drag.enable must be given a ${name}`, name, options?.[name]);
  }
  const { camera, domElement } = options as Readonly<Record<string, unknown>>;
  if (!isCamera(camera)) refuse('param-invalid', 'drag.enable.camera', 'be a camera of three', camera);
  if (!(isObject(domElement) && 'style' in domElement))
    refuse('param-invalid', 'drag.enable.domElement', 'be an element, such as renderer.domElement', domElement);
}

/** Those options that are the joint's. */
function pullOf({ hertz = 5, dampingRatio = 1, weights }: PointerDragOptions) {
  return { spring: { hertz, dampingRatio }, ...(weights === undefined ? {} : { weights }) };
}

const known = [
  'camera',
  'domElement',
  'controls',
  'pointers',
  'button',
  'filter',
  'hertz',
  'dampingRatio',
  'weights',
] as const satisfies readonly (keyof PointerDragOptions)[];

/** Refuses at once what the first pointer would trip over. */
function checkOptions(options: PointerDragOptions): void {
  knownKeys('drag.enable', options, known);
  const { pointers = 10, button = 0, filter, controls } = options;
  if (!(Number.isInteger(pointers) && pointers > 0))
    refuse('param-invalid', 'drag.enable.pointers', 'be a whole number above 0', pointers);
  if (!(Number.isInteger(button) && button >= 0))
    refuse('param-invalid', 'drag.enable.button', 'be the number of a button', button);
  if (filter !== undefined && typeof filter !== 'function')
    refuse('param-invalid', 'drag.enable.filter', 'be a function', filter);
  if (controls !== undefined && !(isObject(controls) && 'enabled' in controls))
    refuse('param-invalid', 'drag.enable.controls', 'be controls that can be enabled, such as OrbitControls', controls);
  // The joint knows what its numbers may be; in a world that nobody keeps, it is made for that alone.
  const world = new World();
  world.joints.create('drag', { bodyB: world.addBody(), ...pullOf(options) });
}

const ENDS = ['pointerup', 'pointercancel', 'lostpointercapture'] as const;
const screen = new Vector2();
const place = new Vector3();
const target = { x: 0, y: 0 };

/** So that a drag may leave the element. Pointers that scripts make up cannot be captured. */
function capturePointer(element: HTMLElement, pointer: number): void {
  try {
    element.setPointerCapture(pointer);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}
