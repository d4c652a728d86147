import type { Body } from '@tenon/core';
import { copyPose, createPose, type Pose } from './placement';

/**
 * A kinematic body led by its object. Frames and steps do not fall together: the object's path is evaluated at the end of
 * each step, or the speed of an evenly moved platform would swing by a quarter.
 */
export class KinematicLead {
  /** True until the body has arrived where the object is. */
  active = false;
  /** The object has rested in the last frame: where it is placed before the next, its body is put at once. One on its way goes on. */
  mayBePut = true;
  #wasPut = false;
  readonly #from = createPose();
  readonly #to = createPose();

  /** The object went from one pose to another in this frame. */
  follow(from: Pose, to: Pose): void {
    copyPose(from, this.#from);
    copyPose(to, this.#to);
    this.active = true;
    this.mayBePut = this.#wasPut = false;
  }

  /** The first `share` of the frame is not stepped: what the object went in it is a jump, no speed. */
  skip(body: Body, share: number): void {
    const from = this.#from;
    const x = share * (this.#to.x - from.x);
    const y = share * (this.#to.y - from.y);
    const angle = share * (this.#to.angle - from.angle);
    body.position = [body.x + x, body.y + y];
    body.angle += angle;
    from.x += x;
    from.y += y;
    from.angle += angle;
  }

  /** The object stands still in this frame. */
  rest(): void {
    copyPose(this.#to, this.#from);
    // Where it is placed in frame after frame, and somebody reads poses in each, that is a motion too.
    this.mayBePut = !this.#wasPut;
    this.#wasPut = false;
  }

  /** The body was put where the object is. */
  put(): void {
    this.active = false;
    this.#wasPut = true;
  }

  /** Aims the body for the end of the next step, which is at `part` of the frame, 0 … 1. */
  aim(body: Body, part: number): void {
    const { x, y, angle } = this.#from;
    target.position[0] = part === 1 ? this.#to.x : x + part * (this.#to.x - x);
    target.position[1] = part === 1 ? this.#to.y : y + part * (this.#to.y - y);
    target.angle = part === 1 ? this.#to.angle : angle + part * (this.#to.angle - angle);
    body.moveTo(target);
  }

  /** Ends the lead if the pose that would be shown is the object's. */
  settle({ x, y, angle }: Pose): void {
    const to = this.#to;
    if (x === to.x && y === to.y && angle === to.angle) this.active = false;
  }
}

const target: { position: [number, number]; angle: number } = { position: [0, 0], angle: 0 };
