import { box, chain, compound, defineConstraint, disc, polygon, type Shape, World } from '@tenon/core';
import { viewWorld } from '@tenon/core/view';
import { describe, expect, it } from 'vitest';
import { DebugDraw } from '../src/debug-draw';
import { glyphs } from '../src/glyphs';
import { everyJoint } from './sheet/every-joint';
import { RecordingSurface } from './support/recording-surface';

const unit = 1 / 60;

function overlayOf(world: World, now = () => 0): { debug: DebugDraw; surface: RecordingSurface } {
  const surface = new RecordingSurface({ down: -1, unit });
  return { debug: new DebugDraw(world, surface, { now }), surface };
}

describe('a world with every joint', () => {
  it('gives views whose coordinates have a kind that is drawn and a finite place', () => {
    const world = everyJoint();
    for (let i = 0; i < 5; i++) world.step(1 / 60);
    viewWorld(world, (view) => {
      for (const c of view.coordinates.slice(0, view.coordinateCount)) {
        expect(glyphs).toHaveProperty(c.kind);
        const places = c.kind === 'sum' ? c.terms.slice(0, c.termCount) : [c];
        for (const { ax, ay, bx, by } of places) {
          expect([ax, ay, bx, by].every(Number.isFinite), `${view.type}.${c.name}`).toBe(true);
        }
      }
      expect(view.stress).toBeGreaterThanOrEqual(0);
    });
  });

  it('is drawn at every step, each joint within its segments', () => {
    const world = everyJoint();
    const { debug, surface } = overlayOf(world);
    for (let i = 0; i < 30; i++) {
      world.step(1 / 60);
      debug.draw();
      expect(debug.counts.drawn).toBe(world.joints.size);
      for (const { x0, y1 } of surface.segments) expect(Number.isFinite(x0) && Number.isFinite(y1)).toBe(true);
    }
    expect(debug.counts.segments).toBeLessThan(60 * world.joints.size + 30 * world.bodies.size);
  });

  it('does not move because it is looked at', () => {
    const [seen, unseen] = [everyJoint(), everyJoint()];
    const { debug } = overlayOf(seen);
    for (let i = 0; i < 30; i++) {
      seen.step(1 / 60);
      unseen.step(1 / 60);
      debug.draw(0.5);
      debug.pick(0, 0);
      debug.describe();
    }
    const poses = (world: World) => [...world.bodies].flatMap(({ x, y, angle }) => [x, y, angle]);
    expect(poses(seen)).toEqual(poses(unseen));
  });
});

describe('an overlay of a world', () => {
  it('draws a constraint of one’s own amid its bodies', () => {
    const area = defineConstraint({
      name: 'area',
      bodies: 3,
      rows: { area: 'number' },
      value: ([a, b, c]) => b.position.minus(a.position).cross(c.position.minus(a.position)),
    });
    const world = new World();
    const [bodyA, bodyB, bodyC] = [0, 3, 6].map((x) => world.addBody({ position: [x, x % 2], mass: 1, inertia: 1 }));
    world.joints.create(area, { bodyA, bodyB, bodyC });
    const { debug, surface } = overlayOf(world);
    debug.draw();
    const ties = surface.segments.filter(({ role }) => role === 'link');
    for (const { x, y } of [bodyA, bodyB, bodyC])
      expect(ties.some(({ x1, y1 }) => Math.hypot(x1 - x, y1 - y) < 4 * unit)).toBe(true);
  });

  it('draws pins where interpolated sprites show them', () => {
    const world = new World();
    const bodyB = world.addBody({ position: [0, 0], velocity: [2, 0], shape: box(1, 1) });
    const bodyA = world.addBody({ position: [1, 0], velocity: [2, 0], shape: box(1, 1) });
    world.joints.create('pivot', { bodyA, bodyB, anchor: [0.5, 0] });
    world.advance(1.5 / 60);
    const { debug, surface } = overlayOf(world);
    debug.draw(world.alpha);
    const shown = bodyB.getInterpolated({ x: 0, y: 0, angle: 0 });
    const ring = surface.segments.filter((s) => s.role === 'load0');
    const x = ring.reduce((sum, s) => sum + s.x0, 0) / ring.length;
    expect(Math.abs(x - (shown.x + 0.5)) / unit).toBeLessThan(0.01);
    expect(Math.abs(x - (bodyB.x + 0.5)) / unit).toBeGreaterThan(0.5);
  });

  it('draws shapes of every kind where they are', () => {
    const extent = (shape: Shape): number[] => {
      const world = new World();
      world.addBody({ type: 'static', position: [10, 0], angle: Math.PI / 2, shape });
      const { debug, surface } = overlayOf(world);
      debug.draw();
      const xs = surface.segments.flatMap(({ x0, x1 }) => [x0 - 10, x1 - 10]);
      const ys = surface.segments.flatMap(({ y0, y1 }) => [y0, y1]);
      return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)].map((x) => Math.round(x * 100) / 100);
    };
    const thorn = polygon([[-1, -1], [1, -1], [0, 2]], 0.25); // prettier-ignore
    expect(extent(box(2, 4, 0.5))).toEqual([-2.5, 2.5, -1.5, 1.5]);
    const [left, right, bottom, top] = extent(thorn);
    expect(right - left).toBeCloseTo(3.5, 1);
    expect([bottom, top]).toEqual([-1.25, 1.25]);
    expect(extent(chain([[-1, 0], [0, 0.5], [1, 0]]))).toEqual([-0.5, 0, -1, 1]); // prettier-ignore
    const pair = compound([
      { shape: box(2, 2), position: [-2, 0] },
      { shape: box(2, 2), position: [2, 0] },
    ]);
    expect(extent(pair)).toEqual([-1, 1, -3, 3]);
    expect(extent(disc(2))).toEqual([-2, 2, -2, 2]);
  });

  it('shows what broke for a moment', () => {
    const world = new World({ gravity: [0, -9.81] });
    const bodyB = world.addBody({ position: [0.5, 0], shape: box(1, 0.2) });
    world.joints.create('pivot', { bodyB, anchor: [0, 0], break: { force: 0.1 } });
    let time = 0;
    const { debug, surface } = overlayOf(world, () => time);
    world.step(1 / 60);
    debug.draw();
    expect(world.joints.size).toBe(0);
    expect(surface.segments.some((s) => s.role === 'broken')).toBe(true);
    time = 0.7;
    debug.draw();
    expect(surface.segments.some((s) => s.role === 'broken')).toBe(false);
  });

  it('leaves out joints that are not to be seen, and calls the others by their label', () => {
    const world = new World();
    const bodyB = world.addBody({ shape: box(1, 1) });
    const seen = world.joints.create('pivot', { bodyB, anchor: [0, 0] });
    const hidden = world.joints.create('weld', { bodyB, anchor: [0, 0] });
    hidden.debug.visible = false;
    seen.debug.label = 'knee';
    const { debug } = overlayOf(world);
    debug.draw();
    expect(debug.counts.joints).toBe(1);
    expect(debug.describe()[0]).toMatch(/^knee \(pivot\)/);
    expect(debug.pick(0.02, 0.05)).toBe(seen);
  });

  it('listens to a world only until it is disposed', () => {
    const world = new World({ gravity: [0, -9.81] });
    const bodyB = world.addBody({ position: [0.5, 0], shape: box(1, 0.2) });
    world.joints.create('pivot', { bodyB, anchor: [0, 0], break: { force: 0.1 } });
    const { debug, surface } = overlayOf(world);
    debug.dispose();
    world.step(1 / 60);
    debug.draw();
    expect(surface.segments.some((s) => s.role === 'broken')).toBe(false);
  });
});

