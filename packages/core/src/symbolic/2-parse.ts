import type { Token } from './1-scan';
import { type Diagnostics, type Span, suggest } from './diagnostics';
import type { Binary, Expression, Name, Parameter, Program, Statement, StatementParts, Unary } from './syntax';
import { FUNCTIONS, RESERVED, STATEMENTS } from './words';

/** Second stage: tokens as a tree, by recursive descent and precedence climbing. */

/** How tightly operators bind; all associate to the left. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['+', 1],
  ['-', 1],
  ['outer', 2],
  ['dot', 3],
  ['cross', 3],
  ['*', 4],
  ['/', 4],
]);

/** Brackets, signs and lets within each other: more is no constraint, and would exhaust the stack. */
const MOST_NESTED = 200;
/** Operators in a row, each of which goes one deeper. */
const MOST_DEEP = 800;

/** Where one value may follow another without a comma. */
const JUXTAPOSED: ReadonlySet<string> = new Set(['{', '[', 'values']);

const DEFINED = "a name is followed by '=' and its value";
const UNSUPPORTED = 'row vectors and matrices are not supported';
const TOO_DEEP = 'name a part of it by let';
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '|': '|' };

/** Stops at the first token that does not fit. Declared names decide what is a call, so they are collected before. */
export function parse(tokens: readonly Token[], diagnostics: Diagnostics): Program {
  return new Parser(tokens, diagnostics, declaredNames(tokens)).program();
}

/** Names that are declared somewhere, by the look of the tokens alone: they are known in the whole program. */
function declaredNames(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>();
  let open = 0;
  let before: Token | null = null;
  let isList = false;
  let isNext = false;
  for (const token of tokens) {
    const { kind, text } = token;
    if (kind === 'sign' && '([{'.includes(text)) open++;
    if (kind === 'sign' && ')]}'.includes(text)) open--;
    if (open === 0 && kind === 'name') {
      if (isNext || (isList && before?.text === ',')) {
        names.add(text);
        isNext = false;
      } else if (STATEMENTS.has(text) && endsValue(before)) {
        isList = isNext = text === 'body' || text === 'vector' || text === 'scalar';
      }
    }
    before = token;
  }
  return names;
}

