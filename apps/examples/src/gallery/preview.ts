import { cordColor, cordFill, cordWidth } from '../figures/cords';
import type { Point } from '../figures/figure';
import { background, css } from '../figures/paint';
import type { Example } from '../examples/example';
import { type Actor, type Cast, loadCast } from '../stages/cast';
import { shownPose } from '../stages/shown-pose';

/** s, after which a preview begins again. */
const LOOP = 20;
/** Steps to a still picture, and how many of them are done at once. */
const STILL = 70;
const PART = 10;

const frame = { scale: 1, flipY: false };
const pose = { x: 0, y: 0, angle: 0 };

/** A small live picture of an example on a 2D canvas. */
export class Preview {
  readonly canvas: HTMLCanvasElement;
  readonly #example: Example;
  readonly #paths = new Map<readonly Point[], Path2D>();
  #cast: Cast | null = null;

  constructor(canvas: HTMLCanvasElement, example: Example) {
    this.canvas = canvas;
    this.#example = example;
  }

  /** Goes a part of the way to a still picture and draws; true if more is to come. */
  develop(): boolean {
    const { world } = this.#cast ?? this.#begin();
    for (let i = 0; i < PART; i++) world.step(1 / 60);
    this.draw(true);
    return world.time < STILL / 60;
  }

  advance(seconds: number): void {
    const cast = this.#cast === null || this.#cast.world.time > LOOP ? this.#begin() : this.#cast;
    cast.world.advance(seconds);
    this.draw(false);
  }

  draw(exact: boolean): void {
    const context = this.canvas.getContext('2d');
    if (context === null || this.#cast === null) return;
    const { width, height } = this.canvas;
    const { view } = this.#example;
    const zoom = Math.min(width / view.width, height / view.height);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = css(background);
    context.fillRect(0, 0, width, height);
    const [x, y] = this.#cast.centre.at(shownPose(exact));
    context.setTransform(zoom, 0, 0, -zoom, width / 2 - x * zoom, height / 2 + y * zoom);
    for (const actor of this.#cast.back) this.#drawActor(context, actor, exact);
    this.#drawCords(context, this.#cast, exact);
    for (const actor of this.#cast.front) this.#drawActor(context, actor, exact);
  }

  dispose(): void {
    this.#cast?.world.destroy();
    this.#cast = null;
  }

  #begin(): Cast {
    this.dispose();
    this.#paths.clear();
    return (this.#cast = loadCast(this.#example, frame));
  }

  #drawActor(context: CanvasRenderingContext2D, { body, figure }: Actor, exact: boolean): void {
    shownPose(exact)(body, pose);
    context.save();
    context.translate(pose.x, pose.y);
    context.rotate(pose.angle);
    for (const { points, color } of figure) {
      context.fillStyle = css(color);
      context.fill(this.#pathOf(points));
    }
    context.restore();
  }

  #drawCords(context: CanvasRenderingContext2D, { cords }: Cast, exact: boolean): void {
    context.lineJoin = 'round';
    for (const cord of cords) {
      if (cord.joint.world === null) continue;
      context.strokeStyle = css(cordColor(cord));
      context.lineWidth = cordWidth(cord, frame.scale);
      context.beginPath();
      for (const [x, y] of cord.points(frame, shownPose(exact))) context.lineTo(x, y);
      const fill = cordFill(cord);
      if (fill !== null) {
        context.fillStyle = css(fill);
        context.fill();
      }
      context.stroke();
    }
  }

  #pathOf(points: readonly Point[]): Path2D {
    let path = this.#paths.get(points);
    if (path === undefined) {
      path = new Path2D();
      for (const [x, y] of points) path.lineTo(x, y);
      path.closePath();
      this.#paths.set(points, path);
    }
    return path;
  }
}
