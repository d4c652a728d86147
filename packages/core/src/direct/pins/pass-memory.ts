import { compileModule, fixedMemory, instantiate, type WasmMemory, type WasmModule } from '../../math/web-assembly';
import { PIN_PASSES } from './pin-passes-wasm';

/** The passes of wasm/pin-passes.ts, which take byte offsets: of a `Space` (wasm/space.ts), of arrays of bodies or rows. */
export interface PassExports {
  startVelocities(space: number): void;
  moveBodies(space: number): void;
  visitPins(space: number): void;
  findMissing(space: number): void;
  weighBodies(space: number): void;
  writeBlocks(space: number): void;
  scaleRows(space: number): void;
  factorise(space: number): void;
  judgePivots(space: number): number;
  solve(space: number, x: number): void;
  startIncrement(space: number): void;
  askPins(space: number, gap: number, hold: number, v: number, out: number): void;
  pushPins(space: number, impulse: number, v: number): void;
  writeRates(space: number, count: number, v: number): void;
  askRows(space: number, count: number): void;
  measureLeft(space: number, count: number): void;
  turnBodies(space: number): void;
  visitTurns(space: number): void;
  readTurns(space: number, part: number): void;
  visitAxes(space: number): void;
  pushRows(space: number, count: number, impulse: number, v: number): void;
  addProducts(space: number): void;
  addIncrement(space: number): void;
  beginPins(space: number): void;
  addPinWork(space: number): void;
  addMissing(space: number): void;
  measureKinetic(space: number, part: number): void;
  scaleVelocities(space: number, part: number): void;
  endPins(space: number): void;
  endPoses(space: number): void;
}

type Numbers = Float64Array | Int32Array | Uint8Array;

/** Memories have so many bytes; islands share them, a larger one has its own. */
const SIZE = 1 << 20;
/** Bytes at the start that hold the constants of the passes. */
const TABLES = 384;
/** An engine has room for some hundred memories in all, whatever their size: a page may need some for itself. */
const MOST_MEMORIES = 64;

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

  /** Where there is room for an island of so many bytes; null where there is no WebAssembly, or no memory. */
  static withRoom(bytes: number): PassMemory | null {
    const open = memories.flatMap((memory) => memory.deref() ?? []);
    const roomy = open.find((memory) => memory.buffer.byteLength - memory.#used >= bytes);
    if (roomy !== undefined) return roomy;
    if (passes === undefined) passes = compileModule(PIN_PASSES);
    if (passes === null || open.length >= MOST_MEMORIES) return null;
    const memory = fixedMemory(Math.max(SIZE, TABLES + bytes));
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

  /** Bytes that arrays take in here. */
  static sizeOf(arrays: readonly Numbers[]): number {
    return arrays.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0);
  }

  /** A copy of an array in here. */
  copy<A extends Numbers>(array: A): A {
    const Kind = array.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => A;
    const copy = new Kind(this.buffer, this.#used, array.length);
    this.#used += aligned(array.byteLength);
    copy.set(array);
    return copy;
  }
}

function aligned(bytes: number): number {
  return (bytes + 15) & ~15;
}

let passes: WasmModule | null | undefined;
let memories: readonly WeakRef<PassMemory>[] = [];
