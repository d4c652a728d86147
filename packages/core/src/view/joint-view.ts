/*
 * What an overlay may know of a joint: flat records of numbers, filled once per visit and reused for the next joint.
 * A number that does not apply is NaN, a law that is not there has `on: false`.
 */

/** What a coordinate measures, and so how it is drawn. */
export type CoordinateKind = 'point' | 'angle' | 'axis' | 'length' | 'path' | 'sum' | 'pose' | 'general';

/** Bits of `JointView.flags`. */
export const JointFlag = {
  asleep: 1,
  disabled: 2,
  dragging: 4,
  slack: 8,
  atLimit: 16,
  breakable: 32,
  broken: 64,
} as const;

/** A law as an overlay sees it. */
export interface LawView {
  /** false: the coordinate has no such law, and the rest means nothing */
  on: boolean;
  /** N or N·m, mean over the last step */
  force: number;
  /** N or N·m; Infinity where there is none */
  cap: number;
}

/** What holds a coordinate. */
export interface LockView extends LawView {
  /** value at which it is held, world units or rad */
  target: number;
  /** the joint's softness has a finite hertz */
  soft: boolean;
}

/** Bounds, world units or rad. */
export interface LimitsView extends LawView {
  /** −Infinity where it is open */
  lower: number;
  /** Infinity where it is open */
  upper: number;
  /** the stop that pushes or is within slop: −1 lower, 1 upper */
  active: -1 | 0 | 1;
}

/** A spring. */
export interface SpringView extends LawView {
  /** value at which it rests, world units or rad */
  rest: number;
}

/** A motor or servo. */
export interface MotorView extends LawView {
  /** world units/s or rad/s; of a servo the fastest approach */
  speed: number;
  /** a number makes it a servo, NaN a speed motor */
  target: number;
}

/** Teeth that are passed one way. */
export interface RatchetView extends LawView {
  /** world units or rad; its sign is the free direction */
  tooth: number;
  /** value at which a tooth sits */
  phase: number;
  /** true if a tooth held in the last step */
  blocked: boolean;
}

/** The laws of one coordinate, by name. */
export interface LawSet {
  lock: LockView;
  limits: LimitsView;
  spring: SpringView;
  motor: MotorView;
  friction: LawView;
  ratchet: RatchetView;
}

/** Where a number lives, in world units and world angles. */
export interface Place {
  /** frame of A; of a drag or a pose, the target */
  ax: number;
  ay: number;
  aAngle: number;
  /** frame of B */
  bx: number;
  by: number;
  bAngle: number;
  /** unit direction in which the value is measured; of an offset, the normal of the guide */
  ux: number;
  uy: number;
  /** angle: world direction of the value 0, rad */
  zero: number;
  /** angle: world radians per unit of the value; 1, or 1 / ratio */
  gain: number;
  /** path: x, y of the curve in A's frame, and the arc length at each of its points */
  points: Float64Array;
  lengths: Float64Array;
  pointCount: number;
}

/** One summand of a `sum` coordinate. */
export interface TermView extends Place {
  kind: 'angle' | 'axis' | 'length';
  weight: number;
  value: number;
  /** the end of a rope that is on the world, or on the body shared with the neighbouring term */
  fixedEnd: 'a' | 'b';
}

/** One coordinate of a joint, where it is seen, with its laws. */
export interface CoordinateView extends Place {
  /** as on its joint: `angle`, `slide` … */
  name: string;
  kind: CoordinateKind;
  unit: 'length' | 'angle' | 'number';
  /** world units or rad; NaN: only a rate is measured (motor, friction) */
  value: number;
  /** per second */
  rate: number;
  laws: LawSet;
  /** the angular part of a pose; all off elsewhere */
  turn: LawSet;
  /** summands of a sum; the first `termCount` count, the others are pooled */
  terms: TermView[];
  termCount: number;
}

/** A body of a joint, at the pose that is shown: world units and rad. */
export interface BodyView {
  x: number;
  y: number;
  angle: number;
  /** √(2 I / m), the radius of the disc with the same inertia; 0 if unknown */
  radius: number;
  /** the world's own static body */
  world: boolean;
}

/** One joint, with its bodies and coordinates. */
export interface JointView {
  /** the handle; its type is `Joint` where `viewWorld` filled the record */
  joint: object;
  type: string;
  /** the joint's label, else its id */
  name: string;
  /** `#rrggbb` or 0xrrggbb, as the user gave it; null: the overlay's own */
  color: string | number | null;
  /** bits of {@link JointFlag} */
  flags: number;
  /** largest share of a lock's cap or a break threshold that is used: mean and peak of the last step, ≥ 0, finite */
  stress: number;
  stressPeak: number;
  /** s since it broke */
  age: number;
  /** by slot; the first `bodyCount` count, the others are pooled */
  bodies: BodyView[];
  bodyCount: number;
  /** softest first; the first `coordinateCount` count, the others are pooled */
  coordinates: CoordinateView[];
  coordinateCount: number;
}

