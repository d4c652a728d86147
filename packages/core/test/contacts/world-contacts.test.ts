import {
  type Body,
  box,
  compound,
  disc,
  type ContactEvent,
  type OverlapEvent,
  polygon,
  type TenonError,
  World,
  chain,
} from '@tenon/core';
import { World as BareWorld } from '@tenon/core/bare';
import { inspect } from '@tenon/core/inspect';
import { loadScene, saveScene } from '@tenon/core/scene';
import { viewContacts } from '@tenon/core/view';
import { describe, expect, test } from 'vitest';
import { crate, ground, stack, worldOf } from './scenes';

const FRAME = 1 / 60;

function play(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(seconds * 60); i++) world.step(FRAME);
}

/** Everything that a world tells of contacts, as text. */
function heard(world: World): string[] {
  const told: string[] = [];
  for (const event of ['contact', 'contactend'] as const)
    world.on(event, ({ bodyA, bodyB }) => told.push(`${event} ${bodyA.id} ${bodyB.id}`));
  for (const event of ['overlap', 'overlapend'] as const)
    world.on(event, ({ sensor, body }) => told.push(`${event} ${sensor.id} ${body.id}`));
  return told;
}

describe('who touches whom', () => {
  /** Whether a body that falls on another one is stopped. */
  function isStopped(world: World, a: Body, b: Body): boolean {
    play(world, 1.5);
    return b.y > a.y;
  }

  test.each([
    [null, null, null, null, true],
    ['a', ['b'], 'b', ['a'], true],
    ['a', ['b'], 'c', null, false],
    ['a', ['b'], null, null, false],
    ['a', null, 'b', ['c'], false],
  ])('group %s with %j and group %s with %j', (groupA, withA, groupB, withB, expected) => {
    const world = worldOf();
    const shelf = world.addBody({ type: 'static', shape: box(4, 1), collides: { group: groupA, with: withA } });
    const body = crate(world, 0, 1.2, { collides: { group: groupB, with: withB } });
    expect(world.shouldCollide(shelf, body)).toBe(expected);
    expect(isStopped(world, shelf, body)).toBe(expected);
  });

  test('bodies of a joint do not, until it says that they do, is disabled or goes', () => {
    for (const release of [
      (joint: { collideConnected: boolean }) => (joint.collideConnected = true),
      (joint: { enabled: boolean }) => (joint.enabled = false),
      (joint: { remove(): void }) => joint.remove(),
    ]) {
      const world = worldOf();
      const shelf = world.addBody({ type: 'static', shape: box(4, 1), collides: true });
      const body = crate(world, 0, 1, { gravityScale: 0 });
      const joint = world.joints.create('distance', { bodyA: shelf, bodyB: body, max: 100 });
      play(world, 0.1);
      expect(world.contacts(body)).toEqual([]);
      expect(world.shouldCollide(shelf, body)).toBe(false);
      release(joint);
      expect(world.shouldCollide(shelf, body)).toBe(true);
      body.gravityScale = 1;
      expect(isStopped(world, shelf, body)).toBe(true);
    }
  });

  test('the pairFilter is asked when two come near, the older one first, and again when it is set', () => {
    const asked: string[] = [];
    const world = worldOf({
      pairFilter: (a, b) => {
        asked.push(`${a.id} ${b.id}`);
        return false;
      },
    });
    ground(world);
    const body = crate(world, 0, 0.6);
    play(world, 0.3);
    expect(asked).toEqual(['b1 b2']);
    expect(body.y).toBeLessThan(0.4);
    body.position = [0, 0.6];
    world.pairFilter = null;
    play(world, 1);
    expect(body.y).toBeCloseTo(0.5, 2);
    world.sleeping = true;
    play(world, 1);
    expect(body.isSleeping).toBe(true);
    world.pairFilter = () => false; // what slept on the ground falls
    play(world, 0.3);
    expect(body.y).toBeLessThan(0.2);
  });

  test('what a pairFilter throws is thrown after the step, and the two collide', () => {
    const world = worldOf({
      pairFilter: () => {
        throw new Error('which?');
      },
    });
    ground(world);
    const body = crate(world, 0, 0.51);
    expect(() => world.step(FRAME)).toThrow('which?');
    play(world, 1);
    expect(body.y).toBeCloseTo(0.5, 2);
  });

  test('one can come through a one-way ledge from below, and stands on it then', () => {
    const world = worldOf();
    world.addBody({ type: 'static', shape: box(4, 0.2), collides: { oneWay: [0, 1] } });
    const body = crate(world, 0, -1.5, { velocity: [0, 8] });
    play(world, 0.6);
    expect(body.y).toBeGreaterThan(0.6);
    play(world, 2);
    expect(body.y).toBeCloseTo(0.6, 2);
  });

  test('what collides is set at any time', () => {
    const world = worldOf();
    const floor = ground(world);
    const body = world.addBody({ position: [0, 0.5], shape: box(1, 1), collides: true });
    play(world, 0.5);
    expect(body.collides).toMatchObject({ friction: 0.6, restitution: 0, sensor: false, group: null });
    body.collides = { ...body.collides, friction: 0 };
    body.velocity = [1, 0];
    play(world, 0.5);
    expect(body.velocity.x).toBeCloseTo(1, 9);
    floor.collides = { ...floor.collides, surfaceSpeed: -2 };
    body.collides = true;
    play(world, 2);
    expect(body.velocity.x).toBeCloseTo(2, 6);
    body.shape = disc(0.2);
    play(world, 1);
    expect(body.y).toBeCloseTo(0.2, 2);
    floor.collides = null;
    play(world, 0.5);
    expect(body.y).toBeLessThan(0);
  });

  test('once nothing collides any more, nothing is left of it', () => {
    const world = worldOf();
    stack(world, 2);
    play(world, 1);
    expect(world.contactSolver?.touch).toBe(true);
    for (const body of world.bodies) body.collides = false;
    world.step(FRAME);
    expect(world.contactSolver?.touch).toBe(false);
    expect(world.stats.contacts).toBe(0);
  });

  test('others that do not come and go among those that do', () => {
    const world = worldOf();
    ground(world);
    const body = crate(world, 0, 0.6);
    const others = Array.from({ length: 20 }, () => world.addBody());
    for (const other of others.slice(0, 9)) other.remove();
    play(world, 1);
    expect(body.y).toBeCloseTo(0.5, 2);
    expect(world.contacts(body).length).toBe(1);
  });

  test.each<[string, (world: World) => unknown, string, string]>([
    ['no shape', (world) => world.addBody({ collides: true }), 'option-missing', 'Body.collides'],
    ['an unknown option', (world) => world.addBody({ shape: box(1, 1), collides: { mu: 1 } as never }), 'option-unknown', 'Body.collides.mu'], // prettier-ignore
    ['a negative friction', (world) => world.addBody({ shape: box(1, 1), collides: { friction: -1 } }), 'param-negative', 'Body.collides.friction'], // prettier-ignore
    ['a polygon that crosses itself', (world) => world.addBody({ shape: polygon([[-1, -1], [1, 1], [1, -1], [-1, 1.5]]), collides: true }), 'param-invalid', 'Body.shape'], // prettier-ignore
  ])('%s is refused, and nothing is made', (_, ask, code, path) => {
    const world = worldOf();
    const before = world.hash();
    expect(() => ask(world)).toThrow(expect.objectContaining({ code, path }) as TenonError);
    expect(world.hash()).toBe(before);
  });
});

