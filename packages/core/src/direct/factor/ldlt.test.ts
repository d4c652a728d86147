import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeOfBlock, planFactor, type FactorPlan } from './factor-plan';
import { createFactor, type Factor } from './factor';
import { factorise, isNearlySingular, rankOf, solve } from './ldlt';
import { blockGraph, eliminationOrder } from './ordering';

interface Pattern {
  sizes: number[];
  pairs: number[];
  waits?: number[];
}

/** A multiplicative congruential generator: the same numbers everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function chainOf(count: number, size: number): Pattern {
  return {
    sizes: Array<number>(count).fill(size),
    pairs: Array.from({ length: count - 1 }, (_, k) => [k, k + 1]).flat(),
  };
}

/** Joints of an n × n grid of bodies, tied where they share a body. */
function gridOf(n: number): Pattern {
  const jointsOf = Array.from({ length: n * n }, (): number[] => []);
  let joints = 0;
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++)
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ]) {
        if (x + dx >= n || y + dy >= n) continue;
        jointsOf[y * n + x].push(joints);
        jointsOf[(y + dy) * n + x + dx].push(joints++);
      }
  const pairs = jointsOf.flatMap((list) => list.flatMap((a) => list.flatMap((b) => (a < b ? [a, b] : []))));
  return { sizes: Array<number>(joints).fill(2), pairs };
}

/** Bodies of 3 and the rows of the joints between them, every joint to an earlier body: a tree. */
function kktTree(bodies: number, random: () => number): Pattern {
  const sizes = Array<number>(bodies).fill(3),
    waits = Array<number>(bodies).fill(0),
    pairs: number[] = [];
  for (let b = 0; b < bodies; b++) {
    pairs.push(sizes.length, b);
    if (b > 0) pairs.push(sizes.length, Math.floor(random() * b));
    sizes.push(1 + Math.floor(random() * 3));
    waits.push(1);
  }
  return { sizes, pairs, waits };
}

function randomPattern(seed: number): Pattern {
  const random = randomFrom(seed);
  const count = 1 + Math.floor(random() * 12);
  const sizes = Array.from({ length: count }, () => 1 + Math.floor(random() * (random() < 0.2 ? 6 : 3)));
  const pairs: number[] = [];
  for (let k = Math.floor(random() * count * 2); k > 0; k--)
    pairs.push(Math.floor(random() * count), Math.floor(random() * count));
  return { sizes, pairs };
}

/** Random entries on the pattern with a dominant diagonal of the given signs; also as a dense matrix in the plan's order. */
function fill(pattern: Pattern, plan: FactorPlan, random: () => number, sign: (node: number) => number) {
  const dense = Array.from({ length: plan.size }, () => new Float64Array(plan.size));
  const { sizes, pairs } = pattern;
  const couple = (a: number, b: number) => {
    const [i0, j0] = [plan.place[a], plan.place[b]];
    for (let r = 0; r < sizes[a]; r++)
      for (let c = 0; c < sizes[b]; c++) dense[i0 + r][j0 + c] = dense[j0 + c][i0 + r] = 2 * random() - 1;
  };
  for (let k = 0; k < pairs.length; k += 2) if (pairs[k] !== pairs[k + 1]) couple(pairs[k], pairs[k + 1]);
  sizes.forEach((_, node) => couple(node, node));
  sizes.forEach((size, node) => {
    for (let i = plan.place[node]; i < plan.place[node] + size; i++) {
      dense[i][i] = 0;
      dense[i][i] = sign(node) * (1 + dense[i].reduce((sum, v) => sum + Math.abs(v), 0));
    }
  });
  return dense;
}

