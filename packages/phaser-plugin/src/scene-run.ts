import { World } from '@tenon/core';
import type { Listeners } from '@tenon/core/adapter';
import type { DebugDraw, DebugDrawOptions } from '@tenon/debug-draw';
import type * as Phaser from 'phaser';
import { BodySync } from './body-sync';
import { DebugOverlay } from './debug-overlay';
import { FrameClock } from './frame-clock';
import type { PlacedObject } from './game-object';
import { type JointsOptions, overlayOptions, splitOptions } from './joints-options';
import { PointerDrag } from './pointer-drag';
import { listenersTo } from './touch-events';
import { TweenTime } from './tween-time';

/** What a scene has from its start to its shutdown: a world, its game objects, and their frames. */
export class SceneRun {
  readonly world: World;
  readonly bodies: BodySync;
  readonly drag: PointerDrag;
  readonly listeners: Listeners<PlacedObject>;
  isPaused = false;
  interpolate: boolean;
  timeScale: number;
  readonly #scene: Phaser.Scene;
  readonly #clock = new FrameClock();
  readonly #tweens: TweenTime;
  /** Seconds of the present frame, by the clock of tweens and joints. */
  #passed = 0;
  /** The present pose is shown, not one between: after a step by hand. */
  #exact = true;
  /** Of the frame that is being stepped, in seconds: its length, and how much of its time the next step has behind it at its start. */
  #frame = 0;
  #reached = 0;
  #overlay: DebugOverlay | null = null;

  constructor(scene: Phaser.Scene, options: JointsOptions) {
    const { world, interpolate, timeScale, debug } = splitOptions(options);
    this.#scene = scene;
    this.world = new World(world);
    this.bodies = new BodySync(scene, this.world);
    this.drag = new PointerDrag(scene, this.world, this.bodies);
    this.listeners = listenersTo(this.world, (body) => this.bodies.gameObjectOf(body));
    this.#tweens = new TweenTime(scene);
    this.interpolate = interpolate;
    this.timeScale = timeScale;
    this.world.on('beforestep', ({ dt }) => this.#beforeStep(dt));
    this.debug = debug;
    const { events } = scene.sys;
    events.on('preupdate', this.#beginFrame, this);
    events.on('update', this.#update, this);
    events.on('prerender', this.#beginPicture, this);
    events.on('render', this.#endPicture, this);
    events.on('resume', this.#forgetTime, this);
    events.on('wake', this.#forgetTime, this);
  }

  get debug(): DebugDraw | null {
    return this.#overlay?.drawing ?? null;
  }

  set debug(wanted: boolean | DebugDrawOptions) {
    const options = overlayOptions(wanted);
    this.#overlay?.destroy();
    this.#overlay = null;
    if (options !== null) this.#overlay = new DebugOverlay(this.#scene, this.world, options, () => this.#alpha);
  }

  /** One step of `seconds`, also while paused; game objects show its end exactly. */
  step(seconds: number): void {
    this.#frame = this.#reached = 0;
    this.#exact = true;
    try {
      this.bodies.readBack(true);
      this.drag.aim();
      this.world.step(seconds);
    } finally {
      this.bodies.show(true, 0);
    }
  }

  destroy(): void {
    const { events } = this.#scene.sys;
    events.off('preupdate', this.#beginFrame, this);
    events.off('update', this.#update, this);
    events.off('prerender', this.#beginPicture, this);
    events.off('render', this.#endPicture, this);
    events.off('resume', this.#forgetTime, this);
    events.off('wake', this.#forgetTime, this);
    this.#tweens.end();
    this.drag.end();
    this.debug = false;
    this.bodies.clear();
    this.world.destroy();
  }

  /** Before tweens: how long this frame is. What the joints cannot make up for, tweens leave out, too: none of it is seen as a speed. */
  #beginFrame(time: number, delta: number): void {
    const { world } = this;
    const passed = this.#clock.take(time, delta, world.fixedStep);
    const most = Math.max(world.maxCatchUp, world.fixedStep) - world.alpha * world.fixedStep;
    this.#passed = this.isPaused ? passed : Math.min(passed, most / this.timeScale);
    this.#tweens.give(this.#passed);
  }

  /** A frame, in the scene's `update` event: after tweens and physics, before the scene's own `update` and the cameras. */
  #update(): void {
    const { bodies } = this;
    const seconds = this.isPaused ? 0 : this.#passed * this.timeScale;
    this.#passed = 0;
    try {
      bodies.readBack(seconds > 0);
      this.drag.aim();
      if (!this.isPaused) this.#advance(seconds);
    } finally {
      // A listener that throws must not leave the picture behind.
      bodies.show(this.#showsExact, seconds > 0 ? this.world.fixedStep / this.timeScale : 0);
    }
  }

  #advance(seconds: number): void {
    const { world } = this;
    this.#exact = false;
    this.#frame = seconds;
    this.#reached = -world.alpha * world.fixedStep;
    world.advance(seconds);
  }

  /** Game objects that lead are followed along the frame, so that their speed does not depend on the frame rate. */
  #beforeStep(dt: number): void {
    this.#reached += dt;
    const share = this.#frame > 0 ? Math.min(1, this.#reached / this.#frame) : 1;
    this.bodies.lead(share, dt);
  }

  #beginPicture(): void {
    if (!this.#showsExact) this.bodies.beginPicture();
  }

  #endPicture(): void {
    if (!this.#showsExact) this.bodies.endPicture();
  }

  #forgetTime(): void {
    this.#clock.forget();
  }

  get #showsExact(): boolean {
    return this.#exact || !this.interpolate;
  }

  get #alpha(): number {
    return this.#showsExact ? 1 : this.world.alpha;
  }
}
