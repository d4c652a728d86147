/** What each joint type adds to a bundle made from `@tenon/core/bare`, minified and gzipped, bytes. */
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as bare from '@tenon/core/bare';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** { name, bytes }: a world without joints, what each joint adds to a bundle that has all others, and everything. */
export async function sizes() {
  const joints = Object.keys(bare).filter((key) => key.endsWith('Joint') && key !== 'defineJoint');
  const withJoints = (names) => sizeOf(`export { ${['World', ...names].join(', ')} } from '@tenon/core/bare'`);
  const all = await withJoints(joints);
  const results = [
    { name: 'World without joints', bytes: await withJoints([]) },
    { name: 'World and PivotJoint', bytes: await withJoints(['PivotJoint']) },
  ];
  for (const name of joints)
    results.push({
      name: `${name}, beside the others`,
      bytes: all - (await withJoints(joints.filter((one) => one !== name))),
    });
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
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}
