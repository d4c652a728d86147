// Says `type` in the built declarations of this package where a class is exported as a type alone. tsup's declarations
// forget it, so that `import { Joint }` would compile, and end in the browser with "does not provide an export named 'Joint'".

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** `export { a as A, type B } from '…'`: the items of the list. */
const list = /^export \{([^}]*)\}/gm;
const items = (text) => text.split(',').map((item) => item.trim());
const nameOf = (item) => item.split(' ').at(-1);

for (const file of readdirSync('dist').filter((name) => /\.d\.c?ts$/.test(name))) {
  const entry = `dist/${file.replace(/\.d\.c?ts$/, '')}.js`;
  let code;
  try {
    code = readFileSync(entry, 'utf8');
  } catch {
    continue; // declarations that others share
  }
  const values = new Set([...code.matchAll(list)].flatMap(([, text]) => items(text)).map(nameOf));
  const marked = (item) => (item.startsWith('type ') || values.has(nameOf(item)) ? item : `type ${item}`);
  const declarations = readFileSync(`dist/${file}`, 'utf8');
  writeFileSync(
    `dist/${file}`,
    declarations.replace(list, (_, text) => `export { ${items(text).map(marked).join(', ')} }`),
  );
}
