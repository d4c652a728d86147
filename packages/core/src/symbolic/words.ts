/** Words of the language. */

/** Operators and brackets by name: never names of anything else. */
export const RESERVED: ReadonlySet<string> = new Set(['let', 'in', 'unit', 'relative', 'dot', 'cross', 'outer']);

/** Begin a statement, where one may begin; anywhere else a program may use them as names. */
export const STATEMENTS: ReadonlySet<string> = new Set([
  'body',
  'vector',
  'scalar',
  'let',
  'limit',
  'constraint',
  'velocity',
  'bias',
  'soft',
]);

/** How units go through a function: pure numbers in and out; the unit of the arguments; its square root; nothing asked, a pure number out; equal ones in, pure out. */
export type UnitRule = 'pure' | 'same' | 'root' | 'sign' | 'ratio' | 'power';

interface FunctionRule {
  readonly count: number;
  readonly units: UnitRule;
}

const one = (units: UnitRule): FunctionRule => ({ count: 1, units });
const two = (units: UnitRule): FunctionRule => ({ count: 2, units });

/** Functions of scalars; `angle` alone takes a vector. */
export const FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map([
  ['sin', one('pure')],
  ['cos', one('pure')],
  ['tan', one('pure')],
  ['asin', one('pure')],
  ['acos', one('pure')],
  ['atan', one('pure')],
  ['exp', one('pure')],
  ['log', one('pure')],
  ['wrap', one('pure')],
  ['angle', one('sign')],
  ['atan2', two('ratio')],
  ['sqrt', one('root')],
  ['abs', one('same')],
  ['sign', one('sign')],
  ['min', two('same')],
  ['max', two('same')],
  ['clamp', { count: 3, units: 'same' }],
  ['pow', two('power')],
]);

/** What a body has, by its kind of value; `angularVelocity` is another name of `angularVel`. */
export const PROPERTIES: ReadonlyMap<string, 'vector' | 'scalar'> = new Map([
  ['position', 'vector'],
  ['velocity', 'vector'],
  ['rotation', 'scalar'],
  ['angularVel', 'scalar'],
  ['angularVelocity', 'scalar'],
  ['mass', 'scalar'],
  ['inertia', 'scalar'],
]);

/** `eps` is a length at which a direction is lost. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['eps', 1e-10],
  ['inf', Infinity],
]);
