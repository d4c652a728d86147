/**
 * The converged solution of a smooth scene after one second, by a method that no engine here uses: accelerations and
 * joint forces from one linear system (Newton's laws and the joints differentiated twice), the classical Runge-Kutta
 * rule of fourth order, and after every step a projection of poses and velocities onto the joints. Halving the step
 * must divide the error by 16: the last two results are extrapolated, and a fifteenth of what lies between them is the
 * error that the bench states for the reference itself.
 */
import { startState } from './measure.mjs';

/** { frames: of each, x, y, angle per body; centres: the last of them; error: of the last, m (RMS); steps: per frame } */
export function converge(scene, { seconds = 1, target = 1e-6, least = 4, most = 64 } = {}) {
  const problem = new Problem(scene);
  let coarse = problem.run(seconds, least);
  for (let steps = 2 * least; ; steps *= 2) {
    const fine = problem.run(seconds, steps);
    const frames = fine.map((frame, k) => frame.map((x, i) => x + (x - coarse[k][i]) / 15));
    const [last, before] = [fine.at(-1), coarse.at(-1)];
    let sum = 0;
    for (let i = 0; i < last.length; i += 3)
      sum += ((last[i] - before[i]) ** 2 + (last[i + 1] - before[i + 1]) ** 2) / 225;
    const error = Math.sqrt(sum / (last.length / 3));
    if (error < target || steps >= most)
      return { frames, centres: Array.from(frames.at(-1)), error, steps, by: 'Runge-Kutta 4, extrapolated' };
    coarse = fine;
  }
}

class Problem {
  constructor(scene) {
    this.scene = scene;
    const { bodies } = scene;
    this.n = 3 * bodies.length;
    this.inverseMass = Float64Array.from(
      bodies.flatMap(({ mass, inertia }) => (mass > 0 ? [1 / mass, 1 / mass, 1 / inertia] : [0, 0, 0])),
    );
    this.free = Float64Array.from(
      bodies.flatMap(({ mass, inertia, torque = 0 }) => (mass > 0 ? [...scene.gravity, torque / inertia] : [0, 0, 0])),
    );
    const stiff = scene.joints.filter(({ type }) => type === 'spring');
    this.springs = stiff.map((joint) => ({ row: rowsOf(joint, bodies)[0], stiffness: joint.stiffness }));
    this.gradient = new Float64Array(6);
    this.rows = scene.joints.filter((joint) => !stiff.includes(joint)).flatMap((joint) => rowsOf(joint, bodies));
    const m = this.rows.length;
    this.jacobian = new Float64Array(6 * m);
    this.value = new Float64Array(m);
    this.rhs = new Float64Array(m);
    this.velocity = new Float64Array(this.n);
    this.moved = new Float64Array(this.n);
    this.factor = new Skyline(this.rows, this.inverseMass);
  }

  run(seconds, perFrame) {
    const { n, scene } = this;
    const start = startState(scene);
    const q = new Float64Array(n);
    const v = new Float64Array(n);
    scene.bodies.forEach((_, i) => {
      q.set(start.subarray(6 * i, 6 * i + 3), 3 * i);
      v.set(start.subarray(6 * i + 3, 6 * i + 6), 3 * i);
    });
    const h = scene.dt / perFrame;
    this.project(q, v);
    return Array.from({ length: Math.round(seconds / scene.dt) }, () => {
      for (let i = 0; i < perFrame; i++) this.step(q, v, h);
      return q.slice();
    });
  }

