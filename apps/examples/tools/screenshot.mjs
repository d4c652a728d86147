// Takes the pictures of the documentation:
//   node apps/examples/tools/screenshot.mjs                        three cards of the gallery, for the README
//   node apps/examples/tools/screenshot.mjs piston phaser 120      one example with its joints, after some steps

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { browserFlags, findBrowser } from '../../../tools/browser.mjs';

const cards = ['pinball', 'marbles', 'roller-coaster'];
const [example, engine = 'three', step = '150'] = process.argv.slice(2);
const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
mkdirSync(images, { recursive: true });

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));
const server = await createServer({ configFile, logLevel: 'error' });
await server.listen();
const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserFlags });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 640 } });
  const address = server.resolvedUrls.local[0];
  if (example === undefined) await takeCards(page, address);
  else await takeExample(page, `${address}?${new URLSearchParams({ example, engine, step, overlay: '1' })}`);
} finally {
  await browser.close();
  await server.close();
}

async function takeCards(page, address) {
  await page.goto(address);
  await page.locator('.card').first().waitFor();
  const others = cards.map((id) => `:not(:has(a[href*="example=${id}&"]))`).join('');
  await page.addStyleTag({
    content: `.card${others}, .card p, .card nav { display: none } .card h2 { padding-bottom: 0.7rem }`,
  });
  await page.waitForTimeout(8000); // until they are well in motion
  await page.locator('.cards').screenshot({ path: `${images}gallery.png` });
}

async function takeExample(page, address) {
  await page.goto(address);
  await page.waitForFunction(() => window.tenonExample !== undefined);
  await page.waitForTimeout(500); // the overlay comes with the next frame
  await page.locator('.picture').screenshot({ path: `${images}${example}.png` });
}
