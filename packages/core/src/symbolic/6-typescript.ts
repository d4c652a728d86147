import { refuse } from '../base/error';
import { argumentsOf, bodyOf } from './6-code';
import type { CheckOptions } from './front';
import { describeProgram } from './program';

export interface TypeScriptOptions extends CheckOptions {
  /** What the exported program is called. Default `program`. */
  readonly name?: string;
}

/**
 * A program as a module of TypeScript, which exports it as a `SymbolicProgram` and needs neither the compiler nor code from text.
 * The same bits as the other back ends. Throws `SymbolicError` if it has an error, `param-invalid` for a name that is none.
 */
export function compileToTypeScript(source: string, options: TypeScriptOptions = {}): string {
  const { name = 'program' } = options;
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) refuse('param-invalid', 'name', 'be a name of TypeScript', name);
  const { description, scheduled } = describeProgram(source, options);
  const functions = scheduled.functions.map((one) => {
    const lines = bodyOf(scheduled, one, '!');
    const used = argumentsOf(one).map((array) =>
      lines.some((line) => line.includes(`${array}[`)) ? array : `_${array}`,
    );
    return [`  ${one.name}(${used.join(', ')}) {`, ...lines.map((line) => `    ${line}`), '  },'];
  });
  const data = Object.entries(description).map(([key, value]) => `  ${key}: ${literal(value)},`);
  const calls = functions.flat().some((line) => line.includes('f.')) ? 'symbolicFunctions as f, ' : '';
  return [
    '// Made by tenon-symbolic from the source below. Change that, and make it again.',
    '/* eslint-disable */',
    `import { ${calls}type SymbolicProgram } from '@tenon/core/symbolic';`,
    '',
    `export const ${name}: SymbolicProgram = {`,
    ...data,
    ...functions.flat(),
    '};',
    '',
  ].join('\n');
}

/** As JSON, with infinities. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, entry]) => `${key}: ${literal(entry)}`)
    .join(', ')} }`;
}
