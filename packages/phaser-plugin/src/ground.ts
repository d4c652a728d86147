import { type Body, type BodyOptions, chain, type VecLike, type World } from '@tenon/core';

/** What ground may be told: everything that a body takes, and whether its line is closed. */
export interface GroundOptions extends Omit<BodyOptions, 'shape'> {
  /** The last point leads back to the first; default false. */
  readonly closed?: boolean;
}

/** A body that is a line of ground; see `addGround` of `JointsPlugin`. */
export function addGround(world: World, points: readonly VecLike[], options: GroundOptions = {}): Body {
  const { closed = false, ...body } = options;
  chain(points, { closed }); // refuses by the numbers that points were given
  // Where y points down a chain has its surface on the other side of its way.
  return world.addBody({ type: 'static', collides: true, ...body, shape: chain([...points].reverse(), { closed }) });
}
