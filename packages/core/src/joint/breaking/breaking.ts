import { deepFrozen } from '../../base/check';
import { actedAt, JACOBIAN } from '../../coordinates/sum-fields';
import { BREAK_LAW_NAMES } from './break-law';
import { measuredError, measureError } from '../coordinate-error';
import type { Joint } from '../joint';
import type { JointBatch } from '../../batches/joint-batch';
import type { BreakLoad } from '../joint-events';
import type { CoordinateSpec } from '../joint-type';
import { bookedImpulse, type LawBook, pointBooks, readImpulse, scalarBooks } from '../law-book';
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
  SETTINGS_SIZE,
} from '../../state/record';
import { lastStep, measureLastStep, noReaction, readReaction } from '../../batches/reactions';
import { measureStored, stored, storedEnergy } from './stored-energy';

/** A joint past one of its thresholds. */
export interface Overload {
  readonly joint: Joint;
  readonly load: BreakLoad;
}

const NONE: readonly Overload[] = [];

/** Every joint past a threshold after this step, by falling overload, then by id. */
export function findOverloaded(breakables: ReadonlySet<Joint>, dt: number): readonly Overload[] {
  counted[LASTED] = dt;
  breakables.forEach(addOverloaded);
  if (overloaded.length === 0) return NONE;
  return overloaded.splice(0).sort((a, b) => b.load.overload - a.load.overload || byId(a.joint.id, b.joint.id));
}

/** Those that have been found: a list that a function of its own closed over would be allocated in every step. */
const overloaded: Overload[] = [];

function addOverloaded(joint: Joint): void {
  if (!joint.takesPart || joint.isSleeping) return;
  counted[OVERLOAD] = 0;
  countOverload(joint);
  if (counted[OVERLOAD] >= 1) overloaded.push({ joint, load: loadOf(joint, counted[OVERLOAD]) });
}

