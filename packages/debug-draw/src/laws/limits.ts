import type { LimitsView } from '@tenon/core/view';
import { stop, arcStop, type StopSize } from '../marks/stop';
import type { Pen } from '../pen';
import { createSpot } from '../spot';
import type { ArcTrack } from '../tracks/arc-track';
import type { Track } from '../tracks/track';

/** How much of the arc is drawn beyond the only bound, rad. */
const openRange = 2.4;

const spot = createSpot();

/** The range as a thin arc, a spiral beyond one turn, and a stop at each bound. */
export function limitsOnArc(pen: Pen, track: ArcTrack, limits: LimitsView, hatched: boolean): void {
  const { lower, upper } = limits;
  const way = track.gain < 0 ? -1 : 1;
  const hasLower = Number.isFinite(lower);
  const hasUpper = Number.isFinite(upper);
  const to = hasUpper ? track.angleAt(upper) : track.angleAt(lower) + openRange * way;
  const from = hasLower && !track.turns ? track.angleAt(lower) : to - (track.turns * 2 * Math.PI || openRange) * way;
  if (hasLower || hasUpper) {
    pen.arc('limit', track.x, track.y, track.radius, from, to, 0, track.radiusAt(upper));
  }
  stopsOnTrack(pen, track, limits, arcStop, hatched);
}

/** A stop at each bound. */
export function stopsOnTrack(pen: Pen, track: Track, limits: LimitsView, size: StopSize, hatched: boolean): void {
  const { lower, upper, active } = limits;
  if (Number.isFinite(lower)) stop(pen, track.at(lower, spot), -1, size, active === -1, hatched);
  if (Number.isFinite(upper)) stop(pen, track.at(upper, spot), 1, size, active === 1, hatched);
}
