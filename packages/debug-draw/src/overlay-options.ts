import { knownKeys } from '@tenon/core/bare';
import type { CoordinateKind, JointView } from '@tenon/core/view';
import { check } from './check';
import type { Detail } from './detail';
import type { Glyph } from './glyphs/glyph';
import { corners, type Corner } from './legend/legend';
import type { Theme } from './palette';
import type { AngleUnit } from './wording';

/** What an overlay shows, and how. Each is also a field of it. */
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
  /** explains the signs in view: in the upper left corner (true) or in another one; default false */
  legend?: boolean | Corner;
  /** puts all strokes on wider ones in the background's colour, for busy pictures; default false */
  halo?: boolean;
  /** segments a frame may have; default: what the surface can do */
  budget?: number | null;
  /** what a world unit is called in labels; default: nothing */
  lengthName?: string;
  /** in what labels give angles; default `radians`, as the joints do */
  angles?: AngleUnit;
  /** outlines of bodies; default true */
  showBodies?: boolean;
  /** where bodies touch, and how hard they push each other; default true */
  showContacts?: boolean;
  /** joints, bodies and contacts that sleep; default true */
  showAsleep?: boolean;
  /** leaves joints out */
  filter?: ((view: JointView) => boolean) | null;
  /** instead of the usual glyph of a kind of coordinate */
  glyphs?: Partial<Record<CoordinateKind, Glyph>>;
  /** the joint with brackets and a label */
  selected?: object | null;
  /** the joint under the pointer, marked likewise, but smaller */
  hovered?: object | null;
  /** seconds, for the fading of what breaks; default: the time of the system */
  now?: () => number;
  /** hears what goes wrong in a joint's own drawing, once per joint; default: the console */
  report?: (error: unknown, joint: object | null) => void;
}

/** What an option may be. */
interface Rule {
  readonly requirement: string;
  readonly allows: (value: unknown) => boolean;
  /** What is kept is a copy: whoever gave it may change it. */
  readonly isCopied?: true;
}

const oneOf = (...words: readonly unknown[]): Rule => ({
  requirement: `be ${words.join(' or ')}`,
  allows: (value) => words.includes(value),
});
const yesOrNo = oneOf(true, false);
const callable: Rule = { requirement: 'be a function', allows: isFunction };
const joint: Rule = { requirement: 'be a joint or null', allows: (value) => typeof value === 'object' };

const rules: Readonly<Record<keyof OverlayOptions, Rule>> = {
  theme: {
    requirement: 'be dark or light or colours by role',
    allows: (value) => value === 'dark' || value === 'light' || (typeof value === 'object' && value !== null),
    isCopied: true,
  },
  detail: oneOf('auto', 0, 1, 2, 3),
  scale: {
    requirement: 'be a finite number above 0',
    allows: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
  },
  labels: oneOf('none', 'hover', 'selected', 'all'),
  labelLines: { requirement: 'be a number, 0 or more', allows: isAmount },
  legend: oneOf(true, false, ...corners),
  halo: yesOrNo,
  budget: { requirement: 'be a number, 0 or more, or null', allows: (value) => value === null || isAmount(value) },
  lengthName: { requirement: 'be a string', allows: (value) => typeof value === 'string' },
  angles: oneOf('radians', 'degrees'),
  showBodies: yesOrNo,
  showContacts: yesOrNo,
  showAsleep: yesOrNo,
  filter: { requirement: 'be a function or null', allows: (value) => value === null || isFunction(value) },
  glyphs: {
    requirement: 'be functions that draw, by kind of coordinate',
    allows: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isDrawn),
    isCopied: true,
  },
  selected: joint,
  hovered: joint,
  now: callable,
  report: callable,
};

const names = Object.keys(rules);

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isDrawn(glyph: unknown): boolean {
  return glyph === undefined || isFunction(glyph);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

/** The options as they are kept. Throws on one that does not exist, and on a value that it cannot have. Colours are looked at by `createPalette`. */
export function checkOptions(options: OverlayOptions): OverlayOptions {
  const given = Object.entries(knownKeys('DebugDraw', options, names));
  return Object.fromEntries(
    given.map(([key, value]) => [key, value === undefined ? value : checkOption(key as keyof OverlayOptions, value)]),
  );
}

/** The value of an option as it is kept, also where a field is set: throws on one that it cannot have. */
export function checkOption<T>(key: keyof OverlayOptions, value: T): T {
  const { requirement, allows, isCopied = false } = rules[key];
  check(`DebugDraw.${key}`, requirement, value, allows(value));
  return isCopied && typeof value === 'object' ? Object.freeze({ ...value }) : value;
}
