import type { Body } from '../body/body';
import { BODY } from '../state/body-store';
import { closed, finite, isObject, knownKeys } from '../base/check';
import { refuse } from '../base/error';
import { readDirection, readVec } from '../math/vec2';
import type { World } from '../world/world';
import { BREAK_LAW_NAMES } from './breaking/break-law';
import type { Joint } from './joint';
import type { CappedForce, CappedTorque, JointCommonOptions } from './joint-options';
import type { JointType } from './joint-type';
import { POINT_LAWS } from './point-coordinate';
import { ENABLED, LOCAL_AX, LOCAL_BX, LOCAL_UX, MAX_CORRECTION, REFERENCE_ANGLE } from '../state/record';

type Given = Record<string, unknown>;

/** Options that every joint takes, beside its bodies and frames. */
export const COMMON = [
  'id',
  'enabled',
  'collideConnected',
  'userData',
  'softness',
  'maxForce',
  'maxTorque',
  'maxCorrectionSpeed',
  'solver',
  'break',
  'debug',
] as const;

/** Options a type takes: the common ones, its bodies and frames, its coordinates, parameters and flat names. */
function optionKeys(type: JointType): string[] {
  const keys: string[] = [...COMMON, ...type.bodyKeys];
  if (type.frames.includes('anchors')) keys.push('anchor', ...type.anchorKeys);
  if (type.frames.includes('axis')) keys.push('axis', 'localAxisA');
  if (type.frames.includes('referenceAngle')) keys.push('referenceAngle');
  keys.push(...type.coordinates.map(({ name }) => name), ...type.parameters.map(({ name }) => name), ...type.flat);
  return keys;
}

/** Refuses options that the type does not take, nor its preset of that label, whose `own` are beside them. */
export function checkKeys(label: string, type: JointType, given: unknown, own: readonly string[] = []): void {
  knownKeys(label, given, [...new Set([...optionKeys(type), ...own])], (key) => homeOfLaw(type, key));
}

/** `angle: { limits }`: where the laws of a type go that are given beside its coordinates, by mistake. */
function homeOfLaw(type: JointType, key: string): string | null {
  if (!BREAK_LAW_NAMES.some((law) => law === key)) return null;
  const places = type.coordinates.filter(({ kind }) => kind.scalar || POINT_LAWS.some((law) => law === key));
  const free = places.filter(({ locked }) => !locked);
  return (free.length > 0 ? free : places).map(({ name }) => `${name}: { ${key} }`).join(' or ') || null;
}

/** Makes a joint: everything is checked, and a refusal leaves the world as it was. */
export function createJoint(world: World, named: JointType, given: Given): Joint {
  world.requireAlive();
  const type = named.variant?.(given) ?? named;
  const label = type.label;
  checkKeys(label, type, given);
  // Bodies first: flat names may be turned into options by what a body weighs or where it is.
  const slots =
    type.readBodies?.(world, given) ??
    type.bodyKeys.map((key) => (key in given ? readBody(world, `${label}.${key}`, given[key]) : null));
  type.checkBodies(label, slots);
  const options: Given = { ...given, ...unfolded(world, type, given) };
  const claim = world.members.joints.nextId(options['id']);

  const { batch, columns } = world.batchFor(type, slots);
  const joint = closed(new type.facade(world, batch, claim.id, slots));
  joint.takeSlot(batch.append(joint));
  columns.forEach((slot, i) => (batch.bodies[joint.slot * batch.columns + i] = slot * BODY));
  try {
    joint.setSettings(ENABLED, 0);
    joint.initialize(MAX_CORRECTION, world.maxCorrectionSpeed * world.lengthUnit);
    type.place(joint, options);
    applyLaws(joint, options);
  } catch (error) {
    batch.dropLast(joint);
    throw error;
  }
  world.members.joints.claim(claim);
  return joint;
}

/** Flat names as nested options, merged law by law with those given beside them; the same law given twice is a conflict. */
function unfolded(world: World, type: JointType, given: Given): Given {
  const nested = { ...type.unfold(given, world) };
  for (const { name } of type.coordinates) {
    if (name in nested && given[name] !== undefined)
      nested[name] = mergeLaws(`${type.label}.${name}`, nested[name], given[name]);
  }
  return nested;
}

/** Laws of one coordinate from flat names, and those given nested. */
export function mergeLaws(path: string, filled: unknown, given: unknown): unknown {
  if (!isObject(given) || !isObject(filled)) return given;
  for (const law of Object.keys(given)) {
    if (law in filled) refuse('option-conflict', `${path}.${law}`, 'be left out beside its flat names', given[law]);
  }
  return { ...filled, ...given };
}

