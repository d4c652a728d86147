import * as Phaser from 'phaser';
import type { JointsPlugin } from '@tenon/phaser-plugin';
import { ThreeJoints } from '@tenon/three-adapter';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import root from '../../../../README.md?raw';
import guide from '../../../../docs/guide/constraints.md?raw';

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
  [guide, ['belt-phaser', 'belt-three']],
];
const printed = new Map(
  shown.flatMap(([readme, names]) => {
    // On a page whose other code is one program without an engine, whole programs are fenced by another word.
    const fence = readme === guide ? 'typescript' : 'ts';
    const blocks = [...readme.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code);
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

const seen = new Set<unknown>();

/** Starts a program that updates joints of three.js in every frame, and returns those; others go on beside it. */
async function threeJointsOf(program: () => Promise<unknown>): Promise<ThreeJoints> {
  const update = vi.spyOn(ThreeJoints.prototype, 'update');
  await program();
  const fresh = () => (update.mock.contexts as ThreeJoints[]).find((joints) => !seen.has(joints));
  await vi.waitFor(() => expect(fresh()).toBeDefined(), { timeout: 30_000 });
  const found = fresh();
  if (found === undefined) throw new Error('nothing is updated');
  seen.add(found);
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

it('turns three wheels by one belt in Phaser', async () => {
  const { world } = await jointsOf(() => import('./readme/belt-phaser'));
  expect([...world.bodies].map((body) => Math.round(100 * body.angularVelocity))).toEqual([300, 200, 400]);
});

it('turns three wheels by one belt in three.js', async () => {
  const { world } = await threeJointsOf(() => import('./readme/belt-three'));
  const turns = () => [...world.bodies].map((body) => Math.round(100 * body.angularVelocity));
  await vi.waitFor(() => expect(turns()).toEqual([300, 200, 400]), { timeout: 30_000 });
});

it('falls to its limit in three.js', async () => {
  const { world } = await threeJointsOf(() => import('./readme/three'));
  const [angle] = [...world.joints][0].coordinates;
  await vi.waitFor(() => expect(angle).toMatchObject({ value: expect.closeTo(-1, 2) as number }), { timeout: 30_000 });
  expect(document.querySelectorAll('canvas')).toHaveLength(2); // this one's, and that of the belt
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
