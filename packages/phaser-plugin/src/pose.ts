/** Middle of a picture (world px) and its angle (rad). */
export interface Pose {
  x: number;
  y: number;
  angle: number;
}

export function copy(from: Readonly<Pose>, to: Pose): void {
  to.x = from.x;
  to.y = from.y;
  to.angle = from.angle;
}

export function same(a: Readonly<Pose>, b: Readonly<Pose>): boolean {
  return a.x === b.x && a.y === b.y && a.angle === b.angle;
}

/** `share` of the way from one to the other, exact at its end. */
export function mix(from: Readonly<Pose>, to: Readonly<Pose>, share: number, out: Pose): Pose {
  out.x = between(from.x, to.x, share);
  out.y = between(from.y, to.y, share);
  out.angle = between(from.angle, to.angle, share);
  return out;
}

function between(from: number, to: number, share: number): number {
  return share >= 1 ? to : from + share * (to - from);
}

/** The same direction as `angle`, less than half a turn from `reference`: rotations wrap, bodies count turns. Without one, `reference`. */
export function nearestTurn(angle: number, reference: number): number {
  if (Number.isNaN(angle)) return reference;
  return angle + 2 * Math.PI * Math.round((reference - angle) / (2 * Math.PI));
}
