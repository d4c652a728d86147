import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { JointView } from '@tenon/core/view';
import { Overlay } from '../src/overlay';
import { detailOf, reachOf } from '../src/detail';
import { DetailBudget } from '../src/detail-budget';
import { on, Sketch } from '../src/sketch';
import type { Box } from '../src/surface';
import { rows } from './sheet';
import { drawn } from './support/draw';
import { MadeUpWorld } from './support/made-up-world';
import { CountingSurface, RecordingSurface, type Segment } from './support/recording-surface';

const states = rows.flatMap(({ name, states }) =>
  states.map(({ label, view }) => ({ name: `${name}: ${label}`, view })),
);

describe('the level of detail', () => {
  it('falls with the zoom, three times at most, and never rises', () => {
    for (const { name, view } of states) {
      const reach = reachOf(view);
      let last = 3;
      for (let zoom = 10; zoom > 0.01; zoom *= 0.97) {
        const detail = detailOf(reach * zoom);
        expect(detail, name).toBeLessThanOrEqual(last);
        last = detail;
      }
      expect(last, name).toBe(0);
    }
  });

  it('is full on every state of the sheet', () => {
    for (const { name, view } of states) expect.soft(detailOf(reachOf(view)), name).toBe(3);
  });

  it('is full on a joint that is looked at, however small', () => {
    const { view } = states[1];
    const tiny = new RecordingSurface({ unit: 100 });
    expect(drawn(view, {}, tiny)).toHaveLength(2);
    expect(drawn(view, { hovered: true }, tiny).length).toBeGreaterThan(20);
  });

  it('is not led astray by numbers that are not there', () => {
    const sketch = new Sketch('odd').world().body([0, 0], { radius: NaN });
    const c = sketch.coordinate('slide', 'axis', [NaN, 0], [10, 0], { ux: 1, uy: 0 });
    on(c.laws.limits, { lower: -Infinity, upper: 4 });
    expect(reachOf(sketch.view)).toBeGreaterThanOrEqual(0);
    expect(reachOf(new Sketch('none').view)).toBe(0);
  });
});

describe('signs', () => {
  it.each([0.1, 1, 10])('keep their size on the screen at zoom %f, measures do not', (zoom) => {
    const unit = 1 / zoom;
    const pin = new Sketch('pivot').world().body([0, 0], { radius: 500 });
    on(pin.coordinate('angle', 'angle', [0, 0], [0, 0], { value: 0.4 }).laws.limits, { lower: -1, upper: 1 });
    on(pin.coordinate('point', 'point', [0, 0], [0, 0]).laws.lock);
    const size = sizeOf(pin.view, unit);
    expect(size * zoom).toBeGreaterThan(20);
    expect(size * zoom).toBeLessThan(60);

    const rod = new Sketch('distance').body([0, 0], { radius: 5 }).body([100, 0], { radius: 5 });
    on(rod.coordinate('length', 'length', [0, 0], [100, 0], { value: 100 }).laws.lock, { target: 100 });
    expect(sizeOf(rod.view, unit)).toBeGreaterThanOrEqual(100);
    expect(sizeOf(rod.view, unit)).toBeLessThan(100 + 10 * unit);
  });

  function sizeOf(view: JointView, unit: number): number {
    const xs = drawn(view, { detail: 3 }, new RecordingSurface({ unit })).flatMap((s) => [s.x0, s.x1]);
    return Math.max(...xs) - Math.min(...xs);
  }
});

describe('curves', () => {
  /** A bead on a ring of 40 pixels' radius, eight points to each of so many pieces. */
  function ring(pieces = 40): JointView {
    const n = 8 * pieces;
    const at = (i: number) => (2 * Math.PI * i) / n;
    const chord = 80 * Math.sin(Math.PI / n);
    return onCurve(
      Array.from({ length: n + 1 }, (_, i) => [40 * Math.cos(at(i)), 40 * Math.sin(at(i))]),
      Array.from({ length: n + 1 }, (_, i) => chord * i),
    );
  }

  it.each([0.2, 1, 4, 20])('are kept to within a quarter of a pixel at zoom %f', (zoom) => {
    const view = ring();
    const { points, pointCount } = view.coordinates[0];
    const segments = chordsAt(view, zoom);
    for (let i = 0; i < pointCount; i++) {
      const gap = Math.min(...segments.map((s) => distance(s, points[2 * i], points[2 * i + 1])));
      expect(gap * zoom).toBeLessThan(0.25);
    }
  });

  it('have more chords the larger they are, up to 256', () => {
    const counts = [0.5, 2, 8, 32].map((zoom) => chordsAt(ring(), zoom).length);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBeLessThan(32);
    expect(chordsAt(ring(100), 1000).length).toBeLessThanOrEqual(256);
  });

  it('have one chord where they are straight', () => {
    const x = Array.from({ length: 50 }, (_, i) => 4 * i);
    expect(
      chordsAt(
        onCurve(
          x.map((at) => [at, 0]),
          x,
        ),
        10,
      ),
    ).toHaveLength(1);
  });

  it('spend their chords on what is seen of them', () => {
    const n = 8000;
    const x = Array.from({ length: n + 1 }, (_, i) => 2 * i);
    const road = onCurve(
      x.map((at) => [at, 10 * Math.sin(at / 20)]),
      x,
    );
    const view = { minX: 7000, minY: -100, maxX: 7200, maxY: 100 };
    const segments = chordsAt(road, 1, view);
    for (let at = view.minX; at <= view.maxX; at += 2) {
      const gap = Math.min(...segments.map((s) => distance(s, at, 10 * Math.sin(at / 20))));
      expect(gap).toBeLessThan(0.25);
    }
    expect(segments.length).toBeLessThan(100);
    expect(segments.every((s) => s.x0 > view.minX - 100 && s.x1 < view.maxX + 100)).toBe(true);
  });

  it('count in the budget', () => {
    const world = new MadeUpWorld(Array.from({ length: 40 }, () => ring()));
    const debug = new Overlay(world, new RecordingSurface({ unit: 0.05 }), { budget: 4000 });
    for (let i = 0; i < 3; i++) debug.draw();
    expect(debug.counts.bias).toBe(2);
    expect(debug.counts.segments).toBeLessThanOrEqual(4000);
  });

  function onCurve(points: [number, number][], lengths: number[]): JointView {
    const sketch = new Sketch('path').world().body(points[0], { radius: 5 });
    sketch.coordinate('travel', 'path', [0, 0], points[0], {
      points: Float64Array.from(points.flat()),
      lengths: Float64Array.from(lengths),
      pointCount: points.length,
      value: 0,
    });
    return sketch.view;
  }

  function chordsAt(view: JointView, zoom: number, seen: Box | null = null): Segment[] {
    const segments = drawn(view, { detail: 3 }, new RecordingSurface({ unit: 1 / zoom, view: seen }));
    // Signs have a few pixels, chords are on the curve at both ends.
    return segments.filter((s) => s.role === 'load0' && isOnCurve(view, s.x0, s.y0) && isOnCurve(view, s.x1, s.y1));
  }

  function isOnCurve(view: JointView, x: number, y: number): boolean {
    const { points, pointCount } = view.coordinates[0];
    for (let i = 0; i < pointCount; i++)
      if (Math.abs(points[2 * i] - x) + Math.abs(points[2 * i + 1] - y) < 1e-4) return true;
    return false;
  }

  function distance({ x0, y0, x1, y1 }: Segment, x: number, y: number): number {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const share = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
  }
});

