import { compileModule, instantiate, PAGE, type WasmMemory } from '../math/web-assembly';
import { PLAIN_POINTS } from './plain-points-wasm';

interface Exports {
  readonly memory: WasmMemory;
  /** Byte offsets of the first body, of the first joint and of what follows the last; how far behind each joint its angle lies, 0: none. */
  step(bodies: number, joints: number, end: number, angles: number, substeps: number): number;
}

/** Numbers of a joint in its memory. */
export const JOINT_SIZE = 22;

/** wasm/plain-points.ts, and its memory as numbers and as 32-bit words. */
export class PlainKernel {
  numbers = new Float64Array(0);
  words = new Int32Array(0);
  readonly #exports: Exports;

  constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** Makes room for `count` numbers; false if there is no more memory. */
  reserve(count: number): boolean {
    if (this.numbers.length >= count) return true;
    const { memory } = this.#exports;
    try {
      memory.grow(Math.max(0, Math.ceil((8 * count - memory.buffer.byteLength) / PAGE)));
    } catch {
      return false;
    }
    this.numbers = new Float64Array(memory.buffer);
    this.words = new Int32Array(memory.buffer);
    return true;
  }

  /** Steps what lies at these numbers; false if it is not for here. Integers only: a double handed over would be allocated. */
  step(bodies: number, joints: number, end: number, angles: number, substeps: number): boolean {
    return this.#exports.step(8 * bodies, 8 * joints, 8 * end, 8 * angles, substeps) === 1;
  }
}

let kernel: PlainKernel | null | undefined;

/** Lets the laws act on an angle: the byte offset of its joint; 0 in the first pass of a step, 1 when it is relaxed, 2 in another. */
export type AngleVisitor = (joint: number, pass: number) => void;

/** The one of this process, compiled when it is first asked for; null where there is no WebAssembly with SIMD, or a page forbids it. */
export function plainKernel(visitAngle: AngleVisitor): PlainKernel | null {
  if (kernel !== undefined) return kernel;
  const module = compileModule(PLAIN_POINTS);
  kernel = module && new PlainKernel(instantiate(module, { 'plain-points': { visitAngle } }) as Exports);
  return kernel;
}
