import {
  SPRING,
  SPRING_A,
  SPRING_COMPLIANCE,
  SPRING_FORCE,
  SPRING_FUNCTION,
  SPRING_HERTZ,
  SPRING_ROW,
  SPRING_TARGET,
  S_STIFFNESS,
} from '../../coordinates/laws/law-fields';
import { P_SPRING_A } from '../../coordinates/points/point-fields';
import { measurePair, pairMass, weighPair } from '../../coordinates/points/point-mass';
import { VALUE } from '../../coordinates/scalar';
import { NODES, WEIGHTS } from '../../math/gauss';
import { found, measureInverseMass } from '../../batches/row-block';
import type { Joint } from '../joint';
import type { PointCoordinate } from '../point-coordinate';
import { ScalarCoordinate } from '../scalar-coordinate';
import { GAP_X, GAP_Y } from '../../state/record';

/** Pieces of a stretch over which a force function is integrated, 8 points each. */
const PANELS = 8;

/**
 * What the springs of a joint store, J: ½ k s². What a force function stores is the work of stretching it at rate 0 from its target to where it
 * is: −∫ F(s, 0) ds. It is below 0 where the function pushes away from the target, and 0 where it is not finite.
 */
export function storedEnergy(joint: Joint): number {
  measureStored(joint);
  return stored[0];
}

/** What `measureStored` found: returned as a double it would be allocated. */
export const stored = new Float64Array(1);

export function measureStored(joint: Joint): void {
  stored[0] = 0;
  for (let i = 0; i < joint.coordinates.length; i++) {
    const c = joint.coordinates[i];
    if (!(c.flags & SPRING)) continue;
    if (!(c instanceof ScalarCoordinate)) addBetween(c);
    else if (c.flags & SPRING_FORCE) addByFunction(c);
    else addAlong(c);
  }
}

function addByFunction(c: ScalarCoordinate): void {
  const world = c.joint.requireWorld();
  const { force, failed } = world.forceTable.functions[c.law(SPRING_FUNCTION)];
  if (failed) return;
  const half = (c.seen - c.law(SPRING_TARGET)) / (2 * PANELS);
  let sum = 0;
  for (let panel = 0; panel < PANELS; panel++) {
    const middle = (2 * panel + 1) * half;
    for (let i = 0; i < NODES.length; i++)
      sum += WEIGHTS[i] * (force(middle - NODES[i] * half, 0) + force(middle + NODES[i] * half, 0));
  }
  const energy = (-sum * half) / (c.unit === 'angle' ? 1 : world.lengthUnit);
  if (Number.isFinite(energy)) stored[0] += energy;
}

function addAlong(c: ScalarCoordinate): void {
  c.joint.measure();
  const { batch, slot } = c.joint;
  const stretch =
    batch.rows[slot * batch.stride + c.spec.at + VALUE] - batch.laws[batch.lawsAt(slot, c.spec.index) + SPRING_TARGET];
  measureStiffness(c);
  // In world units a length has a stiffness per m and is `unit` times as long, an angle has unit² times its stiffness.
  const unit = c.joint.requireWorld().lengthUnit;
  stored[0] += (stiffness[0] * stretch * stretch) / (2 * unit * unit);
}

const stiffness = new Float64Array(1);

/**
 * Leaves in `stiffness` that of a spring as the next step will prepare it: of one by hertz what it has, or will have of the coordinate as just
 * measured.
 */
function measureStiffness(c: ScalarCoordinate): void {
  const { batch, slot } = c.joint;
  const p = batch.lawsAt(slot, c.spec.index);
  const given = batch.laws[p + SPRING_A];
  stiffness[0] = c.flags & SPRING_COMPLIANCE ? 1 / given : given;
  if (!(c.flags & SPRING_HERTZ)) return;
  stiffness[0] = batch.laws[p + SPRING_ROW + S_STIFFNESS];
  if (stiffness[0] > 0) return;
  const omega = 2 * Math.PI * given;
  const { motion } = c.joint.requireWorld().store;
  measureInverseMass(batch, slot, c.spec, true, motion);
  stiffness[0] = found[0] > 0 ? (omega * omega) / found[0] : 0;
}

/** Of a spring between two points. */
function addBetween(c: PointCoordinate): void {
  c.joint.measure();
  const { batch, slot } = c.joint;
  const { rows: d, laws: w, bodies } = batch;
  const r = slot * batch.stride;
  const given = w[batch.lawsAt(slot, c.spec.index) + P_SPRING_A];
  const x = d[r + GAP_X];
  const y = d[r + GAP_Y];
  const { store, lengthUnit } = c.joint.requireWorld();
  let stiff = c.flags & SPRING_COMPLIANCE ? 1 / given : given;
  if (c.flags & SPRING_HERTZ) {
    weighPair(store.motion, store.load, bodies[2 * slot], bodies[2 * slot + 1]);
    measurePair(d, r);
    stiff = 4 * Math.PI * Math.PI * given * given * pairMass[0];
  }
  stored[0] += (stiff * (x * x + y * y)) / (2 * lengthUnit * lengthUnit);
}
