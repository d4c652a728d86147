import { refuse } from './error';

const refusing = new WeakSet();

/**
 * Lets every property with a getter alone, of a class and of those it extends, throw a `TenonError` that names it when it is set: JavaScript
 * itself throws a `TypeError` in modules and does nothing in plain scripts. `nameOf` says what errors call a handle, `instead` what to do where that is not to be guessed,
 * `end` where another library's classes begin.
 */
export function readOnly<T extends object>(
  prototype: T,
  nameOf: (handle: T) => string,
  instead: Readonly<Record<string, string>> = {},
  end: object = Object.prototype,
): void {
  if (prototype === end || refusing.has(prototype)) return;
  refusing.add(prototype);
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (property.get === undefined || property.set !== undefined) continue;
    const advice = Object.hasOwn(instead, name) ? `: ${instead[name]}` : '';
    Object.defineProperty(prototype, name, {
      ...property,
      set(this: T, value: unknown) {
        refuse('read-only', `${nameOf(this)}.${name}`, `only be read${advice}`, value);
      },
    });
  }
  readOnly(Object.getPrototypeOf(prototype) as T, nameOf, instead, end);
}
