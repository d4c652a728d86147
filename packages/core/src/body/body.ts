import { closed, finite, flag, frozen, knownKeys, nonNegative, oneOf } from '../base/check';
import type { CollideOptions, Collides } from '../contacts/collides';
import { refuse, TenonError } from '../base/error';
import type { Joint } from '../joint/joint';
import { cosSin } from '../math/trig';
import { type MutablePose, type MutableVec, readOut, readVec, type VecLike, VecView } from '../math/vec2';
import { readOnly } from '../base/read-only';
import type { World } from '../world/world';
import {
  BODY_TYPES,
  type BodyOptions,
  type BodyType,
  massOf,
  readAngle,
  readBody,
  readInertia,
  readMass,
  readPlace,
  requireGround,
} from './body-options';
import {
  ANGLE,
  ANGULAR_DAMPING,
  BODY,
  COS,
  DYNAMIC,
  FORCE_X,
  FORCE_Y,
  GOAL,
  GOAL_PENDING,
  GRAVITY_SCALE,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  KICKED,
  KINEMATIC,
  LINEAR_DAMPING,
  MASS,
  OMEGA,
  PREV_ANGLE,
  PREV_X,
  PREV_Y,
  SIN,
  STATIC,
  TORQUE,
  VX,
  VY,
  X,
  Y,
} from '../state/body-store';
import { EVEN } from '../state/kinematic-goals';
import { isSameShape, readShape, type Shape, shapeContains } from '../shapes/mass';
import { momentsOf } from '../shapes/moments';

/** A velocity as a constraint sees it. */
export interface ConstraintVelocity {
  /** World units/s. */
  readonly x: number;
  /** World units/s. */
  readonly y: number;
  /** rad/s */
  readonly z: number;
}

/** Where `moveTo` goes; what is left out stays. */
export interface MoveTarget {
  /** Centre of mass, world units. */
  position?: VecLike;
  /** rad, unwrapped. */
  angle?: number;
}

/** What sets a property that is only read. */
const INSTEAD = {
  id: 'it is given to addBody',
  cos: 'set angle',
  sin: 'set angle',
  isSleeping: 'call sleep() or wake()',
};

/**
 * A rigid body of a world: the handle is the body. Made by `world.addBody`. Of a removed one `id` and `userData` can be read, `world` is
 * null; all else throws `body-removed`.
 */
export class Body {
  readonly #jointSet = new Set<Joint>();
  #slot: number;
  readonly #id: string;
  readonly #world: World;
  #shape: Shape | null;
  #collides: Collides | null;
  #userData: unknown;
  #position: VecView | null = null;
  #velocity: VecView | null = null;
  #constraintVelocity: ConstraintVelocity | null = null;

