import { defineConfig, type Options } from 'tsup';
import { library } from '../../tools/tsup-preset.ts';

/** A page that loads Phaser by script has it as a global; esbuild has no option for that. */
const phaserFromGlobal: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'phaser-from-global',
  setup(build) {
    build.onResolve({ filter: /^phaser$/ }, () => ({ path: 'phaser', namespace: 'global' }));
    build.onLoad({ filter: /.*/, namespace: 'global' }, () => ({ contents: 'module.exports = globalThis.Phaser' }));
  },
};

export default defineConfig([
  library({ index: 'src/index.ts' }),
  {
    entry: { index: 'src/global.ts' },
    format: ['iife'],
    platform: 'browser',
    target: 'es2022',
    globalName: 'Tenon',
    noExternal: [/^@tenon\//],
    minify: true,
    sourcemap: true,
    clean: false,
    esbuildPlugins: [phaserFromGlobal],
    // Phaser's loader looks a plugin up on window by its key.
    footer: { js: 'window.TenonPlugin=Tenon.TenonPlugin;' },
  },
]);
