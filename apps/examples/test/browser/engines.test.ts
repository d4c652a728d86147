import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { examples } from '../../src/examples/index';
import type { Example } from '../../src/examples/example';
import { openStage } from '../../src/stages/open-stage';
import type { Engine, Stage } from '../../src/stages/stage';

const STEPS = 90;
/** Where bodies collide: what tumbles soon goes another way in pixels, y down. */
const FEW = 20;

let parent: HTMLElement;
let complaints: MockInstance[];

beforeEach(() => {
  parent = document.createElement('div');
  parent.style.cssText = 'position: relative; width: 480px; height: 320px';
  document.body.append(parent);
  complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
});

afterEach(() => {
  for (const complaint of complaints) complaint.mockRestore();
  parent.remove();
});

/** Shows every example in one engine, and says where its bodies are drawn after some steps. */
async function drawnIn(engine: Engine): Promise<Map<string, Map<string, readonly [number, number] | null>>> {
  const stage = await openStage(engine, parent);
  stage.paused = true;
  stage.overlay = true;
  const drawn = new Map<string, Map<string, readonly [number, number] | null>>();
  for (const example of examples) drawn.set(example.id, await drawnAfter(stage, example));
  stage.dispose();
  return drawn;
}

async function drawnAfter(stage: Stage, example: Example) {
  await stage.show(example);
  const collides = [...stage.world.bodies].some((body) => body.collides !== null);
  for (let i = 0; i < (collides ? FEW : STEPS); i++) stage.step();
  await nextFrame();
  await nextFrame();
  return new Map([...stage.world.bodies].map(({ id }) => [id, stage.drawnAt(id)]));
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

describe('Phaser and three.js', () => {
  it(
    'draw every body at the same place after the same steps, and complain about nothing',
    { timeout: 300_000 },
    async () => {
      const phaser = await drawnIn('phaser');
      const three = await drawnIn('three');
      for (const { id } of examples) {
        for (const [body, place] of phaser.get(id) ?? []) {
          const twin = three.get(id)?.get(body) ?? null;
          expect(place === null, `${id}: ${body}`).toBe(twin === null);
          if (place === null || twin === null) continue;
          expect(Math.hypot(place[0] - twin[0], place[1] - twin[1]), `${id}: ${body}`).toBeLessThan(1);
        }
      }
      for (const complaint of complaints) expect(complaint.mock.calls).toEqual([]);
      expect(parent.querySelectorAll('canvas')).toHaveLength(0);
    },
  );
});
