import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { accuracySceneNames, makeAccuracyScene } from './accuracy-scenes.mjs';
// @ts-expect-error plain JavaScript
import { engineNames, engines, loadEngine } from './engines.mjs';
// @ts-expect-error plain JavaScript
import { Unsupported } from './engines/unsupported.mjs';
// @ts-expect-error plain JavaScript
import { energyOf, jointErrors, startState } from './measure.mjs';
// @ts-expect-error plain JavaScript
import { converge } from './reference.mjs';
// @ts-expect-error plain JavaScript
import { beaten } from './report.mjs';
// @ts-expect-error plain JavaScript
import { makeScene, sceneNames } from './scenes.mjs';

const small = (sceneNames as string[])
  .filter((name) => !/100|-50|ragdolls|slider|cars/.test(name))
  .concat('grid:6', 'ragdolls:2', 'chain:30', 'cars:4');

describe.each(engineNames as string[])('%s', (name) => {
  test('builds what it supports, starts where the scene does, and stays finite', async () => {
    const engine = await loadEngine(name);
    for (const sceneName of small) {
      const scene = makeScene(sceneName);
      let world;
      try {
        world = engine.build(scene, engines[name].settings);
      } catch (error) {
        expect(error, sceneName).toBeInstanceOf(Unsupported);
        continue;
      }
      const start = startState(scene);
      const state = start.slice();
      world.read(state);
      expect(Math.max(...state.map((value: number, i: number) => Math.abs(value - start[i]))), sceneName).toBeLessThan(
        5e-5,
      );
      for (let i = 0; i < 5; i++) world.step(scene.dt);
      world.read(state);
      const errors = new Float64Array(scene.joints.length);
      jointErrors(scene, state, errors);
      expect(Math.max(...errors.map(Math.abs)), sceneName).toBeLessThan(0.5);
      const { kinetic, potential } = energyOf(scene, state);
      expect(Number.isFinite(kinetic + potential), sceneName).toBe(true);
      world.destroy();
    }
  }, 300_000);
});

describe('scenes', () => {
  test.each(sceneNames as string[])('%s starts with its joints closed', (name) => {
    const scene = makeScene(name);
    const errors = new Float64Array(scene.joints.length);
    jointErrors(scene, startState(scene), errors);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1e-9);
  });

  test.each(accuracySceneNames as string[])('%s of the accuracy table, too', (name) => {
    const scene = makeAccuracyScene(name);
    const errors = new Float64Array(scene.joints.length);
    jointErrors(scene, startState(scene), errors);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1e-9);
  });
});

test('auto is beaten where another solver is faster and as exact, or as fast and more exact', () => {
  const auto = { ms: 1, rms: 1e-3, motion: 0.1 };
  const other = { ms: 1, rms: 1e-3, motion: 0.1 };
  expect(beaten(auto, [other])).toBe('');
  expect(beaten(auto, [{ ...other, ms: 0.5 }])).toBe('');
  expect(beaten(auto, [{ ...other, ms: 0.5, motion: 0.09 }])).toBe('beaten');
  expect(beaten(auto, [{ ...other, ms: 0.5, motion: 0.2 }])).toBe('');
  expect(beaten(auto, [{ ...other, motion: 0.04 }])).toBe('beaten');
  expect(beaten(auto, [{ ...other, ms: 0.1, wild: 'not finite' }])).toBe('');
  expect(beaten({ failure: 'threw' }, [other])).toBe('beaten');
});

test('the reference converges, and knows how far', () => {
  const { centres, error } = converge(makeScene('double-pendulum'));
  const finer = converge(makeScene('double-pendulum'), { target: 0, most: 32 });
  expect(error).toBeLessThan(1e-6);
  expect(Math.abs(centres[0] - finer.centres[0])).toBeLessThan(1e-6);
});

test('the pages have a place for every table that a run writes', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const pages: Record<string, string> = { main: read('../README.md'), own: read('README.md') };
  const written = [...read('run.mjs').matchAll(/fill\((main|own), '([\w-]+)'/g)];
  expect(written.length).toBeGreaterThan(6);
  for (const [, page, name] of written) expect(pages[page]).toMatch(`<!-- /${name} -->`);
});