/** j9 comes before j10. */
function byId(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/**
 * What is compared with the thresholds of the joint at hand; the largest share of one that is reached, for how long the step lasted, and
 * what the laws at hand gave. Numbers that are handed from call to call would be garbage in every step.
 */
const counted = new Float64Array(7);
const FORCE = 0,
  TORQUE = 1,
  LENGTH = 2,
  ANGLE = 3,
  OVERLOAD = 4,
  LASTED = 5,
  IMPULSE = 6;

/** In the order of `BREAK_LAW_NAMES`. */
const booksOfScalars: readonly (LawBook | null)[] = BREAK_LAW_NAMES.map((name) => scalarBooks[name]);
const booksOfPoints: readonly (LawBook | null)[] = BREAK_LAW_NAMES.map((name) =>
  name === 'lock' || name === 'spring' || name === 'friction' ? pointBooks[name] : null,
);

/** The joint's own is handed out: whoever has frozen it would keep the joint from breaking. */
const reaction = noReaction();

/** The same for an overlay: mean force and torque of the last step, errors at the present poses. */
export function countLoad(joint: Joint): { force: number; torque: number; length: number; angle: number } {
  countReaction(joint);
  countErrors(joint);
  return { force: counted[FORCE], torque: counted[TORQUE], length: counted[LENGTH], angle: counted[ANGLE] };
}

/** Leaves in `counted` the largest share of a threshold that is reached; an error counts once it has lasted. */
function countOverload(joint: Joint): void {
  const { batch, slot, settings } = joint;
  const w = batch.settings;
  const p = slot * SETTINGS_SIZE;
  if (settings & (BREAKS_BY_FORCE | BREAKS_BY_TORQUE)) {
    countReaction(joint);
    if (settings & BREAKS_BY_FORCE) compare(counted, FORCE, w, p + BREAK_FORCE);
    if (settings & BREAKS_BY_TORQUE) compare(counted, TORQUE, w, p + BREAK_TORQUE);
  }
  if (settings & BREAKS_BY_ENERGY) {
    measureStored(joint);
    compare(stored, 0, w, p + BREAK_ENERGY);
  }
  if (!(settings & (BREAKS_BY_LENGTH | BREAKS_BY_ANGLE))) return;
  countErrors(joint);
  const before = counted[OVERLOAD];
  counted[OVERLOAD] = 0;
  if (settings & BREAKS_BY_LENGTH) compare(counted, LENGTH, w, p + BREAK_LENGTH);
  if (settings & BREAKS_BY_ANGLE) compare(counted, ANGLE, w, p + BREAK_ANGLE);
  const lasted = counted[OVERLOAD] >= 1 ? w[p + OVER_ERROR_TIME] + counted[LASTED] : 0;
  w[p + OVER_ERROR_TIME] = lasted;
  counted[OVERLOAD] = lasted > w[p + BREAK_AFTER] ? Math.max(before, counted[OVERLOAD]) : before;
}

/** Raises the overload to the share of a threshold that a load is; one of 0 breaks at any load. */
function compare(loads: Float64Array, i: number, thresholds: Float64Array, k: number): void {
  const load = loads[i];
  const threshold = thresholds[k];
  const share = threshold > 0 ? load / threshold : load > 0 ? Number.MAX_VALUE : 0;
  if (share > counted[OVERLOAD]) counted[OVERLOAD] = share;
}

function loadOf(joint: Joint, overload: number): BreakLoad {
  const { force, torque, length, angle } = countLoad(joint);
  return deepFrozen({ force, torque, error: { length, angle }, energy: storedEnergy(joint), overload });
}

/** Mean force and torque of the step, of all laws or of those that count: on B, of a joint of more than two bodies the largest on any of them. */
function countReaction(joint: Joint): void {
  if (joint.batch.columns > 2) {
    countBodies(joint);
    return;
  }
  if (breaksByAllLaws(joint)) {
    readReaction(joint, reaction);
    counted[FORCE] = reaction.force;
    counted[TORQUE] = Math.abs(reaction.torque);
    return;
  }
  const { batch, slot } = joint;
  const { coordinates } = batch;
  const laws = batch.settings[slot * SETTINGS_SIZE + BREAK_LAWS] | 0;
  const world = joint.requireWorld();
  measureLastStep(batch, slot, world);
  const scale = lastStep[0] > 0 ? 1 / (lastStep[0] * world.lengthUnit) : 0;
  // Coordinates of one joint act along directions at right angles, so the sizes of their forces add as squares.
  let impulse2 = 0;
  let turn = 0;
  for (let i = 0; i < coordinates.length; i++) {
    sumImpulses(batch, slot, coordinates[i], laws);
    if (coordinates[i].kind.unit === 'angle') turn += Math.abs(counted[IMPULSE]);
    else impulse2 += counted[IMPULSE] * counted[IMPULSE];
  }
  counted[FORCE] = Math.sqrt(impulse2) * scale;
  counted[TORQUE] = (turn * scale) / world.lengthUnit;
}

/** On each body what its rows gave it; of what has anchors the torque is that about the one of B, else those about the centres of mass. */
function countBodies(joint: Joint): void {
  const { batch, slot } = joint;
  const { coordinates, rows: d, columns, stride } = batch;
  const r = slot * stride;
  const laws = joint.setting(BREAK_LAWS);
  readReaction(joint, reaction);
  const { lengthUnit } = joint.requireWorld();
  const scale = lastStep[0] > 0 ? 1 / (lastStep[0] * lengthUnit) : 0;
  const hasAnchors = joint.definition.anchorKeys.length > 0;
  counted[FORCE] = 0;
  counted[TORQUE] = hasAnchors ? Math.abs(reaction.torque) : 0;
  for (let c = 0; c < columns; c++) {
    let x = 0;
    let y = 0;
    let turn = 0;
    for (let i = 0; i < coordinates.length; i++) {
      const o = r + coordinates[i].at;
      let from = o + actedAt(columns) + 3 * c;
      counted[IMPULSE] = 1;
      if (laws !== 0) {
        from = o + JACOBIAN + 3 * c;
        sumImpulses(batch, slot, coordinates[i], laws);
      }
      x += d[from] * counted[IMPULSE];
      y += d[from + 1] * counted[IMPULSE];
      turn += d[from + 2] * counted[IMPULSE];
    }
    counted[FORCE] = Math.max(counted[FORCE], Math.sqrt(x * x + y * y) * scale);
    if (!hasAnchors) counted[TORQUE] = Math.max(counted[TORQUE], (Math.abs(turn) * scale) / lengthUnit);
  }
}

/** True if what counts is the joint's reaction, of which peaks are known, too. */
export function breaksByAllLaws(joint: Joint): boolean {
  return joint.setting(BREAK_LAWS) === 0;
}

/** Leaves in `counted` what the laws of a coordinate whose bit is set gave in the last step. */
function sumImpulses(batch: JointBatch, j: number, spec: CoordinateSpec, laws: number): void {
  const books = spec.kind.scalar ? booksOfScalars : booksOfPoints;
  counted[IMPULSE] = 0;
  for (let i = 0; i < books.length; i++) {
    const book = books[i];
    if (!(laws & (1 << i)) || book === null) continue;
    readImpulse(batch, j, spec, book);
    counted[IMPULSE] += bookedImpulse[0];
  }
}

function countErrors(joint: Joint): void {
  joint.measure();
  const { batch, slot } = joint;
  const { coordinates } = batch;
  counted[LENGTH] = counted[ANGLE] = 0;
  for (let i = 0; i < coordinates.length; i++) {
    measureError(batch, slot, coordinates[i]);
    const k = coordinates[i].kind.unit === 'angle' ? ANGLE : LENGTH;
    counted[k] = Math.max(counted[k], Math.abs(measuredError[0]));
  }
}
