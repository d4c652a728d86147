import { type BodyStore, TIME } from '../../state/body-store';
import { LEAST_BLOW, MOST_PUSH } from '../../contacts/contact-rows';
import type { IntList } from '../../contacts/int-list';
import { ROW_NORMAL, ROW_NORMAL_SUM, ROW_RATE, ROW_ROLL, ROW_TANGENT, ROW_TANGENT_SUM } from '../../contacts/layout';
import type { ContactPoints } from '../../simulation/parts';
import type { KktSystem } from '../factor/kkt-system';
import type { DirectIsland } from '../island/island-system';
import { answerPush } from '../mean-pose';
import { BoundedRows } from './bounded-rows';
import { FRICTION, KINDS, NORMAL, RESTITUTION, ROLL, ROLLING, SPEED, TANGENT, TouchingPoints } from './touching-points';

/*
 * The points at which bodies of an island touch, as rows beside those of its joints (docs/adr/direct-contacts.md): in Newton's iteration the
 * normal keeps the gap at the end of the step from closing, the tangent what slips there from slipping, by no more than the friction; at the
 * end of the step the same rows project velocities. What a row does to the island is asked of the factor of the joints, which is as without
 * contacts.
 */

/** Share of an overlap that is closed in a step. */
const CLOSED = 0.2;
/** What moves by less than this share of what it would without joints is held by them. */
const HELD_BY_JOINTS = 0.01;
/** Share of its way in a step that a point yields to what presses it: what presses from both sides finds a balance. */
const YIELDS = 1e-4;
/** Points that will be no nearer than this, lengthUnits, have no say. */
const NEAR = 0.005;
/** What is nearer at the end of a step than this, lengthUnits, touches. */
const TOUCHES = 1e-5;
/** What of its kinetic energy a step may end with, where nothing but contacts does work. */
const MOST_GAIN = 1.1;
/** Rates, lengthUnits/s, that a step may leave between what touches. */
const LEFT_RATE = 5e-5;

const ONE = new Float64Array(1).fill(1);

/** Contacts of the island that is stepped: from its frame's `enter` to `leave`. */
export class ContactBorder {
  /** Largest length by which what touches misses its place, after `visit`. */
  error = 0;
  /** True where the factor is another one than what the matrix was made by. */
  renews = true;
  readonly #points = new TouchingPoints();
  readonly #rows = new BoundedRows();
  /** Per point: gap, and where it is to be, of an overlap and what is closed of it; how far it yields, m per N·s; rates at the start, and as it meets. */
  #gap: Float64Array = new Float64Array(0);
  #goal: Float64Array = new Float64Array(0);
  #overlap: Float64Array = new Float64Array(0);
  #closed: Float64Array = new Float64Array(0);
  #yield: Float64Array = new Float64Array(0);
  #rate: Float64Array = new Float64Array(0);
  #met: Float64Array = new Float64Array(0);
  /** Per row: mean force of the last step, impulse and its increment, what it has given in the frame. */
  #force: Float64Array = new Float64Array(0);
  #impulse: Float64Array = new Float64Array(0);
  #increment: Float64Array = new Float64Array(0);
  #given: Float64Array = new Float64Array(0);
  /** Rows with a say in the iteration at hand; what each does to velocities of bodies and impulses of joints. */
  #acting = new Int32Array(0);
  #count = 0;
  #moves: Float64Array = new Float64Array(0);
  #answers: Float64Array = new Float64Array(0);
  /** What joints alone would do, and momenta that contacts give in a projection. */
  #du: Float64Array = new Float64Array(0);
  #dImpulse: Float64Array = new Float64Array(0);
  #push: Float64Array = new Float64Array(0);
  /** Kinetic energy that the step may end with; velocities of what stands still. */
  readonly #energy = new Float64Array(1);
  #still: Float64Array = new Float64Array(0);
  /** Seconds of the frame that are over. */
  readonly #elapsed = new Float64Array(1);
  readonly #halfSubstep = new Float64Array(1);