const nobody = Object.freeze({});
const nowhere = new Float64Array(0);

/** What each record is before it is filled, but for what is pooled in it. */
const JOINT = {
  joint: nobody,
  type: '',
  name: '',
  color: null,
  flags: 0,
  stress: 0,
  stressPeak: 0,
  age: 0,
  bodyCount: 0,
  coordinateCount: 0,
};
const BODY: BodyView = { x: NaN, y: NaN, angle: NaN, radius: 0, world: false };
const PLACE: Place = {
  ax: NaN,
  ay: NaN,
  aAngle: NaN,
  bx: NaN,
  by: NaN,
  bAngle: NaN,
  ux: NaN,
  uy: NaN,
  zero: NaN,
  gain: NaN,
  points: nowhere,
  lengths: nowhere,
  pointCount: 0,
};
const LAW: LawView = { on: false, force: NaN, cap: NaN };
const LAWS: LawSet = {
  lock: { ...LAW, target: NaN, soft: false },
  limits: { ...LAW, lower: NaN, upper: NaN, active: 0 },
  spring: { ...LAW, rest: NaN },
  motor: { ...LAW, speed: NaN, target: NaN },
  friction: LAW,
  ratchet: { ...LAW, tooth: NaN, phase: NaN, blocked: false },
};

/** An empty record to be filled by `viewJoint` or by hand. */
export function createJointView(): JointView {
  return { ...JOINT, bodies: [], coordinates: [] };
}

/** Empties a record for its next joint; its bodies and coordinates stay pooled. */
export function clearJointView(view: JointView): JointView {
  return Object.assign(view, JOINT);
}

/** The next body of the record, cleared. */
export function addBodyView(view: JointView): BodyView {
  if (view.bodyCount === view.bodies.length) view.bodies.push({ ...BODY });
  return Object.assign(view.bodies[view.bodyCount++], BODY);
}

/** The next coordinate of the record, cleared. */
export function addCoordinateView(view: JointView, name: string, kind: CoordinateKind): CoordinateView {
  if (view.coordinateCount === view.coordinates.length) view.coordinates.push(createCoordinateView());
  const coordinate = view.coordinates[view.coordinateCount++];
  Object.assign(coordinate, PLACE);
  coordinate.name = name;
  coordinate.kind = kind;
  coordinate.unit = kind === 'angle' ? 'angle' : kind === 'general' || kind === 'sum' ? 'number' : 'length';
  coordinate.value = NaN;
  coordinate.rate = NaN;
  coordinate.termCount = 0;
  clearLaws(coordinate.laws);
  clearLaws(coordinate.turn);
  return coordinate;
}

/** The next summand of a coordinate, cleared. */
export function addTermView(coordinate: CoordinateView, kind: TermView['kind']): TermView {
  if (coordinate.termCount === coordinate.terms.length)
    coordinate.terms.push({ ...PLACE, kind, weight: NaN, value: NaN, fixedEnd: 'a' });
  const term = coordinate.terms[coordinate.termCount++];
  Object.assign(term, PLACE);
  term.kind = kind;
  term.weight = NaN;
  term.value = NaN;
  term.fixedEnd = 'a';
  return term;
}

function createCoordinateView(): CoordinateView {
  return {
    ...PLACE,
    name: '',
    kind: 'general',
    unit: 'number',
    value: NaN,
    rate: NaN,
    laws: createLaws(),
    turn: createLaws(),
    terms: [],
    termCount: 0,
  };
}

function createLaws(): LawSet {
  const { lock, limits, spring, motor, friction, ratchet } = LAWS;
  return {
    lock: { ...lock },
    limits: { ...limits },
    spring: { ...spring },
    motor: { ...motor },
    friction: { ...friction },
    ratchet: { ...ratchet },
  };
}

function clearLaws(laws: LawSet): void {
  Object.assign(laws.lock, LAWS.lock);
  Object.assign(laws.limits, LAWS.limits);
  Object.assign(laws.spring, LAWS.spring);
  Object.assign(laws.motor, LAWS.motor);
  Object.assign(laws.friction, LAWS.friction);
  Object.assign(laws.ratchet, LAWS.ratchet);
}
