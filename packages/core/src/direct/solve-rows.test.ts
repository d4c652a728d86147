import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationsOf } from './factor/factor-plan';
import { createRowSystem, type RowBlock, type RowSystem } from './factor/row-system';
import {
  AT_LOWER,
  AT_UPPER,
  createRowRoom,
  DROPPED,
  FREE,
  solveRows,
  type RowProblem,
  type RowSolution,
} from './solve-rows';

interface Row {
  jacobian: number[];
  bias: number;
  lower: number;
  upper: number;
  softness: number;
}

function problemOf(rows: readonly Row[], bodies: readonly (number | null)[][]): RowProblem {
  const column = (value: (row: Row) => number) => Float64Array.from(rows, value);
  return {
    bias: column((row) => row.bias),
    lower: column((row) => row.lower),
    upper: column((row) => row.upper),
    softness: column((row) => row.softness),
    weight: Float64Array.from(bodies.flatMap(([m, i]) => [inverse(m), inverse(m), inverse(i)])),
    velocity: Float64Array.from(bodies.flatMap((body) => body.slice(5).map(Number))),
    impulse: new Float64Array(rows.length),
    hold: new Int8Array(rows.length),
  };
}

function setJacobian(system: RowSystem, rows: readonly Row[]): void {
  rows.forEach((row, r) => system.jacobian.set(row.jacobian, 3 * system.entryStart[r]));
}

const inverse = (mass: number | null) => (mass === null ? 0 : 1 / mass);
const nothing = (): RowSolution => ({ rank: 0, factorisations: 0, backSolves: 0, converged: false });

/* Golden vectors: one joint each. */

interface Solved {
  lam: number[];
  post: number[][];
  dropped?: number[];
}
interface Vector {
  id: string;
  bodies: (number | null)[][];
  params: Feature & Record<string, unknown>;
  dt: number;
  erp: number;
  expected: null | {
    w: number[];
    C: (number | null)[];
    J: number[][];
    bias: number[];
    K: number[][];
    soft?: { gamma: number; bias: number | number[] };
    solve?: Solved & { clamped?: boolean };
    solveErp?: Solved;
    block?: Solved;
    spring?: { implicit: { gamma: number; bias: number; lam: number; post: number[][] } };
  };
}
interface VectorFile {
  joint: string;
  rowKinds: string[];
  rows: string[];
  vectors: Vector[];
}
interface Feature {
  type?: 'limit' | 'motor' | 'spring';
  min?: number | null;
  max?: number | null;
}

const fixtures = new URL('../../test/fixtures/vectors/', import.meta.url);
const files = readdirSync(fixtures)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, fixtures), 'utf8')) as VectorFile);

const number = (value: unknown) => (typeof value === 'number' ? value : Infinity);

/** The rows as the solver gets them; `erp` adds the part of the bias that removes errors. */
function rowsOf(file: VectorFile, vector: Vector, erp: boolean): Row[] {
  const { expected, params, dt } = vector;
  if (expected === null) return [];
  const features = (params.features ?? {}) as Record<string, Feature | undefined>;
  return expected.J.map((jacobian, r) => {
    const name = file.rows[r];
    const feature = features[name];
    const kind =
      feature?.type ?? (['axial', 'spin'].includes(name) || isRevoluteAngle(file, name) ? 'none' : file.rowKinds[r]);
    const w = expected.w[r],
      C = expected.C[r] ?? 0;
    const row: Row = { jacobian, bias: expected.bias[r], lower: -Infinity, upper: Infinity, softness: 0 };
    const error = erp ? vector.erp / dt : 0;
    if (kind === 'none') return { ...row, lower: 0, upper: 0 };
    if (kind === 'spring' || kind === 'soft') {
      const soft = expected.soft ?? expected.spring?.implicit;
      if (!soft) return { ...row, lower: 0, upper: 0 };
      return { ...row, bias: Array.isArray(soft.bias) ? soft.bias[r] : soft.bias, softness: soft.gamma };
    }
    if (kind === 'motor' || kind === 'vel') {
      const cap = (file.joint === 'friction' ? Infinity : number(feature?.max ?? params.maxTorque)) * dt;
      return { ...row, lower: -cap, upper: cap };
    }
    if (kind === 'eq') return { ...row, bias: row.bias + error * C };
    const limits = feature ?? params;
    if (file.joint === 'ratchet') {
      const sign = Math.sign(Number(params.ratchet));
      if (w === 0) return { ...row, lower: 0, upper: 0 };
      return { ...row, bias: error * w * C, lower: sign > 0 ? 0 : -Infinity, upper: sign > 0 ? Infinity : 0 };
    }
    if (w === 0) return { ...row, lower: 0, upper: 0 };
    const bias = error * w * C;
    if (limits.min !== undefined && limits.min === limits.max && limits.min !== null) return { ...row, bias };
    return w < 0 ? { ...row, bias, lower: 0 } : { ...row, bias, upper: 0 };
  });
}

