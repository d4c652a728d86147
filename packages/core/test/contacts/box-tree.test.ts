import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoxTree } from '../../src/contacts/box-tree';
import { AT_X, AT_Y, HALF_X, HALF_Y, WAY_X, WAY_Y } from '../../src/contacts/layout';

const coordinate = fc.integer({ min: -20, max: 20 });
const anyBox = fc.record({ x: coordinate, y: coordinate, width: fc.integer({ min: 0, max: 5 }), height: fc.integer({ min: 0, max: 5 }) }); // prettier-ignore
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const numbersOf = ({ x, y, width, height }: Box) => Float64Array.of(x, y, x + width, y + height);

function find(tree: BoxTree, { x, y, width, height }: Box, wayX = 0, wayY = 0): number[] {
  tree.probe[AT_X] = x + width / 2;
  tree.probe[AT_Y] = y + height / 2;
  tree.probe[HALF_X] = width / 2;
  tree.probe[HALF_Y] = height / 2;
  tree.probe[WAY_X] = wayX;
  tree.probe[WAY_Y] = wayY;
  return [...tree.found.subarray(0, tree.find())].sort((a, b) => a - b);
}

/** True if two boxes overlap or touch as the first goes along a way: if the segment meets their sum. */
function meets(a: Box, b: Box, wayX: number, wayY: number): boolean {
  const [left, right] = [b.x - a.width - a.x, b.x + b.width - a.x];
  const [bottom, top] = [b.y - a.height - a.y, b.y + b.height - a.y];
  let from = 0;
  let to = 1;
  for (const [low, high, way] of [
    [left, right, wayX],
    [bottom, top, wayY],
  ]) {
    // prettier-ignore
    if (way === 0 && (low > 0 || high < 0)) return false;
    if (way === 0) continue;
    from = Math.max(from, Math.min(low / way, high / way));
    to = Math.min(to, Math.max(low / way, high / way));
  }
  return from <= to;
}

test('a tree finds what a list finds, as boxes come, go and move', () => {
  const change = fc.record({ kind: fc.constantFrom('add', 'add', 'remove', 'move'), box: anyBox, which: fc.nat(), asks: anyBox, wayX: coordinate, wayY: coordinate }); // prettier-ignore
  fc.assert(
    fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
      const tree = new BoxTree();
      const boxes = new Map<number, { leaf: number; box: Box }>();
      changes.forEach(({ kind, box, which, asks, wayX, wayY }, item) => {
        const chosen = [...boxes.keys()][which % Math.max(1, boxes.size)];
        const old = boxes.get(chosen);
        if (kind === 'add' || old === undefined) boxes.set(item, { leaf: tree.insert(item, numbersOf(box), 0), box });
        else if (kind === 'move') {
          tree.move(old.leaf, numbersOf(box), 0);
          boxes.set(chosen, { leaf: old.leaf, box });
        } else {
          tree.remove(old.leaf);
          boxes.delete(chosen);
        }
        const met = (x: number, y: number) =>
          [...boxes].filter(([, at]) => meets(asks, at.box, x, y)).map(([key]) => key);
        expect(find(tree, asks)).toEqual(met(0, 0));
        expect(find(tree, asks, wayX, wayY)).toEqual(met(wayX, wayY));
      });
    }),
    { numRuns: 150, seed: 55 },
  );
});

test('a tree stays flat, whatever the order', () => {
  const orders: ((i: number) => Box)[] = [
    (i) => ({ x: i, y: 0, width: 1, height: 1 }),
    (i) => ({ x: -i, y: 0, width: 1, height: 1 }),
    (i) => ({ x: 1.01 ** i, y: 0, width: 1.01 ** i, height: 1 }),
    () => ({ x: 0, y: 0, width: 1, height: 1 }),
  ];
  for (const order of orders) {
    const tree = new BoxTree();
    for (let i = 0; i < 1000; i++) tree.insert(i, numbersOf(order(i)), 0);
    // Heights of siblings differ by one at most: 1.44 log₂ 1000.
    expect(tree.height).toBeLessThan(16);
  }
});

test('an empty tree finds nothing', () => {
  const tree = new BoxTree();
  tree.remove(tree.insert(1, numbersOf({ x: 0, y: 0, width: 1, height: 1 }), 0));
  expect([find(tree, { x: 0, y: 0, width: 9, height: 9 }), tree.height]).toEqual([[], 0]);
});
