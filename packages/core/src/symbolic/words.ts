/** Words of the language. */

/** Operators and brackets by name: never names of anything else. */
export const RESERVED: ReadonlySet<string> = new Set(['let', 'in', 'unit', 'relative', 'dot', 'cross', 'outer']);

/** Begin a statement, where one may begin; anywhere else a program may use them as names. */
export const STATEMENTS: ReadonlySet<string> = new Set(
  'body vector scalar let limit constraint velocity bias soft'.split(' '),
);

/**
 * How units go through a function: pure numbers in and out; equal ones in, the same out; equal ones in, a pure number out;
 * the square root; anything in, a pure number out.
 */
export type UnitRule = 'pure' | 'equal' | 'ratio' | 'root' | 'free';

/** How many arguments a function takes, all scalars; `angle` alone takes a vector. */
export const FUNCTIONS: ReadonlyMap<string, readonly [count: number, units: UnitRule]> = new Map<
  string,
  readonly [number, UnitRule]
>([
  ...'sin cos tan asin acos atan exp log wrap'.split(' ').map((name) => [name, [1, 'pure'] as const] as const),
  ['angle', [1, 'free']],
  ['sign', [1, 'free']],
  ['sqrt', [1, 'root']],
  ['abs', [1, 'equal']],
  ['atan2', [2, 'ratio']],
  ['min', [2, 'equal']],
  ['max', [2, 'equal']],
  ['clamp', [3, 'equal']],
  ['pow', [2, 'pure']],
]);

/** What a body has; `angularVelocity` is another name of `angularVel`. */
export const PROPERTIES: ReadonlySet<string> = new Set(
  'position rotation velocity angularVel angularVelocity mass inertia'.split(' '),
);

/** `eps` is a length at which a direction is lost. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['eps', 1e-10],
  ['inf', Infinity],
]);
