import {
  type Body,
  type Joint,
  type JointFrom,
  type JointSource,
  type OptionsFor,
  readOnly,
  TenonError,
  type VecLike,
  type World,
  type WorldEvents,
} from '@tenon/core';
import { addGround, type GroundOptions } from '@tenon/core/adapter';
import type { DebugDraw, DebugDrawOptions } from '@tenon/debug-draw';
import type * as Phaser from 'phaser';
import type { AttachOptions } from './body-sync';
import type { PlacedObject } from './game-object';
import type { FollowOptions } from './matter-follower';
import { checkTimeScale, type JointsOptions } from './joints-options';
import { optionsOf, setJointsOf } from './page-wide';
import type { PointerDrag } from './pointer-drag';
import { SceneRun } from './scene-run';
import { addTilemap, type TileLayer, type TilemapOptions } from './tilemap-ground';
import type { JointsEvents } from './touch-events';
import { type WithGameObjects, withBodies } from './with-game-objects';

/** Scene status numbers, equal in Phaser 3 and 4: a scene between them has had its `start` event. */
const start = 2;
const sleeping = 7;

/** What sets a property that is only read. */
const INSTEAD = {
  world: 'every start of the scene makes one',
  drag: 'call drag.enable(…) or drag.disable()',
  isPaused: 'call pause() or resume()',
};

/** `scene.joints`: the joints of one scene, from its start to its shutdown. Made by `TenonPlugin`. */
export class JointsPlugin {
  readonly #scene: Phaser.Scene;
  readonly #manager: Phaser.Plugins.PluginManager;
  readonly #defaults: JointsOptions;
  #isBooted = false;
  #run: SceneRun | null = null;

  /** @internal Made by `TenonPlugin`, once per scene. */
  constructor(scene: Phaser.Scene, manager: Phaser.Plugins.PluginManager, defaults: JointsOptions) {
    readOnly(JointsPlugin.prototype, () => 'joints', INSTEAD);
    this.#scene = scene;
    this.#manager = manager;
    this.#defaults = defaults;
    setJointsOf(scene, this);
    scene.sys.events.once('boot', () => this.boot());
    // A misspelt property throws.
    Object.preventExtensions(this);
  }

  /** The scene's world. It is made when the scene starts and destroyed when it shuts down; throws `world-destroyed` outside. */
  get world(): World {
    return this.#running.world;
  }

  /**
   * Gives a game object a body at its place, or `body`, to whose place it goes. Default shape: its picture.
   * Without options, what has a body already keeps it. Throws `param-invalid` on what is no game object with a place, has a body, or is moved by
   * another engine.
   */
  attach(gameObject: Phaser.GameObjects.GameObject, options?: AttachOptions): Body {
    return this.#running.bodies.attach(gameObject, options);
  }

  /** Takes a game object's body and joints away. May be called twice. */
  detach(gameObject: Phaser.GameObjects.GameObject): void {
    this.#running.bodies.detach(gameObject);
  }

  /** The body of a game object, or of a body of Matter that is followed; or null. */
  bodyOf(gameObject: Phaser.GameObjects.GameObject | MatterJS.BodyType): Body | null {
    return this.#running.bodies.bodyOf(gameObject);
  }

  /**
   * Lets what Matter moves push and carry our bodies: each body of a Matter world, also those to come, gets one of ours in its place, static
   * where Matter's is and has not moved, else kinematic. What has a body of ours already, by `attach`, keeps that. Ours do not push Matter's. Ends with the scene, or
   * by the function that is returned: call that before a snapshot or scene is taken or brought back. Called again for a world, it takes the new options. Throws `param-invalid` on what is no Matter world.
   */
  follow(matterWorld: Phaser.Physics.Matter.World, options: FollowOptions = {}): () => void {
    return this.#running.bodies.follow(matterWorld, options);
  }

