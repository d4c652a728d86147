import { describe, expect, it } from 'vitest';
import { inkOf, roles, type Role } from '../src/ink';
import { contrast, createPalette, dark, faintRoles, light, linear, type ThemeRole } from '../src/palette';

type Rgb = [number, number, number];
type Matrix = readonly [Rgb, Rgb, Rgb];

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const deutan: Matrix = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
];
const protan: Matrix = [
  [0.152286, 1.052583, -0.204868],
  [0.114503, 0.786281, 0.099216],
  [-0.003882, -0.048116, 1.051998],
];
const normal: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Pairs that stand side by side and mean different things. */
const pairs: readonly (readonly [ThemeRole, ThemeRole])[] = [
  ['load0', 'load1'],
  ['load1', 'load2'],
  ['load2', 'load3'],
  ['load3', 'load4'],
  ['load0', 'load4'],
  ['limit', 'atLimit'],
  ['atLimit', 'load0'],
  ['spring', 'load0'],
  ['spring', 'friction'],
  ['drag', 'spring'],
  ['friction', 'load2'],
];

function apply(m: Matrix, [r, g, b]: Rgb): Rgb {
  const row = ([x, y, z]: Rgb) => Math.max(0, x * r + y * g + z * b);
  return [row(m[0]), row(m[1]), row(m[2])];
}

function linearOf(hex: string): Rgb {
  const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16));
  return [channel(1), channel(3), channel(5)];
}

/** Björn Ottosson 2020. */
function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** 100 · ΔE in OKLab as an eye of that kind sees it. */
function distance(a: string, b: string, eye: Matrix): number {
  const p = oklab(apply(eye, linearOf(a)));
  const q = oklab(apply(eye, linearOf(b)));
  return 100 * Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('the %s theme', (name, colors) => {
  it('has no faint ink', () => {
    expect(faintRoles(name)).toEqual([]);
  });

  it.each([
    ['normal', normal],
    ['deuteranope', deutan],
    ['protanope', protan],
  ] as const)('keeps what differs apart for %s eyes', (_, eye) => {
    // About 2 is just visible on large patches; thin lines need more, and every pair also differs in shape or weight.
    for (const [a, b] of pairs)
      expect.soft(distance(colors[a], colors[b], eye), `${a} – ${b}`).toBeGreaterThanOrEqual(5);
  });

  it('grows steadily darker from the first load to the last', () => {
    const ramp = (['load1', 'load2', 'load3', 'load4'] as const).map((role) => contrast(colors[role], '#000000'));
    expect(ramp).toEqual([...ramp].sort((a, b) => b - a));
  });

  it('mixes dimmed inks toward the background', () => {
    const { css, rgb, background } = createPalette(name);
    expect(css).toHaveLength(rgb.length);
    for (const role of roles) {
      if (role === 'halo') continue;
      const steps = ([0, 1, 2, 3] as const).map((dim) => contrast(css[inkOf(role, 1, dim)], background));
      expect(steps).toEqual([...steps].sort((a, b) => b - a));
    }
  });
});

describe('a theme of one’s own', () => {
  it('takes what it leaves out from the dark one', () => {
    const { css, background } = createPalette({ load0: '#abc', halo: '#000000' });
    expect(css[inkOf('load0', 1, 0)]).toBe('#aabbcc');
    expect(css[inkOf('load4', 1, 0)]).toBe(dark.load4.toLowerCase());
    expect(background).toBe('#000000');
  });

  it('names the inks that cannot be seen', () => {
    const theme: Partial<Record<Role, string>> = { link: '#111111' };
    expect(faintRoles(theme)).toEqual(['link']);
  });

  it('refuses what is no colour', () => {
    const theme: Partial<Record<Role, string>> = { link: 'grey' };
    expect(() => createPalette(theme)).toThrow('#rrggbb');
  });
});
