import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { type Mechanism, mechanisms } from './mechanisms';
import { accelerate, integrate, startOf, type State } from './newton-euler';

/** What a solver makes of the mechanism in steps of `h`: its largest error, and that of the force on the last body. */
function errors(mechanism: Mechanism, solver: 'direct' | 'iterative', h: number, exact: State) {
  const { bodies: given, gravity, seconds } = mechanism;
  const world = new World({ gravity, solver, substeps: 1, directSubsteps: 1, tolerance: 1e-9, sleeping: false });
  const { q, v } = startOf(mechanism);
  const bodies = given.map(({ mass, inertia, linearDamping = 0, angularDamping = 0 }, i) =>
    world.addBody({
      position: [q[3 * i], q[3 * i + 1]],
      angle: q[3 * i + 2],
      velocity: [v[3 * i], v[3 * i + 1]],
      angularVelocity: v[3 * i + 2],
      mass,
      inertia,
      linearDamping,
      angularDamping,
    }),
  );
  mechanism.build(world, bodies);
  const steps = Math.round(seconds / h);
  for (let i = 0; i < steps; i++) world.step(seconds / steps);
  const pose = bodies.flatMap(({ x, y, angle }) => [x, y, angle]);
  return { pose: Math.max(...pose.map((value, i) => Math.abs(value - exact.q[i]))), world };
}

describe.each(['direct', 'iterative'] as const)('by the %s step', (solver) => {
  const h = solver === 'direct' ? 1 / 120 : 1 / 480;

  test.each(mechanisms)('$name moves as it should, at second order', (mechanism) => {
    const exact = integrate(mechanism, startOf(mechanism), mechanism.seconds, 120);
    const coarse = errors(mechanism, solver, h, exact).pose;
    const fine = errors(mechanism, solver, h / 2, exact).pose;
    expect(coarse).toBeLessThan(6e-3);
    expect(coarse / fine).toBeGreaterThan(3.2);
    expect(coarse / fine).toBeLessThan(4.8);
  });

  test.each(mechanisms.filter(({ single }) => single === true))(
    '$name reads the force on its second body',
    (mechanism) => {
      const { bodies, gravity, seconds } = mechanism;
      const step = seconds / Math.round(seconds / h);
      const exact = integrate(mechanism, startOf(mechanism), seconds, 120);
      const [joint] = errors(mechanism, solver, h, exact).world.joints;
      // The mean over a step is what acts in its middle.
      const middle = integrate(mechanism, startOf(mechanism), seconds - step / 2, 120);
      const a = accelerate(mechanism, middle);
      const force = [a[3] - gravity[0], a[4] - gravity[1]].map((x) => x * bodies[1].mass);
      const size = Math.hypot(...force);
      const most = solver === 'direct' ? 0.05 : 0.003;
      expect(Math.hypot(joint.reaction.x - force[0], joint.reaction.y - force[1])).toBeLessThan(most * size);
    },
  );
});
