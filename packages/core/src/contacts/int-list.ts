import { grown } from './hulls';

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

/** In rising order, by insertion: most are in order already. */
export function sort({ items, count }: IntList): void {
  for (let i = 1; i < count; i++) {
    const item = items[i];
    let k = i;
    for (; k > 0 && items[k - 1] > item; k--) items[k] = items[k - 1];
    items[k] = item;
  }
}
