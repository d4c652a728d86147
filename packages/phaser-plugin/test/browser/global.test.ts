import * as Phaser from 'phaser';
import phaser3 from '../../../../node_modules/phaser3/dist/phaser.min.js?url';
import phaser4 from '../../../../node_modules/phaser/dist/phaser.min.js?url';
import { expect, it } from 'vitest';

// The file for <script>, as it was built: `nx run @tenon/phaser-plugin:build` makes it.
const built = import.meta.glob<string>('../../dist/index.global.js', { query: '?url', import: 'default', eager: true });
const [plugin] = Object.values(built);

/** A page of its own, as somebody writes it who has no bundler. */
async function openPage(scripts: readonly string[], program: string): Promise<Record<string, unknown>> {
  const page = document.createElement('iframe');
  page.srcdoc = `<!doctype html><body>${scripts.map((src) => `<script src="${src}"></script>`).join('')}<script>${program}</script></body>`;
  document.body.append(page);
  const result = await new Promise<Record<string, unknown>>((resolve) => {
    addEventListener('message', ({ data, source }: MessageEvent<Record<string, unknown>>) => {
      if (source === page.contentWindow) resolve(data);
    });
  });
  page.remove();
  return result;
}

const program = `
  onerror = (message) => parent.postMessage({ error: String(message) }, '*');
  new Phaser.Game({
    type: Phaser.CANVAS, width: 200, height: 200, banner: false, audio: { noAudio: true },
    scene: {
      create() {
        this.plugins.install('TenonPlugin', TenonPlugin, true, 'joints');
        this.arm = this.add.rectangle(150, 100, 100, 20);
        this.joints.attach(this.arm, { shape: Tenon.box(100, 20) });
        this.hinge = this.joints.create('pivot', { bodyB: this.arm, anchor: [100, 100] });
        this.joints.debug = true;
      },
      update() {
        if (this.joints.world.time < 0.2) return;
        parent.postMessage({ y: this.arm.y, error: this.hinge.error.point, phaser: Phaser.VERSION, names: Object.keys(Tenon) }, '*');
      },
    },
  });`;

it('the built script works beside phaser.min.js, without a bundler', async () => {
  if (plugin === undefined)
    throw new Error('dist/index.global.js is missing: run `npx nx run @tenon/phaser-plugin:build`');
  const engine = Phaser.VERSION.startsWith('3') ? phaser3 : phaser4;
  const { y, error, phaser, names } = await openPage([engine, plugin], program);
  expect(phaser).toBe(Phaser.VERSION);
  expect(names).toEqual(expect.arrayContaining(['textureAnchor', 'World', 'path', 'TenonError']));
  expect(error).toBeLessThan(0.1);
  expect(y).toBeGreaterThan(102);
});
