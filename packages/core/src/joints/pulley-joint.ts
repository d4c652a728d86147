import type { Body } from '../body/body';
import { COS, SIN, X, Y } from '../body/body-store';
import { finite } from '../check';
import { JACOBIAN, lengthSum } from '../coordinates/sum';
import { VALUE } from '../coordinates/scalar';
import { refuse } from '../error';
import { describeParameters } from '../joint/describe';
import type { JointOf } from '../joint/define-joint';
import { defineLinkage, distinct } from '../joint/define-linkage';
import type { Joint, JointCommonOptions } from '../joint/joint';
import { ARM_BX, ARM_BY, COLUMN_B, FRAME_SIZE, LOCAL_AX } from '../joint/record';
import { readVec, type VecLike, VecView } from '../math/vec2';
import { placeOfSegment } from '../view/place-coordinate';

/** Options of a pulley beside those of every joint. */
export interface PulleyOptions {
  bodyC: Body | null;
  bodyD: Body | null;
  localAnchorC: VecLike;
  localAnchorD: VecLike;
  /** Least and greatest total length (world units). */
  min: number | null;
  max: number | null;
}

/** What the handle of a pulley has beside that of every joint: the other segment. */
export interface SecondSegment {
  readonly bodyC: Body | null;
  readonly bodyD: Body | null;
  /** Anchors in the frames of C and D, live. */
  get localAnchorC(): VecView;
  set localAnchorC(value: VecLike);
  get localAnchorD(): VecView;
  set localAnchorD(value: VecLike);
}

/** Own numbers of a record: local anchors C and D, columns of the four slots, last directions of both segments. */
const LOCAL_CX = FRAME_SIZE,
  COLUMNS = FRAME_SIZE + 4,
  DIRECTIONS = FRAME_SIZE + 8,
  OWN = 12;
const SLOTS = ['A', 'B', 'C', 'D'] as const;

/**
 * A rope of two segments over two blocks; bodies may sit in several slots, and a slot left out is the world.
 *
 *   length  q = |pB − pA| + ratio·|pD − pC|   (m)
 *
 * With limits it goes slack. Where two anchors coincide their segment keeps its last direction.
 */
export const PulleyJoint = /* @__PURE__ */ defineLinkage<
  'pulley',
  'length',
  typeof lengthSum,
  { ratio: { default: number; check: typeof finite } },
  PulleyOptions,
  SecondSegment
