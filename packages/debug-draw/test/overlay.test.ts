import { describe, expect, it, vi } from 'vitest';
import { TenonError, World } from '@tenon/core';
import { JointFlag } from '@tenon/core/view';
import { DebugDraw } from '../src/debug-draw';
import { Overlay } from '../src/overlay';
import type { ThemeRole } from '../src/palette';
import { dimOf, type Role } from '../src/ink';
import { Sketch } from '../src/sketch';
import { MadeUpWorld } from './support/made-up-world';
import { countOf, hinge, overlay } from './support/overlays';
import { RecordingSurface } from './support/recording-surface';

describe('the overlay', () => {
  it('draws bodies below joints', () => {
    const { world, surface, debug } = overlay([hinge(0, 0)]);
    world.shown = [{ shape: { type: 'box', width: 20, height: 10 }, x: 0, y: 0, angle: 0, asleep: false }];
    debug.draw();
    expect(surface.segments.slice(0, 4).map((s) => s.role)).toEqual(['body', 'body', 'body', 'body']);
    expect(surface.segments.length).toBeGreaterThan(20);
  });

  it('outlines every shape', () => {
    const { world, surface, debug } = overlay([]);
    const shapes = [
      { type: 'disc', radius: 10 },
      { type: 'capsule', length: 20, radius: 5 },
      {
        type: 'polygon',
        vertices: [
          [0, 0],
          [9, 0],
          [0, 9],
        ],
      },
    ] as const;
    world.shown = shapes.map((shape) => ({ shape, x: 3, y: 4, angle: 1, asleep: false }));
    debug.draw();
    const farthest = Math.max(...surface.segments.map((s) => Math.hypot(s.x0 - 3, s.y0 - 4)));
    expect(farthest).toBeCloseTo(15, 3);
    expect(surface.segments.length).toBeGreaterThan(20);
  });

  it('can leave out bodies, sleepers and whatever a filter says', () => {
    const { world, surface, debug } = overlay([hinge(0, 0, { flags: JointFlag.asleep }), hinge(100, 0)]);
    world.shown = [{ shape: { type: 'disc', radius: 9 }, x: 0, y: 0, angle: 0, asleep: true }];
    debug.showBodies = false;
    debug.draw();
    expect([countOf(surface, 'body'), debug.counts.joints]).toEqual([0, 2]);
    debug.showBodies = true;
    debug.showAsleep = false;
    debug.draw();
    expect([countOf(surface, 'body'), debug.counts.joints]).toEqual([0, 1]);
    debug.filter = () => false;
    debug.draw();
    expect(debug.counts.joints).toBe(0);
  });

  it('draws nothing outside the view', () => {
    const surface = new RecordingSurface({ view: { minX: -100, minY: -100, maxX: 100, maxY: 100 } });
    const { world, debug } = overlay([hinge(0, 0), hinge(400, 0), hinge(0, -130)], {}, surface);
    world.shown = [{ shape: { type: 'disc', radius: 9 }, x: 120, y: 0, angle: 0, asleep: false }];
    debug.draw();
    // The third is outside, but its signs may reach in.
    expect(debug.counts).toMatchObject({ joints: 3, drawn: 2 });
    expect(countOf(surface, 'body')).toBe(0);
  });

  it('brackets what is selected and what is under the pointer', () => {
    const { world, surface, debug } = overlay([hinge(0, 0), hinge(100, 0)]);
    debug.draw();
    expect(countOf(surface, 'select')).toBe(0);
    debug.selected = world.views[0].joint;
    debug.hovered = world.views[1].joint;
    debug.draw();
    expect(countOf(surface, 'select')).toBe(16);
  });

  it('changes its theme at once, and says which inks are faint', () => {
    const report = vi.fn();
    const { surface, debug } = overlay([hinge(0, 0)], { report });
    debug.draw();
    const before = surface.palette;
    debug.theme = 'light';
    debug.draw();
    expect(surface.palette).not.toBe(before);
    expect(surface.palette?.background).toBe('#ffffff');
    expect(report).not.toHaveBeenCalled();
    const faint: Partial<Record<Role, string>> = { link: '#222222' };
    debug.theme = faint;
    expect(report).toHaveBeenCalledOnce();
  });

  it('gives joints the colours of their own while they are not loaded', () => {
    const report = vi.fn();
    const colors = ['#123456', 0x654321, '#123456', 'mauve', '#654321'];
    const views = colors.map((color, i) => hinge(100 * i, 0, { color }));
    views.push(hinge(500, 0, { color: '#123456', stress: 0.6 }));
    const { surface, debug } = overlay(views, { report });
    debug.draw();
    debug.draw();
    const seen = new Map(surface.segments.map((s) => [s.role, surface.palette?.css[s.ink]]));
    expect(seen.get('own0')).toBe('#123456');
    expect(seen.get('own1')).toBe('#654321');
    expect(seen.has('own2')).toBe(false);
    expect(seen.has('load0')).toBe(true);
    expect(seen.has('load2')).toBe(true);
    expect(report).toHaveBeenCalledOnce();
    debug.theme = 'light';
    debug.draw();
    expect(surface.palette?.css).toContain('#123456');
  });

  it('refuses colours it cannot read, and listens to nothing then', () => {
    const world = new MadeUpWorld();
    const theme: Partial<Record<ThemeRole, string>> = { load0: 'grey' };
    expect(() => new Overlay(world, new RecordingSurface(), { theme })).toThrow('#rrggbb');
    expect(world.listening).toBe(0);
  });

  it.each([null, 1, 'dark'])('refuses %s, which is no object of options', (options) => {
    const message = 'DebugDraw must be an object of options: theme, detail, ';
    expect(() => new DebugDraw(new World(), new RecordingSurface(), options as unknown as object)).toThrow(message);
    expect(() => DebugDraw.checkOptions(options as unknown as object)).toThrow(message);
  });

  it.each([
    ['thme', 'dark', "DebugDraw.thme is no option. Did you mean 'theme'?"],
    ['theme', 'drak', "DebugDraw.theme must be dark or light or colours by role, got 'drak'"],
    ['detail', 4, 'DebugDraw.detail must be auto or 0 or 1 or 2 or 3, got 4'],
    ['labels', 'al', "DebugDraw.labels must be none or hover or selected or all, got 'al'"],
    [
      'legend',
      'no',
      "DebugDraw.legend must be true or false or top-left or top-right or bottom-left or bottom-right, got 'no'",
    ],
  ])('refuses %s: %s', (key, value, message) => {
    const world = new MadeUpWorld();
    expect(() => new Overlay(world, new RecordingSurface(), { [key]: value })).toThrow(message);
    expect(() => new Overlay(world, new RecordingSurface(), { [key]: value })).toThrow(TenonError);
    expect(world.listening).toBe(0);
  });

  it.each<[string, unknown, string]>([
    ['detail', 7, 'auto or 0 or 1 or 2 or 3, got 7'],
    ['detail', '2', "auto or 0 or 1 or 2 or 3, got '2'"],
    ['scale', 0, 'a finite number above 0, got 0'],
    ['scale', NaN, 'a finite number above 0, got NaN'],
    ['labels', true, 'none or hover or selected or all, got true'],
    ['labelLines', -1, 'a number, 0 or more, got -1'],
    ['legend', undefined, 'true or false or top-left or top-right or bottom-left or bottom-right, got undefined'],
    ['budget', 'low', "a number, 0 or more, or null, got 'low'"],
    ['angles', 'deg', "radians or degrees, got 'deg'"],
    ['lengthName', 5, 'a string, got 5'],
    ['filter', {}, 'a function or null, got {  }'],
    ['glyphs', { angle: 'none' }, 'functions that draw, by kind of coordinate, got { angle }'],
    ['selected', 'j1', "a joint or null, got 'j1'"],
    ['hovered', false, 'a joint or null, got false'],
    ['theme', 'drak', "dark or light or colours by role, got 'drak'"],
    ['theme', null, 'dark or light or colours by role, got null'],
  ])('refuses %s = %o as option and as field, and draws on', (key, value, message) => {
    const { debug } = overlay([hinge(0, 0)]);
    const before: unknown = Reflect.get(debug, key);
    expect(() => Reflect.set(debug, key, value)).toThrow(`DebugDraw.${key} must be ${message}`);
    expect(() => Reflect.set(debug, key, value)).toThrow(TenonError);
    expect(Reflect.get(debug, key)).toBe(before);
    debug.draw();
    expect(debug.counts.drawn).toBe(1);
    if (value !== undefined) expect(() => overlay([], { [key]: value })).toThrow(`DebugDraw.${key} must be ${message}`);
  });

  it('takes for a field what it takes for an option', () => {
    const { debug } = overlay([hinge(0, 0)]);
    const glyph = vi.fn();
    const fields = { detail: 3, scale: 2, labelLines: 0, budget: Infinity, filter: null, glyphs: { angle: glyph } };
    Object.assign(debug, fields);
    expect(debug).toMatchObject(fields);
    debug.draw();
    expect(glyph).toHaveBeenCalled();
  });

  it('keeps what it was given, whatever becomes of that', () => {
    const glyphs: Record<string, unknown> = { angle: vi.fn() };
    const theme: Record<string, string> = { load0: '#123456' };
    for (const { debug } of [overlay([hinge(0, 0)], { glyphs, theme }), overlay([hinge(0, 0)])]) {
      Object.assign(debug, { glyphs, theme });
      const { palette } = debug;
      Object.assign(glyphs, { angle: 'none' });
      Object.assign(theme, { load0: 'none' });
      debug.draw();
      expect(debug.counts.drawn).toBe(1);
      expect([debug.theme, debug.palette]).toEqual([{ load0: '#123456' }, palette]);
      for (const kept of [debug.glyphs, debug.theme, palette, palette.css]) expect(Object.isFrozen(kept)).toBe(true);
      Object.assign(glyphs, { angle: vi.fn() });
      Object.assign(theme, { load0: '#123456' });
    }
    const options = { glyphs, theme };
    const kept = DebugDraw.checkOptions(options);
    options.theme['load0'] = 'none';
    expect(kept.theme).toEqual({ load0: '#123456' });
  });

  it('goes on to count where somebody has frozen what it told', () => {
    const { debug } = overlay([hinge(0, 0)]);
    const before = Object.freeze(debug.counts);
    debug.draw();
    expect([before.drawn, debug.counts.drawn]).toEqual([0, 1]);
  });

  it('refuses a misspelt role of a theme', () => {
    const { debug } = overlay([]);
    expect(() => Reflect.set(debug, 'theme', { boddy: '#fff' })).toThrow(
      "theme.boddy is no option. Did you mean 'body'?",
    );
  });

  it.each<[unknown, unknown, string]>([
    [null, new RecordingSurface(), 'DebugDraw.world must be a World'],
    [{ world: new World() }, new RecordingSurface(), 'DebugDraw.world must be a World, such as joints.world'],
    [new World(), null, 'DebugDraw.surface must be one to draw on'],
    [new World(), { getContext: () => null }, 'such as new CanvasSurface(context, viewport): it has no px()'],
  ])('refuses %# to draw, or to draw onto', (world, surface, message) => {
    const make = () => new DebugDraw(world as World, surface as RecordingSurface);
    expect(make).toThrow(message);
    expect(make).toThrow(TenonError);
  });

  it('refuses to draw at no pose, and to pick at what is no place', () => {
    const { debug } = overlay([hinge(0, 0)]);
    const pick = debug.pick.bind(debug) as (...place: unknown[]) => unknown;
    for (const alpha of [NaN, Symbol('half')])
      expect(() => {
        debug.draw(alpha as number);
      }).toThrow('DebugDraw.draw.alpha must be a finite number, got ');
    expect(() => pick({ x: 0, y: 0 })).toThrow('DebugDraw.pick.x must be a number, got { x: 0, y: 0 }');
    expect(() => pick(0)).toThrow('DebugDraw.pick.y must be a number, got undefined');
    expect(pick(NaN, NaN)).toBeNull();
  });

  it('refuses what is only read', () => {
    const debug = new DebugDraw(new World(), new RecordingSurface());
    for (const name of ['world', 'surface', 'palette', 'counts'])
      expect(() => Reflect.set(debug, name, 1)).toThrow(`DebugDraw.${name} must only be read`);
    expect(() => Reflect.set(debug, 'palette', 1)).toThrow('set theme, got 1');
  });

  it('has no room for a misspelt field', () => {
    const debug = new DebugDraw(new World(), new RecordingSurface());
    expect(() => Object.assign(debug, { lables: 'all' })).toThrow('lables');
    debug.labels = 'all';
  });

  it('listens no more when disposed', () => {
    const { world, debug } = overlay([]);
    expect(world.listening).toBe(2);
    debug.dispose();
    debug.dispose();
    expect(world.listening).toBe(0);
  });

  it('describes every joint in words', () => {
    const { debug } = overlay([
      hinge(0, 0, { name: 'knee', flags: JointFlag.asleep }),
      new Sketch('filter', { name: 'j7' }).body([0, 0]).body([1, 1]).view,
    ]);
    expect(debug.describe()).toEqual(['knee (pivot): angle 0.5 rad, asleep, 410 / 500 N (82 %)', 'j7 (filter)']);
  });
});

describe('what breaks', () => {
  function breaking(kept: boolean) {
    let time = 10;
    const { world, surface, debug } = overlay([hinge(0, 0)], { now: () => time });
    world.overload(world.views[0], kept);
    const dims = (at: number) => {
      time = 10 + at;
      debug.draw();
      return new Set(surface.segments.filter((s) => s.role === 'broken').map((s) => dimOf(s.ink)));
    };
    return dims;
  }

  it('is seen for 0.6 s, paler every 0.15 s', () => {
    const dims = breaking(false);
    expect([0, 0.16, 0.31, 0.46].map((at) => [...dims(at)])).toEqual([[0], [1], [2], [3]]);
    expect(dims(0.61).size).toBe(0);
    expect(dims(0.1).size).toBe(0);
  });

  it('is not seen if somebody kept it', () => {
    expect(breaking(true)(0).size).toBe(0);
  });
});
