import type { SpringView } from '@tenon/core/view';
import type { Role } from '../ink';
import { coil } from '../marks/coil';
import type { Pen } from '../pen';
import { lawRole, lawWeight } from '../shade';
import { createSpot, stroke } from '../spot';
import type { ArcTrack } from '../tracks/arc-track';
import type { Track } from '../tracks/track';

/** Turns of a clock spring at rest; it winds up or unwinds by one at most. */
const restTurns = 1.5;
const turn = 2 * Math.PI;

const here = createSpot();
const base = createSpot();

/** A clock spring that ends at the hand, and a dash at its rest angle. */
export function springOnArc(pen: Pen, track: ArcTrack, value: number, spring: SpringView, marked: boolean): void {
  const way = track.gain < 0 ? -1 : 1;
  const hand = track.angleAt(value);
  const wound = Math.max(-turn, Math.min(turn, hand - track.angleAt(spring.rest)));
  const sweep = restTurns * turn + wound * way;
  const role = lawRole(spring, 'spring');
  pen.arc(role, track.x, track.y, 4.5 * pen.u, hand - sweep * way, hand, lawWeight(spring), 13 * pen.u);
  if (!marked) return;
  const rest = track.angleAt(spring.rest);
  const c = Math.cos(rest);
  const s = Math.sin(rest);
  const outer = track.radius + 3 * pen.u;
  pen.dashed(
    'spring',
    track.x + 11 * pen.u * c,
    track.y + 11 * pen.u * s,
    track.x + outer * c,
    track.y + outer * s,
    1,
    4,
    3,
  );
}

/**
 * A coil from a base plate to the carriage, `rim` sign pixels before the value, and a tick at the rest value.
 * `side`: where the plate is, at smaller values (−1) or at greater ones (1).
 */
export function springOnAxis(
  pen: Pen,
  track: Track,
  value: number,
  spring: SpringView,
  rim: number,
  side: 1 | -1,
  zigs: number,
  marked: boolean,
): void {
  const role = lawRole(spring, 'spring');
  const beyondRest = spring.rest + side * 26 * pen.u;
  const beyondHere = value + side * 8 * pen.u;
  const foot = side < 0 ? Math.min(beyondRest, beyondHere) : Math.max(beyondRest, beyondHere);
  track.at(foot, base);
  track.at(value, here);
  stroke(pen, role, base, 0, -5, 0, 5);
  const endX = here.x + side * here.tx * rim * pen.u;
  const endY = here.y + side * here.ty * rim * pen.u;
  coil(pen, role, base.x, base.y, endX, endY, zigs, 4.5, 3, lawWeight(spring));
  if (marked) stroke(pen, 'spring', track.at(spring.rest, here), 0, 7, 0, 12);
}

/** A coil from the rest value to the present one. */
export function springOnGauge(pen: Pen, track: Track, value: number, spring: SpringView): void {
  track.at(spring.rest, base);
  track.at(value, here);
  coil(pen, lawRole(spring, 'spring'), base.x, base.y, here.x, here.y, 4, 3, 1, lawWeight(spring));
}

/** Ticks on both sides of a length's rest value. */
export function restMark(pen: Pen, role: Role, track: Track, rest: number): void {
  track.at(rest, here);
  stroke(pen, role, here, 0, 8, 0, 13);
  stroke(pen, role, here, 0, -8, 0, -13);
}
