import { describe, expect, it } from 'vitest';
import { inkOf, inkWidth, roleOf, roles, type Role } from '../src/ink';
import { createPalette } from '../src/palette';
import { Pen } from '../src/pen';
import { RecordingSurface } from './support/recording-surface';

const palette = createPalette('dark');

function frame(draw: (pen: Pen) => void, surface = new RecordingSurface(), halo = false): RecordingSurface {
  const pen = new Pen(surface);
  pen.begin();
  draw(pen);
  pen.end(palette, halo);
  return surface;
}

describe('the pen', () => {
  it('hands over what is drawn by ink, bottom first', () => {
    const { segments } = frame((pen) => {
      pen.line('select', 0, 0, 1, 0);
      pen.line('body', 0, 0, 2, 0, 0);
      pen.line('load0', 0, 0, 3, 0, 2);
      pen.line('load0', 0, 0, 4, 0, 1);
    });
    expect(segments.map((s) => s.x1)).toEqual([2, 4, 3, 1]);
  });

  it('keeps the order within an ink, so that a surface can join what continues', () => {
    const { segments } = frame((pen) => pen.arc('load0', 0, 0, 20, 0, 1));
    for (let i = 1; i < segments.length; i++) expect(segments[i].x0).toBe(segments[i - 1].x1);
  });

  it.each([NaN, Infinity, -Infinity, 1e39])('drops a segment that ends at %f', (far) => {
    const surface = new RecordingSurface();
    const pen = new Pen(surface);
    pen.begin();
    pen.line('load0', 0, 0, far, 1);
    pen.line('load0', 0, far, 1, 1);
    pen.end(palette);
    expect(surface.segments).toEqual([]);
    expect(pen.dropped).toBe(2);
  });

  it('drops an arc without an angle', () => {
    expect(frame((pen) => pen.arc('load0', 0, 0, 10, 0, NaN)).segments).toEqual([]);
  });

  it('keeps arcs within half a pixel of the circle', () => {
    for (const r of [3, 8, 17, 24]) {
      const { segments } = frame((pen) => pen.arc('load0', 0, 0, r, 0, 2 * Math.PI));
      for (const { x0, y0, x1, y1 } of segments) {
        expect(Math.hypot(x0, y0)).toBeCloseTo(r, 4);
        expect(r - Math.hypot((x0 + x1) / 2, (y0 + y1) / 2)).toBeLessThanOrEqual(0.5 + 1e-6);
      }
    }
  });

  it('draws 13 segments a turn at 17 px, 16 at 24 px, and never more than 32', () => {
    const count = (r: number, turns: number) =>
      frame((pen) => pen.arc('load0', 0, 0, r, 0, 2 * Math.PI * turns)).segments.length;
    expect([count(17, 1), count(24, 1), count(500, 1), count(17, 100)]).toEqual([13, 16, 32, 32]);
  });

  it('ends a spiral at its other radius', () => {
    const { segments } = frame((pen) => pen.arc('spring', 0, 0, 5, 0, 3 * Math.PI, 1, 13));
    const { x1, y1 } = segments[segments.length - 1];
    expect(x1).toBeCloseTo(-13, 4);
    expect(y1).toBeCloseTo(0, 4);
  });

  it.each([
    [1, 1],
    [9, 1],
    [20, 3],
    [50, 6],
    [5000, 8],
  ])('draws a line of %i px in %i dashes that begin and end it', (length, dashes) => {
    const { segments } = frame((pen) => pen.dashed('link', 0, 0, length, 0, 1, 5, 4));
    expect(segments).toHaveLength(dashes);
    expect(segments[0].x0).toBe(0);
    expect(segments[dashes - 1].x1).toBe(length);
    for (let i = 1; i < dashes; i++) {
      const on = segments[i].x1 - segments[i].x0;
      const off = segments[i].x0 - segments[i - 1].x1;
      expect(on / off).toBeCloseTo(5 / 4, 3);
    }
  });

  it('doubles bold strokes where lines have no width, one pixel to the left', () => {
    const { segments } = frame(
      (pen) => {
        pen.px = 0.5;
        pen.line('load0', 0, 0, 10, 0, 2);
        pen.line('load0', 0, 5, 10, 5, 1);
      },
      new RecordingSurface({ weights: false }),
    );
    expect(segments.map((s) => s.y0)).toEqual([5, 0, 0.5]);
  });

  it('puts a halo under everything but the bodies', () => {
    const { segments } = frame(
      (pen) => {
        pen.line('body', 0, 0, 1, 0, 0);
        pen.line('load0', 0, 0, 2, 0, 1);
      },
      new RecordingSurface(),
      true,
    );
    const inks = segments.map(({ role, ink }): [Role, number] => [role, inkWidth(ink)]);
    expect(inks).toContainEqual(['halo', 3.5]);
    expect(inks.filter(([role]) => role === 'halo')).toHaveLength(1);
  });

  it('measures the box of what was drawn since the mark', () => {
    const pen = new Pen(new RecordingSurface());
    pen.begin();
    pen.line('load0', -100, 0, 0, 0);
    pen.mark();
    pen.line('load0', 1, 2, 5, -3);
    expect([pen.minX, pen.minY, pen.maxX, pen.maxY]).toEqual([1, -3, 5, 2]);
  });

  it('stops at its allowance until the next mark', () => {
    const pen = new Pen(new RecordingSurface());
    pen.begin();
    pen.mark(3);
    pen.arc('load0', 0, 0, 20, 0, 6);
    expect(pen.segments).toBe(3);
    pen.mark();
    pen.arc('load0', 0, 0, 20, 0, 6);
    expect(pen.segments).toBeGreaterThan(10);
  });

  it('draws an inset in pixels from a corner, y down on every screen', () => {
    for (const down of [1, -1] as const) {
      const { segments } = frame(
        (pen) => {
          pen.enterInset(100, 200, 2);
          pen.at(0, 0, 1);
          expect(pen.px).toBeCloseTo(0.5);
          expect(pen.down).toBe(1);
          pen.line('load0', 1, 2, 3, 4);
          pen.leaveInset();
        },
        new RecordingSurface({ down, unit: 0.1 }),
      );
      const { x0, y0, x1, y1 } = segments[0];
      expect(x0).toBeCloseTo(100.2, 4);
      expect(y0).toBeCloseTo(200 + 0.4 * down, 4);
      expect(x1).toBeCloseTo(100.6, 4);
      expect(y1).toBeCloseTo(200 + 0.8 * down, 4);
    }
  });

  it('empties itself for the next frame', () => {
    const surface = new RecordingSurface();
    const pen = new Pen(surface);
    for (let i = 0; i < 3; i++) {
      pen.begin();
      pen.line('load0', 0, 0, i, 0);
      pen.text('text', 0, 0, String(i));
      pen.end(palette);
      expect(surface.segments).toHaveLength(1);
      expect(surface.texts.map((t) => t.text)).toEqual([String(i)]);
    }
  });

  it('strokes the letters where the surface has no text', () => {
    const surface = new RecordingSurface();
    Object.assign(surface, { text: undefined });
    const { segments } = frame((pen) => pen.text('text', 0, 0, 'AB 12', 'center', 10), surface);
    const xs = segments.flatMap((s) => [s.x0, s.x1]);
    const ys = segments.flatMap((s) => [s.y0, s.y1]);
    expect(segments.length).toBeGreaterThan(10);
    expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(8, 4);
    expect(Math.max(...xs) + Math.min(...xs)).toBeCloseTo(0, 4);
  });
});

describe('an ink', () => {
  it('names its role, weight and dim by its place', () => {
    expect(inkOf('body', 0, 0)).toBe(0);
    expect(inkOf('link', 1, 3)).toBe(2 * 12 + 7);
    for (const role of roles) expect(roleOf(inkOf(role, 2, 3))).toBe(role);
  });

  it('is 1, 1.5 or 2.6 px wide', () => {
    expect(([0, 1, 2] as const).map((weight) => inkWidth(inkOf('load0', weight, 0)))).toEqual([1, 1.5, 2.6]);
  });
});
