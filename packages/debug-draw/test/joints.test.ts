import { describe, expect, it } from 'vitest';
import type { CoordinateKind } from '@tenon/core/view';
import { drawBody } from '../src/draw-body';
import { drawJoint } from '../src/draw-joint';
import { createPalette } from '../src/palette';
import { Pen } from '../src/pen';
import { Sketch } from '../src/sketch';
import { SvgSurface } from '../src/surfaces/svg-surface';
import { Viewport } from '../src/surfaces/viewport';
import { rows, type Row } from './sheet';
import { drawn } from './support/draw';
import { RecordingSurface, type Segment } from './support/recording-surface';

const levels = [3, 2, 1, 0] as const;
const states = rows.flatMap(({ name, states }) =>
  states.map((state) => ({ ...state, name: `${name}: ${state.label}` })),
);

describe('the pictures', () => {
  it.each(rows.map((row) => [row.name, row] as const))('of %s are as they were', async (name, row) => {
    const file = name.replace(/[^a-z0-9]+/g, '-').replace(/-$/, '');
    await expect(picture(row)).toMatchFileSnapshot(`snapshots/${file}.svg`);
  });

  it('have the segments they had', () => {
    const table = states.map(
      ({ name, view }) => `${name}: ${levels.map((d) => drawn(view, { detail: d }).length).join(' ')}`,
    );
    expect(table.join('\n')).toMatchSnapshot();
  });
});

describe.each(states)('$name', ({ view }) => {
  it('keeps within the segments of its level', () => {
    const [full, , low, dot] = levels.map((detail) => drawn(view, { detail }).length);
    expect(full).toBeLessThanOrEqual(64);
    expect(low).toBeLessThanOrEqual(view.flags & 64 ? 64 : 8);
    expect(dot).toBeLessThanOrEqual(view.flags & 64 ? 64 : 2);
  });

  it('is seen at every level', () => {
    for (const detail of levels) expect(drawn(view, { detail }).length).toBeGreaterThan(0);
  });
});

it('draws a kind of joint it has never heard of', () => {
  const kinds: CoordinateKind[] = ['point', 'angle', 'axis', 'length', 'path', 'sum', 'pose', 'general'];
  for (const kind of kinds) {
    const sketch = new Sketch('brand-new').body([0, 0], { radius: 20 }).body([40, 0], { radius: 20 });
    const fields = {
      ux: 1,
      uy: 0,
      value: 0,
      points: Float64Array.of(0, 0, 40, 0),
      lengths: Float64Array.of(0, 40),
      pointCount: 2,
    };
    sketch.coordinate('q', kind, [0, 0], [40, 0], fields);
    for (const detail of levels) {
      expect.soft(drawn(sketch.view, { detail }).length, `${kind} at ${detail}`).toBeGreaterThan(0);
    }
  }
});

it('moves every segment with the world', () => {
  for (const { name, view } of states) {
    const before = drawn(view);
    const after = drawn(moved(view, 4096, -2048));
    expect(after, name).toHaveLength(before.length);
    before.forEach((segment, i) => {
      expect(after[i].x0 - segment.x0).toBeCloseTo(4096, 2);
      expect(after[i].y1 - segment.y1).toBeCloseTo(-2048, 2);
    });
  }
});

it('draws the same picture of the same scene whichever way y points, but for the y axes of a pose', () => {
  for (const { name, view } of states.filter((state) => !state.name.startsWith('pose'))) {
    for (const detail of levels) {
      const down = drawn(view, { detail });
      const up = drawn(mirrored(view), { detail }, new RecordingSurface({ down: -1 }));
      for (const segment of up) [segment.y0, segment.y1] = [-segment.y0, -segment.y1];
      expect(up.map(rounded).sort(), `${name} at ${detail}`).toEqual(down.map(rounded).sort());
    }
  }
});

/** A segment whichever way it is drawn: a square is the same upside down, but begun at another corner. */
function rounded({ role, x0, y0, x1, y1 }: Segment): string {
  const round = (v: number) => Math.round(v * 100) / 100 + 0;
  const ends = [`${round(x0)} ${round(y0)}`, `${round(x1)} ${round(y1)}`];
  return `${role} ${ends.sort().join(' ')}`;
}

/** The same scene for a world whose y points the other way: values are as they were, angles turn the other way. */
function mirrored(view: Sketch['view']): Sketch['view'] {
  const copy = structuredClone(view);
  copy.joint = view.joint;
  for (const body of copy.bodies) [body.y, body.angle] = [-body.y, -body.angle];
  for (const c of copy.coordinates) {
    for (const place of [c, ...c.terms]) {
      [place.ay, place.by, place.uy] = [-place.ay, -place.by, -place.uy];
      [place.aAngle, place.bAngle] = [-place.aAngle, -place.bAngle];
      [place.zero, place.gain] = [-place.zero, Number.isFinite(place.gain) ? -place.gain : -1];
      for (let i = 1; i < 2 * place.pointCount; i += 2) place.points[i] = -place.points[i];
    }
  }
  return copy;
}

function moved(view: Sketch['view'], dx: number, dy: number): Sketch['view'] {
  const copy = structuredClone(view);
  copy.joint = view.joint;
  for (const body of copy.bodies) [body.x, body.y] = [body.x + dx, body.y + dy];
  for (const c of copy.coordinates) {
    for (const place of [c, ...c.terms]) {
      [place.ax, place.ay, place.bx, place.by] = [place.ax + dx, place.ay + dy, place.bx + dx, place.by + dy];
    }
  }
  return copy;
}

/** All states of a row side by side, its levels one under another. */
function picture(row: Row): string {
  const width = 110 * row.states.length;
  const height = 100 * levels.length;
  const surface = new SvgSurface(new Viewport({ width, height, center: [width / 2, height / 2], yUp: false }));
  const pen = new Pen(surface);
  pen.begin();
  row.states.forEach((state, k) => {
    levels.forEach((detail, i) => {
      pen.enterInset(110 * (k + 0.5), 100 * (i + 0.5));
      if (detail === 3) for (const { outline, x, y, angle } of state.shapes) drawBody(pen, outline, x, y, angle, 2);
      drawJoint(pen, state.view, { detail, selected: state.mark === 'selected', hovered: state.mark === 'hovered' });
    });
  });
  pen.leaveInset();
  pen.end(createPalette('dark'));
  return `${surface.toString()}\n`;
}
