import {
  BODY,
  type BodyStore,
  COS,
  DYNAMIC,
  INV_INERTIA,
  INV_MASS,
  OMEGA,
  SIN,
  VX,
  VY,
  X,
  Y,
  zeroLostNumbers,
} from '../state/body-store';
import type { StepContext } from '../coordinates/step-context';
import type { ContactSpace } from './contact-space';
import {
  BODY_A,
  BODY_B,
  CONTACT_POINT,
  FIRST_POINT,
  FRICTION,
  HEAD,
  LOCAL_A,
  MIXED,
  NORMAL_IMPULSE,
  NORMAL_SUM,
  NX,
  NY,
  POINT_COUNT,
  RADIUS_A,
  RADIUS_B,
  RECORD,
  RESTITUTION,
  ROLLING,
  ROLLING_IMPULSE,
  ROW,
  ROW_BLOW,
  ROW_FRICTION,
  ROW_GAP,
  ROW_LAST_SUM,
  ROW_LOCAL,
  ROW_NORMAL,
  ROW_NORMAL_A,
  ROW_NORMAL_B,
  ROW_NORMAL_MASS,
  ROW_NORMAL_SUM,
  ROW_NX,
  ROW_NY,
  ROW_POINT,
  ROW_POINTS,
  ROW_RADIUS_A,
  ROW_RADIUS_B,
  ROW_RATE,
  ROW_RESTITUTION,
  ROW_ROLL,
  ROW_ROLLING,
  ROW_ROLLING_MASS,
  ROW_SPEED,
  ROW_TANGENT,
  ROW_TANGENT_A,
  ROW_TANGENT_B,
  ROW_TANGENT_MASS,
  ROW_TANGENT_SUM,
  SURFACE_SPEED,
  TANGENT_IMPULSE,
  TANGENT_SUM,
  TIE_A,
  TIE_B,
  TIE_JOINTED,
  TIE_DIRECT,
  TIE_PAIR,
  TIE_POINTS,
  TIES,
} from './layout';

/**
 * Softness of overlaps: hertz and damping ratio, which close one without throwing the bodies apart (Box2D's numbers). The rigid lock of
 * joints, 60 Hz with a damping ratio of 2 at four substeps, rests a stack of 10 after 5.9 s, this after 0.5 s.
 */
const HERTZ = 30;
const DAMPING_RATIO = 10;
/** No more than this share of a swing in a substep. */
const MOST_SWING = 0.25;
/** lengthUnits/s, in both steps: no overlap is closed faster, */
export const MOST_PUSH = 3;
/** and what meets slower than this is no blow: it is not thrown back. */
export const LEAST_BLOW = 1;
/**
 * Of that: what came faster is not pushed again by the impulse that stopped it. Slower, it rests, or is about to. Of what did not come, this
 * would be what its neighbours are pushed apart with, and heaps would not rest.
 */
const LEAST_STOP = 0.3;

/** × lengthUnit: what is nearer than this touches. */
const NEAR = 1e-3;

/**
 * With bias, where somebody sets the velocity of what touches: a walker goes on against a crate, and that against a wall. In one pass the
 * crate gets most of the speed, and goes into the wall.
 */
const PRESSED_PASSES = 4;

/** Two points of a plank: what one pass over them leaves falls to a quarter in the next. */
const RESTITUTION_PASSES = 8;

/** Of the points of the manifold that is thrown back at hand. */
const impulses = new Float64Array(2);

/**
 * The rows of points that touch, for the iterative step: a normal n·(vB − vA) ≥ 0, which leaves the room there is, a tangent
 * t·(vB − vA) = surface speed, t = (−ny, nx), with at most μ times the normal's impulse, and for what rolls a torque, likewise. Rows go by
 * the order of pairs, not by that of a sweep: with that a pyramid of 210 never rests.
 */
export class ContactRows {
  count = 0;
  values = new Float64Array(64 * ROW);
  ties = new Int32Array(64 * TIES);
  readonly #lengthUnit: number;
  #biasRate = 0;
  #massScale = 1;
  #impulseScale = 0;
  #push = 0;
  #blow = 0;
  /** True if something may be thrown back. */
  #bounces = false;
  /** True if what touched in the last step was given a speed against each other since. */
  #isPressed = false;

