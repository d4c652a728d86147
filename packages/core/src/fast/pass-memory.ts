import { compileModule, fixedMemory, instantiate, type WasmMemory, type WasmModule } from '../math/web-assembly';
import { DIRECT_PASSES } from './direct-passes-wasm';
import { aligned, copyTo, type WasmArray } from './memory';

/** The passes of wasm/direct-passes.ts, which take byte offsets: of a `Space` (wasm/space.ts), of arrays of bodies or rows. */
export interface PassExports {
  startVelocities(space: number): void;
  moveBodies(space: number): void;
  visitHinges(space: number): void;
  findMissing(space: number): void;
  weighBodies(space: number): void;
  writeBlocks(space: number): void;
  scaleRows(space: number): void;
  factorise(space: number): void;
  judgePivots(space: number): number;
  solve(space: number, x: number): void;
  startIncrement(space: number): void;
  askHinges(space: number, gap: number, hold: number, v: number, out: number): void;
  pushHinges(space: number, impulse: number, v: number): void;
  writeRates(space: number, count: number, v: number): void;
  askRows(space: number, count: number): void;
  measureLeft(space: number, count: number): void;
  turnBodies(space: number): void;
  visitTurns(space: number): void;
  readTurns(space: number, part: number): void;
  pushRows(space: number, count: number, impulse: number, v: number): void;
  addProducts(space: number): void;
  addIncrement(space: number): void;
  beginHinges(space: number): void;
  addHingeWork(space: number): void;
  addMissing(space: number): void;
  measureKinetic(space: number, part: number): void;
  scaleVelocities(space: number, part: number): void;
  endHinges(space: number): void;
  endPoses(space: number): void;
}

/** Memories have at least so many bytes; islands share them. */
const SIZE = 1 << 20;
/** Bytes at the start that hold the constants of the passes. */
const TABLES = 384;

/** Memory of some islands with the passes over it. Room is free again when the last of them is given up. */
export class PassMemory {
  readonly exports: PassExports;
  readonly buffer: ArrayBuffer;
  #used = TABLES;
  #islands = 0;

  private constructor(compiled: WasmModule, memory: WasmMemory) {
    this.buffer = memory.buffer;
    this.exports = instantiate(compiled, { env: { memory } }) as PassExports;
  }

  /** Where there is room for these arrays; null where there is no WebAssembly, or no memory. */
  static withRoomFor(arrays: readonly WasmArray[]): PassMemory | null {
    const bytes = arrays.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0);
    const open = memories.flatMap((memory) => memory.deref() ?? []);
    const roomy = open.find((memory) => memory.buffer.byteLength - memory.#used >= bytes);
    if (roomy !== undefined) return roomy;
    if (passes === undefined) passes = compileModule(DIRECT_PASSES);
    if (passes === null) return null;
    // An engine has room for some hundred memories in all, whatever their size.
    const all = open.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    const memory = fixedMemory(Math.max(SIZE, TABLES + bytes, all));
    if (memory === null) return null;
    const made = new PassMemory(passes, memory);
    memories = [...open, made].map((each) => new WeakRef(each));
    return made;
  }

  /** One more island lies here. */
  enter(): void {
    this.#islands++;
  }

  /** One of them is given up. */
  leave(): void {
    if (--this.#islands === 0) this.#used = TABLES;
  }

  /** A copy of an array in here. */
  copy<A extends WasmArray>(array: A): A {
    const at = this.#used;
    this.#used += aligned(array.byteLength);
    return copyTo(this.buffer, at, array);
  }
}

let passes: WasmModule | null | undefined;
let memories: readonly WeakRef<PassMemory>[] = [];
