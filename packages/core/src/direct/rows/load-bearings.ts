import {
  BEARING,
  FRICTION_COEFFICIENT,
  FRICTION_LOAD,
  FRICTION_RADIUS,
  LOCK,
  LOCK_CAP,
  LOCK_ROW,
  LOCK_SOFT,
} from '../../coordinates/laws/law-fields';
import { P_LOCK_CAP, P_LOCK_ROW } from '../../coordinates/points/point-fields';
import { FLAGS, INVERSE_MASS, RATE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { addLoad } from '../../iterative/bearings';
import { DIRECT_STEP, SETTINGS_SIZE } from '../../state/record';
import { own, readOwnImpulse } from '../points/point-impulses';
import { beside, measureBeside, OWN } from './row-impulses';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { writeRate } from '../motion/measure-rows';
import { decideRow } from './row-laws';
import { OFF, SOFT } from './row-modes';
import { pullTaken, taken } from '../points/soft-point-caps';
import { pulled, pullSoft } from './soft-row-laws';

/**
 * Friction that follows the load: its cap is μ·N, N the force that the joint's own locks give in this very step. Where it slips, Newton takes
 * its impulse for one that is given; here it is brought to the load of the impulses at hand in each iteration, by the secant rule where N
 * depends on the friction itself.
 */

/** Slopes of μN by the friction that are believed. Above 1 is what jams: friction grows there until it holds. */
const LEAST_SLOPE = -4,
  MOST_SLOPE = 0.9;
/** Iterations after which friction only falls; and how many a step may take. */
const MOST_ROUNDS = 20,
  MOST_ITERATIONS = 40;
/** A change of friction that is a smaller share of what μN changed by tells no slope. */
const LEAST_CHANGE = 0.05;
/** By what friction may differ from the μN that it led to: its own share, or the share of the tolerance that it moves the bodies by. */
const SAME_LOAD = 1e-5,
  SAME_PLACE = 1e-6;

/** The most that a projection adds to friction, of its impulse: what asks for more is none of a motion that is resolved. */
const SMOOTH = 0.1;

/** Sum of squares of the impulses in the locks of a joint. */
const load2 = new Float64Array(1);
/** By how much an impulse has grown. */
const given = new Float64Array(1);

/** Starts an attempt to step with the force in the joint's own locks over the last step. */
export function loadBearings({ coordinates, capBefore, loadSlope, attempt }: DirectIsland): void {
  attempt.bears = attempt.loading = false;
  attempt.rounds = 0;
  if (!(attempt.laws & BEARING)) return;
  for (let i = 0; i < coordinates.length; i++) {
    const { scalar, o, p, row, joint } = coordinates[i];
    const { rows: d, laws: w, settings } = joint.batch;
    if (!scalar || !(d[o + FLAGS] & BEARING)) continue;
    load2[0] = 0;
    for (let k = 0; k < joint.coordinates.length; k++) {
      const other = joint.coordinates[k];
      addLoad(other.spec.kind, d, other.o, w, other.p, load2);
    }
    w[p + FRICTION_LOAD] = Math.sqrt(load2[0]) / settings[joint.slot * SETTINGS_SIZE + DIRECT_STEP];
    capBefore[row] = w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS] * w[p + FRICTION_LOAD];
    loadSlope[row] = 0;
    attempt.bears = true;
    attempt.iterations = MOST_ITERATIONS;
  }
}

/** Brings caps, and the residual, to the load of the impulses at hand; `attempt.loading` is left true if there is more to come. */
export function followLoads(island: DirectIsland, ctx: StepContext): void {
  const { coordinates, attempt } = island;
  attempt.loading = false;
  attempt.rounds++;
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    const { rows: d } = c.joint.batch;
    if (c.spec.kind.scalar && d[c.o + FLAGS] & BEARING && d[c.o + INVERSE_MASS] > 0) follow(island, c, ctx);
  }
}

function follow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { frictionCap, capBefore, loadSlope, impulse, attempt } = island;
  const { row, o, p, joint } = c;
  const { rows: d, laws: w } = joint.batch;
  const cap = frictionCap[row];
  const gain = w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS];
  const before = gain * w[p + FRICTION_LOAD];
  load2[0] = 0;
  for (let k = 0; k < joint.coordinates.length; k++) addPresentLoad(island, joint.coordinates[k], null, ctx);
  w[p + FRICTION_LOAD] = Math.sqrt(load2[0]) * ctx.perSecond;
  const wanted = gain * w[p + FRICTION_LOAD];

  const error = Math.abs(wanted - cap);
  const moved = error * ctx.h * ctx.h * d[o + INVERSE_MASS] * (island.isAngle[row] === 1 ? attempt.lengthUnit : 1);
  const differs = error > SAME_LOAD * wanted && moved > SAME_PLACE * attempt.tolerance;
  const isSlipping = slips(island, row);
  let next = wanted;
  if (!isSlipping) loadSlope[row] = 0;
  else if (!mayRise(island, c)) next = Math.min(cap, wanted);
  else if (differs) {
    const change = cap - capBefore[row];
    const load = wanted - before;
    if (Math.abs(change) > LEAST_CHANGE * Math.abs(load))
      loadSlope[row] = Math.max(LEAST_SLOPE, Math.min(MOST_SLOPE, load / change));
    // Of a load that nothing is known of yet half is believed: all of it may be more than what slips by itself takes.
    next = cap === 0 ? wanted / 2 : Math.max(0, cap + (wanted - cap) / (1 - loadSlope[row]));
  }
  if (differs && isSlipping && next !== cap) attempt.loading = true;
  capBefore[row] = isSlipping ? cap : next;
  frictionCap[row] = next;
  if (next === cap) return;
  given[0] = -impulse[row];
  decideRow(island, c, ctx);
  given[0] += impulse[row];
  if (given[0] !== 0) push(island, row);
}

