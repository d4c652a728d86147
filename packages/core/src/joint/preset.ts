import { frozen } from '../base/check';
import { refuse, TenonError } from '../base/error';
import type { World } from '../world/world';
import { checkKeys, createJoint, mergeLaws } from './create-joint';
import { labelOf } from './define-joint';
import { framesOf } from './describe';
import type { Joint } from './joint';
import type { JointType } from './joint-type';

/**
 * A name for a type with some options filled in: an entry in a table, not a class. `F`: its own flat options; `O`: names of the type's that these
 * stand for, and so are refused.
 */
export interface Preset<T extends JointType = JointType, F = unknown, O extends string = string> {
  /** Tells it from a type. */
  readonly preset: true;
  /** What `joints.create` calls it. */
  readonly name: string;
  /** The type whose joints it makes. */
  readonly type: T;
  /** Its own flat options. */
  readonly keys: readonly string[];
  /** Options of the preset as options of the type. */
  fill(options: Record<string, unknown>): Record<string, unknown>;
  /** Never there: carries types to `create`. */
  readonly phantom?: readonly [flat: F, filled: O];
}

/**
 * A preset of a type. `fill` gets the preset's own flat options, and all that are given, and returns the options of the type
 * that the own ones stand for.
 */
export function definePreset<T extends JointType, F = unknown, O extends string = never>(
  name: string,
  type: T,
  keys: readonly (keyof F & string)[] = [],
  fill: (flat: F, options: Readonly<Record<string, unknown>>) => Record<string, unknown> = () => ({}),
): Preset<T, F, O> {
  const own: readonly string[] = frozen([...keys]);
  return frozen({
    preset: true,
    name,
    type,
    keys: own,
    fill(options) {
      const flat: Record<string, unknown> = {};
      const rest: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(options)) (own.includes(key) ? flat : rest)[key] = value;
      // What the preset fills in without being asked gives way to what is given.
      const asked = Object.keys(flat).length > 0;
      const filled = fill(flat as F, options);
      for (const [key, value] of Object.entries(rest)) {
        if (value === undefined) continue;
        const path = `${labelOf(name)}.${key}`;
        if ([framesOf(type)[key] ?? key].flat().every((name) => filled[name] === undefined)) continue;
        if (!type.coordinates.some((coordinate) => coordinate.name === key))
          refuse('option-conflict', path, `be left out beside ${own.join(' and ')}`, value);
        rest[key] = mergeLaws(path, asked ? filled[key] : without(filled[key], value), value);
      }
      return { ...filled, ...rest };
    },
  });
}

function without(laws: unknown, given: unknown): object {
  const keys = new Set(Object.keys(given ?? {}));
  return Object.fromEntries(Object.entries(laws ?? {}).filter(([law]) => !keys.has(law)));
}

/** Makes the joint that a preset stands for; what its type refuses is refused in the preset's name. */
export function createPreset(world: World, preset: Preset, options: Record<string, unknown>): Joint {
  checkKeys(labelOf(preset.name), preset.type, options, preset.keys);
  const filled = preset.fill(options);
  try {
    return createJoint(world, preset.type, filled);
  } catch (error) {
    throw error instanceof TenonError ? inTheNameOf(preset, error) : error;
  }
}

function inTheNameOf({ name, type }: Preset, error: TenonError): TenonError {
  const { code, message, path, value } = error;
  const renamed = (text: string) =>
    text.startsWith(type.label) ? labelOf(name) + text.slice(type.label.length) : text;
  return new TenonError(code, renamed(message), path === undefined ? path : renamed(path), value);
}
