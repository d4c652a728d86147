import { LIMITS_SAID } from '../coordinates/laws/law-fields';
import type { JointBatch } from '../batches/joint-batch';
import { BODY_ARRAYS } from '../state/body-store';
import { SETTINGS_SIZE } from '../state/record';
import type { World } from '../world/world';

/** 64 bits of everything that the motion depends on, as 16 hexadecimal digits: equal states, equal hashes, in every engine. */
export function hashState(world: World): string {
  const hash = new Hash();
  const { store } = world;
  // cos hω − 1 and the like are made anew in every substep, but with the same bits.
  for (const { name, size } of BODY_ARRAYS) {
    const numbers = store[name].subarray(0, store.count * size);
    // Most worlds carry no force.
    if (name !== 'carried' || numbers.some((number) => number !== 0)) hash.add(numbers);
  }
  for (const body of world.bodies) hash.addText(body.id);
  for (const batch of world.batches) {
    if (batch.count === 0) continue;
    hash.addText(batch.type.name);
    for (const joint of batch.handles) {
      // Reading a value measures a joint; measured at the present poses, all are alike.
      joint?.measure();
      hash.addText(joint?.id ?? '');
    }
    hash.add(batch.rows.subarray(0, batch.count * batch.stride));
    hash.add(batch.settings.subarray(0, batch.count * SETTINGS_SIZE));
    addLaws(hash, batch);
    hash.add(batch.bodies.subarray(0, batch.count * batch.columns));
  }
  const { contactSolver } = world;
  if (contactSolver?.isEmpty === false) hash.add(contactSolver.save());
  hash.addText(JSON.stringify(world.state));
  return hash.digest();
}

/** Without what listeners were told of stops: nothing moves by it, and not everybody listens. Laws of zeros are none, whether there was one once or not. */
function addLaws(hash: Hash, batch: JointBatch): void {
  const { coordinates, count } = batch;
  for (let j = 0; j < count; j++)
    for (const { kind, index } of coordinates) {
      const p = batch.lawsAt(j, index);
      if (p === 0) continue;
      const laws = batch.laws.slice(p, p + kind.lawsSize);
      if (kind.scalar) laws[LIMITS_SAID] = 0;
      if (laws.every((number) => number === 0)) continue;
      hash.addText(`${j} ${index}`);
      hash.add(laws);
    }
}

/** Two chains of 32 bits, each word mixed as in MurmurHash3. */
export class Hash {
  #a = 0x9e3779b9;
  #b = 0x85ebca6b;

  add(array: Float64Array | Int32Array | Uint8Array): void {
    if (array instanceof Uint8Array) {
      for (const byte of array) this.#mix(byte);
      return;
    }
    const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
    for (let i = 0; i < words.length; i++) this.#mix(words[i]);
  }

  addText(text: string): void {
    for (let i = 0; i < text.length; i++) this.#mix(text.charCodeAt(i));
    this.#mix(text.length);
  }

  digest(): string {
    return (
      (finish(this.#a) >>> 0).toString(16).padStart(8, '0') +
      (finish(this.#b ^ this.#a) >>> 0).toString(16).padStart(8, '0')
    );
  }

  #mix(word: number): void {
    let k = Math.imul(word, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    this.#a ^= Math.imul(k, 0x1b873593);
    this.#a = Math.imul((this.#a << 13) | (this.#a >>> 19), 5) + 0xe6546b64;
    let l = Math.imul(word ^ 0x27d4eb2f, 0x85ebca77);
    l = (l << 17) | (l >>> 15);
    this.#b ^= Math.imul(l, 0xc2b2ae3d);
    this.#b = Math.imul((this.#b << 11) | (this.#b >>> 21), 9) + 0x38495ab5;
  }
}

function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