/** A body of the world, or `null` for the world itself. */
export function readBody(world: World, path: string, body: unknown): Body | null {
  if (body === undefined) refuse('option-missing', path, 'be a body, or null or left out for the world', body);
  if (body === null) return null;
  return world.ownBody(path, body);
}

/** Two anchors, from one world point or from two local ones. */
export function placePair(joint: Joint, options: Given): void {
  const { frames, label } = joint.definition;
  const { bodyA, bodyB } = joint;
  if (frames.includes('anchors')) {
    if (options['anchor'] !== undefined) {
      for (const key of ['localAnchorA', 'localAnchorB']) {
        if (options[key] !== undefined)
          refuse('option-conflict', `${label}.${key}`, 'be left out beside anchor', options[key]);
      }
      const anchor = readVec(`${label}.anchor`, options['anchor']);
      setVec(joint, LOCAL_AX, localPoint(bodyA, anchor));
      setVec(joint, LOCAL_BX, localPoint(bodyB, anchor));
    } else {
      setVec(joint, LOCAL_AX, readVec(`${label}.localAnchorA`, givenOr(options['localAnchorA'], [0, 0])));
      setVec(joint, LOCAL_BX, readVec(`${label}.localAnchorB`, givenOr(options['localAnchorB'], [0, 0])));
    }
  }
  if (frames.includes('axis')) {
    if (options['axis'] !== undefined && options['localAxisA'] !== undefined) {
      refuse('option-conflict', `${label}.localAxisA`, 'be left out beside axis', options['localAxisA']);
    }
    const axis =
      options['axis'] !== undefined
        ? localDirection(bodyA, readDirection(`${label}.axis`, options['axis']))
        : readDirection(`${label}.localAxisA`, givenOr(options['localAxisA'], [1, 0]));
    setVec(joint, LOCAL_UX, axis);
  }
  placeParameters(joint, options);
  if (frames.includes('referenceAngle')) {
    const angle = givenOr(options['referenceAngle'], (bodyB?.angle ?? 0) - (bodyA?.angle ?? 0));
    joint.initialize(REFERENCE_ANGLE, finite(`${label}.referenceAngle`, angle));
  }
}

/** Its numbers beside the frames. */
export function placeParameters(joint: Joint, options: Given): void {
  for (const { name, at, default: value, check } of joint.definition.parameters)
    joint.initialize(at, check(`${joint.label}.${name}`, givenOr(options[name], value)));
}

/** Only what is left out has a default; null is no number and no point. */
export function givenOr(value: unknown, usual: unknown): unknown {
  return value === undefined ? usual : value;
}

function localPoint(body: Body | null, point: { x: number; y: number }): { x: number; y: number } {
  return body === null ? point : body.toLocal(point);
}

function localDirection(body: Body | null, direction: { x: number; y: number }): { x: number; y: number } {
  return body === null ? direction : body.toLocalVector(direction);
}

function setVec(joint: Joint, field: number, { x, y }: { x: number; y: number }): void {
  joint.initialize(field, x);
  joint.initialize(field + 1, y);
}

/** Locks of the type, then the laws given, then what speaks for all locks. */
function applyLaws(joint: Joint, given: Given): void {
  const options = given as JointCommonOptions & CappedForce & CappedTorque & Given;
  joint.follow();
  joint.noteApart();
  for (const coordinate of joint.coordinates) {
    if (coordinate.spec.locked) coordinate.lock = true;
  }
  for (const coordinate of joint.coordinates) {
    const laws = given[coordinate.name];
    if (laws !== undefined) coordinate.applyOptions(coordinate.path, laws);
  }
  if (options.softness !== undefined) joint.softness = options.softness;
  // Where a type has the name among its flat ones, it is the cap of another law.
  const { flat } = joint.definition;
  if (options.maxForce !== undefined && !flat.includes('maxForce')) joint.maxForce = options.maxForce;
  if (options.maxTorque !== undefined && !flat.includes('maxTorque')) joint.maxTorque = options.maxTorque;
  if (options.maxCorrectionSpeed !== undefined) joint.maxCorrectionSpeed = options.maxCorrectionSpeed;
  if (options.collideConnected !== undefined) joint.collideConnected = options.collideConnected;
  if (options.solver !== undefined) joint.solver = options.solver;
  if (options.break !== undefined) joint.break = options.break;
  if (options.debug !== undefined) joint.debug = options.debug;
  joint.userData = options.userData;
  if (options.enabled !== undefined) joint.enabled = options.enabled;
}
