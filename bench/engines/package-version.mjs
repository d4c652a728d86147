import { existsSync, readFileSync } from 'node:fs';

/** The version of an installed package, also of one that does not export its package.json. */
export function packageVersion(name) {
  for (let folder = new URL('../', import.meta.url); ; folder = new URL('../', folder)) {
    const file = new URL(`node_modules/${name}/package.json`, folder);
    if (existsSync(file)) return JSON.parse(readFileSync(file)).version;
    if (folder.pathname === '/') throw new Error(`${name} is not installed`);
  }
}
