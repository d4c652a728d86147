import { box, disc } from '@tenon/core';
import { crate, ground, pyramid, ragdoll, worldOf } from '../contacts/scenes';

/** Runs in a process of its own, from a bundle: prints the bytes of heap that a settled step allocates where bodies touch. */
const world = worldOf();
pyramid(world, 8);
ground(world, 10, { surfaceSpeed: -1 });
ragdoll(world, [12, 1.5]);
const lift = world.addBody({ type: 'kinematic', position: [-20, 3], shape: box(6, 0.2), collides: true });
for (let i = 0; i < 4; i++) crate(world, -21 + i, 4);
world.addBody({ position: [-18, 5], shape: disc(0.3), collides: { rolling: 0.1, restitution: 0.4 } });

let steps = 0;
function step(): void {
  // Up and down so slowly that nothing lets go.
  if (steps++ % 200 === 0) lift.velocity = [0, steps % 400 === 1 ? 0.2 : -0.2];
  world.step(1 / 60);
}

for (let i = 0; i < 6000; i++) step();
let least = Infinity;
for (let round = 0; round < 10; round++) {
  if (round % 2 === 0) gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 400; i++) step();
  const bytes = (process.memoryUsage().heapUsed - before) / 400;
  if (bytes >= 0) least = Math.min(least, bytes);
}
process.stdout.write(String(least));
