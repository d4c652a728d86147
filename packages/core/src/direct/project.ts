import { ANGLE, type BodyStore, COS, INV_INERTIA, INV_MASS, X, Y } from '../body/body-store';
import { LOCK_CAPPED, MOTOR_SPEED } from '../coordinates/law-fields';
import { goalOf, isFreeMotor } from '../coordinates/motor';
import { FLAGS } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { MAX_CORRECTION } from '../joint/record';
import { cosSin } from '../math/trig';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { solve } from './ldlt';
import { readPoses } from './begin-step';
import { pushRows } from './mean-pose';
import { measureGradient, writeRates } from './measure-rows';
import { LOST } from './outcomes';
import { askPins, measurePins, pushPins } from './pins';
import { factoriseRows } from './row-system';
import { passesPointCap } from './point-row-laws';
import { isMotored, motorSpeed, passesCap } from './row-laws';
import { POSITION, RATE_ROW } from './row-modes';

/** What `projectVelocity` looks at. */
export const LOCKS_ONLY = false;
export const WITH_TARGETS = true;

/**
 * Takes out of `v` what the rows do not allow, along M⁻¹Jᵀ for the gradient in the system: v += M⁻¹Jᵀμ with J v = target.
 * Rigid rows get rate 0; with `targets` driven rows keep their rate. Leaves μ in `dImpulse`, and what was lost in `out`.
 */
export function projectVelocity(
  island: DirectIsland,
  store: BodyStore,
  v: Float64Array,
  targets: boolean,
  ctx: StepContext,
): void {
  const { system, weight, dImpulse: mu, rateBefore, held, savedHeld, mode, softness, savedSoftness } = island;
  const { pins, coordinates, lawRows, out } = island;
  const { jacobian: J } = system;
  weighByMass(island, store);
  for (let row = 0; row < mu.length; row++) {
    savedHeld[row] = held[row];
    savedSoftness[row] = softness[row];
    softness[row] = 0;
  }
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    held[row] = mode[row] === POSITION || (targets && mode[row] === RATE_ROW) ? 0 : 1;
  }
  if (!targets) for (let i = 0; i < coordinates.length; i++) leaveCapped(coordinates[i], held);
  do findImpulses(island, v, targets, ctx);
  while (targets && leavePastCaps(island, ctx));
  for (let i = 0; i < pins.length; i++) pushPins(pins[i], weight, J, mu, v);
  pushRows(island, mu, v);
  let lost = 0;
  for (let row = 0; row < mu.length; row++) lost -= (mu[row] * rateBefore[row]) / 2;
  out[LOST] = lost;
  held.set(savedHeld);
  softness.set(savedSoftness);
}

/** μ of the rows that are not held. */
function findImpulses(island: DirectIsland, v: Float64Array, targets: boolean, ctx: StepContext): void {
  const { system, weight, dImpulse: mu, rateBefore, rate, held, softness } = island;
  const { pins, coordinates, lawRows, after, attempt, stats } = island;
  for (let i = 0; i < pins.length; i++) askPins(pins[i], after, after, system.jacobian, v, attempt, mu);
  writeRates(island, v);
  for (let k = 0; k < lawRows.length; k++) mu[lawRows[k]] = held[lawRows[k]] === 1 ? 0 : -rate[lawRows[k]];
  for (let row = 0; row < mu.length; row++) rateBefore[row] = -mu[row];
  if (targets) for (let i = 0; i < coordinates.length; i++) addTarget(island, coordinates[i], ctx);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) mu[lawRows[k]] = 0;
  factoriseRows(system, weight, softness, held, pins);
  stats.factorisations++;
  solve(system.factor, mu);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) mu[lawRows[k]] = 0;
}

/** What would take more than its cap to have the rate that is asked is left to the dynamics of the next step; true if there is any. */
function leavePastCaps(island: DirectIsland, ctx: StepContext): boolean {
  const { coordinates, held } = island;
  let found = false;
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    const { row, spec } = c;
    if (held[row] === 1 || !(spec.kind.scalar ? passesCap(island, c, ctx) : passesPointCap(island, c, ctx))) continue;
    for (let k = row; k < row + spec.kind.rowCount; k++) held[k] = 1;
    found = true;
  }
  return found;
}