  constructor(lengthUnit: number) {
    this.#lengthUnit = lengthUnit;
  }

  /** Takes up what touches, with the impulses of the last step; what sleeps, beside something that may move, has no points until it wakes. */
  gather({ contacts, pairs }: ContactSpace, bodies: BodyStore): void {
    const { heads, records } = pairs;
    this.count = contacts.count;
    this.#bounces = false;
    if (this.count * ROW > this.values.length) {
      this.values = new Float64Array(2 * this.count * ROW);
      this.ties = new Int32Array(2 * this.count * TIES);
    }
    const d = this.values;
    const ties = this.ties;
    for (let i = 0; i < this.count; i++) {
      const pair = contacts.items[i];
      const r = pair * RECORD;
      const o = i * ROW;
      const a = heads[pair * HEAD + BODY_A];
      const b = heads[pair * HEAD + BODY_B];
      const sleeps = bodies.asleep[a] === 1 || bodies.asleep[b] === 1;
      const points = sleeps ? 0 : heads[pair * HEAD + POINT_COUNT];
      ties[i * TIES + TIE_A] = a * BODY;
      ties[i * TIES + TIE_B] = b * BODY;
      ties[i * TIES + TIE_POINTS] = points;
      ties[i * TIES + TIE_PAIR] = pair;
      ties[i * TIES + TIE_JOINTED] = isJointed(bodies, a) || isJointed(bodies, b) ? 1 : 0;
      ties[i * TIES + TIE_DIRECT] = 0;
      d[o + ROW_NX] = records[r + NX];
      d[o + ROW_NY] = records[r + NY];
      d[o + ROW_RADIUS_A] = records[r + RADIUS_A];
      d[o + ROW_RADIUS_B] = records[r + RADIUS_B];
      d[o + ROW_FRICTION] = records[r + MIXED + FRICTION];
      d[o + ROW_RESTITUTION] = records[r + MIXED + RESTITUTION];
      if (d[o + ROW_RESTITUTION] > 0) this.#bounces = true;
      d[o + ROW_ROLLING] = records[r + MIXED + ROLLING];
      d[o + ROW_SPEED] = records[r + MIXED + SURFACE_SPEED];
      for (let k = 0; k < points; k++) {
        const p = o + ROW_POINTS + k * ROW_POINT;
        const from = r + FIRST_POINT + k * CONTACT_POINT;
        for (let j = 0; j < 4; j++) d[p + ROW_LOCAL + j] = records[from + LOCAL_A + j];
        d[p + ROW_NORMAL] = records[from + NORMAL_IMPULSE];
        d[p + ROW_TANGENT] = records[from + TANGENT_IMPULSE];
        d[p + ROW_ROLL] = records[from + ROLLING_IMPULSE];
        d[p + ROW_LAST_SUM] = records[from + NORMAL_SUM];
        d[p + ROW_NORMAL_SUM] = d[p + ROW_TANGENT_SUM] = d[p + ROW_BLOW] = 0;
      }
    }
  }

  /** Begins a step: measures all, and how fast they come together. */
  begin(q: Float64Array, v: Float64Array, { h, lengthUnit }: StepContext): void {
    const swing = 2 * Math.PI * Math.min(HERTZ * h, MOST_SWING);
    const damping = 2 * DAMPING_RATIO + swing;
    this.#biasRate = swing / (h * damping);
    this.#massScale = (swing * damping) / (1 + swing * damping);
    this.#impulseScale = 1 / (1 + swing * damping);
    this.#push = MOST_PUSH * lengthUnit;
    this.#blow = LEAST_BLOW * lengthUnit;
    this.measure(q, v);
    this.#isPressed = false;
    this.#noteRates(v, false);
  }

