import { describe, expect, it } from 'vitest';
import { TenonError } from '@tenon/core';
import { boxWithin } from '../src/box-within';
import { inkOf } from '../src/ink';
import { createPalette } from '../src/palette';
import { Pen } from '../src/pen';
import { CanvasSurface } from '../src/surfaces/canvas-surface';
import { SvgSurface } from '../src/surfaces/svg-surface';
import { Viewport } from '../src/surfaces/viewport';

const palette = createPalette('dark');
const corner = Float32Array.of(0, 0, 1, 0, 1, 0, 1, 1, 5, 5, 6, 6);

describe('a viewport', () => {
  it('maps the world to the screen and back', () => {
    const view = new Viewport({ width: 200, height: 100, center: [3, 4], zoom: 10 });
    expect([view.screenX(3), view.screenY(4)]).toEqual([100, 50]);
    expect(view.screenY(5)).toBe(40);
    expect(view.worldX(view.screenX(7.5))).toBeCloseTo(7.5);
    expect(view.worldY(view.screenY(-2))).toBeCloseTo(-2);
    expect(view.box).toEqual({ minX: -7, maxX: 13, minY: -1, maxY: 9 });
    view.yUp = false;
    expect([view.screenY(5), view.down]).toEqual([60, 1]);
  });

  it('looks at a center written in either way', () => {
    expect(new Viewport({ width: 200, height: 100, center: { x: 3, y: 4 } })).toMatchObject({ x: 3, y: 4 });
  });
});

