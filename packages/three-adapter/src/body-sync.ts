import type { Body, MutableVec } from '@tenon/core';
import { Matrix4, type Object3D, Vector3 } from 'three';
import type { InstanceGroup } from './instance-group';
import type { ObjectLink } from './object-link';
import { ParentSpace } from './parent-space';
import { copyPose, createPose, type Pose } from './placement';
import { type Plane, refreshWorldMatrix } from './plane';
import { readPose, readShownPose } from './shown-pose';
import { nowhere } from './kinds';

/** m/s: a kinematic object that is faster was put somewhere else, not moved. */
const FASTEST = 100;

/**
 * Carries poses between bodies and objects. A dynamic body leads its object, a static or kinematic one follows it;
 * an object that its user moves takes its body along in any case.
 */
export class BodySync {
  readonly #plane: Plane;
  readonly #lengthUnit: number;
  readonly #links: ObjectLink[] = [];
  readonly #ofObject = new Map<Object3D, ObjectLink>();
  readonly #groups: InstanceGroup[] = [];
  readonly #spaces = new Map<Object3D | null, ParentSpace>();
  /** links whose bodies are led at present */
  readonly #led: ObjectLink[] = [];
  /** Counts readings and writings. */
  #pass = 0;
  #isWriting = false;
  #interpolate = true;

  constructor(plane: Plane, lengthUnit: number) {
    this.#plane = plane;
    this.#lengthUnit = lengthUnit;
  }

  get links(): readonly ObjectLink[] {
    return this.#links;
  }

  get groups(): readonly InstanceGroup[] {
    return this.#groups;
  }

  add(link: ObjectLink): void {
    this.#links.push(link);
    this.#ofObject.set(link.object, link);
  }

  remove(link: ObjectLink): void {
    const i = this.#links.indexOf(link);
    if (i < 0) return;
    this.#links.splice(i, 1);
    this.#ofObject.delete(link.object);
    const led = this.#led.indexOf(link);
    if (led >= 0) this.#led.splice(led, 1);
    link.release();
    this.#dropUnusedSpaces();
  }

  addGroup(group: InstanceGroup): void {
    this.#groups.push(group);
  }

  removeGroup(group: InstanceGroup): void {
    this.#groups.splice(this.#groups.indexOf(group), 1);
    this.#dropUnusedSpaces();
  }

  linkOf(object: Object3D): ObjectLink | null {
    return this.#ofObject.get(object) ?? null;
  }

