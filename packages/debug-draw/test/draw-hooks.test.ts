import { describe, expect, it, vi } from 'vitest';
import type { Debug } from '../src/draw-hooks';
import { countOf, hinge, overlay } from './support/overlays';

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
