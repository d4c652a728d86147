import { type Body, type Joint, type SolverChoice, World } from '@tenon/core';
import { Chance, createRandom, randomBody } from '../random-world';

/**
 * Runs in a process of its own, from a bundle: random mechanisms without loops, of joints of every name with random laws, made apart.
 * Prints the largest error of a rigid lock after 120 frames, m or rad, whose it is, and how many joints there were; throws at a number that
 * is not finite.
 */
const [, , solver, count] = process.argv;
let worst = { error: 0, joint: '' };
let asked = 0;
for (let seed = 1; seed <= Number(count); seed++) {
  const world = mechanism(new Chance(seed), solver as SolverChoice);
  for (let frame = 0; frame < 120; frame++) world.step(1 / 60);
  for (const value of world.poses) if (!Number.isFinite(value)) throw new RangeError(`seed ${seed}: ${value} in poses`);
  for (const joint of world.joints) {
    const error = errorOf(joint);
    asked++;
    if (!(error <= worst.error)) worst = { error, joint: `${joint.type} ${joint.id} of seed ${seed}` };
  }
  world.destroy();
}
process.stdout.write(JSON.stringify({ ...worst, asked }));

function mechanism(chance: Chance, choice: SolverChoice): World {
  const world = new World({ gravity: [0, -9.81], solver: choice });
  // A body of fixed rotation goes on turning as it turns, whatever is locked to it.
  const bodies = Array.from({ length: 2 + chance.integer(8) }, (_, i) =>
    world.addBody({ ...randomBody(chance, i), fixedRotation: false }),
  );
  /** Which of them hang together, by a number; 0 is what stands or is driven. */
  const groups = new Map<Body | null, number>([[null, 0]]);
  bodies.forEach((body, i) => groups.set(body, body.type === 'dynamic' ? i + 1 : 0));
  for (let i = 0; i < 3 * bodies.length; i++) {
    const joint = createRandom(world, chance, chance.pick(world.joints.names));
    const joined = joint.definition.bodyKeys.map((key) => groups.get(joint[key as 'bodyB'] ?? null) ?? 0);
    // What closes a loop may be held apart by the rest of it.
    if (new Set(joined).size < joined.length) {
      joint.remove();
      continue;
    }
    const least = Math.min(...joined);
    for (const [body, group] of groups) if (joined.includes(group)) groups.set(body, least);
  }
  return world;
}

/** The largest error of its locks, but those that are soft or have a cap. */
function errorOf(joint: Joint): number {
  let largest = 0;
  for (const { name, lock } of joint.coordinates)
    if (lock !== null && lock.softness === null) largest = Math.max(largest, Math.abs(joint.error[name]));
  return largest;
}
