import { type Body, type DragJoint, knownKeys, readOnly, refuse, TenonError, World } from '@tenon/core';
import type * as Phaser from 'phaser';
import type { BodySync } from './body-sync';
import { scrollFactorOf } from './game-object';

/** How pointers drag. */
export interface PointerDragOptions {
  /** Strongest pull, in weights of the body; default 5. */
  readonly weights?: number;
  /** Spring of the drag joint; default 5 Hz. */
  readonly hertz?: number;
  /** Default 1: no swinging. */
  readonly dampingRatio?: number;
  /** Fingers that can drag at once; default 2. Phaser itself starts with one. */
  readonly pointers?: number;
  /** Button of a mouse; default 0, the main one. */
  readonly button?: number;
  /** Which bodies may be dragged; default: all that are dynamic. */
  readonly filter?: (body: Body) => boolean;
}

/** A body that can be dragged where it is seen, and what shows it there. */
interface Target {
  readonly body: Body;
  readonly gameObject: Phaser.GameObjects.GameObject | null;
}

interface Grip extends Target {
  readonly pointer: Phaser.Input.Pointer;
  readonly joint: DragJoint;
}

/** Drags bodies by mouse and touch: a soft `drag` joint for each pointer that is down on one. */
export class PointerDrag {
  readonly #scene: Phaser.Scene;
  readonly #world: World;
  readonly #bodies: BodySync;
  readonly #grips = new Map<number, Grip>();
  #options: PointerDragOptions | null = null;
  #hasEnded = false;

  /** @internal Use `scene.joints.drag`. */
  constructor(scene: Phaser.Scene, world: World, bodies: BodySync) {
    readOnly(PointerDrag.prototype, () => 'joints.drag', { enabled: 'call enable(…) or disable()' });
    this.#scene = scene;
    this.#world = world;
    this.#bodies = bodies;
    // Its options are given to `enable`: one that is set here throws.
    Object.preventExtensions(this);
  }

  /** True from `enable` to `disable`. */
  get enabled(): boolean {
    return this.#options !== null;
  }

