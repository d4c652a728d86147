import { TenonError, World } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { createJointView, viewJoint, viewWorld } from '@tenon/core/view';
import { describe, expect, test } from 'vitest';
import { randomWorld } from '../random-world';
import { momenta, run } from '../rigs';

const FRAME = 1 / 60;

function finite(world: World): void {
  for (const body of world.bodies)
    expect(
      [body.x, body.y, body.angle, body.velocity.x, body.velocity.y, body.angularVelocity].every(Number.isFinite),
    ).toBe(true);
  for (const joint of world.joints) expect(Object.values(joint.reaction).every(Number.isFinite)).toBe(true);
}

describe.each(['iterative', 'direct'] as const)('with the %s solver', (solver) => {
  test('coincident anchors of a distance keep their last direction', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [1, 0], mass: 1 });
    const rod = world.joints.create('distance', { bodyB: body });
    expect(rod.length.value).toBe(1);
    body.position = [0, 0];
    rod.length.lock = { target: 0.5 };
    for (let i = 0; i < 60; i++) world.step(FRAME);
    finite(world);
    expect(rod.length.value).toBeCloseTo(0.5, 3);
    expect(Math.abs(body.y)).toBeLessThan(1e-9);
  });

  test('a rod of length 0 made at one point holds', () => {
    const world = new World({ sleeping: false, solver, gravity: [0, -10] });
    const body = world.addBody({ mass: 1 });
    world.joints.create('pin', { bodyB: body });
    for (let i = 0; i < 60; i++) world.step(FRAME);
    finite(world);
    expect(Math.abs(body.y)).toBeLessThan(0.1);
  });

  test('a rope between two places of one body pulls at neither', () => {
    const world = new World({ sleeping: false, solver });
    const crate = world.addBody({ position: [0.3, 0.2], angle: 0.4, velocity: [0.1, 0.2], angularVelocity: 1 });
    const winch = world.addBody({ type: 'kinematic', position: [1, 1], velocity: [0.5, 0] });
    const ends = { localAnchorA: [-0.116, 0.479], localAnchorB: [0.03, 0], localAnchorD: [0.43, -0.04] } as const;
    const rope = world.joints.create('pulley', {
      bodyA: crate,
      bodyB: crate,
      bodyC: null,
      bodyD: winch,
      ...ends,
      length: { lock: true },
    });
    for (let i = 0; i < 60; i++) world.step(FRAME);
    expect([rope.length.force, rope.reaction.torque]).toEqual([0, 0]);
    expect(crate.x).toBeCloseTo(0.4, 9);
    expect(crate.angle).toBeCloseTo(1.4, 9);
  });

  test('a gear whose weights cancel moves nobody', () => {
    const world = new World({ sleeping: false, solver });
    const cart = world.addBody({ velocity: [0.3, 0] });
    const wheel = world.addBody({ type: 'kinematic', angularVelocity: 0.5 });
    const { slide } = world.joints.create('prismatic', { bodyB: cart, anchor: [0, 0], axis: [1, 0] });
    const gear = world.joints.create('gear', {
      terms: [
        { of: slide, weight: 0.1 },
        { of: slide, weight: 0.2 },
        { of: slide, weight: -0.3 },
        { of: wheel, weight: 1 },
      ],
    });
    for (let i = 0; i < 60; i++) world.step(FRAME);
    expect(gear.sum.force).toBe(0);
    expect(cart.x).toBeCloseTo(0.3, 9);
  });

  test('joints of immovable bodies, and of bodies that cannot turn, do no harm', () => {
    const world = new World({ sleeping: false, solver, gravity: [0, -10] });
    const wall = world.addBody({ type: 'static' });
    const heavy = world.addBody({ mass: Infinity, inertia: Infinity, position: [1, 0] });
    const lead = world.addBody({ type: 'kinematic', position: [2, 0], velocity: [0.1, 0] });
    const stiff = world.addBody({ mass: 1, inertia: Infinity, position: [3, 0] });
    for (const bodyA of [wall, heavy, lead]) {
      for (const name of ['pivot', 'weld', 'prismatic', 'wheel', 'pin', 'motor'] as const) {
        if (bodyA !== heavy) world.joints.create(name, { bodyA, bodyB: heavy });
        world.joints.create(name, { bodyA: null, bodyB: lead });
      }
    }
    world.joints.create('angle', { bodyB: stiff, angle: { lock: true, motor: { speed: 2 } } });
    world.joints.create('pivot', { bodyB: stiff, localAnchorA: [3, 1], localAnchorB: [0, 1] });
    for (let i = 0; i < 30; i++) world.step(FRAME);
    finite(world);
    expect(stiff.y).toBeCloseTo(0, 2);
    expect([heavy.x, heavy.y]).toEqual([1, 0]);
  });

  test('a body that can turn but not travel is held off its centre with finite forces', () => {
    for (const name of ['pivot', 'weld', 'prismatic'] as const) {
      const world = new World({ sleeping: false, solver });
      const body = world.addBody({ position: [1, 0], mass: Infinity, inertia: 1 });
      const joint = world.joints.create(name, { bodyB: body, anchor: [0, 0] });
      for (let i = 0; i < 60; i++) {
        if (i === 30) body.angularVelocity = 3;
        body.applyTorque(1);
        world.step(FRAME);
        expect(joint.reaction.force, name).toBeLessThan(200);
      }
      expect(Math.abs(body.angle), name).toBeLessThan(1e-4);
      expect(Math.abs(joint.reaction.torque), name).toBeLessThan(1.01);
    }
  });

  test.each(['pivot', 'weld', 'prismatic', 'wheel', 'line'] as const)(
    'free bodies that a %s joins from afar come together without flying apart',
    (name) => {
      const world = new World({ sleeping: false, solver });
      const bodyA = world.addBody({ mass: 1, inertia: 0.1, velocity: [1, 0], angularVelocity: 3 });
      const bodyB = world.addBody({ position: [5, 2], mass: 1, inertia: 0.1, velocity: [0, -1], angularVelocity: -2 });
      world.joints.create(name, { bodyA, bodyB, localAnchorA: [0.5, 0], localAnchorB: [-0.5, 0.3] });
      const start = bodyA.kineticEnergy + bodyB.kineticEnergy;
      const before = momenta([bodyA, bodyB]);
      let most = 0;
      for (let i = 0; i < 180; i++) {
        world.step(FRAME);
        most = Math.max(most, bodyA.kineticEnergy + bodyB.kineticEnergy);
      }
      // Drawn together they turn faster, by what they have of angular momentum; in the iterative step the drawing does work, too.
      momenta([bodyA, bodyB]).forEach((momentum, i) => expect(momentum).toBeCloseTo(before[i], 5));
      expect(most).toBeLessThan((solver === 'direct' ? 1.2 : 3) * start);
    },
  );

  test('a distance that is told to be shorter than it can be held reads what it was told, and how far it is off that', () => {
    const world = new World({ sleeping: false, solver });
    const bodyB = world.addBody({ position: [0.3, 0] });
    const joint = world.joints.create('distance', { bodyB, length: { limits: [0, 0.001] } });
    const { length } = joint;
    expect([length.limits?.lower, length.limits?.upper]).toEqual([0, 0.001]);
    expect(inspect(joint).rows[0].C).toBeCloseTo(0.299, 12);
    length.limits = [0.002, 0.002];
    expect([length.limits?.lower, length.limits?.upper, length.error]).toEqual([0.002, 0.002, 0.298]);
    length.limits = null;
    length.lock = { target: 0 };
    expect([length.lock?.target, length.error]).toEqual([0, 0.3]);
    length.lock = null;
    length.motor = { target: 0.001 };
    expect(length.motor?.target).toBe(0.001);
    for (let i = 0; i < 300; i++) world.step(FRAME);
    expect(length.value).toBeCloseTo(0.005, 3);
  });

  test('a distance of 0 holds as near as it has a direction, and a hoist winds up to there', () => {
    const held = [{ lock: { target: 0 } }, { limits: [0, 0] }, { limits: [0, 0.003] }] as const;
    const driven = [
      { motor: { speed: -2 } },
      { motor: { target: 0, speed: 2 } },
      { motor: { speed: -2 }, limits: [0, null] },
      { motor: { speed: -5, maxForce: 1000 } },
      { motor: { speed: -2, maxForce: 300 }, limits: [0, null] },
    ] as const;
    for (const gravity of [0, -10])
      for (const length of [...held, ...driven]) {
        const world = new World({ sleeping: false, solver, gravity: [0, gravity] });
        const upper = world.addBody({ position: [0.3, 0], mass: 1, inertia: 0.1 });
        const lower = world.addBody({ position: [0.9, 0], mass: 1, inertia: 0.1 });
        const ends = { localAnchorA: [0, 0.2], localAnchorB: [-0.3, 0] } as const;
        const joint = world.joints.create('distance', { bodyB: upper, ...ends, length });
        world.joints.create('pivot', { bodyA: upper, bodyB: lower, anchor: [0.6, 0] });
        const start = world.energy.total;
        for (let i = 0; i < 300; i++) world.step(FRAME);
        const what = `${JSON.stringify(length)} at ${gravity}`;
        expect(joint.length.value, what).toBeLessThan(0.007);
        expect(joint.length.value, what).toBeGreaterThan(gravity === 0 ? 0.004 : 0);
        expect(world.energy.total - start, what).toBeLessThan(5);
        expect(joint.reaction.force, what).toBeLessThan(1000);
        for (const island of world.stats.islands) if ('lastResorts' in island) expect(island.lastResorts, what).toBe(0);
      }
  });

  test('limits drawn in bring a joint back no faster than maxCorrectionSpeed, and throw nothing about', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({
        sleeping: false,
        solver,
        lengthUnit,
        maxCorrectionSpeed: 4,
        gravity: [0, -10 * lengthUnit],
      });
      const rod = world.addBody({ position: [lengthUnit, 0], mass: 1, inertia: 0.1 });
      const hinge = world.joints.create('pivot', { bodyB: rod, anchor: [0, 0], angle: { limits: [0.5, 3] } });
      const lift = world.addBody({ position: [9 * lengthUnit, 0], mass: 1 });
      const slider = world.joints.create('prismatic', {
        bodyB: lift,
        anchor: [9 * lengthUnit, 0],
        axis: [0, 1],
        slide: { limits: [0.5 * lengthUnit, 3 * lengthUnit] },
      });
      let [turned, moved] = [0, 0];
      for (let i = 0; i < 120; i++) {
        const [angle, y] = [rod.angle, lift.y];
        world.step(FRAME);
        turned = Math.max(turned, (rod.angle - angle) / FRAME);
        moved = Math.max(moved, (lift.y - y) / FRAME / lengthUnit);
        expect(hinge.angle.value).toBeLessThan(0.501);
        expect(slider.slide.value).toBeLessThan(0.501 * lengthUnit);
      }
      expect(turned).toBeLessThan(4.2 * Math.PI);
      expect(moved).toBeLessThan(4.2);
      expect(hinge.angle.value).toBeCloseTo(0.5, 2);
      expect(slider.slide.value / lengthUnit).toBeCloseTo(0.5, 3);
    }
  });

  test('a lock beyond the limits beside it brings its body there as slowly, and leaves the limits without a force', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ mass: 1, inertia: 0.1 });
    const joint = world.joints.create('angle', {
      bodyB: body,
      angle: { lock: { target: -1.6 }, limits: [-0.8, 0.1] },
    });
    let turned = 0;
    for (let i = 0; i < 120; i++) {
      const { angle } = body;
      world.step(FRAME);
      turned = Math.max(turned, (angle - body.angle) / FRAME);
      expect(joint.angle.limits?.force).toBe(0);
    }
    expect(turned).toBeLessThan(4.2 * Math.PI);
    expect(joint.angle.value).toBeCloseTo(-1.6, 6);
  });

  test('a chain whose limits are drawn in keeps quiet', () => {
    const world = new World({ sleeping: false, solver, gravity: [0, -10] });
    const hinges = Array.from({ length: 5 }, (_, i) =>
      world.joints.create('pivot', {
        bodyA: [...world.bodies].at(-1) ?? null,
        bodyB: world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12 }),
        anchor: [i, 0],
        angle: { limits: [-0.6, 0.6] },
      }),
    );
    for (let i = 0; i < 300; i++) world.step(FRAME);
    for (const hinge of hinges) hinge.angle.limits = [-0.2, 0.2];
    let most = 0;
    for (let i = 0; i < 120; i++) {
      world.step(FRAME);
      most = Math.max(
        most,
        [...world.bodies].reduce((sum, body) => sum + body.kineticEnergy, 0),
      );
    }
    // Where stops came back as fast as locks, and kept the speed, it was 478 J in the iterative step.
    expect(most).toBeLessThan(50);
    for (const hinge of hinges) expect(Math.abs(hinge.angle.value)).toBeLessThan(0.21);
  });

  test('what cannot be turned goes on turning as it does, and its laws give nothing', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [1, 0], mass: 1, inertia: null, angularVelocity: 1 });
    const hinge = world.joints.create('pivot', {
      bodyB: body,
      anchor: [1, 0],
      angle: {
        friction: { torque: 1 },
        limits: [-1, 0.2],
        motor: { speed: -1, maxTorque: 5 },
        spring: { stiffness: 10, damping: 1 },
      },
    });
    for (let i = 0; i < 30; i++) world.step(FRAME);
    expect(body.angle).toBeCloseTo(0.5, 12);
    expect(body.angularVelocity).toBe(1);
    for (const law of ['friction', 'limits', 'motor', 'spring'] as const) expect(hinge.angle[law]?.force).toBe(0);
    expect(world.stats.islands[0].factorisations).toBeLessThan(3);
  });

  test('what cannot be pushed or turned is damped as what can, where joints hold it, too', () => {
    for (const dampings of [1, 300]) {
      const damping = { linearDamping: dampings, angularDamping: dampings };
      const motion = { velocity: [1, 0] as const, angularVelocity: 1 };
      const world = new World({ sleeping: false, solver });
      const heavy = world.addBody({ mass: Infinity, inertia: 1, ...motion, ...damping });
      const upright = world.addBody({ position: [5, 0], inertia: Infinity, ...motion, ...damping });
      for (const bodyB of [heavy, upright]) {
        const bodyA = world.addBody({ position: [bodyB.x, -1] });
        world.joints.create('rope', { bodyA, bodyB, max: 9 });
      }
      run(world, 0.5);
      const left = dampings === 1 ? Math.exp(-0.5) : 0;
      for (const body of [heavy, upright])
        for (const speed of [body.velocity.x, body.angularVelocity]) expect(speed).toBeCloseTo(left, 4);
      if (dampings === 1) expect(heavy.x).toBeCloseTo(1 - left, 3);
    }
  });

  test('the same weld five times holds as one', () => {
    const world = new World({ sleeping: false, solver, gravity: [0, -10] });
    const body = world.addBody({ position: [1, 0] });
    for (let i = 0; i < 5; i++) world.joints.create('weld', { bodyB: body, anchor: [0, 0] });
    for (let i = 0; i < 60; i++) world.step(FRAME);
    finite(world);
    expect(Math.abs(body.y)).toBeLessThan(0.05);
  });

  test('a joint made apart comes together no faster than maxCorrectionSpeed, and keeps no speed of it', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ sleeping: false, solver, lengthUnit, maxCorrectionSpeed: 4 });
      const body = world.addBody({ position: [10 * lengthUnit, 0] });
      const joint = world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 0] });
      let fastest = 0;
      for (let i = 0; i < 240; i++) {
        const { x } = body;
        world.step(FRAME);
        fastest = Math.max(fastest, (x - body.x) / FRAME / lengthUnit);
      }
      finite(world);
      expect(fastest).toBeLessThan(4.2);
      expect(fastest).toBeGreaterThan(3);
      expect(joint.point.error / lengthUnit).toBeLessThan(0.01);
      expect(Math.abs(body.velocity.x) / lengthUnit).toBeLessThan(0.1);
    }
  });
});

