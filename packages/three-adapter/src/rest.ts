import type { Matrix4 } from 'three';
import type { Pose } from './placement';

const TURN = 2 * Math.PI;

/**
 * What an object is on its body beside the body's pose: depth, scale, how it is turned out of the plane,
 * and where the body's centre lies. Object in the plane = pose · rest.
 */
export class Rest {
  /** columns of four, as in a Matrix4 */
  readonly elements = new Float64Array(16);
  /** Angle of the object where its body's is 0, rad. */
  angle = 0;
  /** Which of the object's axes lies in the plane and shows its angle: the offset of its column. */
  #axis = 0;

  /** Takes the object's own pose for the body's, with the body's centre at `center` on it. */
  readFrom(local: Matrix4, center: { x: number; y: number }, out: Pose): Pose {
    this.#chooseAxis(local);
    this.angle = 0;
    this.elements[12] = -center.x;
    this.elements[13] = -center.y;
    this.poseOf(local, 0, out);
    this.capture(local, out);
    return out;
  }

  /** Ties the object as it is to a body as it is. */
  tie(local: Matrix4, body: Pose): void {
    this.#chooseAxis(local);
    this.angle = this.#angleOf(local) - body.angle;
    this.capture(local, body);
  }

  /** The body's pose that fits the object at `local`, of its angles the one nearest to `near`. */
  poseOf(local: Matrix4, near: number, out: Pose): Pose {
    const { elements: e } = local;
    const raw = this.#angleOf(local) - this.angle;
    out.angle = raw + TURN * Math.round((near - raw) / TURN);
    out.cos = Math.cos(out.angle);
    out.sin = Math.sin(out.angle);
    const rx = this.elements[12];
    const ry = this.elements[13];
    out.x = e[12] - (out.cos * rx - out.sin * ry);
    out.y = e[13] - (out.sin * rx + out.cos * ry);
    return out;
  }

  /** rest = pose⁻¹ · local */
  capture(local: Matrix4, { x, y, cos, sin }: Pose): void {
    const { elements: rest } = this;
    const { elements: e } = local;
    for (let c = 0; c < 16; c += 4) {
      const dx = e[c] - (c === 12 ? x : 0);
      const dy = e[c + 1] - (c === 12 ? y : 0);
      rest[c] = cos * dx + sin * dy;
      rest[c + 1] = cos * dy - sin * dx;
      rest[c + 2] = e[c + 2];
      rest[c + 3] = e[c + 3];
    }
  }

  #angleOf({ elements: e }: Matrix4): number {
    const a = this.#axis;
    return Math.atan2(e[a + 1], e[a]) - (a === 0 ? 0 : TURN / 4);
  }

  /** The x axis, or the y axis of an object whose x axis points along the normal. */
  #chooseAxis({ elements: e }: Matrix4): void {
    const inPlane = e[0] * e[0] + e[1] * e[1];
    this.#axis = inPlane > 1e-6 * e[2] * e[2] ? 0 : 4;
  }
}
