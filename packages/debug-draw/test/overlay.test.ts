import { describe, expect, it, vi } from 'vitest';
import { TenonError } from '@tenon/core';
import { JointFlag, type JointView } from '@tenon/core/view';
import { Overlay, type OverlayOptions } from '../src/overlay';
import type { ThemeRole } from '../src/palette';
import type { Debug } from '../src/draw-hooks';
import { dimOf, type Role } from '../src/ink';
import { drawJoint } from '../src/draw-joint';
import { legendEntries } from '../src/legend/entries';
import { Pen } from '../src/pen';
import { on, Sketch } from '../src/sketch';
import { MadeUpWorld } from './support/made-up-world';
import { RecordingSurface } from './support/recording-surface';

/** An arm of 30 px, hinged to the world. */
function hinge(x: number, y: number, fields: Partial<JointView> = {}): JointView {
  const sketch = new Sketch('pivot', fields).world().body([x + 30, y], { radius: 16 });
  on(sketch.coordinate('angle', 'angle', [x, y], [x, y], { value: 0.5 }).laws.limits, { lower: -1, upper: 1 });
  on(sketch.coordinate('point', 'point', [x, y], [x, y]).laws.lock, { force: 410, cap: 500 });
  return sketch.view;
}

function overlay(views: JointView[], options: OverlayOptions = {}, surface = new RecordingSurface()) {
  const world = new MadeUpWorld(views);
  return { world, surface, debug: new Overlay(world, surface, options) };
}

const countOf = (surface: RecordingSurface, role: Role) => surface.segments.filter((s) => s.role === role).length;

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

  it.each([
    ['thme', 'dark', 'DebugDraw.thme must be one of theme, detail, '],
    ['theme', 'drak', 'DebugDraw.theme must be dark or light, got drak'],
    ['detail', 4, 'DebugDraw.detail must be auto or 0 or 1 or 2 or 3, got 4'],
    ['labels', 'al', 'DebugDraw.labels must be none or hover or selected or all, got al'],
    ['legend', 'no', 'DebugDraw.legend must be true or false, got no'],
  ])('refuses %s: %s', (key, value, message) => {
    const world = new MadeUpWorld();
    expect(() => new Overlay(world, new RecordingSurface(), { [key]: value })).toThrow(message);
    expect(() => new Overlay(world, new RecordingSurface(), { [key]: value })).toThrow(TenonError);
    expect(world.listening).toBe(0);
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
    expect(debug.describe()).toEqual(['knee (pivot): angle 28.6°, asleep, 410 / 500 N (82 %)', 'j7 (filter)']);
  });
});

