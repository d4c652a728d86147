import fc from 'fast-check';

/** Random expressions over bodies a, b, c, scalars k, m and vectors p, q; values stay moderate, and functions in their domains. */

interface Kinds {
  scalar: string;
  vector: string;
}

/** Functions that jump or are cut somewhere are left out of what is followed over a whole step. */
function expressions(follows: boolean): fc.LetrecValue<Kinds> {
  return fc.letrec<Kinds>((tie: fc.LetrecTypedTie<Kinds>) => {
    const s = tie('scalar');
    const v = tie('vector');
    const one = (of: fc.Arbitrary<string>, write: (x: string) => string) => of.map(write);
    const two = (x: fc.Arbitrary<string>, y: fc.Arbitrary<string>, write: (x: string, y: string) => string) =>
      fc.tuple(x, y).map(([a, b]) => write(a, b));
    const jumping = [
      one(s, (x) => `wrap(${x})`),
      one(s, (x) => `sign(${x})`),
      one(v, (x) => `angle(${x})`),
      two(s, s, (x, y) => `atan2(${x}, ${y})`),
    ];
    return {
      scalar: fc.oneof(
        { maxDepth: 4, depthIdentifier: 'e' },
        fc.constantFrom(
          'a.rotation',
          'b.rotation',
          'c.rotation',
          'k',
          'm',
          'p.x',
          'a.position.y',
          '0.7',
          '2',
          'a.mass',
        ),
        two(s, s, (x, y) => `(${x} + ${y})`),
        two(s, s, (x, y) => `(${x} - ${y})`),
        two(s, s, (x, y) => `(sin(${x}) * ${y})`),
        two(s, s, (x, y) => `(${x} / (1.5 + sin(${y})))`),
        one(s, (x) => `-${x}`),
        fc.tuple(fc.constantFrom('sin', 'cos', 'atan', 'abs'), s).map(([f, x]) => `${f}(${x})`),
        fc.tuple(fc.constantFrom('asin', 'acos', 'tan', 'exp'), s).map(([f, x]) => `${f}(0.8 * cos(${x}))`),
        one(s, (x) => `sqrt(1 + pow(${x}, 2))`),
        one(s, (x) => `log(1 + pow(${x}, 2))`),
        one(s, (x) => `pow(1.2 + sin(${x}), -3)`),
        one(s, (x) => `pow(1.2 + sin(${x}), 1.5)`),
        two(s, s, (x, y) => `min(${x}, ${y})`),
        two(s, s, (x, y) => `max(${x}, ${y})`),
        two(s, s, (x, y) => `clamp(${x}, -1, 1 + abs(${y}))`),
        two(v, v, (x, y) => `(unit ${x} dot ${y})`),
        two(v, v, (x, y) => `(${x} cross unit ${y})`),
        one(v, (x) => `|${x}|`),
        one(v, (x) => `(${x}).y`),
        two(s, s, (x, y) => `(let t = ${x} in t * sin(t) + ${y})`),
        ...(follows ? [] : jumping),
      ),
      vector: fc.oneof(
        { maxDepth: 4, depthIdentifier: 'e' },
        fc.constantFrom('a.position', 'b.position', 'c.position', 'p', 'q', '(b.position - a.position)', '[1, -2]'),
        two(v, v, (x, y) => `(${x} + ${y})`),
        two(v, v, (x, y) => `(${x} - ${y})`),
        two(s, v, (x, y) => `(cos(${x}) * ${y})`),
        two(s, v, (x, y) => `(sin(${x}) cross ${y})`),
        two(s, s, (x, y) => `[${x}, ${y}]`),
        two(s, v, (x, y) => `(relative ${x} ${y})`),
        one(v, (x) => `(relative a.rotation ${x})`),
        one(v, (x) => `(relative (-b.rotation) ${x})`),
        one(v, (x) => `(relative (b.rotation - a.rotation) ${x})`),
        one(v, (x) => `unit ${x}`),
        one(v, (x) => `[${x}]`),
        two(v, v, (x, y) => `((unit ${x} outer ${y}) * q)`),
      ),
    };
  });
}

const HEAD = 'body a, b, c\nvector p, q -> [0.3, k]\nscalar k, m -> 0.5\n';