function write(pattern: Pattern, factor: Factor, dense: readonly Float64Array[]): void {
  const { plan, values, scale } = factor;
  const { sizes, pairs } = pattern;
  values.fill(0);
  const writeBlock = (a: number, b: number) => {
    const { offset, stride, firstIsLater } = placeOfBlock(plan, a, b);
    const [later, earlier] = firstIsLater ? [a, b] : [b, a];
    for (let r = 0; r < sizes[later]; r++)
      for (let c = 0; c < sizes[earlier]; c++)
        values[offset + r * stride + c] = dense[plan.place[later] + r][plan.place[earlier] + c];
  };
  for (let k = 0; k < pairs.length; k += 2) writeBlock(pairs[k], pairs[k + 1]);
  sizes.forEach((_, node) => {
    writeBlock(node, node);
  });
  dense.forEach((row, i) => (scale[i] = Math.abs(row[i])));
}

/** Largest entry of A x − b. */
function residual(dense: readonly Float64Array[], x: Float64Array, b: Float64Array): number {
  return Math.max(...dense.map((row, i) => Math.abs(row.reduce((sum, v, j) => sum + v * x[j], 0) - b[i])));
}

function solveRandom(pattern: Pattern, seed: number, sign: (node: number) => number): number {
  const random = randomFrom(seed);
  const plan = planFactor(blockGraph(pattern.sizes, pattern.pairs, pattern.waits));
  const dense = fill(pattern, plan, random, sign);
  const factor = createFactor(plan, 1e-6);
  write(pattern, factor, dense);
  factorise(factor);
  const b = Float64Array.from({ length: plan.size }, () => 2 * random() - 1);
  const x = b.slice();
  solve(factor, x);
  expect(rankOf(factor)).toBe(plan.size);
  return residual(dense, x, b);
}

