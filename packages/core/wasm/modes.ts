/** What is solved for a row, as in src/direct/rows/row-modes.ts. */

export const OFF: u8 = 0,
  POSITION: u8 = 1,
  RATE_ROW: u8 = 2,
  SOFT: u8 = 3,
  DRIVEN: u8 = 4;
