import type { Body } from '../body/body';
import { COS, SIN, X, Y } from '../state/body-store';
import type { ScalarKind } from '../coordinates/coordinate';
import { lengthSum } from '../coordinates/sum';
import { JACOBIAN } from '../coordinates/sum-fields';
import { raiseLaws } from '../coordinates/laws/least-length';
import { VALUE } from '../coordinates/scalar';
import { LEAST_DISTANCE } from '../coordinates/step-context';
import { refuse } from '../base/error';
import type { JointBatch } from '../batches/joint-batch';
import { givenOr, placeParameters } from '../joint/create-joint';
import { describeParameters } from '../joint/describe';
import type { JointOf } from '../joint/define-joint';
import { defineLinkage, distinct, slotsOf } from '../joint/define-linkage';
import type { Anchored, AnchorOptions } from '../joint/frames';
import type { Joint } from '../joint/joint';
import type { CoordinateSpec } from '../joint/joint-type';
import { rebind } from '../joint/rebind';
import { ARM_BX, ARM_BY, COLUMN_B, FRAME_SIZE, LOCAL_AX } from '../state/record';
import { type Ratio, ratioOfOne } from './ratio';
import { readVec, type VecLike, VecView } from '../math/vec2';
import { placeOfSegment } from '../view/place-coordinate';
import { homesOf } from './homes';

/** What a pulley measures. */
export interface PulleyCoordinates {
  /** Length of both segments, that from C to D `ratio` times, world units; free until it is given a law. */
  readonly length: ScalarKind<'length'>;
}

/** Options of a pulley beside those of every joint. */
export interface PulleyOptions extends Omit<AnchorOptions, 'anchor'> {
  /** Left out or `null`: the world itself. */
  readonly bodyC?: Body | null;
  /** Left out or `null`: the world itself. */
  readonly bodyD?: Body | null;
  /** From the centre of mass of C along its axes; default [0, 0], of the world its origin. */
  readonly localAnchorC?: VecLike;
  /** From the centre of mass of D along its axes; default [0, 0], of the world its origin. */
  readonly localAnchorD?: VecLike;
  /** Least total length (world units), 0 or more; default `null`: none. */
  readonly min?: number | null;
  /** Greatest total length (world units), not below `min`; default `null`: none. */
  readonly max?: number | null;
}

/** What the handle of a pulley has of its second segment. */
export interface SecondSegment {
  /** `null`: the world itself; exchanged as `bodyA` is. */
  get bodyC(): Body | null;
  set bodyC(value: Body | null);
  /** `null`: the world itself; exchanged as `bodyA` is. */
  get bodyD(): Body | null;
  set bodyD(value: Body | null);
  /** Anchor in C's frame, from its centre of mass (world units); live. */
  get localAnchorC(): VecView;
  set localAnchorC(value: VecLike);
  /** Anchor in D's frame, from its centre of mass (world units); live. */
  get localAnchorD(): VecView;
  set localAnchorD(value: VecLike);
}

/** Own numbers of a record: local anchors C and D, columns of the four slots, how round the sheaves are. */
const LOCAL_CX = FRAME_SIZE,
  COLUMNS = FRAME_SIZE + 4,
  TIP = FRAME_SIZE + 8,
  OWN = 9;
/** Its one parameter lies behind them. */
const RATIO = FRAME_SIZE + OWN;
const SLOTS = ['A', 'B', 'C', 'D'] as const;
/** lengthUnits from the sheave where a segment begins to be rounded off: 0.001 takes up to 159 factorisations a frame there, 0.01 up to 78. */
const ROUND_SHEAVE = 3e-3;
/** Laws draw an anchor no nearer to its sheave than so many times that: there the rope has a direction, as a distance has. */
const HELD_AT = LEAST_DISTANCE / ROUND_SHEAVE;

/**
 * A rope of two segments over two blocks; bodies may sit in several slots, and a slot left out is the world.
 *
 *   length  q = |pB − pA| + ratio·|pD − pC|   (m)
 *
 * With limits it goes slack. An anchor may reach its sheave, where |d| has a tip: nearer than 0.003 lengthUnit it is rounded
 * off to (|d|²/tip + tip)/2, and the rope pulls less and less. What holds or drives the length draws no segment in beyond 0.005
 * lengthUnit, even if told to.
 */
