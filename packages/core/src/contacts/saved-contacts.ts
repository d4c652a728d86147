import type { ContactSpace } from './contact-space';
import {
  APART,
  BODY_A,
  BODY_B,
  CONTACT_POINT,
  FEATURE,
  FIRST_POINT,
  HEAD,
  HULL_A,
  HULL_B,
  MET,
  NEXT,
  NONE,
  POINT_COUNT,
  RECORD,
  VERDICT,
} from './layout';
import type { Motions } from './manifolds';

/** Numbers per pair: slots of bodies A and B, places of their hulls, verdict, points, two features, whether they met, and the record. */
const SAVED_PAIR = 9 + RECORD;

/** Everything that a space has beside shapes and poses: what became of near bodies, and their points with impulses. */
export function saveContacts({ pairs, colliders }: ContactSpace): Float64Array {
  const numbers: number[] = [];
  const { heads, records, first } = pairs;
  for (const start of first)
    for (let pair = start; pair !== NONE; pair = heads[pair * HEAD + NEXT]) {
      const h = pair * HEAD;
      if (heads[h + VERDICT] === APART) continue;
      const places = [colliders.place[heads[h + HULL_A]], colliders.place[heads[h + HULL_B]]];
      const count = heads[h + POINT_COUNT];
      const features = [0, 1].map((k) => (k < count ? heads[h + FEATURE + k] : 0));
      numbers.push(
        heads[h + BODY_A],
        heads[h + BODY_B],
        ...places,
        heads[h + VERDICT],
        count,
        ...features,
        heads[h + MET],
      );
      // Beyond its points there is what was there before.
      const used = count === 0 ? 0 : FIRST_POINT + count * CONTACT_POINT;
      for (let k = 0; k < RECORD; k++) numbers.push(k < used ? records[pair * RECORD + k] : 0);
    }
  return Float64Array.from(numbers);
}

/** Brings back what was saved of a space with the same bodies, which are `at` the places where they were then. */
export function restoreContacts(space: ContactSpace, saved: Float64Array, at: Motions): void {
  space.replace(at);
  const { pairs, colliders } = space;
  for (let i = 0; i < saved.length; i += SAVED_PAIR) {
    const [a, b, placeA, placeB, verdict, count, feature, next, met] = saved.subarray(i, i + 9);
    const hullA = colliders.bodies[a]?.hulls[placeA];
    const hullB = colliders.bodies[b]?.hulls[placeB];
    if (hullA === undefined || hullB === undefined) continue;
    const found = pairs.find(hullA, hullB, a, b);
    const pair = found === NONE ? pairs.add(hullA, hullB, a, b, colliders.place) : found;
    const h = pair * HEAD;
    pairs.heads[h + VERDICT] = verdict;
    pairs.heads[h + POINT_COUNT] = Math.max(0, Math.min(2, count));
    pairs.heads[h + FEATURE] = feature;
    pairs.heads[h + FEATURE + 1] = next;
    pairs.heads[h + MET] = met === 0 ? 0 : 1;
    pairs.records.set(saved.subarray(i + 9, i + SAVED_PAIR), pair * RECORD);
  }
}