  /** Takes up the contacts of an island in a frame that ends at `pose[TIME]`, and that the iterative step would take so many substeps for. */
  enter(
    island: DirectIsland,
    { pose }: BodyStore,
    contacts: ContactPoints,
    manifolds: IntList,
    substeps: number,
  ): void {
    const points = this.#points;
    const { values: d } = contacts;
    points.enter(island, contacts, manifolds);
    this.#reserve(points.count);
    this.#push = roomFor(this.#push, island.v0.length).fill(0);
    // That step has their impulses twice a substep.
    this.#halfSubstep[0] = pose[TIME] / (2 * substeps);
    this.#elapsed[0] = 0;
    this.#given.fill(0);
    for (let k = 0; k < points.count; k++) {
      const p = points.rowOf(k);
      this.#force[k * KINDS + NORMAL] = d[p + ROW_NORMAL] / this.#halfSubstep[0];
      this.#force[k * KINDS + TANGENT] = d[p + ROW_TANGENT] / this.#halfSubstep[0];
      this.#force[k * KINDS + ROLL] = d[p + ROW_ROLL] / this.#halfSubstep[0];
    }
  }

  /** Gives back impulses and sums. */
  leave({ values: d }: ContactPoints): void {
    for (let k = 0; k < this.#points.count; k++) {
      const p = this.#points.rowOf(k);
      d[p + ROW_NORMAL] = this.#force[k * KINDS + NORMAL] * this.#halfSubstep[0];
      d[p + ROW_TANGENT] = this.#force[k * KINDS + TANGENT] * this.#halfSubstep[0];
      d[p + ROW_ROLL] = this.#force[k * KINDS + ROLL] * this.#halfSubstep[0];
      d[p + ROW_NORMAL_SUM] = this.#given[k * KINDS + NORMAL];
      d[p + ROW_TANGENT_SUM] = this.#given[k * KINDS + TANGENT];
      d[p + ROW_RATE] = this.#rate[k];
    }
  }

  #reserve(points: number): void {
    if (points <= this.#gap.length) return;
    const room = 2 * points;
    this.#gap = new Float64Array(room);
    this.#goal = new Float64Array(room);
    this.#overlap = new Float64Array(room);
    this.#closed = new Float64Array(room);
    this.#yield = new Float64Array(room);
    this.#rate = new Float64Array(room);
    this.#met = new Float64Array(room);
    this.#force = new Float64Array(room * KINDS);
    this.#impulse = new Float64Array(room * KINDS);
    this.#increment = new Float64Array(room * KINDS);
    this.#given = new Float64Array(room * KINDS);
    this.#acting = new Int32Array(room * KINDS);
  }

