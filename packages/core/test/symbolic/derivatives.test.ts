import { compileProgram, createMemory, evaluateProgram, type SymbolicProgram } from '@tenon/core/symbolic';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  constraintPrograms,
  invariantPrograms,
  type RandomState,
  randomStates,
  velocityPrograms,
  withVelocitiesGiven,
} from './random-programs';

/** A program with the arrays that it works on. */
class Bench {
  readonly program: SymbolicProgram;
  readonly rows: number;
  readonly columns: number;
  readonly memory: Float64Array;

  constructor(source: string, fixed: RandomState['fixed']) {
    this.program = compileProgram(source, { units: 'off' });
    this.rows = this.program.rows.length;
    this.columns = 3 * this.program.bodies.length;
    this.memory = createMemory(this.program);
    const params = new Float64Array(this.program.paramsSize).fill(1);
    params.set(
      fixed.slice(
        0,
        this.program.parameters.reduce((n, p) => n + (p.in === 'params' ? (p.type === 'vector' ? 2 : 1) : 0), 0),
      ),
    );
    this.program.prepare(params, this.memory);
  }

  state({ poses, moving }: Pick<RandomState, 'poses' | 'moving'>): Float64Array {
    const numbers = poses
      .slice(0, this.program.bodies.length)
      .flatMap(([x, y, angle]) => [x, y, Math.cos(angle), Math.sin(angle), angle]);
    return Float64Array.from([...numbers, ...moving].slice(0, this.program.stateSize));
  }

  measure(state: Float64Array) {
    const out = new Float64Array(this.program.outSize);
    this.program.measure(state, this.memory, out);
    return this.read(out);
  }

  measureMean(start: Float64Array, end: Float64Array) {
    const out = new Float64Array(this.program.outSize);
    this.program.measureMean(start, end, this.memory, out);
    return this.read(out);
  }

  read(out: Float64Array) {
    const { rows, columns } = this;
    const C = [...out.subarray(0, rows)];
    const beta = [...out.subarray(rows, 2 * rows)];
    const J = C.map((_, i) => [...out.subarray(2 * rows + i * columns, 2 * rows + (i + 1) * columns)]);
    const first = rows * (2 + columns);
    const turns = C.map((_, i) => [...out.subarray(first + (i * columns) / 3, first + ((i + 1) * columns) / 3)]);
    return { C, beta, J, turns };
  }
}

/** What a row changes by as its bodies move: turns are 2·tan(Δθ/2), but for what is by an angle alone. */
function changeOf(J: number[], turns: number[], from: RandomState['poses'], to: RandomState['poses']): number[] {
  return from.flatMap(([x, y, angle], i) => {
    const [alongX, alongY, by] = J.slice(3 * i, 3 * i + 3);
    const turn = to[i][2] - angle;
    return [
      alongX * (to[i][0] - x),
      alongY * (to[i][1] - y),
      (by - turns[i]) * 2 * Math.tan(turn / 2) + turns[i] * turn,
    ];
  });
}

const moved = (poses: RandomState['poses'], column: number, by: number): RandomState['poses'] =>
  poses.map((pose, i) => pose.map((x, k) => (3 * i + k === column ? x + by : x)) as [number, number, number]);

const runs = { numRuns: 400, seed: 54 };

