import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { main } from 'assemblyscript/asc';
import { SETTINGS } from '../src/fast/hinge-layout';

/** Calls in loops are all inlined, which `-Os` does not do. */
const OPTIONS = ['-O3', '--enable', 'simd', '--noAssert', '--runtime', 'stub', '--use', 'abort='];

/** The modules that core loads: the name of the source here, what else it is compiled with, and where it goes. */
export const MODULES = {
  HINGES: {
    source: 'hinges.ts',
    // Its data begin behind the settings.
    options: ['--importMemory', '--memoryBase', `${SETTINGS}`],
    target: 'fast/hinges-wasm.ts',
  },
  DIRECT_PASSES: {
    source: 'direct-passes.ts',
    options: ['--importMemory', '--memoryBase', '16'],
    target: 'fast/direct-passes-wasm.ts',
  },
} as const;

/** Compiles one of them, with what it imports, and returns the module of core that holds it. */
export async function compile(name: keyof typeof MODULES): Promise<string> {
  const { source: file, options } = MODULES[name];
  let binary = '';
  const { error, stderr } = await main([file, '--outFile', 'out.wasm', ...OPTIONS, ...options], {
    readFile: (asked) => {
      const place = new URL(asked, import.meta.url);
      return existsSync(place) ? readFileSync(place, 'utf8') : null;
    },
    writeFile: (_name, contents) => {
      binary = Buffer.from(contents).toString('hex');
    },
  });
  if (error !== null) throw new Error(stderr.toString());
  return `/** wasm/${file}, compiled by \`npm run wasm\`: in hexadecimal digits, because base64 compresses to a quarter more. */\nexport const ${name} =\n  '${binary}';\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const name of Object.keys(MODULES) as (keyof typeof MODULES)[])
    writeFileSync(new URL(`../src/${MODULES[name].target}`, import.meta.url), await compile(name));