/** True where friction lies at its cap, in what the row is given. */
function slips({ frictionAt, mode }: DirectIsland, row: number): boolean {
  return (frictionAt[row] === 1 || frictionAt[row] === -1) && (mode[row] === OFF || mode[row] === SOFT);
}

/** What has stopped already, and more, is held, not rubbed. */
function mayRise(island: DirectIsland, { row, o, joint }: DirectCoordinate): boolean {
  const { attempt, frictionAt, frictionCap, rate, u } = island;
  if (attempt.settling || attempt.rounds > MOST_ROUNDS) return false;
  if (frictionCap[row] === 0) return true;
  writeRate(island, row, u);
  return frictionAt[row] * (rate[row] - joint.batch.rows[o + RATE] / 2) <= 0;
}

/**
 * Adds to `load2` the square of the impulse that the lock of a coordinate gives in this iteration, and of what a projection adds in `more`, if there is one;
 * one on an angle loads no bearing.
 */
function addPresentLoad(island: DirectIsland, c: DirectCoordinate, more: Float64Array | null, ctx: StepContext): void {
  const { spec, row, o, p, joint } = c;
  const { unit, scalar, flagsAt } = spec.kind;
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + flagsAt] | 0;
  if (unit === 'angle' || !(flags & LOCK)) return;
  if (island.lockAt[row] !== 0) {
    const most = w[p + (scalar ? LOCK_CAP : P_LOCK_CAP)] * ctx.h;
    load2[0] += most * most;
  } else if (scalar) {
    if (d[o + INVERSE_MASS] === 0) return;
    if (flags & LOCK_SOFT) pullSoft(island, c, LOCK_ROW, flags, ctx);
    else measureBeside(island, c, ctx);
    const x = flags & LOCK_SOFT ? pulled[0] : beside[OWN] + (more === null ? 0 : more[row]);
    load2[0] += x * x;
  } else {
    if (flags & LOCK_SOFT) pullTaken(island, c, P_LOCK_ROW, island.lockAt[row], P_LOCK_CAP, ctx);
    else readOwnImpulse(island, row, ctx);
    const force = flags & LOCK_SOFT ? taken : own;
    const added = flags & LOCK_SOFT ? null : more;
    const x = force[0] + (added === null ? 0 : added[row]);
    const y = force[1] + (added === null ? 0 : added[row + 1]);
    load2[0] += x * x + y * y;
  }
}

/**
 * Of what a projection of velocities adds to the locks friction that slips has its part, too: writes that to `dImpulse`, and what it changes
 * velocities `v` by to `du`. Returns false if there is none.
 */
export function rubProjected(island: DirectIsland, v: Float64Array, ctx: StepContext): boolean {
  const { coordinates, frictionAt, frictionCap, rate, dImpulse, du, weight, system } = island;
  const { entryStart, body, jacobian: J } = system;
  let any = false;
  for (let i = 0; i < coordinates.length; i++) {
    const { spec, row, o, p, joint } = coordinates[i];
    const { rows: d, laws: w } = joint.batch;
    if (!spec.kind.scalar || !(d[o + FLAGS] & BEARING) || !slips(island, row)) continue;
    load2[0] = 0;
    for (let k = 0; k < joint.coordinates.length; k++) addPresentLoad(island, joint.coordinates[k], dImpulse, ctx);
    const cap = frictionCap[row] * ctx.h;
    const more = w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS] * Math.sqrt(load2[0]) - cap;
    writeRate(island, row, island.u);
    const lost = -frictionAt[row] * rate[row] * cap;
    writeRate(island, row, v);
    const against = -frictionAt[row] * rate[row];
    // It makes no more energy than it took in the step, and does not turn round what it rubs.
    if (more < 0 ? -more * (against - (more / 2) * d[o + INVERSE_MASS]) > lost : more > SMOOTH * cap || against <= 0)
      continue;
    dImpulse[row] = frictionAt[row] * more;
    if (!any) du.fill(0);
    any = true;
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
      for (let k = 3 * body[e], g = 3 * e; g < 3 * e + 3; k++, g++) du[k] += weight[k] * J[g] * dImpulse[row];
  }
  return any;
}

/** R −= Jᵀ of what the row is given more. */
function push({ residual, system }: DirectIsland, row: number): void {
  const { entryStart, body, jacobian: J } = system;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
    for (let k = 0; k < 3; k++) residual[3 * body[e] + k] -= J[3 * e + k] * given[0];
}