/** Position rows of one to three values, with a bias. */
export function constraintPrograms(follows: boolean): fc.Arbitrary<string> {
  const { scalar, vector } = expressions(follows);
  return fc
    .tuple(fc.array(fc.oneof(scalar, vector), { minLength: 1, maxLength: 3 }), scalar, fc.boolean())
    .map(([rows, shared, isNamed]) => {
      const block = rows.map((row) => `  (${row})`).join('\n');
      return `${HEAD}let shared = ${shared}\nconstraint {\n${block}\n  ${isNamed ? 'shared' : 'a.rotation'} }\n`;
    });
}

/** Velocity rows: velocities times what poses make. */
export function velocityPrograms(): fc.Arbitrary<string> {
  const { scalar, vector } = expressions(false);
  const velocity = fc.oneof(
    fc.tuple(scalar, fc.constantFrom('a', 'b', 'c')).map(([k, body]) => `(${k}) * ${body}.angularVel`),
    fc.tuple(vector, fc.constantFrom('a', 'b', 'c')).map(([u, body]) => `(${u} dot ${body}.velocity)`),
    fc
      .tuple(vector, fc.constantFrom('a', 'b'))
      .map(([u, body]) => `(${u} cross (${body}.angularVel cross q)) / (1.5 + sin(k))`),
    scalar,
  );
  const row = fc.array(velocity, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' - '));
  return fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) => `${HEAD}velocity { ${rows.join(', ')} }\n`);
}

/** Rows that only know how bodies lie to each other: moved and turned as a whole, they keep their values. */
export function invariantPrograms(): fc.Arbitrary<string> {
  const { scalar } = fc.letrec<Kinds>((tie: fc.LetrecTypedTie<Kinds>) => {
    const s = tie('scalar');
    const v = tie('vector');
    const two = (x: fc.Arbitrary<string>, y: fc.Arbitrary<string>, write: (x: string, y: string) => string) =>
      fc.tuple(x, y).map(([a, b]) => write(a, b));
    return {
      scalar: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'i' },
        v.map((x) => `|${x}|`),
        fc.constantFrom('(b.rotation - a.rotation)', '(2 * c.rotation - a.rotation - b.rotation)', 'k'),
        two(v, v, (x, y) => `(${x} dot unit ${y})`),
        two(v, v, (x, y) => `(${x} cross ${y})`),
        v.map((x) => `(angle(${x}) - c.rotation)`),
        two(v, v, (x, y) => `(angle(${x}) - angle(${y}))`),
        two(s, s, (x, y) => `(${x} * sin(${y}))`),
        two(s, s, (x, y) => `min(${x}, ${y})`),
        s.map((x) => `atan(${x})`),
      ),
      vector: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'i' },
        fc.constantFrom('(b.position - a.position)', '(c.position - b.position)'),
        fc.constantFrom('(relative a.rotation p)', '(relative b.rotation q)', '(relative (c.rotation + k) [1, 2])'),
        two(v, v, (x, y) => `(${x} + ${y})`),
        two(v, v, (x, y) => `(unit ${x} - ${y})`),
        v.map((x) => `(k * ${x})`),
        v.map((x) => `[${x}]`),
      ),
    };
  });
  return scalar.map((row) => `${HEAD}constraint ${row}\n`);
}

/** The same text with velocities as parameters, so that it is a value that can be measured. */
export function withVelocitiesGiven(source: string): string {
  const given = source.replace(/\b([abc])\.velocity/g, 'v$1').replace(/\b([abc])\.angularVel/g, 'w$1');
  return `vector va, vb, vc\nscalar wa, wb, wc\n${given.replace('velocity {', 'constraint {')}`;
}

/** Never 0, and never one like another: directions of what coincides are another matter. */
const coordinate = (i: number) =>
  fc.integer({ min: -2000, max: 2000 }).map((n) => n / 1000 + Math.SQRT2 * 0.0137 * (i + 1));

/** x, y, angle of three bodies, then q and m, which move; p and k, which do not. */
export interface RandomState {
  readonly poses: readonly (readonly [x: number, y: number, angle: number])[];
  readonly moving: readonly [qx: number, qy: number, m: number];
  readonly fixed: readonly [px: number, py: number, k: number];
}

export const randomStates: fc.Arbitrary<RandomState> = fc.record({
  poses: fc.tuple(
    fc.tuple(coordinate(0), coordinate(1), coordinate(2)),
    fc.tuple(coordinate(3), coordinate(4), coordinate(5)),
    fc.tuple(coordinate(6), coordinate(7), coordinate(8)),
  ),
  moving: fc.tuple(coordinate(9), coordinate(10), coordinate(11)),
  fixed: fc.tuple(coordinate(12), coordinate(13), coordinate(14)),
});
