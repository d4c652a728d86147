import {
  ANGLE,
  BODY,
  type BodyStore,
  COS,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  KEPT,
  KEPT_OMEGA,
  KICK_X,
  KICK_Y,
  OMEGA,
  SIN,
  TORQUE,
  VX,
  VY,
  X,
  Y,
} from '../../body/body-store';
import type { SlotList } from '../../body/integrate';
import { freeAngle } from '../../coordinates/angle';
import { INDEX } from '../../coordinates/coordinate';
import { clearPlainPoints } from '../../coordinates/points/plain-point';
import {
  I11,
  I12,
  I22,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_SHARE_A,
  P_SHARE_B,
  P_SUM_X,
  P_SUM_Y,
} from '../../coordinates/points/point-fields';
import { FLAGS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
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
} from '../../joint/batch/record';
import { type BlockJoints, visit } from '../block-joints';
import { hasStops, readAngle, writeAngle } from './hinge-angles';
import type { Lodger, PlainKernel } from './plain-kernel';
import {
  ANGLE_SIZE,
  BODY_ANGLE,
  BODY_COS,
  BODY_INV_INERTIA,
  BODY_INV_MASS,
  BODY_KICK_OMEGA,
  BODY_KICK_X,
  BODY_KICK_Y,
  BODY_OMEGA,
  BODY_SIN,
  BODY_SIZE,
  BODY_VX,
  BODY_VY,
  BODY_X,
  BODY_Y,
  JOINT_ARM_AX,
  JOINT_ARM_AY,
  JOINT_ARM_BX,
  JOINT_ARM_BY,
  JOINT_GAP_X,
  JOINT_GAP_Y,
  JOINT_I11,
  JOINT_I12,
  JOINT_I22,
  JOINT_IMPULSE_X,
  JOINT_IMPULSE_Y,
  JOINT_LOCAL_AX,
  JOINT_LOCAL_AY,
  JOINT_LOCAL_BX,
  JOINT_LOCAL_BY,
  JOINT_MAX_CORRECTION,
  JOINT_MOMENT_A,
  JOINT_MOMENT_B,
  JOINT_PEAK_FORCE,
  JOINT_SHARE_A,
  JOINT_SHARE_B,
  JOINT_SIZE,
  JOINT_SUM_X,
  JOINT_SUM_Y,
  MASSES_INERTIA,
  MASSES_INV_INERTIA,
  MASSES_KEPT,
  MASSES_KEPT_OMEGA,
  MASSES_SIZE,
  SAVED_ANGLE_SIZE,
  SAVED_POINT_SIZE,
  TIES_END_WORD,
  TIES_START_WORD,
  TIES_WORDS,
} from './plain-layout';

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
  /** True if some angle has a law: then each lies behind its joint. */
  hasAngles = false;
  /** True if some of the bodies are damped. */
  damps = false;
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

  /** From one joint to the next. */
  get #stride(): number {
    return this.hasAngles ? JOINT_SIZE + ANGLE_SIZE : JOINT_SIZE;
  }

  get #endOfJoints(): number {
    return this.#first + this.count * this.#stride;
  }

  /** True if the bodies are as the last step has left them, and so are their half kicks. */
  hasBodies({ changes }: BodyStore): boolean {
    return this.isOut && this.#changes === changes;
  }

  /** Takes the records to the kernel; false if there is no room. */
  borrow(kernel: PlainKernel, bodies: BodyStore): boolean {
    const { joints } = this;
    this.hasAngles = joints.some(hasStops);
    this.#placeBodies(bodies);
    this.#changes = -1;
    const fits = kernel.lodge(this, this.#tiesAt - this.place + this.#tiesSize);
    if (fits) {
      this.#kernel = kernel;
      this.#writeJoints(kernel);
      if (this.hasAngles) this.#writeTies(kernel);
      this.isOut = true;
      for (const { part } of joints) part.batch.lend(this);
    }
    for (let i = 0; i < this.#awake.count; i++) places[this.#awake.slots[i]] = 0;
    return fits;
  }

  /** Lets the kernel step what lies there; false if it is not for there: records are as before then, and bodies have not been touched. */
  step(kernel: PlainKernel, bodies: BodyStore, ctx: StepContext, substeps: number): boolean {
    const { place } = this;
    const stride = this.#stride;
    const first = this.#first;
    const end = this.#endOfJoints;
    const areNew = !this.hasBodies(bodies);
    if (areNew) this.#writeBodies(kernel, bodies, ctx);
    this.#writeStill(kernel, bodies);
    if (areNew) kernel.share(first, end, stride);
    this.#changes = -1;
    if (!kernel.step(place, first, end, stride, this.#massesAt, this.#tiesAt, end, substeps, this.damps ? 1 : 0))
      return false;
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
    return this.#endOfJoints + this.count * (SAVED_POINT_SIZE + (this.hasAngles ? SAVED_ANGLE_SIZE : 0));
  }

  /** Where the masses of bodies that move lie: behind those that do not. */
  get #massesAt(): number {
    return this.#stillAt + this.#still.length * BODY_SIZE;
  }

  /** Where there is what hangs on each body that moves, if any angle has a law: behind the masses. */
  get #tiesAt(): number {
    return this.#massesAt + this.#awake.count * MASSES_SIZE;
  }

  /** A word for either body of each joint follows. */
  get #tiesSize(): number {
    return this.hasAngles ? (this.#awake.count * TIES_WORDS) / 2 + this.count : 0;
  }

  /** Numbers the bodies that move, and makes room for the others. */
  #placeBodies({ type }: BodyStore): void {
    const { slots, count } = this.#awake;
    if (places.length < type.length) places = new Int32Array(type.length);
    for (let i = 0; i < count; i++) places[slots[i]] = i + 1;
    let still = 0;
    for (const { part, slots, count } of this.joints)
      for (let i = 0; i < count; i++)
        for (let side = 0; side < 2; side++) if (places[part.batch.bodies[2 * slots[i] + side] / BODY] === 0) still++;
    if (this.#still.length !== still) this.#still = new Int32Array(still);
  }

  #writeBodies({ numbers: m }: PlainKernel, { motion: v, pose: q, drive: f, load }: BodyStore, ctx: StepContext): void {
    const { slots, count } = this.#awake;
    const half = ctx.h / 2;
    let o = this.place;
    let masses = this.#massesAt;
    for (let i = 0; i < count; i++) {
      const b = (slots[i] * BODY) & INDEX;
      m[o + BODY_VX] = v[b + VX];
      m[o + BODY_VY] = v[b + VY];
      m[o + BODY_OMEGA] = v[b + OMEGA];
      m[o + BODY_INV_MASS] = v[b + INV_MASS];
      m[o + BODY_INV_INERTIA] = m[masses + MASSES_INV_INERTIA] = v[b + INV_INERTIA];
      m[masses + MASSES_INERTIA] = load[b + INERTIA];
      m[masses + MASSES_KEPT] = f[b + KEPT];
      m[masses + MASSES_KEPT_OMEGA] = f[b + KEPT_OMEGA];
      m[o + BODY_X] = q[b + X];
      m[o + BODY_Y] = q[b + Y];
      m[o + BODY_COS] = q[b + COS];
      m[o + BODY_SIN] = q[b + SIN];
      m[o + BODY_KICK_X] = f[b + KICK_X];
      m[o + BODY_KICK_Y] = f[b + KICK_Y];
      m[o + BODY_ANGLE] = q[b + ANGLE];
      m[o + BODY_KICK_OMEGA] = half * load[b + TORQUE];
      o = (o + BODY_SIZE) & INDEX;
      masses = (masses + MASSES_SIZE) & INDEX;
    }
  }

  #writeStill({ numbers: m }: PlainKernel, { motion: v, pose: q }: BodyStore): void {
    let o = this.#stillAt;
    for (let i = 0; i < this.#still.length; i++) {
      const b = this.#still[i];
      for (let k = 0; k < BODY_SIZE; k++) m[o + k] = 0;
      m[o + BODY_VX] = v[b + VX];
      m[o + BODY_VY] = v[b + VY];
      m[o + BODY_OMEGA] = v[b + OMEGA];
      m[o + BODY_X] = q[b + X];
      m[o + BODY_Y] = q[b + Y];
      m[o + BODY_COS] = q[b + COS];
      m[o + BODY_SIN] = q[b + SIN];
      m[o + BODY_ANGLE] = q[b + ANGLE];
      o += BODY_SIZE;
    }
  }

  #readBodies({ numbers: m }: PlainKernel, { motion: v, pose: q }: BodyStore): void {
    const { slots, count } = this.#awake;
    let o = this.place;
    for (let i = 0; i < count; i++) {
      const b = (slots[i] * BODY) & INDEX;
      v[b + VX] = m[o + BODY_VX];
      v[b + VY] = m[o + BODY_VY];
      v[b + OMEGA] = m[o + BODY_OMEGA];
      q[b + X] = m[o + BODY_X];
      q[b + Y] = m[o + BODY_Y];
      q[b + COS] = m[o + BODY_COS];
      q[b + SIN] = m[o + BODY_SIN];
      q[b + ANGLE] = m[o + BODY_ANGLE];
      o = (o + BODY_SIZE) & INDEX;
    }
  }

  /** Writes the joints, and finds the bodies that do not move. */
  #writeJoints(kernel: PlainKernel): void {
    const { numbers: m, words } = kernel;
    const { joints, hasAngles, place } = this;
    const stillAt = this.#stillAt;
    let still = 0;
    const room = this.#stride;
    let o = this.#first;
    for (let k = 0; k < joints.length; k++) {
      const { part, slots, count } = joints[k];
      const { plainPoint } = part;
      const batch = visit(joints[k]);
      if (part.plainAngle >= 0) clearPlainPoints(batch, plainPoint, batch.lawsAreNew);
      const { bodies: pairs, rows: d, stride } = batch;
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
        m[o + JOINT_MAX_CORRECTION] = d[r + MAX_CORRECTION];
        m[o + JOINT_LOCAL_AX] = d[r + LOCAL_AX];
        m[o + JOINT_LOCAL_AY] = d[r + LOCAL_AY];
        m[o + JOINT_LOCAL_BX] = d[r + LOCAL_BX];
        m[o + JOINT_LOCAL_BY] = d[r + LOCAL_BY];
        m[o + JOINT_ARM_AX] = d[r + ARM_AX];
        m[o + JOINT_ARM_AY] = d[r + ARM_AY];
        m[o + JOINT_ARM_BX] = d[r + ARM_BX];
        m[o + JOINT_ARM_BY] = d[r + ARM_BY];
        m[o + JOINT_GAP_X] = d[r + GAP_X];
        m[o + JOINT_GAP_Y] = d[r + GAP_Y];
        m[o + JOINT_IMPULSE_X] = d[p + P_IMPULSE_X];
        m[o + JOINT_IMPULSE_Y] = d[p + P_IMPULSE_Y];
        if (hasAngles) writeAngle(kernel, o + JOINT_SIZE, part, j);
        o = (o + room) & INDEX;
      }
    }
  }

  /** Writes which joints hang on each body that moves, in their order, as offsets in bytes: those that Ties has, if a blow comes there. */
  #writeTies({ words }: PlainKernel): void {
    const { place } = this;
    const moving = this.#awake.count;
    const bodies = 8 * place;
    const first = this.#first;
    const ties = 2 * this.#tiesAt;
    const joints = this.#endOfJoints;
    const room = this.#stride;
    const size = 8 * BODY_SIZE;
    words.fill(0, ties, ties + TIES_WORDS * moving);
    for (let o = first; o < joints; o += room)
      for (let side = 0; side < 2; side++) {
        const body = (words[2 * o + side] - bodies) / size;
        if (body < moving) words[ties + TIES_WORDS * body + TIES_END_WORD] += 4;
      }
    let end = 4 * (ties + TIES_WORDS * moving);
    for (let t = ties; t < ties + TIES_WORDS * moving; t += TIES_WORDS) {
      words[t + TIES_START_WORD] = end;
      end += words[t + TIES_END_WORD];
      words[t + TIES_END_WORD] = words[t + TIES_START_WORD];
    }
    for (let o = first; o < joints; o += room)
      for (let side = 0; side < 2; side++) {
        const body = (words[2 * o + side] - bodies) / size;
        if (body >= moving) continue;
        const t = ties + TIES_WORDS * body;
        words[words[t + TIES_END_WORD] / 4] = 8 * o;
        words[t + TIES_END_WORD] += 4;
      }
  }

  /** Reads what the last step has left. */
  #readJoints(kernel: PlainKernel): void {
    const { numbers: m } = kernel;
    const { joints, hasAngles } = this;
    const room = this.#stride;
    let o = this.#first;
    for (let k = 0; k < joints.length; k++) {
      const { part, slots, count } = joints[k];
      const { plainPoint, plainAngle } = part;
      const { rows: d, stride } = part.batch;
      for (let i = 0; i < count; i++) {
        const r = (slots[i] * stride) & INDEX;
        const p = (r + plainPoint) & INDEX;
        d[r + SUM_X] = d[p + P_SUM_X] = m[o + JOINT_SUM_X];
        d[r + SUM_Y] = d[p + P_SUM_Y] = m[o + JOINT_SUM_Y];
        d[r + MOMENT_A] = m[o + JOINT_MOMENT_A];
        d[r + MOMENT_B] = m[o + JOINT_MOMENT_B];
        d[r + ARM_AX] = m[o + JOINT_ARM_AX];
        d[r + ARM_AY] = m[o + JOINT_ARM_AY];
        d[r + ARM_BX] = m[o + JOINT_ARM_BX];
        d[r + ARM_BY] = m[o + JOINT_ARM_BY];
        d[r + GAP_X] = m[o + JOINT_GAP_X];
        d[r + GAP_Y] = m[o + JOINT_GAP_Y];
        d[r + PEAK_FORCE] = m[o + JOINT_PEAK_FORCE];
        d[p + I11] = m[o + JOINT_I11];
        d[p + I12] = m[o + JOINT_I12];
        d[p + I22] = m[o + JOINT_I22];
        d[p + P_IMPULSE_X] = m[o + JOINT_IMPULSE_X];
        d[p + P_IMPULSE_Y] = m[o + JOINT_IMPULSE_Y];
        d[p + P_SHARE_A] = m[o + JOINT_SHARE_A];
        d[p + P_SHARE_B] = m[o + JOINT_SHARE_B];
        if (hasAngles) readAngle(kernel, o + JOINT_SIZE, part, slots[i]);
        o = (o + room) & INDEX;
        if (plainAngle >= 0 && d[r + plainAngle + FLAGS] === 0) freeAngle(d, r + plainAngle);
      }
    }
  }
}
