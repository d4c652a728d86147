import type { World } from '@tenon/core';
import { type JointsPlugin, TenonPlugin } from '@tenon/phaser-plugin';
import * as Phaser from 'phaser';
import type { Example } from '../examples/example';
import { cordColor, cordFill, cordWidth } from '../figures/cords';
import type { Point } from '../figures/figure';
import { background } from '../figures/paint';
import type { Frame } from '../frame';
import { Sign } from '../sign';
import { Steering } from '../steering';
import { type Actor, type Cast, loadCast } from './cast';
import { followSize, type Size, sizeOf } from './follow-size';
import { shownPose } from './shown-pose';
import { errorOf, PULL, type Stage } from './stage';

/** Pixels, y down. A power of two scales without rounding, so that both engines show the same steps, bit by bit. */
const frame: Frame = { scale: 64, flipY: true };

/** An example in Phaser: a `Graphics` per body, in a scene with the plugin's joints. */
export class PhaserStage implements Stage {
  readonly engine = 'phaser';
  readonly frame = frame;
  readonly #game: Phaser.Game;
  readonly #scene: ExampleScene;
  readonly #unfollow: () => void;
  #overlay = false;
  /** Between frames: the last one threw, and with it Phaser's loop ended. */
  #isInFrame = false;

  static open(parent: HTMLElement): Promise<PhaserStage> {
    return new Promise((resolve) => {
      const stage = new PhaserStage(parent, () => resolve(stage));
    });
  }

  private constructor(parent: HTMLElement, ready: () => void) {
    const { width, height, pixelRatio } = sizeOf(parent);
    this.#scene = new ExampleScene();
    this.#game = new Phaser.Game({
      type: Phaser.AUTO,
      parent,
      backgroundColor: background,
      banner: false,
      audio: { noAudio: true },
      input: { activePointers: 3 },
      scale: { mode: Phaser.Scale.NONE, width: width * pixelRatio, height: height * pixelRatio, zoom: 1 / pixelRatio },
      plugins: {
        scene: [{ key: 'TenonPlugin', plugin: TenonPlugin.with({ pixelsPerMeter: frame.scale }), mapping: 'joints' }],
      },
      scene: this.#scene,
      callbacks: { postBoot: ready },
    });
    this.#game.events.on('prestep', () => (this.#isInFrame = true));
    this.#game.events.on('postrender', () => (this.#isInFrame = false));
    this.#unfollow = followSize(parent, (size) => this.#resize(size));
  }

  get world(): World {
    return this.#scene.joints.world;
  }

  get steering(): Steering {
    return this.#scene.steering;
  }

  get sign(): Sign {
    return this.#scene.sign;
  }

  get paused(): boolean {
    return this.#scene.paused;
  }

  set paused(paused: boolean) {
    this.#scene.paused = paused;
  }

  get overlay(): boolean {
    return this.#overlay;
  }

  set overlay(wanted: boolean) {
    this.#overlay = wanted;
    this.#scene.setOverlay(wanted);
  }

  async show(example: Example): Promise<void> {
    const played = this.#scene.play(example);
    this.#revive();
    await played;
    this.overlay = this.#overlay;
  }

  step(): void {
    this.#scene.joints.step();
  }

  drawnAt(id: string): readonly [x: number, y: number] | null {
    return this.#scene.drawnAt(id);
  }

  dispose(): void {
    this.#unfollow();
    this.#game.destroy(true);
    this.#revive();
  }

  /** What the game is to do, it does in its next frame. */
  #revive(): void {
    if (!this.#isInFrame) return;
    this.#isInFrame = false;
    this.#game.loop.sleep();
    this.#game.loop.wake();
  }

  #resize({ width, height, pixelRatio }: Size): void {
    this.#scene.pixelRatio = pixelRatio;
    if (!this.#game.isBooted) return;
    this.#game.scale.resize(width * pixelRatio, height * pixelRatio);
    // After the size: at zoom 1 `resize` leaves the style of the canvas as it is, and `setZoom` writes it anew.
    this.#game.scale.setZoom(1 / pixelRatio);
  }
}