  /** Bodies that are being dragged. */
  get active(): readonly Body[] {
    return [...this.#grips.values()].map(({ body }) => body);
  }

  /**
   * Lets pointers drag, from now to `disable` or the end of the scene. Called again, it takes the new options.
   * Throws on an option that is wrong, as the joint `drag` does, and `world-destroyed` once the scene has shut down.
   */
  enable(options: PointerDragOptions = {}): this {
    if (this.#hasEnded)
      throw new TenonError('world-destroyed', 'The scene has shut down since: call enable of its joints.drag of today');
    checkOptions(options);
    const { input } = this.#scene;
    const missing = pointersOf(options) - input.manager.pointersTotal;
    if (missing > 0) input.addPointer(missing);
    if (!this.enabled) {
      input.on('pointerdown', this.#grab, this);
      input.on('pointerup', this.#letGo, this);
      input.on('pointerupoutside', this.#letGo, this); // all that comes when it is let go beside the canvas
    }
    this.#options = { ...options };
    return this;
  }

  /** Lets go of everything and stops listening. */
  disable(): this {
    if (!this.enabled) return this;
    const { input } = this.#scene;
    input.off('pointerdown', this.#grab, this);
    input.off('pointerup', this.#letGo, this);
    input.off('pointerupoutside', this.#letGo, this);
    this.#options = null;
    for (const { pointer } of [...this.#grips.values()]) this.#release(pointer);
    return this;
  }

  /** @internal The scene shuts down: its next start has another. */
  end(): void {
    this.disable();
    this.#hasEnded = true;
  }

  /** @internal Before the steps of a frame: where the pointers are now, also under a camera that moves. */
  aim(): void {
    for (const { pointer, joint, gameObject } of [...this.#grips.values()]) {
      if (!pointer.isDown || joint.world === null) this.#release(pointer);
      else joint.target = this.#placeOf(pointer, gameObject);
    }
  }

  #grab(pointer: Phaser.Input.Pointer): void {
    if (this.#options === null || this.#grips.has(pointer.id) || !this.#isMeant(pointer)) return;
    if (this.#grips.size >= pointersOf(this.#options)) return;
    const target = this.#topmost(pointer);
    if (target === null) return;
    const { body, gameObject } = target;
    const anchor = this.#placeOf(pointer, gameObject);
    const joint = this.#world.joints.create('drag', { bodyB: body, anchor, ...pullOf(this.#options) });
    this.#grips.set(pointer.id, { pointer, body, gameObject, joint });
  }

  #letGo(pointer: Phaser.Input.Pointer): void {
    if (this.#isMeant(pointer)) this.#release(pointer);
  }

  /** A mouse tells of each of its buttons. */
  #isMeant({ wasTouch, button }: Phaser.Input.Pointer): boolean {
    return wasTouch || button === (this.#options?.button ?? 0);
  }

  #release(pointer: Phaser.Input.Pointer): void {
    this.#grips.get(pointer.id)?.joint.remove();
    this.#grips.delete(pointer.id);
  }

  /** Where in the world a pointer is for a game object: elsewhere for one that does not scroll as the world does. */
  #placeOf(pointer: Phaser.Input.Pointer, gameObject: Phaser.GameObjects.GameObject | null): [x: number, y: number] {
    const camera = (pointer.camera as Phaser.Cameras.Scene2D.Camera | null) ?? this.#scene.cameras.main;
    const { x, y } = camera.getWorldPoint(pointer.x, pointer.y);
    if (gameObject === null) return [x, y];
    const [factorX, factorY] = scrollFactorOf(gameObject);
    return [x + (factorX - 1) * camera.scrollX, y + (factorY - 1) * camera.scrollY];
  }

  /** The body that is seen where a pointer is: the one drawn last, bodies without a game object first. */
  #topmost(pointer: Phaser.Input.Pointer): Target | null {
    const filter = this.#options?.filter;
    let found: Target | null = null;
    const look = (body: Body, gameObject: Phaser.GameObjects.GameObject | null) => {
      if (body.type !== 'dynamic' || !body.contains(this.#placeOf(pointer, gameObject))) return;
      if (filter === undefined || filter(body)) found = { body, gameObject };
    };
    for (const body of this.#world.bodies) if (this.#bodies.gameObjectOf(body) === null) look(body, null);
    for (const gameObject of drawn(this.#scene.children)) {
      const body = this.#bodies.bodyOf(gameObject);
      if (body !== null) look(body, gameObject);
    }
    return found;
  }
}

function pointersOf({ pointers = 2 }: PointerDragOptions): number {
  return pointers;
}

/** Those options that are the joint's. */
function pullOf({ hertz = 5, dampingRatio = 1, weights }: PointerDragOptions) {
  return { spring: { hertz, dampingRatio }, ...(weights === undefined ? {} : { weights }) };
}

const known = [
  'weights',
  'hertz',
  'dampingRatio',
  'pointers',
  'button',
  'filter',
] as const satisfies readonly (keyof PointerDragOptions)[];

/** Refuses at once what the first pointer would trip over. */
function checkOptions(options: PointerDragOptions): void {
  knownKeys('drag.enable', options, known);
  const { pointers, button = 0, filter } = options;
  if (pointers !== undefined && !(Number.isInteger(pointers) && pointers > 0))
    refuse('param-invalid', 'drag.enable.pointers', 'be a whole number above 0', pointers);
  if (!(Number.isInteger(button) && button >= 0))
    refuse('param-invalid', 'drag.enable.button', 'be the number of a button', button);
  if (filter !== undefined && typeof filter !== 'function')
    refuse('param-invalid', 'drag.enable.filter', 'be a function', filter);
  // The joint knows what its numbers may be; in a world that nobody keeps, it is made for that alone.
  const world = new World();
  world.joints.create('drag', { bodyB: world.addBody(), ...pullOf(options) });
}

/** A game object, which may hold others and be hidden. */
type Drawn = Phaser.GameObjects.GameObject & Partial<DrawnList> & { readonly visible?: boolean };

/** The display list, a layer, or a container, which alone keeps the order it was given. */
interface DrawnList {
  readonly list: readonly Drawn[];
  depthSort?(): void;
}

/** What can be seen, the lowest first, and a container or layer before what lies in it. */
function* drawn(parent: DrawnList): Generator<Drawn> {
  parent.depthSort?.();
  for (const child of parent.list) {
    if (child.visible === false) continue;
    yield child;
    if (isList(child)) yield* drawn(child);
  }
}

function isList(object: Drawn): object is Drawn & DrawnList {
  return Array.isArray(object.list);
}
