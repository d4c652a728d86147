/**
 * What a program declares, read by the type checker from its text. Only declarations are read: from one statement word to the
 * next, never through expressions, which keeps it to some hundred instantiations a program.
 */

/** `S` with every `F` replaced by `T`. */
type Replace<
  S extends string,
  F extends string,
  T extends string,
  Done extends string = '',
> = S extends `${infer A}${F}${infer B}` ? Replace<B, F, T, `${Done}${A}${T}`> : `${Done}${S}`;

/** Without comments. */
type Uncomment<S extends string, Done extends string = ''> = S extends `${infer A}#${infer B}`
  ? B extends `${string}\n${infer C}`
    ? Uncomment<C, `${Done}${A} `>
    : `${Done}${A} `
  : `${Done}${S}`;

/** All on one line. */
type Flat<S extends string> = Replace<Replace<Uncomment<Replace<S, '\r', '\n'>>, '\n', ' '>, '\t', ' '>;

type StatementWord = 'body' | 'vector' | 'scalar' | 'let' | 'limit' | 'constraint' | 'velocity' | 'bias' | 'soft';
type Opening = '(' | '[' | '{';
type Closing = ')' | ']' | '}';
type Sign = Opening | Closing | '.' | '|' | '+' | '-' | '*' | '/' | ';';
type NoName = '' | `${string}${Sign}${string}` | 'let' | 'in' | 'unit' | 'relative' | 'dot' | 'cross' | 'outer';

/** [names that must be given, names with a default] that are declared by the word `K`. */
type Named<
  S extends string,
  K extends string,
  Needed extends string = never,
  Given extends string = never,
> = S extends `${string} ${K} ${infer R}` ? Name<R, K, Needed, Given> : [Needed, Given];

type Name<S extends string, K extends string, Needed extends string, Given extends string> = S extends ` ${infer R}`
  ? Name<R, K, Needed, Given>
  : S extends `${infer N} ${infer R}`
    ? N extends `${infer A},${infer B}`
      ? A extends `${string}${'=' | '->'}${string}`
        ? Valued<N, R, K, Needed, Given>
        : A extends NoName
          ? Named<` ${R}`, K, Needed, Given>
          : Name<`${B} ${R}`, K, Needed | A, Given>
      : N extends `${string}${'=' | '->'}${string}`
        ? Valued<N, R, K, Needed, Given>
        : N extends NoName
          ? Named<` ${R}`, K, Needed, Given>
          : After<R, K, N, Needed, Given>
    : [Needed, Given];

/** A name that a sign follows without a blank. */
type Valued<
  N extends string,
  R extends string,
  K extends string,
  Needed extends string,
  Given extends string,
> = N extends `${infer A}->${infer B}`
  ? A extends `${infer C}=${infer D}`
    ? Initial<`${D}->${B} ${R}`, K, Needed, Given | C>
    : Initial<`${B} ${R}`, K, Needed | A, Given>
  : N extends `${infer C}=${infer D}`
    ? Initial<`${D} ${R}`, K, Needed, Given | C>
    : [Needed, Given];

type After<
  S extends string,
  K extends string,
  N extends string,
  Needed extends string,
  Given extends string,
> = S extends ` ${infer R}`
  ? After<R, K, N, Needed, Given>
  : S extends `,${infer R}`
    ? Name<R, K, Needed | N, Given>
    : S extends `=${infer R}`
      ? Initial<R, K, Needed, Given | N>
      : S extends `->${infer R}`
        ? Initial<R, K, Needed | N, Given>
        : Named<` ${S}`, K, Needed | N, Given>;

/** A comma before the next statement, outside brackets, is followed by another name. */
type Initial<
  S extends string,
  K extends string,
  Needed extends string,
  Given extends string,
> = S extends `${infer V},${infer R}`
  ? ` ${V}` extends `${string} ${StatementWord} ${string}`
    ? Named<` ${S}`, K, Needed, Given>
    : V extends `${string}${Opening}${string}`
      ? Initial<Closed<S>, K, Needed, Given>
      : Name<R, K, Needed, Given>
  : Named<` ${S}`, K, Needed, Given>;

/** What comes behind the first bracket and all that is in it. */
type Closed<S extends string, Open extends string = ''> = S extends `${infer C}${infer R}`
  ? C extends Opening
    ? Closed<R, `${Open}o`>
    : C extends Closing
      ? Open extends `o${infer Rest}`
        ? Rest extends ''
          ? R
          : Closed<R, Rest>
        : R
      : Closed<R, Open>
  : '';

/** Names that a program declares: bodies, vectors, scalars, and which of these have defaults. */
export interface Declared<Body extends string, Vector extends string, Scalar extends string, Optional extends string> {
  readonly bodies: Body;
  readonly vectors: Vector;
  readonly scalars: Scalar;
  readonly optional: Optional;
}

/** What a text declares; any names where the text is not known to the type checker. */
export type DeclaredBy<Source extends string> = string extends Source
  ? Declared<string, string, string, string>
  : Gathered<` ${Flat<Source>} `>;

type Gathered<F extends string> = [Named<F, 'body'>, Named<F, 'vector'>, Named<F, 'scalar'>] extends [
  [infer B extends string, string],
  [infer V extends string, infer VO extends string],
  [infer S extends string, infer SO extends string],
]
  ? Declared<B, V | VO, S | SO, VO | SO>
  : never;
