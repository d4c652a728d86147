import type { FastPart } from '../simulation/parts';
import { HingeStep } from './hinge-step';

/**
 * WebAssembly, for `new World({ parts: [fast] })`: islands of nothing but hinges, with limits or without, are stepped several times as fast.
 * Where a page may not compile it (a Content-Security-Policy without `wasm-unsafe-eval`) they go the way of all other joints. The `World`
 * of `@tenon/core` has it unless it is told otherwise.
 */
export const fast: FastPart = {
  name: 'fast',
  create: () => new HingeStep(),
};
