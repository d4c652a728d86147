import { BODY, CARRIED, GOAL } from '../state/body-store';
import type { World } from '../world/world';

/** The arrays of the body store that make up a state, their kind, and how many numbers each has per body. */
export const BODY_ARRAYS = [
  { name: 'motion', Kind: Float64Array, size: BODY },
  { name: 'pose', Kind: Float64Array, size: BODY },
  { name: 'load', Kind: Float64Array, size: BODY },
  { name: 'carried', Kind: Float64Array, size: CARRIED },
  { name: 'goal', Kind: Float64Array, size: GOAL },
  { name: 'type', Kind: Uint8Array, size: 1 },
  { name: 'asleep', Kind: Uint8Array, size: 1 },
  { name: 'restTime', Kind: Float64Array, size: 1 },
  { name: 'restFrom', Kind: Float64Array, size: 3 },
] as const;

/** In the order of `BODY_ARRAYS`. */
export type BodyArrays = readonly (Float64Array | Uint8Array)[];

/** The numbers of all bodies, the world's own included. */
export function copyArrays({ store }: World): BodyArrays {
  return BODY_ARRAYS.map(({ name, size }) => store[name].slice(0, store.count * size));
}
