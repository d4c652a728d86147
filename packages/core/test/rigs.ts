import { type Body, World, type WorldOptions } from '@tenon/core';

export const FRAME = 1 / 60;
export const SOLVERS = ['iterative', 'direct'] as const;

/** A body of 1 kg on a rail along x, without gravity unless asked. */
export function slider(
  options: WorldOptions = {},
  body: { velocity?: [number, number]; position?: [number, number] } = {},
) {
  const world = new World({ sleeping: false, ...options });
  const cart = world.addBody({ mass: 1, inertia: 1, ...body });
  const joint = world.joints.create('prismatic', { bodyB: cart, axis: [1, 0], localAnchorA: [0, 0] });
  return { world, cart, joint, slide: joint.slide };
}

/** A wheel of 1 kg·m² on the world. */
export function wheel(options: WorldOptions, angularVelocity = 0) {
  const world = new World({ sleeping: false, ...options });
  const disc: Body = world.addBody({ mass: 1, inertia: 1, angularVelocity });
  const joint = world.joints.create('pivot', { bodyB: disc, anchor: [0, 0] });
  return { world, disc, joint };
}

/** A body of 1 kg and 0.05 kg·m² that slides along x by a point off its centre, and turns: the effective mass along x changes with its angle. */
export function offCentre(options: WorldOptions, body: { velocity: [number, number]; angularVelocity: number }) {
  const world = new World({ sleeping: false, ...options });
  const disc = world.addBody({ mass: 1, inertia: 0.05, ...body });
  const joint = world.joints.create('line', { bodyB: disc, localAnchorA: [0.2, 0.1], localAnchorB: [0.3, 0.2] });
  return { world, body: disc, slide: joint.slide };
}

/** Two free bodies that turn, all the more by `whirl` (rad/s), and fly. */
export function freePair(solver: (typeof SOLVERS)[number], whirl = 0) {
  const world = new World({ solver, sleeping: false, tolerance: 1e-9 });
  const a = world.addBody({ mass: 1, inertia: 0.2, velocity: [1, 0.5], angularVelocity: 1 + whirl });
  const b = world.addBody({
    position: [1, 0.2],
    angle: 0.3,
    mass: 2,
    inertia: 0.3,
    velocity: [-0.3, 0.1 + whirl],
    angularVelocity: -2 + whirl,
  });
  return { world, a, b };
}

/** Linear momentum along x and y, and angular momentum about the origin. */
export function momenta(bodies: readonly Body[]): number[] {
  const sum = [0, 0, 0];
  for (const { mass, inertia, velocity, x, y, angularVelocity } of bodies) {
    sum[0] += mass * velocity.x;
    sum[1] += mass * velocity.y;
    sum[2] += mass * (x * velocity.y - y * velocity.x) + inertia * angularVelocity;
  }
  return sum;
}

export function run(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / FRAME); i++) world.step(FRAME);
}

/** A law that is known to be on. */
export function on<T>(law: T | null): T {
  if (law === null) throw new Error('the law is off');
  return law;
}
