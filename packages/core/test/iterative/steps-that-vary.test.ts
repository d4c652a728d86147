import { type Body, box, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

const GRAVITY = 10;

interface Chain {
  readonly world: World;
  readonly links: readonly Body[];
  readonly joints: readonly Joint[];
}

/** Links of 1 m and 1 kg: hung at rest, or level, so that they swing when they are let go. */
function chain(count: number, type: 'pivot' | 'weld', level: boolean): Chain {
  const world = new World({ gravity: [0, -GRAVITY], solver: 'iterative', sleeping: false });
  const links: Body[] = [];
  const joints: Joint[] = [];
  for (let i = 0; i < count; i++) {
    const bodyB = world.addBody({
      position: level ? [i + 0.5, 0] : [0, -i - 0.5],
      shape: level ? box(1, 0.1) : box(0.1, 1),
      mass: 1,
    });
    joints.push(world.joints.create(type, { bodyA: links[i - 1] ?? null, bodyB, anchor: level ? [i, 0] : [0, -i] }));
    links.push(bodyB);
  }
  return { world, links, joints };
}

function rest({ world }: Chain): void {
  for (let i = 0; i < 400; i++) world.step(1 / 60);
}

const strongest = ({ joints }: Chain): number => Math.max(...joints.map(({ reaction }) => reaction.force));
const fastest = ({ links }: Chain): number => Math.max(...links.map(({ velocity }) => Math.abs(velocity.y)));
const widest = ({ joints }: Chain): number => Math.max(...joints.map((joint) => joint.error.point));

describe('the iterative step when its length changes', () => {
  test('loads a chain at rest with no more than its weight when steps become shorter', () => {
    for (const dt of [1 / 120, 1 / 240, 1 / 600, 1 / 6000, 1e-5]) {
      const hung = chain(10, 'pivot', false);
      rest(hung);
      for (let i = 0; i < 120; i++) {
        hung.world.step(dt);
        expect(strongest(hung), `${dt}, step ${i}`).toBeLessThan(1.05 * 10 * GRAVITY);
        // Its gaps of 0.6 mm at most close in 0.05 s or more.
        expect(fastest(hung), `${dt}, step ${i}`).toBeLessThan(0.05);
      }
    }
  });

  test('nor by springs that are stiffer than a lock', () => {
    for (const dt of [1 / 120, 1 / 600, 1e-5]) {
      const hung = chain(10, 'pivot', false);
      for (const joint of hung.joints) joint.softness = { hertz: 300, dampingRatio: 0.1 };
      rest(hung);
      for (let i = 0; i < 120; i++) {
        hung.world.step(dt);
        expect(strongest(hung), `${dt}, step ${i}`).toBeLessThan(1.15 * 10 * GRAVITY);
      }
    }
  });

  test('closes what a longer step has left as far as a shorter one does', () => {
    const hung = chain(10, 'pivot', false);
    rest(hung);
    for (let i = 0; i < 1200; i++) hung.world.step(1 / 600);
    const always = chain(10, 'pivot', false);
    for (let i = 0; i < 1200; i++) always.world.step(1 / 600);
    expect(widest(hung)).toBeLessThan(1.1 * widest(always));
  });

  test('loads it with little more than its weight when they become longer', () => {
    for (const dt of [1 / 48, 1 / 40, 1 / 30]) {
      const hung = chain(10, 'pivot', false);
      rest(hung);
      for (let i = 0; i < 120; i++) {
        hung.world.step(dt);
        expect(strongest(hung), `${dt}, step ${i}`).toBeLessThan(1.05 * 10 * GRAVITY);
      }
      const always = chain(10, 'pivot', false);
      for (let i = 0; i < 600; i++) always.world.step(dt);
      expect(widest(hung)).toBeCloseTo(widest(always), 9);
    }
  });

  test.each([0.1, 0.25, 0.5, 4])('carries a chain at rest through a hitch of %f s, and stays as hard', (hitch) => {
    for (const type of ['pivot', 'weld'] as const) {
      const hung = chain(10, type, false);
      rest(hung);
      const gap = widest(hung);
      const end = hung.links[9].y;
      for (const dt of [hitch, ...Array<number>(60).fill(1 / 60)]) {
        hung.world.step(dt);
        expect(strongest(hung), type).toBeLessThan(1.1 * 10 * GRAVITY);
        expect(Math.abs(hung.links[9].y - end), type).toBeLessThan(3e-3);
      }
      expect(widest(hung), type).toBeCloseTo(gap, 6);
    }
  });

  test('cuts a hitch into substeps no longer than those before, and goes on with as many as it is told to', () => {
    const { world } = chain(3, 'pivot', true);
    const substeps: number[] = [];
    world.on('beforesubstep', ({ h }) => substeps.push(h));
    const count = (dt: number): number => {
      substeps.length = 0;
      world.step(dt);
      return substeps.length;
    };
    expect(count(1 / 60)).toBe(4);
    // A frame that was missed is none.
    expect(count(1 / 30)).toBe(4);
    for (let i = 0; i < 60; i++) expect(count(1 / 60)).toBe(4);
    expect(count(0.25)).toBe(60);
    expect(Math.max(...substeps)).toBeCloseTo(1 / 240, 12);
    expect(world.stats.islands[0].steps).toBe(60);
    expect(count(1 / 60)).toBe(4);
    for (let i = 0; i < 9; i++) count(0.25);
    expect(count(0.25)).toBe(4);
    // Nor does what comes back from slow motion take any more.
    for (let i = 0; i < 600; i++) count(1 / 60);
    for (let i = 0; i < 6000; i++) count(1 / 1200);
    expect(count(1 / 60)).toBe(4);
    for (let i = 0; i < 200; i++) count(1 / 60);
    world.substeps = 1;
    expect(count(1 / 60)).toBe(1);
    // No hitch takes longer than it lasts where a world keeps up with its frames.
    const other = chain(3, 'pivot', true).world;
    let many = 0;
    other.on('beforesubstep', () => many++);
    other.step(1 / 60);
    other.step(4);
    expect(many).toBe(4 + 960);
  });

  test('gains no energy from steps that come and go', () => {
    const patterns: Record<string, (i: number) => number> = {
      'every other 1/400': (i) => (i % 2 === 0 ? 1 / 60 : 1 / 400),
      'a hitch of 1/10 in half a second': (i) => (i % 30 === 0 ? 1 / 10 : 1 / 60),
      'a hitch of 1/4 in a second': (i) => (i % 60 === 59 ? 1 / 4 : 1 / 60),
      'a rate that falls': (i) => ((i >> 4) % 2 === 0 ? 1 / 60 : 1 / 40),
      'slow motion and back': (i) => ((i >> 5) % 2 === 0 ? 1 / 60 : 1 / 1200),
      'frame times': (i) => (1 + ((i * 7919) % 13) / 6) / 120,
    };
    for (const [name, dt] of Object.entries(patterns)) {
      for (const [count, type] of [
        [10, 'pivot'],
        [6, 'weld'],
      ] as const) {
        const swinging = chain(count, type, true);
        const { world } = swinging;
        const start = world.energy.total;
        for (let i = 0; i < 300; i++) {
          world.step(dt(i));
          expect(world.energy.total - start, `${count} by ${type}, ${name}, step ${i}`).toBeLessThan(0.01);
        }
      }
    }
  });

  test.each([1 / 600, 1 / 30, 0.25])(
    'goes on from a snapshot that was taken after a change to %f s, bit by bit',
    (dt) => {
      const { world } = chain(5, 'pivot', true);
      for (let i = 0; i < 30; i++) world.step(1 / 60);
      for (let i = 0; i < 3; i++) world.step(dt);
      const snapshots = [world.snapshot(), JSON.parse(JSON.stringify(world.snapshot({ portable: true })))];
      const go = (): string => {
        for (let i = 0; i < 30; i++) world.step(dt);
        return world.hash();
      };
      const straight = go();
      for (let i = 0; i < 300; i++) world.step(1 / 600);
      for (const snapshot of snapshots) {
        world.restore(snapshot);
        expect(go()).toBe(straight);
      }
    },
  );

  // Its gaps are those of the longer step, which all of the world has left: where steps are half as long they close a bit hard.
  test('wakes what fell asleep at steps twice as long with less than twice its weight', () => {
    const hung = chain(10, 'pivot', false);
    hung.world.sleeping = true;
    rest(hung);
    expect(hung.links[0].isSleeping).toBe(true);
    for (let i = 0; i < 2000; i++) hung.world.step(1 / 120);
    hung.links[0].wake();
    for (let i = 0; i < 60; i++) {
      hung.world.step(1 / 120);
      expect(strongest(hung), `step ${i}`).toBeLessThan(2 * 10 * GRAVITY);
      expect(fastest(hung), `step ${i}`).toBeLessThan(0.2);
    }
  });
});
