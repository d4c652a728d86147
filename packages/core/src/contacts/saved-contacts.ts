import type { ContactSpace } from './contact-space';
import {
  APART,
  BODY_A,
  BODY_B,
  FEATURE,
  HEAD,
  HULL_A,
  HULL_B,
  NEXT,
  NONE,
  POINT_COUNT,
  RECORD,
  VERDICT,
} from './layout';
import type { Motions } from './manifolds';

/** Numbers per pair: slots of bodies A and B, places of their hulls, verdict, points, two features, and the record. */
const SAVED_PAIR = 8 + RECORD;

/** Everything that a space has beside shapes and poses: what became of near bodies, and their points with impulses. */
export function saveContacts({ pairs, colliders }: ContactSpace): Float64Array {
  const numbers: number[] = [];
  const { heads, records, first } = pairs;
  for (const start of first)
    for (let pair = start; pair !== NONE; pair = heads[pair * HEAD + NEXT]) {
      const h = pair * HEAD;
      if (heads[h + VERDICT] === APART) continue;
      const places = [colliders.place[heads[h + HULL_A]], colliders.place[heads[h + HULL_B]]];
      const points = [heads[h + POINT_COUNT], heads[h + FEATURE], heads[h + FEATURE + 1]];
      numbers.push(heads[h + BODY_A], heads[h + BODY_B], ...places, heads[h + VERDICT], ...points);
      numbers.push(...records.subarray(pair * RECORD, (pair + 1) * RECORD));
    }
  return Float64Array.from(numbers);
}

/** Brings back what was saved of a space with the same bodies, which are `at` the places where they were then. */
export function restoreContacts(space: ContactSpace, saved: Float64Array, at: Motions): void {
  space.replace(at);
  const { pairs, colliders } = space;
  for (let i = 0; i < saved.length; i += SAVED_PAIR) {
    const [a, b, placeA, placeB, verdict, count, ...features] = saved.subarray(i, i + 8);
    const hullA = colliders.bodies[a]?.hulls[placeA];
    const hullB = colliders.bodies[b]?.hulls[placeB];
    if (hullA === undefined || hullB === undefined) continue;
    const found = pairs.find(hullA, hullB, a, b);
    const pair = found === NONE ? pairs.add(hullA, hullB, a, b, colliders.place) : found;
    const h = pair * HEAD;
    pairs.heads[h + VERDICT] = verdict;
    pairs.heads[h + POINT_COUNT] = count;
    pairs.heads.set(features, h + FEATURE);
    pairs.records.set(saved.subarray(i + 8, i + SAVED_PAIR), pair * RECORD);
  }
}
