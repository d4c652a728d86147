import { BODY, type BodyStore, CARRIED, FORCE_X, FORCE_Y, TORQUE } from './body-store';

/** Sums of forces and impulses stay within this, whatever the length of a frame or a step. */
const MOST = 1e300;

/** A frame of so many seconds is to be made up for: what was given for it becomes an impulse, which the next steps share. */
export function carryForces({ load, carried, count, mayBeForced }: BodyStore, seconds: number): void {
  if (!mayBeForced) return;
  for (let slot = 1; slot < count; slot++) {
    const b = slot * BODY;
    const i = slot * CARRIED;
    carried[i] = bounded(carried[i] + load[b + FORCE_X] * seconds);
    carried[i + 1] = bounded(carried[i + 1] + load[b + FORCE_Y] * seconds);
    carried[i + 2] = bounded(carried[i + 2] + load[b + TORQUE] * seconds);
    load[b + FORCE_X] = load[b + FORCE_Y] = load[b + TORQUE] = 0;
  }
}

/** The first of `steps` steps to come, `dt` seconds long, takes its share of what is carried. */
export function takeForces(bodies: BodyStore, steps: number, dt: number): void {
  if (!bodies.mayBeForced) return;
  bodies.changes++;
  const { load, carried, count } = bodies;
  for (let slot = 1; slot < count; slot++) {
    const b = slot * BODY;
    const i = slot * CARRIED;
    const x = carried[i] / steps;
    const y = carried[i + 1] / steps;
    const turn = carried[i + 2] / steps;
    load[b + FORCE_X] = bounded(load[b + FORCE_X] + x / dt);
    load[b + FORCE_Y] = bounded(load[b + FORCE_Y] + y / dt);
    load[b + TORQUE] = bounded(load[b + TORQUE] + turn / dt);
    carried[i] -= x;
    carried[i + 1] -= y;
    carried[i + 2] -= turn;
  }
}

/** The step is done, and with it the forces on the first `count` slots: those of the bodies that took part. */
export function endForces(bodies: BodyStore, isLast: boolean, count: number): void {
  if (!bodies.mayBeForced) return;
  bodies.changes++;
  // Bodies made in this step may have been given forces for the next.
  bodies.mayBeForced = !isLast || count < bodies.count;
  const { load } = bodies;
  for (let slot = 1; slot < count; slot++) {
    const b = slot * BODY;
    load[b + FORCE_X] = load[b + FORCE_Y] = load[b + TORQUE] = 0;
  }
}

/** True if a force acts on the body in the step at hand, or is left for the next. */
export function isForced({ load, carried }: BodyStore, slot: number): boolean {
  const b = slot * BODY;
  const i = slot * CARRIED;
  return (
    load[b + FORCE_X] !== 0 ||
    load[b + FORCE_Y] !== 0 ||
    load[b + TORQUE] !== 0 ||
    carried[i] !== 0 ||
    carried[i + 1] !== 0 ||
    carried[i + 2] !== 0
  );
}

function bounded(sum: number): number {
  return Math.max(-MOST, Math.min(MOST, sum));
}
