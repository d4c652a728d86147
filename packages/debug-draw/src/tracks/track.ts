import type { Spot } from '../spot';

/** Where the values of a coordinate lie on the screen: t points toward greater values. */
export interface Track {
  at(value: number, spot: Spot): Spot;
}
