import type { DirectIsland } from '../island/island-system';

/** How much of the pushes and turns of a row may be rounding. */
const ROUNDING = 1e-9;

/**
 * Notes whether something outside of the island holds it: bodies that do not move, or a row of somebody's code that pushes or turns its bodies as a
 * whole, by the gradient at hand and the places `at`. Momentum is kept by those that hang on nothing, and by them alone.
 */
export function noteGround(island: DirectIsland, at: Float64Array): void {
  const { bodies, movable, others } = island;
  island.grounded = bodies.length > movable;
  for (let i = 0; i < others.length && !island.grounded; i++) {
    const { batch, coordinates } = others[i];
    if (batch.type.bendAt === undefined) continue;
    for (let c = 0; c < coordinates.length; c++)
      if (pushesAsWhole(island, coordinates[c].row, at)) island.grounded = true;
  }
}

function pushesAsWhole({ system }: DirectIsland, row: number, at: Float64Array): boolean {
  const { jacobian: J, entryStart, body } = system;
  let x = 0;
  let y = 0;
  let turn = 0;
  let push = 0;
  let size = 0;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    const b = 4 * body[e];
    const jx = J[3 * e];
    const jy = J[3 * e + 1];
    x += jx;
    y += jy;
    turn += at[b] * jy - at[b + 1] * jx + J[3 * e + 2];
    push += Math.abs(jx) + Math.abs(jy);
    size += Math.abs(at[b] * jy) + Math.abs(at[b + 1] * jx) + Math.abs(J[3 * e + 2]);
  }
  return Math.abs(x) + Math.abs(y) > ROUNDING * push || Math.abs(turn) > ROUNDING * size;
}
