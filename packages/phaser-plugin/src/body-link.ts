import type { Body } from '@tenon/core';
import type { Vector } from './affine';
import { isMatterStatic, isSomewhere, type PlacedObject } from './game-object';
import { canBePlaced, readOrigin, readPose, writePose } from './placement';
import { copy, mix, nearestTurn, type Pose, same } from './pose';

/** What was faster was put there, m/s. */
const fastest = 100;

/** Smaller changes are rounding, px and rad. */
const rounding = 1e-6;

const now: Pose = { x: 0, y: 0, angle: 0 };
const shown: Pose = { x: 0, y: 0, angle: 0 };

/**
 * A game object and its body. The body leads: the game object is put where the body is seen. What others do to the game
 * object between frames comes back: a teleport, or for a kinematic body a motion that it follows. While a container is scaled to 0, the game
 * object stays as it is and the body goes on; what was set then counts once it can be placed again.
 */
export class BodyLink {
  readonly gameObject: PlacedObject;
  readonly body: Body;
  /** World pose of the game object when it was last read or written, and one frame before. */
  readonly #seen: Pose = { x: 0, y: 0, angle: 0 };
  readonly #before: Pose = { x: 0, y: 0, angle: 0 };
  /** The game object's own numbers after they were last written. */
  readonly #own: Pose = { x: NaN, y: NaN, angle: NaN };
  #parent: PlacedObject['parentContainer'] | null = null;
  /** Where its origin was at `attach`; null from the first frame on. Until then a scene is set up, and containers that move take it along. */
  #start: Pose | null = null;
  #leads = false;
  /** A kinematic body that has rested in the last frame is put where its game object was placed; one on its way goes on. */
  #mayBePut = true;
  #wasPut = false;
  /** Where the body was before and after the steps of the last frame that had some. */
  readonly #from: Pose = { x: 0, y: 0, angle: 0 };
  readonly #to: Pose = { x: 0, y: 0, angle: 0 };
  /** For a step of Matter it is elsewhere. */
  #isAway = false;

