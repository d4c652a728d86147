import type { JointType } from './joint-type';

/** A name for a type with some options filled in: an entry in a table, not a class. `F`: its own flat options. */
export interface Preset<T extends JointType = JointType, F extends object = object> {
  readonly preset: true;
  readonly name: string;
  readonly type: T;
  /** Options of the preset as options of the type. */
  fill(options: Record<string, unknown>): Record<string, unknown>;
  readonly phantom?: F;
}

/** A preset of a type. `fill` gets the preset's own flat options and returns the options of the type they stand for. */
export function definePreset<T extends JointType, F extends object = Record<never, never>>(
  name: string, type: T, keys: readonly (keyof F & string)[] = [], fill: (flat: Partial<F>) => Record<string, unknown> = () => ({}),
): Preset<T, F> {
  return {
    preset: true,
    name,
    type,
    fill(options) {
      const flat: Record<string, unknown> = {};
      const rest: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(options)) ((keys as readonly string[]).includes(key) ? flat : rest)[key] = value;
      return { ...fill(flat as Partial<F>), ...rest };
    },
  };
}