export function weighByMass({ bodies, movable, weight }: DirectIsland, { motion: v }: BodyStore): void {
  for (let i = 3 * movable; i < weight.length; i++) weight[i] = 0;
  for (let i = 0; i < movable; i++) {
    weight[3 * i] = weight[3 * i + 1] = v[bodies[i] + INV_MASS];
    weight[3 * i + 2] = v[bodies[i] + INV_INERTIA];
  }
}

/** A lock with a cap is not to take out more than it: what moves against it is left to the dynamics. */
function leaveCapped({ spec, joint, o, row }: DirectCoordinate, held: Uint8Array): void {
  if (!(joint.batch.rows[o + spec.kind.flagsAt] & LOCK_CAPPED)) return;
  for (let i = row; i < row + spec.kind.rowCount; i++) held[i] = 1;
}

/** Adds to what is asked of a scalar row its rate at the end of the step. */
function addTarget(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p, spec } = c;
  if (!spec.kind.scalar || island.held[row] === 1) return;
  const { dImpulse: asked, after } = island;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + FLAGS] | 0;
  if (!isMotored(island, row, flags)) return;
  asked[row] += isFreeMotor(flags)
    ? w[p + MOTOR_SPEED]
    : motorSpeed(goalOf(w, p, flags) - after[row], d, o, w, p, flags, ctx);
}

/** True if there are gaps that the dynamics left. */
export function hasHeldGap({ gap }: DirectIsland): boolean {
  for (let row = 0; row < gap.length; row++) if (gap[row] !== 0) return true;
  return false;
}

/** Moves bodies towards closing the gaps that the dynamics left, at most `maxCorrectionSpeed` fast and without velocity. */
export function closeGaps(island: DirectIsland, store: BodyStore, h: number, ctx: StepContext): void {
  const { system, bodies, movable, weight, held, dImpulse, gap, mode, du, lawRows, before, after } = island;
  const { pose: q, motion: v } = store;
  for (let k = 0; k < lawRows.length; k++) {
    // A stop that let go has come some of the way, or all of it.
    const row = lawRows[k];
    const left = after[row] - (before[row] - gap[row]);
    if (mode[row] !== POSITION && gap[row] !== 0) gap[row] = left * gap[row] > 0 ? left : 0;
  }
  weighByMass(island, store);
  island.savedHeld.set(held);
  for (let row = 0; row < gap.length; row++) held[row] = mode[row] === POSITION || gap[row] !== 0 ? 0 : 1;
  for (const joint of island.joints)
    for (const c of joint.coordinates) {
      const turn = c.spec.kind.unit === 'angle';
      const most = h * joint.batch.rows[joint.r + MAX_CORRECTION] * (turn ? Math.PI / ctx.lengthUnit : 1);
      const second = c.spec.kind.scalar ? 0 : gap[c.row + 1];
      const size = Math.sqrt(gap[c.row] * gap[c.row] + second * second);
      const share = size > most ? most / size : 1;
      for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++)
        dImpulse[row] = held[row] === 1 ? 0 : -share * gap[row];
    }
  factoriseRows(system, weight, island.softness, held, island.pins);
  island.stats.factorisations++;
  solve(system.factor, dImpulse);
  du.fill(0);
  const { entryStart, body, jacobian: J } = system;
  for (let row = 0; row < gap.length; row++) {
    const p = held[row] === 1 ? 0 : dImpulse[row];
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
      for (let k = 0; k < 3; k++) du[3 * body[e] + k] += weight[3 * body[e] + k] * J[3 * e + k] * p;
  }
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (!Number.isFinite(du[3 * i] + du[3 * i + 1] + du[3 * i + 2])) continue;
    q[b + X] += du[3 * i];
    q[b + Y] += du[3 * i + 1];
    q[b + ANGLE] += Math.max(-0.5, Math.min(0.5, du[3 * i + 2]));
    cosSin(q[b + ANGLE], q, b + COS);
  }
  held.set(island.savedHeld);
  readPoses(island, store, island.end);
  for (const group of island.pins) measurePins(group, island.end, system.jacobian);
  measureGradient(island, q);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) island.v0[3 * i + k] = v[bodies[i] + k];
  projectVelocity(island, store, island.v0, LOCKS_ONLY, ctx);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) v[bodies[i] + k] = island.v0[3 * i + k];
}
