import type { Announcer } from './announcer';
import type { Body } from '../body/body';
import type { Changes } from '../base/changes';
import { BreakLaw } from '../joint/breaking/break-law';
import type { Joint } from '../joint/joint';
import { type Claim, Roster } from '../base/roster';
import type { Simulation } from '../simulation/simulation';

/** Those that were there before another state was brought back. */
export interface Members {
  readonly bodies: ReadonlySet<Body>;
  readonly joints: ReadonlySet<Joint>;
}

/** Who is in a world, and how they come and go: at once outside a step, after its last substep inside. */
export class Membership {
  readonly bodies = new Roster<Body>('Body.id', 'b');
  readonly joints = new Roster<Joint>('Joint.id', 'j');
  readonly #breakables = new Set<Joint>();
  readonly #simulation: Simulation;
  readonly #changes: Changes;
  readonly #announcer: Announcer;
  #lastAge = 0;

  constructor(simulation: Simulation, changes: Changes, announcer: Announcer) {
    this.#simulation = simulation;
    this.#changes = changes;
    this.#announcer = announcer;
  }

  /** Joints with a threshold, in order of creation. */
  get breakables(): ReadonlySet<Joint> {
    return this.#breakables;
  }

  /** A body that has been made is listed and takes part from now on. */
  adoptBody(body: Body, claim: Claim): void {
    this.bodies.claim(claim);
    this.#changes.whenIdle(() => {
      this.#simulation.islandChanged(body.slot);
      this.bodies.list(body);
      this.#simulation.collide(body);
      this.#announcer.announce('added', { body });
    });
  }

  /** A joint that has been made is listed and takes part from now on. */
  adoptJoint<T extends Joint>(joint: T): T {
    this.#changes.whenIdle(() => {
      this.joints.list(joint);
      this.#tie(joint);
      this.#simulation.askAgain(joint);
      for (const source of joint.sources) addReader(source, joint);
      joint.adopt();
      joint.islandChanged();
      this.noteBreakable(joint);
      this.#announcer.announce('added', { joint });
      // Bodies and sources that left earlier in the same step take it along.
      if (joint.bodies.some((body) => body?.slot === -1)) this.removeJoint(joint, 'body-removed');
      else if (joint.sources.some(({ slot }) => slot < 0)) this.removeJoint(joint, 'source-removed');
      else joint.wake();
    });
    return joint;
  }

  /** Thresholds of the joint came or went. */
  noteBreakable(joint: Joint): void {
    if (BreakLaw.isOn(joint)) this.#breakables.add(joint);
    else this.#breakables.delete(joint);
  }

  /** With those that read its coordinates. */
  removeJoint(joint: Joint, reason: string): void {
    this.#changes.whenIdle(() => {
      if (joint.slot < 0) return;
      joint.wake();
      joint.islandChanged();
      const { batch, slot } = joint.record();
      batch.release(slot);
      joint.takeSlot(-1);
      this.joints.drop(joint);
      this.#breakables.delete(joint);
      for (const body of joint.bodies) body?.jointSet.delete(joint);
      this.#simulation.askAgain(joint);
      for (const source of joint.sources) source.readers = source.readers.filter((reader) => reader !== joint);
      for (const reader of joint.readers) this.removeJoint(reader, 'source-removed');
      this.#announcer.announceRemoved(joint, reason);
    });
  }

  /** With its joints. */
  removeBody(body: Body): void {
    this.#changes.whenIdle(() => {
      if (body.slot < 0) return;
      for (const joint of [...body.jointSet]) this.removeJoint(joint, 'body-removed');
      this.#simulation.leave(body);
      this.#simulation.store.release(body.slot);
      body.takeSlot(-1);
      this.bodies.drop(body);
      this.#announcer.announce('removed', { body, reason: 'removed' });
    });
  }

  /** These bodies and joints are there from now on, in order of creation. */
  replace(bodies: readonly Body[], joints: readonly Joint[], before: Members): void {
    this.bodies.replace(bodies);
    this.joints.replace(joints);
    for (const body of bodies) body.jointSet.clear();
    this.#lastAge = 0;
    for (const joint of joints) {
      joint.readers = [];
      this.#tie(joint);
    }
    this.#breakables.clear();
    for (const joint of joints) this.noteBreakable(joint);
    for (const joint of joints) for (const source of joint.sources) addReader(source, joint);
    for (const batch of this.#simulation.batches) batch.lawsChanged = batch.mayBeLed = true;
    this.#simulation.stateReplaced();
    for (const joint of before.joints) if (joint.slot < 0) this.#announcer.announceRemoved(joint, 'restored');
    for (const body of before.bodies)
      if (body.slot < 0) this.#announcer.announce('removed', { body, reason: 'restored' });
    for (const body of bodies) if (!before.bodies.has(body)) this.#announcer.announce('added', { body });
    for (const joint of joints) if (!before.joints.has(joint)) this.#announcer.announce('added', { joint });
  }

  /** The joint is the youngest, and its bodies know of it. */
  #tie(joint: Joint): void {
    joint.takePlace(++this.#lastAge);
    for (const body of joint.bodies) body?.jointSet.add(joint);
  }
}

/** The reader leaves with this joint. */
function addReader(joint: Joint, reader: Joint): void {
  if (!joint.readers.includes(reader)) joint.readers = [...joint.readers, reader];
}