export const PulleyJoint = /* @__PURE__ */ defineLinkage<
  'pulley',
  PulleyCoordinates,
  Ratio,
  PulleyOptions,
  Anchored & SecondSegment
>({
  name: 'pulley',
  coordinate: 'length',
  kind: lengthSum,
  locked: false,
  parameters: ratioOfOne,
  bodyKeys: /* @__PURE__ */ SLOTS.map((slot) => `body${slot}`),
  anchorKeys: /* @__PURE__ */ SLOTS.map((slot) => `localAnchor${slot}`),
  flat: ['min', 'max'],
  unfold: ({ min, max }) =>
    min === undefined && max === undefined ? {} : { length: { limits: { lower: min ?? null, upper: max ?? null } } },
  homes: /* @__PURE__ */ homesOf('length'),
  own: OWN,

  checkBodies(label, slots) {
    if (slots.every((body) => body === null))
      refuse('same-body', `${label}.bodyA`, 'be a body unless another one is: left out, all are the world', null);
  },

  columnsOf: distinct,
  seat: seatBodies,

  place(joint: Joint, given: Record<string, unknown>) {
    const options = given as AnchorOptions & Record<string, unknown>;
    if (options.anchor !== undefined)
      refuse(
        'option-conflict',
        `${joint.label}.anchor`,
        'be given per body: localAnchorA to localAnchorD',
        options.anchor,
      );
    SLOTS.forEach((slot, i) => {
      const anchor = readVec(`${joint.label}.localAnchor${slot}`, givenOr(options[`localAnchor${slot}`], [0, 0]));
      const at = anchorAt(i);
      joint.initialize(at, anchor.x);
      joint.initialize(at + 1, anchor.y);
    });
    seatBodies(joint);
    joint.initialize(TIP, ROUND_SHEAVE * joint.requireWorld().lengthUnit);
    placeParameters(joint, options);
  },

  facade: (base) =>
    class extends base implements SecondSegment {
      readonly #views = [2, 3].map(
        (i) =>
          new VecView(
            (axis) => this.read(anchorAt(i) + axis),
            (x, y) => setAnchor(this, i, [x, y]),
          ),
      );

      get bodyC(): Body | null {
        return this.bodies[2];
      }

      set bodyC(value: Body | null) {
        rebind(this, 2, value);
      }

      get bodyD(): Body | null {
        return this.bodies[3];
      }

      set bodyD(value: Body | null) {
        rebind(this, 3, value);
      }

      get localAnchorC(): VecView {
        this.record();
        return this.#views[0];
      }

      set localAnchorC(value: VecLike) {
        setAnchor(this, 2, value);
      }

      get localAnchorD(): VecView {
        this.record();
        return this.#views[1];
      }

      set localAnchorD(value: VecLike) {
        setAnchor(this, 3, value);
      }
    },

  parts(joint, poses) {
    const slots = slotsOf(joint.bodies);
    const anchor = (i: number) => ({ x: joint.read(anchorAt(i)), y: joint.read(anchorAt(i) + 1) });
    return [0, 2].map((first) => {
      const place = placeOfSegment(slots[first], anchor(first), slots[first + 1], anchor(first + 1), poses);
      const dx = Number(place.bx) - Number(place.ax);
      const dy = Number(place.by) - Number(place.ay);
      const value = Math.sqrt(dx * dx + dy * dy);
      // The end on the world, or on the body that both segments share, carries the block.
      const others = first === 0 ? slots.slice(2) : slots.slice(0, 2);
      const fixedEnd = slots[first + 1] === 0 || (slots[first] !== 0 && others.includes(slots[first + 1])) ? 'b' : 'a';
      return {
        kind: 'length',
        weight: first === 0 ? 1 : joint.read(RATIO),
        value,
        fixedEnd,
        source: null,
        place,
      };
    });
  },

  describe(joint) {
    const bodies = SLOTS.map((slot, i) => [`body${slot}`, joint.bodies[i]] as const);
    const anchors = SLOTS.map(
      (slot, i) => [`localAnchor${slot}`, [joint.read(anchorAt(i)), joint.read(anchorAt(i) + 1)]] as const,
    );
    return { ...Object.fromEntries<unknown>([...bodies, ...anchors]), ...describeParameters(joint) };
  },

  measure(batch, j, r, o, q) {
    const { rows: d, columns } = batch;
    d.fill(0, o + JACOBIAN, o + JACOBIAN + 3 * columns);
    d[r + COLUMN_B] = d[r + COLUMNS + 1];
    d[o + VALUE] = 0;
    let least = 0;
    for (let segment = 0; segment < 2; segment++) {
      measureSegment(d, r, q, batch.bodies, j * columns, segment);
      const weight = segment === 0 ? 1 : d[r + RATIO];
      d[o + VALUE] += weight * now[LENGTH];
      now[SHARE] = weight / now[RADIUS];
      addSegment(d, r, o, segment);
      if (isLoose(batch.handles[j], segment)) least += weight < 0 ? -Infinity : weight * d[r + TIP] * HELD_AT;
      else least += weight * now[LENGTH];
    }
    raiseLaws(d, o, batch.laws, batch.lawsAt(j, 0), least);
  },

  /** f(|d₁|) − f(|d₀|) = (f₁ − f₀)/(|d₁|² − |d₀|²) · (d₁ + d₀)·(d₁ − d₀) for the length f of a segment d */
  measureMean(batch, j, r, o, start, end, mean) {
    const { rows: d, columns } = batch;
    d.fill(0, o + JACOBIAN, o + JACOBIAN + 3 * columns);
    const tip = d[r + TIP];
    for (let segment = 0; segment < 2; segment++) {
      measureSegment(d, r, start, batch.bodies, j * columns, segment);
      const sizeBefore = now[SIZE];
      const before = now[LENGTH];
      measureSegment(d, r, end, batch.bodies, j * columns, segment);
      const size = now[SIZE];
      const after = now[LENGTH];
      const isRound = size < tip !== sizeBefore < tip;
      const slope = isRound
        ? (2 * (after - before)) / (size - sizeBefore) / (size + sizeBefore)
        : 2 / (Math.max(size, tip) + Math.max(sizeBefore, tip));
      measureSegment(d, r, mean, batch.bodies, j * columns, segment);
      now[SHARE] = slope * (segment === 0 ? 1 : d[r + RATIO]);
      addSegment(d, r, o, segment);
    }
  },

  stiffen: stiffenRope,
});

