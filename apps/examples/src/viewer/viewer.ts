import type GUI from 'lil-gui';
import type { Example } from '../examples/example';
import { followSize } from '../stages/follow-size';
import { openStage } from '../stages/open-stage';
import type { Engine, Stage } from '../stages/stage';
import { addressOf, type Place, placeOf } from '../place';
import { Captions } from './captions';
import { Controls } from './controls';
import { button, element, isFree } from './element';
import { programText } from './program-text';
import { hasRoomForSliders, slidersFor } from './sliders';

const engines: readonly { readonly id: Engine; readonly name: string }[] = [
  { id: 'phaser', name: 'Phaser' },
  { id: 'three', name: 'three.js' },
];

/** What scripts and tests may ask of the example on the page. */
export interface ExampleHandle {
  readonly id: string;
  readonly engine: Engine;
  readonly stage: Stage;
  /** Steps done so far. */
  readonly steps: number;
}

declare global {
  interface Window {
    tenonExample?: ExampleHandle;
  }
}

/** The page of one example: its picture, its controls, its sliders. */
export class Viewer {
  readonly #place: Place;
  readonly #example: Example;
  readonly #root: HTMLElement;
  readonly #picture = element('div', { class: 'picture' });
  readonly #sign = element('div', { class: 'sign', hidden: '' });
  readonly #panel = element('aside', { class: 'panel', 'aria-label': 'Sliders' });
  readonly #pauseKey: string;
  readonly #pause: HTMLButtonElement;
  readonly #overlay = button('Joints', 'd', () => this.#setOverlay(this.#stage?.overlay === false));
  readonly #sliders: HTMLButtonElement;
  readonly #onKey = (event: KeyboardEvent) => this.#press(event);
  #stage: Stage | null = null;
  /** The example as it is arranged for the shape of the picture. */
  #arranged: Example;
  readonly #unfollow: () => void;
  #captions: Captions;
  readonly #controls: Controls;
  #gui: GUI | null = null;
  #disposed = false;