describe('what a picture is made of', () => {
  const viewport = new Viewport({ width: 100, height: 100 });
  const { context } = recorder();
  const untyped = (value: unknown) => value as never;

  it.each<[string, () => object]>([
    ['Viewport must be an object of options', () => new Viewport(untyped(undefined))],
    ["Viewport.centre is no option. Did you mean 'center'?", () => new Viewport(untyped({ centre: [0, 0] }))],
    ['Viewport.width must be a finite number of pixels, got undefined', () => new Viewport(untyped({ height: 1 }))],
    ['Viewport.height must be ', () => new Viewport({ width: 1, height: NaN })],
    [
      'Viewport.center must be a finite [x, y] or { x, y }, got { x }',
      () => new Viewport(untyped({ width: 1, height: 1, center: { x: 0 } })),
    ],
    [
      'Viewport.center must be a finite [x, y] or { x, y }, got null',
      () => new Viewport(untyped({ width: 1, height: 1, center: null })),
    ],
    ['Viewport.zoom must be a finite number above 0, got 0', () => new Viewport({ width: 1, height: 1, zoom: 0 })],
    ['Viewport.yUp must be true or false, got 1', () => new Viewport(untyped({ width: 1, height: 1, yUp: 1 }))],
    ['CanvasSurface.context must be what canvas.getContext', () => new CanvasSurface(untyped(null), viewport)],
    [
      'CanvasSurface.context must be what canvas.getContext',
      () => new CanvasSurface(untyped({ getContext: () => null }), viewport),
    ],
    ['CanvasSurface.viewport must be a Viewport, got undefined', () => new CanvasSurface(context, untyped(undefined))],
    [
      "CanvasSurface.claer is no option. Did you mean 'clear'?",
      () => new CanvasSurface(context, viewport, untyped({ claer: 'none' })),
    ],
    [
      "CanvasSurface.clear must be none or transparent or background, got 'all'",
      () => new CanvasSurface(context, viewport, untyped({ clear: 'all' })),
    ],
    ['CanvasSurface.pixelRatio must be ', () => new CanvasSurface(context, viewport, { pixelRatio: NaN })],
    [
      'SvgSurface.viewport must be a Viewport, got { width, height }',
      () => new SvgSurface(untyped({ width: 1, height: 1 })),
    ],
    ['SvgSurface.weight is no option', () => new SvgSurface(viewport, untyped({ weight: false }))],
    ['SvgSurface.weights must be true or false, got 0', () => new SvgSurface(viewport, untyped({ weights: 0 }))],
  ])('is refused where it is given: %s', (message, make) => {
    expect(make).toThrow(message);
    expect(make).toThrow(TenonError);
  });

  const canvas = new CanvasSurface(context, viewport);
  const picture = new SvgSurface(viewport);
  const pen = new Pen(picture);

  it.each<[string, object]>([
    ['CanvasSurface.view', canvas],
    ['CanvasSurface.context', canvas],
    ['CanvasSurface.viewport', canvas],
    ['SvgSurface.content', picture],
    ['SvgSurface.viewport', picture],
    ['SvgSurface.weights', picture],
    ['Viewport.box', viewport],
    ['Pen.room', pen],
    ['Pen.surface', pen],
  ])('%s refuses to be set', (path, handle) => {
    const [, property] = path.split('.');
    const before: unknown = Reflect.get(handle, property);
    expect(() => Reflect.set(handle, property, 1)).toThrow(`${path} must only be read`);
    expect(() => Reflect.set(handle, property, 1)).toThrow(TenonError);
    expect(Reflect.get(handle, property)).toBe(before);
  });

  it.each<[string, object, unknown, string]>([
    ['Viewport.width', viewport, NaN, 'a finite number of pixels, got NaN'],
    ['Viewport.height', viewport, '100', "a finite number of pixels, got '100'"],
    ['Viewport.x', viewport, Infinity, 'a finite number, got Infinity'],
    ['Viewport.y', viewport, undefined, 'a finite number, got undefined'],
    ['Viewport.zoom', viewport, 0, 'a finite number above 0, got 0'],
    ['Viewport.zoom', viewport, -1, 'a finite number above 0, got -1'],
    ['Viewport.yUp', viewport, 'no', "true or false, got 'no'"],
    ['CanvasSurface.pixelRatio', canvas, 0, 'a finite number above 0, got 0'],
    ['CanvasSurface.clear', canvas, true, 'none or transparent or background, got true'],
  ])('%s is checked when it is set, too', (path, handle, value, message) => {
    const [, property] = path.split('.');
    const before: unknown = Reflect.get(handle, property);
    const set = () => Reflect.set(handle, property, value);
    expect(set).toThrow(`${path} must be ${message}`);
    expect(set).toThrow(TenonError);
    expect(Reflect.get(handle, property)).toBe(before);
  });

  it('takes for a field what it takes for an option', () => {
    const fields = { width: 50, height: 0, x: -3, y: 1e6, zoom: 0.5, yUp: false };
    const seen = new Viewport({ width: 1, height: 1 });
    Object.assign(seen, fields);
    expect(seen).toMatchObject(fields);
    expect([seen.screenX(-3), seen.screenY(1e6 + 1), seen.box.minX]).toEqual([25, 0.5, -53]);
    const surface = new CanvasSurface(context, seen);
    Object.assign(surface, { pixelRatio: 3, clear: 'transparent' });
    expect([surface.pixelRatio, surface.clear, surface.viewport]).toEqual([3, 'transparent', seen]);
  });

  it.each([
    ['center', viewport],
    ['claer', canvas],
    ['weights', canvas],
    ['weight', picture],
    ['budget', picture],
  ])('a field that is misspelt or constant throws where it would set nothing: %s', (field, handle) => {
    expect(() => Object.assign(handle, { [field]: 1 })).toThrow(field);
  });

  it('what extends a viewport has fields of its own', () => {
    class Following extends Viewport {
      speed = 5;
    }
    expect(new Following({ width: 1, height: 1 }).speed).toBe(5);
  });
});

