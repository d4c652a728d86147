import { type DiagnosticCode, type Diagnostics, type Span, suggest } from './diagnostics';
import type { Expression, Name, Parameter, Program, Statement } from './syntax';
import * as units from './units';
import { combine, PURE, type Unit, UnitSolver } from './units';
import { CONSTANTS, FUNCTIONS, PROPERTIES } from './words';

/** Third stage: names, shapes, what may stand where, how velocities enter; then units. Nothing is computed. */

/** What a value is made of, bit by bit. */
const PARAMETERS = 1;
const MASSES = 2;
const POSES = 4;
const VELOCITIES = 8;
const INFINITIES = 16;

/** What is known of a value. */
interface Info {
  readonly shape: 'scalar' | 'vector' | 'block' | 'map' | 'wrong';
  readonly unit: Unit;
  /** Made of numbers alone: takes the unit of its partner. */
  readonly literal: boolean;
  readonly uses: number;
  /** Of a block. */
  readonly entries: readonly Info[];
  /** Where it is written, for messages about a row. */
  readonly span: Span;
}

interface Known {
  readonly kind: 'body' | 'parameter' | 'let';
  readonly place: Name;
  readonly info: Info;
  used: boolean;
}

/** What may stand in a statement, and how a message calls the place. */
interface Place {
  readonly allowed: number;
  readonly name: string;
}

const IN_DEFAULT: Place = { allowed: INFINITIES, name: 'a default' };
const IN_RATE: Place = { allowed: PARAMETERS, name: 'a rate' };
const IN_LIMIT: Place = { allowed: PARAMETERS | MASSES | INFINITIES, name: "'limit'" };
const IN_SOFT: Place = { ...IN_LIMIT, name: "'soft'" };
const IN_CONSTRAINT: Place = { allowed: PARAMETERS | MASSES | POSES, name: "'constraint'" };
const IN_BIAS: Place = { ...IN_CONSTRAINT, name: "'bias'" };
const IN_VELOCITY: Place = { allowed: PARAMETERS | MASSES | POSES | VELOCITIES, name: "'velocity'" };
const ANYWHERE: Place = { allowed: 31, name: "'let'" };

/** More columns times words than this is no constraint. */
const MOST_WORK = 400_000;

/** One scalar row. */
export interface CheckedRow {
  readonly kind: 'position' | 'velocity';
  readonly unit: string;
  /** Exponents of length and time; what is left open counts as 0. */
  readonly length: number;
  readonly time: number;
}

/** What is known of a program without errors beside its tree. */
export interface Checked {
  readonly program: Program;
  readonly rows: readonly CheckedRow[];
  /** Units of the parameters, in their order. */
  readonly parameters: readonly { readonly unit: string; readonly length: number }[];
}

/** Reports what is wrong and what is doubtful; the result counts if nothing is wrong. */
export function check(program: Program, words: number, diagnostics: Diagnostics): Checked {
  return new Checker(program, diagnostics).run(words);
}

class Checker {
  readonly #program: Program;
  readonly #diagnostics: Diagnostics;
  readonly #units = new UnitSolver();
  readonly #known = new Map<string, Known>();
  readonly #all: Known[] = [];
  #place = ANYWHERE;

  constructor(program: Program, diagnostics: Diagnostics) {
    this.#program = program;
    this.#diagnostics = diagnostics;
  }

