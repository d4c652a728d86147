import type { BlockJoints } from '../iterative/block-joints';
import type { Island, Islands } from '../islands/islands';

/** An island of fewer joints is one train. */
const LEAST_JOINTS = 64;

/**
 * The joints of a block, by their number among all of them, in two trains that are visited in turn: the older and the younger half of a large
 * island, or two small islands. What hangs together mostly follows on each other, and a joint has to wait for the velocities that the one
 * before it leaves: meanwhile a processor is at the other train. The order within an island depends on no other.
 */
export function visitingOrder(joints: readonly BlockJoints[], all: Islands): number[] {
  const islands = new Map<Island | null, number[]>();
  let number = 0;
  for (const { batch, slots, count } of joints) {
    for (let i = 0; i < count; i++, number++) {
      const island = all.ofJoint(batch, slots[i]);
      const own = islands.get(island);
      if (own === undefined) islands.set(island, [number]);
      else own.push(number);
    }
  }
  const order: number[] = [];
  /** A small island that waits for another. */
  let waiting: readonly number[] = [];
  for (const own of islands.values()) {
    const half = (own.length + 1) >> 1;
    if (own.length >= LEAST_JOINTS) visitInTurn(own.slice(0, half), own.slice(half), order);
    else if (waiting.length === 0) waiting = own;
    else {
      visitInTurn(waiting, own, order);
      waiting = [];
    }
  }
  visitInTurn(waiting, [], order);
  return order;
}

/** Appends two trains in turn, what one has more at the end. */
function visitInTurn(one: readonly number[], other: readonly number[], order: number[]): void {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    if (i < one.length) order.push(one[i]);
    if (i < other.length) order.push(other[i]);
  }
}