describe('labels', () => {
  const lines = (options: OverlayOptions, mark: 'selected' | 'hovered' | null = null) => {
    const { world, surface, debug } = overlay([hinge(0, 0, { name: 'knee' }), hinge(100, 0, { name: 'hip' })], options);
    if (mark) debug[mark] = world.views[0].joint;
    debug.draw();
    return surface.texts.map((t) => t.text);
  };

  it('name the joint under the pointer, its values and its load', () => {
    expect(lines({}, 'hovered')).toEqual(['knee', 'angle 28.6°', '410 / 500 N (82 %)']);
  });

  it('name nothing, the selected joint or all of them, if told so', () => {
    expect(lines({ labels: 'none' }, 'hovered')).toEqual([]);
    expect(lines({}, 'selected')).toEqual([]);
    expect(lines({ labels: 'selected' }, 'selected')[0]).toBe('knee');
    expect(lines({ labels: 'all' }).filter((text) => text === 'knee' || text === 'hip')).toEqual(['knee', 'hip']);
  });

  it('end at 64 lines, beside those of the joint under the pointer, and names come first', () => {
    const views = Array.from({ length: 40 }, (_, i) => hinge(0, 60 * i, { name: `j${i}` }));
    const { world, surface, debug } = overlay(views, { labels: 'all' });
    debug.hovered = world.views[39].joint;
    debug.draw();
    expect(surface.texts.slice(0, 40).map((t) => t.text)).toEqual(views.map(({ name }) => name));
    expect(surface.texts.length).toBeGreaterThan(60);
    expect(surface.texts.length).toBeLessThanOrEqual(64 + 3);
    expect(surface.texts.filter((t) => t.text === '410 / 500 N (82 %)').at(-1)?.y).toBeGreaterThan(60 * 39);
    expect(debug.counts.unnamed).toBe(0);
  });

  it('have as many lines as they are given, and what is left out is counted', () => {
    const views = Array.from({ length: 9 }, (_, i) => hinge(0, 60 * i, { name: `j${i}` }));
    const { surface, debug } = overlay(views, { labels: 'all', labelLines: 7 });
    debug.draw();
    expect(surface.texts.map((t) => t.text)).toEqual(['j0', 'j1', 'j2', 'j3', 'j4', 'j5', 'j6']);
    expect(debug.counts.unnamed).toBe(2);
    debug.labelLines = 27;
    debug.draw();
    expect([surface.texts.length, debug.counts.unnamed]).toEqual([27, 0]);
  });

  it('cover neither each other nor the edge of the picture nor the legend', () => {
    const surface = new RecordingSurface({ view: { minX: 0, minY: 0, maxX: 900, maxY: 400 } });
    const views = Array.from({ length: 60 }, (_, i) => hinge(12 * i + 100, (i % 5) * 70 + 40, { name: `joint${i}` }));
    const { debug } = overlay(views, { labels: 'all', legend: true, labelLines: 200 }, surface);
    debug.draw();
    const named = surface.texts.filter(({ text }) => /^joint|^angle |N \(/.test(text));
    const plate = surface.segments.filter((s) => s.role === 'halo');
    const right = Math.max(...plate.map((s) => s.x1));
    const foot = Math.max(...plate.map((s) => s.y1));
    const boxes = named.map(({ x, y, text }) => ({ x0: x, x1: x + 0.55 * 10 * text.length, y0: y - 5, y1: y + 5 }));
    for (const [i, a] of boxes.entries()) {
      expect(a.x0 > right || a.y0 > foot, named[i].text).toBe(true);
      expect(a.x1).toBeLessThan(900);
      expect(a.y1).toBeLessThan(400);
      for (const b of boxes.slice(0, i))
        expect(a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0, named[i].text).toBe(false);
    }
    const names = named.filter(({ text }) => text.startsWith('joint')).length;
    expect(names).toBeGreaterThan(15);
    expect(names + debug.counts.unnamed).toBe(60);
  });

  it('stay on their side as long as there is room', () => {
    const { world, surface, debug } = overlay([hinge(0, 0, { name: 'a' }), hinge(45, 0, { name: 'b' })]);
    debug.labels = 'all';
    debug.draw();
    const [, before] = surface.texts;
    world.views = world.views.slice(1);
    debug.draw();
    expect(surface.texts[0]).toEqual(before);
  });

  it('say 0 of what is next to nothing', () => {
    const [view] = [hinge(0, 0)];
    view.coordinates[0].value = -1.27e-17;
    const { surface, debug } = overlay([view], { labels: 'all' });
    debug.draw();
    expect(surface.texts[1].text).toBe('angle 0°');
    expect(debug.describe()[0]).toContain('angle 0°');
  });

  it('are stroked where letters are strokes, small ones too', () => {
    const surface = new RecordingSurface();
    Object.assign(surface, { text: undefined });
    const heights = ['M', 'm', 'p'].map((name) => {
      overlay([hinge(0, 0, { name })], { labels: 'all', labelLines: 1 }, surface).debug.draw();
      const ys = surface.segments.filter((s) => s.role === 'text').flatMap((s) => [s.y0, s.y1]);
      return Math.max(...ys) - Math.min(...ys);
    });
    expect(heights[1]).toBeLessThan(heights[0]);
    expect(heights[2]).toBeCloseTo(heights[0], 5);
  });

  it('stand to the right of the joint, larger with the scale', () => {
    const { world, surface, debug } = overlay([hinge(0, 0)], { scale: 2 });
    debug.hovered = world.views[0].joint;
    debug.draw();
    expect(surface.texts[0].size).toBe(20);
    expect(surface.texts[0].x).toBeGreaterThan(40);
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

describe('picking', () => {
  it('finds the joint of a stroke, and none 7 px off', () => {
    const { world, debug } = overlay([hinge(0, 0), hinge(200, 0)]);
    debug.draw();
    expect(debug.pick(4, 0)).toBe(world.views[0].joint);
    expect(debug.pick(200, 5)).toBe(world.views[1].joint);
    expect(debug.pick(47, 12)).toBeNull();
    expect(debug.pick(100, 0)).toBeNull();
  });

  it('prefers the nearest, and of equal ones the smallest', () => {
    const rod = (half: number, y: number) => {
      const sketch = new Sketch('distance').body([-half, y]).body([half, y]);
      on(sketch.coordinate('length', 'length', [-half, y], [half, y], { value: 2 * half }).laws.lock, {
        target: 2 * half,
      });
      return sketch.view;
    };
    const { world, debug } = overlay([rod(90, 0), rod(60, 0), rod(90, 8)]);
    debug.draw();
    expect(debug.pick(0, 0)).toBe(world.views[1].joint);
    expect(debug.pick(0, 7)).toBe(world.views[2].joint);
    expect(debug.pick(80, 0)).toBe(world.views[0].joint);
  });

  it('finds joints at every zoom, where they are drawn as dots too', () => {
    for (const unit of [0.01, 0.2, 30]) {
      const { world, debug } = overlay([hinge(0, 0)], {}, new RecordingSurface({ unit }));
      debug.draw();
      expect(debug.pick(2 * unit, 0)).toBe(world.views[0].joint);
      expect(debug.pick(0, 500 * unit)).toBeNull();
    }
  });

  it('does not draw', () => {
    const { surface, debug } = overlay([hinge(0, 0)]);
    debug.draw();
    debug.pick(0, 0);
    expect(surface.frames).toBe(1);
  });
});

describe('a joint that draws itself', () => {
  class Drawing {
    calls = 0;
    #result: unknown;
    constructor(result: unknown) {
      this.#result = result;
    }
    draw(debug: Debug): unknown {
      this.calls++;
      if (this.#result instanceof Error) throw this.#result;
      const { coordinates } = debug.view;
      debug.pin(0, 0, true);
      debug.pin(0, 0, false);
      debug.coil(0, 0, 10, 0);
      debug.arrow(0, 0, 10, 10);
      debug.label(0, 0, 'mine');
      for (const as of ['arc', 'line', 'gauge'] as const) debug.laws(coordinates[0], as);
      return this.#result;
    }
  }

  function drawing(result: unknown) {
    const report = vi.fn();
    const { world, surface, debug } = overlay([hinge(0, 0)], { report });
    const joint = new Drawing(result);
    debug.draw();
    const usual = surface.segments.length;
    world.views[0].joint = joint;
    debug.draw();
    return { joint, debug, report, surface, usual };
  }

  it('adds to the usual glyphs', () => {
    const { surface, usual } = drawing(undefined);
    expect(surface.segments.length).toBeGreaterThan(usual + 20);
    expect(surface.texts.map((t) => t.text)).toEqual(['mine']);
  });

  it('replaces them by returning true', () => {
    const { surface } = drawing(true);
    expect(surface.segments.filter((s) => s.role === 'link')).toHaveLength(1);
  });

  it('is not asked again after it threw, and the usual glyphs are drawn', () => {
    const error = new Error('mine');
    const { joint, debug, report, surface, usual } = drawing(error);
    debug.draw();
    expect(joint.calls).toBe(1);
    expect(report.mock.calls).toEqual([[error, joint]]);
    expect(surface.segments).toHaveLength(usual);
  });
});

describe('glyphs of one’s own', () => {
  it('stand in for the usual one of their kind', () => {
    const angle = vi.fn();
    const { surface, debug } = overlay([hinge(0, 0)], { glyphs: { angle } });
    debug.draw();
    expect(angle).toHaveBeenCalledOnce();
    expect(countOf(surface, 'limit')).toBe(0);
    expect(countOf(surface, 'load0')).toBe(8);
  });
});

describe('the legend', () => {
  const view = { minX: 0, minY: 0, maxX: 640, maxY: 480 };

  it('says what is in view, and nothing else', () => {
    const { surface, debug } = overlay([hinge(300, 200)], { legend: true }, new RecordingSurface({ view }));
    debug.draw();
    const texts = surface.texts.map((t) => t.text);
    expect(texts).toEqual([
      '1 joints, 1 in view',
      '26 segments',
      'load: 25, 50, 80, 100 %',
      'pivot: free to turn',
      'limits',
    ]);
  });

  it('stays in its corner whichever way y points', () => {
    for (const down of [1, -1] as const) {
      const surface = new RecordingSurface({ view, down });
      const { debug } = overlay([hinge(2000, 0)], { legend: true }, surface);
      debug.draw();
      const top = down > 0 ? surface.texts[0].y : 480 - surface.texts[0].y;
      expect(top).toBeLessThan(40);
      expect(surface.texts[0].x).toBeLessThan(40);
    }
  });

  it('lies along the foot of a picture that is taller than wide', () => {
    for (const down of [1, -1] as const) {
      const surface = new RecordingSurface({ view: { minX: 0, minY: 0, maxX: 390, maxY: 844 }, down });
      const { debug } = overlay([hinge(200, 400)], { legend: true }, surface);
      debug.draw();
      const tops = surface.texts.map(({ y }) => (down > 0 ? y : 844 - y));
      expect(Math.min(...tops)).toBeGreaterThan(600);
      expect(Math.max(...tops)).toBeLessThan(844);
    }
  });

  it.each([true, false])('has a plate of lines, above the joints and below its signs (weights: %s)', (weights) => {
    const surface = new RecordingSurface({ view, weights });
    const { debug } = overlay([hinge(300, 200)], { legend: true }, surface);
    debug.draw();
    const roles = surface.segments.map((s) => s.role);
    const plate = surface.segments.filter((s) => s.role === 'halo');
    expect(roles.slice(0, roles.indexOf('halo'))).toContain('limit');
    const ys = plate.map((s) => s.y0);
    const spacing = (Math.max(...ys) - Math.min(...ys)) / (plate.length - 1);
    expect(spacing).toBeCloseTo(weights ? 2 : 0.5, 6);
    expect(roles.lastIndexOf('limit')).toBeGreaterThan(roles.lastIndexOf('halo'));
    for (const { y } of surface.texts) {
      expect(y).toBeGreaterThan(Math.min(...ys));
      expect(y).toBeLessThan(Math.max(...ys));
    }
  });

  it('keeps a row for a while that is in view no more', () => {
    const { world, surface, debug } = overlay([hinge(300, 200)], { legend: true }, new RecordingSurface({ view }));
    const rows = () => surface.texts.map((t) => t.text).slice(3);
    debug.draw();
    world.views[0].coordinates[0].laws.limits.on = false;
    debug.draw();
    expect(rows()).toEqual(['pivot: free to turn', 'limits']);
    for (let i = 0; i < 90; i++) debug.draw();
    expect(rows()).toEqual(['pivot: free to turn']);
  });

  it('has signs that do not meet', () => {
    const pen = new Pen(new RecordingSurface());
    const reach = legendEntries.map(({ view: sign }) => {
      pen.begin();
      pen.enterInset(0, 0);
      drawJoint(pen, sign, { detail: 3 });
      return { up: -pen.minY, down: pen.maxY };
    });
    const most = (side: 'up' | 'down') => Math.max(...reach.map((sign) => sign[side]));
    expect(most('up') + most('down')).toBeLessThan(34);
  });

  it('needs a surface that knows what it shows', () => {
    const { surface, debug } = overlay([hinge(0, 0)], { legend: true });
    debug.draw();
    expect(surface.texts).toEqual([]);
  });
});
