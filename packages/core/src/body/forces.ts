import { BODY, type BodyStore, FORCE_X, FORCE_Y, LASTING, TORQUE } from './body-store';

/** Forces given before `advance` act through each of its fixed steps: keeps them apart from those that hooks add. */
export function keepForces({ load, lasting, count }: BodyStore): void {
  for (let slot = 1; slot < count; slot++) {
    const b = slot * BODY;
    const i = slot * LASTING;
    lasting[i] = load[b + FORCE_X];
    lasting[i + 1] = load[b + FORCE_Y];
    lasting[i + 2] = load[b + TORQUE];
  }
}

/**
 * What a hook added was for the step that is done; what was given before lasts, until the `last` step. Of the first
 * `count` slots: those of the bodies that took part.
 */
export function renewForces(bodies: BodyStore, last: boolean, count: number): void {
  if (!bodies.mayBeForced) return;
  bodies.changes++;
  // Bodies made in this step may have been given forces for the next.
  bodies.mayBeForced = !last || count < bodies.count;
  const { load, lasting } = bodies;
  for (let slot = 1; slot < count; slot++) {
    const b = slot * BODY;
    const i = slot * LASTING;
    load[b + FORCE_X] = last ? 0 : lasting[i];
    load[b + FORCE_Y] = last ? 0 : lasting[i + 1];
    load[b + TORQUE] = last ? 0 : lasting[i + 2];
  }
}
