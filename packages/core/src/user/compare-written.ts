import type { Body } from '../body/body';
import { ANGLE, BODY, type BodyStore, COS, INV_INERTIA, INV_MASS, X, Y } from '../state/body-store';
import { TenonError } from '../base/error';
import { cosSinAt } from '../math/trig';
import type { Measured } from './general-type';
import type { MutableVec3 } from './user-constraint';

type From = 'jacobian' | 'velocity' | 'position';

/** What an author wrote, and how it is measured from one part of it. */
export interface Written {
  readonly label: string;
  readonly rows: number;
  readonly bodies: readonly (Body | null)[];
  readonly store: BodyStore;
  readonly has: Readonly<Record<From, boolean>>;
  /** Throws what the author's code throws. */
  readonly measure: (pose: Float64Array, out: Measured, from: From) => void;
  readonly effectiveMass: ((k: Float64Array) => void) | undefined;
  readonly impulse: ((lambda: Float64Array, body: Body, out: MutableVec3) => void) | undefined;
}

/** How well numbers have to agree. */
const ERROR = 1e-5;
const AXES = ['x', 'y', 'the angle'] as const;
/** By how much bodies are moved: what agrees where they are may do so by its symmetry. */
const MOVES = [0.0731, -0.0412, 0.0893] as const;

/**
 * Throws `constraint-wrong` where the parts that an author wrote disagree, where its bodies are or a little beside: slopes by `jacobian`, by `velocity`
 * and by differences of `position`, and what follows from them with `effectiveMass` and `impulse`.
 */
export function compareWritten(written: Written): void {
  const { label, store } = written;
  const problems = [...differences(written, store.pose), ...differences(written, beside(written))];
  if (problems.length === 0) return;
  const list = [...new Set(problems)].map((problem) => `  ${problem}`).join('\n');
  throw new TenonError('constraint-wrong', `${label} does not agree with itself:\n${list}`, label, problems);
}

function beside({ store, bodies }: Written): Float64Array {
  const pose = store.pose.slice();
  [...new Set(bodies)].forEach((body, i) => {
    if (body === null) return;
    const b = body.slot * BODY;
    pose[b + X] += MOVES[0] * (i + 1);
    pose[b + Y] += MOVES[1] * (i + 1);
    pose[b + ANGLE] += MOVES[2] * (i + 1);
    cosSinAt(pose, b + ANGLE, pose, b + COS);
  });
  return pose;
}

function* differences(written: Written, pose: Float64Array): Generator<string> {
  const { rows, bodies, has } = written;
  const slopes = (['jacobian', 'velocity', 'position'] as const).flatMap((from) => {
    if (!has[from]) return [];
    const size = rows * bodies.length;
    const out = {
      values: new Float64Array(rows),
      jacobian: new Float64Array(3 * size),
      turns: new Float64Array(size),
      rates: new Float64Array(rows),
    };
    written.measure(pose, out, from);
    return [{ from, J: out.jacobian }];
  });
  const [{ from, J }, ...others] = slopes;
  for (const other of others) {
    for (let i = 0; i < J.length; i++) {
      if (agree(J[i], other.J[i])) continue;
      const row = Math.floor(i / (3 * bodies.length));
      const slot = Math.floor(i / 3) % bodies.length;
      const by = `${AXES[i % 3]} of ${nameOf(bodies, slot)}`;
      yield `row ${row} changes by ${rounded(J[i])} per unit of ${by} by its ${from}, by ${rounded(other.J[i])} by its ${other.from}`;
    }
  }
  yield* wrongMass(written, J);
  yield* wrongImpulse(written, J);
}

function* wrongMass({ rows, bodies, store, effectiveMass }: Written, J: Float64Array): Generator<string> {
  if (effectiveMass === undefined) return;
  const given = new Float64Array((rows * (rows + 1)) / 2);
  effectiveMass(given);
  const distinct = [...new Set(bodies)];
  let at = 0;
  for (let i = 0; i < rows; i++) {
    for (let j = i; j < rows; j++, at++) {
      let k = 0;
      for (const body of distinct) {
        if (body === null) continue;
        for (let axis = 0; axis < 3; axis++) {
          const inverse = store.motion[body.slot * BODY + (axis === 2 ? INV_INERTIA : INV_MASS)];
          k += slopeOf(J, bodies, i, body, axis) * inverse * slopeOf(J, bodies, j, body, axis);
        }
      }
      if (!agree(k, given[at]))
        yield `effectiveMass has ${rounded(given[at])} for rows ${i} and ${j}, and J M⁻¹ Jᵀ is ${rounded(k)}`;
    }
  }
}

function* wrongImpulse({ rows, bodies, impulse }: Written, J: Float64Array): Generator<string> {
  if (impulse === undefined) return;
  for (let i = 0; i < rows; i++) {
    const lambda = new Float64Array(rows);
    lambda[i] = 1;
    for (const body of new Set(bodies)) {
      if (body === null) continue;
      const out = { x: 0, y: 0, z: 0 };
      impulse(lambda, body, out);
      for (const [axis, got] of [out.x, out.y, out.z].entries()) {
        const expected = slopeOf(J, bodies, i, body, axis);
        if (agree(expected, got)) continue;
        const of = nameOf(bodies, bodies.indexOf(body));
        yield `impulse gives ${rounded(got)} by ${AXES[axis]} to ${of} for 1 in row ${i}, and Jᵀ λ is ${rounded(expected)}`;
      }
    }
  }
}

/** Of a body in all its slots. */
function slopeOf(J: Float64Array, bodies: readonly (Body | null)[], row: number, body: Body, axis: number): number {
  let sum = 0;
  for (let s = 0; s < bodies.length; s++) if (bodies[s] === body) sum += J[3 * (row * bodies.length + s) + axis];
  return sum;
}

function agree(a: number, b: number): boolean {
  return Math.abs(a - b) <= ERROR * (1 + Math.abs(a));
}

function rounded(number: number): string {
  return String(Math.round(number * 1e6) / 1e6);
}

function nameOf(bodies: readonly (Body | null)[], slot: number): string {
  return `body ${slot} ('${bodies[slot]?.id ?? 'the world'}')`;
}
