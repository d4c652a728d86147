import type { RatchetView } from '@tenon/core/view';
import type { Role, Weight } from '../ink';
import { clamp, orZero } from '../numbers';
import type { Pen } from '../pen';
import { createSpot, dotAt, stroke } from '../spot';
import type { ArcTrack } from '../tracks/arc-track';
import type { Track } from '../tracks/track';

const turn = 2 * Math.PI;

/** Radii of the saw wheel's tips and feet, sign pixels. */
const tip = 13;
const foot = 8.5;

/** Where the pawl touches the wheel, sign pixels from its centre. */
const bite = 10.5;

/** Where the pawl is held: its distance from the centre, sign pixels, and its angle back from where it bites, rad. */
const pawlRadius = 24;
const pawlAngle = 0.75;

/** Teeth where detail is low. */
const fewTeeth = 5;
const railTeeth = 5;

const spot = createSpot();

/** A saw wheel that turns with B, and a pawl on A that lets it go the free way only. */
export function ratchetOnArc(pen: Pen, track: ArcTrack, value: number, ratchet: RatchetView, full: boolean): void {
  const free = freeWay(ratchet) * (track.gain < 0 ? -1 : 1);
  const n = full ? clamp(Math.round(turn / Math.abs(ratchet.tooth * track.gain)), 6, 9) : fewTeeth;
  const first = track.angleAt(value) + track.gain * orZero(ratchet.phase);
  sawWheel(pen, track.x, track.y, first, (free * turn) / n, n);

  const role = pawlRole(ratchet);
  const weight = pawlWeight(ratchet);
  const held = track.zero - free * pawlAngle;
  const px = track.x + pawlRadius * pen.u * Math.cos(held);
  const py = track.y + pawlRadius * pen.u * Math.sin(held);
  const reach = bite * pen.u;
  pen.line(role, px, py, track.x + reach * Math.cos(track.zero), track.y + reach * Math.sin(track.zero), weight);
  pen.dot(role, px, py, 2.2 * pen.u, weight);
}

/** Saw teeth on the rail, and a pawl that rides on B. */
export function ratchetOnLine(pen: Pen, track: Track, value: number, ratchet: RatchetView): void {
  const free = freeWay(ratchet);
  const tooth = Math.abs(ratchet.tooth);
  const pitch = clamp(tooth / pen.u, 5, 12);
  const phase = orZero(ratchet.phase);
  const nearest = tooth > 0 ? phase + Math.round((value - phase) / tooth) * tooth : value;
  track.at(nearest, spot);
  for (let i = 0; i < railTeeth; i++) {
    const from = free * pitch * (i - 2);
    const to = from + free * pitch;
    stroke(pen, 'limit', spot, from, 6, to, 11);
    stroke(pen, 'limit', spot, to, 11, to, 6);
  }
  track.at(value, spot);
  const role = pawlRole(ratchet);
  const weight = pawlWeight(ratchet);
  stroke(pen, role, spot, 0, 8, 12 * free, 18, weight);
  dotAt(pen, role, spot, 12 * free, 18, 2.2, weight);
}

/** `n` teeth, each a slope inward and a radial face; `step` is the angle of a tooth, with the sign of the free way. */
function sawWheel(pen: Pen, x: number, y: number, first: number, step: number, n: number): void {
  const outer = tip * pen.u;
  const inner = foot * pen.u;
  let c = Math.cos(first);
  let s = Math.sin(first);
  for (let i = 1; i <= n; i++) {
    const c1 = Math.cos(first + i * step);
    const s1 = Math.sin(first + i * step);
    pen.line('limit', x + outer * c, y + outer * s, x + inner * c1, y + inner * s1);
    pen.line('limit', x + inner * c1, y + inner * s1, x + outer * c1, y + outer * s1);
    c = c1;
    s = s1;
  }
}

function freeWay(ratchet: RatchetView): 1 | -1 {
  return ratchet.tooth < 0 ? -1 : 1;
}

function pawlRole(ratchet: RatchetView): Role {
  return ratchet.blocked ? 'atLimit' : 'limit';
}

function pawlWeight(ratchet: RatchetView): Weight {
  return ratchet.blocked ? 2 : 1;
}
