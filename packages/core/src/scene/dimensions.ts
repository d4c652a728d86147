import { Body } from '../body/body';
import { BODY_TYPES } from '../body/body-options';
import { isObject } from '../base/check';
import type { ScalarCoordinate } from '../joint/scalar-coordinate';
import type { CoordinateSpec, JointType, Measure } from '../joint/joint-type';
import type { CoordinateUnit } from '../coordinates/coordinate';
import { power } from '../math/power';
import { BREAKINGS, SOLVERS } from '../world/world-options';
import {
  amount,
  data,
  type Dimension,
  direction,
  type Field,
  type Fields,
  flag,
  length,
  listOf,
  note,
  number,
  numberOf,
  objectOf,
  oneOf,
  orNull,
  positive,
  type Reading,
  size,
  text,
  turn,
  vector,
  wordOr,
} from './field';

/**
 * The dimension of every option that a scene may hold: the one table that scale and flip follow.
 *
 * Lengths, speeds and gravity are in world units and scale. Masses, times, ratios, and whatever is in SI in every
 * world (forces, torques, energies, stiffness, density, inertia) stay. Seen from the other side, y, angles and
 * turns change sign.
 */

const cap = orNull(amount);

export const worldFields: Fields = {
  gravity: vector,
  lengthUnit: size,
  substeps: positive,
  directSubsteps: wordOr('auto', positive),
  solver: oneOf(SOLVERS),
  tolerance: positive,
  directBudget: amount,
  breaking: oneOf(BREAKINGS),
  sleeping: flag,
  fixedStep: positive,
  maxCatchUp: amount,
  sleepSpeed: amount,
  sleepAfter: amount,
  maxCorrectionSpeed: amount,
};

/** The surface of a chain is on one side of its way: seen from the other side, it leads back. */
const chainVertices: Field = (value, path, reading) => {
  const read = listOf(vector)(value, path, reading);
  return reading.flipY && Array.isArray(read) ? read.reverse() : read;
};

const solids: Readonly<Record<string, Field>> = {
  disc: objectOf({ type: text, radius: size }, ['radius']),
  box: objectOf({ type: text, width: size, height: size, radius: size }, ['width', 'height']),
  capsule: objectOf({ type: text, length: size, radius: size }, ['length', 'radius']),
  polygon: objectOf({ type: text, vertices: listOf(vector), radius: size }, ['vertices']),
};

const material: Fields = {
  friction: amount,
  restitution: amount,
  rolling: amount,
  surfaceSpeed: numberOf({ scales: 1, mirrors: true }),
};

const part = objectOf(
  {
    shape: shapeOf(solids),
    position: vector,
    angle: turn,
    density: positive,
    ...material,
  },
  ['shape'],
);

const shape = shapeOf({
  ...solids,
  chain: objectOf({ type: text, vertices: chainVertices, closed: flag }, ['vertices', 'closed']),
  compound: objectOf({ type: text, parts: listOf(part) }, ['parts']),
});

const collides = objectOf({
  ...material,
  sensor: flag,
  oneWay: orNull(direction),
  group: orNull(text),
  with: orNull(listOf(text)),
});

function shapeOf(shapes: Readonly<Record<string, Field>>): Field {
  return (value, path, reading) => {
    const field = isObject(value) ? shapes[String(value['type'])] : undefined;
    if (field === undefined) return note(reading, path, `be a shape: ${Object.keys(shapes).join(', ')}`, value);
    return field(value, path, reading);
  };
}

export const bodyField = objectOf(
  {
    id: text,
    type: oneOf(BODY_TYPES),
    position: vector,
    angle: turn,
    velocity: vector,
    angularVelocity: turn,
    mass: orNull(positive),
    inertia: orNull(positive),
    shape: orNull(shape),
    density: positive,
    fixedRotation: flag,
    gravityScale: number,
    linearDamping: amount,
    angularDamping: amount,
    canSleep: flag,
    collides: orNull((given, path, reading) => (typeof given === 'boolean' ? given : collides(given, path, reading))),
    userData: data,
  },
  ['id'],
);

const softness = orNull(objectOf({ hertz: positive, dampingRatio: amount, correction: positive }));

const common: Fields = {
  type: text,
  id: text,
  enabled: flag,
  collideConnected: flag,
  userData: data,
  softness,
  maxForce: cap,
  maxTorque: cap,
  maxCorrectionSpeed: amount,
  solver: oneOf(SOLVERS),
  break: orNull(
    objectOf({
      force: cap,
      torque: cap,
      error: objectOf({ length: orNull(length), angle: cap, after: amount }),
      energy: cap,
      laws: listOf(text),
      remove: flag,
    }),
  ),
  debug: objectOf({ visible: flag, color: data, label: data }),
};

/** Coordinates whose sign depends on the side from which they are seen, beside all angles. */
const SIDEWAYS = new Set(['offset', 'y']);

