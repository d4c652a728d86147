import { describe, expect, it } from 'vitest';
import type { OverlayOptions } from '../src/overlay-options';
import { hinge, overlay } from './support/overlays';
import { RecordingSurface } from './support/recording-surface';

describe('labels', () => {
  const lines = (options: OverlayOptions, mark: 'selected' | 'hovered' | null = null) => {
    const { world, surface, debug } = overlay([hinge(0, 0, { name: 'knee' }), hinge(100, 0, { name: 'hip' })], options);
    if (mark) debug[mark] = world.views[0].joint;
    debug.draw();
    return surface.texts.map((t) => t.text);
  };

  it('name the joint under the pointer, its values and its load', () => {
    expect(lines({}, 'hovered')).toEqual(['pivot knee', 'angle 0.5 rad', '410 / 500 N (82 %)']);
  });

  it('name nothing, the selected joint or all of them, if told so', () => {
    expect(lines({ labels: 'none' }, 'hovered')).toEqual([]);
    expect(lines({}, 'selected')).toEqual([]);
    expect(lines({ labels: 'selected' }, 'selected')[0]).toBe('pivot knee');
    expect(lines({ labels: 'all' }).filter((text) => /knee|hip/.test(text))).toEqual(['pivot knee', 'pivot hip']);
  });

  it('end at 64 lines, beside those of the joint under the pointer, and names come first', () => {
    const views = Array.from({ length: 40 }, (_, i) => hinge(0, 60 * i, { name: `j${i}` }));
    const { world, surface, debug } = overlay(views, { labels: 'all' });
    debug.hovered = world.views[39].joint;
    debug.draw();
    expect(surface.texts.slice(0, 40).map((t) => t.text)).toEqual(views.map(({ name }) => `pivot ${name}`));
    expect(surface.texts.length).toBeGreaterThan(60);
    expect(surface.texts.length).toBeLessThanOrEqual(64 + 3);
    expect(surface.texts.filter((t) => t.text === '410 / 500 N (82 %)').at(-1)?.y).toBeGreaterThan(60 * 39);
    expect(debug.counts.unnamed).toBe(0);
  });

  it('have as many lines as they are given, and what is left out is counted', () => {
    const views = Array.from({ length: 9 }, (_, i) => hinge(0, 60 * i, { name: `j${i}` }));
    const { surface, debug } = overlay(views, { labels: 'all', labelLines: 7 });
    debug.draw();
    expect(surface.texts.map((t) => t.text)).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => `pivot j${i}`));
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
    const named = surface.texts.filter(({ text }) => /^pivot joint|^angle |N \(/.test(text));
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
    const names = named.filter(({ text }) => text.startsWith('pivot')).length;
    expect(names).toBeGreaterThan(15);
    expect(names + debug.counts.unnamed).toBe(60);
  });

  it('stand beside the legend where the joint under the pointer is beneath it', () => {
    const surface = new RecordingSurface({ view: { minX: 0, minY: 0, maxX: 900, maxY: 400 } });
    const { world, debug } = overlay([hinge(90, 60, { name: 'knee' })], { legend: true }, surface);
    debug.hovered = world.views[0].joint;
    debug.draw();
    const right = Math.max(...surface.segments.filter((s) => s.role === 'halo').map((s) => s.x1));
    const label = surface.texts.slice(0, 3);
    expect(label.map(({ text }) => text)).toEqual(['pivot knee', 'angle 0.5 rad', '410 / 500 N (82 %)']);
    for (const { x } of label) expect(x).toBeGreaterThanOrEqual(right);
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

  it('call a joint as its user does, or by type and id', () => {
    const { world, surface, debug } = overlay([hinge(0, 0, { name: 'knee' })], { labels: 'all' });
    world.views[0].joint = { id: 'j7' };
    debug.draw();
    expect(surface.texts[0].text).toBe('knee');
    world.views[0].name = 'j7';
    debug.draw();
    expect(surface.texts[0].text).toBe('pivot j7');
  });

  it('tell angles in radians, as joints do, or in degrees', () => {
    const { surface, debug } = overlay([hinge(0, 0)], { labels: 'all' });
    debug.draw();
    expect(surface.texts[1].text).toBe('angle 0.5 rad');
    debug.angles = 'degrees';
    debug.draw();
    expect(surface.texts[1].text).toBe('angle 28.6°');
    expect(debug.describe()[0]).toContain('angle 28.6°');
  });

  it.each([-1.27e-17, -0.0002 * (Math.PI / 180), 0.0004 * (Math.PI / 180)])('say 0 of %f rad', (value) => {
    const [view] = [hinge(0, 0)];
    view.coordinates[0].value = value;
    const { surface, debug } = overlay([view], { labels: 'all' });
    debug.draw();
    expect(surface.texts[1].text).toBe('angle 0 rad');
    expect(debug.describe()[0]).toContain('angle 0 rad');
    debug.angles = 'degrees';
    debug.draw();
    expect(surface.texts[1].text).toBe('angle 0°');
  });

  it('are stroked where letters are strokes, small ones too', () => {
    const surface = new RecordingSurface();
    Object.assign(surface, { text: undefined });
    const heights = ['M', 'm', 'p'].map((name) => {
      const { world, debug } = overlay([hinge(0, 0, { name })], { labels: 'all', labelLines: 1 }, surface);
      world.views[0].joint = { id: 'j1' };
      debug.draw();
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
