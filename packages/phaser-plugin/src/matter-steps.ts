import type * as Phaser from 'phaser';
import type { BodyLink } from './body-link';
import { isMatterStatic } from './game-object';

/** Matter's velocities are per this time, and its steps as long unless it is told otherwise, s. */
const matterStep = 1 / 60;

/**
 * The steps of Matter, for game objects with one of its static bodies that a body of ours moves. What is put from place to place has no
 * speed for Matter, and jumps through its balls. In its steps such a body therefore goes the way that ours went in the last frame, from
 * the start and with the speed of it: a ball that it touches is as fast before it has moved.
 */
export class MatterSteps {
  readonly #links: () => Iterable<BodyLink>;
  readonly #worlds = new Set<Phaser.Physics.Matter.World>();
  /** Seconds of that way, by Matter's clock; 0 where time stands. */
  #length = 0;
  #gone = 0;
  #steps = 0;

  constructor(links: () => Iterable<BodyLink>) {
    this.#links = links;
  }

  /** A frame of ours begins. */
  beginFrame(): void {
    this.#steps = 0;
  }

  /** Before each of its steps. */
  beginStep(): void {
    if (this.#steps === 0) for (const link of this.#links()) link.beginSteps();
    this.#steps++;
  }

  /** After them, of which each takes `seconds` by Matter's clock, 0 where time stands. */
  endFrame(seconds: number): void {
    if (seconds === 0 || this.#steps > 0) {
      this.#length = seconds * this.#steps;
      this.#gone = 0;
    }
    for (const link of this.#links()) {
      if (this.#steps > 0) link.endSteps(this.#length);
      this.#listenTo(link);
    }
  }

  stop(): void {
    for (const world of this.#worlds) {
      world.off('beforeupdate', this.#begin, this);
      world.off('afterupdate', this.#end, this);
    }
    this.#worlds.clear();
  }

  #listenTo({ gameObject }: BodyLink): void {
    if (!isMatterStatic(gameObject) || this.#worlds.has(gameObject.world)) return;
    this.#worlds.add(gameObject.world);
    gameObject.world.on('beforeupdate', this.#begin, this);
    gameObject.world.on('afterupdate', this.#end, this);
  }

  #begin(): void {
    const share = this.#length > 0 ? Math.min(1, this.#gone / this.#length) : 1;
    const rate = this.#length > 0 ? matterStep / this.#length : 0;
    for (const link of this.#links()) link.beginMatter(share, rate);
    this.#gone += matterStep;
  }

  #end(): void {
    for (const link of this.#links()) link.endMatter();
  }
}
