import {
  type Body,
  type Jacobian,
  type MutableVec3,
  TenonError,
  UserConstraint,
  type UserConstraintOptions,
  type VecLike,
  World,
} from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { saveScene } from '@tenon/core/scene';
import { type CoordinateView, createJointView, viewJoint } from '@tenon/core/view';
import { describe, expect, test } from 'vitest';
import { SOLVERS } from '../../test/rigs';

/** The pivot of the Nape manual. */
class UserPivot extends UserConstraint {
  #body1: Body | null = null;
  #body2: Body | null = null;
  readonly #anchor1 = this.bindVec2();
  readonly #anchor2 = this.bindVec2();
  #r1 = { x: 0, y: 0 };
  #r2 = { x: 0, y: 0 };

  constructor(body1: Body, body2: Body, anchor1: VecLike, anchor2: VecLike, options?: UserConstraintOptions) {
    super(2, { units: 'length', ...options });
    this.body1 = body1;
    this.body2 = body2;
    this.#anchor1.set(anchor1);
    this.#anchor2.set(anchor2);
  }

  get body1(): Body | null {
    return this.#body1;
  }
  set body1(body: Body | null) {
    this.#body1 = this.registerBody(this.#body1, body);
  }
  get body2(): Body | null {
    return this.#body2;
  }
  set body2(body: Body | null) {
    this.#body2 = this.registerBody(this.#body2, body);
  }
  get anchor1(): { x: number; y: number } {
    return this.#anchor1;
  }
  get anchor2(): { x: number; y: number } {
    return this.#anchor2;
  }
  get ends(): [Body, Body] {
    if (this.#body1 === null || this.#body2 === null) throw new Error('UserPivot needs two bodies');
    return [this.#body1, this.#body2];
  }

  clone(): UserPivot {
    const [body1, body2] = this.ends;
    return new UserPivot(body1, body2, this.#anchor1, this.#anchor2);
  }
  protected override validate(): void {
    if (this.#body1 === this.#body2) throw new Error('UserPivot needs two different bodies');
  }
  protected override prepare(): void {
    const [body1, body2] = this.ends;
    body1.toWorldVector(this.#anchor1, this.#r1);
    body2.toWorldVector(this.#anchor2, this.#r2);
  }
  protected override position(err: Float64Array): void {
    const [{ position: p1 }, { position: p2 }] = this.ends;
    err[0] = p2.x + this.#r2.x - p1.x - this.#r1.x;
    err[1] = p2.y + this.#r2.y - p1.y - this.#r1.y;
  }
  protected override velocity(err: Float64Array): void {
    const [{ constraintVelocity: v1 }, { constraintVelocity: v2 }] = this.ends;
    err[0] = v2.x - this.#r2.y * v2.z - v1.x + this.#r1.y * v1.z;
    err[1] = v2.y + this.#r2.x * v2.z - v1.y - this.#r1.x * v1.z;
  }
  protected override effectiveMass(k: Float64Array): void {
    const { x: x1, y: y1 } = this.#r1;
    const { x: x2, y: y2 } = this.#r2;
    const [body1, body2] = this.ends;
    const m = body1.constraintMass + body2.constraintMass;
    const { constraintInertia: i1 } = body1;
    const { constraintInertia: i2 } = body2;
    k[0] = m + y1 * y1 * i1 + y2 * y2 * i2;
    k[1] = -x1 * y1 * i1 - x2 * y2 * i2;
    k[2] = m + x1 * x1 * i1 + x2 * x2 * i2;
  }
  protected override impulse(lambda: Float64Array, body: Body, out: MutableVec3): void {
    const sign = body === this.#body1 ? -1 : 1;
    const r = body === this.#body1 ? this.#r1 : this.#r2;
    out.x = sign * lambda[0];
    out.y = sign * lambda[1];
    out.z = sign * (r.x * lambda[1] - r.y * lambda[0]);
  }
}

/** The angle of the Nape manual, with bounds in the place of weights. */
class UserAngle extends UserConstraint {
  #ratio: number;
  readonly #bodies: readonly [Body, Body];
  readonly #bounds: readonly [number, number];
  readonly printed: boolean;

  constructor(bodies: readonly [Body, Body], bounds: readonly [number, number], ratio = 1, printed = false) {
    super(1, { units: 'angle' });
    this.#bodies = bodies;
    this.#bounds = bounds;
    this.#ratio = ratio;
    this.printed = printed;
    for (const body of bodies) this.registerBody(null, body);
  }

  get ratio(): number {
    return this.#ratio;
  }
  set ratio(ratio: number) {
    this.#ratio = ratio;
    this.invalidate();
  }
  clone(): UserAngle {
    return new UserAngle(this.#bodies, this.#bounds, this.#ratio);
  }
  protected override position(err: Float64Array): void {
    err[0] = this.#ratio * this.#bodies[1].angle - this.#bodies[0].angle;
  }
  protected override velocity(err: Float64Array): void {
    const [{ constraintVelocity: v1 }, { constraintVelocity: v2 }] = this.#bodies;
    err[0] = this.#ratio * v2.z - (this.printed ? -1 : 1) * v1.z;
  }
  protected override limits(lower: Float64Array, upper: Float64Array): void {
    [lower[0], upper[0]] = this.#bounds;
  }
}

/** A rod between two centres, by J alone, by V alone, or by C alone. */
class Rod extends UserConstraint {
  readonly #bodies: readonly [Body, Body];
  readonly length: number;

  constructor(bodies: readonly [Body, Body], length: number, by: 'jacobian' | 'velocity' | 'position') {
    super(1, { units: 'length' });
    this.#bodies = bodies;
    this.length = length;
    for (const body of bodies) this.registerBody(null, body);
    if (by !== 'jacobian') this.jacobian = undefined as never;
    if (by !== 'velocity') this.velocity = undefined as never;
  }
  get #gap(): [x: number, y: number, length: number] {
    const [a, b] = this.#bodies;
    const [x, y] = [b.x - a.x, b.y - a.y];
    return [x, y, Math.sqrt(x * x + y * y)];
  }
  clone(): Rod {
    return new Rod(this.#bodies, this.length, 'jacobian');
  }
  protected override position(err: Float64Array): void {
    err[0] = this.#gap[2] - this.length;
  }
  protected override velocity(err: Float64Array): void {
    const [x, y, length] = this.#gap;
    const [{ constraintVelocity: a }, { constraintVelocity: b }] = this.#bodies;
    err[0] = (x * (b.x - a.x) + y * (b.y - a.y)) / length;
  }
  protected override jacobian(J: Jacobian): void {
    const [x, y, length] = this.#gap;
    const [a, b] = this.#bodies;
    J.add(0, a, -x / length, -y / length, 0);
    J.add(0, b, x / length, y / length, 0);
  }
}

/** A blade under a body, which goes along it only. */
class Skate extends UserConstraint {
  readonly #body: Body;
  constructor(body: Body) {
    super(1, { units: 'length', velocityOnly: true });
    this.#body = this.registerBody(null, body);
  }
  clone(): Skate {
    return new Skate(this.#body);
  }
  protected override velocity(err: Float64Array): void {
    const { constraintVelocity: v, cos, sin } = this.#body;
    err[0] = v.y * cos - v.x * sin;
  }
}

function refusal(call: () => unknown): TenonError {
  try {
    call();
  } catch (error) {
    if (error instanceof TenonError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function run(world: World, frames: number): void {
  for (let i = 0; i < frames; i++) world.step(1 / 60);
}

/** Two bodies, the first of them hung up. */
function pair(options: object = {}): { world: World; bodyA: Body; bodyB: Body } {
  const world = new World({ gravity: [0, -10], sleeping: false, ...options });
  const bodyA = world.addBody({ position: [1, 0], mass: 2, inertia: 0.5, angularVelocity: 1 });
  world.joints.create('pivot', { bodyB: bodyA, anchor: [0, 0] });
  const bodyB = world.addBody({ position: [2, 0.2], angle: 0.3, mass: 1, inertia: 0.2 });
  return { world, bodyA, bodyB };
}

/** Greatest distance and turn between the second bodies of both worlds over 600 frames. */
function apart(a: ReturnType<typeof pair>, b: ReturnType<typeof pair>, frames = 600): number {
  let most = 0;
  for (let i = 0; i < frames; i++) {
    for (const { world } of [a, b]) world.step(1 / 60);
    most = Math.max(
      most,
      Math.hypot(a.bodyB.x - b.bodyB.x, a.bodyB.y - b.bodyB.y),
      Math.abs(a.bodyB.angle - b.bodyB.angle),
    );
  }
  return most;
}

describe('the constraints of the manual', () => {
  const exact = { solver: 'direct', tolerance: 1e-12 } as const;
  const anchors = ({ bodyA, bodyB }: ReturnType<typeof pair>) =>
    [bodyA.toLocal([1.6, 0.1]), bodyB.toLocal([1.6, 0.1])] as const;

  test('the pivot moves as the built-in one does, solved directly', () => {
    const [own, builtIn] = [pair(exact), pair(exact)];
    own.world.add(new UserPivot(own.bodyA, own.bodyB, ...anchors(own)));
    const { bodyA, bodyB } = builtIn;
    builtIn.world.joints.create('pivot', { bodyA, bodyB, anchor: [1.6, 0.1] });
    expect(apart(own, builtIn)).toBeLessThan(1e-8);
  });

  test.each([1, 0.5])('the angle moves as the built-in one does, solved directly: ratio %s', (ratio) => {
    const [own, builtIn] = [pair(exact), pair(exact)];
    own.world.add(new UserAngle([own.bodyA, own.bodyB], [-0.5, 0.7], ratio));
    const { bodyA, bodyB } = builtIn;
    builtIn.world.joints.create('angle', { bodyA, bodyB, min: -0.5, max: 0.7, ratio });
    expect(apart(own, builtIn)).toBeLessThan(1e-8);
  });

  test.each(['pivot', 'angle'] as const)('%s, solved iteratively, strays at most 1.5 times as far', (which) => {
    const truth = pair({ solver: 'direct', tolerance: 1e-12, directSubsteps: 64 });
    const [own, builtIn] = [pair({ solver: 'iterative' }), pair({ solver: 'iterative' })];
    for (const { world, bodyA, bodyB } of [truth, builtIn]) {
      if (which === 'pivot') world.joints.create('pivot', { bodyA, bodyB, anchor: [1.6, 0.1] });
      else world.joints.create('angle', { bodyA, bodyB, min: -0.5, max: 0.7 });
    }
    if (which === 'pivot') own.world.add(new UserPivot(own.bodyA, own.bodyB, ...anchors(own)));
    else own.world.add(new UserAngle([own.bodyA, own.bodyB], [-0.5, 0.7]));
    const off = { own: 0, builtIn: 0 };
    for (let i = 0; i < 120; i++) {
      for (const { world } of [truth, own, builtIn]) world.step(1 / 60);
      const strayed = ({ bodyB }: ReturnType<typeof pair>) =>
        Math.hypot(bodyB.x - truth.bodyB.x, bodyB.y - truth.bodyB.y);
      off.own = Math.max(off.own, strayed(own));
      off.builtIn = Math.max(off.builtIn, strayed(builtIn));
    }
    expect(off.own).toBeLessThan(1.5 * off.builtIn + 1e-6);
  });

  test('agree with themselves, and the angle as it is printed does not', () => {
    const { world, bodyA, bodyB } = pair({ checks: true });
    world.add(new UserPivot(bodyA, bodyB, [0.3, 0.1], [-0.6, 0.2]));
    const { code, message } = refusal(() => world.add(new UserAngle([bodyA, bodyB], [0, 0], 1, true)));
    expect(code).toBe('constraint-wrong');
    expect(message).toBe(
      'UserAngle does not agree with itself:\n' +
        "  row 0 changes by 1 per unit of the angle of body 0 ('b1') by its velocity, by -1 by its position",
    );
    expect(world.joints.size).toBe(2);
  });
});

describe.each(SOLVERS)('%s', (solver) => {
  test('a rod by J, by V and by C alone is one rod', () => {
    const rods = (['jacobian', 'velocity', 'position'] as const).map((by) => {
      const rig = pair({ solver, tolerance: 1e-12 });
      rig.world.add(new Rod([rig.bodyA, rig.bodyB], 1, by));
      run(rig.world, 120);
      return [rig.bodyB.x, rig.bodyB.y];
    });
    for (const rod of rods) rod.forEach((number, i) => expect(number).toBeCloseTo(rods[0][i], 6));
  });

  test('a skate goes along its blade only', () => {
    const world = new World({ solver, gravity: [0, -1] });
    const body = world.addBody({ mass: 1, inertia: 1, velocity: [1, 0], angularVelocity: 1 });
    const skate = world.add(new Skate(body));
    for (let i = 0; i < 120; i++) {
      world.step(1 / 60);
      const across = body.velocity.y * body.cos - body.velocity.x * body.sin;
      expect(Math.abs(across)).toBeLessThan(0.03);
    }
    expect(skate.rows[0].value).toBe(0);
    expect(() => (skate.rows[0].lock = true)).toThrow('Skate.value.lock');
    expect(() => (skate.rows[0].limits = [0, 1])).toThrow('Skate.value.limits');
    expect(() => (skate.rows[0].spring = { hertz: 1 })).toThrow('Skate.value.spring');
  });

  test('a row goes on by what its velocity is at rest, and is restored where it is', () => {
    class Winch extends UserConstraint {
      readonly #body: Body;
      #speed = 0.5;
      constructor(body: Body) {
        super(1, { units: 'length' });
        this.#body = this.registerBody(null, body);
      }
      set speed(speed: number) {
        this.#speed = speed;
        this.invalidate();
      }
      clone(): Winch {
        return new Winch(this.#body);
      }
      protected override position(err: Float64Array): void {
        err[0] = this.#body.y;
      }
      protected override velocity(err: Float64Array): void {
        err[0] = this.#body.constraintVelocity.y - this.#speed;
      }
    }
    const world = new World({ solver });
    const body = world.addBody({ mass: 1, inertia: 1 });
    const winch = world.add(new Winch(body));
    run(world, 60);
    expect(body.y).toBeCloseTo(0.5, 6);
    expect(body.velocity.y).toBeCloseTo(0.5, solver === 'direct' ? 2 : 6);
    const snapshot = world.snapshot();
    run(world, 60);
    expect(body.y).toBeCloseTo(1, 6);
    world.restore(snapshot);
    winch.speed = -0.5;
    run(world, 60);
    expect(body.y).toBeCloseTo(0, 2);
    winch.speed = 0;
    run(world, 120);
    expect([body.y, body.isSleeping]).toEqual([expect.closeTo(0, 6), true]);
  });

  test.each([
    [[2, 5], 5],
    [[-3, 20], 10],
    [[12, 20], 12],
    [[-20, -1], -1],
    [[0, Infinity], 10],
    [[-Infinity, 0], 0],
  ] as const)('a row gives a force within %j', (bounds, force) => {
    class Shelf extends UserConstraint {
      readonly #body: Body;
      constructor(body: Body) {
        super(1, { units: 'length', forceBounds: [bounds] });
        this.#body = this.registerBody(null, body);
      }
      clone(): Shelf {
        return new Shelf(this.#body);
      }
      protected override position(err: Float64Array): void {
        err[0] = this.#body.y;
      }
    }
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    const body = world.addBody({ mass: 1, inertia: 1 });
    const shelf = world.add(new Shelf(body));
    run(world, 2);
    expect(shelf.rows[0].force).toBeCloseTo(force, 1);
  });
});

describe('a constraint made with new', () => {
  test('is in no world until it is added, and can be read and written before', () => {
    const { world, bodyA, bodyB } = pair();
    const pivot = new UserPivot(bodyA, bodyB, [0.5, 0], [-0.5, 0], { id: 'mine', maxForce: 100 });
    expect([pivot.world, pivot.joint, pivot.id, pivot.maxForce, pivot.enabled]).toEqual([
      null,
      null,
      'mine',
      100,
      true,
    ]);
    expect(pivot.bodies).toEqual([bodyA, bodyB]);
    pivot.enabled = false;
    pivot.softness = { hertz: 3 };
    pivot.break = { force: 50 };
    pivot.anchor1.x = 0.6;
    expect(refusal(() => (pivot.solver = 'fast' as never)).message).toMatch(/^UserPivot.solver must be/);
    expect(refusal(() => (pivot.softness = { hertz: -1 })).path).toBe('UserPivot.softness.hertz');
    expect(world.add(pivot)).toBe(pivot);
    expect([pivot.world, pivot.enabled, pivot.break?.force]).toEqual([world, false, 50]);
    expect(world.joint('mine')).toBe(pivot.joint);
    expect(pivot.rows.map(({ lock }) => [lock?.softness, lock?.maxForce])).toEqual([
      [{ hertz: 3, dampingRatio: 1 }, 100],
      [{ hertz: 3, dampingRatio: 1 }, 100],
    ]);
    expect(refusal(() => world.add(pivot)).message).toMatch(/^UserPivot must be removed from its world first/);
    pivot.remove();
    pivot.remove();
    expect([pivot.world, pivot.enabled]).toEqual([null, false]);
    world.add(pivot);
    expect(pivot.world).toBe(world);
  });

  test('changes with its parameters, its bodies and its copies', () => {
    const { world, bodyA, bodyB } = pair({ solver: 'direct' });
    const pivot = world.add(new UserPivot(bodyA, bodyB, [0.5, 0], [-0.5, 0]));
    const copy = pivot.clone();
    expect(copy.world).toBeNull();
    run(world, 30);
    pivot.anchor2.x = -0.8;
    pivot.softness = { hertz: 2 };
    expect(pivot.rows[0].lock?.softness).toEqual({ hertz: 2, dampingRatio: 1 });
    pivot.softness = null;
    run(world, 60);
    expect(Math.abs(pivot.rows[0].value)).toBeLessThan(1e-5);
    const other = world.addBody({ position: [5, 0], mass: 1, inertia: 1 });
    pivot.body2 = other;
    expect(pivot.bodies).toEqual([bodyA, other]);
    pivot.body2 = bodyA;
    expect(refusal(() => pivot.rows[0].value).message).toMatch(/UserPivot needs two different bodies$/);
    expect(refusal(() => world.step(1 / 60)).code).toBe('constraint-failed');
    pivot.body2 = other;
    run(world, 1);
    expect(inspect(pivot.joint as never).rows.map(({ name }) => name)).toEqual(['row0', 'row1']);
    bodyA.remove();
    expect(pivot.world).toBeNull();
  });

  test('breaks, and is told of it', () => {
    const { world, bodyA, bodyB } = pair();
    let told = 0;
    class Fragile extends UserPivot {
      protected override broken(): void {
        told++;
      }
    }
    const pivot = world.add(new Fragile(bodyA, bodyB, [0.5, 0], [-0.5, 0], { break: { force: 0.1 } }));
    run(world, 3);
    expect([told, pivot.world]).toEqual([1, null]);
  });

  test('is restored on the same handle, and refused by files', () => {
    const { world, bodyA, bodyB } = pair();
    const pivot = world.add(new UserPivot(bodyA, bodyB, [0.5, 0], [-0.5, 0]));
    run(world, 10);
    const snapshot = world.snapshot();
    run(world, 10);
    const hash = world.hash();
    pivot.remove();
    world.restore(snapshot);
    expect(pivot.world).toBe(world);
    run(world, 10);
    expect(world.hash()).toBe(hash);
    expect(refusal(() => saveScene(world)).message).toMatch(/is of a class, which no file can hold/);
    expect(refusal(() => world.snapshot({ portable: true })).code).toBe('source-invalid');
  });

  test('takes after a restore what it took before', () => {
    const { world, bodyA, bodyB } = pair();
    const pivot = world.add(new UserPivot(bodyA, bodyB, [0.5, 0], [-0.5, 0]));
    const snapshot = world.snapshot();
    for (const force of [50, 50]) {
      pivot.maxForce = force;
      pivot.forceBounds = [[-force, force], null];
      expect(pivot.rows.map(({ lock }) => lock?.maxForce)).toEqual([force, force]);
      world.restore(snapshot);
      expect(pivot.rows.map(({ lock }) => lock?.maxForce)).toEqual([Infinity, Infinity]);
    }
  });

  test('is seen where it says, at the poses that are shown', () => {
    class Seen extends Rod {
      protected override place(_row: number, view: CoordinateView): void {
        const [a, b] = this.bodies;
        view.kind = 'length';
        [view.ax, view.ay, view.bx, view.by] = [a?.x ?? 0, a?.y ?? 0, b?.x ?? 0, b?.y ?? 0];
      }
    }
    const { world, bodyA, bodyB } = pair();
    const rods = [
      world.add(new Rod([bodyA, bodyB], 1, 'position')),
      world.add(new Seen([bodyA, bodyB], 1, 'position')),
    ];
    run(world, 10);
    const before = [bodyB.x, bodyB.y];
    expect(world.advance(0.02)).toBe(1);
    const views = rods.map(({ joint }) => {
      const view = createJointView();
      if (joint !== null) viewJoint(joint, view, 0);
      return view.coordinates[0];
    });
    expect(views.map(({ kind }) => kind)).toEqual(['general', 'length']);
    expect([views[1].bx, views[1].by]).toEqual(before);
    expect(views[1].bx).not.toBe(bodyB.x);
  });

  test('is refused where it says too little, or too much', () => {
    class Empty extends UserConstraint {
      constructor(options?: UserConstraintOptions) {
        super(1, options);
      }
      clone(): Empty {
        return new Empty();
      }
    }
    expect(refusal(() => new Empty()).message).toMatch(/^Empty must have position, velocity or jacobian/);
    expect(refusal(() => new Empty({ velocityOnly: true })).message).toMatch(/^Empty must have velocity or jacobian/);
    expect(refusal(() => new Empty({ stiff: true } as never)).code).toBe('option-unknown');
    const world = new World();
    expect(refusal(() => world.add({} as never)).message).toMatch(
      /^World.add must be given a constraint made with new/,
    );
  });
});

describe('inside its code', () => {
  let act: (body: Body, world: World) => void = () => undefined;
  class Curious extends UserConstraint {
    readonly #body: Body;
    readonly #world: World;
    constructor(world: World, body: Body) {
      super(1, { units: 'length' });
      this.#world = world;
      this.#body = this.registerBody(null, body);
    }
    clone(): Curious {
      return new Curious(this.#world, this.#body);
    }
    protected override position(err: Float64Array): void {
      act(this.#body, this.#world);
      err[0] = this.#body.y;
    }
  }

  test.each([
    ['a position', (body: Body) => (body.x = 3)],
    ['a velocity', (body: Body) => (body.velocity.x = 3)],
    ['a mass', (body: Body) => (body.mass = 3)],
    ['a type', (body: Body) => (body.type = 'static')],
    ['a force', (body: Body) => body.applyForce([1, 1])],
    ['an impulse', (body: Body) => body.applyImpulse([1, 1])],
    ['a removal', (body: Body) => body.remove()],
    ['gravity', (_: Body, world: World) => (world.gravity = [1, 1])],
    ['a new body', (_: Body, world: World) => world.addBody()],
    ['another joint', (_: Body, world: World) => [...world.joints][0].coordinates],
    ['the joint of another', (_: Body, world: World) => [...world.joints][0].reaction],
  ])('%s is refused, and nothing is changed', (_, change) => {
    for (const solver of SOLVERS) {
      const world = new World({ gravity: [0, -10], solver, sleeping: false });
      const other = world.addBody({ position: [3, 3], mass: 1, inertia: 1 });
      world.joints.create('pivot', { bodyB: other, anchor: [3, 4] });
      const body = world.addBody({ mass: 2, inertia: 1 });
      const curious = world.add(new Curious(world, body));
      world.step(1 / 60);
      act = change;
      const before = [body.x, body.mass, body.type, body.velocity.x, world.gravity.x, world.bodies.size];
      expect(refusal(() => curious.rows[0].value).code).toBe('world-busy');
      expect(refusal(() => world.step(1 / 60)).code).toBe('world-busy');
      act = () => undefined;
      expect([body.x, body.mass, body.type, body.velocity.x, world.gravity.x, world.bodies.size]).toEqual(before);
      world.step(1 / 60);
      expect(curious.rows[0].value).toBeLessThan(0);
    }
  });

  test('a failure is told of once a step, by row and body, and the row rests', () => {
    const world = new World({ gravity: [0, -10], sleeping: false });
    const body = world.addBody({ id: 'crate', mass: 2, inertia: 1 });
    const curious = world.add(new Curious(world, body));
    world.step(1 / 60);
    const { y } = body;
    act = () => {
      throw new Error('no such luck');
    };
    expect(refusal(() => world.step(1 / 60)).message).toBe("Curious 'j1' failed: Error: no such luck");
    act = () => undefined;
    expect(body.y).toBeLessThan(y - 1e-4);
    curious.remove();
  });
});
