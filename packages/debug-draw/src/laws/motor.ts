import type { MotorView } from '@tenon/core/view';
import { arrow, turnArrow } from '../marks/arrow';
import type { Pen } from '../pen';
import { lawRole, lawWeight, shareOfCap } from '../shade';
import { createSpot, dotAt, stroke } from '../spot';
import type { ArcTrack } from '../tracks/arc-track';
import type { Track } from '../tracks/track';

/** Where the curved arrow begins, rad behind the hand. */
const behind = 0.35;

/** Where the brake bars stand, rad to either side of the hand. */
const brakeAngle = 0.12;

const here = createSpot();
const there = createSpot();

/** The way B is driven, longer the more of the cap is used; for speed 0 two brake bars; for a servo its target. */
export function motorOnArc(pen: Pen, track: ArcTrack, value: number, motor: MotorView): void {
  const servo = Number.isFinite(motor.target);
  const way = commanded(motor, value) * (track.gain < 0 ? -1 : 1);
  const role = lawRole(motor, 'drive');
  const weight = lawWeight(motor);
  const hand = track.angleAt(value);
  const r = track.radius + 3 * pen.u;
  if (servo) servoOnArc(pen, track, motor);
  if (way !== 0) {
    const from = hand - behind * way;
    turnArrow(pen, role, track.x, track.y, 24, from, from + way * (0.9 + 3.6 * shareOfCap(motor)), weight);
  } else if (!servo) {
    for (let side = -1; side <= 1; side += 2) {
      const c = Math.cos(hand + side * brakeAngle);
      const s = Math.sin(hand + side * brakeAngle);
      const end = r + 8 * pen.u;
      pen.line(role, track.x + r * c, track.y + r * s, track.x + end * c, track.y + end * s, weight);
    }
  }
}

/** The same beside a line: an arrow, brake bars, or an arrow and a target. */
export function motorOnLine(pen: Pen, track: Track, value: number, motor: MotorView): void {
  const servo = Number.isFinite(motor.target);
  const way = commanded(motor, value);
  const role = lawRole(motor, 'drive');
  const weight = lawWeight(motor);
  track.at(value, here);
  if (servo) {
    track.at(motor.target, there);
    dotAt(pen, 'target', there, 0, 0, 4);
    pen.dashed('target', here.x, here.y, there.x, there.y, 0, 4, 3);
  }
  if (way !== 0) {
    arrow(pen, role, here, way * (10 + 14 * shareOfCap(motor)), 11, weight);
  } else if (!servo) {
    stroke(pen, role, here, -2, 8, -2, 15, weight);
    stroke(pen, role, here, 2, 8, 2, 15, weight);
  }
}

/** A diamond at the target, and a dashed hand to it. */
function servoOnArc(pen: Pen, track: ArcTrack, motor: MotorView): void {
  track.at(motor.target, there);
  dotAt(pen, 'target', there, 0, 0, 4);
  const inner = 4.5 * pen.u;
  const outer = track.radius - 4 * pen.u;
  const { x, y } = track;
  const { nx, ny } = there;
  pen.dashed('target', x + inner * nx, y + inner * ny, x + outer * nx, y + outer * ny, 0, 4, 3);
}

/** 1 or −1: the way the value is driven; 0: held. */
function commanded(motor: MotorView, value: number): number {
  const wanted = Number.isFinite(motor.target) ? motor.target - value : motor.speed;
  return Math.sign(wanted) || 0;
}
