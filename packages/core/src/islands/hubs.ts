import { BODY, type BodyStore, INV_INERTIA, INV_MASS } from '../body/body-store';
import { BEARING, FRICTION, HOLDS, MOTOR, SPRING, VISCOUS } from '../coordinates/law-fields';
import type { JointBatch } from '../joint/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { type Islands, islandOf } from './islands';

/** Two joints of a body are a chain, whose errors die out one after the other; three are a triangle. */
const LEAST_JOINTS = 3;
/** Without being swept stars grow from a load of 2.6 on; a grid of equal bodies on hinges has 2. */
const MOST_LOAD = 2.5;
/** What one angle held counts against one length or point: solved after the point of its weld, it undoes part of it. */
const OF_ANGLE = 2;
/** Up to this load errors of position are corrected as fast as elsewhere. */
const EASY_LOAD = 4;

/**
 * Finds hubs: bodies on which three or more joints to others that move hold more than they weigh. What acts from both sides loads its two
 * bodies with the share that either has of the inverse effective mass, so that a light body between two heavy ones has a load of 2, and one
 * of a net of equal bodies half the number of its joints.
 *
 * All that acts from both sides in an island with a hub is swept back before every pass (coordinates/sweep-back.ts): once over it in one
 * direction is not enough where the next step starts from what this one leaves (docs/adr/iterative-stability.md). On the hubs themselves
 * locks correct errors of position the slower the more load there is, (4 / load)^1.5: faster than impulses find their way through a hub,
 * corrections would be thrown on.
 */
export function findHubs(batches: readonly JointBatch[], bodies: BodyStore, islands: Islands): void {
  const loads = new Float64Array(bodies.count);
  const joints = new Int32Array(bodies.count);
  for (const batch of batches) if (batch.columns === 2) addLoads(batch, bodies.motion, loads, joints);
  const swept = new Uint8Array(islands.list.length);
  let any = false;
  for (let slot = 0; slot < bodies.count; slot++) {
    if (joints[slot] < LEAST_JOINTS) loads[slot] = 0;
    if (loads[slot] <= MOST_LOAD) continue;
    swept[islands.ofBody[slot]] = 1;
    any = true;
  }
  for (const batch of batches) {
    batch.sweeps = false;
    if (any && batch.columns === 2) markSwept(batch, loads, swept, islands.ofBody);
  }
}

/** Adds what the laws of a batch hold. A body that cannot move bears no share. */
function addLoads(batch: JointBatch, v: Float64Array, loads: Float64Array, joints: Int32Array): void {
  const { active, activeCount, bodies, lawful } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const a = bodies[2 * j];
    const b = bodies[2 * j + 1];
    const masses = v[a + INV_MASS] + v[b + INV_MASS];
    const inertias = v[a + INV_INERTIA] + v[b + INV_INERTIA];
    let held = 0;
    for (const spec of lawful) {
      if (!isHeld(batch, j, spec)) continue;
      const turns = spec.kind.unit !== 'length';
      const by = turns || masses === 0 ? INV_INERTIA : INV_MASS;
      const sum = by === INV_MASS ? masses : inertias;
      if (sum === 0) continue;
      held++;
      const weight = turns ? OF_ANGLE : 1;
      loads[a / BODY] += (weight * v[a + by]) / sum;
      loads[b / BODY] += (weight * v[b + by]) / sum;
    }
    // What holds a body on one that cannot move hands on nothing.
    if (held === 0 || !canMove(v, a) || !canMove(v, b)) continue;
    joints[a / BODY]++;
    joints[b / BODY]++;
  }
}

function canMove(v: Float64Array, b: number): boolean {
  return v[b + INV_MASS] > 0 || v[b + INV_INERTIA] > 0;
}

/** True if some law acts from both sides. */
function isHeld({ rows: d, stride }: JointBatch, j: number, { kind, at }: CoordinateSpec): boolean {
  return ((d[j * stride + at + kind.flagsAt] | 0) & (HOLDS | SPRING | MOTOR | FRICTION | BEARING | VISCOUS)) !== 0;
}

function markSwept(batch: JointBatch, loads: Float64Array, swept: Uint8Array, ofBody: Int32Array): void {
  const { active, activeCount, bodies, count } = batch;
  batch.swept = new Uint8Array(count);
  batch.ease = new Float64Array(count).fill(1);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    if (swept[islandOf(batch, j, ofBody)] === 0) continue;
    batch.sweeps = true;
    batch.swept[j] = 1;
    const load = Math.max(loads[bodies[2 * j] / BODY], loads[bodies[2 * j + 1] / BODY]);
    const share = Math.min(1, EASY_LOAD / load);
    batch.ease[j] = share * Math.sqrt(share);
  }
}
