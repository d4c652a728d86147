import type { Example, View } from '../examples/example';
import { element } from './element';

/** Height of the letters, m, and the least and the most of it, px. */
const HEIGHT = 0.19;
const LEAST = 8.5;
const MOST = 16;

/** An example's captions over its picture. */
export class Captions {
  readonly #view: View;
  readonly #words: readonly { readonly x: number; readonly y: number; readonly word: HTMLElement }[];
  readonly #layer: HTMLElement;

  constructor(parent: HTMLElement, { view, captions = [] }: Example) {
    this.#view = view;
    this.#words = captions.map(({ at: [x, y], text, note }) => ({
      x,
      y,
      word: element('span', {}, text, ...(note === undefined ? [] : [element('small', {}, note)])),
    }));
    this.#layer = element('div', { class: 'captions' }, ...this.#words.map(({ word }) => word));
    parent.append(this.#layer);
  }

  /** Puts them where the figures are in a picture of this size, CSS px. */
  place(width: number, height: number): void {
    const { centre, width: seen, height: tall } = this.#view;
    const zoom = Math.min(width / seen, height / tall);
    this.#layer.style.fontSize = `${Math.min(MOST, Math.max(LEAST, HEIGHT * zoom))}px`;
    for (const { x, y, word } of this.#words) {
      word.style.left = `${width / 2 + (x - centre[0]) * zoom}px`;
      word.style.top = `${height / 2 - (y - centre[1]) * zoom}px`;
    }
  }

  remove(): void {
    this.#layer.remove();
  }
}
