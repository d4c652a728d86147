import type { Body } from '@tenon/core';
import type { Example } from '../examples/example';
import type { PoseOf } from '../figures/pose-of';
import { type Frame, toWorld } from '../frame';

/** What a picture is taken of. */
export class ViewCentre {
  readonly #body: Body | null;
  readonly #offset: readonly [x: number, y: number];

  constructor({ view, follow }: Example, body: (id: string) => Body, frame: Frame) {
    const [x, y] = toWorld(frame, view.centre);
    this.#body = follow === undefined ? null : body(follow);
    this.#offset = this.#body === null ? [x, y] : [x - this.#body.x, y - this.#body.y];
  }

  /** The middle of the picture, world units: it goes as far as the body that it follows. */
  at(poseOf: PoseOf): [x: number, y: number] {
    const [x, y] = this.#offset;
    if (this.#body === null) return [x, y];
    poseOf(this.#body, pose);
    return [pose.x + x, pose.y + y];
  }
}

const pose = { x: 0, y: 0, angle: 0 };
