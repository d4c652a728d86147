/** A line of text over the picture, which the script of an example writes: a score, a count. */
export class Sign {
  #text = '';
  #show: (text: string) => void = () => undefined;

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (text === this.#text) return;
    this.#text = text;
    this.#show(text);
  }

  /** Calls `show` with the text, now and at every change. */
  follow(show: (text: string) => void): void {
    this.#show = show;
    show(this.#text);
  }
}
