import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { browserFlags, findBrowser } from './tools/browser.mjs';

/** Absolute, because `--root ../..` from a package would move relative ones. */
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const common = {
  /** A machine with two busy cores takes its time. */
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles: [path('tests/equal-handles.ts')],
  /** Every core: by itself vitest leaves one idle, which is half of two. */
  maxWorkers: '100%',
};

/** Packages are tested from their sources; only `packaged` and `global` look at what was built. */
const sources = {
  resolve: { conditions: ['@tenon/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@tenon/source', ...defaultServerConditions] } },
};

function inNode(name: string, folder: string, include: string[], isolate = true): TestProjectInlineConfiguration {
  return {
    ...sources,
    root: path(folder),
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/test/browser/**'],
      environment: 'node',
      isolate,
      ...common,
    },
  };
}

interface BrowserOptions {
  include?: string[];
  optimize?: string[];
  alias?: Record<string, string>;
}

function inBrowser(name: string, folder: string, options: BrowserOptions = {}): TestProjectInlineConfiguration {
  const { include = ['test/browser/**/*.test.ts'], optimize = [], alias = {} } = options;
  return {
    ...sources,
    resolve: { ...sources.resolve, alias, dedupe: ['phaser', 'three'] },
    root: path(folder),
    // Found late, a dependency would be bundled late and reload the page in the middle of a run.
    optimizeDeps: { include: optimize },
    server: { fs: { allow: [path('.')] } },
    test: {
      name,
      include,
      ...common,
      browser: {
        enabled: true,
        headless: true,
        // One page at a time, beside the tests in Node.
        fileParallelism: false,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { executablePath: findBrowser() ?? undefined, args: browserFlags },
        }),
        instances: [{ browser: 'chromium', name: `${name}-chromium` }],
      },
    },
  };
}

export default defineConfig({
  test: {
    reporters: ['default', path('tools/summary-reporter.ts')],
    passWithNoTests: true,
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts'] },
    projects: [
      // Its many files share the modules they import, which takes a third of their time off.
      inNode('core', 'packages/core', ['src/**/*.test.ts', 'test/**/*.test.ts'], false),
      inBrowser('core-browser', 'packages/core'),
      inNode('debug-draw', 'packages/debug-draw', ['src/**/*.test.ts', 'test/**/*.test.ts']),
      inNode('phaser-plugin', 'packages/phaser-plugin', ['src/**/*.test.ts', 'test/**/*.test.ts']),
      inBrowser('phaser4', 'packages/phaser-plugin', { optimize: ['phaser'] }),
      inBrowser('phaser3', 'packages/phaser-plugin', { optimize: ['phaser3'], alias: { phaser: 'phaser3' } }),
      inNode('three-adapter', 'packages/three-adapter', ['src/**/*.test.ts', 'test/**/*.test.ts']),
      inBrowser('three', 'packages/three-adapter', { optimize: ['three', 'three/addons/controls/OrbitControls.js'] }),
      inNode('examples', 'apps/examples', ['src/**/*.test.ts', 'test/**/*.test.ts']),
      inBrowser('examples-browser', 'apps/examples', { optimize: ['phaser', 'three'] }),
      inNode('bench', 'bench', ['**/*.test.ts']),
      inNode('tools', 'tools', ['**/*.test.ts']),
      {
        root: path('tests/packaged'),
        test: { name: 'packaged', include: ['*.test.ts'], environment: 'node', ...common },
      },
    ],
  },
});