describe('the largest upright box', () => {
  const empty = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const turned = (angle: number) =>
    [-4, -1, 4, -1, 4, 1, -4, 1].map((_, i, xy) => {
      const [x, y] = [xy[i & ~1], xy[i | 1]];
      return i % 2 === 0
        ? 7 + Math.cos(angle) * x - Math.sin(angle) * y
        : 5 + Math.sin(angle) * x + Math.cos(angle) * y;
    });

  it.each([
    [0, 4, 1],
    [Math.PI / 2, 1, 4],
    [Math.PI, 4, 1],
    [Math.PI / 4, Math.SQRT1_2, Math.SQRT1_2],
    [-Math.PI / 4, Math.SQRT1_2, Math.SQRT1_2],
  ])('within a rectangle turned by %f rad', (angle, halfWidth, halfHeight) => {
    const { minX, minY, maxX, maxY } = boxWithin(turned(angle), empty);
    [7 - halfWidth, 5 - halfHeight, 7 + halfWidth, 5 + halfHeight].forEach((side, i) =>
      expect([minX, minY, maxX, maxY][i]).toBeCloseTo(side, 9),
    );
  });

  it('within a trapezium, whichever way it is gone round', () => {
    // The diagonals meet at (0, 8/3).
    for (const corners of [
      [-4, 0, 4, 0, 2, 4, -2, 4],
      [-2, 4, 2, 4, 4, 0, -4, 0],
    ]) {
      const { minX, minY, maxX, maxY } = boxWithin(corners, empty);
      [-2, 4 / 3, 2, 4].forEach((side, i) => expect([minX, minY, maxX, maxY][i]).toBeCloseTo(side, 9));
    }
  });
});

describe('the SVG surface', () => {
  it('joins what continues, one path per ink', () => {
    const surface = new SvgSurface(new Viewport({ width: 100, height: 100, zoom: 10 }));
    surface.begin(palette);
    surface.strokes(inkOf('load0', 2, 0), corner, 12);
    surface.text('text', 0, 0, 'a < b & c', 'center', 10);
    surface.end();
    const svg = surface.toString();
    expect(svg).toContain('d="M50 50L60 50L60 40M100 0L110 -10"');
    expect(svg).toContain('stroke="#a4b1bc" stroke-width="2.6"');
    expect(svg).toContain('>a &lt; b &amp; c</text>');
    expect(svg).toMatch(/^<svg .*<\/svg>$/s);
  });

  it('has lines of 1 px if told so', () => {
    const surface = new SvgSurface(new Viewport({ width: 100, height: 100 }), { weights: false });
    surface.begin(palette);
    surface.strokes(inkOf('load0', 2, 0), corner, 12);
    expect(surface.content).toContain('stroke-width="1"');
  });
});

describe('the canvas surface', () => {
  it('strokes one path per ink in CSS pixels, and gives the context back', () => {
    const { context, calls } = recorder();
    const surface = new CanvasSurface(context, new Viewport({ width: 100, height: 100, zoom: 10 }), {
      pixelRatio: 2,
      clear: 'background',
    });
    surface.begin(palette);
    surface.strokes(inkOf('load0', 2, 0), corner, 12);
    surface.text('text', 0, 0, 'name', 'right', 10);
    surface.end();
    expect(calls.map((call) => call.split(' ')[0])).toEqual([
      'save',
      'setTransform',
      'fillRect',
      'beginPath',
      'moveTo',
      'lineTo',
      'lineTo',
      'moveTo',
      'lineTo',
      'stroke',
      'strokeText',
      'fillText',
      'restore',
    ]);
    expect(calls).toContain('setTransform 2 0 0 2 0 0');
    expect(calls).toContain('lineTo 60 40');
    expect(context.textAlign).toBe('right');
    expect(context.fillStyle).toBe('#e6edf3');
  });
});

/** A context that writes down what is asked of it. */
function recorder(): { context: CanvasRenderingContext2D; calls: string[] } {
  const calls: string[] = [];
  const fields: Record<string | symbol, unknown> = {};
  const context = new Proxy(fields, {
    get: (target, key) =>
      key in target ? target[key] : (...args: unknown[]) => calls.push([String(key), ...args].join(' ')),
  });
  return { context: context as unknown as CanvasRenderingContext2D, calls };
}