describe('A x = b on sparse patterns', () => {
  test('random blocks of one to six scalars, positive definite', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        expect(solveRandom(randomPattern(seed), seed, () => 1)).toBeLessThan(1e-13);
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  test('random trees of bodies and rows, quasi-definite, one pivot in its row with the sign of its node', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const tree = kktTree(1 + (seed % 15), randomFrom(seed));
        expect(solveRandom(tree, seed, (node) => (tree.waits?.[node] === 1 ? -1 : 1))).toBeLessThan(1e-13);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test.each([
    ['a chain of twos', chainOf(60, 2)],
    ['a chain of threes', chainOf(40, 3)],
    ['a chain of ones', chainOf(50, 1)],
    ['a grid', gridOf(9)],
    ['a chain of fives', chainOf(12, 5)],
  ])('%s', (_, pattern) => {
    expect(solveRandom(pattern, 3, () => 1)).toBeLessThan(1e-12);
  });
});

describe('pivots', () => {
  test('rows with zero pivots come out as zero, the others are solved', () => {
    const pattern = chainOf(2, 2);
    const plan = planFactor(blockGraph(pattern.sizes, pattern.pairs));
    const factor = createFactor(plan, 1e-6);
    // 2 x0 = 1, 0 x1 = 1, and (1 1; 1 1) (x2, x3) = (3, 3).
    const dense = [
      [2, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 1, 1],
      [0, 0, 1, 1],
    ].map((row) => Float64Array.from(row));
    write(pattern, factor, dense);
    factorise(factor);
    const x = Float64Array.of(1, 1, 3, 3);
    solve(factor, x);
    expect([...x]).toEqual([0.5, 0, 3, 0]);
    expect(rankOf(factor)).toBe(2);
    expect(isNearlySingular(factor, 0.99)).toBe(false);
  });

  test('the smallest pivot is told relative to its scale', () => {
    const pattern = chainOf(2, 1);
    const factor = createFactor(planFactor(blockGraph(pattern.sizes, pattern.pairs)), 1e-6);
    // Second pivot 100 − 99.5²/100 = 0.9975, of 100.
    write(
      pattern,
      factor,
      [
        [100, 99.5],
        [99.5, 100],
      ].map((row) => Float64Array.from(row)),
    );
    factorise(factor);
    expect(isNearlySingular(factor, 0.00998)).toBe(true);
    expect(isNearlySingular(factor, 0.00997)).toBe(false);
    write(
      pattern,
      factor,
      [
        [100, 1],
        [1, 100],
      ].map((row) => Float64Array.from(row)),
    );
    factorise(factor);
    expect(isNearlySingular(factor, 0.9)).toBe(false);
  });
});

describe('cost', () => {
  test('a tree fills nothing in, and a 20 × 20 grid stays below 15 blocks a joint', () => {
    const chain = planFactor(blockGraph(chainOf(100, 2).sizes, chainOf(100, 2).pairs));
    expect(chain.below.length).toBe(99);
    const tree = kktTree(200, randomFrom(5));
    const plan = planFactor(blockGraph(tree.sizes, tree.pairs, tree.waits));
    expect(plan.below.length).toBe(tree.pairs.length / 2);
    const grid = gridOf(20);
    expect(planFactor(blockGraph(grid.sizes, grid.pairs)).below.length).toBeLessThan(15 * grid.sizes.length);
  });

  test('factors are the same to the last bit every time', () => {
    const pattern = gridOf(6);
    const bits = [1, 2].map(() => {
      const plan = planFactor(blockGraph(pattern.sizes, pattern.pairs));
      const factor = createFactor(plan, 1e-6);
      const dense = fill(pattern, plan, randomFrom(9), () => 1);
      for (let repeat = 0; repeat < 3; repeat++) {
        write(pattern, factor, dense);
        factorise(factor);
      }
      return factor.values;
    });
    expect(bits[0]).toEqual(bits[1]);
  });

  test('neither factorising nor solving allocates', () => {
    const patterns = [
      chainOf(100, 2),
      chainOf(30, 1),
      chainOf(30, 3),
      gridOf(8),
      kktTree(30, randomFrom(6)),
      chainOf(5, 5),
    ];
    const factors = patterns.map((pattern) => {
      const plan = planFactor(blockGraph(pattern.sizes, pattern.pairs, pattern.waits));
      const factor = createFactor(plan, 1e-6);
      write(
        pattern,
        factor,
        fill(pattern, plan, randomFrom(7), (node) => (pattern.waits?.[node] === 1 ? -1 : 1)),
      );
      return { factor, matrix: factor.values.slice(), x: new Float64Array(plan.size).fill(1) };
    });
    const run = (times: number) => {
      for (let k = 0; k < times; k++)
        for (const { factor, matrix, x } of factors) {
          factor.values.set(matrix);
          factorise(factor);
          solve(factor, x);
        }
    };
    const grown = Array.from({ length: 16 }, () => {
      const before = process.memoryUsage().heapUsed;
      run(500);
      return process.memoryUsage().heapUsed - before;
    });
    // One boxed number a column would be 2 MB. Rounds in which the compiler is still at work do not count.
    expect(Math.min(...grown.map(Math.abs))).toBeLessThan(1e5);
  });
});

describe('the order of elimination', () => {
  test('takes the leaves of a tree first, both ends of a chain in turn', () => {
    const { sizes, pairs } = chainOf(5, 2);
    expect([...eliminationOrder(blockGraph(sizes, pairs))]).toEqual([0, 4, 1, 3, 2]);
  });

  test('never takes the rows of a joint before one of its bodies', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const { sizes, pairs, waits = [] } = kktTree(1 + (seed % 20), randomFrom(seed));
        const order = [...eliminationOrder(blockGraph(sizes, pairs, waits))];
        expect([...order].sort((a, b) => a - b)).toEqual(sizes.map((_, node) => node));
        order.forEach((node, step) => {
          if (waits[node] === 0) return;
          const bodies = pairs.flatMap((a, k) => (k % 2 === 0 && a === node ? [pairs[k + 1]] : []));
          expect(bodies.some((body) => order.indexOf(body) < step)).toBe(true);
        });
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('takes rows that no body carries at the end', () => {
    expect([...eliminationOrder(blockGraph([2, 3, 1], [], [1, 0, 1]))]).toEqual([1, 0, 2]);
  });
});
