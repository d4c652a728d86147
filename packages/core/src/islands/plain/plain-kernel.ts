import { compileModule, instantiate, PAGE, type WasmMemory } from '../../math/web-assembly';
import { PLAIN_POINTS } from './plain-points-wasm';

interface Exports {
  readonly memory: WasmMemory;
  /** Byte offsets of the first joint and of what follows the last; from one to the next. */
  share(joints: number, end: number, stride: number): void;
  /**
   * Byte offsets of the first body, of the first joint and of what follows the last; from one joint to the next, with its angle or without;
   * where the masses of bodies lie, and what hangs on each body; where there is room to save what joints go on with; and 1 where bodies are
   * damped.
   */
  step(
    bodies: number,
    joints: number,
    end: number,
    stride: number,
    masses: number,
    ties: number,
    saved: number,
    substeps: number,
    damps: number,
  ): number;
}

/** Numbers in the memory before the first room: settings of the step, constants, and the tables of blows. */
const START = 1024;
/** Rooms take no more numbers than this together: then all are given up, and it begins anew. */
const MOST_NUMBERS = 1 << 23;

/** Whose joints lie in the kernel's memory from step to step. */
export interface Lodger {
  /** Its room: the first number, and how many. None: 0. */
  place: number;
  size: number;
  /** Takes what is its own back from there. */
  giveBack(): void;
}

/** wasm/plain-points.ts, and its memory as numbers and as 32-bit words. */
export class PlainKernel {
  numbers = new Float64Array(0);
  words = new Int32Array(0);
  readonly #exports: Exports;
  /** In the order of their rooms. A world that nobody holds is gone. */
  #lodgers: WeakRef<Lodger>[] = [];
  #end = START;

  constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** Gives a lodger room for `size` numbers, if what it has is too small; false if there is no more memory. */
  lodge(lodger: Lodger, size: number): boolean {
    if (lodger.size >= size) return true;
    this.leave(lodger);
    if (this.#end + size > MOST_NUMBERS) this.#beginAnew();
    if (!this.#reserve(this.#end + size)) return false;
    lodger.place = this.#end;
    lodger.size = size;
    this.#end += size;
    this.#lodgers.push(new WeakRef(lodger));
    return true;
  }

  /** What has given back everything needs no room any more: that of the last is used again at once. */
  leave(lodger: Lodger): void {
    if (lodger.size > 0 && lodger.place + lodger.size === this.#end) {
      this.#end = lodger.place;
      this.#lodgers.pop();
    }
    lodger.place = lodger.size = 0;
  }

  #beginAnew(): void {
    for (const each of this.#lodgers) {
      const lodger = each.deref();
      if (lodger === undefined) continue;
      lodger.giveBack();
      lodger.place = lodger.size = 0;
    }
    this.#lodgers = [];
    this.#end = START;
  }

  #reserve(count: number): boolean {
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

  /** Finds for the joints that lie at these numbers where between their anchors impulses act, after bodies have changed. */
  share(joints: number, end: number, stride: number): void {
    this.#exports.share(8 * joints, 8 * end, 8 * stride);
  }

  /** Steps what lies at these numbers; false if it is not for here. Integers only: a double handed over would be allocated. */
  step(
    bodies: number,
    joints: number,
    end: number,
    stride: number,
    masses: number,
    ties: number,
    saved: number,
    substeps: number,
    damps: number,
  ): boolean {
    return (
      this.#exports.step(
        8 * bodies,
        8 * joints,
        8 * end,
        8 * stride,
        8 * masses,
        8 * ties,
        8 * saved,
        substeps,
        damps,
      ) === 1
    );
  }
}

let kernel: PlainKernel | null | undefined;

/** The one of this process, compiled when it is first asked for; null where there is no WebAssembly with SIMD, or a page forbids it. */
export function plainKernel(): PlainKernel | null {
  if (kernel !== undefined) return kernel;
  const module = compileModule(PLAIN_POINTS);
  kernel = module && new PlainKernel(instantiate(module, {}) as Exports);
  return kernel;
}