  run(words: number): Checked {
    const { bodies, parameters, statements, start } = this.#program;
    const last = bodies[bodies.length - 1] as Name | undefined;
    if (last !== undefined && words * (3 * bodies.length + 1) > MOST_WORK)
      this.#diagnostics.stop('too-large', last, `too many bodies for so long a program: ${bodies.length}`);
    for (const body of bodies) this.#define(body, 'body', { ...this.#scalar(PURE, 0, body), shape: 'wrong' });
    for (const parameter of parameters) {
      const { type } = parameter;
      const info = this.#scalar(this.#units.unknown(), PARAMETERS, parameter);
      this.#define(parameter, 'parameter', type === 'scalar' ? info : { ...info, shape: type });
    }
    for (const parameter of parameters) this.#parameter(parameter);

    const found = this.#statements(statements);
    if (found.constraint === null && found.velocity === null)
      this.#error(
        'missing-statement',
        { start: start.start, end: start.end },
        "a program needs 'constraint' or 'velocity'",
      );
    this.#bounds(found);
    const position = rowsOf(found.constraint);
    const velocity = rowsOf(found.velocity);
    for (const [rows, dependence] of [
      [position, POSES],
      [velocity, VELOCITIES],
    ] as const) {
      for (const row of new Set(rows)) {
        if (row.shape !== 'wrong' && (row.uses & dependence) === 0)
          this.#diagnostics.warn('no-body', row.span, 'this row depends on no body, so nothing can satisfy it');
      }
    }
    this.#warnOfUnused();
    return {
      program: this.#program,
      rows: [
        ...position.map((row) => this.#row('position', row)),
        ...velocity.map((row) => this.#row('velocity', row)),
      ],
      parameters: parameters.map(({ name }) => {
        const of = this.#known.get(name)?.info.unit ?? PURE;
        return { unit: this.#units.name(of), length: this.#units.resolve(of).length };
      }),
    };
  }

  #row(kind: CheckedRow['kind'], { unit, literal }: Info): CheckedRow {
    const { length, time } = this.#units.resolve(unit);
    return { kind, unit: literal ? 'any' : this.#units.name(unit), length, time };
  }

  #parameter({ name, type, default: value, rate }: Parameter): void {
    const info = this.#known.get(name)?.info;
    if (info === undefined) return;
    for (const [expression, place, power, word] of [
      [value, IN_DEFAULT, 0, 'default'],
      [rate, IN_RATE, -1, 'rate'],
    ] as const) {
      if (expression === null) continue;
      const given = this.#at(place, expression);
      if (given.shape !== type && given.shape !== 'wrong')
        this.#error('shape', expression, `the ${word} of the ${type} '${name}' is ${described(given)}`);
      else
        this.#mustEqual(
          given,
          { ...info, unit: combine(info.unit, units.TIME, power) },
          expression,
          `the ${word} of '${name}'`,
        );
    }
  }

