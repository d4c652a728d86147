import type { BodyStore } from '../state/body-store';
import type { JointBatch } from '../batches/joint-batch';
import { compileModule, fixedMemory, instantiate } from '../math/web-assembly';
import { BODY_A_WORD, BODY_B_WORD, JOINT_WORDS, LAWS_WORD, ROW_WORD, START } from './hinge-layout';
import { HINGES } from './hinges-wasm';
import { aligned, copyTo } from './memory';

/** What wasm/hinges.ts offers: it takes places in its memory, in bytes, and whole numbers. A double handed over would be allocated. */
interface HingeExports {
  step(
    table: number,
    end: number,
    list: number,
    last: number,
    pose: number,
    drive: number,
    load: number,
    substeps: number,
    damps: boolean,
    areNew: boolean,
  ): number;
}

const BODY_ARRAYS = ['motion', 'pose', 'drive', 'load'] as const;

let compiled: object | null | undefined;

/** The module, compiled when it is first asked for; null where there is no WebAssembly with SIMD, or a page forbids it. */
function hingeModule(): object | null {
  if (compiled === undefined) compiled = compileModule(HINGES);
  return compiled;
}

/**
 * Memory of WebAssembly in which the bodies and the hinges of a world lie, so that it steps them where they are: records are the same arrays
 * for all of core. Arrays grow on the heap, as everywhere; then the world moves into another memory, and this one is left to the garbage
 * collector.
 */
export class Home {
  readonly exports: HingeExports;
  /** The memory as numbers and as words of 4 bytes. */
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly words: Int32Array;
  /** From the motion of a body to its pose, its drive and its load, in bytes. */
  readonly apart: number;
  /** Where tables begin, in bytes: behind the records. */
  readonly tables: number;
  #end = START;

  private constructor(buffer: ArrayBuffer, exports: HingeExports, store: BodyStore, batches: readonly JointBatch[]) {
    this.numbers = new Float64Array(buffer);
    this.words = new Int32Array(buffer);
    this.exports = exports;
    this.apart = aligned(store.motion.byteLength);
    for (const name of BODY_ARRAYS) store[name] = this.#take(store[name]);
    for (const batch of batches) batch.moveRecords(this.#take(batch.rows), this.#take(batch.laws));
    this.tables = this.#end;
  }

  /** Moves bodies and batches into a memory of their own; null where there is none. */
  static of(store: BodyStore, batches: readonly JointBatch[]): Home | null {
    const module = hingeModule();
    if (module === null) return null;
    let bytes = START + 4 * aligned(store.motion.byteLength) + 4 * store.type.length;
    for (const { rows, laws, bodies } of batches)
      bytes += aligned(rows.byteLength) + aligned(laws.byteLength) + (4 * JOINT_WORDS * bodies.length) / 2;
    const memory = fixedMemory(bytes);
    if (memory === null) return null;
    return new Home(memory.buffer, instantiate(module, { env: { memory } }) as HingeExports, store, batches);
  }

  /** True while all of them are here. */
  holds(store: BodyStore, batches: readonly JointBatch[]): boolean {
    const { buffer } = this.numbers;
    if (store.motion.buffer !== buffer) return false;
    for (let i = 0; i < batches.length; i++)
      if (batches[i].rows.buffer !== buffer || batches[i].laws.buffer !== buffer) return false;
    return true;
  }

  /** Writes an entry of a table of joints at the word `at`: the joint in slot `j`, and the laws of its angle at `law`, or −1. */
  writeJoint(at: number, { rows, laws, bodies, stride }: JointBatch, j: number, law: number): void {
    const { words } = this;
    words[at + ROW_WORD] = rows.byteOffset + 8 * j * stride;
    words[at + BODY_A_WORD] = START + 8 * bodies[2 * j];
    words[at + BODY_B_WORD] = START + 8 * bodies[2 * j + 1];
    words[at + LAWS_WORD] = law < 0 ? 0 : laws.byteOffset + 8 * law;
  }

  /** A copy of an array in here. */
  #take(array: Float64Array): Float64Array<ArrayBuffer> {
    const copy = copyTo(this.numbers.buffer, this.#end, array);
    this.#end += aligned(array.byteLength);
    return copy;
  }
}
