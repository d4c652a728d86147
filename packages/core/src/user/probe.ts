import type { Body } from '../body/body';
import { ANGLE, BODY, COS, INV_INERTIA, INV_MASS, OMEGA, SIN, VX, X } from '../state/body-store';
import { cosSin } from '../math/trig';
import { MOST_ROWS } from '../batches/row-block';

/** What an author wrote: writes its rows, up to `MOST_ROWS`, at the poses that bodies show. */
export type Rows = (out: Float64Array) => void;

/** How far bodies are moved to find slopes from values alone, units and rad. */
const STEP = 1e-5;

const low = new Float64Array(MOST_ROWS);
const high = new Float64Array(MOST_ROWS);
const turn = new Float64Array(2);
/** Velocities of all bodies while constraints are probed: 0 but for the one at hand. */
let probes: Float64Array = new Float64Array(0);

/** Velocities of 0 with the inverse masses of its bodies. */
export function stilled(motion: Float64Array, bodies: readonly (Body | null)[]): Float64Array {
  if (probes.length < motion.length) probes = new Float64Array(motion.length);
  for (const body of bodies) {
    if (body === null) continue;
    const b = body.slot * BODY;
    probes.fill(0, b + VX, b + OMEGA + 1);
    probes[b + INV_MASS] = motion[b + INV_MASS];
    probes[b + INV_INERTIA] = motion[b + INV_INERTIA];
  }
  return probes;
}

/** V is affine: its slopes are what single velocities, in `v`, add to V(0). That is returned, until the next call. */
export function probeVelocity(
  v: Float64Array,
  bodies: readonly (Body | null)[],
  rows: number,
  velocity: Rows,
  jacobian: Float64Array,
): Float64Array {
  low.fill(0);
  velocity(low);
  for (let s = 0; s < bodies.length; s++) {
    const body = bodies[s];
    if (body === null || bodies.indexOf(body) < s) continue;
    for (let axis = 0; axis < 3; axis++) {
      const i = body.slot * BODY + VX + axis;
      v[i] = 1;
      high.fill(0);
      velocity(high);
      v[i] = 0;
      for (let k = 0; k < rows; k++) jacobian[3 * (k * bodies.length + s) + axis] = high[k] - low[k];
    }
  }
  return low;
}

/** Slopes of C by central differences at the poses `q`, in which bodies are moved. */
export function probePosition(
  q: Float64Array,
  bodies: readonly (Body | null)[],
  rows: number,
  position: Rows,
  jacobian: Float64Array,
): void {
  for (let s = 0; s < bodies.length; s++) {
    const body = bodies[s];
    if (body === null || bodies.indexOf(body) < s) continue;
    for (let axis = 0; axis < 3; axis++) {
      positionAt(q, body.slot * BODY, axis, -STEP, position, low);
      positionAt(q, body.slot * BODY, axis, STEP, position, high);
      for (let k = 0; k < rows; k++) jacobian[3 * (k * bodies.length + s) + axis] = (high[k] - low[k]) / (2 * STEP);
    }
  }
}

/** C with the body at `b` moved: along x, along y, or turned. */
function positionAt(q: Float64Array, b: number, axis: number, by: number, position: Rows, out: Float64Array): void {
  const i = b + (axis === 2 ? ANGLE : X + axis);
  const [was, cos, sin] = [q[i], q[b + COS], q[b + SIN]];
  q[i] = was + by;
  if (axis === 2) {
    cosSin(by, turn, 0);
    q[b + COS] = cos * turn[0] - sin * turn[1];
    q[b + SIN] = sin * turn[0] + cos * turn[1];
  }
  out.fill(0);
  try {
    position(out);
  } finally {
    q[i] = was;
    q[b + COS] = cos;
    q[b + SIN] = sin;
  }
}
