import { flag, knownKeys } from '../base/check';
import { refuse } from '../base/error';
import type { Joint } from './joint';

/** How the overlay shows a joint, as it is given. */
export interface JointDebugOptions {
  /** Default true. */
  readonly visible?: boolean;
  /** `'#f80'`, `'#ff8800'` or 0xff8800; default null: the colours of the overlay. */
  readonly color?: string | number | null;
  /** Default null: its id. */
  readonly label?: string | null;
}

/** How the overlay shows a joint, live. */
export class JointDebug {
  readonly #joint: Joint;
  #visible = true;
  #color: string | number | null = null;
  #label: string | null = null;

  /** @internal */
  constructor(joint: Joint) {
    this.#joint = joint;
  }

  /** @internal What is left out is as by default. */
  assign(options: JointDebugOptions): void {
    const {
      visible = true,
      color = null,
      label = null,
    } = knownKeys(this.#path, options, ['visible', 'color', 'label']);
    const read = [this.#readVisible(visible), this.#readColor(color), this.#readLabel(label)] as const;
    [this.#visible, this.#color, this.#label] = read;
  }

  /** Whether it is drawn. */
  get visible(): boolean {
    return this.#visible;
  }

  set visible(value: boolean) {
    this.#visible = this.#readVisible(value);
  }

  /** `null`: the colours of the overlay. */
  get color(): string | number | null {
    return this.#color;
  }

  set color(value: string | number | null) {
    this.#color = this.#readColor(value);
  }

  /** `null`: its id. */
  get label(): string | null {
    return this.#label;
  }

  set label(value: string | null) {
    this.#label = this.#readLabel(value);
  }

  /** For what is to be set: throws `joint-removed`. */
  get #path(): string {
    this.#joint.record();
    return `${this.#joint.label}.debug`;
  }

  #readVisible(value: unknown): boolean {
    return flag(`${this.#path}.visible`, value);
  }

  #readColor(value: unknown): string | number | null {
    const path = this.#path;
    if (value === null || (typeof value === 'number' && Number.isInteger(value))) return value;
    if (typeof value === 'string' && /^#([0-9a-f]{3}){1,2}$/i.test(value)) return value;
    return refuse('param-invalid', `${path}.color`, "be '#rgb', '#rrggbb', 0xrrggbb or null", value);
  }

  #readLabel(value: unknown): string | null {
    const path = this.#path;
    if (value === null || typeof value === 'string') return value;
    return refuse('param-invalid', `${path}.label`, 'be a string or null', value);
  }
}
