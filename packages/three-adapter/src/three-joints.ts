import {
  type Body,
  type Joint,
  type JointFrom,
  type JointSource,
  knownKeys,
  readOnly,
  readOut,
  refuse,
  type Shape,
  TenonError,
  type VecLike,
  type World,
  type WorldEvents,
} from '@tenon/core';
import { addGround, type GroundOptions, type Listeners } from '@tenon/core/adapter';
import { type Object3D, Vector3 } from 'three';
import { Attachments, type AttachOptions, requireObject, type SlotIndex } from './attachments';
import { BodySync } from './body-sync';
import { FrameClock } from './frame-clock';
import { isInstanced, isSlots, type Slot, type Slots } from './instance-group';
import { Plane } from './plane';
import { PointerDrag } from './pointer-drag';
import { isObject, isVector3, isObject3D, isSlot, nameOf, requireOptions } from './kinds';
import { type JointOptions, type Point, TargetReader } from './targets';
import { checkFinite, checkFlag, checkNumber, readOptions, type ThreeJointsOptions } from './three-joints-options';
import { type JointsEvents, listenersTo } from './touch-events';

type Listener<K extends keyof WorldEvents> = (event: JointsEvents[K]) => void;

/** What sets a property that is only read. */
const INSTEAD = {
  world: 'it is given to new ThreeJoints',
  drag: 'call drag.enable(…) or drag.disable()',
  frame: 'it is given to new ThreeJoints',
};

