import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

// What users install: the built files, through plain Node and a compiler that know nothing of this repository.

const root = join(import.meta.dirname, '../..');
const folders = ['core', 'debug-draw', 'phaser-plugin', 'three-adapter'];

interface Manifest {
  name: string;
  exports: Record<string, unknown>;
}

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const manifest = (folder: string) => JSON.parse(read('packages', folder, 'package.json')) as Manifest;

function node(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
}

/** Every file that an export condition leads to. */
function filesOf(target: unknown): string[] {
  if (typeof target === 'string') return [target];
  return Object.values(target as object).flatMap(filesOf);
}

/** Every module name that a built file imports or requires. */
function importsOf(code: string) {
  return [...code.matchAll(/(?:from|import|require\()\s*["']([^"'.][^"']*)["']/g)].map(([, name]) => name);
}

describe.each(folders)('%s', (folder) => {
  const { name, exports } = manifest(folder);
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
  const modules = entries.map((entry) => name + entry.slice(1));
  const requirable = folder === 'three-adapter' ? [] : modules; // as three itself will be

  it('has every file that its exports name', () => {
    const missing = filesOf(exports).filter((file) => !existsSync(join(root, 'packages', folder, file)));
    expect(missing).toEqual([]);
  });

  it.each(modules)('%s is imported by plain Node', (module) => {
    const { stdout, stderr } = node('--input-type=module', '-e', exporting(`await import('${module}')`));
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeGreaterThan(0);
  });

  it.each(requirable)('%s is required by plain Node', (module) => {
    const { stdout, stderr } = node('--input-type=commonjs', '-e', exporting(`require('${module}')`));
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeGreaterThan(0);
  });
});

it.each(folders)('%s declares no value that it does not export', (folder) => {
  const files = filesOf(manifest(folder).exports).filter((file) => /\.d\.c?ts$/.test(file));
  const entries = files.map((file) => join(root, 'packages', folder, file));
  const program = ts.createProgram(entries, { module: ts.ModuleKind.Node16, skipLibCheck: true, types: [] });
  const checker = program.getTypeChecker();
  for (const entry of entries) {
    const source = program.getSourceFile(entry);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    const declared = module === undefined ? [] : checker.getExportsOfModule(module).filter(isValue);
    const values = exportsOf(readFileSync(entry.replace(/\.d\.c?ts$/, '.js'), 'utf8'));
    expect(declared.length).toBeGreaterThan(0);
    expect(declared.map(({ name }) => name).filter((name) => !values.has(name))).toEqual([]);
  }

  function isValue(symbol: ts.Symbol): boolean {
    const isTypeOnly = symbol.declarations?.some((node) => ts.isExportSpecifier(node) && node.isTypeOnly);
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return isTypeOnly !== true && (target.flags & ts.SymbolFlags.Value) !== 0;
  }
});

/** Names that a built module exports. */
function exportsOf(code: string): Set<string | undefined> {
  const lists = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','));
  return new Set(lists.map((item) => item.trim().split(' ').at(-1)));
}

it.each(folders)(
  '%s is bundled without a warning from where it is linked, and its classes keep their names',
  async (folder) => {
    const entryPoints = Object.values(manifest(folder).exports)
      .flatMap(filesOf)
      .filter((file) => /^.\/dist.*\.js$/.test(file))
      .map((file) => join(root, 'packages', folder, file));
    const { warnings } = await build({
      entryPoints,
      bundle: true,
      write: false,
      outdir: 'out',
      format: 'esm',
      external: ['three', 'phaser'],
      logLevel: 'silent',
    });
    expect(warnings.map(({ text }) => text)).toEqual([]);
    const code = entryPoints.map((file) => readFileSync(file, 'utf8')).join('');
    expect([...code.matchAll(/class (_\w+)/g)].map(([, name]) => name)).toEqual([]);
  },
);

const exporting = (module: string) => `process.stdout.write(String(Object.keys(${module}).length))`;

it.each(['require', 'import'])('shares one core between its entry points by %s', (way) => {
  const load = (module: string) => (way === 'require' ? `require('${module}')` : `await import('${module}')`);
  const { stdout, stderr } = node(
    `--input-type=${way === 'require' ? 'commonjs' : 'module'}`,
    '-e',
    `const { World } = ${load('@tenon/core')};
     const { inspect } = ${load('@tenon/core/inspect')};
     const { saveScene, loadScene } = ${load('@tenon/core/scene')};
     const world = new World();
     const hinge = world.joints.create('pivot', { bodyB: world.addBody({ mass: 1, inertia: 1 }), anchor: [0, 0] });
     const scene = JSON.stringify(saveScene(world));
     const again = JSON.stringify(saveScene(loadScene(JSON.parse(scene)).world));
     process.stdout.write(JSON.stringify([inspect(hinge).rows.map((row) => row.name), scene === again]));`,
  );
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([expect.arrayContaining(['x', 'y']), true]);
});

it.each(folders)('%s imports no package for its side effects, which bundlers warn of', (folder) => {
  for (const file of filesOf(manifest(folder).exports).filter((name) => /^\.\/dist.*\.js$/.test(name))) {
    expect(read('packages', folder, file)).not.toMatch(/^import "[^.]/m);
  }
});

it('makes TypeScript from a symbolic program by its command', () => {
  const command = join(root, 'packages/core/bin/tenon-symbolic.js');
  const folder = mkdtempSync(join(tmpdir(), 'tenon-'));
  try {
    const [input, output] = [join(folder, 'two-wheels.tenon'), join(folder, 'out.ts')];
    writeFileSync(input, 'body a, b\nconstraint a.rotation - b.rotation\n');
    expect(node(command, input, '-o', output).status).toBe(0);
    expect(readFileSync(output, 'utf8')).toContain('export const twoWheels: SymbolicProgram');
    writeFileSync(input, 'body a\nconstraint a.rotatoin\n');
    const { status, stderr } = node(command, input, '-o', output);
    expect(status).toBe(1);
    expect(stderr).toContain('line 2, column 14');
    expect(node(command).status).toBe(2);
    expect(node(command, '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('usage') as string });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('leaves phaser to the game', () => {
  for (const file of ['index.js', 'index.cjs']) {
    expect(importsOf(read('packages/phaser-plugin/dist', file))).not.toContain('phaser');
  }
});

it('gives a page the plugin on window', () => {
  const window: Record<string, unknown> = { Phaser: {} };
  runInNewContext(read('packages/phaser-plugin/dist/index.global.js'), Object.assign(window, { window }));
  expect(window.TenonPlugin).toBeTypeOf('function');
});

it.each(['tsconfig.json', 'tsconfig.bundler.json'])("type-checks in a user's project: %s", (project) => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  expect(node(compiler, '-p', join('consumer', project)).stdout).toBe('');
});
