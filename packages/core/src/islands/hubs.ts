import { BODY, type BodyStore, INV_INERTIA, INV_MASS } from '../body/body-store';
import { BEARING, FRICTION, HOLDS, MOTOR, SERVO, SPRING, VISCOUS } from '../coordinates/laws/law-fields';
import type { JointBatch } from '../joint/batch/joint-batch';
import { LOCAL_AX, LOCAL_BX } from '../joint/batch/record';
import { swings } from '../joint/swinging';
import { type Islands, islandOf } from './islands';

/** Two joints of a body are a chain, whose errors die out one after the other, unless it is closed; three are a triangle. */
const LEAST_JOINTS = 3;
const LEAST_OF_CHAIN = 2;
/** Two that hold a body on ground close a chain by themselves, and what one of them takes up the other throws back. */
const LEAST_ON_GROUND = 2;
/** Without being swept stars grow from a load of 2.6 on; a grid of equal bodies on hinges has 2. */
const MOST_LOAD = 2.5;
/** What one angle held counts against one length or point: solved after the point of its weld, it undoes part of it. */
const OF_ANGLE = 2;
/** Up to this load errors of position are corrected as fast as elsewhere where joints are swept back. */
const EASY_LOAD = 4;

/** What holds a rate, with neither softness nor bias, in the step that is soft and biased for locks. */
const RATES = MOTOR | FRICTION | BEARING;

/** Bits of a body that is held on ground, of one with a rate held by speed, and of one that a joint to another holds by point and angle. */
const GROUNDED = 1,
  BY_SPEED = 2,
  STIFF = 4;
/** With all three it is a chain with the ground: hinges and gears alone, and servos, which hold a place, do not grow there. */
const HUNG = GROUNDED | BY_SPEED | STIFF;

const KNOT = 1,
  STAR_ON_GROUND = 2;

/** Why an island is swept. */
const FOR_HUBS = 1,
  FOR_SPRINGS = 2;

/** Of each body: the load on it, its joints to others that move, whether one of its joints holds a rate, and whether it is part of a knot. */
interface Loads {
  readonly load: Float64Array;
  /** The load with what far anchors add to the inverse effective mass of either body. */
  readonly reach: Float64Array;
  readonly joints: Int32Array;
  /** How many lock it on what cannot move. */
  readonly onGround: Int32Array;
  /** 1 of a body that two joints lock to the same other; found where there are hubs. */
  readonly doubled: Uint8Array;
  /** Bits of `HUNG`. */
  readonly hung: Uint8Array;
  readonly rates: Uint8Array;
  /** Of each island whether a joint to what has none, and is shared with others, does. */
  readonly ratesOnGround: Uint8Array;
  /** 1 of a body whose joints form a triangle or are part of a net, 2 where that is one with the ground. */
  readonly knots: Uint8Array;
  /** 1 of a body that some joint lets swing; and how many joints hold each by locks or springs. */
  readonly swinging: Uint8Array;
  readonly held: Int32Array;
}

/**
 * Finds hubs: bodies on which three or more joints to others that move, two where joints form loops, hold more than they weigh. What acts
 * from both sides loads its two bodies with the share that either has of the inverse effective mass, so that a light body between two heavy
 * ones has a load of 2, and one of a net of equal bodies half the number of its joints.
 *
 * All that acts from both sides in an island with a hub is swept back before every pass (coordinates/sweep-back.ts): once over it in one
 * direction is not enough where the next step starts from what this one leaves (docs/adr/iterative-hubs.md). On the hubs themselves
 * locks correct errors of position the slower the more load there is, (4 / load)^1.5: faster than impulses find their way through a hub,
 * corrections would be thrown on. So they do, from a load of 2.5 on, where motors or friction hold bodies of chains or of hubs, where two
 * joints tie the same two bodies, and where a hub hangs on the ground: by two joints, or on trees by one of three. On that one the length of
 * arms counts, too.
 *
 * Islands are swept back, too, where one joint lets a body swing, and another one holds it, or it swings at a point or by itself
 * (docs/adr/iterative-stability.md).
 */