>({
  name: 'pulley',
  coordinate: 'length',
  kind: lengthSum,
  locked: false,
  parameters: { ratio: { default: 1, check: finite } },
  bodyKeys: SLOTS.map((slot) => `body${slot}`),
  anchorKeys: SLOTS.map((slot) => `localAnchor${slot}`),
  flat: ['min', 'max'],
  unfold: ({ min, max }) =>
    min === undefined && max === undefined ? {} : { length: { limits: { lower: min ?? null, upper: max ?? null } } },
  own: OWN,

  checkBodies(label, slots) {
    if (slots.every((body) => body === null))
      refuse('same-body', `${label}.bodyA`, 'differ from the other bodies', null);
  },

  columnsOf: distinct,

  place(joint: Joint, given: Record<string, unknown>) {
    const options = given as JointCommonOptions & Record<string, unknown>;
    if (options.anchor !== undefined)
      refuse(
        'option-conflict',
        `${joint.label}.anchor`,
        'be given per body: localAnchorA to localAnchorD',
        options.anchor,
      );
    const slots = joint.bodies.map((body) => body?.slot ?? 0);
    const columns = distinct(slots);
    SLOTS.forEach((slot, i) => {
      const anchor = readVec(`${joint.label}.localAnchor${slot}`, options[`localAnchor${slot}`] ?? [0, 0]);
      const at = anchorAt(i);
      joint.initialize(at, anchor.x);
      joint.initialize(at + 1, anchor.y);
      joint.initialize(COLUMNS + i, columns.indexOf(slots[i]));
    });
    joint.initialize(DIRECTIONS, 1);
    joint.initialize(DIRECTIONS + 2, 1);
    const [ratio] = joint.definition.parameters;
    joint.initialize(ratio.at, finite(`${joint.label}.ratio`, options['ratio'] ?? ratio.default));
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

      get bodyD(): Body | null {
        return this.bodies[3];
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
    const slots = joint.bodies.map((body) => body?.slot ?? 0);
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
        weight: first === 0 ? 1 : joint.read(FRAME_SIZE + OWN),
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
    const ratio = d[r + FRAME_SIZE + OWN];
    d.fill(0, o + JACOBIAN, o + JACOBIAN + 3 * columns);
    d[r + COLUMN_B] = d[r + COLUMNS + 1];
    d[o + VALUE] = 0;
    for (let segment = 0; segment < 2; segment++) {
      measureSegment(d, r, q, batch.bodies, j * columns, segment);
      const dx = SEGMENT[DX];
      const dy = SEGMENT[DY];
      const size = Math.sqrt(dx * dx + dy * dy);
      const u = r + DIRECTIONS + 2 * segment;
      if (size > 1e-12) {
        d[u] = dx / size;
        d[u + 1] = dy / size;
      }
      const weight = segment === 0 ? 1 : ratio;
      d[o + VALUE] += weight * size;
      SEGMENT[UX] = weight * d[u];
      SEGMENT[UY] = weight * d[u + 1];
      addSegment(d, r, o, segment);
    }
  },

  measureMean(batch, j, r, o, start, end, mean) {
    const { rows: d, columns } = batch;
    const ratio = d[r + FRAME_SIZE + OWN];
    d.fill(0, o + JACOBIAN, o + JACOBIAN + 3 * columns);
    for (let segment = 0; segment < 2; segment++) {
      let sum = 0;
      for (let k = 0; k < 2; k++) {
        measureSegment(d, r, k === 0 ? start : end, batch.bodies, j * columns, segment);
        sum += Math.sqrt(SEGMENT[DX] * SEGMENT[DX] + SEGMENT[DY] * SEGMENT[DY]);
      }
      measureSegment(d, r, mean, batch.bodies, j * columns, segment);
      // |d₁| − |d₀| = (d₁ + d₀)·(d₁ − d₀)/(|d₁| + |d₀|)
      const u = r + DIRECTIONS + 2 * segment;
      const weight = segment === 0 ? 1 : ratio;
      SEGMENT[UX] = weight * (sum > 1e-12 ? (2 * SEGMENT[DX]) / sum : d[u]);
      SEGMENT[UY] = weight * (sum > 1e-12 ? (2 * SEGMENT[DY]) / sum : d[u + 1]);
      addSegment(d, r, o, segment);
    }
  },
});

export type PulleyJoint = JointOf<typeof PulleyJoint>;

/** Moves the local anchor of a slot; a changed one wakes. */
function setAnchor(joint: Joint, i: number, value: VecLike): void {
  const { x, y } = readVec(`${joint.label}.localAnchor${SLOTS[i]}`, value);
  joint.write(anchorAt(i), x);
  joint.write(anchorAt(i) + 1, y);
}

/** Where the local anchor of slot i lies in the record. */
function anchorAt(i: number): number {
  return (i < 2 ? LOCAL_AX : LOCAL_CX - 4) + 2 * i;
}

/** A segment as last measured: lever arms of both ends, separation pQ − pP; its gradient by that. */
const SEGMENT = new Float64Array(8);
const ARM_PX = 0,
  ARM_PY = 1,
  ARM_QX = 2,
  ARM_QY = 3,
  DX = 4,
  DY = 5,
  UX = 6,
  UY = 7;

/** Measures segment 0 (A, B) or 1 (C, D) at the poses `q`, into `SEGMENT`. */
function measureSegment(
  d: Float64Array,
  r: number,
  q: Float64Array,
  bodies: Int32Array,
  first: number,
  segment: number,
): void {
  const a = bodies[first + d[r + COLUMNS + 2 * segment]];
  const b = bodies[first + d[r + COLUMNS + 2 * segment + 1]];
  const at = segment === 0 ? r + LOCAL_AX : r + LOCAL_CX;
  const aX = q[a + COS] * d[at] - q[a + SIN] * d[at + 1];
  const aY = q[a + SIN] * d[at] + q[a + COS] * d[at + 1];
  const bX = q[b + COS] * d[at + 2] - q[b + SIN] * d[at + 3];
  const bY = q[b + SIN] * d[at + 2] + q[b + COS] * d[at + 3];
  SEGMENT[ARM_PX] = aX;
  SEGMENT[ARM_PY] = aY;
  SEGMENT[ARM_QX] = bX;
  SEGMENT[ARM_QY] = bY;
  SEGMENT[DX] = q[b + X] + bX - q[a + X] - aX;
  SEGMENT[DY] = q[b + Y] + bY - q[a + Y] - aY;
}

/** Adds the gradient of the segment just measured to the Jacobian. */
function addSegment(d: Float64Array, r: number, o: number, segment: number): void {
  const ux = SEGMENT[UX];
  const uy = SEGMENT[UY];
  const gP = o + JACOBIAN + 3 * d[r + COLUMNS + 2 * segment];
  const gQ = o + JACOBIAN + 3 * d[r + COLUMNS + 2 * segment + 1];
  d[gP] -= ux;
  d[gP + 1] -= uy;
  d[gP + 2] -= SEGMENT[ARM_PX] * uy - SEGMENT[ARM_PY] * ux;
  d[gQ] += ux;
  d[gQ + 1] += uy;
  d[gQ + 2] += SEGMENT[ARM_QX] * uy - SEGMENT[ARM_QY] * ux;
  if (segment === 0) {
    d[r + ARM_BX] = SEGMENT[ARM_QX];
    d[r + ARM_BY] = SEGMENT[ARM_QY];
  }
}