  /** Checks every statement in the order of the text; those that others are measured by are handed on. */
  #statements(statements: readonly Statement[]): Found {
    const found: Found = { constraint: null, velocity: null, limits: [] };
    const seen = new Set<string>();
    for (const statement of statements) {
      const { kind, word } = statement;
      const name = kind === 'limit' && typeof statement.of === 'string' ? `limit ${statement.of}` : kind;
      if (seen.has(name)) this.#error('duplicate', word, `'${name}' stands in a program once`);
      if (name !== 'let' && name !== 'limit') seen.add(name);
      switch (kind) {
        case 'let':
          this.#define(statement.name, 'let', this.#at(ANYWHERE, statement.value));
          break;
        case 'constraint':
          found.constraint = this.#rowValue(IN_CONSTRAINT, statement.value);
          break;
        case 'velocity':
          found.velocity = this.#rowValue(IN_VELOCITY, statement.value);
          break;
        case 'bias':
          found.limits.push({ what: 'bias', word, values: [[this.#at(IN_BIAS, statement.value), statement.value]] });
          break;
        case 'soft':
          found.limits.push({
            what: 'soft',
            word,
            values: this.#pairs(IN_SOFT, [statement.hertz, statement.dampingRatio]),
          });
          break;
        case 'limit': {
          const { of, lower, upper } = statement;
          const values = this.#pairs(IN_LIMIT, [lower, upper]);
          if (typeof of === 'string') found.limits.push({ what: of, word, values });
          else this.#limit(this.#at(IN_LIMIT, of), values);
        }
      }
    }
    return found;
  }

  #pairs(place: Place, expressions: readonly Expression[]): [Info, Expression][] {
    return expressions.map((expression) => [this.#at(place, expression), expression]);
  }

  #rowValue(place: Place, expression: Expression): Info {
    const info = this.#at(place, expression);
    if (info.shape !== 'map') return info;
    this.#error('shape', expression, 'u outer v is a map: multiply it by a vector');
    return { ...info, shape: 'wrong' };
  }

  /** `limit e lower upper`: entry by entry. */
  #limit(value: Info, bounds: readonly [Info, Expression][]): void {
    bounds.forEach(([bound, expression], i) => {
      const word = i === 0 ? 'lower' : 'upper';
      this.#fits(bound, expression, [value], `the ${word} bound`, 'the value that is limited', false);
    });
  }

  /** What has one value for each row. */
  #bounds({ constraint, velocity, limits }: Found): void {
    for (const { what, word, values } of limits) {
      if ((what === 'constraint' || what === 'bias') && constraint === null) {
        const name = what === 'bias' ? "'bias'" : "'limit constraint'";
        this.#error('missing-statement', word, `${name} needs a 'constraint'`);
        continue;
      }
      const all = [constraint, velocity].filter((info) => info !== null);
      values.forEach(([info, expression], i) => {
        const side = i === 0 ? 'lower' : 'upper';
        if (what === 'constraint')
          this.#fits(info, expression, all.slice(0, 1), `the ${side} bound`, 'the constraint', false);
        else if (what === 'force')
          this.#fits(info, expression, all, `the ${side} bound of the force`, 'the program', true);
        else if (what === 'soft')
          this.#fits(info, expression, all, `the ${i === 0 ? 'hertz' : 'damping ratio'} of soft`, 'the program', true);
        else {
          const rate = all.slice(0, 1).map((rows) => perSecond(rows));
          this.#fits(info, expression, rate, 'the bias', 'the constraint', false);
        }
      });
    }
  }

  /** `given` must have one value for each row of `rows`; where `one` is allowed, one for all; units are compared where not. */
  #fits(given: Info, at: Expression, rows: readonly Info[], what: string, of: string, one: boolean): void {
    const wanted = rows.flatMap(rowsOf);
    const values = rowsOf(given);
    if (given.shape === 'wrong' || rows.some(({ shape }) => shape === 'wrong')) return;
    if (given.shape === 'map' || (values.length !== wanted.length && !(one && values.length === 1))) {
      const shapes = rows.length === 1 ? ` (${described(rows[0])})` : '';
      const example = `{ ${Array.from({ length: Math.min(wanted.length, 4) }, () => '0').join(' ')}${wanted.length > 4 ? ' …' : ''} }`;
      this.#error(
        'bound-shape',
        at,
        `${what} is ${described(given)}: ${count(values.length, 'value')} for ${count(wanted.length, 'row')} of ${of}${shapes}`,
        wanted.length === 1 ? 'write one value' : `write one value for each row, as in ${example}`,
      );
    } else if (!one) values.forEach((value, i) => this.#mustEqual(value, wanted[i], at, what));
  }

