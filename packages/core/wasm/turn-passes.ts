/**
 * The passes of the direct step over angles of packed joints (src/direct/motion/turns.ts), in AssemblyScript. Compiled with
 * direct-passes.ts; each does what is named above it.
 */

import { isIdle, numberAt, OMEGA, SEGMENT, Segment, VELOCITY } from './layout';
import { OFF, RATE_ROW } from './modes';
import { Space } from './space';
import { arcTangents, half, twice } from './turning';

/** Bodies of an angle, its row, and that in the Jacobian, all counted. */
@unmanaged
class Angle {
  bodyA!: u32;
  bodyB!: u32;
  row!: u32;
  gradient!: u32;
}
const ANGLE: usize = 16;
/** By how much the value of an angle grows with the turn of either body. */
const SIDES: usize = 16;

/** Offsets of the turns in a row of the Jacobian. */
const TURN_A: usize = 16,
  TURN_B: usize = 40;

/** As in src/direct/motion/turn-share.ts. */
const SAME_TURN: f64 = 1e-6;

/** move-bodies.ts, writeTurns. */
export function turnBodies(s: Space): void {
  turnThose(s, 0, s.movable as usize, 1);
}

/** Turns of the bodies in a range whose `turning` is this: of two at a time, of an odd one twice. */
function turnThose(s: Space, first: usize, end: usize, which: i32): void {
  const turning = s.turning,
    turned = s.turned,
    cayley = s.cayley,
    u = s.u + OMEGA,
    h = s.h;
  for (let i = first; i < end; i += 2) {
    const j = i + 1 < end ? i + 1 : i;
    const turnsA = load<u8>(turning + i) === which,
      turnsB = load<u8>(turning + j) === which;
    if (!turnsA && !turnsB) continue;
    const turn = f64x2(h * load<f64>(u + VELOCITY * i), h * load<f64>(u + VELOCITY * j));
    const arc = twice(arcTangents(half(turn)));
    const isA = -(load<u8>(cayley + i) as i64),
      isB = -(load<u8>(cayley + j) as i64);
    const all = v128.bitselect(arc, turn, i64x2(isA, isB));
    if (turnsA) store<f64>(numberAt(turned, i), f64x2.extract_lane(all, 0));
    if (turnsB) store<f64>(numberAt(turned, j), f64x2.extract_lane(all, 1));
  }
}

/** turns.ts, readTurns: of bodies that no angle has, nobody reads the turn. */
export function readTurns(s: Space, part: i32): void {
  const first = (part * s.partBodies) as usize;
  turnThose(s, first, first + (s.partBodies as usize), 0);
  const turned = s.turned,
    before = s.before,
    after = s.after;
  const last = s.angleSegments + (s.angleSegmentCount as usize) * SEGMENT;
  // A group has a segment of each part in turn.
  const step = (s.parts as usize) * SEGMENT;
  for (let each = s.angleSegments + (part as usize) * SEGMENT; each < last; each += step) {
    const segment = changetype<Segment>(each);
    for (let i = segment.first; i < segment.end; i++) {
      const angle = changetype<Angle>(s.angles + (i as usize) * ANGLE);
      const sides = s.sides + (i as usize) * SIDES;
      const value =
        load<f64>(numberAt(before, angle.row)) +
        load<f64>(sides) * load<f64>(numberAt(turned, angle.bodyA)) +
        load<f64>(sides, 8) * load<f64>(numberAt(turned, angle.bodyB));
      store<f64>(numberAt(after, angle.row), value);
    }
  }
}

/** turns.ts, visitTurns. */
export function visitTurns(s: Space): void {
  const last = s.angleSegments + (s.angleSegmentCount as usize) * SEGMENT;
  for (let each = s.angleSegments; each < last; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (isIdle(s, segment.part)) continue;
    for (let i = segment.first; i < segment.end; i++)
      visitAngle(s, changetype<Angle>(s.angles + (i as usize) * ANGLE), s.sides + (i as usize) * SIDES);
  }
}

function visitAngle(s: Space, angle: Angle, sides: usize): void {
  const row = angle.row as usize;
  const p = load<f64>(numberAt(s.impulse, row));
  const mode = load<u8>(s.mode + row);
  if (mode === OFF && p === 0) return;
  const a = angle.bodyA as usize,
    b = angle.bodyB as usize;
  let sA = load<f64>(sides),
    sB = load<f64>(sides, 8);

  if (mode !== OFF && mode !== RATE_ROW) {
    const turnedA = load<f64>(numberAt(s.turned, a)),
      turnedB = load<f64>(numberAt(s.turned, b));
    store<f64>(numberAt(s.after, row), load<f64>(numberAt(s.before, row)) + sA * turnedA + sB * turnedB);
    const movable = s.movable as usize;
    const tA = halfTurn(s, a, movable),
      tB = halfTurn(s, b, movable);
    if (a < movable && b < movable && sA === -sB) {
      if (load<u8>(s.cayley + a) === 1 && load<u8>(s.cayley + b) === 1) {
        const difference = tB - tA;
        const factor = abs<f64>(difference) < SAME_TURN ? 1 / (1 + tA * tB) : (turnedB - turnedA) / (2 * difference);
        sA *= factor;
        sB *= factor;
      }
    } else {
      if (tA !== 0) sA *= turnedA / (2 * tA);
      if (tB !== 0) sB *= turnedB / (2 * tB);
    }
  }
  const g = numberAt(s.jacobian, angle.gradient as usize);
  store<f64>(g, sA, TURN_A);
  store<f64>(g, sB, TURN_B);
  const residualA = s.residual + a * VELOCITY,
    residualB = s.residual + b * VELOCITY;
  store<f64>(residualA, load<f64>(residualA, OMEGA) - sA * p, OMEGA);
  store<f64>(residualB, load<f64>(residualB, OMEGA) - sB * p, OMEGA);
}

/** hω/2 of a lever. */
function halfTurn(s: Space, body: usize, movable: usize): f64 {
  return body < movable && load<u8>(s.cayley + body) === 1 ? (s.h * load<f64>(s.u + body * VELOCITY, OMEGA)) / 2 : 0;
}
