#!/usr/bin/env node
// Makes a module of TypeScript from a symbolic program: tenon-symbolic in.tenon -o out.ts [--name weld]

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { check, compileToTypeScript, formatDiagnostic } from '../dist/symbolic.js';

const usage = 'usage: tenon-symbolic <in.tenon> -o <out.ts> [--name <name of the export>]';

try {
  process.exitCode = run();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function run() {
  const options = {
    output: { type: 'string', short: 'o' },
    name: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [input] = positionals;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (positionals.length !== 1 || values.output === undefined) {
    console.error(usage);
    return 2;
  }
  const source = readFileSync(input, 'utf8');
  const found = check(source);
  for (const one of found) console.error(`${input}\n${formatDiagnostic(source, one)}`);
  if (found.some(({ severity }) => severity === 'error')) return 1;
  writeFileSync(values.output, compileToTypeScript(source, { name: values.name ?? nameOf(input) }));
  return 0;
}

/** `belt-drive.tenon` exports `beltDrive`. */
function nameOf(path) {
  const words = basename(path)
    .replace(/\..*$/, '')
    .split(/[^A-Za-z0-9_$]+/)
    .filter((word) => word !== '');
  const name = words.map((word, i) => (i === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`;
}