  /**
   * Ground without a picture: a line through points of the world that bodies touch from one side. Led from left to right that is from above;
   * a `closed` one led clockwise, from outside. `options`: those of a body, and `closed`. Throws as `chain` of the core does.
   */
  addGround(points: readonly VecLike[], options: GroundOptions = {}): Body {
    return addGround(this.#running.world, points, options, 1);
  }

  /**
   * Ground along the sides of a layer's tiles that collide, where no other such tile covers them: a static body for each outline. What slides over
   * them catches on no seam, and a tile that collides on one side only is met from there. They stay as they are when tiles change: remove them, and
   * call it again. `options`: those of a body. Throws `param-invalid` where no tile collides, and for maps that are not orthogonal.
   */
  addTilemap(layer: TileLayer, options: TilemapOptions = {}): Body[] {
    return addTilemap(this.#running.world, layer, options);
  }

  /** The game object of a body, or null. */
  gameObjectOf(body: Body): PlacedObject | null {
    return this.#running.bodies.gameObjectOf(body);
  }

  /** Makes a joint as `world.joints.create` does; a game object may stand for its body. Throws `param-invalid` if it has none. */
  create<S extends JointSource>(type: S, options: WithGameObjects<OptionsFor<S>>): JointFrom<S>;
  create(type: JointSource, options: object): Joint {
    const { world, bodies } = this.#running;
    // In JavaScript it may be neither, which the core refuses.
    const name = typeof type === 'string' ? type : String((type as { name?: string } | null)?.name);
    const resolved = withBodies(name, options, bodies);
    return (world.joints as { create(type: unknown, options: object): Joint }).create(type, resolved);
  }

  /** Dragging by mouse and touch: `drag.enable()`. */
  get drag(): PointerDrag {
    return this.#running.drag;
  }

  /** The overlay, whose fields may be set at any time; null while it is off. Set true, false, or its options. */
  get debug(): DebugDraw | null {
    return this.#running.debug;
  }

  set debug(wanted: boolean | DebugDrawOptions) {
    this.#running.debug = wanted;
  }

  /** How fast time runs: 0.5 is half as fast. Throws `param-negative` below 0. */
  get timeScale(): number {
    return this.#running.timeScale;
  }

  set timeScale(factor: number) {
    this.#running.timeScale = checkTimeScale(factor);
  }

  /** Stops the time of the joints while the scene runs on. */
  pause(): this {
    this.#running.isPaused = true;
    return this;
  }

  /** Ends a `pause`. */
  resume(): this {
    this.#running.isPaused = false;
    return this;
  }

  /** True from `pause` to `resume`. */
  get isPaused(): boolean {
    return this.#running.isPaused;
  }

  /** One step of `seconds`, also while paused; default: the world's `fixedStep`. */
  step(seconds = this.world.fixedStep): void {
    this.#running.step(seconds);
  }

  /**
   * Calls `listener` at an event of the world, until the scene shuts down; returns the function that unsubscribes it. Where bodies touch, the
   * event has their game objects, too.
   */
  on<K extends keyof WorldEvents>(event: K, listener: (event: JointsEvents[K]) => void, context?: unknown): () => void;
  on(event: keyof WorldEvents, listener: (event: object) => void, context?: unknown): () => void {
    return this.#running.listeners.on(event, listener, context);
  }

  /** Ends what `on` began with this listener and context. */
  off<K extends keyof WorldEvents>(event: K, listener: (event: JointsEvents[K]) => void, context?: unknown): void;
  off(event: keyof WorldEvents, listener: (event: object) => void, context?: unknown): void {
    this.#run?.listeners.off(event, listener, context); // after the scene there is none
  }

  /** @internal Phaser calls it when the scene has its systems, or at once if the plugin comes later than that. */
  boot(): void {
    if (this.#isBooted) return;
    this.#isBooted = true;
    const { events, settings } = this.#scene.sys;
    events.on('start', this.#start, this);
    events.once('destroy', this.#destroy, this);
    if (settings.status >= start && settings.status <= sleeping) this.#start();
  }

  #start(): void {
    if (this.#run !== null) return;
    this.#run = new SceneRun(this.#scene, { ...this.#defaults, ...optionsOf(this.#manager) });
    this.#scene.sys.events.once('shutdown', this.#shutdown, this);
  }

  #shutdown(): void {
    if (this.#run === null) return;
    this.#scene.sys.events.off('shutdown', this.#shutdown, this);
    this.#run.destroy();
    this.#run = null;
  }

  /** A scene that is removed, or whose game ends, may not be shut down first. */
  #destroy(): void {
    this.#shutdown();
    this.#scene.sys.events.off('start', this.#start, this);
    setJointsOf(this.#scene, undefined);
  }

  get #running(): SceneRun {
    if (this.#run !== null) return this.#run;
    const { key } = this.#scene.sys.settings;
    throw new TenonError(
      'world-destroyed',
      `Scene '${key}' is not running: its joints have a world from its start to its shutdown`,
    );
  }
}
