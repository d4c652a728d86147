import type { LawSet } from '@tenon/core/view';
import type { Detail } from '../detail';
import type { Pen } from '../pen';
import type { ArcTrack } from '../tracks/arc-track';
import { frictionOnArc } from './friction';
import { limitsOnArc } from './limits';
import { motorOnArc } from './motor';
import { ratchetOnArc } from './ratchet';
import { springOnArc } from './spring';

/** All laws of an angle round its centre, and the hand that shows its value. */
export function lawsOnArc(pen: Pen, track: ArcTrack, value: number, laws: LawSet, detail: Detail): void {
  const full = detail === 3;
  const { limits, spring, motor, friction, ratchet } = laws;
  if (Number.isFinite(value)) hand(pen, track, value);
  if (limits.on) limitsOnArc(pen, track, limits, full);
  if (spring.on) springOnArc(pen, track, value, spring, full);
  if (motor.on) motorOnArc(pen, track, value, motor);
  if (friction.on) frictionOnArc(pen, track, value, friction, full);
  if (ratchet.on) ratchetOnArc(pen, track, value, ratchet, full);
}

function hand(pen: Pen, track: ArcTrack, value: number): void {
  const angle = track.angleAt(value);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const inner = 4 * pen.u;
  const outer = track.radiusAt(value) + 3 * pen.u;
  pen.line(pen.structure, track.x + inner * c, track.y + inner * s, track.x + outer * c, track.y + outer * s, 2);
}
