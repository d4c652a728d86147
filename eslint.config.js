import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const folders = [
  'packages/core',
  'packages/debug-draw',
  'packages/phaser-plugin',
  'packages/three-adapter',
  'apps/examples',
];

/** Sources and tests in one program, the tests' own: what sources may not use is found by the type check. */
const projectOf = (folder) => ({
  files: [`${folder}/{src,test}/**/*.ts`],
  languageOptions: { parserOptions: { project: `${folder}/test/tsconfig.json`, tsconfigRootDir: import.meta.dirname } },
});

/** Of the core, from the ground up: a folder imports code of its own layer and of those below. */
const layers = [
  ['base', 'math'],
  ['state', 'shapes'],
  ['coordinates'],
  ['batches'],
  ['islands'],
  ['iterative'],
  ['direct', 'contacts', 'fast'],
  ['simulation'],
  ['body', 'joint', 'joints', 'user', 'world', 'snapshot', 'view'],
  ['scene', 'symbolic', 'adapter'],
];

const deterministic = 'differs between engines; determinism needs math/trig.ts or + − × ÷ √';
const outside = 'the core reads no clock and no chance';

export default defineConfig(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/coverage/**', '.nx/**', '**/fixtures/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    files: ['**/*.{js,mjs}'],
    extends: [eslint.configs.recommended],
    rules: { 'no-undef': 'off' }, // Node's and the browser's globals are not listed
  },
  {
    // Configurations, tools and the benches: read, not type-checked by lint.
    files: ['**/*.ts'],
    extends: [eslint.configs.recommended, tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },

  ...folders.map(projectOf),
  {
    files: ['{packages,apps}/*/{src,test}/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^@tenon/[^/]+/(src|dist)', message: 'A package is used through its entry points.' },
            { regex: '^(\\.\\./)+(packages|core|debug-draw|phaser-plugin|three-adapter)/', message: 'Use @tenon/….' },
            { regex: '^phaser3$', message: "Import 'phaser'; the test project decides which." },
            { regex: '^three/(webgpu|src)', message: 'A second copy of three; import three.' },
          ],
        },
      ],

      // Packed typed arrays: `v[a + 1]` is a number, a bound is checked where the index is made.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off', // types here promise more than indices can
      '@typescript-eslint/prefer-for-of': 'off',

      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-definitions': 'off', // a union or a mapped type is not an interface
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }], // options, by name
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-empty-object-type': 'off', // a joint type without parameters
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off', // duck-typed on purpose, and slow
      '@typescript-eslint/no-unsafe-enum-assignment': 'off', // erasableSyntaxOnly: there are no enums
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/related-getter-setter-pairs': 'off', // a property accepts more forms than it returns
      '@typescript-eslint/unified-signatures': 'off', // overloads of `create` carry their own documentation
      '@typescript-eslint/no-empty-function': 'off',
    },
  },

  {
    files: ['packages/core/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', ...['Date', 'performance'].map((name) => ({ name, message: outside }))],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: outside },
        ...engineDependent().map((property) => ({ object: 'Math', property, message: deterministic })),
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "BinaryExpression[operator='**']", message: `** ${deterministic}` },
      ],
    },
  },
  {
    // No file of a package needs another that needs it.
    files: ['packages/*/src/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts'] })],
    },
    rules: { 'import-x/no-cycle': 'error' },
  },
  ...layers.slice(0, -1).map(keepBelow),
  {
    // The last decimals of a series are written as they are derived.
    files: ['packages/core/{src/math,wasm}/**/*.ts'],
    rules: { 'no-loss-of-precision': 'off' },
  },
  {
    // Tests read golden data and hand wrong values to the API on purpose.
    files: ['{packages,apps}/*/src/**/*.test.ts', '{packages,apps}/*/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);

/** Functions of Math whose last bits are the engine's own affair. */
function engineDependent() {
  const circular = ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2'];
  const hyperbolic = ['sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'];
  const powers = ['pow', 'exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'cbrt', 'hypot'];
  return [...circular, ...hyperbolic, ...powers];
}

/**
 * Types may come from above: a store knows the class of its handles, a batch that of its joints, a body its world's, and interfaces that pretend not to
 * would be the longer code.
 */
function keepBelow(folders, layer) {
  const above = layers.slice(layer + 1).flat();
  return {
    files: folders.map((folder) => `packages/core/src/${folder}/**/*.ts`),
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${above.join('|')})/`,
              allowTypeImports: true,
              message: `${folders.join(', ')} lie below: see the layers in eslint.config.js.`,
            },
          ],
        },
      ],
    },
  };
}
