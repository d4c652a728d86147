import type { Body } from '../body/body';
import type { BodyOptions } from '../body/body-options';
import type { VecLike } from '../math/vec2';
import { chain } from '../shapes/mass';
import type { World } from '../world/world';

/** What ground may be told: everything that a body takes, and whether its line is closed. */
export interface GroundOptions extends Omit<BodyOptions, 'shape'> {
  /** The last point leads back to the first; default false. */
  readonly closed?: boolean;
}

/**
 * A body that is a line of ground, static and touched unless `options` say otherwise. Led from left to right on the screen its surface is above.
 * `down`: 1 where y points down, −1 where it points up. Throws as `chain` does.
 */
export function addGround(world: World, points: readonly VecLike[], options: GroundOptions, down: 1 | -1): Body {
  const { closed = false, type = 'static', collides = true, ...body } = options;
  const line = chain(points, { closed }); // refuses by the numbers that points were given
  // Where y points down a chain has its surface on the other side of its way.
  const shape = down === 1 ? chain([...points].reverse(), { closed }) : line;
  return world.addBody({ ...body, type, collides, shape });
}