  /** How fast they come together; `again`: only of what may be thrown back and has not met yet in this step, where that is faster. */
  #noteRates(v: Float64Array, again: boolean): void {
    const d = this.values;
    const ties = this.ties;
    for (let i = 0; i < this.count; i++) {
      const o = i * ROW;
      if (again && d[o + ROW_RESTITUTION] === 0) continue;
      const a = ties[i * TIES + TIE_A];
      const b = ties[i * TIES + TIE_B];
      const along = d[o + ROW_NX] * (v[b + VX] - v[a + VX]) + d[o + ROW_NY] * (v[b + VY] - v[a + VY]);
      const end = o + ROW_POINTS + ties[i * TIES + TIE_POINTS] * ROW_POINT;
      for (let p = o + ROW_POINTS; p < end; p += ROW_POINT) {
        if (again && d[p + ROW_NORMAL_SUM] > 0) continue;
        const rate = along + d[p + ROW_NORMAL_B] * v[b + OMEGA] - d[p + ROW_NORMAL_A] * v[a + OMEGA];
        d[p + ROW_RATE] = again ? Math.min(d[p + ROW_RATE], rate) : rate;
        if (!again && rate < -this.#blow && d[p + ROW_LAST_SUM] > 0) this.#isPressed = true;
      }
    }
  }

