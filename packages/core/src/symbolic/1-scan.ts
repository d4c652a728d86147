import { type Diagnostics, type Span, Unreadable } from './diagnostics';

/** First stage: the text as tokens. */

export interface Token extends Span {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  /** True if it is the first of its line. */
  readonly first: boolean;
  /** True if a blank, or an end of the text, stands before it and behind it. */
  readonly spaceBefore: boolean;
  readonly spaceAfter: boolean;
}

/** More than this is no constraint. */
const MOST_CHARACTERS = 100_000;
const MOST_TOKENS = 10_000;
/** Characters that are reported before it ends: the text is something else. */
const MOST_WRONG = 20;

const BLANK = /(?:[ \t\r\n]|#[^\r\n]*)*/y;
const NUMBER = /(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SIGN = /->|[-+*/()[\]{}|,.=;]/y;

/** What typographers and other languages write, and what is written here. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['−', "write '-'"],
  ['×', "write '*' or 'cross'"],
  ['·', "write '*' or 'dot'"],
  ['÷', "write '/'"],
  ['^', 'write pow(x, 2)'],
  ['π', "write 'pi'"],
  ['!', "a comment begins with '#'"],
]);

/** Tokens of the text, the last of kind `end`. Reports every character that is none, and stops if there are such. */
export function scan(source: string, diagnostics: Diagnostics): readonly Token[] {
  if (source.length > MOST_CHARACTERS)
    diagnostics.stop('too-large', { start: 0, end: 1 }, `a program has at most ${MOST_CHARACTERS} characters`);
  const tokens: Token[] = [];
  let at = 0;
  let wrong = 0;
  const read = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0] ?? '';
    at += text.length;
    return text;
  };
  const isBlank = () => read(BLANK) !== '';
  for (;;) {
    const before = at;
    const spaceBefore = isBlank() || at === 0;
    const first = tokens.length === 0 || /[\r\n]/.test(source.slice(before, at));
    const start = at;
    let kind: Token['kind'] = 'end';
    if (start < source.length) {
      if (read(NAME) !== '') kind = 'name';
      else if (read(NUMBER) !== '') kind = 'number';
      else if (read(SIGN) !== '') kind = 'sign';
      else {
        const character = String.fromCodePoint(source.codePointAt(start) ?? 0);
        at += character.length;
        const isLetter = character.toLowerCase() !== character.toUpperCase();
        const hint = INSTEAD.get(character) ?? (isLetter ? 'names are made of a-z, A-Z, 0-9 and _' : undefined);
        diagnostics.error(
          'bad-character',
          { start, end: at },
          `${JSON.stringify(character)} has no meaning here`,
          hint,
        );
        if (++wrong === MOST_WRONG) break;
        continue;
      }
    }
    const text = source.slice(start, at);
    if (kind === 'number') checkNumber(text, source, start, diagnostics);
    const end = at;
    tokens.push({ kind, text, start, end, first, spaceBefore, spaceAfter: isBlank() || at === source.length });
    at = end;
    if (tokens.length > MOST_TOKENS)
      diagnostics.stop('too-large', { start, end }, `a program has at most ${MOST_TOKENS} words, numbers and signs`);
    if (kind === 'end') break;
  }
  if (diagnostics.hasErrors) throw new Unreadable('characters');
  return tokens;
}

function checkNumber(text: string, source: string, start: number, diagnostics: Diagnostics): void {
  const end = start + text.length;
  if (/^[0-9]+$/.test(text) && source[end] === '.')
    diagnostics.error(
      'bad-character',
      { start: end, end: end + 1 },
      `a number does not end in a point: '${text}.'`,
      `write ${text} or ${text}.0`,
    );
  else if (!Number.isFinite(Number(text)))
    diagnostics.error('bad-character', { start, end }, `the number '${text}' is too large`, "write 'inf' for no bound");
}
