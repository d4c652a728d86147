import { refuse } from '../base/error';
import { scan } from './1-scan';
import { parse } from './2-parse';
import { derive, type Derived } from './4-derive';
import { type Diagnostic, Diagnostics, SymbolicError, Unreadable } from './diagnostics';

export interface CheckOptions {
  /** What units that do not agree are: a warning (default), an error, or nothing. */
  readonly units?: 'warn' | 'error' | 'off';
}

/**
 * Everything that is wrong with or doubtful about a program, in the order of the text; empty if it is clean. Errors of the
 * characters hide those of the syntax, and those hide the ones of names and shapes.
 */
export function check(source: string, options: CheckOptions = {}): Diagnostic[] {
  return read(source, options).diagnostics;
}

/** The derived tree of a program. Throws `SymbolicError` if it has an error. */
export function readProgram(source: string, options: CheckOptions = {}): Derived {
  const { derived, diagnostics } = read(source, options);
  if (derived === null || diagnostics.some(({ severity }) => severity === 'error'))
    throw new SymbolicError(source, diagnostics);
  return derived;
}

function read(
  source: string,
  { units = 'warn' }: CheckOptions,
): { derived: Derived | null; diagnostics: Diagnostic[] } {
  if (typeof source !== 'string') refuse('param-invalid', 'source', 'be the text of a program', source);
  const found = new Diagnostics(source);
  let derived: Derived | null = null;
  try {
    const tokens = scan(source, found);
    derived = derive(parse(tokens, found), tokens.length, found);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  const diagnostics = found
    .sorted()
    .filter(({ code }) => code !== 'units' || units !== 'off')
    .map((one) => (one.code === 'units' && units === 'error' ? { ...one, severity: 'error' as const } : one));
  return { derived, diagnostics };
}
