import type { Example } from '../examples/example';
import { addressOf } from '../place';
import { element } from '../viewer/element';
import { Preview } from './preview';

/** ms of a frame that go into still pictures. */
const SPARE = 8;

/** The first page: what this is, and a card for every example, alive while it is in view. */
export class Gallery {
  readonly #root: HTMLElement;
  readonly #previews = new Map<Element, Preview>();
  readonly #visible = new Set<Preview>();
  /** Previews that have no still picture yet. */
  readonly #undeveloped: Preview[] = [];
  readonly #observer: IntersectionObserver;
  #frame = 0;
  #last = 0;

  /** `missing`: the example that an address asks for in vain. */
  constructor(parent: HTMLElement, examples: readonly Example[], missing: string | null = null) {
    const cards = examples.map((example) => this.#card(example));
    this.#root = element(
      'main',
      { class: 'gallery' },
      ...(missing === null ? [] : [regret(missing)]),
      introduction(),
      element('section', { class: 'cards', 'aria-label': 'Examples' }, ...cards),
    );
    parent.append(this.#root);

    this.#undeveloped.push(...this.#previews.values());
    this.#observer = new IntersectionObserver((entries) => this.#see(entries), { rootMargin: '40px' });
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      for (const canvas of this.#previews.keys()) this.#observer.observe(canvas);
    this.#frame = requestAnimationFrame(this.#tick);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    for (const preview of this.#previews.values()) preview.dispose();
    this.#root.remove();
  }

  readonly #tick = (time: number): void => {
    const seconds = Math.min((time - this.#last) / 1000, 0.05);
    this.#last = time;
    for (const preview of this.#visible) preview.advance(seconds);
    this.#develop();
    this.#frame = requestAnimationFrame(this.#tick);
  };

  /** In turns, and a little of each frame, so that nothing waits: a card that is not in view has a picture, too. */
  #develop(): void {
    const end = performance.now() + SPARE;
    do {
      const preview = this.#undeveloped.shift();
      if (preview === undefined) return;
      if (!this.#visible.has(preview) && preview.develop()) this.#undeveloped.push(preview);
    } while (performance.now() < end);
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const preview = this.#previews.get(target);
      if (preview === undefined) continue;
      if (isIntersecting) this.#visible.add(preview);
      else this.#visible.delete(preview);
    }
  }

  #card(example: Example): HTMLElement {
    const canvas = element('canvas', { width: '560', height: '350', 'aria-hidden': 'true' });
    this.#previews.set(canvas, new Preview(canvas, example));
    const to = (engine: 'phaser' | 'three') => addressOf({ example: example.id, engine, stop: null, overlay: false });
    return element(
      'article',
      { class: 'card' },
      element('a', { href: to('phaser'), class: 'cover', 'aria-label': `${example.title} in Phaser` }, canvas),
      element('h2', {}, example.title),
      element(
        'nav',
        {},
        element('a', { href: to('phaser') }, 'Phaser'),
        element('a', { href: to('three') }, 'three.js'),
      ),
      element('p', {}, example.text),
    );
  }
}

function regret(missing: string): HTMLElement {
  return element(
    'p',
    { class: 'note regret', role: 'alert' },
    element('strong', {}, `There is no example “${missing}”.`),
    ' These are all there are.',
  );
}

function introduction(): HTMLElement {
  return element(
    'header',
    {},
    element('h1', {}, 'Tenon'),
    element(
      'p',
      { class: 'lead' },
      'Joints, constraints and collisions in two dimensions. Every example below is one description, shown in Phaser and in three.js.',
    ),
  );
}
