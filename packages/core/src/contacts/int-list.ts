import { grown } from '../math/short-arrays';

/** Numbers in a list that grows, and is emptied by its count. */
export interface IntList {
  items: Int32Array;
  count: number;
}

/** One without numbers. */
export function emptyList(): IntList {
  return { items: new Int32Array(64), count: 0 };
}

/** Adds a number at the end. */
export function push(list: IntList, item: number): void {
  if (list.count === list.items.length) list.items = grown(list.items, 2 * list.count);
  list.items[list.count++] = item;
}

/** In rising order, by Shell's sort: of what is in order already, or backwards, it is quick, and it needs no room. */
export function sort({ items, count }: IntList): void {
  for (let gap = count >> 1; gap > 0; gap >>= 1)
    for (let i = gap; i < count; i++) {
      const item = items[i];
      let k = i;
      for (; k >= gap && items[k - gap] > item; k -= gap) items[k] = items[k - gap];
      items[k] = item;
    }
}
