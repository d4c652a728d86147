import type { Body } from '../body/body';
import { frozen } from '../base/check';
import type { MutableVec } from '../math/vec2';
import type { ContactRows } from './contact-rows';
import type { ContactSpace } from './contact-space';
import { placePoint } from './contact-views';
import { BODY_A, BODY_B, CONTACT_POINT, FIRST_POINT, HEAD, MET, NORMAL_SUM, NX, NY, POINT_COUNT, RECORD } from './layout'; // prettier-ignore

/** Two bodies. */
export interface ContactEndEvent {
  /** The older body. */
  readonly bodyA: Body;
  /** The newer body. */
  readonly bodyB: Body;
}

/** Two bodies that have met. */
export interface ContactEvent extends ContactEndEvent {
  /** Where they met, world units: the middle of `points`. */
  readonly point: Readonly<MutableVec>;
  /** All points where they pushed each other, world units. */
  readonly points: readonly Readonly<MutableVec>[];
  /** Direction of unit length in which A pushed B, where it did so most. */
  readonly normal: Readonly<MutableVec>;
  /** With which they pushed each other in the step, along the normals, N·s. */
  readonly impulse: number;
  /** How fast they came together before the step, along the normal, world units/s, 0 or more. */
  readonly approach: number;
}

/** A sensor, and a body that overlaps it. */
export interface OverlapEvent {
  /** The body with `collides.sensor`. */
  readonly sensor: Body;
  /** The body that came in, or left. */
  readonly body: Body;
}

/** Calls `tell` for every two bodies that pushed each other in the last step for the first time since they met, in order of pair. */
export function findMet(space: ContactSpace, tell: (a: number, b: number, from: number, to: number) => void): void {
  const { contacts, pairs } = space;
  const { heads, records } = pairs;
  const { items, count } = contacts;
  for (let from = 0; from < count;) {
    const a = heads[items[from] * HEAD + BODY_A];
    const b = heads[items[from] * HEAD + BODY_B];
    let to = from;
    let met = 0;
    let pushes = false;
    for (; to < count && heads[items[to] * HEAD + BODY_A] === a && heads[items[to] * HEAD + BODY_B] === b; to++) {
      const pair = items[to];
      met |= heads[pair * HEAD + MET];
      for (let k = 0; k < heads[pair * HEAD + POINT_COUNT]; k++)
        if (records[pair * RECORD + FIRST_POINT + k * CONTACT_POINT + NORMAL_SUM] > 0) pushes = true;
    }
    if (met === 0 && pushes) {
      for (let i = from; i < to; i++) heads[items[i] * HEAD + MET] = 1;
      tell(a, b, from, to);
    }
    from = to;
  }
}

/** How two bodies met whose pairs are those from `from` up to `to` in the list of contacts. */
export function describeMet(
  { contacts: { items }, pairs: { heads, records } }: ContactSpace,
  rows: ContactRows,
  pose: Float64Array,
  lengthUnit: number,
  from: number,
  to: number,
): Omit<ContactEvent, 'bodyA' | 'bodyB'> {
  const points: Readonly<MutableVec>[] = [];
  let impulse = 0;
  let most = 0;
  let approach = 0;
  let normal = { x: 0, y: 0 };
  for (let i = from; i < to; i++) {
    const pair = items[i];
    let push = 0;
    for (let k = 0; k < heads[pair * HEAD + POINT_COUNT]; k++) {
      const sum = records[pair * RECORD + FIRST_POINT + k * CONTACT_POINT + NORMAL_SUM];
      if (sum === 0) continue;
      push += sum;
      points.push(frozen(placePoint(heads, records, pair, k, pose, { x: 0, y: 0 })));
      approach = Math.max(approach, rows.approachOf(i, k));
    }
    impulse += push;
    if (push <= most) continue;
    most = push;
    normal = { x: records[pair * RECORD + NX], y: records[pair * RECORD + NY] };
  }
  const point = { x: 0, y: 0 };
  for (const { x, y } of points) {
    point.x += x / points.length;
    point.y += y / points.length;
  }
  return {
    point: frozen(point),
    points: frozen(points),
    normal: frozen(normal),
    impulse: impulse / lengthUnit,
    approach,
  };
}
