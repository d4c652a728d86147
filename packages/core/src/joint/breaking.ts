import type { BreakLoad, Joint } from './joint';
import {
  BREAK_AFTER,
  BREAK_ANGLE,
  BREAK_ENERGY,
  BREAK_FORCE,
  BREAK_LENGTH,
  BREAK_TORQUE,
  BREAKS_BY_ANGLE,
  BREAKS_BY_ENERGY,
  BREAKS_BY_FORCE,
  BREAKS_BY_LENGTH,
  BREAKS_BY_TORQUE,
  OVER_ERROR_TIME,
} from './record';
import { storedEnergy } from './stored-energy';

/** A joint past one of its thresholds; `kept` if a listener cancelled. */
export interface Overload {
  readonly joint: Joint;
  readonly load: BreakLoad;
  kept: boolean;
}

/** Every joint past a threshold after this step, by falling overload, then by id. */
export function findOverloaded(breakables: Iterable<Joint>, dt: number): Overload[] {
  const found: Overload[] = [];
  for (const joint of breakables) {
    if (!joint.enabled || joint.isSleeping) continue;
    const load = loadOf(joint, joint.settings, dt);
    if (load.overload >= 1) found.push({ joint, load, kept: false });
  }
  return found.sort((a, b) => b.load.overload - a.load.overload || byId(a.joint.id, b.joint.id));
}

/** j9 comes before j10. */
function byId(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** Loads against thresholds; an error counts once it has lasted. */
function loadOf(joint: Joint, settings: number, dt: number): BreakLoad {
  const { force, torque } = countedReaction(joint);
  const error = { length: 0, angle: 0 };
  for (const c of joint.coordinates) {
    const size = Math.abs(c.error);
    if (c.unit === 'angle') error.angle = Math.max(error.angle, size);
    else error.length = Math.max(error.length, size);
  }
  const energy = settings & BREAKS_BY_ENERGY ? storedEnergy(joint) : 0;
  const overError = Math.max(
    settings & BREAKS_BY_LENGTH ? ratio(error.length, joint.setting(BREAK_LENGTH)) : 0,
    settings & BREAKS_BY_ANGLE ? ratio(error.angle, joint.setting(BREAK_ANGLE)) : 0,
  );
  const lasted = overError >= 1 ? joint.setting(OVER_ERROR_TIME) + dt : 0;
  joint.setSetting(OVER_ERROR_TIME, lasted);
  const overload = Math.max(
    settings & BREAKS_BY_FORCE ? ratio(force, joint.setting(BREAK_FORCE)) : 0,
    settings & BREAKS_BY_TORQUE ? ratio(torque, joint.setting(BREAK_TORQUE)) : 0,
    settings & BREAKS_BY_ENERGY ? ratio(energy, joint.setting(BREAK_ENERGY)) : 0,
    overError >= 1 && lasted > joint.setting(BREAK_AFTER) ? overError : 0,
  );
  return { force, torque, error, energy, overload };
}

/** Mean force and torque of the step, of all laws or of those that count. */
function countedReaction(joint: Joint): { force: number; torque: number } {
  const laws = joint.break?.laws ?? [];
  if (laws.length === 6) {
    const { force, torque } = joint.reaction;
    return { force, torque: Math.abs(torque) };
  }
  // Coordinates of one joint act along directions at right angles, so the sizes of their forces add as squares.
  let force2 = 0;
  let torque = 0;
  for (const c of joint.coordinates) {
    const size = laws.reduce(
      (sum, name) => sum + ((c as unknown as Record<string, { force: number } | null | undefined>)[name]?.force ?? 0),
      0,
    );
    if (c.unit === 'angle') torque += Math.abs(size);
    else force2 += size * size;
  }
  return { force: Math.sqrt(force2), torque };
}

/** A threshold of 0 breaks at any load. */
function ratio(load: number, threshold: number): number {
  return threshold > 0 ? load / threshold : load > 0 ? Number.MAX_VALUE : 0;
}