  countNear(i: number, { pose: q, motion: v }: BodyStore, dt: Float64Array, deepest: number): number {
    const { values: d, ties } = this;
    const a = ties[i * TIES + TIE_A];
    const b = ties[i * TIES + TIE_B];
    const o = i * ROW;
    const nx = d[o + ROW_NX];
    const ny = d[o + ROW_NY];
    const gap = (q[b + X] - q[a + X]) * nx + (q[b + Y] - q[a + Y]) * ny - d[o + ROW_RADIUS_A] - d[o + ROW_RADIUS_B];
    const rate = (v[b + VX] - v[a + VX]) * nx + (v[b + VY] - v[a + VY]) * ny;
    let count = 0;
    for (let p = o + ROW_POINTS; p < o + ROW_POINTS + ties[i * TIES + TIE_POINTS] * ROW_POINT; p += ROW_POINT) {
      const ax = q[a + COS] * d[p] - q[a + SIN] * d[p + 1];
      const ay = q[a + SIN] * d[p] + q[a + COS] * d[p + 1];
      const bx = q[b + COS] * d[p + 2] - q[b + SIN] * d[p + 3];
      const by = q[b + SIN] * d[p + 2] + q[b + COS] * d[p + 3];
      const room = gap + (bx - ax) * nx + (by - ay) * ny;
      const closes = rate + v[b + OMEGA] * (bx * ny - by * nx) - v[a + OMEGA] * (ax * ny - ay * nx);
      if (-1000 * room > deepest * this.#lengthUnit) return Infinity;
      if (room + dt[0] * Math.min(0, closes) < NEAR * this.#lengthUnit) count++;
    }
    return count;
  }

  /** Arms, room and effective masses, where the bodies are now. */
  measure(q: Float64Array, v: Float64Array): void {
    const d = this.values;
    const ties = this.ties;
    for (let i = 0; i < this.count; i++) {
      const t = i * TIES;
      const a = ties[t + TIE_A];
      const b = ties[t + TIE_B];
      const o = i * ROW;
      const nx = d[o + ROW_NX];
      const ny = d[o + ROW_NY];
      const rA = d[o + ROW_RADIUS_A];
      const rB = d[o + ROW_RADIUS_B];
      const cA = q[a + COS];
      const sA = q[a + SIN];
      const cB = q[b + COS];
      const sB = q[b + SIN];
      const dx = q[b + X] - q[a + X];
      const dy = q[b + Y] - q[a + Y];
      const mass = v[a + INV_MASS] + v[b + INV_MASS];
      const iA = v[a + INV_INERTIA];
      const iB = v[b + INV_INERTIA];
      d[o + ROW_ROLLING_MASS] = iA + iB > 0 ? 1 / (iA + iB) : 0;
      const end = o + ROW_POINTS + ties[t + TIE_POINTS] * ROW_POINT;
      for (let p = o + ROW_POINTS; p < end; p += ROW_POINT) {
        const ax = cA * d[p] - sA * d[p + 1];
        const ay = sA * d[p] + cA * d[p + 1];
        const bx = cB * d[p + 2] - sB * d[p + 3];
        const by = sB * d[p + 2] + cB * d[p + 3];
        d[p + ROW_GAP] = (dx + bx - ax) * nx + (dy + by - ay) * ny - rA - rB;
        // A radius along the normal turns nothing by the normal, and all by the tangent.
        const nA = ax * ny - ay * nx;
        const nB = bx * ny - by * nx;
        const tA = ax * nx + ay * ny + rA;
        const tB = bx * nx + by * ny - rB;
        d[p + ROW_NORMAL_A] = nA;
        d[p + ROW_NORMAL_B] = nB;
        d[p + ROW_TANGENT_A] = tA;
        d[p + ROW_TANGENT_B] = tB;
        const kn = mass + iA * nA * nA + iB * nB * nB;
        const kt = mass + iA * tA * tA + iB * tB * tB;
        d[p + ROW_NORMAL_MASS] = kn > 0 ? 1 / kn : 0;
        d[p + ROW_TANGENT_MASS] = kt > 0 ? 1 / kt : 0;
      }
    }
  }

  /** Gives all bodies the impulses of the last pass, but for blows: those are over. */
  warmStart(v: Float64Array): void {
    const d = this.values;
    const ties = this.ties;
    for (let i = 0; i < this.count; i++) {
      const t = i * TIES;
      const a = ties[t + TIE_A];
      const b = ties[t + TIE_B];
      const o = i * ROW;
      const end = o + ROW_POINTS + ties[t + TIE_POINTS] * ROW_POINT;
      let normal = 0;
      let tangent = 0;
      let turnA = 0;
      let turnB = 0;
      const friction = d[o + ROW_FRICTION];
      const rolling = d[o + ROW_ROLLING];
      for (let p = o + ROW_POINTS; p < end; p += ROW_POINT) {
        const n = d[p + ROW_NORMAL] - d[p + ROW_BLOW];
        const f = Math.max(-friction * n, Math.min(friction * n, d[p + ROW_TANGENT]));
        const roll = Math.max(-rolling * n, Math.min(rolling * n, d[p + ROW_ROLL]));
        d[p + ROW_NORMAL] = n;
        d[p + ROW_TANGENT] = f;
        d[p + ROW_ROLL] = roll;
        d[p + ROW_BLOW] = 0;
        d[p + ROW_NORMAL_SUM] += n;
        d[p + ROW_TANGENT_SUM] += f;
        normal += n;
        tangent += f;
        turnA += d[p + ROW_NORMAL_A] * n + d[p + ROW_TANGENT_A] * f + roll;
        turnB += d[p + ROW_NORMAL_B] * n + d[p + ROW_TANGENT_B] * f + roll;
      }
      const x = d[o + ROW_NX] * normal - d[o + ROW_NY] * tangent;
      const y = d[o + ROW_NY] * normal + d[o + ROW_NX] * tangent;
      v[a + VX] -= v[a + INV_MASS] * x;
      v[a + VY] -= v[a + INV_MASS] * y;
      v[a + OMEGA] -= v[a + INV_INERTIA] * turnA;
      v[b + VX] += v[b + INV_MASS] * x;
      v[b + VY] += v[b + INV_MASS] * y;
      v[b + OMEGA] += v[b + INV_INERTIA] * turnB;
    }
  }

  /** Solves all rows once with bias, more often where somebody presses, or twice without, to relax. */
  solve(v: Float64Array, ctx: StepContext): void {
    if (!ctx.relax && this.#bounces) this.#noteRates(v, true);
    const passes = this.#isPressed && !ctx.relax ? PRESSED_PASSES : 1;
    for (let i = 0; i < passes; i++) this.#pass(v, ctx);
    // What one pass leaves goes round in large heaps: with it a pyramid of 210 rests after 1.1 s, without after 1.9 s.
    if (ctx.relax) this.#pass(v, ctx);
  }

  /** Of each manifold the normals, then what rubs by their impulses. */
  #pass(v: Float64Array, { perSecond, relax }: StepContext): void {
    const d = this.values;
    const ties = this.ties;
    const biasRate = this.#biasRate;
    const push = this.#push;
    for (let i = 0; i < this.count; i++) {
      const t = i * TIES;
      const a = ties[t + TIE_A];
      const b = ties[t + TIE_B];
      const o = i * ROW;
      const end = o + ROW_POINTS + ties[t + TIE_POINTS] * ROW_POINT;
      // Joints repeat what they have passed on of a blow: it is to be there again, too.
      const blow = ties[t + TIE_JOINTED] === 1 ? Infinity : this.#blow;
      const nx = d[o + ROW_NX];
      const ny = d[o + ROW_NY];
      const mA = v[a + INV_MASS];
      const mB = v[b + INV_MASS];
      const iA = v[a + INV_INERTIA];
      const iB = v[b + INV_INERTIA];
      // Along the normal and the tangent.
      let uA = nx * v[a + VX] + ny * v[a + VY];
      let wA = nx * v[a + VY] - ny * v[a + VX];
      let uB = nx * v[b + VX] + ny * v[b + VY];
      let wB = nx * v[b + VY] - ny * v[b + VX];
      let turnA = v[a + OMEGA];
      let turnB = v[b + OMEGA];
      let normal = 0;
      let tangent = 0;
      for (let p = o + ROW_POINTS; p < end; p += ROW_POINT) {
        const gap = d[p + ROW_GAP];
        let bias = gap * perSecond;
        let massScale = 1;
        let impulseScale = 0;
        if (gap <= 0) {
          bias = 0;
          if (!relax) {
            bias = Math.max(gap * biasRate, -push);
            massScale = this.#massScale;
            impulseScale = this.#impulseScale;
          }
        }
        const rate = uB - uA + d[p + ROW_NORMAL_B] * turnB - d[p + ROW_NORMAL_A] * turnA;
        const before = d[p + ROW_NORMAL];
        const after = Math.max(0, before - d[p + ROW_NORMAL_MASS] * massScale * (rate + bias) - impulseScale * before);
        const change = after - before;
        normal += change;
        d[p + ROW_NORMAL] = after;
        const isFast = rate < -blow || Math.max(rate, d[p + ROW_RATE]) < -LEAST_STOP * blow;
        // No more than in the last step is a load: so presses a body whose velocity is set in each step.
        if (change > 0 && isFast && d[p + ROW_NORMAL_SUM] + change > d[p + ROW_LAST_SUM]) d[p + ROW_BLOW] += change;
        else if (after < d[p + ROW_BLOW]) d[p + ROW_BLOW] = after;
        d[p + ROW_NORMAL_SUM] += change;
        uA -= mA * change;
        uB += mB * change;
        turnA -= iA * d[p + ROW_NORMAL_A] * change;
        turnB += iB * d[p + ROW_NORMAL_B] * change;
      }
      const friction = d[o + ROW_FRICTION];
      const rolling = d[o + ROW_ROLLING];
      const speed = d[o + ROW_SPEED];
      for (let p = o + ROW_POINTS; p < end; p += ROW_POINT) {
        const rate = wB - wA + d[p + ROW_TANGENT_B] * turnB - d[p + ROW_TANGENT_A] * turnA - speed;
        const most = friction * d[p + ROW_NORMAL];
        const before = d[p + ROW_TANGENT];
        const after = Math.max(-most, Math.min(most, before - d[p + ROW_TANGENT_MASS] * rate));
        const change = after - before;
        tangent += change;
        d[p + ROW_TANGENT] = after;
        d[p + ROW_TANGENT_SUM] += change;
        wA -= mA * change;
        wB += mB * change;
        turnA -= iA * d[p + ROW_TANGENT_A] * change;
        turnB += iB * d[p + ROW_TANGENT_B] * change;
        if (rolling === 0) continue;
        const mostRoll = rolling * d[p + ROW_NORMAL];
        const rollBefore = d[p + ROW_ROLL];
        const roll = Math.max(-mostRoll, Math.min(mostRoll, rollBefore - d[o + ROW_ROLLING_MASS] * (turnB - turnA)));
        d[p + ROW_ROLL] = roll;
        turnA -= iA * (roll - rollBefore);
        turnB += iB * (roll - rollBefore);
      }
      // What nothing pushes keeps its velocity to the bit.
      const x = nx * normal - ny * tangent;
      const y = ny * normal + nx * tangent;
      v[a + VX] -= mA * x;
      v[a + VY] -= mA * y;
      v[a + OMEGA] = turnA;
      v[b + VX] += mB * x;
      v[b + VY] += mB * y;
      v[b + OMEGA] = turnB;
    }
  }

  /** What met fast enough is thrown back, once bodies have moved: the points of a manifold together. */
  restitute(v: Float64Array): void {
    if (!this.#bounces) return;
    const ties = this.ties;
    for (let i = 0; i < this.count; i++) {
      if (this.values[i * ROW + ROW_RESTITUTION] === 0) continue;
      const points = ties[i * TIES + TIE_POINTS];
      impulses[0] = impulses[1] = 0;
      for (let pass = points === 1 ? RESTITUTION_PASSES - 1 : 0; pass < RESTITUTION_PASSES; pass++)
        for (let k = 0; k < points; k++) this.#throwBack(v, i, k);
    }
  }

  #throwBack(v: Float64Array, i: number, k: number): void {
    const d = this.values;
    const o = i * ROW;
    const p = o + ROW_POINTS + k * ROW_POINT;
    if (d[p + ROW_RATE] > -this.#blow || d[p + ROW_NORMAL_SUM] === 0) return;
    const a = this.ties[i * TIES + TIE_A];
    const b = this.ties[i * TIES + TIE_B];
    const nx = d[o + ROW_NX];
    const ny = d[o + ROW_NY];
    const nA = d[p + ROW_NORMAL_A];
    const nB = d[p + ROW_NORMAL_B];
    const along = nx * (v[b + VX] - v[a + VX]) + ny * (v[b + VY] - v[a + VY]);
    const rate = along + nB * v[b + OMEGA] - nA * v[a + OMEGA];
    const wanted = rate + d[o + ROW_RESTITUTION] * d[p + ROW_RATE];
    const impulse = Math.max(0, impulses[k] - d[p + ROW_NORMAL_MASS] * wanted);
    const change = impulse - impulses[k];
    impulses[k] = impulse;
    d[p + ROW_NORMAL_SUM] += change;
    v[a + VX] -= v[a + INV_MASS] * nx * change;
    v[a + VY] -= v[a + INV_MASS] * ny * change;
    v[a + OMEGA] -= v[a + INV_INERTIA] * nA * change;
    v[b + VX] += v[b + INV_MASS] * nx * change;
    v[b + VY] += v[b + INV_MASS] * ny * change;
    v[b + OMEGA] += v[b + INV_INERTIA] * nB * change;
  }

  /** How fast the two of point k of row i came together before the step, world units/s. */
  approachOf(i: number, k: number): number {
    return Math.max(0, -this.values[i * ROW + ROW_POINTS + k * ROW_POINT + ROW_RATE]);
  }

  forgetLostNumbers(): void {
    zeroLostNumbers(this.values, 0, this.count * ROW);
  }

  /** Ends a step: impulses go to the pairs. */
  keep({ pairs: { records } }: ContactSpace): void {
    const d = this.values;
    for (let i = 0; i < this.count; i++) {
      const points = this.ties[i * TIES + TIE_POINTS] + this.ties[i * TIES + TIE_DIRECT];
      const r = this.ties[i * TIES + TIE_PAIR] * RECORD + FIRST_POINT;
      for (let k = 0; k < points; k++) {
        const p = i * ROW + ROW_POINTS + k * ROW_POINT;
        const to = r + k * CONTACT_POINT;
        records[to + NORMAL_IMPULSE] = d[p + ROW_NORMAL] - d[p + ROW_BLOW];
        records[to + TANGENT_IMPULSE] = d[p + ROW_TANGENT];
        records[to + ROLLING_IMPULSE] = d[p + ROW_ROLL];
        records[to + NORMAL_SUM] = d[p + ROW_NORMAL_SUM];
        records[to + TANGENT_SUM] = d[p + ROW_TANGENT_SUM];
      }
    }
  }
}

function isJointed({ type, handles }: BodyStore, slot: number): boolean {
  return type[slot] === DYNAMIC && (handles[slot]?.jointSet.size ?? 0) > 0;
}