export interface PulleyJoint extends JointOf<typeof PulleyJoint> {}

/** As of a length, for each segment: across the rope, and at a sheave in every direction. */
function stiffenRope(
  batch: JointBatch,
  j: number,
  _spec: CoordinateSpec,
  q: Float64Array,
  impulses: ArrayLike<number>,
  at: number,
  bodies: ArrayLike<number>,
  out: Float64Array,
): void {
  const { rows: d, columns, stride } = batch;
  const r = j * stride;
  for (let segment = 0; segment < 2; segment++) {
    if (isWithinOne(d, r, segment)) continue;
    measureSegment(d, r, q, batch.bodies, j * columns, segment);
    const p = impulses[at] * (segment === 0 ? 1 : d[r + RATIO]);
    const pull = -p / now[RADIUS];
    const ux = now[DX] / now[RADIUS];
    const uy = now[DY] / now[RADIUS];
    const isAtTip = now[SIZE] < d[r + TIP];
    const xx = isAtTip ? 1 : uy * uy;
    const yy = isAtTip ? 1 : ux * ux;
    for (let side = 0; side < 2; side++) {
      const b = 3 * bodies[d[r + COLUMNS + 2 * segment + side]];
      const x = now[ARM_X + 2 * side];
      const y = now[ARM_Y + 2 * side];
      const along = x * ux + y * uy;
      out[b] += pull * xx;
      out[b + 1] += pull * yy;
      out[b + 2] += pull * (isAtTip ? x * x + y * y : along * along) + (side === 0 ? -p : p) * along;
    }
  }
}

/** Several slots may share a body, and with it a column. */
function seatBodies(joint: Joint): void {
  const slots = slotsOf(joint.bodies);
  const columns = distinct(slots);
  slots.forEach((slot, i) => joint.initialize(COLUMNS + i, columns.indexOf(slot)));
}

