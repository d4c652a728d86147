import { type Body, type Joint, type ScalarCoordinate, World } from '@tenon/core';
import { saveScene } from '@tenon/core/scene';
import { describe, expect, test } from 'vitest';
import { SETTINGS_SIZE } from '../../src/state/record';
import { cases, isScalar, NAMES, pair } from '../joint-cases';
import { addLaws, Chance } from '../random-world';
import { FRAME, momenta, SOLVERS } from '../rigs';

function momentumOf({ mass, inertia, velocity, angularVelocity }: Body): number[] {
  return [mass * velocity.x, mass * velocity.y, inertia * angularVelocity];
}

function run(world: World, steps: number): void {
  for (let i = 0; i < steps; i++) world.step(FRAME);
}

/** How far apart a joint and the same with its bodies exchanged come within a second. */
function exchange(name: string, solver: 'iterative' | 'direct', substeps: number) {
  const one = pair(name, solver);
  const other = pair(name, solver, true);
  one.world.substeps = other.world.substeps = substeps;
  const apart = { value: 0, force: 0, pose: 0 };
  const lever = cases[name].hasAxis === true ? one.joint.coordinates.find((c) => c.name === 'slide') : undefined;
  for (let i = 0; i < 60; i++) {
    const before = lever?.value ?? 0;
    run(one.world, 1);
    run(other.world, 1);
    const slide = (before + (lever?.value ?? 0)) / 2;
    for (const c of one.joint.coordinates) {
      if (!isScalar(c)) continue;
      const mirrored = other.joint.coordinates.find(({ name: same }) => same === c.name) as ScalarCoordinate;
      apart.value = Math.max(apart.value, Math.abs(Math.abs(mirrored.value) - Math.abs(c.value)));
      // The torque of a slider is about the anchor of its B: that of the other is the slide away. The first step takes rates out at once.
      const moved = lever !== undefined && c.name === 'angle' ? slide * forceAcross(one.joint) : 0;
      if (moved !== 0 && i === 0) continue;
      apart.force = Math.max(apart.force, Math.abs(Math.abs(mirrored.force) - Math.abs(c.force + moved)));
    }
  }
  for (const [p, q] of [
    [one.a, other.a],
    [one.b, other.b],
  ])
    apart.pose = Math.max(apart.pose, Math.abs(p.x - q.x), Math.abs(p.y - q.y), Math.abs(p.angle - q.angle));
  return apart;
}

function forceAcross(slider: Joint): number {
  return (slider.coordinates.find((c) => c.name === 'offset') as ScalarCoordinate).force;
}

/**
 * The exchange of a slider's bodies moves its axis to the other one, which stands apart by the angle that the iterative locks
 * leave where the bodies start with different rates.
 */
const LEFT_BY_LOCKS = 10;

/** Every number of a joint's records. */
function records(joint: Joint): number[] {
  const { batch, slot } = joint.record();
  const { rows, settings, laws, stride } = batch;
  return [
    ...rows.subarray(slot * stride, (slot + 1) * stride),
    ...settings.subarray(slot * SETTINGS_SIZE, (slot + 1) * SETTINGS_SIZE),
    ...batch.coordinates.flatMap(({ kind, index }) => {
      const p = batch.lawsAt(slot, index);
      return [...laws.subarray(p, p + kind.lawsSize)];
    }),
  ];
}

test('every case is of a registered name', () => {
  expect(new Set(NAMES)).toEqual(new Set(new World().joints.names));
});

