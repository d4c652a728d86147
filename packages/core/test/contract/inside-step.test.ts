import { type Body, type Joint, World, type WorldEvents } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { FRAME, SOLVERS } from '../rigs';

const HOOKS = ['beforestep', 'beforesubstep', 'breaking'] as const;

/** Two weights on hinges, one of them about to break and kept, and one that sleeps. */
function scene(solver: 'iterative' | 'direct') {
  const world = new World({ gravity: [0, -10], solver });
  const [a, b, sleeper] = [-1, 1, 5].map((x) => world.addBody({ position: [x, -1], mass: 1 }));
  const hinges = [a, b].map((bodyB) => world.joints.create('pivot', { bodyB, anchor: [0, 0] }));
  const rope = world.joints.create('rope', { bodyB: sleeper, localAnchorA: [5, 0], max: 1 });
  hinges[0].break = { force: 1e-3 };
  world.on('breaking', (event) => event.cancel());
  // A weight that hangs on nothing: it moves wherever the iterative step does anything.
  world.addBody({ position: [9, 0], mass: 1 });
  world.step(FRAME);
  sleeper.sleep();
  return { world, a, b, sleeper, hinges, rope };
}

type Scene = ReturnType<typeof scene>;

/** Things that would be seen at once if they took part: nothing in them depends on where the bodies are. */
function build({ world, a, b, sleeper }: Scene): { bodies: Body[]; joints: Joint[] } {
  const flying = world.addBody({ position: [3, 3], velocity: [5, 0], mass: 1 });
  flying.applyForce([100, 0]);
  const lift = world.addBody({ type: 'kinematic', position: [-3, 0], velocity: [0, 2] });
  const led = world.addBody({ type: 'kinematic', position: [-4, 0] });
  led.moveTo({ position: [-4, 0.1] });
  const turner = world.joints.create('angle', {
    bodyA: a,
    bodyB: b,
    angle: { motor: { speed: 5, maxTorque: 50 } },
  });
  const slider = world.joints.create('prismatic', {
    bodyB: sleeper,
    localAnchorA: [5, -1],
    referenceAngle: 0,
    slide: { motor: { speed: 1, maxForce: 20 } },
  });
  const hook = world.joints.create('weld', { bodyA: lift, bodyB: flying, localAnchorB: [-1, 0], referenceAngle: 0 });
  const pulled = world.joints.create('distance', {
    bodyA: led,
    bodyB: b,
    length: { spring: { stiffness: 50, target: 1 } },
  });
  return { bodies: [flying, lift, led], joints: [turner, slider, hook, pulled] };
}

/** Calls `act` at the first `event` of the next step. */
function once(world: World, event: keyof WorldEvents, act: () => void): void {
  const off = world.on(event, () => {
    off();
    act();
  });
}