  step(q, v, h) {
    const { n } = this;
    const speeds = [v];
    const accelerations = [this.accelerate(q, v)];
    for (const part of [h / 2, h / 2, h]) {
      const last = speeds.length - 1;
      const qk = q.map((x, i) => x + part * speeds[last][i]);
      const vk = v.map((x, i) => x + part * accelerations[last][i]);
      speeds.push(vk);
      accelerations.push(this.accelerate(qk, vk));
    }
    const [v1, v2, v3, v4] = speeds;
    const [a1, a2, a3, a4] = accelerations;
    // v is one of the speeds: poses first.
    for (let i = 0; i < n; i++) q[i] += (h / 6) * (v1[i] + 2 * v2[i] + 2 * v3[i] + v4[i]);
    for (let i = 0; i < n; i++) v[i] += (h / 6) * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i]);
    this.project(q, v);
  }

  /** S λ = −J̇v − J a₀, a = a₀ + M⁻¹Jᵀλ, with J̇v as a difference along v. */
  accelerate(q, v) {
    const { rhs, moved } = this;
    const free = this.pulled(q);
    const step = 1e-5;
    const along = (sign) => {
      for (let i = 0; i < moved.length; i++) moved[i] = q[i] + sign * step * v[i];
      this.measure(moved);
      return this.times(v, new Float64Array(rhs.length));
    };
    const ahead = along(1);
    const behind = along(-1);
    this.measure(q);
    this.times(free, rhs);
    for (let r = 0; r < rhs.length; r++) rhs[r] = -(ahead[r] - behind[r]) / (2 * step) - rhs[r];
    this.factor.build(this.jacobian);
    this.factor.solve(rhs);
    return this.addImpulses(free, rhs);
  }

  /** Accelerations by weight, torques and springs. */
  pulled(q) {
    const a = this.free.slice();
    for (const { row, stiffness } of this.springs)
      addImpulse(row, a, this.inverseMass, this.gradient, 0, -stiffness * row.measure(q, this.gradient, 0));
    return a;
  }

  /** Poses onto the joints (Newton with the matrix of the first pose), then velocities. */
  project(q, v) {
    const { rhs } = this;
    this.measure(q);
    this.factor.build(this.jacobian);
    for (let k = 0; k < 3; k++) {
      if (k > 0) this.measure(q);
      rhs.set(this.value);
      for (let r = 0; r < rhs.length; r++) rhs[r] = -rhs[r];
      this.factor.solve(rhs);
      this.addImpulses(q, rhs);
    }
    this.measure(q);
    this.times(v, rhs);
    this.rows.forEach(({ speed }, r) => (rhs[r] = speed - rhs[r]));
    this.factor.build(this.jacobian);
    this.factor.solve(rhs);
    this.addImpulses(v, rhs);
  }

  measure(q) {
    this.rows.forEach((row, r) => (this.value[r] = row.measure(q, this.jacobian, 6 * r)));
  }

  times(v, out) {
    this.rows.forEach(({ a, b }, r) => {
      let sum = 0;
      for (let k = 0; k < 3; k++)
        sum +=
          (a < 0 ? 0 : this.jacobian[6 * r + k] * v[3 * a + k]) +
          (b < 0 ? 0 : this.jacobian[6 * r + 3 + k] * v[3 * b + k]);
      out[r] = sum;
    });
    return out;
  }

  addImpulses(x, impulse) {
    this.rows.forEach((row, r) => addImpulse(row, x, this.inverseMass, this.jacobian, 6 * r, impulse[r]));
    return x;
  }
}

function addImpulse({ a, b }, x, inverseMass, jacobian, o, impulse) {
  for (let k = 0; k < 3; k++) {
    if (a >= 0) x[3 * a + k] += inverseMass[3 * a + k] * jacobian[o + k] * impulse;
    if (b >= 0) x[3 * b + k] += inverseMass[3 * b + k] * jacobian[o + 3 + k] * impulse;
  }
}

/** The equations of a joint: bodies, speed to hold, and a function that writes the gradient at `o` and returns the value. */
function rowsOf(joint, bodies) {
  const { type, a, b, la, lb, motor } = joint;
  // Lever arm and anchor in the world: two scratch vectors, because this runs millions of times.
  const arm = (q, body, [x, y], out) => {
    if (body < 0) {
      out[0] = 0;
      out[1] = 0;
      out[2] = x;
      out[3] = y;
      return out;
    }
    const c = Math.cos(q[3 * body + 2]);
    const s = Math.sin(q[3 * body + 2]);
    out[0] = c * x - s * y;
    out[1] = s * x + c * y;
    out[2] = q[3 * body] + out[0];
    out[3] = q[3 * body + 1] + out[1];
    return out;
  };
  const atA = new Float64Array(4);
  const atB = new Float64Array(4);
  const row = (measure, speed = 0) => ({ a, b, speed, measure });
  if (type === 'pivot') {
    const along = (axis) =>
      row((q, d, o) => {
        arm(q, a, la, atA);
        arm(q, b, lb, atB);
        d[o + axis] = -1;
        d[o + 2] = axis === 0 ? atA[1] : -atA[0];
        d[o + 3 + axis] = 1;
        d[o + 5] = axis === 0 ? -atB[1] : atB[0];
        return atB[2 + axis] - atA[2 + axis];
      });
    const turning = row((_, d, o) => {
      d.set([0, 0, -1, 0, 0, 1], o);
      return 0;
    }, motor?.speed);
    return motor ? [along(0), along(1), turning] : [along(0), along(1)];
  }
  if (type === 'prismatic' && a < 0) {
    const [ux, uy] = [-joint.axis[1], joint.axis[0]];
    return [
      row((q, d, o) => {
        const [bx, by, qx, qy] = arm(q, b, lb, atB);
        d.set([0, 0, 0, ux, uy, bx * uy - by * ux], o);
        return ux * (qx - la[0]) + uy * (qy - la[1]);
      }),
      row((q, d, o) => {
        d.set([0, 0, 0, 0, 0, 1], o);
        return q[3 * b + 2] - bodies[b].angle;
      }),
    ];
  }
  if (type === 'distance' || type === 'spring') {
    return [
      row((q, d, o) => {
        arm(q, a, la, atA);
        arm(q, b, lb, atB);
        const dx = atB[2] - atA[2];
        const dy = atB[3] - atA[3];
        const length = Math.sqrt(dx * dx + dy * dy);
        const ux = dx / length;
        const uy = dy / length;
        d[o] = -ux;
        d[o + 1] = -uy;
        d[o + 2] = atA[1] * ux - atA[0] * uy;
        d[o + 3] = ux;
        d[o + 4] = uy;
        d[o + 5] = atB[0] * uy - atB[1] * ux;
        return length - joint.length;
      }),
    ];
  }
  if (type === 'gear') {
    return [
      row((q, d, o) => {
        d.set([0, 0, -1, 0, 0, joint.ratio], o);
        return joint.ratio * (q[3 * b + 2] - bodies[b].angle) - (q[3 * a + 2] - bodies[a].angle);
      }),
    ];
  }
  if (type === 'pulley') {
    const strand = (q, body, local, [x, y]) => {
      const [rx, ry, px, py] = arm(q, body, local, atA);
      const length = Math.hypot(px - x, py - y);
      const ux = (px - x) / length;
      const uy = (py - y) / length;
      return { length, gradient: [ux, uy, rx * uy - ry * ux] };
    };
    const start = Float64Array.from(bodies.flatMap(({ x, y, angle }) => [x, y, angle]));
    const rope = (q) => [strand(q, a, la, joint.ga), strand(q, b, lb, joint.gb)];
    const total = ([p, r]) => p.length + joint.ratio * r.length;
    const whole = total(rope(start));
    return [
      row((q, d, o) => {
        const [p, r] = rope(q);
        d.set([...p.gradient, ...r.gradient.map((x) => joint.ratio * x)], o);
        return total([p, r]) - whole;
      }),
    ];
  }
  throw new Error(`reference.mjs knows no ${type} joint`);
}

