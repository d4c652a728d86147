import type { LawView } from '@tenon/core/view';
import type { Pen } from '../pen';
import { lawWeight } from '../shade';
import { createSpot, setScreenSpot, setSpot, stroke } from '../spot';
import type { ArcTrack } from '../tracks/arc-track';
import type { Track } from '../tracks/track';

const spot = createSpot();

/** A brake shoe opposite the hand; bold where it slips. */
export function frictionOnArc(pen: Pen, track: ArcTrack, value: number, friction: LawView, hatched: boolean): void {
  const hand = track.angleAt(value);
  setSpot(spot, pen.down, track.x, track.y, -Math.cos(hand), -Math.sin(hand));
  stroke(pen, 'friction', spot, 6.5, -7, 6.5, 7, lawWeight(friction));
  for (let i = -1; hatched && i <= 2; i++) stroke(pen, 'friction', spot, 6.5, 4 * i - 2, 11, 4 * i - 5, 0);
}

/** A brake shoe beside the track. */
export function frictionOnLine(pen: Pen, track: Track, value: number, friction: LawView, hatched: boolean): void {
  track.at(value, spot);
  stroke(pen, 'friction', spot, -8, -9, 8, -9, lawWeight(friction));
  for (let i = -1; hatched && i <= 2; i++) stroke(pen, 'friction', spot, 5 * i - 2, -9, 5 * i - 6, -13.5, 0);
}

/** A pad under the point that rubs. */
export function frictionPad(pen: Pen, x: number, y: number, friction: LawView, hatched: boolean): void {
  setScreenSpot(spot, pen, x, y);
  stroke(pen, 'friction', spot, -10, 8, 10, 8, lawWeight(friction));
  for (let i = -1; hatched && i <= 1; i++) stroke(pen, 'friction', spot, 6 * i - 5, 14, 6 * i + 1, 8, 0);
}