  /** How the plane lies below `parent` now. */
  spaceOf(parent: Object3D | null): ParentSpace {
    this.#plane.refresh();
    const space = this.#findSpace(parent);
    space.refresh(this.#plane);
    return space;
  }

  /**
   * Before the steps of a frame of `seconds`, of which the first `dropped` are not stepped: what users have moved takes its body along. Throws `param-not-finite` when all are read, if
   * one was put where no place is; the next `write` brings it back.
   */
  read(seconds: number, dropped: number): void {
    this.#begin(false);
    this.#led.length = 0;
    let lost: ObjectLink | null = null;
    for (const link of this.#links) {
      this.#freshen(link);
      if (link.isLost) {
        link.bringBack();
        lost ??= link;
      } else if (link.body.type === 'dynamic') this.#readTouch(link);
      else this.#readLeader(link, seconds, dropped);
      link.isNew = false;
    }
    if (lost !== null) throw nowhere(lost.object, ': it goes back to its body');
  }

  /** Before poses are read between frames: bodies go where their objects have been placed since the last one. */
  takeIn(): void {
    this.#begin(false);
    for (const link of this.#links) if (link.body.world !== null) this.#takeIn(link);
  }

  /** The body of one object, where that has been placed by now. */
  bodyOf(object: Object3D): Body | null {
    const link = this.linkOf(object);
    if (link?.body.world == null) return null;
    this.#begin(false);
    this.#takeIn(link);
    return link.body;
  }

  /** Where the origin of an object is in the plane; of one that has a body, or is in one that has, as the body is now, not as it is seen. */
  placeOf(object: Object3D): MutableVec {
    refreshWorldMatrix(object);
    const place = this.#plane.toPlane(point3.setFromMatrixPosition(object.matrixWorld), { x: 0, y: 0 });
    let carrier: Object3D | null = object;
    while (carrier !== null && !this.#ofObject.has(carrier)) carrier = carrier.parent;
    const link = carrier === null ? null : this.linkOf(carrier);
    if (link?.body.world == null) return place;
    this.#begin(false);
    this.#takeIn(link);
    if (!link.space.usable) return place;
    const { x, y, cos, sin } = link.poseOf(link.local(local), this.#plane, pose);
    const dx = place.x - x;
    const dy = place.y - y;
    return link.body.toWorld([cos * dx + sin * dy, cos * dy - sin * dx]);
  }

  /** Before a step that ends at `part` of the frame: aims the bodies that follow their objects. */
  aim(part: number): void {
    for (const { body, lead } of this.#led) if (body.world !== null) lead.aim(body, part);
  }

  /** After the steps: objects and slots go where their bodies are, bodies before that where listeners have placed their objects. */
  write(interpolate: boolean): void {
    this.#begin(false);
    for (const link of this.#links) if (link.isTouched && link.body.world !== null) this.#takeIn(link);
    this.#begin(true);
    this.#interpolate = interpolate;
    for (const link of this.#links) this.#write(link);
    for (const group of this.#groups) {
      const space = this.#findSpace(group.mesh);
      this.#refreshSpace(space);
      group.write(space, interpolate);
    }
  }

  /** Brings one object to its body at once. */
  writeNow(link: ObjectLink): void {
    link.space = this.spaceOf(link.object.parent);
    link.show(readPose(link.body, pose));
  }

  #begin(writing: boolean): void {
    this.#pass++;
    this.#isWriting = writing;
    this.#plane.refresh();
  }

  #takeIn(link: ObjectLink): void {
    this.#freshen(link);
    if (link.isLost) return;
    if (link.body.type === 'dynamic') this.#readTouch(link);
    else if (link.lead.mayBePut && link.space.usable && this.#hasMoved(link)) {
      link.lead.put();
      place(link.body, pose);
      link.capture(local, pose);
    }
  }

  /** A dynamic body is teleported by who moves its object. */
  #readTouch(link: ObjectLink): void {
    link.lead.active = false;
    if (!link.isPlaced || !link.space.usable) return;
    link.adoptTouch();
    const { body, shown } = link;
    link.poseOf(link.local(local), this.#plane, pose);
    if (this.#differ(pose, shown)) {
      place(body, pose);
      link.capture(local, readPose(body, pose));
    } else {
      // Moved along the normal, or turned out of the plane: its body has not moved.
      copyPose(shown, pose);
      link.capture(local, pose);
    }
  }

  /** Where its object goes, a static body is put and a kinematic body moves to. */
  #readLeader(link: ObjectLink, seconds: number, dropped: number): void {
    if (!link.space.usable) return;
    const { body, lead, shown } = link;
    if (!this.#hasMoved(link)) {
      if (lead.active) this.#led.push(link);
      lead.rest();
      return;
    }
    if (body.type === 'kinematic' && this.#isMotion(shown, pose, seconds)) {
      lead.follow(shown, pose);
      if (dropped > 0) lead.skip(body, dropped / seconds);
      this.#led.push(link);
    } else {
      lead.active = false;
      place(body, pose);
    }
    link.capture(local, pose);
  }

  /** Whether an object that leads is elsewhere than it was; leaves where in `pose` and `local`. */
  #hasMoved(link: ObjectLink): boolean {
    const { shown } = link;
    if (link.isTouched) link.adoptTouch();
    link.poseOf(link.local(local), this.#plane, pose);
    if (this.#differ(pose, shown)) return true;
    if (link.isTouched) {
      copyPose(shown, pose);
      link.capture(local, pose);
    }
    return false;
  }

  #write(link: ObjectLink): void {
    this.#freshen(link);
    readShownPose(link.body, this.#interpolate && link.interpolate, pose);
    if (link.lead.active) link.lead.settle(pose);
    else link.show(pose);
  }

  /** Makes sure that a link has its parent's space, as it is in this frame. */
  #freshen(link: ObjectLink): void {
    if (link.space.parent !== link.object.parent) link.space = this.#findSpace(link.object.parent);
    this.#refreshSpace(link.space);
    link.mirror();
  }

  /** Ancestors that have bodies come first: this frame's pose of a parent decides where its child is. */
  #refreshSpace(space: ParentSpace): void {
    if (space.pass === this.#pass) return;
    space.pass = this.#pass;
    if (this.#isWriting) this.#writeAncestor(space.parent);
    space.refresh(this.#plane);
  }

  /** The nearest ancestor that has a body; it sees to its own ancestors. */
  #writeAncestor(object: Object3D | null): void {
    for (let o = object; o !== null; o = o.parent) {
      const link = this.#ofObject.get(o);
      if (link === undefined) continue;
      this.#write(link);
      return;
    }
  }

  #findSpace(parent: Object3D | null): ParentSpace {
    let space = this.#spaces.get(parent);
    if (space === undefined) {
      space = new ParentSpace(parent);
      this.#spaces.set(parent, space);
    }
    return space;
  }

  /** A parent nobody uses any more must not be kept alive. */
  #dropUnusedSpaces(): void {
    const used = new Set<Object3D | null>([
      ...this.#links.map((link) => link.space.parent),
      ...this.#groups.map(({ mesh }) => mesh),
    ]);
    for (const parent of this.#spaces.keys()) if (!used.has(parent)) this.#spaces.delete(parent);
  }

  #differ(a: Pose, b: Pose): boolean {
    const slack = 1e-9 * this.#lengthUnit;
    return (
      Math.abs(a.x - b.x) > slack + 1e-9 * Math.abs(b.x) ||
      Math.abs(a.y - b.y) > slack + 1e-9 * Math.abs(b.y) ||
      Math.abs(a.angle - b.angle) > 1e-9 * (1 + Math.abs(b.angle))
    );
  }

  #isMotion(from: Pose, to: Pose, seconds: number): boolean {
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    return Math.sqrt(dx * dx + dy * dy) <= FASTEST * this.#lengthUnit * seconds;
  }
}

const local = new Matrix4();
const pose = createPose();
const point: [x: number, y: number] = [0, 0];
const point3 = new Vector3();

/** A teleport: velocity kept, nothing interpolated across it. */
function place(body: Body, { x, y, angle }: Pose): void {
  point[0] = x;
  point[1] = y;
  body.position = point;
  body.angle = angle;
}