  constructor(parent: HTMLElement, place: Place, example: Example, neighbours: { before: string; after: string }) {
    this.#place = place;
    this.#example = example;
    this.#arranged = example;
    this.#pauseKey = example.controls?.some(({ key }) => key === ' ') === true ? 'p' : ' ';
    this.#pause = button('Pause', this.#pauseKey, () => this.#setPaused(this.#stage?.paused === false));
    const panel = example.program === undefined ? 'Sliders' : 'Program';
    this.#sliders = button(panel, 's', () => this.#showSliders(this.#panel.hidden !== false));
    const middle = element('div', { class: 'middle' }, this.#picture, this.#panel);
    this.#root = element('main', { class: 'viewer' }, this.#head(neighbours), middle, this.#foot());
    this.#sliders.hidden = example.sliders.length === 0;
    if (example.program !== undefined) this.#panel.append(programText(example.program));
    this.#showSliders(hasRoomForSliders(example));
    parent.append(this.#root);
    this.#captions = new Captions(this.#picture, example);
    this.#picture.append(this.#sign);
    this.#controls = new Controls(this.#picture, example, () => this.#stage?.steering ?? null);
    this.#unfollow = followSize(this.#picture, ({ width, height }) => {
      this.#arrange(width / height);
      this.#captions.place(width, height);
    });
    addEventListener('keydown', this.#onKey);
  }

  /** Done when the first picture stands. */
  async open(): Promise<void> {
    const stage = await openStage(this.#place.engine, this.#picture);
    if (this.#disposed) {
      stage.dispose();
      return;
    }
    this.#stage = stage;
    stage.sign.follow((text) => {
      this.#sign.textContent = text;
      this.#sign.hidden = text === '';
    });
    await this.#restart();
    this.#setOverlay(this.#place.overlay);
  }

  dispose(): void {
    this.#disposed = true;
    removeEventListener('keydown', this.#onKey);
    delete window.tenonExample;
    this.#unfollow();
    this.#captions.remove();
    this.#controls.remove();
    this.#gui?.destroy();
    this.#stage?.dispose();
    this.#root.remove();
  }

  /** Another shape of the picture may ask for another arrangement, which begins anew. */
  #arrange(aspect: number): void {
    const arranged = this.#example.arranged?.(aspect) ?? this.#example;
    if (arranged === this.#arranged) return;
    this.#arranged = arranged;
    this.#captions.remove();
    this.#captions = new Captions(this.#picture, arranged);
    void this.#restart();
  }

  async #restart(): Promise<void> {
    const stage = this.#stage;
    if (stage === null) return;
    delete window.tenonExample;
    this.#gui?.destroy();
    this.#setPaused(true);
    const example = this.#arranged;
    await stage.show(example);
    if (this.#disposed || example !== this.#arranged) return;
    const { stop } = this.#place;
    let steps = 0;
    stage.world.on('afterstep', () => {
      steps++;
      if (steps === stop) this.#setPaused(true);
    });
    this.#gui = slidersFor(this.#panel, stage, example);
    // Steps by hand, so that neither a slow nor a fast machine does one more or less.
    for (let i = 0; i < (stop ?? 0); i++) stage.step();
    this.#setPaused(stop !== null);
    window.tenonExample = {
      id: this.#example.id,
      engine: stage.engine,
      stage,
      get steps() {
        return steps;
      },
    };
  }

  #head({ before, after }: { before: string; after: string }): HTMLElement {
    const { engine } = this.#place;
    const to = (change: Partial<Place>) => addressOf({ ...this.#place, stop: null, ...change });
    const choices = engines.map(({ id, name }) =>
      element('a', { href: to({ engine: id }), ...(id === engine ? { 'aria-current': 'true' } : {}) }, name),
    );
    return element(
      'header',
      {},
      element('a', { href: './', class: 'home' }, 'Tenon'),
      element('h1', {}, this.#example.title),
      element('nav', { class: 'engines', 'aria-label': 'Engine' }, ...choices),
      element(
        'nav',
        { class: 'neighbours', 'aria-label': 'Examples' },
        element(
          'a',
          { href: to({ example: before }), title: 'Previous example', 'aria-label': 'Previous example' },
          '‹',
        ),
        element('a', { href: to({ example: after }), title: 'Next example', 'aria-label': 'Next example' }, '›'),
      ),
    );
  }

  #foot(): HTMLElement {
    return element(
      'footer',
      {},
      element(
        'div',
        { class: 'controls' },
        this.#pause,
        button('Step', '.', () => this.#step()),
        button('Reset', 'r', () => void this.#restart()),
        this.#overlay,
        this.#sliders,
      ),
      element('p', {}, this.#example.text, ' Drag anything that moves.'),
    );
  }

  #press(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isFree(event)) return;
    const actions: Readonly<Record<string, () => void>> = {
      [this.#pauseKey]: () => this.#setPaused(this.#stage?.paused === false),
      '.': () => this.#step(),
      r: () => void this.#restart(),
      d: () => this.#setOverlay(this.#stage?.overlay === false),
      s: () => this.#showSliders(this.#panel.hidden !== false),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  #step(): void {
    this.#setPaused(true);
    this.#stage?.step();
  }

  #setPaused(paused: boolean): void {
    if (this.#stage !== null) this.#stage.paused = paused;
    this.#pause.textContent = paused ? 'Play' : 'Pause';
  }

  /** Beside the picture, or below it where that is taller than wide: they never cover it. */
  #showSliders(wanted: boolean): void {
    this.#panel.hidden = !wanted || this.#sliders.hidden;
    this.#sliders.setAttribute('aria-pressed', String(wanted));
  }

  #setOverlay(wanted: boolean): void {
    if (this.#stage !== null) this.#stage.overlay = wanted;
    this.#overlay.setAttribute('aria-pressed', String(wanted));
    // The next page shows joints as this one does.
    for (const link of this.#root.querySelectorAll<HTMLAnchorElement>('nav a'))
      link.href = addressOf({ ...placeOf(link.href), overlay: wanted });
  }
}
