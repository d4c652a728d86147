/**
 * The golden data's joints as Tenon's: one table for the vectors and the trajectories. Bodies 1 and 2 are A and B
 * unless the entry says otherwise; rows are matched by name, with the sign of the golden row against Tenon's.
 */

export type Params = Record<string, unknown>;

export interface RowMatch {
  /** Name in the golden data, and in `inspect`. */
  readonly golden: string;
  readonly row: string;
  /** Raw coordinate where the golden one counts from a rest value: compared with C. */
  readonly countsFromRest?: boolean;
}

export interface Mapping {
  /** Tenon's joint type and options, bodies left out. */
  readonly type: string;
  readonly options: Params;
  /** Golden body (1 …) for each body key of the type. Default: bodyA 1, bodyB 2. */
  readonly bodies: Readonly<Record<string, number>>;
  readonly rows: readonly RowMatch[];
}

interface Feature {
  readonly type: 'limit' | 'motor' | 'spring';
  readonly min?: number | null;
  readonly max?: number | null;
  readonly speed?: number;
  readonly stiffness?: number;
  readonly damping?: number;
  readonly rest?: number;
}

const PAIR = { bodyA: 1, bodyB: 2 };

/** Every joint of the golden data, by its name there. */
export const mappings: Readonly<Record<string, (params: Params) => Mapping>> = {
  pivot: (p) => ({ type: 'pivot', options: anchors(p), bodies: PAIR, rows: same('x', 'y') }),
  weld: (p) => ({
    type: 'weld',
    options: { ...anchors(p), referenceAngle: p['phase'] ?? 0 },
    bodies: PAIR,
    rows: same('x', 'y', 'angle'),
  }),
  angle: (p) => ({
    type: 'angle',
    options: { ratio: p['ratio'] ?? 1, ...range(p) },
    bodies: PAIR,
    rows: same('angle'),
  }),
  'rotary-limit': (p) => ({ type: 'rotary-limit', options: range(p), bodies: PAIR, rows: same('angle') }),
  distance: lengthJoint,
  slide: lengthJoint,
  rope: (p) => ({ type: 'rope', options: { ...anchors(p), max: p['max'] }, bodies: PAIR, rows: same('length') }),
  pin: (p) => ({
    type: 'pin',
    options: { ...anchors(p), ...(p['length'] === undefined ? {} : { length: p['length'] }) },
    bodies: PAIR,
    rows: [{ golden: 'length', row: 'length', countsFromRest: true }],
  }),
  line: (p) => ({
    type: 'line',
    options: { ...anchors(p), localAxisA: p['direction'], slide: { limits: [p['min'] ?? null, p['max'] ?? null] } },
    bodies: PAIR,
    rows: [
      { golden: 'cross', row: 'offset' },
      { golden: 'dot', row: 'slide' },
    ],
  }),
  motor: (p) => ({
    type: 'motor',
    options: { ratio: p['ratio'] ?? 1, rate: p['rate'], maxTorque: p['maxTorque'] ?? null },
    bodies: PAIR,
    rows: [{ golden: 'rate', row: 'angle' }],
  }),
  // Chipmunk's motor asks for the opposite.
  'simple-motor': (p) => ({
    type: 'motor',
    options: { rate: -number(p['rate']), maxTorque: p['maxTorque'] ?? null },
    bodies: PAIR,
    rows: [{ golden: 'rate', row: 'angle' }],
  }),
  pulley: (p) => ({
    type: 'pulley',
    options: {
      localAnchorA: p['anchor1'],
      localAnchorB: p['anchor2'],
      localAnchorC: p['anchor3'],
      localAnchorD: p['anchor4'],
      ratio: p['ratio'],
      length: { limits: [p['min'] ?? null, p['max'] ?? null] },
    },
    bodies: { bodyA: 1, bodyB: 2, bodyC: 3, bodyD: 4 },
    rows: same('length'),
  }),
  groove: (p) => ({
    type: 'groove',
    options: { grooveA: p['grooveA'], grooveB: p['grooveB'], localAnchorB: p['anchor2'] ?? [0, 0] },
    bodies: PAIR,
    rows: [
      { golden: 'normal', row: 'offset' },
      { golden: 'tangent', row: 'slide' },
    ],
  }),
  'damped-spring': (p) => ({
    type: 'damped-spring',
    options: { ...anchors(p), restLength: p['rest'], stiffness: p['stiffness'], damping: p['damping'] },
    bodies: PAIR,
    rows: same('length'),
  }),
  'damped-rotary-spring': (p) => ({
    type: 'rotary-spring',
    options: { restAngle: p['rest'], stiffness: p['stiffness'], damping: p['damping'] },
    bodies: PAIR,
    rows: same('angle'),
  }),
  ratchet: (p) => ({
    type: 'angle',
    options: { angle: { ratchet: { tooth: p['ratchet'], phase: p['phase'] ?? 0, latch: p['angle'] } } },
    bodies: PAIR,
    rows: same('angle'),
  }),
  gear: (p) => ({
    type: 'gear',
    options: { ratio: p['ratio'], phase: p['phase'] ?? 0 },
    bodies: PAIR,
    rows: [{ golden: 'angle', row: 'sum' }],
  }),
  'point-on-line-a': (p) => ({
    type: 'line',
    options: { ...anchors(p), localAxisA: p['axis'] },
    bodies: PAIR,
    rows: [{ golden: 'perp', row: 'offset' }],
  }),
  // The axis is carried by body 2, so body 2 is A; the golden row is perp(a)·(p1 − p2).
  'point-on-line-b': (p) => ({
    type: 'line',
    options: { localAnchorA: p['anchor2'], localAnchorB: p['anchor1'], localAxisA: p['axis'] },
    bodies: { bodyA: 2, bodyB: 1 },
    rows: [{ golden: 'perp', row: 'offset' }],
  }),
  prismatic: (p) => ({
    type: 'prismatic',
    options: {
      ...anchors(p),
      localAxisA: p['axis'],
      referenceAngle: p['referenceAngle'] ?? 0,
      slide: feature(p, 'axial', 'maxForce'),
    },
    bodies: PAIR,
    rows: [
      { golden: 'perp', row: 'offset' },
      { golden: 'angle', row: 'angle' },
      { golden: 'axial', row: 'slide' },
    ],
  }),
  wheel: (p) => ({
    type: 'wheel',
    options: {
      ...anchors(p),
      localAxisA: p['axis'],
      referenceAngle: 0,
      suspension: {
        ...feature(p, 'axial', 'maxForce'),
        ...(p['spring'] ? { spring: spring(p['spring'] as Feature) } : {}),
      },
      spin: { ...feature(p, 'spin', 'maxTorque'), ...(p['motor'] ? { motor: p['motor'] } : {}) },
    },
    bodies: PAIR,
    rows: [
      { golden: 'perp', row: 'offset' },
      { golden: 'axial', row: 'suspension' },
      { golden: 'spin', row: 'spin' },
    ],
  }),
  revolute: (p) => ({
    type: 'pivot',
    options: { ...anchors(p), referenceAngle: p['referenceAngle'] ?? 0, angle: feature(p, 'angle', 'maxTorque') },
    bodies: PAIR,
    rows: same('x', 'y', 'angle'),
  }),
  mouse: (p) => ({
    type: 'drag',
    options: {
      localAnchorA: p['target'],
      localAnchorB: p['anchor'],
      point: { spring: { stiffness: p['stiffness'], damping: p['damping'], maxForce: p['maxForce'] ?? null } },
    },
    bodies: { bodyB: 1 },
    rows: same('x', 'y'),
  }),
  // What is left of `correctionFactor` after a step depends on the step: no law of a motion.
  frame: (p) => ({
    type: 'weld',
    options: {
      localAnchorA: p['linearOffset'],
      localAnchorB: [0, 0],
      referenceAngle: p['angularOffset'],
      maxForce: p['maxForce'] ?? null,
      maxTorque: p['maxTorque'] ?? null,
    },
    bodies: PAIR,
    rows: same('x', 'y', 'angle'),
  }),
  friction: (p) => ({
    type: 'friction',
    options: { ...anchors(p), maxForce: p['maxForce'], maxTorque: p['maxTorque'] },
    bodies: PAIR,
    rows: same('x', 'y', 'angle'),
  }),
};