/** Behind such a token a statement may start. */
function endsValue(token: Token | null): boolean {
  if (token === null || token.kind === 'number') return true;
  return token.kind === 'name' ? !RESERVED.has(token.text) : ')]}|'.includes(token.text);
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #diagnostics: Diagnostics;
  /** How often a name is declared at the place at hand. */
  readonly #declared: Map<string, number>;
  readonly #depths = new WeakMap<Expression, number>();
  #next = 0;
  #nested = 0;
  /** The innermost open bracket, `values` between the values of limit and soft, '' where one value stands. */
  #context = '';

  constructor(tokens: readonly Token[], diagnostics: Diagnostics, declared: Iterable<string>) {
    this.#tokens = tokens;
    this.#diagnostics = diagnostics;
    this.#declared = new Map([...declared].map((name) => [name, 1]));
  }

  program(): Program {
    const bodies: Name[] = [];
    const parameters: Parameter[] = [];
    const statements: Statement[] = [];
    const start = this.#peek();
    while (this.#peek().kind !== 'end') {
      const word = this.#take();
      if (word.kind !== 'name') this.#unexpected(word, 'a statement begins with a word; several rows stand in { }');
      switch (word.text) {
        case 'body':
          do bodies.push(this.#declaration());
          while (this.#accept(','));
          if (this.#is('->') || this.#is('=')) this.#unexpected(this.#peek(), 'a body has neither default nor rate');
          break;
        case 'vector':
        case 'scalar':
          do parameters.push(this.#parameter(word.text));
          while (this.#accept(','));
          break;
        default:
          statements.push({ ...this.#statement(word), word, whole: this.#since(word) });
      }
    }
    return { bodies, parameters, statements, start };
  }

  #statement(word: Token): StatementParts {
    switch (word.text) {
      case 'let': {
        const name = this.#declaration();
        this.#expect('=', DEFINED);
        const value = this.#expression();
        if (this.#is('in')) this.#unexpected(this.#peek(), "'let' at the start of a statement goes without 'in'");
        this.#declare(name.name, 1);
        return { kind: 'let', name, value };
      }
      case 'constraint':
      case 'velocity':
      case 'bias':
        return { kind: word.text, value: this.#expression() };
      case 'soft': {
        const [hertz, dampingRatio] = this.#values(word, 2, "'soft' takes hertz and damping ratio, 2 values");
        return { kind: 'soft', hertz, dampingRatio };
      }
      case 'limit': {
        const of = this.#peek().text;
        if (this.#peek().kind === 'name' && (of === 'constraint' || of === 'force')) {
          this.#take();
          this.#accept(',');
          const [lower, upper] = this.#values(word, 2, `'limit ${of}' takes lower and upper, 2 values`);
          return { kind: 'limit', of, lower, upper };
        }
        const [value, lower, upper] = this.#values(word, 3, "'limit' takes a value, lower and upper, 3 values");
        return { kind: 'limit', of: value, lower, upper };
      }
      default:
        return this.#unknownStatement(word);
    }
  }

  #unknownStatement(word: Token): never {
    const { text } = word;
    if (RESERVED.has(text)) this.#unexpected(word, `'${text}' is an operator`);
    const hint = /^(row|matrix)/.test(text)
      ? `${UNSUPPORTED}: use dot, cross and outer`
      : suggest(text, STATEMENTS, `a statement begins with ${[...STATEMENTS].join(', ')}`);
    this.#diagnostics.stop('unknown-statement', word, `'${text}' begins no statement`, hint);
  }

  /** Values of `limit` and `soft`, with a comma between two of them or without. */
  #values(word: Token, count: number, takes: string): Expression[] {
    const outside = this.#context;
    this.#context = 'values';
    const values: Expression[] = [];
    while (values.length < count) {
      if (values.length > 0) this.#accept(',');
      if (this.#endsStatement(this.#peek()))
        this.#diagnostics.stop(
          'missing-value',
          word,
          `${takes}, not ${values.length}`,
          "'x -1' subtracts: put a comma between two values, or write (-1)",
        );
      values.push(this.#expression());
    }
    this.#context = outside;
    return values;
  }

  #declaration(): Name {
    const token = this.#peek();
    if (token.kind !== 'name') this.#unexpected(token, 'a name is due here');
    if (RESERVED.has(token.text))
      this.#diagnostics.stop('reserved-word', token, `'${token.text}' is reserved and cannot be a name`);
    this.#take();
    return { name: token.text, start: token.start, end: token.end };
  }

  #parameter(type: 'vector' | 'scalar'): Parameter {
    const name = this.#declaration();
    const value = this.#accept('=') ? this.#expression() : null;
    const rate = this.#accept('->') ? this.#expression() : null;
    return { ...name, type, default: value, rate };
  }

  #expression(): Expression {
    const token = this.#peek();
    if (token.text !== 'let') return this.#operators(1);
    this.#enter(token);
    this.#take();
    const name = this.#declaration();
    this.#expect('=', DEFINED);
    const value = this.#within('', () => this.#expression());
    if (!this.#is('in'))
      this.#diagnostics.stop(
        'unexpected-token',
        this.#place(this.#peek()),
        `'in' is missing: let ${name.name} = … in …`,
      );
    this.#take();
    this.#declare(name.name, 1);
    const body = this.#expression();
    this.#declare(name.name, -1);
    this.#nested--;
    return this.#made({ kind: 'let', name, value, body, start: token.start, end: ending(body) }, [value, body]);
  }

  #operators(least: number): Expression {
    let left = this.#prefix();
    for (;;) {
      const token = this.#peek();
      const precedence = token.kind === 'number' ? undefined : PRECEDENCE.get(token.text);
      if (precedence === undefined || precedence < least) return left;
      if (precedence === 1) this.#warnOfTrap(token);
      this.#take();
      const right = this.#operators(precedence + 1);
      left = this.#made(
        { kind: 'binary', operator: token.text as Binary, left, right, start: beginning(left), end: ending(right) },
        [left, right],
      );
    }
  }

  /** A sign that looks as if it belonged to the value behind it, where a value might begin. */
  #warnOfTrap({ first, spaceBefore, spaceAfter, ...sign }: Token): void {
    if (!JUXTAPOSED.has(this.#context) || !(first || (spaceBefore && !spaceAfter))) return;
    this.#diagnostics.warn(
      'subtraction-trap',
      sign,
      `'${sign.text}' continues the value before it`,
      'put a comma between two values, brackets around a sign: (-1)',
    );
  }

  #prefix(): Expression {
    const token = this.#peek();
    const { text, start } = token;
    if (token.kind === 'number' || !(text === '-' || text === '+' || text === 'unit' || text === 'relative'))
      return this.#postfix();
    this.#enter(token);
    this.#take();
    const first = this.#prefix();
    let made: Expression;
    if (text === 'relative') {
      const value = this.#prefix();
      made = this.#made({ kind: 'relative', angle: first, value, start, end: ending(value) }, [first, value]);
    } else
      made = this.#made({ kind: 'unary', operator: text as Unary, value: first, start, end: ending(first) }, [first]);
    this.#nested--;
    return made;
  }

  #postfix(): Expression {
    let value = this.#atom();
    while (this.#is('.')) {
      const point = this.#take();
      const word = this.#peek();
      if (point.spaceBefore || point.spaceAfter) this.#unexpected(point, 'no blank may stand beside the point');
      if (word.kind !== 'name') this.#unexpected(word, "a word is due behind '.'");
      this.#take();
      value = this.#made(
        { kind: 'property', of: value, word: word.text, wordSpan: word, start: beginning(value), end: word.end },
        [value],
      );
    }
    return value;
  }

  #atom(): Expression {
    const token = this.#peek();
    const { kind, text, start, end } = token;
    if (kind === 'number') {
      this.#take();
      return { kind: 'number', value: Number(text), start, end };
    }
    if (kind === 'name' && !RESERVED.has(text) && !this.#endsStatement(token)) return this.#name();
    switch (kind === 'sign' ? text : '') {
      case '(': {
        const value = this.#bracketed(token, () => this.#expression());
        value.outer = { start, end: this.#tokens[this.#next - 1].end };
        return value;
      }
      case '|': {
        const value = this.#bracketed(token, () => this.#expression());
        return this.#made({ kind: 'unary', operator: 'length', value, ...this.#since(token) }, [value]);
      }
      case '[':
        return this.#vector(token);
      case '{':
        return this.#block(token);
      default:
        return this.#missing(token);
    }
  }

  #name(): Expression {
    const token = this.#take();
    const { text, start, end } = token;
    const opens = this.#peek();
    if (this.#isDeclared(text)) return { kind: 'name', name: text, start, end };
    const isFunction = FUNCTIONS.has(text);
    if (opens.kind === 'sign' && opens.text === '(' && (isFunction || opens.start === end)) {
      const args: Expression[] = [];
      this.#bracketed(opens, () => {
        do args.push(this.#expression());
        while (this.#accept(','));
      });
      return this.#made({ kind: 'call', name: text, nameSpan: token, args, ...this.#since(token) }, args);
    }
    if (isFunction)
      this.#diagnostics.stop('unexpected-token', token, `the function '${text}' needs brackets`, `write ${text}(x)`);
    return { kind: 'name', name: text, start, end };
  }

  #vector(token: Token): Expression {
    const entries: Expression[] = [];
    this.#bracketed(token, () => {
      do entries.push(this.#expression());
      while (entries.length < 2 && (this.#accept(',') || this.#mayBegin(this.#peek())));
      if (this.#is(';') || this.#mayBegin(this.#peek()))
        this.#diagnostics.stop('not-supported', token, `${UNSUPPORTED}: a vector has two entries`);
    });
    const [x, y] = entries;
    return entries.length === 1
      ? this.#made({ kind: 'unary', operator: 'perpendicular', value: x, ...this.#since(token) }, entries)
      : this.#made({ kind: 'vector', x, y, ...this.#since(token) }, entries);
  }

  #block(token: Token): Expression {
    const entries: Expression[] = [];
    this.#bracketed(token, () => {
      do entries.push(this.#expression());
      while (this.#accept(',') ? !this.#is('}') && !this.#endsStatement(this.#peek()) : this.#mayBegin(this.#peek()));
    });
    return this.#made({ kind: 'block', entries, ...this.#since(token) }, entries);
  }

  /** What stands between `open` and the bracket that closes it. */
  #bracketed<T>(open: Token, read: () => T): T {
    this.#enter(open);
    this.#take();
    const inner = this.#within(open.text, read);
    const close = CLOSING[open.text];
    const token = this.#peek();
    if (token.kind === 'sign' && token.text === close) this.#take();
    else if (this.#endsStatement(token))
      this.#diagnostics.stop('unclosed', open, `'${open.text}' is not closed by '${close}'`);
    else this.#unexpected(token, `'${close}' is due here, which closes '${open.text}'`);
    this.#nested--;
    return inner;
  }

  #within<T>(context: string, read: () => T): T {
    const outside = this.#context;
    this.#context = context;
    const inner = read();
    this.#context = outside;
    return inner;
  }

  #missing(token: Token): never {
    this.#diagnostics.stop(
      'missing-value',
      this.#place(token),
      `a value is missing before ${this.#shown(token)}`,
      token.text === 'let' ? "'let … in' is an operand only in brackets" : undefined,
    );
  }

  #unexpected(token: Token, why: string, what?: string): never {
    this.#diagnostics.stop(
      'unexpected-token',
      this.#place(token),
      what ?? (token.kind === 'end' ? `the program ends too early: ${why}` : `unexpected ${this.#shown(token)}`),
      why,
    );
  }

  #shown({ kind, text }: Token): string {
    return kind === 'end' ? 'the end of the program' : `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`;
  }

  /** The end of the text is where its last token ends. */
  #place(token: Token): Span {
    if (token.kind !== 'end') return token;
    const end = this.#tokens.length > 1 ? this.#tokens[this.#tokens.length - 2].end : token.end;
    return { start: end, end };
  }

  #since({ start }: Token): Span {
    return { start, end: this.#tokens[this.#next - 1].end };
  }

  /** Where a value may begin by this token: a bar closes if the innermost bracket is one. */
  #mayBegin(token: Token): boolean {
    const { kind, text } = token;
    if (kind === 'number') return true;
    if (kind === 'name')
      return (
        text === 'unit' || text === 'relative' || text === 'let' || !(RESERVED.has(text) || this.#endsStatement(token))
      );
    return kind === 'sign' && ('([{'.includes(text) || (text === '|' && this.#context !== '|'));
  }

  /** True at the end, and at a word that begins a statement and is no name of the program. */
  #endsStatement({ kind, text }: Token): boolean {
    return kind === 'end' || (kind === 'name' && text !== 'let' && STATEMENTS.has(text) && !this.#isDeclared(text));
  }

  #isDeclared(name: string): boolean {
    return (this.#declared.get(name) ?? 0) > 0;
  }

  #declare(name: string, by: number): void {
    this.#declared.set(name, (this.#declared.get(name) ?? 0) + by);
  }

  /** Goes one deeper; whoever does comes back by `#nested--`. */
  #enter(token: Token): void {
    if (++this.#nested > MOST_NESTED)
      this.#diagnostics.stop('too-large', token, `more than ${MOST_NESTED} brackets within each other`, TOO_DEEP);
  }

  #made(expression: Expression, parts: readonly Expression[]): Expression {
    let depth = 0;
    for (const part of parts) depth = Math.max(depth, this.#depths.get(part) ?? 0);
    if (depth >= MOST_DEEP)
      this.#diagnostics.stop('too-large', expression, `more than ${MOST_DEEP} operators in a row`, TOO_DEEP);
    this.#depths.set(expression, depth + 1);
    return expression;
  }

  #peek(): Token {
    return this.#tokens[this.#next];
  }

  #take(): Token {
    return this.#tokens[this.#next++];
  }

  #is(text: string): boolean {
    return this.#peek().text === text;
  }

  #accept(text: string): boolean {
    const is = this.#is(text);
    if (is) this.#next++;
    return is;
  }

  #expect(text: string, why: string): void {
    if (!this.#accept(text)) this.#unexpected(this.#peek(), why);
  }
}

/** Brackets around an operand belong to what is made of it. */
const beginning = ({ start, outer }: Expression): number => outer?.start ?? start;
const ending = ({ end, outer }: Expression): number => outer?.end ?? end;
