import { describe, expect, it } from 'vitest';
import { openScene } from './support/stage';

// A stalled page is no speed: what a tween moves has the speed of the tween, however long its frames are.

/** ms. Deterministic, and of no pattern. */
function* randomFrames(shortest: number, longest: number): Generator<number> {
  for (let seed = 7; ; seed = (seed * 16807) % 2147483647) yield shortest + ((longest - shortest) * seed) / 2147483647;
}

/** A load hangs below a platform that a tween moves at 50 px/s; returns its greatest speed and the greatest pull, in all of these frames. */
async function ride(frames: Iterable<number>, options = {}) {
  const { stage, scene, joints } = await openScene(options);
  const platform = scene.add.rectangle(100, 100, 80, 10);
  const load = scene.add.rectangle(100, 160, 20, 20);
  const body = joints.attach(platform, { type: 'kinematic' });
  joints.attach(load, { mass: 25 });
  const pin = joints.create('pin', { bodyA: platform, bodyB: load });
  const speeds: number[] = [];
  const pulls: number[] = [];
  scene.tweens.add({ targets: platform, y: 100 + 50 * 60, duration: 60_000, ease: 'Linear' });
  stage.frames(30);
  let { y } = body;
  joints.on('afterstep', ({ dt }) => {
    speeds.push((body.y - y) / dt);
    pulls.push(pin.reaction.force);
    y = body.y;
  });
  for (const ms of frames) stage.frames(1, ms);
  return {
    slowest: Math.min(...speeds),
    fastest: Math.max(...speeds),
    pull: Math.max(...pulls),
    behind: Math.abs(platform.y - body.y),
    steps: speeds.length,
  };
}

const steady = (count: number, ms: number) => Array.from({ length: count }, () => ms);

function expectQuiet({ slowest, fastest, pull, steps, behind }: Awaited<ReturnType<typeof ride>>): void {
  expect(steps).toBeGreaterThan(10);
  expect(slowest).toBeCloseTo(50, 6);
  expect(fastest).toBeCloseTo(50, 6);
  expect(pull).toBeLessThan(1.01 * 25 * 9.81);
  expect(behind).toBeLessThan(1.1);
}

describe.each([30, 60, 144])('at %i Hz', (rate) => {
  it.each([0, 20, 50, 100, 150, 200, 249, 251, 300, 400, 500, 501, 700, 2000])(
    'a hitch of %i ms is no speed',
    async (hitch) => {
      const few = steady(Math.ceil(rate / 4), 1000 / rate);
      expectQuiet(await ride([...few, 1000 / rate + hitch, ...few, 1000 / rate + hitch, 1000 / rate + hitch, ...few]));
    },
  );
});

it('frames of 4 to 40 ms have the speed of the tween', async () => {
  const frames: number[] = [];
  for (const ms of randomFrames(4, 40)) if (frames.push(ms) === 300) break;
  expectQuiet(await ride(frames));
});

it.each([
  ['little is made up for', { maxCatchUp: 0.05 }],
  ['no more than a step is made up for', { maxCatchUp: 0 }],
])('nor is a hitch where %s', async (_, options) => {
  expectQuiet(
    await ride([...steady(20, 1000 / 60), 200, ...steady(20, 1000 / 60), 90, 90, ...steady(20, 10)], options),
  );
});

it('twice as fast as the tweens, joints see half the speed, also in a hitch', async () => {
  const ridden = await ride([...steady(20, 1000 / 60), 200, 200, ...steady(20, 1000 / 60)], { timeScale: 2 });
  expect(ridden.slowest).toBeCloseTo(25, 6);
  expect(ridden.fastest).toBeCloseTo(25, 6);
});

it('tweens have their own clock again after the scene', async () => {
  const { stage, scene } = await openScene();
  const { tweens } = scene;
  expect(Object.hasOwn(tweens, 'getDelta')).toBe(true);
  scene.scene.stop();
  stage.frames(2);
  expect(Object.hasOwn(tweens, 'getDelta')).toBe(false);
});