describe.each(SOLVERS)('with the %s solver', (solver) => {
  describe.each(HOOKS)('inside a step (%s)', (event) => {
    test('what is made has a handle and a measured value, and is listed and announced after the step', () => {
      const made = scene(solver);
      const { world } = made;
      const told: string[] = [];
      world.on('added', ({ body, joint }) => told.push((body ?? joint)?.id ?? ''));
      const sizes = [world.bodies.size, world.joints.size];
      let built: ReturnType<typeof build> | null = null;
      once(world, event, () => {
        built = build(made);
        const { bodies, joints } = built;
        expect([world.bodies.size, world.joints.size]).toEqual(sizes);
        expect([...world.bodies, ...world.joints].map(({ id }) => id)).not.toContain(bodies[0].id);
        expect([world.body(bodies[0].id), world.joint(joints[0].id), world.bodyAt([3, 3])]).toEqual([null, null, null]);
        expect(world.poses.length).toBe(3 * sizes[0]);
        expect([...bodies[0].joints]).toEqual([]);
        expect([bodies[0].world, joints[0].world, bodies[0].x]).toEqual([world, world, 3]);
        for (const joint of joints) {
          expect(joint.reaction.force).toBe(0);
          for (const { value, force } of joint.coordinates) expect([Number.isFinite(value), force]).toEqual([true, 0]);
        }
        expect(codeOf(() => world.addBody({ id: bodies[0].id }))).toBe('duplicate-id');
        expect(codeOf(() => world.joints.create('pivot', { bodyB: bodies[0], id: joints[0].id }))).toBe('duplicate-id');
        expect(told).toEqual([]);
      });
      world.step(FRAME);
      expect(built).not.toBe(null);
      expect(told).toEqual(['b5', 'b6', 'b7', 'j4', 'j5', 'j6', 'j7']);
      expect([world.bodies.size, world.joints.size]).toEqual([sizes[0] + 3, sizes[1] + 4]);
      expect(world.body('b5')?.joints).toEqual([world.joint('j6')]);
    });

    test('what is made moves nothing in that step, and from the next on as if it was made after it', () => {
      const inside = scene(solver);
      once(inside.world, event, () => build(inside));
      const after = scene(solver);
      // Who listens to substeps has them solved the general way.
      once(after.world, event, () => undefined);
      once(after.world, 'afterstep', () => build(after));
      for (let i = 0; i < 5; i++) {
        inside.world.step(FRAME);
        after.world.step(FRAME);
        expect([...inside.world.poses]).toEqual([...after.world.poses]);
        expect(inside.world.hash()).toBe(after.world.hash());
      }
      expect(inside.sleeper.isSleeping).toBe(false);
    });

    test('what leaves, changes its type, is disabled or put to sleep does so after the step', () => {
      const inside = scene(solver);
      const after = scene(solver);
      const change = ({ world, a, b, sleeper, hinges, rope }: Scene): void => {
        hinges[1].enabled = false;
        hinges[1].enabled = true;
        hinges[1].enabled = false;
        b.type = 'kinematic';
        rope.enabled = false;
        sleeper.sleep();
        world.body('b4')?.sleep();
        a.remove();
        a.remove();
        hinges[0].remove();
      };
      once(inside.world, event, () => {
        change(inside);
        const { a, b, hinges } = inside;
        expect([a.world, hinges[0].world, hinges[1].enabled, b.type]).toEqual([
          inside.world,
          inside.world,
          true,
          'dynamic',
        ]);
      });
      once(after.world, event, () => undefined);
      once(after.world, 'afterstep', () => change(after));
      for (let i = 0; i < 5; i++) {
        inside.world.step(FRAME);
        after.world.step(FRAME);
        expect(inside.world.hash()).toBe(after.world.hash());
      }
      const { a, b, hinges } = inside;
      expect([a.world, hinges[0].world, hinges[1].enabled, b.type]).toEqual([null, null, false, 'kinematic']);
    });

    test('a joint of a body, or of a source, that leaves in the same step leaves with it', () => {
      const { world, a, b, hinges } = scene(solver);
      const told: string[] = [];
      world.on('added', ({ joint }) => told.push(`added ${joint?.id}`));
      world.on('removed', ({ joint, body, reason }) => told.push(`removed ${(joint ?? body)?.id} ${reason}`));
      once(world, event, () => {
        a.remove();
        hinges[1].remove();
        world.joints.create('weld', { bodyA: a, bodyB: b });
        world.joints.create('gear', { terms: [{ of: hinges[1].angle, weight: 1 }] });
        // Made and gone again.
        world.joints.create('filter', { bodyA: a, bodyB: b }).remove();
      });
      world.step(FRAME);
      expect(told).toEqual([
        'removed j1 body-removed',
        'removed b1 removed',
        'removed j2 removed',
        'added j4',
        'removed j4 body-removed',
        'added j5',
        'removed j5 source-removed',
        'added j6',
        'removed j6 body-removed',
      ]);
      expect([...world.joints].map(({ id }) => id)).toEqual(['j3']);
      world.step(FRAME);
    });

    test('a world is cleared after the step, and what was made since then stays', () => {
      const { world } = scene(solver);
      let kept: Body | null = null;
      once(world, event, () => {
        world.addBody({ id: 'gone' });
        world.clear();
        kept = world.addBody({ id: 'kept' });
        world.joints.create('pivot', { bodyB: kept, anchor: [0, 0] });
        expect(world.bodies.size).toBe(4);
      });
      world.step(FRAME);
      expect([...world.bodies]).toEqual([kept]);
      expect(world.joints.size).toBe(1);
      world.step(FRAME);
    });

    test('a world may be destroyed', () => {
      const { world, a } = scene(solver);
      let ended = 0;
      world.on('afterstep', () => ended++);
      once(world, event, () => world.destroy());
      world.advance(3 * FRAME);
      expect([world.bodies.size, world.joints.size, a.world, ended]).toEqual([0, 0, null, 1]);
      expect(codeOf(() => world.step(FRAME))).toBe('world-destroyed');
    });
  });

  test.each<[string, (made: Scene) => void]>([
    ['motor of a free hinge', ({ hinges }) => (hinges[1].angle.motor = { speed: 3 })],
    ['lock that goes', ({ hinges }) => (hinges[1].point.lock = null)],
    [
      'stop beside a spring that goes',
      ({ hinges }) => Object.assign(hinges[0].angle, { spring: null, limits: [1, 2] }),
    ],
    [
      'law of what is asleep',
      ({ rope, world }) => {
        rope.length.spring = { stiffness: 9, target: 0.5 };
        world.addBody({ position: [7, 7], velocity: [1, 0] });
      },
    ],
  ])('a %s in `beforestep` acts in the step to come', (_, tune) => {
    const [inside, before] = [scene(solver), scene(solver)];
    for (const { hinges, world } of [inside, before]) {
      hinges[0].angle.spring = { hertz: 1 };
      world.step(FRAME);
    }
    once(inside.world, 'beforestep', () => tune(inside));
    tune(before);
    for (let i = 0; i < 3; i++) {
      inside.world.step(FRAME);
      before.world.step(FRAME);
      expect([...inside.a.position, inside.a.angle]).toEqual([...before.a.position, before.a.angle]);
      expect([...inside.b.position, inside.b.angle]).toEqual([...before.b.position, before.b.angle]);
      expect([...inside.sleeper.position]).toEqual([...before.sleeper.position]);
    }
  });

  test('events of a step are told when it is whole: a listener may do anything', () => {
    const { world, b, sleeper, hinges } = scene(solver);
    const told: string[] = [];
    const codes: string[] = [];
    for (const event of ['broken', 'limit', 'sleep', 'wake', 'added', 'removed', 'afterstep'] as const) {
      world.on(event, () => {
        told.push(event);
        codes.push(codeOf(() => world.restore(world.snapshot())));
      });
    }
    hinges[1].angle.limits = [-0.01, 0.01];
    world.body('b4')?.sleep();
    hinges[1].break = { force: 1e-3 };
    once(world, 'beforestep', () => {
      world.addBody();
      // Wakes it in the midst of a step.
      sleeper.velocity = [1, 0];
      b.velocity = [1, 0];
    });
    world.on('breaking', ({ joint }) => expect(joint.world).toBe(world));
    world.step(FRAME);
    expect(new Set(codes)).toEqual(new Set(['not refused']));
    expect(told.filter((event) => event !== 'sleep')).toEqual(['wake', 'added', 'limit', 'afterstep']);
  });
});

