import { box, capsule, chain, compound, disc } from '@tenon/core';
import { BODY, COS, DYNAMIC, KINEMATIC, OMEGA, STATIC, VX, VY, X, Y } from '../../src/state/body-store';
import { readCollides } from '../../src/contacts/collides';
import { ContactSpace } from '../../src/contacts/contact-space';
import { cosSin } from '../../src/math/trig';

/** Runs in a process of its own, from a bundle: prints the bytes of heap that a settled update of contacts allocates. */
const COUNT = 300;
const SHAPES = [box(1, 1), box(0.8, 0.8, 0.1), disc(0.5), capsule(0.6, 0.2), compound([{ shape: box(1, 0.4) }, { shape: disc(0.2), position: [0, 0.3] }])]; // prettier-ignore
const bodies = { pose: new Float64Array(COUNT * BODY), motion: new Float64Array(COUNT * BODY) };
const home = new Float64Array(COUNT * BODY);
const space = new ContactSpace(1, () => true);
const awake = new Int32Array(COUNT);
let awakeCount = 0;

for (let slot = 1; slot < COUNT; slot++) {
  const b = slot * BODY;
  const isGround = slot === 1;
  bodies.pose[b + X] = isGround ? 0 : (slot % 20) * 0.97;
  bodies.pose[b + Y] = isGround ? 0 : 0.49 + Math.floor(slot / 20) * 0.98;
  cosSin(isGround ? 0 : slot * 0.01, bodies.pose, b + COS);
  const shape = isGround
    ? chain(Array.from({ length: 60 }, (_, i) => [i - 20, 0.1 * (i % 3)]))
    : SHAPES[slot % SHAPES.length];
  const sensor = slot % 17 === 0;
  const collides = readCollides('collides', {
    sensor,
    ...(slot % 11 === 0 && { oneWay: [0, 1] }),
    surfaceSpeed: slot % 3,
  });
  const type = isGround ? STATIC : slot % 13 === 0 ? KINEMATIC : DYNAMIC;
  if (collides !== null) space.add(slot, shape, collides, type, bodies);
  if (!isGround && slot % 7 !== 0) awake[awakeCount++] = slot;
}
home.set(bodies.pose);

/** Everything trembles, and some rush at others that are too far to touch. */
function step(i: number): void {
  for (let k = 0; k < awakeCount; k++) {
    const b = awake[k] * BODY;
    bodies.pose[b + X] = home[b + X] + 0.01 * ((i + k) % 3);
    bodies.pose[b + Y] = home[b + Y] - 0.01 * ((i + k) % 2);
    bodies.motion[b + VX] = k % 5 === 0 ? 4 : 0.1;
    bodies.motion[b + VY] = -0.2;
    bodies.motion[b + OMEGA] = 0.1;
  }
  space.update(bodies, awake, awakeCount, 1 / 60);
}

for (let i = 0; i < 6000; i++) step(i);
if (space.contacts.count < 200 || space.overlaps.count < 10)
  throw new Error(`too little touches: ${space.contacts.count}, ${space.overlaps.count}`);
let least = Infinity;
for (let round = 0; round < 10; round++) {
  if (round % 2 === 0) gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 400; i++) step(i);
  const bytes = (process.memoryUsage().heapUsed - before) / 400;
  if (bytes >= 0) least = Math.min(least, bytes);
}
process.stdout.write(String(least));
