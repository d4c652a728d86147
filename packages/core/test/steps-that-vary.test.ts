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
    for (let i = 0; i < 600; i++) hung.world.step(1 / 600);
    const always = chain(10, 'pivot', false);
    for (let i = 0; i < 1200; i++) always.world.step(1 / 600);
    expect(widest(hung)).toBeLessThan(1.1 * widest(always));
  });

  test('gains no energy from steps that come and go', () => {
    const patterns: Record<string, (i: number) => number> = {
      'every other 1/400': (i) => (i % 2 === 0 ? 1 / 60 : 1 / 400),
      'a hitch of 1/10 in half a second': (i) => (i % 30 === 0 ? 1 / 10 : 1 / 60),
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

  test('goes on from a snapshot that was taken after a change, bit by bit', () => {
    const { world } = chain(5, 'pivot', true);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    for (let i = 0; i < 5; i++) world.step(1 / 600);
    const snapshots = [world.snapshot(), JSON.parse(JSON.stringify(world.snapshot({ portable: true })))];
    const go = (): string => {
      for (let i = 0; i < 60; i++) world.step(1 / 600);
      return world.hash();
    };
    const straight = go();
    for (let i = 0; i < 300; i++) world.step(1 / 600);
    for (const snapshot of snapshots) {
      world.restore(snapshot);
      expect(go()).toBe(straight);
    }
  });

  test('wakes what fell asleep at longer steps as gently', () => {
    const hung = chain(10, 'pivot', false);
    hung.world.sleeping = true;
    rest(hung);
    expect(hung.links[0].isSleeping).toBe(true);
    for (let i = 0; i < 2000; i++) hung.world.step(1 / 600);
    hung.links[0].wake();
    for (let i = 0; i < 60; i++) {
      hung.world.step(1 / 600);
      expect(strongest(hung), `step ${i}`).toBeLessThan(1.05 * 10 * GRAVITY);
    }
  });
});
