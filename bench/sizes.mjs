/** What each joint type adds to a bundle made from `@tenon/core/bare`, minified and gzipped, bytes. */
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as bare from '@tenon/core/bare';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** { name, bytes } of a world, then of what each joint adds to it, then of everything. */
export async function sizes() {
  const world = await sizeOf("export { World } from '@tenon/core/bare'");
  const results = [{ name: 'World alone', bytes: world }];
  for (const name of Object.keys(bare).filter((key) => key.endsWith('Joint') && key !== 'defineJoint'))
    results.push({ name, bytes: (await sizeOf(`export { World, ${name} } from '@tenon/core/bare'`)) - world });
  results.push({ name: '@tenon/core, everything', bytes: await sizeOf("export * from '@tenon/core'") });
  return results;
}

async function sizeOf(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    legalComments: 'none',
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}
