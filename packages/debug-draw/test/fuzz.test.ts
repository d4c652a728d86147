import { describe, expect, it } from 'vitest';
import type { JointView } from '@tenon/core/view';
import { drawJoint } from '../src/draw-joint';
import { createPalette } from '../src/palette';
import { Pen } from '../src/pen';
import { on, Sketch, term } from '../src/sketch';
import { rows } from './sheet';
import { seeded } from './support/random';
import { CountingSurface } from './support/recording-surface';

const palette = createPalette('dark');
const odd = [NaN, Infinity, -Infinity, 0, -0, 1e9, -1e9, 1e-12, -1e-12, 1e300, 1, -1, 3.7];
const kinds = ['point', 'angle', 'axis', 'length', 'path', 'sum', 'pose', 'general'] as const;

/** Draws a view at every level and marked; returns the most segments of one drawing. */
function draw(view: JointView, surface: CountingSurface, pen: Pen): number {
  let most = 0;
  for (const detail of [3, 2, 1, 0, 'auto'] as const) {
    pen.begin();
    drawJoint(pen, view, { detail, selected: detail === 3 });
    pen.end(palette);
    most = Math.max(most, surface.segments);
  }
  return most;
}

/** Puts odd values into `count` fields anywhere in a record. */
function mutate(record: object, random: () => number, count: number): void {
  for (let i = 0; i < count; i++) mutateOne(record as Record<string, unknown>, random);
}

function mutateOne(record: Record<string, unknown>, random: () => number): void {
  const keys = Object.keys(record).filter((key) => !['joint', 'points', 'lengths', 'type', 'name'].includes(key));
  const key = keys[Math.floor(random() * keys.length)];
  const value = record[key];
  if (key === 'kind') record[key] = kinds[Math.floor(random() * kinds.length)];
  else if (key === 'flags') record[key] = Math.floor(random() * 128);
  else if (key.endsWith('Count')) return;
  else if (typeof value === 'number')
    record[key] = random() < 0.5 ? odd[Math.floor(random() * odd.length)] : (random() - 0.5) * 200;
  else if (typeof value === 'boolean') record[key] = random() < 0.7;
  else if (Array.isArray(value)) {
    if (value.length > 0) mutateOne(value[Math.floor(random() * value.length)] as Record<string, unknown>, random);
  } else if (value && typeof value === 'object') mutateOne(value as Record<string, unknown>, random);
}

describe('whatever a view holds', () => {
  it('no number drawn is not finite, no joint has more than 80 segments', { timeout: 120_000 }, () => {
    const random = seeded(20);
    const surface = new CountingSurface();
    const pen = new Pen(surface);
    const views = rows.flatMap(({ states }) => states.map(({ view }) => view));
    let most = 0;
    for (let round = 0; round < 250; round++) {
      for (const original of views) {
        const view = structuredClone(original);
        mutate(view, random, 1 + Math.floor(random() * 12));
        most = Math.max(most, draw(view, surface, pen));
      }
    }
    expect(surface.notFinite).toBe(0);
    expect(most).toBeLessThanOrEqual(80);
  });

  it('a joint with every law on every kind of coordinate is drawn within 80 segments', () => {
    const surface = new CountingSurface();
    const pen = new Pen(surface);
    for (const kind of kinds) {
      const sketch = new Sketch('all', { stress: 0.9, stressPeak: 1, flags: 63 });
      for (let i = 0; i < 6; i++) sketch.body([i * 30, (i % 2) * 20], { radius: 20 });
      const fields = {
        ux: 1,
        uy: 0,
        value: 0.5,
        aAngle: 1,
        bAngle: -2,
        points: Float64Array.of(0, 0, 80, 0),
        lengths: Float64Array.of(0, 80),
        pointCount: 2,
      };
      const c = sketch.coordinate('q', kind, [0, 0], [80, 0], fields);
      for (let i = 0; i < 6; i++)
        term(c, (['length', 'angle', 'axis'] as const)[i % 3], [i * 30, 0], [i * 30, 40], { ux: 1, uy: 0 });
      for (const law of Object.values(c.laws)) on(law);
      Object.assign(c.laws.limits, { lower: -20, upper: 20, active: 1 });
      Object.assign(c.laws.motor, { target: 2 });
      Object.assign(c.laws.spring, { rest: 4 });
      Object.assign(c.laws.ratchet, { tooth: 0.3, phase: 0 });
      if (kind !== 'point' && kind !== 'length') c.laws.lock.on = false;
      expect.soft(draw(sketch.view, surface, pen), kind).toBeLessThanOrEqual(80);
    }
    expect(surface.notFinite).toBe(0);
  });
});

describe('degenerate joints', () => {
  const surface = new CountingSurface();
  const pen = new Pen(surface);

  it.each(kinds)('are drawn without a finite place: %s', (kind) => {
    const view = new Sketch('empty');
    view.coordinate('q', kind, [NaN, NaN], [NaN, NaN]);
    expect(draw(view.view, surface, pen)).toBeLessThanOrEqual(80);
  });

  it.each(kinds)('are drawn with everything at one point: %s', (kind) => {
    const sketch = new Sketch('one').body([5, 5]).body([5, 5]);
    const c = sketch.coordinate('q', kind, [5, 5], [5, 5], { ux: 0, uy: 0, value: 0 });
    for (const law of Object.values(c.laws)) on(law);
    Object.assign(c.laws.limits, { lower: 3, upper: -3 });
    Object.assign(c.laws.ratchet, { tooth: 0, phase: NaN });
    expect(draw(sketch.view, surface, pen)).toBeGreaterThan(0);
    expect(surface.notFinite).toBe(0);
  });

  it('are drawn on a path of one point and a sum without terms', () => {
    const sketch = new Sketch('odd').world().body([0, 0]);
    sketch.coordinate('p', 'path', [0, 0], [0, 0], {
      points: Float64Array.of(1, 1),
      lengths: Float64Array.of(0),
      pointCount: 1,
      value: 3,
    });
    const sum = sketch.coordinate('s', 'sum', [0, 0], [0, 0]);
    on(sum.laws.limits, { lower: -1, upper: 1 });
    expect(draw(sketch.view, surface, pen)).toBeGreaterThan(0);
    expect(surface.notFinite).toBe(0);
  });
});