describe('events', () => {
  test('tell who met, where and how hard, after the step, and who left', () => {
    const world = worldOf();
    const floor = ground(world);
    const body = crate(world, 0, 1.5, { collides: { restitution: 0.5 }, mass: 3 });
    const events: ContactEvent[] = [];
    world.on('contact', (event) => events.push(event));
    const told = heard(world);
    play(world, 0.6);
    expect(told).toEqual(['contact b1 b2', 'contactend b1 b2']);
    const [{ bodyA, bodyB, point, points, normal, impulse, approach }] = events;
    expect([bodyA, bodyB]).toEqual([floor, body]);
    expect(normal).toEqual({ x: 0, y: 1 });
    expect(points.length).toBe(2);
    expect(point.x).toBeCloseTo(0, 6);
    expect(point.y).toBeCloseTo(0, 2);
    const speed = Math.sqrt(2 * 9.81);
    expect(Math.abs(approach / speed - 1)).toBeLessThan(0.04);
    expect(Math.abs(impulse / (3 * 1.5 * speed) - 1)).toBeLessThan(0.05);
  });

  test('of bodies that rest on each other are told once, asleep and after restore, too', () => {
    const world = worldOf({ sleeping: true });
    const told = heard(world);
    const boxes = stack(world, 3);
    play(world, 1.5);
    const snapshot = world.snapshot({ portable: true });
    play(world, 1);
    expect(told).toEqual(['contact b1 b2', 'contact b2 b3', 'contact b3 b4']);
    world.restore(snapshot);
    play(world, 1);
    expect(told.length).toBe(3);
    boxes[1].remove();
    expect(told.slice(3)).toEqual(['contactend b2 b3', 'contactend b3 b4']);
  });

  test('come in order of age, whatever a listener does', () => {
    const world = worldOf();
    const told = heard(world);
    ground(world);
    for (let i = 0; i < 3; i++) crate(world, 2 * i, 0.52);
    world.on('contact', ({ bodyB }) => bodyB.remove());
    play(world, 0.5);
    expect(told).toEqual([
      ...['b2', 'b3', 'b4'].map((id) => `contact b1 ${id}`),
      ...['b2', 'b3', 'b4'].map((id) => `contactend b1 ${id}`),
    ]);
    expect(world.bodies.size).toBe(1);
  });

  test('a sensor tells what comes in and what leaves, and touches nothing', () => {
    const world = worldOf();
    const told = heard(world);
    const sensor = world.addBody({ type: 'static', shape: box(2, 0.5), collides: { sensor: true } });
    const events: OverlapEvent[] = [];
    world.on('overlap', (event) => events.push(event));
    const body = crate(world, 0, 2);
    play(world, 1.2);
    expect(told).toEqual(['overlap b1 b2', 'overlapend b1 b2']);
    expect(events[0]).toEqual({ sensor, body });
    expect(body.velocity.y).toBeCloseTo(-9.81 * 1.2, 6);
  });

  test('what slides from segment to segment of a chain stays in contact', () => {
    const world = worldOf();
    const told = heard(world);
    const points = Array.from({ length: 40 }, (_, i) => [0.3 * i - 2, 0] as const);
    world.addBody({ type: 'static', shape: chain(points), collides: { friction: 0 } });
    crate(world, 0, 0.5, { velocity: [3, 0] });
    play(world, 1);
    expect(told).toEqual(['contact b1 b2']);
  });
});

