import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Example } from '../../src/examples/example';
import { pendulumWall } from '../../src/examples/pendulum-wall';
import { openStage } from '../../src/stages/open-stage';
import type { Engine, Stage } from '../../src/stages/stage';

let parent: HTMLElement;
let stage: Stage | null = null;
const errors: string[] = [];
const listen = (event: ErrorEvent) => {
  errors.push(event.message);
  event.preventDefault();
};

beforeEach(() => {
  parent = document.createElement('div');
  parent.style.cssText = 'position: relative; width: 480px; height: 320px';
  document.body.append(parent);
  errors.length = 0;
  addEventListener('error', listen);
});

afterEach(() => {
  removeEventListener('error', listen);
  stage?.dispose();
  parent.remove();
});

/** So many pictures, and the tasks after them. */
async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

const broken: Example = {
  ...pendulumWall,
  scene: () => {
    throw new Error('no scene');
  },
};

describe.each<Engine>(['phaser', 'three'])('a stage in %s', (engine) => {
  it('refuses an example that cannot be loaded, stays quiet after it, and shows the next one', async () => {
    stage = await openStage(engine, parent);
    await stage.show(pendulumWall);
    await frames(3);
    await expect(stage.show(broken)).rejects.toThrow('no scene');
    await frames(10);
    expect(errors).toEqual([]);

    await stage.show(pendulumWall);
    const { world } = stage;
    await vi.waitFor(() => expect(world.time).toBeGreaterThan(0.05), { timeout: 30_000 });
    expect(errors).toEqual([]);
  });

  it('fills its element again when that has another shape', async () => {
    stage = await openStage(engine, parent);
    await stage.show(pendulumWall);
    parent.style.cssText = 'position: relative; width: 240px; height: 400px';
    await frames(3);

    const { width, height } = parent.getElementsByTagName('canvas')[0].getBoundingClientRect();
    expect([width, height]).toEqual([240, 400]);
  });

  it('says once what goes wrong in a frame', async () => {
    stage = await openStage(engine, parent);
    await stage.show({
      ...pendulumWall,
      script: () => () => {
        throw new Error('no step');
      },
    });
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), { timeout: 30_000 });
    await frames(20);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/no step|threw during the step/);
  });

  it('shows an example again after a frame has thrown, and takes its picture away', async () => {
    stage = await openStage(engine, parent);
    let isFaulty = true;
    const faulty: Example = {
      ...pendulumWall,
      script: () => () => {
        if (isFaulty) throw new Error('no step');
      },
    };
    await stage.show(faulty);
    await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 30_000 });
    isFaulty = false;
    await stage.show(faulty);
    const { world } = stage;
    await vi.waitFor(() => expect(world.time).toBeGreaterThan(0.05), { timeout: 30_000 });
    expect(errors).toHaveLength(1);

    isFaulty = true;
    await vi.waitFor(() => expect(errors).toHaveLength(2), { timeout: 30_000 });
    stage.dispose();
    stage = null;
    expect(parent.querySelector('canvas')).toBeNull();
  });
});