/** The mapping of a golden joint; says which name is not known. */
export function mappingOf(joint: string, params: Params): Mapping {
  const mapping = mappings[joint];
  if (mapping === undefined) throw new Error(`No mapping for the golden joint '${joint}': add one to oracle/joints.ts`);
  return mapping(params);
}

function lengthJoint(p: Params): Mapping {
  return {
    type: 'distance',
    options: { ...anchors(p), length: { limits: [p['min'] ?? null, p['max'] ?? null] } },
    bodies: PAIR,
    rows: same('length'),
  };
}

function same(...names: readonly string[]): RowMatch[] {
  return names.map((name) => ({ golden: name, row: name }));
}

function anchors(p: Params): Params {
  return { localAnchorA: p['anchor1'] ?? [0, 0], localAnchorB: p['anchor2'] ?? [0, 0] };
}

function range(p: Params): Params {
  return { min: p['min'] ?? null, max: p['max'] ?? null };
}

function spring({ stiffness = 0, damping = 0, rest = 0 }: Feature): Params {
  return { stiffness, damping, target: rest };
}

/** The law that a feature of a row stands for. */
function feature(p: Params, row: string, capName: 'maxForce' | 'maxTorque'): Params {
  const given = (p['features'] as Record<string, Feature | null> | null | undefined)?.[row];
  if (given === undefined || given === null) return {};
  if (given.type === 'limit') return { limits: [given.min ?? null, given.max ?? null] };
  if (given.type === 'motor') return { motor: { speed: given.speed, [capName]: given.max ?? null } };
  return { spring: spring(given) };
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`Expected a number, got ${String(value)}`);
  return value;
}
