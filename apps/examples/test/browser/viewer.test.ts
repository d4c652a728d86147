import '../../src/style.css';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { examples } from '../../src/examples/index';
import { Gallery } from '../../src/gallery/gallery';
import { placeOf } from '../../src/place';
import { Viewer } from '../../src/viewer/viewer';

const neighbours = { before: 'beam', after: 'chain' };
let shown: { dispose(): void } | null = null;

afterEach(() => {
  shown?.dispose();
  shown = null;
});

async function open(query: string): Promise<Viewer> {
  const place = placeOf(`http://localhost/${query}`);
  const example = examples.find(({ id }) => id === place.example) ?? examples[0];
  const viewer = new Viewer(document.body, place, example, neighbours);
  shown = viewer;
  await viewer.open();
  return viewer;
}

function buttonOf(title: string): HTMLButtonElement | null {
  return document.querySelector<HTMLButtonElement>(`button[title^="${title}"]`);
}

describe.each(['phaser', 'three'])('the viewer in %s', (engine) => {
  it('stops after the steps of the address', { timeout: 120_000 }, async () => {
    await open(`?example=piston&engine=${engine}&step=30`);
    const handle = window.tenonExample;
    expect(handle?.steps).toBe(30);
    expect(handle?.stage.paused).toBe(true);
    expect(handle?.stage.world.time).toBeCloseTo(0.5, 12);
  });

  it('steps, resets and shows the joints', { timeout: 120_000 }, async () => {
    await open(`?example=piston&engine=${engine}&step=10`);
    buttonOf('Step')?.click();
    expect(window.tenonExample?.steps).toBe(11);
    buttonOf('Joints')?.click();
    expect(window.tenonExample?.stage.overlay).toBe(true);
    buttonOf('Reset')?.click();
    await vi.waitFor(() => expect(window.tenonExample?.steps).toBe(10), { timeout: 30_000 });
    expect(window.tenonExample?.stage.overlay).toBe(true);
  });

  it('has sliders that set the laws', { timeout: 120_000 }, async () => {
    await open(`?example=piston&engine=${engine}&step=0`);
    const speed = document.querySelector<HTMLInputElement>('.panel input[type="number"], .panel .lil-number input');
    expect(Number(speed?.value)).toBe(6); // counter-clockwise, whichever way y points
  });

  it('leaves nothing behind', { timeout: 120_000 }, async () => {
    const viewer = await open(`?example=chain&engine=${engine}`);
    viewer.dispose();
    expect(document.querySelectorAll('canvas, main')).toHaveLength(0);
    expect(window.tenonExample).toBeUndefined();
  });
});

describe('the gallery', () => {
  it('has a card for every example, and says first that nothing collides', () => {
    const gallery = new Gallery(document.body, examples);
    shown = gallery;
    expect(document.querySelectorAll('.card')).toHaveLength(examples.length);
    expect(document.querySelector('.gallery header')?.textContent).toContain('do not collide yet');
  });
});
