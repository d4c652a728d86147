// A registry that lacks a platform's package makes npm drop it from the lock without a word; `npm ci` then refuses the
// lock everywhere. So: every optional dependency of a locked package must have an entry of its own.
//   node tools/check-lock.mjs [lock]

import { readFileSync } from 'node:fs';

const lock = process.argv[2] ?? new URL('../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(lock, 'utf8'));

const missing = [];
for (const [place, { optionalDependencies = {} }] of Object.entries(packages)) {
  for (const name of Object.keys(optionalDependencies)) {
    if (!resolves(place, name)) missing.push(`${name}, wanted by ${place}`);
  }
}

if (missing.length > 0) {
  console.error(`package-lock.json is incomplete:\n  ${missing.join('\n  ')}`);
  console.error('Pin a version whose platform packages are all published, then make the lock anew:');
  console.error('  rm -rf node_modules package-lock.json && npm install --package-lock-only');
  process.exitCode = 1;
}

/** As Node does it: node_modules beside the dependent, then beside each folder above. */
function resolves(place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    if (packages[`${folder}${folder && '/'}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}