/** How the value of a coordinate scales and mirrors. */
function dimensionOf(name: string, unit: CoordinateUnit, lengths = unit === 'length' ? 1 : 0): Dimension {
  return { scales: lengths, mirrors: unit === 'angle' || SIDEWAYS.has(name) };
}

/** `[lower, upper]`: where the sign changes, the bounds change places. */
function bounds(dimension: Dimension): Field {
  const bound = orNull(numberOf(dimension));
  const fields = objectOf({
    lower: bound,
    upper: bound,
    restitution: amount,
    hertz: orNull(positive),
    dampingRatio: amount,
    effectiveMass: positive,
    maxForce: cap,
    maxTorque: cap,
  });
  return (value, path, reading) => {
    const swap = dimension.mirrors && reading.flipY;
    if (Array.isArray(value)) {
      if (value.length !== 2) return note(reading, path, 'be [lower, upper]', value);
      const [lower, upper] = (value as unknown[]).map((item, i) => bound(item, `${path}[${i}]`, reading));
      return swap ? [upper, lower] : [lower, upper];
    }
    const read = fields(value, path, reading);
    if (!swap || !isObject(read)) return read;
    const { lower, upper, ...rest } = read;
    return { ...rest, lower: upper ?? null, upper: lower ?? null };
  };
}

/** A number; else by name only, and only where the world units of its arguments and their signs stay what they were. */
function forceName(dimension: Dimension): Field {
  const constant = numberOf({ ...dimension, scales: 0 });
  return (value, path, reading) => {
    if (typeof value === 'number') return constant(value, path, reading);
    if (dimension.scales !== 0 && reading.scale !== 1)
      return note(reading, path, 'be a spring by numbers where the scene is scaled: functions take world units', value);
    if (dimension.mirrors && reading.flipY)
      return note(reading, path, 'be a spring by numbers where y is turned over: functions take signed angles', value);
    return text(value, path, reading);
  };
}

/** By what a spring is stiff, at a point, too. */
const stiffnessFields: Fields = {
  hertz: positive,
  dampingRatio: amount,
  stiffness: amount,
  damping: amount,
  compliance: positive,
};

/** The fields of a spring on a coordinate of this dimension, but for where it rests. */
function springFields(dimension: Dimension): Fields {
  return {
    ...stiffnessFields,
    effectiveMass: positive,
    force: forceName(dimension),
    maxForce: cap,
    maxTorque: cap,
  };
}

/** A speed is signed, the approach of a servo is not. */
function motor(dimension: Dimension): Field {
  const target = numberOf(dimension);
  const signed = numberOf(dimension);
  const approach = orNull(numberOf({ ...dimension, mirrors: false }));
  const caps = { maxForce: cap, maxTorque: cap };
  const bySpeed = objectOf({ speed: signed, ...caps }, ['speed']);
  const servo = objectOf({ target, speed: approach, ...caps });
  return (value, path, reading) =>
    (isObject(value) && value['target'] !== undefined ? servo : bySpeed)(value, path, reading);
}

/** The laws of a scalar coordinate. */
function lawsOf(dimension: Dimension): Field {
  const value = numberOf(dimension);
  const lock = objectOf({ target: value, softness, effectiveMass: positive, maxForce: cap, maxTorque: cap });
  return objectOf({
    wrapped: flag,
    lock: orNull((given, path, reading) => (typeof given === 'boolean' ? given : lock(given, path, reading))),
    limits: orNull(bounds(dimension)),
    spring: orNull(objectOf({ ...springFields(dimension), target: value })),
    motor: orNull(motor(dimension)),
    friction: orNull(objectOf({ force: amount, torque: amount, coefficient: amount, radius: length, viscous: amount })),
    ratchet: orNull(objectOf({ tooth: value, phase: value, latch: value, maxForce: cap, maxTorque: cap }, ['tooth'])),
  });
}

const pointSpring = objectOf({ ...stiffnessFields, maxForce: cap });
const pointLock = objectOf({ softness, maxForce: cap });

const pointLaws = objectOf({
  lock: orNull((given, path, reading) => (typeof given === 'boolean' ? given : pointLock(given, path, reading))),
  spring: orNull(pointSpring),
  friction: orNull(objectOf({ force: amount, viscous: amount })),
});

function coordinateField({ measures }: JointType, { name, kind }: CoordinateSpec): Field {
  if (!kind.scalar) return pointLaws;
  const dimension = dimensionOf(name, kind.unit, kind.lengths);
  return lawsOf({ ...dimension, mirrors: dimension.mirrors && measures?.['mirrored'] === undefined });
}

/** Flat names: lengths where their joint measures a length, turns where it measures an angle. */
const FLAT_LENGTHS: Fields = {
  min: orNull(length),
  max: orNull(length),
  length,
  restLength: length,
  grooveA: vector,
  grooveB: vector,
  target: vector,
};
const FLAT_TURNS: Fields = {
  restAngle: turn,
  rate: turn,
  tooth: turn,
  phase: turn,
  min: orNull(turn),
  max: orNull(turn),
};