export function findHubs(batches: readonly JointBatch[], bodies: BodyStore, islands: Islands): void {
  const loads: Loads = {
    load: new Float64Array(bodies.count),
    reach: new Float64Array(bodies.count),
    joints: new Int32Array(bodies.count),
    onGround: new Int32Array(bodies.count),
    doubled: new Uint8Array(bodies.count),
    hung: new Uint8Array(bodies.count),
    rates: new Uint8Array(bodies.count),
    ratesOnGround: new Uint8Array(islands.list.length),
    knots: new Uint8Array(bodies.count),
    swinging: new Uint8Array(bodies.count),
    held: new Int32Array(bodies.count),
  };
  const ties = new Int32Array(islands.list.length);
  const grounds = new Int32Array(islands.list.length);
  for (const batch of batches) {
    if (batch.columns === 2) addLoads(batch, bodies.motion, loads, islands.ofBody, ties, grounds);
    else for (let i = 0; i < batch.activeCount; i++) addSwings(batch, batch.active[i], bodies.motion, loads);
  }

  const { load, reach, joints, onGround, hung, rates, knots, swinging, held } = loads;
  const swept = new Uint8Array(islands.list.length);
  let any = false;
  // Bodies made by a hook have no island yet.
  for (let slot = 0; slot < islands.ofBody.length; slot++) {
    const island = islands.ofBody[slot];
    if (island < 0) continue;
    if (swept[island] === 0 && swinging[slot] === 1 && held[slot] > 1) {
      any = true;
      swept[island] = FOR_SPRINGS;
    }
    // A tree on ground has as many joints as bodies, of which one at least is to the ground; a free one has one less.
    const isTree = ties[island] + Math.max(1, grounds[island]) <= islands.list[island].bodies.length;
    const isStar = isTree && (hung[slot] & GROUNDED) !== 0 && joints[slot] + 1 >= LEAST_JOINTS;
    const isStarOnGround = isStar || onGround[slot] >= LEAST_ON_GROUND;
    if (isStarOnGround) load[slot] = Math.max(load[slot], reach[slot]);
    if (isStarOnGround && load[slot] > MOST_LOAD) knots[slot] = STAR_ON_GROUND;
    else if (joints[slot] >= (isTree ? LEAST_JOINTS : LEAST_OF_CHAIN)) knots[slot] = KNOT;
    else if (rates[slot] === 0 || (joints[slot] < LEAST_OF_CHAIN && hung[slot] !== HUNG)) load[slot] = 0;
    if (load[slot] <= MOST_LOAD) continue;
    any = true;
    if (knots[slot] !== 0) swept[island] = FOR_HUBS;
  }
  if (any) markDoubled(batches, bodies.motion, loads.doubled);
  for (const batch of batches) {
    batch.sweeps = false;
    if (batch.type.isHinge) markForeseeing(batch, knots, swept, islands.ofBody);
    if (any) markSwept(batch, loads, swept, islands.ofBody);
  }
}

/**
 * The angles of chains, and those on ground, foresee what their points will answer. So much stronger their rows would make hubs of bodies
 * that are none: eight welds of one of ten times their weight. Nor do those that are swept back: on the way back they are solved without, and
 * what swings on a light body that is welded to the ground would be thrown about.
 */
function markForeseeing(batch: JointBatch, knots: Uint8Array, swept: Uint8Array, ofBody: Int32Array): void {
  const { active, activeCount, bodies, count } = batch;
  batch.foresees = new Uint8Array(count);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const a = bodies[2 * j] / BODY;
    const b = bodies[2 * j + 1] / BODY;
    const isOnGround = ofBody[a] < 0 || ofBody[b] < 0;
    if (swept[islandOf(batch, j, ofBody)] === 0 && (isOnGround || knots[a] + knots[b] === 0)) batch.foresees[j] = 1;
  }
}

/** Adds what the laws of a batch hold, and counts the joints that do. A body that cannot move bears no share. */
function addLoads(
  batch: JointBatch,
  v: Float64Array,
  loads: Loads,
  ofBody: Int32Array,
  ties: Int32Array,
  grounds: Int32Array,
): void {
  const { load, reach, joints, onGround, hung, rates, ratesOnGround } = loads;
  const { active, activeCount, bodies, lawful } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const a = bodies[2 * j];
    const b = bodies[2 * j + 1];
    const masses = v[a + INV_MASS] + v[b + INV_MASS];
    const inertias = v[a + INV_INERTIA] + v[b + INV_INERTIA];
    let held = 0;
    let bits = 0;
    for (const spec of lawful) {
      const flags = batch.rows[j * batch.stride + spec.at + spec.kind.flagsAt] | 0;
      // Only what acts from both sides.
      if (!(flags & (HOLDS | SPRING | VISCOUS | RATES))) continue;
      const turns = spec.kind.unit !== 'length';
      const by = turns || masses === 0 ? INV_INERTIA : INV_MASS;
      const sum = by === INV_MASS ? masses : inertias;
      if (sum === 0) continue;
      held++;
      if (flags & RATES && !(flags & SERVO)) bits |= BY_SPEED;
      if (flags & RATES) {
        if (ofBody[a / BODY] < 0 || ofBody[b / BODY] < 0) ratesOnGround[islandOf(batch, j, ofBody)] = 1;
        if (ofBody[a / BODY] >= 0) rates[a / BODY] = 1;
        if (ofBody[b / BODY] >= 0) rates[b / BODY] = 1;
      }
      const weight = turns ? OF_ANGLE : 1;
      load[a / BODY] += (weight * v[a + by]) / sum;
      load[b / BODY] += (weight * v[b + by]) / sum;
      const ofA = v[a + by] + reachOf(batch, j, LOCAL_AX, turns ? 0 : v[a + INV_INERTIA]);
      const ofB = v[b + by] + reachOf(batch, j, LOCAL_BX, turns ? 0 : v[b + INV_INERTIA]);
      reach[a / BODY] += (weight * ofA) / (ofA + ofB);
      reach[b / BODY] += (weight * ofB) / (ofA + ofB);
    }
    if (held === 0) continue;
    addSwings(batch, j, v, loads);
    // What holds a body on one that cannot move hands on nothing, but closes loops.
    const isTie = canMove(v, a) && canMove(v, b);
    (isTie ? ties : grounds)[islandOf(batch, j, ofBody)]++;
    if (!isTie) bits |= GROUNDED;
    else if (held > 1) bits |= STIFF;
    hung[a / BODY] |= bits;
    hung[b / BODY] |= bits;
    if (!isTie && hasLaw(batch, j, HOLDS)) {
      onGround[a / BODY]++;
      onGround[b / BODY]++;
    }
    if (!isTie) continue;
    joints[a / BODY]++;
    joints[b / BODY]++;
  }
}