  #warnOfUnused(): void {
    for (const { used, place, kind } of this.#all) {
      if (!used && !place.name.startsWith('_'))
        this.#diagnostics.warn(
          'unused',
          place,
          `the ${kind} '${place.name}' is never used`,
          `a name that begins with '_' may be unused`,
        );
    }
  }

  #define(place: Name, kind: Known['kind'], info: Info): void {
    if (this.#known.has(place.name)) this.#error('duplicate', place, `'${place.name}' is declared twice`);
    const known: Known = { kind, place, info, used: false };
    this.#known.set(place.name, known);
    this.#all.push(known);
  }

  #at(place: Place, expression: Expression): Info {
    this.#place = place;
    return this.#value(expression);
  }

  #value(e: Expression): Info {
    switch (e.kind) {
      case 'number':
        return { ...this.#scalar(PURE, 0, e), literal: true };
      case 'name':
        return this.#name(e, e.name);
      case 'property':
        return this.#property(e);
      case 'call':
        return this.#call(e);
      case 'unary':
        return this.#unary(e);
      case 'relative':
        return this.#relative(e);
      case 'binary':
        return this.#binary(e);
      case 'vector':
        return this.#vector(e);
      case 'block':
        return this.#block(e);
      case 'let':
        return this.#letIn(e);
    }
  }

  #letIn({ name, value, body }: Expression & { kind: 'let' }): Info {
    const info = this.#value(value);
    const hidden = this.#known.get(name.name);
    const known: Known = { kind: 'let', place: name, info, used: false };
    this.#all.push(known);
    this.#known.set(name.name, known);
    const result = this.#value(body);
    if (hidden === undefined) this.#known.delete(name.name);
    else this.#known.set(name.name, hidden);
    return result;
  }

  #name(span: Span, name: string): Info {
    const known = this.#known.get(name);
    if (known === undefined) {
      const constant = CONSTANTS.get(name);
      if (constant !== undefined) {
        const uses = name === 'inf' ? INFINITIES : 0;
        return this.#leaf({ ...this.#scalar(PURE, uses, span), literal: name !== 'pi' }, `'${name}'`);
      }
      const isLater = this.#program.statements.some(
        (statement) => statement.kind === 'let' && statement.name.name === name,
      );
      const names = [...this.#known.keys(), ...CONSTANTS.keys()];
      const hint = isLater ? "'let' counts from its end on" : suggest(name, names, `declare it: scalar ${name}`);
      return this.#wrong('unknown-name', span, `unknown name '${name}'`, hint);
    }
    known.used = true;
    if (known.kind === 'body')
      return this.#wrong(
        'body-as-value',
        span,
        `'${name}' is a body, not a value`,
        `write ${name}.position or ${name}.rotation`,
      );
    return this.#leaf({ ...known.info, span }, `'${name}'`);
  }

  /** A value as it stands in the text, if all it is made of may be there. */
  #leaf(info: Info, name: string): Info {
    const wrong = info.uses & ~this.#place.allowed;
    if (wrong === 0) return info;
    const where = this.#place.name;
    if (wrong & INFINITIES)
      return this.#wrong('not-allowed-here', info.span, `${name} stands in defaults, bounds, 'limit' and 'soft' only`);
    if (wrong & VELOCITIES)
      return this.#wrong(
        'not-allowed-here',
        info.span,
        `${where} has no velocity in it: ${name} belongs to 'velocity'`,
        'velocity <expression> makes a velocity row, as a motor is',
      );
    const what = this.#place === IN_DEFAULT ? 'numbers and constants' : 'numbers, constants and parameters';
    return this.#wrong('not-allowed-here', info.span, `${where} is made of ${what}, not of ${name}`);
  }

  #property(e: Expression & { kind: 'property' }): Info {
    const { of, word, wordSpan } = e;
    const body = of.kind === 'name' ? this.#known.get(of.name) : undefined;
    if (of.kind === 'name' && body?.kind === 'body') {
      body.used = true;
      const shape = PROPERTIES.get(word);
      if (shape === undefined)
        return this.#wrong(
          'unknown-property',
          wordSpan,
          `a body has no property '${word}'`,
          suggest(word, PROPERTIES.keys(), 'it has position, rotation, velocity, angularVel, mass and inertia'),
        );
      const { unit, uses } = propertyOf(word);
      return this.#leaf({ ...this.#scalar(unit, uses, e), shape }, `'${of.name}.${word}'`);
    }
    const value = this.#value(of);
    if (value.shape === 'wrong') return value;
    if (value.shape !== 'vector' || (word !== 'x' && word !== 'y')) {
      const has = value.shape === 'vector' ? 'a vector has .x and .y' : `${described(value)} has no entries`;
      return this.#wrong('unknown-property', wordSpan, `${has}, there is no '.${word}'`);
    }
    return { ...value, shape: 'scalar', span: e };
  }

  #unary(e: Expression & { kind: 'unary' }): Info {
    const { operator } = e;
    const value = this.#value(e.value);
    if (value.shape === 'wrong') return value;
    const isSign = operator === '-' || operator === '+';
    if (value.shape === 'map' || (value.shape === 'block' && !isSign)) {
      const name = operator === 'length' ? '| |' : operator === 'perpendicular' ? '[ ]' : `'${operator}'`;
      return this.#wrong('shape', e.value, `${name} takes a vector or a scalar, not ${described(value)}`);
    }
    if (isSign) return { ...value, span: e };
    if (operator === 'perpendicular') {
      if (value.shape !== 'vector')
        return this.#wrong(
          'shape',
          e.value,
          `[ ] around one value turns a vector by 90 degrees; this is ${described(value)}`,
          "'[1 -2]' subtracts: put a comma between two entries, or write [1 (-2)]",
        );
      return { ...value, span: e };
    }
    if (value.uses & VELOCITIES) return this.#notAffine(e, operator === 'length' ? '| |' : 'unit');
    if (operator === 'unit') return { ...value, unit: PURE, literal: false, span: e };
    return { ...value, shape: 'scalar', span: e };
  }

  #relative(e: Expression & { kind: 'relative' }): Info {
    const angle = this.#value(e.angle);
    const value = this.#value(e.value);
    if (angle.shape === 'wrong' || value.shape === 'wrong') return this.#nothing(e);
    if (angle.shape !== 'scalar')
      return this.#wrong(
        'shape',
        e.angle,
        `the angle of 'relative' is a scalar, not ${described(angle)}`,
        'relative <angle> <vector>',
      );
    if (value.shape !== 'vector')
      return this.#wrong(
        'shape',
        e.value,
        `'relative' turns a vector, not ${described(value)}`,
        'relative <angle> <vector>',
      );
    if (angle.uses & VELOCITIES) return this.#notAffine(e, 'relative');
    this.#mustBePure(angle, e.angle, "the angle of 'relative'");
    return { ...value, uses: value.uses | angle.uses, span: e };
  }

  #vector(e: Expression & { kind: 'vector' }): Info {
    const x = this.#value(e.x);
    const y = this.#value(e.y);
    for (const [entry, at] of [
      [x, e.x],
      [y, e.y],
    ] as const) {
      if (entry.shape !== 'scalar' && entry.shape !== 'wrong')
        return this.#wrong('shape', at, `an entry of a vector is a scalar, not ${described(entry)}`);
    }
    if (x.shape === 'wrong' || y.shape === 'wrong') return this.#nothing(e);
    return { ...this.#joined(x, y, e.y, 'the entries of a vector'), shape: 'vector', span: e };
  }

  #block(e: Expression & { kind: 'block' }): Info {
    const entries = e.entries.map((entry) => {
      const info = this.#value(entry);
      if (info.shape === 'block' || info.shape === 'map')
        return this.#wrong('shape', entry, `an entry of a block is a scalar or a vector, not ${described(info)}`);
      return { ...info, span: entry };
    });
    if (entries.some(({ shape }) => shape === 'wrong')) return this.#nothing(e);
    return { shape: 'block', unit: PURE, literal: entries.every(isLiteral), uses: union(entries), entries, span: e };
  }

  #binary(e: Expression & { kind: 'binary' }): Info {
    const { operator } = e;
    const left = this.#value(e.left);
    const right = this.#value(e.right);
    if (left.shape === 'wrong' || right.shape === 'wrong') return this.#nothing(e);
    switch (operator) {
      case '+':
      case '-':
        return this.#sum(e, left, right);
      case '/':
        if (right.shape !== 'scalar')
          return this.#wrong('shape', e.right, `'/' divides by a scalar, not by ${described(right)}`);
        if (left.shape === 'map') break;
        if (right.uses & VELOCITIES) return this.#notAffine(e, 'a divisor');
        return this.#scaled(left, right, -1, e);
      case '*':
        if (left.shape === 'map' && right.shape === 'vector') return this.#product(e, left, right, 'vector');
        if (left.shape === 'scalar' && right.shape !== 'map')
          return this.#checkDegree(e, left, right, this.#scaled(right, left, 1, e));
        if (right.shape === 'scalar' && left.shape !== 'map')
          return this.#checkDegree(e, left, right, this.#scaled(left, right, 1, e));
        break;
      case 'dot':
        if (left.shape === right.shape && isSimple(left)) return this.#product(e, left, right, 'scalar');
        break;
      case 'cross':
        if (left.shape === 'vector' && right.shape === 'vector') return this.#product(e, left, right, 'scalar');
        if (isSimple(left) && isSimple(right) && left.shape !== right.shape)
          return this.#product(e, left, right, 'vector');
        break;
      case 'outer':
        if (left.shape === 'vector' && right.shape === 'vector') return this.#product(e, left, right, 'map');
    }
    const hint =
      operator === '*' && left.shape === 'vector' && right.shape === 'vector'
        ? "vectors are multiplied by 'dot' or 'cross'"
        : HINTS[operator];
    return this.#wrong('shape', e, `'${operator}' does not take ${described(left)} and ${described(right)}`, hint);
  }

  #sum(e: Expression & { kind: 'binary' }, left: Info, right: Info): Info {
    const { operator } = e;
    const entries = left.entries.map((entry, i) => [entry, right.entries[i]] as const);
    if (
      left.shape === 'map' ||
      left.shape !== right.shape ||
      left.entries.length !== right.entries.length ||
      entries.some(([a, b]) => a.shape !== b.shape)
    )
      return this.#wrong(
        'shape',
        e,
        `'${operator}' takes two of the same shape, not ${described(left)} and ${described(right)}`,
      );
    const what = `the sides of '${operator}'`;
    if (left.shape !== 'block') return { ...this.#joined(left, right, e, what), span: e };
    return {
      ...left,
      literal: left.literal && right.literal,
      uses: left.uses | right.uses,
      entries: entries.map(([a, b]) => this.#joined(a, b, e, what)),
      span: e,
    };
  }

  /** `a` times or divided by the scalar `b`. */
  #scaled(a: Info, b: Info, power: number, span: Span): Info {
    const uses = a.uses | b.uses;
    if (a.shape === 'block')
      return {
        ...a,
        uses,
        literal: a.literal && b.literal,
        entries: a.entries.map((entry) => this.#scaled(entry, b, power, entry.span)),
        span,
      };
    return { ...a, uses, literal: a.literal && b.literal, unit: combine(a.unit, b.unit, power), span };
  }

  #product(e: Expression & { kind: 'binary' }, a: Info, b: Info, shape: Info['shape']): Info {
    const unit = combine(a.unit, b.unit, 1);
    const literal = a.literal && b.literal;
    return this.#checkDegree(e, a, b, { shape, unit, literal, uses: a.uses | b.uses, entries: [], span: e });
  }

  #checkDegree(e: Expression & { kind: 'binary' }, a: Info, b: Info, result: Info): Info {
    return a.uses & b.uses & VELOCITIES ? this.#notAffine(e, `'${e.operator}'`) : result;
  }

  #call(e: Expression & { kind: 'call' }): Info {
    const { name, nameSpan, args } = e;
    const rule = FUNCTIONS.get(name);
    if (rule === undefined)
      return this.#wrong(
        'unknown-function',
        nameSpan,
        `unknown function '${name}'`,
        suggest(name, FUNCTIONS.keys(), `functions are ${[...FUNCTIONS.keys()].join(', ')}`),
      );
    const infos = args.map((arg) => this.#value(arg));
    const { count: wanted, units: unitRule } = rule;
    if (args.length !== wanted)
      return this.#wrong('argument-count', e, `'${name}' takes ${count(wanted, 'argument')}, not ${args.length}`);
    const shape = name === 'angle' ? 'vector' : 'scalar';
    let isWrong = false;
    infos.forEach((info, i) => {
      isWrong ||= info.shape === 'wrong';
      if (info.shape === shape || info.shape === 'wrong') return;
      isWrong = true;
      const which = wanted === 1 ? 'the argument' : `argument ${i + 1}`;
      this.#error('shape', args[i], `${which} of '${name}' is a ${shape}, not ${described(info)}`);
    });
    if (isWrong) return this.#nothing(e);
    const uses = union(infos);
    if (uses & VELOCITIES) return this.#notAffine(e, `'${name}'`);
    const [first] = infos;
    const result = this.#scalar(PURE, uses, e);
    const what = `the arguments of '${name}'`;
    switch (unitRule) {
      case 'sign':
        return result;
      case 'same': {
        const all = infos.reduce((a, b, i) => this.#joined(a, b, args[i], what));
        return { ...all, uses, span: e };
      }
      case 'ratio':
        this.#joined(first, infos[1], args[1], what);
        return result;
      case 'root':
        return { ...result, unit: combine(PURE, first.unit, 0.5) };
      case 'power': {
        const exponent = infos[1].literal ? numberOf(args[1]) : null;
        if (exponent !== null) return { ...result, unit: combine(PURE, first.unit, exponent) };
      }
    }
    infos.forEach((info, i) => this.#mustBePure(info, args[i], `the argument of '${name}'`));
    return result;
  }

  /** What both are, where they must be of one unit: numbers alone take the other's. */
  #joined(a: Info, b: Info, at: Span, what: string): Info {
    const uses = a.uses | b.uses;
    if (a.literal) return { ...b, uses };
    this.#mustEqual(b, a, at, what);
    return { ...a, uses };
  }

  #mustEqual(given: Info, wanted: Info, at: Span, what: string): void {
    if (given.literal || wanted.literal || this.#units.equate(given.unit, wanted.unit)) return;
    this.#diagnostics.warn(
      'units',
      at,
      `${what}: ${this.#shown(wanted.unit)} against ${this.#shown(given.unit)}`,
      'lengths and angles do not add: multiply by a radius or divide by one',
    );
  }

  #mustBePure(info: Info, at: Span, what: string): void {
    if (info.literal || this.#units.equate(info.unit, PURE)) return;
    this.#diagnostics.warn('units', at, `${what} is a pure number or an angle, not ${this.#shown(info.unit)}`);
  }

  #shown(of: Unit): string {
    const name = this.#units.name(of);
    return name === 'angle' ? 'a pure number or angle' : name;
  }

  #scalar(unit: Unit, uses: number, span: Span): Info {
    return { shape: 'scalar', unit, literal: false, uses, entries: [], span };
  }

  #nothing(span: Span): Info {
    return { ...this.#scalar(PURE, 0, span), shape: 'wrong' };
  }

  #notAffine(span: Span, what: string): Info {
    return this.#wrong(
      'not-affine',
      span,
      `velocities must enter linearly, but ${what} makes them more than that`,
      'a velocity row is a sum of velocities times poses and parameters',
    );
  }

  #wrong(code: DiagnosticCode, span: Span, message: string, hint?: string): Info {
    this.#error(code, span, message, hint);
    return this.#nothing(span);
  }

  #error(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    this.#diagnostics.error(code, span, message, hint);
  }
}

