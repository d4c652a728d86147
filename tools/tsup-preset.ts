import { existsSync } from 'node:fs';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

/**
 * esbuild imports some chunks for their side effects alone, to keep the order in which they run. They have none, as each
 * package.json says, and so bundlers warn that the import is ignored. A line stays, so that source maps fit.
 */
const noBareImports: Plugin = {
  name: 'no-bare-imports',
  renderChunk: (code) => ({ code: code.replace(/^import "\.\/chunk-[^"]*";$/gm, '') }),
};

/** A class that names itself becomes `World = class _World`, and would be called so in consoles and messages. */
const plainClassNames: Plugin = {
  name: 'plain-class-names',
  renderChunk: (code) => ({
    code: [...code.matchAll(/\b(\w+) = class _\1\b/g)].reduce(
      (named, [, name]) => named.replace(new RegExp(`\\b_${name}\\b`, 'g'), name),
      code,
    ),
  }),
};

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
  plugins: [noBareImports, plainClassNames],
  clean: ['!**/*.global.*'],
  dts: {
    compilerOptions: {
      ignoreDeprecations: '6.0', // tsup sets baseUrl, which TypeScript 6 calls deprecated
      stripInternal: true, // @internal members are for the package alone, also in completion
      customConditions: [], // declarations of other packages come from their builds, not their sources
    },
  },
});
