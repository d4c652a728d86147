import { Body, type BodyOptions, quote, refuse, type Shape, TenonError, type VecLike, type World } from '@tenon/core';
import type { PlacedShape } from '@tenon/core/adapter';
import { Matrix4, type Object3D } from 'three';
import type { BodySync } from './body-sync';
import { drawnShape } from './drawn-shape';
import { flip, type Flips } from './flips';
import { InstanceGroup, isInstanced, isSlots, kindOf, type Slot, SlotLink, type Slots } from './instance-group';
import { ObjectLink, type Tie } from './object-link';
import type { ParentSpace } from './parent-space';
import { createPose, type Pose } from './placement';
import type { Plane } from './plane';
import { Rest } from './rest';
import { readPose } from './shown-pose';
import { isNowhere, isObject3D, isSlot, nameOf, nowhere, requireOptions } from './kinds';
import { xyOf } from './vector';

/**
 * How an object gets its body: everything `world.addBody` takes. Position and angle default to the object's; given, it goes there. What
 * `collides` without a `shape` takes that of what is drawn, with its centre of mass.
 */
export interface AttachOptions extends BodyOptions {
  /** A body that exists, to which the object is tied as it stands. */
  body?: Body;
  /** Centre of mass from the object's origin, world units along the object's axes in the plane; default [0, 0]. */
  center?: VecLike;
  /** Default: as the adapter. */
  interpolate?: boolean;
}

/** Which instance of a mesh. */
export interface SlotIndex {
  /** From 0. */
  index: number;
}

/** Whose an object, or a mesh of slots, is: two that write it would each undo the other. */
const owners = new WeakMap<Object3D, Attachments>();

/** Which objects and slots have which bodies. */
export class Attachments {
  readonly #world: World;
  readonly #plane: Plane;
  readonly #sync: BodySync;
  readonly #groups = new Map<Object3D, InstanceGroup>();
  readonly #viewsOf = new Map<Body, (ObjectLink | SlotLink)[]>();

  constructor(world: World, plane: Plane, sync: BodySync) {
    this.#world = world;
    this.#plane = plane;
    this.#sync = sync;
  }