describe('bodies that touch', () => {
  const rested = (mass = 1) => {
    const world = new World({ gravity: [0, -10] });
    world.addBody({ type: 'static', shape: chain([[-5, 0], [5, 0]]), collides: true }); // prettier-ignore
    world.addBody({ position: [0, 1], shape: box(4, 2), mass, collides: true });
    for (let i = 0; i < 20; i++) world.step(unit);
    const { debug, surface } = overlayOf(world);
    debug.draw();
    return { world, debug, surface };
  };
  const arrows = ({ segments }: RecordingSurface) => segments.filter(({ role }) => role === 'atLimit');

  it('have a cross at both points, and an arrow up from each, into the one that can be pushed', () => {
    const { surface } = rested();
    const crosses = surface.segments.filter(({ role }) => role === 'limit');
    expect(crosses).toHaveLength(4);
    for (const { x0, x1, y0, y1 } of crosses) {
      expect(Math.abs((x0 + x1) / 2)).toBeCloseTo(2, 1);
      expect((y0 + y1) / 2).toBeCloseTo(0, 1);
    }
    expect(arrows(surface)).toHaveLength(6); // a shaft and two strokes of a head each
    const shafts = arrows(surface).filter(({ x0, x1 }) => x0 === x1);
    expect(shafts).toHaveLength(2);
    for (const { y0, y1 } of shafts) expect((y1 - y0) / unit).toBeCloseTo(8 + 6 * Math.log10(5), 0);
  });

  it('have a row in the legend', () => {
    const { debug, surface } = rested();
    debug.legend = true;
    surface.view = { minX: -8, minY: -4, maxX: 8, maxY: 8 };
    const rows = (showContacts: boolean) => {
      debug.showContacts = showContacts;
      debug.draw();
      return surface.texts.filter(({ text }) => text === 'contact: pushes').length;
    };
    expect(rows(true)).toBe(1);
    // It stays for a while, as others do.
    expect(Array.from({ length: 120 }, () => rows(false)).at(-1)).toBe(0);
  });

  it('have a longer arrow the heavier they are', () => {
    const length = (mass: number) => Math.max(...arrows(rested(mass).surface).map(({ y0, y1 }) => y1 - y0));
    expect((length(100) - length(1)) / unit).toBeCloseTo(12, 0);
    expect(length(1e9) / unit).toBeCloseTo(32, 3);
  });

  it('are dim asleep, and left out where they are not wanted, or there is no room', () => {
    const { world, debug, surface } = rested();
    const [ink] = arrows(surface).map((segment) => segment.ink);
    for (let i = 0; i < 120; i++) world.step(unit);
    expect([...world.bodies].some(({ isSleeping }) => isSleeping)).toBe(true);
    debug.draw();
    expect(arrows(surface).map((segment) => segment.ink)).toEqual(Array<number>(6).fill(ink + 1));
    const left = (set: Partial<DebugDraw>) => {
      Object.assign(debug, { showAsleep: true, showContacts: true, budget: null }, set);
      debug.draw();
      return arrows(surface).length;
    };
    expect([left({ showAsleep: false }), left({ showContacts: false }), left({ budget: 0 }), left({})]).toEqual([
      0, 0, 0, 6,
    ]);
  });
});
