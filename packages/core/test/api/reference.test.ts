import * as core from '@tenon/core';
import { describe, expect, test, vi } from 'vitest';
import { faultsOf, programOf, readPage, worldOf } from './page-program';

const joints = readPage('joints.md');
const guide = readPage('guide/world.md');
const constraints = readPage('guide/constraints.md');
const collisions = readPage('guide/collisions.md');
const fromNape = readPage('guide/from-nape.md');
const moving = readPage('guide/moving.md');

/** Sections by the names in their heading. */
const sections = new Map(
  joints
    .split(/^#+ /m)
    .flatMap((section) => [...section.split('\n')[0].matchAll(/`([\w-]+)`/g)].map(([, name]) => [name, section])),
);

/** Rows of a table of a page, whose first cell names this. */
function rowsOf(page: string, name: string): string[] {
  const rows = [...page.matchAll(/^\|(.*?)\|(.*)\|$/gm)];
  return rows.filter(([, first]) => first.includes(`\`${name}\``)).map(([, , rest]) => rest);
}

describe('docs/joints.md', () => {
  test('has a section for every name, and no other', () => {
    expect([...sections.keys()].sort()).toEqual(Object.keys(core.builtInJoints).sort());
  });

  test.each(Object.entries(core.builtInJoints))('%s: names its coordinates and its own options', (name, found) => {
    const section = sections.get(name);
    const type = 'preset' in found ? null : found;
    for (const { name: word } of type?.coordinates ?? []) expect(section).toContain(`\`${word}\``);
    for (const { name: word } of type?.parameters ?? []) expect(section).toContain(`\`${word}\``);
    for (const word of type?.flat ?? []) expect(section).toContain(`\`${word}\``);
    expect(section).toContain(
      `create('${name === 'revolute' || name === 'hinge' ? 'pivot' : name === 'slider' ? 'prismatic' : name}'`,
    );
  });

  test('its program type-checks as a user of strict TypeScript writes it', () => {
    expect(faultsOf(programOf(joints))).toEqual([]);
  });

  test('its program runs', () => {
    const world = worldOf(programOf(joints));
    const made = new Set([...world.joints].map(({ type }) => type));
    const types = Object.values(core.builtInJoints).map((found) => ('preset' in found ? found.type.name : found.name));
    expect(made).toEqual(new Set(types));
    world.step(1 / 60);
    expect([...world.poses].every(Number.isFinite)).toBe(true);
  });
});

describe('docs/guide/constraints.md', () => {
  test('its program type-checks as a user of strict TypeScript writes it', () => {
    expect(faultsOf(programOf(constraints))).toEqual([]);
  });

  test('its program runs, and what it makes holds', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const world = worldOf(programOf(constraints));
    const [[speed], [explained], [geared, rubber], [smaller], [joints]] = log.mock.calls as [
      [number],
      [string],
      [number, number],
      [number],
      [number],
    ];
    log.mockRestore();
    expect(speed).toBeCloseTo(2, 5);
    expect(explained).toContain('J b = [0, 0, radiusB]');
    expect(geared).toBeCloseTo(2, 5);
    expect(rubber).toBeCloseTo(4, 1);
    expect(smaller).toBeCloseTo(4.8, 5);
    expect(joints).toBe(world.joints.size);
    for (let i = 0; i < 120; i++) world.step(1 / 60);
    const errors = [...world.joints].flatMap(({ error }) => Object.values(error).map(Math.abs));
    expect(Math.max(...errors)).toBeLessThan(0.02);
  });
});

describe('docs/guide/from-nape.md', () => {
  test('its program type-checks as a user of strict TypeScript writes it', () => {
    expect(faultsOf(programOf(fromNape))).toEqual([]);
  });

  test('its program runs: the pivot holds, the door stops where it says', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const world = worldOf(programOf(fromNape));
    const [[angle], [isShort]] = log.mock.calls as [[string], [boolean]];
    log.mockRestore();
    expect(angle).toBe('0.700');
    expect(isShort).toBe(true);
    const errors = [...world.joints].flatMap(({ error }) => Object.values(error).map(Math.abs));
    expect(Math.max(...errors)).toBeLessThan(0.02);
  });
});

describe('docs/guide/moving.md', () => {
  test('its program type-checks as a user of strict TypeScript writes it', () => {
    expect(faultsOf(programOf(moving))).toEqual([]);
  });

  test('its program runs: the car drives, the door has met its stop', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    worldOf(programOf(moving));
    const { lastCall } = log.mock;
    log.mockRestore();
    expect(lastCall).toEqual([true, '-1.6', 2]);
  });
});

