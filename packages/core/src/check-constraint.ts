import type { BodyOptions } from './body/body-options';
import { ANGLE, BODY, COS, X } from './state/body-store';
import { GAUGE, VALUE } from './coordinates/scalar';
import { JACOBIAN } from './coordinates/sum-fields';
import { TenonError } from './base/error';
import type { Joint } from './joint/joint';
import type { JointType } from './joint/joint-type';
import { cosSinAt } from './math/trig';
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
 * were. The `value` of the error lists what is wrong. A gradient is wrong where `value` calculates with `.value` of a slope.
 */
export function checkConstraint(type: JointType, { bodies, options = {} }: ConstraintState): void {
  const world = new World({ types: [type] });
  const made = bodies.map((body) => (body === null ? null : world.addBody({ mass: 1, inertia: 1, ...body })));
  const slots = Object.fromEntries(type.bodyKeys.map((key, i) => [key, made[i] ?? null]));
  const joint = world.joints.create(type, { ...options, ...slots });
  const problems = [...wrongGradients(joint), ...wrongUnits(joint)];
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

function* wrongUnits(joint: Joint): Generator<string> {
  const scene = saveScene(joint.requireWorld());
  const longer = loadScene(scene, { scale: LONGER, types: [joint.definition] }).joints.get(joint.id);
  for (const [i, { spec }] of joint.coordinates.entries()) {
    const { name, kind } = spec;
    if (longer === undefined || kind.unit === 'number') continue;
    const value = valueNow(joint, i);
    const expected = kind.unit === 'length' ? LONGER * value : value;
    const got = valueNow(longer, i);
    if (Math.abs(got - expected) <= UNIT_ERROR * (1 + Math.abs(expected))) continue;
    yield `row ${name} is said to be measured in ${kind.unit}, and its value goes from ${value} to ${got} where lengths are ${LONGER} times as long`;
  }
}

function valueNow(joint: Joint, i: number): number {
  joint.measure();
  const { batch, slot } = joint.record();
  const o = slot * batch.stride + batch.coordinates[i].at;
  return batch.rows[o + VALUE] / batch.rows[o + GAUGE];
}