/**
 * Notes what lets the bodies of a joint swing, and counts what holds them: for two what swings at a point, or is the only law of its joint, and
 * whirls with them.
 */
function addSwings(batch: JointBatch, j: number, v: Float64Array, { swinging, held }: Loads): void {
  const { bodies, columns } = batch;
  const springs = batch.lawful.filter((spec) => swings(batch, j, spec, v));
  const isSpring = springs.length > 0;
  const isAlone =
    isSpring &&
    batch.lawful.filter(({ kind, at }) => batch.rows[j * batch.stride + at + kind.flagsAt] !== 0).length === 1;
  const whirls = isAlone || springs.some(({ kind }) => !kind.scalar);
  const holds = whirls ? 2 : hasLaw(batch, j, HOLDS | SPRING) ? 1 : 0;
  for (let c = j * columns; c < (j + 1) * columns; c++) {
    const slot = bodies[c] / BODY;
    if (isSpring) swinging[slot] = 1;
    held[slot] += holds;
  }
}

/** Marks bodies that two joints lock to each other. */
function markDoubled(batches: readonly JointBatch[], v: Float64Array, doubled: Uint8Array): void {
  const pairs = new Set<number>();
  for (const batch of batches) {
    if (batch.columns !== 2) continue;
    for (let i = 0; i < batch.activeCount; i++) {
      const j = batch.active[i];
      const a = batch.bodies[2 * j];
      const b = batch.bodies[2 * j + 1];
      if (!canMove(v, a) || !canMove(v, b) || !hasLaw(batch, j, HOLDS)) continue;
      const pair = (Math.min(a, b) * doubled.length + Math.max(a, b)) / BODY;
      if (pairs.has(pair)) doubled[a / BODY] = doubled[b / BODY] = 1;
      pairs.add(pair);
    }
  }
}

function hasLaw({ lawful, rows, stride }: JointBatch, j: number, bits: number): boolean {
  return lawful.some(({ kind, at }) => (rows[j * stride + at + kind.flagsAt] & bits) !== 0);
}

/** What the anchor at `local` adds to the inverse effective mass of its body, on the mean of all directions. */
function reachOf({ type, rows, stride }: JointBatch, j: number, local: number, inverseInertia: number): number {
  if (!type.frames.includes('anchors')) return 0;
  const x = rows[j * stride + local];
  const y = rows[j * stride + local + 1];
  return ((x * x + y * y) * inverseInertia) / 2;
}

function canMove(v: Float64Array, b: number): boolean {
  return v[b + INV_MASS] > 0 || v[b + INV_INERTIA] > 0;
}

function markSwept(batch: JointBatch, loads: Loads, swept: Uint8Array, ofBody: Int32Array): void {
  const { load, doubled, rates, ratesOnGround, knots } = loads;
  const { active, activeCount, bodies, columns, count } = batch;
  batch.swept = new Uint8Array(count);
  batch.ease = new Float64Array(count).fill(1);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const island = islandOf(batch, j, ofBody);
    const isSwept = swept[island] !== 0;
    if (isSwept) {
      batch.sweeps = true;
      batch.swept[j] = 1;
    }
    // Sums over more bodies load none of them.
    if (columns !== 2) continue;
    const a = bodies[2 * j] / BODY;
    const b = bodies[2 * j + 1] / BODY;
    const most = Math.max(load[a], load[b]);
    if (!isSwept && most <= MOST_LOAD) continue;
    batch.sweeps = true;
    const isOnGround = ofBody[a] < 0 || ofBody[b] < 0;
    const held = rates[a] + rates[b] + (isOnGround ? ratesOnGround[island] : 0);
    const isEasy = held + doubled[a] + doubled[b] === 0 && knots[load[a] > load[b] ? a : b] !== STAR_ON_GROUND;
    const easy = isSwept && isEasy ? EASY_LOAD : MOST_LOAD;
    const share = Math.min(1, easy / most);
    batch.ease[j] = share * Math.sqrt(share);
  }
}
