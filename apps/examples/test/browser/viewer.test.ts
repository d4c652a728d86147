import '../../src/style.css';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
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

/** Presses a key on the page; true if the page has taken it. */
function press(key: string, more: KeyboardEventInit = {}): boolean {
  return !document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

/** What a browser sends for a mouse at a place of the picture: Phaser listens to one kind of event, three to the other. */
function point(what: 'down' | 'move' | 'up', [x, y]: readonly [number, number]): void {
  const canvas = document.querySelector('.picture canvas');
  const frame = document.querySelector('.picture')?.getBoundingClientRect();
  if (canvas === null || frame === undefined) throw new Error('there is no picture');
  const init = {
    clientX: frame.x + x,
    clientY: frame.y + y,
    button: 0,
    buttons: what === 'up' ? 0 : 1,
    bubbles: true,
    cancelable: true,
  };
  canvas.dispatchEvent(new PointerEvent(`pointer${what}`, { ...init, pointerId: 1, pointerType: 'mouse' }));
  canvas.dispatchEvent(new MouseEvent(`mouse${what}`, init));
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

  it('does with keys what its buttons do', { timeout: 120_000 }, async () => {
    await open(`?example=piston&engine=${engine}&step=10`);
    const handle = window.tenonExample;
    if (handle === undefined) throw new Error('nothing is shown');
    press('.');
    expect(handle.steps).toBe(11);
    expect(press(' ')).toBe(true); // else the page scrolls, or a focused button is pressed
    expect(handle.stage.paused).toBe(false);
    expect(buttonOf('Pause')?.textContent).toBe('Pause');
    await vi.waitFor(() => expect(handle.steps).toBeGreaterThan(11), { timeout: 30_000 });
    buttonOf('Pause')?.click();
    expect(handle.stage.paused).toBe(true);
    expect(buttonOf('Pause')?.textContent).toBe('Play');
    press('d');
    expect(handle.stage.overlay).toBe(true);
    expect(buttonOf('Joints')?.getAttribute('aria-pressed')).toBe('true');
    press('d');
    expect(handle.stage.overlay).toBe(false);
    press('r');
    await vi.waitFor(() => expect(window.tenonExample?.steps).toBe(10), { timeout: 30_000 });

    press('.', { ctrlKey: true });
    expect(window.tenonExample?.steps).toBe(10);
  });

  it('steers by keys and by buttons, and goes along with what is steered', { timeout: 120_000 }, async () => {
    await open(`?example=hill-climb&engine=${engine}&step=0`);
    const stage = window.tenonExample?.stage;
    const middle = stage?.drawnAt('lorry') ?? null;
    if (stage === undefined || middle === null) throw new Error('nothing is shown');
    const lorry = () => (stage.world.body('lorry')?.x ?? NaN) / stage.frame.scale;

    expect(press('ArrowRight')).toBe(true);
    for (let i = 0; i < 75; i++) stage.step();
    expect(lorry()).toBeGreaterThan(1);
    document.body.dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowRight', bubbles: true }));
    expect(stage.steering.holds('gas')).toBe(false);
    await vi.waitFor(() => {
      const [x, y] = stage.drawnAt('lorry') ?? [NaN, NaN];
      expect(Math.hypot(x - middle[0], y - middle[1])).toBeLessThan(1);
    });

    const brake = [...document.querySelectorAll('.steering button')].find((found) =>
      found.textContent.includes('back'),
    );
    brake?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    expect(stage.steering.holds('back')).toBe(true);
    const before = lorry();
    for (let i = 0; i < 240; i++) stage.step();
    expect(lorry()).toBeLessThan(before);
    dispatchEvent(new FocusEvent('blur'));
    expect(stage.steering.holds('back')).toBe(false);
    expect(stage.steering.isUsed).toBe(true);

    buttonOf('Reset')?.click();
    await vi.waitFor(() => expect(stage.steering.isUsed).toBe(false), { timeout: 30_000 });
  });

  it('steers by no key that something else asks for', { timeout: 120_000 }, async () => {
    await open(`?example=pinball&engine=${engine}&step=0`);
    const stage = window.tenonExample?.stage;
    const pause = buttonOf('Pause (p)');
    const link = document.querySelector('.home');
    if (stage === undefined || pause === null || link === null) throw new Error('nothing is shown');
    const sent = (target: Element, key: string) =>
      !target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

    expect(press('ArrowLeft', { altKey: true })).toBe(false); // a page back
    expect(stage.steering.holds('left')).toBe(false);
    for (const target of [pause, link]) expect(sent(target, ' ')).toBe(false); // presses it
    expect(stage.steering.isUsed).toBe(false);
    expect(sent(link, 'ArrowLeft')).toBe(true);
    expect(stage.steering.holds('left')).toBe(true);
    expect(press(' ')).toBe(true);
    expect(stage.steering.holds('plunger')).toBe(true);
    expect(stage.paused).toBe(true);
    press('p');
    expect(stage.paused).toBe(false);
    expect(pause.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))).toBe(false);
  });

  it('shows what a script writes over the picture', { timeout: 120_000 }, async () => {
    await open(`?example=pinball&engine=${engine}&step=2`);
    const sign = () => document.querySelector<HTMLElement>('.sign');
    expect(sign()?.textContent).toBe('0 points · ball 1');
    expect(sign()?.checkVisibility()).toBe(true);
    shown?.dispose();
    await open(`?example=chain&engine=${engine}&step=2`);
    expect(sign()?.checkVisibility()).toBe(false);
  });

  it('lets a pointer take hold of a body and lead it', { timeout: 120_000 }, async () => {
    await open(`?example=every-joint&engine=${engine}`);
    const stage = window.tenonExample?.stage;
    const start = stage?.drawnAt('motor-wheel') ?? null;
    if (stage === undefined || start === null) throw new Error('nothing is shown');
    const held = () =>
      [...stage.world.joints].filter(({ type, bodyB }) => type === 'drag' && bodyB?.id === 'motor-wheel');
    const goal: [number, number] = [start[0] - 45, start[1] + 30];

    point('down', start);
    await vi.waitFor(() => expect(held()).toHaveLength(1), { timeout: 30_000 });
    point('move', goal);
    await vi.waitFor(
      () => {
        const [x, y] = stage.drawnAt('motor-wheel') ?? [NaN, NaN];
        expect(Math.hypot(x - goal[0], y - goal[1])).toBeLessThan(3);
      },
      { timeout: 30_000 },
    );
    point('up', goal);
    await vi.waitFor(() => expect(held()).toHaveLength(0), { timeout: 30_000 });
  });

  it('leads to the same example in the other engine, and to its neighbours', { timeout: 120_000 }, async () => {
    await open(`?example=piston&engine=${engine}&step=10&overlay=1`);
    const linked = (selector: string) =>
      [...document.querySelectorAll<HTMLAnchorElement>(selector)].map(({ href }) => placeOf(href));
    const here = { example: 'piston', engine, stop: null, overlay: true };
    expect(linked('.engines a')).toEqual([
      { ...here, engine: 'phaser' },
      { ...here, engine: 'three' },
    ]);
    expect(linked('.engines a[aria-current]')).toEqual([here]);
    expect(linked('.neighbours a')).toEqual([
      { ...here, example: 'beam' },
      { ...here, example: 'chain' },
    ]);
    press('d');
    expect(linked('nav a').map(({ overlay }) => overlay)).toEqual([false, false, false, false]);
    expect(linked('.home')).toEqual([{ example: null, engine: 'phaser', stop: null, overlay: false }]);
  });

  it('writes captions where the figures are', { timeout: 120_000 }, async () => {
    await open(`?example=every-joint&engine=${engine}&step=0`);
    const words = new Map([...document.querySelectorAll('.captions span')].map((word) => [word.textContent, word]));
    const frame = document.querySelector('.picture')?.getBoundingClientRect();
    for (const name of ['motor', 'rotary-spring']) {
      const [x, y] = window.tenonExample?.stage.drawnAt(`${name}-wheel`) ?? [NaN, NaN];
      const word = words.get(name)?.getBoundingClientRect();
      if (frame === undefined || word === undefined) throw new Error(`${name} has no caption`);
      expect(word.x + word.width / 2 - frame.x).toBeCloseTo(x, 0);
      expect(word.y - frame.y).toBeGreaterThan(y);
      expect(word.height).toBeGreaterThan(7);
    }
  });

  it('has sliders that set the laws', { timeout: 120_000 }, async () => {
    await open(`?example=piston&engine=${engine}&step=0`);
    const speed = document.querySelector<HTMLInputElement>('.panel input[type="number"], .panel .lil-number input');
    expect(Number(speed?.value)).toBe(6); // counter-clockwise, whichever way y points
  });

  it('shows a program, and what the compiler makes of it, above the sliders', { timeout: 120_000 }, async () => {
    await open(`?example=cams&engine=${engine}&step=0`);
    buttonOf('Program')?.click();
    const [program, made] = [...document.querySelectorAll('.panel pre')].map(({ textContent }) => textContent);
    expect(program).toContain('body cam, follower');
    expect(made).toContain('J follower = [t2, t3, 0]');
    const panel = document.querySelector('.panel');
    expect(panel?.checkVisibility()).toBe(true);
    expect(panel?.scrollWidth).toBeLessThanOrEqual(panel?.clientWidth ?? 0);
    expect(panel?.querySelectorAll('input').length).toBeGreaterThan(0);
  });

  it('offers no sliders where there are none', { timeout: 120_000 }, async () => {
    await open(`?example=cloth&engine=${engine}&step=0`);
    press('s');
    expect(document.querySelector<HTMLElement>('.panel')?.hidden).toBe(true);
    expect(buttonOf('Sliders')?.checkVisibility()).toBe(false);
  });

  it('shows its sliders beside the picture, and on a small screen when asked', { timeout: 120_000 }, async () => {
    await open(`?example=weld-bridge&engine=${engine}&step=0`);
    const panel = document.querySelector<HTMLElement>('.panel');
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const whole = box('.picture');
    expect(panel?.hidden).toBe(true);
    buttonOf('Sliders')?.click();
    expect(panel?.hidden).toBe(false);
    const picture = box('.picture');
    const beside = box('.panel');
    expect(beside.width * beside.height).toBeGreaterThan(1000);
    expect(beside.left >= picture.right || beside.top >= picture.bottom).toBe(true);
    expect(picture.width * picture.height).toBeGreaterThan(0.5 * whole.width * whole.height);
    expect(buttonOf('Sliders')?.getAttribute('aria-pressed')).toBe('true');
    for (const input of document.querySelectorAll<HTMLInputElement>('.panel input')) {
      expect(input.value).not.toBe('');
      expect(input.scrollWidth, input.value).toBeLessThanOrEqual(input.clientWidth);
    }
    press('s');
    expect(panel?.hidden).toBe(true);
  });

  it('arranges the board anew for another picture', { timeout: 120_000 }, async () => {
    await page.viewport(390, 844);
    await open(`?example=every-joint&engine=${engine}&step=0`);
    const rows = () =>
      new Set([...document.querySelectorAll<HTMLElement>('.captions span')].map(({ style }) => style.top)).size;
    expect(rows()).toBe(6);
    const before = window.tenonExample;
    await page.viewport(844, 390);
    await vi.waitFor(() => expect(rows()).toBe(3), { timeout: 30_000 });
    await vi.waitFor(() => expect(window.tenonExample ?? before).not.toBe(before), { timeout: 30_000 });
    expect(document.querySelectorAll('.captions')).toHaveLength(1);
    const edge = document.querySelector('.picture')?.getBoundingClientRect() ?? new DOMRect();
    for (const word of document.querySelectorAll('.captions span')) {
      const { left, right, bottom } = word.getBoundingClientRect();
      expect(left).toBeGreaterThan(edge.left);
      expect(right).toBeLessThan(edge.right);
      expect(bottom).toBeLessThan(edge.bottom);
    }
    await page.viewport(414, 896);
  });

  it('has room for its buttons and captions on a small phone', { timeout: 120_000 }, async () => {
    await page.viewport(360, 640);
    await open(`?example=every-joint&engine=${engine}&step=0`);
    for (const { textContent, offsetLeft, offsetWidth } of document.querySelectorAll<HTMLElement>('.controls button'))
      expect(offsetLeft + offsetWidth, textContent).toBeLessThan(360);
    const words = [...document.querySelectorAll('.captions span')].map((word) => word.getBoundingClientRect());
    for (const [i, a] of words.entries()) {
      for (const b of words.slice(0, i)) {
        const apart = a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
        expect(apart, `captions ${words.indexOf(b)} and ${i}`).toBe(true);
      }
    }
    await page.viewport(414, 896);
  });

  it('leaves nothing behind', { timeout: 120_000 }, async () => {
    const viewer = await open(`?example=chain&engine=${engine}`);
    viewer.dispose();
    expect(document.querySelectorAll('canvas, main')).toHaveLength(0);
    expect(window.tenonExample).toBeUndefined();
  });
});

