import { BODY, type BodyStore, STATIC } from '../body/body-store';
import { STOP_COUNT } from '../coordinates/laws/stop-fields';
import type { JointBatch } from '../joint/batch/joint-batch';

/** Which joints of the iterative step act on each body that may move: found anew when joints or laws change. */
export class Ties {
  batches: readonly JointBatch[] = [];
  /** Of each body slot: where its joints begin in `batch` and `slot`; one more at the end. */
  start = new Int32Array(1);
  /** Index among the batches, and slot there, of each joint on each body. */
  batch = new Int32Array(0);
  slot = new Int32Array(0);
  /** Of each body slot, while joint/blows/blow.ts gathers: the last column on it, counted from 1; else 0. */
  lastColumn = new Int32Array(0);
  /** Stops beyond whose bound something was as they were visited, in their order: index of the batch, offset of the coordinate and number of each. */
  readonly passed = new Noted();

  find(batches: readonly JointBatch[], { count, type }: BodyStore): void {
    this.batches = batches;
    this.start = new Int32Array(count + 1);
    const { start } = this;
    visit(batches, type, (body) => start[body + 1]++);
    for (let body = 0; body < count; body++) start[body + 1] += start[body];
    this.batch = new Int32Array(start[count]);
    this.slot = new Int32Array(start[count]);
    this.lastColumn = new Int32Array(count);
    this.passed.makeRoom(batches.reduce((sum, batch) => sum + stopsOf(batch), 0));
    const next = start.slice();
    visit(batches, type, (body, batch, slot) => {
      const i = next[body]++;
      this.batch[i] = batch;
      this.slot[i] = slot;
    });
  }
}

/** How many numbers each of those that are noted has. */
export const NOTED = 3;

/** What is noted in a pass or a step, three numbers of each, to be gone through once more: no more than there is room for. */
class Noted {
  numbers = new Int32Array(0);
  /** Of all that is noted. */
  length = 0;

  makeRoom(count: number): void {
    this.numbers = new Int32Array(NOTED * count);
    this.length = 0;
  }

  note(a: number, b: number, c: number): void {
    const { numbers, length } = this;
    if (length === numbers.length) return;
    numbers[length] = a;
    numbers[length + 1] = b;
    numbers[length + 2] = c;
    this.length += NOTED;
  }
}

/** How many stops its joints have at most. */
function stopsOf({ hasStops, activeCount, type }: JointBatch): number {
  return hasStops ? activeCount * type.coordinates.length * (STOP_COUNT - 1) : 0;
}

function visit(
  batches: readonly JointBatch[],
  type: Uint8Array,
  visitor: (body: number, batch: number, slot: number) => void,
): void {
  batches.forEach(({ active, activeCount, bodies, columns }, batch) => {
    for (let i = 0; i < activeCount; i++) {
      for (let c = 0; c < columns; c++) {
        const body = bodies[active[i] * columns + c] / BODY;
        if (type[body] !== STATIC) visitor(body, batch, active[i]);
      }
    }
  });
}
