import { Body, type BodyOptions, TenonError, type World } from '@tenon/core';
import type * as Phaser from 'phaser';
import { BodyLink } from './body-link';
import { hasArcadeBody, isMovedByPhysics, isPlacedObject, isSomewhere, nameOf, type PlacedObject } from './game-object';
import { outlineOf } from './drawn-outline';
import { checkFollow, type FollowOptions, MatterFollower } from './matter-follower';
import { MatterSteps } from './matter-steps';
import { canBePlaced, readOrigin, readPose } from './placement';

/** How a game object gets its body: everything `world.addBody` takes. */
export interface AttachOptions extends BodyOptions {
  /** A body that exists, such as one of a loaded scene: the game object goes where it is. */
  readonly body?: Body;
}

/** The game objects of a scene that have bodies, and the moments of a frame at which the two are matched. */
export class BodySync {
  readonly #scene: Phaser.Scene;
  readonly #world: World;
  readonly #links = new Map<PlacedObject, BodyLink>();
  readonly #ofBody = new Map<Body, BodyLink>();
  readonly #matter = new MatterSteps(() => this.#links.values());
  readonly #followers = new Map<Phaser.Physics.Matter.World, MatterFollower>();

  constructor(scene: Phaser.Scene, world: World) {
    this.#scene = scene;
    this.#world = world;
    world.on('removed', ({ body }) => {
      const link = body === undefined ? undefined : this.#ofBody.get(body);
      if (link !== undefined) this.#forget(link);
    });
    world.on('beforeread', () => this.takeIn());
  }