test('every joint is viewed as it is shown at any alpha, and stays measured at the present pose', () => {
  const world = randomWorld(7, { fixedStep: FRAME });
  for (let i = 0; i < 5; i++) world.advance(FRAME);
  const out = createJointView();
  const before = world.hash();
  for (const joint of world.joints) {
    for (const alpha of [0, 0.5, 1]) {
      viewJoint(joint, out, alpha);
      expect([out.joint, out.type]).toEqual([joint, joint.type]);
      for (const { x, y, angle } of out.bodies.slice(0, out.bodyCount))
        expect([x, y, angle].every(Number.isFinite), joint.type).toBe(true);
      expect(Number.isFinite(out.stress) && out.stress >= 0, joint.type).toBe(true);
      for (const { ax, ay, bx, by, terms, termCount } of out.coordinates.slice(0, out.coordinateCount)) {
        // A sum has a place for each of its terms.
        for (const place of termCount > 0 ? terms.slice(0, termCount) : [{ ax, ay, bx, by }]) {
          expect([place.ax, place.ay, place.bx, place.by].every(Number.isFinite), joint.type).toBe(true);
        }
      }
    }
    joint.coordinates.forEach((c) => expect(Number.isFinite(c.value)).toBe(true));
    expect(world.hash(), joint.type).toBe(before);
  }
  expect(world.hash()).toBe(before);
  const seen: string[] = [];
  viewWorld(world, (view) => void seen.push(view.name), { alpha: 0.5, asleep: true });
  expect(seen.length).toBe(world.joints.size);
});

