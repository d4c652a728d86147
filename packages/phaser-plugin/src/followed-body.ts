import type { Body, CollideOptions, World } from '@tenon/core';
import type { Vector } from './affine';
import { matterShape, ShapeMark } from './matter-shape';
import { copy, mix, type Pose, same } from './pose';

/** How a body of ours collides for one of Matter. */
export type CollidesFor = (body: MatterJS.BodyType) => boolean | CollideOptions;

const goal: Pose = { x: 0, y: 0, angle: 0 };

/** A body of ours where one of Matter is: static until that is seen to move, then kinematic. */
export class FollowedBody {
  readonly matter: MatterJS.BodyType;
  /** Null where there is to be none, or Matter's body has no area. */
  readonly body: Body | null;
  readonly #collidesFor: CollidesFor;
  readonly #mark = new ShapeMark();
  #centre: Readonly<Vector> = { x: 0, y: 0 };
  #friction: number;
  #restitution: number;
  #isSensor: boolean;
  /** Where Matter's body is, and where it was before its last steps. */
  readonly #seen: Pose = { x: 0, y: 0, angle: 0 };
  readonly #before: Pose = { x: 0, y: 0, angle: 0 };

  constructor(world: World, matter: MatterJS.BodyType, collidesFor: CollidesFor) {
    this.matter = matter;
    this.#collidesFor = collidesFor;
    this.#mark.hasChanged(matter);
    ({ friction: this.#friction, restitution: this.#restitution, isSensor: this.#isSensor } = matter);
    this.body = this.#make(world);
  }

  /** Takes over what Matter has done since the last frame, with or without steps of its own. */
  read(hasStepped: boolean): void {
    const { body } = this;
    if (body === null || !isSomewhere(this.matter)) return;
    if (this.#hasNewSurface()) body.collides = this.#collidesFor(this.matter);
    if (this.#mark.hasChanged(this.matter)) {
      this.#reshape(body);
      return;
    }
    if (hasStepped) copy(this.#seen, this.#before);
    this.#readPose(this.#seen);
    if (body.type === 'static' && !same(this.#seen, body)) body.type = 'kinematic';
  }

  /** While no time passes nothing is a motion. */
  jump(): void {
    const { body } = this;
    if (body === null || same(this.#seen, body)) return;
    body.position = this.#seen;
    body.angle = this.#seen.angle;
    copy(this.#seen, this.#before);
  }

  /** Before a step of ours: goes to `share` of the way that Matter's body went in its last steps. */
  lead(share: number): void {
    const { body } = this;
    if (body?.type !== 'kinematic') return;
    const { x, y, angle } = mix(this.#before, this.#seen, share, goal);
    if (!same(goal, body)) body.moveTo({ position: [x, y], angle });
  }

  #make(world: World): Body | null {
    const { matter } = this;
    const collides = this.#collidesFor(matter);
    const placed = collides === false || !isSomewhere(matter) ? null : matterShape(matter);
    if (placed === null) return null;
    this.#centre = placed.centre;
    this.#readPose(this.#seen);
    copy(this.#seen, this.#before);
    const { x, y, angle } = this.#seen;
    const type = matter.isStatic ? 'static' : 'kinematic';
    return world.addBody({ type, position: [x, y], angle, shape: placed.shape, collides, id: `matter-${matter.id}` });
  }

  #reshape(body: Body): void {
    const placed = matterShape(this.matter);
    if (placed === null) return;
    this.#centre = placed.centre;
    body.shape = placed.shape;
    this.#readPose(this.#seen);
    this.jump();
  }

  #hasNewSurface(): boolean {
    const { friction, restitution, isSensor } = this.matter;
    const isNew = friction !== this.#friction || restitution !== this.#restitution || isSensor !== this.#isSensor;
    this.#friction = friction;
    this.#restitution = restitution;
    this.#isSensor = isSensor;
    return isNew;
  }

  /** Where the body of ours belongs: with its centre of mass, which is not always where Matter's body has its own. */
  #readPose(out: Pose): void {
    const { position, angle } = this.matter;
    const { x, y } = this.#centre;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    out.x = position.x + cos * x - sin * y;
    out.y = position.y + sin * x + cos * y;
    out.angle = angle;
  }
}

function isSomewhere({ position, angle }: MatterJS.BodyType): boolean {
  return Number.isFinite(position.x + position.y + angle);
}
