import type { PointCoordinate } from '../point-coordinate';

/** A law on the gap of two anchors, live as those on a scalar; its force has a size and no sign. */
export abstract class PointLaw {
  protected readonly point: PointCoordinate;

  /** @internal */
  constructor(point: PointCoordinate) {
    this.point = point;
  }

  /** Size of the force, mean of the last step, N. */
  abstract get force(): number;

  protected size(x: number, y: number): number {
    return this.point.meanForce(Math.sqrt(x * x + y * y));
  }
}