test('inspect tells the whole error of a rope that is told to be shorter than it can be', () => {
  const world = new World();
  const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0], localAnchorC: [2, 0], localAnchorD: [5, 0] } as const;
  const bodyB = world.addBody({ position: [0.6, 0.8] });
  for (const length of [{ limits: [null, 2.5] }, { limits: [2.5, 2.5] }, { lock: { target: 2.5 } }] as const) {
    const rope = world.joints.create('pulley', { bodyB, ...ends, length });
    expect(inspect(rope).rows[0].C).toBeCloseTo(1.5, 12);
  }
});

test('inspect lists every row in its state, bodies in slot order, the world left out', () => {
  const world = new World();
  const [a, b] = [world.addBody({ mass: 2, inertia: 3 }), world.addBody({ position: [1, 0], mass: 1, inertia: 1 })];
  const joint = world.joints.create('prismatic', { bodyA: a, bodyB: b, axis: [1, 0], slide: { motor: { speed: 3 } } });
  const { bodies, rows, K } = inspect(joint);
  expect(bodies).toEqual([a, b]);
  expect(rows.map(({ name, state }) => `${name} ${state}`)).toEqual(['slide motor', 'angle locked', 'offset locked']);
  expect([rows[0].c, rows[0].bias, ...rows[0].J]).toEqual(
    [1, -3, -1, 0, -0, 1, 0, 0].map((n) => expect.closeTo(n, 12) as number),
  );
  expect(K[0][0]).toBeCloseTo(1.5, 12);
  joint.slide.motor = null;
  expect(inspect(joint).rows[0].state).toBe('free');
  joint.slide.limits = [0, 2];
  expect(inspect(joint).rows[0].state).toBe('inside');
  joint.slide.limits = [1, 2];
  expect(inspect(joint).rows[0].state).toBe('lower');
  joint.slide.limits = [0, 1];
  expect(inspect(joint).rows[0].state).toBe('upper');
  joint.slide.limits = [1, 1];
  expect(inspect(joint).rows[0].state).toBe('equal');
  joint.enabled = false;
  expect(inspect(joint).rows.map(({ state }) => state)).toEqual(['off', 'off', 'off']);
  const rope = world.joints.create('rope', { bodyA: b, bodyB: a, max: 4 });
  expect(inspect(rope).rows[0].state).toBe('slack');
  expect([rope.isSlack, joint.isSlack]).toEqual([true, false]);
  expect(inspect(rope).bodies).toEqual([b, a]);
  rope.remove();
  expect(() => inspect(rope)).toThrow(TenonError);
});