describe('docs/guide/collisions.md', () => {
  test('its program type-checks as a user of strict TypeScript writes it', () => {
    expect(faultsOf(programOf(collisions))).toEqual([]);
  });

  test('its program runs: the crate lies on the ground, where a ray finds it', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    worldOf(programOf(collisions));
    const { calls } = log.mock;
    log.mockRestore();
    expect(calls[0][0]).toMatch(/^b\d hits b\d$/);
    expect(calls.at(-1)).toEqual([true, true]);
  });
});

describe('docs/guide/world.md', () => {
  test('its program type-checks as a user of strict TypeScript writes it', () => {
    expect(faultsOf(programOf(guide))).toEqual([]);
  });

  test('its program runs, and picks and reads what the page says', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const world = worldOf(programOf(guide));
    const [, arm, , ramp] = world.bodies;
    const [hash, picked, placed, [steps, ...numbers]] = log.mock.lastCall as [string, string, string, number[]];
    log.mockRestore();
    expect([hash, picked, placed, steps]).toEqual([world.hash(), arm.id, ramp.id, 1]);
    expect(numbers.every(Number.isFinite)).toBe(true);
    expect(ramp.contains([4.1, 0.1])).toBe(true);
    expect(ramp.contains([5.9, 0.2])).toBe(false);
  });

  test('tells the payload of every event', () => {
    const world = new core.World({ gravity: [0, -9.81] });
    const body = world.addBody({ position: [0.5, 0] });
    const joint = world.joints.create('pivot', { bodyB: body, anchor: [0, 0], solver: 'iterative' });
    const told = new Map<string, string[]>();
    const note = (event: string) => (payload: object) => told.set(event, Object.keys(payload));
    world.on('beforeread', note('beforeread'));
    world.on('beforestep', note('beforestep'));
    world.on('beforesubstep', note('beforesubstep'));
    world.on('afterstep', note('afterstep'));
    world.on('breaking', note('breaking'));
    world.on('broken', note('broken'));
    world.on('limit', note('limit'));
    world.on('sleep', note('sleep'));
    world.on('wake', note('wake'));
    world.on('contact', note('contact'));
    world.on('contactend', note('contactend'));
    world.on('overlap', note('overlap'));
    world.on('overlapend', note('overlapend'));
    world.on('added', note('added'));
    world.on('removed', note('removed'));
    joint.angle.limits = [-0.1, 0.1];
    for (let i = 0; i < 300; i++) world.step(1 / 60);
    joint.break = { force: 1 };
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    world.addBody();
    expect(world.energy.kinetic).toBeGreaterThan(0);
    world.addBody({ type: 'static', position: [9, 0], shape: core.disc(1), collides: true });
    world.addBody({ type: 'static', position: [9, 0], shape: core.disc(2), collides: { sensor: true } });
    const ball = world.addBody({ position: [9, 1.5], shape: core.disc(0.5), collides: true });
    world.step(1 / 60);
    ball.remove();
    expect(told.size).toBe(15);
    for (const [event, keys] of told) {
      const [row] = rowsOf(guide, event);
      for (const key of keys) expect(row, event).toMatch(new RegExp(`[{ ]${key}[, ]`));
    }
  });

  test('tells the keys of error of every joint', () => {
    for (const [name, found] of Object.entries(core.builtInJoints)) {
      const type = 'preset' in found ? found.type : found;
      if (name !== type.name && !('preset' in found)) continue; // another name of it
      const locked = type.coordinates.filter((coordinate) => coordinate.locked || name === 'pin');
      const rows = rowsOf(guide, name);
      expect(rows, name).toHaveLength(1);
      expect(
        [...rows[0].matchAll(/`(\w+)`/g)].map(([, key]) => key),
        name,
      ).toEqual(locked.map((c) => c.name));
    }
  });

  test('tells when things fall asleep, and how one stays awake', () => {
    const world = new core.World();
    const slow = world.addBody({ velocity: [0.0499, 0], angularVelocity: 0.0499 });
    const fast = world.addBody({ velocity: [0.0501, 0], position: [5, 0] });
    const turning = world.addBody({ angularVelocity: 0.0501, position: [9, 0] });
    const woken = world.addBody({ position: [0, 9] });
    world.on('beforestep', () => woken.wake());
    for (let i = 0; i < 29; i++) world.step(1 / 60);
    expect(slow.isSleeping).toBe(false);
    for (let i = 0; i < 2; i++) world.step(1 / 60);
    expect([slow, fast, turning, woken].map(({ isSleeping }) => isSleeping)).toEqual([true, false, false, false]);
  });
});
