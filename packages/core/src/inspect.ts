import { Body } from './body/body';
import { BODY, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from './state/body-store';
import { instanceOf } from './base/check';
import {
  ANY_LAW,
  BEARING,
  FRICTION,
  LATCH,
  LIMITS_EQUAL,
  LOCK,
  LOWER,
  LOWER_BOUND,
  MOTOR,
  MOTOR_SPEED,
  MOTOR_TARGET,
  RATCHET,
  SERVO,
  SPRING,
  SPRING_TARGET,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_GIVEN,
  VISCOUS,
} from './coordinates/laws/law-fields';
import { BETA, INVERSE_MASS, VALUE } from './coordinates/scalar';
import type { BodyContact } from './contacts/contact-views';
import { LedBodies } from './batches/led';
import { StepContext } from './coordinates/step-context';
import { LightHubs } from './iterative/light-hubs';
import { towards, writeMotorSpeed } from './coordinates/laws/end-rate';
import { Joint } from './joint/joint';
import { PointCoordinate } from './joint/point-coordinate';
import { GAP_X, GAP_Y } from './state/record';
import type { ScalarCoordinate } from './joint/scalar-coordinate';
import type { IslandStats } from './simulation/stats';

export { checkConstraint, type ConstraintState } from './check-constraint';

/** Which law has the say on a row: the strongest that acts. */
export type RowState =
  | 'locked'
  | 'free'
  | 'inside'
  | 'lower'
  | 'upper'
  | 'equal'
  | 'motor'
  | 'spring'
  | 'friction'
  | 'ratchet'
  | 'slack'
  | 'off';

/** One number of a coordinate. */
export interface InspectedRow {
  /** The coordinate; of a point `x` and `y`. */
  readonly name: string;
  /** Which law has the say on it. */
  readonly state: RowState;
  /** Value, world units or rad. */
  readonly c: number;
  /** How far it is off the lock, bound or rest value of the law in force, as given; 0 inside and where there is none. */
  readonly C: number;
  /**
   * Exact gradient of c: x, y, angle per body. Of a point it has the arms of both anchors; friction, springs and what is at its cap act
   * at one place of both bodies on the line between them, whose moments `joint.reaction` tells.
   */
  readonly J: readonly number[];
  /** Its rate at the present velocities, world units/s or rad/s. */
  readonly Jv: number;
  /** Velocity that is asked for, negated: V = Jv + bias, so a motor's bias is −speed. */
  readonly bias: number;
  /** What all laws did along the row in the last step, N·s or N·m·s. */
  readonly impulse: number;
}

/** What a joint says of itself at the present poses and velocities. */
export interface Inspection {
  /** Distinct bodies in slot order, the world's own left out. */
  readonly bodies: readonly Body[];
  /** One per number of every coordinate, also of those without laws. */
  readonly rows: readonly InspectedRow[];
  /** Inverse effective mass J M⁻¹ Jᵀ over all rows. */
  readonly K: readonly (readonly number[])[];
}

/** What holds a body, what touches it, and how it is solved. */
export interface BodyInspection {
  /** Its joints, the oldest first. */
  readonly joints: readonly Joint[];
  /** What it touches, as `world.contacts` lists it: copies. */
  readonly contacts: readonly BodyContact[];
  /** What the last step did to it and all that its joints connect it with; null of a body that is not dynamic, or was in no step yet. */
  readonly island: IslandStats | null;
}

/** Rows, Jacobian and inverse effective mass of a joint now, in world units; or what holds and touches a body. It neither solves nor steps. */
export function inspect(joint: Joint): Inspection;
export function inspect(body: Body): BodyInspection;
export function inspect(of: Joint | Body): Inspection | BodyInspection {
  if (of instanceof Body) return inspectBody(of);
  return inspectJoint(instanceOf('inspect.of', of, Joint, 'a joint made by world.joints.create, or a body'));
}

function inspectBody(body: Body): BodyInspection {
  const joints = [...body.joints]; // refused of one that was removed
  const { world } = body;
  const contacts = world?.contactSolver ? world.contacts(body) : [];
  return {
    joints,
    contacts: contacts.map(({ other, normal, points, depth, force, friction }) => ({
      other,
      normal: { ...normal },
      points: points.map((point) => ({ ...point })),
      depth,
      force,
      friction,
    })),
    island: world?.statsOf(body.slot) ?? null,
  };
}

function inspectJoint(joint: Joint): Inspection {
  joint.measure();
  const world = joint.requireWorld();
  const { batch, slot } = joint.record();
  const columns = Array.from({ length: batch.columns }, (_, c) => batch.bodies[slot * batch.columns + c] / BODY);
  const listed = columns.flatMap((bodySlot, c) => {
    const body = world.store.handles[bodySlot];
    return body === null ? [] : [{ body, c }];
  });
  const { motion: v } = world.store;

  const rows: InspectedRow[] = [];
  const gradient = new Float64Array(3 * batch.columns);
  for (const coordinate of joint.coordinates) {
    const { kind, at } = coordinate.spec;
    const r = slot * batch.stride;
    for (let row = 0; row < kind.rowCount; row++) {
      kind.jacobian(batch.rows, r, r + at, batch.columns, row, gradient, 0);
      let rate = 0;
      columns.forEach((bodySlot, c) => {
        const b = bodySlot * BODY;
        rate += gradient[3 * c] * v[b + VX] + gradient[3 * c + 1] * v[b + VY] + gradient[3 * c + 2] * v[b + OMEGA];
      });
      const { gauge } = coordinate;
      const J = listed.flatMap(({ c }) => [...gradient.subarray(3 * c, 3 * c + 3)].map((slope) => slope / gauge));
      rows.push({
        ...(coordinate instanceof PointCoordinate ? pointRow(joint, coordinate, row) : scalarRow(joint, coordinate)),
        J,
        Jv: rate / gauge,
        impulse: impulseOf(coordinate, row),
      });
    }
  }

  const inverse = listed.flatMap(({ body }) => {
    const b = body.slot * BODY;
    return [v[b + INV_MASS], v[b + INV_MASS], v[b + INV_INERTIA]];
  });
  const K = rows.map((a) => rows.map((b) => a.J.reduce((sum, entry, i) => sum + entry * inverse[i] * b.J[i], 0)));
  let first = 0;
  for (const coordinate of joint.coordinates) {
    if (!(coordinate instanceof PointCoordinate) && rows[first].state === 'motor')
      rows[first] = { ...rows[first], bias: -askedRate(coordinate, K[first][first]) };
    first += coordinate.spec.kind.rowCount;
  }
  return { bodies: listed.map(({ body }) => body), rows, K };
}

type RowSpeech = Pick<InspectedRow, 'name' | 'state' | 'c' | 'C' | 'bias'>;

function pointRow(joint: Joint, point: PointCoordinate, row: number): RowSpeech {
  const { batch, slot } = joint.record();
  const c = batch.rows[slot * batch.stride + (row === 0 ? GAP_X : GAP_Y)];
  const { flags } = point;
  const state = !joint.takesPart
    ? 'off'
    : flags & LOCK
      ? 'locked'
      : flags & (FRICTION | VISCOUS)
        ? 'friction'
        : flags & SPRING
          ? 'spring'
          : 'free';
  return { name: row === 0 ? 'x' : 'y', state, c, C: state === 'locked' || state === 'spring' ? c : 0, bias: 0 };
}

function scalarRow(joint: Joint, coordinate: ScalarCoordinate): RowSpeech {
  const { name } = coordinate.spec;
  const { seen } = coordinate;
  const { state, C, bias } = joint.takesPart ? strongest(coordinate, seen) : { state: 'off' as const, C: 0, bias: 0 };
  const own = coordinate.spec.kind.ofMany === true ? coordinate.row(BETA) / coordinate.gauge : 0;
  return { name, state, c: coordinate.read(seen), C, bias: bias + own };
}

/** Rate that a motor asks for; of a servo for the next fixed step, where `inverseMass` says how fast its cap can brake. */
function askedRate(coordinate: ScalarCoordinate, inverseMass: number): number {
  const { flags, joint, spec } = coordinate;
  if (!(flags & SERVO)) return coordinate.law(MOTOR_SPEED);
  const { batch, slot } = joint.record();
  const context = new StepContext(new LedBodies(), new LightHubs());
  context.setSubstep(joint.requireWorld().fixedStep);
  const numbers = batch.rows.slice(slot * batch.stride, (slot + 1) * batch.stride);
  const { gauge } = coordinate;
  numbers[spec.at + INVERSE_MASS] = inverseMass * gauge * gauge;
  towards[0] = coordinate.law(MOTOR_TARGET) - coordinate.row(VALUE);
  writeMotorSpeed(numbers, spec.at, batch.laws, batch.lawsAt(slot, spec.index), flags, context);
  return towards[0] / gauge;
}

/** The strongest law that acts at value `c`: lock, limits, ratchet, motor, friction, spring. */
function strongest(coordinate: ScalarCoordinate, c: number): { state: RowState; C: number; bias: number } {
  const { flags } = coordinate;
  if (flags & LOCK) return { state: 'locked', C: coordinate.error, bias: 0 };
  if (flags & LIMITS_EQUAL) return { state: 'equal', C: coordinate.error, bias: 0 };
  const { metBound, wrapped } = coordinate;
  if (metBound < 0) return { state: 'lower', C: coordinate.law(LOWER_BOUND) - c, bias: 0 };
  // As given: the bound that a length sees may lie above it, where that is too short to be held.
  if (metBound > 0) return { state: 'upper', C: c - coordinate.law(wrapped ? UPPER_BOUND : UPPER_GIVEN), bias: 0 };
  if (flags & RATCHET && (coordinate.law(LATCH) - c) * coordinate.law(TOOTH) > 0)
    return { state: 'ratchet', C: Math.abs(c - coordinate.law(LATCH)), bias: 0 };
  if (flags & MOTOR) return { state: 'motor', C: 0, bias: 0 };
  if (flags & (FRICTION | BEARING | VISCOUS)) return { state: 'friction', C: 0, bias: 0 };
  if (flags & SPRING) return { state: 'spring', C: c - coordinate.law(SPRING_TARGET), bias: 0 };
  if ((flags & ANY_LAW) === 0) return { state: 'free', C: 0, bias: 0 };
  const rope = coordinate.isDistance && (flags & ANY_LAW & ~(LOWER | UPPER)) === 0;
  return { state: rope ? 'slack' : 'inside', C: 0, bias: 0 };
}

function impulseOf(coordinate: ScalarCoordinate | PointCoordinate, row: number): number {
  if (coordinate instanceof PointCoordinate) return coordinate.impulse(row);
  return coordinate.force * coordinate.joint.lastStep;
}