describe.each(SOLVERS)('with the %s solver', (solver) => {
  test.each(NAMES)('a %s keeps momentum, and does to A the opposite of what it does to B', (name) => {
    const { world, a, b, joint } = pair(name, solver);
    const { tiedToWorld, actsApart } = cases[name];
    const before = momenta([a, b]);
    let did = 0;
    for (let i = 0; i < 120; i++) {
      // From within, so that every lock has something to hold.
      a.applyTorque(0.3);
      b.applyTorque(-0.3);
      world.step(FRAME);
      if (tiedToWorld === true) continue;
      const [onA, onB] = [a, b].map((body) => joint.impulseOn(body, { x: 0, y: 0, angular: 0 }));
      const size = Math.abs(onB.x) + Math.abs(onB.y) + Math.abs(onB.angular);
      did += size;
      expect(onA.x + onB.x).toBeCloseTo(0, 9);
      expect(onA.y + onB.y).toBeCloseTo(0, 9);
    }
    const after = momenta([a, b]);
    if (tiedToWorld === true) {
      expect(after[0]).not.toBeCloseTo(before[0], 3);
      return;
    }
    if (name !== 'filter') expect(did).toBeGreaterThan(1e-2);
    // The direct step keeps it to its tolerance, the iterative one to rounding.
    const most = solver === 'direct' ? 2e-6 : 1e-9;
    for (let i = 0; i < (actsApart === true ? 2 : 3); i++) expect(Math.abs(after[i] - before[i])).toBeLessThan(most);
  });

  test.each(NAMES)('what a %s is said to have done is what changed the momentum of its bodies', (name) => {
    for (const [substeps, h] of [
      [1, FRAME],
      [4, FRAME],
      [1, 1 / 240],
    ]) {
      for (const grounded of [false, true]) {
        const { world, a, b, joint } = pair(name, solver, false, 6);
        world.substeps = world.directSubsteps = substeps;
        const axle = grounded ? world.joints.create('pivot', { bodyA: null, bodyB: a, localAnchorB: [0.2, 0] }) : null;
        const joints = axle === null ? [joint] : [axle, joint];
        for (let i = 0; i < 60; i++) {
          // A blow in the middle: what takes it out at once counts, too.
          if (i === 30) b.applyImpulse([0.5, 0.3], [b.x + 0.1, b.y]);
          const before = [a, b].map(momentumOf);
          a.applyTorque(0.3);
          world.step(h);
          [a, b].forEach((body, k) => {
            const done = [0, 0, k === 0 ? 0.3 * h : 0];
            let size = Math.abs(done[2]);
            for (const one of joints) {
              if (!one.bodies.includes(body)) continue;
              const { x, y, angular } = one.impulseOn(body);
              [x, y, angular].forEach((p, c) => (done[c] += p));
              size += Math.abs(x) + Math.abs(y) + Math.abs(angular);
            }
            // Where the world holds a part of it, the direct step puts its energy right by scaling velocities by half a per cent at most.
            const now = momentumOf(body);
            now.forEach((p, c) => {
              const scaled = solver === 'direct' && grounded ? 5e-3 * Math.abs(p) : 0;
              const missed = Math.abs(p - before[k][c] - done[c]);
              expect(missed, `body ${k}, number ${c}, step ${i}, ${substeps} × ${h}`).toBeLessThan(
                2e-3 * size + scaled + 1e-6,
              );
            });
          });
        }
      }
    }
  });

  test.each(NAMES.filter((name) => cases[name].exchanged !== null))(
    'a %s moves the same with its bodies exchanged',
    (name) => {
      // The direct step leaves no angle, the iterative one some as long as its locks take the rates out that were given.
      const most = cases[name].hasAxis && solver === 'iterative' ? LEFT_BY_LOCKS : 1;
      const { value, force, pose } = exchange(name, solver, 4);
      expect(value).toBeLessThan(5e-6 * most);
      expect(force).toBeLessThan(5e-3 * most);
      expect(pose).toBeLessThan(5e-7 * most);
    },
  );

  if (solver === 'iterative') {
    test('what the exchange of a slider changes falls at second order', () => {
      const [coarse, fine] = [2, 8].map((substeps) => exchange('prismatic', solver, substeps));
      // 4² of a pure second order; the largest of sampled frames scatters.
      expect(coarse.value / fine.value).toBeGreaterThan(9);
      // Its soft locks leave forces of no order, 0.16 N here.
      expect(coarse.force).toBeLessThan(0.25);
    });
  }

  test.each(NAMES)('the locks of a %s recover from any pose', (name) => {
    const chance = new Chance(name.length);
    for (let k = 0; k < 6; k++) {
      const { world, a, b, joint } = pair(name, solver);
      run(world, 1);
      for (const body of [a, b]) {
        body.position = chance.vec(3);
        body.angle = chance.between(-3, 3);
        body.velocity = [0, 0];
        body.angularVelocity = 0;
      }
      // What is far from a curve has many nearest places: it is taken to its middle.
      if (name === 'path') b.position = a.toWorld([0.8 + 0.3 * chance.next(), 0.3 * chance.next()]);
      run(world, 400);
      for (const [coordinate, error] of Object.entries(joint.error))
        expect(Math.abs(error), `${coordinate} of world ${k}`).toBeLessThan(1e-3);
      expect(Math.hypot(b.velocity.x - a.velocity.x, b.velocity.y - a.velocity.y)).toBeLessThan(60);
    }
  });

  test.each(NAMES.filter((name) => name !== 'gear'))('a %s between other bodies is as one made so', (name) => {
    const [rebound, made] = [0, 1].map(() => {
      const { world, a, b, joint } = pair(name, solver);
      const other = world.addBody({ position: [1.3, 0.4], angle: 0.2, mass: 3, inertia: 0.5, velocity: [0.2, 0] });
      run(world, 7);
      return { world, a, b, joint, other };
    });
    rebound.joint.bodyB = rebound.other;
    made.joint.clone({ bodyB: made.other });
    made.joint.remove();
    expect([...rebound.b.joints]).toEqual([]);
    expect([...rebound.other.joints]).toEqual([rebound.joint]);
    expect(rebound.joint.reaction).toMatchObject({ x: 0, y: 0, torque: 0, peakForce: 0 });
    for (const { world } of [rebound, made]) run(world, 30);
    for (const body of ['a', 'b', 'other'] as const) {
      const { x, y, angle } = rebound[body];
      expect([x, y, angle]).toEqual([made[body].x, made[body].y, made[body].angle]);
    }
  });

  test.each(NAMES)('a world with a %s goes on bit for bit from a snapshot', (name) => {
    const { world, joint, b } = pair(name, solver);
    const chance = new Chance(3);
    for (const c of joint.coordinates) if (isScalar(c)) addLaws(c, chance, 1, false);
    run(world, 7);
    const snapshots = [world.snapshot(), world.snapshot({ portable: true })];
    const ahead = (): string => {
      run(world, 10);
      return world.hash();
    };
    const end = ahead();
    for (const snapshot of snapshots) {
      b.velocity = [1, 2];
      run(world, 3);
      joint.remove();
      world.restore(snapshot);
      expect(ahead()).toBe(end);
    }
  });

  test('removing one joint leaves settings, impulses, identity and motion of all others as they are, to the bit', () => {
    // Far apart: what is on its own must not feel the others.
    const build = (): { world: World; joints: Joint[] } => {
      const world = new World({ gravity: [0, -10], solver, directBudget: 1e9 });
      const joints = NAMES.flatMap((name, i) =>
        [0, 1].map((k) => {
          const at = world.addBody({ position: [20 * i, 9 * k], mass: 1, inertia: 0.2 });
          const bodyB = world.addBody({ position: [20 * i + 1, 9 * k + 0.2], mass: 2, inertia: 0.3 });
          const { options, tiedToWorld } = cases[name];
          const joint = world.joints.createNamed(name, {
            ...options,
            ...('anchor' in options ? { anchor: [20 * i + 0.4, 9 * k + 0.1] } : {}),
            bodyA: tiedToWorld === true ? null : at,
            bodyB,
          });
          return joint;
        }),
      );
      run(world, 20);
      return { world, joints };
    };
    const whole = build();
    whole.world.hash();
    const settings = new Map(saveScene(whole.world).joints.map((saved) => [saved.id, saved]));
    const numbers = new Map(whole.joints.map((joint) => [joint, records(joint)]));
    expect(
      whole.joints.filter(({ reaction }) => reaction.force + Math.abs(reaction.torque) > 0).length,
    ).toBeGreaterThan(20);
    const cut = build();
    const removed = new Set(cut.joints.filter((_, i) => i % 4 === 1));
    for (const joint of removed) joint.remove();
    cut.world.hash();
    cut.joints.forEach((joint, i) => {
      if (removed.has(joint)) return;
      expect(cut.world.joint(joint.id)).toBe(joint);
      expect(records(joint), joint.type).toEqual(numbers.get(whole.joints[i]));
    });
    for (const saved of saveScene(cut.world).joints) expect(saved).toEqual(settings.get(saved.id));
    run(whole.world, 20);
    run(cut.world, 20);
    cut.joints.forEach((joint, i) => {
      if (removed.has(joint)) return;
      const { bodyB } = whole.joints[i];
      expect([joint.bodyB?.x, joint.bodyB?.y, joint.bodyB?.angle], joint.type).toEqual([
        bodyB?.x,
        bodyB?.y,
        bodyB?.angle,
      ]);
    });
  });
});