describe('read-outs', () => {
  test('a body tells what it touches and with what force, without new objects', () => {
    const world = worldOf();
    const [first, second] = stack(world, 2);
    for (const body of [first, second]) body.mass = 4;
    play(world, 2);
    const contacts = world.contacts(first);
    expect(contacts.map(({ other }) => other.id)).toEqual(['b1', 'b3']);
    expect(contacts[0].normal.y).toBeCloseTo(1, 3);
    expect(contacts[1].normal.y).toBeCloseTo(-1, 3);
    expect(contacts[0].force / (8 * 9.81)).toBeCloseTo(1, 3);
    expect(contacts[1].force / (4 * 9.81)).toBeCloseTo(1, 3);
    expect(contacts[0].points.length).toBe(2);
    const [one] = contacts;
    expect(world.contacts(first)[0]).toBe(one);
    expect(world.contacts(second).length).toBe(1);
  });

  test('in pixels forces are in newtons, too', () => {
    const world = new World({ gravity: [0, 981], lengthUnit: 100, sleeping: false });
    world.addBody({ type: 'static', position: [0, 100], shape: box(2000, 100), collides: true });
    const body = world.addBody({ shape: box(100, 100), position: [0, -10], mass: 2, collides: true });
    play(world, 2);
    const [{ force, normal }] = world.contacts(body);
    expect(force / 19.62).toBeCloseTo(1, 3);
    expect(normal.y).toBeCloseTo(-1, 3);
    expect(Math.abs(body.y)).toBeLessThan(0.3);
  });

  test('friction on a slope is what holds', () => {
    const world = worldOf({ gravity: [3, -9] });
    ground(world);
    const body = crate(world, 0, 0.5, { mass: 1 });
    play(world, 1);
    expect(world.contacts(body)[0].friction).toBeCloseTo(3, 3);
  });

  test.each(['iterative', 'direct'] as const)('how deep bodies overlap, whichever is the older (%s)', (solver) => {
    const world = worldOf({ solver });
    const disc1 = world.addBody({ shape: disc(0.5), type: 'static', collides: true });
    const disc2 = world.addBody({ position: [0.6, 0.65], shape: disc(0.5), collides: true });
    world.step(FRAME);
    const depth = 1 - Math.sqrt(disc2.x * disc2.x + disc2.y * disc2.y);
    expect(depth).toBeGreaterThan(0.05);
    for (const body of [disc1, disc2]) expect(world.contacts(body)[0].depth).toBeCloseTo(depth, 4);
    viewContacts(world, (view) => expect(view.depth).toBeCloseTo(depth, 4));
    disc2.position = [0.9, 0.975];
    expect(world.contacts(disc2).map((contact) => contact.depth)).toEqual([0]);
  });

  test('inspect tells what holds a body, what touches it, and which step solves it', () => {
    const world = worldOf();
    const floor = ground(world);
    const [held, free] = [crate(world, 0, 0.5, { mass: 2 }), crate(world, 4, 0.5)];
    const hinge = world.joints.create('pivot', { bodyB: held, anchor: [0.5, 0.5] });
    expect(inspect(held)).toEqual({ joints: [hinge], contacts: [], island: null });
    play(world, 1);
    const { joints, contacts, island } = inspect(held);
    expect(joints).toEqual([hinge]);
    expect(contacts.map(({ other }) => other)).toEqual([floor]);
    expect(contacts[0].force).toBeGreaterThan(5);
    expect(island).toMatchObject({ solver: 'direct', bodies: 1, joints: 1 });
    expect(inspect(free).island).toMatchObject({ solver: 'iterative', bodies: 1, joints: 0 });
    expect([inspect(floor).contacts.length, inspect(floor).island]).toEqual([2, null]);
    // It is a copy, which the next step leaves alone.
    const before = structuredClone(contacts.map(({ normal, points }) => ({ normal, points })));
    held.position = [0, 3];
    world.contacts(free);
    expect(contacts).toMatchObject(before);
    held.remove();
    expect(() => inspect(held)).toThrow('was removed');
  });

  test('inspect of a body works in a world without contacts', () => {
    const world = new BareWorld();
    const body = world.addBody({ shape: disc(1) });
    world.step(FRAME);
    expect(inspect(body)).toMatchObject({ joints: [], contacts: [], island: { solver: 'iterative' } });
  });

  test('an overlay sees the same, and stats count it', () => {
    const world = worldOf();
    stack(world, 2);
    play(world, 1);
    const seen: string[] = [];
    viewContacts(world, ({ bodyA, bodyB, force }) => seen.push(`${bodyA.id} ${bodyB.id} ${force > 0}`));
    expect(seen).toEqual(['b1 b2 true', 'b2 b3 true']);
    expect(world.stats.contacts).toBe(2);
  });
});

