import { existsSync } from 'node:fs';
import type { Options } from 'tsup';

/** What every package is built with: ES modules and CommonJS that share chunks, and declarations for both. */
export const library = (entry: Record<string, string>): Options => ({
  entry: Object.fromEntries(Object.entries(entry).filter(([, file]) => existsSync(file))),
  format: ['esm', 'cjs'],
  target: 'es2022',
  splitting: true,
  sourcemap: true,
  treeshake: false,
  // Folds exported constants into the code: offsets that stay variables cost the kernels 10 to 20 %.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
  },
  clean: ['!**/*.global.*'],
  dts: {
    compilerOptions: {
      ignoreDeprecations: '6.0', // tsup sets baseUrl, which TypeScript 6 calls deprecated
      stripInternal: true, // @internal members are for the package alone, also in completion
      customConditions: [], // declarations of other packages come from their builds, not their sources
    },
  },
});
