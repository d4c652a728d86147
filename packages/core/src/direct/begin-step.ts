import { FORGET } from '../coordinates/coordinate';
import {
  ANGLE,
  ANGULAR_DAMPING,
  type BodyStore,
  COS,
  FORCE_X,
  FORCE_Y,
  GRAVITY_SCALE,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  LINEAR_DAMPING,
  MASS,
  OMEGA,
  SIN,
  TORQUE,
  VX,
  VY,
  X,
  Y,
} from '../state/body-store';
import { MOST_DIRECT_GAIN, MOST_DIRECT_SPEED } from '../state/bounds';
import { NOT_PLAIN } from '../coordinates/laws/law-fields';
import { P_FLAGS, P_IMPULSE_X, P_IMPULSE_Y, P_WARM_X, P_WARM_Y } from '../coordinates/points/point-fields';
import { EFFECTIVE_MASS, FLAGS, INVERSE_MASS, RATE, WARM } from '../coordinates/scalar';
import type { Gravity, StepContext } from '../coordinates/step-context';
import { copy } from '../math/short-arrays';
import { measureAxes } from './motion/axes';
import type { Attempt, DirectCoordinate, DirectIsland } from './island/island-system';
import { noteGround } from './motion/ground';
import { measureJoint, writeRate } from './motion/measure-rows';
import { FASTEST, WIDEST } from './island/outcomes';
import { readHinges } from './hinges/hinge-impulses';
import { startOnCurves } from './motion/curve-places';
import { isPlain, startPlain } from './rows/plain-rows';
import { writePlaces } from './points/point-arms';
import { readLock, startPoint } from './points/point-row-laws';
import { startRow } from './rows/start-row';
import { NO_STOP, OFF } from './rows/row-modes';
import { markTurning, measureTurns } from './motion/turns';

/** Reads velocities, loads and impulses of the island from store and records, and measures every row at the present pose. */
export function beginStep(island: DirectIsland, store: BodyStore, gravity: Gravity, ctx: StepContext): void {
  const { axes, turns, others, followsCurves, start, before, passes, attempt, out } = island;
  passes?.begin(attempt);
  readBodies(island, store, gravity);
  readPoses(island, store, start);
  out[FASTEST] = out[WIDEST] = 0;
  if (passes !== null) {
    readHinges(island, passes.anchors);
    passes.wasm.beginHinges(passes.space);
  }
  for (let i = 0; i < axes.length; i++) measureAxes(axes[i], island, store);
  for (let i = 0; i < turns.length; i++) measureTurns(turns[i], island, store);
  if (followsCurves) startOnCurves(island);
  for (let i = 0; i < others.length; i++) {
    writePlaces(island, others[i], store);
    for (const c of others[i].coordinates) if (!c.spec.kind.scalar) readLock(island, c, ctx);
    measureJoint(island, others[i], store.pose, before);
  }
  if (others.length > 0) noteGround(island, start);
  readCoordinates(island, store, ctx);
}

/** Reads what the laws ask at the velocities at hand. */
export function readCoordinates(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { coordinates } = island;
  for (let i = 0; i < coordinates.length; i++) readCoordinate(island, coordinates[i], store, ctx);
  listActing(island);
}

/** Velocities, angles; masses, which may have changed; impulses of gravity and forces; damping. */
function readBodies(island: DirectIsland, store: BodyStore, { gravityX, gravityY }: Gravity): void {
  const { bodies, movable, mass, load, damping, v0, angle, attempt } = island;
  const { motion: v, pose: q, load: f } = store;
  const { h, lengthUnit } = attempt;
  const most = MOST_DIRECT_SPEED * lengthUnit;
  const mostGain = MOST_DIRECT_GAIN * lengthUnit;
  attempt.damps = false;
  for (let i = 0, k = 0; i < bodies.length; i++, k += 3) {
    const b = bodies[i];
    v0[k] = v[b + VX];
    v0[k + 1] = v[b + VY];
    v0[k + 2] = v[b + OMEGA];
    if (i >= movable) continue;
    angle[i] = q[b + ANGLE];
    const m = v[b + INV_MASS] > 0 ? f[b + MASS] : 0;
    const inertia = v[b + INV_INERTIA] > 0 ? f[b + INERTIA] : 0;
    const scale = f[b + GRAVITY_SCALE];
    mass[k] = mass[k + 1] = m;
    mass[k + 2] = inertia;
    load[k] = m > 0 ? h * (m * gravityX * scale + f[b + FORCE_X]) : 0;
    load[k + 1] = m > 0 ? h * (m * gravityY * scale + f[b + FORCE_Y]) : 0;
    load[k + 2] = inertia > 0 ? h * f[b + TORQUE] : 0;
    damping[k] = damping[k + 1] = f[b + LINEAR_DAMPING];
    damping[k + 2] = f[b + ANGULAR_DAMPING];
    if ((m === 0 && damping[k] > 0) || (inertia === 0 && damping[k + 2] > 0)) attempt.damps = true;
    const speed = speedOf(v0, k, attempt);
    const gain = Math.abs(load[k]) + Math.abs(load[k + 1]);
    if (!(speed <= most && gain <= m * mostGain && Math.abs(load[k + 2]) * lengthUnit <= inertia * mostGain))
      boundMotion(island, k);
  }
}

