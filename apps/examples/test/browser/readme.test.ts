import * as Phaser from 'phaser';
import type { JointsPlugin } from '@tenon/phaser-plugin';
import { ThreeJoints } from '@tenon/three-adapter';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import root from '../../../../README.md?raw';

// The programs of the READMEs, each in a file of its own, run as they are printed.
const programs = import.meta.glob<string>('./readme/*.ts', { query: '?raw', import: 'default', eager: true });
const readmes = import.meta.glob<string>('../../../../packages/*/README.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const shown: readonly (readonly [readme: string, programs: readonly string[]])[] = [
  [root, ['phaser', 'three', 'plain']],
  [readmes['../../../../packages/phaser-plugin/README.md'], ['phaser-plugin']],
  [readmes['../../../../packages/core/README.md'], ['core']],
];
const printed = new Map(
  shown.flatMap(([readme, names]) => {
    const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
    return names.map((name, i) => [name, blocks[i]] as const);
  }),
);

it.each([...printed.keys()])('the program %s is as printed', (name) => {
  expect(programs[`./readme/${name}.ts`]).toBe(printed.get(name));
});

const games: Phaser.Game[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const game of games.splice(0)) game.destroy(true);
});

afterAll(() => {
  document.body.replaceChildren();
});

/** Starts a program that makes a game, and returns the joints of its scene once they move. */
async function jointsOf(program: () => Promise<unknown>): Promise<JointsPlugin> {
  const step = vi.spyOn(Phaser.Game.prototype, 'step');
  await program();
  await vi.waitFor(() => expect(step).toHaveBeenCalled(), { timeout: 30_000 });
  const [game] = step.mock.contexts as Phaser.Game[];
  games.push(game);
  const joints = () => (game.scene.scenes[0] as Phaser.Scene & { joints?: JointsPlugin }).joints;
  await vi.waitFor(() => expect(joints()?.world.time).toBeGreaterThan(0.4), { timeout: 30_000 });
  const found = joints();
  if (found === undefined) throw new Error('the scene has no joints');
  return found;
}

it('swings in Phaser', async () => {
  const { world } = await jointsOf(() => import('./readme/phaser'));
  const [hinge, link] = world.joints;
  expect(world.joints.size).toBe(2);
  expect(hinge.coordinates[0].path).toContain('angle');
  expect(Math.abs(world.body(hinge.bodyB?.id ?? '')?.angle ?? 0)).toBeGreaterThan(0.1);
  expect(link.error['point']).toBeLessThan(0.1); // px
});

it('cranks in Phaser, with the plugin in the configuration', async () => {
  const { world } = await jointsOf(() => import('./readme/phaser-plugin'));
  expect(world.joints.size).toBe(2);
  expect([...world.bodies].some(({ angle }) => Math.abs(angle) > 0.1)).toBe(true);
});

it('falls to its limit in three.js', async () => {
  const update = vi.spyOn(ThreeJoints.prototype, 'update');
  await import('./readme/three');
  await vi.waitFor(() => expect(update).toHaveBeenCalled(), { timeout: 30_000 });
  const [{ world }] = update.mock.contexts as ThreeJoints[];
  const [angle] = [...world.joints][0].coordinates;
  await vi.waitFor(() => expect(angle).toMatchObject({ value: expect.closeTo(-1, 2) as number }), { timeout: 30_000 });
  expect(document.querySelectorAll('canvas')).toHaveLength(1);
});

it('steps without an engine', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('./readme/plain');
  expect(log).not.toHaveBeenCalled(); // nothing breaks in one step
  await import('./readme/core');
  const [angle, force] = log.mock.calls[0] as [number, number];
  expect(angle).toBeGreaterThan(0);
  expect(force).toBeGreaterThan(0);
});
