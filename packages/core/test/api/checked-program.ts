import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Of a user of strict TypeScript. */
export const USER_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['@tenon/source'],
  lib: ['lib.es2022.d.ts'],
  types: [],
  strict: true,
};

/** A program of a user of the core, as an editor of strict TypeScript sees it. */
export function checkedProgram(text: string): { checker: ts.TypeChecker; file: ts.SourceFile } {
  const path = fileURLToPath(new URL('./at-hand.ts', import.meta.url));
  const host = ts.createCompilerHost(USER_OPTIONS);
  const { fileExists, getSourceFile } = host;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...rest) => (name === path ? file : getSourceFile(name, ...rest));
  return { checker: ts.createProgram([path], USER_OPTIONS, host).getTypeChecker(), file };
}

/** True of what is left out of the declarations. */
export function isInternal(declaration: ts.Declaration): boolean {
  return ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'internal');
}
