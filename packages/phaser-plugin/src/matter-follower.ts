import { type Body, type CollideOptions, knownKeys, refuse, type World } from '@tenon/core';
import type * as Phaser from 'phaser';
import { type CollidesFor, FollowedBody } from './followed-body';

/** How the bodies of a Matter world are followed. */
export interface FollowOptions {
  /**
   * How a body of ours collides for one of Matter's; false: there is none. Default: with the friction and restitution that it has there, and as a
   * sensor if it is one.
   */
  readonly collides?: (body: MatterJS.BodyType) => boolean | CollideOptions;
}

/**
 * Bodies of ours for those of a Matter world, as they come and go there; none for one that has a body of ours by its game object. Their list
 * is read in every frame: Matter tells of what comes to its world, but not of what comes to a composite in it.
 */
export class MatterFollower {
  readonly matter: Phaser.Physics.Matter.World;
  readonly #world: World;
  readonly #collidesFor: CollidesFor;
  readonly #hasOwn: (gameObject: unknown) => boolean;
  readonly #followed = new Map<MatterJS.BodyType, FollowedBody>();
  readonly #ofBody = new Map<Body, FollowedBody>();
  readonly #unsubscribe: () => void;
  #listed: readonly MatterJS.BodyType[] = [];
  /** Time of Matter's last step, ms, and how long its steps of the last frame that had some took, s. */
  #time: number;
  #length = 0;
  /** Seconds of its time that ours has still to go. */
  #left = 0;

  constructor(
    world: World,
    matter: Phaser.Physics.Matter.World,
    hasOwn: (gameObject: unknown) => boolean,
    options: FollowOptions,
  ) {
    this.matter = matter;
    this.#world = world;
    this.#hasOwn = hasOwn;
    this.#collidesFor = options.collides ?? asInMatter;
    this.#time = timeOf(matter);
    this.#unsubscribe = world.on('removed', ({ body }) => {
      const followed = body === undefined ? undefined : this.#ofBody.get(body);
      if (followed !== undefined) this.#forget(followed);
    });
    try {
      this.#match();
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** The body of ours for one of Matter, or for what carries that. */
  bodyOf(object: unknown): Body | null {
    this.#match();
    const carried = (object as { body?: unknown } | null)?.body;
    return (
      (this.#followed.get(object as MatterJS.BodyType) ?? this.#followed.get(carried as MatterJS.BodyType))?.body ??
      null
    );
  }

  /** What Matter says carries the body that one of ours is there for. */
  carrierOf(body: Body): unknown {
    return this.#ofBody.get(body)?.matter.gameObject ?? null;
  }

  /** Before the steps of a frame. While no time passes, bodies are put where Matter's are. */
  read(timePasses: boolean): void {
    this.#match();
    const seconds = (timeOf(this.matter) - this.#time) / 1000;
    this.#time += 1000 * seconds;
    if (seconds > 0) this.#length = seconds;
    this.#left = timePasses ? this.#left + seconds : 0;
    for (const followed of this.#followed.values()) {
      followed.read(seconds > 0);
      if (!timePasses) followed.jump();
    }
  }

  /** Before a step of `dt` seconds. Where Matter has taken a step more than the world has by then, its last one is still to be followed. */
  lead(dt: number): void {
    this.#left = Math.min(Math.max(this.#left - dt, 0), this.#length);
    const share = this.#length > 0 ? 1 - this.#left / this.#length : 1;
    for (const followed of this.#followed.values()) followed.lead(share);
  }

  /** Its bodies leave the world. */
  end(): void {
    this.#unsubscribe();
    for (const { body } of this.#followed.values()) body?.remove();
  }

  /** Makes bodies for what has come, and takes those away whose counterparts are gone. */
  #match(): void {
    const bodies = this.matter.getAllBodies();
    if (bodies !== this.#listed) {
      const there = new Set(bodies);
      for (const followed of [...this.#followed.values()]) if (!there.has(followed.matter)) this.#drop(followed);
      this.#listed = bodies;
    }
    for (const body of bodies) {
      const followed = this.#followed.get(body);
      const hasOwn = this.#hasOwn(body.gameObject);
      if (followed === undefined && !hasOwn) this.#add(new FollowedBody(this.#world, body, this.#collidesFor));
      else if (followed !== undefined && hasOwn) this.#drop(followed);
    }
  }

  #add(followed: FollowedBody): void {
    this.#followed.set(followed.matter, followed);
    if (followed.body !== null) this.#ofBody.set(followed.body, followed);
  }

  #drop(followed: FollowedBody): void {
    this.#forget(followed);
    followed.body?.remove();
  }

  #forget(followed: FollowedBody): void {
    this.#followed.delete(followed.matter);
    if (followed.body !== null) this.#ofBody.delete(followed.body);
  }
}

function asInMatter({ friction, restitution, isSensor }: MatterJS.BodyType): CollideOptions {
  return { friction, restitution, sensor: isSensor };
}

/** ms */
function timeOf({ engine }: Phaser.Physics.Matter.World): number {
  return engine.timing.timestamp;
}

/** Throws on what `follow` does not take; of any copy of Phaser. */
export function checkFollow(matter: Phaser.Physics.Matter.World, options: FollowOptions): void {
  if (typeof (matter as Partial<Phaser.Physics.Matter.World> | null | undefined)?.getAllBodies !== 'function')
    refuse('param-invalid', 'follow.matterWorld', 'be the Matter world of a scene: this.matter.world', matter);
  const { collides } = knownKeys('follow', options, ['collides']);
  if (collides !== undefined && typeof collides !== 'function')
    refuse('param-invalid', 'follow.collides', 'be a function of a body of Matter', collides);
}
