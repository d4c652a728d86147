import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';

const here = import.meta.dirname;
const pages = readdirSync(here).filter((file) => file.endsWith('.html'));

export default defineConfig(({ command }) => ({
  root: here,
  base: './', // the built pages run from any folder
  resolve: {
    // Served from the packages' sources, so that an edit shows at once; built from what users install.
    conditions: [...(command === 'serve' ? ['@tenon/source'] : []), ...defaultClientConditions],
    dedupe: ['phaser', 'three'],
  },
  optimizeDeps: { include: ['phaser', 'three'] },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2000, // Phaser is that large
    rolldownOptions: { input: pages.map((page) => join(here, page)) },
  },
}));
