/**
 * The passes of the direct step that tell its energy, in AssemblyScript. Compiled with
 * direct-passes.ts; each does what is named above it.
 */

import { FACTOR, KINETIC, numberAt, OMEGA, VELOCITY } from './layout';
import { Space } from './space';

/** energy.ts, addMissing. */
export function addMissing(s: Space): void {
  const residual = s.residual,
    inverseMass = s.inverseMass,
    u = s.u,
    v0 = s.v0,
    mass = s.mass;
  const byTwo = f64x2.splat(0.5);
  const none = f64x2.splat(0);
  const size = (s.partBodies as usize) * VELOCITY;
  for (let part: i32 = 0; part < s.parts; part++) {
    let places = none;
    let turns: f64 = 0;
    const from = (part as usize) * size;
    for (let k = from; k < from + size; k += VELOCITY) {
      const r = v128.load(residual + k);
      const half = f64x2.mul(f64x2.mul(byTwo, r), v128.load(inverseMass + k));
      const change = f64x2.sub(f64x2.sub(v128.load(u + k), v128.load(v0 + k)), half);
      places = f64x2.add(places, v128.and(f64x2.mul(r, change), f64x2.gt(v128.load(mass + k), none)));
      const torque = load<f64>(residual + k, OMEGA);
      const halfTurn = 0.5 * torque * load<f64>(inverseMass + k, OMEGA);
      if (load<f64>(mass + k, OMEGA) > 0)
        turns += torque * (load<f64>(u + k, OMEGA) - load<f64>(v0 + k, OMEGA) - halfTurn);
    }
    const made = numberAt(s.made, part);
    store<f64>(made, load<f64>(made) - sumOf(places, turns));
  }
}

/** Of what bodies have in x and y, and by their turns. */
function sumOf(places: v128, turns: f64): f64 {
  return f64x2.extract_lane(places, 0) + f64x2.extract_lane(places, 1) + turns;
}

/** energy.ts, measureKinetic. */
export function measureKinetic(s: Space, part: i32): void {
  const v0 = s.v0,
    mass = s.mass;
  const byTwo = f64x2.splat(0.5);
  const from = ((part * s.partBodies) as usize) * VELOCITY,
    to = from + (s.partBodies as usize) * VELOCITY;
  let kinetic = f64x2.splat(0);
  let turns: f64 = 0;
  for (let k = from; k < to; k += VELOCITY) {
    const v = v128.load(v0 + k);
    const omega = load<f64>(v0 + k, OMEGA);
    kinetic = f64x2.add(kinetic, f64x2.mul(f64x2.mul(f64x2.mul(v128.load(mass + k), v), v), byTwo));
    turns += load<f64>(mass + k, OMEGA) * omega * omega * 0.5;
  }
  store<f64>(s.out, sumOf(kinetic, turns), KINETIC);
}

/** energy.ts, scaleVelocities. */
export function scaleVelocities(s: Space, part: i32): void {
  const from = ((part * s.partBodies) as usize) * VELOCITY,
    to = from + (s.partBodies as usize) * VELOCITY;
  const factor = v128.load64_splat(s.out, FACTOR);
  let at = s.v0 + from,
    mass = s.mass + from;
  const end = s.v0 + to;
  for (; at + 16 <= end; at += 16, mass += 16) {
    const v = v128.load(at);
    v128.store(at, v128.bitselect(f64x2.mul(v, factor), v, f64x2.gt(v128.load(mass), f64x2.splat(0))));
  }
  if (at < end && load<f64>(mass) > 0) store<f64>(at, load<f64>(at) * f64x2.extract_lane(factor, 0));
}
