import { type DiagnosticCode, type Diagnostics, type Span, suggest } from './diagnostics';
import type { Graph } from './graph';
import type { Slope, Slopes, SlopeVector } from './slopes';
import type { Expression, Name } from './syntax';
import { combine, PURE, type Unit, type UnitSolver } from './units';
import { CONSTANTS, FUNCTIONS, PROPERTIES } from './words';

/** Third stage: what an expression is. Its shape, unit and ingredients are checked, and its slopes are derived. */

/** What a value is made of, bit by bit. */
export const PARAMETERS = 1;
export const MASSES = 2;
export const POSES = 4;
export const VELOCITIES = 8;
export const INFINITIES = 16;

/** A scalar, or with `y` a vector. */
export interface Part {
  readonly x: Slope;
  readonly y?: Slope | undefined;
  readonly turned?: SlopeVector['turned'];
  readonly unit: Unit;
  /** Made of numbers alone: takes the unit of its partner. */
  readonly literal: boolean;
  readonly uses: number;
  /** Where it is written. */
  readonly span: Span;
}

/** A block has any number of parts, a map two vectors, others have one. */
export interface Value {
  readonly shape: 'scalar' | 'vector' | 'block' | 'map';
  readonly parts: readonly Part[];
}

/** A name, and what it stands for; null if that is wrong. Bodies have properties instead. */
export interface Known {
  readonly kind: 'body' | 'parameter' | 'let';
  readonly place: Name;
  value: Value | null;
  readonly properties?: Readonly<Record<string, Part>>;
  used: boolean;
}

/** What may stand in a statement, and how messages call the place. */
export interface Place {
  readonly allowed: number;
  readonly name: string;
}

type Of<K extends Expression['kind']> = Expression & { readonly kind: K };

/** Reports what is wrong, and makes null of it; what is made of that is null, too, and not reported again. */
export class Expressions {
  readonly known = new Map<string, Known>();
  /** Every name that was declared. */
  readonly declared: Known[] = [];
  readonly #slopes: Slopes;
  readonly #graph: Graph;
  readonly #units: UnitSolver;
  readonly #diagnostics: Diagnostics;
  /** Names that a later statement declares. */
  readonly #later: ReadonlySet<string>;
  #place: Place = { allowed: 0, name: '' };

  constructor(slopes: Slopes, units: UnitSolver, diagnostics: Diagnostics, later: ReadonlySet<string>) {
    this.#slopes = slopes;
    this.#graph = slopes.graph;
    this.#units = units;
    this.#diagnostics = diagnostics;
    this.#later = later;
  }

  declare(place: Name, kind: Known['kind'], value: Value | null, properties?: Known['properties']): void {
    if (this.known.has(place.name)) this.#wrong('duplicate', place, `'${place.name}' is declared twice`);
    this.#hide({ kind, place, value, ...(properties && { properties }), used: false });
  }

  at(place: Place, expression: Expression): Value | null {
    this.#place = place;
    return this.#value(expression);
  }