class ExampleScene extends Phaser.Scene {
  declare readonly joints: JointsPlugin;
  pixelRatio = 1;
  readonly steering = new Steering();
  readonly sign = new Sign();
  readonly #graphics = new Map<string, Phaser.GameObjects.Graphics>();
  #example: Example | null = null;
  #cast: Cast | null = null;
  #cords: Phaser.GameObjects.Graphics | null = null;
  #started: ((failure: Error | null) => void) | null = null;
  #paused = false;

  constructor() {
    super('example');
  }

  /** Shows an example; done when it stands. */
  play(example: Example): Promise<void> {
    this.#example = example;
    return new Promise((resolve, reject) => {
      this.#started = (failure) => (failure === null ? resolve() : reject(failure));
      this.scene.restart();
    });
  }

  create(): void {
    this.#graphics.clear(); // destroyed with the display list of the run before
    this.#cords = null;
    this.#cast = null;
    let failure: Error | null = null;
    try {
      if (this.#example !== null) this.#fill(this.#example);
    } catch (error) {
      failure = errorOf(error); // for whoever waits: thrown here, it would end the loop of the game
      this.#cast = null;
    }
    this.#started?.(failure);
    this.#started = null;
  }

  #fill(example: Example): void {
    this.paused = this.#paused; // of this run, before its first update
    const cast = loadCast(example, frame, this.joints.world, this.steering, this.sign);
    this.#cast = cast;
    for (const actor of cast.back) this.#add(actor);
    this.#cords = this.add.graphics();
    for (const actor of cast.front) this.#add(actor);
    this.joints.drag.enable({ pointers: 3, weights: PULL });
    this.scale.on('resize', this.#fit, this);
    this.events.once('shutdown', () => this.scale.off('resize', this.#fit, this));
    this.#fit();
  }

  override update(): void {
    if (this.#cast === null) return;
    this.#drawCords(this.#cast);
    this.#look(this.#cast);
  }

  get paused(): boolean {
    return this.#paused;
  }

  set paused(paused: boolean) {
    this.#paused = paused;
    if (paused) this.joints.pause();
    else this.joints.resume();
  }

  setOverlay(wanted: boolean): void {
    this.joints.debug = wanted && { lengthName: 'px' };
  }

  drawnAt(id: string): readonly [x: number, y: number] | null {
    const graphics = this.#graphics.get(id);
    if (graphics === undefined) return null;
    const { midPoint, zoom, width, height } = this.cameras.main;
    const x = (graphics.x - midPoint.x) * zoom + width / 2;
    const y = (graphics.y - midPoint.y) * zoom + height / 2;
    return [x / this.pixelRatio, y / this.pixelRatio];
  }

  #add({ body, figure }: Actor): void {
    const graphics = this.add.graphics();
    for (const { points, color } of figure) {
      graphics.fillStyle(color);
      graphics.fillPoints(points.map(vector), true, true);
    }
    this.joints.attach(graphics, { body });
    this.#graphics.set(body.id, graphics);
  }

  #drawCords({ cords }: Cast): void {
    this.#cords?.clear();
    for (const cord of cords) {
      if (cord.joint.world === null) continue;
      const points = cord.points(frame, shownPose(this.joints.isPaused)).map(vector);
      const fill = cordFill(cord);
      if (fill !== null) this.#cords?.fillStyle(fill).fillPoints(points, true);
      this.#cords?.lineStyle(cordWidth(cord, frame.scale), cordColor(cord)).strokePoints(points);
    }
  }

  #fit(): void {
    if (this.#example === null) return;
    const { width, height } = this.#example.view;
    const camera = this.cameras.main;
    camera.setSize(this.scale.width, this.scale.height);
    camera.setZoom(Math.min(camera.width / (width * frame.scale), camera.height / (height * frame.scale)));
    if (this.#cast !== null) this.#look(this.#cast);
    camera.preRender();
  }

  #look({ centre }: Cast): void {
    this.cameras.main.centerOn(...centre.at(shownPose(this.joints.isPaused)));
  }
}

function vector([x, y]: Point): Phaser.Math.Vector2 {
  return new Phaser.Math.Vector2(x, y);
}