test.each(SOLVERS)('a force given in `breaking` acts in the next step: %s', (solver) => {
  const world = new World({ solver });
  const [body, other] = [0, 5].map((x) => world.addBody({ position: [x, 0], mass: 1 }));
  const rod = world.joints.create('pin', { bodyA: body, bodyB: other });
  rod.break = { force: 1 };
  world.on('breaking', () => body.applyForce([0, 6]));
  other.applyForce([10, 0]);
  world.step(0.5);
  expect(rod.world).toBeNull();
  const { y } = body.velocity;
  world.step(0.5);
  expect(body.velocity.y - y).toBeCloseTo(3, 12);
  world.step(0.5);
  expect(body.velocity.y - y).toBeCloseTo(3, 12);
});

test('the first stop of a world may be switched on in a substep, and is met in it', () => {
  const world = new World({ solver: 'iterative' });
  const bodyB = world.addBody({ position: [1, 0] });
  const { angle } = world.joints.create('pivot', { bodyB, anchor: [0, 0], angle: { friction: { torque: 0.1 } } });
  world.step(FRAME);
  world.on('beforesubstep', () => {
    if (angle.ratchet !== null) return;
    angle.ratchet = { tooth: 1 };
    bodyB.velocity = [0, -3];
    bodyB.angularVelocity = -3;
  });
  world.step(FRAME);
  expect(Math.abs(angle.value)).toBeLessThan(0.02);
  expect(Math.abs(angle.rate)).toBeLessThan(1.5);
});

