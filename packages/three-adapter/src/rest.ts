import type { Matrix4 } from 'three';
import type { Flips } from './flips';
import type { Pose } from './placement';
import type { Plane } from './plane';

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
  /** The column of the object's axis that is the plane's y where it is not turned. */
  readonly #up: number;
  /** How its parents mirror it. */
  readonly #flips: Flips = { x: 1, y: 1 };

  constructor({ up }: Plane, { x, y }: Readonly<Flips>) {
    this.#up = up === 'y' ? 4 : 8;
    this.#flips.x = x;
    this.#flips.y = y;
  }

  /** Takes the object's own pose for the body's, with the body's centre at `center` on it. `flips`: its own and its parents'. */
  readFrom(local: Matrix4, center: { x: number; y: number }, flips: Readonly<Flips>, out: Pose): Pose {
    this.#chooseAxis(local);
    this.angle = 0;
    this.elements[12] = -flips.x * center.x;
    this.elements[13] = -flips.y * center.y;
    this.poseOf(local, 0, flips, out);
    this.capture(local, out);
    return out;
  }

  /** Ties the object as it is to a body as it is. */
  tie(local: Matrix4, body: Pose, flips: Readonly<Flips>): void {
    this.#chooseAxis(local);
    this.angle = this.#angleOf(local, flips) - body.angle;
    this.capture(local, body);
  }

  /** Mirrors the picture as its parents do now. False if they do as before. */
  mirror({ x, y }: Readonly<Flips>): boolean {
    const across = x * this.#flips.x;
    const along = y * this.#flips.y;
    this.#flips.x = x;
    this.#flips.y = y;
    if (across === 1 && along === 1) return false;
    // Along the axes of the object, which are those of the body turned by `angle`.
    const cos = Math.cos(this.angle);
    const sin = Math.sin(this.angle);
    const xx = cos * cos * across + sin * sin * along;
    const yy = sin * sin * across + cos * cos * along;
    const xy = cos * sin * (across - along);
    const { elements: rest } = this;
    for (let c = 0; c < 16; c += 4) {
      const dx = rest[c];
      const dy = rest[c + 1];
      rest[c] = xx * dx + xy * dy;
      rest[c + 1] = xy * dx + yy * dy;
    }
    return true;
  }

  /** The body's pose that fits the object at `local`, mirrored by `flips`, of its angles the one nearest to `near`. */
  poseOf(local: Matrix4, near: number, flips: Readonly<Flips>, out: Pose): Pose {
    const { elements: e } = local;
    const raw = this.#angleOf(local, flips) - this.angle;
    // Seen from behind, or mirrored by who knows what: either of two opposite angles may be meant.
    const turn = this.#isTurnedOver(local, flips) ? TURN / 2 : TURN;
    out.angle = raw + turn * Math.round((near - raw) / turn);
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

  #angleOf({ elements: e }: Matrix4, { x, y }: Readonly<Flips>): number {
    const a = this.#axis;
    const flip = a === 0 ? x : y;
    // A mirrored 0 is −0.
    return Math.atan2(flip * e[a + 1], flip * e[a]) + 0 - (a === 0 ? 0 : TURN / 4);
  }

  /** An object that lies in the plane, the other way round than its scales say. */
  #isTurnedOver({ elements: e }: Matrix4, { x, y }: Readonly<Flips>): boolean {
    const up = this.#up;
    const area = x * y * (e[0] * e[up + 1] - e[1] * e[up]);
    const xx = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    const yy = e[up] * e[up] + e[up + 1] * e[up + 1] + e[up + 2] * e[up + 2];
    return area < 0 && area * area > 1e-12 * xx * yy;
  }

  /** The x axis, or the y axis of an object whose x axis points along the normal. */
  #chooseAxis({ elements: e }: Matrix4): void {
    const inPlane = e[0] * e[0] + e[1] * e[1];
    this.#axis = inPlane > 1e-6 * e[2] * e[2] ? 0 : 4;
  }
}