  /** True while some body that is shown may move. */
  get awake(): boolean {
    for (const body of this.#viewsOf.keys())
      if (body.world !== null && body.type !== 'static' && !body.isSleeping) return true;
    return false;
  }

  attach(object: Object3D, options?: AttachOptions & Partial<SlotIndex>): Body {
    requireObject('attach', object);
    if (options !== undefined) requireOptions('attach', options);
    if ((owners.get(object) ?? this) !== this)
      throw invalid(
        `${nameOf(object)} is attached to another ThreeJoints; call detach(object) or dispose() of that one first`,
        object,
      );
    const { index, ...own } = options ?? {};
    const view = this.#viewOf(isSlots(object) && index !== undefined ? { mesh: object, index } : object);
    // In a listener, its body may have been removed, and `removed` still be to come.
    if (view?.body.world === null) this.forget(view.body);
    if (isSlots(object)) return this.#attachSlot(object, index, own);
    if (index !== undefined) throw invalid(`index is for an InstancedMesh, got a ${object.type}`, index);
    const body = this.#sync.bodyOf(object);
    if (body === null) return this.#attachObject(object, own);
    if (options === undefined) return body;
    throw invalid(
      `${nameOf(object)} is already attached; call detach(object) first, or attach(object) to get its body`,
      object,
    );
  }

  /** The shape that `attach` would take from what is drawn. */
  shapeOf(object: Object3D): Shape {
    requireObject('shapeOf', object);
    const space = this.#usableSpace(object, object.parent);
    if (object.matrixAutoUpdate) object.updateMatrix();
    local.multiplyMatrices(space.inverse, object.matrix);
    const rest = new Rest(this.#plane, space.flips);
    return this.#drawn(object, local, rest, flip(space.flips, object, this.#plane, flips)).shape;
  }

  detach(target: Object3D | Slot, keep: boolean): void {
    if (!isSlot(target)) for (const link of [...(this.#groups.get(target)?.links ?? [])]) this.#detach(link, keep);
    const view = this.#viewOf(target);
    if (view !== null) this.#detach(view, keep);
  }

  bodyOf(target: Object3D | Slot): Body | null {
    if (!isSlot(target)) return this.#sync.bodyOf(target);
    const body = this.#viewOf(target)?.body;
    return body === undefined || body.world === null ? null : body;
  }

  /** What shows a body, the oldest first. */
  objectOf(body: Body | null): Object3D | Slot | null {
    const view = body === null ? undefined : this.#viewsOf.get(body)?.[0];
    return view instanceof ObjectLink ? view.object : (view ?? null);
  }

  /** The body has left its world: what showed it stays where it is. */
  forget(body: Body): void {
    for (const view of [...(this.#viewsOf.get(body) ?? [])]) this.#detach(view, true);
  }

  clear(): void {
    for (const body of [...this.#viewsOf.keys()]) this.forget(body);
  }

  #attachObject(object: Object3D, options: AttachOptions): Body {
    if (object.static) {
      throw invalid(
        'this object has static = true, which WebGPURenderer never redraws; set it to false before attach()',
        object,
      );
    }
    if (isNowhere(object)) throw nowhere(object);
    const space = this.#usableSpace(object, object.parent);
    if (object.matrixAutoUpdate) object.updateMatrix();
    local.multiplyMatrices(space.inverse, object.matrix);
    const tie = this.#tie(object, local, options, space, flip(space.flips, object, this.#plane, flips));
    const link = new ObjectLink(object, tie, space);
    link.capture(local, pose);
    this.#sync.add(link);
    owners.set(object, this);
    this.#register(link);
    this.#sync.writeNow(link);
    object.addEventListener('dispose', this.#onDispose);
    return tie.body;
  }

  #attachSlot(mesh: Slots, index: number | undefined, options: AttachOptions): Body {
    if (index === undefined)
      throw invalid(`${kindOf(mesh)} has many bodies: attach(mesh, { index }) or attachInstances(mesh)`, mesh);
    const count = isInstanced(mesh) ? mesh.instanceMatrix.count : mesh.maxInstanceCount;
    if (!(Number.isInteger(index) && index >= 0 && index < count)) {
      throw invalid(`slot ${index} does not exist: ${kindOf(mesh)} holds ${count} (0 … ${count - 1})`, index);
    }
    const group = this.#groups.get(mesh) ?? new InstanceGroup(mesh);
    if (group.at(index) !== null) throw invalid(`slot ${index} is already attached`, index);
    mesh.getMatrixAt(index, local);
    const space = this.#usableSpace(mesh, mesh);
    local.premultiply(space.inverse);
    const tie = this.#tie(mesh, local, options, space, space.flips);
    const link = new SlotLink(mesh, index, tie);
    link.rest.capture(local, pose);
    group.add(link);
    if (!this.#groups.has(mesh)) {
      this.#groups.set(mesh, group);
      owners.set(mesh, this);
      this.#sync.addGroup(group);
      mesh.addEventListener('dispose', this.#onDispose);
    }
    this.#register(link);
    return tie.body;
  }

  /** The space below `parent`, where a place can be told from the scene's. */
  #usableSpace(object: Object3D, parent: Object3D | null): ParentSpace {
    const space = this.#sync.spaceOf(parent);
    if (space.usable) return space;
    throw invalid(
      `${nameOf(object)} must not be scaled to 0 by ${parent === object ? 'itself or ' : ''}its parents: scale them first`,
      object,
    );
  }

  /** Finds or makes the body of what stands at `local`; leaves in `pose` where the two belong together. */
  #tie(object: Object3D, local: Matrix4, given: AttachOptions, space: ParentSpace, flips: Flips): Tie {
    const { body, center, interpolate = true, ...options } = given;
    const { center: middle = [0, 0] } = given;
    if (typeof interpolate !== 'boolean')
      refuse('param-invalid', 'attach.interpolate', 'be true or false', interpolate);
    const rest = new Rest(this.#plane, space.flips);
    if ('body' in given) {
      if (!(body instanceof Body))
        refuse('param-invalid', 'attach.body', 'be a body made by world.addBody, or left out', body);
      if (body.world !== this.#world)
        throw new TenonError('other-world', `attach wants a body of this world, got '${body.id}'`, 'attach.body', body);
      const [other] = Object.keys(center === undefined ? options : { center, ...options });
      if (other !== undefined)
        throw new TenonError('option-conflict', `attach.body must be left out beside ${other}`, 'attach.body', body);
      rest.tie(local, readPose(body, pose), flips);
      return { body, ownsBody: false, interpolate, rest };
    }
    const drawn = takesShape(options) ? this.#drawn(object, local, rest, flips) : null;
    if (drawn !== null && center !== undefined) {
      const message = 'attach.center must be left out where the shape is what is drawn';
      throw new TenonError('option-conflict', message, 'attach.center', center);
    }
    const place = drawn === null ? xyOf('attach.center', middle) : alongAxes(drawn.centre, flips);
    const { x, y, angle } = rest.readFrom(local, place, flips, pose);
    const shape = drawn === null ? {} : { shape: drawn.shape };
    const made = this.#world.addBody({ position: [x, y], angle, ...options, ...shape });
    return { body: made, ownsBody: true, interpolate, rest };
  }

  /** What is drawn at `local`, in the frame that its body has with its centre at the object's origin. */
  #drawn(object: Object3D, local: Matrix4, rest: Rest, flips: Flips): PlacedShape {
    rest.readFrom(local, { x: 0, y: 0 }, flips, pose);
    const isOneOfMany = isSlots(object) && !isInstanced(object);
    const drawn = isOneOfMany ? null : drawnShape(object, frame.fromArray(rest.elements));
    if (drawn !== null) return drawn;
    const what = isOneOfMany ? 'has many geometries' : 'draws nothing that has an area in the plane';
    throw invalid(`${nameOf(object)} ${what}: give it a shape, such as box(1, 1)`, object);
  }

  #viewOf(target: Object3D | Slot): ObjectLink | SlotLink | null {
    return isSlot(target) ? (this.#groups.get(target.mesh)?.at(target.index) ?? null) : this.#sync.linkOf(target);
  }

  #register(view: ObjectLink | SlotLink): void {
    const views = this.#viewsOf.get(view.body);
    if (views === undefined) this.#viewsOf.set(view.body, [view]);
    else views.push(view);
  }

  #detach(view: ObjectLink | SlotLink, keep: boolean): void {
    const { body } = view;
    const others = (this.#viewsOf.get(body) ?? []).filter((other) => other !== view);
    if (others.length > 0) this.#viewsOf.set(body, others);
    else this.#viewsOf.delete(body);
    if (view instanceof ObjectLink) {
      this.#sync.remove(view);
      owners.delete(view.object);
      view.object.removeEventListener('dispose', this.#onDispose);
    } else {
      this.#removeSlot(view, keep);
    }
    if (view.ownsBody) body.remove();
  }

  #removeSlot(slot: SlotLink, keep: boolean): void {
    const group = this.#groups.get(slot.mesh);
    if (group === undefined) return;
    group.remove(slot, keep);
    if (group.links.length > 0) return;
    this.#groups.delete(slot.mesh);
    owners.delete(slot.mesh);
    this.#sync.removeGroup(group);
    slot.mesh.removeEventListener('dispose', this.#onDispose);
  }

  readonly #onDispose = ({ target }: { target: Object3D }): void => this.detach(target, true);
}

const local = new Matrix4();
const frame = new Matrix4();
const flips: Flips = { x: 1, y: 1 };
const pose: Pose = createPose();

function invalid(message: string, value: unknown): TenonError {
  return new TenonError('param-invalid', message, 'attach', value);
}

function takesShape({ shape, collides = null }: BodyOptions): boolean {
  return shape === undefined && collides !== null && collides !== false;
}

/** A place in the body's frame as `center` is counted: along the axes of the object, which may be mirrored. */
function alongAxes({ x, y }: { x: number; y: number }, flips: Readonly<Flips>): { x: number; y: number } {
  return { x: flips.x * x, y: flips.y * y };
}

/** Throws unless `call` was given an object. */
export function requireObject(call: string, value: unknown): void {
  if (isObject3D(value)) return;
  if (typeof value === 'object' && value !== null && 'current' in value) {
    throw invalid(`${call}() wants an Object3D, got a React ref: pass ref.current inside an effect`, value);
  }
  const what = typeof value === 'object' && value !== null ? `a ${className(value)}` : quote(value);
  const isPart = typeof value === 'object' && value !== null && ('isBufferGeometry' in value || 'isMaterial' in value);
  throw invalid(`${call}() wants an Object3D, got ${what}${isPart ? ': attach the Mesh that uses it' : ''}`, value);
}

/** An object may have been made without a class. */
function className({ constructor }: { constructor?: { name: string } }): string {
  return constructor?.name ?? 'plain object';
}