test('what is put to sleep before something is made in the same step does not age it', () => {
  const world = new World();
  const [a, b] = [world.addBody(), world.addBody({ position: [1, 0] })];
  world.joints.create('pivot', { bodyB: a, anchor: [0, 0] }).remove();
  world.joints.create('angle', { bodyA: a, bodyB: b });
  world.step(FRAME);
  once(world, 'beforestep', () => {
    a.type = 'kinematic';
    b.sleep();
    world.joints.create('pivot', { bodyB: b, anchor: [1, 0] });
  });
  world.step(FRAME);
  const snapshot = world.snapshot();
  const hash = world.hash();
  world.restore(snapshot);
  expect(world.hash()).toBe(hash);
});

test('a listener that removes what is told of meets no half-done change', () => {
  const world = new World();
  const bodies = Array.from({ length: 4 }, (_, i) => world.addBody({ position: [i, 0] }));
  const joints = bodies.map((bodyB) => world.joints.create('pivot', { bodyB, anchor: [0, 1] }));
  const told: string[] = [];
  world.on('removed', ({ body, joint }) => {
    told.push((body ?? joint)?.id ?? '');
    bodies[0].remove();
    joints[1].remove();
  });
  joints[0].on('wake', () => joints[0].remove());
  bodies[0].sleep();
  bodies[0].remove();
  expect(told).toEqual(['j1', 'b1', 'j2']);
  expect([world.bodies.size, world.joints.size, bodies[0].world, joints[1].world]).toEqual([3, 2, null, null]);
});

test('several islands that fall asleep in one step may be removed as they are told of', () => {
  const world = new World();
  const bodies = Array.from({ length: 5 }, (_, i) => world.addBody({ position: [i, 0], id: `body${i}` }));
  const told: string[] = [];
  world.on('sleep', ({ bodies: [body] }) => {
    told.push(body.id);
    body.remove();
    world.hash();
  });
  for (let i = 0; i < 40; i++) world.step(FRAME);
  expect(told).toEqual(['body0', 'body1', 'body2', 'body3', 'body4']);
  expect(bodies.map((body) => body.world)).toEqual([null, null, null, null, null]);
});

test('a step in a listener of a step does not lose what is still to be told', () => {
  const { world, hinges } = scene('iterative');
  const told: string[] = [];
  for (const hinge of hinges) hinge.break = { force: 1e-3 };
  const other = new World({ gravity: [0, -10] });
  const joints = [0, 1].map((x) => {
    const bodyB = other.addBody({ position: [x, -1], mass: 1 });
    return other.joints.create('pivot', { bodyB, anchor: [x, 0], break: { force: 1 } });
  });
  other.on('broken', ({ joint }) => {
    told.push(joint.id);
    other.step(FRAME);
  });
  other.step(FRAME);
  expect(told).toEqual(joints.map(({ id }) => id));
  expect(other.time).toBeCloseTo(3 * FRAME, 12);
  expect(world.joints.size).toBe(3);
});

test('a step that ends in a listener restores exactly the state that was kept', () => {
  const { world } = scene('iterative');
  world.advance(1.5 * FRAME);
  const snapshot = world.snapshot();
  const hash = world.hash();
  once(world, 'afterstep', () => world.restore(snapshot));
  world.step(FRAME);
  expect(world.hash()).toBe(hash);
});
