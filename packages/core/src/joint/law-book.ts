import {
  FRICTION,
  FRICTION_CAP,
  FRICTIONS,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_SUM,
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_SUM,
  RATCHET,
  RATCHET_CAP,
  RATCHET_CAPPED,
  RATCHET_SUM,
  S_SUM,
  SPRING,
  SPRING_CAP,
  SPRING_CAPPED,
  STOPS,
  VISCOUS_ROW,
  FRICTION_SUM,
  SPRING_ROW,
} from '../coordinates/laws/law-fields';
import {
  P_FRICTION_CAP,
  P_FRICTION_ROW,
  P_LOCK_CAP,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_SUM_X,
  P_VISCOUS_ROW,
  V_SUM_X,
} from '../coordinates/points/point-fields';
import { LOCK_SUM } from '../coordinates/scalar';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateSpec } from './joint-type';

/** Where every law has its name, its cap, and what it gives in a step. */
export interface LawBook {
  /** What it is called on its coordinate. */
  readonly name: string;
  /** Bits of which one at least is set while it is on. */
  readonly bits: number;
  /** In the row record, as that of a lock, or in that of the laws. */
  readonly inRows: boolean;
  /** The numbers that make it up; of a point x, with y behind it. */
  readonly sums: readonly number[];
  /** The bit that says there is a cap, and its number in the record of the laws. */
  readonly capBit: number;
  readonly capField: number;
}

function book(name: string, bits: number, sums: readonly number[], capBit: number, capField: number): LawBook {
  return { name, bits, inRows: bits === LOCK, sums, capBit, capField };
}

export const scalarBooks = {
  lock: book('lock', LOCK, [LOCK_SUM], LOCK_CAPPED, LOCK_CAP),
  limits: book('limits', STOPS, [LIMITS_SUM], LIMITS_CAPPED, LIMITS_CAP),
  spring: book('spring', SPRING, [SPRING_ROW + S_SUM], SPRING_CAPPED, SPRING_CAP),
  motor: book('motor', MOTOR, [MOTOR_SUM], MOTOR_CAPPED, MOTOR_CAP),
  friction: book('friction', FRICTIONS, [FRICTION_SUM, VISCOUS_ROW + S_SUM], FRICTION, FRICTION_CAP),
  ratchet: book('ratchet', RATCHET, [RATCHET_SUM], RATCHET_CAPPED, RATCHET_CAP),
};

const POINT_FRICTION_SUMS = [P_FRICTION_ROW + V_SUM_X, P_VISCOUS_ROW + V_SUM_X];
export const pointBooks = {
  lock: book('lock', LOCK, [P_SUM_X], LOCK_CAPPED, P_LOCK_CAP),
  spring: book('spring', SPRING, [P_SPRING_ROW + V_SUM_X], SPRING_CAPPED, P_SPRING_CAP),
  friction: book('friction', FRICTIONS, POINT_FRICTION_SUMS, FRICTION, P_FRICTION_CAP),
};

/** What was read last: a number that is handed back would be allocated in every step of what may break. */
export const bookedImpulse = new Float64Array(1);

/** Leaves in `bookedImpulse` what a law gave the joint in slot `j` in the last step, of a point its size; 0 while it is off. */
export function readImpulse(batch: JointBatch, j: number, { kind, at, index }: CoordinateSpec, book: LawBook): void {
  const { bits, inRows, sums } = book;
  const o = j * batch.stride + at;
  const numbers = inRows ? batch.rows : batch.laws;
  const from = inRows ? o : batch.lawsAt(j, index);
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