describe('queries', () => {
  test('see bodies where they are, between steps and where they were put', () => {
    const world = worldOf();
    const wall = world.addBody({ type: 'static', position: [5, 0], shape: box(1, 4), collides: true });
    const ball = world.addBody({ position: [3, 0], shape: disc(0.5), collides: true, gravityScale: 0 });
    world.addBody({ position: [2, 0], shape: disc(0.5) });
    world.addBody({ position: [1, 0], shape: disc(0.5), collides: { sensor: true }, gravityScale: 0 });
    expect(world.raycast([0, 0], [10, 0])).toMatchObject({ body: ball, fraction: expect.closeTo(0.25, 6) as number, normal: { x: -1 } }); // prettier-ignore
    expect(world.raycastAll([0, 0], [10, 0]).map(({ body }) => body)).toEqual([ball, wall]);
    expect(world.raycastAll([0, 0], [10, 0], { sensors: true }).length).toBe(3);
    expect(world.raycast([0, 0], [10, 0], { filter: (body) => body.type === 'static' })?.body).toBe(wall);
    wall.position = [5, 9];
    ball.position = [3, 2];
    expect(world.raycast([0, 0], [10, 0])).toBe(null);
    expect(world.overlap(box(1, 1), [3, 1.2])).toEqual([ball]);
    expect(world.overlap(box(2, 0.1), [3, 0.8], { angle: Math.PI / 2 })).toEqual([ball]);
    expect(world.cast(disc(0.5), [3, -2], [3, 4])).toMatchObject({ body: ball, fraction: expect.closeTo(0.5, 3) as number }); // prettier-ignore
    ball.remove();
    expect(world.cast(disc(0.5), [3, -2], [3, 4])).toBe(null);
  });

  test('see a body that was sent to sleep after a step where it is', () => {
    const world = worldOf({ gravity: [0, 0] });
    const ball = world.addBody({ velocity: [0, 30], shape: disc(0.1), collides: true });
    world.step(1 / 60);
    ball.sleep();
    expect(world.raycast([-5, 0.5], [5, 0.5])?.body).toBe(ball);
  });

  test('see a door that was moved, taken away and brought back', () => {
    const world = worldOf({ gravity: [0, 0] });
    crate(world, 20, 0);
    const door = world.addBody({ type: 'static', position: [0, 0], shape: box(1, 1), collides: true });
    world.step(1 / 60);
    door.position = [2, 0];
    door.collides = null;
    world.step(1 / 60);
    door.collides = true;
    door.position = [4, 0];
    world.step(1 / 60);
    expect(world.raycast([4, 5], [4, -5])?.body).toBe(door);
    const pushed = world.addBody({ position: [1, 0], velocity: [10, 0], shape: disc(0.2), collides: true });
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(pushed.x).toBeLessThan(3.4);
  });

  test('change nothing', () => {
    const [asked, other] = [worldOf(), worldOf()].map((world) => {
      stack(world, 3);
      return world;
    });
    for (let i = 0; i < 60; i++) {
      asked.raycast([-3, 1], [3, 1]);
      for (const world of [asked, other]) world.step(FRAME);
    }
    expect(asked.hash()).toBe(other.hash());
  });

  test('may be asked by the filter of another one', () => {
    const world = worldOf();
    const wall = world.addBody({ type: 'static', position: [5, 0], shape: box(1, 4), collides: true });
    const shelf = world.addBody({ type: 'static', position: [0, -5], shape: box(4, 1), collides: true });
    const above: (Body | undefined)[] = [];
    const filter = (body: Body) => {
      above.push(world.raycast([0, 0], [0, -9])?.body);
      return body === wall && world.overlap(disc(1), [0, -5], { angle: 1 }).length === 1;
    };
    expect(world.raycast([0, 0], [9, 0], { filter })).toEqual(world.raycast([0, 0], [9, 0]));
    expect(world.cast(disc(0.5), [0, 0], [9, 0], { filter })?.point.x).toBeCloseTo(4.5, 3);
    expect(world.overlap(box(2, 2), [4, 0], { filter })).toEqual([wall]);
    expect(new Set(above)).toEqual(new Set([shelf]));
  });

  test('see what moved since the last one, in a hook within a step, too', () => {
    const world = worldOf({ gravity: [0, 0] });
    const ball = world.addBody({ position: [0, 0], shape: disc(0.5), collides: true, velocity: [60, 0] });
    const x: (number | undefined)[] = [];
    const ask = () => x.push(world.raycast([ball.x, 5], [ball.x, -5])?.point.x);
    ask();
    ball.position = [-1, 0];
    ask();
    ball.angle = 1;
    ask();
    const off = world.on('beforesubstep', ask);
    world.step(1 / 60);
    off();
    ask();
    world.restore(world.snapshot());
    ask();
    [0, -1, -1, -1, -0.75, -0.5, -0.25, 0, 0].forEach((at, i) => expect(x[i]).toBeCloseTo(at, 9));
  });

  test('are refused by a world without contacts, and within a pairFilter', () => {
    expect(() => new World({ parts: [] }).raycast([0, 0], [1, 0])).toThrow(
      "import { contacts } from '@tenon/core/contacts'",
    );
    const world = worldOf();
    world.pairFilter = () => world.raycast([0, 0], [1, 0]) === null;
    ground(world);
    crate(world, 0, 0.5);
    expect(() => world.step(FRAME)).toThrow(expect.objectContaining({ code: 'world-busy' }) as TenonError);
  });
});