/** Joints between objects of a three.js scene. */
export class ThreeJoints {
  readonly #world: World;
  readonly #drag: PointerDrag;
  readonly #plane: Plane;
  readonly #sync: BodySync;
  readonly #attachments: Attachments;
  readonly #targets: TargetReader;
  readonly #clock = new FrameClock(
    () => performance.now(),
    (message) => console.warn(`Tenon: ${message}`),
  );
  readonly #ownsWorld: boolean;
  readonly #listeners: Listeners<Object3D | Slot>;
  #timeScale = 1;
  #interpolate = true;
  #paused = false;
  #frames = 0;
  #disposed = false;
  /** world time at the start of the present frame, and its length, s */
  #frameStart = 0;
  #frameLength = 0;
  /** False after a single step, whose end is shown. */
  #isBetweenSteps = false;

  constructor(options: ThreeJointsOptions = {}) {
    readOnly(ThreeJoints.prototype, () => 'ThreeJoints', INSTEAD);
    const { world, isOwn, frame, interpolate, timeScale } = readOptions(options);
    this.#plane = new Plane(frame);
    this.timeScale = timeScale;
    this.#ownsWorld = isOwn;
    this.#world = world;
    this.interpolate = interpolate;
    this.#sync = new BodySync(this.#plane, this.world.lengthUnit);
    this.#attachments = new Attachments(this.world, this.#plane, this.#sync);
    this.#drag = new PointerDrag(this.world, this.#plane, this.#sync, () => this.#requireAlive());
    this.#targets = new TargetReader(
      this.#plane,
      (target) => this.#attachments.bodyOf(target),
      (object) => this.#sync.placeOf(object),
    );
    this.#listeners = listenersTo(this.world, (body) => this.#attachments.objectOf(body));
    this.on('beforeread', () => this.#sync.takeIn());
    this.on('beforestep', ({ time }) => this.#aim(time));
    this.on('removed', ({ body }) => {
      if (body !== undefined) this.#attachments.forget(body);
    });
    // A misspelt property throws; what extends it has fields of its own, which come after this.
    if (new.target === ThreeJoints) Object.preventExtensions(this);
  }

  /** Its bodies and joints, and everything else of the core. */
  get world(): World {
    return this.#world;
  }

  /** Pointers that pull bodies; off until `drag.enable(…)`. */
  get drag(): PointerDrag {
    return this.#drag;
  }

  /** Show poses between two fixed steps. */
  get interpolate(): boolean {
    return this.#interpolate;
  }

  set interpolate(value: boolean) {
    this.#interpolate = checkFlag('interpolate', value);
  }

  /** While true, `update` lets no time pass; objects still follow bodies that are moved. */
  get paused(): boolean {
    return this.#paused;
  }

  set paused(value: boolean) {
    this.#paused = checkFlag('paused', value);
  }

  /** The plane of the bodies: their coordinates are its local x and y. It need not be in the scene. */
  get frame(): Object3D {
    return this.#plane.frame;
  }

  /** How fast time passes: 0.5 is half as fast. Throws unless it is 0 or more. */
  get timeScale(): number {
    return this.#timeScale;
  }

  set timeScale(factor: number) {
    this.#timeScale = checkNumber('timeScale', factor, 'be 0 or more', (number) => number >= 0);
  }

  /** What is shown: 0 the poses before the last fixed step, 1 those after it. */
  get alpha(): number {
    return this.#isBetweenSteps ? this.world.alpha : 1;
  }

  /** Frames that `update` has shown. */
  get frames(): number {
    return this.#frames;
  }

  /** True while some body may move: for loops that draw on demand. */
  get awake(): boolean {
    return this.#attachments.awake;
  }

  /**
   * Gives an object, or one instance of a mesh (`index`), a body where it stands. Attached already and without options:
   * returns its body. Throws `param-invalid` on what is no object, has a body, or cannot be moved.
   */
  attach(object: Slots, options: AttachOptions & SlotIndex): Body;
  attach(object: Object3D, options?: AttachOptions): Body;
  attach(object: Object3D, options?: AttachOptions & Partial<SlotIndex>): Body {
    this.#requireAlive();
    return this.#attachments.attach(object, options);
  }

  /** Gives every instance of a mesh a body where it stands; options may differ by index. Where one is refused, none has one. */
  attachInstances(mesh: Slots, options: AttachOptions | ((index: number) => AttachOptions) = {}): Body[] {
    this.#requireAlive();
    requireObject('attachInstances', mesh);
    if (!isSlots(mesh))
      refuse('param-invalid', 'ThreeJoints.attachInstances', 'be given an InstancedMesh or BatchedMesh', mesh);
    const count = isInstanced(mesh) ? mesh.count : mesh.instanceCount;
    const given = Array.from({ length: count }, (_, index) =>
      requireOptions('attachInstances', typeof options === 'function' ? options(index) : options),
    );
    return this.#attachAll(given.map((own, index) => [mesh, { ...own, index }]));
  }

  /** Attaches everything below `root` that says so in `userData.joints`, with that as options. Where one is refused, none is. */
  attachScene(root: Object3D): Body[] {
    this.#requireAlive();
    requireObject('attachScene', root);
    const parts: [Object3D, AttachOptions & Partial<SlotIndex>][] = [];
    root.traverse((object) => {
      const options: unknown = object.userData['joints'];
      if (options == null || options === false) return;
      if (!isObject(options))
        refuse('param-invalid', `${nameOf(object)}.userData.joints`, 'be an object of options, or left out', options);
      parts.push([object, options]);
    });
    return this.#attachAll(parts);
  }

  /**
   * The shape that `collides` takes from what an object draws: its outline in the plane of the bodies, as the object now stands. Its origin is
   * its centre of mass. Throws `param-invalid` where nothing is drawn.
   */
  shapeOf(object: Object3D): Shape {
    this.#requireAlive();
    return this.#attachments.shapeOf(object);
  }

  /**
   * Ground without a picture: a line through places that bodies touch from one side, on the left of its way. Led from left to right that is
   * from above; a `closed` one led clockwise, from outside. `options`: those of a body, and `closed`. Throws as `chain` of the core does.
   */
  addGround(points: readonly Point[], options: GroundOptions = {}): Body {
    this.#requireAlive();
    const places = Array.isArray(points) ? points.map((point) => this.#targets.readPoint(point) as VecLike) : points;
    return addGround(this.world, places as readonly VecLike[], requireOptions('addGround', options), -1);
  }

  /**
   * Ends what `attach` began: the body that was made for it leaves with its joints, the object stays where it is.
   * A slot is hidden unless `keep`. May be called twice. Throws `param-invalid` on what is neither.
   */
  detach(target: Object3D | Slot, options: { keep?: boolean } = {}): void {
    knownKeys('detach', options, ['keep']);
    if (!isObject3D(target) && !isSlot(target))
      refuse('param-invalid', 'ThreeJoints.detach', 'be given an object or a slot', target);
    this.#attachments.detach(target, options.keep ?? false);
  }

  /** The body of an object or slot, or null. */
  bodyOf(target: Object3D | Slot): Body | null {
    return this.#attachments.bodyOf(target);
  }

  /** What shows a body: the object or slot that was attached first, or null. */
  objectOf(body: Body | null): Object3D | Slot | null {
    return this.#attachments.objectOf(body);
  }

  /** Makes a joint: `world.joints.create` that takes objects for bodies, and Vector3 or objects for places. */
  create<S extends JointSource>(type: S, options: JointOptions<S>): JointFrom<S>;
  create(type: JointSource, options: object): Joint {
    this.#requireAlive();
    const { joints } = this.world as { joints: { create(type: unknown, options: object): Joint } };
    return joints.create(type, this.#targets.readOptions(options));
  }

  /**
   * Lets `seconds` pass in fixed steps and brings objects to their bodies; without an argument by its own clock.
   * Less than 0, as three's `Timer` may give for its first frame, counts as 0, more than `world.maxCatchUp` as that.
   * Throws `param-not-finite`, also for an object that was put where no place is: then no time passes, and the object goes back to its body.
   */
  update(seconds?: number): void {
    this.#requireAlive();
    if (seconds !== undefined) checkFinite('update', seconds);
    const { world } = this;
    const taken = this.#clock.take(seconds) * this.timeScale;
    const passed = this.paused ? 0 : taken;
    const most = Math.max(world.maxCatchUp, world.fixedStep) - world.alpha * world.fixedStep;
    const time = Math.min(passed, most);
    this.#frameStart = world.time + world.alpha * world.fixedStep;
    this.#frameLength = time;
    if (time > 0) this.#isBetweenSteps = this.interpolate;
    try {
      this.#sync.read(passed, passed - time);
      this.drag.update();
      world.advance(time);
    } finally {
      this.#frameLength = 0;
      this.#show();
    }
  }

  /** One fixed step, also while paused. */
  step(): void {
    this.#requireAlive();
    this.#isBetweenSteps = false;
    try {
      this.#sync.read(this.world.fixedStep, 0);
      this.drag.update();
      this.world.step(this.world.fixedStep);
    } finally {
      this.#show();
    }
  }

  /**
   * Calls `listener` at every event of the world, until it is unsubscribed by what is returned or by `dispose`. Where bodies touch, the event
   * has what shows them, too.
   */
  on<K extends keyof WorldEvents>(event: K, listener: Listener<K>): () => void;
  on(event: keyof WorldEvents, listener: (event: object) => void): () => void {
    this.#requireAlive();
    return this.#listeners.on(event, listener);
  }

  /** Ends what `on` began here. May be called twice. */
  off<K extends keyof WorldEvents>(event: K, listener: Listener<K>): void;
  off(event: keyof WorldEvents, listener: (event: object) => void): void {
    this.#listeners.off(event, listener);
  }

  /** A point of the scene in the plane of the bodies. */
  toPlane<T extends { x: number; y: number }>(point: Vector3, out: T): T;
  toPlane(point: Vector3): { x: number; y: number };
  toPlane(point: Vector3, out: { x: number; y: number } = { x: 0, y: 0 }): { x: number; y: number } {
    requireVector('toPlane.point', point);
    return this.#plane.toPlane(point, readOut('ThreeJoints.toPlane.out', out));
  }

  /** A point of the plane of the bodies in the scene. */
  fromPlane(x: number, y: number, out = new Vector3()): Vector3 {
    checkFinite('fromPlane.x', x);
    checkFinite('fromPlane.y', y);
    requireVector('fromPlane.out', out);
    return this.#plane.fromPlane(x, y, out);
  }

  /** Lets go of every object, stays where it is drawn, and destroys the world if it was made here. May be called twice. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.drag.disable();
    this.#attachments.clear();
    this.#listeners.clear();
    if (this.#ownsWorld) this.world.destroy();
  }

  #attachAll(parts: readonly (readonly [Object3D, AttachOptions & Partial<SlotIndex>])[]): Body[] {
    const done: (Object3D | Slot)[] = [];
    try {
      return parts.map(([object, options]) => {
        const body = this.#attachPart(object, options);
        done.push(isSlots(object) ? { mesh: object, index: options.index ?? 0 } : object);
        return body;
      });
    } catch (error) {
      for (const target of done) this.#attachments.detach(target, true);
      throw error;
    }
  }

  /** A refusal says which of the many it is of. */
  #attachPart(object: Object3D, options: AttachOptions & Partial<SlotIndex>): Body {
    try {
      return this.#attachments.attach(object, options);
    } catch (error) {
      const name = options.index === undefined ? nameOf(object) : `slot ${options.index}`;
      if (!(error instanceof TenonError) || error.message.includes(name)) throw error;
      throw new TenonError(error.code, `${name}: ${error.message}`, error.path, error.value);
    }
  }

  #show(): void {
    this.#frames++;
    this.#sync.write(this.#isBetweenSteps);
  }

  /** Before a step that ends at `time`. A step outside a frame goes all the way. */
  #aim(time: number): void {
    const part = this.#frameLength > 0 ? (time - this.#frameStart) / this.#frameLength : 1;
    this.#sync.aim(Math.min(1, Math.max(0, part)));
  }

  #requireAlive(): void {
    if (this.#disposed) throw new TenonError('world-destroyed', 'this ThreeJoints was disposed: make a new one');
  }
}

function requireVector(name: string, value: unknown): void {
  if (!isVector3(value)) refuse('param-invalid', `ThreeJoints.${name}`, 'be a Vector3', value);
}
