import { deepFrozen } from '../check';
import { BREAK_LAW_NAMES, type BreakLawName } from './break-law';
import type { Joint } from './joint';
import type { BreakLoad } from './joint-events';
import {
  BREAK_AFTER,
  BREAK_ANGLE,
  BREAK_ENERGY,
  BREAK_FORCE,
  BREAK_LAWS,
  BREAK_LENGTH,
  BREAK_TORQUE,
  BREAKS_BY_ANGLE,
  BREAKS_BY_ENERGY,
  BREAKS_BY_FORCE,
  BREAKS_BY_LENGTH,
  BREAKS_BY_TORQUE,
  OVER_ERROR_TIME,
} from './record';
import { noReaction, readReaction } from './reactions';
import { ScalarCoordinate } from './scalar-coordinate';
import { storedEnergy } from './stored-energy';

type Coordinate = Joint['coordinates'][number];

/** A joint past one of its thresholds; `kept` if a listener cancelled. */
export interface Overload {
  readonly joint: Joint;
  readonly load: BreakLoad;
  kept: boolean;
}

const NONE: readonly Overload[] = [];

/** Every joint past a threshold after this step, by falling overload, then by id. */
export function findOverloaded(breakables: Iterable<Joint>, dt: number): readonly Overload[] {
  let found: Overload[] | null = null;
  for (const joint of breakables) {
    if (!joint.takesPart || joint.isSleeping) continue;
    const overload = overloadOf(joint, dt);
    if (overload >= 1) (found ??= []).push({ joint, load: loadOf(joint, overload), kept: false });
  }
  return found?.sort((a, b) => b.load.overload - a.load.overload || byId(a.joint.id, b.joint.id)) ?? NONE;
}

/** j9 comes before j10. */
function byId(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** What is compared with the thresholds of the joint at hand: one object for all, so that a joint that holds is no garbage. */
const counted = { force: 0, torque: 0, length: 0, angle: 0 };

/** The joint's own is handed out: whoever has frozen it would keep the joint from breaking. */
const reaction = noReaction();

/** The same for an overlay: mean force and torque of the last step, errors at the present poses. Valid until the next joint is counted. */
export function countLoad(joint: Joint): Readonly<typeof counted> {
  countReaction(joint);
  countErrors(joint);
  return counted;
}

/** The largest share of a threshold that is reached; an error counts once it has lasted. */
function overloadOf(joint: Joint, dt: number): number {
  const { settings } = joint;
  let overload = 0;
  if (settings & (BREAKS_BY_FORCE | BREAKS_BY_TORQUE)) {
    countReaction(joint);
    if (settings & BREAKS_BY_FORCE) overload = Math.max(overload, ratio(counted.force, joint.setting(BREAK_FORCE)));
    if (settings & BREAKS_BY_TORQUE) overload = Math.max(overload, ratio(counted.torque, joint.setting(BREAK_TORQUE)));
  }
  if (settings & BREAKS_BY_ENERGY)
    overload = Math.max(overload, ratio(storedEnergy(joint), joint.setting(BREAK_ENERGY)));
  if (settings & (BREAKS_BY_LENGTH | BREAKS_BY_ANGLE)) {
    countErrors(joint);
    const length = settings & BREAKS_BY_LENGTH ? ratio(counted.length, joint.setting(BREAK_LENGTH)) : 0;
    const angle = settings & BREAKS_BY_ANGLE ? ratio(counted.angle, joint.setting(BREAK_ANGLE)) : 0;
    const error = Math.max(length, angle);
    const lasted = error >= 1 ? joint.setting(OVER_ERROR_TIME) + dt : 0;
    joint.setSetting(OVER_ERROR_TIME, lasted);
    if (error >= 1 && lasted > joint.setting(BREAK_AFTER)) overload = Math.max(overload, error);
  }
  return overload;
}

function loadOf(joint: Joint, overload: number): BreakLoad {
  const { force, torque, length, angle } = countLoad(joint);
  return deepFrozen({ force, torque, error: { length, angle }, energy: storedEnergy(joint), overload });
}

/** Mean force and torque of the step, of all laws or of those that count. */
function countReaction(joint: Joint): void {
  const laws = joint.setting(BREAK_LAWS);
  if (breaksByAllLaws(joint)) {
    const { force, torque } = readReaction(joint, reaction);
    counted.force = force;
    counted.torque = Math.abs(torque);
    return;
  }
  // Coordinates of one joint act along directions at right angles, so the sizes of their forces add as squares.
  let force2 = 0;
  let torque = 0;
  const { coordinates } = joint;
  for (let i = 0; i < coordinates.length; i++) {
    const size = forceOf(coordinates[i], laws);
    if (coordinates[i].unit === 'angle') torque += Math.abs(size);
    else force2 += size * size;
  }
  counted.force = Math.sqrt(force2);
  counted.torque = torque;
}

const ALL_LAWS = (1 << BREAK_LAW_NAMES.length) - 1;

/** True if what counts is the joint's reaction, of which peaks are known, too. */
export function breaksByAllLaws(joint: Joint): boolean {
  const laws = joint.setting(BREAK_LAWS);
  return laws === 0 || laws === ALL_LAWS;
}

/** Sum over the laws of a coordinate whose bit is set. */
function forceOf(coordinate: Coordinate, laws: number): number {
  let sum = 0;
  for (let i = 0; i < BREAK_LAW_NAMES.length; i++)
    if (laws & (1 << i)) sum += lawOf(coordinate, BREAK_LAW_NAMES[i])?.force ?? 0;
  return sum;
}

function lawOf(coordinate: Coordinate, name: BreakLawName): { readonly force: number } | null {
  if (coordinate instanceof ScalarCoordinate) return coordinate[name];
  return name === 'lock' || name === 'spring' || name === 'friction' ? coordinate[name] : null;
}

function countErrors({ coordinates }: Joint): void {
  counted.length = counted.angle = 0;
  for (let i = 0; i < coordinates.length; i++) {
    const size = Math.abs(coordinates[i].error);
    if (coordinates[i].unit === 'angle') counted.angle = Math.max(counted.angle, size);
    else counted.length = Math.max(counted.length, size);
  }
}

/** A threshold of 0 breaks at any load. */
function ratio(load: number, threshold: number): number {
  return threshold > 0 ? load / threshold : load > 0 ? Number.MAX_VALUE : 0;
}