describe('a scene', () => {
  test('holds how bodies collide, turned over and scaled where it is asked to', () => {
    const world = worldOf();
    const rules = { friction: 0.2, surfaceSpeed: 2, oneWay: [0, 1], group: 'a', with: ['b'] } as const;
    world.addBody({
      shape: compound([{ shape: box(1, 1) }, { shape: disc(1), friction: 1 }]),
      collides: rules,
      id: 'c',
    });
    world.addBody({ shape: box(1, 1), collides: true, id: 'd' });
    const scene = saveScene(world);
    expect(scene.bodies[0].collides).toMatchObject(rules);
    expect(saveScene(loadScene(scene).world)).toEqual(scene);
    const pixels = loadScene(scene, { scale: 100, flipY: true }).world;
    expect(pixels.body('c')?.collides).toMatchObject({ friction: 0.2, surfaceSpeed: -200, oneWay: [0, -1] });
  });
});

describe('what costs by itself', () => {
  /** Islands found anew so far. */
  function renewals(world: World): () => number {
    const before = [...world.islands.list];
    return () => world.islands.list.filter((island) => !before.includes(island)).length;
  }

  test('another friction of the ground leaves all islands on it as they were, and wakes them', () => {
    const world = worldOf({ sleeping: true, gravity: [3, -9] });
    const floor = ground(world);
    const boxes = [0, 3, 6].map((x) => crate(world, x, 0.5));
    play(world, 2);
    expect(boxes.every(({ isSleeping }) => isSleeping)).toBe(true);
    const renewed = renewals(world);
    floor.collides = { friction: 0 };
    world.step(FRAME);
    expect(renewed()).toBe(0);
    play(world, 1);
    for (const { velocity } of boxes) expect(velocity.x).toBeGreaterThan(2);
  });

  test('ground that collides no more leaves islands as they were, and lets fall what was on it', () => {
    const world = worldOf({ sleeping: true });
    const floor = ground(world);
    const [a, b] = [0, 1].map((x) => crate(world, x, 0.5));
    world.joints.create('weld', { bodyA: a, bodyB: b });
    play(world, 2);
    const renewed = renewals(world);
    floor.collides = null;
    play(world, 0.5);
    expect(renewed()).toBe(0);
    expect(world.stats.islands.map(({ solver }) => solver)).toEqual(['direct']);
    expect(a.velocity.y).toBeCloseTo(-9.81 / 2, 6);
  });
});

test('only what slept is told to have woken', () => {
  const world = worldOf({ sleeping: true });
  const boxes = stack(world, 3);
  play(world, 2);
  const woke: (readonly Body[])[] = [];
  world.on('wake', ({ bodies }) => woke.push(bodies));
  crate(world, 0, 5);
  play(world, 1);
  expect(woke).toEqual([boxes]);
});

test('an impulse that overflows is forgotten before the next substep', () => {
  const world = worldOf();
  world.addBody({ type: 'static', shape: chain([[-1e66, 0], [1e66, 0]]), collides: true }); // prettier-ignore
  const plank = crate(world, 1e65, 0.5, { shape: box(1.9e65, 1), mass: 1, inertia: 1e-100 });
  const off = world.on('beforesubstep', () => {
    plank.applyTorque(1e150);
    off();
  });
  const body = crate(world, 0, 0.5, { mass: 1, collides: { friction: 0 } });
  body.applyForce([600, 0]);
  world.step(FRAME);
  // What it had by then is gone with that impulse; what two and a half substeps give it is not.
  expect(body.velocity.x).toBeCloseTo(6.25, 6);
});
