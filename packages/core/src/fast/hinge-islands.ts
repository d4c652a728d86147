import { BODY, type BodyStore, KINEMATIC } from '../state/body-store';
import { LOCK, ONLY_STOPS, STOPS } from '../coordinates/laws/law-fields';
import { POINT_SIZE } from '../coordinates/points/point-fields';
import { FLAGS } from '../coordinates/scalar';
import type { LightHubs } from '../iterative/light-hubs';
import type { Islands } from '../islands/islands';
import type { JointBatch } from '../batches/joint-batch';
import { FRAME_SIZE } from '../state/record';
import type { ContactSolver } from '../simulation/parts';

/** Where wasm/hinges.ts looks for the point of a joint in its record, and for its angle. */
const POINT = FRAME_SIZE;
const ANGLE = POINT + POINT_SIZE;

/**
 * 1 for each island that wasm/hinges.ts steps: nothing but hinges tie its bodies, to each other or to what stands still, and none of them
 * weighs more for a step than it does, or collides. What others have is no reason for it to go another way.
 */
export function findHingeIslands(
  batches: readonly JointBatch[],
  islands: Islands,
  store: BodyStore,
  hubs: LightHubs,
  contacts: ContactSolver | null,
): Uint8Array {
  const { list } = islands;
  const found = new Uint8Array(list.length);
  const others = new Uint8Array(list.length);
  for (const batch of batches) {
    for (let i = 0; i < batch.activeCount; i++) {
      const j = batch.active[i];
      const island = islands.ofJoint(batch, j)?.index ?? -1;
      (isHinge(batch, j) && standsStill(batch, j, store) ? found : others)[island] = 1;
    }
  }
  if (contacts !== null && !contacts.isEmpty)
    for (const { index, bodies } of list) if (bodies.some((slot) => contacts.has(slot))) others[index] = 1;
  if (hubs.any) for (const { index, bodies } of list) if (bodies.some((slot) => hubs.mass[slot] > 0)) others[index] = 1;
  for (let island = 0; island < list.length; island++) if (others[island] === 1) found[island] = 0;
  return found;
}

/** True of a joint that holds a point rigidly, and has no other laws but hard stops without restitution of a hinge's angle. */
function isHinge({ type, columns, coordinates, rows, stride }: JointBatch, j: number): boolean {
  if (columns !== 2) return false;
  let holds = false;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
    const flags = rows[j * stride + at + kind.flagsAt] | 0;
    if (kind.kind === 'point' && at === POINT && flags === LOCK) holds = true;
    else if (flags !== 0 && !(type.isHinge && at === ANGLE && (flags & ~ONLY_STOPS) === 0)) return false;
  }
  return holds;
}

/** False of a joint with a kinematic body: that moves once in a substep, with all that hangs on it. */
function standsStill({ bodies }: JointBatch, j: number, { type }: BodyStore): boolean {
  return type[bodies[2 * j] / BODY] !== KINEMATIC && type[bodies[2 * j + 1] / BODY] !== KINEMATIC;
}

/** Where the laws of the angle of a hinge are in those of its batch, if it has stops; else −1. */
export function lawsOfStops(batch: JointBatch, j: number): number {
  const angle = batch.coordinates.find(({ at }) => at === ANGLE);
  if (angle === undefined || (batch.rows[j * batch.stride + ANGLE + FLAGS] & STOPS) === 0) return -1;
  return batch.lawsAt(j, angle.index);
}