const isRevoluteAngle = (file: VectorFile, name: string) => file.joint === 'revolute' && name === 'angle';

function check(file: VectorFile, vector: Vector, erp: boolean, wanted: Solved): void {
  const rows = rowsOf(file, vector, erp);
  if (file.joint === 'frame')
    rows.forEach((row, r) => {
      row.bias = (Number(vector.params.correctionFactor) / vector.dt) * (vector.expected?.C[r] ?? 0);
    });
  const immovable = vector.bodies.map(([m, i]) => (m === null && i === null ? 1 : 0));
  const system = createRowSystem({
    bodies: vector.bodies.length,
    immovable,
    blocks: [{ rows: rows.length, bodies: vector.bodies.map((_, b) => b) }],
  });
  setJacobian(system, rows);
  const problem = problemOf(rows, vector.bodies);
  const before = problem.velocity.slice();
  const solution = nothing();
  solveRows(system, problem, createRowRoom(system), solution);

  expect(solution.converged, vector.id).toBe(true);
  const K = vector.expected?.K ?? [];
  const dropped = K.flatMap((row, r) => (row[r] === 0 ? [r] : []));
  expect(
    [...problem.hold].flatMap((hold, r) => (hold === DROPPED ? [r] : [])),
    vector.id,
  ).toEqual(dropped);
  for (const r of wanted.dropped ?? []) expect(dropped, vector.id).toContain(r);

  // Impulses and velocity changes within 1e-9 of the largest of their kind that the solution moves or removes.
  const post = wanted.post.flat();
  const sizes = post.map((v, k) => Math.abs(v) + Math.abs(before[k]));
  const most = Math.max(...sizes, 1e-3);
  post.forEach((v, k) =>
    expect(Math.abs(problem.velocity[k] - v), `${vector.id} velocity ${k}`).toBeLessThanOrEqual(1e-9 * most),
  );
  const largest = Math.max(...wanted.lam.map(Math.abs), ...[...problem.impulse].map(Math.abs), 1e-12);
  wanted.lam.forEach((lambda, r) =>
    expect(Math.abs(problem.impulse[r] - lambda), `${vector.id} impulse ${r}`).toBeLessThanOrEqual(1e-9 * largest),
  );
}

describe.each(files)('$joint', (file) => {
  test('impulses and velocities are those of the exact solution', () => {
    let solved = 0;
    const checkOne = (vector: Vector, erp: boolean, wanted: Solved | undefined) => {
      if (!wanted) return;
      check(file, vector, erp, wanted);
      solved++;
    };
    for (const vector of file.vectors) {
      const { expected } = vector;
      if (!expected) continue;
      if (expected.solve?.clamped !== true) checkOne(vector, false, expected.solve);
      checkOne(vector, true, expected.solveErp);
      checkOne(vector, false, expected.block);
      const implicit = expected.spring?.implicit;
      checkOne(vector, false, implicit && { lam: [implicit.lam], post: implicit.post });
    }
    expect(solved).toBeGreaterThan(20);
  });
});

/* Islands. */

/** A pivot between bodies at the world point (x, y); bodies as [x, y]. */
function pivotRows(bodies: readonly number[], centres: readonly (readonly number[])[], x: number, y: number): Row[] {
  const arms = bodies.map((b) => [x - centres[b][0], y - centres[b][1]]);
  const sign = bodies.map((_, k) => (k === bodies.length - 1 ? 1 : -1));
  const rigid = { bias: 0, lower: -Infinity, upper: Infinity, softness: 0 };
  return [
    { ...rigid, jacobian: arms.flatMap(([, ry], k) => [sign[k], 0, -sign[k] * ry]) },
    { ...rigid, jacobian: arms.flatMap(([rx], k) => [0, sign[k], sign[k] * rx]) },
  ];
}

