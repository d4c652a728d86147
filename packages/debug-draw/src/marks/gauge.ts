import type { LawSet } from '@tenon/core/view';
import type { Detail } from '../detail';
import { lawsOnLine } from '../laws/on-line';
import { springOnGauge } from '../laws/spring';
import type { Pen } from '../pen';
import { createSpot, stroke } from '../spot';
import { GaugeTrack } from '../tracks/gauge-track';
import { gaugeStop } from './stop';

/** Half the length of the base line, sign pixels. */
const half = 16;

const track = new GaugeTrack();
const spot = createSpot();

/** A small scale across the screen for a number that has no place: a triangle stands at its value. */
export function gauge(pen: Pen, x: number, y: number, value: number, laws: LawSet, detail: Detail): void {
  const role = pen.structure;
  setRange(pen, x, y, value, laws);
  pen.line('link', x - half * pen.u, y, x + half * pen.u, y, 0);
  if (laws.lock.on) {
    track.at(laws.lock.target, spot);
    stroke(pen, role, spot, 0, -4, 0, 4);
  }
  if (laws.spring.on) springOnGauge(pen, track, value, laws.spring);
  lawsOnLine(pen, track, value, laws, gaugeStop, detail);

  const weight = pen.structureWeight;
  track.at(value, spot);
  stroke(pen, role, spot, 0, 0, -3, 6, weight);
  stroke(pen, role, spot, -3, 6, 3, 6, weight);
  stroke(pen, role, spot, 3, 6, 0, 0, weight);
}

/** From bound to bound; where one is open, so far that it holds the value, the rest, the target and ±1. */
function setRange(pen: Pen, x: number, y: number, value: number, laws: LawSet): void {
  const { limits, spring, lock, motor } = laws;
  const hasLower = limits.on && Number.isFinite(limits.lower);
  const hasUpper = limits.on && Number.isFinite(limits.upper);
  const lower = hasLower ? limits.lower : least(least(least(least(-1, value), spring.rest), lock.target), motor.target);
  const upper = hasUpper
    ? limits.upper
    : -least(least(least(least(-1, -value), -spring.rest), -lock.target), -motor.target);
  track.set(x, y, half * pen.u, pen.down, lower, upper);
}

/** The smaller of two, `b` only if it is finite. */
function least(a: number, b: number): number {
  return b < a && b > -Infinity ? b : a;
}
