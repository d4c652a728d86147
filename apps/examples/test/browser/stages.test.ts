import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { belt } from '../../src/examples/belt';
import type { Example } from '../../src/examples/example';
import { jelly } from '../../src/examples/jelly';
import { pendulumWall } from '../../src/examples/pendulum-wall';
import { tones } from '../../src/figures/paint';
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

/** Of the picture at a place in it, CSS px. */
async function colorAt([x, y]: readonly [number, number]): Promise<number[]> {
  await frames(2);
  const base64 = await page.screenshot({ element: parent, save: false });
  const picture = new Image();
  picture.src = `data:image/png;base64,${base64}`;
  await picture.decode();
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  const ratio = picture.width / parent.clientWidth;
  context.drawImage(picture, -Math.round(x * ratio), -Math.round(y * ratio));
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function rgb(color: number): number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
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

  it('fills a soft polygon with its colour, and lays a belt round its wheels', async () => {
    stage = await openStage(engine, parent);
    stage.paused = true;
    await stage.show(jelly);
    const middle = (a: string, b: string): [number, number] => {
      const [p, q] = [stage?.drawnAt(a) ?? [NaN, NaN], stage?.drawnAt(b) ?? [NaN, NaN]];
      return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    };
    expect(await colorAt(middle('full0', 'full4'))).toEqual(rgb(tones.coral.mark));
    expect(await colorAt(middle('empty0', 'empty4'))).toEqual(rgb(tones.steel.mark));

    await stage.show(belt);
    const [x, y] = stage.drawnAt('drive') ?? [NaN, NaN];
    const pixels = (480 / 8) * (0.5 + 0.04); // from the middle of the wheel to that of the belt
    expect(await colorAt([x - pixels, y])).toEqual(rgb(tones.rope.face));
    expect(await colorAt([x + pixels, y])).not.toEqual(rgb(tones.rope.face));
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
