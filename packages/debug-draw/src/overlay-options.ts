import { knownKeys, TenonError } from '@tenon/core/bare';
import type { CoordinateKind, JointView } from '@tenon/core/view';
import type { Detail } from './detail';
import type { Glyph } from './glyphs/glyph';
import type { Theme } from './palette';

export interface OverlayOptions {
  /** colours, by name or by role; default `dark` */
  theme?: Theme;
  /** how much of a joint is drawn; default `auto`: what its size on the screen allows */
  detail?: 'auto' | Detail;
  /** size of signs and letters, 1 (default) … 2 */
  scale?: number;
  /** which joints are named; default `hover` */
  labels?: 'none' | 'hover' | 'selected' | 'all';
  /** lines of text a frame may have, 64 if left out; names come before values, marked joints are named in any case */
  labelLines?: number;
  /** explains every sign in view; default false */
  legend?: boolean;
  /** puts all strokes on wider ones in the background's colour, for busy pictures; default false */
  halo?: boolean;
  /** segments a frame may have; default: what the surface can do */
  budget?: number | null;
  /** what a world unit is called in labels; default: nothing */
  lengthName?: string;
  /** outlines of bodies; default true */
  showBodies?: boolean;
  /** joints and bodies that sleep; default true */
  showAsleep?: boolean;
  /** leaves joints out */
  filter?: ((view: JointView) => boolean) | null;
  /** instead of the usual glyph of a kind of coordinate */
  glyphs?: Partial<Record<CoordinateKind, Glyph>>;
  /** joints with brackets and a label */
  selected?: object | null;
  hovered?: object | null;
  /** seconds, for the fading of what breaks; default: the time of the system */
  now?: () => number;
  /** hears what goes wrong in a joint's own drawing, once per joint; default: the console */
  report?: (error: unknown, joint: object | null) => void;
}

const yesOrNo = [true, false] as const;

/** Every option, and what it may be where that is one of a few. */
const choices: Readonly<Record<keyof OverlayOptions, readonly unknown[] | null>> = {
  theme: ['dark', 'light'],
  detail: ['auto', 0, 1, 2, 3],
  scale: null,
  labels: ['none', 'hover', 'selected', 'all'],
  labelLines: null,
  legend: yesOrNo,
  halo: yesOrNo,
  budget: null,
  lengthName: null,
  showBodies: yesOrNo,
  showAsleep: yesOrNo,
  filter: null,
  glyphs: null,
  selected: null,
  hovered: null,
  now: null,
  report: null,
};

/** Throws on an option that does not exist, and on a value that is none of its few. A theme may be colours, too. Returns them. */
export function checkOptions(options: OverlayOptions): OverlayOptions {
  const known = new Map(Object.entries(choices));
  for (const [key, value] of Object.entries(knownKeys('DebugDraw', options, [...known.keys()]))) {
    const allowed = known.get(key) ?? null;
    if (allowed === null || value === undefined || (key === 'theme' && typeof value === 'object')) continue;
    if (!allowed.includes(value)) throw refusal(key, `be ${allowed.join(' or ')}`, value);
  }
  return options;
}

function refusal(key: string, requirement: string, value: unknown): TenonError {
  return new TenonError('param-invalid', `DebugDraw.${key} must ${requirement}, got ${String(value)}`, key, value);
}