function island(
  blocks: readonly { bodies: readonly number[]; rows: readonly Row[] }[],
  bodies: readonly (number | null)[][],
) {
  const system = createRowSystem({
    bodies: bodies.length,
    immovable: bodies.map(([m, i]) => (m === null && i === null ? 1 : 0)),
    blocks: blocks.map((block) => ({ rows: block.rows.length, bodies: block.bodies })),
  });
  const rows: Row[] = [];
  blocks.forEach((block, k) => block.rows.forEach((row, r) => (rows[system.place[k] + r] = row)));
  setJacobian(system, rows);
  return { system, rows, problem: problemOf(rows, bodies), room: createRowRoom(system) };
}

const free = (mass: number, inertia: number, ...velocity: number[]) => [mass, inertia, 0, 0, 0, ...velocity];
const fixed = [null, null, 0, 0, 0, 0, 0, 0];
const unbounded = { bias: 0, lower: -Infinity, upper: Infinity, softness: 0 };

/** n × n bodies a metre apart, pivots halfway between neighbours, the first also on the ground. */
function gridOfPivots(n: number, random: () => number) {
  const centres: number[][] = [];
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) centres.push([x, y]);
  centres.push([0, 0]);
  const blocks: { bodies: number[]; rows: Row[] }[] = [];
  const pivot = (bodies: number[], x: number, y: number) =>
    blocks.push({ bodies, rows: pivotRows(bodies, centres, x, y) });
  pivot([n * n, 0], -0.5, -0.5);
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      if (x + 1 < n) pivot([y * n + x, y * n + x + 1], x + 0.5, y);
      if (y + 1 < n) pivot([y * n + x, y * n + x + n], x, y + 0.5);
    }
  const bodies = centres.slice(0, -1).map(() => free(1, 0.2, random() - 0.5, random() - 0.5, random() - 0.5));
  return island(blocks, [...bodies, fixed]);
}

/** Links of a chain hung on the ground, each row a pivot; the last `heavy` times as heavy. */
function chain(n: number, heavy: number, random: () => number) {
  const centres = Array.from({ length: n }, (_, k) => [k + 0.5, 0]);
  centres.push([0, 0]);
  const blocks = centres.slice(0, -1).map((_, k) => {
    const bodies = [k === 0 ? n : k - 1, k];
    return { bodies, rows: pivotRows(bodies, centres, k, 0) };
  });
  const bodies = centres.slice(0, -1).map((_, k) => {
    const mass = k === n - 1 ? heavy : 1;
    return free(mass, mass / 12, random() - 0.5, random() - 0.5, random() - 0.5);
  });
  return island(blocks, [...bodies, fixed]);
}

