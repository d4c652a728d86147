import { TenonError } from '../base/error';

/** A stretch of the text: offsets in UTF-16 units, `end` behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in the text, both from 1; a tab is one column, a line ends with LF, CR LF or CR. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What can be wrong with a program, or doubtful. Codes are stable; messages may improve. */
export type DiagnosticCode =
  | 'bad-character'
  | 'too-large'
  | 'missing-value'
  | 'unclosed'
  | 'unexpected-token'
  | 'unknown-statement'
  | 'not-supported'
  | 'reserved-word'
  | 'duplicate'
  | 'missing-statement'
  | 'unknown-name'
  | 'unknown-function'
  | 'unknown-property'
  | 'body-as-value'
  | 'shape'
  | 'argument-count'
  | 'bound-shape'
  | 'not-allowed-here'
  | 'not-affine'
  | 'units'
  | 'subtraction-trap'
  | 'no-body'
  | 'unused';

/** One thing that is wrong (`error`) or doubtful (`warning`) in a program, at the smallest expression that is to blame. */
export interface Diagnostic extends Position {
  readonly severity: 'error' | 'warning';
  readonly code: DiagnosticCode;
  readonly message: string;
  /** What to write instead, where that can be said. */
  readonly hint?: string | undefined;
  /** Behind the last character. */
  readonly end: Position;
}

/** What a program with an error throws: the first of its diagnostics, worded with its line and a caret below the place. */
export class SymbolicError extends TenonError {
  /** Every error and warning that was found. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(source: string, diagnostics: readonly Diagnostic[]) {
    const first = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
    super('program-invalid', formatDiagnostic(source, first));
    this.name = 'SymbolicError';
    this.diagnostics = diagnostics;
  }
}

/** Ends the stage at hand: what follows a wrong token cannot be read. The stage's diagnostics say why. */
export class Unreadable extends Error {}

const LINE_END = /\r\n|\r|\n/;
/** Behind so many, further warnings are left out, and an error ends the compiler. */
const MOST_FOUND = 100;

/** Gathers what the stages of the compiler find in one text. */
export class Diagnostics {
  readonly found: Diagnostic[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  get hasErrors(): boolean {
    return this.found.some(({ severity }) => severity === 'error');
  }

  error(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    this.#add('error', code, span, message, hint);
  }

  warn(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    this.#add('warning', code, span, message, hint);
  }

  /** Reports an error behind which nothing can be read. */
  stop(code: DiagnosticCode, span: Span, message: string, hint?: string): never {
    this.error(code, span, message, hint);
    throw new Unreadable(message);
  }

  /** In the order of the text, errors and warnings alike. */
  sorted(): Diagnostic[] {
    return this.found.sort((a, b) => a.line - b.line || a.column - b.column);
  }

  #add(severity: 'error' | 'warning', code: DiagnosticCode, { start, end }: Span, message: string, hint?: string) {
    const isFull = this.found.length >= MOST_FOUND;
    if (isFull && severity === 'warning') return;
    this.found.push({ severity, code, message, hint, ...this.#at(start), end: this.#at(end) });
    if (isFull) throw new Unreadable(message);
  }

  #at(offset: number): Position {
    const lines = this.#source.slice(0, offset).split(LINE_END);
    return { line: lines.length, column: lines[lines.length - 1].length + 1 };
  }
}

/** Of a longer line, this many characters around the place are shown. */
const MOST_SHOWN = 120;

/**
 * A diagnostic as a compiler prints it:
 *
 *     error: a body has no property 'rotatino'
 *       --> line 5, column 29
 *     5 |   let r2 = relative body2.rotatino anchor2 in
 *       |                           ^^^^^^^^
 *       = did you mean 'rotation'?
 */
export function formatDiagnostic(source: string, diagnostic: Diagnostic): string {
  const { severity, message, hint, line, column, end } = diagnostic;
  const whole = source.split(LINE_END, line)[line - 1] ?? '';
  const from = Math.max(0, Math.min(column - MOST_SHOWN / 2, whole.length - MOST_SHOWN));
  const shown = whole.slice(from, from + MOST_SHOWN);
  const before = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ');
  const last = end.line === line ? end.column - 1 : whole.length;
  const width = Math.max(1, Math.min(last, from + MOST_SHOWN) - column + 1);
  const margin = ' '.repeat(String(line).length);
  return [
    `${severity}: ${message}`,
    `${margin} --> line ${line}, column ${column}`,
    `${line} | ${shown}`,
    `${margin} | ${before}${'^'.repeat(width)}`,
    ...(hint === undefined ? [] : [`${margin} = ${hint}`]),
  ].join('\n');
}

/** The candidate that `word` is most likely a slip of; undefined if none is near. */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 0.5;
  for (const candidate of candidates) {
    const same = candidate.toLowerCase() === word.toLowerCase();
    const distance = same ? 0.25 : distanceBetween(word, candidate, least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** "did you mean 'x'?", or what else there is to say. */
export function suggest(word: string, candidates: Iterable<string>, otherwise?: string): string | undefined {
  const near = nearest(word, candidates);
  return near === undefined ? otherwise : `did you mean '${near}'?`;
}

/** Letters to insert, drop or change; `most` if it is more, or the words are long. */
function distanceBetween(a: string, b: string, most: number): number {
  if (a.length > 40 || Math.abs(a.length - b.length) > most) return most;
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++)
      row.push(Math.min(last[j] + (a[i] === b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1));
    last = row;
  }
  return last[b.length];
}