  /** Warns if `given` has not the unit that is wanted, unless it is made of numbers alone. */
  mustEqual(given: Part, wanted: Part, at: Span, what: string): void {
    if (given.literal || wanted.literal || this.#units.equate(given.unit, wanted.unit)) return;
    const names = [wanted, given].map(({ unit }) => this.#unitName(unit));
    // What the program leaves open has no name: only what both differ by is known.
    if (names[0] === names[1]) {
      const factor = this.#units.name(combine(wanted.unit, given.unit, -1)).replace('angle', '1');
      const hint = "numbers have no unit, parameters have the one they need: declare 'scalar k = 1', and multiply by k";
      this.#diagnostics.warn('units', at, `${what}: a factor of ${factor} is missing`, hint);
      return;
    }
    const hint = 'lengths and angles do not add: multiply or divide by a radius';
    this.#diagnostics.warn('units', at, `${what}: ${names.join(' against ')}`, hint);
  }

  #hide(known: Known): Known | undefined {
    const hidden = this.known.get(known.place.name);
    this.known.set(known.place.name, known);
    this.declared.push(known);
    return hidden;
  }

  #value(e: Expression): Value | null {
    switch (e.kind) {
      case 'number':
        return made(this.#number(e.value, e));
      case 'name':
        return this.#name(e);
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

  #number(value: number, span: Span): Part {
    return {
      x: this.#slopes.number(value),
      unit: PURE,
      literal: true,
      uses: value === Infinity ? INFINITIES : 0,
      span,
    };
  }

  #letIn({ name, value, body }: Of<'let'>): Value | null {
    const hidden = this.#hide({ kind: 'let', place: name, value: this.#value(value), used: false });
    const result = this.#value(body);
    if (hidden === undefined) this.known.delete(name.name);
    else this.known.set(name.name, hidden);
    return result;
  }

  #name(e: Of<'name'>): Value | null {
    const { name } = e;
    const known = this.known.get(name);
    if (known !== undefined) {
      known.used = true;
      if (known.properties !== undefined)
        return this.#wrong('body-as-value', e, `'${name}' is a body`, `write ${name}.position or ${name}.rotation`);
      return known.value && this.#allowed({ ...known.value, parts: placed(known.value.parts, e) }, name);
    }
    const constant = CONSTANTS.get(name);
    if (constant !== undefined)
      return this.#allowed(made({ ...this.#number(constant, e), literal: name !== 'pi' }), name);
    const names = [...this.known.keys(), ...CONSTANTS.keys()];
    const hint = this.#later.has(name)
      ? "'let' counts from its end on"
      : suggest(name, names, `declare it: scalar ${name}`);
    return this.#wrong('unknown-name', e, `unknown name '${name}'`, hint);
  }

