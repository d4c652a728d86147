import type { FastPart } from '../simulation/parts';
import { HingeStep } from './hinge-step';
import { PassMemory } from './pass-memory';

/**
 * WebAssembly, for `new World({ parts: [fast] })`: hinges are stepped several times as fast, by the direct step with whatever hangs on
 * them, by the iterative one in islands of nothing but hinges, with limits or without. Where a page may not compile it (a
 * Content-Security-Policy without `wasm-unsafe-eval`) they go the way of all other joints. The `World` of `@tenon/core` has it unless it is
 * told otherwise.
 */
export const fast: FastPart = {
  name: 'fast',
  create: () => new HingeStep(),
  passMemory: (arrays) => PassMemory.withRoomFor(arrays),
};