/** A multiplicative congruential generator: the same numbers everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

describe('islands', () => {
  test('a 4 × 4 grid of pivots on one corner has 50 rows of rank 46, and the redundant ones do no harm', () => {
    const { system, problem, room } = gridOfPivots(4, randomFrom(1));
    const solution = nothing();
    solveRows(system, problem, room, solution);
    // 16 bodies with 48 freedoms: the grid turns about the corner, and its squares turn against each other.
    expect(system.rows).toBe(50);
    expect(solution.rank).toBe(46);
    expect(solution.converged).toBe(true);
    expect(solution.factorisations).toBe(1);
    expect(Math.max(...problem.impulse.map(Math.abs))).toBeLessThan(20);
  });

  test('a chain that ends in a mass 100 000 times its links is solved to rounding', () => {
    const { system, problem, room, rows } = chain(20, 1e5, randomFrom(2));
    const solution = nothing();
    solveRows(system, problem, room, solution);
    expect(solution.converged).toBe(true);
    expect(solution.rank).toBe(40);
    for (let r = 0; r < rows.length; r++) expect(Math.abs(room.rate[r])).toBeLessThan(1e-12);
  });

  test('beside their bodies, the rows of a hub are solved as they are alone', () => {
    const random = randomFrom(3);
    const count = 130;
    const bodies = Array.from({ length: count + 1 }, (_, b) =>
      free(b === 0 ? 40 : 0.5 + random(), 0.1 + random(), ...Array.from({ length: 3 }, () => random() - 0.5)),
    );
    const blocks = Array.from({ length: count }, (_, k) => {
      const arms = Array.from({ length: 4 }, () => random() - 0.5);
      const rows: Row[] = [
        { ...unbounded, jacobian: [-1, 0, arms[1], 1, 0, -arms[3]], bias: random(), softness: k % 7 === 0 ? 0.1 : 0 },
        { ...unbounded, jacobian: [0, -1, -arms[0], 0, 1, arms[2]], bias: random() },
      ];
      if (k % 5 === 0) rows.push({ ...unbounded, jacobian: [0, 0, -1, 0, 0, 1], bias: random(), lower: 0 });
      return { bodies: [0, k + 1], rows };
    });
    // The hub on the ground, which is bordered by nothing else that moves.
    blocks.push({ bodies: [0, count + 1], rows: [{ ...unbounded, jacobian: [1, 0, 0.3, 0, 0, 0] }] });
    const hub = island(blocks, [...bodies, fixed]);
    expect(hub.system.together).not.toBeNull();
    expect(operationsOf(hub.system.factor.plan)).toBeLessThan(150 * hub.system.rows);
    const solution = nothing();
    solveRows(hub.system, hub.problem, hub.room, solution);
    expect(solution.converged).toBe(true);
    const held = hub.problem.hold.reduce((sum, hold) => sum + (hold === FREE ? 0 : 1), 0);
    expect(held).toBeGreaterThan(3);
    expect(solution.rank).toBe(hub.system.rows - held);
    for (let r = 0; r < hub.rows.length; r++) {
      if (hub.problem.hold[r] === FREE) expect(Math.abs(hub.room.rate[r])).toBeLessThan(1e-12);
      else expect(hub.room.rate[r]).toBeGreaterThanOrEqual(0);
    }
  });

  test('few rows of a body are solved alone, and so are many that do not fill in', () => {
    const star = (count: number) =>
      createRowSystem({
        bodies: count + 1,
        immovable: new Uint8Array(count + 1),
        blocks: Array.from({ length: count }, (_, k) => ({ rows: 2, bodies: [0, k + 1] })),
      });
    expect(star(100).together).toBeNull();
    expect(star(1000).together).not.toBeNull();
    expect(gridOfPivots(20, randomFrom(1)).system.together).toBeNull();
  });

  test('rows can be redundant where those with levers close a loop by themselves, or those without', () => {
    const axle = (body: number) => ({ rows: 2, bodies: [3, body], hasTurns: false });
    const gear = (a: number, b: number) => ({ rows: 1, bodies: [a, b], hasLevers: false });
    const weld = (a: number, b: number) => ({ rows: 3, bodies: [a, b] });
    const system = (...blocks: readonly RowBlock[]) => createRowSystem({ bodies: 4, immovable: [0, 0, 0, 1], blocks });
    const train = system(axle(0), axle(1), axle(2), gear(0, 1), gear(1, 2), gear(3, 2));
    expect([train.hasLoop, train.canBeRedundant]).toEqual([true, false]);
    expect(system(axle(0), gear(0, 1), gear(1, 2), gear(2, 0)).canBeRedundant).toBe(true);
    expect(system(axle(0), axle(0)).canBeRedundant).toBe(true);
    expect(system(weld(0, 1), gear(0, 1)).canBeRedundant).toBe(true);
    expect(system(weld(0, 1), weld(1, 2), weld(2, 3)).canBeRedundant).toBe(false);
  });

  test('metres and radians of one joint are solved alike: a weld at an arm 6 000 times the radius of gyration', () => {
    const [rx, ry] = [112, 304];
    const rows: Row[] = [
      { ...unbounded, jacobian: [1, 0, -ry, 0, 0, 0], bias: 582 },
      { ...unbounded, jacobian: [0, 1, rx, 0, 0, 0], bias: 769 },
      { ...unbounded, jacobian: [0, 0, 1, 0, 0, 0], bias: 10834 },
    ];
    const { problem, system, room } = island([{ bodies: [0, 1], rows }], [free(0.188, 5.95e-4, 0, 0, 0), fixed]);
    const solution = nothing();
    solveRows(system, problem, room, solution);
    expect(solution.converged).toBe(true);
    const wanted = [-582 - 10834 * ry, -769 + 10834 * rx, -10834, 0, 0, 0];
    wanted.forEach((v, k) => expect(Math.abs(problem.velocity[k] - v)).toBeLessThan(1e-9 * 4e6));
  });

  test('random rows with bounds, softness and biases end where every row is in its place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = randomFrom(seed);
        const count = 2 + Math.floor(random() * 6);
        const bodies = Array.from({ length: count }, () =>
          random() < 0.15
            ? fixed
            : free(10 ** (4 * random() - 2), 10 ** (4 * random() - 2), random() - 0.5, random() - 0.5, random() - 0.5),
        );
        const blocks = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
          const a = Math.floor(random() * count),
            b = (a + 1 + Math.floor(random() * (count - 1))) % count;
          return {
            bodies: [a, b],
            rows: Array.from({ length: 1 + Math.floor(random() * 4) }, () => randomRow(random)),
          };
        });
        const { system, problem, room, rows } = island(blocks, bodies);
        const solution = nothing();
        solveRows(system, problem, room, solution);
        // Rows beyond the freedoms of the bodies may ask for the impossible; that is reported, not hidden.
        if (!solution.converged) return solution.rank < rows.length;
        rows.forEach((row, r) => {
          const lambda = problem.impulse[r],
            w = room.rate[r],
            tolerance = 1e-8;
          if (problem.hold[r] === FREE) {
            expect(Math.abs(w)).toBeLessThan(tolerance);
            expect(lambda).toBeGreaterThanOrEqual(row.lower);
            expect(lambda).toBeLessThanOrEqual(row.upper);
          } else if (problem.hold[r] === AT_LOWER) {
            expect(lambda).toBe(row.lower);
            expect(w).toBeGreaterThan(-tolerance);
          } else if (problem.hold[r] === AT_UPPER) {
            expect(lambda).toBe(row.upper);
            expect(w).toBeLessThan(tolerance);
          }
        });
        return true;
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  test('the same rows give the same bits', () => {
    const [first, second] = [gridOfPivots(4, randomFrom(3)), gridOfPivots(4, randomFrom(3))];
    solveRows(first.system, first.problem, first.room, nothing());
    for (let k = 0; k < 3; k++) {
      const again = gridOfPivots(4, randomFrom(3));
      second.problem.velocity.set(again.problem.velocity);
      second.problem.impulse.fill(0);
      solveRows(second.system, second.problem, second.room, nothing());
      expect(second.problem.impulse).toEqual(first.problem.impulse);
      expect(second.problem.velocity).toEqual(first.problem.velocity);
    }
  });

  test('solving allocates nothing', () => {
    const { system, problem, room } = gridOfPivots(4, randomFrom(3));
    const solution = nothing();
    const start = problem.velocity.slice();
    const run = (times: number) => {
      for (let k = 0; k < times; k++) {
        problem.velocity.set(start);
        problem.impulse.fill(0);
        solveRows(system, problem, room, solution);
      }
    };
    run(3000);
    const grown = Array.from({ length: 16 }, () => {
      const before = process.memoryUsage().heapUsed;
      run(300);
      return process.memoryUsage().heapUsed - before;
    });
    // One boxed number a solve would be 5 KB, one a row 240 KB. Some rounds meet the compiler at work.
    expect(Math.min(...grown.map(Math.abs))).toBeLessThan(5e4);
  });
});

function randomRow(random: () => number): Row {
  const jacobian = Array.from({ length: 6 }, () => 2 * random() - 1);
  const row = { ...unbounded, jacobian, bias: random() - 0.5 };
  const kind = random();
  if (kind < 0.3) return row;
  if (kind < 0.5) return { ...row, lower: 0 };
  if (kind < 0.7) return { ...row, upper: 0 };
  if (kind < 0.85) return { ...row, lower: -0.1 * random(), upper: 0.1 * random() };
  return { ...row, softness: random() };
}
