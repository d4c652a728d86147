import {
  LATCH,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_SUM,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  RATCHET,
  RATCHET_CAP,
  RATCHET_CAPPED,
  RATCHET_IMPULSE,
  RATCHET_SUM,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from './law-fields';

/** The stops of a scalar coordinate by number, 0 being none, and where the laws record keeps what each of them has. */
export const AT_LOWER = 1,
  AT_UPPER = 2,
  AT_TOOTH = 3;
export const STOP_COUNT = 4;

/** The bit of each stop, and that of its cap. */
export const STOP_BIT = [0, LOWER, UPPER, RATCHET];
export const STOP_CAPPED = [0, LIMITS_CAPPED, LIMITS_CAPPED, RATCHET_CAPPED];
/** Where each stop keeps its bound, its cap, its impulse, and the sum of its impulses. */
export const STOP_BOUND = [0, LOWER_BOUND, UPPER_BOUND, LATCH];
export const STOP_CAP = [0, LIMITS_CAP, LIMITS_CAP, RATCHET_CAP];
export const STOP_IMPULSE = [0, LOWER_IMPULSE, UPPER_IMPULSE, RATCHET_IMPULSE];
export const STOP_SUM = [0, LIMITS_SUM, LIMITS_SUM, RATCHET_SUM];

/** Bits of `STOPS_HIT` beside the numbers of the limits: the stops that were met in this step, and not at rest. */
export const MET_LOWER = 4,
  MET_UPPER = 8;
const MET_TOOTH = 16;
export const MET = MET_LOWER | MET_UPPER | MET_TOOTH;
export const STOP_MET = [0, MET_LOWER, MET_UPPER, MET_TOOTH];

/** Which way a stop pushes: 1 towards larger values, −1 towards smaller ones. */
export function pushesTo(stop: number, w: Float64Array, p: number): number {
  return stop === AT_UPPER || (stop === AT_TOOTH && w[p + TOOTH] < 0) ? -1 : 1;
}