  /** Use `world.addBody`. Everything is checked before the store is touched. */
  private constructor(world: World, id: string, options: BodyOptions) {
    readOnly(Body.prototype, () => 'Body', INSTEAD);
    const given = readBody(options, world.lengthUnit);
    this.#collides = world.readCollides('Body.collides', options.collides, given.shape);
    this.#id = id;
    this.#shape = given.shape;
    this.#userData = options.userData;
    this.#world = world;
    const store = world.store;
    this.#slot = store.append(this);
    const b = this.#slot * BODY;
    store.type[this.#slot] = BODY_TYPES.indexOf(given.type);
    store.load[b + MASS] = given.mass;
    store.load[b + INERTIA] = given.inertia;
    store.load[b + GRAVITY_SCALE] = given.gravityScale;
    store.load[b + LINEAR_DAMPING] = given.linearDamping;
    store.load[b + ANGULAR_DAMPING] = given.angularDamping;
    store.keepsAwake[this.#slot] = given.canSleep ? 0 : 1;
    this.#place(given.position.x, given.position.y, given.angle);
    store.motion[b + VX] = given.type === 'static' ? 0 : given.velocity.x;
    store.motion[b + VY] = given.type === 'static' ? 0 : given.velocity.y;
    store.motion[b + OMEGA] = given.type === 'static' ? 0 : given.angularVelocity;
    if (given.type !== 'static') store.kick(this.#slot);
    this.#invertMass();
  }

  /** @internal What `world.addBody` makes. */
  static of(world: World, id: string, options: BodyOptions): Body {
    return closed(new Body(world, id, options));
  }

  /** @internal Slot in the store; −1 once removed. */
  get slot(): number {
    return this.#slot;
  }

  /** @internal Its numbers are in this slot of the store from now on; −1: it has left. */
  takeSlot(slot: number): void {
    this.#slot = slot;
  }

  /** @internal The joints that act on it. */
  get jointSet(): Set<Joint> {
    return this.#jointSet;
  }

  /** Unique in its world; of a removed body, too. */
  get id(): string {
    return this.#id;
  }

  /** Yours; never read by Tenon. */
  get userData(): unknown {
    return this.#userData;
  }

  set userData(value: unknown) {
    this.#changeable();
    this.#userData = value;
  }

  /** The world it belongs to, or null once removed. */
  get world(): World | null {
    return this.#slot < 0 ? null : this.#world;
  }

  /** `dynamic` answers forces, `kinematic` follows its velocity, `static` stays. */
  get type(): BodyType {
    this.#offset();
    return BODY_TYPES[this.#world.store.type[this.#slot]];
  }

  /** Changing the type keeps pose and mass; a static body loses its velocity. Set inside a step, it changes after that step. */
  set type(type: BodyType) {
    this.#offset();
    const index = BODY_TYPES.indexOf(oneOf('Body.type', type, BODY_TYPES));
    requireGround('Body.type', this.#shape, type);
    this.#world.whenIdle(() => this.#become(index));
  }

  /** Centre of mass (world units), live. Setting it is a teleport: velocity unchanged, no interpolation across it. */
  get position(): VecView {
    this.#offset();
    return (this.#position ??= new VecView(
      (axis) => this.#world.store.pose[this.#offset() + (axis === 0 ? X : Y)],
      (x, y) => (this.position = [x, y]),
    ));
  }

  set position(value: VecLike) {
    const b = this.#changeable();
    const { x, y } = readPlace('Body.position', value);
    const { pose } = this.#world.store;
    const moved = x !== pose[b + X] || y !== pose[b + Y];
    this.#place(x, y, pose[b + ANGLE]);
    if (moved) this.wake();
  }

  /** rad, counter-clockwise where y is up; unwrapped: three turns are 6π. Setting it is a teleport. */
  get angle(): number {
    return this.#world.store.pose[this.#offset() + ANGLE];
  }

  set angle(value: number) {
    const b = this.#changeable();
    const { pose } = this.#world.store;
    const turned = readAngle('Body.angle', value) !== pose[b + ANGLE];
    this.#place(pose[b + X], pose[b + Y], value);
    if (turned) this.wake();
  }

  /** Velocity of the centre of mass (world units/s), live. Static bodies have none: setting it does nothing. */
  get velocity(): VecView {
    this.#offset();
    return (this.#velocity ??= new VecView(
      (axis) => this.#world.store.motion[this.#offset() + (axis === 0 ? VX : VY)],
      (x, y) => (this.velocity = [x, y]),
    ));
  }

  set velocity(value: VecLike) {
    const b = this.#changeable();
    const { x, y } = readVec('Body.velocity', value);
    const { motion, type } = this.#world.store;
    const change = Math.abs(x - motion[b + VX]) + Math.abs(y - motion[b + VY]);
    if (type[this.#slot] === STATIC || change === 0) return;
    motion[b + VX] = x;
    motion[b + VY] = y;
    this.#speedSet(change, Math.abs(x) + Math.abs(y));
  }

  /** rad/s, counter-clockwise where y is up. Static bodies have none: setting it does nothing. */
  get angularVelocity(): number {
    return this.#world.store.motion[this.#offset() + OMEGA];
  }

  set angularVelocity(value: number) {
    const b = this.#changeable();
    const { motion, type } = this.#world.store;
    const omega = finite('Body.angularVelocity', value);
    const change = Math.abs(omega - motion[b + OMEGA]);
    if (type[this.#slot] === STATIC || change === 0) return;
    motion[b + OMEGA] = omega;
    this.#speedSet(change, Math.abs(omega));
  }

  /** kg, above 0; `Infinity` or `null`: nothing can push it, and it reads `Infinity`. */
  get mass(): number {
    return noneIsInfinite(this.#world.store.load[this.#offset() + MASS]);
  }

  set mass(value: number | null) {
    this.#setLoad(MASS, readMass(value));
    this.#invertMass();
  }

  /** kg·m² about the centre of mass, above 0; `Infinity` or `null`: nothing can turn it, and it reads `Infinity`. */
  get inertia(): number {
    const unit = this.#world.lengthUnit;
    return noneIsInfinite(this.#world.store.load[this.#offset() + INERTIA] / (unit * unit));
  }

  set inertia(value: number | null) {
    // Set to what it reads it changes nothing, though in pixels the way there and back may be off by a rounding.
    if (value === this.inertia) return;
    const unit = this.#world.lengthUnit;
    this.#setLoad(INERTIA, readInertia(value, unit));
    this.#invertMass();
  }

  /**
   * Gives mass, drawing and picking. A new shape has the density of the last one (1 kg/m² if there was none), and sets
   * mass and inertia by it, where they are not infinite; `null` leaves them. Frozen: one that was written by hand is copied.
   */
  get shape(): Shape | null {
    this.#offset();
    return this.#shape;
  }

  set shape(shape: Shape | null) {
    this.#changeable();
    const read = shape === null ? null : readShape('Body.shape', shape);
    requireGround('Body.shape', read, this.type);
    if (read !== null && this.#collides !== null) this.#world.requireContacts('Body.shape').check(read);
    const { density, inertia, mass } = this;
    const same = this.#shape !== null && read !== null && isSameShape(this.#shape, read);
    if (momentsOf(read) === null || same || mass === Infinity) {
      this.#shape = read;
      this.#world.collide(this);
      return;
    }
    const moments = massOf({ shape: read, density: density ?? 1 }, this.#world.lengthUnit);
    this.#shape = read;
    this.#world.collide(this);
    this.#setLoad(MASS, moments.mass);
    if (inertia !== Infinity) this.#setLoad(INERTIA, moments.inertia);
    this.#invertMass();
  }

  /** @internal Puts back a shape whose mass is in the store already, and how it collides. */
  reshape(shape: Shape | null, collides: Collides | null): void {
    this.#shape = shape;
    this.#collides = collides;
  }

  /**
   * How it collides, every field of it; null if it passes through everything. Frozen: `body.collides = { ...body.collides, friction: 1 }`. Set
   * inside a step, it changes after that step; without a shape nothing is touched.
   */
  get collides(): Collides | null {
    this.#offset();
    return this.#collides;
  }

  set collides(value: boolean | CollideOptions | null) {
    this.#changeable();
    this.#collides = this.#world.readCollides('Body.collides', value, this.#shape);
    this.#world.collide(this);
  }

  /** kg/m² of its shape; null without one that has an area. Of a compound, that of parts that give none. Setting it, above 0, sets mass and inertia; throws `option-missing` without a shape. */
  get density(): number | null {
    const { mass } = this;
    const unit = this.#world.lengthUnit;
    const moments = momentsOf(this.shape);
    return moments === null ? null : (mass / moments.area) * unit * unit;
  }

  set density(value: number) {
    this.#offset();
    if (momentsOf(this.shape) === null)
      refuse('option-missing', 'Body.density', 'be set on a body with a shape that has an area', value);
    if (value === this.density) return;
    const { mass, inertia } = massOf({ shape: this.shape, density: value }, this.#world.lengthUnit);
    const turns = !this.fixedRotation;
    this.#setLoad(MASS, mass);
    if (turns) this.#setLoad(INERTIA, inertia);
    this.#invertMass();
  }

  /**
   * True if nothing can turn the body, which is the same as infinite inertia; it keeps the angular velocity it has. Setting false gives it the
   * inertia of its mass and shape.
   */
  get fixedRotation(): boolean {
    return this.inertia === Infinity;
  }

  set fixedRotation(value: boolean) {
    if (flag('Body.fixedRotation', value) === this.fixedRotation) return;
    const { mass } = this;
    this.#setLoad(INERTIA, value ? 0 : massOf({ shape: this.shape, mass }, this.#world.lengthUnit).inertia);
    this.#invertMass();
  }

  /** What the world's gravity is multiplied by for this body; default 1, 0 lets it float. */
  get gravityScale(): number {
    return this.#world.store.load[this.#offset() + GRAVITY_SCALE];
  }

  set gravityScale(value: number) {
    this.#setLoad(GRAVITY_SCALE, finite('Body.gravityScale', value));
  }

  /** Slows the velocity down, 1/s, 0 or more: it falls by half in ln 2 / damping seconds. Default 0. */
  get linearDamping(): number {
    return this.#world.store.load[this.#offset() + LINEAR_DAMPING];
  }

  set linearDamping(value: number) {
    this.#setLoad(LINEAR_DAMPING, nonNegative('Body.linearDamping', value));
  }

  /** Slows the angular velocity down, 1/s, 0 or more: it falls by half in ln 2 / damping seconds. Default 0. */
  get angularDamping(): number {
    return this.#world.store.load[this.#offset() + ANGULAR_DAMPING];
  }

  set angularDamping(value: number) {
    this.#setLoad(ANGULAR_DAMPING, nonNegative('Body.angularDamping', value));
  }

  /** x of the centre of mass as a plain number: what an adapter reads for thousands of bodies. Setting it is a teleport. */
  get x(): number {
    return this.#world.store.pose[this.#offset() + X];
  }

  set x(x: number) {
    this.position.x = x;
  }

  /** y of the centre of mass as a plain number. Setting it is a teleport. */
  get y(): number {
    return this.#world.store.pose[this.#offset() + Y];
  }

  set y(y: number) {
    this.position.y = y;
  }

  /** Cosine of the angle, as the solver computed it. */
  get cos(): number {
    return this.#world.store.pose[this.#offset() + COS];
  }

  /** Sine of the angle, as the solver computed it. */
  get sin(): number {
    return this.#world.store.pose[this.#offset() + SIN];
  }

  /**
   * For `velocity` of a UserConstraint, which is probed with velocities of its own: x, y (world units/s) and z, the angular velocity (rad/s).
   * Live; only read.
   */
  get constraintVelocity(): ConstraintVelocity {
    this.#offset();
    return (this.#constraintVelocity ??= constraintVelocityOf(
      () => this.#world.store.motion,
      () => this.#offset(),
    ));
  }

  /** 1/mass as the solver counts it: 0 of what no joint can push. 1/kg */
  get constraintMass(): number {
    return this.#world.store.motion[this.#offset() + INV_MASS];
  }

  /** 1/inertia as the solver counts it, with lengths in world units: 0 of what no joint can turn. 1/(kg·units²) */
  get constraintInertia(): number {
    return this.#world.store.motion[this.#offset() + INV_INERTIA];
  }

  /**
   * Acts for the time of the frame in which it is given: for the seconds of the next `advance` that are made up for (carried over while no
   * fixed step is due) or of the next `step`; given in `beforestep` or `beforesubstep`, for those of that step or substep. N, at a world point
   * (default: the centre of mass).
   */
  applyForce(force: VecLike, worldPoint?: VecLike): void {
    const b = this.#changeable();
    const f = readVec('applyForce.force', force);
    const point = worldPoint === undefined ? null : readVec('applyForce.worldPoint', worldPoint);
    const { load, pose } = this.#world.store;
    const unit = this.#world.lengthUnit;
    const turn = point === null ? 0 : ((point.x - pose[b + X]) * f.y - (point.y - pose[b + Y]) * f.x) * unit;
    const x = load[b + FORCE_X] + f.x * unit;
    const y = load[b + FORCE_Y] + f.y * unit;
    const torque = load[b + TORQUE] + turn;
    requireSum('applyForce.force', x + y + torque, force);
    load[b + FORCE_X] = x;
    load[b + FORCE_Y] = y;
    load[b + TORQUE] = torque;
    this.#world.store.force();
    if (f.x !== 0 || f.y !== 0) this.wake();
  }

  /** Acts as long as a force does. N·m, counter-clockwise where y is up. */
  applyTorque(torque: number): void {
    const b = this.#changeable();
    const { load } = this.#world.store;
    const unit = this.#world.lengthUnit;
    const sum = load[b + TORQUE] + finite('applyTorque.torque', torque) * unit * unit;
    requireSum('applyTorque.torque', sum, torque);
    load[b + TORQUE] = sum;
    this.#world.store.force();
    if (torque !== 0) this.wake();
  }

  /** Changes the velocity at once. N·s, at a world point (default: the centre of mass). */
  applyImpulse(impulse: VecLike, worldPoint?: VecLike): void {
    const b = this.#changeable();
    const p = readVec('applyImpulse.impulse', impulse);
    const point = worldPoint === undefined ? null : readVec('applyImpulse.worldPoint', worldPoint);
    const { motion: v, pose } = this.#world.store;
    const unit = this.#world.lengthUnit;
    const turn =
      point === null ? 0 : ((point.x - pose[b + X]) * p.y - (point.y - pose[b + Y]) * p.x) * unit * v[b + INV_INERTIA];
    const vx = v[b + VX] + p.x * unit * v[b + INV_MASS];
    const vy = v[b + VY] + p.y * unit * v[b + INV_MASS];
    const omega = v[b + OMEGA] + turn;
    requireSum('applyImpulse.impulse', vx + vy + omega, impulse);
    if (p.x === 0 && p.y === 0) return;
    v[b + VX] = vx;
    v[b + VY] = vy;
    v[b + OMEGA] = omega;
    this.#kicked();
  }

  /** Changes the angular velocity at once. N·m·s */
  applyAngularImpulse(impulse: number): void {
    const b = this.#changeable();
    const { motion: v } = this.#world.store;
    const unit = this.#world.lengthUnit;
    const omega = v[b + OMEGA] + finite('applyAngularImpulse.impulse', impulse) * unit * unit * v[b + INV_INERTIA];
    requireSum('applyAngularImpulse.impulse', omega, impulse);
    if (impulse === 0) return;
    v[b + OMEGA] = omega;
    this.#kicked();
  }

  /** Where a point of the body (world units from its centre of mass, along its axes) is in the world. */
  toWorld(point: VecLike, out: MutableVec = { x: 0, y: 0 }): MutableVec {
    const b = this.#offset();
    const { pose: q } = this.#world.store;
    this.toWorldVector(readVec('toWorld.point', point, readOut('toWorld.out', out)), out);
    out.x += q[b + X];
    out.y += q[b + Y];
    return out;
  }

  /** Where a world point is on the body: world units from its centre of mass, along its axes. */
  toLocal(point: VecLike, out: MutableVec = { x: 0, y: 0 }): MutableVec {
    const b = this.#offset();
    const { pose: q } = this.#world.store;
    const { x, y } = readVec('toLocal.point', point, readOut('toLocal.out', out));
    return this.toLocalVector([x - q[b + X], y - q[b + Y]], out);
  }

  /** A direction of the body, as the world sees it. */
  toWorldVector(vector: VecLike, out: MutableVec = { x: 0, y: 0 }): MutableVec {
    const b = this.#offset();
    const { pose: q } = this.#world.store;
    const { x, y } = readVec('toWorldVector.vector', vector, readOut('toWorldVector.out', out));
    out.x = q[b + COS] * x - q[b + SIN] * y;
    out.y = q[b + SIN] * x + q[b + COS] * y;
    return out;
  }

  /** A world direction, as the body sees it. */
  toLocalVector(vector: VecLike, out: MutableVec = { x: 0, y: 0 }): MutableVec {
    const b = this.#offset();
    const { pose: q } = this.#world.store;
    const { x, y } = readVec('toLocalVector.vector', vector, readOut('toLocalVector.out', out));
    out.x = q[b + COS] * x + q[b + SIN] * y;
    out.y = q[b + COS] * y - q[b + SIN] * x;
    return out;
  }

  /** Velocity of the point of the body that is now at `worldPoint` (world units/s). */
  velocityAt(worldPoint: VecLike, out: MutableVec = { x: 0, y: 0 }): MutableVec {
    const b = this.#offset();
    const { motion: v, pose: q } = this.#world.store;
    const { x, y } = readVec('velocityAt.worldPoint', worldPoint, readOut('velocityAt.out', out));
    const rx = x - q[b + X];
    const ry = y - q[b + Y];
    out.x = v[b + VX] - v[b + OMEGA] * ry;
    out.y = v[b + VY] + v[b + OMEGA] * rx;
    return out;
  }

  /** Copies the position into `out`, without allocating where it is given. */
  getPosition<T extends MutableVec>(out: T): T;
  getPosition(): MutableVec;
  getPosition(out: MutableVec = { x: 0, y: 0 }): MutableVec {
    readOut('getPosition.out', out).x = this.x;
    out.y = this.y;
    return out;
  }

  /** Pose to show between two fixed steps: `world.alpha` of the way from the previous pose to the present one. */
  getInterpolated<T extends MutablePose>(out: T): T;
  getInterpolated(): MutablePose;
  getInterpolated(out: MutablePose = { x: 0, y: 0, angle: 0 }): MutablePose {
    const b = this.#offset();
    readOut('getInterpolated.out', out, 'angle');
    const { pose: q } = this.#world.store;
    const { alpha } = this.#world;
    out.x = q[b + PREV_X] + alpha * (q[b + X] - q[b + PREV_X]);
    out.y = q[b + PREV_Y] + alpha * (q[b + Y] - q[b + PREV_Y]);
    out.angle = q[b + PREV_ANGLE] + alpha * (q[b + ANGLE] - q[b + PREV_ANGLE]);
    return out;
  }

  /**
   * Moves a kinematic body: it gets the velocity that brings it there by the end of the next step, and carries what is jointed to it. Then it
   * stands still. A jump that would take more than 100 m/s (× `lengthUnit`) or 100 rad/s is a teleport, without a velocity. Throws
   * `not-immovable` on other bodies.
   */
  moveTo(target: MoveTarget): void {
    const b = this.#changeable();
    knownKeys('moveTo', target, ['position', 'angle']);
    const { goal, pose: q, type } = this.#world.store;
    if (type[this.#slot] !== KINEMATIC) refuse('not-immovable', 'moveTo', 'be called on a kinematic body', this.type);
    const position =
      target.position === undefined ? { x: q[b + X], y: q[b + Y] } : readPlace('moveTo.position', target.position);
    const angle = target.angle === undefined ? q[b + ANGLE] : readAngle('moveTo.angle', target.angle);
    const g = this.#slot * GOAL;
    goal[g] = position.x;
    goal[g + 1] = position.y;
    goal[g + 2] = angle;
    goal[g + GOAL_PENDING] = 1;
    if (position.x !== q[b + X] || position.y !== q[b + Y] || angle !== q[b + ANGLE]) this.wake();
  }

  /** The joints that act on it. */
  get joints(): Iterable<Joint> {
    this.#offset();
    return [...this.#jointSet];
  }

  /** Every body that a chain of joints connects with it, itself included. */
  connected(): Set<Body> {
    this.#offset();
    const found = new Set<Body>([this]);
    for (const body of found) {
      for (const joint of body.jointSet) for (const other of joint.bodies) if (other !== null) found.add(other);
    }
    return found;
  }

  /**
   * Whether it may fall asleep, by itself and as one of those that hang together with it: false keeps them all awake, until `sleep` is called.
   * Default true.
   */
  get canSleep(): boolean {
    this.#offset();
    return this.#world.store.keepsAwake[this.#slot] === 0;
  }

  set canSleep(value: boolean) {
    this.#changeable();
    this.#world.store.keepsAwake[this.#slot] = flag('Body.canSleep', value) ? 0 : 1;
    if (!value) this.wake();
  }

  /** True if its island is at rest: it is not stepped until something wakes it. */
  get isSleeping(): boolean {
    this.#offset();
    return this.#world.store.asleep[this.#slot] === 1;
  }

  /** Wakes it and its island. */
  wake(): void {
    this.#changeable();
    this.#world.wakeBody(this.#slot);
  }

  /** Puts it and its island to rest: velocities become 0, and no step moves them until something wakes them. Inside a step, after that step. */
  sleep(): void {
    this.#offset();
    this.#world.sleepBody(this);
  }

  /** Energy of its motion and its turning, J; 0 of a body that is not dynamic. */
  get kineticEnergy(): number {
    const b = this.#offset();
    const { load, motion: v } = this.#world.store;
    const unit = this.#world.lengthUnit;
    const linear = v[b + INV_MASS] > 0 ? load[b + MASS] * (v[b + VX] * v[b + VX] + v[b + VY] * v[b + VY]) : 0;
    const angular = v[b + INV_INERTIA] > 0 ? load[b + INERTIA] * v[b + OMEGA] * v[b + OMEGA] : 0;
    return (linear + angular) / (2 * unit * unit);
  }

  /** True if the world point (world units) lies within the body's shape; false without a shape. */
  contains(worldPoint: VecLike): boolean {
    if (this.shape === null) return false;
    const { x, y } = this.toLocal(readVec('contains.worldPoint', worldPoint));
    return shapeContains(this.shape, x, y);
  }

  /** Leaves the world and takes its joints along; inside a step, after that step. May be called twice. */
  remove(): void {
    this.#world.requireUnmeasured();
    if (this.#slot >= 0) this.#world.members.removeBody(this);
  }

  /** Where its numbers are, to be written. */
  #changeable(): number {
    this.#world.requireUnmeasured();
    return this.#offset();
  }

  #offset(): number {
    if (this.#slot < 0)
      throw new TenonError(
        'body-removed',
        `Body '${this.id}' was removed. Add a new one with world.addBody(…).`,
        this.id,
      );
    return this.#slot * BODY;
  }

  /** The next step has joints take their share at once. */
  #kicked(): void {
    this.#world.store.kick(this.#slot);
    this.wake();
  }

  /** Its speed was set, by a `change` from what it was. Rounding of a host that leads a kinematic body evenly is no kick. */
  #speedSet(change: number, speed: number): void {
    const { store } = this.#world;
    if (store.type[this.#slot] === KINEMATIC && change <= EVEN * speed) store.changes++;
    else this.#kicked();
  }

  #become(type: number): void {
    const { store } = this.#world;
    if (this.#slot < 0 || store.type[this.#slot] === type) return;
    // It and whatever leans on it wake while it still has an island.
    this.wake();
    for (const joint of this.#jointSet) joint.wake();
    store.type[this.#slot] = type;
    store.goal.fill(0, this.#slot * GOAL + GOAL_PENDING, (this.#slot + 1) * GOAL);
    if (type === STATIC) this.#halt();
    this.#invertMass();
    this.#world.islandChanged(this.#slot);
    for (const joint of this.#jointSet) {
      joint.clearIfIdle();
      joint.lead();
      joint.islandChanged();
    }
    this.#world.collide(this);
    store.restTime[this.#slot] = 0;
  }

  /** Its velocity becomes 0. Where it had one, or a kick that it has not passed on yet, that is a blow for what hangs on it. */
  #halt(): void {
    const { store } = this.#world;
    const { motion: v } = store;
    const b = this.#slot * BODY;
    const kicks = v[b + VX] !== 0 || v[b + VY] !== 0 || v[b + OMEGA] !== 0 || v[b + KICKED] !== 0;
    v.fill(0, b + VX, b + OMEGA + 1);
    v[b + KICKED] = 0;
    if (!kicks) return;
    for (const joint of this.#jointSet)
      for (const other of joint.bodies) if (other?.type === 'dynamic') store.kick(other.slot);
  }

  #place(x: number, y: number, angle: number): void {
    const b = this.#offset();
    const { store } = this.#world;
    const { pose: q } = store;
    store.changes++;
    this.#world.displaced(this.#slot);
    const numbers = (x !== q[b + X] ? 1 : 0) | (y !== q[b + Y] ? 2 : 0) | (angle !== q[b + ANGLE] ? 4 : 0);
    if (numbers !== 0) {
      for (const joint of this.#jointSet) {
        joint.leavePlace(this, numbers);
        joint.lead();
        joint.noteApart();
      }
    }
    q[b + X] = q[b + PREV_X] = x;
    q[b + Y] = q[b + PREV_Y] = y;
    q[b + ANGLE] = q[b + PREV_ANGLE] = angle;
    cosSin(angle, q, b + COS);
  }

  #setLoad(field: number, value: number): void {
    const i = this.#changeable() + field;
    const { store } = this.#world;
    if (store.load[i] === value) return;
    store.changes++;
    store.load[i] = value;
    this.wake();
  }

  /** Inverse masses from type, mass and inertia: 0 stands for "none". */
  #invertMass(): void {
    const b = this.#offset();
    const { store } = this.#world;
    const { load, motion, type } = store;
    const dynamic = type[this.#slot] === DYNAMIC;
    const perMass = dynamic && load[b + MASS] > 0 ? 1 / load[b + MASS] : 0;
    const perInertia = dynamic && load[b + INERTIA] > 0 ? 1 / load[b + INERTIA] : 0;
    if (motion[b + INV_MASS] === perMass && motion[b + INV_INERTIA] === perInertia) return;
    store.massesChanged = true;
    this.#world.massChanged(this.#slot);
    for (const joint of this.#jointSet) joint.forgetStiffness();
    motion[b + INV_MASS] = perMass;
    motion[b + INV_INERTIA] = perInertia;
  }
}

/** The sum of a force or an impulse and what was there has to be a number. */
function requireSum(path: string, sum: number, given: unknown): void {
  if (!Number.isFinite(sum)) refuse('param-not-finite', path, 'add up to a finite number', given);
}

function noneIsInfinite(value: number): number {
  return value === 0 ? Infinity : value;
}

function constraintVelocityOf(motion: () => Float64Array, offset: () => number): ConstraintVelocity {
  return frozen({
    get x() {
      return motion()[offset() + VX];
    },
    get y() {
      return motion()[offset() + VY];
    },
    get z() {
      return motion()[offset() + OMEGA];
    },
  });
}