/** True if a segment may get shorter: it ends at two bodies, one of which something can move. */
function isLoose(joint: Joint | null, segment: number): boolean {
  if (joint === null) return false;
  const a = joint.bodies[2 * segment];
  const b = joint.bodies[2 * segment + 1];
  return a !== b && (a?.type === 'dynamic' || b?.type === 'dynamic');
}

/** True if both ends of a segment sit in one column: nothing changes its length, and what the ends say of that is rounding. */
function isWithinOne(d: Float64Array, r: number, segment: number): boolean {
  return d[r + COLUMNS + 2 * segment] === d[r + COLUMNS + 2 * segment + 1];
}

/** Moves the local anchor of a slot; a changed one wakes. */
function setAnchor(joint: Joint, i: number, value: VecLike): void {
  const { x, y } = readVec(`${joint.label}.localAnchor${SLOTS[i]}`, value);
  joint.writeFrame(anchorAt(i), x);
  joint.writeFrame(anchorAt(i) + 1, y);
}

/** Where the local anchor of slot i lies in the record. */
function anchorAt(i: number): number {
  return (i < 2 ? LOCAL_AX : LOCAL_CX - 4) + 2 * i;
}

/** A segment as last measured: lever arms of both ends, separation d = pQ − pP, |d|, its length f, |d|/f′; and its gradient/d. */
const now = new Float64Array(10);
const ARM_X = 0,
  ARM_Y = 1,
  DX = 4,
  DY = 5,
  SIZE = 6,
  LENGTH = 7,
  RADIUS = 8,
  SHARE = 9;

/** Measures segment 0 (A, B) or 1 (C, D) at the poses `q`. */
function measureSegment(
  d: Float64Array,
  r: number,
  q: Float64Array,
  bodies: Int32Array,
  first: number,
  segment: number,
): void {
  const tip = d[r + TIP];
  const a = bodies[first + d[r + COLUMNS + 2 * segment]];
  const b = bodies[first + d[r + COLUMNS + 2 * segment + 1]];
  const at = segment === 0 ? r + LOCAL_AX : r + LOCAL_CX;
  const aX = q[a + COS] * d[at] - q[a + SIN] * d[at + 1];
  const aY = q[a + SIN] * d[at] + q[a + COS] * d[at + 1];
  const bX = q[b + COS] * d[at + 2] - q[b + SIN] * d[at + 3];
  const bY = q[b + SIN] * d[at + 2] + q[b + COS] * d[at + 3];
  const dx = q[b + X] + bX - q[a + X] - aX;
  const dy = q[b + Y] + bY - q[a + Y] - aY;
  const size = Math.sqrt(dx * dx + dy * dy);

  now[ARM_X] = aX;
  now[ARM_Y] = aY;
  now[ARM_X + 2] = bX;
  now[ARM_Y + 2] = bY;
  now[DX] = dx;
  now[DY] = dy;
  now[SIZE] = size;
  now[LENGTH] = size < tip ? (size * size) / (2 * tip) + tip / 2 : size;
  now[RADIUS] = size < tip ? tip : size;
}

/** Adds the segment just measured to the Jacobian. */
function addSegment(d: Float64Array, r: number, o: number, segment: number): void {
  const share = isWithinOne(d, r, segment) ? 0 : now[SHARE];
  const ux = share * now[DX];
  const uy = share * now[DY];
  const gP = o + JACOBIAN + 3 * d[r + COLUMNS + 2 * segment];
  const gQ = o + JACOBIAN + 3 * d[r + COLUMNS + 2 * segment + 1];
  d[gP] -= ux;
  d[gP + 1] -= uy;
  d[gP + 2] -= now[ARM_X] * uy - now[ARM_Y] * ux;
  d[gQ] += ux;
  d[gQ + 1] += uy;
  d[gQ + 2] += now[ARM_X + 2] * uy - now[ARM_Y + 2] * ux;
  if (segment === 0) {
    d[r + ARM_BX] = now[ARM_X + 2];
    d[r + ARM_BY] = now[ARM_Y + 2];
  }
}
