import { BEARING, FRICTION, MOTOR_CAPPED } from '../../coordinates/laws/law-fields';
import { wantedOf } from '../../coordinates/laws/motor';
import { FLAGS, RATE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { zero } from '../../math/short-arrays';
import { addSpent, isCapped, writeOwnImpulse } from '../rows/book-row';
import { MOST } from './complementarity';
import { findLeaving, stops } from './impacts';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { writeMotorRate } from '../rows/motor-rows';
import { POSITION, wayOf } from '../rows/row-modes';

/*
 * The step holds a row that meets its stop to its end. Where the motion would have left the stop again by then the stop pulls: it has given
 * less than the blow alone. So the row is to end with the rate that it has by leaving (impacts.ts). Of a blow within a step one share acts
 * half way, the other at its end, so that both together act where it was: to second order.
 */

/** True of a stop that was not yet reached when the step began. */
export function isStopMet(island: DirectIsland, row: number): boolean {
  const { stopAt, mode, before, goal, gap, ledRate, isAngle, attempt } = island;
  const led = attempt.isLed ? attempt.h * ledRate[row] : 0;
  const room =
    wayOf(stopAt[row]) * (before[row] - goal[row] - gap[row] + led) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
  return mode[row] === POSITION && room > attempt.tolerance;
}

/**
 * Adds to the impulses of a projection, which is to leave no rate at a stop, what lets go of those that would pull. By its factor. Stops with
 * caps hold to the end, as all do that are redundant, or more than `MOST`.
 */
export function leaveMet(island: DirectIsland, ctx: StepContext): void {
  const { coordinates, leaving, stopAt, borne: answer, dImpulse: mu, system, parts } = island;
  if (!listStops(island)) return;
  askForColumns(island);
  zero(answer);
  let any = false;
  for (let part = 0; part < parts.count; part++) {
    if (leaving.counts[part] === 0) continue;
    readStops(island, part, ctx);
    if (!findLeaving()) continue;
    any = true;
    for (let i = 0; i < stops.count; i++) {
      const c = coordinates[leaving.places[part * MOST + i]];
      if (stops.leaving[i] > 0) slow(island, c, i, ctx);
      answer[c.row] = wayOf(stopAt[c.row]) * stops.leaving[i];
    }
  }
  if (!any) return;
  solve(system.factor, answer);
  for (let row = 0; row < mu.length; row++) mu[row] += answer[row];
}

/** Lists the stops of each part in which some are met; false if there are none. */
function listStops(island: DirectIsland): boolean {
  const { coordinates, held, mode, stopAt, leaving, attempt, parts } = island;
  let any = false;
  for (let part = 0; part < parts.count; part++) {
    let count = 0;
    let isMet = false;
    const isRedundant = attempt.redundant && (parts.count === 1 || parts.redundant[part] === 1);
    if (parts.stopped[part] === 1 && parts.projects[part] === 1 && !isRedundant) {
      for (let i = part * parts.coordinates, end = i + parts.coordinates; i < end; i++) {
        const { row, o, spec, joint } = coordinates[i];
        if (held[row] === 1 || mode[row] !== POSITION || wayOf(stopAt[row]) === 0) continue;
        if (isCapped(island, row, joint.batch.rows[o + spec.kind.flagsAt] | 0)) continue;
        if (isStopMet(island, row)) isMet = true;
        if (count < MOST) leaving.places[part * MOST + count] = i;
        count++;
      }
    }
    leaving.counts[part] = isMet && count <= MOST ? count : 0;
    if (leaving.counts[part] > 0) any = true;
  }
  return any;
}

/** Finds which impulses change the rates of the stops by a unit: one stop of each part at a time. */
function askForColumns(island: DirectIsland): void {
  const { coordinates, leaving, stopAt, borne: answer, system, parts } = island;
  const { counts, places, columns } = leaving;
  let most = 0;
  for (let part = 0; part < parts.count; part++) most = Math.max(most, counts[part]);
  for (let column = 0; column < most; column++) {
    zero(answer);
    for (let part = 0; part < parts.count; part++)
      if (column < counts[part]) answer[coordinates[places[part * MOST + column]].row] = 1;
    solve(system.factor, answer);
    for (let part = 0; part < parts.count; part++) {
      if (column >= counts[part]) continue;
      const way = wayOf(stopAt[coordinates[places[part * MOST + column]].row]);
      for (let i = 0; i < counts[part]; i++) {
        const { row } = coordinates[places[part * MOST + i]];
        columns[(part * MOST + i) * MOST + column] = way * wayOf(stopAt[row]) * answer[row];
      }
    }
  }
}

/**
 * For the rest of the step friction and a brake slow what leaves its stop, and a motor that drives it away, but no faster than it goes by itself.
 */
function slow(island: DirectIsland, c: DirectCoordinate, i: number, ctx: StepContext): void {
  const { row, o, p, joint } = c;
  const { rows: d, laws: w } = joint.batch;
  const { comes, room, start, struckAt, leaving, impulsesOf } = stops;
  const flags = d[o + FLAGS] | 0;
  // The rate of what stands at its stop is rounding.
  const left = comes[i] === 1 && start[i] < 0 ? Math.max(0, ctx.h + room[i] / start[i]) : ctx.h - struckAt[i];
  const gain = left / impulsesOf[i * MOST + i];
  const motor = flags & MOTOR_CAPPED ? gain * island.motorCap[row] : 0;
  const way = motor === 0 ? 0 : wayOf(island.stopAt[row]) * wantedOf(island.after, row, w, p, flags, ctx);
  if (flags & (FRICTION | BEARING)) leaving[i] -= gain * island.frictionCap[row];
  if (way === 0) leaving[i] -= motor;
  leaving[i] = Math.max(0, leaving[i]);
  if (way <= 0) return;
  writeMotorRate(island, c, flags, ctx, driven, 0);
  const fastest = Math.max(0, wayOf(island.stopAt[row]) * (2 * driven[0] - d[o + RATE]));
  leaving[i] = Math.max(Math.min(leaving[i], fastest), leaving[i] - 2 * motor);
}

/** Mean rate that a motor asks for. */
const driven = new Float64Array(1);

/** Reads the stops of a part, away from them. */
function readStops(island: DirectIsland, part: number, ctx: StepContext): void {
  const { coordinates, leaving, stopAt, isAngle, rateBefore: own, dImpulse: mu, attempt, parts } = island;
  const { before, goal, gap, ledRate } = island;
  const { h, theta, lengthUnit, tolerance, misfit } = attempt;
  const { counts, places, columns } = leaving;
  stops.count = counts[part];
  stops.h = h;
  stops.theta = theta;
  // What Newton has made was taken out by no stop.
  stops.energy = parts.lost[part] - Math.max(0, parts.made[part]);
  for (let i = 0; i < stops.count; i++) {
    const c = coordinates[places[part * MOST + i]];
    const { row, o, joint } = c;
    const way = wayOf(stopAt[row]);
    const unit = isAngle[row] === 1 ? lengthUnit : 1;
    for (let k = 0; k < stops.count; k++) stops.impulsesOf[i * MOST + k] = columns[(part * MOST + i) * MOST + k];
    const led = attempt.isLed ? ledRate[row] : 0;
    // What stands far beyond its stop stays there in the step. A stop that is led is what its row moves against.
    stops.room[i] = way * (before[row] - goal[row] - gap[row] + h * led);
    stops.start[i] = way * (joint.batch.rows[o + RATE] - led);
    // Slower than a step may leave it is nothing that comes.
    stops.comes[i] = stops.room[i] * unit > tolerance || Math.abs(stops.start[i]) * h * unit > misfit ? 1 : 0;
    writeOwnImpulse(island, c, ctx, own);
    stops.energy += (way * own[row] * stops.room[i]) / h;
    addSpent(island, c, own);
    stops.own[i] = way * own[row];
    stops.total[i] = stops.own[i] + way * mu[row];
  }
}
