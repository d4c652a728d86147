import {
  ANGLE,
  BODY,
  type BodyStore,
  COS,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  KICK_X,
  KICK_Y,
  OMEGA,
  SIN,
  TORQUE,
  VX,
  VY,
  X,
  Y,
} from '../body/body-store';
import type { SlotList } from '../body/integrate';
import { freeAngle } from '../coordinates/angle';
import { INDEX } from '../coordinates/coordinate';
import { clearPlainPoints } from '../coordinates/plain-point';
import { I11, I12, I22, P_IMPULSE_X, P_IMPULSE_Y, P_SUM_X, P_SUM_Y } from '../coordinates/point-fields';
import { FLAGS } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { JointBatch } from '../joint/joint-batch';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  LOCAL_AX,
  LOCAL_AY,
  LOCAL_BX,
  LOCAL_BY,
  MAX_CORRECTION,
  MOMENT_A,
  MOMENT_B,
  PEAK_FORCE,
  SUM_X,
  SUM_Y,
} from '../joint/record';
import { hasStops, readAngle, writeAngle } from './hinge-angles';
import { JOINT_SIZE, type Lodger, type PlainKernel } from './plain-kernel';

/** Of a body: vx, vy, ω, 1/I, I, none, 0, 1/m, x, y, cos, sin, half kick x, y, angle, torque times half a substep. */
const BODY_SIZE = 16;
/** Of what hangs on a body: where its joints begin and end, whether it weighs more for this step, and what blows keep there. */
const TIES_SIZE = 2;
/** What the kernel saves of a joint, and of its angle. */
const SAVED_POINT = 8,
  SAVED_ANGLE = 10;

/** The joints of one batch that a block visits. */
export interface BlockJoints extends SlotList {
  readonly batch: JointBatch;
}

/** Of each body slot while joints are written: its number in the block, from 1, if it moves. */
let places = new Int32Array(0);

/**
 * The plain points of a block in the memory of wasm/plain-points.ts. Copying their records takes as long as a substep, so they stay there
 * from step to step, and come home before anyone sees them or changes them (joint-batch.ts). Bodies are copied from there in every step,
 * and back only if something has changed them.
 */
export class PlainLoan implements Lodger {
  /** How many joints there are. */
  readonly count: number;
  readonly joints: readonly BlockJoints[];
  /** True while the records of these joints lie in the kernel's memory. */
  isOut = false;
  place = 0;
  size = 0;
  /** How many numbers behind its joint each angle lies; 0 if none has a law. */
  angles = 0;
  readonly #awake: SlotList;
  #kernel: PlainKernel | null = null;
  /** `changes` of the bodies that are in the kernel's memory as the store has them; −1: none are. */
  #changes = -1;
  /** Bodies that do not move, once for each time that a joint has one: a copy for all would make joints wait for each other. */
  #still = new Int32Array(0);

  constructor(awake: SlotList, joints: readonly BlockJoints[]) {
    this.#awake = awake;
    this.joints = joints;
    this.count = joints.reduce((sum, { count }) => sum + count, 0);
  }

