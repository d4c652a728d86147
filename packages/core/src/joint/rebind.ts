import type { Body } from '../body/body';
import { BODY } from '../state/body-store';
import { refuse } from '../base/error';
import { readBody } from './create-joint';
import type { Joint } from './joint';
import { clearBooked } from '../batches/reactions';
import { OVER_ERROR_TIME } from '../state/record';

/**
 * Connects the slot `at` of a joint (0: A, 1: B, …) to another body, `null` for the world. Frames, laws and identity stay; what the
 * old bodies left, impulses, read-outs and the time over a breaking error, does not.
 */
export function rebind(joint: Joint, at: number, value: unknown): void {
  const world = joint.requireWorld();
  const { definition, label, bodies, readers } = joint;
  const path = `${label}.${definition.bodyKeys[at]}`;
  const body = readBody(world, path, value);
  if (body === bodies[at]) return;
  world.requireIdle(path);
  const id = body?.id ?? null;
  if (definition.readBodies !== undefined)
    refuse('source-invalid', path, 'stay: its terms say which bodies it ties', id);
  for (const { id: gear } of readers) refuse('source-invalid', path, `stay while '${gear}' reads the joint`, id);
  const slots = bodies.map((other, i) => (i === at ? body : other));
  definition.checkBodies(label, slots);
  world.whenIdle(() => {
    joint.wake();
    joint.islandChanged();
    for (const other of bodies) other?.jointSet.delete(joint);
    for (const other of slots) other?.jointSet.add(joint);
    world.collideAgain(joint);
    connect(joint, slots);
    world.collideAgain(joint);
    joint.forget();
    joint.setSetting(OVER_ERROR_TIME, 0);
    clearBooked(joint.record().batch, joint.slot);
    definition.resume?.(joint);
    joint.islandChanged();
    joint.wake();
  });
}

/** A record has as many columns as the joint has different bodies: where that changes it moves to the batch of its new size. */
function connect(joint: Joint, slots: readonly (Body | null)[]): void {
  const { batch: from, slot } = joint.record();
  const { batch, columns } = joint.requireWorld().batchFor(joint.definition, slots);
  joint.sitAt(batch, batch === from ? slot : batch.takeOver(from, joint), slots);
  columns.forEach((body, i) => (batch.bodies[joint.slot * batch.columns + i] = body * BODY));
  joint.definition.seat?.(joint);
  joint.follow();
  joint.noteApart();
}