  /** Gives a game object a body where it stands. Throws `param-invalid` on what is no game object of this scene. */
  attach(gameObject: Phaser.GameObjects.GameObject, options: AttachOptions | undefined): Body {
    this.#check(gameObject);
    const known = this.#links.get(gameObject);
    if (known?.body.world === null) this.#forget(known);
    else if (known !== undefined) {
      if (options === undefined) return this.#current(known);
      throw refusal(gameObject, 'not have a body already: call detach first, or set the properties of bodyOf');
    }
    const { body: given, ...own } = readOptions(options);
    const isDynamic = (given?.type ?? own.type ?? 'dynamic') === 'dynamic';
    if (isDynamic && isMovedByPhysics(gameObject)) throw refusal(gameObject, movedByOthers(gameObject));

    if (!isSomewhere(gameObject)) throw nowhere(gameObject);
    if (!canBePlaced(gameObject))
      throw refusal(gameObject, 'be in containers with a finite place and no scale of 0: scale them first');
    const body = given === undefined ? this.#makeBody(gameObject, own) : this.#adopt(given, own);
    const link = new BodyLink(gameObject, body, given === undefined);
    this.#links.set(gameObject, link);
    this.#ofBody.set(body, link);
    gameObject.once('destroy', this.#onDestroy);
    link.show(true);
    return body;
  }

  /** Takes body and joints away; the game object stays. Does nothing where there is none. */
  detach(gameObject: Phaser.GameObjects.GameObject): void {
    if (!isPlacedObject(gameObject)) {
      const message = `detach.gameObject must be a game object, got ${nameOf(gameObject)}`;
      throw new TenonError('param-invalid', message, 'detach.gameObject', gameObject);
    }
    this.#linkOf(gameObject)?.body.remove();
  }

  /** Makes bodies for those of a Matter world, from now to the call of what is returned. Called again for a world, it takes the new options. */
  follow(matter: Phaser.Physics.Matter.World, options: FollowOptions): () => void {
    const end = () => {
      this.#followers.get(matter)?.end();
      this.#followers.delete(matter);
    };
    checkFollow(matter, options);
    end();
    const follower = new MatterFollower(
      this.#world,
      matter,
      (object) => this.#links.has(object as PlacedObject),
      options,
    );
    this.#followers.set(matter, follower);
    return () => {
      if (this.#followers.get(matter) === follower) end();
    };
  }

  /** The body of a game object, where that has been placed by now, or of a body of Matter. */
  bodyOf(object: unknown): Body | null {
    const link = this.#linkOf(object as PlacedObject);
    if (link !== undefined) return this.#current(link);
    for (const follower of this.#followers.values()) {
      const body = follower.bodyOf(object);
      if (body !== null) return body;
    }
    return null;
  }

  gameObjectOf(body: Body): PlacedObject | null {
    const link = this.#ofBody.get(body);
    if (link !== undefined) return link.gameObject;
    for (const follower of this.#followers.values()) {
      const carrier = follower.carrierOf(body);
      if (isPlacedObject(carrier)) return carrier;
    }
    return null;
  }

  /** Where the origin of a game object is in the world; of one that has a body, or is in one that has, as the body is now. */
  placeOf(gameObject: PlacedObject): [x: number, y: number] {
    const place = readOrigin(gameObject, { x: 0, y: 0, angle: 0 });
    let carrier: PlacedObject | null = gameObject;
    while (carrier !== null && !this.#links.has(carrier)) carrier = carrier.parentContainer ?? null;
    const link = carrier === null ? undefined : this.#linkOf(carrier);
    link?.takeIn();
    link?.onBody(place);
    return [place.x, place.y];
  }

  /** Before poses are read: bodies go where their game objects have been placed since the last frame. */
  takeIn(): void {
    for (const link of this.#links.values()) if (link.body.world !== null) link.takeIn();
  }

  /**
   * Before the steps of a frame, or where time stands, instead of them. Throws `param-not-finite` when all are read, if one was put where
   * no place is; the next `show` brings it back.
   */
  readBack(timePasses: boolean): void {
    this.#matter.beginFrame();
    let lost: PlacedObject | null = null;
    for (const link of this.#links.values()) if (!link.readBack(timePasses)) lost ??= link.gameObject;
    for (const follower of this.#followers.values()) follower.read(timePasses);
    if (lost !== null) throw nowhere(lost, ': it goes back to its body');
  }

  /** Just before a step of `dt` seconds, which ends at `share` of the frame. */
  lead(share: number, dt: number): void {
    this.#matter.beginStep();
    for (const link of this.#links.values()) link.lead(share);
    for (const follower of this.#followers.values()) follower.lead(dt);
  }

  /** After the steps of a frame, which take `seconds` each by the clock of other engines, 0 where time stands. */
  show(exact: boolean, seconds: number): void {
    for (const link of this.#links.values()) link.show(exact);
    this.#matter.endFrame(seconds);
  }

  beginPicture(): void {
    for (const link of this.#links.values()) link.beginPicture();
  }

  endPicture(): void {
    for (const link of this.#links.values()) link.endPicture();
  }

  /** Lets go of all game objects; the bodies stay to their world. */
  clear(): void {
    for (const link of [...this.#links.values()]) this.#forget(link);
    this.#followers.clear();
    this.#matter.stop();
  }

  /** In a listener, a body may have been removed whose `removed` is still to come. */
  #linkOf(gameObject: PlacedObject): BodyLink | undefined {
    const link = this.#links.get(gameObject);
    return link?.body.world === null ? undefined : link;
  }

  #current(link: BodyLink): Body {
    link.takeIn();
    return link.body;
  }

  #makeBody(gameObject: PlacedObject, options: BodyOptions): Body {
    const { x, y, angle } = readPose(gameObject, { x: 0, y: 0, angle: 0 });
    return this.#world.addBody({ position: [x, y], angle, shape: outlineOf(gameObject), ...options });
  }

  /** A body that exists: of this world, without a game object, and as it is. */
  #adopt(body: Body, options: BodyOptions): Body {
    const fault = (code: 'other-world' | 'option-conflict', message: string) =>
      new TenonError(code, `attach.body must ${message}, got '${body.id}'`, 'attach.body', body);
    if (body.world !== this.#world) throw fault('other-world', "be a body of this scene's world");
    if (this.#ofBody.has(body)) throw fault('option-conflict', 'not have a game object already');
    const [other] = Object.keys(options);
    if (other !== undefined) throw fault('option-conflict', `be left out beside ${other}`);
    return body;
  }

  #forget(link: BodyLink): void {
    link.end();
    this.#links.delete(link.gameObject);
    this.#ofBody.delete(link.body);
    link.gameObject.off('destroy', this.#onDestroy);
  }

  /** A scene that ends destroys its game objects one by one; its world goes as a whole. */
  readonly #onDestroy = (gameObject: PlacedObject, fromScene?: boolean): void => {
    if (fromScene !== true) this.detach(gameObject);
  };

  #check(gameObject: unknown): asserts gameObject is PlacedObject {
    if (!isPlacedObject(gameObject))
      throw refusal(gameObject, 'be a game object with a place, such as a sprite or a container');
    const { scene } = gameObject as { scene?: Phaser.Scene };
    if (scene === undefined) throw refusal(gameObject, 'not have been destroyed');
    if (scene !== this.#scene) throw refusal(gameObject, `be of this scene, not of '${scene.sys.settings.key}'`);
  }
}

/** Advice for a sprite that another engine moves. */
function movedByOthers(gameObject: PlacedObject): string {
  const [engine, made] = hasArcadeBody(gameObject) ? ['Arcade', 'physics'] : ['Matter', 'matter'];
  return (
    `be attached with type: 'kinematic', because ${engine} moves it; to have it moved and stopped by joints and contacts, make it ` +
    `with this.add in place of this.${made}.add`
  );
}

/** In JavaScript it may be anything; a body that is given and undefined is one that was not found. */
function readOptions(options: AttachOptions = {}): AttachOptions {
  const fault = (path: string, requirement: string, value: unknown) =>
    new TenonError('param-invalid', `${path} must ${requirement}, got ${nameOf(value)}`, path, value);
  if (typeof options !== 'object' || (options as unknown) === null || isPlacedObject(options))
    throw fault('attach.options', "be an object such as { type: 'static' }, or left out", options);
  if ('body' in options && !(options.body instanceof Body))
    throw fault('attach.body', 'be a body of this world, or left out', options.body);
  return options;
}

/** Says which game object is at no place, and where it was put. */
function nowhere(gameObject: PlacedObject, consequence = ''): TenonError {
  const { x, y, rotation } = gameObject;
  const message = `${nameOf(gameObject)} must be at a finite place, got x ${x}, y ${y}, rotation ${rotation}${consequence}`;
  return new TenonError('param-not-finite', message, 'gameObject', gameObject);
}

function refusal(gameObject: unknown, requirement: string): TenonError {
  return new TenonError(
    'param-invalid',
    `attach.gameObject must ${requirement}, got ${nameOf(gameObject)}`,
    'attach.gameObject',
    gameObject,
  );
}
