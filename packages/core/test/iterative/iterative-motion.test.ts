import { type Body, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { cos, sin } from '../../src/math/trig';

const GRAVITY = 9.81;
const INERTIA = 1 / 12;

/** A rod of 1 kg whose centre hangs 1 m from a hinge at the origin, let go at `angle` from the vertical. */
function pendulum(angle: number, substeps: number): { world: World; body: Body } {
  const world = new World({ gravity: [0, -GRAVITY], solver: 'iterative', substeps, sleeping: false });
  const body = world.addBody({ position: [sin(angle), -cos(angle)], angle, mass: 1, inertia: INERTIA });
  world.joints.create('pivot', { bodyB: body, anchor: [0, 0], referenceAngle: 0 });
  return { world, body };
}

describe('the iterative step at 60 Hz × 4', () => {
  test('gives a pendulum of 0.1 rad its period within 0.1 % over a minute', () => {
    const { world, body } = pendulum(0.1, 4);
    const upward: number[] = [];
    for (let i = 0; i < 3600; i++) {
      const before = body.angle;
      world.step(1 / 60);
      if (before < 0 && body.angle >= 0) upward.push(i + before / (before - body.angle));
    }
    const period = (upward[upward.length - 1] - upward[0]) / (upward.length - 1) / 60;
    const exact = 2 * Math.PI * Math.sqrt((1 + INERTIA) / GRAVITY) * (1 + 0.01 / 16);
    expect(upward.length).toBeGreaterThan(25);
    expect(Math.abs(period / exact - 1)).toBeLessThan(1e-3);
  });

  test('keeps 99.9 % of the energy of a pendulum let go at 90° for 10 s', () => {
    const { world } = pendulum(Math.PI / 2, 4);
    const start = world.energy.total;
    for (let i = 0; i < 600; i++) world.step(1 / 60);
    // The largest kinetic energy is m g l.
    expect(Math.abs(world.energy.total - start)).toBeLessThan(1e-3 * GRAVITY);
  });

  test('is of second order: half the substep, a quarter of the error', () => {
    const reference = motion(256);
    const ratio = distance(motion(4), reference) / distance(motion(8), reference);
    expect(ratio).toBeGreaterThan(3.2);
    expect(ratio).toBeLessThan(4.8);
  });

  test('is of second order where a joint works against damping', () => {
    const reference = motion(256, damped);
    const ratio = distance(motion(4, damped), reference) / distance(motion(8, damped), reference);
    expect(ratio).toBeGreaterThan(3.2);
    expect(ratio).toBeLessThan(4.8);
  });

  test('keeps linear and angular momentum of two free bodies on a pivot', () => {
    const world = new World({ solver: 'iterative', sleeping: false });
    const a = world.addBody({ mass: 1, inertia: 0.2, velocity: [1, 0.5], angularVelocity: 5 });
    const b = world.addBody({ position: [1, 0], mass: 2, inertia: 0.3, angularVelocity: 5 });
    world.joints.create('pivot', { bodyA: a, bodyB: b, anchor: [0.4, 0.1] });
    const before = momenta([a, b]);
    for (let i = 0; i < 1000; i++) world.step(1 / 60);
    momenta([a, b]).forEach((momentum, i) => expect(Math.abs(momentum - before[i])).toBeLessThan(1e-9));
  });
});

/** The air holds its spin, not its way: its joint turns the one into the other. */
function damped(body: Body): void {
  body.angularDamping = 8;
}

/** Positions over the first second, per frame. */
function motion(substeps: number, change: (body: Body) => void = () => {}): number[] {
  const { world, body } = pendulum(Math.PI / 2, substeps);
  change(body);
  const path: number[] = [];
  for (let i = 0; i < 60; i++) {
    world.step(1 / 60);
    path.push(body.x, body.y);
  }
  return path;
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0) / a.length);
}

function momenta(bodies: readonly Body[]): number[] {
  let px = 0;
  let py = 0;
  let angular = 0;
  for (const { mass, inertia, velocity, x, y, angularVelocity } of bodies) {
    px += mass * velocity.x;
    py += mass * velocity.y;
    angular += mass * (x * velocity.y - y * velocity.x) + inertia * angularVelocity;
  }
  return [px, py, angular];
}
