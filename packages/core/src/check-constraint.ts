import type { BodyOptions } from './body/body-options';
import { ANGLE, BODY, COS, X, Y } from './state/body-store';
import { GAUGE, VALUE } from './coordinates/scalar';
import { JACOBIAN } from './coordinates/sum-fields';
import { TenonError } from './base/error';
import type { Joint } from './joint/joint';
import type { JointType } from './joint/joint-type';
import { power } from './math/power';
import { cosSin, cosSinAt } from './math/trig';
import { loadScene } from './scene/load';
import { saveScene } from './scene/save';
import { World } from './world/world';

/** Where a constraint is looked at. */
export interface ConstraintState {
  /** A body for each of its slots; null: the world itself. */
  readonly bodies: readonly (BodyOptions | null)[];
  /** Its parameters, and other options of it. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** How far bodies are moved to measure a slope, and how well it has to agree. */
const STEP = 1e-6,
  SLOPE_ERROR = 1e-5;
/** Lengths are this many times as long where units are looked at, and how well values have to agree then. */
const LONGER = 8,
  UNIT_ERROR = 1e-9;
const NAMES = ['x', 'y', 'the angle'] as const;

/**
 * For tests of constraints: makes one at the given places, in a world of its own, and throws `constraint-wrong` if a gradient is not
 * what its value changes by, or if a row is not measured in what it says: lengths are eight times as long in a scene that is, angles as they
 * were. A row that stays what it is where all bodies are moved as a whole must not move them as a whole, along any step: it does where
 * a vector is multiplied by a number that changes before a product with another makes a number of it. The `value` of the error lists what is
 * wrong. A gradient is wrong where `value` calculates with `.value` of a slope.
 */
export function checkConstraint(type: JointType, { bodies, options = {} }: ConstraintState): void {
  const world = new World({ types: [type] });
  const made = bodies.map((body) => (body === null ? null : world.addBody({ mass: 1, inertia: 1, ...body })));
  const slots = Object.fromEntries(type.bodyKeys.map((key, i) => [key, made[i] ?? null]));
  const joint = world.joints.create(type, { ...options, ...slots });
  const gradients = [...wrongGradients(joint)];
  // Where gradients are wrong momentum is, too.
  const problems = [...gradients, ...(gradients.length > 0 ? [] : wrongMomenta(joint)), ...wrongUnits(joint)];
  if (problems.length === 0) return;
  const list = problems.map((problem) => `  ${problem}`).join('\n');
  throw new TenonError('constraint-wrong', `${type.label} is not what it says:\n${list}`, type.label, problems);
}

function* wrongGradients(joint: Joint): Generator<string> {
  const { batch, slot } = joint.record();
  const { columns } = batch;
  const { pose } = joint.requireWorld().store;
  for (const { at, name } of batch.coordinates) {
    const o = slot * batch.stride + at;
    joint.initialize(at + GAUGE, 1);
    joint.measure();
    const gradient = batch.rows.slice(o + JACOBIAN, o + JACOBIAN + 3 * columns);
    for (let k = 0; k < 3 * columns; k++) {
      const b = batch.bodies[slot * columns + Math.floor(k / 3)];
      if (b === 0) continue;
      const [low, high] = [-STEP, STEP].map((by) => valueAt(joint, o, moved(pose, b, k % 3, by)));
      const slope = (high - low) / (2 * STEP);
      if (Math.abs(slope - gradient[k]) <= SLOPE_ERROR * (1 + Math.abs(slope))) continue;
      const body = joint.bodies.findIndex((each) => each !== null && each.slot * BODY === b);
      const by = `${NAMES[k % 3]} of ${joint.definition.bodyKeys[body]}`;
      yield `row ${name} changes by ${slope} per unit of ${by}, and its gradient says ${gradient[k]}`;
    }
  }
}

function valueAt(joint: Joint, o: number, poses: Float64Array): number {
  const { batch, slot } = joint.record();
  batch.measure(slot, poses);
  return batch.rows[o + VALUE];
}

/** The poses with one number of the body at `b` changed: its x, y or angle. */
function moved(poses: Float64Array, b: number, axis: number, by: number): Float64Array {
  const copy = poses.slice();
  copy[b + (axis === 2 ? ANGLE : X + axis)] += by;
  cosSinAt(copy, b + ANGLE, copy, b + COS);
  return copy;
}

/** By how much bodies, one after the other, have moved at the end of a step whose momentum is looked at: x, y, angle. */
const MOVES = [
  [0.31, -0.17, 0.43],
  [-0.23, 0.29, -0.37],
  [0.13, 0.41, 0.29],
] as const;
/** How well a row has to keep momentum, and what stays counts as the same. */
const MOMENTUM_ERROR = 1e-9;
const WHOLE = ['along x', 'along y', 'about the origin'] as const;

function* wrongMomenta(joint: Joint): Generator<string> {
  const { batch, slot } = joint.record();
  const { columns, coordinates, type } = batch;
  if (type.measureMean === undefined || joint.bodies.some((body) => body === null)) return;
  const { pose: start } = joint.requireWorld().store;
  const places = [...new Set(joint.bodies.map((body) => (body?.slot ?? 0) * BODY))];
  const end = start.slice();
  places.forEach((b, i) =>
    end.set(moved(moved(moved(end, b, 0, MOVES[i % 3][0]), b, 1, MOVES[i % 3][1]), b, 2, MOVES[i % 3][2])),
  );
  const mean = start.map((number, i) => (number + end[i]) / 2);
  for (const { at, name, kind } of coordinates) {
    if (kind.isRate === true) continue;
    const o = slot * batch.stride + at;
    const value = valueAt(joint, o, start);
    for (const [k, way] of WHOLE.entries()) {
      const turned = start.slice();
      for (const b of places) turned.set(asWhole(start, b, k).subarray(b, b + BODY), b);
      if (Math.abs(valueAt(joint, o, turned) - value) > MOMENTUM_ERROR * (1 + Math.abs(value))) continue;
      type.measureMean(batch, slot, start, end, mean);
      let sum = 0;
      for (let c = 0; c < columns; c++) {
        const b = batch.bodies[slot * columns + c];
        const [x, y, turn] = batch.rows.subarray(o + JACOBIAN + 3 * c, o + JACOBIAN + 3 * c + 3);
        sum += k === 0 ? x : k === 1 ? y : turn + mean[b + X] * y - mean[b + Y] * x;
      }
      if (Math.abs(sum) > MOMENTUM_ERROR)
        yield `row ${name} stays what it is where all is moved ${way}, and pushes all ${way} by ${sum} along a step`;
    }
  }
}

/** The poses with the body at `b` moved as all are. */
function asWhole(poses: Float64Array, b: number, way: number): Float64Array {
  if (way < 2) return moved(poses, b, way, 0.37);
  const copy = moved(poses, b, 2, TURN);
  cosSin(TURN, turn, 0);
  copy[b + X] = turn[0] * poses[b + X] - turn[1] * poses[b + Y];
  copy[b + Y] = turn[1] * poses[b + X] + turn[0] * poses[b + Y];
  return copy;
}

const TURN = 0.61;
const turn = new Float64Array(2);

function* wrongUnits(joint: Joint): Generator<string> {
  const scene = saveScene(joint.requireWorld());
  const longer = loadScene(scene, { scale: LONGER, types: [joint.definition] }).joints.get(joint.id);
  for (const [i, { spec }] of joint.coordinates.entries()) {
    const { name, kind } = spec;
    if (longer === undefined || (kind.unit === 'number' && kind.lengths === undefined)) continue;
    const value = valueNow(joint, i);
    const lengths = kind.lengths ?? (kind.unit === 'length' ? 1 : 0);
    const expected = value * power(LONGER, lengths);
    const got = valueNow(longer, i);
    if (Math.abs(got - expected) <= UNIT_ERROR * (1 + Math.abs(expected))) continue;
    yield `row ${name} is said to be measured in ${kind.lengths === undefined ? kind.unit : `length^${lengths}`}, and its value goes from ${value} to ${got} where lengths are ${LONGER} times as long`;
  }
}

function valueNow(joint: Joint, i: number): number {
  joint.measure();
  const { batch, slot } = joint.record();
  const o = slot * batch.stride + batch.coordinates[i].at;
  return batch.rows[o + VALUE] / batch.rows[o + GAUGE];
}
