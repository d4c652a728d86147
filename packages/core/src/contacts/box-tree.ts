import { grown } from '../math/short-arrays';
import { AT_X, AT_Y, BOX, HALF_X, HALF_Y, HEIGHT, LEFT, LINKS, NONE, PARENT, RIGHT, WAY_X, WAY_Y } from './layout';

/**
 * A dynamic tree of boxes, balanced as they come and go: each is put beside the one whose parent grows least, and heights of siblings
 * differ by one at most (after Box2D's b2DynamicTree, Erin Catto, MIT).
 */
export class BoxTree {
  boxes = new Float64Array(64 * BOX);
  /** What `find` found. */
  found = new Int32Array(64);
  /** What `find` looks for. Numbers are handed over here: as arguments they might be allocated. */
  readonly probe = new Float64Array(6);
  #links = new Int32Array(64 * LINKS);
  #root = NONE;
  #free = NONE;
  #count = 0;
  #stack = new Int32Array(64);

  /** Levels of nodes: about the logarithm of what there is. */
  get height(): number {
    return this.#root === NONE ? 0 : this.#links[this.#root * LINKS + HEIGHT] + 1;
  }

  /** Adds `item` with the box at `o` of `from`; returns its leaf. */
  insert(item: number, from: Float64Array, o: number): number {
    const leaf = this.#take();
    this.#links[leaf * LINKS + RIGHT] = item;
    for (let k = 0; k < BOX; k++) this.boxes[leaf * BOX + k] = from[o + k];
    this.#put(leaf);
    return leaf;
  }

  remove(leaf: number): void {
    this.#pull(leaf);
    this.#give(leaf);
  }

  /** A leaf gets the box at `o` of `from`. */
  move(leaf: number, from: Float64Array, o: number): void {
    this.#pull(leaf);
    for (let k = 0; k < BOX; k++) this.boxes[leaf * BOX + k] = from[o + k];
    this.#put(leaf);
  }

  /** True if the boxes of two leaves overlap or touch. */
  overlap(a: number, b: number): boolean {
    return boxesOverlap(this.boxes, a * BOX, b * BOX);
  }

  /** Writes to `found` whose boxes the box of `probe` meets on its way, and returns how many. */
  find(): number {
    if (this.#root === NONE) return 0;
    const { probe, boxes } = this;
    const links = this.#links;
    const wayX = probe[WAY_X] / 2;
    const wayY = probe[WAY_Y] / 2;
    const x = probe[AT_X] + wayX;
    const y = probe[AT_Y] + wayY;
    const acrossX = Math.abs(wayX);
    const acrossY = Math.abs(wayY);
    let count = 0;
    let open = 1;
    this.#stack[0] = this.#root;
    while (open > 0) {
      const node = this.#stack[--open];
      const b = node * BOX;
      const halfX = (boxes[b + 2] - boxes[b]) / 2 + probe[HALF_X];
      const halfY = (boxes[b + 3] - boxes[b + 1]) / 2 + probe[HALF_Y];
      const dx = (boxes[b] + boxes[b + 2]) / 2 - x;
      const dy = (boxes[b + 1] + boxes[b + 3]) / 2 - y;
      if (Math.abs(dx) > halfX + acrossX || Math.abs(dy) > halfY + acrossY) continue;
      // The third axis is across the way.
      if (Math.abs(wayX * dy - wayY * dx) > acrossX * halfY + acrossY * halfX) continue;
      const left = links[node * LINKS + LEFT];
      const right = links[node * LINKS + RIGHT];
      if (left === NONE) {
        if (count === this.found.length) this.found = grown(this.found, 2 * count);
        this.found[count++] = right;
      } else {
        if (open + 2 > this.#stack.length) this.#stack = grown(this.#stack, 2 * this.#stack.length);
        this.#stack[open++] = left;
        this.#stack[open++] = right;
      }
    }
    return count;
  }

  #take(): number {
    let node = this.#free;
    if (node === NONE) {
      node = this.#count++;
      if (node * LINKS >= this.#links.length) {
        this.#links = grown(this.#links, 2 * node * LINKS);
        this.boxes = grown(this.boxes, 2 * node * BOX);
      }
    } else this.#free = this.#links[node * LINKS + PARENT];
    this.#links.fill(NONE, node * LINKS, node * LINKS + LINKS);
    this.#links[node * LINKS + HEIGHT] = 0;
    return node;
  }

  #give(node: number): void {
    this.#links[node * LINKS + PARENT] = this.#free;
    this.#free = node;
  }