/** What bounds are put on, in world units/s. */
function speedOf(v0: Float64Array, k: number, { lengthUnit }: Attempt): number {
  return Math.abs(v0[k]) + Math.abs(v0[k + 1]) + Math.abs(v0[k + 2]) * lengthUnit;
}

/** What is faster than a body may be, or would be driven there in one step, is no faster. */
function boundMotion({ v0, load, mass, attempt }: DirectIsland, k: number): void {
  for (let i = k; i < k + 3; i++) {
    const unit = i === k + 2 ? 1 : attempt.lengthUnit;
    const most = MOST_DIRECT_SPEED * unit;
    const gain = MOST_DIRECT_GAIN * unit * mass[i];
    v0[i] = Math.max(-most, Math.min(most, v0[i]));
    load[i] = Math.max(-gain, Math.min(gain, load[i]));
  }
}

/** Copies the poses of the island's bodies. */
export function readPoses({ bodies }: DirectIsland, { pose: q }: BodyStore, out: Float64Array): void {
  for (let i = 0, k = 0; i < bodies.length; i++, k += 4) {
    const b = bodies[i];
    out[k + X] = q[b + X];
    out[k + Y] = q[b + Y];
    out[k + COS] = q[b + COS];
    out[k + SIN] = q[b + SIN];
  }
}

/** Effective mass and rate of a coordinate at the start, and what its laws ask. */
function readCoordinate(island: DirectIsland, c: DirectCoordinate, store: BodyStore, ctx: StepContext): void {
  const { rows: d, laws: w } = c.joint.batch;
  const { row, o, p } = c;
  const { impulse, rate, v0 } = island;
  if (c.scalar) {
    writeMass(island, c, store);
    writeRate(island, row, v0);
    d[o + RATE] = rate[row];
    if (isImmovable(c)) {
      c.spec.kind.scaleImpulses(d, o, w, p, FORGET);
      leaveOut(island, row);
      return;
    }
    impulse[row] = d[o + WARM];
    if (isPlain(d[o + FLAGS] | 0)) startPlain(island, c, ctx);
    else startRow(island, c, ctx);
    return;
  }
  const plain = (d[o + P_FLAGS] & NOT_PLAIN) === 0;
  impulse[row] = plain ? d[o + P_IMPULSE_X] : w[p + P_WARM_X];
  impulse[row + 1] = plain ? d[o + P_IMPULSE_Y] : w[p + P_WARM_Y];
  writeRate(island, row, v0);
  writeRate(island, row + 1, v0);
  startPoint(island, c, ctx);
}

/** True where no impulse changes the coordinate: of a body without an inverse inertia, say. Its laws have no row. */
export function isImmovable({ joint, o }: DirectCoordinate): boolean {
  return joint.batch.rows[o + INVERSE_MASS] === 0;
}

/** Leaves a row out of the step. */
function leaveOut(island: DirectIsland, row: number): void {
  island.springAt[row] = island.lockAt[row] = island.limitsAt[row] = island.yielding[row] = 0;
  island.motorAt[row] = island.frictionAt[row] = 0;
  island.softForce[row] = island.slope[row] = island.softness[row] = island.fixed[row] = island.impulse[row] = 0;
  island.stopAt[row] = NO_STOP;
  island.mode[row] = OFF;
  island.held[row] = 1;
}

/** J M⁻¹ Jᵀ of a coordinate's row, and its inverse. */
function writeMass({ system, bodies }: DirectIsland, c: DirectCoordinate, { motion: v }: BodyStore): void {
  const { entryStart, body, jacobian: J } = system;
  const { rows: d } = c.joint.batch;
  let k = 0;
  for (let e = entryStart[c.row]; e < entryStart[c.row + 1]; e++) {
    const b = bodies[body[e]];
    k +=
      v[b + INV_MASS] * (J[3 * e] * J[3 * e] + J[3 * e + 1] * J[3 * e + 1]) +
      v[b + INV_INERTIA] * J[3 * e + 2] * J[3 * e + 2];
  }
  d[c.o + INVERSE_MASS] = k;
  d[c.o + EFFECTIVE_MASS] = k > 0 ? 1 / k : 0;
}

/** Lists the rows that ask for something or push: of most limits of a ragdoll nothing is done in most steps. */
export function listActing(island: DirectIsland): void {
  const { lawRows, acting, mode, impulse, fixed, dImpulse, left, turns, turning, measured, attempt, parts } = island;
  let count = 0;
  for (let part = 0, k = 0; part < parts.count; part++) {
    for (const end = k + parts.lawRows; k < end; k++) {
      const row = lawRows[k];
      if (mode[row] !== OFF || impulse[row] !== 0 || fixed[row] !== 0) acting[count++] = row;
      else dImpulse[row] = left[row] = 0;
    }
    parts.acting[part + 1] = count;
  }
  attempt.acting = count;
  copy(measured, turning);
  for (let i = 0; i < turns.length; i++) markTurning(turns[i], mode, turning);
}
