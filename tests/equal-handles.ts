import { expect } from 'vitest';

/** A handle has no fields to be compared by: each equals itself alone, where all of a class would be equal. */
expect.addEqualityTesters([
  (a, b) => (isFieldless(a) && isFieldless(b) && a.constructor === b.constructor ? a === b : undefined),
]);

/** True of an instance of a class of ours; what can be iterated, and what JavaScript itself has, is compared by what is in it. */
function isFieldless(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0 || Symbol.iterator in value)
    return false;
  return value.constructor !== Object && /^class\b/.test(String(value.constructor));
}
