import type { Example } from '../examples/example';
import type { Steering } from '../steering';
import { element, isFree, leaveFocus } from './element';

const symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '⏎',
  ' ': 'space',
};

/** The controls of an example: buttons over its picture for fingers, and the keys that they name. */
export class Controls {
  readonly #layer: HTMLElement;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #steering: () => Steering | null;
  readonly #onKey = (event: KeyboardEvent) => this.#key(event);
  readonly #letGo = () => this.#steering()?.releaseAll();

  constructor(parent: HTMLElement, { controls = [] }: Example, steering: () => Steering | null) {
    this.#steering = steering;
    this.#keys = new Map(controls.map(({ id, key }) => [key, id]));
    const buttons = controls.map(({ id, label, key }) => {
      const button = element('button', { type: 'button' }, element('kbd', {}, symbols[key] ?? key), ` ${label}`);
      leaveFocus(button);
      button.addEventListener('pointerdown', () => this.#steering()?.press(id));
      for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
        button.addEventListener(end, () => this.#steering()?.release(id));
      button.addEventListener('contextmenu', (event) => event.preventDefault()); // a long press is no wish for a menu
      return button;
    });
    this.#layer = element('div', { class: 'steering', role: 'group', 'aria-label': 'Controls' }, ...buttons);
    if (controls.length === 0) return;
    parent.append(this.#layer);
    addEventListener('keydown', this.#onKey);
    addEventListener('keyup', this.#onKey);
    addEventListener('blur', this.#letGo);
  }

  remove(): void {
    this.#layer.remove();
    removeEventListener('keydown', this.#onKey);
    removeEventListener('keyup', this.#onKey);
    removeEventListener('blur', this.#letGo);
  }

  #key(event: KeyboardEvent): void {
    const id = this.#keys.get(event.key);
    const steering = this.#steering();
    if (id === undefined || steering === null) return;
    if (event.type === 'keyup') steering.release(id);
    else if (isFree(event)) {
      event.preventDefault(); // arrows would scroll
      steering.press(id);
    }
  }
}