  /** `isNew`: the body was made where the game object stands. */
  constructor(gameObject: PlacedObject, body: Body, isNew: boolean) {
    this.gameObject = gameObject;
    this.body = body;
    readPose(gameObject, this.#seen);
    this.#seen.angle = nearestTurn(this.#seen.angle, body.angle);
    copy(this.#seen, this.#before);
    copy(body, this.#from);
    copy(body, this.#to);
    this.#remember();
    this.#start = isNew ? readOrigin(gameObject, { x: 0, y: 0, angle: 0 }) : null;
  }

  /** Between frames: puts the body where somebody has placed the game object, because its pose is about to be read. */
  takeIn(): void {
    if (this.#isAway || !isSomewhere(this.gameObject)) return;
    if (this.body.type !== 'kinematic') this.#readTouch();
    else if (this.#mayBePut && this.#jump()) this.#wasPut = true;
  }

  /**
   * Takes over what others did to the game object since the last frame; while no time passes, nothing is a motion. False if it was put
   * where no place is: then the next `show` brings it back.
   */
  readBack(timePasses: boolean): boolean {
    const isPlaced = isSomewhere(this.gameObject);
    if (!isPlaced) {
      this.#leads = false;
      this.#seen.x = NaN;
    } else if (this.body.type !== 'kinematic') this.#readTouch();
    else if (timePasses) this.#follow();
    else this.#jump();
    this.#start = null;
    return isPlaced;
  }

  /** Sends a kinematic body to where its game object was at `share` of the frame, just before a step. */
  lead(share: number): void {
    if (!this.#leads) return;
    const { x, y, angle } = mix(this.#before, this.#seen, share, now);
    this.body.moveTo({ position: [x, y], angle });
  }

  /** Puts the game object where its body is seen, between its last two poses or `exact`ly at the present one; first the body where a listener has placed it. */
  show(exact: boolean): void {
    this.takeIn();
    if (this.#leads) {
      this.#leads = !(same(this.#seen, this.#before) && same(this.#seen, this.body));
      return;
    }
    this.#read(exact);
    // Its containers may have moved since, or its picture may have grown to one side.
    if (same(shown, this.#seen) && this.#readNow() && same(now, this.#seen)) return;
    if (!canBePlaced(this.gameObject)) return;
    writePose(this.gameObject, shown);
    readPose(this.gameObject, this.#seen);
    this.#seen.angle = nearestTurn(this.#seen.angle, shown.angle);
    this.#remember();
  }

  /** Where a place that is seen on the game object is on the body, which is not seen between two steps. */
  onBody(place: Vector): void {
    readPose(this.gameObject, now);
    const { body } = this;
    const turn = Number.isNaN(now.angle) ? 0 : body.angle - now.angle;
    const cos = Math.cos(turn);
    const sin = Math.sin(turn);
    const x = place.x - now.x;
    const y = place.y - now.y;
    place.x = body.x + cos * x - sin * y;
    place.y = body.y + sin * x + cos * y;
  }

  /** A game object that leads is ahead of what is seen: for the picture it goes where its body is seen. */
  beginPicture(): void {
    if (!this.#leads || this.gameObject.body != null) return;
    this.#remember();
    if (!canBePlaced(this.gameObject)) return;
    this.#read(false);
    writePose(this.gameObject, shown);
  }

  endPicture(): void {
    if (this.#leads && this.gameObject.body == null) this.#putBack();
  }

  /** Before the steps of a frame. */
  beginSteps(): void {
    copy(this.body, this.#from);
  }

  /** After them, which took `seconds`. */
  endSteps(seconds: number): void {
    copy(this.body, this.#to);
    const farthest = fastest * seconds * (this.body.world?.lengthUnit ?? 1);
    if (Math.hypot(this.#to.x - this.#from.x, this.#to.y - this.#from.y) > farthest) copy(this.#to, this.#from);
  }

  /**
   * For a step of Matter: puts what it holds for static `share` of the way that the body went in the last frame with steps, and tells its
   * speed. `rate`: how often that way is gone in the time that Matter's velocities are of; 0 where time stands.
   */
  beginMatter(share: number, rate: number): void {
    const { gameObject } = this;
    if (!isMatterStatic(gameObject)) return;
    if (rate > 0 && !this.#leads && this.#isUntouched() && canBePlaced(gameObject)) {
      writePose(gameObject, mix(this.#from, this.#to, share, shown));
      this.#isAway = true;
    }
    gameObject.setVelocity(rate * (this.#to.x - this.#from.x), rate * (this.#to.y - this.#from.y));
    gameObject.setAngularVelocity(rate * (this.#to.angle - this.#from.angle));
  }

  endMatter(): void {
    if (this.#isAway) this.#putBack();
    this.#isAway = false;
  }

  /** It has no body any more. */
  end(): void {
    this.endMatter();
    const { gameObject } = this;
    if (!isMatterStatic(gameObject)) return;
    gameObject.setVelocity(0, 0);
    gameObject.setAngularVelocity(0);
  }

  #putBack(): void {
    const { gameObject } = this;
    gameObject.x = this.#own.x;
    gameObject.y = this.#own.y;
    gameObject.rotation = this.#own.angle;
  }

  #readTouch(): void {
    if (!this.#isUntouched() && canBePlaced(this.gameObject)) this.#teleport();
  }

  #follow(): void {
    copy(this.#seen, this.#before);
    const hasMoved = this.#readNow() && !same(now, this.#seen);
    // Where it is placed in frame after frame, and somebody reads poses in each, that is a motion too.
    this.#mayBePut = !hasMoved && !this.#wasPut;
    this.#wasPut = false;
    if (!hasMoved) return;
    copy(now, this.#seen);
    this.#leads = true;
  }

  /** A kinematic body goes where its game object was put. False if that is where it was. */
  #jump(): boolean {
    if (!this.#readNow() || same(now, this.#seen)) return false;
    const { body } = this;
    if (this.#leads) {
      // It was on its way there.
      body.position = [now.x, now.y];
      body.angle = nearestTurn(now.angle, body.angle);
      copy(now, this.#seen);
      this.#leads = false;
    } else this.#teleport();
    copy(this.#seen, this.#before);
    return true;
  }

  /** Only the numbers that were changed: the others would fall back to the seen pose, a fraction of a step old. */
  #teleport(): void {
    const { body } = this;
    this.#readNow();
    const movedX = Math.abs(now.x - this.#seen.x) > rounding;
    const movedY = Math.abs(now.y - this.#seen.y) > rounding;
    if (movedX || movedY) body.position = [movedX ? now.x : body.x, movedY ? now.y : body.y];
    if (Math.abs(now.angle - this.#seen.angle) > rounding) body.angle = nearestTurn(now.angle, body.angle);
    copy(now, this.#seen);
    this.#remember();
  }

  /** Where the game object is now. False if its containers are at no place. */
  #readNow(): boolean {
    readPose(this.gameObject, now);
    now.angle = nearestTurn(now.angle, this.#seen.angle);
    return Number.isFinite(now.x + now.y);
  }

  #read(exact: boolean): void {
    if (exact) copy(this.body, shown);
    else this.body.getInterpolated(shown);
  }

  #isUntouched(): boolean {
    const { x, y, rotation, parentContainer } = this.gameObject;
    return (
      x === this.#own.x &&
      y === this.#own.y &&
      rotation === this.#own.angle &&
      parentContainer === this.#parent &&
      (this.#start === null || same(readOrigin(this.gameObject, now), this.#start))
    );
  }

  #remember(): void {
    this.#parent = this.gameObject.parentContainer;
    if (this.#start != null) readOrigin(this.gameObject, this.#start);
    this.#own.x = this.gameObject.x;
    this.#own.y = this.gameObject.y;
    this.#own.angle = this.gameObject.rotation;
  }
}
