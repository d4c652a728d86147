import type { Span } from './diagnostics';

/** What the parser makes of a text. Spans leave out brackets around a value, `outer` has them. */
export type Expression = Span & { outer?: Span } & (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'property'; readonly of: Expression; readonly word: string; readonly wordSpan: Span }
    | { readonly kind: 'call'; readonly name: string; readonly nameSpan: Span; readonly args: readonly Expression[] }
    | { readonly kind: 'unary'; readonly operator: Unary; readonly value: Expression }
    | { readonly kind: 'relative'; readonly angle: Expression; readonly value: Expression }
    | { readonly kind: 'binary'; readonly operator: Binary; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'vector'; readonly x: Expression; readonly y: Expression }
    | { readonly kind: 'block'; readonly entries: readonly Expression[] }
    | { readonly kind: 'let'; readonly name: Name; readonly value: Expression; readonly body: Expression }
  );

export type Unary = '+' | '-' | 'unit' | 'length' | 'perpendicular';
export type Binary = '+' | '-' | '*' | '/' | 'dot' | 'cross' | 'outer';

export interface Name extends Span {
  readonly name: string;
}

export interface Parameter extends Name {
  readonly type: 'vector' | 'scalar';
  readonly default: Expression | null;
  readonly rate: Expression | null;
}

/** A statement beside declarations; `word` is where its first word stands, `whole` all of it. */
export type Statement = { readonly word: Span; readonly whole: Span } & StatementParts;

export type StatementParts =
  | { readonly kind: 'let'; readonly name: Name; readonly value: Expression }
  | { readonly kind: 'constraint' | 'velocity' | 'bias'; readonly value: Expression }
  | { readonly kind: 'soft'; readonly hertz: Expression; readonly dampingRatio: Expression }
  | {
      readonly kind: 'limit';
      /** What is bounded: the constraint, its force, or a value of parameters. */
      readonly of: 'constraint' | 'force' | Expression;
      readonly lower: Expression;
      readonly upper: Expression;
    };

export interface Program {
  readonly bodies: readonly Name[];
  readonly parameters: readonly Parameter[];
  readonly statements: readonly Statement[];
  /** Where it begins, for what is missing as a whole. */
  readonly start: Span;
}
