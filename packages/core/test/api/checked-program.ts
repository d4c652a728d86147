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

interface CheckedProgram {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly file: ts.SourceFile;
  /** What the compiler says of it. */
  readonly diagnostics: readonly string[];
}

/** A program of a user of the core, as an editor of strict TypeScript sees it. */
export function checkedProgram(text: string, stricter: ts.CompilerOptions = {}): CheckedProgram {
  const path = fileURLToPath(new URL('./at-hand.ts', import.meta.url));
  const options: ts.CompilerOptions = { ...USER_OPTIONS, ...stricter };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...rest) => (name === path ? file : getSourceFile(name, ...rest));
  const program = ts.createProgram([path], options, host);
  const said = () => ts.getPreEmitDiagnostics(program, file);
  return {
    program,
    checker: program.getTypeChecker(),
    file,
    get diagnostics() {
      return said().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  };
}

/** True of what is left out of the declarations. */
export function isInternal(declaration: ts.Declaration): boolean {
  return ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'internal');
}