describe('a random constraint', () => {
  test('has the Jacobian and the rate that differences of its value show', () => {
    let compared = 0;
    fc.assert(
      fc.property(constraintPrograms(false), randomStates, (source, state) => {
        const bench = new Bench(source, state.fixed);
        const { C, J, beta } = bench.measure(bench.state(state));
        const rate = [0.3, state.fixed[2], 0.5];
        for (let column = 0; column <= bench.columns; column++) {
          const differences = (h: number) => {
            const at = (by: number) =>
              column < bench.columns
                ? bench.measure(bench.state({ ...state, poses: moved(state.poses, column, by) })).C
                : bench.measure(
                    bench.state({ ...state, moving: state.moving.map((x, i) => x + by * rate[i]) as never }),
                  ).C;
            const [before, after] = [at(-h), at(h)];
            return C.map((_, i) => (after[i] - before[i]) / (2 * h));
          };
          const [near, far] = [differences(1e-5), differences(3e-5)];
          C.forEach((value, i) => {
            const got = column < bench.columns ? J[i][column] : beta[i];
            // A kink or a cut in between, or what overflows: the differences do not agree among themselves.
            const scale = Math.max(1, Math.abs(value), Math.abs(near[i]));
            if (!(Math.abs(near[i] - far[i]) < 1e-6 * scale)) return;
            compared++;
            expect(Math.abs(got - near[i]), `row ${i}, column ${column}: ${got}, not ${near[i]}`).toBeLessThan(
              1e-4 * scale,
            );
          });
        }
      }),
      runs,
    );
    expect(compared).toBeGreaterThan(5000);
  });

  test('changes by the mean Jacobian times the move, exactly', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        constraintPrograms(true),
        randomStates,
        randomStates,
        fc.double({ min: 1e-6, max: 0.5, noNaN: true }),
        (source, start, way, far) => {
          const bench = new Bench(source, start.fixed);
          const poses = start.poses.map(
            (pose, i) => pose.map((x, k) => x + far * way.poses[i][k]) as [number, number, number],
          );
          const time = far;
          const moving = [
            start.moving[0] + 0.3 * time,
            start.moving[1] + start.fixed[2] * time,
            start.moving[2] + 0.5 * time,
          ] as const;
          const end = bench.state({ poses, moving });
          const { C, J, beta, turns } = bench.measureMean(bench.state(start), end);
          const before = bench.measure(bench.state(start)).C;
          C.forEach((value, i) => {
            const changes = changeOf(J[i], turns[i], start.poses, poses);
            const change = changes.reduce((sum, by) => sum + by, beta[i] * time);
            const size = changes.reduce((sum, by) => sum + Math.abs(by), Math.abs(value) + Math.abs(before[i]));
            if (!(size < 1e6)) return;
            compared++;
            expect(Math.abs(value - before[i] - change), `row ${i} of ${size}`).toBeLessThan(1e-12 * Math.max(1, size));
            expect(value).toBe(bench.measure(end).C[i]);
          });
        },
      ),
      runs,
    );
    expect(compared).toBeGreaterThan(800);
  });

  test('has K = J M⁻¹ Jᵀ, as the energy of an impulse shows', () => {
    const mass = fc.double({ min: 0.1, max: 10, noNaN: true });
    fc.assert(
      fc.property(
        constraintPrograms(false),
        randomStates,
        fc.tuple(mass, mass, mass),
        (source, { poses, fixed, moving }, masses) => {
          const [a, b, c] = poses.map(([x, y, angle], i) => ({
            mass: masses[i],
            inertia: masses[i] / 3,
            x,
            y,
            angle,
            vx: 0,
            vy: 0,
            omega: 0,
          }));
          const [px, py, k] = fixed;
          const [qx, qy, m] = moving;
          const program: SymbolicProgram = compileProgram<string>(source, { units: 'off' });
          const { J, K } = evaluateProgram(program, {
            bodies: { a, b, c },
            params: { p: [px, py], q: [qx, qy], k, m },
          });
          const lambda = J.map((_, i) => 1 + i / 3);
          const impulse = J[0].map((_, k) => J.reduce((sum, row, i) => sum + row[k] * lambda[i], 0));
          const inverse = masses.flatMap((mass) => [1 / mass, 1 / mass, 3 / mass]);
          const energy = impulse.reduce((sum, p, k) => sum + p * p * inverse[k], 0);
          const form = K.reduce((sum, row, i) => sum + lambda[i] * row.reduce((s, k, j) => s + k * lambda[j], 0), 0);
          const size = K.flat().reduce((sum, k) => sum + Math.abs(k), 1);
          if (Number.isFinite(size)) expect(Math.abs(form - energy)).toBeLessThan(1e-11 * size * 4);
        },
      ),
      runs,
    );
  });
});

test('a random row that only knows how bodies lie to each other pushes and turns nobody as a whole, in a step as in a point', () => {
  let compared = 0;
  fc.assert(
    fc.property(invariantPrograms(), randomStates, randomStates, (source, start, way) => {
      const bench = new Bench(source, start.fixed);
      const poses = start.poses.map(
        (pose, i) => pose.map((x, k) => x + 0.3 * way.poses[i][k]) as [number, number, number],
      );
      const state = bench.state(start);
      for (const end of [start.poses, poses]) {
        const { C, J } =
          end === poses ? bench.measureMean(state, bench.state({ poses, moving: start.moving })) : bench.measure(state);
        const [row] = J;
        const sums = [0, 0, 0];
        let size = 1;
        start.poses.forEach(([x, y], i) => {
          const [jx, jy, turn] = row.slice(3 * i, 3 * i + 3);
          const torque = ((x + end[i][0]) / 2) * jy - ((y + end[i][1]) / 2) * jx;
          [jx, jy, torque + turn].forEach((part, k) => (sums[k] += part));
          size += Math.abs(jx) + Math.abs(jy) + Math.abs(torque) + Math.abs(turn);
        });
        if (!(size < 1e4 && Number.isFinite(C[0]))) continue;
        compared++;
        for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-13 * size * size);
      }
    }),
    runs,
  );
  expect(compared).toBeGreaterThan(600);
});

test('a random velocity row is J v + β, whatever the velocities', () => {
  fc.assert(
    fc.property(velocityPrograms(), randomStates, randomStates, (source, { poses, fixed, moving }, { poses: v }) => {
      const program: SymbolicProgram = compileProgram<string>(source, { units: 'off' });
      const given: SymbolicProgram = compileProgram<string>(withVelocitiesGiven(source), { units: 'off' });
      const bodies = Object.fromEntries(
        poses.map(([x, y, angle], i) => [
          'abc'[i],
          { mass: 1, inertia: 1, x, y, angle, vx: v[i][0], vy: v[i][1], omega: v[i][2] },
        ]),
      );
      const params = {
        p: [fixed[0], fixed[1]] as const,
        k: fixed[2],
        q: [moving[0], moving[1]] as const,
        m: moving[2],
      };
      const velocities = Object.fromEntries(
        v.flatMap(([x, y, w], i) => [
          [`v${'abc'[i]}`, [x, y] as const],
          [`w${'abc'[i]}`, w],
        ]),
      );
      const { V, J } = evaluateProgram(program, { bodies, params });
      const { C } = evaluateProgram(given, { bodies, params: { ...params, ...velocities } });
      V.forEach((value, i) => {
        const size = J[i].reduce((sum, j) => sum + Math.abs(j), Math.abs(value));
        if (Number.isFinite(size)) expect(Math.abs(value - (C[i] ?? NaN))).toBeLessThan(1e-12 * Math.max(1, size));
      });
    }),
    runs,
  );
});
