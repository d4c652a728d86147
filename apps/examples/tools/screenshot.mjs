// Takes a picture of a running example: node apps/examples/tools/screenshot.mjs [example] [engine] [step] [file]

import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { browserFlags, findBrowser } from '../../../tools/browser.mjs';

const [example = 'suspension', engine = 'three', step = '150', file = 'docs/images/examples.png'] =
  process.argv.slice(2);
const root = fileURLToPath(new URL('../../../', import.meta.url));

const server = await createServer({
  configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
  logLevel: 'error',
});
await server.listen();
const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserFlags });
try {
  const page = await browser.newPage({ viewport: { width: 960, height: 640 } });
  const query = new URLSearchParams({ example, engine, step, overlay: '1' });
  await page.goto(`${server.resolvedUrls.local[0]}?${query}`);
  await page.waitForFunction(() => window.tenonExample !== undefined);
  await page.waitForTimeout(500); // the overlay comes with the next frame
  await page.locator('.picture').screenshot({ path: `${root}${file}` });
  console.log(`${file}: ${example} in ${engine} after ${step} steps`);
} finally {
  await browser.close();
  await server.close();
}
