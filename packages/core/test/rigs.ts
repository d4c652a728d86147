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

export function run(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / FRAME); i++) world.step(FRAME);
}

/** A law that is known to be on. */
export function on<T>(law: T | null): T {
  if (law === null) throw new Error('the law is off');
  return law;
}
