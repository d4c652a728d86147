import { Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import { ThreeJoints } from '../src/index';

// A stalled page is no speed: what is moved by 1 m/s has that speed, however long its frames are.

/** s. Deterministic, and of no pattern. */
function randomFrames(count: number, shortest: number, longest: number): number[] {
  let seed = 7;
  return Array.from({ length: count }, () => {
    seed = (seed * 16807) % 2147483647;
    return shortest + ((longest - shortest) * seed) / 2147483647;
  });
}

const steady = (count: number, seconds: number) => Array.from({ length: count }, () => seconds);

/** A load hangs below a mesh that moves at 1 m/s along an axis; returns its speeds in all steps, and the pull before and in these frames. */
function ride(axis: 'x' | 'y', frames: number[], options = {}) {
  const joints = new ThreeJoints({ solver: 'iterative', ...options });
  const [mesh, load] = [new Mesh(), new Mesh()];
  load.position.y = -1.2;
  const body = joints.attach(mesh, { type: 'kinematic' });
  joints.attach(load, { mass: 25, linearDamping: 0.5 });
  const pin = joints.create('pin', { bodyA: mesh, bodyB: load });
  let pull = 0;
  const speeds: number[] = [];
  joints.on('beforesubstep', () => speeds.push(Math.hypot(...body.velocity)));
  joints.on('afterstep', () => (pull = Math.max(pull, pin.reaction.force)));
  const frame = (seconds: number) => {
    mesh.position[axis] += seconds;
    joints.update(seconds);
  };
  frame(1 / 60);
  for (let i = 0; i < 600; i++) frame(1 / 60);
  pull = speeds.length = 0;
  for (let i = 0; i < 120; i++) frame(1 / 60);
  const quiet = pull;
  pull = 0;
  for (const seconds of frames) frame(seconds);
  const behind = Math.abs(mesh.position[axis] - (axis === 'x' ? body.x : body.y));
  return { speeds, quiet, pull, behind };
}

function expectQuiet({ speeds, quiet, pull, behind }: ReturnType<typeof ride>): void {
  expect(speeds.length).toBeGreaterThan(100);
  for (const speed of speeds) expect(speed).toBeCloseTo(1, 9);
  expect(quiet).toBeGreaterThan(200);
  expect(pull).toBeLessThan(1.5 * quiet);
  expect(behind).toBeLessThan(1 / 60 + 1e-9);
}

describe.each([30, 60, 144])('at %i Hz', (rate) => {
  it.each([0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.7])('a hitch of %f s is no speed', (hitch) => {
    const few = steady(Math.ceil(rate / 3), 1 / rate);
    for (const axis of ['x', 'y'] as const) expectQuiet(ride(axis, [...few, 1 / rate + hitch, ...few]));
  });
});

it('frames of 4 to 40 ms have the speed of the mesh', () => {
  expectQuiet(ride('y', randomFrames(300, 0.004, 0.04)));
});

it('nor is a hitch where little is made up for', () => {
  expectQuiet(ride('x', [...steady(20, 1 / 100), 0.2, 0.09, ...steady(20, 1 / 60)], { maxCatchUp: 0.05 }));
});