  /** Where the first joint lies in the kernel's memory, behind the bodies that move. */
  get #first(): number {
    return this.place + this.#awake.count * BODY_SIZE;
  }

  /** True if the bodies are as the last step has left them, and so are their half kicks. */
  hasBodies({ changes }: BodyStore): boolean {
    return this.isOut && this.#changes === changes;
  }

  /** Takes the records to the kernel; false if there is no room. */
  borrow(kernel: PlainKernel, bodies: BodyStore): boolean {
    const { joints, count } = this;
    this.angles = joints.some(hasStops) ? count * JOINT_SIZE : 0;
    this.#placeBodies(bodies);
    this.#changes = -1;
    const fits = kernel.lodge(this, this.#tiesAt - this.place + this.#tiesSize);
    if (fits) {
      this.#kernel = kernel;
      this.#writeJoints(kernel);
      if (this.angles > 0) this.#writeTies(kernel);
      this.isOut = true;
      for (const { batch, count } of joints) if (count > 0) batch.lend(this);
    }
    for (let i = 0; i < this.#awake.count; i++) places[this.#awake.slots[i]] = 0;
    return fits;
  }

  /** Lets the kernel step what lies there; false if it is not for there: records are as before then, and bodies have not been touched. */
  step(kernel: PlainKernel, bodies: BodyStore, ctx: StepContext, substeps: number): boolean {
    const { count, angles, place } = this;
    const first = this.#first;
    if (!this.hasBodies(bodies)) this.#writeBodies(kernel, bodies, ctx);
    this.#writeInertias(kernel, bodies);
    this.#writeStill(kernel, bodies);
    this.#changes = -1;
    const end = first + count * JOINT_SIZE;
    if (!kernel.step(place, first, end, angles, this.#tiesAt, end + angles, substeps)) return false;
    this.#readBodies(kernel, bodies);
    this.#changes = bodies.changes;
    return true;
  }

  /** Brings the records home. */
  giveBack(): void {
    if (!this.isOut || this.#kernel === null) return;
    this.isOut = false;
    this.#readJoints(this.#kernel);
  }

  /** Brings the records home for good. */
  end(): void {
    this.giveBack();
    this.#kernel?.leave(this);
  }

  /** Where bodies that do not move lie: behind what the kernel saves. */
  get #stillAt(): number {
    const { count, angles } = this;
    return this.#first + count * (JOINT_SIZE + SAVED_POINT) + (angles > 0 ? angles + count * SAVED_ANGLE : 0);
  }

  /** Where there is what hangs on each body that moves, if any angle has a law: behind those that do not. */
  get #tiesAt(): number {
    return this.#stillAt + this.#still.length * BODY_SIZE;
  }

  /** A word for either body of each joint follows. */
  get #tiesSize(): number {
    return this.angles > 0 ? this.#awake.count * TIES_SIZE + this.count : 0;
  }

  /** Numbers the bodies that move, and makes room for the others. */
  #placeBodies({ type }: BodyStore): void {
    const { slots, count } = this.#awake;
    if (places.length < type.length) places = new Int32Array(type.length);
    for (let i = 0; i < count; i++) places[slots[i]] = i + 1;
    let still = 0;
    for (const { batch, slots, count } of this.joints)
      for (let i = 0; i < count; i++)
        for (let side = 0; side < 2; side++) if (places[batch.bodies[2 * slots[i] + side] / BODY] === 0) still++;
    if (this.#still.length !== still) this.#still = new Int32Array(still);
  }

  #writeBodies({ numbers: m }: PlainKernel, { motion: v, pose: q, drive: f, load }: BodyStore, ctx: StepContext): void {
    const { slots, count } = this.#awake;
    const half = ctx.h / 2;
    let o = this.place;
    for (let i = 0; i < count; i++) {
      const b = (slots[i] * BODY) & INDEX;
      m[o] = v[b + VX];
      m[o + 1] = v[b + VY];
      m[o + 2] = v[b + OMEGA];
      m[o + 7] = v[b + INV_MASS];
      m[o + 8] = q[b + X];
      m[o + 9] = q[b + Y];
      m[o + 10] = q[b + COS];
      m[o + 11] = q[b + SIN];
      m[o + 12] = f[b + KICK_X];
      m[o + 13] = f[b + KICK_Y];
      m[o + 14] = q[b + ANGLE];
      m[o + 15] = half * load[b + TORQUE];
      o = (o + BODY_SIZE) & INDEX;
    }
  }

  /** What every step makes use of for something else. */
  #writeInertias({ numbers: m }: PlainKernel, { motion: v, load }: BodyStore): void {
    const { slots, count } = this.#awake;
    let o = this.place;
    for (let i = 0; i < count; i++) {
      const b = (slots[i] * BODY) & INDEX;
      m[o + 3] = v[b + INV_INERTIA];
      m[o + 4] = load[b + INERTIA];
      m[o + 6] = 0;
      o = (o + BODY_SIZE) & INDEX;
    }
  }

  #writeStill({ numbers: m }: PlainKernel, { motion: v, pose: q }: BodyStore): void {
    let o = this.#stillAt;
    for (let i = 0; i < this.#still.length; i++) {
      const b = this.#still[i];
      for (let k = 0; k < BODY_SIZE; k++) m[o + k] = 0;
      m[o] = v[b + VX];
      m[o + 1] = v[b + VY];
      m[o + 2] = v[b + OMEGA];
      m[o + 8] = q[b + X];
      m[o + 9] = q[b + Y];
      m[o + 10] = q[b + COS];
      m[o + 11] = q[b + SIN];
      m[o + 14] = q[b + ANGLE];
      o += BODY_SIZE;
    }
  }

  #readBodies({ numbers: m }: PlainKernel, { motion: v, pose: q }: BodyStore): void {
    const { slots, count } = this.#awake;
    let o = this.place;
    for (let i = 0; i < count; i++) {
      const b = (slots[i] * BODY) & INDEX;
      v[b + VX] = m[o];
      v[b + VY] = m[o + 1];
      v[b + OMEGA] = m[o + 2];
      q[b + X] = m[o + 8];
      q[b + Y] = m[o + 9];
      q[b + COS] = m[o + 10];
      q[b + SIN] = m[o + 11];
      q[b + ANGLE] = m[o + 14];
      o = (o + BODY_SIZE) & INDEX;
    }
  }

  /**
   * Writes the joints, each as offsets of its bodies in bytes, most correction, local anchors, arms, gap, inverse of K, impulse, sum,
   * moments, inverse of K, peak; and finds the bodies that do not move.
   */
  #writeJoints(kernel: PlainKernel): void {
    const { numbers: m, words } = kernel;
    const { joints, angles, place } = this;
    const stillAt = this.#stillAt;
    let still = 0;
    let o = this.#first;
    for (let k = 0; k < joints.length; k++) {
      const { batch, slots, count } = joints[k];
      if (count === 0) continue;
      if (batch.plainAngle >= 0) clearPlainPoints(batch, batch.plainPoint, batch.lawsAreNew);
      const { bodies: pairs, rows: d, stride, plainPoint } = batch;
      for (let i = 0; i < count; i++) {
        const j = slots[i];
        for (let side = 0; side < 2; side++) {
          const b = pairs[2 * j + side];
          const number = places[b / BODY];
          words[2 * o + side] = 8 * (number > 0 ? place + (number - 1) * BODY_SIZE : stillAt + still * BODY_SIZE);
          if (number === 0) this.#still[still++] = b;
        }
        const r = (j * stride) & INDEX;
        const p = (r + plainPoint) & INDEX;
        m[o + 1] = d[r + MAX_CORRECTION];
        m[o + 2] = d[r + LOCAL_AX];
        m[o + 3] = d[r + LOCAL_AY];
        m[o + 4] = d[r + LOCAL_BX];
        m[o + 5] = d[r + LOCAL_BY];
        m[o + 6] = d[r + ARM_AX];
        m[o + 7] = d[r + ARM_AY];
        m[o + 8] = d[r + ARM_BX];
        m[o + 9] = d[r + ARM_BY];
        m[o + 10] = d[r + GAP_X];
        m[o + 11] = d[r + GAP_Y];
        m[o + 14] = d[p + P_IMPULSE_X];
        m[o + 15] = d[p + P_IMPULSE_Y];
        if (angles > 0) writeAngle(kernel, o + angles, batch, j);
        o = (o + JOINT_SIZE) & INDEX;
      }
    }
  }

  /** Writes which joints hang on each body that moves, in their order, as offsets in bytes: those that Ties has, if a blow comes there. */
  #writeTies({ words }: PlainKernel): void {
    const { count, place } = this;
    const moving = this.#awake.count;
    const bodies = 8 * place;
    const first = this.#first;
    const ties = 2 * this.#tiesAt;
    const size = 8 * BODY_SIZE;
    words.fill(0, ties, ties + 2 * TIES_SIZE * moving);
    for (let o = first; o < first + count * JOINT_SIZE; o += JOINT_SIZE)
      for (let side = 0; side < 2; side++) {
        const body = (words[2 * o + side] - bodies) / size;
        if (body < moving) words[ties + 2 * TIES_SIZE * body + 1] += 4;
      }
    let end = 4 * (ties + 2 * TIES_SIZE * moving);
    for (let t = ties; t < ties + 2 * TIES_SIZE * moving; t += 2 * TIES_SIZE) {
      words[t] = end;
      end += words[t + 1];
      words[t + 1] = words[t];
    }
    for (let o = first; o < first + count * JOINT_SIZE; o += JOINT_SIZE)
      for (let side = 0; side < 2; side++) {
        const body = (words[2 * o + side] - bodies) / size;
        if (body >= moving) continue;
        const t = ties + 2 * TIES_SIZE * body;
        words[words[t + 1] / 4] = 8 * o;
        words[t + 1] += 4;
      }
  }

  /** Reads what the last step has left. */
  #readJoints(kernel: PlainKernel): void {
    const { numbers: m } = kernel;
    const { joints, angles } = this;
    let o = this.#first;
    for (let k = 0; k < joints.length; k++) {
      const { batch, slots, count } = joints[k];
      const { rows: d, stride, plainPoint, plainAngle } = batch;
      for (let i = 0; i < count; i++) {
        const r = (slots[i] * stride) & INDEX;
        const p = (r + plainPoint) & INDEX;
        d[r + SUM_X] = d[p + P_SUM_X] = m[o + 16];
        d[r + SUM_Y] = d[p + P_SUM_Y] = m[o + 17];
        d[r + MOMENT_A] = m[o + 18];
        d[r + MOMENT_B] = m[o + 19];
        d[r + ARM_AX] = m[o + 6];
        d[r + ARM_AY] = m[o + 7];
        d[r + ARM_BX] = m[o + 8];
        d[r + ARM_BY] = m[o + 9];
        d[r + GAP_X] = m[o + 10];
        d[r + GAP_Y] = m[o + 11];
        d[r + PEAK_FORCE] = m[o + 21];
        d[p + I11] = m[o + 12];
        d[p + I12] = m[o + 20];
        d[p + I22] = m[o + 13];
        d[p + P_IMPULSE_X] = m[o + 14];
        d[p + P_IMPULSE_Y] = m[o + 15];
        if (angles > 0) readAngle(kernel, o + angles, batch, slots[i]);
        o = (o + JOINT_SIZE) & INDEX;
        if (plainAngle >= 0 && d[r + plainAngle + FLAGS] === 0) freeAngle(d, r + plainAngle);
      }
    }
  }
}
