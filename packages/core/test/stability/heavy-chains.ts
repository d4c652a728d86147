import { type Body, World } from '@tenon/core';

/**
 * Runs in a process of its own, from a bundle: heavy bodies on light ones, at the end of sliders, wheels and welds that nothing drives,
 * which the iterative step cannot hold up. Prints the largest energy that a chain gained, in m·g·1 m of its bodies, and which it was.
 */
const GRAVITY = 10;
const CHAINS = [
  [0.01, 1],
  [0.01, 10],
  [0.01, 100],
  [0.01, 0.01, 10],
  [0.01, 10, 0.01, 10],
  [10, 0.01, 100, 0.01],
];
const AXES: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [0.6, 0.8],
];

let worst = { gain: 0, chain: '' };
for (const masses of CHAINS) {
  for (const substeps of [2, 4, 8]) {
    const weld: Hang = (world, place) => world.joints.create('weld', place);
    note(`weld ${masses.join()} × ${substeps}`, gainOf(masses, substeps, weld));
    for (const axis of AXES) {
      for (const restitution of [0, 0.5]) {
        const limits = { lower: -0.07, upper: 0.07, restitution };
        const slider: Hang = (world, place) => world.joints.create('prismatic', { ...place, axis, slide: { limits } });
        const wheel: Hang = (world, place) => world.joints.create('wheel', { ...place, axis, suspension: { limits } });
        const name = `${masses.join()} along ${axis.join()}, restitution ${restitution} × ${substeps}`;
        note(`slider ${name}`, gainOf(masses, substeps, slider));
        note(`wheel ${name}`, gainOf(masses, substeps, wheel));
      }
    }
  }
}
process.stdout.write(JSON.stringify(worst));

function note(chain: string, gain: number): void {
  if (!(gain <= worst.gain)) worst = { gain, chain };
}

interface Place {
  readonly bodyA: Body | null;
  readonly bodyB: Body;
  readonly anchor: readonly [number, number];
}
type Hang = (world: World, place: Place) => void;

function gainOf(masses: readonly number[], substeps: number, hang: Hang): number {
  const world = new World({ solver: 'iterative', gravity: [0, -GRAVITY], substeps, sleeping: false });
  let weight = 0;
  let last: Body | null = null;
  for (const [i, mass] of masses.entries()) {
    const body: Body = world.addBody({ position: [i + 0.5, 0], mass, inertia: mass / 12 });
    hang(world, { bodyA: last, bodyB: body, anchor: [i, 0] });
    weight += GRAVITY * mass;
    last = body;
  }
  let most = 0;
  for (let frame = 0; frame < 300; frame++) {
    world.step(1 / 60);
    most = Math.max(most, energyOf(world));
  }
  return most / weight;
}

function energyOf({ bodies }: World): number {
  let sum = 0;
  for (const body of bodies) sum += body.kineticEnergy + GRAVITY * body.mass * body.y;
  return sum;
}