/** What statements say that others are measured by. */
interface Found {
  constraint: Info | null;
  velocity: Info | null;
  readonly limits: {
    readonly what: 'constraint' | 'force' | 'bias' | 'soft';
    readonly word: Span;
    readonly values: readonly [Info, Expression][];
  }[];
}

const HINTS: Readonly<Record<string, string>> = {
  dot: "'dot' takes two vectors or two scalars",
  cross: "'cross' takes two vectors, or a vector and a scalar",
  outer: "'outer' takes two vectors, and its result is multiplied by a vector",
  '*': "one side of '*' is a scalar",
  '/': "'/' divides a scalar, a vector or a block",
};

const isLiteral = ({ literal }: Info): boolean => literal;
const isSimple = ({ shape }: Info): boolean => shape === 'scalar' || shape === 'vector';
const union = (infos: readonly Info[]): number => infos.reduce((uses, info) => uses | info.uses, 0);
const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** The scalar rows of a value: a vector is two. */
function rowsOf(info: Info | null): Info[] {
  if (info === null) return [];
  if (info.shape === 'block') return info.entries.flatMap(rowsOf);
  return info.shape === 'vector' ? [info, info] : [info];
}

function perSecond(info: Info): Info {
  return { ...info, unit: combine(info.unit, units.TIME, -1), entries: info.entries.map(perSecond) };
}