  /** An attempt begins, with velocities and poses in `v0` and `start`. */
  begin(island: DirectIsland, store: BodyStore): void {
    const points = this.#points;
    const { found } = points;
    const { h, lengthUnit } = island.attempt;
    const isFirst = this.#elapsed[0] === 0;
    for (let r = 0; r < points.count * KINDS; r++) this.#impulse[r] = h * this.#force[r];
    points.begin(island, store, this.#elapsed);
    points.measureStart(island, this.#gap);
    for (let k = 0; k < points.count; k++) {
      points.findRate(k * KINDS, island.v0);
      this.#rate[k] = isFirst ? found[0] : Math.min(this.#rate[k], found[0]);
      points.findMobility(k, island, store);
      this.#yield[k] = YIELDS * found[0] * h;
      // What its bodies have not yielded for is an overlap.
      this.#overlap[k] = Math.min(0, this.#gap[k] + this.#yield[k] * this.#impulse[k * KINDS]);
      this.#closed[k] = Math.min(-CLOSED * this.#overlap[k], MOST_PUSH * lengthUnit * h);
      this.#goal[k] = this.#overlap[k] + this.#closed[k];
    }
    this.renews = true;
  }

  /** Where the bodies are in the iteration at hand: gradients and gaps, what is missing, and what the impulses do to the momenta. */
  visit(island: DirectIsland): void {
    const points = this.#points;
    points.measure(island, this.#gap);
    let error = 0;
    for (let k = 0; k < points.count; k++) {
      const normal = this.#impulse[k * KINDS];
      const off = this.#gap[k] - this.#goal[k] + this.#yield[k] * normal;
      const missed = normal > 0 ? Math.abs(off) : -off;
      if (!(missed <= error)) error = missed;
      for (let r = k * KINDS; r < (k + 1) * KINDS; r++) points.give(r, this.#impulse, r, island.residual, -1);
    }
    this.error = error;
  }

  /** Adds to what Newton's increment is by joints alone what contacts have to give. */
  improve(island: DirectIsland): void {
    const { du, dImpulse, kkt } = island;
    this.#keep(du, dImpulse);
    if (this.renews) {
      this.#chooseActing(island);
      this.#findMoves(island, kkt);
      this.#yieldToJoints(island);
      this.renews = false;
    }
    this.#ask(island);
    this.#rows.solve();
    this.#increment.fill(0);
    for (let i = 0; i < du.length; i++) du[i] = this.#du[i];
    for (let i = 0; i < dImpulse.length; i++) dImpulse[i] = this.#dImpulse[i];
    for (let n = 0; n < this.#count; n++) {
      const r = this.#acting[n];
      const x = this.#rows.impulse[n] - this.#impulse[r];
      this.#increment[r] = x;
      if (x === 0) continue;
      for (let i = 0, from = n * du.length; i < du.length; i++) du[i] += this.#moves[from + i] * x;
      for (let i = 0, from = n * dImpulse.length; i < dImpulse.length; i++) dImpulse[i] += this.#answers[from + i] * x;
    }
  }

  /** What the rows want of Newton's iteration. */
  #ask({ u, v0, attempt }: DirectIsland): void {
    const { h, theta } = attempt;
    const { found } = this.#points;
    const { matrix, stride, rate, impulse } = this.#rows;
    for (let n = 0; n < this.#count; n++) {
      const r = this.#acting[n];
      const k = (r - (r % KINDS)) / KINDS;
      this.#points.findRate(r, this.#du, true);
      rate[n] = found[0];
      if (r % KINDS === NORMAL) rate[n] += (this.#gap[k] - this.#goal[k] + this.#yield[k] * this.#impulse[r]) / h;
      else {
        // The rate that it has at the end of the step, v₀ + (u − v₀)/θ, is to be what is asked.
        this.#points.findRate(r, u);
        rate[n] += found[0];
        this.#points.findRate(r, v0);
        rate[n] -= (1 - theta) * found[0];
        this.#points.read(k, SPEED);
        if (r % KINDS === TANGENT) rate[n] -= theta * found[0];
      }
      impulse[n] = this.#impulse[r];
    }
    // Those are the rates with the impulses as they are; the rows want them with none.
    for (let n = 0; n < this.#count; n++)
      for (let m = 0; m < this.#count; m++) rate[n] -= matrix[n * stride + m] * impulse[m];
  }

  /** Overlaps that joints hold open are not closed against them; and every point yields. */
  #yieldToJoints({ attempt: { h } }: DirectIsland): void {
    const { matrix, stride } = this.#rows;
    for (let n = 0; n < this.#count; n++) {
      if (this.#acting[n] % KINDS !== NORMAL) continue;
      const k = this.#acting[n] / KINDS;
      const mobility = this.#yield[k] / (YIELDS * h);
      const share = mobility > 0 ? Math.min(1, matrix[n * stride + n] / (HELD_BY_JOINTS * mobility)) : 0;
      this.#goal[k] = this.#overlap[k] + share * this.#closed[k];
      matrix[n * stride + n] += this.#yield[k] / h;
    }
  }

  /** Takes the share of the increment that bodies and joints take. */
  add({ parts: { share } }: DirectIsland): void {
    for (let r = 0; r < this.#points.count * KINDS; r++) this.#impulse[r] += share[0] * this.#increment[r];
  }

  /** Before the step ends: the kinetic energy that it may end with, which is what all but contacts leads to, and what moves by itself adds. */
  measureEnergy({ u, v0, mass, inverseMass, load, movable, attempt: { theta } }: DirectIsland): void {
    const points = this.#points;
    const { found } = points;
    let energy = 0;
    for (let i = 0; i < 3 * movable; i++) {
      const v = v0[i] + (u[i] - v0[i]) / theta;
      energy += (mass[i] * v * v + load[i] * load[i] * inverseMass[i]) / 2;
    }
    this.#still = roomFor(this.#still, u.length);
    for (let r = 0; r < points.count * KINDS; r++) {
      const impulse = this.#impulse[r];
      if (impulse === 0) continue;
      points.findRate(r, u, true);
      energy -= impulse * found[0];
      points.findRate(r, this.#still);
      energy += Math.abs(impulse * found[0]);
      if (r % KINDS !== TANGENT) continue;
      points.read((r - TANGENT) / KINDS, SPEED);
      energy += Math.abs(impulse * found[0]);
    }
    this.#energy[0] = energy;
  }

  /** The step ends with no more than that: where contacts are jammed Newton finds what would throw them about. */
  limitEnergy({ v0, mass, movable }: DirectIsland): void {
    let energy = 0;
    for (let i = 0; i < 3 * movable; i++) energy += (mass[i] * v0[i] * v0[i]) / 2;
    const most = Math.max(0, this.#energy[0]);
    if (!(energy > MOST_GAIN * most)) return;
    const factor = Math.sqrt(most / energy);
    for (let i = 0; i < 3 * movable; i++) if (mass[i] > 0) v0[i] *= factor;
    this.#force.fill(0);
  }

  /** The step has ended, with the velocities in `v0`. True if they are some that what touches does not allow. */
  end(island: DirectIsland): boolean {
    const { v0, attempt } = island;
    const { h, lengthUnit } = attempt;
    const points = this.#points;
    const { found } = points;
    const left = LEFT_RATE * lengthUnit;
    this.#elapsed[0] += h;
    points.measureEnd(island, this.#gap);
    let asks = false;
    for (let k = 0; k < points.count; k++) {
      const r = k * KINDS;
      for (let j = r; j < r + KINDS; j++) {
        this.#given[j] += this.#impulse[j];
        this.#force[j] = this.#impulse[j] / h;
      }
      if (!this.#isTouching(k, island)) continue;
      const normal = this.#impulse[r];
      points.findRate(r, v0);
      this.#met[k] = found[0];
      if (found[0] < -left || (normal > 0 && found[0] > left)) asks = true;
      this.#findBounce(k, island);
      if (found[0] > 0) asks = true;
      points.read(k, FRICTION);
      if (Math.abs(this.#impulse[r + TANGENT]) >= found[0] * normal) continue;
      points.read(k, SPEED);
      const speed = found[0];
      points.findRate(r + TANGENT, v0);
      if (Math.abs(found[0] - speed) > left) asks = true;
    }
    return asks;
  }

  /** A step has passed in which they gave nothing. */
  pass({ attempt }: DirectIsland): void {
    this.#elapsed[0] += attempt.h;
    this.#force.fill(0);
  }

  #isTouching(k: number, { attempt }: DirectIsland): boolean {
    return this.#impulse[k * KINDS] > 0 || this.#gap[k] < TOUCHES * attempt.lengthUnit;
  }

  /** A projection begins: takes what they gave in the step out of the velocities. */
  letGo(island: DirectIsland): void {
    const { weight, v0 } = island;
    const points = this.#points;
    this.#count = 0;
    this.#push.fill(0);
    points.measure(island, this.#gap);
    for (let k = 0; k < points.count; k++) {
      if (!this.#isTouching(k, island)) continue;
      this.#addRowsOf(k);
      for (let r = k * KINDS; r < (k + 1) * KINDS; r++) points.give(r, this.#impulse, r, this.#push, -1);
    }
    this.pushTo(island, v0);
    points.measureEnd(island, this.#gap);
    for (let i = 0; i < weight.length; i++) this.#push[i] = 0;
  }

  /** By the velocities that joints alone lead to, in `du`, and their impulses: what contacts give, and the answer of the joints. */
  project(island: DirectIsland): void {
    const { du, dImpulse: mu } = island;
    const { found } = this.#points;
    const { rate, impulse, bounce } = this.#rows;
    this.#keep(du, mu);
    this.#findMoves(island, null);
    for (let n = 0; n < this.#count; n++) {
      const r = this.#acting[n];
      const k = (r - (r % KINDS)) / KINDS;
      this.#points.findRate(r, this.#du);
      rate[n] = found[0];
      bounce[n] = found[0] = 0;
      if (r % KINDS === NORMAL) {
        this.#met[k] = rate[n];
        this.#findBounce(k, island);
        bounce[n] = found[0];
      } else if (r % KINDS === TANGENT) {
        this.#points.read(k, SPEED);
        rate[n] -= found[0];
      }
      impulse[n] = this.#impulse[r];
    }
    this.#rows.solveBounce();
    this.#push.fill(0);
    for (let i = 0; i < mu.length; i++) mu[i] = this.#dImpulse[i];
    for (let n = 0; n < this.#count; n++) {
      const x = impulse[n];
      if (x === 0) continue;
      this.#points.give(this.#acting[n], impulse, n, this.#push);
      for (let i = 0, from = n * mu.length; i < mu.length; i++) mu[i] += this.#answers[from + i] * x;
    }
  }

  /** Adds what contacts give in the projection, without the answer of the joints. */
  pushTo({ weight }: DirectIsland, v: Float64Array): void {
    for (let i = 0; i < v.length; i++) v[i] += weight[i] * this.#push[i];
  }

  /** The projection has ended: books what they gave in the place of what they gave in the step. */
  book({ attempt }: DirectIsland): void {
    for (let n = 0; n < this.#count; n++) {
      const r = this.#acting[n];
      this.#given[r] += this.#rows.impulse[n] - this.#impulse[r];
      // A blow is over: it is no force to begin the next step with.
      if (this.#rate[(r - (r % KINDS)) / KINDS] < -LEAST_BLOW * attempt.lengthUnit) this.#force[r] = 0;
    }
    this.#push.fill(0);
  }

  /** Writes to `found` the rate with which a point is left: by that at the start and that with which its bodies would have passed each other. */
  #findBounce(k: number, { attempt }: DirectIsland): void {
    const { found } = this.#points;
    this.#points.read(k, RESTITUTION);
    const met = (Math.min(this.#met[k], this.#rate[k]) + this.#rate[k]) / 2;
    const isMet = this.#impulse[k * KINDS] > 0 && met < -LEAST_BLOW * attempt.lengthUnit;
    found[0] *= isMet ? -met : 0;
  }

  #keep(du: Float64Array, dImpulse: Float64Array): void {
    this.#du = roomFor(this.#du, du.length);
    this.#dImpulse = roomFor(this.#dImpulse, dImpulse.length);
    for (let i = 0; i < du.length; i++) this.#du[i] = du[i];
    for (let i = 0; i < dImpulse.length; i++) this.#dImpulse[i] = dImpulse[i];
  }

  /** Rows of points that push, or would touch. */
  #chooseActing({ du, attempt }: DirectIsland): void {
    const points = this.#points;
    const near = NEAR * attempt.lengthUnit;
    this.#count = 0;
    for (let k = 0; k < points.count; k++) {
      points.findRate(k * KINDS, du, true);
      const next = this.#gap[k] + attempt.h * points.found[0];
      if (this.#impulse[k * KINDS] > 0 || Math.min(next, this.#gap[k]) <= near) this.#addRowsOf(k);
    }
  }

  #addRowsOf(k: number): void {
    this.#acting[this.#count++] = k * KINDS + NORMAL;
    if (this.#points.has(k, FRICTION)) this.#acting[this.#count++] = k * KINDS + TANGENT;
    if (this.#points.has(k, ROLLING)) this.#acting[this.#count++] = k * KINDS + ROLL;
  }

  /** What each row that acts does to velocities and joints, and the matrix of that. */
  #findMoves(island: DirectIsland, kkt: KktSystem | null): void {
    const { du, dImpulse } = island;
    const points = this.#points;
    const rows = this.#rows;
    rows.reserve(this.#count);
    this.#moves = roomFor(this.#moves, this.#count * du.length);
    this.#answers = roomFor(this.#answers, this.#count * dImpulse.length);
    for (let n = 0, normal = 0; n < this.#count; n++) {
      const r = this.#acting[n];
      const kind = r % KINDS;
      if (kind === NORMAL) normal = n;
      points.found[0] = 0;
      if (kind !== NORMAL) points.read((r - kind) / KINDS, kind === TANGENT ? FRICTION : ROLLING);
      rows.normal[n] = kind === NORMAL ? -1 : normal;
      rows.share[n] = points.found[0];
      for (let i = 0; i < du.length; i++) du[i] = 0;
      points.give(r, ONE, 0, du);
      answerPush(island, kkt);
      for (let i = 0, to = n * du.length; i < du.length; i++) this.#moves[to + i] = du[i];
      for (let i = 0, to = n * dImpulse.length; i < dImpulse.length; i++) this.#answers[to + i] = dImpulse[i];
      for (let m = 0; m < this.#count; m++) {
        points.findRate(this.#acting[m], du, true);
        rows.matrix[m * rows.stride + n] = points.found[0];
      }
    }
  }
}

function roomFor(x: Float64Array, length: number): Float64Array {
  return x.length >= length ? x : new Float64Array(2 * length);
}
