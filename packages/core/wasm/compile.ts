import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { main } from 'assemblyscript/asc';

/** The module that core loads: calls in its loops are all inlined, which `-Os` does not do. Its data begin behind the settings. */
const OPTIONS = ['-O3', '--enable', 'simd', '--noAssert', '--runtime', 'stub', '--use', 'abort=', '--memoryBase', '96'];
const NAME = 'plain-points.ts';

/** Compiles plain-points.ts and returns the module of core that holds it. */
export async function compile(): Promise<string> {
  const source = readFileSync(new URL(NAME, import.meta.url), 'utf8');
  let binary = '';
  const { error, stderr } = await main([NAME, '--outFile', 'out.wasm', ...OPTIONS], {
    readFile: (name) => (name === NAME ? source : null),
    writeFile: (_name, contents) => {
      binary = Buffer.from(contents).toString('hex');
    },
  });
  if (error !== null) throw new Error(stderr.toString());
  return `/** wasm/plain-points.ts, compiled by \`npm run wasm\`: in hexadecimal digits, because base64 compresses to a quarter more. */\nexport const PLAIN_POINTS =\n  '${binary}';\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(new URL('../src/islands/plain-points-wasm.ts', import.meta.url), await compile());