function described({ shape, entries }: Info): string {
  if (shape !== 'block') return shape === 'map' ? "an 'outer' map" : `a ${shape}`;
  const shapes = entries.slice(0, 6).map((entry) => entry.shape);
  return `a block { ${shapes.join(' ')}${entries.length > 6 ? ' …' : ''} }`;
}

function propertyOf(word: string): { unit: Unit; uses: number } {
  switch (word) {
    case 'position':
      return { unit: units.LENGTH, uses: POSES };
    case 'rotation':
      return { unit: PURE, uses: POSES };
    case 'velocity':
      return { unit: units.VELOCITY, uses: VELOCITIES };
    case 'mass':
      return { unit: units.MASS, uses: MASSES };
    case 'inertia':
      return { unit: units.INERTIA, uses: MASSES };
    default:
      return { unit: units.ANGULAR_VELOCITY, uses: VELOCITIES };
  }
}

/** The number that an expression of numbers is; null if it is of anything else. */
function numberOf(e: Expression): number | null {
  if (e.kind === 'number') return e.value;
  if (e.kind === 'unary') {
    const value = numberOf(e.value);
    return value === null || !(e.operator === '-' || e.operator === '+') ? null : e.operator === '-' ? -value : value;
  }
  if (e.kind !== 'binary' || (e.operator !== '*' && e.operator !== '/')) return null;
  const left = numberOf(e.left);
  const right = numberOf(e.right);
  return left === null || right === null ? null : e.operator === '*' ? left * right : left / right;
}
