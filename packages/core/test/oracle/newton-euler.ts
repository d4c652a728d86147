/**
 * The motion of a mechanism by a method that no solver of Tenon uses: accelerations and joint forces from one linear system
 * (Newton's laws and the joints differentiated twice), every derivative by differences of the coordinates alone, the classical
 * Runge-Kutta rule of fourth order, and a projection onto the joints after every step.
 */

export type Vec = readonly [number, number];

/** A coordinate of the poses x₀, y₀, θ₀, x₁, … */
export type Coordinate = (q: Float64Array) => number;

export interface MovingBody {
  readonly position: Vec;
  readonly angle: number;
  readonly velocity: Vec;
  readonly angularVelocity: number;
  readonly mass: number;
  readonly inertia: number;
  /** 1/s */
  readonly linearDamping?: number;
  readonly angularDamping?: number;
}

/** What a law asks of a coordinate: to keep a rate (0: its value), or to be pushed with a force. */
export type Demand =
  | { readonly of: Coordinate; readonly rate: number }
  | { readonly of: Coordinate; readonly force: (value: number, rate: number) => number }
  | Push;

/** A force on a body at a place, and its opposite on another one there. */
export interface Push {
  /** How far the second body is from the first one along x and y, from what of both is at that place now. */
  readonly at: (q: Float64Array) => readonly [Coordinate, Coordinate];
  /** By the rates of those two. */
  readonly push: (rate: Vec) => Vec;
}

export interface Problem {
  readonly bodies: readonly MovingBody[];
  readonly gravity: Vec;
  readonly demands: readonly Demand[];
}

export interface State {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/** The bodies as they are given, brought onto the joints. */
export function startOf(problem: Problem): State {
  const q = Float64Array.from(problem.bodies.flatMap(({ position, angle }) => [...position, angle]));
  const v = Float64Array.from(
    problem.bodies.flatMap(({ velocity, angularVelocity }) => [...velocity, angularVelocity]),
  );
  project(problem, { q, v });
  return { q, v };
}

/** Where they are after `seconds`, in so many steps. */
export function integrate(problem: Problem, start: State, seconds: number, steps: number): State {
  const q = start.q.slice();
  const v = start.v.slice();
  const h = seconds / steps;
  for (let n = 0; n < steps; n++) {
    const rates = [v.slice()];
    const accelerations = [accelerate(problem, { q, v })];
    for (const part of [h / 2, h / 2, h]) {
      const last = rates.length - 1;
      const qk = q.map((x, i) => x + part * rates[last][i]);
      const vk = v.map((x, i) => x + part * accelerations[last][i]);
      rates.push(vk);
      accelerations.push(accelerate(problem, { q: qk, v: vk }));
    }
    const weighed = (k: readonly Float64Array[], i: number) =>
      (h / 6) * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    for (let i = 0; i < q.length; i++) {
      q[i] += weighed(rates, i);
      v[i] += weighed(accelerations, i);
    }
    project(problem, { q, v });
  }
  return { q, v };
}

/** S λ = −J̇v − J a₀, a = a₀ + M⁻¹Jᵀλ, with J̇v as the second difference of the coordinates along v. */
export function accelerate(problem: Problem, { q, v }: State): Float64Array {
  const inverse = inverseMasses(problem);
  const a = Float64Array.from(
    problem.bodies.flatMap(({ linearDamping: c = 0, angularDamping: cw = 0 }, i) => [
      problem.gravity[0] - c * v[3 * i],
      problem.gravity[1] - c * v[3 * i + 1],
      -cw * v[3 * i + 2],
    ]),
  );
  const held: Coordinate[] = [];
  for (const demand of problem.demands) {
    if ('rate' in demand) {
      held.push(demand.of);
      continue;
    }
    if ('push' in demand) {
      const J = demand.at(q).map((c) => gradient(c, q));
      const force = demand.push([dot(J[0], v), dot(J[1], v)]);
      push(a, J, inverse, force);
      continue;
    }
    const g = gradient(demand.of, q);
    const force = demand.force(demand.of(q), dot(g, v));
    for (let i = 0; i < a.length; i++) a[i] += inverse[i] * g[i] * force;
  }
  const step = 1e-4;
  const ahead = q.map((x, i) => x + step * v[i]);
  const behind = q.map((x, i) => x - step * v[i]);
  const bend = (c: Coordinate) => (c(ahead) - 2 * c(q) + c(behind)) / (step * step);
  const J = held.map((c) => gradient(c, q));
  push(
    a,
    J,
    inverse,
    solve(
      coupling(J, inverse),
      J.map((g, r) => -bend(held[r]) - dot(g, a)),
    ),
  );
  return a;
}

/** Values that are to stay are brought to 0, then rates to what is asked. */
function project(problem: Problem, { q, v }: State): void {
  const inverse = inverseMasses(problem);
  const rigid = problem.demands.filter((d) => 'rate' in d);
  const still = rigid.filter(({ rate }) => rate === 0);
  for (let k = 0; k < 3; k++) {
    const J = still.map(({ of }) => gradient(of, q));
    push(
      q,
      J,
      inverse,
      solve(
        coupling(J, inverse),
        still.map(({ of }) => -of(q)),
      ),
    );
  }
  const J = rigid.map(({ of }) => gradient(of, q));
  push(
    v,
    J,
    inverse,
    solve(
      coupling(J, inverse),
      rigid.map(({ rate }, r) => rate - dot(J[r], v)),
    ),
  );
}

function inverseMasses({ bodies }: Problem): number[] {
  return bodies.flatMap(({ mass, inertia }) => [1 / mass, 1 / mass, 1 / inertia]);
}

function gradient(c: Coordinate, q: Float64Array): Float64Array {
  const step = 1e-5;
  const at = q.slice();
  return q.map((x, i) => {
    const value = (by: number) => {
      at[i] = x + by;
      return c(at);
    };
    const slope = (8 * (value(step) - value(-step)) - (value(2 * step) - value(-2 * step))) / (12 * step);
    at[i] = x;
    return slope;
  });
}

function coupling(J: readonly Float64Array[], inverse: readonly number[]): number[][] {
  return J.map((g) => J.map((other) => g.reduce((sum, x, i) => sum + x * other[i] * inverse[i], 0)));
}

function push(
  x: Float64Array,
  J: readonly Float64Array[],
  inverse: readonly number[],
  impulse: readonly number[],
): void {
  J.forEach((g, r) => g.forEach((slope, i) => (x[i] += inverse[i] * slope * impulse[r])));
}

function dot(g: Float64Array, v: Float64Array): number {
  return g.reduce((sum, x, i) => sum + x * v[i], 0);
}

/** Gauss with pivots. */
function solve(A: number[][], b: number[]): number[] {
  const n = b.length;
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let r = i + 1; r < n; r++) if (Math.abs(A[r][i]) > Math.abs(A[pivot][i])) pivot = r;
    [A[i], A[pivot]] = [A[pivot], A[i]];
    [b[i], b[pivot]] = [b[pivot], b[i]];
    for (let r = i + 1; r < n; r++) {
      const factor = A[r][i] / A[i][i];
      for (let c = i; c < n; c++) A[r][c] -= factor * A[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let c = i + 1; c < n; c++) b[i] -= A[i][c] * b[c];
    b[i] /= A[i][i];
  }
  return b;
}
