import { INDEX, FORGET } from '../coordinates/coordinate';
import type { StepContext } from '../coordinates/step-context';
import { NOT_PLAIN } from '../coordinates/laws/law-fields';
import { P_FLAGS, P_IMPULSE_X, P_IMPULSE_Y, P_SHARE_A, P_SHARE_B } from '../coordinates/points/point-fields';
import { writePlainShares } from '../coordinates/points/point-mass';
import { INVERSE_MASS, WARM } from '../coordinates/scalar';
import { type BlockJoints, visit } from './block-joints';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y } from '../state/record';
import { BODY, type BodyStore, DYNAMIC, INERTIA, INV_INERTIA, INV_MASS, MASS } from '../state/body-store';
import type { SlotList } from './integrate';

/**
 * A taut joint is a spring sideways: it turns its bodies back with k = Σ r·F. The iterative step takes that spring
 * explicitly, which is stable only while h²k/I < 4. Under pressure k is negative: the body tips over, and gets more speed
 * out of one substep than the load loses height, the more the larger h²|k|/I. Where it is not resolved, the body is made to
 * weigh what keeps h²|k|/I at this bound: chains of a thousand links, light sliders below heavy ones and heaps that pull
 * against each other stay finite. So does what hangs on a hub that is much lighter (iterative/light-hubs.ts).
 */
const MOST_STIFFNESS = 1;

/** An impulse that would change a speed by more than this (m/s) is of no use to a warm start: it is forgotten. */
export const MOST_KICK = 1e5;

/** x, y, angle of each body, unused: an offset in the body store, halved, is the offset here. */
let stiffness = new Float64Array(0);

/** Raises masses and inertias of bodies whose joints pull too hard for a substep of h, true if there are any; resolved bodies keep theirs to the bit. */
export function stiffenMasses(
  bodies: BodyStore,
  list: SlotList,
  joints: readonly BlockJoints[],
  ctx: StepContext,
): boolean {
  const { motion: v, load, type } = bodies;
  const { hubs } = ctx;
  if (2 * stiffness.length < v.length) stiffness = new Float64Array(v.length / 2);
  // What does not answer forces sums up what nobody reads.
  for (let i = 0; i < list.count; i++) {
    const s = (list.slots[i] * BODY) >> 1;
    stiffness[s] = stiffness[s + 1] = stiffness[s + 2] = 0;
  }
  for (let i = 0; i < joints.length; i++) addBatch(visit(joints[i]), v, ctx);
  // Impulses are of a pass, half of a substep: F = P/(h/2), so h²k = 2h Σ r·P.
  const scale = (2 * ctx.h) / MOST_STIFFNESS;
  let any = false;
  for (let i = 0; i < list.count; i++) {
    const slot = list.slots[i];
    const b = slot * BODY;
    const s = b >> 1;
    if (type[slot] !== DYNAMIC) continue;
    const sideways = scale * Math.max(Math.abs(stiffness[s]), Math.abs(stiffness[s + 1]));
    const turned = scale * Math.abs(stiffness[s + 2]);
    const across = sideways > hubs.mass[slot] ? sideways : hubs.mass[slot];
    const turn = turned > hubs.inertia[slot] ? turned : hubs.inertia[slot];
    if (turn > load[b + INERTIA] && v[b + INV_INERTIA] > 0) {
      v[b + INV_INERTIA] = 1 / turn;
      any = true;
    }
    if (across > load[b + MASS] && v[b + INV_MASS] > 0) {
      v[b + INV_MASS] = 1 / across;
      any = true;
    }
  }
  return any;
}

/** True if the body at offset `b` weighs more for this step. */
export function isStiffened({ motion: v, load }: Pick<BodyStore, 'motion' | 'load'>, b: number): boolean {
  return (
    (v[b + INV_MASS] > 0 && v[b + INV_MASS] < 1 / load[b + MASS]) ||
    (v[b + INV_INERTIA] > 0 && v[b + INV_INERTIA] < 1 / load[b + INERTIA])
  );
}

