import type { Example } from '../examples/example';
import { followSize } from '../stages/follow-size';
import { element } from './element';

/** Height of the letters, m, and the least and the most of it, px. */
const HEIGHT = 0.19;
const LEAST = 8;
const MOST = 16;

/** Writes an example's captions over its picture; returns the function that takes them away. */
export function writeCaptions(parent: HTMLElement, { view, captions = [] }: Example): () => void {
  const words = captions.map(({ text }) => element('span', {}, text));
  const layer = element('div', { class: 'captions' }, ...words);
  parent.append(layer);
  const unfollow = followSize(parent, ({ width, height }) => {
    const zoom = Math.min(width / view.width, height / view.height);
    layer.style.fontSize = `${Math.min(MOST, Math.max(LEAST, HEIGHT * zoom))}px`;
    captions.forEach(({ at: [x, y] }, i) => {
      words[i].style.left = `${width / 2 + (x - view.centre[0]) * zoom}px`;
      words[i].style.top = `${height / 2 - (y - view.centre[1]) * zoom}px`;
    });
  });
  return () => {
    unfollow();
    layer.remove();
  };
}