  /** A value as it stands in the text, if all it is made of may be there. */
  #allowed(value: Value, name: string): Value | null {
    const wrong = usesOf(value) & ~this.#place.allowed;
    if (wrong === 0) return value;
    const { name: where, allowed } = this.#place;
    const what =
      wrong & INFINITIES
        ? `'${name}' stands only in defaults, bounds, 'limit' and 'soft'`
        : wrong & VELOCITIES
          ? `no velocity may stand in ${where}: it belongs to 'velocity'`
          : `${where} is made of ${allowed & PARAMETERS ? 'parameters' : 'numbers'} and constants, not of '${name}'`;
    return this.#wrong('not-allowed-here', value.parts[0].span, what);
  }

  #property(e: Of<'property'>): Value | null {
    const { of, word, wordSpan } = e;
    const body = of.kind === 'name' ? this.known.get(of.name) : undefined;
    if (body?.properties !== undefined) {
      body.used = true;
      const part = PROPERTIES.has(word) ? body.properties[word] : undefined;
      if (part !== undefined) return this.#allowed(made({ ...part, span: e }), `${body.place.name}.${word}`);
      const hint = suggest(word, PROPERTIES, `it has ${[...PROPERTIES].join(', ')}`);
      return this.#wrong('unknown-property', wordSpan, `a body has no property '${word}'`, hint);
    }
    const value = this.#value(of);
    if (value === null) return null;
    const [part] = value.parts;
    const entry = word === 'x' ? part.x : word === 'y' ? part.y : undefined;
    if (value.shape === 'vector' && entry !== undefined)
      return made({ ...part, x: entry, y: undefined, turned: undefined, span: e });
    return this.#wrong('unknown-property', wordSpan, `${described(value)} has no '.${word}'`, 'a vector has .x and .y');
  }

  #unary(e: Of<'unary'>): Value | null {
    const slopes = this.#slopes;
    const { operator } = e;
    const value = this.#value(e.value);
    if (value === null) return null;
    const { shape, parts } = value;
    const [part] = parts;
    if (shape !== 'map' && (operator === '+' || operator === '-')) {
      const signed = (of: Part): Part =>
        operator === '+' ? of : { ...of, ...(isVector(of) ? slopes.opposite(of) : { x: slopes.neg(of.x) }) };
      return { shape, parts: placed(parts.map(signed), e) };
    }
    if (operator === 'perpendicular') {
      if (isVector(part) && shape === 'vector')
        return made({ ...part, turned: undefined, ...slopes.perpendicular(part), span: e });
      const hint = '[1 -2] subtracts: put a comma between two entries, or write [1 (-2)]';
      return this.#wrong('shape', e.value, `[ ] turns a vector by 90 degrees, not ${described(value)}`, hint);
    }
    const name = operator === 'length' ? '| |' : `'${operator}'`;
    if (shape === 'map' || shape === 'block')
      return this.#wrong('shape', e.value, `${name} takes a vector or a scalar, not ${described(value)}`);
    if (part.uses & VELOCITIES) return this.#notAffine(e, name);
    if (operator === 'length') {
      const length = isVector(part) ? slopes.length(part) : slopes.call('abs', [part.x]);
      return made({ ...part, x: length, y: undefined, turned: undefined, span: e });
    }
    const unit = isVector(part) ? slopes.unit(part) : { x: slopes.call('sign', [part.x]) };
    return made({ ...part, turned: undefined, ...unit, unit: PURE, literal: false, span: e });
  }

  #relative(e: Of<'relative'>): Value | null {
    const angle = this.#value(e.angle);
    const value = this.#value(e.value);
    if (angle === null || value === null) return null;
    const hint = 'relative <angle> <vector>';
    if (angle.shape !== 'scalar')
      return this.#wrong('shape', e.angle, `the angle of 'relative' is a scalar, not ${described(angle)}`, hint);
    const [by] = angle.parts;
    const [part] = value.parts;
    if (!isVector(part) || value.shape !== 'vector')
      return this.#wrong('shape', e.value, `'relative' turns a vector, not ${described(value)}`, hint);
    if (by.uses & VELOCITIES) return this.#notAffine(e, "'relative'");
    this.#mustBePure(by, e.angle, "the angle of 'relative'");
    const turned = this.#slopes.rotate(this.#slopes.rotation(by.x), part);
    return made({ ...part, ...turned, uses: part.uses | by.uses, span: e });
  }

  #vector(e: Of<'vector'>): Value | null {
    const entries = [e.x, e.y].map((entry) => {
      const value = this.#value(entry);
      if (value === null || value.shape === 'scalar') return value;
      return this.#wrong('shape', entry, `an entry of a vector is a scalar, not ${described(value)}`);
    });
    const [x, y] = entries;
    if (x === null || y === null) return null;
    const joined = this.#joined(x.parts[0], y.parts[0], e.y, 'the entries of a vector');
    return made({ ...joined, x: x.parts[0].x, y: y.parts[0].x, span: e });
  }

  #block(e: Of<'block'>): Value | null {
    const entries = e.entries.map((entry) => {
      const value = this.#value(entry);
      if (value === null || value.shape === 'scalar' || value.shape === 'vector')
        return value && placed(value.parts, entry);
      return this.#wrong('shape', entry, `an entry of a block is a scalar or a vector, not ${described(value)}`);
    });
    const parts = entries.filter((entry) => entry !== null);
    return parts.length === entries.length ? { shape: 'block', parts: parts.flat() } : null;
  }

  #binary(e: Of<'binary'>): Value | null {
    const slopes = this.#slopes;
    const { operator } = e;
    const left = this.#value(e.left);
    const right = this.#value(e.right);
    if (left === null || right === null) return null;
    if (operator === '+' || operator === '-') return this.#sum(e, left, right);
    const shapes = `${left.shape} ${operator} ${right.shape}`;
    const [a] = left.parts;
    const [b] = right.parts;
    const isAffine = !(usesOf(left) & usesOf(right) & VELOCITIES);
    const product = (result: Slope | SlopeVector): Value | null =>
      isAffine
        ? made({
            ...('x' in result ? { x: result.x, y: result.y } : { x: result }),
            unit: combine(a.unit, b.unit, 1),
            literal: a.literal && b.literal,
            uses: a.uses | b.uses,
            span: e,
          })
        : this.#notAffine(e, `'${operator}'`);
    if (isVector(a) && isVector(b)) {
      if (shapes === 'vector dot vector') return product(slopes.dot(a, b));
      if (shapes === 'vector cross vector') return product(slopes.cross(a, b));
      if (shapes === 'vector outer vector') {
        const map = product(a);
        return map && { shape: 'map', parts: [...map.parts, b] };
      }
      const [, v] = left.parts;
      if (shapes === 'map * vector' && isVector(v)) return product(slopes.scaled(slopes.dot(v, b), a));
    }
    if (shapes === 'scalar dot scalar') return product(slopes.mul(a.x, b.x));
    if (shapes === 'scalar cross vector' && isVector(b)) return product(slopes.scaled(a.x, slopes.perpendicular(b)));
    if (shapes === 'vector cross scalar' && isVector(a))
      return product(slopes.scaled(slopes.neg(b.x), slopes.perpendicular(a)));
    if (operator === '*' && left.shape === 'scalar' && right.shape !== 'map')
      return isAffine ? this.#scaled(right, a, e, 1) : this.#notAffine(e, "'*'");
    if (operator === '*' && right.shape === 'scalar' && left.shape !== 'map')
      return isAffine ? this.#scaled(left, b, e, 1) : this.#notAffine(e, "'*'");
    if (operator === '/' && right.shape !== 'scalar')
      return this.#wrong('shape', e.right, `'/' divides by a scalar, not by ${described(right)}`);
    if (operator === '/' && left.shape !== 'map')
      return b.uses & VELOCITIES ? this.#notAffine(e, "'/'") : this.#scaled(left, b, e, -1);
    const hint = shapes === 'vector * vector' ? "vectors are multiplied by 'dot' or 'cross'" : HINTS[operator];
    return this.#wrong('shape', e, `'${operator}' does not take ${described(left)} and ${described(right)}`, hint);
  }

  #sum(e: Of<'binary'>, left: Value, right: Value): Value | null {
    const slopes = this.#slopes;
    const { operator } = e;
    const isLike = left.parts.every(
      (part, i) => isVector(part) === (i < right.parts.length && isVector(right.parts[i])),
    );
    if (left.shape === 'map' || left.shape !== right.shape || left.parts.length !== right.parts.length || !isLike)
      return this.#wrong(
        'shape',
        e,
        `'${operator}' takes two of the same shape, not ${described(left)} and ${described(right)}`,
      );
    const add = (p: Slope, q: Slope) => (operator === '+' ? slopes.add(p, q) : slopes.sub(p, q));
    const parts = left.parts.map((a, i): Part => {
      const b = right.parts[i];
      const joined = this.#joined(a, b, e, `the sides of '${operator}'`);
      return { ...joined, x: add(a.x, b.x), y: a.y && b.y && add(a.y, b.y), turned: undefined, span: e };
    });
    return { shape: left.shape, parts };
  }

  /** Times the scalar `by`, or divided by it. */
  #scaled({ shape, parts }: Value, by: Part, span: Span, power: 1 | -1): Value {
    const change = (p: Slope) => (power === 1 ? this.#slopes.mul(by.x, p) : this.#slopes.div(p, by.x));
    const scaled = parts.map((part): Part => ({
      x: change(part.x),
      y: part.y && change(part.y),
      unit: combine(part.unit, by.unit, power),
      literal: part.literal && by.literal,
      uses: part.uses | by.uses,
      span,
    }));
    return { shape, parts: scaled };
  }

  #call(e: Of<'call'>): Value | null {
    const { name, nameSpan, args } = e;
    const rule = FUNCTIONS.get(name);
    if (rule === undefined)
      return this.#wrong('unknown-function', nameSpan, `unknown function '${name}'`, suggest(name, FUNCTIONS.keys()));
    const values = args.map((arg) => this.#value(arg));
    const [wanted, unitRule] = rule;
    if (args.length !== wanted)
      return this.#wrong(
        'argument-count',
        e,
        `'${name}' takes ${wanted} argument${wanted > 1 ? 's' : ''}, not ${args.length}`,
      );
    const shape = name === 'angle' ? 'vector' : 'scalar';
    values.forEach((value, i) => {
      if (value !== null && value.shape !== shape)
        values[i] = this.#wrong('shape', args[i], `'${name}' takes a ${shape}, not ${described(value)}`);
    });
    const parts = values.flatMap((value) => value?.parts ?? []);
    if (values.includes(null)) return null;
    const uses = parts.reduce((sum, part) => sum | part.uses, 0);
    if (uses & VELOCITIES) return this.#notAffine(e, `'${name}'`);
    const [first] = parts;
    const what = `the arguments of '${name}'`;
    let unit = PURE;
    let literal = false;
    switch (unitRule) {
      case 'equal':
      case 'ratio': {
        const all = parts.reduce((one, part, i) => this.#joined(one, part, args[i], what));
        if (unitRule === 'equal') ({ unit, literal } = all);
        break;
      }
      case 'root':
        unit = combine(PURE, first.unit, 0.5);
        break;
      case 'pure': {
        const exponent = name === 'pow' && parts[1].literal ? this.#graph.numberOf(parts[1].x.a) : null;
        if (exponent === null) parts.forEach((part, i) => this.#mustBePure(part, args[i], what));
        else unit = combine(PURE, first.unit, exponent);
      }
    }
    const x = isVector(first)
      ? this.#slopes.atan2(first.y, first.x)
      : this.#slopes.call(
          name,
          parts.map((part) => part.x),
        );
    return made({ x, unit, literal, uses, span: e });
  }

  /** What both are, where they must be of one unit: numbers alone take the other's. */
  #joined(a: Part, b: Part, at: Span, what: string): Part {
    const uses = a.uses | b.uses;
    if (a.literal) return { ...b, uses };
    this.mustEqual(b, a, at, what);
    return { ...a, uses };
  }

  #mustBePure({ literal, unit }: Part, at: Span, what: string): void {
    if (!literal && !this.#units.equate(unit, PURE))
      this.#diagnostics.warn('units', at, `${what}: ${this.#unitName(unit)} where a pure number or angle is due`);
  }

  #unitName(of: Unit): string {
    const name = this.#units.name(of);
    return name === 'angle' ? 'a pure number or angle' : name;
  }

  #notAffine(span: Span, what: string): null {
    return this.#wrong('not-affine', span, `velocities must enter linearly, not through ${what}`);
  }

  #wrong(code: DiagnosticCode, span: Span, message: string, hint?: string): null {
    this.#diagnostics.error(code, span, message, hint);
    return null;
  }
}

const HINTS: Readonly<Record<string, string>> = {
  dot: 'it takes two vectors or two scalars',
  cross: 'it takes two vectors, or a vector and a scalar',
  outer: 'it takes two vectors; its result is multiplied by a vector',
  '*': 'one side is a scalar',
};

const usesOf = ({ parts }: Value): number => parts.reduce((uses, part) => uses | part.uses, 0);

export function isVector(part: Part): part is Part & { readonly y: Slope } {
  return part.y !== undefined;
}

/** A scalar or a vector. */
export function made(part: Part): Value {
  return { shape: isVector(part) ? 'vector' : 'scalar', parts: [part] };
}

function placed(parts: readonly Part[], span: Span): Part[] {
  return parts.map((part) => ({ ...part, span }));
}

export function described({ shape, parts }: Value): string {
  if (shape === 'map') return "an 'outer' map";
  if (shape !== 'block') return `a ${shape}`;
  return `a block { ${parts
    .map((part) => (isVector(part) ? 'vector' : 'scalar'))
    .slice(0, 8)
    .join(' ')} }`;
}