/** Takes back what `stiffenMasses` raised. */
export function restoreMasses(bodies: BodyStore, list: SlotList): void {
  const { motion: v, load } = bodies;
  for (let i = 0; i < list.count; i++) {
    const b = list.slots[i] * BODY;
    if (v[b + INV_MASS] > 0) v[b + INV_MASS] = 1 / load[b + MASS];
    if (v[b + INV_INERTIA] > 0) v[b + INV_INERTIA] = 1 / load[b + INERTIA];
  }
}

/** Geometric stiffness of the impulses of one batch, per body; warm starts that kick beyond reason are forgotten. */
function addBatch(batch: JointBatch, v: Float64Array, ctx: StepContext): void {
  for (let c = 0; c < batch.lawful.length; c++) {
    const coordinate = batch.lawful[c];
    if (!coordinate.kind.scalar) addPoints(batch, coordinate, v, ctx);
    else if (coordinate.kind.stiffen !== null) addScalars(batch, coordinate, v, ctx);
  }
}

/**
 * ∂²C/∂θA² = rA and ∂²C/∂θB² = −rB, written out: a call with doubles would allocate them. With the arms to where in the gap impulses
 * act, which is found for all of the step: long chains that are not solved to the end open it to many times a link.
 */
function addPoints(batch: JointBatch, { kind, at, index }: CoordinateSpec, v: Float64Array, ctx: StepContext): void {
  const { active, activeCount, rows: d, laws: w, stride, bodies } = batch;
  const mostKick = MOST_KICK * ctx.lengthUnit;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    if (d[o + P_FLAGS] === 0) continue;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const plain = ((d[o + P_FLAGS] | 0) & NOT_PLAIN) === 0;
    if (plain) writePlainShares(d, r, o, v, a, b);
    const ofA = plain ? d[o + P_SHARE_A] : 0.5;
    const ofB = plain ? d[o + P_SHARE_B] : 0.5;
    const px = d[o + P_IMPULSE_X];
    const py = d[o + P_IMPULSE_Y];
    if (!((Math.abs(px) + Math.abs(py)) * (v[a + INV_MASS] + v[b + INV_MASS]) < mostKick)) {
      kind.scaleImpulses(d, o, w, batch.lawsAt(j, index), FORGET);
      continue;
    }
    stiffness[(a >> 1) + 2] -= (d[r + ARM_AX] + d[r + GAP_X] * ofA) * px + (d[r + ARM_AY] + d[r + GAP_Y] * ofA) * py;
    stiffness[(b >> 1) + 2] += (d[r + ARM_BX] - d[r + GAP_X] * ofB) * px + (d[r + ARM_BY] - d[r + GAP_Y] * ofB) * py;
  }
}

/** What a row's bodies weigh by themselves counts: with what they were made to weigh, it would be the less to be forgotten the more it is. */
function addScalars(batch: JointBatch, { kind, at, index }: CoordinateSpec, v: Float64Array, ctx: StepContext): void {
  const { active, activeCount, rows: d, laws: w, stride, bodies, columns } = batch;
  const mostKick = MOST_KICK * ctx.lengthUnit;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = j * stride;
    const o = r + at;
    if (d[o + WARM] === 0) continue;
    let eases = 0;
    for (let c = j * columns; c < (j + 1) * columns; c++) eases = Math.max(eases, v[bodies[c] + INV_MASS]);
    if (!(Math.abs(d[o + WARM]) * Math.max(eases, d[o + INVERSE_MASS]) < mostKick)) {
      kind.scaleImpulses(d, o, w, batch.lawsAt(j, index), FORGET);
      continue;
    }
    kind.stiffen?.(d, r, o, d, o + WARM, stiffness, bodies[j * columns] >> 1, bodies[j * columns + columns - 1] >> 1);
  }
}
