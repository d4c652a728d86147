import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANGLE, BODY, COS, SIN, X, Y } from '../state/body-store';
import { END, PER_BODY, ROW, type Slope, SlopeBody, SlopePool, START, TURN, TURNED } from './slope';

/** Poses of two bodies, the second turned by the Cayley map: tan(Δθ/2) = hω/2. */
function between(before: readonly number[], move: readonly number[]): { start: Float64Array; end: Float64Array } {
  const start = new Float64Array(2 * BODY);
  const end = new Float64Array(2 * BODY);
  for (let i = 0; i < 2; i++) {
    const [x, y, angle] = before.slice(3 * i);
    const [dx, dy, turn] = move.slice(3 * i);
    put(start, i, x, y, angle);
    put(end, i, x + dx, y + dy, angle + 2 * Math.atan(turn / 2));
  }
  return { start, end };
}

function put(poses: Float64Array, i: number, x: number, y: number, angle: number): void {
  const b = i * BODY;
  poses[b + X] = x;
  poses[b + Y] = y;
  poses[b + ANGLE] = angle;
  poses[b + COS] = Math.cos(angle);
  poses[b + SIN] = Math.sin(angle);
}

const pool = new SlopePool(2);
const bodies = [new SlopeBody(pool), new SlopeBody(pool)];

function evaluate(f: (a: SlopeBody, b: SlopeBody) => Slope, start: Float64Array, end: Float64Array): Float64Array {
  pool.reset();
  bodies.forEach((body, i) => body.read(start, end, i * BODY, PER_BODY * i));
  return f(bodies[0], bodies[1]).data.slice();
}

const anchor = [0.3, -0.2] as const;
const functions: Record<string, (a: SlopeBody, b: SlopeBody) => Slope> = {
  distance: (a, b) => b.toWorld(anchor).minus(a.position).length(),
  area: (a, b) =>
    a
      .toWorld(anchor)
      .cross(b.toWorld([1, 1]))
      .times(0.5),
  ratio: (a, b) => a.position.x.over(b.position.dot(b.position).plus(1)),
  direction: (a, b) => b.toWorld(anchor).minus(a.position).angle(),
  gear: (a, b) => a.angle.times(3).minus(b.angle).negative(),
  waves: (a, b) => a.angle.sin().times(b.angle.cos()).plus(a.position.x.cos()),
  growth: (a, b) => a.position.x.exp().minus(b.position.y.abs().plus(0.5).log()),
  bend: (a, b) => a.position.x.times(b.sin).atan().over(2),
  nearest: (a, b) => a.position.x.min(b.position.x).plus(a.position.y.max(0.2)),
  along: (a, b) =>
    b.position
      .minus(a.position)
      .times(a.cos)
      .plus(a.toWorldVector([0, 1])).x,
};

const number = (size: number) => fc.double({ min: -size, max: size, noNaN: true });
const numbers = (size: number) => fc.array(number(size), { minLength: 6, maxLength: 6 });

describe.each(Object.keys(functions))('slopes of %s', (name) => {
  const f = functions[name];

  test('tell exactly what a move changes', () => {
    fc.assert(
      fc.property(numbers(2), numbers(0.5), (before, move) => {
        const { start, end } = between(before, move);
        const data = evaluate(f, start, end);
        // A vector that passes near its tip turns round: the short way is another there.
        fc.pre(name !== 'direction' || Math.abs(data[END] - data[START]) < 3);
        let change = 0;
        let size = 1;
        [0, 1].forEach((i) => {
          const [x, y, turn] = move.slice(3 * i);
          [x, y, turn, 2 * Math.atan(turn / 2)].forEach((moved, k) => {
            const by = data[ROW + PER_BODY * i + k] * moved;
            change += by;
            size += Math.abs(by);
          });
        });
        expect(Math.abs(data[END] - data[START] - change)).toBeLessThan(1e-12 * size * (1 + Math.abs(data[START])));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('are derivatives where nothing moves', () => {
    fc.assert(
      fc.property(numbers(2), (before) => {
        const { start } = between(before, [0, 0, 0, 0, 0, 0]);
        const data = evaluate(f, start, start);
        const h = 1e-6;
        for (let k = 0; k < 6; k++) {
          const move = (by: number) =>
            between(
              before.map((at, i) => (i === k ? at + by : at)),
              [0, 0, 0, 0, 0, 0],
            ).start;
          const [low, high] = [-h, h].map((by) => evaluate(f, move(by), move(by))[START]);
          // Where it has a kink, or a tip, there is no derivative.
          fc.pre(Math.abs(high - 2 * data[START] + low) < 1e-9 && Math.abs(high - low) < 1);
          const at = ROW + PER_BODY * Math.floor(k / 3) + (k % 3);
          const slope = k % 3 === TURN ? data[at] + data[at - TURN + TURNED] : data[at];
          expect(slope).toBeCloseTo((high - low) / (2 * h), 6);
        }
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});

test('the numbers of an evaluation are used again in the next one', () => {
  const { start, end } = between([0, 0, 0, 3, 4, 0], [0.1, 0, 0.2, 0, 0.1, 0]);
  pool.reset();
  const first = functions['distance'](bodies[0], bodies[1]);
  pool.reset();
  expect(functions['distance'](bodies[0], bodies[1])).toBe(first);
  expect(evaluate(functions['distance'], start, end)[START]).toBeCloseTo(Math.hypot(3.3, 3.8), 12);
});

test('a length of nothing has no slope, and no number that is none', () => {
  const { start } = between([1, 2, 0, 1, 2, 0], [0, 0, 0, 0, 0, 0]);
  const data = evaluate((a, b) => b.position.minus(a.position).length(), start, start);
  expect([...data]).toEqual(new Array<number>(ROW + 2 * PER_BODY).fill(0));
});
