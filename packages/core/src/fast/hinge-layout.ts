/** What wasm/hinges.ts is told in the memory it shares with the records: it is compiled with these. */

/** Of the step, at the start of the memory: numbers of 8 bytes. */
export const STEP_H = 0,
  STEP_PER_SECOND = 1,
  STEP_BIAS_RATE = 2,
  STEP_MASS_SCALE = 3,
  STEP_IMPULSE_SCALE = 4,
  STEP_MOST_SPEED = 5,
  STEP_MOST_KICK = 6,
  STEP_CORRECTION_SCALE = 7,
  STEP_LEAST_BLOW = 8;
/** Bytes of these; constants of the module follow, and behind them what there is room for. */
export const SETTINGS = 128;
export const START = 1024;

/** Of a joint in the table of those to visit, words of 4 bytes: where in the memory its row record, its bodies and the laws of its angle lie. */
export const JOINT_WORDS = 4;
export const ROW_WORD = 0,
  BODY_A_WORD = 1,
  BODY_B_WORD = 2,
  /** 0 of one whose angle is free. */
  LAWS_WORD = 3;

/** Bits of what a step tells: bodies weigh more for it, stops were met, numbers may have overflowed. */
export const STIFFENED = 1,
  STOPS_MET = 2,
  LOST = 4;
