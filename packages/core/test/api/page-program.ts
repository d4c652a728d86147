import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import * as core from '@tenon/core';
import * as inspect from '@tenon/core/inspect';
import * as scene from '@tenon/core/scene';
import * as symbolic from '@tenon/core/symbolic';
import ts from 'typescript';
import { USER_OPTIONS } from './checked-program';

/** A page of docs, by its path there. */
export function readPage(path: string): string {
  return readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8');
}

/** The examples of a page, which are one program and begin with its import. */
export function programOf(page: string): string {
  return [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code).join('\n');
}

/** The sources that pages import, read once for all of them. */
const read = new Map<string, ts.SourceFile | undefined>();

/** What a compiler of strict TypeScript says of a program of a user. */
export function faultsOf(program: string): string[] {
  const file = fileURLToPath(new URL('../page-program.ts', import.meta.url));
  const options = { ...USER_OPTIONS, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], exactOptionalPropertyTypes: true };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  const source = ts.createSourceFile(file, program, ts.ScriptTarget.ES2022);
  host.getSourceFile = (path, ...rest) => {
    if (path === file) return source;
    if (!read.has(path)) read.set(path, getSourceFile(path, ...rest));
    return read.get(path);
  };
  const checked = ts.createProgram([file], options, host);
  // The sources that it imports are checked elsewhere.
  const faults = [...checked.getSyntacticDiagnostics(source), ...checked.getSemanticDiagnostics(source)];
  return faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const entries: Readonly<Record<string, unknown>> = {
  '@tenon/core': core,
  '@tenon/core/inspect': inspect,
  '@tenon/core/scene': scene,
  '@tenon/core/symbolic': symbolic,
};

/** Runs a program that makes a `world`, and returns that. */
export function worldOf(program: string): core.World {
  const code = ts.transpile(program, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS });
  const run = compileFunction(`${code}\nreturn world;`, ['require', 'exports']) as (
    require: (entry: string) => unknown,
    exports: object,
  ) => core.World;
  return run((entry) => entries[entry], {});
}
