import { describe, expect, it } from 'vitest';
import { drawJoint } from '../src/draw-joint';
import { legendEntries } from '../src/legend/entries';
import { Pen } from '../src/pen';
import { hinge, overlay } from './support/overlays';
import { RecordingSurface } from './support/recording-surface';

describe('the legend', () => {
  const view = { minX: 0, minY: 0, maxX: 640, maxY: 480 };

  it('says what is in view, and nothing else', () => {
    const { surface, debug } = overlay([hinge(300, 200)], { legend: true }, new RecordingSurface({ view }));
    debug.draw();
    const texts = surface.texts.map((t) => t.text);
    expect(texts).toEqual([
      '1 joint, 1 in view',
      '26 segments',
      'load: 25, 50, 80, 100 %',
      'pivot: free to turn',
      'limits',
    ]);
  });

  /** The plate as it is seen: pixels from the upper left corner. */
  function plateOf(surface: RecordingSurface, height: number) {
    const plate = surface.segments.filter((s) => s.role === 'halo');
    const ys = plate.map(({ y0 }) => (surface.down > 0 ? y0 : height - y0));
    return {
      left: Math.min(...plate.map(({ x0, x1 }) => Math.min(x0, x1))),
      right: Math.max(...plate.map(({ x0, x1 }) => Math.max(x0, x1))),
      top: Math.min(...ys),
      foot: Math.max(...ys),
    };
  }

  it.each([true, 'top-left', 'top-right', 'bottom-left', 'bottom-right'] as const)(
    'lies in the corner it is told (%s), whichever way y points',
    (legend) => {
      for (const down of [1, -1] as const) {
        const surface = new RecordingSurface({ view, down });
        overlay([hinge(2000, 0)], { legend }, surface).debug.draw();
        const { left, right, top, foot } = plateOf(surface, 480);
        const corner = legend === true ? 'top-left' : legend;
        if (corner.endsWith('left')) expect(left).toBeLessThan(10);
        else expect(right).toBeGreaterThan(630);
        if (corner.startsWith('top')) expect(top).toBeLessThan(10);
        else expect(foot).toBeGreaterThan(470);
      }
    },
  );

  it.each([
    [1920, 1080],
    [800, 600],
    [640, 480],
    [390, 844],
    [844, 390],
    [200, 200],
  ])('covers at most a quarter of the width of %i × %i and stays within it, however much it explains', (maxX, maxY) => {
    for (const scale of [1, 2]) {
      const surface = new RecordingSurface({ view: { minX: 0, minY: 0, maxX, maxY } });
      const every = legendEntries.map(({ view: sign }) => ({ ...sign, joint: {} }));
      overlay(every, { legend: 'bottom-right', scale, labels: 'none', showBodies: false }, surface).debug.draw();
      const { left, right, top, foot } = plateOf(surface, maxY);
      expect(right - left).toBeLessThanOrEqual(maxX / 4);
      expect(right).toBeLessThan(maxX);
      expect([top >= 0, foot <= maxY]).toEqual([true, true]);
      for (const { x, text, size } of surface.texts) {
        expect(x).toBeGreaterThanOrEqual(left);
        expect(x + 0.55 * size * text.length, text).toBeLessThan(right + 1);
      }
    }
  });

  it('lies on the page, where a turned or tilted picture sees more of the world than an upright rectangle', () => {
    const page = { minX: 500, minY: 100, maxX: 900, maxY: 400 };
    const { surface, debug } = overlay([hinge(300, 200)], { legend: true }, new RecordingSurface({ view, page }));
    debug.draw();
    const plate = surface.segments.filter((s) => s.role === 'halo');
    for (const { x0, y0, x1, y1 } of plate) {
      expect(Math.min(x0, x1)).toBeGreaterThan(page.minX);
      expect(Math.max(x0, x1)).toBeLessThan(page.maxX);
      expect(Math.min(y0, y1)).toBeGreaterThan(page.minY);
      expect(Math.max(y0, y1)).toBeLessThan(page.maxY);
    }
    surface.page = null;
    debug.draw();
    expect(surface.texts).toEqual([]);
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

  it('says of what broke that it broke, and no more', () => {
    const { world, surface, debug } = overlay([hinge(300, 200)], { legend: true }, new RecordingSurface({ view }));
    world.overload(world.views[0], false);
    debug.draw();
    const rows = surface.texts.map((t) => t.text).slice(3);
    expect(rows).toEqual(['broken']);
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