/** J M⁻¹ Jᵀ = L D Lᵀ within its envelope: rows in the order of the joints, which on chains is a narrow band. */
class Skyline {
  constructor(rows, inverseMass) {
    this.inverseMass = inverseMass;
    const byBody = new Map();
    this.first = Int32Array.from(rows, ({ a, b }, r) => {
      let first = r;
      for (const body of [a, b]) {
        if (body < 0 || inverseMass[3 * body] === 0) continue;
        if (!byBody.has(body)) byBody.set(body, []);
        const others = byBody.get(body);
        if (others.length > 0) first = Math.min(first, others[0]);
        others.push(r);
      }
      return first;
    });
    this.start = new Int32Array(rows.length + 1);
    rows.forEach((_, r) => (this.start[r + 1] = this.start[r] + r - this.first[r] + 1));
    this.entries = new Float64Array(this.start[rows.length]);
    // Which rows meet at which body, and in which half of their gradients: body, row, half, row, half.
    this.meetings = Int32Array.from(
      [...byBody].flatMap(([body, list]) =>
        list.flatMap((r, i) =>
          list.slice(0, i + 1).flatMap((s) => [body, r, rows[r].a === body ? 0 : 3, s, rows[s].a === body ? 0 : 3]),
        ),
      ),
    );
  }

  build(d) {
    const { entries, start, first, inverseMass } = this;
    entries.fill(0);
    const { meetings } = this;
    for (let i = 0; i < meetings.length; i += 5) {
      const body = 3 * meetings[i];
      const r = meetings[i + 1];
      const s = meetings[i + 3];
      const one = 6 * r + meetings[i + 2];
      const other = 6 * s + meetings[i + 4];
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += inverseMass[body + k] * d[one + k] * d[other + k];
      entries[start[r] + s - first[r]] += sum;
    }
    for (let r = 0; r < first.length; r++) {
      const base = start[r] - first[r];
      for (let s = first[r]; s < r; s++) {
        const other = start[s] - first[s];
        let sum = entries[base + s];
        for (let k = Math.max(first[r], first[s]); k < s; k++) sum -= entries[base + k] * entries[other + k];
        entries[base + s] = sum;
      }
      for (let s = first[r]; s < r; s++) {
        const scaled = entries[base + s] / entries[start[s + 1] - 1];
        entries[base + r] -= entries[base + s] * scaled;
        entries[base + s] = scaled;
      }
    }
  }

  solve(x) {
    const { entries, start, first } = this;
    for (let r = 0; r < x.length; r++) for (let k = first[r], at = start[r]; k < r; k++) x[r] -= entries[at++] * x[k];
    for (let r = 0; r < x.length; r++) x[r] /= entries[start[r + 1] - 1];
    for (let r = x.length - 1; r >= 0; r--)
      for (let k = first[r], at = start[r]; k < r; k++) x[k] -= entries[at++] * x[r];
  }
}
