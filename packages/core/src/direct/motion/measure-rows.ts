import { moveArms } from '../../coordinates/points/point-mass';
import { VALUE } from '../../coordinates/scalar';
import { GAP_X, GAP_Y } from '../../state/record';
import { writeAxes } from './axes';
import type { DirectIsland, DirectJoint } from '../island/island-system';
import { actsAtAnchors } from '../points/point-arms';
import { writeTurns } from './turns';

/** J·v of one row, into `rate`: a double that a call returns would be allocated where V8 does not inline it. */
export function writeRate({ system, rate }: DirectIsland, row: number, v: Float64Array): void {
  const { entryStart, body, jacobian: J } = system;
  let sum = 0;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    const i = 3 * body[e];
    sum += J[3 * e] * v[i] + J[3 * e + 1] * v[i + 1] + J[3 * e + 2] * v[i + 2];
  }
  rate[row] = sum;
}

/** The same of every row that acts and is no hinge. */
export function writeRates(island: DirectIsland, v: Float64Array): void {
  const { acting, passes, attempt } = island;
  if (attempt.acting === 0) return;
  if (passes !== null) passes.writeRates(attempt.acting, v);
  else for (let k = 0; k < attempt.acting; k++) writeRate(island, acting[k], v);
}

/** Values of the rows of joints, at the poses `q`. */
export function measureRows(joints: readonly DirectJoint[], q: Float64Array, out: Float64Array): void {
  for (let i = 0; i < joints.length; i++) {
    joints[i].batch.measure(joints[i].slot, q);
    readValues(joints[i], out);
  }
}

function readValues({ batch: { rows: d }, r, coordinates }: DirectJoint, out: Float64Array): void {
  for (const { spec, row, o } of coordinates) {
    if (spec.kind.scalar) out[row] = d[o + VALUE];
    else {
      out[row] = d[r + GAP_X];
      out[row + 1] = d[r + GAP_Y];
    }
  }
}

/** Values and gradient of a joint that is not packed, at the poses `q`. */
export function measureJoint(island: DirectIsland, joint: DirectJoint, q: Float64Array, value: Float64Array): void {
  joint.batch.measure(joint.slot, q);
  readValues(joint, value);
  readGradient(island, joint, island.system.jacobian);
}

/** Gradient of every row but the hinges' at the present poses of the store. */
export function measureGradient(island: DirectIsland, q: Float64Array): void {
  const { axes, turns, others, system } = island;
  for (let i = 0; i < axes.length; i++) writeAxes(axes[i], q, system.jacobian);
  for (let i = 0; i < turns.length; i++) writeTurns(turns[i], system.jacobian);
  for (let i = 0; i < others.length; i++) {
    others[i].batch.measure(others[i].slot, q);
    readGradient(island, others[i], system.jacobian);
  }
}

export function readGradient(island: DirectIsland, { batch, r, coordinates }: DirectJoint, out: Float64Array): void {
  const { system } = island;
  for (const { spec, o, row } of coordinates) {
    const { kind } = spec;
    const flags = batch.rows[o + kind.flagsAt] | 0;
    for (let k = 0; k < kind.rowCount; k++) {
      const i = 3 * system.entryStart[row + k];
      kind.jacobian(batch.rows, r, o, batch.columns, k, out, i);
      if (!kind.scalar && !actsAtAnchors(island, row, flags)) moveArms(batch.rows, r, o, k, out, i);
    }
  }
}
