import { knownKeys, quote, TenonError } from '@tenon/core/bare';
import { dimOf, inkCount, ownRoles, roleOf, roles, type Ink, type OwnRole, type Role } from './ink';

/** Every ink as a colour, ready for a back end. */
export interface Palette {
  readonly background: string;
  /** `#rrggbb` of each ink */
  readonly css: readonly string[];
  /** 0xrrggbb of each ink */
  readonly rgb: Uint32Array;
}

/** Roles that a theme has a colour for. */
export type ThemeRole = Exclude<Role, OwnRole>;

/** A theme's colours by role; `halo` is the background. */
export type Theme = 'dark' | 'light' | Partial<Record<ThemeRole, string>>;

/** Do not change a hex without running the colour tests: contrast, and distance under colour blindness. */
export const dark: Readonly<Record<ThemeRole, string>> = {
  body: '#5A6470',
  halo: '#11161D',
  link: '#6B7786',
  friction: '#C49667',
  spring: '#7CE3B5',
  limit: '#E9BBFF',
  drive: '#4C97E8',
  target: '#4C97E8',
  load0: '#A4B1BC',
  load1: '#FEE953',
  load2: '#FAB22C',
  load3: '#FB7545',
  load4: '#E0413F',
  drag: '#8EF2F9',
  atLimit: '#F72DB1',
  error: '#FF4D4D',
  broken: '#FF4D4D',
  text: '#E6EDF3',
  select: '#FFFFFF',
};

export const light: Readonly<Record<ThemeRole, string>> = {
  body: '#8A949E',
  halo: '#FFFFFF',
  link: '#7D8894',
  friction: '#8A5B2B',
  spring: '#0A5829',
  limit: '#622F86',
  drive: '#3276C5',
  target: '#3276C5',
  load0: '#3B4C5C',
  load1: '#979307',
  load2: '#B06307',
  load3: '#AE3B0F',
  load4: '#911026',
  drag: '#2C8996',
  atLimit: '#C72098',
  error: '#C40024',
  broken: '#C40024',
  text: '#1B2127',
  select: '#000000',
};

/** How far each dim is mixed toward the background. */
const dims = [0, 0.45, 0.62, 0.85] as const;

/** A theme with every ink mixed, and colours of users' own. Roles a theme leaves out are those of the dark one. */
export function createPalette(theme: Theme, own: readonly string[] = []): Palette {
  const themed = colorsOf(theme);
  const colors: Record<string, string> = { ...themed };
  ownRoles.forEach((role, i) => (colors[role] = own[i] ?? themed.load0));
  const background = parseColor(colors.halo);
  const rgb = new Uint32Array(inkCount);
  for (let ink: Ink = 0; ink < inkCount; ink++) {
    rgb[ink] = mix(parseColor(colors[roleOf(ink)]), background, dims[dimOf(ink)]);
  }
  return Object.freeze({ background: cssColor(background), css: Object.freeze(Array.from(rgb, cssColor)), rgb });
}

/** The roles that cannot be seen well: contrast with the background below 3 : 1 (WCAG 1.4.11). */
export function faintRoles(theme: Theme): Role[] {
  const colors: Record<string, string> = colorsOf(theme);
  return roles.filter((role) => role !== 'halo' && role in colors && contrast(colors[role], colors['halo']) < 3);
}

/** The contrast ratio of two colours, 1 … 21. */
export function contrast(a: string, b: string): number {
  const la = luminance(parseColor(a)) + 0.05;
  const lb = luminance(parseColor(b)) + 0.05;
  return la > lb ? la / lb : lb / la;
}

function colorsOf(theme: Theme): Readonly<Record<ThemeRole, string>> {
  if (theme === 'dark') return dark;
  if (theme === 'light') return light;
  return { ...dark, ...knownKeys('theme', theme, Object.keys(dark)) };
}

/** `#rgb` or `#rrggbb` as 0xrrggbb. Throws on anything else. */
export function parseColor(color: string): number {
  const digits = /^#(?:([0-9a-f]{6})|([0-9a-f])([0-9a-f])([0-9a-f]))$/i.exec(color);
  if (!digits)
    throw new TenonError(
      'param-invalid',
      `A theme's colour must be #rgb or #rrggbb, got ${quote(color)}`,
      'DebugDraw.theme',
      color,
    );
  const [, long, r, g, b] = digits;
  return Number.parseInt(long ?? r + r + g + g + b + b, 16);
}

export function cssColor(rgb: number): string {
  return `#${rgb.toString(16).padStart(6, '0')}`;
}

function mix(from: number, to: number, share: number): number {
  const channel = (shift: number) => {
    const a = (from >> shift) & 255;
    const b = (to >> shift) & 255;
    return Math.round(a + (b - a) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Relative luminance of WCAG, 0 … 1. */
function luminance(rgb: number): number {
  return 0.2126 * linear((rgb >> 16) & 255) + 0.7152 * linear((rgb >> 8) & 255) + 0.0722 * linear(rgb & 255);
}

/** An sRGB channel 0 … 255 as light, 0 … 1. */
export function linear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}
