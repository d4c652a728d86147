import { LOCK_CAPPED } from '../../coordinates/laws/law-fields';
import type { DirectIsland } from '../island/island-system';
import { writeRates } from '../motion/measure-rows';
import { FACTOR, KINETIC } from '../island/outcomes';
import { clear } from '../island/parts';
import { RESOLVED_TURN } from './resolved-steps';
import { isPressed, POSITION, RATE_ROW, SOFT, wayOf } from '../rows/row-modes';

/** Steps are chosen by the turn before them. One that ends up this many times faster still gets its lost energy back. */
const STILL_RESOLVED = 1.6;
/** An ordinary step leaves no row farther beyond its stop than so many times the tolerance: what is, may come from outside. */
const LEFT = 2;
/** Lost energy is given back up to this share of the kinetic energy per step. */
const MOST_RETURN = 0.01;

/**
 * Energy that incomplete Newton made in this step. With v₁ = v₀ + M⁻¹(h f + Jᵀ P), θ = ½, it is
 *
 *   u·JᵀP − (u − v₀)·R + R·M⁻¹R/2        u·JᵀP = Σ P (C₁ − C₀)/h for hinges
 *
 * Of a soft row only what its impulse differs from h·force − slope·(C₁ − C₀), and of one that holds what it does beside that: the rest is stored,
 * or damped. Of every part.
 */
export function measureEnergyMade(island: DirectIsland): void {
  const { mode, impulse, u, before, after, goal, gap, stopAt, lawRows, rate, parts } = island;
  const { slope, softForce, crossSlope, left, isAngle, attempt } = island;
  clear(parts.made);
  island.passes?.wasm.addHingeWork(island.passes.space);
  writeRates(island, u);
  for (let part = 0, k = 0; part < parts.count; part++) {
    let energy = parts.made[part] / attempt.h;
    for (const end = k + parts.lawRows; k < end; k++) {
      const row = lawRows[k];
      // What runs into a stop, or is brought back to it, comes with work of its own; what stands at it does none.
      const off = Math.abs(before[row] - goal[row]) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
      const isBeyond = wayOf(stopAt[row]) * (goal[row] - before[row]) > 0;
      const isHeld = !isPressed(stopAt[row]) || off < LEFT * attempt.tolerance || isBeyond;
      if (mode[row] === POSITION && gap[row] === 0 && isHeld) {
        const beside = attempt.h * softForce[row] - slope[row] * (after[row] - before[row]);
        energy += (impulse[row] - beside) * rate[row];
      }
      if (mode[row] === SOFT) {
        const above = row > 0 ? crossSlope[row] * left[row - 1] : 0;
        const below = row + 1 < left.length ? crossSlope[row + 1] * left[row + 1] : 0;
        energy += (slope[row] * left[row] + above + below) * rate[row];
      }
    }
    parts.made[part] = energy;
  }
  addMissing(island);
}

/** What the momentum that is missing has made. */
function addMissing({ u, v0, mass, inverseMass, residual, movable, passes, parts }: DirectIsland): void {
  if (passes !== null) {
    passes.wasm.addMissing(passes.space);
    return;
  }
  let x = 0;
  let y = 0;
  let turns = 0;
  for (let i = 0; i < 3 * movable; i += 3) {
    if (mass[i] > 0) {
      x += residual[i] * (u[i] - v0[i] - 0.5 * residual[i] * inverseMass[i]);
      y += residual[i + 1] * (u[i + 1] - v0[i + 1] - 0.5 * residual[i + 1] * inverseMass[i + 1]);
    }
    if (mass[i + 2] > 0) turns += residual[i + 2] * (u[i + 2] - v0[i + 2] - 0.5 * residual[i + 2] * inverseMass[i + 2]);
  }
  parts.made[0] -= x + y + turns;
}

/** What the step has ended with. */
export function measureKinetic({ v0, mass, movable, passes, out }: DirectIsland, part: number): void {
  if (passes !== null) {
    passes.wasm.measureKinetic(passes.space, part);
    return;
  }
  let x = 0;
  let y = 0;
  let turns = 0;
  for (let i = 0; i < 3 * movable; i += 3) {
    x += (mass[i] * v0[i] * v0[i]) / 2;
    y += (mass[i + 1] * v0[i + 1] * v0[i + 1]) / 2;
    turns += (mass[i + 2] * v0[i + 2] * v0[i + 2]) / 2;
  }
  out[KINETIC] = x + y + turns;
}

function isResolved({ u, cayley, attempt, parts }: DirectIsland, part: number): boolean {
  for (let i = part * parts.bodies, end = i + parts.bodies; i < end; i++)
    if (cayley[i] === 1 && Math.abs(u[3 * i + 2]) * attempt.h > STILL_RESOLVED * RESOLVED_TURN) return false;
  return true;
}

/**
 * Scales the velocities so that they carry what was lost less what was made, at most one per cent more: only where no motor
 * drives the island. What was made is taken away in any motion, what was lost given back in resolved motion where no stop
 * acts: what is lost at a stop is lost.
 */
export function giveBack(island: DirectIsland, part: number): void {
  const { acting, mode, attempt, parts, out } = island;
  if (attempt.isCarried || attempt.isLed || parts.driven[part] === 1) return;
  const stopped = parts.stopped[part] === 1;
  const lack = Math.min(stopped ? 0 : Infinity, parts.lost[part] - parts.made[part]);
  // Nor what a lock with a cap takes that catches what has slipped past it.
  if (lack > 0 && (attempt.laws & LOCK_CAPPED || !isResolved(island, part))) return;
  if (lack > 0)
    for (let k = parts.acting[part]; k < parts.acting[part + 1]; k++) if (mode[acting[k]] === RATE_ROW) return;
  measureKinetic(island, part);
  const kinetic = out[KINETIC];
  // What rests on a stop trembles by the tolerance: there is nothing to take from.
  if (kinetic === 0 || (stopped && -lack > MOST_RETURN * kinetic)) return;
  const share = Math.max(-1, Math.min(MOST_RETURN, lack / kinetic));
  out[FACTOR] = Math.sqrt(1 + share);
  scaleVelocities(island, part);
}

function scaleVelocities({ v0, mass, movable, passes, out }: DirectIsland, part: number): void {
  if (passes !== null) {
    passes.wasm.scaleVelocities(passes.space, part);
    return;
  }
  for (let i = 0; i < 3 * movable; i++) if (mass[i] > 0) v0[i] *= out[FACTOR];
}