const FLAT_PLAIN: Fields = {
  path: objectOf({ points: listOf(vector), closed: flag, smooth: flag }, ['points']),
  foot: objectOf({ piece: number, at: number, turns: number }, ['piece', 'at']),
  ratio: number,
  weights: amount,
  spring: pointSpring,
};

/** A weight is what the sum is measured in per what its source is measured in. */
function gearTerm(source: Field, sum: Dimension): Field {
  const term = objectOf({ of: source, weight: number }, ['of', 'weight']);
  return (value, path, reading) => {
    const read = term(value, path, reading);
    if (!isObject(read) || typeof read['weight'] !== 'number') return read;
    const of = read['of'] as Body | ScalarCoordinate | null;
    const measured = of === null || of instanceof Body ? dimensionOf('angle', 'angle') : dimensionOf(of.name, of.unit);
    const scale = power(reading.scale, sum.scales) / power(reading.scale, measured.scales);
    const sign = reading.flipY && sum.mirrors !== measured.mirrors ? -1 : 1;
    return { ...read, weight: read['weight'] * scale * sign };
  };
}

/** How an option that is no law scales and mirrors. */
function measureField(key: string, measure: Measure): Field {
  if (measure === 'vector') return vector;
  if (measure === 'direction') return direction;
  if (measure === 'program') return text;
  if (measure === 'mirrored') return flag;
  if (typeof measure === 'string') return numberOf(dimensionOf(key, measure));
  if (Array.isArray(measure)) {
    const fields = (measure as readonly number[]).map((exponent) => measureField(key, exponent));
    return (value, path, reading) =>
      Array.isArray(value) && value.length <= fields.length
        ? value.map((item, i) => fields[i](item, `${path}[${i}]`, reading))
        : note(reading, path, `be a list of up to ${fields.length} numbers`, value);
  }
  if (typeof measure !== 'number')
    return objectOf(Object.fromEntries(Object.entries(measure).map(([name, one]) => [name, measureField(name, one)])));
  const finite = numberOf({ scales: measure, mirrors: false });
  return (value, path, reading) => {
    if ((2 * measure) % 1 !== 0 && reading.scale !== 1)
      return note(reading, path, 'be read without a scale: of its unit nobody knows the power', value);
    return value === 'inf' || value === '-inf' ? value : finite(value, path, reading);
  };
}

/** Every option of a joint of this type, by name. `references` reads what stands for bodies and sources. */
export function jointFields(
  type: JointType,
  isPreset: boolean,
  references: { readonly body: Field; readonly source: Field },
): Fields {
  const fields: Record<string, Field> = {};
  const angular = type.coordinates.every(({ kind }) => kind.unit === 'angle');
  const measured = angular ? FLAT_TURNS : FLAT_LENGTHS;
  const flat: Fields = {
    ...FLAT_PLAIN,
    ...springFields({ scales: angular ? 0 : 1, mirrors: angular }),
    ...measured,
  };
  for (const key of isPreset ? Object.keys(flat) : type.flat) if (Object.hasOwn(flat, key)) fields[key] = flat[key];
  for (const [key, measure] of Object.entries(type.measures ?? {})) fields[key] = measureField(key, measure);
  Object.assign(fields, common);
  // The caps of a preset are its spring's or motor's, and read the same.
  for (const key of type.bodyKeys) fields[key] = references.body;
  if (type.frames.includes('anchors')) for (const key of ['anchor', ...type.anchorKeys]) fields[key] = vector;
  if (type.frames.includes('axis')) for (const key of ['axis', 'localAxisA']) fields[key] = direction;
  if (type.frames.includes('referenceAngle')) fields['referenceAngle'] = turn;
  for (const { name } of type.parameters) fields[name] = number;
  for (const spec of type.coordinates) {
    const laws = coordinateField(type, spec);
    const short = Object.hasOwn(fields, spec.name) ? fields[spec.name] : laws;
    // `pin` takes its length as a number or as laws.
    fields[spec.name] = (value, path, reading) => (isObject(value) ? laws : short)(value, path, reading);
  }
  if (type.name === 'gear') {
    const [{ kind }] = type.coordinates;
    const sum = dimensionOf('sum', kind.unit);
    fields['terms'] = listOf(gearTerm(references.source, sum));
    fields['value'] = numberOf(sum);
  }
  return fields;
}

/** Flat bounds of angles change places where the sign changes, and what would not stay as it is written sees y turned over. */
export function mirrorWhole(
  type: JointType,
  options: Record<string, unknown>,
  { flipY }: Reading,
): Record<string, unknown> {
  if (flipY && type.measures?.['mirrored'] !== undefined) return { ...options, mirrored: options['mirrored'] !== true };
  const angular = type.coordinates.length > 0 && type.coordinates.every(({ kind }) => kind.unit === 'angle');
  const { min, max, ...rest } = options;
  if (!flipY || !angular || (min === undefined && max === undefined)) return options;
  return { ...rest, min: max ?? null, max: min ?? null };
}