describe('the gallery', () => {
  it('has a card for every example, and says first what this is', () => {
    const gallery = new Gallery(document.body, examples);
    shown = gallery;
    expect(document.querySelectorAll('.card')).toHaveLength(examples.length);
    expect(document.querySelector('.gallery header')?.textContent).toContain(
      'Joints, constraints and collisions in two dimensions',
    );
  });

  it('says so if there is no such example', () => {
    shown = new Gallery(document.body, examples, 'nope');
    expect(document.querySelector('.gallery')?.firstElementChild?.textContent).toContain('no example “nope”');
    expect(document.querySelectorAll('.card')).toHaveLength(examples.length);
  });

  it('draws every card soon, in view or not', { timeout: 120_000 }, async () => {
    shown = new Gallery(document.body, examples);
    const blank = () => [...document.querySelectorAll('canvas')].filter(isBlank).length;
    expect(blank()).toBe(examples.length);
    expect(document.querySelector('.card:last-child canvas')?.getBoundingClientRect().top).toBeGreaterThan(innerHeight);
    await vi.waitFor(() => expect(blank()).toBe(0), { timeout: 60_000, interval: 300 });
  });
});

function isBlank(canvas: HTMLCanvasElement): boolean {
  const pixel = canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data;
  return pixel?.[3] === 0;
}