  /** Puts a leaf beside the node that makes the tree grow least. */
  #put(leaf: number): void {
    if (this.#root === NONE) {
      this.#root = leaf;
      this.#links[leaf * LINKS + PARENT] = NONE;
      return;
    }
    const sibling = this.#bestSibling(leaf);
    const parent = this.#take();
    const links = this.#links;
    const above = links[sibling * LINKS + PARENT];
    links[parent * LINKS + PARENT] = above;
    if (above === NONE) this.#root = parent;
    else this.#replace(above, sibling, parent);
    links[parent * LINKS + LEFT] = sibling;
    links[parent * LINKS + RIGHT] = leaf;
    links[sibling * LINKS + PARENT] = links[leaf * LINKS + PARENT] = parent;
    this.#refit(parent);
  }

  #bestSibling(leaf: number): number {
    const links = this.#links;
    let node = this.#root;
    while (links[node * LINKS + LEFT] !== NONE) {
      const left = links[node * LINKS + LEFT];
      const right = links[node * LINKS + RIGHT];
      const whole = this.#girth(node, leaf);
      // A new parent here costs its girth; further down, each node passed grows by this.
      const here = whole;
      const grows = whole - this.#girth(node, node);
      const viaLeft = grows + this.#descent(left, leaf);
      const viaRight = grows + this.#descent(right, leaf);
      if (here < viaLeft && here < viaRight) break;
      node = viaLeft < viaRight ? left : right;
    }
    return node;
  }

  #descent(node: number, leaf: number): number {
    const joined = this.#girth(node, leaf);
    return this.#links[node * LINKS + LEFT] === NONE ? joined : joined - this.#girth(node, node);
  }

  /** Half the length round the box of two nodes. */
  #girth(a: number, b: number): number {
    const { boxes } = this;
    const p = a * BOX;
    const q = b * BOX;
    return (
      Math.max(boxes[p + 2], boxes[q + 2]) -
      Math.min(boxes[p], boxes[q]) +
      Math.max(boxes[p + 3], boxes[q + 3]) -
      Math.min(boxes[p + 1], boxes[q + 1])
    );
  }

  #pull(leaf: number): void {
    if (leaf === this.#root) {
      this.#root = NONE;
      return;
    }
    const links = this.#links;
    const parent = links[leaf * LINKS + PARENT];
    const above = links[parent * LINKS + PARENT];
    const sibling =
      links[parent * LINKS + LEFT] === leaf ? links[parent * LINKS + RIGHT] : links[parent * LINKS + LEFT];
    links[sibling * LINKS + PARENT] = above;
    if (above === NONE) this.#root = sibling;
    else this.#replace(above, parent, sibling);
    this.#give(parent);
    if (above !== NONE) this.#refit(above);
  }

  #replace(parent: number, child: number, by: number): void {
    const l = parent * LINKS;
    this.#links[this.#links[l + LEFT] === child ? l + LEFT : l + RIGHT] = by;
  }

  /** From here up: heights differ by one at most, and boxes hold those of their children. */
  #refit(from: number): void {
    for (let node = from; node !== NONE; node = this.#links[node * LINKS + PARENT]) {
      node = this.#balance(node);
      this.#enclose(node);
    }
  }

  #enclose(node: number): void {
    const { boxes } = this;
    const links = this.#links;
    const left = links[node * LINKS + LEFT];
    const right = links[node * LINKS + RIGHT];
    const b = node * BOX;
    const p = left * BOX;
    const q = right * BOX;
    boxes[b] = Math.min(boxes[p], boxes[q]);
    boxes[b + 1] = Math.min(boxes[p + 1], boxes[q + 1]);
    boxes[b + 2] = Math.max(boxes[p + 2], boxes[q + 2]);
    boxes[b + 3] = Math.max(boxes[p + 3], boxes[q + 3]);
    links[node * LINKS + HEIGHT] = 1 + Math.max(links[left * LINKS + HEIGHT], links[right * LINKS + HEIGHT]);
  }

  /** Where one child is higher by two, it comes up in place of `node`, which takes the lower of its children. Returns what is here then. */
  #balance(node: number): number {
    const links = this.#links;
    const left = links[node * LINKS + LEFT];
    const right = links[node * LINKS + RIGHT];
    const lean = links[right * LINKS + HEIGHT] - links[left * LINKS + HEIGHT];
    if (lean >= -1 && lean <= 1) return node;
    const up = lean > 0 ? right : left;
    const first = links[up * LINKS + LEFT];
    const second = links[up * LINKS + RIGHT];
    const firstIsHigher = links[first * LINKS + HEIGHT] > links[second * LINKS + HEIGHT];
    const kept = firstIsHigher ? first : second;
    const handed = firstIsHigher ? second : first;
    const above = links[node * LINKS + PARENT];
    links[up * LINKS + PARENT] = above;
    if (above === NONE) this.#root = up;
    else this.#replace(above, node, up);
    links[up * LINKS + LEFT] = node;
    links[up * LINKS + RIGHT] = kept;
    links[node * LINKS + PARENT] = up;
    links[node * LINKS + (lean > 0 ? RIGHT : LEFT)] = handed;
    links[handed * LINKS + PARENT] = node;
    this.#enclose(node);
    return up;
  }
}

/** True if two boxes in an array overlap or touch. */
export function boxesOverlap(boxes: Float64Array, p: number, q: number): boolean {
  return (
    boxes[p] <= boxes[q + 2] && boxes[q] <= boxes[p + 2] && boxes[p + 1] <= boxes[q + 3] && boxes[q + 1] <= boxes[p + 3]
  );
}
