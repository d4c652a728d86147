import type * as Phaser from 'phaser';

/**
 * Gives the tweens of a scene the time of the joints' frames. By their own clock, `Date.now`, they are milliseconds ahead of a frame or
 * behind it and go through stalls of half a second: the speed of what they move would be wrong by as much.
 */
export class TweenTime {
  readonly #tweens: Phaser.Tweens.TweenManager | undefined;
  #milliseconds = 0;

  /** A scene may be set up without tweens. */
  constructor({ tweens }: Partial<Pick<Phaser.Scene, 'tweens'>>) {
    this.#tweens = tweens;
    if (tweens !== undefined) tweens.getDelta = () => this.#take();
  }

  /** The length of this frame. Tweens take it once. */
  give(seconds: number): void {
    this.#milliseconds = seconds * 1000;
  }

  /** Tweens have their own clock again. */
  end(): void {
    if (this.#tweens !== undefined) Reflect.deleteProperty(this.#tweens, 'getDelta');
  }

  #take(): number {
    const milliseconds = this.#milliseconds;
    this.#milliseconds = 0;
    return milliseconds;
  }
}
