import { type Body, World } from '@tenon/core';

/** Runs in a process of its own, from a bundle: prints the bytes of heap that a settled step allocates. */
const [, , solver] = process.argv;
const world = new World({ gravity: [0, -9.81], solver: solver === 'direct' ? 'direct' : 'iterative', sleeping: false });
let last: Body | null = null;
for (let i = 0; i < 40; i++) {
  const body: Body = world.addBody({ position: [i * 0.25 + 0.125, 0], mass: 0.1 });
  const laws =
    i % 2 === 0
      ? { limits: [-0.5, 0.5] as const, spring: { hertz: 2 }, friction: { torque: 0.1 } }
      : { motor: { speed: 1, maxTorque: 0.1 }, ratchet: { tooth: 0.2 } };
  world.joints.create('pivot', { bodyA: last, bodyB: body, anchor: [i * 0.25, 0], angle: laws });
  if (last !== null)
    world.joints.create('distance', { bodyA: last, bodyB: body, length: { spring: { hertz: 1 }, limits: [0, 2] } });
  last = body;
}

for (let i = 0; i < 2000; i++) world.step(1 / 60);
let least = Infinity;
for (let round = 0; round < 10; round++) {
  gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 200; i++) world.step(1 / 60);
  least = Math.min(least, (process.memoryUsage().heapUsed - before) / 200);
}
process.stdout.write(String(Math.max(0, least)));
