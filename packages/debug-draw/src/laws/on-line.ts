import type { LawSet } from '@tenon/core/view';
import type { Detail } from '../detail';
import type { StopSize } from '../marks/stop';
import type { Pen } from '../pen';
import type { Track } from '../tracks/track';
import { frictionOnLine } from './friction';
import { stopsOnTrack } from './limits';
import { motorOnLine } from './motor';
import { ratchetOnLine } from './ratchet';

/** The laws of a value on a line, a path or a gauge, but for its spring, which each of them draws in its own way. */
export function lawsOnLine(pen: Pen, track: Track, value: number, laws: LawSet, size: StopSize, detail: Detail): void {
  if (laws.limits.on) stopsOnTrack(pen, track, laws.limits, size, detail === 3);
  drivesOnLine(pen, track, value, laws, detail);
}

/** The same without the limits. */
export function drivesOnLine(pen: Pen, track: Track, value: number, laws: LawSet, detail: Detail): void {
  if (laws.motor.on) motorOnLine(pen, track, value, laws.motor);
  if (laws.friction.on) frictionOnLine(pen, track, value, laws.friction, detail === 3);
  if (laws.ratchet.on) ratchetOnLine(pen, track, value, laws.ratchet);
}
