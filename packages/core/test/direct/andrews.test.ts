import { type Body, type VecLike, World } from '@tenon/core';
import { expect, test } from 'vitest';

/*
 * Andrews' squeezing mechanism: seven bodies, ten hinges, three loops, a spring, and a torque that brings the crank to some
 * 1000 rad/s within 30 ms. Data and end values: Hairer & Wanner, Solving Ordinary Differential Equations II, §VII.7.
 */
const MASS = [0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498];
const INERTIA = [2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5];
const [A, B, C] = [
  [-0.06934, -0.00227],
  [-0.03635, 0.03273],
  [0.014, 0.072],
];
const TORQUE = 0.033;
const START = {
  beta: -0.0617138900142764,
  theta: 0,
  gamma: 0.45527981916307,
  phi: 0.222668390165886,
  delta: 0.487364979543843,
  omega: -0.222668390165886,
  epsilon: 1.23054744454982,
};
const END = [
  15.810771196299, -15.756371059843, 0.040822240130731, -0.53473011632265, 0.52440996588053, 0.534730116322648,
  1.048080741042263,
];
const SECONDS = 0.03;

/** The seven published angles after 30 ms in steps of `h`. */
function squeeze(h: number): number[] {
  const { beta, theta, gamma, phi, delta, omega, epsilon } = START;
  const along = ([x, y]: readonly number[], angle: number, by: number, aside = 0): [number, number] => [
    x + by * Math.cos(angle) - aside * Math.sin(angle),
    y + by * Math.sin(angle) + aside * Math.cos(angle),
  ];
  const F = along([0, 0], beta, 0.007);
  const E = along(F, beta + theta, -0.028);
  const G = along(A, delta, 0.04);
  const H = along(A, epsilon, 0, -0.04);

  const world = new World({ solver: 'direct', directSubsteps: 1, tolerance: 1e-9, sleeping: false });
  const bodies: readonly [centre: VecLike, angle: number][] = [
    [along([0, 0], beta, 0.00092), beta],
    [along(F, beta + theta, -0.0115), beta + theta],
    [along(B, gamma, 0.01043, -0.01874), gamma],
    [along(G, phi + delta, 0, -(0.02 - 0.01421)), phi + delta],
    [along(A, delta, 0.02308, 0.00916), delta],
    [along(H, omega + epsilon, 0.02 - 0.01421), omega + epsilon],
    [along(A, epsilon, -0.00449, -0.01228), epsilon],
  ];
  const k = bodies.map(([position, angle], i) =>
    world.addBody({ position, angle, mass: MASS[i], inertia: INERTIA[i] }),
  );
  const hinge = (bodyA: Body | null, bodyB: Body, anchor: VecLike): void => {
    world.joints.create('pivot', { bodyA, bodyB, anchor });
  };
  hinge(null, k[0], [0, 0]);
  hinge(k[0], k[1], F);
  hinge(null, k[2], [B[0], B[1]]);
  for (const other of [k[2], k[3], k[5]]) hinge(k[1], other, E);
  hinge(k[3], k[4], G);
  hinge(null, k[4], [A[0], A[1]]);
  hinge(k[5], k[6], H);
  hinge(null, k[6], [A[0], A[1]]);
  world.joints.create('damped-spring', {
    bodyB: k[2],
    localAnchorA: [C[0], C[1]],
    // D lies 20 and −18 mm from B, the centre of mass 10.43 and −18.74 mm.
    localAnchorB: [0.02 - 0.01043, -0.018 + 0.01874],
    restLength: 0.07785,
    stiffness: 4530,
    damping: 0,
  });
  for (let i = Math.round(SECONDS / h); i > 0; i--) {
    k[0].applyTorque(TORQUE);
    world.step(h);
  }
  const [b, c, g, d, e, f, a] = k.map(({ angle }) => angle);
  return [b, c - b, g, d - e, e, f - a, a];
}

test("Andrews' squeezing mechanism ends where it was published to, at second order", () => {
  const errors = [1 / 8000, 1 / 16000].map((h) => Math.max(...squeeze(h).map((x, i) => Math.abs(x - END[i]))));
  expect(errors[0]).toBeLessThan(0.02);
  expect(errors[0] / errors[1]).toBeGreaterThan(3.2);
  expect(errors[0] / errors[1]).toBeLessThan(4.8);
});