describe('the budget', () => {
  it('takes detail off all joints until they fit, and gives it back with a margin', () => {
    const budget = new DetailBudget();
    const frame = (joints: number, segments: number) => {
      budget.begin(segments);
      for (let i = 0; i < joints; i++) budget.take(3);
      return budget.bias;
    };
    frame(100, 2000);
    expect(frame(100, 2000)).toBe(1);
    expect(frame(100, 3100)).toBe(1);
    expect(frame(100, 3400)).toBe(0);
    expect(frame(100, 100)).toBe(3);
  });

  it('does not swing on a scene at its edge', () => {
    const budget = new DetailBudget();
    const biases = new Set<number>();
    for (let i = 0; i < 50; i++) {
      budget.begin(29.5 * 100);
      for (let k = 0; k < 100; k++) budget.take(3);
      if (i > 1) biases.add(budget.bias);
    }
    expect(biases).toEqual(new Set([1]));
  });

  it('holds for a whole overlay, except for joints near their limit', () => {
    const calm = Array.from({ length: 500 }, () => structuredClone(states[0].view));
    const loaded = structuredClone(states[1].view);
    loaded.stress = 0.9;
    const world = new MadeUpWorld([...calm, loaded]);
    const surface = new RecordingSurface({ budget: 4000 });
    const debug = new Overlay(world, surface);
    for (let i = 0; i < 3; i++) debug.draw();
    expect(debug.counts.bias).toBe(2);
    expect(debug.counts.segments).toBeLessThan(4200);
    expect(surface.segments.filter((s) => s.role === 'limit').length).toBeGreaterThan(4);
  });

  it('leaves joints out as a last resort, and says how many', () => {
    const world = new MadeUpWorld(Array.from({ length: 1000 }, () => structuredClone(states[0].view)));
    const debug = new Overlay(world, new CountingSurface(), { budget: 500 });
    for (let i = 0; i < 3; i++) debug.draw();
    expect(debug.counts.leftOut).toBeGreaterThan(700);
    expect(debug.counts.segments).toBeLessThanOrEqual(502);
  });
});

describe('a settled overlay', () => {
  function settled() {
    const world = new MadeUpWorld(states.map(({ view }) => structuredClone(view)));
    world.shown = [{ shape: { type: 'box', width: 20, height: 10 }, x: 0, y: 0, angle: 0, asleep: false }];
    const surface = new BufferSurface();
    const debug = new Overlay(world, surface);
    for (let i = 0; i < 200; i++) debug.draw();
    return { debug, surface };
  }

  it('uses the same buffers for 600 frames', () => {
    const { debug, surface } = settled();
    const before = new Map(surface.buffers);
    for (let i = 0; i < 600; i++) debug.draw();
    expect(new Map(surface.buffers)).toEqual(before);
    for (const [ink, buffer] of surface.buffers) expect(buffer).toBe(before.get(ink));
  });

  it('keeps nothing of a frame', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { debug } = settled();
    const grownBy = (): number => {
      collect();
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < 600; i++) debug.draw();
      collect();
      return process.memoryUsage().heapUsed - before;
    };
    // One object kept per frame would be 20 kB in each round; what the runtime keeps of its own comes in the first two.
    const [, , ...rounds] = Array.from({ length: 5 }, grownBy);
    expect(Math.min(...rounds)).toBeLessThan(8_000);
  });
});

/** Remembers the buffer of each ink. */
class BufferSurface extends CountingSurface {
  readonly buffers = new Map<number, Float32Array>();

  override strokes(ink: number, xy: Float32Array): void {
    this.buffers.set(ink, xy);
  }
}
