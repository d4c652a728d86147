import {
  FRICTIONS,
  LIMITS_SUM,
  LOCK,
  MOTOR,
  MOTOR_SUM,
  RATCHET,
  RATCHET_SUM,
  S_SUM,
  SPRING,
  STOPS,
  VISCOUS_ROW,
  FRICTION_SUM,
  SPRING_ROW,
} from '../coordinates/laws/law-fields';
import { P_FRICTION_ROW, P_SPRING_ROW, P_SUM_X, P_VISCOUS_ROW, V_SUM_X } from '../coordinates/points/point-fields';
import { LOCK_SUM } from '../coordinates/scalar';
import type { JointBatch } from './batch/joint-batch';
import type { CoordinateSpec } from './joint-type';

/** Where a law books what it gives in a step. */
export interface LawBook {
  /** Bits of which one at least is set while it is on. */
  readonly bits: number;
  /** In the row record, or in that of the laws. */
  readonly inRows: boolean;
  /** The numbers that make it up; of a point x, with y behind it. */
  readonly sums: readonly number[];
}

export const scalarBooks = {
  lock: { bits: LOCK, inRows: true, sums: [LOCK_SUM] },
  limits: { bits: STOPS, inRows: false, sums: [LIMITS_SUM] },
  spring: { bits: SPRING, inRows: false, sums: [SPRING_ROW + S_SUM] },
  motor: { bits: MOTOR, inRows: false, sums: [MOTOR_SUM] },
  friction: { bits: FRICTIONS, inRows: false, sums: [FRICTION_SUM, VISCOUS_ROW + S_SUM] },
  ratchet: { bits: RATCHET, inRows: false, sums: [RATCHET_SUM] },
} satisfies Record<string, LawBook>;

export const pointBooks = {
  lock: { bits: LOCK, inRows: true, sums: [P_SUM_X] },
  spring: { bits: SPRING, inRows: false, sums: [P_SPRING_ROW + V_SUM_X] },
  friction: { bits: FRICTIONS, inRows: false, sums: [P_FRICTION_ROW + V_SUM_X, P_VISCOUS_ROW + V_SUM_X] },
} satisfies Record<string, LawBook>;

/** What was read last: a number that is handed back would be allocated in every step of what may break. */
export const bookedImpulse = new Float64Array(1);

/** Leaves in `bookedImpulse` what a law gave the joint in slot `j` in the last step, of a point its size; 0 while it is off. */
export function readImpulse(batch: JointBatch, j: number, { kind, at, law }: CoordinateSpec, book: LawBook): void {
  const { bits, inRows, sums } = book;
  const o = j * batch.stride + at;
  const numbers = inRows ? batch.rows : batch.laws;
  const from = inRows ? o : j * batch.lawsStride + law;
  const isOn = ((batch.rows[o + kind.flagsAt] | 0) & bits) !== 0;
  let x = 0;
  let y = 0;
  if (isOn)
    for (let i = 0; i < sums.length; i++) {
      x += numbers[from + sums[i]];
      if (!kind.scalar) y += numbers[from + sums[i] + 1];
    }
  bookedImpulse[0] = kind.scalar ? x : Math.sqrt(x * x + y * y);
}
